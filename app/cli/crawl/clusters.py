"""`cluster`: machines that crawl together; start, join, leave, status, pause, go-on, stop, why, queue, take, ask."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, argument, option, text, typed
from app.cli.console import Refused, Stop, counted, emit, say, stoppable, warn
from app.cli.crawl.jobs import explain, spellings, states_of
from app.cli.crawl.together import cluster_at, joined, nodes_here
from app.cluster import asking
from app.cluster.asking import Cluster, told
from app.errors import AddressInvalid, ClusterRefused, UserError
from app.messages import Message

if TYPE_CHECKING:
    from app.cluster.ray_nodes import RayCluster, RayProcesses
    from app.crawl.frontier.queue import Why

Address = Annotated[
    str, argument("HOST:PORT", "Where the cluster was started, as “start” has said.", callback=text)
]
Url = Annotated[str, argument("URL", "The address; https:// may be left out.")]
_QUESTIONS = ("status", "start", "order", "leave")
_OF_ADDRESSES: dict[str, Callable[..., dict[str, Any]]] = {
    "why": asking.why,
    "queue": lambda cluster, **wanted: {"rows": asking.queue(cluster, **wanted)},
    "take": lambda cluster, url: {"taken": asking.take(cluster, url)},
}
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


def ask(
    where: Annotated[
        str, argument("HOST:PORT", "Where the cluster was started; with --nodes an archive.", callback=text)
    ],
    nodes: Annotated[
        int,
        option(
            "--nodes", "N", "Start as many nodes on this machine, for as long as this runs.", min=0, max=64
        ),
    ] = 0,
) -> None:
    """For programs: ask a cluster what stands on standard input, a JSON object a line, until that ends. Needs nothing
    more with --nodes: the nodes keep their archives in ARCHIVE.nodes then.

    Each question has "ask": status (answer as “cluster status”: nodes, crawl, figures, moving), start (job, name,
    settings: those of a crawl in JSON; the same job with others goes on with these), order (wanted: run, pause, stop),
    leave (node), why and take (url), queue (states, search, reason, limit), joined (with --nodes: the archive that reads
    those of the nodes as one). Each answer is one object: kind "answer" with what was asked for, or kind
    "refused" with the message (a code and its values) or the sentence (text). Kind "ready" comes before all others.
    """
    try:
        with nodes_here(Path(where), nodes) if nodes else cluster_at(where) as cluster:
            _tell("ready")
            for line in sys.stdin:
                _answer(cluster, Path(where) if nodes else None, line)
    except UserError as error:
        _refuse(error)
        raise typer.Exit(1) from None


def _answer(cluster: Cluster, archive: Path | None, line: str) -> None:
    try:
        question = json.loads(line)
        asked = question.pop("ask")
        if asked == "joined" and archive is not None:
            _tell("answer", archives=joined(archive), archive=str(archive))
        elif asked in _QUESTIONS:
            _tell("answer", **told(cluster, asked, **question))
        elif asked in _OF_ADDRESSES:
            _tell("answer", **_OF_ADDRESSES[asked](cluster, **question))
        else:
            raise ValueError
    except UserError as error:
        _refuse(error)
    except (ValueError, AttributeError, KeyError, TypeError):
        _tell("refused", text="This is no question to a cluster.")


def _refuse(error: UserError) -> None:
    known = not isinstance(error, Refused) and isinstance(error.message, Message)
    _tell("refused", **({"message": error.message.packed()} if known else {"text": str(error)}))


def _tell(kind: str, **about: Any) -> None:
    emit({"kind": kind, **about})
    sys.stdout.flush()


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
cluster.command("why")(why)
cluster.command("queue")(queue)
cluster.command("take")(take)


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
