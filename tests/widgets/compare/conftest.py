"""Versions of a page, of a text and of a picture, and a comparison view on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.compare.view import CompareView
from widgets.kit import jobs
from widgets.session import Session

HOME = "http://museum.example/"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cf500f0003030101c7d8d70a0000000049454e44ae426082"
)
ROOM = (
    "tells at some length of room {n} and of what has been shown there, day after day, for very many years."
)


def paragraphs(edition: int) -> str:
    """Forty rooms; in edition 1 the third has another number, one is new, the last is gone, one has moved."""
    found = [
        f"<section id=r{n}><h2>Room {n}</h2><p>Paragraph {n} {ROOM.format(n=n)}</p></section>"
        for n in range(40)
    ]
    if edition:
        found[2] = found[2].replace("of room 2", "of room 77")
        found.insert(
            20,
            "<section><h2>News</h2><p>A quite new exhibition opens in May, the largest ever: "
            "古代陶瓷展览，来自全国各地的博物馆，展出三百余件珍品。</p></section>",
        )
        found.insert(35, found.pop(8))
        found.pop()
    return "".join(found)


def page(edition: int) -> str:
    style = "<style>p { margin: 0; padding: 20px }</style>"
    picture = "<img src='/lost.png' alt=''>" if edition else ""
    clock = (
        f"<p id=clock>Today is day {edition + 10} of the exhibition, and the doors are open until six.</p>"
    )
    rooms = paragraphs(edition)
    return f"<!DOCTYPE html><title>Museum</title>{style}<body><h1>Museum</h1>{clock}{rooms}{picture}</body>"


def partly_hidden(edition: int) -> str:
    """Its second section differs, which no page shows."""
    words = "Much is said here. " * 20
    section = "<section style='display:{}'><h2>{}</h2><p>{}</p></section>"
    shown = (("block", "first", words), ("none", "second", f"{words}{edition}"), ("block", "third", words))
    return "".join(section.format(*how) for how in shown)


@pytest.fixture
def session(qapp: object, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[Session]:
    register = [f"Item {n}" for n in range(60)]
    with archive.writer() as writer:
        for edition in range(2):
            writer.store(make_capture(HOME, page(edition), minutes=edition * 60))
            writer.store(make_capture(HOME + "hidden", partly_hidden(edition), minutes=edition * 60))
            link = (
                f"<p>All that is on show: <a href='/list/{edition}'>the list of the rooms</a>, in full.</p>"
            )
            writer.store(make_capture(HOME + "link", link, minutes=edition * 60))
            bold = ROOM.format(n=1) if edition else f"<b>{ROOM.format(n=1)}</b>"
            writer.store(make_capture(HOME + "markup", f"<p>{bold}</p>", minutes=edition * 60))
            more = "".join(f"<p>Extra {n} {ROOM.format(n=n)}</p>" for n in range(3)) * edition
            run = f"<p>First {ROOM}</p>{more}<p>Last {ROOM}</p>"
            writer.store(make_capture(HOME + "run", run, minutes=edition * 60))
            register[30] = f"Item 30 was sold in edition {edition}"
            text = "\n".join(register + ["The last line"] * edition)
            writer.store(make_capture(HOME + "register", text, media_type="text/plain", minutes=edition * 60))
            body = PIXEL + bytes(edition)
            writer.store(make_capture(HOME + "dot.png", body, media_type="image/png", minutes=edition * 60))
            blob = bytes([edition]) * 99
            media_type = "application/octet-stream"
            writer.store(make_capture(HOME + "blob", blob, media_type=media_type, minutes=edition * 60))
        writer.commit()
    made = Session(archive)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def view(qtbot: QtBot, session: Session, show_active: Callable[[QWidget], None]) -> CompareView:
    made = CompareView(session)
    qtbot.addWidget(made)
    made.resize(1200, 700)
    show_active(made)
    return made


@pytest.fixture
def compare(qtbot: QtBot, session: Session, view: CompareView) -> Callable[[str], None]:
    """Compare the first two versions of an address, and wait for the result."""

    def show(url: str) -> None:
        a, b = session.reader.versions(url)[:2]
        with qtbot.waitSignal(view.compared, timeout=20_000):
            view.compare(a.id, b.id)

    return show
