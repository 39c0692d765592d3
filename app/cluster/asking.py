"""What a person asks of the register of a cluster, whichever way it is reached."""

from __future__ import annotations

from typing import Any, Protocol

from app.errors import ClusterRefused
from app.messages import Message

_REFUSALS = {"busy": "cluster-busy", "no-crawl": "cluster-no-crawl", "unknown": "cluster-no-node"}


class Cluster(Protocol):
    """`watching.LocalCluster` and `ray_nodes.RayCluster`."""

    def ask(self, method: str, **about: Any) -> dict[str, Any]: ...


def told(cluster: Cluster, method: str, **about: Any) -> dict[str, Any]:
    """The register's answer; ClusterRefused when it does not do what it was told."""
    answer = cluster.ask(method, **about)
    if "refused" in answer:
        raise ClusterRefused(Message(_REFUSALS[answer["refused"]]))
    return answer
