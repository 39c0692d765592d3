"""Documents that are no web pages: pages of a PDF, key frames of a film, cover and words of a song, files inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.model import NewCapture
from extractors.base.types import Candidate, Document, Line, Member, Official
from widgets.kit import jobs
from widgets.kit.theme import LIGHT
from widgets.page import details as candidates
from widgets.page import fact_words
from widgets.page.area import PageArea
from widgets.page.details import DetailsTab
from widgets.page.documents.pdf import PageStrip
from widgets.page.filmstrip import Enlarged, Frame
from widgets.session import Session

SITE = "http://pond.example/"
FILES = Path(resources.path("sample_site")) / "edition1" / "downloads"
TYPES = {
    "annual-report.pdf": "application/pdf",
    "snow-on-the-pond.mp3": "audio/mpeg",
    "four-seasons.webm": "video/webm",
    "observations.zip": "application/zip",
    "night-opening.docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}


@pytest.fixture
def pond(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    with archive.writer() as writer:
        for name, media_type in TYPES.items():
            writer.store(make_capture(SITE + name, (FILES / name).read_bytes(), media_type=media_type))
        writer.store(make_capture(SITE + "broken.pdf", b"%PDF-1.4\nnothing", media_type="application/pdf"))
        writer.commit()
    return archive


@pytest.fixture
def area(qtbot: QtBot, pond: Archive) -> Iterator[PageArea]:
    session = Session(pond)
    made = PageArea(session)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made
    jobs.wait_all()
    session.close()


def test_a_pdf_shows_its_pages_large_and_small(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "annual-report.pdf")
    pdf = area.views.page.pdf
    qtbot.waitUntil(lambda: pdf.isVisible() and pdf.pages.drawn(0) and pdf.small.drawn(1), timeout=20_000)
    assert pdf.of.text() == "of 2"
    dark = pdf.pages.grab().toImage().pixelColor(pdf.pages.width() // 2, 60)
    assert dark.lightness() < 80, "the band at the top of the report is dark"
    pdf.number.setValue(2)
    assert pdf.small.current == 1
    qtbot.waitUntil(lambda: pdf.pages.drawn(1), timeout=20_000)
    before = pdf.pages.page_width
    with qtbot.waitSignal(area.zoomed):
        QTest.keyClick(pdf.pages, Qt.Key.Key_Plus)
    assert pdf.pages.page_width > before
    pdf.text.click()
    assert area.views.tabs.currentWidget() is area.views.text


def test_a_pdf_that_cannot_be_drawn_keeps_its_card(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "broken.pdf")
    card = area.views.page.card
    qtbot.waitUntil(lambda: card.isVisible() and "damaged" in card.excerpt.text(), timeout=20_000)


def test_a_song_shows_cover_tags_and_words_with_their_times(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "snow-on-the-pond.mp3")
    card = area.views.page.card
    qtbot.waitUntil(
        lambda: bool(card.picture.property("framed")) and card.extras.lyrics.isVisible(), timeout=20_000
    )
    assert "雪落荷塘" in card.extras.lyrics.toPlainText() and "0:02" in card.extras.lyrics.toPlainText()
    assert "四季之声" in card.facts.text() and not card.extras.strip.isVisible()


def test_a_film_shows_its_key_frames_which_can_be_enlarged(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "four-seasons.webm")
    page = area.views.page
    qtbot.waitUntil(lambda: page.card.extras.strip.count >= 3, timeout=20_000)
    assert page.card.play.isVisible() and page.card.extras.strip.isVisible()
    page.card.extras.strip.clicked.emit(page.card.extras.strip.model().index(1, 0))
    assert page.enlarged.isVisible() and page.enlarged.number == 1
    QTest.keyClick(page.enlarged, Qt.Key.Key_Right)
    assert page.enlarged.number == 2
    QTest.keyClick(page.enlarged, Qt.Key.Key_Escape)
    assert not page.enlarged.isVisible()


def test_an_archive_lists_the_files_inside(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "observations.zip")
    card = area.views.page.card
    qtbot.waitUntil(card.extras.table.isVisible, timeout=20_000)
    names = [card.extras.members.index(row, 0).data() for row in range(card.extras.members.rowCount())]
    assert "observations/nights.csv" in names and not card.excerpt.isVisible()
    card.extras.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert card.extras.members.index(0, 0).data() == "observations/nights.csv"


def test_members_without_size_or_date_say_so_and_sort(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "observations.zip")
    extras = area.views.page.card.extras
    extras.show_document(Document("zip", "x", members=(Member("b", 2048), Member("a"))))
    assert [extras.members.index(row, 1).data() for row in range(2)] == ["2.0 kB", "–"]
    assert extras.table.isColumnHidden(2) and extras.table.isColumnHidden(3)


def test_words_without_times_have_no_column_for_them(qtbot: QtBot, area: PageArea) -> None:
    area.show_page(SITE + "snow-on-the-pond.mp3")
    extras = area.views.page.card.extras
    extras.show_document(Document("mp3", "audio/mpeg", lyrics=(Line(-1, "La <la>"),)))
    assert extras.lyrics.toPlainText().strip() == "La <la>"


@pytest.fixture
def strip(qtbot: QtBot) -> PageStrip:
    made = PageStrip(None)
    qtbot.addWidget(made)
    made.resize(500, 600)
    made.set_page_width(300)
    made.show()
    return made


def paper(width: int = 300, height: int = 420) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("yellow"))
    return image


def test_only_pages_in_sight_and_the_next_are_asked_for_one_at_a_time(qtbot: QtBot, strip: PageStrip) -> None:
    asked: list[int] = []
    strip.wanted.connect(lambda number, _width: asked.append(number))
    strip.set_pages(1000)
    strip.ask()
    assert asked == [0]
    while len(asked) < 10:
        before = len(asked)
        strip.put(asked[-1], strip.wished(), paper())
        if len(asked) == before:
            break
    assert asked == [0, 1, 2, 3]
    strip.show_page(500)
    assert asked[-1] in (499, 500)


def test_a_page_that_cannot_be_drawn_is_not_asked_for_again(strip: PageStrip) -> None:
    asked: list[int] = []
    strip.wanted.connect(lambda number, _width: asked.append(number))
    strip.set_pages(1)
    strip.ask()
    strip.put(0, strip.wished(), None)
    strip.ask()
    assert asked == [0]


def test_keys_lead_through_the_pages(qtbot: QtBot, strip: PageStrip) -> None:
    strip.set_pages(20)
    QTest.keyClick(strip, Qt.Key.Key_End)
    assert strip.current == 19
    QTest.keyClick(strip, Qt.Key.Key_Home)
    assert strip.current == 0
    QTest.keyClick(strip, Qt.Key.Key_PageDown)
    assert strip.verticalScrollBar().value() > 0


def test_pictures_take_a_bounded_place_in_memory(strip: PageStrip) -> None:
    strip.set_pages(50)
    for number in range(50):
        strip.put(number, 2400, paper(2400, 3000))
    assert not strip.drawn(0) and strip.drawn(49)


def test_an_enlarged_picture_says_what_it_is(qtbot: QtBot, strip: PageStrip) -> None:
    large = Enlarged(strip)
    large.show_frame([Frame(paper(), "0:02", "0:02 · 300 × 420")], 0)
    assert large.about.text() == "0:02 · 300 × 420" and not large.next.isVisible()


CHOSEN = (
    Candidate("Annual report", "largest text", 0.9, "it is the largest text of the first page"),
    Candidate("Microsoft Word - x.doc", "metadata", 0.2, "looks like the name of a file"),
)


def test_details_say_which_candidate_won_and_why() -> None:
    document = Document("pdf", "application/pdf", title="Annual report", candidates=CHOSEN)
    said = candidates.verdict(document, "Annual report")
    assert said.startswith("It is the largest text of the first page.") and "Re-extract" not in said
    assert "“Old”" in candidates.verdict(document, "Old")
    table = candidates.table(document, LIGHT)
    assert table.count("✓") == 1 and table.index("✓") < table.index("Annual report") < table.index(
        "Microsoft"
    )
    assert candidates.lines(document)[0] == (
        "✓ largest text",
        "Annual report (0.9) it is the largest text of the first page",
    )


def test_without_a_title_no_candidate_is_marked() -> None:
    document = Document("pdf", "application/pdf", candidates=CHOSEN)
    assert "Nothing in this document" in candidates.verdict(document, "x")
    assert "✓" not in candidates.table(document, LIGHT)
    broken = Document("pdf", "application/pdf", error="The PDF is protected by a password.")
    assert candidates.verdict(broken, "") == "The document could not be read."


def test_facts_are_in_words_and_width_and_height_are_one(qapp: object) -> None:
    found = dict(
        fact_words.rows({"duration": "75.2", "width": "640", "height": "480", "odd-key": "as it is"})
    )
    assert found == {"Duration": "1:15", "Size of the picture": "640 × 480 pixels", "odd-key": "as it is"}
    assert fact_words.official(Official("A", "", "B", "")) == [("Issued by", "A"), ("Document number", "B")]


def test_details_ask_to_read_documents_of_this_kind_again(qtbot: QtBot, pond: Archive) -> None:
    session = Session(pond)
    tab = DetailsTab(session, None)
    qtbot.addWidget(tab)
    tab.load(session.reader.latest_version(SITE + "annual-report.pdf"))
    qtbot.waitUntil(tab.again.isEnabled, timeout=20_000)
    assert "Candidates for the title" in tab.view.toPlainText()
    with qtbot.waitSignal(tab.reextract_requested) as asked:
        tab.again.click()
    assert asked.args == ["pdf"]
    jobs.wait_all()
    session.close()
