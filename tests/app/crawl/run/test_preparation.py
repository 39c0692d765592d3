"""Who prepares pages: this process, or one beside it once a crawl is quick; what comes out is the same."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.archive import pooling
from app.archive.documents.preparing import ToRead, read_page
from app.archive.model import NewCapture
from app.crawl.run import preparation
from app.crawl.run.preparation import QUICK, Preparation
from app.tianwang.writer import pack
from extractors.base.types import Document
from extractors.door import guarded
from extractors.door.workers import CANCELLED

ROOT = Path(__file__).parents[4]
BODY = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>T</title><p>"
    + b"Some words. " * 40
    + b"<a href=/b>b</a>"
)
PAGE = ToRead(
    NewCapture("http://h.org/a", datetime(2026, 5, 1, tzinfo=UTC), None, BODY), text=True, fingerprint=True
)


class Clock:
    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "started"), [(1.2 / QUICK, False), (0.8 / QUICK, True)])
def test_only_a_quick_crawl_gets_a_process(
    monkeypatch: pytest.MonkeyPatch, step: float, started: bool
) -> None:
    monkeypatch.setattr(preparation, "time", Clock(step))
    shop = Preparation(size=1)
    try:
        for _ in range(3 * QUICK):
            shop.read(PAGE)
        assert (shop._crew._starter is not None) == started
    finally:
        shop.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether a process can be copied")
@pytest.mark.parametrize("quick", [True, False])
def test_a_crawl_without_delay_has_its_process_before_its_first_page(quick: bool) -> None:
    script = f"""
from app.crawl.run.preparation import Preparation
shop = Preparation(size=1, quick={quick})
print([type(mate._process).__name__ for mate in shop._crew._processes])
shop.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert done.stdout.split() == (["['Forked']"] if quick else ["[]"]), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether a process can be copied")
def test_a_crawl_in_a_thread_of_its_own_has_its_process_before_that_thread(tmp_path: Path) -> None:
    script = f"""
from pathlib import Path
from app.archive.archive import Archive
from app.crawl.run.crawl import Crawl; from app.crawl.rules.settings import CrawlSettings
seed = "http://127.0.0.1:1/"
archive = Archive.create(Path({str(tmp_path / "a.archive")!r}))
crawl = Crawl.new(archive, CrawlSettings(seeds=(seed,), delay=0, retries=0))
crawl.start()
print([type(mate._process).__name__ for mate in crawl._preparation._crew._processes] or "one processor")
crawl.stop()
print(crawl.join(30))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert done.stdout.split("\n")[0] in (str(["Forked"] * pooling.size_here()), "one processor"), done.stderr
    assert done.stdout.split("\n")[1] == "True", done.stderr


def test_a_crawl_loads_only_what_it_uses(site: Any, tmp_path: Path) -> None:
    """Not the browser's proxy and its certificates, nor other engines and proxies, nor the partition of pages, nor what
    judges categories."""
    site.links(a="b", b="")
    script = f"""
import sys
from pathlib import Path
from app.archive.archive import Archive
from app.blocks.cutting.levels import PageDivider
from app.crawl.net.child_browser import child_browser
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
archive = Archive.create(Path({str(tmp_path / "a.archive")!r}))
settings = CrawlSettings(seeds=({site.url + "/a"!r},), delay=0)
crawl = Crawl.new(archive, settings, browser=child_browser(), divider=PageDivider())
crawl.run()
print(crawl.progress().pages)
unused = ("app.recording", "app.loopback", "cryptography", "httpcore", "h2", "python_socks", "aiohttp_socks")
unused = (*unused, "app.classes", "app.templates", "numpy")
print([name for name in (*unused, "app.blocks.cutting.cutting") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert done.stdout.split("\n")[:2] == ["2", "[]"], done.stderr


PDF = ToRead(
    NewCapture(
        "http://h.org/a.pdf", datetime(2026, 5, 1, tzinfo=UTC), None, b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n"
    )
)


def test_a_document_that_hangs_holds_up_neither_other_pages_nor_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PDFs are not given to the process that reads pages; closing gives them up."""
    begun = threading.Event()

    class Hanging:
        def extract(self, data: bytes, *, cancelled: Callable[[], bool], **how: object) -> Document:
            begun.set()
            while not cancelled():
                time.sleep(0.005)
            return Document("", "", error=CANCELLED)

    monkeypatch.setattr(guarded, "shared", Hanging)
    shop = Preparation(size=1)
    shop._quick = True
    thread = threading.Thread(target=shop.read, args=(PDF, "application/pdf"))
    thread.start()
    assert begun.wait(30)
    assert shop.read(PAGE, "text/html; charset=utf-8") == read_page(PAGE)
    shop.close()
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("content_type", "textual"),
    [
        ("text/html", True),
        ("", True),
        ("application/xhtml+xml", True),
        ("application/rss+xml", True),
        ("application/json", True),
        ("application/x-javascript", True),
        ("application/pdf", False),
        ("image/png", False),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", False),
        ("application/octet-stream", False),
    ],
)
def test_only_what_is_text_goes_to_the_process_that_reads_pages(content_type: str, textual: bool) -> None:
    assert bool(preparation.is_textual(content_type)) == textual


@pytest.mark.parametrize("data", [BODY, b"HTTP/1.1 200 OK\r\n\r\n\x00\xff"])
def test_the_thread_that_waits_compresses_and_the_outcome_is_the_same(data: bytes) -> None:
    """All but for the level of compression. Also where that saves nothing: then DATA is there as it came."""
    page = PAGE._replace(new=PAGE.new.with_data(data))
    here = read_page(page)
    assert bool(here.packed) != bool(here.new.data)
    shop = Preparation(size=1)
    shop._quick = True
    try:
        made = None
        deadline = time.monotonic() + 30
        while made is None and time.monotonic() < deadline:
            made = shop.read_beside([page])
        assert made == [here._replace(packed=pack(data, preparation.QUICK_LEVEL) or b"")]
    finally:
        shop.close()


def test_another_process_finds_the_same_as_this_one() -> None:
    here = read_page(PAGE)
    shop = Preparation(size=1)
    try:
        made = None
        deadline = time.monotonic() + 30
        while made is None and time.monotonic() < deadline:
            made = shop._crew.made(read_page, [PAGE])
        assert made == [here]
        assert here.new.data == b"" and here.size == len(BODY)
        assert here.text and here.fingerprint
    finally:
        shop.close()
    # with its processes gone, the work is done here
    shop._quick = True
    assert shop.read(PAGE) == here
