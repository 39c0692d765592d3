"""Pages that are gone at one address and stand under another: told by their main text (`app.likeness`), not by a redirect.

Only pages that are new count as the other address: a text that stood at two addresses and is gone at one has not moved.
Each page moves to one other at most; of several the most alike goes first. Short texts (“under construction”) are the same
by chance, and do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.archive.reader import ArchiveReader
from app.blocks.history.site_changes import SiteRow
from app.errors import CaptureMissing
from app.likeness.known import NEAR, Known

_LEAST = 200  # letters and figures of a text that can have moved


def may_have_moved(rows: Iterable[SiteRow]) -> bool:
    """Whether there are both pages that are gone and pages that are new."""
    return {"new", "gone"} <= {row.state for row in rows}


def with_moves(reader: ArchiveReader, rows: Sequence[SiteRow]) -> list[SiteRow]:
    """The rows in their order, of pages that moved with where to or from, and how alike both are.
    Of an archive without fingerprints they are as they were."""
    if not may_have_moved(rows):
        return list(rows)
    known = Known(reader.path)
    gone = _places(reader, known, {at: row.id_a for at, row in enumerate(rows) if row.state == "gone"})
    new = _places(reader, known, {at: row.id_b for at, row in enumerate(rows) if row.state == "new"})
    found = sorted(
        ((-share, rows[a].url, rows[b].url, a, b) for a, b, share in _pairs(known, gone, new)),
    )
    made, moved = list(rows), set[int]()
    for share, _, _, a, b in found:
        if a in moved or b in moved:
            continue
        moved |= {a, b}
        made[a] = replace(rows[a], moved_to=rows[b].url, likeness=-share, other=rows[b].id_b)
        made[b] = replace(rows[b], moved_from=rows[a].url, likeness=-share, other=rows[a].id_a)
    return made


def _places(reader: ArchiveReader, known: Known, ids: dict[int, str | None]) -> dict[int, list[int]]:
    """Of each text, by its place, the rows that have it."""
    found: dict[int, list[int]] = {}
    for at, id in ids.items():
        if id is None:
            continue
        try:
            capture = reader.capture(id)
        except CaptureMissing:
            continue
        place = known.place(capture.base or capture.id)
        if place >= 0 and known.sizes[place] >= _LEAST:
            found.setdefault(place, []).append(at)
    return found


def _pairs(
    known: Known, gone: dict[int, list[int]], new: dict[int, list[int]]
) -> Iterable[tuple[int, int, float]]:
    of_letters: dict[int, list[int]] = {}
    for place, rows in new.items():
        of_letters.setdefault(int(known.normal[place]), []).extend(rows)
    for place, rows in gone.items():
        for a in rows:
            yield from ((a, b, 1.0) for b in of_letters.get(int(known.normal[place]), ()))
    pairs = known.pairs
    for first, second, share in zip(pairs.a.tolist(), pairs.b.tolist(), pairs.jaccard.tolist(), strict=True):
        if share >= NEAR:
            for one, other in ((first, second), (second, first)):
                for a in gone.get(one, ()):
                    yield from ((a, b, float(share)) for b in new.get(other, ()))
