"""The work of a comparison, done in a worker: which way two captures can be compared, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.blocks.changes import Change, Comparison
from app.blocks.differing import compare
from app.blocks.judged import Stopped, judge_displayed
from app.blocks.judged import compare_captures as compare_two
from app.blocks.noise_rules import read_rules, write_rules
from widgets import formats, jobs
from widgets.compare.entries import Block, Entry, blocks, entries, gaps, in_frame, numbers
from widgets.compare.frames import Framed, frame_pairs
from widgets.compare.lines import HEADING, Line, side_by_side
from widgets.compare.rules import selector
from widgets.compare.source_text import MarkedSource, differing, marked_source

Way = Literal["pages", "texts", "pictures", "nothing"]
Gaps = list[tuple[int, str, str, str, bool]]


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a comparison: the page itself, or what a frame in it shows. Its blocks are numbered from `first`
    on, so that no two of a comparison have one number."""

    comparison: Comparison
    first: int
    entries: list[Entry]
    inside: dict[int, int]  # blocks that are part of an entry, but not its first → it
    blocks: list[Block]
    gaps: tuple[Gaps, Gaps]
    address: str = ""  # of a frame
    addresses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # that a frame of either version may show it under

    def has(self, number: int) -> bool:
        """Whether a block belongs to this document."""
        return self.first <= number < self.first + len(self.comparison.changes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`way` says how the panes show the versions; there is no part for pictures. The page is the first part, frames
    that differ are the others."""

    way: Way
    identical: bool
    level: int = 3
    parts: list[Part] = field(default_factory=list)
    frames: int = 0  # that both versions have, equal ones as well
    displayed: bool = False  # the pages were compared as their scripts made them

    @property
    def says_something(self) -> bool:
        """Whether there is a change to be read, besides those that always happen."""
        return any(entry.noise is None and not entry.silent for entry in self.entries)

    @property
    def comparison(self) -> Comparison | None:
        """The comparison of the page itself, None for pictures."""
        return self.parts[0].comparison if self.parts else None

    @property
    def entries(self) -> list[Entry]:
        """The changes of all parts."""
        return [entry for part in self.parts for entry in part.entries]

    @property
    def changes(self) -> list[Change]:
        """The blocks of all parts; the number of a block is its place."""
        return [change for part in self.parts for change in part.comparison.changes]

    @property
    def leaves(self) -> int:
        """Blocks of the newer version."""
        return sum(
            block.paths[1] is not None and block.kind != "layout" for part in self.parts for block in part.blocks
        )

    @property
    def similarity(self) -> float | None:
        """Share of the text that both versions have, 0 to 1; None where there is no text."""
        counted = [part.comparison.counted for part in self.parts]
        total = sum(characters for characters, _, _ in counted)
        return 1.0 - sum(marked for _, marked, _ in counted) / total if total else None

    @property
    def warnings(self) -> list[str]:
        """What is to be kept in mind of any part, each once."""
        return list(dict.fromkeys(warning for part in self.parts for warning in part.comparison.warnings))

    def part(self, number: int) -> Part | None:
        """The document that a block belongs to."""
        return next((part for part in self.parts if part.has(number)), None)


def way_of(a: Capture, b: Capture) -> Way:
    """How two captures are shown: pages as they looked, pictures as they are, all else as text."""
    kinds = {formats.type_kind(a.type), formats.type_kind(b.type)}
    if kinds == {"html"}:
        return "pages"
    return "pictures" if kinds == {"image"} else "texts"


def compare_captures(
    reader: ArchiveReader,
    a: Capture,
    b: Capture,
    level: int,
    task: jobs.Handle,
    displayed: tuple[str, str] | None = None,
) -> Outcome:
    """Compare two versions; may take long, so it asks `task` whether it is still wanted. `displayed`: pages as their
    scripts made them, in the place of what was received."""
    way = way_of(a, b)
    identical = a.digest == b.digest
    if way == "pictures":
        return Outcome(way, identical, level)
    try:
        if displayed is not None:
            found = _compare_displayed(reader, a, b, displayed, level, task)
        else:
            found = compare_two(reader, a, b, level=level, cancelled=lambda: task.cancelled)
        task.check()
        if way == "pages" and found.tree_b is None:
            way = "texts"  # its type says that it is a page, its content that it is not
        if way == "texts" and not found.changes:
            return Outcome("nothing", identical, level, [Part(found, 0, [], {}, [], ([], []))])
        # of the same bytes, scripts may have made two pages
        identical = identical and all(change.kind == "unchanged" for change in found.changes)
        parts = [_part(found, 0, task, pages=way == "pages")]
        frames = frame_pairs(reader, a, b, task.check) if way == "pages" else []
        for older, newer in frames:
            if older.capture.digest != newer.capture.digest:
                found = compare_two(reader, older.capture, newer.capture, level=level, cancelled=lambda: task.cancelled)
                parts.append(_part(found, _next(parts), task, frame=(older, newer)))
    except Stopped:
        raise jobs.Cancelled from None
    return Outcome(way, identical and len(parts) == 1, level, parts, len(frames), displayed is not None)


def _compare_displayed(
    reader: ArchiveReader, a: Capture, b: Capture, pages: tuple[str, str], level: int, task: jobs.Handle
) -> Comparison:
    """Pages as their scripts made them, with what is noise in them."""
    html_a, html_b = (page.encode() for page in pages)
    found = compare(html_a, html_b, charset_a="utf-8", charset_b="utf-8", level=level)
    task.check()
    found.settle()
    judge_displayed(reader, a, b, found, level=level, cancelled=lambda: task.cancelled)
    return found


def _next(parts: list[Part]) -> int:
    return parts[-1].first + len(parts[-1].comparison.changes)


def _part(
    found: Comparison, first: int, task: jobs.Handle, *, pages: bool = True, frame: tuple[Framed, Framed] | None = None
) -> Part:
    address = frame[1].asked if frame else ""
    listed = [in_frame(entry, first, address) for entry in entries(found.changes, task.check)]
    every, inside = blocks(found.changes, first), numbers(listed)
    places = (gaps(every, 0, inside), gaps(every, 1, inside)) if pages else ([], [])
    addresses = (frame[0].addresses, frame[1].addresses) if frame else ((), ())
    return Part(found, first, listed, inside, every, places, address, addresses)


def unread(found: Comparison, side: int) -> list[str]:
    """What the engine says of a version without any text, side 0 or 1; [] when there is text."""
    if any((change.text_b if side else change.text_a) for change in found.changes):
        return []
    begin = f"version {'ab'[side]}: "
    return [warning.removeprefix(begin) for warning in found.warnings if warning.startswith(begin)]


def text_lines(outcome: Outcome) -> tuple[list[Line], list[Line]]:
    """Both versions as lines of text; those of frames under their addresses."""
    sides: tuple[list[Line], list[Line]] = ([], [])
    for part in outcome.parts:
        made = side_by_side(part.comparison.changes, part.inside, part.first)
        for side, lines in zip(sides, made, strict=True):
            if part.address:
                side.append((HEADING - part.first, "heading", [(formats.readable(part.address), False)]))
            side += lines
    return sides


def sources(part: Part, task: jobs.Handle) -> tuple[MarkedSource, MarkedSource]:
    """Both versions of a document as they were received. Only for pages."""
    found = part.comparison
    assert found.tree_a is not None and found.tree_b is not None
    words = differing(found.changes, found.tree_a, found.tree_b, task.check)
    made: list[MarkedSource] = []
    for side, tree in enumerate((found.tree_a, found.tree_b)):
        task.check()
        made.append(marked_source(tree, found.changes, side, part.inside, words[side], part.first))
    return made[0], made[1]


def ignore(archive: Path, found: Comparison, entry: Entry) -> str:
    """Add a rule for the blocks of an entry to those of the archive; the selector, "" when none leads to them."""
    rules: list[str] = []
    for part in entry.each:
        tree, path = (found.tree_b, part.paths[1]) if part.paths[1] else (found.tree_a, part.paths[0])
        rules.append(selector(tree.scan.text, path) if tree is not None and path else "")
    rule = ", ".join(dict.fromkeys(filter(None, rules)))
    if rule:
        write_rules(archive, [*read_rules(archive), rule])
    return rule


def change_rules(archive: Path, change: Callable[[list[str]], None]) -> None:
    """Change the rules of an archive."""
    rules = list(read_rules(archive))
    change(rules)
    write_rules(archive, rules)
