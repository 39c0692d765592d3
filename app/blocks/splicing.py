"""Put a scan of the changed stretches of a page into that of its last version."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from app.blocks.building import Unusual
from app.blocks.spans import Scan
from app.blocks.stretches import Region


def splice(old: Scan, text: str, regions: Sequence[Region]) -> Scan:
    """The scan of the new text. Unusual where one text's place on a line cannot be told."""
    scan = Scan(text, exact=True)
    number = place = shift = 0
    waiting = False  # for the next text, which begins on a line of its own now
    for region in regions:
        start, end, new_start, new_end = region.hunk
        until = bisect_left(old.texts, (start, -1, False))
        _add(scan, old, (number, region.first), shift)
        waiting = _add_texts(scan, old.texts[place:until], shift, waiting)
        number, place = region.last, bisect_left(old.texts, (end, -1, False))
        shift = new_end - end
        if region.in_tag:
            scan.ends[-1] += region.growth
        elif waiting:
            raise Unusual
        if region.scan is not None:
            _add(scan, region.scan, (0, len(region.scan.names)), new_start)
            _add_texts(scan, region.scan.texts, new_start, False)
        waiting = waiting or region.own_line
    _add(scan, old, (number, len(old.names)), shift)
    _add_texts(scan, old.texts[place:], shift, waiting)
    lasts = [region.last for region in regions]
    added = [0, *accumulate(region.added for region in regions)]
    for region in regions:
        growth = region.growth
        if growth:
            for number in region.around:
                number += added[bisect_right(lasts, number)]
                scan.inner_ends[number] += growth
                scan.closes[number] += growth
    return scan


def _add(scan: Scan, other: Scan, numbers: tuple[int, int], shift: int) -> None:
    """Add elements of another scan, `shift` characters further on."""
    part = slice(*numbers)
    scan.names += other.names[part]
    for places, others in (
        (scan.starts, other.starts),
        (scan.ends, other.ends),
        (scan.inner_ends, other.inner_ends),
        (scan.closes, other.closes),
    ):
        places += [place + shift for place in others[part]] if shift else others[part]


def _add_texts(scan: Scan, texts: list[tuple[int, int, bool]], shift: int, own_line: bool) -> bool:
    """Add texts, the first on a line of its own if so. Whether that is still to be done."""
    if not texts:
        return own_line
    first, last, before = texts[0]
    scan.texts.append((first + shift, last + shift, before or own_line))
    scan.texts += [(start + shift, end + shift, line) for start, end, line in texts[1:]] if shift else texts[1:]
    return False
