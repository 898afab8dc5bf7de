// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Transforms and requests through AF_ALG; see afalg.h.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_alg.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "afalg.h"

#ifndef SOL_ALG
#define SOL_ALG 279
#endif

static const char *const mode_names[] = {
	"ecb", "cbc", "ctr", "cfb", "xts", "gcm", "rfc4106", "ccm"
};

enum af_mode af_mode_by_name(const char *name, size_t len)
{
	int i;

	for (i = 0; i < AF_NONE; i++)
		if (strlen(mode_names[i]) == len &&
		    !strncmp(name, mode_names[i], len))
			return i;
	return AF_NONE;
}

int af_parse_name(const char *name, struct af_name *n)
{
	size_t len = strcspn(name, "-(");

	n->name = name;
	n->mode = af_mode_by_name(name, len);
	if (n->mode == AF_NONE || !name[len])
		return -1;
	name += len + 1;
	if (n->mode == AF_RFC4106) {
		if (strncmp(name, "gcm-", 4) && strncmp(name, "gcm(", 4))
			return -1;
		name += 4;
	}
	if (n->mode == AF_XTS && !strncmp(name, "ecb(", 4))
		name += 4;
	n->cipher = ref_cipher_by_name(name, strcspn(name, "-)"));
	return n->cipher == REF_NONE ? -1 : 0;
}

int af_is_aead(enum af_mode mode)
{
	return mode == AF_GCM || mode == AF_RFC4106 || mode == AF_CCM;
}

unsigned int af_ivlen(enum af_mode mode)
{
	switch (mode) {
	case AF_ECB:
		return 0;
	case AF_GCM:
		return 12;
	case AF_RFC4106:
		return 8;
	default:
		return 16;
	}
}

int af_open(const struct af_name *n)
{
	struct sockaddr_alg sa = { .salg_family = AF_ALG };
	int fd, ret;

	if (strlen(n->name) >= sizeof(sa.salg_name))
		return -ENAMETOOLONG;
	strcpy((char *)sa.salg_type,
	       af_is_aead(n->mode) ? "aead" : "skcipher");
	strcpy((char *)sa.salg_name, n->name);
	fd = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	if (bind(fd, (struct sockaddr *)&sa, sizeof(sa))) {
		ret = -errno;
		close(fd);
		return ret;
	}
	return fd;
}

int af_setkey(int tfm, const u8 *key, size_t len)
{
	return setsockopt(tfm, SOL_ALG, ALG_SET_KEY, key, len) ? -errno : 0;
}

int af_setauthsize(int tfm, unsigned int len)
{
	return setsockopt(tfm, SOL_ALG, ALG_SET_AEAD_AUTHSIZE, NULL, len) ?
	       -errno : 0;
}

static struct cmsghdr *put_cmsg(struct msghdr *m, int type, size_t len)
{
	struct cmsghdr *h = m->msg_control + m->msg_controllen;

	h->cmsg_level = SOL_ALG;
	h->cmsg_type = type;
	h->cmsg_len = CMSG_LEN(len);
	m->msg_controllen += CMSG_SPACE(len);
	return h;
}

/* Send the request's parameters with the first piece of data, if any. */
static int send_first(int op, int enc, const u8 *iv, unsigned int ivlen,
		      int assoclen, const u8 *in, size_t len, int flags)
{
	struct cmsghdr control[16] = { 0 };
	unsigned int dir = enc ? ALG_OP_ENCRYPT : ALG_OP_DECRYPT;
	struct iovec io = { (void *)in, len };
	struct msghdr m = {
		.msg_iov = &io, .msg_iovlen = 1, .msg_control = control
	};
	struct cmsghdr *h;

	h = put_cmsg(&m, ALG_SET_OP, sizeof(dir));
	memcpy(CMSG_DATA(h), &dir, sizeof(dir));
	if (ivlen) {
		h = put_cmsg(&m, ALG_SET_IV, sizeof(ivlen) + ivlen);
		memcpy(CMSG_DATA(h), &ivlen, sizeof(ivlen));
		memcpy(CMSG_DATA(h) + sizeof(ivlen), iv, ivlen);
	}
	if (assoclen >= 0) {
		h = put_cmsg(&m, ALG_SET_AEAD_ASSOCLEN, sizeof(assoclen));
		memcpy(CMSG_DATA(h), &assoclen, sizeof(assoclen));
	}
	return sendmsg(op, &m, flags) == (ssize_t)len ? 0 : -errno;
}

int af_start(int tfm, int enc, const u8 *iv, unsigned int ivlen, int assoclen)
{
	int op = accept4(tfm, NULL, NULL, SOCK_CLOEXEC);
	int ret;

	if (op < 0)
		return -errno;
	ret = send_first(op, enc, iv, ivlen, assoclen, NULL, 0, MSG_MORE);
	if (ret) {
		close(op);
		return ret;
	}
	return op;
}

/* Hand our own memory to the socket: it becomes an sg entry of its own. */
static int splice_piece(int op, const u8 *in, size_t len, int more)
{
	static int fds[2] = { -1, -1 };
	struct iovec io = { (void *)in, len };
	ssize_t n;

	if (fds[0] < 0 && pipe2(fds, O_CLOEXEC))
		return -errno;
	while (io.iov_len) {
		n = vmsplice(fds[1], &io, 1, 0);
		if (n <= 0)
			return n ? -errno : -EIO;
		io.iov_base += n;
		io.iov_len -= n;
		while (n) {
			int last = !more && !io.iov_len;
			ssize_t m = splice(fds[0], NULL, op, NULL, n,
					   last ? 0 : SPLICE_F_MORE);

			if (m <= 0)
				return m ? -errno : -EIO;
			n -= m;
		}
	}
	return 0;
}

int af_send(int op, const u8 *in, size_t len, const struct af_split *split,
	    int more)
{
	const unsigned int *cut = split ? split->src_cuts : NULL;
	size_t n;
	int ret, m;

	if (!len)
		return send(op, in, 0, more ? MSG_MORE : 0) ? -errno : 0;
	for (; len; in += n, len -= n) {
		n = len;
		if (cut) {
			if (!*cut)
				cut = split->src_cuts;
			if (*cut < n)
				n = *cut;
			cut++;
		}
		m = more || n < len;
		if (split && split->how == AF_SPLICE)
			ret = splice_piece(op, in, n, m);
		else
			ret = send(op, in, n, m ? MSG_MORE : 0) == (ssize_t)n ?
			      0 : -errno;
		if (ret)
			return ret;
	}
	return 0;
}

int af_recv(int op, u8 *out, size_t len, const struct af_split *split)
{
	const unsigned int *cut = split ? split->dst_cuts : NULL;
	struct iovec io[1024];
	size_t n, left = len;
	int pieces = 0;
	ssize_t ret;
	u8 dummy;

	/* A read of no bytes would not run the request. */
	if (!len) {
		ret = read(op, &dummy, 1);
		return ret < 0 ? -errno : ret;
	}
	for (; left; out += n, left -= n) {
		if (pieces == 1024)
			return -E2BIG;
		n = left;
		if (cut) {
			if (!*cut)
				cut = split->dst_cuts;
			if (*cut < n)
				n = *cut;
			cut++;
		}
		io[pieces].iov_base = out;
		io[pieces++].iov_len = n;
	}
	ret = readv(op, io, pieces);
	return ret < 0 ? -errno : ret;
}

int af_crypt(int tfm, const struct af_req *r)
{
	int op, ret;

	if (!r->split || r->split->how == AF_WHOLE) {
		op = accept4(tfm, NULL, NULL, SOCK_CLOEXEC);
		if (op < 0)
			return -errno;
		ret = send_first(op, r->enc, r->iv, r->ivlen, r->assoclen,
				 r->in, r->inlen, 0);
	} else {
		op = af_start(tfm, r->enc, r->iv, r->ivlen, r->assoclen);
		if (op < 0)
			return op;
		ret = af_send(op, r->in, r->inlen, r->split, 0);
	}
	if (!ret)
		ret = af_recv(op, r->out, r->outlen, r->split);
	close(op);
	return ret;
}

static int tests, failures;

void af_begin(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("KTAP version 1");
}

void af_note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("# ", stdout);
	vprintf(fmt, ap);
	putchar('\n');
	va_end(ap);
}

void af_result(int ok, const char *fmt, ...)
{
	va_list ap;

	failures += !ok;
	printf("%sok %d ", ok ? "" : "not ", ++tests);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	putchar('\n');
	va_end(ap);
}

void af_skip(const char *why, const char *fmt, ...)
{
	va_list ap;

	printf("ok %d ", ++tests);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	printf(" # SKIP %s\n", why);
	va_end(ap);
}

int af_end(void)
{
	printf("1..%d\n", tests);
	return failures ? 1 : 0;
}
