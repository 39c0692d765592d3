"""Where on a page words came or went: the block, the headings above it, what stands there now and what stood before."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change
from app.blocks.compare.sides import side_of
from app.blocks.cutting.cutting import DEFAULT_LEVEL, cut
from app.blocks.cutting.labels import Namer
from app.blocks.noise.comparer import Comparer
from app.blocks.page.tree import Block, BlockTree, shown_text
from app.errors import FormatError, StorageUnreadable
from app.search import snippets
from app.search.searching import Searcher
from app.search.snippets import Snippet

_MOST_BYTES = (
    1 << 20
)  # of two versions that are compared, and of a page that is cut: about half a second at most
_KEPT = 1000  # places that were found last
_NOTHING = Snippet("")


@dataclass(frozen=True, slots=True)
class Place:
    """`label` is the part that the block plays on the page, `block` its XPath, `path` the headings above the words.
    `old` and `new` are what stands there in the version before and in the one after, with the words that came or went
    marked, and on the other side what stands in their place instead."""

    label: str = ""
    block: str = ""
    path: tuple[str, ...] = ()
    old: Snippet = _NOTHING
    new: Snippet = _NOTHING


_lock = threading.Lock()
_recent: OrderedDict[object, Place] = OrderedDict()  # who types and scrolls asks for the same again


def where(
    searcher: Searcher,
    before: Capture | None,
    after: Capture | None,
    sought: re.Pattern[str] | None,
    wanted: Collection[str] = (),
    *,
    newer: bool,
) -> Place:
    """The place at which words stand in one of two versions of a page, the `newer` one or the older, and not in the
    other, which may not be there at all. Of versions that cannot be read, or are too large to be compared, what is
    known without that."""
    known_by = (
        searcher.reader.path,
        before and before.id,
        after and after.id,
        sought,
        *sorted(wanted),
        newer,
    )
    with _lock:
        known = _recent.get(known_by)
        if known is not None:
            _recent.move_to_end(known_by)
            return known
    place = _found(searcher, before, after, sought, wanted, newer=newer)
    with _lock:
        _recent[known_by] = place
        while len(_recent) > _KEPT:
            _recent.popitem(last=False)
    return place


def _found(
    searcher: Searcher,
    before: Capture | None,
    after: Capture | None,
    sought: re.Pattern[str] | None,
    wanted: Collection[str],
    *,
    newer: bool,
) -> Place:
    saying = after if newer else before
    if saying is None:
        return Place()
    said, path = searcher.shown(saying, sought)
    if not said.marks and sought is not None:  # in its title alone
        title = snippets.snippet(saying.title, sought)
        said, path = (title, ()) if title is not None else (said, path)
    place = Place(path=path, new=said) if newer else Place(path=path, old=said)
    if sought is None or not said.marks:
        return place
    with suppress(FormatError, StorageUnreadable):
        if before is not None and after is not None:
            return _compared(searcher.reader, before, after, sought, place, wanted, newer=newer)
        return _cut(searcher.reader, saying, sought, place, wanted)
    return place


def _compared(
    reader: ArchiveReader,
    before: Capture,
    after: Capture,
    sought: re.Pattern[str],
    place: Place,
    wanted: Collection[str],
    *,
    newer: bool,
) -> Place:
    """A place, with the block of a comparison in which the words are new, or gone."""
    if before.length + after.length > _MOST_BYTES:
        return place
    with Comparer(reader, level=DEFAULT_LEVEL, rules=()) as comparer:
        comparison = comparer.comparison(before, after)
    shown = (place.new if newer else place.old).text
    change = _saying(comparison.changes, sought, shown, wanted, newer=newer)
    if change is None:
        return place
    here, there = (change.text_b, change.text_a) if newer else (change.text_a, change.text_b)
    said = snippets.snippet(here, sought) or _NOTHING
    other = _instead(change, said, newer=newer) if there.strip() else _NOTHING
    path = (change.path_b if newer else change.path_a) or ""
    old, new = (other, said) if newer else (said, other)
    return Place(change.label, path, place.path, old, new)


def _saying(
    changes: Iterable[Change], sought: re.Pattern[str], shown: str, wanted: Collection[str], *, newer: bool
) -> Change | None:
    """Of the changes on one side of which the words stand the one that says most of what is shown, if it can be in a
    block with a wanted label."""
    best: tuple[tuple[bool, int], Change] | None = None
    for change in changes:
        if change.kind in ("unchanged", "layout"):
            continue
        here = change.text_b if newer else change.text_a
        if here and snippets.says(here, sought):
            alike = len(set(shown.split()) & set(here.split())) - (
                change.kind == "moved" and not change.differs
            )
            rank = bool(wanted) and change.label in wanted, alike
            if best is None or rank > best[0]:
                best = rank, change
    return best[1] if best else None


def _instead(change: Change, said: Snippet, *, newer: bool) -> Snippet:
    """What stands on the other side of a change about where a snippet begins, with what differs marked."""
    begin = said.place + said.marks[0][0]
    here = there = 0
    place, differing = None, list[tuple[int, int]]()
    for how, text_a, text_b in change.words:
        mine, theirs = (text_b, text_a) if newer else (text_a, text_b)
        if place is None and here + len(mine) > begin:
            place = there + (begin - here if how == "unchanged" else 0)
        if how != "unchanged" and theirs.strip():
            differing.append((there, there + len(theirs)))
        here, there = here + len(mine), there + len(theirs)
    text = change.text_a if newer else change.text_b
    return snippets.around(text, min(there if place is None else place, len(text)), differing)


def _cut(
    reader: ArchiveReader, saying: Capture, sought: re.Pattern[str], place: Place, wanted: Collection[str]
) -> Place:
    """A place on a page that has no other version, with the smallest block that says the words: the first one, or the
    first with a wanted label."""
    if saying.length > _MOST_BYTES:
        return place
    side = side_of(reader, saying)
    if not side.is_html():
        return place
    tree = cut(side.data, side.charset)
    found, namer = list(_smallest(tree.blocks, tree, sought)), Namer(tree)
    for block in found if wanted else found[:1]:
        namer.name(block)
    if not found:
        return place
    best = next((block for block in found if block.label in wanted), found[0])
    return Place(best.label, best.path, place.path, place.old, place.new)


def _smallest(blocks: Iterable[Block], tree: BlockTree, sought: re.Pattern[str]) -> Iterator[Block]:
    """The blocks that say the words, without those in which a smaller one does."""
    for block in blocks:
        if snippets.says(shown_text(tree.scan, *block.places), sought):
            inner = list(_smallest(block.children, tree, sought))
            yield from inner or [block]
