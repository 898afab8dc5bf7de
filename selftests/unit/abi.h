/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A call with everything around it recorded: what abi_<machine>.S fills in and
 * reads. The offsets are checked in abi.c.
 */
#ifndef WIDECRYPT_UNIT_ABI_H
#define WIDECRYPT_UNIT_ABI_H

#define ABI_FN		0	/* the routine */
#define ABI_ARGS	8	/* nine arguments, six or eight in registers */
#define ABI_STACK	80	/* where the stack starts */
#ifdef __x86_64__
#define ABI_SAVED_IN	88	/* rbx, rbp, r12 to r15 before the call */
#define ABI_SAVED_OUT	136	/* and after it */
#define ABI_SP_OUT	184	/* the stack pointer after the call */
#define ABI_FLAGS_OUT	192	/* rflags after the call */
#define ABI_MXCSR_IN	200
#define ABI_MXCSR_OUT	204
#define ABI_FCW_OUT	208
#define ABI_VECTORS	212	/* 1: fill and save ymm, 2: zmm and k, too */
#define ABI_STEP	216	/* call with the trap flag set */
#define ABI_HOST_SP	224
#define ABI_YMM_OUT	256	/* ymm0 to ymm15 after the call */
#else
#define ABI_SAVED_IN	88	/* x18 to x29, d8 to d15 before the call */
#define ABI_SAVED_OUT	248	/* and after it */
#define ABI_SP_OUT	408	/* the stack pointer after the call */
#define ABI_FPCR_OUT	416
#define ABI_HOST	424	/* the same registers and sp, x30 of the caller */
#define ABI_HOST_SP	584
#endif

/* What the arguments on the stack take, aligned */
#define ABI_STACK_ARGS	32

/* In the scratch registers, and in the upper halves of 32-bit arguments */
#define ABI_GARBAGE	0xdeadbeefcafef00d

#ifndef __ASSEMBLER__

struct abi {
	void *fn;
	u64 args[9];
	void *stack;
#ifdef __x86_64__
	u64 saved_in[6];
	u64 saved_out[6];
	u64 sp_out;
	u64 flags_out;
	u32 mxcsr_in;
	u32 mxcsr_out;
	u32 fcw_out;
	u32 vectors;
	u64 step;
	u64 host_sp;
	u8 unused[24];
	u8 ymm_out[16][32];
#else
	u64 saved_in[20];
	u64 saved_out[20];
	u64 sp_out;
	u64 fpcr_out;
	u64 host[20];
	u64 host_sp[2];
#endif
};

void abi_call(struct abi *a);
/* The address to which the routine returns */
extern const char abi_return[];

/* Routines that break one rule each, bad_<machine>.S */
wc_mode_fn bad_none, bad_arg_half, bad_residue, bad_over_read, bad_over_write,
	   bad_under_read, bad_source, bad_stale;
#ifdef __x86_64__
wc_mode_fn bad_rbx, bad_rbp, bad_r12, bad_r13, bad_r14, bad_r15, bad_rsp,
	   bad_direction, bad_mxcsr, bad_upper, bad_red_zone, bad_branch,
	   bad_vzeroupper;
#else
wc_mode_fn bad_x18, bad_x19, bad_x28, bad_x29, bad_d8, bad_d15, bad_fpcr;
#endif

#endif /* !__ASSEMBLER__ */
#endif /* WIDECRYPT_UNIT_ABI_H */
