// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A file through kTLS on loopback:
 *	ktls [-d|-r] SUITE FILE
 * The kernel encrypts; the kernel decrypts on the other end and the bytes are
 * compared. -r: the reference in ref.c decrypts the records instead. -d: one bit
 * of the receiver's key differs, and the receiver must get EBADMSG. Then it prints
 * "held" and keeps the sockets until its standard input ends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tls.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../tcrypt/ref.h"

#ifndef TCP_ULP
#define TCP_ULP 31
#endif
#ifndef SOL_TLS
#define SOL_TLS 282
#endif

#include "ccm.h"

#define RECORD	16384
#define HEADER	5
#define TAG	16

static const struct suite {
	const char *name;
	unsigned short version, type;
	unsigned int keylen;
	enum ref_cipher cipher;
	int ccm;
} suites[] = {
	{ "12-gcm-aria-128", TLS_1_2_VERSION, TLS_CIPHER_ARIA_GCM_128, 16, REF_ARIA, 0 },
	{ "12-gcm-aria-256", TLS_1_2_VERSION, TLS_CIPHER_ARIA_GCM_256, 32, REF_ARIA, 0 },
	{ "13-gcm-sm4", TLS_1_3_VERSION, TLS_CIPHER_SM4_GCM, 16, REF_SM4, 0 },
	{ "13-ccm-sm4", TLS_1_3_VERSION, TLS_CIPHER_SM4_CCM, 16, REF_SM4, 1 },
	{ "12-gcm-aes-128", TLS_1_2_VERSION, TLS_CIPHER_AES_GCM_128, 16, REF_AES, 0 },
	{ "13-gcm-aes-128", TLS_1_3_VERSION, TLS_CIPHER_AES_GCM_128, 16, REF_AES, 0 },
	{ "12-gcm-aes-256", TLS_1_2_VERSION, TLS_CIPHER_AES_GCM_256, 32, REF_AES, 0 },
	{ "13-gcm-aes-256", TLS_1_3_VERSION, TLS_CIPHER_AES_GCM_256, 32, REF_AES, 0 },
};

static const struct suite *suite;
static u8 *data;			/* the file */
static size_t size;

static void die(const char *what)
{
	fprintf(stderr, "ktls: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* All structs tls12_crypto_info_* are: version, type, IV, key, salt, sequence. */
struct keys {
	u8 iv[8], key[32], salt[4];
};

static void make_keys(struct keys *k)
{
	unsigned int i;

	for (i = 0; i < sizeof(*k); i++)
		((u8 *)k)[i] = 0x31 * i + 7;
}

static void start_tls(int fd, int direction, const struct keys *k)
{
	u8 info[4 + sizeof(*k) + 8] = { 0 }, *p = info;

	memcpy(p, &suite->version, 2);
	memcpy(p + 2, &suite->type, 2);
	p += 4;
	memcpy(p, k->iv, 8);
	memcpy(p += 8, k->key, suite->keylen);
	memcpy(p += suite->keylen, k->salt, 4);
	p += 4 + 8;
	if (setsockopt(fd, IPPROTO_TCP, TCP_ULP, "tls", 4))
		die("TCP_ULP tls");
	if (setsockopt(fd, SOL_TLS, direction, info, p - info))
		die(direction == TLS_TX ? "TLS_TX" : "TLS_RX");
}

static void connect_pair(int *client, int *server)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	int l = socket(AF_INET, SOCK_STREAM, 0);

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	*client = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(l, (void *)&a, sizeof(a)) || listen(l, 1) ||
	    getsockname(l, (void *)&a, &len) ||
	    connect(*client, (void *)&a, sizeof(a)))
		die("loopback");
	*server = accept(l, NULL, NULL);
	if (*server < 0)
		die("accept");
	close(l);
}

/* A third by write, the rest by sendfile. */
static void send_all(int fd, int file)
{
	size_t done = 0;
	off_t offset;
	ssize_t n;

	while (done < size / 3) {
		n = write(fd, data + done, size / 3 - done);
		if (n <= 0)
			die("write");
		done += n;
	}
	for (offset = done; (size_t)offset < size;)
		if (sendfile(fd, file, &offset, size - offset) <= 0)
			die("sendfile");
}

static void receive_kernel(int fd)
{
	static u8 buf[50000];
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		n = read(fd, buf, sizeof(buf));
		if (n <= 0)
			die("read");
		if ((size_t)n > size - done || memcmp(buf, data + done, n)) {
			fprintf(stderr, "ktls: differs behind byte %zu\n", done);
			exit(1);
		}
		done += n;
	}
}

static void read_full(int fd, u8 *p, size_t len)
{
	if (recv(fd, p, len, MSG_WAITALL) != (ssize_t)len)
		die("recv");
}

/* RFC 5288 and RFC 8446, 5.2 and 5.3: nonces and additional data. */
static void receive_reference(int fd, const struct keys *k)
{
	static u8 rec[HEADER + 8 + RECORD + 1 + TAG + 256], out[sizeof(rec)];
	int v13 = suite->version == TLS_1_3_VERSION;
	u8 nonce[12], aad[13], tag[16], *ct;
	unsigned long long seq;
	size_t done = 0, len, aadlen;
	struct ref_key key;
	int i;

	ref_setkey(&key, suite->cipher, k->key, suite->keylen);
	for (seq = 0; done < size; seq++) {
		read_full(fd, rec, HEADER);
		len = rec[3] << 8 | rec[4];
		if (len > sizeof(rec) - HEADER) {
			fprintf(stderr, "ktls: record of %zu bytes\n", len);
			exit(1);
		}
		read_full(fd, rec + HEADER, len);
		ct = rec + HEADER;
		memcpy(nonce, k->salt, 4);
		if (v13) {
			memcpy(nonce + 4, k->iv, 8);
			for (i = 0; i < 8; i++)
				nonce[11 - i] ^= seq >> 8 * i;
			memcpy(aad, rec, aadlen = HEADER);
		} else {
			memcpy(nonce + 4, ct, 8);
			ct += 8;
			len -= 8;
			for (i = 0; i < 8; i++)
				aad[7 - i] = seq >> 8 * i;
			memcpy(aad + 8, rec, 3);
			aad[11] = (len - TAG) >> 8;
			aad[12] = len - TAG;
			aadlen = 13;
		}
		len -= TAG;
		if (suite->ccm) {
			ccm_crypt(&key, nonce, 12, out, ct, len);
			ccm_tag(&key, nonce, 12, aad, aadlen, out, len, tag,
				TAG);
		} else {
			ref_gcm_tag(&key, nonce, aad, aadlen, ct, len, tag);
			ref_gcm_crypt(&key, nonce, out, ct, len);
		}
		if (v13)
			len--;		/* the content type */
		if (memcmp(tag, ct + len + v13, TAG) || len > size - done ||
		    memcmp(out, data + done, len)) {
			fprintf(stderr, "ktls: record %llu differs\n", seq);
			exit(1);
		}
		done += len;
	}
}

static void receive_damaged(int fd)
{
	static u8 buf[RECORD];
	ssize_t n = read(fd, buf, sizeof(buf));

	if (n < 0 && errno == EBADMSG)
		return;
	fprintf(stderr, "ktls: read gives %zd, errno %d\n", n, errno);
	exit(1);
}

int main(int argc, char **argv)
{
	int c, how = 0, file, tx, rx, status;
	struct keys keys;
	struct stat st;
	unsigned int i;
	pid_t sender;

	while ((c = getopt(argc, argv, "dr")) > 0)
		how = c;
	for (i = 0; argc - optind == 2 && i < sizeof(suites) / sizeof(*suites); i++)
		if (!strcmp(suites[i].name, argv[optind]))
			suite = &suites[i];
	if (!suite) {
		fprintf(stderr, "usage: ktls [-d|-r] SUITE FILE\n");
		return 2;
	}
	file = open(argv[optind + 1], O_RDONLY);
	if (file < 0 || fstat(file, &st))
		die(argv[optind + 1]);
	size = st.st_size;
	data = malloc(size);
	if (!data || read(file, data, size) != (ssize_t)size)
		die("read");

	make_keys(&keys);
	connect_pair(&tx, &rx);
	start_tls(tx, TLS_TX, &keys);
	if (how == 'd')
		keys.key[5] ^= 1;
	if (how != 'r')
		start_tls(rx, TLS_RX, &keys);
	sender = fork();
	if (!sender) {
		send_all(tx, file);
		return 0;
	}
	if (how == 'd')
		receive_damaged(rx);
	else if (how == 'r')
		receive_reference(rx, &keys);
	else
		receive_kernel(rx);
	puts("held");
	fflush(stdout);
	while (read(0, &c, 1) > 0)
		;
	if (how == 'd')
		shutdown(rx, SHUT_RDWR);
	close(rx);
	waitpid(sender, &status, 0);
	return how != 'd' && status ? 1 : 0;
}
