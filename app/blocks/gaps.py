"""What stands between blocks, and which of it belongs to blocks that came or went."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from app.blocks.changes import Change
from app.blocks.hunks import common_start
from app.blocks.parts import Side, Stretch
from app.blocks.sequences import Pair


class Gap:
    """A stretch of a page between two blocks, and these."""

    __slots__ = ("after", "before", "content", "places", "side", "span")

    def __init__(
        self, side: Side, span: Pair, places: Pair, before: Stretch | None, after: Stretch | None, content: bytes
    ) -> None:
        self.side = side
        self.span, self.places = span, places
        self.before, self.after = before, after
        self.content = content

    @property
    def source(self) -> str:
        return self.side.tree.scan.text[slice(*self.places)]


def fill(gap: Gap, more: list[Gap], open_changes: dict[int, Change]) -> bool:
    """Give blocks that stand in one version alone what came with them, where all else around them was there before.

    Of several ways, as in "(a)(b)" from "(a)", one that leaves whole elements is taken.
    """
    first, last = more[0].after, more[-1].before
    for block in (first, last):
        change = open_changes.get(id(block))
        if change is None or change.kind not in ("added", "removed"):
            return False
    if first is None or last is None or gap.side.tree.charset != first.side.tree.charset:
        return False
    around = gap.source
    most = common_start(around, more[0].source)
    least = len(around) - common_start(around[::-1], more[-1].source[::-1])
    if least > most:
        return False
    stretch = _whole_elements(more, least, most, len(around))
    if stretch is None:
        return False
    start, end = stretch
    first_byte = first.side.byte((more[0].span[0], more[0].places[0]), start)
    last_byte = last.side.byte((last.span[1], last.places[1]), end)
    if first_byte is None or last_byte is None:
        return False
    first.span, first.places = (first_byte, first.span[1]), (start, first.places[1])
    last.span, last.places = (last.span[0], last_byte), (last.places[0], end)
    return True


def _whole_elements(more: list[Gap], least: int, most: int, size: int) -> Pair | None:
    """Where a stretch best begins, of some places, and ends: where each element that begins in it ends there, else
    between two tags; None when all places are inside of one."""
    scan = more[0].side.tree.scan
    first, long = more[0].places[0], more[-1].places[1] - size - more[0].places[0]
    for number in range(bisect_left(scan.starts, first + least), bisect_right(scan.starts, first + most)):
        at, place, end = number, scan.starts[number], scan.starts[number] + long
        while at < len(scan.starts) and scan.starts[at] < end:
            if scan.closes[at] > end or "</" in scan.text[place : scan.starts[at]]:
                break
            place = scan.closes[at]
            at = bisect_left(scan.starts, place)
        else:
            if "</" not in scan.text[place:end]:
                return end - long, end
    text = scan.text
    place = first + most
    if most > least and text[place - 1] != ">":
        behind = text.rfind(">", first + least, place) + 1
        place = max(behind or first + least, text.rfind("<", first + least, place))
    if all(text[at - 1 : at] == ">" or text[at : at + 1] == "<" for at in (place, place + long)):
        return place, place + long
    return None
