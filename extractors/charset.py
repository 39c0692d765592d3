"""Bytes → text: BOM → HTTP header → meta → strict UTF-8 → GB18030 → detector → Latin-1."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from charset_normalizer import from_bytes

from extractors.charset_labels import CODECS

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
_ESCAPED = frozenset(("hz", "iso2022_jp", "utf-16-le", "utf-16-be"))
_META = re.compile(
    rb"""<meta\b[^>]{0,400}?\bcharset\s*=\s*["']?\s*([\w.:-]+)   # both <meta charset> and http-equiv
    |<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)
    |\A\s*@charset\s+"([\w.:-]+)";""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(rb"<!--(?:[^-]++|-(?!->))*-->")
_WORDS = (b"charset", b"encoding")  # one of them is in every declaration
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")
_DETECTED = ["big5hkscs", "cp932", "euc_jp", "cp949", "cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "koi8_r"]


def codec(label: str | None) -> str | None:
    """The Python codec for a charset label, or None when the label means nothing to us."""
    return CODECS.get(label.strip(" \t\r\n\"'").lower()) if label else None


def decode(data: bytes, declared: str | None) -> tuple[str, str, str]:
    """Text, the charset it was read with, and what decided. Never fails: damage becomes U+FFFD.

    A declared charset that cannot be right (the bytes break it) only wins when nothing later fits better.
    """
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
    if broken is None and b"\x1b$" in data[:_SAMPLE]:
        text = _strict(data, "iso2022_jp")
        if text is not None:
            return text, "iso2022_jp", "detector"
    text = _strict(data, "utf-8")
    if text is not None:
        return text, "utf-8", "UTF-8"
    if broken is not None:
        return data.decode(broken[0], "replace"), *broken
    return _guess(data)


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
    """The codec of UTF-16 text without a BOM, recognised by the NULs of its ASCII characters."""
    sample = data[:_SAMPLE]
    if len(sample) < 8 or b"\0" not in sample:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if min(even, odd) * 50 > half or max(even, odd) * 5 < half:
        return None
    codec = "utf-16-be" if even > odd else "utf-16-le"
    # Other data has NULs as well, but also what no text has.
    text = sample[: len(sample) // 2 * 2].decode(codec, "replace")
    return None if _CONTROL.search(text) or text.count("�") * 50 > half else codec


def _guess(data: bytes) -> tuple[str, str, str]:
    sample = data[:_SAMPLE]
    asian = _other_asian(sample)
    text = _strict(data, asian) if asian else None
    if asian and text is not None:
        return text, asian, "detector"
    text = _strict(data, "gb18030")
    if text is not None and _looks_chinese(sample):
        return text, "gb18030", "GB18030"
    best = from_bytes(sample, cp_isolation=_DETECTED).best()
    if best is not None and not best.encoding.startswith(("ascii", "utf")):
        return data.decode(best.encoding, "replace"), best.encoding, "detector"
    if text is not None:
        return text, "gb18030", "GB18030"
    # Damaged Chinese text still is Chinese text when nearly all of it decodes.
    if _looks_chinese(sample) and sample.decode("gb18030", "replace").count("�") * 50 < len(sample):
        return data.decode("gb18030", "replace"), "gb18030", "GB18030"
    return data.decode("latin-1"), "windows-1252", "Latin-1"


def _looks_chinese(sample: bytes) -> bool:
    """Are most two-byte characters in the GB2312 area? In accented Latin text most are not."""
    pairs = _PAIR.findall(sample)
    inside = sum(1 for pair in pairs if 0xA1 <= pair[0] <= 0xF7 and pair[1] >= 0xA1)
    return inside * 2 >= len(pairs)


def _other_asian(sample: bytes) -> str | None:
    """Is this Big5, Shift_JIS, EUC-JP or EUC-KR, all of which GB18030 can read as nonsense?

    Each has a mark Chinese text lacks: Japanese is a fifth kana, Korean syllables begin with B0–C8 only,
    Big5 has second bytes below A1 in a third of its characters and first bytes A4–C6 in nearly all.
    """
    pairs = _PAIR.findall(sample)
    if len(pairs) < 8:
        return None
    kana = _strict(sample, "cp932")
    if kana is not None and _share(kana, "\u3041", "\u30fa") > 0.2:
        return "cp932"
    kana = _strict(sample, "euc_jp")
    if kana is not None and _share(kana, "\u3041", "\u30fa") > 0.2:
        return "euc_jp"
    words = [pair for pair in pairs if pair[0] >= 0xB0 and pair[1] >= 0xA1]
    if len(words) > 20 and len(words) * 2 > len(pairs) and all(pair[0] <= 0xC8 for pair in words):
        return "cp949"
    low = sum(1 for pair in pairs if pair[1] < 0xA1)
    usual = sum(1 for pair in pairs if 0xA1 <= pair[0] <= 0xC6)
    return "big5hkscs" if low * 5 > len(pairs) and usual * 10 > len(pairs) * 8 else None


def _share(text: str, first: str, last: str) -> float:
    """The share of the characters first…last among those that are not ASCII."""
    foreign = [c for c in text if c > "\x7f"]
    return sum(1 for c in foreign if first <= c <= last) / max(1, len(foreign))
