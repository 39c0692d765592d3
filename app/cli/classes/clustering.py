"""`clusters`: groups of pages that nobody named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, open_archive, option, refuse
from app.cli.classes.classifying import stopped_said
from app.cli.console import Meter, Refused, counted, emit, say, stoppable

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.classes.clusters import Clustering, Item, Settings
    from app.classes.comparing import Grouped

_SHOWN = 5


def cluster(
    archive: ArchivePath,
    method: Annotated[
        str,
        option(
            "--method",
            "METHOD",
            "topics: each page is of one; dbscan, hdbscan: what lies close together, the rest is left alone.",
            show_default=True,
        ),
    ] = "topics",
    by: Annotated[
        str,
        option(
            "--by",
            "WHAT",
            "words; structure: pages that are built alike; fingerprints: texts whose SimHash differs in few bits (not with "
            "topics).",
            show_default=True,
        ),
    ] = "words",
    count: Annotated[
        int, option("--count", "N", "So many topics; 0: as many as fit.", min=0, show_default=True)
    ] = 0,
    epsilon: Annotated[
        float,
        option(
            "--epsilon",
            "DISTANCE",
            "Of dbscan, up to 2, or bits with fingerprints; 0: as proposed from the sorted distances.",
            min=0,
            max=64,
        ),
    ] = 0.0,
    least: Annotated[
        int | None,
        option(
            "--least",
            "N",
            "Of dbscan and hdbscan: so many pages make a group; unless said 5, of hdbscan also 10 or 20 "
            "where clearly fewer stay alone.",
            min=1,
        ),
    ] = None,
    crawl: Annotated[
        str | None, option("--crawl", "CRAWL", "Only the pages of a crawl, as it saw them.")
    ] = None,
    before: Annotated[
        str | None, option("--before", "CRAWL", "Compare with the groups of this crawl; goes with --crawl.")
    ] = None,
    members: Annotated[bool, typer.Option("--members", help="List all pages of each group.")] = False,
    as_json: Json = False,
) -> None:
    """Group the pages of an archive by what they say or how they are built.

    Each group is named by the words that tell it from the others, with the page nearest to its middle.

    With --json an object for each group (kind "cluster": number, size, name, example, pages with --members), a summary
    (pages, clusters, noise, epsilon), and with --before an object for each change (kind "change": before, after: number or
    null, stayed, came, went, joined, left: lists of addresses).
    """
    from app.classes.clusters import BYS, METHODS, Settings

    if method not in METHODS:
        raise typer.BadParameter(f"“{method}” is not one of {', '.join(METHODS)}.", param_hint="--method")
    if by not in BYS:
        raise typer.BadParameter(f"“{by}” is not one of {', '.join(BYS)}.", param_hint="--by")
    if by == "fingerprints" and method == "topics":
        raise typer.BadParameter("Topics are not found by fingerprints.", param_hint="--by")
    if method != "topics":
        refuse({"--count": count}, "It goes with topics.")
    if method == "topics":
        refuse({"--least": least}, "It goes with dbscan and hdbscan.")
    if method != "dbscan":
        refuse({"--epsilon": epsilon}, "It goes with dbscan.")
    if crawl is None:
        refuse({"--before": before}, "It goes with --crawl.")
    settings = Settings(
        method=method,
        by=by,
        count=count,
        epsilon=epsilon,
        least=least or 0,
    )
    opened = open_archive(archive)
    items, found = _clustered(opened, settings, crawl)
    _show(items, found, members, as_json)
    if before is not None:
        old_items, old = _clustered(opened, settings, before)
        _show_changes(_grouped(old_items, old), _grouped(items, found), as_json)


def _clustered(archive: Archive, settings: Settings, crawl: str | None) -> tuple[list[Item], Clustering]:
    from app.classes.clusters import cluster as grouped
    from app.classes.corpus import items_of
    from app.likeness.feeding import feed
    from app.likeness.known import Known

    fingerprint = None
    if settings.by == "fingerprints":
        with stoppable() as stop, Meter("Comparing texts", total=1) as meter:
            feed(archive, meter.share, stop)
            if stop():
                raise Refused(detail="Stopped.")
        fingerprint = Known(archive.path).fingerprint
    with stoppable() as stop, Meter("Reading pages", total=1) as meter:
        items = items_of(archive, settings.by, crawl or "", meter.share, stop, fingerprint)
        if stop():
            raise Refused(detail="Stopped.")
    with stopped_said(), stoppable() as stop, Meter("Grouping pages", total=1) as meter:
        return items, grouped(items, settings, meter.share, stop)


def _grouped(items: Sequence[Item], found: Clustering) -> Grouped:
    from app.classes.comparing import Grouped

    return Grouped(found, [item.document.url for item in items])


def _show(items: Sequence[Item], found: Clustering, members: bool, as_json: bool) -> None:
    for number, one in enumerate(found.clusters):
        example = items[one.example].document
        pages = [items[member].document for member in one.members]
        if as_json:
            about: dict[str, Any] = {"kind": "cluster", "number": number, "size": one.size, "name": one.name}
            about["example"] = {"url": example.url, "title": example.title}
            if members:
                about["pages"] = [
                    {"url": items[member].document.url, "place": found.places[member]}
                    for member in one.members
                ]
            emit(about)
            continue
        say(f"{one.size:>8,}  {', '.join(one.name) or '-'}")
        for page in pages if members else pages[:_SHOWN]:
            say(f"          {page.title or '-'}  {page.url}")
    if as_json:
        emit(
            {
                "kind": "summary",
                "pages": len(items),
                "clusters": len(found.clusters),
                "noise": len(found.noise),
                "epsilon": found.epsilon or None,
            }
        )
    else:
        apart = f", {counted(len(found.noise), 'page')} in none" if found.noise else ""
        near = f" (ε = {found.epsilon:.3g})" if found.epsilon else ""
        say(f"{counted(len(items), 'page')} in {counted(len(found.clusters), 'group')}{apart}{near}.")


def _show_changes(before: Grouped, after: Grouped, as_json: bool) -> None:
    from app.classes.comparing import compare

    for one in compare(before, after):
        if as_json:
            ends = {
                "before": one.before if one.before >= 0 else None,
                "after": one.after if one.after >= 0 else None,
            }
            emit({"kind": "change", **one._asdict(), **ends})
            continue
        named = (
            after.clustering.clusters[one.after] if one.after >= 0 else before.clustering.clusters[one.before]
        )
        what = "new" if one.before < 0 else "gone" if one.after < 0 else "same"
        say(
            f"{what:<5} {', '.join(named.name) or '-'}: {len(one.stayed):,} stayed, {len(one.came):,} came, "
            f"{len(one.went):,} went, {len(one.joined):,} joined, {len(one.left):,} left"
        )
