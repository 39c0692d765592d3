"""The control words of RTF that matter here."""

from __future__ import annotations

CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "big5hkscs", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
CODE_PAGES = {936: "gb18030", 950: "big5hkscs", 10000: "mac_roman", 65001: "utf-8", 54936: "gb18030", 1361: "johab"}
CHARACTERS = {
    "par": "\n", "line": "\n", "tab": "\t", "emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002",
    "qmspace": "\u2005", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "zwj": "\u200d", "zwnj": "\u200c", "softline": "\n",
}  # fmt: skip
SYMBOLS = {b"~": "\xa0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\", b"\t": "\t"}
SKIPPED = frozenset((
    "colortbl", "stylesheet", "pict", "object", "objdata", "header", "headerl", "headerr", "headerf", "footer",
    "footerl", "footerr", "footerf", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "pntext",
    "listtext", "nonesttables", "annotation", "atnid", "background", "tc", "xe", "sp", "themedata", "datastore",
    "listtable", "listoverridetable", "rsidtbl", "generator", "filetbl", "revtbl", "template", "bkmkstart", "bkmkend",
))  # fmt: skip
INFO = frozenset(("title", "author", "subject", "keywords", "doccomm", "company", "operator", "category", "manager"))
STARRED = frozenset(("shpinst", "fldinst", "ud"))
