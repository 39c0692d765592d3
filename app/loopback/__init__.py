"""A proxy on the loopback interface, as far as replaying and recording are one: sockets, TLS, reading requests."""

from app.loopback.authority import Authority
from app.loopback.connection import HEAD_LIMIT, BadRequestError, Connection, Head
from app.loopback.listener import Listener, listen

__all__ = ["HEAD_LIMIT", "Authority", "BadRequestError", "Connection", "Head", "Listener", "listen"]
