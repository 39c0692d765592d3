"""Searching archives: `search`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, moment_span, open_archive, option, refuse, text, texts
from app.cli.console import Meter, Refused, counted, emit, moment, say, stoppable, warn
from app.cli.search import saved as saved_searches
from app.cli.search.blocks import SORTS, show_blocks
from app.cli.search.events import show_events, write_feed
from app.cli.search.found import added, marked, show_counts
from app.cli.search.hits import HitsFormat, export_format, export_hits
from app.errors import ArchiveError, ArchiveLocked, StorageFailed

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.search.saved import SavedSearch
    from app.search.searching import Hit, Results
    from app.search.suggesting import Suggestion


class Order(StrEnum):
    """By what hits are sorted."""

    relevance = "relevance"
    newest = "newest"
    oldest = "oldest"
    by_title = "title"  # a str has a method `title`
    size = "size"
    rank = "rank"


def search(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="ARCHIVE… QUERY",
            help="The folders of the archives and what is sought in them; with --build and --status archives alone.",
            callback=texts,
        ),
    ],
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", min=1, max=100_000, help="At most so many hits; with --export all.", show_default="10"
        ),
    ] = None,
    offset: Annotated[int, typer.Option("--offset", min=0, help="Leave out so many hits before them.")] = 0,
    sort: Annotated[
        Order | None,
        typer.Option(
            "--sort",
            help="The order of the hits.",
            show_default="relevance; of changes newest",
        ),
    ] = None,
    facets: Annotated[
        bool,
        typer.Option(
            "--facets",
            help="Count sites, types, languages, years, authors, ranks, tags, fields, labels of blocks and months.",
        ),
    ] = False,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="DATE",
            help="Only what pages said then: 2026, 2026-11, 2026-11-21 … (at its end).",
            show_default=False,
            callback=text,
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say of what the score of each hit is made.")
    ] = False,
    forms: Annotated[
        bool,
        typer.Option(
            "--forms", help="Find other forms of English words, too, behind those with the words themselves."
        ),
    ] = False,
    fold: Annotated[
        bool,
        typer.Option(
            "--fold", help="Show pages that are nearly the same once, with how many more there are."
        ),
    ] = False,
    synonyms: Annotated[
        bool,
        typer.Option(
            "--synonyms",
            help="Find words that mean the same, too, as the file synonyms.txt of the archive says.",
        ),
    ] = False,
    blocks: Annotated[
        bool,
        typer.Option("--blocks", help="Show blocks of pages instead of pages, what many pages share once."),
    ] = False,
    export: Annotated[
        Path | None,
        option("--export", "DEST", "Write all hits into this folder or file instead of showing them."),
    ] = None,
    export_as: Annotated[
        HitsFormat | None,
        typer.Option(
            "--as",
            help="csv, json (an object a line): one list of the hits. documents: the files as they were found; text, "
            "markdown, html, docx: their reading view. warc, wacz: the versions that say it, and what pages need to "
            "be shown. Without it the ending of DEST tells.",
            show_default=False,
        ),
    ] = None,
    feed: Annotated[
        Path | None,
        option(
            "--feed",
            "FILE",
            "Write the newest changes into this file as an Atom feed instead of showing them.",
        ),
    ] = None,
    save: Annotated[
        str | None,
        option("--save", "NAME", "Keep the query under this name in the archive.", callback=text),
    ] = None,
    saved: Annotated[
        bool,
        typer.Option(
            "--saved",
            help="List the saved searches with their hits and those that are new; with a name in place of the query, "
            "run that one.",
        ),
    ] = False,
    forget: Annotated[
        str | None, option("--forget", "NAME", "Take out the saved search of this name.", callback=text)
    ] = None,
    build: Annotated[
        bool, typer.Option("--build", help="Make the search index, or bring it up to date.")
    ] = False,
    status: Annotated[bool, typer.Option("--status", help="Say how far the search index is.")] = False,
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
    "unfetched": archive, url, score, snippet), and a summary: total, left_out, milliseconds, with --facets also facets
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
    if build or status:
        refuse(
            {
                "--status": build and status,
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
            },
            "It does not go with --build or --status.",
        )
        for name in given:
            (_build if build else _status)(Path(name), as_json)
        return
    if forget is not None or (saved and len(given) == 1):
        refuse({"--save": save, "--saved": saved and forget}, "It does not go with --forget.")
        refuse(
            {
                "--facets": facets,
                "--at": at,
                "--explain": explain,
                "--blocks": blocks,
                "--export": export,
                "--feed": feed,
                "--forms": forms,
                "--fold": fold,
                "--synonyms": synonyms,
            },
            _NO_QUERY,
        )
        if len(given) > 1:
            raise typer.BadParameter("Name one archive alone.", param_hint="ARCHIVE… QUERY")
        archive = open_archive(Path(given[0])) if forget is not None else ready(Path(given[0]))
        if forget is not None:
            saved_searches.forget(archive, forget, as_json)
        else:
            saved_searches.listed(archive, as_json)
        return
    if len(given) < 2:
        raise typer.BadParameter("Name an archive and what is sought in it.", param_hint="ARCHIVE… QUERY")
    *paths, wanted = given
    mark: SavedSearch | None = None
    if save is not None or saved:
        if len(paths) > 1:
            raise typer.BadParameter("Name one archive: it keeps its searches.", param_hint="ARCHIVE… QUERY")
        refuse({"--saved": saved and save}, "It does not go with --save.")
    if save is not None:
        refuse(
            {
                "--facets": facets,
                "--at": at,
                "--explain": explain,
                "--blocks": blocks,
                "--export": export,
                "--feed": feed,
                "--fold": fold,
            },
            _NO_QUERY,
        )
        check(wanted)
        saved_searches.save(
            ready(Path(paths[0]), wanted), save, wanted, as_json, forms=forms, synonyms=synonyms
        )
        return
    if saved:
        from app.search.saved import look, looked, named

        mark = named(open_archive(Path(paths[0])).path, wanted)
        wanted, forms, synonyms = mark.query, forms or mark.forms, synonyms or mark.synonyms
    until = moment_span(at, "--at")
    if check(wanted):
        refuse(
            {
                "--explain": explain,
                "--blocks": blocks,
                "--export": export,
                "--as": export_as,
                "--forms": forms,
                "--fold": fold,
                "--synonyms": synonyms,
            },
            "It does not go with a query for changes.",
        )
        _changes(
            paths,
            wanted,
            limit,
            offset,
            sort or Order.newest,
            until[1] if until else None,
            facets,
            feed,
            mark,
            as_json,
        )
        return
    refuse({"--feed": feed}, "It goes with appeared:, vanished: or changed: in the query.")
    sort = sort or Order.relevance
    if blocks:
        refuse(
            {
                "--explain": explain,
                "--export": export,
                "--as": export_as,
                "--saved": saved,
                "--forms": forms,
                "--fold": fold,
                "--synonyms": synonyms,
            },
            "It does not go with --blocks.",
        )
        _blocks(paths, wanted, limit or 10, offset, sort, until[1] if until else None, facets, as_json)
        return
    from app.search.merging import order

    if export is None:
        refuse({"--as": export_as}, "It goes with --export.")
    else:
        refuse({"--explain": explain, "--facets": facets, "--fold": fold}, "It does not go with --export.")
        kind = export_format(export, export_as, len(paths))
        from app.graph.standing import factors
        from app.search.listing import Listing

        archives = [ready(Path(path), wanted, ranked=sort is Order.rank) for path in paths]
        listings = [
            Listing(
                one,
                wanted,
                sort.value,
                until[1] if until else None,
                offset,
                limit,
                forms,
                factors(one.path),
                synonyms=synonyms,
            )
            for one in archives
        ]
        export_hits(listings, export, kind, lambda one: order(sort.value)(one[1]), as_json)
        return
    limit = limit or 10
    ways: dict[str, Any] = {
        "sort": sort.value,
        "facets": facets,
        "at": until[1] - timedelta(seconds=1) if until else None,  # captures have whole seconds
        "explain": explain,
        "forms": forms,
        "known": None if mark is None else looked(mark),
        "places": True,
        "fold": fold,
        "synonyms": synonyms,
    }
    found = [(path, *_found(path, wanted, limit + offset, ways)) for path in map(Path, paths)]
    hits = [(path, hit) for path, results, *_ in found for hit in results.hits]
    if len(found) > 1:
        hits.sort(key=lambda one: order(sort.value)(one[1]))
    shown = hits[offset : offset + limit]
    for path, hit in shown:
        _show(path, hit, as_json, several=len(found) > 1, saved=saved)
    if not offset:
        for path, results, *_ in found:
            for hit in results.unfetched[: max(0, limit - len(shown))]:
                _show(path, hit, as_json, several=len(found) > 1)
    if mark is not None:
        look(mark, found[0][2])
    more = _together([suggested for *_, suggested in found])
    _close([one[1] for one in found], len(shown), offset, facets, as_json, saved=saved, suggested=more)


_NO_QUERY = "It goes with a query that is answered."


def _found(
    path: Path, wanted: str, most: int, ways: dict[str, Any]
) -> tuple[Results, dict[str, int], list[Suggestion]]:
    """What is found, how far the index is, and what finds more where that is little."""
    from app.graph.standing import factors
    from app.search.searching import Searcher
    from app.search.suggesting import FEW, suggestions

    archive = ready(path, wanted, kinds=ways["facets"], ranked=ways["sort"] == "rank")
    if ways["fold"]:
        from app.cli.pages.likeness import bring_up_to_date as find_alike

        find_alike(archive)
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


def _changes(
    paths: list[str],
    wanted: str,
    limit: int | None,
    offset: int,
    sort: Order,
    at: datetime | None,
    facets: bool,
    feed: Path | None,
    mark: SavedSearch | None,
    as_json: bool,
) -> None:
    """Answer a query that lists changes; `mark` is the saved search that it is of."""
    from app.graph.standing import factors
    from app.search.changes.atom import MOST
    from app.search.changes.events import Events, events
    from app.search.saved import look, looked
    from app.search.searching import Searcher

    refuse({"--sort": sort is Order.rank and len(paths) > 1}, "Changes of several archives have no rank.")
    if feed is not None:
        refuse({"--facets": facets, "--offset": offset}, "It does not go with --feed.")
        limit, sort = min(limit or MOST, MOST), Order.newest
    limit = limit or 10
    found = list[tuple[Path, str, Events]]()
    for path in map(Path, paths):
        archive = ready(path, wanted, kinds=facets, ranked=sort is Order.rank)
        with Searcher(archive, factors(path)) as searcher:
            results = events(
                searcher,
                wanted,
                limit=limit + offset,
                sort=sort.value,
                at=at,
                facets=facets,
                known=None if mark is None else looked(mark),
            )
            if mark is not None:
                look(mark, searcher.upto)
        found.append((path, archive.name, results))
    if feed is not None:
        write_feed(found, wanted, feed, as_json)
    else:
        show_events(found, sort.value, offset, limit, facets, as_json, saved=mark is not None)


def _blocks(
    paths: list[str],
    wanted: str,
    limit: int,
    offset: int,
    sort: Order,
    at: datetime | None,
    facets: bool,
    as_json: bool,
) -> None:
    """Answer a query with blocks."""
    from app.graph.standing import factors
    from app.search.block_hits import BlockResults
    from app.search.block_hits import blocks as find
    from app.search.searching import Searcher

    if sort.value not in SORTS:
        raise typer.BadParameter(f"With --blocks it is one of {', '.join(SORTS)}.", param_hint="--sort")
    found = list[tuple[Path, BlockResults]]()
    for path in map(Path, paths):
        with Searcher(ready(path, wanted), factors(path)) as searcher:
            found.append((path, find(searcher, wanted, limit=limit + offset, sort=sort.value, at=at)))
    show_blocks(found, sort.value, offset, limit, facets, as_json)


def check(wanted: str) -> bool:
    """Whether a query lists changes. What cannot be understood is told before anything is built."""
    from app.search.query import QueryFault, lists_changes, parse

    try:
        return lists_changes(parse(wanted))
    except QueryFault as fault:
        raise typer.BadParameter(str(fault), param_hint="QUERY") from fault


def ready(path: Path, wanted: str = "", *, kinds: bool = False, ranked: bool = False) -> Archive:
    """An archive, its search index brought up to date where that can be done; also the kinds, categories and ranks by
    links of its pages where what is `wanted` asks for them, or they are counted or sorted by."""
    archive = open_archive(path)
    if ranked or "rank:" in wanted.lower():
        from app.cli.graphing import gather

        gather(archive)
    try:
        bring_up_to_date(archive)
        look_for_fields(archive)
        if kinds or "kind:" in wanted.replace("：", ":").lower():
            from app.cli.pages.page_types import bring_up_to_date as work_out_kinds

            work_out_kinds(archive)
        if kinds or "category:" in wanted.replace("：", ":").lower():
            from app.classes.feeding import judges
            from app.cli.classes.categorising import bring_up_to_date as categorise

            if judges(archive.path):
                categorise(archive)
    except (ArchiveLocked, StorageFailed) as error:
        warn(f"The search index is not brought up to date: {error}")
    return archive


def look_for_fields(archive: Archive) -> None:
    """Bring the values of fields up to date, where the archive has any. StorageFailed."""
    from app.fields.feeding import feed
    from app.fields.limited import FieldsUnavailable
    from app.fields.rules import NAME

    if (archive.path / NAME).exists():
        try:
            with stoppable() as stop, Meter("Looking for fields", total=1) as meter:
                feed(archive, lambda done, total: meter.show(done / max(1, total), ""), stop)
        except FieldsUnavailable as error:
            warn(str(error))


def bring_up_to_date(archive: Archive) -> Any:
    """Bring the search index up to date. ArchiveLocked, StorageFailed."""
    from app.search.index.feeding import feed
    from app.templates import feeding as templates

    with stoppable() as stop, Meter("Reading for the search", total=1) as meter:
        with suppress(StorageFailed):  # then pages are read with what their sites repeat
            templates.feed(archive, stop)
        return feed(archive, lambda done, total: meter.show(done, "", total), stop)


def _build(path: Path, as_json: bool) -> None:
    fed = bring_up_to_date(open_archive(path))
    if as_json:
        counts = {"versions": fed.versions, "entries": fed.entries, "links": fed.anchors}
        more = {
            "characters": fed.characters,
            "unreadable": fed.unreadable,
            "cut": fed.cut,
            "blocks": fed.blocks,
        }
        emit({"kind": "summary", "path": path, **counts, **more})
        return
    say(
        f"{path}: {counted(fed.versions, 'version')} read, {counted(fed.entries, 'different text')}, "
        f"{counted(fed.anchors, 'text')} of links; {counted(fed.cut, 'text')} cut into "
        f"{counted(fed.blocks, 'different block')}."
    )
    if fed.unreadable:
        warn(f"{counted(fed.unreadable, 'version')} could not be read.")


def _status(path: Path, as_json: bool) -> None:
    from app.search.index.blocks import behind as behind_blocks
    from app.search.index.feeding import behind
    from app.search.index.store import FOLDER, opened

    archive = open_archive(path)
    left, known = behind(archive)
    problem = ""
    uncut = cut = 0
    try:
        base, _ = opened(archive.path)
        uncut, cut = behind_blocks(base.db)
        base.close()
    except ArchiveError as error:
        problem = str(error.message.arguments["detail"])
    held = sum(file.stat().st_size for file in (archive.path / FOLDER).rglob("*") if file.is_file())
    if as_json:
        counts = {"known": known - left, "left": left, "bytes": held, "cut": cut - uncut, "uncut": uncut}
        emit({"kind": "summary", "path": path, **counts})
        return
    said = f", {problem}" if problem else ""
    say(f"{path}: {counted(known - left, 'version')} in the search index, {left:,} not yet{said}.")
    if cut:
        say(f"    blocks of {counted(cut - uncut, 'different text')} in it, of {uncut:,} not yet")


def _show(path: Path, hit: Hit, as_json: bool, *, several: bool, saved: bool = False) -> None:
    snippet = hit.snippet
    if as_json:
        from app.search.listing import values

        emit({**values(path, hit), **({"new": hit.new} if saved else {})})
        return
    where = f"  ({path})" if several else ""
    if hit.capture is None:
        say(f"not in the archive  {hit.url}{where}")
    else:
        seen = f"{moment(hit.first)[:10]} to {moment(hit.last)[:10]}, {counted(hit.versions, 'version')}"
        say(f"{hit.capture.id:<15} {hit.title or '—'}  {hit.url}{where}")
        under = "  in " + " › ".join(hit.path) if hit.path else ""
        label = f"  [{hit.label}]" if hit.label else ""
        say(f"    {'new  ' if hit.new else ''}{seen}{under}{label}")
    marks = "  ".join(filter(None, ("★" if hit.marked.star else "", *(f"+{tag}" for tag in hit.marked.tags))))
    if marks:
        say(f"    {marks}")
    say(f"    {'Note: ' if hit.noted else ''}{marked(snippet.text, snippet.marks)}")
    if hit.folded:
        say(f"    {hit.folded:,} more like this: {', '.join(one.url for one in hit.alike[:3])}")
    for one in hit.said:
        say(f"        {one.score:8.2f}  {one.field}  {one.words}")


def _close(
    found: list[Results],
    shown: int,
    offset: int,
    facets: bool,
    as_json: bool,
    *,
    saved: bool,
    suggested: list[Suggestion],
) -> None:
    total, left_out = sum(one.total for one in found), sum(one.left_out for one in found)
    took = sum(one.milliseconds for one in found)
    counted_facets = {
        name: added([dict(one.facets.get(name, [])) for one in found])
        for name in (found[0].facets if facets else {})
    }
    months = dict(sorted(added([one.months for one in found]).items()))
    if as_json:
        more: dict[str, Any] = {"facets": counted_facets, "months": months} if facets else {}
        more |= {"new": found[0].new} if saved else {}
        loose = sum(one.loose for one in found)
        more |= {"loose": loose} if loose else {}
        more |= {"suggestions": [asdict(one) for one in suggested]} if suggested else {}
        emit(
            {"kind": "summary", "total": total, "left_out": left_out, "milliseconds": round(took, 1), **more}
        )
        return
    for one in suggested:
        say(f"{counted(one.total, 'page')} with: {one.query}")
    if not total:
        raise Refused(detail="Nothing was found.")
    fresh = f", {found[0].new:,} new" if saved else ""
    say(f"{counted(total, 'page')}{fresh}, {offset + 1} to {offset + shown} shown, {took:.0f} ms.")
    loose = sum(one.loose for one in found)
    if loose:
        say(f"{counted(loose, 'page')} of them with the words apart or in other forms.")
    if left_out:
        say(f"{left_out:,} texts were too many to be ranked and are left out; more words find fewer.")
    show_counts({**counted_facets, **({"month": months} if facets else {})})
