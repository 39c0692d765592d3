"""The recording proxy between real clients and real servers: what is kept is what came, and nobody else may use it."""

from __future__ import annotations

import asyncio
import base64
import gzip
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import httpx
import pytest

from app.loopback.authority import Authority
from app.recording.model import Hold
from app.recording.proxy import Gate, RecordingProxy
from app.recording.visit import Tab
from tests.rawserver import RawServer, answer
from tests.upstream import direct


@asynccontextmanager
async def recording(gate: Gate | None = None) -> AsyncIterator[tuple[RecordingProxy, Tab]]:
    async with direct() as upstream:
        proxy = RecordingProxy(upstream, gate=gate)
        await proxy.open()
        try:
            yield proxy, proxy.new_tab()
        finally:
            await proxy.close()


def client(proxy: RecordingProxy, tab: Tab) -> httpx.AsyncClient:
    """A browser-like client that uses the proxy as `tab`."""
    trust = ssl.create_default_context(cadata=proxy.certificate_pem.decode())
    address = httpx.Proxy(f"http://127.0.0.1:{proxy.port}", auth=(tab.name, tab.secret))
    return httpx.AsyncClient(proxy=address, verify=trust, timeout=10)


CLOSE = "Connection: close"  # or who asks would try the same connection again


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


PACKED = gzip.compress(b"<title>Packed</title>" * 50)


@pytest.mark.parametrize("secure", [False, True])
def test_what_is_recorded_is_what_came_byte_for_byte(secure: bool) -> None:
    """Odd spelling, repeated fields, content coding: kept; transfer coding: undone; and the browser sees the page."""
    head = b"HTTP/1.1 200 Fine\r\ncontent-TYPE:text/html\r\nX-Twice: 1\r\nx-twice: 2\r\nContent-Encoding: gzip\r\n"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n0\r\n\r\n" % (len(PACKED), PACKED)

    async def work() -> None:
        tls = Authority().context("localhost") if secure else None
        with RawServer({"/a?b=c|d": chunked}, tls) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin()
                seen = await browser.get(server.base + "/a?b=c|d")
                assert seen.text == gzip.decompress(PACKED).decode()
                (kept,) = visit.parts
        assert kept.body == PACKED
        assert kept.url == str(seen.request.url)
        assert (kept.status, kept.incomplete) == (200, "")
        assert kept.head.replace(b": ", b":") == head.replace(b": ", b":") + b"\r\n"
        assert kept.data == kept.head + PACKED

    run(work)


def test_without_the_secret_nobody_gets_through() -> None:
    async def work() -> None:
        with RawServer({"/": answer("secret")}) as server:
            async with recording() as (proxy, tab):
                tab.begin()
                wrong = Tab(tab.name)  # right name, another secret
                async with client(proxy, wrong) as stranger:
                    assert (await stranger.get(server.base + "/")).status_code == 407
                    with pytest.raises(httpx.ProxyError):
                        await stranger.get("https://localhost/")
                for line in ("", "Proxy-Authorization: Bearer x\r\n", "Proxy-Authorization: Basic %%%\r\n"):
                    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
                    writer.write(f"GET {server.base}/ HTTP/1.1\r\nHost: localhost\r\n{line}\r\n".encode())
                    assert (await reader.readline()).startswith(b"HTTP/1.1 407 ")
                    writer.close()
                    await writer.wait_closed()
            assert server.asked == []

    run(work)


def test_it_listens_on_the_loopback_interface_only() -> None:
    async def work() -> None:
        async with recording() as (proxy, _):
            assert proxy._socket.getsockname()[0] == "127.0.0.1"

    run(work)


def test_the_credentials_of_the_proxy_and_its_connection_stay_here() -> None:
    async def work() -> None:
        with RawServer({"/": answer("x")}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                tab.begin()
                fields = {"Accept-Encoding": "gzip, deflate, br, zstd", "X-Own": "1", "Range": "bytes=0-"}
                await browser.get(server.base + "/", headers=fields)
            (asked,) = server.asked
        assert "proxy-authorization" not in asked.fields
        assert "proxy-connection" not in asked.fields
        assert asked.fields["x-own"] == "1"
        assert asked.fields["accept-encoding"] == "gzip, deflate"  # what readers of the archive can undo
        assert "range" not in asked.fields  # a whole medium can be stored, a range cannot

    run(work)


def test_other_methods_and_partial_answers_pass_but_are_not_kept() -> None:
    async def work() -> None:
        routes = {
            "/form": answer("thanks", CLOSE),
            "/": answer("x", CLOSE),
            "/part": answer("b", "Content-Range: bytes 1-1/3", CLOSE, status="206 Partial Content"),
        }
        with RawServer(routes) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin()
                assert (await browser.post(server.base + "/form", content=b"a=1")).text == "thanks"
                assert (await browser.head(server.base + "/")).headers["content-length"] == "1"
                assert (
                    await browser.get(server.base + "/part", headers={"Range": "bytes=1-1"})
                ).status_code == 206
                await browser.options(server.base + "/")
                assert visit.parts == []
            assert [one.method for one in server.asked] == ["POST", "HEAD", "GET", "OPTIONS"]
            assert server.asked[0].body == b"a=1"
            assert server.asked[2].fields["range"] == "bytes=1-1"

    run(work)


def test_a_redirect_of_the_page_itself_is_kept_and_goes_no_further() -> None:
    async def work() -> None:
        moved = answer("moved", "Location: /there", status="302 Found")
        with RawServer({"/": moved, "/old.png": moved}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(server.base + "/")
                assert (await browser.get(server.base + "/")).status_code == 204
                assert visit.redirected
                assert visit.main is not None
                assert visit.main.data == moved
                visit = tab.begin(server.base + "/page")
                await browser.get(server.base + "/page")
                part = await browser.get(server.base + "/old.png")
                assert part.headers["location"] == "/there"  # a part's redirect is followed
                assert [one.status for one in visit.parts] == [302]

    run(work)


def test_the_page_is_asked_for_as_the_crawl_spells_it() -> None:
    async def work() -> None:
        with RawServer() as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(server.base + "/%7ea?x=%2f")
                await browser.get(server.base + "/~a?x=/")
                await browser.get(server.base + "/~a?x=/")  # reloaded: still the page
                assert visit.main is not None
                assert visit.main.url == server.base + "/%7ea?x=%2f"
                assert visit.parts == []
            assert set(server.paths()) == {"/%7ea?x=%2f"}

    run(work)


def test_a_page_that_gets_no_answer_when_it_comes_again_is_what_it_was() -> None:
    """Also packed; and nobody takes another request of the same address for the page."""

    async def work() -> None:
        first = answer(PACKED, "Content-Encoding: gzip")
        with RawServer() as server:
            server.routes["/"] = lambda connection: connection.sendall(
                first if len(server.asked) == 1 else b""
            )
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(server.base + "/")
                assert (await browser.get(server.base + "/")).content == gzip.decompress(PACKED)
                again = await browser.get(server.base + "/")
                assert (again.status_code, again.content) == (200, gzip.decompress(PACKED))
                assert (await browser.post(server.base + "/", content=b"x")).status_code == 502
                assert visit.main is not None
                assert (visit.main.data, visit.failure, visit.parts) == (first, None, [])
            assert len(server.asked) == 3

    run(work)


def test_what_would_change_the_browser_for_good_is_kept_but_not_handed_on() -> None:
    async def work() -> None:
        fields = (
            "Strict-Transport-Security: max-age=9",
            'Alt-Svc: h3=":443"',
            "Set-Cookie: a=1",
            "Set-Cookie: b=2",
        )
        with RawServer({"/": answer("x", *fields)}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin()
                seen = await browser.get(server.base + "/")
                assert "strict-transport-security" not in seen.headers
                assert "alt-svc" not in seen.headers
                assert seen.headers.get_list("set-cookie") == ["a=1", "b=2"]
                for field in fields:
                    assert field.encode() in visit.parts[0].head

    run(work)


def test_a_body_that_breaks_off_is_kept_and_marked_and_the_browser_notices() -> None:
    async def work() -> None:
        broken = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of"
        with RawServer({"/": broken}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(server.base + "/")
                with pytest.raises(httpx.TransportError):
                    await browser.get(server.base + "/")
                assert visit.main is not None
                assert visit.main.body == b"half of"
                assert visit.main.incomplete != ""

    run(work)


def test_a_server_that_is_not_there_is_a_failure_with_its_reason() -> None:
    async def work() -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        async with recording() as (proxy, tab), client(proxy, tab) as browser:
            visit = tab.begin(f"http://127.0.0.1:{port}/")
            assert (await browser.get(f"http://127.0.0.1:{port}/")).status_code == 502
            assert visit.main is None
            assert visit.failure is not None
            assert visit.failure[0] == "connect"
            await visit.settled()

    run(work)


def test_a_large_body_flows_while_it_is_recorded_and_waits_in_a_file() -> None:
    """The browser has the beginning before the server has sent the end; what exceeds the memory lies on the disk."""
    piece = bytes(range(256)) * 256
    go_on = threading.Event()

    def large(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (len(piece) * 40))
        connection.sendall(piece)
        assert go_on.wait(10)
        for _ in range(39):
            connection.sendall(piece)

    async def work() -> None:
        with RawServer({"/big": large}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(hold=Hold(memory=100_000))
                async with browser.stream("GET", server.base + "/big") as seen:
                    first = await anext(stream := seen.aiter_raw(1000))
                    assert first == piece[:1000]
                    go_on.set()
                    rest = b"".join([part async for part in stream])
                (kept,) = visit.parts
                assert kept.size == len(piece) * 40 == len(first) + len(rest)
                assert kept.held._data is None
                assert kept.body == piece * 40

    run(work)


def test_parts_of_one_host_are_asked_for_few_at_a_time() -> None:
    busy, most, lock = 0, 0, threading.Lock()

    def slow(connection: socket.socket) -> None:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        threading.Event().wait(0.1)
        with lock:
            busy -= 1
        connection.sendall(answer("x"))

    async def work() -> None:
        with RawServer({f"/{n}": slow for n in range(8)}) as server:
            async with recording(Gate(2, 0.0)) as (proxy, tab), client(proxy, tab) as browser:
                tab.begin()
                await asyncio.gather(*(browser.get(f"{server.base}/{n}") for n in range(8)))
        assert most == 2

    run(work)


def test_the_end_of_a_visit_ends_what_is_under_way_and_keeps_what_came_of_the_page() -> None:
    async def work() -> None:
        with RawServer() as server:

            def endless(connection: socket.socket) -> None:
                connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n")
                server.ended.wait(20)

            server.routes["/"] = endless
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                visit = tab.begin(server.base + "/")
                async with browser.stream("GET", server.base + "/") as seen:
                    assert await anext(seen.aiter_raw()) == b"begin"
                    assert not await visit.quiet(0.01, longest=0.1)
                    await visit.over_with()
                assert visit.main is not None
                assert visit.main.body == b"begin"
                assert visit.main.incomplete != ""
                tab.end()
                assert (await browser.get(server.base + "/")).status_code == 503  # nothing is being recorded

    run(work)


def test_web_sockets_and_service_workers_are_refused() -> None:
    async def work() -> None:
        with RawServer({"/sw.js": answer("x"), "/ws": answer("x")}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                tab.begin()
                worker = await browser.get(server.base + "/sw.js", headers={"Service-Worker": "script"})
                assert worker.status_code == 404
                upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
                assert (await browser.get(server.base + "/ws", headers=upgrade)).status_code == 403
            assert server.asked == []

    run(work)


def test_a_tunnel_belongs_to_the_tab_that_opened_it() -> None:
    async def work() -> None:
        with RawServer({"/": answer("x")}, Authority().context("localhost")) as server:
            async with recording() as (proxy, one):
                two = proxy.new_tab()
                first, second = one.begin(), two.begin()
                async with client(proxy, two) as browser:
                    await browser.get(server.base + "/")
                assert first.parts == []
                assert len(second.parts) == 1

    run(work)


def test_noise_and_silence_do_not_stop_it() -> None:
    async def work() -> None:
        with RawServer({"/": answer("x")}) as server:
            async with recording() as (proxy, tab), client(proxy, tab) as browser:
                tab.begin()
                key = (
                    "Proxy-Authorization: Basic "
                    + base64.b64encode(f"{tab.name}:{tab.secret}".encode()).decode()
                )
                for noise in (
                    bytes(range(256)) * 300,
                    b"GET / HTTP/1.1\r\n\r\n",
                    f"CONNECT ../x:1 HTTP/1.1\r\n{key}\r\n\r\n".encode(),
                    f"POST http://a/ HTTP/1.1\r\n{key}\r\nContent-Length: x\r\n\r\n".encode(),
                ):
                    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
                    writer.write(noise)
                    writer.write_eof()
                    with suppress(ConnectionError):
                        assert b" 200 " not in await reader.read()
                    writer.close()
                assert (await browser.get(server.base + "/")).text == "x"

    run(work)
