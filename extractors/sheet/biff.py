"""What xlrd does not give of an old workbook: its records made ready for xlrd, and the texts beside the cells.

xlrd stops at a password, at a sheet that is not where the globals say, and over one defined name that it cannot
evaluate; it has no text boxes, headers, titles of charts, nor the number of the sheet that is shown first.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from extractors.base import spacing
from extractors.office import properties

WORKSHEET, CHART = 0x10, 0x20
"""Kinds of content that are read: cells, and a chart that fills a sheet."""
_GLOBALS, _WORKSPACE = 0x05, 0x100
_BOF = {0x0009: 2, 0x0209: 3, 0x0409: 4, 0x0809: 8}
"""Records that begin a sheet or the globals → version; 8 may be 5, which the record itself tells."""
_EOF, _CONTINUE, _FILE_PASS, _CODE_PAGE, _BOUND_SHEET, _WINDOW = 0x0A, 0x3C, 0x2F, 0x42, 0x85, 0x3D
_LINK = 0x1B8  # over whose cells xlrd would go one by one, however many there are
_URL = re.compile("(?:https?|ftp|mailto):[^\\0\\s]+", re.IGNORECASE)
_NAMES = frozenset((0x17, 0x18, 0x23, 0x1AE, 0x218, 0x223))  # EXTERNSHEET, NAME, EXTERNNAME, SUPBOOK
_LABELS = {0x04: 7, 0x204: 6, 0xD6: 6, _BOUND_SHEET: 6}  # records of text → where it begins
_FORMULAS = frozenset((0x06, 0x206, 0x406))
_HEADER, _FOOTER, _OBJECT, _TEXT_BOX, _CHART_TEXT, _SERIES, _SERIES_END = (
    0x14,
    0x15,
    0x5D,
    0x1B6,
    0x100D,
    0x1003,
    0x1025,
)
_COMMENT = 0x19  # kind of an object
_NOTE = 0x1C
_CLEAR = frozenset((*_BOF, _FILE_PASS, 0xE1))  # BOF, FILEPASS, INTERFACEHDR are never enciphered
_NOTHING = 0xFFFF  # a record of no kind
_APPLE = {32768: 10000, 32769: 1252}
_RECORD = struct.Struct("<HH")
_HEAD = 100  # records among which that about a password stands
_MOST_SHEETS, _MOST_TEXTS, _MOST_VOTES = 4000, 20_000, 500


class Bound(NamedTuple):
    """Where the globals say that a sheet begins, its name, whether it is hidden."""

    start: int
    name: str
    hidden: bool


@dataclass(slots=True)
class Substream:
    """What stands beside the cells of a sheet: texts of boxes and charts, comments, (role, code) of headers, links,
    formulas counted."""

    content: int
    texts: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    headers: list[tuple[str, str]] = field(default_factory=list)
    links: dict[str, None] = field(default_factory=dict)
    formulas: int = 0


class Stream:
    """The stream of a workbook. Raises Unreadable when it needs a password of somebody's own.

    `data` is what xlrd is to read: in the clear, without names, each sheet where its globals say, ended.
    """

    def __init__(self, data: bytes) -> None:
        self.version, self.content = _beginning(data)
        self.data = bytearray(data)
        self.bounds: list[Bound] = []
        self.substreams: dict[int, Substream] = {}
        self.active = 0
        self.page = 0
        self._votes: Counter[int] = Counter()
        self._places: list[int] = []  # of the fields that say where sheets begin
        self._object = 0
        self._series = False
        self._end = len(data)
        self._decipher()
        self._walk()
        if self.page in (0, 367, 1252):
            self.page = (936 if self._votes[936] > self._votes[1252] else 0) or self.page
        self._mend()

    def decode(self, text: str) -> str:
        """A text as xlrd gives it: before Excel 97 its bytes, one a character, are in the code page."""
        if self.version < 8:
            text = properties.text(text.encode("latin-1", "replace"), self.page or 1252)
        return text.replace("\0", "")

    def _walk(self) -> None:
        depth, current = 0, Substream(_GLOBALS)
        for start, kind, body in self._records():
            if kind in _BOF:
                depth += 1
                if depth == 1:
                    content = struct.unpack_from("<H", body, 2)[0] if len(body) >= 4 else 0
                    current = self.substreams[start] = Substream(content)
            elif kind == _EOF:
                depth = max(0, depth - 1)
            elif kind in _NAMES or (kind == _NOTE and self.version >= 8):
                _RECORD.pack_into(self.data, start, _NOTHING, len(body))
            else:
                try:
                    self._take(current, kind, body, start, depth)
                except (struct.error, IndexError):
                    continue  # xlrd says that there is damage

    def _records(self) -> Iterator[tuple[int, int, bytes]]:
        """(Position, kind, content) of each record, to the end of what can be read."""
        data, at = self.data, 0
        while at + 4 <= len(data):
            kind, size = _RECORD.unpack_from(data, at)
            if not kind and not size:
                break  # only padding follows
            yield at, kind, bytes(data[at + 4 : at + 4 + size])
            at += 4 + size
        self._end = at

    def _decipher(self) -> None:
        """Put the records behind one that names a password in the clear."""
        plain: bytes | None = None
        for count, (start, kind, body) in enumerate(self._records()):
            begin, end = start + 4, start + 4 + len(body)
            if plain is not None and kind not in _CLEAR:
                begin += 4 if kind == _BOUND_SHEET else 0  # where sheets begin is told in the clear
                self.data[begin:end] = plain[begin:end]
            elif kind == _FILE_PASS:
                from extractors.office.passwords import deciphered  # loads a library that few files need

                plain = deciphered(body, bytes(self.data))
                _RECORD.pack_into(self.data, start, _NOTHING, len(body))
            elif plain is None and (kind == _EOF or count > _HEAD):
                return

    def _take(self, current: Substream, kind: int, body: bytes, start: int, depth: int) -> None:
        if kind in _FORMULAS:
            current.formulas += 1
        elif kind in _LABELS and self.version < 8:
            raw = body[_LABELS[kind] + 1 :]
            if not raw.isascii() and self._votes.total() < _MOST_VOTES:
                self._votes[936 if properties.is_gbk(raw) else 1252] += 1
        if kind == _BOUND_SHEET and len(self.bounds) < _MOST_SHEETS:
            place, state = struct.unpack_from("<IB", body)
            self.bounds.append(Bound(place, self._short(body, 6), bool(state & 3)))
            self._places.append(start + 4)
        elif kind == _CODE_PAGE:
            page = struct.unpack_from("<H", body)[0]
            self.page = self.page or _APPLE.get(page, page)
        elif kind == _WINDOW:
            self.active = struct.unpack_from("<H", body, 10)[0]
        elif kind in (_HEADER, _FOOTER):
            text = (
                self._unicode(body, 2, struct.unpack_from("<H", body)[0])
                if self.version >= 8
                else self._short(body, 0)
            )
            current.headers.append(("header" if kind == _HEADER else "footer", text))
        elif kind == _LINK:
            _RECORD.pack_into(self.data, start, _NOTHING, len(body))
            address = _URL.search(body[8:].decode("utf-16-le", "ignore"))
            if address and len(current.links) < _MOST_TEXTS:
                current.links[address[0]] = None
        elif kind == _OBJECT and self.version >= 8:
            _RECORD.pack_into(self.data, start, _NOTHING, len(body))
            self._object = struct.unpack_from("<H", body, 4)[0]
        elif kind == _TEXT_BOX and self.version >= 8:
            _RECORD.pack_into(self.data, start, _NOTHING, len(body))
            texts = current.comments if self._object == _COMMENT else current.texts
            self._text(texts, self._continued(start + 4 + len(body), struct.unpack_from("<H", body, 10)[0]))
        elif depth > 1 or current.content == CHART:
            if kind == _CHART_TEXT and not self._series:
                self._text(current.texts, self._short(body, 2))
            self._series = kind == _SERIES or (self._series and kind != _SERIES_END)

    def _text(self, texts: list[str], text: str) -> None:
        text = spacing.paragraph(text)
        if text and len(texts) < _MOST_TEXTS:
            texts.append(text)

    def _continued(self, at: int, count: int) -> str:
        """Characters that lie in the CONTINUE records from a position on, each with flags in front."""
        out: list[str] = []
        while count > 0 and at + 4 <= len(self.data):
            kind, size = _RECORD.unpack_from(self.data, at)
            if kind != _CONTINUE or size < 2:
                break
            body = bytes(self.data[at + 4 : at + 4 + size])
            out.append(self._unicode(bytes((body[0] & 1,)) + body[1:], 0, count))
            count -= len(out[-1])
            at += 4 + size
        return "".join(out)

    def _short(self, body: bytes, at: int) -> str:
        """A string behind a length of one byte."""
        if self.version >= 8:
            return self._unicode(body, at + 1, body[at])
        return body[at + 1 : at + 1 + body[at]].decode("latin-1")

    def _unicode(self, body: bytes, at: int, count: int) -> str:
        """A string of BIFF 8 from its flags on."""
        flags = body[at]
        at += 1 + (2 if flags & 8 else 0) + (4 if flags & 4 else 0)
        if flags & 1:
            return body[at : at + 2 * count].decode("utf-16-le", "replace")
        return body[at : at + count].decode("latin-1")

    def _mend(self) -> None:
        """Let the globals say where the sheets are, and the last one have an end."""
        found = [start for start, one in self.substreams.items() if one.content not in (_GLOBALS, _WORKSPACE)]
        if any(bound.start not in self.substreams for bound in self.bounds):
            for index, (place, start) in enumerate(zip(self._places, found, strict=False)):
                struct.pack_into("<I", self.data, place, start)
                self.bounds[index] = self.bounds[index]._replace(start=start)
        self.data[self._end :] = bytes(max(0, self._end - len(self.data))) + _RECORD.pack(_EOF, 0)


def is_biff(data: bytes) -> bool:
    """Whether the bytes begin a workbook without a container, as Excel 2 to 4 wrote them."""
    if len(data) < 8:
        return False
    kind, size, _, content = struct.unpack_from("<4H", data)
    return kind in _BOF and 4 <= size <= 16 and content in (_GLOBALS, WORKSHEET, CHART, 0x40, _WORKSPACE)


def _beginning(data: bytes) -> tuple[int, int]:
    """Version and kind of content of the first BOF; (0, 0) when there is none."""
    if len(data) < 8 or _RECORD.unpack_from(data)[0] not in _BOF:
        return 0, 0
    kind, _, version, content = struct.unpack_from("<4H", data)
    known = _BOF[kind]
    return (5 if known == 8 and version < 0x0600 else known), content
