"""An archive with something to be found, and its search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.search.index.feeding import feed
from app.search.results import Results
from app.search.searching import Searcher
from tests.conftest import capture

DAY = 24 * 60
HOME, GRANT, LIST = "http://a.example/", "http://a.example/grant.html", "http://a.example/list.html"


def page(title: str, text: str, links: str = "") -> str:
    """A page with a menu, an article and a foot."""
    paragraphs = "".join(f"<p>{line}</p>" for line in text.split("\n"))
    return (
        f"<html><head><title>{title}</title></head><body><nav><a href='/'>Start</a> <a href='/imprint'>Imprint</a></nav>"
        f"<article><h1>{title}</h1>{paragraphs}{links}</article><footer>All rights reserved</footer></body></html>"
    )


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration folder of the person, with the key of the seal."""
    folder = tmp_path / "config"
    monkeypatch.setenv("TIANWANG_CONFIG", str(folder))
    return folder


def store(archive: Archive, *captures: NewCapture) -> Archive:
    """Captures in an archive."""
    with archive.writer() as writer:
        for new in captures:
            writer.store(new)
    return archive


def filled(archive: Archive) -> Archive:
    """Three pages, one of them in three versions, a text file and a page on another site."""
    home, price = "http://a.example/", "http://a.example/docs/price.html"
    welcome = page("Welcome", "The prices of the museum are <a href='docs/price.html'>what it costs</a>.")
    free = page("Prices", "Entry is free of charge for children.\nAdults pay ten.")
    lost = "The kernel of the museum. <a href='http://gone.example/lost'>Lost treasure</a>"
    return store(
        archive,
        capture(home, welcome),
        capture(price, free),
        capture("http://a.example/zh.html", page("内核调度", "本文介绍操作系统的内核调度，以及進程管理。")),
        capture("http://a.example/notes.txt", "Plain notes on the kernel scheduler", media_type="text/plain"),
        capture("http://b.other.example/x", page("Elsewhere", lost)),
        capture(price, free.replace("is free of charge", "costs five"), minutes=10 * DAY),
        capture(price, free, minutes=20 * DAY),
        capture(home, welcome, minutes=20 * DAY),
    )


def grant(said: str) -> str:
    return page("Support", f"Whoever lives here gets support.\n{said}\nAsk at the town hall.")


def recorded(archive: Archive) -> Archive:
    """A page whose words go and come again, with visits, an error and an answer that it is gone; one that is new; one
    that is gone for good."""
    with_it, without = grant("The subsidy is 500 yuan 补贴 a month."), grant("The allowance ended.")
    return store(
        archive,
        capture(GRANT, with_it),
        capture(HOME, page("Town", "Welcome to the town.")),
        capture(LIST, page("List", "A subsidy for bicycles.")),
        capture(GRANT, with_it, minutes=2 * DAY),
        capture(GRANT, "broken", minutes=3 * DAY, status=503),  # type: ignore[arg-type]
        capture(GRANT, without, minutes=5 * DAY),
        capture(LIST, "No such page", minutes=6 * DAY, status=404),  # type: ignore[arg-type]
        capture(GRANT, without, minutes=7 * DAY),
        capture(GRANT, with_it, minutes=40 * DAY),
        capture("http://b.example/new.html", page("New", "Another subsidy."), minutes=41 * DAY),
        capture("http://b.example/price.txt", "price ten", media_type="text/plain", minutes=41 * DAY),
        capture("http://b.example/price.txt", "price five", media_type="text/plain", minutes=42 * DAY),
    )


@pytest.fixture
def site(archive: Archive) -> Archive:
    """An archive that a test may change."""
    return filled(archive)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """Of such an archive that has been read and that nobody changes."""
    archive = filled(Archive.create(tmp_path_factory.mktemp("search") / "test.archive"))
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def urls(results: Results) -> list[str]:
    """What was found, without the schemes."""
    return [hit.url.partition("://")[2] for hit in results.hits]
