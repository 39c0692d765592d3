"""Which entries fit a condition on a field of the archive: those that a version with such a value says."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from pathlib import Path

import numpy as np

from app.archive import batches
from app.fields.conditions import matching, parsed
from app.search.entries.columns import Columns, Mask


def fitting(archive: Path, index: sqlite3.Connection, held: Columns, condition: str) -> Mask | None:
    """None where the archive has no such field. Values that are not known yet fit nothing."""
    meant = parsed(condition)
    ids = matching(archive, meant) if meant is not None else None
    if ids is None:
        return None
    serials: dict[str, list[int]] = defaultdict(list)
    for id in ids:
        key = batches.parse_id(id)
        if key is not None:
            serials[key[0]].append(key[1])
    numbers = list[int]()
    for batch, wanted in serials.items():
        found = index.execute(
            "SELECT c.seq FROM json_each(?) j JOIN captures c ON c.batch = ? AND c.serial = j.value",
            (json.dumps(wanted), batch),
        )
        numbers += (row[0] for row in found)
    mask = np.zeros(held.size, np.bool_)
    stand = held.stand
    mask[stand.entry[np.isin(stand.seq, np.array(numbers, np.int64))]] = True
    return mask
