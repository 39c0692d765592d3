"""Shapes on the slides of old PowerPoint files ([MS-PPT] 2.5.13, [MS-ODRAW])."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from extractors import ppt_text, spacing
from extractors.ppt_records import Record, Stream
from extractors.ppt_text import Text
from extractors.slides import Role, Shape

_DRAWING = 0x040C
_SPGR, _SP, _OPTIONS, _MORE_OPTIONS = 0xF003, 0xF004, 0xF00B, 0xF122
_CLIENT_ANCHOR, _CHILD_ANCHOR, _CLIENT_DATA, _CLIENT_TEXT = 0xF010, 0xF00F, 0xF011, 0xF00D
_PLACEHOLDER = 0x0BC3
_PICTURE, _TABLE, _HIDDEN = 0x0104, 0x039F, 0x03BF
_MAX_DEPTH = 30
_FOOTERS = (7, 8, 9, 10)  # date, number, footer, header
_TITLES, _SUBTITLES, _BODIES = (1, 3, 13, 15, 17), (4, 16), (2, 14, 18)
_NOTES = (6, 12)
_DEFAULT_SIZE = 18.0


class Found(NamedTuple):
    """A shape with its text: the number of the placeholder it is in (0 = none), its picture (0 = none)."""

    shape: Shape
    placeholder: int
    kind: int
    picture: int


class Drawing:
    """Reads the drawings of a presentation whose slides are `height` master units high."""

    def __init__(self, stream: Stream, height: int, picture: Callable[[int], list[str]]) -> None:
        self._stream, self._height, self._picture = stream, max(1, height), picture

    def shapes(self, slide: Record, outline: Sequence[Text], sizes: Mapping[int, float]) -> list[Found]:
        """The shapes of a slide that say something. `outline` are its texts that stand in the list of slides, `sizes`
        of letters what its master says of each kind of text."""
        found: list[Found] = []
        for drawing in self._stream.children(slide):
            if drawing.kind == _DRAWING:
                for container in self._stream.all(drawing, _SPGR):
                    found += self._group(container, outline, sizes, None, 0)
                    break
        return found

    def _group(
        self,
        group: Record,
        outline: Sequence[Text],
        sizes: Mapping[int, float],
        place: tuple[float, float] | None,
        depth: int,
    ) -> Iterator[Found]:
        cells: list[tuple[int, int, str]] = []
        is_table = False
        for index, child in enumerate(self._stream.children(group)):
            if child.kind == _SPGR and depth < _MAX_DEPTH:
                yield from self._group(child, outline, sizes, place, depth + 1)
            elif child.kind == _SP:
                options = self._options(child)
                if index == 0:  # the group itself
                    is_table = bool(options.get(_TABLE, 0) & 1) and depth > 0
                    place = place or (self._corner(child) if depth else None)
                    continue
                if options.get(_HIDDEN, 0) & 0x20002 == 0x20002:
                    continue
                found = self._shape(child, options, outline, sizes, place)
                if is_table:
                    upper, leftmost, _, _ = self._anchor(child)
                    cells.append((upper, leftmost, " ".join(found.shape.text.split()) if found else ""))
                elif found is not None:
                    yield found
        rows = _rows(cells)
        if rows:
            top, left = place or (0.0, 0.0)
            yield Found(Shape("other", (), rows, (), top, left), 0, ppt_text.OTHER, 0)

    def _shape(
        self,
        record: Record,
        options: Mapping[int, int],
        outline: Sequence[Text],
        sizes: Mapping[int, float],
        place: tuple[float, float] | None,
    ) -> Found | None:
        text: Text | None = None
        placeholder = 0
        for child in self._stream.children(record):
            if child.kind == _CLIENT_TEXT:
                text = self._text(child, outline)
            elif child.kind == _CLIENT_DATA:
                atom = self._stream.find(child, _PLACEHOLDER)
                placeholder = self._stream.numbers(atom, "<iB")[1] if atom is not None else 0
        picture = options.get(_PICTURE, 0)
        paragraphs = text.paragraphs() if text is not None else []
        if not paragraphs and picture:
            paragraphs = [(line, 0) for line in self._picture(picture)]
        if not paragraphs:
            return None
        kind = text.kind if text is not None and text.characters else ppt_text.OTHER
        role = _role(kind, placeholder)
        if role == "body":
            paragraphs = [(line, level + 1) for line, level in paragraphs]
        own: list[float] = []
        if text is not None and text.characters:
            own = text.sizes_of(
                sizes.get(kind, 0.0) or sizes.get(ppt_text.TITLE if role == "title" else -1, _DEFAULT_SIZE)
            )
        top, left = place or self._corner(record)
        return Found(Shape(role, paragraphs, (), own, top, left), placeholder, kind, picture)

    def _text(self, box: Record, outline: Sequence[Text]) -> Text | None:
        records = list(self._stream.children(box))
        for record in records:
            if record.kind == ppt_text.REFERENCE:
                index = self._stream.numbers(record, "<I")[0]
                if index < len(outline):
                    return outline[index]
        return next(iter(ppt_text.texts(self._stream, records)), None)

    def _options(self, record: Record) -> dict[int, int]:
        """The properties of a shape that fit into a number ([MS-ODRAW] 2.3.1)."""
        found: dict[int, int] = {}
        for child in self._stream.children(record):
            if child.kind in (_OPTIONS, _MORE_OPTIONS):
                body = self._stream.body(child)
                for index in range(min(child.instance, len(body) // 6)):
                    key, value = struct.unpack_from("<HI", body, 6 * index)
                    found[key & 0x3FFF] = value
        return found

    def _corner(self, record: Record) -> tuple[float, float]:
        top, left, _, _ = self._anchor(record)
        return top / self._height, left / self._height

    def _anchor(self, record: Record) -> tuple[int, ...]:
        """Top, left, right, bottom in master units (or in those of the group)."""
        for child in self._stream.children(record):
            if child.kind == _CLIENT_ANCHOR:
                return self._stream.numbers(child, "<4h" if child.end - child.start == 8 else "<4i")
            if child.kind == _CHILD_ANCHOR:
                left, top, right, bottom = self._stream.numbers(child, "<4i")
                return top, left, right, bottom
        return 0, 0, 0, 0


def _role(kind: int, placeholder: int) -> Role:
    if placeholder in _FOOTERS:
        return "footer"
    if placeholder in _TITLES or (kind in ppt_text.TITLES and placeholder not in (*_SUBTITLES, *_BODIES)):
        return "title"
    if placeholder in _SUBTITLES or kind == ppt_text.CENTRE_BODY:
        return "subtitle"
    return "body" if kind in ppt_text.BODIES or placeholder in (*_BODIES, *_NOTES) else "other"


def _rows(cells: list[tuple[int, int, str]]) -> tuple[tuple[str, ...], ...]:
    """The cells of a table, which lie in its group like any other shapes, by where they are."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for top, left, text in cells:
        rows.setdefault(top, []).append((left, text))
    table = (tuple(spacing.line(text) for _, text in sorted(rows[top])) for top in sorted(rows))
    return tuple(row for row in table if any(row))
