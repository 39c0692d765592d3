"""An archive with something to read behind the service, searchable."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.search.index.feeding import feed
from app.service.collection import Hidden
from tests.app.service.conftest import serving

POND = "http://pond.test/"
SECRET = f"{POND}secret/plan.html"
EVIL = '<script>document.title="ran"</script><img src="x.png" onerror="document.title=1">'


def _page(url: str, day: int, title: str, body: str, kind: str = "text/html; charset=utf-8") -> NewCapture:
    html = f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"
    data = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{html if 'html' in kind else body}".encode()
    return NewCapture(url, datetime(2020, 3, day, 9, 30, tzinfo=UTC), None, data)


def pond(path: Path) -> Archive:
    """A site with two versions of its home page, an article, a hidden page, and a text that is no page."""
    archive = Archive.create(path, "The <Pond>")
    with archive.writer() as writer:
        words = "<p>The lotus opens at dawn and closes at noon.</p><p>Frogs sing here.</p>"
        first = writer.store(
            _page(POND, 1, "Pond", f"<h1>Pond</h1>{words}<a href='news.html' target=_blank>n</a>{EVIL}")
        )
        writer.store(NewVisit(POND, datetime(2020, 3, 2, 9, tzinfo=UTC), None, first.id, 304))
        changed = words.replace("at noon", "in the evening").replace("Frogs sing here.", "Toads sleep here.")
        writer.store(_page(POND, 5, "Pond", f"<h1>Pond</h1>{changed}<a href='news.html'>n</a>"))
        writer.store(
            _page(f"{POND}news.html", 5, "荷花新闻 & news", "<p>今天荷花开了。The lotus is the news.</p>")
        )
        writer.store(_page(SECRET, 5, "Secret lotus plan", "<p>The lotus is to be sold to Zanzibar.</p>"))
        writer.store(_page(f"{POND}list.csv", 5, "", "name,leaves\nlotus,128\n", "text/csv"))
        writer.commit()
    feed(archive)
    return archive


@pytest.fixture(scope="session")
def pond_archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return pond(tmp_path_factory.mktemp("room") / "pond.archive")


@pytest.fixture(scope="session")
def room(pond_archive: Archive) -> Iterator[httpx.Client]:
    """A client of a service that hides one page."""
    hidden = Hidden("test,pond)/secret", None, "A person asked for it")
    with serving(pond_archive, hidden=(hidden,)) as client:
        client.headers["Accept"] = "text/html"
        yield client
