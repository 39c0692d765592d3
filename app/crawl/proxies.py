"""The proxy that a crawl may go through: HTTP, HTTPS or SOCKS5."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 8080, "https": 443, "socks5": 1080, "socks5h": 1080}


class Proxy(NamedTuple):
    """`scheme` is "http", "https" or "socks5"; with SOCKS it is the proxy that resolves names."""

    scheme: str
    host: str
    port: int

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def is_socks(self) -> bool:
        return self.scheme == "socks5"


def parse(text: str) -> Proxy:
    """Raises ValueError with a phrase that says what is wrong."""
    parts = urlsplit(text.strip())
    if parts.scheme not in _PORTS:
        raise ValueError("the address of a proxy begins with http://, https:// or socks5://")
    if "@" in parts.netloc:
        raise ValueError("the log-in of a proxy belongs to the stored log-ins, not into its address")
    try:
        host, port = parts.hostname, parts.port or _PORTS[parts.scheme]
    except ValueError:
        host, port = None, 0
    if not host or parts.path not in ("", "/") or parts.query or parts.fragment or not text.isascii():
        raise ValueError("the address of a proxy is a host name and a port")
    return Proxy(parts.scheme.removesuffix("h") if parts.scheme == "socks5h" else parts.scheme, host, port)


def problem(text: str) -> str:
    """What is wrong with a proxy as it stands in the settings; "" when it can be used, or is empty."""
    try:
        if text:
            parse(text)
    except ValueError as error:
        return str(error)
    return ""
