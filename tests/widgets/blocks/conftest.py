"""A library whose front page has clear parts and several versions, and a Blocks tab over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.blocks.histories import Histories
from widgets.blocks.tab import BlocksTab
from widgets.kit import jobs
from widgets.session import Session

HOME = "http://library.example/"
REPAIRS = "The map room is closed for repairs until further notice, and readers are asked to use the hall."


OPEN = "The map room is open as ever, and readers are asked to use the stairs of the hall."
ITEMS = (
    "Atlas of the northern seas, in its binding",
    "A globe of the moon with names in Latin",
    "Letters of a librarian",
)


def home(edition: int) -> str:
    """The front page; its second paragraph says something else from the third edition on."""
    items = "".join(f"<li>{item}</li>" for item in ITEMS)
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>City Library</title></head><body>
<header><h1>City Library 城市图书馆</h1><p>Reading rooms, maps and globes since 1902</p></header>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/maps">Maps</a> <a href="/visit">Visit us</a></nav>
<main><article><h2>Opening hours in winter</h2><p>The reading room is open from nine to six on weekdays. On Saturdays
it closes at noon, and on Sundays the whole house stays closed, as it has done since it was built.</p>
<p>{REPAIRS if edition >= 2 else OPEN}</p>
<h2>New acquisitions</h2><ul>{items}</ul></article><aside><h3>Visitors</h3><p>Seen {edition} times</p></aside></main>
<form action="/s"><input name="q"><input type="submit" value="Search"></form>
<footer>© 2026 City Library. All rights reserved.</footer></body></html>"""


@pytest.fixture
def library(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    with archive.writer() as writer:
        for edition in range(4):
            page = (
                home(edition).replace("since 1902", f"since 1902, seen {edition} times")
                if edition == 1
                else home(edition)
            )
            writer.store(make_capture(HOME, page, minutes=edition * 1440))
        writer.store(make_capture(HOME + "old", "", status=301, location="/"))
        writer.store(make_capture(HOME + "nothing", ""))
        writer.store(
            make_capture(
                HOME + "about", f"<title>About</title><h1>About us</h1><p>{REPAIRS}</p>", minutes=9999
            )
        )
        for day, word in enumerate(("more", "even more")):
            notes = rf"{{\rtf1 Plain words in a document\par And {word} of them\par}}"
            writer.store(
                make_capture(HOME + "notes.rtf", notes, media_type="application/rtf", minutes=day * 1440)
            )
        writer.store(make_capture(HOME + "blob", bytes(range(256)), media_type="application/octet-stream"))
        writer.commit()
    return archive


@pytest.fixture
def session(qapp: object, library: Archive) -> Iterator[Session]:
    made = Session(library)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def tab(qtbot: QtBot, light: None, session: Session) -> BlocksTab:
    made = BlocksTab(session, Histories(session), None)
    qtbot.addWidget(made)
    made.resize(1000, 640)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.fixture
def load(qtbot: QtBot, session: Session, tab: BlocksTab) -> Callable[..., BlocksTab]:
    """Show the newest version of an address, or another, and wait for its blocks."""

    def show(url: str = HOME, number: int = -1) -> BlocksTab:
        with qtbot.waitSignal(tab.cut_done, timeout=20_000):
            tab.load(session.reader.versions(url)[number])
        return tab

    return show
