"""The work of a comparison, done in a worker: which way two captures can be compared, and what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.blocks.changes import Comparison
from app.blocks.judged import Stopped
from app.blocks.judged import compare_captures as compare_two
from app.blocks.noise_rules import read_rules, write_rules
from widgets import formats, jobs
from widgets.compare.entries import Block, Entry, blocks, entries, gaps, numbers
from widgets.compare.lines import Line, side_by_side
from widgets.compare.rules import selector
from widgets.compare.source_text import MarkedSource, differing, marked_source

Way = Literal["pages", "texts", "pictures", "nothing"]
Gaps = list[tuple[int, str, str, str, bool]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`way` says how the panes show the versions; `comparison` is None for pictures."""

    way: Way
    identical: bool
    comparison: Comparison | None
    level: int = 3
    leaves: int = 0  # blocks of the newer version
    entries: list[Entry] = field(default_factory=list)
    inside: dict[int, int] = field(default_factory=dict)  # blocks that are part of an entry, but not its first → it
    blocks: list[Block] = field(default_factory=list)
    gaps: tuple[Gaps, Gaps] = field(default_factory=lambda: ([], []))


def way_of(a: Capture, b: Capture) -> Way:
    """How two captures are shown: pages as they looked, pictures as they are, all else as text."""
    kinds = {formats.type_kind(a.type), formats.type_kind(b.type)}
    if kinds == {"html"}:
        return "pages"
    return "pictures" if kinds == {"image"} else "texts"


def compare_captures(reader: ArchiveReader, a: Capture, b: Capture, level: int, task: jobs.Handle) -> Outcome:
    """Compare two versions; may take long, so it asks `task` whether it is still wanted."""
    way = way_of(a, b)
    identical = a.digest == b.digest
    if way == "pictures":
        return Outcome(way, identical, None, level)
    try:
        found = compare_two(reader, a, b, level=level, cancelled=lambda: task.cancelled)
    except Stopped:
        raise jobs.Cancelled from None
    task.check()
    if way == "pages" and found.tree_b is None:
        way = "texts"  # its type says that it is a page, its content that it is not
    if way == "texts" and not found.changes:
        return Outcome("nothing", identical, found, level)
    every, listed = blocks(found.changes), entries(found.changes, task.check)
    inside = numbers(listed)
    places = (gaps(every, 0, inside), gaps(every, 1, inside)) if way == "pages" else ([], [])
    leaves = sum(block.paths[1] is not None and block.kind != "layout" for block in every)
    return Outcome(way, identical, found, level, leaves, listed, inside, every, places)


def unread(found: Comparison, side: int) -> list[str]:
    """What the engine says of a version without any text, side 0 or 1; [] when there is text."""
    if any((change.text_b if side else change.text_a) for change in found.changes):
        return []
    begin = f"version {'ab'[side]}: "
    return [warning.removeprefix(begin) for warning in found.warnings if warning.startswith(begin)]


def text_lines(outcome: Outcome) -> tuple[list[Line], list[Line]]:
    """Both versions as lines of text."""
    assert outcome.comparison is not None
    return side_by_side(outcome.comparison.changes, outcome.inside)


def sources(outcome: Outcome, task: jobs.Handle) -> tuple[MarkedSource, MarkedSource]:
    """Both versions as they were received. Only for pages."""
    found = outcome.comparison
    assert found is not None and found.tree_a is not None and found.tree_b is not None
    words = differing(found.changes, found.tree_a, found.tree_b, task.check)
    made: list[MarkedSource] = []
    for side, tree in enumerate((found.tree_a, found.tree_b)):
        task.check()
        made.append(marked_source(tree.data, tree.charset, found.changes, side, outcome.inside, words[side]))
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
