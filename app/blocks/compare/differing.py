"""Compare two versions of a page."""

from __future__ import annotations

from app.blocks.compare.changes import Change, Comparison, Kind
from app.blocks.compare.layouts import layout_changes
from app.blocks.cutting.cutting import DEFAULT_LEVEL, Page, usual_unit
from app.blocks.cutting.rough import MOST_ELEMENTS, count_elements, divide_both, is_too_much
from app.blocks.match.matching import match
from app.blocks.match.sameness import are_same, is_read, leads_same, read_on, says_same
from app.blocks.match.stretches import Matched, Side, Stretch
from app.blocks.page.effort import Budget, uncollected
from app.blocks.page.source import Source
from app.blocks.page.styles import StaticStyle, Style
from app.blocks.page.targets import same_folder
from app.blocks.page.tree import BlockTree
from app.messages import Message

_PARSED = 0.75  # share of the elements that can be read in time, where the parser is needed
_LONGER = 8  # ratio of lengths from which the longer version has a say in the size of blocks


@uncollected
def cut_both(
    a: bytes,
    b: bytes,
    charset_a: str | None = None,
    charset_b: str | None = None,
    *,
    level: int = DEFAULT_LEVEL,
    style_a: Style | None = None,
    style_b: Style | None = None,
    unit: int | None = None,
) -> tuple[BlockTree, BlockTree]:
    """The block trees of two versions of a page, with blocks of the same size. Never raises for any bytes.

    The arguments are those of `cut`. Versions with very many elements are divided by their texts, without structure.
    """
    source_a, source_b = Source(a, charset_a), Source(b, charset_b)
    styles = style_a or StaticStyle(), style_b or StaticStyle()
    usual = all(isinstance(style, StaticStyle) for style in styles)
    if usual and is_too_much(source_a.text, source_b.text):
        return divide_both(source_a, source_b, styles, level)
    large = usual and count_elements(source_a.text, source_b.text) > _PARSED * MOST_ELEMENTS
    trees: list[BlockTree] = []
    for source, style in zip((source_a, source_b), styles, strict=True):
        page = Page(source, style)
        try:
            if large and page.reader is None:
                return divide_both(source_a, source_b, styles, level)
            if unit is None:
                longer = len(source_b.text) > _LONGER * len(source_a.text)
                unit = usual_unit(max(page.root.weight, len(source_b.text) // _LONGER * longer))
            trees.append(page.cut(level, unit))
        finally:
            page.release()
    return trees[0], trees[1]


_CUT = Message("moved-text-not-all")

_MOST_TAGS = (
    30_000  # of both versions, of blocks that differ and are not read but to see whether they say the same
)
_ROUGH_LAYOUT = Message("layout-not-all")


@uncollected
def compare(
    a: bytes,
    b: bytes,
    *,
    charset_a: str | None = None,
    charset_b: str | None = None,
    level: int = DEFAULT_LEVEL,
    style_a: Style | None = None,
    style_b: Style | None = None,
    address_a: str = "",
    address_b: str = "",
) -> Comparison:
    """What changed between two versions of an HTML page, by blocks down to `level`. Never raises for any bytes.

    The charsets are what the servers declared, the styles what was measured of the pages. With the addresses of the
    pages, other spellings of one target are no change of what a link leads to.
    """
    tree_a, tree_b = cut_both(a, b, charset_a, charset_b, level=level, style_a=style_a, style_b=style_b)
    if not same_folder(address_a, address_b):
        address_a = address_b = ""
    side_a, side_b = Side(tree_a, address_a), Side(tree_b, address_b)
    side_a.resolve_like(side_b)
    matching = match(side_a, side_b)
    room = Budget(_MOST_TAGS)
    changes = [_change(each, room) for each in matching.found if not _is_nothing(each)]
    changes, told_apart = layout_changes(side_a, side_b, changes)
    read_on(side_a, (change.part_a for change in changes))
    read_on(side_b, (change.part_b for change in changes))
    warnings = [] if matching.complete else [_CUT]
    if not told_apart:
        warnings.append(_ROUGH_LAYOUT)
    warnings += [
        Message(code, warning=said)
        for code, tree in (("of-version-a", tree_a), ("of-version-b", tree_b))
        for said in tree.warnings
    ]
    for code, tree in (("of-version-a", tree_a), ("of-version-b", tree_b)):
        if "\ufffd" in tree.scan.text:
            warnings.append(Message(code, warning=Message("bytes-outside-charset", charset=tree.charset)))
    return Comparison(
        changes,
        tree_a=tree_a,
        tree_b=tree_b,
        level=level,
        style=tree_b.style.source,
        warnings=tuple(warnings),
    )


def _is_nothing(found: Matched) -> bool:
    """Whether this is the only block of an empty page, which neither came nor went."""
    return not (found.a and found.b) and not any(
        part is not None and part.content for part in (found.a, found.b)
    )


def _change(found: Matched, room: Budget) -> Change:
    a, b = found.a, found.b
    if a is None or b is None:
        return Change("added" if b else "removed", a, b, level=_level(a, b))
    same_bytes = a.content == b.content
    if same_bytes and a.side.tree.charset == b.side.tree.charset:
        return Change("moved" if found.what == "moved" else "unchanged", a, b, level=b.level, differs=False)
    if is_read(a) and is_read(b):
        same_text, same_division = says_same(a, b)
        differs = not (same_text and leads_same(a, b))
    else:
        same_text, same_division, same_leads = are_same(a, b, room)
        differs = not (same_text and same_leads)
    if found.what == "moved":
        kind: Kind = "moved"
    elif differs or not (same_bytes or same_division):  # words are set apart, or no more
        kind = "changed"
    else:
        kind = "unchanged" if same_bytes else "markup"
    return Change(kind, a, b, level=b.level, differs=differs)


def _level(a: Stretch | None, b: Stretch | None) -> int:
    return b.level if b else a.level if a else 0
