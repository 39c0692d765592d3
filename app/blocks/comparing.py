"""Compare two versions of a page or of a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.blocks.alignment import Alignment, align_blocks
from app.blocks.model import Block, Change, Comparison, Kind
from app.blocks.partition import Page, partition
from app.blocks.similarity import features, likeness
from extractors.charset import decode

_MOVED_COUNTS = 0.9
_MEDIA_SIZE = 20  # a picture or link weighs as much as so many characters


def compare(a: bytes, b: bytes, *, charset_a: str | None = None, charset_b: str | None = None) -> Comparison:
    """What changed between two versions of an HTML page. Never raises for any bytes."""
    page_a, page_b = _page(a, charset_a, "a"), _page(b, charset_b, "b")
    changes, similarity = _changes(page_a, page_b)
    return Comparison(tuple(changes), similarity, page_a.warnings + page_b.warnings)


def compare_text(a: str, b: str) -> Comparison:
    """What changed between two plain texts; every line with something on it is a block, `/line[12]`."""
    changes, similarity = _changes(_lines(a), _lines(b))
    return Comparison(tuple(changes), similarity, ())


def _page(data: bytes, charset: str | None, name: str) -> Page:
    text, used, _ = decode(data, charset)
    page = partition(text)
    warnings = list(page.warnings)
    if "\ufffd" in text:
        warnings.append(f"some bytes are not {used}")
    return Page(page.title, page.blocks, tuple(f"version {name}: {warning}" for warning in warnings))


def _lines(text: str) -> Page:
    return Page(
        None,
        tuple(
            Block(f"/line[{number}]", "line", line.rstrip())
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip()
        ),
    )


def _changes(a: Page, b: Page) -> tuple[list[Change], float]:
    changes: list[Change] = []
    if a.title or b.title:
        changes.append(_change(a.title, b.title))
    changes += _in_order(a.blocks, b.blocks, align_blocks(a.blocks, b.blocks))
    return changes, _similarity(changes)


def _in_order(a: Sequence[Block], b: Sequence[Block], alignment: Alignment) -> list[Change]:
    """Document order of b; a removed block follows what it followed in a."""
    partner_of_b = {j: i for i, j in alignment.kept}
    moved_to_b = {j: i for i, j in alignment.moved}
    still_there = {i for i, _ in alignment.kept} | {i for i, _ in alignment.moved}
    at_place = {i for i, _ in alignment.kept}
    removed_after: dict[int, list[int]] = {}
    last = -1
    for i in range(len(a)):
        if i in at_place:
            last = i
        elif i not in still_there:
            removed_after.setdefault(last, []).append(i)
    changes = [_change(a[i], None) for i in removed_after.get(-1, [])]
    for j, block in enumerate(b):
        if j in moved_to_b:
            changes.append(_change(a[moved_to_b[j]], block, moved=True))
        elif j in partner_of_b:
            i = partner_of_b[j]
            changes.append(_change(a[i], block))
            changes += [_change(a[n], None) for n in removed_after.get(i, [])]
        else:
            changes.append(_change(None, block))
    return changes


def _change(a: Block | None, b: Block | None, *, moved: bool = False) -> Change:
    if a is None or b is None:
        kind: Kind = "removed" if a else "added"
        return Change(
            kind,
            a.path if a else None,
            b.path if b else None,
            a.label if a else "",
            b.label if b else "",
            a.attributes if a else (),
            b.attributes if b else (),
            same_text=False,
        )
    same_text = a.text == b.text
    if same_text and a.attributes == b.attributes:
        return Change("moved" if moved else "unchanged", a.path, b.path, a.label, b.label)
    only_a, only_b = _differing(a.attributes, b.attributes)
    kind = "moved" if moved else "changed"
    text_a, text_b = a.label, b.label
    if same_text:
        text_a = "\n".join([a.text, *only_a] if a.text else only_a)
        text_b = "\n".join([b.text, *only_b] if b.text else only_b)
    return Change(kind, a.path, b.path, text_a, text_b, only_a, only_b, same_text)


def _differing(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The links and media that only one of two blocks has; all of them when they differ in order alone."""
    if a == b:
        return (), ()
    only_a = tuple((Counter(a) - Counter(b)).elements())
    only_b = tuple((Counter(b) - Counter(a)).elements())
    return (only_a, only_b) if only_a or only_b else (a, b)


def _similarity(changes: Sequence[Change]) -> float:
    """Share of the text that both versions have."""
    total = common = 0.0
    for change in changes:
        size = sum(
            max(len(text), _MEDIA_SIZE if attributes else 1)
            for text, attributes in ((change.text_a, change.attributes_a), (change.text_b, change.attributes_b))
            if text
        )
        total += size
        if change.kind == "unchanged":
            common += size
        elif change.kind == "moved":
            common += size * _MOVED_COUNTS
        elif change.kind == "changed":
            alike = likeness(features(change.text_a), features(change.text_b))
            common += size * min(alike, 0.99)
    return min(common / total, 1.0) if total else 1.0
