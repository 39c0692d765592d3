"""A proxy on the loopback interface, as far as replaying and recording are one: sockets, TLS, reading requests."""

from typing import TYPE_CHECKING, Any

from app.loopback.connection import HEAD_LIMIT, BadRequestError, Connection, Head
from app.loopback.listener import Listener, listen

if TYPE_CHECKING:
    from app.loopback.authority import Authority

__all__ = ["HEAD_LIMIT", "Authority", "BadRequestError", "Connection", "Head", "Listener", "listen"]


def __getattr__(name: str) -> Any:
    if name == "Authority":  # with all of cryptography, which listening does not need
        from app.loopback.authority import Authority

        return Authority
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
