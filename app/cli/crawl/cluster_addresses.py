"""Addresses of a crawl on a cluster, wherever they stand: `cluster why`, `queue`, `take`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, argument, option, text, typed
from app.cli.console import Refused, emit, say
from app.cli.crawl.jobs import explain, spellings, states_of
from app.errors import AddressInvalid

if TYPE_CHECKING:
    from app.crawl.frontier.queue import Why

Address = Annotated[
    str, argument("HOST:PORT", "Where the cluster was started, as “start” has said.", callback=text)
]
Url = Annotated[str, argument("URL", "The address; https:// may be left out.")]


def why(address: Address, url: Url, as_json: Json = False) -> None:
    """Tell why the crawl took an address or did not: how all nodes together came to it, what became of it, its score.

    The JSON fields are those of “tianwang why”, and node.
    """
    from app.cluster.asking import told
    from app.cluster.asking import why as ask
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as made:
        crawl = told(made, "status")["crawl"]
        for spelled in spellings(url) if crawl else ():
            found = ask(made, spelled)
            if found["why"] is not None:
                more = {"node": found["node"]}
                explain(crawl["job"], why_of(found["why"]), as_json, more)
                return
    raise Refused(detail=f"No node has come across {url}.")


def why_of(told: dict[str, Any]) -> Why:
    """As it was before it travelled."""
    from app.crawl.frontier.queue import Why
    from app.crawl.frontier.schema import read_detail

    parts = tuple((str(code), float(value)) for code, value in told["parts"])
    return Why(**{**told, "detail": read_detail(told["detail"]), "path": tuple(told["path"]), "parts": parts})


def queue(
    address: Address,
    state: Annotated[
        list[str] | None,
        typer.Option(
            "--state",
            metavar="STATE",
            show_default="queued",
            help="As “tianwang queue” has them: parked for suspected traps; may be repeated.",
        ),
    ] = None,
    search: Annotated[
        str, option("--search", "TEXT", "Only those in which this occurs.", callback=text)
    ] = "",
    reason: Annotated[str, option("--reason", "CODE", "Only those with this reason.", callback=text)] = "",
    limit: Annotated[int, option("--limit", "N", "At most so many.", show_default=True, min=1)] = 1000,
    as_json: Json = False,
) -> None:
    """List what all nodes have still to do, or did not take: suspected traps with --state parked.

    The JSON fields are those of “tianwang queue”, and node.
    """
    from app.cluster.asking import queue as ask
    from app.cluster.ray_nodes import RayCluster
    from app.crawl.frontier.schema import read_detail

    states = states_of(state)
    with closing(RayCluster(address)) as made:
        rows = ask(made, states=states, search=search, reason=reason, limit=limit)
    for row in rows:
        row["detail"] = read_detail(row["detail"])
        if as_json:
            emit(row)
        else:
            said = (
                f"  ({row['reason']}{': ' if row['detail'] else ''}{row['detail']})" if row["reason"] else ""
            )
            say(f"{row['state']:<9} {row['node']:<12} {row['depth']:>3}  {row['url']}{said}")


def take(address: Address, urls: Annotated[list[str], argument("URL…", "What to take anyway.")]) -> None:
    """Have the nodes take addresses anyway that were refused, parked or failed; as “tianwang take” for one machine."""
    from app.cluster.asking import take as ask
    from app.cluster.ray_nodes import RayCluster
    from app.crawl.rules.url import from_input

    try:
        wanted = [from_input(typed(url)) for url in urls]
    except AddressInvalid as error:
        raise typer.BadParameter(str(error), param_hint="URL…") from error
    with closing(RayCluster(address)) as made:
        left = [url for url in wanted if not ask(made, url)]
    for url in wanted:
        if url not in left:
            say(f"+ {url}")
    if left:
        raise Refused(detail=f"Stored or under way already, or the host is skipped: {', '.join(left)}")
