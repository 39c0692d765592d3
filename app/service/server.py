"""Runs the service on a socket until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvicorn
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


def serve(
    application: ASGIApp,
    host: str,
    port: int,
    *,
    ready: Callable[[str], None],
    stopped: Callable[[], bool],
    certificate: Certificate | None = None,
    log: bool = False,
) -> None:
    """Answer requests until `stopped` (looked at some times a second). `ready` is called once with the address; port 0
    takes any that is free. PortTaken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as problem:
        raise PortTaken(host=host, port=port, detail=problem.strerror or str(problem)) from problem
    with listening:
        config = uvicorn.Config(
            application,
            http=Limited,
            ws="none",
            log_level="info" if log else "error",
            access_log=log,
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
                lambda: ready(f"{scheme}://{shown}:{listening.getsockname()[1]}/"),
            )
        )


class _Server(uvicorn.Server):
    """Leaves signals to the command line."""

    def install_signal_handlers(self) -> None:
        pass


async def _run(
    server: uvicorn.Server, listening: socket.socket, stopped: Callable[[], bool], ready: Callable[[], None]
) -> None:
    serving = asyncio.create_task(server._serve([listening]))  # `serve` would take the signals for itself
    while not serving.done() and not server.started:
        await asyncio.wait([serving], timeout=0.02)
    if server.started:
        ready()
    while not serving.done():
        await asyncio.wait([serving], timeout=_LOOK)
        if stopped():
            server.should_exit = True
    serving.result()
