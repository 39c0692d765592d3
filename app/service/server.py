"""Runs the service on a socket until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
import uvicorn.config
from starlette.types import ASGIApp

from app.errors import UserError
from app.service.protocol import Limited, WithoutTokens

_CONNECTIONS = 1000  # at once; more are told to come again
_AT_REST = 15  # seconds that a connection is kept between two requests
_LOOK = 0.1  # seconds between two looks whether it is to end
_END = 5  # seconds for what is being answered when the service ends


class PortTaken(UserError):
    """The address cannot be listened on."""

    code = "service-port"


class Certificate(NamedTuple):
    """PEM files of a certificate with its chain, and of its key."""

    chain: Path
    key: Path


class Second(NamedTuple):
    """Another port: 0 for any that is free, None for the next one, or any where that is taken; `told` is given the one it
    became before anything is answered."""

    port: int | None
    told: Callable[[int], None]


def serve(
    application: ASGIApp,
    host: str,
    port: int,
    *,
    ready: Callable[[str], None],
    stopped: Callable[[], bool],
    certificate: Certificate | None = None,
    log: bool = False,
    second: Second | None = None,
    each: int = 0,
) -> None:
    """Answer requests until `stopped` (looked at some times a second). `ready` is called once with the address; port 0
    takes any that is free. With `second` the application answers at another port, too. A client has `each` connections at
    once (0: any number). PortTaken."""
    with ExitStack() as opened:
        listening = [opened.enter_context(_listen(host, port))]
        if second is not None:
            listening.append(opened.enter_context(_beside(host, listening[0].getsockname()[1], second)))
            second.told(listening[1].getsockname()[1])
        config = uvicorn.Config(
            application,
            http=Limited.of_each(each),
            ws="none",
            log_level="info" if log else "error",
            access_log=log,
            log_config=_logging(),
            server_header=False,
            limit_concurrency=_CONNECTIONS,
            timeout_keep_alive=_AT_REST,
            timeout_graceful_shutdown=_END,
            ssl_certfile=certificate and str(certificate.chain),
            ssl_keyfile=certificate and str(certificate.key),
        )
        logging.getLogger("uvicorn.access").addFilter(WithoutTokens())
        scheme = "https" if certificate else "http"
        shown = f"[{host}]" if ":" in host else host
        asyncio.run(
            _run(
                _Server(config),
                listening,
                stopped,
                lambda: ready(f"{scheme}://{shown}:{listening[0].getsockname()[1]}/"),
            )
        )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as problem:
        raise PortTaken(host=host, port=port, detail=problem.strerror or str(problem)) from problem


def _beside(host: str, first: int, second: Second) -> socket.socket:
    if second.port is None:
        with suppress(PortTaken, OverflowError):
            return _listen(host, first + 1)
    return _listen(host, second.port or 0)


def _logging() -> dict[str, Any]:
    """Lines about requests on standard error: standard output is for what the command says."""
    config = deepcopy(uvicorn.config.LOGGING_CONFIG)
    config["handlers"]["access"]["stream"] = "ext://sys.stderr"
    return config


class _Server(uvicorn.Server):
    """Leaves signals to the command line."""

    def install_signal_handlers(self) -> None:
        pass


async def _run(
    server: uvicorn.Server,
    listening: list[socket.socket],
    stopped: Callable[[], bool],
    ready: Callable[[], None],
) -> None:
    serving = asyncio.create_task(server._serve(listening))  # `serve` would take the signals for itself
    while not serving.done() and not server.started:
        await asyncio.wait([serving], timeout=0.02)
    if server.started:
        ready()
    while not serving.done():
        await asyncio.wait([serving], timeout=_LOOK)
        if stopped():
            server.should_exit = True
    serving.result()
