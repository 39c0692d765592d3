"""Faults and figures of the links of an archive: `report`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option
from app.cli.console import Refused, counted, emit, say
from app.cli.graphing import At, Rel, WithoutRel, date_of, keep, network_of, seconds

if TYPE_CHECKING:
    from app.graph.findings import Findings
    from app.graph.network import Network


class Report(StrEnum):
    """What is looked for."""

    broken = "broken"
    orphans = "orphans"
    redirects = "redirects"
    depth = "depth"
    most_linked = "most-linked"
    dead_ends = "dead-ends"
    anchors = "anchors"
    reciprocal = "reciprocal"
    farms = "farms"
    rot = "rot"
    communities = "communities"
    bridges = "bridges"


_LISTED = 200  # places of a broken link
_FIRST = 5  # of what else stands below a finding


def report(
    archive: ArchivePath,
    what: Annotated[
        Report,
        argument(
            "REPORT",
            "broken, orphans, redirects, depth, most-linked, dead-ends, anchors, reciprocal, farms, rot, communities or "
            "bridges.",
        ),
    ],
    at: At = None,
    url: Annotated[
        str | None, option("--url", "URL", "With anchors: only the links to this address.")
    ] = None,
    top: Annotated[
        int,
        option("--top", "N", "With most-linked and anchors: how many to list.", min=1, show_default=True),
    ] = 1000,
    as_html: Annotated[
        Path | None, option("--html", "FILE", "Write the report as a web page that needs nothing else.")
    ] = None,
    as_csv: Annotated[
        Path | None, option("--csv", "FILE", "Write the report as a table for spreadsheets.")
    ] = None,
    rel: Rel = None,
    without_rel: WithoutRel = None,
    as_json: Json = False,
) -> None:
    """Look through the links of an archive for faults.

    broken: addresses that answered with an error, with every place that links to them. orphans: pages that no page
    links to, and from where they are known. redirects: chains and loops. depth: how many clicks pages are away from the
    home page of their host; none: no way leads there. most-linked: what most pages link to. dead-ends: pages that lead
    nowhere. anchors: the words of links, of all or of those to one address. reciprocal: hosts that link to each other.
    farms: hosts that are linked to only by one another. rot: for each day with captures how many of the links of then
    to addresses that are in the archive were dead. communities: pages that link to one another more than to others
    (Leiden), those first that matter most. bridges: pages without which others would be cut off. The exit code is 0
    also when something is found.

    With --json an object for each finding (kind is the report; broken, most-linked, dead-ends, anchors, reciprocal have
    places with url, class, text, count, target, rel; broken: url, status, links; orphans: url, known; redirects: url, urls,
    steps, status, loop, links; depth: url, clicks, links; most-linked: url, pages, hosts, status; dead-ends: url,
    links; anchors: text, pages, links, targets; reciprocal: host, other, there, back; farms: host, hosts, count,
    inside, outside; rot: date, links, dead, share; communities: url, pages: how many, first; bridges: url, links) and a
    summary (found, left_out).
    """
    from app.graph import findings as engine

    if url is not None and what is not Report.anchors:
        raise typer.BadParameter("It goes with anchors.", param_hint="--url")
    network = network_of(archive, words=engine.SHAPES[what.value].below == "places")
    keep(network, rel, without_rel)
    when = seconds(at)
    target = _target(network, url) if url is not None else None
    with open_archive(archive).reader() as reader:
        found = engine.find(what.value, engine.Asked(network, reader, when, target, top))
    if as_html is not None or as_csv is not None:
        from app.graph.report_files import write

        for path, form in ((as_html, "html"), (as_csv, "csv")):
            if path is not None:
                moment = date_of(when) if when is not None else None
                write(path, found, form=form, archive=archive.name, at=moment)
                if not as_json:
                    say(f"{path}: {counted(len(found.rows), 'finding')}.")
    if as_json:
        for row in found.rows:
            emit({"kind": what.value, **found.data(row)})
        emit({"kind": "summary", "found": len(found.rows), "left_out": found.left_out})
    elif as_html is None and as_csv is None:
        _show(found)


def _target(network: Network, url: str) -> int:
    node = network.find(url)
    if node is None:
        raise Refused(detail=f"No page of the archive links to {url}, and it is not in the archive itself.")
    return node


def _show(found: Findings) -> None:
    """Each finding on a line, what is counted before what is named."""
    from app.graph.report_files import WORDS, value_words

    columns = found.shape.columns
    counts = [place for place, kind in enumerate(columns.values()) if kind not in ("url", "name")]
    names = [place for place in range(len(columns)) if place not in counts]
    texts = [
        [value_words(value, name, WORDS) for name, value in zip(columns, row.values, strict=True)]
        for row in found.rows
    ]
    wide = [max((len(one[place]) for one in texts), default=0) for place in range(len(columns))]
    if texts:
        heads = [WORDS[f"column {name}"] for name in columns]
        wide = [max(width, len(head)) for width, head in zip(wide, heads, strict=True)]
        say(_line(heads, counts, names, wide))
    for row, one in zip(found.rows, texts, strict=True):
        say(_line(one, counts, names, wide))
        if found.shape.below == "places":
            listed = _LISTED if found.name == "broken" else _FIRST
            for place in row.places[:listed]:
                said = f"  “{place.text}”" if place.text and found.name != "anchors" else ""
                said += f"  [{place.rel}]" if place.rel else ""
                leads = f" → {place.target}" if found.name in ("anchors", "reciprocal") else ""
                say(f"     {place.kind:<10} {place.url}{leads}{said}")
            if len(row.places) > listed:
                say(f"     and {len(row.places) - listed:,} more")
        elif row.places:
            rest = ", …" if len(row.places) > _FIRST and found.name == "communities" else ""
            some = row.places[:_FIRST] if rest else row.places
            sign = " → " if found.name == "redirects" else ", "
            say(f"     {sign.join(place.url for place in some)}{rest}")
    if not texts:
        say("Nothing was found.")
    elif found.name == "broken":
        total = sum(len(row.places) for row in found.rows)
        say(f"{counted(len(texts), 'broken target')}, {counted(total, 'link')} to them.")
    else:
        more = f", {found.left_out:,} more left out" if found.left_out else ""
        say(f"{counted(len(texts), 'finding')}{more}.")


def _line(texts: list[str], counts: list[int], names: list[int], wide: list[int]) -> str:
    before = [texts[place].rjust(wide[place]) for place in counts]
    return "  ".join([*before, *(texts[place] for place in names)]).rstrip()
