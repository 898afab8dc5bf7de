# SPDX-License-Identifier: GPL-2.0-or-later
#
# Reads ndisasm's lines (address, bytes, mnemonic, operands) and prints each
# instruction that needs a feature not named in the variable have. A mnemonic
# that no table names is printed too: nothing passes unread.
function words(list, feature,   a, i, n) {
	n = split(list, a, " ")
	for (i = 1; i <= n; i++)
		table[a[i]] = feature
}
BEGIN {
	n = split(have, h, " ")
	for (i = 1; i <= n; i++)
		has[h[i]] = 1
	words("add adc sub sbb and or xor not neg cmp test inc dec mov movzx " \
	      "movsx movsxd lea push pop ret call jmp nop xchg bswap shl shr " \
	      "sar rol ror shld shrd imul mul bt bts btr bsf bsr cmovz cmovnz " \
	      "cmovc cmovnc cmova cmovna cmovs cmovns cmovl cmovng cmovg cmovnl " \
	      "setz setnz setc setnc leave cld int3 jz jnz jc jnc ja jna js jns " \
	      "jl jg jng jnl jo jno jrcxz loop endbr64 cmovnge cmovnle cmove " \
	      "cmovne je jne stosq stosb stosd rep", "base")
	words("vmovdqu vmovdqa vmovqqa vmovqqu vmovd vmovq vmovups vmovaps vpxor vpand vpandn " \
	      "vpor vpshufb vpshufd vpshuflw vpshufhw vpalignr vpaddd vpaddq " \
	      "vpaddb vpaddw vpsubd vpsubb vpsubq vpslld vpsrld vpsllq vpsrlq " \
	      "vpsllw vpsrlw vpslldq vpsrldq vpunpcklbw vpunpckhbw vpunpcklwd " \
	      "vpunpckhwd vpunpckldq vpunpckhdq vpunpcklqdq vpunpckhqdq " \
	      "vpcmpeqb vpcmpeqd vpcmpeqq vpcmpeqw vpcmpgtb vpcmpgtd vpcmpgtw " \
	      "vpsrad vpsraw vpblendw vpblendvb vpinsrb vpinsrw vpinsrd vpinsrq " \
	      "vpextrb vpextrw vpextrd vpextrq vpminub vpminud vpmaxub vptest " \
	      "vpmovmskb vpackuswb vpshufw vpmulld vpmuludq vpcmpgtq", "avx-int")
	words("vzeroupper vzeroall vbroadcastss vbroadcastsd vmovddup " \
	      "vxorps vandps vandnps vorps vshufps vshufpd vunpcklps vunpckhps " \
	      "vunpcklpd vunpckhpd vpermilps vpermilpd vblendps vblendpd " \
	      "vblendvps vinsertf128 vextractf128 vbroadcastf128 vperm2f128 " \
	      "vmovhps vmovlps vmovhpd vmovlpd vmovlhps vmovhlps vxorpd " \
	      "vmovshdup vmovsldup vlddqu vinsertps", "avx")
	words("vpbroadcastb vpbroadcastw vpbroadcastd vpbroadcastq " \
	      "vbroadcasti128 vinserti128 vextracti128 vperm2i128 vpermq vpermd " \
	      "vpsllvd vpsllvq vpsrlvd vpsrlvq vpsravd vpblendd vpmaskmovd " \
	      "vpmaskmovq vpermpd vpermps vpgatherdd", "avx2")
	words("vaesenc vaesenclast vaesdec vaesdeclast", "aes")
	words("vaesimc vaeskeygenassist", "aesni")
	words("vpclmulqdq vpclmullqlqdq vpclmulhqlqdq vpclmullqhqdq " \
	      "vpclmulhqhqdq", "clmul")
	words("vgf2p8affineqb vgf2p8affineinvqb vgf2p8mulb", "gfni")
	words("vpternlogd vpternlogq vpxord vpxorq vpandd vpandq vpandnd " \
	      "vpandnq vpord vporq vprold vprolq vprord vprorq vprolvd vmovdqu8 " \
	      "vmovdqu16 vmovdqu32 vmovdqu64 vmovdqa32 vmovdqa64 " \
	      "vbroadcasti32x4 vbroadcasti64x2 vbroadcasti64x4 vbroadcasti32x2 " \
	      "vinserti32x4 vinserti64x2 vinserti64x4 vextracti32x4 " \
	      "vextracti64x2 vextracti64x4 vshufi32x4 vshufi64x2 vpermi2d " \
	      "vpermi2q vpermt2d vpermt2q vpermw vpermi2w vpermt2w valignq " \
	      "valignd vpblendmb vpblendmd vpblendmq kmovb kmovw kmovd kmovq " \
	      "kxnord kxnorq kxnorw kxord kandd kandq kandnq kandnd kortestw kortestb kxorq kxorw kxorb kaddb kaddw kaddd kaddq korw korb kandw kandb kunpckbw kunpckwd kunpckdq vpcmpgeub vpcmpgtub vpcmpltub vpcmpleub vpcmpequb vpcmpnequb vpcmpneqb vpcmpged vpcmpgeud vpcmpgtud vpcmpgtuq vpcmpgeuq kortestd kortestq " \
	      "kshiftlq kshiftrq kshiftld kshiftrd knotq vpcmpub vpcmpud " \
	      "vpcmpuq vpcmpltuq vpcmpltud vpcmpb vpcmpd vpcmpq vpsraq vpmovm2b " \
	      "vpsllvw vpsrlvw vptestmb vptestmd vptestmq vptestnmd vpmovb2m " \
	      "vpmovm2q vpcmpequq vpcmpnequq vpcmpleuq", "avx512")
	words("vpermb vpermi2b vpermt2b vpmultishiftqb", "vbmi")
}
function need(feature) {
	if (!(feature in has))
		lack = lack " " feature
}
$1 ~ /^-/ {	# more bytes of the instruction before
	next
}
{
	m = $3
	line = $0
	lack = ""
	evex = (line ~ /zmm|xmm1[6-9]|xmm2[0-9]|xmm3[01]|ymm1[6-9]|ymm2[0-9]|ymm3[01]|\{k[1-7]\}|\{1to|[ ,]k[0-7]/)
	kind = table[m]
	if (kind == "")
		lack = " (not in the tables)"
	else if (m ~ /^vmov(dq|qq)[au]$/)
		need("avx")
	else if (kind == "avx-int")
		need(line ~ /ymm/ ? "avx2" : "avx")
	else if (kind == "aes")
		need(line ~ /[yz]mm/ || evex ? "vaes" : "aesni")
	else if (kind == "clmul")
		need(line ~ /[yz]mm/ || evex ? "vpclmul" : "pclmul")
	else if (kind == "gfni") {
		need("gfni")
		need("avx")
	} else if (kind != "base")
		need(kind)
	if (evex)
		need("avx512")
	if (lack != "") {
		sub(/^[^ ]+ +[^ ]+ +/, "", line)
		print "needs" lack ": " line
	}
	count++
}
END { if (!count) print "nothing was disassembled" }
