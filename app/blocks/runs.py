"""Collect what stands together on the page into blocks, with a path for each."""

from __future__ import annotations

import re

from app.blocks.model import Block

_MAX_ROW_TEXT = 300  # a row of cells with more text than this is a layout, not data
_MAX_CELL_TEXT = 100
_MAX_STEPS = 100  # a path ends there, or the paths of a page nested to annoy would need gigabytes
_AROUND_BREAK = re.compile(r" *\n *")
_SPACES = re.compile(r" {2,}")


class Frame:
    """An open element on the way from the root."""

    __slots__ = (
        "_path",
        "block",
        "counters",
        "depth",
        "divided",
        "foreign",
        "parent",
        "preformatted",
        "row_start",
        "segment",
        "tag",
    )

    def __init__(self, parent: Frame | None, tag: str, segment: str, depth: int) -> None:
        self.parent = parent
        self.tag = tag
        self.segment = segment if depth <= _MAX_STEPS else ""
        self.depth = depth
        self.block = False
        self.foreign = False
        self.preformatted = False
        self.divided = False  # its content is spread over more than one block
        self.row_start = -1  # for a table row of nothing but simple cells: its first block
        self.counters: dict[str, int] = {}
        self._path: str | None = None

    def number(self, name: str) -> int:
        """The position of the next child of this name among its namesakes, from 1."""
        number = self.counters[name] = self.counters.get(name, 0) + 1
        return number

    @property
    def path(self) -> str:
        """XPath of the element, kept once made."""
        if self._path is None:
            missing: list[Frame] = []
            frame: Frame | None = self
            while frame is not None and frame._path is None:
                missing.append(frame)
                frame = frame.parent
            path = frame._path or "" if frame is not None else ""
            for frame in reversed(missing):
                path = f"{path}/{frame.segment}" if frame.segment else path
                frame._path = path
        return self._path or ""


class RunCollector:
    """Gathers text and media until a border between blocks comes, then makes a block of them."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._open: list[Frame] = []  # from the root to the element being read
        self._rows: list[Frame] = []
        self._parts: list[str] = []
        self._attributes: list[str] = []
        self._pending: list[str] = []  # links that have begun, but have shown nothing yet
        self._has_text = False
        self._raw = False  # some text is preformatted
        self._breaks = 0  # <br> since the last content
        self._common: Frame | None = None  # innermost element around all content of the run
        self._first = ""  # segment of the child of `_common` that holds the first content

    def enter(self, frame: Frame) -> None:
        """The children of an element follow."""
        self._open.append(frame)

    def leave(self, frame: Frame, *, block: bool) -> None:
        """All of an element has been read."""
        if frame.tag == "a":
            self.end_link(frame)
        if block:
            self._flush(None if frame.divided else frame)
            if frame.tag == "tr":
                self._rows.pop()
                self._join_row(frame)
        self._open.pop()

    def open_block(self, frame: Frame) -> None:
        """A block-level element begins: what stood before it is a block, and its parent is divided."""
        self._divide()
        self._flush(None)
        if frame.tag == "tr":
            frame.row_start = len(self.blocks)
            self._rows.append(frame)
        elif not (frame.tag in ("td", "th") and self._open[-1].tag == "tr"):
            self._spoil_row()

    def text(self, raw: str, frame: Frame, number: int) -> None:
        """A text node, the `number`-th of its parent; 0 when the text is all that the element shows."""
        if not raw or raw.isspace():
            if raw and (self._has_text or frame.preformatted):
                self._parts.append(raw if frame.preformatted else " ")
                self._raw |= frame.preformatted
            return
        self._content(frame, f"text()[{number}]" if number else "")
        self._has_text = True
        if frame.preformatted:
            self._parts.append(raw)
            self._raw = True
            return
        self._parts.append(
            f"{' ' if raw[0].isspace() else ''}{' '.join(raw.split())}{' ' if raw[-1].isspace() else ''}"
        )

    def begin_link(self, said: tuple[str, ...]) -> None:
        """A link belongs to the block in which its first content is: it may be around whole headings."""
        self._pending += said

    def end_link(self, frame: Frame) -> None:
        """A link without any content stands where it ends."""
        if self._pending:
            self._content(frame, "")

    def attributes(self, said: tuple[str, ...], frame: Frame) -> None:
        """The media of an element."""
        self._content(frame, "")
        self._attributes += said

    def space(self) -> None:
        """The content before and after is set apart."""
        if self._has_text:
            self._parts.append(" ")

    def line_break(self) -> None:
        """`<br>`: one is a line break, two in a row are a border between blocks."""
        if self._open[-1].preformatted:
            self._parts.append("\n")
            return
        self._breaks += 1
        if self._common is not None:
            self._parts.append("\n")

    def _content(self, frame: Frame, segment: str) -> None:
        """Note that the run has content in this element, and where the run begins."""
        if self._breaks >= 2 and self._common is not None:
            self._divide()
            self._spoil_row()
            self._flush(None)
        self._breaks = 0
        if self._pending:
            self._attributes += self._pending
            self._pending = []
        if self._common is None:
            self._common, self._first = frame, segment
            return
        common: Frame | None = self._common
        while common is not None and not self._is_open(common, frame):
            self._first = common.segment
            common = common.parent
        self._common = common

    def _is_open(self, common: Frame, frame: Frame) -> bool:
        """Whether `common` is `frame` or around it."""
        if common is frame:
            return True
        return common.depth < len(self._open) and self._open[common.depth] is common

    def _divide(self) -> None:
        """Mark all open elements as spread over several blocks; those above a marked one are marked already."""
        for frame in reversed(self._open):
            if frame.divided:
                break
            frame.divided = True

    def _spoil_row(self) -> None:
        """The table row that is being read has more than simple cells."""
        if self._rows:
            self._rows[-1].row_start = -1

    def _flush(self, whole: Frame | None) -> None:
        """End the run; `whole` is the element that it fills, if it is known to fill one."""
        common = self._common
        if common is not None:
            owner = common if whole is None else whole
            path = owner.path
            if whole is None and common.divided and self._first:
                path = f"{path}/{self._first}"
            while not owner.block and owner.parent is not None:
                owner = owner.parent
            text = self._joined()
            if text or self._attributes:
                self.blocks.append(Block(path, owner.tag, text, tuple(self._attributes)))
        self._parts = []
        self._attributes = []
        self._has_text = self._raw = False
        self._breaks = 0
        self._common = None

    def _joined(self) -> str:
        text = "".join(self._parts)
        if self._raw:
            # white space at the end of a line cannot be seen
            return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
        return _SPACES.sub(" ", _AROUND_BREAK.sub("\n", text)).strip()

    def _join_row(self, frame: Frame) -> None:
        """Make one block of the cells of a small row."""
        start = frame.row_start
        cells = self.blocks[start:] if start >= 0 else []
        if len(cells) < 2:
            return
        if sum(len(cell.text) for cell in cells) > _MAX_ROW_TEXT:
            return
        if any(len(cell.text) > _MAX_CELL_TEXT for cell in cells):
            return
        text = "\t".join(cell.text for cell in cells)
        attributes = tuple(said for cell in cells for said in cell.attributes)
        self.blocks[start:] = [Block(frame.path, "tr", text.strip("\t"), attributes)]
