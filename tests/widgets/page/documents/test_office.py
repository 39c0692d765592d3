"""Office documents in the page area: as they look where LibreOffice is installed, else their card and text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.exporting.office import Cancelled, NotConverted
from app.messages import Message
from widgets.kit import jobs
from widgets.page.documents import office
from widgets.page.page_tab import PageTab
from widgets.session import Session

ADDRESS = "http://pond.example/night-opening.docx"
FILES = Path(resources.path("sample_site")) / "edition1" / "downloads"
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class StandIn:
    """In the place of LibreOffice: gives what it is told to, and counts."""

    def __init__(self) -> None:
        self.asked = 0
        self.does: Callable[[Callable[[], bool]], bytes] = lambda _: (
            FILES / "annual-report.pdf"
        ).read_bytes()

    def to_pdf(self, _body: bytes, kind: str, cancelled: Callable[[], bool]) -> bytes:
        assert kind == "docx"
        self.asked += 1
        return self.does(cancelled)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    made = StandIn()
    monkeypatch.setattr(office, "_converter", made)
    monkeypatch.setattr(office, "program", lambda: "soffice")
    monkeypatch.setattr(office, "_REST", 0)
    office._made.clear()
    return made


@pytest.fixture
def tab(
    qtbot: QtBot, stand_in: StandIn, archive: Archive, make_capture: Callable[..., NewCapture]
) -> Iterator[PageTab]:
    with archive.writer() as writer:
        writer.store(make_capture(ADDRESS, (FILES / "night-opening.docx").read_bytes(), media_type=TYPE))
        writer.commit()
    session = Session(archive)
    made = PageTab(session, None)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    yield made
    made.clear()
    jobs.wait_all()
    session.close()


def show(tab: PageTab) -> None:
    capture = tab._session.reader.latest_version(ADDRESS)
    assert capture is not None
    tab.load(capture)


def test_a_document_is_shown_as_it_looks_and_kept(qtbot: QtBot, tab: PageTab, stand_in: StandIn) -> None:
    show(tab)
    qtbot.waitUntil(lambda: tab.pdf.isVisible() and tab.pdf.pages.drawn(0), timeout=30_000)
    assert tab.pdf.pages.count == 2 and "LibreOffice" in tab.pdf.note.text()
    tab.open_find()
    tab.find_bar.field.setText("pond")
    qtbot.waitUntil(lambda: tab.find_bar.hits == 2, timeout=20_000)
    show(tab)
    qtbot.waitUntil(tab.pdf.isVisible, timeout=20_000)
    assert stand_in.asked == 1


def test_where_it_is_switched_off_it_waits_for_a_click(qtbot: QtBot, tab: PageTab, stand_in: StandIn) -> None:
    tab._session.lays_out = False
    show(tab)
    qtbot.waitUntil(tab.card.look.isVisible, timeout=20_000)
    assert tab.card.isVisible() and not stand_in.asked
    tab.card.look.click()
    qtbot.waitUntil(tab.pdf.isVisible, timeout=20_000)
    show(tab)
    qtbot.waitUntil(tab.pdf.isVisible, timeout=20_000)
    assert stand_in.asked == 1, "what was laid out before is shown at once"


def test_when_it_fails_the_card_stays_with_a_sentence_and_can_try_again(
    qtbot: QtBot, tab: PageTab, stand_in: StandIn
) -> None:
    def fails(_: object) -> bytes:
        raise NotConverted(Message("office-slow", seconds="90"))

    usual, stand_in.does = stand_in.does, fails
    show(tab)
    qtbot.waitUntil(lambda: "90 seconds" in tab.card.hint.text(), timeout=20_000)
    assert tab.card.isVisible() and tab.card.look.isVisible()
    stand_in.does = usual
    tab.card.look.click()
    qtbot.waitUntil(tab.pdf.isVisible, timeout=20_000)


def test_work_can_be_stopped_and_another_page_stops_it(qtbot: QtBot, tab: PageTab, stand_in: StandIn) -> None:
    stopped: list[int] = []

    def waits(cancelled: Callable[[], bool]) -> bytes:
        import time

        while not cancelled():
            time.sleep(0.01)
        stopped.append(1)
        raise Cancelled

    stand_in.does = waits
    show(tab)
    qtbot.waitUntil(lambda: "LibreOffice" in tab.card.hint.text() and stand_in.asked == 1, timeout=20_000)
    tab.card.look.click()
    qtbot.waitUntil(lambda: stopped == [1], timeout=20_000)
    assert tab.card.look.isVisible() and not tab.card.hint.isVisible()
    tab.card.look.click()
    qtbot.waitUntil(lambda: stand_in.asked == 2, timeout=20_000)
    tab.clear()
    qtbot.waitUntil(lambda: stopped == [1, 1], timeout=20_000)


def test_without_libreoffice_there_are_card_and_text(
    qtbot: QtBot, tab: PageTab, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "program", lambda: "")
    show(tab)
    qtbot.waitUntil(lambda: tab.card.show_text.isEnabled(), timeout=20_000)
    assert not stand_in.asked and not tab.card.look.isVisible()
    assert "LibreOffice is installed" in tab.card.hint.text()


def test_what_is_no_pdf_is_told(qtbot: QtBot, tab: PageTab, stand_in: StandIn) -> None:
    stand_in.does = lambda _: b"not a PDF"
    show(tab)
    qtbot.waitUntil(lambda: "could not lay" in tab.card.hint.text(), timeout=20_000)
