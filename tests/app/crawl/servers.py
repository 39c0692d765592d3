"""Small asyncio servers that speak what the standard library's does not: HTTP/2 alone, SOCKS5, proxies."""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import h2.config
import h2.connection
import h2.events
import h2.exceptions

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(handler: Handler, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """The port on 127.0.0.1; all connections end with it."""
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            with suppress(OSError, EOFError, asyncio.CancelledError):
                await handler(reader, writer)
        finally:
            tasks.discard(task)
            writer.transport.abort()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def read_head(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]]:
    """Request line and headers (names in lower case)."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    return first, {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


def http1(answer: Callable[[str, dict[str, str]], bytes]) -> Handler:
    """Answers requests without bodies, one connection for many of them."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(answer(*await read_head(reader)))
            await writer.drain()

    return handle


def http2(answer: Callable[[dict[str, str]], tuple[dict[str, str], bytes]]) -> Handler:
    """HTTP/2 and nothing else: what does not begin like it is hung up on."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h2.connection.H2Connection(
            h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
        )
        connection.initiate_connection()
        writer.write(connection.data_to_send())
        while data := await reader.read(65536):
            try:
                events = connection.receive_data(data)
            except h2.exceptions.ProtocolError:
                writer.write(connection.data_to_send())
                return
            for event in events:
                if isinstance(event, h2.events.RequestReceived):
                    headers, body = answer({str(name): str(value) for name, value in event.headers})
                    connection.send_headers(event.stream_id, list(headers.items()))
                    connection.send_data(event.stream_id, body, end_stream=True)
            writer.write(connection.data_to_send())
            await writer.drain()

    return handle


async def _relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int) -> None:
    there, thither = await asyncio.open_connection("127.0.0.1", port)

    async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
            target.write_eof() if target.can_write_eof() else target.close()

    try:
        await asyncio.gather(copy(reader, thither), copy(there, writer))
    finally:
        thither.close()


def socks5(log: list[str], user: str = "", password: str = "") -> Handler:
    """RFC 1928 with RFC 1929. Every name leads to this machine."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        methods = await reader.readexactly(count)
        wanted = 2 if user else 0
        writer.write(bytes([5, wanted if wanted in methods else 255]))
        if wanted not in methods:
            return
        if user:
            _, length = await reader.readexactly(2)
            name = await reader.readexactly(length)
            word = await reader.readexactly((await reader.readexactly(1))[0])
            good = (name, word) == (user.encode(), password.encode())
            writer.write(bytes([1, 0 if good else 1]))
            if not good:
                return
        _, _, _, kind = await reader.readexactly(4)
        length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
        host = await reader.readexactly(length)
        port = int.from_bytes(await reader.readexactly(2))
        log.append(f"{host.decode() if kind == 3 else '.'.join(map(str, host))}:{port}")
        writer.write(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
        await _relay(reader, writer, port)

    return handle


def http_proxy(log: list[str], user: str = "", password: str = "") -> Handler:
    """CONNECT, and absolute addresses for plain http. Every name leads to this machine."""
    token = base64.b64encode(f"{user}:{password}".encode()).decode()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, headers = await read_head(reader)
        log.append(first)
        if user and headers.get("proxy-authorization") != f"Basic {token}":
            writer.write(b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")
            return
        method, target, _ = first.split(" ")
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Go on\r\n\r\n")
            await _relay(reader, writer, int(target.rpartition(":")[2]))
            return
        authority, _, path = target.partition("://")[2].partition("/")
        there, thither = await asyncio.open_connection("127.0.0.1", int(authority.rpartition(":")[2] or 80))
        thither.write(f"GET /{path} HTTP/1.0\r\nHost: {authority}\r\n\r\n".encode())
        writer.write(await there.read(65536))
        await reader.read()
        thither.close()

    return handle
