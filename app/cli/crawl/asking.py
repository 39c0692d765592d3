"""`cluster ask`: what a program asks of a cluster, an object a line; so does the window, which loads no cluster itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.arguments import argument, option, text
from app.cli.console import Refused, emit
from app.cli.crawl.together import cluster_at, joined, nodes_here
from app.cluster import asking
from app.cluster.asking import Cluster, told
from app.errors import UserError
from app.messages import Message

_QUESTIONS = ("status", "start", "order", "leave")
_OF_ADDRESSES: dict[str, Callable[..., dict[str, Any]]] = {
    "why": asking.why,
    "queue": lambda cluster, **wanted: {"rows": asking.queue(cluster, **wanted)},
    "take": lambda cluster, url: {"taken": asking.take(cluster, url)},
}


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
