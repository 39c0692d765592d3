"""What old Office files say of themselves: the property sets of [MS-OLEPS] in OLE2 containers.

olefile reads the containers, not these: a vector of a kind that it does not know, of as many elements as the file
likes, keeps it busy until memory ends; and it takes texts in UTF-16 for those of a code page.
"""

from __future__ import annotations

import codecs
import re
import struct
from datetime import UTC, datetime, timedelta

from extractors.base import dates, spacing
from extractors.base.ole import Container
from extractors.base.types import Document

SUMMARY = "\x05SummaryInformation"
DOCUMENT_SUMMARY = "\x05DocumentSummaryInformation"
# [MS-OSHARED] 2.3.3.2.1 and 2.3.3.2.2: property number → its name here
_SUMMARY_NAMES = {
    2: "title",
    3: "subject",
    4: "author",
    5: "keywords",
    6: "comments",
    8: "last-author",
    12: "created",
    13: "modified",
    14: "pages",
    18: "program",
}
_DOCUMENT_NAMES = {2: "category", 14: "manager", 15: "company"}
_MAX_PROPERTIES = 200
_MAX_VALUE = 20_000
_I2, _I4, _LPSTR, _LPWSTR, _FILETIME, _BSTR = 2, 3, 30, 31, 64, 8
_HIGH = re.compile(r"[\x80-\xff]+")
_PAIR = re.compile(rb"(?:[\xa1-\xa9\xb0-\xf7][\xa1-\xfe])+")
_CODE_PAGES = {
    936: "gb18030",
    950: "big5hkscs",
    1361: "johab",
    10000: "mac_roman",
    10001: "cp932",
    10002: "big5hkscs",
    10003: "cp949",
    10006: "mac_greek",
    10007: "mac_cyrillic",
    10008: "gb18030",
    10029: "mac_latin2",
    10081: "mac_turkish",
    54936: "gb18030",
    65001: "utf-8",
}
_NO_PAGE = 1252


def known_codec(page: int) -> str | None:
    """The Python codec of a Windows code page; None when there is none."""
    name = _CODE_PAGES.get(page, f"cp{page}")
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return name


def codec(page: int) -> str:
    """The Python codec of a Windows code page; that of 1252 when there is none."""
    return known_codec(page) or "cp1252"


def read(container: Container, fallback: int = _NO_PAGE) -> dict[str, str]:
    """The properties that have a name here ("title", "author", "created" …), as text; dates are ISO 8601.

    `fallback` is the code page where the file tells none.
    """
    found: dict[str, str] = {}
    for stream, names in ((SUMMARY, _SUMMARY_NAMES), (DOCUMENT_SUMMARY, _DOCUMENT_NAMES)):
        try:
            found |= _set(container.read(stream, 1 << 20), names, fallback)
        except struct.error:  # cut off: what was read before is lost with it, the document is not
            continue
    return found


def fill(document: Document, container: Container, fallback: int = _NO_PAGE) -> str:
    """Take author, dates and the rest from the properties; returns the title they hold (often not the right one)."""
    found = read(container, fallback)
    document.author = found.pop("author", "")
    document.date = found.pop("created", "")
    document.metadata |= found
    return found.get("title", "")


def _set(raw: bytes, names: dict[int, str], fallback: int) -> dict[str, str]:
    if len(raw) < 48:
        return {}
    start = struct.unpack_from("<I", raw, 44)[0]
    count = min(struct.unpack_from("<I", raw, start + 4)[0], _MAX_PROPERTIES)
    places = dict(struct.unpack_from("<II", raw, start + 8 + 8 * at) for at in range(count))
    page = fallback
    if 1 in places and start + places[1] + 6 <= len(raw):
        page = struct.unpack_from("<H", raw, start + places[1] + 4)[0] or fallback
    found = {}
    for number, name in names.items():
        if number in places and start + places[number] + 8 <= len(raw):
            value = spacing.line(_value(raw, start + places[number], page))
            if value:
                found[name] = value
    return found


def _value(raw: bytes, at: int, page: int) -> str:
    kind, length = struct.unpack_from("<HxxI", raw, at)
    length = min(length, _MAX_VALUE)
    if kind in (_LPSTR, _BSTR):
        value = raw[at + 8 : at + 8 + length]
        if page == 1200:
            return value.decode("utf-16-le", "replace").partition("\0")[0]
        return text(value.partition(b"\0")[0], page)
    if kind == _LPWSTR:
        return raw[at + 8 : at + 8 + 2 * length].decode("utf-16-le", "replace").partition("\0")[0]
    if kind in (_I2, _I4):
        number = struct.unpack_from("<h" if kind == _I2 else "<i", raw, at + 4)[0]
        return str(number) if number > 0 else ""
    if kind == _FILETIME and at + 12 <= len(raw):
        return moment(struct.unpack_from("<Q", raw, at + 4)[0])
    return ""


def moment(ticks: int) -> str:
    """A FILETIME (tenths of microseconds since 1601, UTC) as ISO 8601; "" when it is unset or no likely time."""
    try:
        at = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10)
    except OverflowError:
        return ""
    return dates.of(at.replace(microsecond=0)) if 1980 <= at.year < 2200 else ""


def text(raw: bytes, page: int) -> str:
    """Bytes in a code page. Chinese and UTF-8 under the name of the Western page are recognised."""
    if page == _NO_PAGE and not raw.isascii():
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            if is_gbk(raw):
                return raw.decode("gb18030", "replace")
    return raw.decode(codec(page), "replace")


def is_gbk(raw: bytes) -> bool:
    """Whether all bytes beyond ASCII are pairs of GB 2312, most of them common characters (rows 16–55)."""
    pairs = common = 0
    for run in _HIGH.findall(raw.decode("latin-1")):
        high = run.encode("latin-1")
        if not _PAIR.fullmatch(high):
            return False
        pairs += len(high) // 2
        common += sum(1 for first in high[::2] if 0xB0 <= first <= 0xD7)
    return pairs > 1 and common * 10 >= pairs * 6
