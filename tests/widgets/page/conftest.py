"""A library whose front page changed, and a session on its archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from widgets.kit import jobs
from widgets.session import Session

HOME = "http://library.example/"
STYLE = "http://library.example/style.css"


def home(edition: int) -> str:
    """The front page in one of its editions; every edition asks for a picture that nobody archived."""
    return f"""<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>City Library 城市图书馆</title>
<link rel="stylesheet" href="/style.css"></head>
<body><h1>Welcome</h1><p>Edition {edition} of this page.</p>
<ul><li>Maps</li><li>Globes</li></ul>
<a href="/about">About</a> <a href="http://elsewhere.example/">Elsewhere</a>
<img src="/lost.png" alt="A lost picture"><p style="height:3000px">The end of the page</p></body></html>"""


@pytest.fixture
def library(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    """Three editions of a front page with a visit, a page about it, a redirect, a table and bytes that are no text."""
    with archive.writer() as writer:
        writer.store(make_capture(STYLE, "body { color: #222 }", media_type="text/css"))
        for edition in range(3):
            stored = writer.store(make_capture(HOME, home(edition), minutes=edition * 1440))
        late = stored.date + timedelta(days=1)
        writer.store(NewVisit(HOME, late, "127.0.0.1", stored.id, 304))
        writer.store(
            make_capture(HOME + "about", "<title>About us</title><h1>About us</h1><p>Since 1902.</p>")
        )
        writer.store(make_capture(HOME + "old", "", status=301, location="/about"))
        writer.store(make_capture(HOME + "blob", bytes(range(256)), media_type="application/octet-stream"))
        writer.store(
            make_capture(
                HOME + "notes.rtf", r"{\rtf1 Plain words in a document\par}", media_type="application/rtf"
            )
        )
        writer.commit()
    return archive


@pytest.fixture
def session(qapp: object, library: Archive) -> Iterator[Session]:
    made = Session(library)
    yield made
    jobs.wait_all()
    made.close()
