"""`serve`: archives over HTTP, for people in a browser and for other programs."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, option
from app.cli.console import Stop, emit, say, stoppable
from app.errors import UserError

if TYPE_CHECKING:
    from app.service.collection import Collection

_TAKEN = ("api", "cdx", "read", "timegate", "timemap")  # names that mean something else in addresses
_TOKEN = "TIANWANG_TOKEN"  # noqa: S105 - the name of a variable


Archives = Annotated[
    list[Path], typer.Argument(metavar="ARCHIVE…", help="The folders of archives.", show_default=False)
]
Host = Annotated[
    str,
    option(
        "--host",
        "ADDRESS",
        "Where to listen: this machine alone, or an address of its network.",
        show_default=True,
    ),
]
Port = Annotated[
    int, option("--port", "PORT", "0 takes one that is free.", min=0, max=65535, show_default=True)
]
ReplayPort = Annotated[
    int | None,
    option(
        "--replay-port",
        "PORT",
        "Where archived pages are shown in the reading room, an origin of their own; 0 takes one that is free.",
        min=0,
        max=65535,
        show_default="the next one",
    ),
]
ReplayAt = Annotated[
    str,
    option(
        "--replay-at",
        "ADDRESS",
        "The address of that port for others (https://pages.example.org), where a proxy stands in front.",
    ),
]
Token = Annotated[
    str, option("--token", "TOKEN", f"Everybody who asks needs it; better kept in the variable {_TOKEN}.")
]
Rate = Annotated[
    float,
    option(
        "--rate",
        "N",
        "At most so many requests a second for each client; 0: any number.",
        min=0,
        show_default=True,
    ),
]
Connections = Annotated[
    int,
    option(
        "--connections",
        "N",
        "At most so many connections of each client at once; 0: any number, as behind a proxy.",
        min=0,
        show_default=True,
    ),
]
Hide = Annotated[
    Path | None,
    option(
        "--hide",
        "FILE",
        "Addresses that are not shown: lines of an address (all that begins so), a date or “-”, and a reason.",
    ),
]
Cors = Annotated[
    list[str] | None,
    option(
        "--cors",
        "ORIGIN",
        "Scripts of pages from there may read the service (https://replayweb.page; * for all); may be repeated.",
    ),
]
CertificateFile = Annotated[
    Path | None,
    option("--certificate", "FILE", "A certificate with its chain (PEM), to serve by https; with --key."),
]
AsItIs = Annotated[
    bool,
    typer.Option("--as-it-is", help="Do not bring the search index up to date while serving."),
]
Log = Annotated[bool, typer.Option("--log", help="Write a line for each request to standard error.")]


def serve(
    archives: Archives,
    host: Host = "127.0.0.1",
    port: Port = 8080,
    replay_port: ReplayPort = None,
    replay_at: ReplayAt = "",
    token: Token = "",
    rate: Rate = 0.0,
    connections: Connections = 200,
    hide: Hide = None,
    cors: Cors = None,
    certificate: CertificateFile = None,
    key: Annotated[Path | None, option("--key", "FILE", "The key of the certificate (PEM).")] = None,
    as_it_is: AsItIs = False,
    log: Log = False,
    port_or_any: Annotated[bool, typer.Option("--port-or-any", hidden=True)] = False,
    until_input_ends: Annotated[bool, typer.Option("--until-input-ends", hidden=True)] = False,
    as_json: Json = False,
) -> None:
    """Serve archives, read only: a reading room in the browser, Memento, CDX, an interface for programs.

    In a browser the address is the reading room: search, documents, calendar, pages at a date, versions side by side.
    The pages of the archive come from the port behind it, an origin of their own.
    Each archive is a collection under the name of its folder. NAME/timegate/ADDRESS leads to the version nearest to
    Accept-Datetime, NAME/timemap/link/ADDRESS lists all versions (also json, cdxj), NAME/20260401/ADDRESS shows the one
    of a day, NAME/20260401id_/ADDRESS its bytes as they were stored; NAME/cdx?url=ADDRESS answers like pywb,
    NAME/cdx/search/cdx?url=ADDRESS like the Wayback Machine. /api/v1/ is an interface to everything else, described by
    /api/v1/openapi.json; /api/v1/NAME/wacz and /api/v1/NAME/warc give selections as files. Pages are sent so that no
    script in them runs and nothing is loaded from elsewhere. Beyond this machine a token is needed. Ctrl+C ends it. The
    JSON is one object when it is ready: kind "ready", address, collections.
    """
    if replay_at and not re.fullmatch(r"https?://[A-Za-z0-9.\-\[\]:]+(/[A-Za-z0-9._\-/]*)?", replay_at):
        raise typer.BadParameter("It looks like https://pages.example.org.", param_hint="--replay-at")
    if bool(certificate) != bool(key):
        raise typer.BadParameter("They go together.", param_hint="--certificate, --key")
    token = token or os.environ.get(_TOKEN, "")
    if not token and not _is_here(host):
        raise typer.BadParameter("Beyond this machine a token is needed (--token).", param_hint="--host")
    from app import temporary
    from app.service.application import Doors
    from app.service.server import Certificate, Second
    from app.service.server import serve as run

    collections = _collections(archives, hide)
    with ExitStack() as held, stoppable() as stop:
        held.enter_context(temporary.held())  # packages have gigabytes
        for one in collections:
            held.callback(one.close)
            with one.view():
                pass  # all keys are there before the first request

        doors = Doors(collections, token=token, rate=rate, stage_at=replay_at.rstrip("/"), origins=cors or ())
        if until_input_ends:  # the window that began it is gone
            threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
        if not as_it_is:
            reading = threading.Thread(target=_bring_up_to_date, args=(collections, stop))
            reading.start()
            held.callback(reading.join)
            held.callback(stop.ask)  # also where the service ended by itself
        run(
            doors,
            host,
            _free(host, port) if port_or_any else port,
            ready=lambda address: _say_ready(collections, address, as_json),
            stopped=stop,
            certificate=Certificate(certificate, key) if certificate and key else None,
            log=log,
            second=Second(replay_port, doors.second),
            each=connections,
        )


def _collections(archives: list[Path], hide: Path | None) -> list[Collection]:
    """The archives under their names, without what the file `hide` lists."""
    from app.archive.archive import Archive
    from app.service.collection import Collection, read_hidden

    try:
        hidden = read_hidden(hide) if hide else ()
    except (OSError, UnicodeDecodeError) as problem:
        raise typer.BadParameter(f"It cannot be read: {problem}.", param_hint="--hide") from None
    return [Collection(name, Archive.open(path), hidden) for name, path in _named(archives).items()]


def _say_ready(collections: Sequence[Collection], address: str, as_json: bool) -> None:
    if as_json:
        emit({"kind": "ready", "address": address, "collections": [one.name for one in collections]})
    else:
        for one in collections:
            say(f"{one.archive.name}: {address}{one.name}/")
        say("Ctrl+C ends the service.")
    sys.stdout.flush()


def _bring_up_to_date(collections: Sequence[Collection], stop: Stop) -> None:
    """Read what the search indexes do not know; where another program does that, or nothing can be written, they stay."""
    from app.search.index.feeding import feed

    for one in collections:
        with suppress(UserError):
            feed(one.archive, cancelled=stop)


def _wait_for_end(stop: Stop) -> None:
    sys.stdin.buffer.read()
    stop.ask()


def _free(host: str, port: int) -> int:
    """This port, or 0 for any where it is taken."""
    with suppress(OSError), socket.create_server((host, port)):
        return port
    return 0


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _named(archives: list[Path]) -> dict[str, Path]:
    """Names for addresses: the folders' without their ending; of two alike the second gets a number."""
    named: dict[str, Path] = {}
    for path in archives:
        name = (
            re.sub(r"[^\w\-]+", "-", path.resolve().name.removesuffix(".archive"), flags=re.ASCII).strip("-")
            or "archive"
        )
        name = f"a{name}" if name.isdigit() or name in _TAKEN else name
        number, wanted = 1, name
        while name in named:
            number += 1
            name = f"{wanted}-{number}"
        named[name] = path
    return named
