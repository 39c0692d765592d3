"""The network of a crawl: certificates, HTTP/2, proxies, names, and the moment of sending."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.crawl.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.logins import Vault
from app.crawl.resolving import TRIES, NameFailed, Resolver
from app.crawl.settings import CrawlSettings
from tests.app.crawl.certificates import Authority
from tests.app.crawl.servers import http1, http2, http_proxy, read_head, serving, socks5

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that the crawler trusts."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    made = Authority(folder)
    monkeypatch.setattr("certifi.where", lambda: str(made.pem))
    return made


def fetching(work: Callable[[Fetcher], Awaitable[Any]], **more: Any) -> Any:
    """What `work` gives with a fetcher of its own. Nothing may be left running."""
    vault = more.pop("vault", None)

    async def run() -> Any:
        values = {"seeds": ("http://h.org/",), "timeout": 5.0, "backoff": 0.02, **more}
        fetcher = Fetcher(CrawlSettings(**values), vault=vault)
        try:
            return await work(fetcher)
        finally:
            await fetcher.close()

    return asyncio.run(run())


# -- certificates


@pytest.mark.parametrize(
    ("names", "more", "told"),
    [
        (["127.0.0.1"], {}, ""),
        (["elsewhere.example"], {}, "wrong name"),
        (["127.0.0.1"], {"start": datetime(2011, 1, 1, tzinfo=UTC)}, "expired"),
        (["127.0.0.1"], {"start": datetime(2100, 1, 1, tzinfo=UTC)}, "not yet valid"),
        (["127.0.0.1"], {"signed": False}, "self-signed"),
    ],
)
def test_a_certificate_is_verified_and_what_is_wrong_with_it_is_told(
    authority: Authority, names: list[str], more: dict[str, Any], told: str
) -> None:
    heads: list[str] = []

    def answer(first: str, _: dict[str, str]) -> bytes:
        heads.append(first)
        return OK

    async def work(fetcher: Fetcher) -> list[Fetched]:
        async with serving(http1(answer), authority.server(*names, **more)) as port:
            return [await fetcher.fetch(f"https://127.0.0.1:{port}/{page}") for page in "ab"]

    for fetched in fetching(work):
        assert (fetched.body, fetched.tls) == (b"ok", told)
    assert heads == ["GET /a HTTP/1.1", "GET /b HTTP/1.1"], "a failed handshake is no request"


def test_a_password_is_not_told_to_a_server_whose_certificate_fails(authority: Authority, tmp_path: Path) -> None:
    seen: list[str | None] = []

    def answer(_: str, headers: dict[str, str]) -> bytes:
        seen.append(headers.get("authorization") or headers.get("cookie"))
        return b'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n'

    vault = Vault(tmp_path / "logins.json")

    async def work(fetcher: Fetcher) -> Fetched:
        async with serving(http1(answer), authority.server("127.0.0.1", signed=False)) as port:
            vault.set_login(f"127.0.0.1:{port}", "who", "secret")
            vault.add_cookies([{"name": "session", "value": "secret", "domain": "127.0.0.1"}])
            fetcher = Fetcher(CrawlSettings(seeds=("http://h.org/",)), vault=vault)
            await fetcher.fetch(f"https://127.0.0.1:{port}/")
            fetched = await fetcher.fetch(f"https://127.0.0.1:{port}/")
            await fetcher.close()
            return fetched

    fetched = fetching(work)
    assert seen == [None, None] and fetched.status == 401 and not fetched.again


# -- HTTP/2


@pytest.mark.parametrize("refuses_by", ["alpn", "hanging up"])
@pytest.mark.parametrize("signed", [True, False])
def test_a_server_that_speaks_http2_alone_is_spoken_to_in_it(
    authority: Authority, refuses_by: str, signed: bool
) -> None:
    requests: list[dict[str, str]] = []

    def answer(headers: dict[str, str]) -> tuple[dict[str, str], bytes]:
        requests.append(headers)
        return {":status": "200", "content-type": "text/plain", "x-one": "1"}, b"two"

    context = authority.server("127.0.0.1", signed=signed)
    context.set_alpn_protocols(["h2"])

    async def work(fetcher: Fetcher) -> list[Fetched]:
        async with serving(http2(answer), context) as port:
            url = f"https://127.0.0.1:{port}/%7Ea?b=%41"
            if refuses_by == "alpn":
                fetcher._requester._transport._engines[f"https://127.0.0.1:{port}"] = "HTTP/2"  # type: ignore[union-attr]
            else:
                with pytest.raises(FetchFailed) as failed:
                    await fetcher.fetch(url)
                assert failed.value.wait == 0.0, "another try at once makes sense"
            return [await fetcher.fetch(url), await fetcher.fetch(url)]

    for fetched in fetching(work):
        assert fetched.data == b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nx-one: 1\r\n\r\ntwo"
        assert fetched.ip == "127.0.0.1"
        assert fetched.tls == ("" if signed else "self-signed")
    assert [request[":path"] for request in requests] == ["/%7Ea?b=%41"] * 2
    assert requests[0]["accept-encoding"] == "gzip, deflate, br, zstd"


def test_a_server_that_no_engine_understands_gets_one_more_try(authority: Authority) -> None:
    firsts: list[bytes] = []

    async def mail(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        firsts.append(await reader.read(3))
        writer.write(b"220 mail.example.org ESMTP\r\n")

    async def work(fetcher: Fetcher) -> list[float | None]:
        waits = []
        async with serving(mail, authority.server("127.0.0.1")) as port:
            for _ in range(4):
                with pytest.raises(FetchFailed) as failed:
                    await fetcher.fetch(f"https://127.0.0.1:{port}/")
                waits.append(failed.value.wait)
        return waits

    assert fetching(work) == [0.0, None, None, None]
    assert firsts == [b"GET"] * 4


# -- proxies


@pytest.mark.parametrize("kind", ["http", "https", "socks5"])
@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("login", [False, True])
def test_a_crawl_goes_through_a_proxy_with_the_log_in_of_the_vault(
    authority: Authority, tmp_path: Path, kind: str, secure: bool, login: bool
) -> None:
    log: list[str] = []
    words = ("who", "se cret") if login else ()
    vault = Vault(tmp_path / "logins.json")
    context = authority.server("site.example") if secure else None
    own = authority.server("127.0.0.1") if kind == "https" else None

    async def work(_: Fetcher) -> Fetched:
        async with (
            serving(http1(lambda *_: OK), context) as port,
            serving((socks5 if kind == "socks5" else http_proxy)(log, *words), own) as proxy,
        ):
            if login:
                vault.set_login(f"127.0.0.1:{proxy}", *words)
            settings = CrawlSettings(seeds=("http://h.org/",), proxy=f"{kind}://127.0.0.1:{proxy}", timeout=5.0)
            fetcher = Fetcher(settings, vault=vault)
            try:
                return await fetcher.fetch(f"{'https' if secure else 'http'}://site.example:{port}/x?y")
            finally:
                await fetcher.close()

    fetched = fetching(work)
    assert (fetched.body, fetched.tls, fetched.ip) == (b"ok", "", None), "the proxy's own address is not the site's"
    assert len(log) == 1 and "site.example:" in log[0], "the proxy resolves the name"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_whose_certificate_fails_is_not_used(authority: Authority, scheme: str) -> None:
    log: list[str] = []

    async def work(_: Fetcher) -> None:
        async with serving(http_proxy(log), authority.server("127.0.0.1", signed=False)) as proxy:
            fetcher = Fetcher(CrawlSettings(seeds=("http://h.org/",), proxy=f"https://127.0.0.1:{proxy}"))
            for _ in range(2):
                with pytest.raises(FetchFailed, match="tls: self-signed"):
                    await fetcher.fetch(f"{scheme}://site.example/")
            await fetcher.close()

    fetching(work)
    assert log == []


def test_http2_goes_through_a_proxy_too(authority: Authority) -> None:
    log: list[str] = []
    context = authority.server("site.example")
    context.set_alpn_protocols(["h2"])

    async def work(_: Fetcher) -> Fetched:
        async with (
            serving(http2(lambda _: ({":status": "200"}, b"two")), context) as port,
            serving(socks5(log)) as proxy,
        ):
            settings = CrawlSettings(seeds=("http://h.org/",), proxy=f"socks5://127.0.0.1:{proxy}", timeout=5.0)
            fetcher = Fetcher(settings)
            try:
                with pytest.raises(FetchFailed):
                    await fetcher.fetch(f"https://site.example:{port}/")
                return await fetcher.fetch(f"https://site.example:{port}/")
            finally:
                await fetcher.close()

    assert fetching(work).body == b"two" and len(log) == 2


def test_a_proxy_that_is_not_there_is_told(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        for kind in ("http", "socks5"):

            async def work(fetcher: Fetcher) -> None:
                with pytest.raises(FetchFailed, match="connect"):
                    await fetcher.fetch("http://site.example/")

            fetching(work, proxy=f"{kind}://127.0.0.1:{unused.getsockname()[1]}")


# -- names


def test_a_name_is_looked_up_once_for_all_and_kept() -> None:
    asked: list[str] = []
    gate = threading.Event()

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        gate.wait(5)
        return [(socket.AF_INET6, "2001:db8::1"), (socket.AF_INET, "192.0.2.1")]

    async def work() -> None:
        resolver = Resolver(look_up=look_up)
        first = asyncio.create_task(resolver.resolve("a.example", 80))
        second = asyncio.create_task(resolver.addresses("a.example"))
        await asyncio.sleep(0)
        first.cancel()
        gate.set()
        assert len(await second) == 2, "whoever asked first may give up without harm"
        assert [entry["host"] for entry in await resolver.resolve("a.example", 80)] == ["2001:db8::1", "192.0.2.1"]
        assert [entry["host"] for entry in await resolver.resolve("a.example", 80, socket.AF_INET)] == ["192.0.2.1"]
        await resolver.close()

    asyncio.run(work())
    assert asked == ["a.example"]


def test_a_name_that_fails_for_now_is_tried_five_times_with_growing_waits_and_holds_up_nobody() -> None:
    asked: list[str] = []

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    async def work() -> list[float]:
        resolver = Resolver(first_wait=0.001, look_up=look_up)
        waits = []
        while True:
            start = time.monotonic()
            with pytest.raises(NameFailed) as failed:
                await resolver.addresses("a.example")
            assert time.monotonic() - start < 0.5, "nobody waits here"
            if failed.value.wait is None:
                break
            waits.append(failed.value.wait)
            with pytest.raises(NameFailed):
                await resolver.addresses("a.example")
            assert len(asked) == len(waits), "who asks meanwhile is told from memory"
            await asyncio.sleep(failed.value.wait)
        await resolver.close()
        return waits

    waits = asyncio.run(work())
    assert len(asked) == TRIES and len(waits) == TRIES - 1
    assert all(later > 3 * sooner for sooner, later in pairwise(waits))
    assert asked == ["a.example"] * TRIES


def test_a_name_that_does_not_exist_is_not_asked_for_again() -> None:
    asked: list[str] = []

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    async def work() -> None:
        resolver = Resolver(look_up=look_up)
        for host in ("gone.example", "gone.example", "x.invalid"):
            with pytest.raises(NameFailed) as failed:
                await resolver.addresses(host)
            assert failed.value.wait is None
        await resolver.close()

    asyncio.run(work())
    assert asked == ["gone.example"]


@pytest.mark.parametrize("host", ["localhost", "anything.localhost"])
def test_localhost_is_this_machine_without_asking_anybody(host: str) -> None:
    async def work() -> list[str]:
        resolver = Resolver(look_up=lambda _: pytest.fail("asked the system"))
        found = [entry["host"] for entry in await resolver.resolve(host, 80)]
        await resolver.close()
        return found

    assert asyncio.run(work()) == ["127.0.0.1", "::1"]


def test_names_beyond_ascii_and_ipv6_addresses_are_asked_for() -> None:
    hosts: list[str] = []

    async def work(fetcher: Fetcher) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            hosts.append((await read_head(reader))[1]["host"])
            writer.write(OK)
            await reader.read()
            writer.close()

        server = await asyncio.start_server(answer, "::1", 0)
        port = server.sockets[0].getsockname()[1]
        assert (await fetcher.fetch(f"http://[::1]:{port}/")).ip == "::1"
        await fetcher.fetch(f"http://xn--1lq90i.localhost:{port}/")
        server.close()
        assert hosts == [f"[::1]:{port}", f"xn--1lq90i.localhost:{port}"]

    fetching(work)


# -- sending


def test_the_moment_of_sending_is_told_after_the_handshake(authority: Authority) -> None:
    events: list[str] = []

    async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        events.append("received")
        writer.write(OK)
        await reader.read()

    async def work(fetcher: Fetcher) -> None:
        async with serving(late, authority.server("127.0.0.1")) as port:
            await fetcher.fetch(f"https://127.0.0.1:{port}/", sent=lambda: events.append("sent"))
            with pytest.raises(FetchFailed):
                await fetcher.fetch("http://x.invalid/", sent=lambda: events.append("over"))

    fetching(work)
    assert events[:2] == ["sent", "received"] and events[-1] == "over"


def test_a_kept_connection_that_was_closed_meanwhile_is_no_failure_of_the_server() -> None:
    """Nobody asks a second time by himself: the host has its delay."""
    heads: list[str] = []

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await read_head(reader))[0])
        writer.write(OK)
        heads.append((await read_head(reader))[0])

    async def work(fetcher: Fetcher) -> None:
        async with serving(once) as port:
            url = f"http://127.0.0.1:{port}/"
            await fetcher.fetch(url)
            with pytest.raises(FetchFailed) as failed:
                await fetcher.fetch(url)
            assert failed.value.wait == 0.0
            assert len(heads) == 2
            assert (await fetcher.fetch(url)).body == b"ok"

    fetching(work)


def test_an_exchange_streams_and_carries_only_its_own_headers() -> None:
    seen: list[Any] = []

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, headers = await read_head(reader)
        seen.append((first, headers))
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        writer.write(b"HTTP/1.1 201 Made\r\nContent-Length: 9\r\nSet-Cookie: a=1\r\n\r\n" + body)
        await writer.drain()
        seen.append("half")
        await reader.read(1)

    async def work(fetcher: Fetcher) -> None:
        async with serving(echo) as port:
            url = f"http://127.0.0.1:{port}/form"
            with pytest.raises(FetchFailed, match="timeout"):
                async with fetcher.exchange("POST", url, [("User-Agent", "Mine"), ("Cookie", "b=2")], b"body") as made:
                    assert (made.status, made.ip) == (201, "127.0.0.1")
                    assert made.head.startswith(b"HTTP/1.1 201 Made\r\nContent-Length: 9\r\n")
                    async for chunk in made.chunks():
                        assert chunk == b"body" and seen[-1] == "half"

    fetching(work, timeout=0.2)
    first, headers = seen[0]
    assert first == "POST /form HTTP/1.1" and headers["user-agent"] == "Mine" and headers["cookie"] == "b=2"
    assert set(headers) == {"host", "user-agent", "cookie", "content-length"}


def test_an_answer_can_be_refused_by_its_head_before_the_body_comes() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n")
        await reader.read()

    def accept(head: httpx.Headers, status: int, ip: str | None, url: str) -> tuple[str, str] | None:
        assert (status, ip) == (200, "127.0.0.1") and url.startswith("http:")
        return ("type", "video/mp4") if head["content-type"].startswith("video/") else None

    async def work(fetcher: Fetcher) -> None:
        fetcher.accept = accept
        async with serving(endless) as port:
            with pytest.raises(FetchFailed) as failed:
                await fetcher.fetch(f"http://127.0.0.1:{port}/")
        assert (failed.value.reason, failed.value.refused) == ("type", True)

    fetching(work)
