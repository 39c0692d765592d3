"""The limits of a crawl of many nodes, kept exactly: each node is dealt what it may have of them, and never more than is
left.

Portions become smaller as less is left. A node that needs something when nothing is left has all others give back what
they have no use for at the moment. A limit is reached when all of it is used: for pages, when there are so many; for
bytes, when an answer does not fit into what all together have left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

UNITS = ("pages", "bytes")
SCHEMA = """
CREATE TABLE IF NOT EXISTS allowances (
    job TEXT NOT NULL, node TEXT NOT NULL, pages INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (job, node)
) WITHOUT ROWID
"""


@dataclass(slots=True)
class Told:
    """What a node has said last: its need (`app.crawl.run.limits.Need`) and how many reports it has made."""

    need: Mapping[str, Any] | None
    reports: int


class Allowances:
    """Of one job; `most` are its limits, 0 for none. What is dealt stands on disk: a node that was killed, or is lost, may
    have used it. For the register, inside its transactions."""

    def __init__(self, db: sqlite3.Connection, job: str, most: Mapping[str, int]) -> None:
        self._db, self._job, self._most = db, job, most
        rows = db.execute("SELECT node, pages, bytes FROM allowances WHERE job = ?", (job,))
        self._held = {node: {"pages": pages, "bytes": size} for node, pages, size in rows}
        self._short: dict[str, dict[str, int]] = {unit: {} for unit in UNITS}
        """Who needs what nobody has left, and how much of it."""
        self._since: dict[str, dict[str, int]] = {unit: {} for unit in UNITS}
        """How many reports each node had made when the first of them said so."""

    @property
    def any(self) -> bool:
        return any(self._most.values())

    @property
    def back(self) -> bool:
        """Whether all are to give back what they have no use for."""
        return any(self._short.values()) or any(
            most and self._left(unit) < 0 for unit, most in self._most.items()
        )

    def deal(self, node: str, members: Mapping[str, Told], *, more: bool) -> list[int]:
        """What a node may have in all, with what it needs at the moment unless there is to be no `more`."""
        need = members[node].need
        held = self._held.setdefault(node, dict.fromkeys(UNITS, 0))
        before = dict(held)
        if need is not None:
            held |= need["has"]
        for unit, most in self._most.items():
            if not most or need is None:
                continue
            target = max(1, self._left(unit) // (2 * len(members)))
            room = need["room"] if unit == "pages" else held[unit] - need["used"][unit]
            waits = need["waits"] if unit == "bytes" else int(need["more"] and not room)
            if more and room < max(waits, target) and (waits > room or (need["more"] and not self.back)):
                given = max(0, min(self._left(unit), max(waits, target) - room))
                held[unit] += given
                room += given
            self._note(unit, node, waits - room, members)
        if held != before:
            row = (self._job, node, held["pages"], held["bytes"])
            self._db.execute("INSERT OR REPLACE INTO allowances VALUES (?, ?, ?, ?)", row)
        return [held[unit] for unit in UNITS]

    def reached(self, members: Mapping[str, Told]) -> str:
        """The code of a limit of which nothing is left."""
        if self._most["pages"] and self._left("pages") <= 0 and self._all_used(members):
            return "max-pages"
        short, since, left = self._short["bytes"], self._since["bytes"], self._left("bytes")
        # the first report after that still told of what it had before it was asked to give it back
        if any(missing > left for node, missing in short.items() if node in members) and all(
            told.reports >= since.get(node, 0) + 2 for node, told in members.items()
        ):
            return "max-bytes"
        return ""

    def _left(self, unit: str) -> int:
        held = (int(each[unit]) for each in self._held.values())
        return self._most[unit] - sum(held)

    def _note(self, unit: str, node: str, missing: int, members: Mapping[str, Told]) -> None:
        short = self._short[unit]
        if missing <= 0:
            short.pop(node, None)
        else:
            if not short:
                self._since[unit] = {name: told.reports for name, told in members.items()}
            short[node] = missing
        for name in short.keys() - members.keys():
            del short[name]

    def _all_used(self, members: Mapping[str, Told]) -> bool:
        return all(
            told.need is not None and told.need["used"]["pages"] >= self._held[node]["pages"]
            for node, told in members.items()
            if self._held.get(node, {}).get("pages")
        )


def limits_of(settings: Mapping[str, Any]) -> dict[str, int]:
    return {unit: int(settings.get(f"max_{unit}") or 0) for unit in UNITS}


def needs(reports: Iterable[tuple[str, Mapping[str, Any], int]], round_: int) -> dict[str, Told]:
    """By nodes: (node, report, number of reports)."""
    return {
        node: Told(report.get("allowance") if report.get("round") == round_ else None, count)
        for node, report, count in reports
    }
