"""Compare two versions of a page."""

from __future__ import annotations

from app.blocks.changes import Change, Comparison, Kind
from app.blocks.collecting import uncollected
from app.blocks.cutting import DEFAULT_LEVEL
from app.blocks.layouts import layout_changes
from app.blocks.matching import match
from app.blocks.parts import Matched, Side, Stretch
from app.blocks.recutting import cut_both
from app.blocks.styles import Style
from app.blocks.texts import compare_text

__all__ = ["compare", "compare_text"]

_CUT = "so much changed that not everything was looked for that may have moved"


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
) -> Comparison:
    """What changed between two versions of an HTML page, by blocks down to `level`. Never raises for any bytes.

    The charsets are what the servers declared, the styles what was measured of the pages.
    """
    tree_a, tree_b = cut_both(a, b, charset_a, charset_b, level=level, style_a=style_a, style_b=style_b)
    side_a, side_b = Side(tree_a), Side(tree_b)
    matching = match(side_a, side_b)
    changes = [_change(each) for each in matching.found]
    changes = layout_changes(side_a, side_b, changes)
    warnings = [] if matching.complete else [_CUT]
    warnings += [f"version {name}: {said}" for name, tree in (("a", tree_a), ("b", tree_b)) for said in tree.warnings]
    for name, tree in (("a", tree_a), ("b", tree_b)):
        if "\ufffd" in tree.scan.text:
            warnings.append(f"version {name}: some bytes are not {tree.charset}")
    return Comparison(
        changes, tree_a=tree_a, tree_b=tree_b, level=level, style=tree_b.style.source, warnings=tuple(warnings)
    )


def _change(found: Matched) -> Change:
    a, b = found.a, found.b
    if a is None or b is None:
        return Change("added" if b else "removed", a, b, level=_level(a, b))
    same_bytes = a.content == b.content
    if same_bytes and a.side.tree.charset == b.side.tree.charset:
        return Change("moved" if found.what == "moved" else "unchanged", a, b, level=b.level, differs=False)
    differs = not (a.says_same(b) and a.attributes == b.attributes)
    if found.what == "moved":
        kind: Kind = "moved"
    elif differs or (not same_bytes and a.divided_text != b.divided_text):  # words are set apart, or no more
        kind = "changed"
    else:
        kind = "unchanged" if same_bytes else "markup"
    return Change(kind, a, b, level=b.level, differs=differs)


def _level(a: Stretch | None, b: Stretch | None) -> int:
    return b.level if b else a.level if a else 0
