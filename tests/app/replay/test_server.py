"""The replay server over a real archive, through real sockets."""

from __future__ import annotations

import gc
import gzip
import socket
import sys
import threading
from collections.abc import Callable
from datetime import timedelta

import brotli
import httpx
import pytest

from app.archive.archive import Archive
from app.archive.documents import charsets
from app.archive.model import NewCapture, NewVisit
from app.replay.server import ReplayServer

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Fill = Callable[..., Archive]
Capture = Callable[..., NewCapture]
Browse = Callable[..., httpx.Client]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_capture_comes_back_byte_for_byte(
    scheme: str, fill: Fill, make_capture: Capture, browse: Browse
) -> None:
    """GBK bytes and the declared charset arrive as they were stored, over both schemes."""
    body = "<meta charset=gbk><p>北京大学天网".encode("gbk")
    fill(make_capture(f"{scheme}://a.example/", body, media_type="text/html; charset=gbk"))
    answer = browse().get(f"{scheme}://a.example/")
    assert answer.status_code == 200
    assert answer.content == body
    assert answer.headers["content-type"] == "text/html; charset=gbk"
    assert answer.headers["content-length"] == str(len(body))


@pytest.mark.parametrize("media_type", ["text/html", "text/plain", "text/markdown"])
def test_text_in_utf_8_that_says_nothing_of_it_is_told_to_the_browser(
    media_type: str, fill: Fill, make_capture: Capture, browse: Browse
) -> None:
    """Browsers guess every charset but this one."""
    url, body = "http://a.example/issue.md", "# 科技爱好者周刊".encode()
    fill(
        make_capture(url, body, media_type=media_type),
        make_capture(f"{url}2", b"# plain", media_type=media_type),
    )
    client, answered = browse(), {"accept": "text/html,*/*"}
    answer = client.get(url, headers=answered)
    assert answer.headers["content-type"] == f"{media_type}; charset=UTF-8" and answer.content == body
    assert client.get(f"{url}2", headers=answered).headers["content-type"] == media_type


@pytest.mark.parametrize(("charset", "name"), [("gb18030", "GB18030"), ("hz", "UTF-8")])
def test_a_chosen_charset_goes_to_the_browser(
    charset: str, name: str, fill: Fill, make_capture: Capture, browse: Browse
) -> None:
    """The header is overruled for that page alone; what browsers cannot read comes as UTF-8."""
    text = "<meta charset=iso-8859-1><p>北京大学"
    pages = ["http://a.example/", "http://a.example/b"]
    archive = fill(
        *(
            make_capture(url, text.encode(charset), media_type="text/html; charset=iso-8859-1")
            for url in pages
        )
    )
    charsets.choose(archive.path, pages[0], charset)
    client = browse()
    answer = client.get(pages[0])
    assert answer.headers.get_list("content-type") == [f"text/html; charset={name}"] and answer.text == text
    assert client.get(pages[1]).headers["content-type"] == "text/html; charset=iso-8859-1"


def test_a_page_without_a_declaration_is_shown_as_its_text_is_read(
    fill: Fill, make_capture: Capture, browse: Browse
) -> None:
    body = "<title>国标编码页面</title>汉字内容".encode("gbk")
    fill(make_capture("http://a.example/", body, media_type="text/html"))
    answer = browse().get("http://a.example/")
    assert answer.headers["content-type"] == "text/html; charset=GB18030" and answer.content == body


def test_two_views_of_different_dates_get_different_versions(
    fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    old, new = make_capture("http://a.example/", "old"), make_capture("http://a.example/", "new", minutes=60)
    fill(old, new)
    assert browse(old.date).get("http://a.example/").text == "old"
    assert browse(new.date).get("http://a.example/").text == "new"
    assert browse(old.date + timedelta(minutes=25)).get("http://a.example/").text == "old"
    assert browse(None).get("http://a.example/").text == "new"
    token = server.open_view(old.date)
    client = browse(token=token)
    assert client.get("http://a.example/").text == "old"
    server.set_view(token, new.date)
    assert client.get("http://a.example/").text == "new"


def test_a_visit_shows_the_version_it_confirms_though_a_newer_one_is_nearer(
    archive: Archive, fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    first = make_capture("http://a.example/", "old")
    with archive.writer() as writer:
        base = writer.store(first)
        visit = writer.store(
            NewVisit("http://a.example/", first.date + timedelta(minutes=9), None, base.id, 304)
        )
        writer.store(make_capture("http://a.example/", "new", minutes=10))
        writer.commit()
    token = server.open_view(None)
    server.set_view(token, visit.date, visit)
    assert browse(token=token).get("http://a.example/").text == "old"


def test_missing_addresses_are_recorded_once_and_forgotten_with_the_view(
    browse: Browse, server: ReplayServer
) -> None:
    counts: list[int] = []
    token = server.open_view(None, counts.append)
    client = browse(token=token)
    for _ in range(2):
        assert client.get("https://a.example/x.png").status_code == 404
    assert client.get("http://a.example/y", headers={"Accept": "text/html"}).status_code == 404
    assert server.missing(token) == ["https://a.example/x.png", "http://a.example/y"]
    assert counts == [1, 2]
    assert server.served(token) == 0
    server.set_view(token, None)
    assert server.missing(token) == []
    server.close_view(token)
    assert client.get("https://a.example/x.png").status_code == 403
    assert server.missing(token) == []


def test_a_missing_page_is_explained_without_help_from_elsewhere(browse: Browse) -> None:
    answer = browse().get("http://a.example/<script>", headers={"Accept": "text/html,*/*"})
    assert "Not in the archive" in answer.text
    assert "<script" not in answer.text
    assert "src=" not in answer.text
    assert browse().get("http://a.example/x.png").content == b""


def test_without_a_token_nothing_is_told(fill: Fill, make_capture: Capture, server: ReplayServer) -> None:
    fill(make_capture("http://a.example/", "secret"))
    with httpx.Client(proxy=f"http://127.0.0.1:{server.port}") as stranger:
        for agent in ("Test/1", "Test/1 TianwangReplay/" + "0" * 32):
            answer = stranger.get("http://a.example/", headers={"User-Agent": agent})
            assert answer.status_code == 403
            assert "secret" not in answer.text


def test_status_and_redirects_are_replayed(fill: Fill, make_capture: Capture, browse: Browse) -> None:
    fill(
        make_capture("http://a.example/old", "", status=301, Location="/new"),
        make_capture("http://a.example/new", "here", minutes=1),
        make_capture("http://a.example/gone", "gone", status=410, minutes=2),
        make_capture("http://a.example/proxy", "p", status=407, Proxy_Authenticate="Basic", minutes=3),
    )
    client = browse()
    answer = client.get("http://a.example/old")
    assert (answer.status_code, answer.headers["location"]) == (301, "/new")
    assert client.get("http://a.example/old", follow_redirects=True).text == "here"
    assert client.get("http://a.example/gone").status_code == 410
    assert client.get("http://a.example/proxy").status_code == 403


def test_the_other_scheme_stands_in_but_never_in_circles(
    fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    """An https page whose http redirect alone was stored is missing, not an endless redirect."""
    fill(
        make_capture("http://a.example/i.png", b"png", media_type="image/png"),
        make_capture("http://a.example/", "", status=301, Location="https://a.example/", minutes=1),
    )
    token = server.open_view(None)
    client = browse(token=token)
    assert client.get("https://a.example/i.png").content == b"png"
    assert client.get("http://a.example/").status_code == 301
    assert client.get("https://a.example/").status_code == 404
    assert server.missing(token) == ["https://a.example/"]
    assert server.served(token) == 2


def test_chinese_paths_are_found_however_they_are_escaped(
    fill: Fill, make_capture: Capture, browse: Browse
) -> None:
    fill(make_capture("http://a.example/%B1%B1%BE%A9?q=%E5%A4%A9", "found"))
    assert browse().get("http://a.example/%E5%8C%97%E4%BA%AC?q=%CC%EC").text == "found"


def test_ranges_of_a_film(fill: Fill, make_capture: Capture, browse: Browse) -> None:
    fill(make_capture("http://a.example/f.mp4", b"0123456789", media_type="video/mp4"))
    client = browse()

    def ask(value: str) -> httpx.Response:
        return client.get("http://a.example/f.mp4", headers={"Range": value})

    assert (ask("bytes=2-4").status_code, ask("bytes=2-4").content) == (206, b"234")
    assert ask("bytes=2-4").headers["content-range"] == "bytes 2-4/10"
    assert ask("bytes=7-").content == b"789"
    assert ask("bytes=-3").content == b"789"
    assert ask("bytes=5-99").headers["content-range"] == "bytes 5-9/10"
    assert (ask("bytes=10-").status_code, ask("bytes=10-").headers["content-range"]) == (416, "bytes */10")
    assert ask("bytes=1-2,4-5").status_code == 200
    assert ask("lines=1-2").content == b"0123456789"
    assert client.get("http://a.example/f.mp4").headers["accept-ranges"] == "bytes"


def test_head_has_the_length_but_no_body(fill: Fill, make_capture: Capture, browse: Browse) -> None:
    fill(make_capture("http://a.example/", "12345"))
    client = browse()
    answer = client.head("http://a.example/")
    assert (answer.headers["content-length"], answer.content) == ("5", b"")
    assert client.get("http://a.example/").text == "12345", "the connection is still in step"


def test_nothing_can_be_sent_to_an_archive(
    fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    """POST finds nothing and is no gap; a CORS preflight is granted; a service worker is not to be had."""
    fill(make_capture("http://a.example/", "page"))
    token = server.open_view(None)
    client = browse(token=token)
    assert client.post("http://a.example/", content=b"x" * 5000).status_code == 404
    assert client.post("http://a.example/", content=b"x" * (2 << 20)).status_code == 404
    assert client.put("https://a.example/", json={}).status_code == 404
    assert server.missing(token) == []
    ask = {"Origin": "http://b.example", "Access-Control-Request-Headers": "x-own"}
    granted = client.options("http://a.example/", headers=ask)
    assert granted.status_code == 204
    assert granted.headers["access-control-allow-headers"] == "x-own"
    assert client.get("http://a.example/", headers={"Service-Worker": "script"}).status_code == 404


def test_a_form_that_is_sent_shows_the_answer_that_a_crawl_got_for_it(
    fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    fill(make_capture("http://a.example/find?__wb_method=POST&k=a+b&q=%E5%8C%97", "answer"))
    token = server.open_view(None)
    client = browse(token=token)
    assert client.post("http://a.example/find", data={"k": "a b", "q": "北"}).text == "answer"
    assert client.post("http://a.example/find", data={"k": "a b", "q": "other"}).status_code == 404
    assert client.post("http://a.example/find", json={"k": "a b", "q": "北"}).status_code == 404
    assert (server.served(token), server.missing(token)) == (1, [])


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(b"plain")),
        ("br", brotli.compress(b"plain")),
        ("zstd", zstd.compress(b"plain")),
        ("gzip, br", brotli.compress(gzip.compress(b"plain"))),
    ],
)
def test_a_compressed_record_goes_out_uncompressed(
    fill: Fill, make_capture: Capture, browse: Browse, coding: str, packed: bytes
) -> None:
    fill(make_capture("http://a.example/", packed, Content_Encoding=coding))
    answer = browse().get("http://a.example/")
    assert answer.content == b"plain"
    assert "content-encoding" not in answer.headers


def test_the_server_outlives_a_file_of_which_nothing_is_left(
    archive: Archive, fill: Fill, make_capture: Capture, browse: Browse, server: ReplayServer
) -> None:
    fill(make_capture("http://a.example/", "x"))
    for batch in archive.path.rglob("*.tw"):
        batch.write_bytes(b"\xff" * batch.stat().st_size)
    token = server.open_view(None)
    client = browse(token=token)
    assert client.get("http://a.example/").status_code == 502
    assert client.get("http://b.example/").status_code == 404


def test_many_clients_at_once(fill: Fill, make_capture: Capture, browse: Browse) -> None:
    """Forty connections, http and https mixed, share four readers."""
    fill(*(make_capture(f"https://h{n}.example/", f"body {n}") for n in range(8)))
    wrong: list[object] = []

    def ask(client: httpx.Client, number: int) -> None:
        for _ in range(5):
            answer = client.get(f"{'https' if number % 2 else 'http'}://h{number % 8}.example/")
            if answer.text != f"body {number % 8}":
                wrong.append(answer)

    threads = [threading.Thread(target=ask, args=(browse(), n)) for n in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_server_that_is_closed_while_somebody_connects_leaves_nothing_open(
    archive: Archive, recwarn: pytest.WarningsRecorder
) -> None:
    """What is left open is told by the garbage collector, as a warning."""
    for turn in range(60):
        server = ReplayServer(archive)
        server.start()
        clients = [socket.socket() for _ in range(8)]
        for number, client in enumerate(clients):
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", server.port))
            if number == turn % 8:
                closing = threading.Thread(target=server.close)
                closing.start()
        closing.join()
        with socket.socket() as late:
            assert late.connect_ex(("127.0.0.1", server.port)) != 0
        for client in clients:
            client.close()
    gc.collect()
    assert [str(told.message) for told in recwarn] == []
