"""Two versions of a page cut into blocks of the same size."""

from __future__ import annotations

from app.blocks.cutting.cutting import DEFAULT_LEVEL, Page, usual_unit
from app.blocks.cutting.rough import MOST_ELEMENTS, count_elements, divide_both, is_too_much
from app.blocks.page.effort import uncollected
from app.blocks.page.source import Source
from app.blocks.page.styles import StaticStyle, Style
from app.blocks.page.tree import BlockTree

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
