"""An archive of three days: a front page that changed, a folder that came on the second day, a site of the third."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.calendar import day_of
from app.archive.model import NewCapture
from tests.conftest import START
from widgets.session import Session
from widgets.shell.main_window import MainWindow

HOME = "http://museum.example/"
NEWS = "http://museum.example/news/today.html"
OTHER = "http://library.example/"
DAY = 24 * 60
YEARS = 3 * 365 * DAY
FIRST, SECOND, THIRD = (day_of(START + timedelta(minutes=minutes)) for minutes in (0, DAY, YEARS))


def page(title: str, text: str) -> str:
    return f'<title>{title}</title><h1>{title}</h1><p>{text}</p><a href="{NEWS}">news</a>'


@pytest.fixture
def museum(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    return fill(
        make_capture(HOME, page("Museum in spring", "Open from nine to five.")),
        make_capture(HOME, page("Museum in summer", "Open until the evening, with concerts."), minutes=DAY),
        make_capture(NEWS, page("First news", "A concert."), minutes=DAY),
        make_capture(HOME, page("Museum in winter", "Closed, and nothing to be heard."), minutes=YEARS),
        make_capture(OTHER, page("Library", "Books."), minutes=YEARS),
    )


@pytest.fixture
def session(qapp: object, museum: Archive) -> Iterator[Session]:
    made = Session(museum)
    yield made
    made.close()


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, museum: Archive) -> MainWindow:
    """The main window with the museum."""
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(museum.path)
    return window
