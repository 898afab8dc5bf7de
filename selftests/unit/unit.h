/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The unit tests: every routine of every row in user space, at native speed.
 */
#ifndef WIDECRYPT_UNIT_H
#define WIDECRYPT_UNIT_H

#include <widecrypt/features.h>
#include "ops.h"

/* What a routine is tested as; ECB is one routine with two key schedules. */
enum op {
	OP_ECB_ENC,
	OP_ECB_DEC,
	OP_CBC_ENC,
	OP_CBC_DEC,
	OP_CTR,
	OP_CFB_ENC,
	OP_CFB_DEC,
	OP_XTS_ENC,
	OP_XTS_DEC,
	OP_GCM_ENC,
	OP_GCM_DEC,
	OPS,
};

/**
 * struct op_desc - what is known about an operation
 * @name: its name in test lines
 * @mode: the mode as ref_mode() knows it
 * @fn: the routine
 * @enc: it encrypts
 * @dec_sched: it takes the schedule for decryption
 * @unit: what its length counts, in bytes
 * @iv_bytes: the state that it updates
 */
struct op_desc {
	const char *name;
	const char *mode;
	enum wc_routine fn;
	bool enc;
	bool dec_sched;
	unsigned int unit;
	unsigned int iv_bytes;
};

extern const struct op_desc op_descs[OPS];

/* The GCM routines of the cipher's portable row */
const struct wc_gcm_fns *portable_gcm(const struct widecrypt_row *row);

bool row_has_op(const struct widecrypt_row *row, enum op op);

/* Tests: registered first, so that KTAP's plan can be printed, then run. */
struct test {
	char *name;
	const char *skip;
	/* Returns false after fail(), true if all was well. */
	bool (*run)(const struct test *t);
	const struct widecrypt_row *row;
	enum op op;
	const char *arg;
};

__printf(2, 3) void test_add(const struct test *t, const char *fmt, ...);
__printf(1, 2) bool fail(const char *fmt, ...);

/* The sets of tests; a program may be built without some. */
typedef void register_fn(void);
register_fn register_keys, register_ghash, register_vectors, register_modes,
	    register_gcm, register_abi;
register_fn register_tables __weak, register_gcm_tables __weak,
	    register_sm4_tables __weak, register_control __weak;

/* What a fault is blamed on; the message says where the address lies. */
__printf(1, 2) void fault_note(const char *fmt, ...);
/* Runs f(arg); a fault in it is its failure. */
bool run_guarded(bool (*f)(const void *arg), const void *arg);

/* Pseudo-random bytes, the same in every run unless SEED is set */
void rnd_fill(void *p, size_t n);
u64 rnd(void);

/*
 * A buffer with an inaccessible page before and after it. A place in it is
 * counted from its start, or backwards from its end.
 */
struct guard {
	const char *name;
	u8 *base;
	unsigned int size;
};

enum { AT_START, AT_END };

struct place {
	u8 edge;
	u8 off;
};

void guard_init(struct guard *g, const char *name, unsigned int size);
u8 *guard_place(const struct guard *g, struct place at, unsigned int n);
/* Fills it with a pattern, and checks that all but n bytes at p still hold it */
void guard_fill(const struct guard *g, const u8 *p, unsigned int n);
bool guard_intact(const struct guard *g, const u8 *p, unsigned int n);
/* Names the place of an address, if it is in or next to a guarded buffer. */
const char *guard_name(const void *addr);

/*
 * Independent implementations (ref_lib.c; selftests/arm64/ref.c); a failure in
 * one ends the program.
 */
void __noreturn ref_die(const char *what);
void ref_mode(const char *cipher, const char *mode, bool enc, const u8 *key,
	      unsigned int key_len, const u8 *iv, u8 *dst, const u8 *src,
	      unsigned int n);
void ref_xts(const char *cipher, bool enc, const u8 *key, unsigned int key_len,
	     const u8 *tweak, u8 *dst, const u8 *src, unsigned int n);
/* Our own over ECB. XTS from an encrypted tweak; *t is left at the next block's. */
void ref_xts_from(const char *cipher, bool enc, const u8 *key,
		  unsigned int key_len, u8 *t, u8 *dst, const u8 *src,
		  unsigned int n);
void ref_xts_next(u8 *t);
struct ref_gcm *ref_gcm_open(const char *cipher, const u8 *key,
			     unsigned int key_len);
void ref_gcm_seal(struct ref_gcm *g, const u8 *nonce, const u8 *aad,
		  unsigned int aad_len, u8 *dst, const u8 *src, unsigned int n,
		  u8 *tag);
void ref_gcm_close(struct ref_gcm *g);
/* SP 800-38D, algorithm 1, bit by bit: acc = acc h, and GHASH of n bytes more */
void ref_gf128_mul(u8 *acc, const u8 *h);
void ref_ghash(const u8 *h, u8 *acc, const u8 *data, unsigned int n);
/* Adds n to the last @bits bits of a big-endian counter. */
void ref_add(u8 *ctr, unsigned int bits, u64 n);

/* The most blocks that a row takes at once, and the most of any row */
#ifdef __aarch64__
#define row_batch(row)	16U
#define MAX_BATCH	64	/* so that texts can be 4 KiB */
#else
#define row_batch(row)	((row)->features & WC_AVX512 ? 128U : 64U)
#define MAX_BATCH	128
#endif

/* 4 times the widest batch, and a tail of 17 blocks */
#define MSG_BYTES	(16 * (4 * MAX_BATCH + 17))
#define MSG_BLOCKS	(MSG_BYTES / 16)
/* The same with a tail of 17 bytes, for modes that take bytes */
#define MSG_BYTE_SWEEP	(16 * 4 * MAX_BATCH + 17)

/**
 * struct msg - a message of one operation with all that is expected of it
 * @row: the row
 * @op: the operation
 * @key: the key
 * @key_len: its length in bytes
 * @n: bytes of text
 * @in: text in
 * @want: text out, of whole blocks and of a partial last block but for XTS
 * @state: the IV or GCM state before each block, and after the last
 * @cipher_key: struct <cipher>_key
 * @h: the GHASH key
 */
struct msg {
	const struct widecrypt_row *row;
	enum op op;
	u8 key[32];
	unsigned int key_len;
	unsigned int n;
	u8 in[MSG_BYTES];
	u8 want[MSG_BYTES];
	u8 state[MSG_BLOCKS + 1][32];
	u8 h_block[16];
	u8 cipher_key[LIB_CIPHER_KEY_BYTES] __aligned(64);
	struct wc_ghash_key h;
};

/* iv: 16 bytes, the IV, counter or encrypted tweak to start from */
void msg_init(struct msg *m, const struct widecrypt_row *row, enum op op,
	      unsigned int key_len, unsigned int n, const u8 *iv);
/* The same with every bit of key and text inverted, and the same IV */
void msg_invert(struct msg *m);

/* How a routine is called */
struct call {
	const void *ks;
	const struct wc_ghash_key *h;
	u8 *dst;
	const u8 *src;
	unsigned int n;
	u8 *iv;
};

typedef bool call_fn(const struct widecrypt_row *row, enum op op,
		     const struct call *c);
call_fn call_direct;

/**
 * struct shot - one call on a part of a message, and what is checked after it
 * @m: the message
 * @block: where the part starts
 * @n: its length in bytes
 * @src: where the source goes in its guarded buffer
 * @dst: where the destination goes
 * @iv: where the IV or GCM state goes
 * @ks: where the key schedule and the GHASH key go
 * @in_place: the destination is the source
 * @call: how the routine is called, NULL: directly
 */
struct shot {
	struct msg *m;
	unsigned int block;
	unsigned int n;
	struct place src, dst, iv, ks;
	bool in_place;
	call_fn *call;
};

bool shoot(const struct shot *s);

/* The key lengths of a row, one after the other; 0 ends */
unsigned int next_key_len(const struct widecrypt_row *row, unsigned int len);

#define for_each_key_len(len, row)					\
	for ((len) = (row)->min_key; (len); (len) = next_key_len(row, len))

/* A new message for every test that needs one */
struct msg *msg_get(void);

#endif /* WIDECRYPT_UNIT_H */
