"""`serve`: archives over HTTP, for other programs."""

from __future__ import annotations

import ipaddress
import os
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import Json, option
from app.cli.console import emit, say, stoppable

_TOKEN = "TIANWANG_TOKEN"  # noqa: S105 - the name of a variable


def serve(
    archives: Annotated[
        list[Path], typer.Argument(metavar="ARCHIVE…", help="The folders of archives.", show_default=False)
    ],
    host: Annotated[
        str,
        option(
            "--host",
            "ADDRESS",
            "Where to listen: this machine alone, or an address of its network.",
            show_default=True,
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, option("--port", "PORT", "0 takes one that is free.", min=0, max=65535, show_default=True)
    ] = 8080,
    token: Annotated[
        str, option("--token", "TOKEN", f"Everybody who asks needs it; better kept in the variable {_TOKEN}.")
    ] = "",
    rate: Annotated[
        float,
        option(
            "--rate",
            "N",
            "At most so many requests a second for each client; 0: any number.",
            min=0,
            show_default=True,
        ),
    ] = 0.0,
    hide: Annotated[
        Path | None,
        option(
            "--hide",
            "FILE",
            "Addresses that are not shown: lines of an address (all that begins so), a date or “-”, and a reason.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        option("--certificate", "FILE", "A certificate with its chain (PEM), to serve by https; with --key."),
    ] = None,
    key: Annotated[Path | None, option("--key", "FILE", "The key of the certificate (PEM).")] = None,
    log: Annotated[
        bool, typer.Option("--log", help="Write a line for each request to standard error.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Serve archives to other programs, read only: Memento (RFC 7089), the CDX server API, an interface of our own.

    Each archive is a collection under the name of its folder. NAME/timegate/ADDRESS leads to the version nearest to
    Accept-Datetime, NAME/timemap/link/ADDRESS lists all versions (also json, cdxj), NAME/20260401/ADDRESS shows the one
    of a day, NAME/20260401id_/ADDRESS its bytes as they were stored; NAME/cdx?url=ADDRESS answers like pywb,
    NAME/cdx/search/cdx?url=ADDRESS like the Wayback Machine. /api/v1/ is an interface to everything else, described by
    /api/v1/openapi.json; /api/v1/NAME/wacz and /api/v1/NAME/warc give selections as files. Pages are sent so that no
    script in them runs and nothing is loaded from elsewhere. Beyond this machine a token is needed. Ctrl+C ends it. The
    JSON is one object when it is ready: kind "ready", address, collections.
    """
    if bool(certificate) != bool(key):
        raise typer.BadParameter("They go together.", param_hint="--certificate, --key")
    token = token or os.environ.get(_TOKEN, "")
    if not token and not _is_here(host):
        raise typer.BadParameter("Beyond this machine a token is needed (--token).", param_hint="--host")
    from app.archive.archive import Archive
    from app.service.application import application
    from app.service.collection import Collection, read_hidden
    from app.service.server import Certificate
    from app.service.server import serve as run

    try:
        hidden = read_hidden(hide) if hide else ()
    except (OSError, UnicodeDecodeError) as problem:
        raise typer.BadParameter(f"It cannot be read: {problem}.", param_hint="--hide") from None
    collections = [Collection(name, Archive.open(path), hidden) for name, path in _named(archives).items()]
    with ExitStack() as held, stoppable() as stop:
        for one in collections:
            held.callback(one.close)
            with one.view():
                pass  # all keys are there before the first request

        def ready(address: str) -> None:
            if as_json:
                emit({"kind": "ready", "address": address, "collections": [one.name for one in collections]})
            else:
                for one in collections:
                    say(f"{one.archive.name}: {address}{one.name}/")
                say("Ctrl+C ends the service.")
            typer.get_text_stream("stdout").flush()

        run(
            application(collections, token=token, rate=rate),
            host,
            port,
            ready=ready,
            stopped=stop,
            certificate=Certificate(certificate, key) if certificate and key else None,
            log=log,
        )


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
        name = f"a{name}" if name.isdigit() or name in ("api", "cdx", "timemap", "timegate") else name
        number, wanted = 1, name
        while name in named:
            number += 1
            name = f"{wanted}-{number}"
        named[name] = path
    return named
