"""One address through every door of the engine: links of a crawled page, search, replay, arguments, prefixes, import.

The pages and the query stand in two charsets, as on the Chinese web: paths as a browser asks for them in UTF-8, queries
in the charset of the page, and what old crawlers wrote with the bytes of GBK.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.interchange.importing import import_files
from app.tianwang.writer import RecordWriter
from tests.app.crawl.conftest import Site
from tests.webarchives import record

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

UTF8_PATH, GBK_QUERY = "/%E5%8C%97%E4%BA%AC/%E6%8B%9B%E7%94%9F.html", "/s?q=%B1%B1%BE%A9"
START = datetime(2003, 4, 1, tzinfo=UTC)
OLD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\n\r\n"


@pytest.fixture
def chinese() -> Iterator[Site]:
    import threading

    site = Site()
    page = '<title>首页</title><a href="/北京/招生.html">招生</a> <a href="/s?q=北京">搜索</a>'.encode("gbk")
    site.pages["/"] = (200, {"Content-Type": "text/html; charset=gbk"}, page)
    site.pages[UTF8_PATH] = "<title>招生</title>"
    site.pages[GBK_QUERY] = "<title>搜索</title>"
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield site
    site.closing.set()
    site.shutdown()
    site.server_close()
    thread.join()


def test_links_of_a_crawled_page_lead_to_what_the_crawl_stored(
    chinese: Site, tmp_path: Path, objects: Objects
) -> None:
    path = tmp_path / "new.archive"
    objects("crawl", path, f"{chinese.url}/", "--delay", 0)
    with Archive.open(path).reader() as reader:
        home = reader.latest_version(f"{chinese.url}/")
        assert home is not None
        links = reader.links(home)
        assert links[0].url == f"{chinese.url}/北京/招生.html", "a link is kept as it was written"
        found = [reader.page_meant(link.url) for link in links]
    assert [page and page.title for page in found] == ["招生", "搜索"]
    assert [one["state"] for one in objects("why", path, f"{chinese.url}/北京/招生.html")] == ["done"]
    assert [one["state"] for one in objects("why", path, f"{chinese.url}/s?q=北京")] == ["done"]


@pytest.mark.parametrize(
    "typed",
    [
        "a.test/北京/招生.html",
        "a.test/%e5%8c%97%e4%ba%ac/招生.html",
        "http://a.test/%B1%B1%BE%A9/%D5%D0%C9%FA.html",
    ],
)
def test_commands_find_a_path_in_any_spelling(
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
    objects: Objects,
    tianwang: Run,
    typed: str,
) -> None:
    archive = fill(make_capture(f"http://a.test{UTF8_PATH}", "<title>招生</title>"))
    [version] = objects("versions", archive.path, typed)
    assert version["url"] == f"http://a.test{UTF8_PATH}"
    assert [one["id"] for one in objects("ls", archive.path, typed.rpartition("/")[0] + "/")] == [
        version["id"]
    ]
    assert "招生" in tianwang("cat", archive.path, typed).stdout


@pytest.mark.parametrize(
    "stored", [f"http://a.test{GBK_QUERY}", "http://a.test/s?q=%E5%8C%97%E4%BA%AC", "http://a.test/s?q=北京"]
)
@pytest.mark.parametrize("asked", ["s?q=北京", "s?q=%b1%b1%be%a9", "s?q=%E5%8C%97%E4%BA%AC", "北京"])
def test_search_by_address_finds_a_query_in_any_spelling(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture], stored: str, asked: str
) -> None:
    with fill(make_capture(stored, "<title>Results</title>")).reader() as reader:
        assert [page.url for page in reader.find(asked)] == [stored]


@pytest.mark.parametrize("raw", ["/北京/招生.html".encode(), UTF8_PATH.encode(), UTF8_PATH.lower().encode()])
def test_an_import_stores_the_form_that_a_crawl_does(archive: Archive, tmp_path: Path, raw: bytes) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        old.append(url=b"http://a.test" + raw, date=START, data=OLD + b"<title>old</title>", compress=False)
    (tmp_path / "new.warc").write_bytes(
        record(OLD + b"<title>new</title>", url=f"http://a.test{raw.decode()}")
    )
    with archive.writer() as writer:
        assert import_files(writer, [tmp_path / "old.raw", tmp_path / "new.warc"]).stored == 2
    with archive.reader() as reader:
        page = reader.page_meant("http://a.test/北京/招生.html")
        assert page is not None and page.versions == 2, [one.url for one in reader.all_pages()]


def test_raw_gbk_bytes_of_an_imported_address_are_kept_escaped(archive: Archive, tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        old.append(url="http://a.test/北京?q=天".encode("gbk"), date=START, data=OLD, compress=False)
    warc = record(OLD, url="http://b.test/X").replace(b"http://b.test/X", "http://b.test/北".encode("gbk"))
    (tmp_path / "new.warc").write_bytes(warc)
    with archive.writer() as writer:
        assert import_files(writer, [tmp_path / "old.raw", tmp_path / "new.warc"]).stored == 2
    with archive.reader() as reader:
        assert [page.url for page in reader.all_pages()] == [
            "http://a.test/%B1%B1%BE%A9?q=%CC%EC",
            "http://b.test/%B1%B1",
        ]
        assert reader.page_meant("http://a.test/北京?q=天") is not None
        [capture] = reader.versions("http://a.test/%B1%B1%BE%A9?q=%CC%EC")
        assert reader.record(capture).raw("original-url") == "http://a.test/北京?q=天".encode("gbk")


def test_importing_again_what_an_older_program_stored_raw_changes_nothing(
    archive: Archive, tmp_path: Path
) -> None:
    with RecordWriter(tmp_path / "old.raw") as old:
        old.append(url="http://a.test/北京".encode("gbk"), date=START, data=OLD + b"<p>x", compress=False)
    with archive.writer() as writer:
        writer.store(NewCapture("http://a.test/北京", START, None, OLD + b"<p>x"))
        report = import_files(writer, [tmp_path / "old.raw"])
    assert [(one.stored, one.known) for one in report.files] == [(0, 1)]
