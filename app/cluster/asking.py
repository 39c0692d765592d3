"""What a person asks of a cluster, whichever way it is reached: of its register, and of its nodes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Protocol

from app.cluster.exchange import Unreachable
from app.crawl.rules.url import normalize
from app.errors import ClusterRefused
from app.messages import Message

_REFUSALS = {"busy": "cluster-busy", "no-crawl": "cluster-no-crawl", "unknown": "cluster-no-node"}
_STEPS = 100  # pages of other nodes on the way to an address, at most


class Cluster(Protocol):
    """`watching.LocalCluster` and `ray_nodes.RayCluster`."""

    def ask(self, method: str, **about: Any) -> dict[str, Any]: ...

    def ask_node(self, node: str, method: str, **about: Any) -> dict[str, Any]:
        """Raises Unreachable."""
        ...


def told(cluster: Cluster, method: str, **about: Any) -> dict[str, Any]:
    """The register's answer; ClusterRefused when it does not do what it was told."""
    answer = cluster.ask(method, **about)
    if "refused" in answer:
        raise ClusterRefused(Message(_REFUSALS[answer["refused"]]))
    return answer


def why(cluster: Cluster, url: str) -> dict[str, Any]:
    """Why the crawl took an address or did not: `why` with the fields of `app.crawl.frontier.queue.Why`, None when no node
    has come across it, its `detail` as it is kept; `node`, which says so, "" for none. The owner is asked first; what was
    refused stands with its finder. The way is that through all nodes. AddressInvalid."""
    url = normalize(url)
    for node in _nodes(cluster, url):
        found = _of(cluster, node, "why", url=url).get("why")
        if found is not None:
            return {"node": node, "why": {**found, "path": _way(cluster, found["path"])}}
    return {"node": "", "why": None}


def _way(cluster: Cluster, path: list[str]) -> list[str]:
    """A way to its beginning: the first page of what one node knows is a page of another one."""
    for _ in range(_STEPS):
        if not path:
            break
        owner = next(iter(_nodes(cluster, path[0])), "")
        before = (_of(cluster, owner, "why", url=path[0]).get("why") or {}).get("path")
        if not before or before[0] in path:
            break
        path = [*before, *path]
    return path


def queue(cluster: Cluster, **wanted: Any) -> list[dict[str, Any]]:
    """Addresses of all nodes, each with its `node` and the fields of `app.crawl.frontier.queue.QueueRow`, its `detail` as
    it is kept; `wanted`: search, states, reason, and limit for all together."""
    found: list[dict[str, Any]] = []
    for node in _nodes(cluster):
        rows = _of(cluster, node, "queue", **{**wanted, "limit": wanted["limit"] - len(found)}).get(
            "rows", ()
        )
        found += [{"node": node, **row} for row in rows]
        if len(found) >= wanted["limit"]:
            break
    return found


def take(cluster: Cluster, url: str) -> bool:
    """Have the owner of an address take it anyway; False when it is under way or done already, or nobody answers.
    AddressInvalid."""
    url = normalize(url)
    return any(_of(cluster, node, "take", url=url).get("taken") for node in _nodes(cluster, url)[:1])


def _nodes(cluster: Cluster, url: str = "") -> list[str]:
    """All nodes, the owner of an address first."""
    return list(told(cluster, "nodes", url=url)["nodes"])


def _of(cluster: Cluster, node: str, method: str, **about: Any) -> dict[str, Any]:
    """A node's answer; nothing where it does not answer."""
    with suppress(Unreachable):
        return cluster.ask_node(node, method, **about)
    return {}
