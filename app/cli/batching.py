"""Batch jobs over archives: `job`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, argument, option, texts
from app.cli.console import Meter, Refused, counted, emit, say, stoppable

if TYPE_CHECKING:
    from app.batch.job import Job
    from app.batch.run import Result
    from app.batch.workers import Workers

_SHOWN = 20


JobName = Annotated[
    str,
    argument(
        "JOB",
        "grep, count, statistics, wordcount, reverse-links, link-graph, host-terms, inverted-index, sort, verify, extract, "
        "near-duplicates or pagerank.",
    ),
]
Out = Annotated[
    Path, option("--out", "DIR", "An empty folder for the result, or that of the same job to go on with.")
]
Settings = Annotated[
    list[str] | None, option("--set", "NAME=VALUE", "A setting of the job; may be repeated.")
]
WorkerCount = Annotated[
    int | None,
    option(
        "--workers",
        "N",
        "How many processes work; 0: this one alone.",
        min=0,
        show_default="one a processor",
    ),
]
Cluster = Annotated[
    str | None,
    option("--cluster", "ADDRESS", "A Ray cluster that works: HOST:PORT of its head, or “auto”."),
]
Parts = Annotated[int, option("--parts", "N", "Files of the result.", min=1, max=1000, show_default=True)]


def job(
    name: JobName,
    archives: Annotated[list[Path], argument("ARCHIVE...", "The folders of the archives, taken as one.")],
    out: Out,
    settings: Settings = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    parts: Parts = 8,
    as_json: Json = False,
) -> None:
    """Run a job over all records of one or several archives: each is mapped to pairs, the pairs of a key are brought
    together, and each key gives lines of the result, part-NNNNN.jsonl in the folder.

    grep: lines of text with a regular expression (pattern, case=no). count: captures and bytes by address, host, type,
    status, day, month or language (by). wordcount: how often each word stands in the texts (cut=space or words, case=yes,
    skip=FILE with a regular expression a line). reverse-links: for each address the pages that link to it. link-graph:
    the links of all versions, of which “tianwang graph --take” makes the graph of an archive. host-terms: the words of
    each host (top=100). inverted-index: for each word the versions that have it. sort: all captures by
    address, date or length (by). verify: every record against its digests. extract: title and text of every version
    (main=yes). statistics: captures, versions and bytes in all, by host, type, status, month and language.
    near-duplicates: documents whose fingerprints differ in few bits (most=3), of all archives or only those of one
    (about=ARCHIVE). pagerank: of all addresses together, in archives of any size (damping=0.85, tolerance=1e-10).

    A job that was stopped or killed goes on when it is started again with the same folder. The result is the same
    however many work, and where. The exit code is 1 when it was stopped.

    With --cluster the processors of a Ray cluster work (group “cluster” of this program, installed on each machine): one of
    its nodes is this machine. Each archive is read on the nodes that have it at the path given; what is found comes back
    here. The token of the cluster is taken from where Ray keeps it (RAY_AUTH_TOKEN, or a file in ~/.ray).

    With --json a line of progress for each task (kind progress: done, total) and a summary (kind summary: job, out,
    finished, counters, again: tasks tried once more, copies: of slow tasks).
    """
    from app.batch.run import run

    wanted = _job(name, texts(settings) or [])
    if cluster is not None and workers is not None:
        raise typer.BadParameter("The processors of a cluster work: no --workers.", param_hint="--cluster")
    for path in archives:
        if cluster is None and not path.exists():
            raise Refused(detail=f"There is no archive at {path}.")
    own = _workers(cluster, workers)
    with Meter(name, total=1) as meter, stoppable() as stop:

        def tell(done: int, total: int) -> None:
            meter.show(done, f"{name}, task {done} of {total}", total)
            if as_json:
                emit({"kind": "progress", "done": done, "total": total})
                sys.stdout.flush()

        try:
            result = run(wanted, archives, out, own, parts=parts, progress=tell, stopped=stop)
        finally:
            own.close()
    if as_json:
        summary = {name: getattr(result, name) for name in ("out", "finished", "counters", "again", "copies")}
        emit({"kind": "summary", "job": name, **summary})
    else:
        _show(result)
    if not result.finished:
        raise typer.Exit(1)


def _workers(cluster: str | None, count: int | None) -> Workers:
    from app.batch.workers import Here, Processes

    if cluster is None:
        return Here() if count == 0 else Processes(count)
    from app.batch.on_ray import OnRay

    return OnRay(cluster)


def _job(name: str, settings: list[str]) -> Job:
    from app.batch.shipped import JOBS

    if name not in JOBS:
        raise typer.BadParameter(f"“{name}” is not one of {', '.join(JOBS)}.", param_hint="JOB")
    kind = JOBS[name]
    known = {one.name: one.type for one in fields(kind) if str(one.type) in _READ}
    given: dict[str, Any] = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not sign or key not in known:
            names = ", ".join(known) or "none"
            raise typer.BadParameter(f"“{setting}”: the settings of {name} are: {names}.", param_hint="--set")
        try:
            given[key] = _READ[str(known[key])](value)
        except (ValueError, KeyError):
            raise typer.BadParameter(f"“{setting}” is no value of {key}.", param_hint="--set") from None
    if name == "grep" and not given.get("pattern"):
        raise typer.BadParameter("grep needs pattern=…", param_hint="--set")
    return kind(**given)


_READ: dict[str, Callable[[str], Any]] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": {"yes": True, "no": False, "true": True, "false": False}.__getitem__,
}


def _show(result: Result) -> None:
    for shown, line in enumerate(result.lines() if result.finished else ()):
        if shown == _SHOWN:
            say("…")
            break
        key, *rest = line.values()
        said = "  ".join(str(value) for value in rest)
        say(f"{key}  {said}"[:160])
    figures = ", ".join(f"{name} {count:,}" for name, count in result.counters.items())
    if result.finished:
        say(f"{result.out}: {counted(result.counters.get('lines', 0), 'line')} ({figures}).")
    else:
        say(
            f"{result.out}: stopped ({figures}). The same command goes on with it."
            if figures
            else f"{result.out}: stopped. The same command goes on with it."
        )
