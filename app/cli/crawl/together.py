"""`crawl --cluster` and `crawl --nodes`: begin or resume a crawl on several nodes, and follow it until it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.console import Meter, Refused, Stop, emit, say, size, stoppable, warn
from app.cli.crawl.following import limit_words
from app.cli.crawl.settings import changed_settings, new_settings
from app.cluster.asking import Cluster, told
from app.errors import shell_word

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.plans.plans import Plan
    from app.crawl.rules.settings import CrawlSettings

_POLL = 0.2
_TOLD = 1.0
_COMING = 20.0
"""Seconds for the nodes to come before the crawl begins with those that are there."""
_SUMS = ("pages", "versions", "visits", "errors", "refused", "parked", "queued", "bytes", "sent", "messages")


def crawl_together(
    archive: Path,
    urls: list[str],
    changes: dict[str, Any],
    address: str,
    nodes: int,
    *,
    resume: bool,
    as_json: bool,
) -> None:
    name = archive.name
    if not name:
        raise Refused(detail="Give the archive a name.")
    with stoppable() as stop, cluster_at(address) if address else nodes_here(archive, nodes) as cluster:
        job, settings = _wanted(cluster, name, urls, changes, resume=resume)
        told(cluster, "start", job=job, name=name, settings=settings.to_json())
        try:
            end = _follow(cluster, stop, as_json)
        except BrokenPipeError:
            told(cluster, "order", wanted="stop")
            raise
    where = [node["archive"] for node in end["nodes"] if node["archive"]]
    if not address:
        where = joined(archive)
    _conclude(archive, job, end, where, address, nodes, as_json)


def plan_together(archive: Archive, plan: Plan, address: str, stop: Stop, as_json: bool) -> None:
    """Run a plan on a cluster, into archives of this name on its nodes, and follow it until it ends."""
    from app.crawl.plans.plans import begin_plan

    with cluster_at(address) as cluster:
        crawl = cluster.ask("status")["crawl"]
        if crawl is not None and not crawl["ended"]:  # else the run would count, and be missed
            raise Refused(detail="The cluster is at work on another crawl; the plan stays due.")
        job, settings = begin_plan(archive, plan, elsewhere=True), plan.settings.to_json()
        told(cluster, "start", job=job, name=archive.path.name, settings=settings)
        end = _follow(cluster, stop, as_json)
    where = [node["archive"] for node in end["nodes"] if node["archive"]]
    _conclude(archive.path, job, end, where, address, 0, as_json)


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as cluster:
        yield cluster


@contextmanager
def nodes_here(archive: Path, nodes: int) -> Iterator[Cluster]:
    """Nodes of this machine, beside the archive."""
    from app.archive.shards import is_joined
    from app.cluster.watching import LocalCluster

    if archive.exists() and not is_joined(archive):
        raise Refused(
            detail=f"{archive} is there already and no list of the archives of nodes. Choose another name."
        )
    with closing(LocalCluster(_beside(archive))) as cluster:
        cluster.begin(*(str(number) for number in range(1, nodes + 1)))
        end = time.monotonic() + _COMING
        while time.monotonic() < end:  # hosts that move to those that come later would hold it up
            now = cluster.ask("status")
            if len(now["nodes"]) >= nodes and not now["moving"]:
                break
            time.sleep(_POLL)
        yield cluster


def _beside(archive: Path) -> Path:
    return archive.with_name(f"{archive.name}.nodes")


def _wanted(
    cluster: Cluster, name: str, urls: list[str], changes: dict[str, Any], *, resume: bool
) -> tuple[str, CrawlSettings]:
    """The job, a new one or the one to go on with, and its settings."""
    from app.crawl.frontier.joblist import new_id
    from app.crawl.rules.settings import CrawlSettings

    if not resume:
        import typer

        if not urls and "seeds" not in changes:
            raise typer.BadParameter("Give an address to start from, or --resume.", param_hint="URL…")
        return new_id(), new_settings(urls, changes)
    crawl = cluster.ask("status")["crawl"]
    if crawl is None or crawl["name"] != name:
        raise Refused(detail="There is no crawl of these nodes to resume.")
    return crawl["job"], changed_settings(CrawlSettings.from_json(crawl["settings"]), urls, changes)


def _follow(cluster: Cluster, stop: Stop, as_json: bool) -> dict[str, Any]:
    """The last state of the cluster, when the crawl has ended. Ctrl+C stops it."""
    asked, next_told = False, 0.0
    troubles: set[str] = set()
    with Meter("Crawling") as meter:
        while True:
            now = cluster.ask("status")
            if now["crawl"]["ended"]:
                return now
            if stop() and not asked:
                asked = True
                warn("Stopping; what is under way is finished first. Press Ctrl+C again to leave it alone.")
                told(cluster, "order", wanted="stop")
            for node in now["nodes"]:
                trouble = f"Node {node['node']}: {node['error']}" if node["error"] else ""
                if trouble and trouble not in troubles:
                    troubles.add(trouble)
                    warn(trouble)
            meter.show(0, _state(now))
            if as_json and time.monotonic() >= next_told:
                next_told = time.monotonic() + _TOLD
                emit({"kind": "progress", **_sums(now), "nodes": len(now["nodes"])})
                sys.stdout.flush()
            time.sleep(_POLL)


def _state(now: dict[str, Any]) -> str:
    sums = now["figures"]
    return (
        f"{len(now['nodes'])} nodes, {sums.get('pages', 0)} pages answered, {sums.get('queued', 0)} waiting, "
        f"{sums.get('errors', 0)} errors, {sums.get('rate', 0):.1f}/s"
    )


def _sums(now: dict[str, Any]) -> dict[str, int]:
    return {name: int(now["figures"].get(name, 0)) for name in _SUMS}


def joined(archive: Path) -> list[str]:
    """The archives of the nodes of this machine; what is read as one archive of them is made, if it is not there."""
    from app.interchange.joining import join

    shards = sorted(path.parent for path in _beside(archive).glob(f"*/{archive.name}/archive.json"))
    if shards and not archive.exists():
        join(shards, archive, "manifest")
    return [str(shard) for shard in shards]


def _conclude(
    archive: Path, job: str, end: dict[str, Any], where: list[str], address: str, nodes: int, as_json: bool
) -> None:
    crawl, sums = end["crawl"], _sums(end)
    if as_json:
        told_of = [
            {key: node[key] for key in ("node", "capacity", "figures", "archive")} for node in end["nodes"]
        ]
        about = {"job": job, "state": crawl["state"], "limit_reached": crawl["limit"], **sums}
        emit({"kind": "summary", **about, "archives": where, "nodes": told_of})
    else:
        say(
            f"{crawl['state'].capitalize()}{limit_words(crawl['limit'])}: {sums['pages']} pages answered by "
            f"{len(end['nodes'])} nodes; {sums['versions']} new and {sums['visits']} unchanged stored, {sums['errors']} "
            f"errors, {sums['refused']} left out; {size(sums['bytes'])}"
        )
        for shard in where:
            say(shard)
    sys.stdout.flush()
    if crawl["state"] != "finished":
        how = f"--cluster {shell_word(address)}" if address else f"--nodes {nodes}"
        raise Refused(
            detail=f"The crawl has not reached its end; “tianwang crawl {shell_word(archive)} --resume {how}” goes on "
            "with it."
        )
    if not sums["pages"]:
        raise Refused(detail="Nothing could be stored.")
