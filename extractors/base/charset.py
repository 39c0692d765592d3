"""Bytes → text: BOM → HTTP header → meta → strict UTF-8 → GB18030 or what the detector finds → Latin-1.

What is declared may also be a person's choice (`chosen`), which overrules everything, or the charset that is usual on
the pages around (`usual`), which only weighs where nothing is declared. Both are written like a label, so they take
its way: through records, processes and caches.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator

# Names of character sets, as headers and pages write them → Python codecs.
#
# Like browsers: GB2312 and GBK are read as their superset GB18030, Latin-1 and ASCII as windows-1252. A label
# that is not here is not believed (it may name a codec like "rot13").

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
    **{
        f"cp{number}": f"windows-{number} cp{number}" for number in (1250, 1251, 1253, 1255, 1256, 1257, 1258)
    },
    **{
        f"iso8859_{number}": f"iso-8859-{number} iso8859-{number}"
        for number in (2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16)
    },
}
# What people and browsers call them.
NAMES = {
    "utf-8": "UTF-8",
    "gb18030": "GB18030",
    "big5hkscs": "Big5",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "iso2022_jp": "ISO-2022-JP",
    "cp949": "EUC-KR",
    "iso8859_8": "ISO-8859-8",
    "cp874": "windows-874",
    "koi8_r": "KOI8-R",
    "koi8_u": "KOI8-U",
    "cp866": "IBM866",
    "mac_roman": "macintosh",
    "mac_cyrillic": "x-mac-cyrillic",
    "windows-1252": "windows-1252",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    **{f"cp{number}": f"windows-{number}" for number in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    **{f"iso8859_{number}": f"ISO-8859-{number}" for number in (2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16)},
}
CODECS = {label: codec for codec, labels in _LABELS.items() for label in (codec, *labels.split())} | {
    "windows-1254": "cp1254",
    "cp1254": "cp1254",
}


# A page says its charset near its beginning; browsers look at 1024 bytes, old pages need a little more.
_HEAD = 4096
_SAMPLE = 16_384

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: its BOM begins with that of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
# Charsets in which ASCII bytes may mean other characters.
_ESCAPED = frozenset(("hz", "iso2022_jp", "iso2022_kr", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"))
# Charsets that are ASCII bytes; only these marks tell.
_SEVEN_BITS = ((b"\x1b$)C", "iso2022_kr"), (b"\x1b$", "iso2022_jp"), (b"~{", "hz"))
_META = re.compile(
    rb"""<meta\b[^>]{0,400}?\bcharset\s*=\s*["']?\s*([\w.:-]+)   # both <meta charset> and http-equiv
    |<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)
    |\A\s*@charset\s+"([\w.:-]+)";""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(rb"<!--(?:[^-]++|-(?!->))*-->")
_WORDS = (b"charset", b"encoding")  # one of them is in every declaration
CHOSEN, NEIGHBOURS = "a person's choice", "the pages around"
GUESSED = frozenset((NEIGHBOURS, "GB18030", "detector", "Latin-1"))
"""What decides where nothing is declared."""
UNDECLARED = "UTF-8"
"""What decides where nothing is declared, or something that the bytes break, and they are UTF-8."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def codec(label: str | None) -> str | None:
    """The Python codec for a charset label, or None when the label means nothing to us."""
    return CODECS.get(label.strip(" \t\r\n\"'").lower()) if label else None


def chosen(label: str) -> str:
    """In place of a declared charset: the one that a person chose."""
    return f"{label}!"


def usual(label: str) -> str:
    """In place of a declared charset: the one that is usual on the pages around."""
    return f"{label}?"


def decode(data: bytes, declared: str | None) -> tuple[str, str, str]:
    """Text, the charset it was read with, and what decided. Never fails: damage becomes U+FFFD.

    A declared charset that cannot be right (the bytes break it) only wins when nothing later fits better.
    """
    around: str | None = None
    if declared and declared[-1] in "!?":
        name = codec(declared[:-1])
        if name and declared[-1] == "!":
            return _as_chosen(data, name), name, CHOSEN
        declared, around = None, name
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(name, "replace"), name, "BOM"
    wide = is_utf16(data)
    if wide:
        return data.decode(wide, "replace"), wide, "detector"
    broken: tuple[str, str] | None = None
    for name, decided in _declarations(data, declared):
        text = _strict(data, name)
        if text is not None:
            return text, name, decided
        broken = broken or (name, decided)
    if broken is None and data.isascii():
        beginning = data[:_SAMPLE]
        for mark, name in _SEVEN_BITS:
            text = _strict(data, name) if mark in beginning else None
            if text is not None and (name != "hz" or _is_chinese(text)):
                return text, name, "detector"
    text = _strict(data, "utf-8")
    if text is not None:
        return text, "utf-8", UNDECLARED
    if broken is not None:
        return data.decode(broken[0], "replace"), *broken
    return _guess(data, around)


def _as_chosen(data: bytes, name: str) -> str:
    bom = next((bom for bom, of in _BOMS if of == name and data.startswith(bom)), b"")
    text = _strict(data[len(bom) :], name)
    return data[len(bom) :].decode(name, "replace") if text is None else text


def _declarations(data: bytes, declared: str | None) -> Iterator[tuple[str, str]]:
    header = codec(declared)
    if header:
        yield header, "HTTP header"
    head = data[:_HEAD]
    lowered = head.lower()
    if not any(word in lowered for word in _WORDS):
        return
    found = _META.search(head)
    comment = head.find(b"<!--")
    if comment >= 0 and (found is None or found.end() >= comment):
        found = _META.search(_COMMENT.sub(b"", head))
    if found:
        label = next(group for group in found.groups() if group)
        name = codec(label.decode("ascii", "replace"))
        if name:
            # A page whose ASCII declaration could be read is not UTF-16, whatever it says.
            yield ("utf-8" if name.startswith(("utf-16", "utf-32")) else name), "meta"


def _strict(data: bytes, name: str) -> str | None:
    """The text if every byte fits; a character cut off by the end of a truncated page is forgiven."""
    if data.isascii() and name not in _ESCAPED:
        return data.decode("ascii")  # many times faster than some codecs
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        if error.end < len(data) or len(data) - error.start > 4:
            return _forgive_1252(data, name)
        return data[: error.start].decode(name, "replace") + "�"


def _forgive_1252(data: bytes, name: str) -> str | None:
    # Five bytes are unassigned in windows-1252; browsers read them as control characters, so nothing is an error.
    return data.decode("latin-1") if name == "windows-1252" else None


def is_utf16(data: bytes) -> str | None:
    """The codec of UTF-16 or UTF-32 text without a BOM, recognised by NULs where text has them."""
    sample = data[:_SAMPLE]
    if len(sample) < 8 or b"\0" not in sample:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if min(even, odd) * 5 > half * 2:
        return next((codec for codec in ("utf-32-le", "utf-32-be") if _reads(sample, codec)), None)
    telling = max(even, odd) * 5 >= half and min(even, odd) * 50 <= half
    first, second = ("utf-16-be", "utf-16-le") if even > odd else ("utf-16-le", "utf-16-be")
    if telling:
        return first if _reads(sample, first) else None
    return next((codec for codec in (first, second) if _reads(sample, codec, of_one_script=True)), None)


def _reads(sample: bytes, codec: str, *, of_one_script: bool = False) -> bool:
    """Whether bytes are text in UTF-16 or UTF-32: other data has NULs as well, but also characters that no text has.
    Where there are few NULs, the letters have to be of one script, or common ones of Chinese, Japanese or Korean."""
    width = 4 if codec.startswith("utf-32") else 2
    try:
        text = sample[: len(sample) // width * width].decode(codec, "strict" if width == 4 else "replace")
    except UnicodeDecodeError:
        return False
    if _CONTROL.search(text) or text.count("�") * 50 > len(text):
        return False
    return not of_one_script or _is_chinese(text) or _is_of_one_script(text)


def _is_of_one_script(text: str) -> bool:
    """Whether nearly all characters are ASCII or letters of one alphabet (Greek, Cyrillic, Hebrew, Arabic, Thai …)."""
    rows = Counter(ord(character) >> 8 for character in text)
    plain = rows.pop(0, 0)
    row, count = max(rows.items(), key=lambda known: known[1], default=(0, 0))
    return 0 < row < 0x11 and plain > 0 and (plain + count) * 20 >= len(text) * 19


def _is_chinese(text: str) -> bool:
    """Whether most letters beyond ASCII are common ones of Chinese, Japanese or Korean."""
    from extractors.base.charset_guess import common_share  # its tables are needed by few texts

    return common_share(text) > 0.5


def _guess(data: bytes, around: str | None) -> tuple[str, str, str]:
    from extractors.base import charset_guess

    found = charset_guess.guess(data)
    if around and found != around and charset_guess.guess(data, around) == around:
        return data.decode(around, "replace"), around, NEIGHBOURS
    if found is not None:
        text = _strict(data, found)
        # Damaged text still is text in that charset when nearly all of it decodes.
        decided = "GB18030" if found == "gb18030" else "detector"
        return data.decode(found, "replace") if text is None else text, found, decided
    text = _strict(data, "gb18030")
    if text is not None:
        return text, "gb18030", "GB18030"
    return data.decode("latin-1"), "windows-1252", "Latin-1"
