"""The flags QtWebEngine is started with, and the one port it may ever talk to."""

from __future__ import annotations

import atexit
import socket
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt

from app.loopback.listener import listen

_listener: socket.socket | None = None


def webengine_arguments(argv: Sequence[str]) -> list[str]:
    """`argv` with the flags for QtWebEngine; call it before the QApplication is made, and give it the result.

    The proxy is set here and not with `QNetworkProxy.setApplicationProxy`, because only Chromium's own
    flags can take away its exception for 127.0.0.1 and localhost. So pages of the own machine can be
    archived and seen like any other, and an archived page cannot reach a server that runs here.
    The port is bound now and stays bound: no other program can sit behind it.
    """
    # what QtWebEngine sets when it is loaded, which may be after the application was made
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    own, webengine = _split(argv)
    return [*own, "--webEngineArgs", *webengine, *closed_doors(listener().getsockname()[1])]


def closed_doors(port: int) -> list[str]:
    """Chromium's flags that leave it one way out: the proxy at `port` of this machine."""
    return [
        _proxy_flag(port),
        "--proxy-bypass-list=<-loopback>",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--disable-features=WebRtcHideLocalIpsWithMdns",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-domain-reliability",
        "--no-pings",
    ]


def listener() -> socket.socket:
    """The listening socket of this process; every replay server takes its connections from it."""
    global _listener
    if _listener is None:
        _listener = listen()
        atexit.register(_listener.close)
    return _listener


def is_prepared() -> bool:
    """Whether the application was made with the flags: without them a page could leave the archive."""
    return _listener is not None and _proxy_flag(_listener.getsockname()[1]) in QCoreApplication.arguments()


def _proxy_flag(port: int) -> str:
    return f"--proxy-server=http://127.0.0.1:{port}"


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """The arguments before and after --webEngineArgs."""
    if "--webEngineArgs" not in argv:
        return list(argv), []
    at = list(argv).index("--webEngineArgs")
    return list(argv[:at]), list(argv[at + 1 :])
