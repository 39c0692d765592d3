"""Many bytes: a batch as its Tianwang records, and selections as WARC or WACZ."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NamedTuple

from app.archive.batches import file_path
from app.archive.settling import making_of
from app.search.listing import Listing
from app.search.query import QueryFault
from app.service.api.operations import Asked, Refusal, begin, end
from app.service.collection import View
from app.service.packages import Format, Wanted
from app.service.sending import Extent

MOST_FOUND = 10_000
"""Versions that a query may find for a package."""
_PIECE = 50_000


class Batch(NamedTuple):
    """The records of a batch: where they stand, and what tells this state of them: as long as the batch only grows,
    `identity` stays and the bytes before remain what they were."""

    extents: list[Extent]
    identity: str

    @property
    def size(self) -> int:
        return sum(one.end - one.begin for one in self.extents)

    @property
    def tag(self) -> str:
        return f'"{self.identity}-{self.size}"'

    def continues(self, tag: str) -> bool:
        """Whether this is the batch of a tag, or what became of it."""
        identity, _, size = tag.strip('"').rpartition("-")
        return identity == self.identity and size.isdigit() and int(size) <= self.size


def batch(asked: Asked) -> Batch:
    """The records of a batch as far as they are indexed, without hidden ones. Refusal where there are none."""
    view, name = asked.view, str(asked["batch"])
    hidden = view.collection.hidden_prefixes()
    making = making_of(view.reader.path)
    extents = _without_hidden(asked, name) if hidden else _whole(view, name)
    if not extents:
        raise Refusal(404, "batch", "There is no such batch.")
    known = json.dumps([name, making, hidden], default=str)
    return Batch(extents, sha256(known.encode()).hexdigest()[:24])


def _whole(view: View, name: str) -> list[Extent]:
    rows = view.reader.connection.execute(
        "SELECT file, max(end) FROM captures WHERE batch = ? GROUP BY file ORDER BY file", (name,)
    )
    return [Extent(file_path(view.reader.path, name, file), 0, last) for file, last in rows]


def _without_hidden(asked: Asked, name: str) -> list[Extent]:
    """What stands between hidden records."""
    found: list[Extent] = []
    rows = asked.view.reader.connection.execute(
        "SELECT c.file, c.offset, c.end, p.url FROM captures c JOIN pages p USING (page_id) "
        "WHERE c.batch = ? ORDER BY c.file, c.offset",
        (name,),
    )
    while some := rows.fetchmany(_PIECE):
        for file, offset, last, url in some:
            if not asked.is_shown(url):
                continue
            path = file_path(asked.view.reader.path, name, file)
            if found and found[-1].path == path and found[-1].end == offset:
                found[-1] = found[-1]._replace(end=last)
            else:
                found.append(Extent(path, offset, last))
    return found


def wanted(asked: Asked, format: Format) -> Wanted:
    """The selection that is asked for. Refusal."""
    values: dict[str, Any] = asked.values
    since = begin(values["from"]) if values["from"] else None
    until = end(values["to"]) if values["to"] else None
    if values["q"] is None:
        return Wanted(format, values["prefix"] or "", since, until, values["newest"])
    if values["prefix"] or values["from"] or values["to"] or values["newest"]:
        raise Refusal(400, "parameter", "“q” stands alone: in:, after: and before: of the query limit it.")
    try:
        found = Listing(asked.view.collection.archive, values["q"], limit=MOST_FOUND, notes=False).ids()
    except QueryFault as fault:
        raise Refusal(400, "query", str(fault)) from fault
    return Wanted(format, ids=tuple(found))
