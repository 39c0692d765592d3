"""The network of a crawl: certificates, HTTP/2, connections, and the moment of sending."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.crawl.net.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.net.logins import Vault
from app.crawl.rules.settings import CrawlSettings
from tests.app.crawl.certificates import Authority
from tests.app.crawl.fetching import OK, fetching
from tests.app.crawl.servers import http1, http2, read_head, serving

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


def test_a_password_is_not_told_to_a_server_whose_certificate_fails(
    authority: Authority, tmp_path: Path
) -> None:
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


def test_two_names_of_one_address_have_a_connection_and_a_certificate_each(authority: Authority) -> None:
    """A connection by IP address, as httpx's own transport would need it for our names, vouches for both."""
    context = authority.server("localhost")
    context.set_alpn_protocols(["h2"])

    async def work(fetcher: Fetcher) -> list[str]:
        async with serving(http2(lambda _: ({":status": "200"}, b"two")), context) as port:
            told = []
            for host in ("localhost", "127.0.0.1"):
                fetcher._requester._transport._engines[f"https://{host}:{port}"] = "HTTP/2"  # type: ignore[union-attr]
                told.append((await fetcher.fetch(f"https://{host}:{port}/")).tls)
            return told

    assert fetching(work) == ["", "wrong name"]


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
                async with fetcher.exchange(
                    "POST", url, [("User-Agent", "Mine"), ("Cookie", "b=2")], b"body"
                ) as made:
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
