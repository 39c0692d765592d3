"""Servers that misbehave: what is stored, what is logged, what is tried again."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import brotli
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.archive.archive import Archive
from app.crawl.net.fetch import Fetcher, FetchFailed
from app.crawl.rules.model import CrawlProgress, LogEntry
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.crawl.run.crawl import Crawl

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Run = Callable[..., tuple[Crawl, CrawlProgress]]
Reasons = Callable[[Crawl], dict[str, tuple[str, str]]]


def body_of(archive: Archive, url: str) -> bytes:
    with archive.reader() as reader:
        capture = reader.latest_version(url)
        assert capture is not None
        return reader.body(capture)


def test_the_bytes_are_stored_as_received(site: Any, crawl: Run, archive: Archive) -> None:
    packed = gzip.compress("北京".encode() * 100)
    site.pages["/a"] = (
        200,
        {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip", "X-Odd": "Ä"},
        packed,
    )
    crawl("/a")
    with archive.reader() as reader:
        capture = reader.latest_version(site.url + "/a")
        assert capture is not None
        http = reader.http(capture)
    assert http.status_line == "HTTP/1.1 200 OK"
    assert http.raw_body == packed and http.body == "北京".encode() * 100
    assert b"X-Odd: \xc4" in http.raw_headers
    assert capture.ip == "127.0.0.1"
    assert site.headers["/a"]["Accept-Encoding"] == "gzip, deflate, br, zstd"


def test_a_chunked_body_is_stored_without_its_chunks(site: Any, crawl: Run, archive: Archive) -> None:
    def chunked(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")

    site.pages["/a"] = chunked
    crawl("/a")
    assert body_of(archive, site.url + "/a") == b"hello world"
    with archive.reader() as reader:
        capture = reader.latest_version(site.url + "/a")
        assert capture is not None and reader.http(capture).header("transfer-encoding") is None


def test_a_body_that_breaks_off_is_kept_and_marked(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    def cut(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b"<p>half")
        handler.close_connection = True

    site.pages["/a"] = cut
    job, progress = crawl("/a")
    assert body_of(archive, site.url + "/a") == b"<p>half"
    assert reasons(job)["/a"] == ("error", "incomplete")
    assert site.requests.count("/a") == 3, "tried again twice before"
    assert progress.errors == 1 and progress.pages == 1


def test_a_body_over_the_limit_is_refused_announced_or_not(site: Any, crawl: Run, reasons: Reasons) -> None:
    def endless(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        handler.close_connection = True
        while not handler.server.closing.is_set():
            handler.wfile.write(b"x" * 10_000)

    site.links(a="announced endless")
    site.pages["/announced"] = (200, {}, b"x" * 50_001)
    site.pages["/endless"] = endless
    job, progress = crawl("/a", size_cap=50_000)
    assert reasons(job)["/announced"] == reasons(job)["/endless"] == ("refused", "size")
    assert progress.pages == 1


def test_a_server_that_drips_without_end_is_given_up(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    def drip(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        handler.close_connection = True
        while not handler.server.closing.wait(0.02):
            handler.wfile.write(b".")
            handler.wfile.flush()

    site.pages["/a"] = drip
    job, progress = crawl("/a", timeout=0.1)
    assert reasons(job)["/a"] == ("error", "incomplete")
    assert body_of(archive, site.url + "/a").startswith(b"..")
    assert progress.seconds < 10


def test_a_server_that_never_answers_times_out(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.links(a="never b", b="")
    site.pages["/never"] = lambda handler: handler.server.closing.wait(20)
    job, progress = crawl("/a", timeout=0.1, retries=1)
    assert reasons(job)["/never"] == ("error", "timeout")
    assert site.requests.count("/never") == 2
    assert progress.pages == 2, "the others are crawled all the same"


def test_a_closed_port_and_an_unknown_name_have_their_reasons(
    site: Any, crawl: Run, reasons: Reasons
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        job, progress = crawl(closed, "http://no-such-name.invalid/", "http://no-such-name.invalid/other")
    assert reasons(job)[closed] == ("error", "connect")
    assert reasons(job)["http://no-such-name.invalid/"] == ("error", "dns")
    assert progress.errors == 3 and progress.state == "finished"


def test_what_is_not_http_is_incomplete(crawl: Run, reasons: Reasons) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            for _engine in range(2):
                with server.accept()[0] as connection:
                    connection.recv(1000)
                    connection.sendall(b"220 mail.example.org ESMTP\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        job, _ = crawl(url, obey_robots=False, retries=0)
        thread.join()
    assert reasons(job)[url] == ("error", "incomplete")


def test_a_busy_server_is_asked_again_later(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    answers = [(503, {"Retry-After": "0"}, b"busy"), (429, {"Retry-After": "0"}, b"busy"), (200, {}, b"fine")]
    site.pages["/a"] = lambda handler: handler.reply(*answers.pop(0))
    job, progress = crawl("/a", retries=2)
    assert reasons(job)["/a"] == ("stored", "")
    assert body_of(archive, site.url + "/a") == b"fine"
    assert progress.pages == 1, "the answers between are not stored"


def test_a_server_that_stays_broken_is_stored_as_it_is(
    site: Any, crawl: Run, archive: Archive, reasons: Reasons
) -> None:
    site.pages["/a"] = (500, {}, b"broken")
    job, _ = crawl("/a", retries=1)
    assert reasons(job)["/a"] == ("error", "http-500")
    assert site.requests.count("/a") == 2
    assert body_of(archive, site.url + "/a") == b"broken"


def test_a_wait_of_hours_is_not_waited_for(site: Any, crawl: Run, reasons: Reasons) -> None:
    site.pages["/a"] = (503, {"Retry-After": "86400"}, b"closed")
    job, _ = crawl("/a")
    assert reasons(job)["/a"] == ("error", "http-503")


def test_what_is_left_of_a_host_that_is_given_up_is_left_out_without_being_asked_for(
    site: Any, crawl: Run, reasons: Reasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.politeness.WEARY", 3)
    monkeypatch.setattr("app.crawl.run.politeness.GIVEN_UP", 4)

    def hang_up(handler: Any) -> None:
        handler.close_connection = True

    names = [f"b{number}" for number in range(12)]
    site.links(a=" ".join(names))
    for name in names:
        site.pages[f"/{name}"] = hang_up
    job, progress = crawl("/a", retries=0, patience=0.0)
    ends = [reasons(job)[f"/{name}"] for name in names]
    assert set(ends) <= {("error", "connect"), ("refused", "not-awaited")}
    assert ends.count(("refused", "not-awaited")) >= 12 - 4
    assert len({path for path in site.requests if path.startswith("/b")}) <= 4
    assert (progress.errors, progress.state) == (ends.count(("error", "connect")), "finished")


def test_a_wrong_charset_does_not_hide_links(site: Any, crawl: Run, archive: Archive) -> None:
    text = '<title>北京大学</title><a href="/b">文</a>'.encode("gb18030")
    site.pages["/a"] = (200, {"Content-Type": "text/html; charset=no-such"}, text)
    site.links(b="")
    crawl("/a")
    with archive.reader() as reader:
        assert reader.page(site.url + "/b") is not None
        page = reader.page(site.url + "/a")
    assert page is not None and page.title == "北京大学"


def test_an_address_goes_out_exactly_as_it_is_written(site: Any, crawl: Run) -> None:
    path = "/%7Eu/a%2fb/%e5?q=%41&r=a+b&s=[]"
    site.pages[path] = "x"
    crawl(path)
    assert path in site.requests


def self_signed(folder: Path) -> Path:
    """Key and certificate of a server that nobody vouches for, expired long ago."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "nobody")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2010, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2011, 1, 1, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )
    path = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return path


def test_a_certificate_that_nobody_signed_is_no_obstacle(
    tmp_path: Path, crawl: Run, archive: Archive, log: Callable[[Crawl], list[LogEntry]]
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"https://127.0.0.1:{server.getsockname()[1]}/"

        def serve() -> None:
            # the first handshake verifies, and gives up
            with (
                suppress(ssl.SSLError),
                context.wrap_socket(server.accept()[0], server_side=True) as connection,
            ):
                connection.recv(2000)
            with context.wrap_socket(server.accept()[0], server_side=True) as connection:
                connection.recv(2000)
                connection.sendall(b"HTTP/1.0 200 Fine\r\nContent-Length: 6\r\n\r\nsecret")

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        job, _ = crawl(url, obey_robots=False)
        thread.join()
    assert body_of(archive, url) == b"secret"
    assert [(entry.kind, entry.detail) for entry in log(job)] == [("stored", "certificate: self-signed")]
    with archive.reader() as reader:
        capture = reader.latest_version(url)
        assert capture is not None and reader.http(capture).status_line == "HTTP/1.0 200 Fine"


def test_tls_with_what_does_not_speak_it_is_its_own_reason(site: Any, crawl: Run, reasons: Reasons) -> None:
    url = site.url.replace("http:", "https:") + "/a"
    job, _ = crawl(url, obey_robots=False)
    assert reasons(job)[url] == ("error", "tls")


def test_any_httpx_transport_can_stand_in_for_the_network() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/broken":
            raise httpx.ConnectError("no way")
        return httpx.Response(200, stream=httpx.ByteStream(b"ok"))

    async def work() -> None:
        fetcher = Fetcher(CrawlSettings(seeds=("http://h.org/",)), httpx.MockTransport(answer))
        assert (await fetcher.fetch("http://h.org/")).data == b"HTTP/1.1 200 \r\n\r\nok"
        with pytest.raises(FetchFailed, match="connect"):
            await fetcher.fetch("http://h.org/broken")
        await fetcher.close()

    asyncio.run(work())


def test_a_defect_in_one_page_stands_in_the_log_and_stops_nothing(
    site: Any, crawl: Run, log: Callable[[Crawl], list[LogEntry]], monkeypatch: pytest.MonkeyPatch
) -> None:
    import app.crawl.run.preparation as preparation

    real = preparation.read_page

    def fragile(page: Any, *how: Any) -> Any:
        if page.new.url.endswith("/b"):
            raise ZeroDivisionError("a defect")
        return real(page, *how)

    monkeypatch.setattr(preparation, "read_page", fragile)
    site.links(a="b c", b="", c="")
    job, progress = crawl("/a")
    entry = next(entry for entry in log(job) if entry.url.endswith("/b"))
    assert (entry.kind, entry.reason, entry.detail) == ("error", "internal", "ZeroDivisionError: a defect")
    assert progress.pages == 2


def test_servers_are_told_who_asks_and_what_the_settings_say(site: Any, crawl: Run) -> None:
    site.links(a="")
    crawl(
        "/a", contact="crawler@example.org", headers=(("Accept-Language", "zh, en"), ("accept", "text/html"))
    )
    sent = site.headers["/a"]
    assert sent["User-Agent"].endswith("; web archiving; +crawler@example.org)")
    assert sent["Accept-Language"] == "zh, en" and sent["accept"] == "text/html"
    assert "Accept" not in sent and sent["Accept-Encoding"] == "gzip, deflate, br, zstd"
    crawl("/a", contact="+https://example.org/why", user_agent="Short")
    assert site.headers["/a"]["User-Agent"] == "Short (+https://example.org/why)"


@pytest.mark.parametrize(
    "more",
    [
        {"headers": (("Cookie", "a=1"),)},
        {"headers": (("Authorization", "Basic x"),)},
        {"headers": (("Host", "elsewhere"),)},
        {"headers": (("X", "a\r\nB: c"),)},
        {"headers": (("X Y", "a"),)},
        {"proxy": "http://who:secret@h.org:1/"},
        {"proxy": "ftp://h.org"},
        {"proxy": "socks5://h.org:port"},
        {"proxy": "socks5://h.org:1/path"},
    ],
)
def test_what_is_secret_or_cannot_be_sent_does_not_get_into_the_settings(more: dict[str, Any]) -> None:
    with pytest.raises(SettingsInvalid) as refused:
        CrawlSettings(seeds=("http://h.org/",), **more).checked()
    assert "secret" not in str(refused.value)


def test_settings_change_while_a_crawl_runs(site: Any, settings: Callable[..., CrawlSettings]) -> None:
    site.links(a="")
    site.pages["/large"] = (200, {}, b"x" * 5000)

    async def work() -> None:
        fetcher = Fetcher(settings("/a"))
        await fetcher.fetch(site.url + "/a")
        fetcher.reconfigure(settings("/a", user_agent="Other", size_cap=4000, proxy="socks5://127.0.0.1:1"))
        with pytest.raises(FetchFailed, match="connect"):
            await fetcher.fetch(site.url + "/a")
        fetcher.reconfigure(settings("/a", user_agent="Other", size_cap=4000))
        await fetcher.fetch(site.url + "/a")
        with pytest.raises(FetchFailed, match="size"):
            await fetcher.fetch(site.url + "/large")
        await fetcher.close()

    asyncio.run(work())
    assert site.headers["/a"]["User-Agent"] == "Other"


def test_packed_pages_are_read_whatever_they_are_packed_with(site: Any, crawl: Run, archive: Archive) -> None:
    site.links(a="br zstd both")
    page = '<title>北京</title><a href="/{}-on">on</a>'
    packed = {
        "br": brotli.compress(page.format("br").encode()),
        "zstd": zstd.compress(page.format("zstd").encode()),
        "both": brotli.compress(gzip.compress(page.format("both").encode())),
    }
    for name, body in packed.items():
        coding = "gzip, br" if name == "both" else name
        site.pages[f"/{name}"] = (
            200,
            {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": coding},
            body,
        )
        site.pages[f"/{name}-on"] = "reached"
    _, progress = crawl("/a")
    assert progress.pages == 7
    with archive.reader() as reader:
        for name, body in packed.items():
            capture = reader.latest_version(f"{site.url}/{name}")
            assert capture is not None and capture.title == "北京" and reader.http(capture).raw_body == body
