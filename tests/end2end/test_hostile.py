"""Three hundred hostile pages go the whole way: crawled, stored, read, compared, exported, some of them rendered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader
from app.blocks.compare.differing import compare
from app.crawl.frontier.joblist import refusals
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.exporting.export import FORMATS, export
from tests import hostile
from widgets.web.context import ReplayContext

PAGES = {
    **{f"/small/{seed}": (hostile.content_type(seed), hostile.page(seed)) for seed in range(hostile.COUNT)},
    **{f"/large/{name.replace(' ', '-')}": ("text/html", page) for name, page in hostile.LARGE.items()},
}
RENDERED = range(12)  # every family, two of them twice


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        links = "".join(f'<a href="{path}">{path}</a> ' for path in PAGES)
        kind, body = PAGES.get(self.path, ("text/html", links.encode()))
        self.send_response(200 if self.path == "/" or self.path in PAGES else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def crawled(address: str, tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """All of them in an archive, brought there by a real crawl."""
    archive = Archive.create(tmp_path_factory.mktemp("hostile") / "hostile.archive")
    settings = CrawlSettings(
        seeds=(f"{address}/",),
        delay=0.0,
        workers=8,
        per_host=8,
        requisites=False,
        max_depth=1,
        include=("/(small|large)/",),
    )
    crawl = Crawl.new(archive, settings)
    crawl.run()
    assert crawl.error is None
    assert [
        entry for entry in refusals(archive, crawl.job_id, kinds=("error",)) if "robots.txt" not in entry.url
    ] == []
    return archive


@pytest.fixture
def reader(crawled: Archive) -> Iterator[ArchiveReader]:
    with crawled.reader() as opened:
        yield opened


def test_every_page_is_stored_once_byte_for_byte_and_the_archive_is_in_order(
    reader: ArchiveReader, address: str
) -> None:
    for path, (_, body) in PAGES.items():
        (version,) = reader.versions(address + path, visits=True)
        assert reader.body(version) == body, path
    assert list(reader.verify()) == []


def test_a_lost_index_comes_back_the_same(crawled: Archive) -> None:
    def titles() -> list[tuple[str, ...]]:
        with crawled.reader() as reader:
            return [
                (page.url, page.kind, page.title, page.title_source, page.type) for page in reader.all_pages()
            ]

    before = titles()
    for file in crawled.path.glob("index.sqlite*"):
        file.unlink()
    Archive.open(crawled.path)
    assert titles() == before


def test_each_page_is_compared_with_the_next(reader: ArchiveReader, address: str) -> None:
    paths = [path for number, path in enumerate(PAGES) if not number % 5 or "large" in path]
    for one, other in zip(paths, paths[1:] + paths[:1], strict=True):
        a, b = (reader.http(reader.versions(address + path)[0]) for path in (one, other))
        result = compare(a.body, b.body, charset_a=a.charset, charset_b=b.charset)
        assert 0.0 <= result.similarity <= 1.0, (one, other)


@pytest.mark.parametrize("form", FORMATS)
def test_everything_is_exported_and_stays_in_its_folder(
    reader: ArchiveReader, tmp_path: Path, form: str
) -> None:
    report = export(reader, list(reader.all_pages())[::7], tmp_path / "out", form)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(path.is_relative_to(tmp_path / "out") for path in written) and len(written) >= report.files > 0
    if form == "original":
        assert report.skipped == []
    if form == "html":
        assert not any(b"<script" in path.read_bytes().lower() for path in written if path.suffix == ".html")


def test_a_dozen_of_them_is_rendered(
    qtbot: QtBot, crawled: Archive, reader: ArchiveReader, address: str
) -> None:
    """After each the page still answers, so its process lives."""
    context = ReplayContext(crawled)
    view = context.new_view()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    for seed in RENDERED:
        with qtbot.waitSignal(view.loaded, timeout=20_000):
            view.show_capture(reader.versions(f"{address}/small/{seed}")[0])
        answers: list[object] = []
        view.run_script("document.readyState.length > 0", answers.append)
        qtbot.waitUntil(lambda answers=answers: bool(answers), timeout=20_000)
        assert answers == [True], seed
    context.close()
