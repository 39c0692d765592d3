"""A crawl that reaches everything through a proxy."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from app.crawl.net.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.net.logins import Vault
from app.crawl.rules.settings import CrawlSettings
from tests.app.crawl.certificates import Authority
from tests.app.crawl.fetching import OK, fetching
from tests.app.crawl.servers import http1, http2, http_proxy, serving, socks5


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
            settings = CrawlSettings(
                seeds=("http://h.org/",), proxy=f"{kind}://127.0.0.1:{proxy}", timeout=5.0
            )
            fetcher = Fetcher(settings, vault=vault)
            try:
                return await fetcher.fetch(f"{'https' if secure else 'http'}://site.example:{port}/x?y")
            finally:
                await fetcher.close()

    fetched = fetching(work)
    assert (fetched.body, fetched.tls, fetched.ip) == (b"ok", "", None), (
        "the proxy's own address is not the site's"
    )
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
            settings = CrawlSettings(
                seeds=("http://h.org/",), proxy=f"socks5://127.0.0.1:{proxy}", timeout=5.0
            )
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
