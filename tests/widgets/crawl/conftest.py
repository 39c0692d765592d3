"""A crawl of a small real site in which everything happens, and queues of any length."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.schema import opened
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from widgets.crawl.panel import CrawlPanel
from widgets.kit import jobs
from widgets.session import Session

PAGES = {
    "/": "<title>Home</title>"
    + "".join(
        f'<a href="{target}">link to {target}</a>'
        for target in (
            "/a",
            "/b",
            "/gone",
            "/old",
            "/round",
            "/private/x",
            "http://outside.example/",
            "/r/r/r/r/r/",
        )
    ),
    "/a": "<title>A</title><a href='/deep'>deep</a>",
    "/b": "<title>B</title><a href='/a'>a</a>",
    "/deep": "<title>Deep</title><a href='/deeper'>deeper</a>",
    "/deeper": "<title>Deeper</title>",
    "/held": "<title>Held</title>",
    "/robots.txt": "User-agent: *\nDisallow: /private/\n",
}
MOVED = {"/old": "/older", "/older": "/a", "/round": "/round2", "/round2": "/round"}

LET_GO = threading.Event()  # until it is set, /held is not answered
LET_GO.set()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        status = 301 if self.path in MOVED else 200 if self.path in PAGES else 404
        body = PAGES.get(self.path, "").encode()
        if self.path == "/held":
            LET_GO.wait(60)
        self.send_response(status)
        self.send_header("Content-Type", "text/plain" if self.path == "/robots.txt" else "text/html")
        self.send_header("Content-Length", str(len(body)))
        if status == 301:
            self.send_header("Location", MOVED[self.path])
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Silence."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the small site is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def template(address: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Folder of an archive after the crawl, and the job's id."""
    made = Archive.create(tmp_path_factory.mktemp("crawled") / "site.archive", "Test")
    settings = CrawlSettings(seeds=(f"{address}/",), max_depth=2, delay=0, sitemaps=False, retries=0)
    crawl = Crawl.new(made, settings)
    crawl.run()
    made.close()
    assert crawl.error is None
    return made.path, crawl.job_id


@pytest.fixture
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Archive]:
    """An empty archive; for tests that want it `crawled`, a copy of the one after the crawl."""
    path = tmp_path / "test.archive"
    if "crawled" in request.fixturenames:
        shutil.copytree(request.getfixturevalue("template")[0], path)
        made = Archive.open(path)
    else:
        made = Archive.create(path, "Test")
    yield made
    made.close()


@pytest.fixture
def crawled(archive: Archive, template: tuple[Path, str]) -> tuple[Archive, str]:
    """The archive after the crawl, and the job's id."""
    return archive, template[1]


@pytest.fixture
def panel(qtbot: QtBot, light: None, archive: Archive) -> Iterator[CrawlPanel]:
    """The panel over the archive as it is at this moment."""
    session = Session(archive)
    made = CrawlPanel(session)
    qtbot.addWidget(made)
    made.resize(1200, 420)
    made.set_folded(False)
    made.show()
    yield made
    session.close()
    jobs.wait_all()


def queue_of(archive: Archive, count: int) -> str:
    """A job whose queue holds so many addresses of one host."""
    job_id = create_job(archive, CrawlSettings(seeds=("http://a.example/",), order="best", name="Long"))
    with opened(archive.crawl_db) as db:
        (job,) = db.execute("SELECT number FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        host = db.execute(
            "INSERT INTO hosts (job, name, queued) VALUES (?, 'a.example', ?)", (job, count)
        ).lastrowid
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO urls (job, key, url, host, depth, level, hops, chain, state, score)"
            " VALUES (?, ?, ?, ?, 1, 0, 0, 0, 0, ?)",
            (
                (
                    job,
                    number.to_bytes(8, "big"),
                    f"http://a.example/{number:06}/{'x' * 100}",
                    host,
                    count - number,
                )
                for number in range(count)
            ),
        )
        db.execute("COMMIT")
    return job_id


def take_from(archive: Archive, url: str) -> None:
    """An address leaves the queue, as if it had been fetched."""
    with opened(archive.crawl_db) as db:
        db.execute("UPDATE urls SET state = 2 WHERE url = ?", (url,))
