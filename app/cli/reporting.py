"""Faults and figures of the links of an archive: `report`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from app.cli.arguments import ArchivePath, Json, argument, open_archive
from app.cli.console import counted, emit, moment, picked, say
from app.cli.graphing import At, date_of, network_of, seconds

if TYPE_CHECKING:
    from app.graph.network import Network


class Report(StrEnum):
    """What is looked for."""

    broken = "broken"
    orphans = "orphans"
    redirects = "redirects"
    depth = "depth"
    farms = "farms"
    dead_ends = "dead-ends"
    rot = "rot"
    communities = "communities"
    bridges = "bridges"


_LISTED = 200
_FIRST = 5  # pages of a community that are named


def report(
    archive: ArchivePath,
    what: Annotated[
        Report,
        argument(
            "REPORT", "broken, orphans, redirects, depth, farms, dead-ends, rot, communities or bridges."
        ),
    ],
    at: At = None,
    as_json: Json = False,
) -> None:
    """Look through the links of an archive for faults.

    broken: addresses that answered with an error, with every place that links to them. orphans: pages that no page
    links to, and from where they are known. redirects: chains and loops. depth: how many clicks pages are away from the
    home page of their host; none: no way leads there. farms: hosts that are linked to only by one another. dead-ends:
    pages that lead nowhere. rot: for each day with captures how many of the links of then to addresses that are in the
    archive were dead. communities: pages that link to one another more than to others (Leiden), those first that matter
    most. bridges: pages without which others would be cut off. The exit code is 0 also when something is found.

    With --json an object for each finding (kind is the report; broken: url, status, places with url, class, text,
    count; orphans: url, known; redirects: urls, status, loop, links; depth: url, clicks; farms: hosts, inside, outside;
    dead-ends: url; rot: date, links, dead; communities: pages: how many, first; bridges: url) and a summary (found).
    """
    from app.graph import reports

    network = network_of(archive, words=what is Report.broken)
    when = seconds(at)
    if what is Report.broken:
        _show_broken(network, when, as_json)
        return
    found: list[tuple[dict[str, Any], str]]
    if what is Report.orphans:
        listed = reports.orphans(network, _documents(archive, network), when)
        found = [(picked(one, ("url", "known")), f"{one.known or '?':<9} {one.url}") for one in listed]
    elif what is Report.redirects:
        found = [
            (
                picked(one, ("urls", "status", "loop", "links")),
                f"{'loop' if one.loop else one.status or '—'}  {' → '.join(one.urls)}",
            )
            for one in reports.redirects(network, when)
        ]
    elif what is Report.depth:
        found = _depth(network, when)
    elif what is Report.farms:
        found = [
            (
                picked(one, ("hosts", "inside", "outside")),
                f"{one.inside} inside, {one.outside} from elsewhere: " + ", ".join(one.hosts),
            )
            for one in reports.farms(network, when)
        ]
    elif what is Report.dead_ends:
        found = [({"url": url}, url) for url in reports.dead_ends(network, when)]
    elif what is Report.communities:
        found = _communities(network, when)
    elif what is Report.bridges:
        from app.graph.rank.communities import articulation_points

        points = articulation_points(network.arcs(at=when))
        found = [({"url": network.urls[node]}, network.urls[node]) for node in points]
    else:
        found = [
            (
                {"date": date_of(end), "links": known, "dead": dead},
                f"{moment(date_of(end))[:10]}  {dead:>6,} of {known:,}",
            )
            for end, known, dead in reports.rot(network)
        ]
    _show(what.value, found, as_json)


def _show(kind: str, found: Iterable[tuple[dict[str, Any], str]], as_json: bool) -> None:
    listed = list(found)
    for values, line in listed:
        if as_json:
            emit({"kind": kind, **values})
        else:
            say(line)
    if as_json:
        emit({"kind": "summary", "found": len(listed)})
    elif not listed:
        say("Nothing was found.")


def _show_broken(network: Network, at: int | None, as_json: bool) -> None:
    from app.graph import reports

    found = reports.broken(network, at)
    for one in found:
        if as_json:
            places = [
                {"url": place.url, "class": place.kind, "text": place.text, "count": place.count}
                for place in one.places
            ]
            emit({"kind": "broken", "url": one.url, "status": one.status, "places": places})
            continue
        say(f"{one.status}  {one.url}")
        for place in one.places[:_LISTED]:
            said = f"  “{place.text}”" if place.text else ""
            say(f"     {place.kind:<10} {place.url}{said}")
        if len(one.places) > _LISTED:
            say(f"     and {len(one.places) - _LISTED:,} more")
    if as_json:
        emit({"kind": "summary", "found": len(found)})
    else:
        total = sum(len(one.places) for one in found)
        say(f"{counted(len(found), 'broken target')}, {counted(total, 'link')} to them.")


def _documents(path: Path, network: Network) -> Any:
    """Which addresses are documents."""
    import numpy as np

    mask = np.zeros(len(network.keys), np.bool_)
    with open_archive(path).reader() as reader:
        for page in reader.all_pages(kinds=("document",)):
            node = network.find(page.url)
            if node is not None:
                mask[node] = True
    return mask


def _communities(network: Network, at: int | None) -> list[tuple[dict[str, Any], str]]:
    import numpy as np

    from app.graph.rank.communities import communities
    from app.graph.rank.pagerank import pagerank

    arcs = network.arcs(at=at)
    member, _ = communities(arcs)
    scores, sizes = pagerank(arcs).scores, np.bincount(member)
    found = []
    for number in np.flatnonzero(sizes > 1).tolist():
        pages = np.flatnonzero(member == number)
        first = pages[np.argsort(-scores[pages], kind="stable")][:_FIRST]
        urls = [network.urls[node] for node in first.tolist()]
        found.append(({"pages": len(pages), "first": urls}, f"{len(pages):>6,}  {', '.join(urls)}"))
    return found


def _depth(network: Network, at: int | None) -> list[tuple[dict[str, Any], str]]:
    from app.graph import reports

    depths, status = reports.depths(network, at=at).tolist(), network.status_at(at).tolist()
    found = []
    pages = [node for node in range(len(depths)) if 200 <= status[node] < 300]
    for node in sorted(pages, key=lambda one: (depths[one] < 0, depths[one], one)):
        clicks = depths[node] if depths[node] >= 0 else None
        found.append(
            (
                {"url": network.urls[node], "clicks": clicks},
                f"{'none' if clicks is None else clicks:>4}  {network.urls[node]}",
            )
        )
    return found
