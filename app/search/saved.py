"""Saved searches: queries with a name, kept in `searches.json` of the archive, and what each has found that is new.

The searches are written by a person and go with the archive, so they are primary data: written whole, synced, never
over a file that cannot be understood. How far somebody has looked is that person's: it stands in `looked.json` of
`app.personal`, for each search as the last serial number of each batch that the index knew then. Serial numbers stay
when an index is made anew.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.archive.whole import write_whole
from app.errors import StorageFailed, StorageUnreadable, UserError
from app.messages import Message
from app.personal import config_folder
from app.search import SAVED
from app.search.changes.events import events
from app.search.query import lists_changes, parse
from app.search.searching import Known, Searcher

LONGEST_NAME = 200

_LOOKED = "looked.json"
_MOST_BYTES = 4 << 20
_MOST_LOOKED = 5000  # searches of all archives of a person whose marks are kept
_writing = threading.Lock()


class SearchMissing(UserError):
    """The archive has no such search."""

    code = "saved-search-missing"


class SearchNameTaken(UserError):
    """Two searches of an archive cannot have one name."""

    code = "saved-search-taken"


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query and what it is called; `id` stays when it is renamed, `created` is a date of ISO 8601. With `forms` other
    forms of English words are found, too, with `synonyms` words that mean the same."""

    id: str
    name: str
    query: str
    created: str
    forms: bool = False
    synonyms: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """Pages or changes that a saved search finds, and those of them that are new."""

    search: SavedSearch
    total: int
    new: int


def searches(archive: Path) -> list[SavedSearch]:
    """By name. StorageUnreadable for a file that cannot be understood."""
    path = archive / SAVED
    try:
        with path.open("rb") as file:
            read = json.loads(file.read(_MOST_BYTES + 1))
        found = [_read(one) for one in read["searches"]]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StorageUnreadable(path=path, detail=Message("saved-searches-damaged")) from error
    return sorted(found, key=lambda one: one.name.casefold())


def _read(one: Mapping[str, Any]) -> SavedSearch:
    id, name, query, created = (str(one[each]) for each in ("id", "name", "query", "created"))
    ways = (one.get(way) is True for way in ("forms", "synonyms"))
    return SavedSearch(id, name, query, created, *ways)


def named(archive: Path, name: str) -> SavedSearch:
    """Raises SearchMissing, StorageUnreadable."""
    for one in searches(archive):
        if one.name == name:
            return one
    raise SearchMissing(name=name)


def save(archive: Path, name: str, query: str, *, forms: bool = False, synonyms: bool = False) -> SavedSearch:
    """Keep a query under a name, with how it is asked. QueryFault, SearchNameTaken, StorageFailed."""
    if lists_changes(parse(query)):  # these are told of the words as they are written
        forms = synonyms = False
    now = datetime.now(UTC).isoformat()
    made = SavedSearch(secrets.token_hex(8), _name(name) or _name(query), query.strip(), now, forms, synonyms)
    _change(archive, made, "")
    return made


def rename(archive: Path, search: SavedSearch, name: str) -> SavedSearch:
    """Call it otherwise. SearchNameTaken, StorageFailed."""
    renamed = replace(search, name=_name(name) or search.name)
    _change(archive, renamed, search.id)
    return renamed


def delete(archive: Path, search: SavedSearch) -> None:
    """Take it out; `restore` brings it back. StorageFailed."""
    _change(archive, None, search.id)


def restore(archive: Path, search: SavedSearch) -> None:
    """Bring a deleted one back, with what was looked at of it. SearchNameTaken, StorageFailed."""
    _change(archive, search, search.id)


def count(searcher: Searcher, search: SavedSearch) -> Counted:
    """What it finds now. QueryFault where the language of queries has changed since."""
    return _counted(searcher, search, looked(search))


def of_crawl(searcher: Searcher, searches: Iterable[SavedSearch], crawl: str) -> list[Counted]:
    """Those searches that found something which nothing but captures of a crawl says."""
    counted = list[Counted]()
    for one in searches:
        with suppress(UserError):  # a query that is none any more says so when it is run
            found = _counted(searcher, one, crawl)
            if found.new:
                counted.append(found)
    return counted


def _counted(searcher: Searcher, search: SavedSearch, known: Known) -> Counted:
    if lists_changes(parse(search.query)):
        told = events(searcher, search.query, limit=0, shown=False, known=known)
        return Counted(search, told.total, told.new)
    found = searcher.search(
        search.query, limit=0, shown=False, known=known, forms=search.forms, synonyms=search.synonyms
    )
    return Counted(search, found.total, found.new)


def looked(search: SavedSearch) -> dict[str, int]:
    """How far this person has looked at a search: the last serial number of each batch; nothing of one never opened."""
    return _looked().get(search.id, {})


def look(search: SavedSearch, upto: Mapping[str, int]) -> None:
    """This person has seen what a search finds in an index that is so far. What cannot be kept is new again."""
    with _writing, suppress(OSError, StorageFailed):
        known = _looked()
        seen = known.pop(search.id, {})
        known[search.id] = {
            batch: max(upto.get(batch, -1), seen.get(batch, -1)) for batch in {**seen, **upto}
        }
        for oldest in list(known)[:-_MOST_LOOKED]:
            del known[oldest]
        folder = config_folder()
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / _LOOKED, known)


def _looked() -> dict[str, dict[str, int]]:
    try:
        read = json.loads((config_folder() / _LOOKED).read_bytes())
        return {
            str(id): {str(batch): int(serial) for batch, serial in marks.items()}
            for id, marks in read.items()
        }
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _name(text: str) -> str:
    return " ".join(text.split())[:LONGEST_NAME]


def _change(archive: Path, put: SavedSearch | None, in_place_of: str) -> None:
    """Write the searches with another one in place of one."""
    with _writing:
        try:
            kept = [one for one in searches(archive) if one.id != in_place_of]
        except StorageUnreadable as error:
            raise StorageFailed(path=archive / SAVED, detail=error.message.arguments["detail"]) from error
        if put is not None:
            if any(one.name == put.name for one in kept):
                raise SearchNameTaken(name=put.name)
            kept.append(put)
        _write(archive / SAVED, {"version": 1, "searches": [asdict(one) for one in kept]})


def _write(path: Path, value: Any) -> None:
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace"))
