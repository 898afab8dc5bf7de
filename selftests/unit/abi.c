// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How a routine treats its caller: registers and flags, its stack and what it
 * leaves there, the order of its instructions.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <widecrypt/features.h>
#include "unit.h"

#if defined(__x86_64__) || defined(__aarch64__)
#include "abi.h"

#define CHECK(name, member)						\
	static_assert(offsetof(struct abi, member) == name, #name)
CHECK(ABI_FN, fn);
CHECK(ABI_ARGS, args);
CHECK(ABI_STACK, stack);
CHECK(ABI_SAVED_IN, saved_in);
CHECK(ABI_SAVED_OUT, saved_out);
CHECK(ABI_SP_OUT, sp_out);
CHECK(ABI_HOST_SP, host_sp);
#ifdef __x86_64__
CHECK(ABI_FLAGS_OUT, flags_out);
CHECK(ABI_MXCSR_IN, mxcsr_in);
CHECK(ABI_MXCSR_OUT, mxcsr_out);
CHECK(ABI_FCW_OUT, fcw_out);
CHECK(ABI_VECTORS, vectors);
CHECK(ABI_STEP, step);
CHECK(ABI_YMM_OUT, ymm_out);
#else
CHECK(ABI_FPCR_OUT, fpcr_out);
CHECK(ABI_HOST, host);
#endif

#define STACK_BYTES	16384
#define STACK_DEAD	(STACK_BYTES - ABI_STACK_ARGS)
#define STACK_FILL	0x77
/* In the kernel, with 16 KiB for a whole call chain */
#define STACK_LIMIT	2048
#define STACK_LIMIT_ONCE 3072	/* C over a routine: two frames */

static long stack_limit = STACK_LIMIT;

static u8 *stack_top;
static struct abi abi;

/* What a single-stepped call has shown */
static struct {
	u64 path;		/* a hash of all instruction pointers */
	unsigned int steps;
	u64 min_rsp;
} trace;

#ifdef __x86_64__
#define CAN_STEP	true

static void on_step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *u = context;
	u64 ip = u->uc_mcontext.gregs[REG_RIP];
	u64 sp = u->uc_mcontext.gregs[REG_RSP];

	if (ip == (u64)abi_return) {
		u->uc_mcontext.gregs[REG_EFL] &= ~0x100;
		return;
	}
	trace.path = (trace.path ^ ip) * 0x100000001b3ULL;
	trace.path ^= trace.path >> 29;
	trace.steps++;
	trace.min_rsp = min(trace.min_rsp, sp);
}
#else
/* An emulator of programs has no single steps. */
#define CAN_STEP	false
#endif

static void abi_init(void)
{
	static struct guard stack;
#ifdef __x86_64__
	struct sigaction sa = { .sa_sigaction = on_step,
				.sa_flags = SA_SIGINFO | SA_ONSTACK };

	sigaction(SIGTRAP, &sa, NULL);
#endif

	guard_init(&stack, "stack", STACK_BYTES);
	stack_top = stack.base + STACK_BYTES - ABI_STACK_ARGS;
}

/* The deepest byte of the stack that has changed */
static u8 *stack_end(void)
{
	u8 *p = stack_top - STACK_DEAD;

	while (p < stack_top && *p == STACK_FILL)
		p++;
	return p;
}

/*
 * Calls with different secrets, and the same lengths and addresses, leave the same
 * behind on the stack: so nothing of key, text or key stream. False if the stack
 * is not as it was the last time; @first: there is no last time.
 */
static bool same_stack(bool first)
{
	static u8 before[STACK_DEAD];
	bool same = first ||
		    !memcmp(before, stack_top - STACK_DEAD, STACK_DEAD);

	memcpy(before, stack_top - STACK_DEAD, STACK_DEAD);
	return same;
}

/* A call through the trampoline */
static void abi_run(void *fn, const u64 *args, bool step)
{
	unsigned int i;

	if (!stack_top)
		abi_init();
	memset(stack_top - STACK_DEAD, STACK_FILL, STACK_DEAD);
	abi.fn = fn;
	memcpy(abi.args, args, sizeof(abi.args));
	abi.stack = stack_top + ABI_STACK_ARGS;
	for (i = 0; i < ARRAY_SIZE(abi.saved_in); i++)
		abi.saved_in[i] = ABI_GARBAGE * (2 * i + 3);
#ifdef __x86_64__
	i = widecrypt_cpu_features();
	abi.vectors = i & WC_AVX512 ? 2 : i & WC_AVX ? 1 : 0;
	abi.mxcsr_in = 0x5f80;		/* rounding up, all exceptions masked */
	abi.step = step;
#endif
	trace.path = 0;
	trace.steps = 0;
	trace.min_rsp = (u64)stack_top;
	abi_call(&abi);
}

/* The rules that hold after every call; @asm_row: no C compiler's work */
static bool abi_kept(bool asm_row, unsigned int features)
{
	static const char *const names[] = {
#ifdef __x86_64__
		"rbx", "rbp", "r12", "r13", "r14", "r15"
#else
		"x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26",
		"x27", "x28", "x29", "d8", "d9", "d10", "d11", "d12", "d13",
		"d14", "d15"
#endif
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (abi.saved_out[i] != abi.saved_in[i])
			return fail("%s not kept", names[i]);
	if (abi.sp_out != (u64)stack_top)
		return fail("stack pointer moved by %ld",
			    (long)(abi.sp_out - (u64)stack_top));
#ifdef __x86_64__
	if (abi.flags_out & 0x400)
		return fail("direction flag set");
	if (abi.mxcsr_out != abi.mxcsr_in)
		return fail("mxcsr is %#x, was %#x", abi.mxcsr_out,
			    abi.mxcsr_in);
	if ((u16)abi.fcw_out != 0x37f)
		return fail("x87 control word is %#x", abi.fcw_out);
#else
	if (abi.fpcr_out)
		return fail("fpcr is %#lx", (unsigned long)abi.fpcr_out);
#endif
	if (stack_top - stack_end() > stack_limit)
		return fail("%ld bytes of stack", stack_top - stack_end());
#ifdef __x86_64__
	for (i = 0; asm_row && features && i < 16; i++)
		if (memcmp(abi.ymm_out[i] + 16, (u8 [16]) {}, 16))
			return fail("upper half of ymm%u not zero", i);
#endif
	return true;
}

static bool is_asm(const struct widecrypt_row *row)
{
	return strcmp(row->isa, "generic");
}

/* GHASH in C is the compiler's work, and so is GCM by it in two passes. */
static bool has_asm_ghash(const struct widecrypt_row *row)
{
	return is_asm(row) &&
	       row->ops->gcm->ghash != portable_gcm(row)->ghash;
}

/* A 32-bit argument whose upper half is garbage */
static u64 garbled(unsigned int n)
{
	return (ABI_GARBAGE & ~0xffffffffULL) | n;
}

static void abi_args(u64 *args, enum op op, const struct call *c)
{
	*args++ = (u64)c->ks;
	if (op == OP_GCM_ENC || op == OP_GCM_DEC)
		*args++ = (u64)c->h;
	else
		args[4] = ABI_GARBAGE;
	*args++ = (u64)c->dst;
	*args++ = (u64)c->src;
	*args++ = garbled(c->n / op_descs[op].unit);
	*args++ = (u64)c->iv;
}

static void *abi_fn(const struct widecrypt_row *row, enum op op)
{
	return op == OP_GCM_ENC ? (void *)row->ops->gcm->enc :
	       op == OP_GCM_DEC ? (void *)row->ops->gcm->dec :
				  (void *)row->ops->fn[op_descs[op].fn];
}

static bool call_audited(const struct widecrypt_row *row, enum op op,
			 const struct call *c)
{
	u64 args[9] = {};

	abi_args(args, op, c);
	abi_run(abi_fn(row, op), args, false);
	return abi_kept(is_asm(row), row->features);
}

/* The path that one call took */
static u64 seen_path;
static unsigned int seen_steps;

static bool call_stepped(const struct widecrypt_row *row, enum op op,
			 const struct call *c)
{
	u64 args[9] = {};

	abi_args(args, op, c);
	abi_run(abi_fn(row, op), args, true);
	seen_path = trace.path;
	seen_steps = trace.steps;
	if (stack_end() < (u8 *)trace.min_rsp)
		return fail("%u bytes from the source: writes below rsp", c->n);
	return abi_kept(is_asm(row), row->features);
}

static unsigned int abi_fit(enum op op, unsigned int n)
{
	if (op == OP_XTS_ENC || op == OP_XTS_DEC)
		n = max(n, 16U);
	n = DIV_ROUND_UP(n, op_descs[op].unit) * op_descs[op].unit;
	return n;
}

/* Every call of these lengths keeps the rules and gives the right result. */
static bool registers(const struct test *t)
{
	struct msg *m = msg_get();
	unsigned int len, n, step;

	for_each_key_len(len, t->row) {
		msg_init(m, t->row, t->op, len, abi_fit(t->op, 4096 + 16),
			 NULL);
		step = len == t->row->min_key ? op_descs[t->op].unit : 61;
		for (n = 1; n <= m->n; n += n < 1100 ? step : 61) {
			struct shot s = { .m = m, .n = abi_fit(t->op, n),
					  .src.edge = AT_END,
					  .dst.edge = AT_END,
					  .call = call_audited };

			if (s.n <= m->n && !shoot(&s))
				return false;
		}
	}
	return true;
}

static const unsigned int few_lengths[] = {
	1, 16, 17, 33, 64, 100, 128, 250, 256, 271, 512, 1024, 1025, 1301, 2064
};

/* Different keys and texts, the same IVs */
static bool residue(const struct test *t)
{
	struct msg *m = msg_get();
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(few_lengths); i++) {
		for (k = 0; k < 2; k++) {
			struct shot s = { .m = m, .call = call_audited,
				.n = abi_fit(t->op, few_lengths[i]) };

			if (k)
				msg_invert(m);
			else
				msg_init(m, t->row, t->op, t->row->max_key, s.n,
					 NULL);
			if (!shoot(&s))
				return false;
			if (!same_stack(!k))
				return fail("%u bytes: secrets on the stack",
					    s.n);
		}
	}
	return true;
}

/*
 * The same two calls take the same path through the code: no branch on a
 * secret. Nothing is written below the stack pointer, either. A step can take
 * 20 microseconds on a virtual machine, so that all lengths are for check-all.
 */
static bool path(const struct test *t)
{
	unsigned int quick[] = { is_asm(t->row) ? 16 * 17 + 1 : 33 };
	bool all = getenv("WIDECRYPT_LONG") && is_asm(t->row);
	const unsigned int *lengths = all ? few_lengths : quick;
	unsigned int i, k, steps = 0;
	struct msg *m = msg_get();
	u64 before = 0;

	for (i = 0; i < (all ? ARRAY_SIZE(few_lengths) : 1); i++) {
		for (k = 0; k < 2; k++) {
			struct shot s = { .m = m, .call = call_stepped,
				.n = abi_fit(t->op, lengths[i]) };

			if (k)
				msg_invert(m);
			else
				msg_init(m, t->row, t->op, t->row->min_key, s.n,
					 NULL);
			if (!shoot(&s))
				return false;
			if (!seen_steps)
				return fail("no instruction was seen");
			if (k && seen_path != before)
				return fail("%u bytes: %u and %u instructions depend on secrets",
					    s.n, steps, seen_steps);
			before = seen_path;
			steps = seen_steps;
		}
	}
	return true;
}

/* The GHASH routine of the row, over the lengths that AAD has */
static bool ghash_abi(const struct test *t)
{
	static struct guard h_buf, acc_buf, data_buf;
	struct place at = { AT_END, 0 };
	u8 h[16], start[16], want[16], all[600], *data, *acc;
	struct wc_ghash_key *key;
	u64 before = 0;
	unsigned int n;
	int k;

	if (!h_buf.base) {
		guard_init(&h_buf, "GHASH key", sizeof(*key));
		guard_init(&acc_buf, "accumulator", 16);
		guard_init(&data_buf, "data", sizeof(all));
	}
	key = (void *)guard_place(&h_buf, at, sizeof(*key));
	acc = guard_place(&acc_buf, at, 16);
	for (n = 1; n <= sizeof(all); n++) {
		bool twice = n == 1 || n == 33 || n == sizeof(all);
		bool step = CAN_STEP && twice;

		for (k = 0; k < 1 + twice; k++) {
			data = guard_place(&data_buf, at, n);
			rnd_fill(h, 16);
			rnd_fill(start, 16);
			rnd_fill(all, n);
			wc_ghash_setkey(key, h, wc_ghash_powers_generic);
			memcpy(acc, start, 16);
			memcpy(data, all, n);
			memcpy(want, start, 16);
			ref_ghash(h, want, all, n);
			fault_note("%u bytes", n);
			abi_run(t->row->ops->gcm->ghash,
				(u64 [9]) { (u64)key, (u64)acc, (u64)data,
					    garbled(n), ABI_GARBAGE,
					    ABI_GARBAGE }, step);
			if (!abi_kept(has_asm_ghash(t->row), t->row->features))
				return false;
			if (memcmp(acc, want, 16))
				return fail("%u bytes: wrong", n);
			if (k && trace.path != before)
				return fail("%u bytes: branches on secrets", n);
			if (!same_stack(!k))
				return fail("%u bytes: secrets on the stack", n);
			before = trace.path;
		}
	}
	return true;
}

/*
 * The routines for a whole message, over lengths of text and additional data;
 * two runs with different keys and texts and the same lengths and addresses go
 * the same way and leave the same stack behind.
 */
static struct {
	struct guard ks, h, src, dst, aad, nonce, tag;
} once_bufs;

static void once_init(void)
{
	if (once_bufs.ks.base)
		return;
	guard_init(&once_bufs.ks, "key schedule", LIB_CIPHER_KEY_BYTES);
	guard_init(&once_bufs.h, "GHASH key", sizeof(struct wc_ghash_key));
	guard_init(&once_bufs.src, "src", 4096);
	guard_init(&once_bufs.dst, "dst", 4096);
	guard_init(&once_bufs.aad, "aad", 256);
	guard_init(&once_bufs.nonce, "nonce", 12);
	guard_init(&once_bufs.tag, "tag", 16);
}

struct once {
	bool enc, step, in_place;
	u8 edge;
	unsigned int n, naad;
	u8 key[32], nonce[12], text[4096], aad[256];
};

static bool once_call(const struct widecrypt_row *row, const struct once *o)
{
	const struct widecrypt_ops *ops = row->ops;
	static u8 cipher_key[LIB_CIPHER_KEY_BYTES], sealed[4096];
	unsigned int n = o->n, naad = o->naad, sched = ops->sched_bytes;
	struct place at = { o->edge, 0 };
	u8 *ks = guard_place(&once_bufs.ks, at, sched);
	void *h = guard_place(&once_bufs.h, at, sizeof(struct wc_ghash_key));
	u8 *src = guard_place(&once_bufs.src, at, n);
	u8 *dst = o->in_place ? src : guard_place(&once_bufs.dst, at, n);
	u8 *aad = guard_place(&once_bufs.aad, at, naad);
	u8 *nonce = guard_place(&once_bufs.nonce, at, 12);
	u8 *out = guard_place(&once_bufs.tag, at, 16);
	const u8 *in = o->enc ? o->text : sealed;
	const u8 *want = o->enc ? sealed : o->text;
	struct ref_gcm *ref;
	u8 tag[16];
	bool kept;

	ref = ref_gcm_open(row->cipher, o->key, row->min_key);
	ref_gcm_seal(ref, o->nonce, o->aad, naad, sealed, o->text, n, tag);
	ref_gcm_close(ref);
	ops->setkey(cipher_key, o->key, row->min_key);
	memcpy(ks, cipher_key + ops->enc_at, sched);
	wc_gcm_setkey(portable_gcm(row), ks, h);
	guard_fill(&once_bufs.dst, once_bufs.dst.base, 0);
	guard_fill(&once_bufs.src, src, n);
	guard_fill(&once_bufs.tag, out, 16);
	memcpy(src, in, n);
	memcpy(aad, o->aad, naad);
	memcpy(nonce, o->nonce, 12);

	fault_note("%u bytes, AAD %u", n, naad);
	abi_run(o->enc ? ops->gcm->enc_once : ops->gcm->dec_once,
		(u64 [9]) { (u64)ks, (u64)h, (u64)dst, (u64)src, garbled(n),
			    (u64)aad, garbled(naad), (u64)nonce, (u64)out },
		o->step);
	stack_limit = STACK_LIMIT_ONCE;
	kept = abi_kept(true, row->features);
	stack_limit = STACK_LIMIT;
	if (!kept)
		return false;
	if (memcmp(dst, want, n) || memcmp(out, tag, 16))
		return fail("%u bytes, AAD %u: wrong %s", n, naad,
			    memcmp(dst, want, n) ? "text" : "tag");
	if (!guard_intact(&once_bufs.src, src, n) ||
	    !guard_intact(&once_bufs.tag, out, 16) ||
	    memcmp(nonce, o->nonce, 12) || memcmp(aad, o->aad, naad) ||
	    memcmp(ks, cipher_key + ops->enc_at, sched))
		return fail("%u bytes, AAD %u: something else changed", n,
			    naad);
	if (!o->in_place && (memcmp(src, in, n) ||
			     !guard_intact(&once_bufs.dst, dst, n)))
		return fail("%u bytes, AAD %u: source or bytes around changed",
			    n, naad);
	if (o->step && stack_end() < (u8 *)trace.min_rsp)
		return fail("%u bytes: writes below rsp", n);
	return true;
}

static bool once(const struct test *t)
{
	static const unsigned int aads[] = { 0, 1, 8, 12, 16, 20, 31, 32, 256 };
	static struct once o;
	unsigned int i, j, k;
	u64 path = 0;

	once_init();
	o.enc = t->op == OP_GCM_ENC;
	rnd_fill(o.nonce, sizeof(o.nonce));
	for (i = 0; i <= 4096; i += i < 600 ? 1 : 47) {
		o.n = i;
		o.naad = aads[i % ARRAY_SIZE(aads)];
		o.edge = i & 1;
		o.in_place = i >> 1 & 1;
		o.step = CAN_STEP && (i == 5 || i == 64 || i == 529);
		rnd_fill(o.key, sizeof(o.key));
		rnd_fill(o.text, sizeof(o.text));
		rnd_fill(o.aad, sizeof(o.aad));
		for (k = 0; k < 2; k++) {
			for (j = 0; k && j < sizeof(o.key); j++)
				o.key[j] = ~o.key[j];
			for (j = 0; k && j < sizeof(o.text); j++)
				o.text[j] = ~o.text[j];
			if (!once_call(t->row, &o))
				return false;
			if (o.step && k && trace.path != path)
				return fail("%u bytes: branches on secrets", i);
			path = trace.path;
			if (!same_stack(!k))
				return fail("%u bytes: secrets on the stack", i);
		}
	}
	return true;
}

/* The routine that fills in the powers of H, if it is the row's own */
static bool powers(const struct test *t)
{
	static struct guard key_buf;
	struct wc_ghash_key want, *key;
	unsigned int i, j;
	u64 path = 0;
	u8 h[16];

	if (!key_buf.base)
		guard_init(&key_buf, "GHASH key", sizeof(want));
	for (i = 0; i < 200; i++) {
		struct place at = { i & 1, 0 };

		key = (void *)guard_place(&key_buf, at, sizeof(*key));
		rnd_fill(h, sizeof(h));
		for (j = 0; i == 1 && j < 16; j++)
			h[j] = ~h[j];
		memset(&want, 0, sizeof(want));
		wc_ghash_setkey(&want, h, portable_gcm(t->row)->powers);
		guard_fill(&key_buf, (u8 *)key, sizeof(*key));
		memset(key, 0, sizeof(*key));
		memcpy(key, &want, offsetof(struct wc_ghash_key, pow));
		fault_note("making the table");
		abi_run(t->row->ops->gcm->powers,
			(u64 [9]) { (u64)key, ABI_GARBAGE, ABI_GARBAGE,
				    ABI_GARBAGE, ABI_GARBAGE, ABI_GARBAGE },
			CAN_STEP && i < 2);
		if (!abi_kept(t->row->ops->gcm->powers !=
			      portable_gcm(t->row)->powers, t->row->features))
			return false;
		if (memcmp(key->pow, want.pow, sizeof(want.pow)) ||
		    memcmp(key->kar, want.kar, sizeof(want.kar)) ||
		    memcmp(key, &want, offsetof(struct wc_ghash_key, pow)))
			return fail("not those of portable C");
		if (!guard_intact(&key_buf, (u8 *)key, sizeof(*key)))
			return fail("bytes around the key changed");
		if (i == 1 && trace.path != path)
			return fail("branches on secrets");
		path = trace.path;
		/* The key has two addresses. */
		if (!(i & 1) && !same_stack(!i))
			return fail("secrets on the stack");
	}
	return true;
}

/* wc_gcm_setkey() with the row's routines */
static bool gcm_setkey(const struct test *t)
{
	static u8 cipher_key[LIB_CIPHER_KEY_BYTES] __aligned(64);
	static struct wc_ghash_key h, want;
	const struct widecrypt_ops *ops = t->row->ops;
	unsigned int i;
	u64 path = 0;
	u8 key[32];

	for (i = 0; i < 8; i++) {
		rnd_fill(key, sizeof(key));
		ops->setkey(cipher_key, key, t->row->max_key);
		wc_gcm_setkey(portable_gcm(t->row), cipher_key + ops->enc_at,
			      &want);
		memset(&h, 0, sizeof(h));
		fault_note("setting the key");
		abi_run(lib_gcm_setkey,
			(u64 [9]) { (u64)ops->gcm,
				    (u64)cipher_key + ops->enc_at, (u64)&h,
				    ABI_GARBAGE, ABI_GARBAGE, ABI_GARBAGE },
			CAN_STEP && i < 2);
		if (!abi_kept(is_asm(t->row), t->row->features))
			return false;
		if (memcmp(&h, &want, sizeof(h)))
			return fail("not that of portable C");
		if (i == 1 && trace.path != path)
			return fail("branches on secrets");
		path = trace.path;
		if (!same_stack(!i))
			return fail("secrets on the stack");
	}
	return true;
}

/*
 * The key schedule. Random keys: a sum of two words of a key is the same in the
 * inverted key.
 */
static bool expandkey(const struct test *t)
{
	static struct guard key_buf, in_buf;
	static u8 want[LIB_CIPHER_KEY_BYTES];
	const struct widecrypt_ops *ops = t->row->ops;
	struct place at = { AT_END, 0 };
	unsigned int len, i;
	u64 path = 0;
	u8 *key, *in;

	if (!key_buf.base) {
		guard_init(&key_buf, "cipher key", LIB_CIPHER_KEY_BYTES);
		guard_init(&in_buf, "key", 32);
	}
	key = guard_place(&key_buf, at, round_up(ops->key_bytes, 8));
	for_each_key_len(len, t->row) {
		in = guard_place(&in_buf, at, len);
		for (i = 0; i < 8; i++) {
			rnd_fill(in, len);
			memset(want, 0, sizeof(want));
			ops->setkey(want, in, len);
			guard_fill(&key_buf, key, ops->key_bytes);
			memset(key, 0, ops->key_bytes);
			fault_note("%u-bit key", 8 * len);
			abi_run(ops->setkey,
				(u64 [9]) { (u64)key, (u64)in, garbled(len),
					    ABI_GARBAGE, ABI_GARBAGE,
					    ABI_GARBAGE }, CAN_STEP && i < 2);
			if (!abi_kept(false, 0))
				return false;
			if (memcmp(key, want, ops->key_bytes))
				return fail("%u-bit key: wrong schedule",
					    8 * len);
			if (!guard_intact(&key_buf, key, ops->key_bytes))
				return fail("bytes around the schedule changed");
			if (i == 1 && trace.path != path)
				return fail("%u-bit key: branches on secrets",
					    8 * len);
			path = trace.path;
			if (!same_stack(!i))
				return fail("%u-bit key: secrets on the stack",
					    8 * len);
		}
	}
	return true;
}

/*
 * That the checks themselves can fail: a row of routines that break one rule
 * each, and one that breaks none.
 */
static const struct bad {
	const char *name;
	wc_mode_fn *fn;
	bool (*check)(const struct test *t);
} bads[];

static bool bad_shots(const struct test *t)
{
	struct msg *m = msg_get();
	unsigned int n;
	bool end;

	msg_init(m, t->row, t->op, 16, 256, NULL);
	for (n = 16; n <= 256; n += 16) {
		for (end = false; ; end = true) {
			struct shot s = { .m = m, .n = n, .src.edge = end,
					  .dst.edge = end,
					  .call = call_audited };

			if (!shoot(&s))
				return false;
			if (end)
				break;
		}
	}
	return true;
}

static int bad_setkey(void *key, const u8 *in, unsigned int len)
{
	memcpy(key, in, len);
	return 0;
}

#ifdef __x86_64__
#define BAD_FEATURE	WC_AVX
#else
#define BAD_FEATURE	WC_ASIMD
#endif

static bool bad_is_seen(const struct test *t)
{
	const struct bad *b = &bads[t->op];
	const struct widecrypt_ops ops = {
		.setkey = bad_setkey, .key_bytes = 16, .sched_bytes = 16,
		.fn = { [WC_FN_ECB] = b->fn },
	};
	const struct widecrypt_row row = {
		.cipher = "bad", .isa = "bad", .features = BAD_FEATURE,
		.min_key = 16, .max_key = 16, .ops = &ops,
	};
	const struct test inner = { .row = &row, .op = OP_ECB_ENC };
	bool passed = run_guarded((bool (*)(const void *))b->check, &inner);

	if (b->fn == bad_none)
		return passed;
	return passed ? fail("it was not noticed") : true;
}

static const struct bad bads[] = {
	{ "nothing", bad_none, bad_shots },
	{ "nothing, stack", bad_none, residue },
	{ "upper half of an argument", bad_arg_half, bad_shots },
	{ "key on the stack", bad_residue, residue },
	{ "read beyond the source", bad_over_read, bad_shots },
	{ "write beyond the destination", bad_over_write, bad_shots },
	{ "read before the source", bad_under_read, bad_shots },
	{ "source changed", bad_source, bad_shots },
	{ "stale register", bad_stale, bad_shots },
#ifdef __x86_64__
	{ "nothing, path", bad_none, path },
	{ "rbx", bad_rbx, bad_shots },
	{ "rbp", bad_rbp, bad_shots },
	{ "r12", bad_r12, bad_shots },
	{ "r13", bad_r13, bad_shots },
	{ "r14", bad_r14, bad_shots },
	{ "r15", bad_r15, bad_shots },
	{ "rsp", bad_rsp, bad_shots },
	{ "direction flag", bad_direction, bad_shots },
	{ "mxcsr", bad_mxcsr, bad_shots },
	{ "red zone", bad_red_zone, path },
	{ "branch on the key", bad_branch, path },
	{ "no vzeroupper", bad_vzeroupper, bad_shots },
#else
	{ "x18", bad_x18, bad_shots },
	{ "x19", bad_x19, bad_shots },
	{ "x28", bad_x28, bad_shots },
	{ "x29", bad_x29, bad_shots },
	{ "d8", bad_d8, bad_shots },
	{ "d15", bad_d15, bad_shots },
	{ "fpcr", bad_fpcr, bad_shots },
#endif
};

void register_abi(void)
{
	unsigned int i;
	struct test t = {};

	for (i = 0; i < widecrypt_nrows; i++) {
		t.row = &widecrypt_rows[i];
#define ADD(f)	(t.run = f, test_add(&t, "%s/%s %s %s", t.row->cipher,	\
				     t.row->isa, op_descs[t.op].name, #f))
		for (t.op = 0; t.op < OPS; t.op++) {
			if (!row_has_op(t.row, t.op))
				continue;
			ADD(registers);
			if (CAN_STEP)
				ADD(path);
			ADD(residue);
			if (t.op == OP_GCM_ENC || t.op == OP_GCM_DEC)
				ADD(once);
		}
#undef ADD
		/* One key schedule serves all rows of a cipher. */
		t.run = expandkey;
		if (!t.row->features)
			test_add(&t, "%s key schedule", t.row->cipher);
		t.run = powers;
		test_add(&t, "%s/%s ghash powers", t.row->cipher, t.row->isa);
		t.run = gcm_setkey;
		test_add(&t, "%s/%s ghash key", t.row->cipher, t.row->isa);
		t.run = ghash_abi;
		test_add(&t, "%s/%s ghash registers and path", t.row->cipher,
			 t.row->isa);
	}
	t.row = NULL;
	t.run = bad_is_seen;
	if (!(widecrypt_cpu_features() & BAD_FEATURE))
		t.skip = "this CPU lacks vector registers";
	for (i = 0; i < ARRAY_SIZE(bads); i++) {
		t.op = i;
		test_add(&t, "checks see a broken rule: %s", bads[i].name);
	}
}

#else

void register_abi(void)
{
	struct test t = { .skip = "no trampoline for this architecture" };

	test_add(&t, "registers");
}

#endif
