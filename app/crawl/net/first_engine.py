"""TLS contexts and certificate errors of both engines; answers of aiohttp, with the peer's address, errors as httpx has
them and the body as received.

A certificate is verified and its fault noted; the page is fetched all the same.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Sequence
from typing import Any

import aiohttp
import certifi
import httpx
from aiohttp.client_reqrep import ClientResponse
from aiohttp.connector import Connection

from app.crawl.net.plain import Answer, Handler
from app.messages import Message

# X509_V_ERR_… of OpenSSL's x509_vfy.h
_REASONS = {
    9: Message("certificate-not-yet"),
    10: Message("certificate-expired"),
    18: Message("certificate-self-signed"),
    19: Message("certificate-own-root"),
    20: Message("certificate-issuer"),
    21: Message("certificate-issuer"),
    23: Message("certificate-revoked"),
    62: Message("certificate-name"),
    64: Message("certificate-name"),
    66: Message("certificate-key"),
    67: Message("certificate-key"),
    68: Message("certificate-signature"),
}
_OLD = frozenset({"SSLv3", "TLSv1", "TLSv1.1"})


def tls_context(*, verify: bool, alpn: str = "http/1.1") -> ssl.SSLContext:
    """For clients. Old versions and ciphers are allowed in both: a page behind them is still a page."""
    if verify:
        made = ssl.create_default_context()
        # where the system has no certificates to trust, these are
        made.load_verify_locations(certifi.where())
    else:
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    made.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    made.set_ciphers("DEFAULT:@SECLEVEL=0")
    made.set_alpn_protocols([alpn])
    return made


def certificate_problem(error: BaseException | None) -> str:
    """Why a certificate was refused ("expired", "wrong name" …); "" when the error is about something else."""
    found = _caused_by(error, ssl.SSLCertVerificationError)
    if not isinstance(found, ssl.SSLCertVerificationError):
        return ""
    return _REASONS.get(found.verify_code) or Message("certificate-invalid", detail=found.verify_message)


def speaks_another_protocol(error: BaseException | None) -> bool:
    """Whether a handshake ended because the server offers no HTTP/1.1 (RFC 7301: no_application_protocol)."""
    found = _caused_by(error, ssl.SSLError)
    return found is not None and "NO_APPLICATION_PROTOCOL" in str(found).upper().replace(" ", "_")


def outdated(version: str | None) -> str:
    """The remark on the protocol version of a connection; "" for a good one."""
    return Message("protocol-outdated", version=version) if version in _OLD else ""


def _caused_by(error: BaseException | None, kind: type[BaseException]) -> BaseException | None:
    for _ in range(10):
        # aiohttp's wrapper is an instance of the kind as well, and lacks its attributes
        inner = getattr(error, "certificate_error", None)
        if error is None or (inner is None and isinstance(error, kind)):
            return error
        error = inner or error.__cause__ or error.__context__
    return None


Errors = tuple[type[Exception], ...]
LATE: Errors = (TimeoutError,)
UNCONNECTED: Errors = (aiohttp.ClientConnectionError, OSError)
KEEP_ALIVE = 15.0
"""Seconds that an unused connection stays open."""


class PeerResponse(ClientResponse):
    """Remembers who answered; afterwards the connection may already belong to another request."""

    peer: str | None = None
    tls_version: str | None = None

    async def start(self, connection: Connection) -> ClientResponse:
        transport = connection.transport
        if transport is not None:
            name = transport.get_extra_info("peername")
            self.peer = name[0] if name else None
            secure = transport.get_extra_info("ssl_object")
            self.tls_version = secure.version() if secure else None
        if isinstance(connection.protocol, Handler):
            connection.protocol.asked = True
        return await super().start(connection)


class AsHttpx:
    """aiohttp's errors as httpx's, with the original as cause (`classify` looks at it). For `with`; one made by
    `contextmanager` takes three times as long, and each request needs two."""

    __slots__ = ("_late", "_unconnected")

    def __init__(self, late: Errors = LATE, unconnected: Errors = UNCONNECTED) -> None:
        self._late, self._unconnected = late, unconnected

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        if isinstance(error, self._late):
            raise httpx.ReadTimeout(str(error) or "timed out") from error
        if isinstance(error, aiohttp.ClientPayloadError):
            raise httpx.ReadError(str(error)) from error
        if isinstance(error, self._unconnected):
            raise httpx.ConnectError(str(error)) from error
        if isinstance(error, aiohttp.ClientError | ValueError):
            raise httpx.RemoteProtocolError(str(error)) from error


class Headers(httpx.Headers):
    """Those of an answer, which nobody changes: what is in plain ASCII, or not there, is found in a sixth of the time."""

    def __init__(self, raw: Sequence[tuple[bytes, bytes]]) -> None:
        super().__init__(raw)
        self._known = [(name.lower(), value) for name, value in raw]

    def get(self, key: str, default: Any = None) -> Any:
        wanted = key.lower().encode("utf-8")
        found = [value for name, value in self._known if name == wanted]
        if not found:
            return default
        if len(found) == 1 and found[0].isascii():
            return found[0].decode("ascii")
        return super().get(key, default)


def response_of(
    status: int,
    headers: Sequence[tuple[bytes, bytes]],
    stream: httpx.AsyncByteStream,
    request: httpx.Request,
    extensions: dict[str, Any],
) -> httpx.Response:
    """An answer with the head alone so far."""
    made = httpx.Response(status, stream=stream, request=request, extensions=extensions)
    made.headers = Headers(headers)
    return made


class BodyStream(httpx.AsyncByteStream):
    """The body as received, content coding intact."""

    def __init__(self, response: ClientResponse | Answer) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self._response.content
        with AsHttpx():
            try:
                while chunk := await content.readany():
                    yield chunk
            except (aiohttp.ClientPayloadError, TimeoutError):
                # an error overtakes the rest of the reader's buffer
                held = b"".join(getattr(content, "_buffer", ()))
                if held:
                    yield held
                raise

    async def aclose(self) -> None:
        self._response.close() if not self._response.content.at_eof() else self._response.release()
