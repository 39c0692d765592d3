"""Blocks that several pages of a batch have: where new bytes of incremental records can be found again.

A block is shared only when two records hold it, and then both are named: so damage to one record costs nothing but its
own chain. The table is made of the recipes alone, the same on every machine.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection

from app.archive import batches
from app.tianwang.recipe import LARGE, Recipe, Share, Step, Write, literals

_DIGEST = 16
_HOLDERS = 2


def digest_of(data: bytes) -> bytes:
    """What a block is found by."""
    return hashlib.sha256(data).digest()[:_DIGEST]


def add(db: sqlite3.Connection, batch: str, serial: int, recipe: bytes) -> None:
    """Note the new bytes of a record, whose DATA is `recipe`."""
    for offset, length in literals(recipe):
        if length < LARGE:
            continue
        digest = digest_of(recipe[offset : offset + length])
        held = db.execute(
            "SELECT count(*) FROM volumes WHERE batch = ? AND digest = ?", (batch, digest)
        ).fetchone()[0]
        if held < _HOLDERS:
            db.execute(
                "INSERT OR IGNORE INTO volumes VALUES (?, ?, ?, ?, ?)",
                (batch, digest, serial, offset, length),
            )


def share(db: sqlite3.Connection, batch: str, recipe: Recipe, chain: Collection[str]) -> Recipe:
    """A recipe with what other records of the batch hold taken from there: of one record where that is needed anyway
    (ids in `chain`), otherwise of two."""
    return Recipe(tuple(_shared(db, batch, step, chain) for step in recipe.steps))


def _shared(db: sqlite3.Connection, batch: str, step: Step, chain: Collection[str]) -> Step:
    if not isinstance(step, Write) or len(step.data) < LARGE:
        return step
    found = db.execute(
        "SELECT serial, offset FROM volumes WHERE batch = ? AND digest = ? AND length = ? ORDER BY serial",
        (batch, digest_of(step.data), len(step.data)),
    ).fetchall()
    places = [(batches.format_id(batch, serial), offset) for serial, offset in found]
    needed = [place for place in places if place[0] in chain]
    if needed:
        return Share((needed[0],), len(step.data))
    return Share(tuple(places), len(step.data)) if len(places) == _HOLDERS else step
