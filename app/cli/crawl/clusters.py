"""`cluster`: machines that crawl together; start, join, leave, status, pause, go-on, stop, why, queue, take, ask."""

from __future__ import annotations

import socket
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, argument, option, text
from app.cli.console import Stop, counted, emit, say, stoppable, warn
from app.cli.crawl import cluster_addresses
from app.cli.crawl.asking import ask
from app.cli.crawl.cluster_addresses import Address
from app.cluster.asking import told
from app.errors import ClusterRefused

if TYPE_CHECKING:
    from app.cluster.ray_nodes import RayCluster, RayProcesses

_LOOK = 1.0
_STOP_SECONDS = 60.0

Folder = Annotated[Path, argument("FOLDER", "Where this machine keeps its part.")]
Own = Annotated[
    str,
    option("--address", "IP", "The address of this machine, in a private network.", callback=text),
]

cluster = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Machines that crawl together: start, join, leave, status, pause, go-on, stop, why, queue, take, ask. They need "
    "the group “cluster” of this program (Ray), and Linux.",
    epilog="Example: [bold]tianwang cluster join 10.0.0.5:6379 /data/shards[/bold]",
)


@cluster.command("start")
def start(
    folder: Folder,
    address: Own = "",
    port: Annotated[
        int, option("--port", "N", "The port for the others.", min=1, max=65535, show_default=True)
    ] = 6379,
    grace: Annotated[
        float,
        option(
            "--grace",
            "SECONDS",
            "How long a silent node keeps its hosts, before others take them.",
            min=60,
            show_default=True,
        ),
    ] = 600.0,
    machines: Annotated[
        int,
        option(
            "--machines",
            "N",
            "Up to how many machines it may have: so finely are hosts divided. Cannot be changed later.",
            min=1,
            max=10_000,
            show_default=True,
        ),
    ] = 100,
    as_json: Json = False,
) -> None:
    """Begin a cluster on this machine, which keeps its register in FOLDER, and stay until Ctrl+C or “tianwang cluster
    stop”. Started again with the same FOLDER it goes on where it was. Everybody is asked for the token in
    ~/.ray/auth_token, which is made if need be: copy it to the other machines. The address has to be one of a private
    network; as Ray listens on all networks of the machine, keep its ports closed to the outside.

    The JSON is one object when it is ready: kind "ready", address.
    """
    from app.cluster.ray_nodes import RayCluster, RayProcesses, own_address
    from app.cluster.ring import slots_for

    with (
        stoppable() as stop,
        closing(RayProcesses(address or own_address(), port)) as processes,
        closing(RayCluster(processes.address, address)) as made,
    ):
        made.begin_register(folder, grace=grace, slots=slots_for(machines))
        if as_json:
            emit({"kind": "ready", "address": processes.address})
        else:
            say(f"The cluster is ready at {processes.address}.")
            say(f"On each machine: tianwang cluster join {processes.address} FOLDER")
            say(f"Then on one of them: tianwang crawl NAME.archive URL… --cluster {processes.address}")
            say("Ctrl+C ends it.")
        sys.stdout.flush()
        _stay(made, processes, stop)
        with suppress(ClusterRefused):
            made.ask("shut")
        _until_gone(made)
        made.end_register()


@cluster.command("join")
def join(
    address: Address,
    folder: Folder,
    name: Annotated[
        str,
        option("--name", "NAME", "What this node is called.", show_default="of the machine", callback=text),
    ] = "",
    own: Own = "",
    capacity: Annotated[
        int,
        option(
            "--capacity",
            "N",
            "Its share of the hosts: 2 for twice as many.",
            min=1,
            max=100,
            show_default=True,
        ),
    ] = 1,
    as_json: Json = False,
) -> None:
    """Make this machine a node of a cluster, which keeps its archives in FOLDER, and stay until Ctrl+C or “tianwang
    cluster stop”. Its process is begun anew should it die. A node that comes back with the same name within the grace of
    the cluster finds its hosts as they were; one that is to go for good is told so by “tianwang cluster leave”.

    The JSON is one object when it is ready: kind "ready", node.
    """
    from app.cluster.exchange import Unreachable
    from app.cluster.ray_nodes import RayCluster, RayProcesses, own_address

    node = name or socket.gethostname()
    with (
        stoppable() as stop,
        closing(RayProcesses(own or own_address(address), head=address)) as processes,
        closing(RayCluster(address, own)) as made,
    ):
        actor = made.begin_node(node, folder, capacity)
        emit({"kind": "ready", "node": node}) if as_json else say(f"Node {node} is at work; Ctrl+C ends it.")
        sys.stdout.flush()
        try:
            _stay(made, processes, stop, actor)
        finally:
            with suppress(Unreachable):
                made.call(actor, "close")


@cluster.command("leave")
def leave(
    address: Address, node: Annotated[str, argument("NODE", "The name of the node.", callback=text)]
) -> None:
    """Have a node hand over its hosts to the others, and end. Its archives stay where they are."""
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as made:
        told(made, "leave", node=node)
    say(f"Node {node} hands over its hosts and leaves.")


@cluster.command("status")
def status(address: Address, as_json: Json = False) -> None:
    """Show the nodes of a cluster, and the crawl with the sums of their figures.

    With --json one object for each node (kind "node": node, capacity, state, silent: seconds since its last report,
    slots, phase, figures, machine, archive, error) and one for all (kind "cluster": epoch, slots, moving: slots that
    change owners, crawl, figures).
    """
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as made:
        now = made.ask("status")
    crawl = now["crawl"]
    if as_json:
        for node in now["nodes"]:
            emit({"kind": "node", **node})
        about = {key: now[key] for key in ("epoch", "slots", "moving", "figures")}
        emit({"kind": "cluster", **about, "crawl": crawl})
        return
    for node in now["nodes"]:
        say(_line(node))
    if crawl is not None:
        state = crawl.get("state") if crawl["ended"] else crawl["wanted"]
        say(
            f"Crawl {crawl['job']} into {crawl['name']}: {state}, {int(now['figures'].get('pages', 0))} pages answered"
        )
    if now["moving"]:
        say(f"{counted(now['moving'], 'slot')} of {now['slots']} on the way to another node")


def _line(node: dict[str, Any]) -> str:
    figures = node["figures"] or {}
    work = f"{int(figures.get('pages', 0))} pages, {int(figures.get('queued', 0))} waiting"
    silent = f", silent for {node['silent']:.0f} s" if node["silent"] > 10 else ""
    error = f"; {node['error']}" if node["error"] else ""
    return f"{node['node']}: {node['state']}, {node['phase'] or 'idle'}, {node['slots']} slots, {work}{silent}{error}"


@cluster.command("pause")
def pause(address: Address) -> None:
    """Have all nodes begin no more requests."""
    _order(address, "pause")


@cluster.command("go-on")
def go_on(address: Address) -> None:
    """Go on with a crawl that was paused."""
    _order(address, "run")


@cluster.command("stop")
def stop(
    address: Address,
    crawl_alone: Annotated[
        bool, typer.Option("--crawl", help="Stop the crawl alone; the nodes stay.")
    ] = False,
) -> None:
    """Stop the crawl, if there is one, with everything fetched so far stored, then all nodes and the register; what was
    begun by “start” and “join” ends on all machines. “tianwang crawl … --resume” goes on with the crawl.
    """
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as made:
        if "refused" not in made.ask("order", wanted="stop"):
            end = time.monotonic() + _STOP_SECONDS
            while not made.ask("status")["crawl"]["ended"] and time.monotonic() < end:
                time.sleep(_LOOK)
        elif crawl_alone:
            told(made, "order", wanted="stop")
        if not crawl_alone:
            told(made, "shut")


cluster.command("ask")(ask)
cluster.command("why")(cluster_addresses.why)
cluster.command("queue")(cluster_addresses.queue)
cluster.command("take")(cluster_addresses.take)


def _order(address: str, wanted: str) -> None:
    from app.cluster.ray_nodes import RayCluster

    with closing(RayCluster(address)) as made:
        told(made, "order", wanted=wanted)


def _stay(made: RayCluster, processes: RayProcesses, stop: Stop, actor: Any = None) -> None:
    """Until the person stops it, the cluster ends, or the node has left. A register that does not answer is waited for:
    it comes back."""
    from app.cluster.exchange import Unreachable

    silent = False
    while not stop() and processes.at_work:
        time.sleep(_LOOK)
        try:
            if made.ask("status")["shut"] or (actor is not None and made.call(actor, "gone")):
                return
            silent = False
        except (ClusterRefused, Unreachable) as error:
            if not silent:
                warn(str(error) or "The node does not answer; it is begun anew.")
            silent = True


def _until_gone(made: RayCluster) -> None:
    """Until the nodes report no more, for some seconds at most: they end by themselves, with everything stored."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with suppress(ClusterRefused):
            if all(node["silent"] > 3 for node in made.ask("status")["nodes"]):
                return
        time.sleep(_LOOK)
