// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What dm-crypt must write, by the reference in ref.c:
 *	dmref xts|cbc|ctr CIPHER KEY [ESSIV-KEY] <PLAINTEXT >CIPHERTEXT
 * Keys in hex. Sectors of 512 bytes from number 0 on; the IV is plain64, the
 * sector's number in little-endian order, or with ESSIV-KEY its encryption.
 */
#include <stdio.h>
#include <string.h>

#include "../../tcrypt/ref.h"

static size_t hex(const char *s, u8 *out, size_t max)
{
	size_t n = 0;
	unsigned int byte;

	while (n < max && sscanf(s, "%2x", &byte) == 1) {
		out[n++] = byte;
		s += 2;
	}
	return *s ? 0 : n;
}

static int synopsis(void)
{
	fprintf(stderr, "usage: dmref xts|cbc|ctr CIPHER KEY [ESSIV-KEY]\n");
	return 2;
}

int main(int argc, char **argv)
{
	u8 key[64], in[512], out[512], iv[16];
	struct ref_key k, k2, essiv;
	enum ref_cipher cipher;
	unsigned long long sector;
	size_t len, half;
	int i;

	if (argc != 4 && argc != 5)
		return synopsis();
	cipher = ref_cipher_by_name(argv[2], strlen(argv[2]));
	len = hex(argv[3], key, sizeof(key));
	half = *argv[1] == 'x' ? len / 2 : len;
	if (cipher == REF_NONE || ref_setkey(&k, cipher, key, half) ||
	    ref_setkey(&k2, cipher, key + len - half, half))
		return synopsis();
	if (argc == 5) {
		len = hex(argv[4], key, sizeof(key));
		if (ref_setkey(&essiv, cipher, key, len))
			return synopsis();
	}

	for (sector = 0; fread(in, sizeof(in), 1, stdin) == 1; sector++) {
		memset(iv, 0, sizeof(iv));
		for (i = 0; i < 8; i++)
			iv[i] = sector >> 8 * i;
		if (argc == 5)
			ref_encrypt(&essiv, iv, iv);
		if (!strcmp(argv[1], "xts"))
			ref_xts(&k, &k2, 1, iv, out, in, sizeof(in));
		else if (!strcmp(argv[1], "cbc"))
			ref_cbc(&k, 1, iv, out, in, sizeof(in));
		else if (!strcmp(argv[1], "ctr"))
			ref_ctr(&k, iv, out, in, sizeof(in));
		else
			return synopsis();
		if (fwrite(out, sizeof(out), 1, stdout) != 1)
			return 1;
	}
	return fflush(stdout) ? 1 : 0;
}
