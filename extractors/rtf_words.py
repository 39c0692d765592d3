"""The control words of RTF that matter here."""

from __future__ import annotations

CHARSETS = {
    2: "symbol", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "big5hkscs",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251",
    78: "cp932", 79: "cp949", 80: "gb18030", 81: "big5hkscs", 85: "mac_greek", 86: "mac_turkish", 88: "mac_latin2",
    89: "mac_cyrillic", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
CODE_PAGES = {
    936: "gb18030", 950: "big5hkscs", 1361: "johab", 10000: "mac_roman", 10001: "cp932", 10002: "big5hkscs",
    10003: "cp949", 10006: "mac_greek", 10007: "mac_cyrillic", 10008: "gb18030", 10029: "mac_latin2",
    10079: "mac_iceland", 10081: "mac_turkish", 20127: "cp1252", 52936: "hz", 54936: "gb18030", 65001: "utf-8",
}  # fmt: skip
DOUBLE = frozenset(("cp932", "cp949", "johab", "gb18030", "big5hkscs"))
DOCUMENT_CODECS = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
CHARACTERS = {
    "line": "\n", "lbr": "\n", "tab": "\t", "emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002",
    "qmspace": "\u2005", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "zwj": "\u200d", "zwnj": "\u200c", "softline": "\n", "ltrmark": "\u200e", "rtlmark": "\u200f",
}  # fmt: skip
SYMBOLS = {b"~": "\xa0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\", b"\t": "\t"}
SKIPPED = frozenset((
    "objdata", "objclass", "objname", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "nonesttables",
    "atnid", "atnauthor", "atntime", "atnref", "background", "tc", "xe", "rxe", "bxe", "sp", "themedata", "datastore",
    "listtable", "listoverridetable", "rsidtbl", "generator", "filetbl", "revtbl", "template", "bkmkstart", "bkmkend",
    "shprslt", "falt", "panose", "fontemb", "pnseclvl", "nesttableprops", "xmlnstbl", "mmathPr", "latentstyles",
    "shpgrp_", "private1", "userprops", "formfield", "do", "revtim", "printim", "buptim", "keycode", "private",
))  # fmt: skip
INFO = frozenset(("title", "author", "subject", "keywords", "doccomm", "company", "operator", "category", "manager"))
# What stands on its own beside the text: control word → role of its parts
FLOWS = {
    "footnote": "note", "annotation": "comment", "shptxt": "box", "dptxbxtext": "box",
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
}  # fmt: skip
# Other destinations that are read; "\\*" before them does not make them skipped.
STARRED = frozenset(("shpinst", "fldinst", "ud", "annotation", "htmltag", "mhtmltag", "nextfile"))
READ = frozenset(("fonttbl", "colortbl", "stylesheet", "info", "fldinst", "listtext", "pntext", "pict", "htmltag"))
# Names of styles → level of a heading; "title" is the style for titles.
TITLE_STYLES = ("title", "标题", "titel", "titre")
