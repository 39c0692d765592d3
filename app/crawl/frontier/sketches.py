"""Main texts that a crawl has met under the addresses of one pattern, each kept by the first page that had it."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

MOST = 200
"""Texts that are kept of a pattern: a shop of many articles has as many, and no trap."""
_REMEMBERED = 50  # patterns


class SameText(NamedTuple):
    """How many addresses had nearly this main text, this one included; the first of them; how alike both are, as the share
    of 64 MinHashes that they have in common (0.05 is one deviation)."""

    addresses: int
    first: str
    share: float


@dataclass(slots=True)
class _Kept:
    number: int
    sketch: bytes
    url: str
    used: int


class Sketches:
    """The main texts of one job. For the thread that writes the frontier, within its transaction."""

    def __init__(self, db: sqlite3.Connection, job: int) -> None:
        self._db = db
        self._job = job
        self._known: OrderedDict[bytes, list[_Kept]] = OrderedDict()

    def met(self, pattern: bytes, sketch: bytes, url: str, least: float) -> SameText:
        """Count a page with the text that is most like its own, if it is so alike at `least`; else keep its own. Of more
        texts than `MOST` those are forgotten that were met least, the oldest first."""
        kept = self._of(pattern)
        best, share = self._nearest(kept, sketch)
        if best is not None and share >= least:
            best.used += 1
            self._db.execute("UPDATE sketches SET used = ? WHERE number = ?", (best.used, best.number))
            return SameText(best.used, best.url, share)
        if len(kept) >= MOST:
            rarest = min(kept, key=lambda one: (one.used, one.number))
            kept.remove(rarest)
            self._db.execute("DELETE FROM sketches WHERE number = ?", (rarest.number,))
        values = (self._job, pattern, sketch, url)
        added = self._db.execute(
            "INSERT INTO sketches (job, pattern, sketch, url, used) VALUES (?, ?, ?, ?, 1)", values
        )
        kept.append(_Kept(int(added.lastrowid or 0), sketch, url, 1))
        return SameText(1, url, 1.0)

    def _of(self, pattern: bytes) -> list[_Kept]:
        known = self._known.get(pattern)
        if known is None:
            rows = self._db.execute(
                "SELECT number, sketch, url, used FROM sketches WHERE job = ? AND pattern = ? ORDER BY number",
                (self._job, pattern),
            )
            known = self._known[pattern] = [_Kept(*row) for row in rows]
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(pattern)
        return known

    @staticmethod
    def _nearest(kept: list[_Kept], sketch: bytes) -> tuple[_Kept | None, float]:
        same = [one for one in kept if len(one.sketch) == len(sketch)]
        if not same:
            return None, 0.0
        import numpy as np  # for crawls alone that come across such pages

        rows = np.frombuffer(b"".join(one.sketch for one in same), "<u4").reshape(len(same), -1)
        shares = (rows == np.frombuffer(sketch, "<u4")).mean(axis=1)
        at = int(shares.argmax())
        return same[at], float(shares[at])
