"""Two captures compared in a worker: the way to show them, the page and its frames as parts, rules that ignore blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.archive.spellings import redirect_target, spellings
from app.blocks.compare.changes import Change, Comparison
from app.blocks.compare.differing import compare
from app.blocks.noise.judged import Stopped, judge_displayed
from app.blocks.noise.judged import compare_captures as compare_two
from app.blocks.noise.noise import read_rules, write_rules
from app.errors import TianwangError
from app.templates.changed import of_template
from extractors.base.messages import Message
from widgets.compare.entries import Block, Entry, blocks, entries, gaps, in_frame, numbers
from widgets.compare.lines import HEADING, Line, side_by_side
from widgets.compare.surfaces.source import MarkedSource, differing, marked_source
from widgets.kit import jobs
from widgets.web.marks import Gap
from widgets.words import formats

# The documents inside the frames of two versions of a page, paired by their addresses.
#
# A frame shows the capture that is nearest in time to its page, as replay does, so it may have changed
# though the page around it did not.

_MOST = 40  # frames of a page
_DEEPEST = 6  # frames inside of frames
_REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class Framed:
    """What a frame shows: the address that the page asks for, where that leads, and the capture."""

    asked: str
    capture: Capture

    @property
    def addresses(self) -> tuple[str, str]:
        return self.asked, self.capture.url


def frame_pairs(
    reader: ArchiveReader, a: Capture, b: Capture, check: Callable[[], None] = lambda: None
) -> list[tuple[Framed, Framed]]:
    """The frames of both versions, nested ones too: paired by address, the rest by order, since a frame may show another
    document now. `check` may raise to stop."""
    found: list[tuple[Framed, Framed]] = []
    seen: set[tuple[str, str]] = set()
    waiting = [(a, b, 0)]
    while waiting and len(found) < _MOST:
        one, two, depth = waiting.pop(0)
        check()
        sides = [list(_frames(reader, capture, date)) for capture, date in ((one, a.date), (two, b.date))]
        for pair in _paired(*sides):
            ids = pair[0].capture.id, pair[1].capture.id
            if ids in seen or len(found) >= _MOST:
                continue
            seen.add(ids)
            found.append(pair)
            if depth < _DEEPEST:
                waiting.append((pair[0].capture, pair[1].capture, depth + 1))
    return found


def _paired(older: list[Framed], newer: list[Framed]) -> Iterator[tuple[Framed, Framed]]:
    left: list[Framed] = []
    rest = list(older)
    for frame in newer:
        mate = next((other for other in rest if other.asked == frame.asked), None)
        if mate is None:
            left.append(frame)
        else:
            rest.remove(mate)
            yield mate, frame
    yield from zip(rest, left, strict=False)


def _frames(reader: ArchiveReader, page: Capture, date: datetime) -> Iterator[Framed]:
    """The pages in the frames of a page, as they were at a date."""
    try:
        asked = dict.fromkeys(link.url for link in reader.links(page) if link.element in ("frame", "iframe"))
    except TianwangError:
        return  # the page itself cannot be read, and the comparison says so
    for address in list(asked)[:_MOST]:
        capture = _shown(reader, address, date)
        if capture is not None and formats.type_kind(capture.type) == "html":
            yield Framed(address, capture)


def _shown(reader: ArchiveReader, address: str, date: datetime) -> Capture | None:
    """The capture that an address shows at a date, after redirects; None when the archive does not have it."""
    for _ in range(_REDIRECTS):
        found = next(filter(None, (reader.nearest(each, date) for each in spellings(address))), None)
        if found is None or not 300 <= found.status < 400:
            return found
        try:
            headers = {name.lower(): value for name, value in reader.http(found).headers}
        except TianwangError:
            return None
        address = redirect_target(found.url, headers.get("location", ""))
    return None


# A CSS selector for a block, so that a person can have its changes ignored from now on.

_STEP = re.compile(r"^([A-Za-z][\w:-]*)\[(\d+)\]$")
_NAME = re.compile(r"^-?[A-Za-z_][\w-]*$")
_MANY_DIGITS = re.compile(r"\d{3}")  # names made by programs are other ones the next time
_MOST_NEIGHBOURS = 40  # neighbours in one rule


def selector(page: str, path: str) -> str:
    """The shortest selector for the element or the neighbours at a path of the page; "" when there is none.

    An id or a class that only this block has is preferred to its place, for it survives what is added before it.
    """
    first, _, last = path.partition("#")[0].partition("..")
    steps = [_step(step) for step in first.split("/") if step and not step.startswith("text()")]
    if not steps or "" in steps:
        return ""
    parser = LexborHTMLParser(page)
    node = _first(parser, " > ".join(steps))
    if node is None:
        return ""
    if not last or last.startswith("text()"):
        return _own_name(parser, node) or _by_place(node)
    above = node.parent
    if above is None:
        return ""
    place = _own_name(parser, above) or _by_place(above)
    end = _step(last)
    chosen: list[str] = []
    siblings: LexborNode | None = node
    while siblings is not None and len(chosen) < _MOST_NEIGHBOURS:
        if siblings.tag and not siblings.tag.startswith("-"):
            chosen.append(_own_name(parser, siblings) or f"{place} > {_numbered(siblings)}")
            if _numbered(siblings) == end:
                return ", ".join(chosen)
        siblings = siblings.next
    return ""


def _step(step: str) -> str:
    found = _STEP.match(step)
    if found is None:
        return ""
    tag, number = found.groups()
    return tag.lower() if tag.lower() in ("html", "body") else f"{tag.lower()}:nth-of-type({number})"


def _first(parser: LexborHTMLParser, wanted: str) -> LexborNode | None:
    try:
        return parser.css_first(wanted)
    except (SelectolaxError, ValueError):
        return None


def _own_name(parser: LexborHTMLParser, node: LexborNode) -> str:
    """Its id or its classes, when no other element has them."""
    name = node.attributes.get("id") or ""
    classes = [one for one in (node.attributes.get("class") or "").split() if _NAME.match(one)]
    wanted = [f"#{name}"] if _NAME.match(name) else []
    wanted += [".".join([node.tag or "", *classes])] if classes else []
    for each in wanted:
        if not _MANY_DIGITS.search(each) and len(parser.css(each)) == 1:
            return each
    return ""


def _numbered(node: LexborNode) -> str:
    if node.tag in ("html", "body"):
        return node.tag
    number, before = 1, node.prev
    while before is not None:
        number += before.tag == node.tag
        before = before.prev
    return f"{node.tag}:nth-of-type({number})"


def _by_place(node: LexborNode) -> str:
    """Its place below the nearest element with an id."""
    steps: list[str] = []
    here: LexborNode | None = node
    while here is not None and here.tag and not here.tag.startswith("-"):
        name = here.attributes.get("id") or ""
        if steps and _NAME.match(name) and not _MANY_DIGITS.search(name):
            steps.append(f"#{name}")
            break
        steps.append(_numbered(here))
        here = here.parent
    return " > ".join(reversed(steps))


Way = Literal["pages", "texts", "pictures", "nothing"]


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a comparison: the page itself, or the document in a frame. Its blocks are numbered from `first` on:
    a number means one block in the whole comparison."""

    comparison: Comparison
    first: int
    entries: list[Entry]
    inside: dict[int, int]  # blocks that are part of an entry, but not its first → it
    blocks: list[Block]
    gaps: tuple[list[Gap], list[Gap]]
    address: str = ""  # of a frame
    # that a frame of either version may show it under
    addresses: tuple[tuple[str, ...], tuple[str, ...]] = (), ()

    def has(self, number: int) -> bool:
        """Whether a block belongs to this document."""
        return self.first <= number < self.first + len(self.comparison.changes)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a comparison: `way` of showing it; the page as first part, then frames that differ; no parts for
    pictures."""

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
            block.paths[1] is not None and block.kind != "layout"
            for part in self.parts
            for block in part.blocks
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
        if way == "pages" and displayed is None:
            parts = [replace(parts[0], entries=_with_template(reader, a, b, parts[0].entries))]
        frames = frame_pairs(reader, a, b, task.check) if way == "pages" else []
        for older, newer in frames:
            if older.capture.digest != newer.capture.digest:
                found = compare_two(
                    reader, older.capture, newer.capture, level=level, cancelled=lambda: task.cancelled
                )
                parts.append(_part(found, _next(parts), task, frame=(older, newer)))
    except Stopped:
        raise jobs.Cancelled from None
    return Outcome(way, identical and len(parts) == 1, level, parts, len(frames), displayed is not None)


def _with_template(reader: ArchiveReader, a: Capture, b: Capture, found: list[Entry]) -> list[Entry]:
    """Changes with a sign of those that stand in what the site repeats on its pages: all blocks of them do."""
    places = [
        ((block.paths[0], block.texts[0]), (block.paths[1], block.texts[1]))
        for entry in found
        for block in entry.each
    ]
    told = iter(of_template(reader, a, b, places) if places else ())
    return [replace(entry, of_site=all(list(islice(told, len(entry.each))))) for entry in found]


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
    found: Comparison,
    first: int,
    task: jobs.Handle,
    *,
    pages: bool = True,
    frame: tuple[Framed, Framed] | None = None,
) -> Part:
    address = frame[1].asked if frame else ""
    listed = [in_frame(entry, first, address) for entry in entries(found.changes, task.check)]
    every, inside = blocks(found.changes, first), numbers(listed)
    places = (gaps(every, 0, inside), gaps(every, 1, inside)) if pages else ([], [])
    addresses = (frame[0].addresses, frame[1].addresses) if frame else ((), ())
    return Part(found, first, listed, inside, every, places, address, addresses)


def unread(found: Comparison, side: int) -> list[str]:
    """The engine's reasons why a version (side 0 or 1) has no text; [] when it has some."""
    if any((change.text_b if side else change.text_a) for change in found.changes):
        return []
    code = ("of-version-a", "of-version-b")[side]
    warnings = (warning for warning in found.warnings if isinstance(warning, Message))
    return [str(warning.arguments["warning"]) for warning in warnings if warning.code == code]


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
        set_rule(archive, rule, on=True)
    return rule


def set_rule(archive: Path, rule: str, *, on: bool) -> None:
    """Add a rule to those of an archive, or take it away."""
    others = [each for each in read_rules(archive) if each != rule]
    write_rules(archive, [*others, rule] if on else others)
