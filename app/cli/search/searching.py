"""Searching archives: `search`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from app.cli import up_to_date
from app.cli.arguments import Json, moment_span, open_archive, refuse
from app.cli.search import index_state
from app.cli.search import saved as saved_searches
from app.cli.search.blocks import SORTS, show_blocks
from app.cli.search.events import show_events, write_feed
from app.cli.search.found import show_hit, show_summary
from app.cli.search.hits import HitsFormat, export_format, export_hits
from app.cli.search.options import (
    At,
    Blocks,
    Build,
    Explain,
    Export,
    ExportAs,
    Facets,
    Feed,
    Fold,
    Forget,
    Forms,
    Given,
    Limit,
    Offset,
    Order,
    Save,
    Saved,
    Sort,
    Status,
    Synonyms,
)

if TYPE_CHECKING:
    from app.search.results import Results
    from app.search.saved import SavedSearch
    from app.search.suggesting import Suggestion

_NO_QUERY = "It goes with a query that is answered."
_SHOWN = 10  # hits where nobody says how many


def search(
    given: Given,
    limit: Limit = None,
    offset: Offset = 0,
    sort: Sort = None,
    facets: Facets = False,
    at: At = None,
    explain: Explain = False,
    forms: Forms = False,
    fold: Fold = False,
    synonyms: Synonyms = False,
    blocks: Blocks = False,
    export: Export = None,
    export_as: ExportAs = None,
    feed: Feed = None,
    save: Save = None,
    saved: Saved = False,
    forget: Forget = None,
    build: Build = False,
    status: Status = False,
    as_json: Json = False,
) -> None:
    """Find pages by what they say, in every version of every document, also in Chinese without spaces.

    All words are to be found, in any order; every stretch of a Chinese text is found, and where a stretch without
    quotation marks is several words, behind those pages also the ones with the words apart. Case, accents, full and half
    width do not count, nor whether Chinese is written traditional or simplified.

    "a phrase", -not, one OR other, (…), begin*, "far words"~5, near:"far words", title:, author:, anchor: (words of
    links that lead there), site:example.org, in:example.org/docs/, type:pdf, lang:zh, linkto:ADDRESS, before: after:
    on: (when pages were seen to say it) and published: with a date, version:newest or first. kind:article (home, listing,
    collection, documentation, product, service, forum, picture, search, login, error, unknown; list and detail stand for
    several; or in Chinese, kind:文章): the kind of page. category:science/physics, category:Physics, category:物理学:
    pages of a category or one below it, by hand, rule or model; category:none those of none. label:"main text"
    (navigation, header, footer, list, comments, form, related links, advertisement, date/counter, other): the words
    stand in one block of a page with that label. rank:5, rank:5+ or rank:3..6: what the links of the archive say of a
    page, as a bar from 0 to 10 (PageRank; each step is six times as much); --sort rank orders by it. What you wrote
    yourself: tag:linux, tag:lin*, note:words, star:yes, is:starred, is:tagged, is:noted; words of notes and tags are
    found without a name, too.

    appeared:"…", vanished:"…" and changed:"…" list where words came or went instead of pages, newest first: between which
    captures, on which page (page:same, new, back, gone), in which block. What else stands in the query is about that
    moment: before: after: on: its date, words those of the version before or behind it. --feed keeps them as a feed.

    Where nothing or next to nothing is found, other spellings and queries that find more are said with their counts.

    --save keeps a query in the archive, where it goes on finding what later crawls bring: --saved lists the kept ones
    with what is new since they were run last, --saved NAME runs one, the new hits first. A crawl says at its end what
    they found in it. --export writes all hits (or --limit of them) into a file or folder, in the format --as; nothing
    is overwritten.

    The index is made when it is first needed and brought up to date before each search. It can be deleted: the folder
    “search” in the archive.

    With --json an object for each page (kind "hit": archive, id, url, title, date, first, last, until (when a version
    came that no longer says it), versions, score, rank (0 to 10, null where no links are known), snippet with text and
    marks, path (headings), label and block (XPath) of the smallest block that says it, star, tags, noted: whether the
    snippet is of a note, with --explain also reasons, with --fold folded: how many pages stand behind it, and alike: id
    and url of the first 20), one for each address that is known by links alone (kind
    "unfetched": archive, url, status (the error that it was answered with, null where it was never fetched), score,
    snippet), and a summary: total, left_out, milliseconds, with --facets also facets
    and months. With --blocks an object for each block (kind "block": archive, id, url, title, date, label, block, path,
    snippet, first, last, until, versions, pages that share it, score, origin: id, url, date of the earliest version of
    all that says the sentence). Each change is an object, too (kind "appeared", "vanished" or "replaced": archive, id,
    before_id, url, title, date, since, status, page_new, page_back, page_gone, score, label, block, path, before and
    after with text and marks), and their summary has total, milliseconds, months, days where they are few, with
    --facets also facets; with --feed it has path, total, entries. With --saved an object for each saved search (kind
    "saved": archive, name, query, created, total, new) and a summary: searches, new; with --saved NAME hits and the
    summary have a field new. With --build a summary: versions, entries, links, characters, unreadable, cut (texts cut
    into blocks), blocks (different ones). With --status: known, left, bytes, cut, uncut.
    """
    options: dict[str, object] = {
        "--explain": explain,
        "--blocks": blocks,
        "--facets": facets,
        "--at": at,
        "--forms": forms,
        "--fold": fold,
        "--synonyms": synonyms,
        "--export": export,
        "--as": export_as,
        "--feed": feed,
        "--save": save,
        "--saved": saved,
        "--forget": forget,
    }
    for one in given:
        if one.startswith("--"):  # -word is a query
            raise typer.BadParameter(f"There is no option {one}.", param_hint="ARCHIVE… QUERY")
    if build or status:
        refuse({"--status": build and status, **options}, "It does not go with --build or --status.")
        for name in given:
            (index_state.build if build else index_state.status)(Path(name), as_json)
        return
    if forget is not None or (saved and len(given) == 1):
        _of_kept(given, forget, options, as_json)
        return
    if len(given) < 2:
        raise typer.BadParameter("Name an archive and what is sought in it.", param_hint="ARCHIVE… QUERY")
    *paths, wanted = given
    if save is not None or saved:
        if len(paths) > 1:
            raise typer.BadParameter("Name one archive: it keeps its searches.", param_hint="ARCHIVE… QUERY")
        refuse({"--saved": saved and save}, "It does not go with --save.")
    if save is not None:
        _without(options, "facets at explain blocks export feed fold", _NO_QUERY)
        check(wanted)
        archive = up_to_date.ready(Path(paths[0]), wanted)
        saved_searches.save(archive, save, wanted, as_json, forms=forms, synonyms=synonyms)
        return
    mark: SavedSearch | None = None
    if saved:
        from app.search.saved import named

        mark = named(open_archive(Path(paths[0])).path, wanted)
        wanted, forms, synonyms = mark.query, forms or mark.forms, synonyms or mark.synonyms
        options |= {"--forms": forms, "--synonyms": synonyms}
    until = moment_span(at, "--at")
    asked = _Asked(
        paths=tuple(map(Path, paths)),
        wanted=wanted,
        limit=limit,
        offset=offset,
        sort=sort,
        until=until[1] if until else None,
        facets=facets,
        explain=explain,
        forms=forms,
        fold=fold,
        synonyms=synonyms,
        mark=mark,
        as_json=as_json,
    )
    if check(wanted):
        why = "It does not go with a query for changes."
        _without(options, "explain blocks export as forms fold synonyms", why)
        _changes(asked, feed)
        return
    refuse({"--feed": feed}, "It goes with appeared:, vanished: or changed: in the query.")
    if blocks:
        _without(options, "explain export as saved forms fold synonyms", "It does not go with --blocks.")
        _blocks(asked)
    elif export is not None:
        _without(options, "explain facets fold", "It does not go with --export.")
        _export(asked, export, export_as)
    else:
        refuse({"--as": export_as}, "It goes with --export.")
        _pages(asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A query to some archives, and how what it finds is shown."""

    paths: tuple[Path, ...]
    wanted: str
    limit: int | None
    offset: int
    sort: Order | None
    until: datetime | None  # the end of the day, month … that pages are looked at as of
    facets: bool
    explain: bool
    forms: bool
    fold: bool
    synonyms: bool
    mark: SavedSearch | None  # the saved search that it is
    as_json: bool


def _without(options: Mapping[str, object], names: str, why: str) -> None:
    """Wrong usage where one of these options is given."""
    refuse({f"--{name}": options[f"--{name}"] for name in names.split()}, why)


def _of_kept(given: list[str], forget: str | None, options: Mapping[str, object], as_json: bool) -> None:
    """List the saved searches of an archive, or take one out."""
    refuse(
        {"--save": options["--save"], "--saved": options["--saved"] and forget},
        "It does not go with --forget.",
    )
    _without(options, "facets at explain blocks export feed forms fold synonyms", _NO_QUERY)
    if len(given) > 1:
        raise typer.BadParameter("Name one archive alone.", param_hint="ARCHIVE… QUERY")
    if forget is not None:
        saved_searches.forget(open_archive(Path(given[0])), forget, as_json)
    else:
        saved_searches.listed(up_to_date.ready(Path(given[0])), as_json)


def _pages(asked: _Asked) -> None:
    """Show pages, and what is known by links alone."""
    from app.search.merging import order
    from app.search.saved import look, looked

    sort, limit, saved = asked.sort or Order.relevance, asked.limit or _SHOWN, asked.mark is not None
    ways: dict[str, Any] = {
        "sort": sort.value,
        "facets": asked.facets,
        # captures have whole seconds
        "at": asked.until - timedelta(seconds=1) if asked.until else None,
        "explain": asked.explain,
        "forms": asked.forms,
        "known": None if asked.mark is None else looked(asked.mark),
        "places": True,
        "fold": asked.fold,
        "synonyms": asked.synonyms,
    }
    found = [(path, *_found(path, asked.wanted, limit + asked.offset, ways)) for path in asked.paths]
    hits = [(path, hit) for path, results, *_ in found for hit in results.hits]
    if len(found) > 1:
        hits.sort(key=lambda one: order(sort.value)(one[1]))
    shown = hits[asked.offset : asked.offset + limit]
    for path, hit in shown:
        show_hit(path, hit, asked.as_json, several=len(found) > 1, saved=saved)
    if not asked.offset:
        for path, results, *_ in found:
            for hit in results.unfetched[: max(0, limit - len(shown))]:
                show_hit(path, hit, asked.as_json, several=len(found) > 1)
    if asked.mark is not None:
        look(asked.mark, found[0][2])
    show_summary(
        [one[1] for one in found],
        len(shown),
        asked.offset,
        asked.facets,
        asked.as_json,
        saved=saved,
        suggested=_together([suggested for *_, suggested in found]),
    )


def _found(
    path: Path, wanted: str, most: int, ways: dict[str, Any]
) -> tuple[Results, dict[str, int], list[Suggestion]]:
    """What is found, how far the index is, and what finds more where that is little."""
    from app.graph.standing import factors
    from app.search.searching import Searcher
    from app.search.suggesting import FEW, suggestions

    archive = up_to_date.ready(path, wanted, kinds=ways["facets"], ranked=ways["sort"] == "rank")
    if ways["fold"]:
        up_to_date.alike(archive)
    with Searcher(archive, factors(path)) as searcher:
        results = searcher.search(wanted, limit=most, **ways)
        few = results.total <= FEW and ways["at"] is None
        return results, searcher.upto, suggestions(searcher, wanted, results.total) if few else []


def _together(suggested: list[list[Suggestion]]) -> list[Suggestion]:
    """The suggestions of several archives, if all of them have found little."""
    if not all(suggested):
        return []
    made: dict[str, Suggestion] = {}
    for one in (one for each in suggested for one in each):
        known = made.get(one.query)
        made[one.query] = one if known is None else replace(one, total=known.total + one.total)
    return list(made.values())


def _export(asked: _Asked, dest: Path, format: HitsFormat | None) -> None:
    """Write all hits into files."""
    from app.graph.standing import factors
    from app.search.listing import Listing
    from app.search.merging import order

    kind, sort = export_format(dest, format, len(asked.paths)), asked.sort or Order.relevance
    archives = [up_to_date.ready(path, asked.wanted, ranked=sort is Order.rank) for path in asked.paths]
    listings = [
        Listing(
            one,
            asked.wanted,
            sort.value,
            asked.until,
            asked.offset,
            asked.limit,
            asked.forms,
            factors(one.path),
            synonyms=asked.synonyms,
        )
        for one in archives
    ]
    export_hits(listings, dest, kind, lambda one: order(sort.value)(one[1]), asked.as_json)


def _changes(asked: _Asked, feed: Path | None) -> None:
    """List where words came or went."""
    from app.graph.standing import factors
    from app.search.changes.atom import MOST
    from app.search.changes.events import Events, events
    from app.search.saved import look, looked
    from app.search.searching import Searcher

    sort, limit, mark = asked.sort or Order.newest, asked.limit, asked.mark
    refuse(
        {"--sort": sort is Order.rank and len(asked.paths) > 1}, "Changes of several archives have no rank."
    )
    if feed is not None:
        refuse({"--facets": asked.facets, "--offset": asked.offset}, "It does not go with --feed.")
        limit, sort = min(limit or MOST, MOST), Order.newest
    limit = limit or _SHOWN
    found = list[tuple[Path, str, Events]]()
    for path in asked.paths:
        archive = up_to_date.ready(path, asked.wanted, kinds=asked.facets, ranked=sort is Order.rank)
        with Searcher(archive, factors(path)) as searcher:
            results = events(
                searcher,
                asked.wanted,
                limit=limit + asked.offset,
                sort=sort.value,
                at=asked.until,
                facets=asked.facets,
                known=None if mark is None else looked(mark),
            )
            if mark is not None:
                look(mark, searcher.upto)
        found.append((path, archive.name, results))
    if feed is not None:
        write_feed(found, asked.wanted, feed, asked.as_json)
    else:
        show_events(
            found, sort.value, asked.offset, limit, asked.facets, asked.as_json, saved=mark is not None
        )


def _blocks(asked: _Asked) -> None:
    """Show blocks of pages."""
    from app.graph.standing import factors
    from app.search.block_hits import BlockResults
    from app.search.block_hits import blocks as find
    from app.search.searching import Searcher

    sort, limit = asked.sort or Order.relevance, asked.limit or _SHOWN
    if sort.value not in SORTS:
        raise typer.BadParameter(f"With --blocks it is one of {', '.join(SORTS)}.", param_hint="--sort")
    found = list[tuple[Path, BlockResults]]()
    for path in asked.paths:
        with Searcher(up_to_date.ready(path, asked.wanted), factors(path)) as searcher:
            found.append(
                (
                    path,
                    find(searcher, asked.wanted, limit=limit + asked.offset, sort=sort.value, at=asked.until),
                )
            )
    show_blocks(found, sort.value, asked.offset, limit, asked.facets, asked.as_json)


def check(wanted: str) -> bool:
    """Whether a query lists changes. What cannot be understood is told before anything is built."""
    from app.search.query import QueryFault, lists_changes, parse

    try:
        return lists_changes(parse(wanted))
    except QueryFault as fault:
        raise typer.BadParameter(str(fault), param_hint="QUERY") from fault
