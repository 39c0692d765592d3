"""Names of character sets, as headers and pages write them → Python codecs.

Like browsers: GB2312 and GBK are read as their superset GB18030, Latin-1 and ASCII as windows-1252. A label that is
not here is not believed (it may name a codec like "rot13").
"""

from __future__ import annotations

_LABELS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8",
    "utf-16-le": "utf-16 utf-16le unicode ucs-2",
    "utf-16-be": "utf-16be",
    "gb18030": "gb2312 gbk gb18030 gb gb-2312 gb_2312 gb_2312-80 gb2312-80 csgb2312 chinese iso-ir-58 x-gbk cp936 "
    "ms936 windows-936 euc-cn x-euc-cn gb18030-2000",
    "hz": "hz-gb-2312",
    "big5hkscs": "big5 big5-hkscs big5hkscs cn-big5 csbig5 x-x-big5 cp950",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j cp932",
    "euc_jp": "euc-jp x-euc-jp eucjp",
    "iso2022_jp": "iso-2022-jp",
    "iso2022_kr": "iso-2022-kr",
    "cp949": "euc-kr euckr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 windows-949 cp949",
    "windows-1252": "iso-8859-1 iso8859-1 iso88591 iso_8859-1 latin1 latin-1 l1 ascii us-ascii ansi windows-1252 "
    "cp1252 x-cp1252 ansi_x3.4-1968",
    "iso8859_8": "iso-8859-8 iso-8859-8-i",
    "cp1254": "iso-8859-9 latin5",
    "cp874": "iso-8859-11 tis-620 windows-874",
    "koi8_r": "koi8-r koi8",
    "koi8_u": "koi8-u",
    "cp866": "cp866 ibm866",
    "mac_roman": "macintosh mac x-mac-roman",
    **{f"cp{number}": f"windows-{number} cp{number}" for number in (1250, 1251, 1253, 1255, 1256, 1257, 1258)},
    **{f"iso8859_{number}": f"iso-8859-{number} iso8859-{number}" for number in (2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16)},
}
# What people and browsers call them.
NAMES = {
    "utf-8": "UTF-8", "gb18030": "GB18030", "big5hkscs": "Big5", "cp932": "Shift_JIS", "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP", "cp949": "EUC-KR", "iso8859_8": "ISO-8859-8", "cp874": "windows-874",
    "koi8_r": "KOI8-R",
    "koi8_u": "KOI8-U", "cp866": "IBM866", "mac_roman": "macintosh", "mac_cyrillic": "x-mac-cyrillic",
    "windows-1252": "windows-1252", "utf-16-le": "UTF-16LE", "utf-16-be": "UTF-16BE",
    **{f"cp{number}": f"windows-{number}" for number in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    **{f"iso8859_{number}": f"ISO-8859-{number}" for number in (2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16)},
}  # fmt: skip
CODECS = {label: codec for codec, labels in _LABELS.items() for label in (codec, *labels.split())} | {
    "windows-1254": "cp1254",
    "cp1254": "cp1254",
}
