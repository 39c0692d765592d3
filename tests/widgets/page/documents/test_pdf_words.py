"""Words in the pages of a PDF: found over all pages, marked where they stand, gone through with the page in sight first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.extractors.pdf_files import paged, text
from widgets.kit import jobs
from widgets.page.area import PageArea
from widgets.page.documents.pdf_words import boxes_of
from widgets.session import Session

ADDRESS = "http://words.example/paper.pdf"
PAGES = 50


def page(number: int) -> list[str]:
    words = "臺灣" if number == 3 else "Needle" if number % 10 == 5 else "straw"
    return [text(72, 700, words, 20), text(72, 100, f"below {number}")]


@pytest.fixture
def area(qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[PageArea]:
    body = paged([page(number) for number in range(PAGES)])
    with archive.writer() as writer:
        writer.store(make_capture(ADDRESS, body, media_type="application/pdf"))
        writer.commit()
    session = Session(archive)
    made = PageArea(session)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.show_page(ADDRESS)
    qtbot.waitUntil(lambda: made.views.page.pdf.pages.count == PAGES, timeout=20_000)
    yield made
    jobs.wait_all()
    session.close()


def test_words_are_found_on_all_pages_and_marked(qtbot: QtBot, area: PageArea) -> None:
    area.open_find()
    bar, strip = area.views.page.find_bar, area.views.page.pdf.pages
    assert bar.isVisible()
    bar.field.setText("needle")
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 5", timeout=20_000)
    assert sorted(strip._marks) == [5, 15, 25, 35, 45] and strip._here[0] == 5
    assert strip._place(5).intersects(strip.viewport().rect())
    box = strip._marks[5][0]
    assert 0.1 < box.left() < 0.13 and 0.08 < box.top() < 0.13 and box.width() < 0.2
    area.step_find(-1)
    assert bar.count.text() == "5 of 5" and strip._here[0] == 45


def test_going_through_them_begins_at_the_page_in_sight(qtbot: QtBot, area: PageArea) -> None:
    area.views.page.pdf.show_page(20)
    area.open_find()
    bar = area.views.page.find_bar
    bar.field.setText("needle")
    qtbot.waitUntil(lambda: bar.count.text() == "3 of 5", timeout=20_000)


def test_a_hit_of_the_search_is_marked_when_the_pages_are_there(qtbot: QtBot, area: PageArea) -> None:
    area.reload()
    area.seek("台湾")
    bar = area.views.page.find_bar
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 1", timeout=20_000)
    bar.close_bar()
    assert not area.views.page.pdf.pages._marks


def test_words_looked_for_while_the_pages_come_are_found_when_they_are_there(
    qtbot: QtBot, area: PageArea
) -> None:
    """As on a busy machine, where the bar looks between the document before and the next one."""
    bar, strip = area.views.page.find_bar, area.views.page.pdf.pages
    area.reload()
    area._load_tab()
    assert not strip.count
    area.seek("needle")
    bar._search()
    qtbot.waitUntil(lambda: bar.count.text() == "1 of 5", timeout=20_000)
    area._loaded.clear()
    area._load_tab()  # what was marked is marked again
    qtbot.waitUntil(lambda: len(strip._marks) == 5, timeout=20_000)


def test_words_over_two_lines_have_a_box_on_each(qtbot: QtBot) -> None:
    from extractors.pdf.words import read_words, unpacked

    data = paged([[text(72, 700, "one two", 20), text(72, 670, "three four", 20)]])
    found = unpacked(read_words(data, 0, 1))[0]
    begin, end = found.text.index("two"), found.text.index("three") + 5
    boxes = boxes_of(found, begin, end)
    assert len(boxes) == 2 and boxes[0].bottom() <= boxes[1].top() + 0.02


def test_words_that_the_pages_do_not_tell_are_sought_in_the_text(qtbot: QtBot, area: PageArea) -> None:
    area.seek("hidden words")
    text = area.views.text
    qtbot.waitUntil(lambda: area.views.tabs.currentWidget() is text, timeout=20_000)
    assert text.find_bar.field.text() == "hidden words" and text.find_bar.isVisible()
    area.views.tabs.setCurrentWidget(area.views.page)
    area.open_find()
    area.views.page.find_bar.field.setText("typed words")  # who types sees that they are not there
    qtbot.waitUntil(lambda: area.views.page.find_bar.count.text() == "Not found", timeout=20_000)
    assert area.views.tabs.currentWidget() is area.views.page
