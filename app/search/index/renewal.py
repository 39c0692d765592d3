"""Versions that are read otherwise than when they were indexed: in a charset that a person chose since, by a newer
reader of their format, or by OCR. What they say is indexed again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from app.archive import batches
from app.archive.documents import charsets
from app.archive.reader import ArchiveReader
from extractors.base import versions

_IN_FORMATS = (
    "SELECT batch, serial FROM captures JOIN facets ON facets.facet_id = captures.facets "
    "WHERE base IS NULL AND format IN (SELECT value FROM json_each(?))"
)
_OF_PAGE = (
    "SELECT batch, serial FROM captures JOIN pages USING (page_id) WHERE url = ? AND captures.base IS NULL"
)


_RECOGNISED = (
    "SELECT c.batch, c.serial FROM facets f JOIN pages p ON p.facets = f.facet_id JOIN captures c USING (page_id) "
    "WHERE f.format = 'pdf' AND c.base IS NULL AND c.extracted = ? "
    "ORDER BY 1, 2"
)


def manner(reader: ArchiveReader) -> str:
    """How the versions of an archive are read now, as JSON."""
    pages, chosen = charsets.all_choices(reader.path)
    edition = versions.version_of("pdf") + versions.RECOGNISED
    recognised = reader.connection.execute(_RECOGNISED, (edition,))
    read = {
        "pages": pages,
        "versions": chosen,
        "common": versions.COMMON,
        "formats": versions.VERSIONS,
        "recognised": {batches.format_id(*row): True for row in recognised},
    }
    return json.dumps(read, sort_keys=True, ensure_ascii=False)


def outdated(reader: ArchiveReader, before: str) -> list[tuple[str, int]]:
    """Batch and serial number of the versions that were indexed when the `manner` was another."""
    now = manner(reader)
    if not before or before == now:
        return []
    old, new = json.loads(before), json.loads(now)
    db = reader.connection
    found: set[tuple[str, int]] = set()
    if old["common"] != new["common"]:
        found.update(db.execute("SELECT batch, serial FROM captures WHERE base IS NULL"))
    else:
        formats = list(_different(old["formats"], new["formats"], 1))
        found.update(db.execute(_IN_FORMATS, (json.dumps(formats),)) if formats else ())
    for url in _different(old["pages"], new["pages"]):
        found.update(db.execute(_OF_PAGE, (url,)))
    found.update(_numbers(_different(old["versions"], new["versions"])))
    found.update(_numbers(_different(old.get("recognised", {}), new["recognised"])))
    return sorted(found)


def _different(old: dict[str, Any], new: dict[str, Any], absent: object = None) -> Iterator[str]:
    for name in old.keys() | new.keys():
        if old.get(name, absent) != new.get(name, absent):
            yield name


def _numbers(ids: Iterable[str]) -> Iterator[tuple[str, int]]:
    for id in ids:
        parsed = batches.parse_id(id)
        if parsed is not None:
            yield parsed
