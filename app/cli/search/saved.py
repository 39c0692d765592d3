"""Saved searches: `search --save`, `--saved`, `--forget`, and what they found after a crawl."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import up_to_date
from app.cli.console import counted, emit, say, warn
from app.errors import TianwangError

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.search.saved import SavedSearch
    from app.search.searching import Searcher


def save(
    archive: Archive, name: str, wanted: str, as_json: bool, *, forms: bool = False, synonyms: bool = False
) -> None:
    """Keep a query; what it finds now is not new."""
    from app.graph.standing import factors
    from app.search import saved
    from app.search.searching import Searcher

    made = saved.save(archive.path, name, wanted, forms=forms, synonyms=synonyms)
    with Searcher(archive, factors(archive.path)) as searcher:
        saved.look(made, searcher.upto)
        told = saved.count(searcher, made)
    if as_json:
        emit(_about(archive.path, made, told.total, told.new))
    else:
        say(f"Saved as “{made.name}”: {counted(told.total, 'hit')} now.")


def forget(archive: Archive, name: str, as_json: bool) -> None:
    """Take a saved search out. SearchMissing."""
    from app.search import saved

    gone = saved.named(archive.path, name)
    saved.delete(archive.path, gone)
    if as_json:
        emit({"kind": "forgotten", "archive": archive.path, "name": gone.name, "query": gone.query})
    else:
        say(f"Forgotten: “{gone.name}”. Its query was {gone.query}")


def listed(archive: Archive, as_json: bool) -> None:
    """The saved searches with what they find."""
    from app.graph.standing import factors
    from app.search import saved
    from app.search.searching import Searcher

    found = saved.searches(archive.path)
    new = 0
    if found:
        with Searcher(archive, factors(archive.path)) as searcher:
            for one in found:
                new += _list(archive.path, searcher, one, as_json)
    if as_json:
        emit({"kind": "summary", "searches": len(found), "new": new})
    elif not found:
        say("No searches are saved in this archive; --save NAME keeps one.")


def _list(path: Path, searcher: Searcher, one: SavedSearch, as_json: bool) -> int:
    from app.search import saved
    from app.search.query import QueryFault

    try:
        told = saved.count(searcher, one)
    except QueryFault as fault:
        if as_json:
            emit({**_about(path, one, None, None), "sentence": str(fault)})
        else:
            warn(f"{one.name}: {fault}")
        return 0
    if as_json:
        emit(_about(path, one, told.total, told.new))
    else:
        say(f"{one.name}: {counted(told.total, 'hit')}, {told.new:,} new  {one.query}")
    return told.new


def _about(path: Path, one: SavedSearch, total: int | None, new: int | None) -> dict[str, Any]:
    about = {"kind": "saved", "archive": path, "name": one.name, "query": one.query, "created": one.created}
    return {**about, "forms": one.forms, "synonyms": one.synonyms, "total": total, "new": new}


def tell_new(archive: Archive, job_id: str, as_json: bool) -> None:
    """After a crawl: which saved searches found something that it brought. A crawl does not fail because of it."""
    from app.graph.standing import factors
    from app.search import saved
    from app.search.searching import Searcher

    try:
        searches = saved.searches(archive.path)
        up_to_date.search_index(archive)
        with Searcher(archive, factors(archive.path)) as searcher:
            told = saved.of_crawl(searcher, searches, job_id)
    except TianwangError as error:
        warn(f"Saved searches were not looked through: {error}")
        return
    for one in told:
        if as_json:
            emit(_about(archive.path, one.search, one.total, one.new))
        else:
            say(f"Saved search “{one.search.name}”: {one.new:,} new")
