"""The links of an archive: `links`, `graph` and `rank`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import up_to_date
from app.cli.arguments import ArchivePath, Json, argument, moment_span, open_archive, option, refuse, text
from app.cli.console import Refused, counted, emit, moment, say, warn

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.graph.network import Arcs, Network


class GraphFormat(StrEnum):
    """What a graph can be written as."""

    graphml = "graphml"
    gexf = "gexf"
    csv = "csv"
    json = "json"
    text = "text"


class Level(StrEnum):
    """What the nodes of a graph are."""

    page = "page"
    host = "host"
    domain = "domain"


class Method(StrEnum):
    """How pages are ranked."""

    pagerank = "pagerank"
    hits = "hits"
    hub_averaging = "hub-averaging"
    hub_threshold = "hub-threshold"
    authority_threshold = "authority-threshold"
    arc = "arc"


_SHOWN = 20
_OF_ARCHIVES = "It goes with an archive, not with a file."
GraphPath = Annotated[
    Path,
    argument(
        "ARCHIVE|FILE",
        "The folder of an archive, or a file: GraphML, GEXF, CSV, JSON, lines “http://a -> http://b 1.0”, link4SE.",
    ),
]
At = Annotated[
    str | None,
    option("--at", "DATE", "As it was at the end of that year, month, day or minute.", callback=text),
]
Rel = Annotated[
    list[str] | None,
    option("--rel", "WORD", "Only links with this relation: nofollow, ugc, sponsored …; may be repeated."),
]
WithoutRel = Annotated[
    list[str] | None, option("--without-rel", "WORD", "Without links with this relation; may be repeated.")
]


def seconds(date: str | None, name: str = "--at") -> int | None:
    span = moment_span(date, name)
    return int(span[1].timestamp()) - 1 if span else None


def _ready(path: Path) -> Archive:
    """An archive, its graph brought up to date where that can be done."""
    archive = open_archive(path)
    up_to_date.links(archive)
    return archive


def network_of(path: Path, *, words: bool = False) -> Network:
    from app.graph.network import Network

    return Network.of(_ready(path).path, words=words)


def keep(network: Network, rel: list[str] | None, without: list[str] | None) -> None:
    """Look at links with some relations alone, where somebody asks for that."""
    if rel or without:
        network.keep(rel or (), without or ())


def links(
    archive: ArchivePath,
    url: Annotated[str, argument("URL", "The address.")],
    into: Annotated[bool, typer.Option("--in", help="Only links to it.")] = False,
    out: Annotated[bool, typer.Option("--out", help="Only links from it.")] = False,
    at: At = None,
    ever: Annotated[
        bool, typer.Option("--ever", help="Also links that are gone again, with the date since when.")
    ] = False,
    rel: Rel = None,
    without_rel: WithoutRel = None,
    as_json: Json = False,
) -> None:
    """Show which pages link to an address, and where it links to: its newest version, or that of a date.

    The columns are direction, class (content, navigation: what the template of the site repeats, embed, redirect,
    canonical, listed: in a sitemap or feed), since when (UTC), address, words of the link, its relations. An address
    that was never fetched can be asked for, too.

    With --json an object for each link (kind "link": direction, url, class, text, count, rel: its relation words, sure:
    whether a reader could follow it, since, until: when the page was first seen without it, status of the other end)
    and a summary (in, out).
    """
    refuse({"--at": at if ever else None}, "It does not go with --ever.")
    network = network_of(archive, words=True)
    keep(network, rel, without_rel)
    node = _known(network, url)
    import numpy as np

    stood = network.rows(seconds(at), ever=ever)
    counts = {}
    for direction, wanted, ends in (
        ("in", into or not out, network.links.target == node),
        ("out", out or not into, network.sources == node),
    ):
        if not wanted:
            continue
        rows = np.flatnonzero(stood & ends).tolist()
        counts[direction] = len(rows)
        for row in rows:
            _show_link(network, row, direction, as_json)
    if as_json:
        emit({"kind": "summary", "url": network.urls[node], **counts})
    else:
        say(", ".join(f"{counted(count, 'link')} {direction}" for direction, count in counts.items()) + ".")


def _show_link(network: Network, row: int, direction: str, as_json: bool) -> None:
    from app.graph.store.links import CLASS, CLASSES, UNSURE

    links = network.links
    source, kind = int(network.sources[row]), int(links.kind[row])
    other = source if direction == "in" else int(links.target[row])
    begin, after = int(links.seen[source]), int(links.seen[source + 1])
    since = date_of(links.when[begin + int(links.first[row])])
    next_one = begin + int(links.last[row]) + 1
    words = links.texts[int(links.text[row])]
    if as_json:
        emit(
            {
                "kind": "link",
                "direction": direction,
                "url": network.urls[other],
                "class": CLASSES[kind & CLASS],
                "text": words,
                "count": int(links.count[row]),
                "rel": links.rels[int(links.rel[row])],
                "sure": not kind & UNSURE,
                "since": since,
                "until": date_of(links.when[next_one]) if next_one < after else None,
                "status": int(network.status[other]),
            }
        )
    else:
        kind_name = CLASSES[kind & CLASS] + (" (not sure)" if kind & UNSURE else "")
        relation = links.rels[int(links.rel[row])]
        words = f"{words}  [{relation}]" if relation else words
        gone = f"  (gone since {moment(date_of(links.when[next_one]))[:10]})" if next_one < after else ""
        say(
            f"{direction:<3}  {kind_name:<10}  {moment(since)[:10]}  {network.urls[other]}  {words}".rstrip()
            + gone
        )


def date_of(seconds: Any) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)


def graph(
    archive: GraphPath,
    export: Annotated[Path | None, option("--export", "FILE", "The file to write.")] = None,
    form: Annotated[
        GraphFormat | None,
        option(
            "--format",
            "FORMAT",
            "graphml, gexf, csv, json or text; by default what the name of the file ends with.",
        ),
    ] = None,
    level: Annotated[
        Level, option("--level", "LEVEL", "Nodes: page, host or domain.", show_default=True)
    ] = Level.page,
    since: Annotated[
        str | None,
        option(
            "--from",
            "DATE",
            "Links that were not there then and are there at --to (or now); the other way round those that are gone.",
        ),
    ] = None,
    until: Annotated[
        str | None, option("--to", "DATE", "The links of that date; without it those of now.")
    ] = None,
    all_classes: Annotated[
        bool, typer.Option("--all", help="Also pictures, style sheets and lists such as sitemaps.")
    ] = False,
    no_same_host: Annotated[
        bool, typer.Option("--no-same-host", help="Without links inside one host.")
    ] = False,
    stop_hosts: Annotated[
        list[str] | None, option("--stop-host", "HOST", "Without links from and to it; may be repeated.")
    ] = None,
    rel: Rel = None,
    without_rel: WithoutRel = None,
    made: Annotated[
        Path | None,
        option(
            "--take",
            "FOLDER",
            "First take the links out of the result of “tianwang job link-graph” over this archive or its shards.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show how many links an archive has, or write its graph for other programs: Gephi, NetworkX, R, spreadsheets.

    Of links that stand twice the weights are added; a link that the template of the site repeats weighs 0.2, all others
    1. Text has a line for each: “http://a -> http://b 1.0”.

    With --json an object (kind "summary": nodes, arcs, path; without --export hosts, domains, and links by class).
    """
    from app.graph.network import WEIGHTS
    from app.graph.store.links import CLASS, CLASSES

    if archive.is_file():
        only: dict[str, object] = {
            "--from": since,
            "--to": until,
            "--all": all_classes,
            "--no-same-host": no_same_host,
        }
        only |= {"--rel": rel, "--without-rel": without_rel, "--take": made}
        refuse({**only, "--stop-host": stop_hosts, "--level": level is not Level.page}, _OF_ARCHIVES)
        read = _of_file(archive)
        _write(read, list(read.names), export, form, as_json)
        return
    if made is not None:
        from app.batch.link_graph import take_graph

        take_graph(open_archive(archive), made)
    network = network_of(archive)
    keep(network, rel, without_rel)
    import numpy as np

    to = seconds(until, "--to")
    among = None
    if since is not None:
        among = ~network.rows(seconds(since, "--from"))
    found = network.arcs(
        level.value,
        at=to,
        classes=dict.fromkeys(range(len(CLASSES)), 1.0) | dict(WEIGHTS) if all_classes else None,
        same_host=not no_same_host,
        stop_hosts=stop_hosts or (),
        among=among,
    )
    if export is None:
        summary: dict[str, Any] = {"kind": "summary", "nodes": found.size, "arcs": len(found)}
        rows = network.rows(to)
        kinds = np.bincount(network.links.kind[rows] & CLASS, minlength=len(CLASSES)).tolist()
        by_class = {name: kinds[number] for number, name in enumerate(CLASSES) if kinds[number]}
        sizes = {"hosts": len(network.hosts[0]), "domains": len(network.domains[0])}
        if as_json:
            emit({**summary, **sizes, "classes": by_class})
            return
        say(f"{len(network.keys):,} addresses, {counted(sizes['hosts'], 'host')}.")
        say(", ".join(f"{name} {count:,}" for name, count in by_class.items()))
        return
    _write(found, network.names(level.value), export, form, as_json)


def _of_file(path: Path) -> Arcs:
    from app.graph import taking

    found, wrong = taking.read_file(path)
    if wrong:
        warn(f"{path}: {counted(wrong, 'line')} that say no link are left out.")
    return found


def _write(
    found: Arcs, names: Sequence[str], export: Path | None, form: GraphFormat | None, as_json: bool
) -> None:
    """Write a graph to a file, or say how large it is."""
    from app.graph import exchange

    summary: dict[str, Any] = {"kind": "summary", "nodes": found.size, "arcs": len(found)}
    if export is None:
        if as_json:
            emit(summary)
        else:
            say(f"{found.size:,} addresses, {counted(len(found), 'link')}.")
        return
    ending = export.suffix.removeprefix(".").replace("txt", "text").replace("jsonl", "json")
    chosen = form.value if form else ending
    if chosen not in exchange.FORMATS:
        raise typer.BadParameter(
            "Say with --format what the graph is to be written as.", param_hint="--format"
        )
    exchange.export(export, chosen, found, names)
    if as_json:
        emit({**summary, "path": export})
    else:
        say(f"{export}: {counted(len(found), 'link')}.")


def rank(
    archive: GraphPath,
    method: Annotated[
        Method,
        option(
            "--method",
            "METHOD",
            "pagerank, hits, hub-averaging, hub-threshold, authority-threshold or arc.",
            show_default=True,
        ),
    ] = Method.pagerank,
    query: Annotated[
        str | None,
        option("--query", "QUERY", "What pages are to be about: needed by all but pagerank.", callback=text),
    ] = None,
    pages: Annotated[
        list[str] | None,
        option("--page", "URL", "PageRank from this page's point of view; may be repeated."),
    ] = None,
    top: Annotated[int, option("--top", "N", "How many to show.", min=1, show_default=True)] = _SHOWN,
    level: Annotated[
        Level, option("--level", "LEVEL", "page, host or domain.", show_default=True)
    ] = Level.page,
    at: At = None,
    as_json: Json = False,
) -> None:
    """Show which pages (hosts, domains) matter most by the links to them.

    PageRank: damping 0.85; a link of the site's template counts a fifth; with --query a reader always begins again at
    the pages that a search finds, with --page at these. The others work on the first 200 pages of the search for --query
    and what links to them and from them, without links inside one host: authorities are linked to by hubs, hubs link to
    authorities. ARC weighs links by the words of the query in them and 50 bytes around.

    With --json an object for each (kind "rank": place, url or name, score: of PageRank that of all adds up to their
    number, bar: 0 to 10; authority and hub) and a summary.
    """
    if archive.is_file():
        only = {"--query": query, "--page": pages, "--at": at, "--level": level is not Level.page}
        refuse(only, _OF_ARCHIVES)
        refuse({"--method": method is not Method.pagerank}, _OF_ARCHIVES)
        read = _of_file(archive)
        _list_ranks(read, list(read.names), None, top, Level.page, as_json)
        return
    found = network_of(archive)
    when = seconds(at)
    if method is not Method.pagerank and level is not Level.page:
        raise typer.BadParameter("Hosts and domains have PageRank alone.", param_hint="--level")
    if method is not Method.pagerank and not query:
        raise typer.BadParameter(f"{method.value} needs a --query.", param_hint="--query")
    if method is not Method.pagerank and pages:
        raise typer.BadParameter("It goes with PageRank alone.", param_hint="--page")
    if method is Method.pagerank:
        roots = _roots(archive, found, query) if query else []
        roots += [_known(found, page) for page in pages or ()]
        _show_pagerank(found, level, roots, top, when, as_json)
    else:
        _show_hits(archive, found, method, query or "", top, when, as_json)


def _roots(path: Path, network: Network, query: str) -> list[int]:
    """The first pages of a search, by their numbers."""
    from app.cli.up_to_date import ready
    from app.graph.rank.hits import ROOTS
    from app.search.searching import Searcher

    searcher = Searcher(ready(path))
    try:
        hits = searcher.search(query, limit=ROOTS, shown=False).hits
    finally:
        searcher.close()
    nodes = [network.find(hit.capture.url) for hit in hits if hit.capture is not None]
    found = [node for node in nodes if node is not None]
    if not found:
        raise Refused(detail="Nothing was found.")
    return found


def _known(network: Network, url: str) -> int:
    """The number of an address that a person gave."""
    node = network.find(url)
    if node is None and "://" not in url:
        node = network.find(f"https://{url}")
    if node is None:
        raise Refused(detail=f"No page of the archive links to {url}, and it is not in the archive itself.")
    return node


def _show_pagerank(
    network: Network, level: Level, roots: Sequence[int], top: int, at: int | None, as_json: bool
) -> None:
    import numpy as np

    arcs = network.arcs(level.value, at=at)
    topic = None
    if roots:
        topic = np.zeros(arcs.size)
        group = network.hosts[1] if level is Level.host else network.domains[1]
        for node in roots:
            topic[node if level is Level.page else int(group[node])] += 1.0
    _list_ranks(arcs, network.names(level.value), topic, top, level, as_json)


def _list_ranks(arcs: Arcs, names: Sequence[str], topic: Any, top: int, level: Level, as_json: bool) -> None:
    import numpy as np

    from app.graph.rank.pagerank import pagerank

    result = pagerank(arcs, topic=topic)
    scores, bars = result.book, result.bars
    order = np.argsort(-scores, kind="stable")[:top].tolist()
    for place, node in enumerate(order, 1):
        score, bar = float(scores[node]), int(bars[node])
        if as_json:
            key = "url" if level is Level.page else "name"
            emit({"kind": "rank", "place": place, key: names[node], "score": round(score, 8), "bar": bar})
        else:
            say(f"{place:>4}  {score:>12.4f}  {bar:>2}  {names[node]}")
    if as_json:
        emit(
            {
                "kind": "summary",
                "method": "pagerank",
                "nodes": arcs.size,
                "arcs": len(arcs),
                "rounds": result.rounds,
            }
        )


def _show_hits(
    path: Path, network: Network, method: Method, query: str, top: int, at: int | None, as_json: bool
) -> None:
    import numpy as np

    from app.graph.rank import hits

    arcs = network.arcs(at=at, same_host=False)
    roots = _roots(path, network, query)
    if method is Method.arc:
        with open_archive(path).reader() as reader:
            from app.graph.around import Around

            around = Around(reader, network.urls, at)
            result, nodes = hits.arc(arcs, roots, query.split(), around)
            around.keep()
    else:
        nodes = hits.neighbourhood(arcs, roots)
        variant = next(one for one in hits.VARIANTS if one == method.value)
        result = hits.hits(arcs.among(nodes), variant)
    order = np.argsort(-result.authorities, kind="stable")[:top].tolist()
    for place, node in enumerate(order, 1):
        authority, hub = float(result.authorities[node]), float(result.hubs[node])
        url = network.urls[int(nodes[node])]
        if as_json:
            values = {"authority": round(authority, 8), "hub": round(hub, 8)}
            emit({"kind": "rank", "place": place, "url": url, **values})
        else:
            say(f"{place:>4}  {authority:.4f}  {hub:.4f}  {url}")
    if as_json:
        emit(
            {
                "kind": "summary",
                "method": method.value,
                "nodes": len(nodes),
                "roots": len(roots),
                "rounds": result.rounds,
            }
        )
