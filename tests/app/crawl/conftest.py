"""A real HTTP server for each test: pages from a dictionary, special behaviour from functions, all requests noted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import refusals
from app.crawl.rules.model import CrawlProgress, LogEntry
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from tests.app.crawl.certificates import Authority

Answer = Callable[[BaseHTTPRequestHandler], None]


class Site(ThreadingHTTPServer):
    """`pages` maps a path (with query) to HTML, to (status, headers, body), or to a function of the handler."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.pages: dict[str, str | tuple[int, dict[str, str], bytes] | Answer] = {}
        self.requests: list[str] = []
        self.headers: dict[str, dict[str, str]] = {}
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def links(self, **pages: str) -> None:
        """Pages named by a letter with links to others: links(a="b c") serves /a with links to /b and /c."""
        for name, targets in pages.items():
            self.pages[f"/{name}"] = "".join(
                f'<a href="/{target}">{target}</a>' for target in targets.split()
            )

    def rise(self) -> None:
        """Answer from now on."""
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def fall(self) -> None:
        """Refuse every connection from now on."""
        self.closing.set()
        self.shutdown()
        self.server_close()
        self._thread.join()

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site
    wbufsize = 64 * 1024
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        site = self.server
        site.requests.append(self.path)
        site.headers[self.path] = dict(self.headers)
        answer = site.pages.get(self.path)
        if answer is None:
            answer = (404, {"Content-Type": "text/html"}, b"not here")
        if isinstance(answer, str):
            answer = (200, {"Content-Type": "text/html; charset=utf-8"}, answer.encode())
        if isinstance(answer, tuple):
            self.reply(*answer)
        else:
            with suppress(ConnectionError):
                answer(self)

    def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Until it holds; the crawl's own thread brings it about."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.005)):
        if condition():
            return
        pause.wait(0.005)
    raise AssertionError("it did not happen in time")


@pytest.fixture
def site() -> Iterator[Site]:
    server = Site()
    server.rise()
    yield server
    server.fall()


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration folder of the person, empty."""
    folder = tmp_path / "config"
    monkeypatch.setenv("TIANWANG_CONFIG", str(folder))
    return folder


@pytest.fixture
def settings(site: Site) -> Callable[..., CrawlSettings]:
    """Settings for the local site: no delays, one worker, quick second tries."""

    def make(*seeds: str, **more: object) -> CrawlSettings:
        values: dict[str, object] = {
            "seeds": tuple(site.url + seed if seed.startswith("/") else seed for seed in seeds or ("/a",)),
            "delay": 0.0,
            "workers": 1,
            "per_host": 8,
            "backoff": 0.01,
            "timeout": 5.0,
            "sitemaps": False,
        }
        return CrawlSettings(**{**values, **more})  # type: ignore[arg-type]

    return make


@pytest.fixture
def crawl(
    archive: Archive, settings: Callable[..., CrawlSettings]
) -> Callable[..., tuple[Crawl, CrawlProgress]]:
    """Run a crawl to its end; it must not fail."""

    def run(*seeds: str, **more: object) -> tuple[Crawl, CrawlProgress]:
        job = Crawl.new(archive, settings(*seeds, **more))
        job.run()
        assert job.error is None
        return job, job.progress()

    return run


@pytest.fixture
def log(archive: Archive) -> Callable[[Crawl], list[LogEntry]]:
    return lambda job: refusals(archive, job.job_id, limit=10_000)


@pytest.fixture
def reasons(archive: Archive, site: Site) -> Callable[[Crawl], dict[str, tuple[str, str]]]:
    """Path (or foreign address) → (kind, reason) of all log entries."""

    def read(job: Crawl) -> dict[str, tuple[str, str]]:
        entries = refusals(archive, job.job_id, limit=10_000)
        return {entry.url.removeprefix(site.url): (entry.kind, entry.reason) for entry in entries}

    return read


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that the crawler trusts."""
    folder = tmp_path / "certificates"
    folder.mkdir()
    made = Authority(folder)
    monkeypatch.setattr("certifi.where", lambda: str(made.pem))
    return made
