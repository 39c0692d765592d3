"""What a fetch gives: an answer with its bytes as they were received, or the reason why there is none."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import datetime

import aiohttp
import httpx

from app.crawl import tls
from app.crawl.resolving import NameFailed
from app.crawl.transport import AskAgain


class FetchFailed(Exception):
    """Nothing came that could be stored. `reason` is one of the reason codes.

    `wait` says that another try after so many seconds makes sense, whatever was tried before (None: as with other
    failures); `refused` that the answer is not wanted, rather than missing; `unreachable` that no connection to the
    host came about; `lookups` how often its name was looked up in vain.
    """

    def __init__(
        self,
        reason: str,
        detail: str,
        *,
        wait: float | None = None,
        refused: bool = False,
        unreachable: bool = False,
        lookups: int = 0,
    ) -> None:
        self.reason, self.detail, self.wait, self.refused = reason, detail, wait, refused
        self.unreachable, self.lookups = unreachable, lookups
        super().__init__(f"{reason}: {detail}")


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer. `data` is what gets stored.

    `incomplete` says why the body is not whole (empty when it is). `tls` says what is wrong with the security of the
    connection ("expired", "wrong name" …; empty when nothing is). `again`: a log-in is asked for and known, so the
    next try gets another answer. `seconds` from sending the request to the end of the body, waiting of ours aside.
    """

    url: str
    date: datetime
    ip: str | None
    status: int
    head: bytes
    body: bytes
    headers: httpx.Headers
    incomplete: str = ""
    retryable: bool = False
    tls: str = ""
    again: bool = False
    seconds: float = 0.0

    @property
    def data(self) -> bytes:
        return self.head + self.body


def classify(error: Exception) -> tuple[str, str]:
    """Reason code and detail of a failed request."""
    cause = error.__cause__ or error
    detail = str(cause) or type(cause).__name__
    if isinstance(cause, NameFailed | aiohttp.ClientConnectorDNSError):
        return "dns", detail
    if isinstance(cause, aiohttp.ClientSSLError | ssl.SSLError):
        return "tls", tls.certificate_problem(cause) or detail
    if isinstance(error, httpx.TimeoutException | TimeoutError) or isinstance(cause, TimeoutError):
        return "timeout", "no answer in time"
    if isinstance(error, httpx.ReadError | httpx.RemoteProtocolError):
        return "incomplete", detail
    if isinstance(error, httpx.TransportError):
        return "connect", detail
    return "internal", f"{type(error).__name__}: {detail}"


def failure_of(error: Exception) -> FetchFailed:
    """What went wrong, for whoever decides about another try."""
    name = getattr(error.__cause__, "os_error", error.__cause__)
    if isinstance(name, NameFailed):
        return FetchFailed("dns", name.detail, wait=name.wait, lookups=name.tries)
    if isinstance(error, AskAgain):
        cause = error.__cause__
        reason = "incomplete" if isinstance(cause, httpx.RemoteProtocolError) else "connect"
        return FetchFailed(reason, str(error), wait=0.0)
    return FetchFailed(*classify(error), unreachable=_no_connection(error.__cause__ or error))


def _no_connection(cause: BaseException) -> bool:
    """Whether the host itself could not be connected to; a proxy and a failed handshake are other matters."""
    if isinstance(cause, aiohttp.ClientSSLError | aiohttp.ClientProxyConnectionError | ssl.SSLError):
        return False
    return isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)


def head_of(response: httpx.Response) -> bytes:
    """Status line and headers as received; the transfer coding is undone, so its header goes."""
    version = response.extensions.get("http_version", b"HTTP/1.1")
    phrase = response.extensions.get("reason_phrase", b"")
    lines = [b"%s %d %s" % (version, response.status_code, phrase)]
    lines += [name + b": " + value for name, value in response.headers.raw if name.lower() != b"transfer-encoding"]
    return b"\r\n".join(lines) + b"\r\n\r\n"
