"""The reading view: parts as rich text, long documents in chapters, finding across them, never freezing."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from extractors.base.types import Document, Official, Part
from widgets.kit.loading import Documents
from widgets.page.reading import Block, Chapter, Typography, chapters, columns, pieces, render
from widgets.page.text import TextTab
from widgets.session import Session

LOOK = Typography(
    "#000000", "#555555", "#0000ff", "#eeeeee", "#dddddd", words={"note": "Note", "slide": "Slide {n}"}
)


def rich(*parts: Part) -> str:
    return "".join(pieces(chapters(Document("text", "text/plain", parts=parts))[0].blocks, LOOK))


def document(*parts: Part, **more: object) -> Document:
    return Document("text", "text/plain", text="x", parts=parts, **more)


@pytest.fixture
def text(qtbot: QtBot, session: Session) -> TextTab:
    made = TextTab(session, Documents(), None)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


def shown(qtbot: QtBot, tab: TextTab, read: Document) -> str:
    with qtbot.waitSignal(tab.view.filled, timeout=10_000):
        tab._show(read)
    return tab.view.toPlainText()


def test_parts_are_escaped() -> None:
    assert "&lt;b&gt;" in render(Block(Part("paragraph", "<b>")), LOOK)
    assert "&lt;i&gt;</td>" in render(Block(Part("table", "", rows=(("a",), ("<i>",)))), LOOK)


def test_addresses_in_the_text_are_links_without_the_full_stop_behind_them() -> None:
    found = render(Block(Part("paragraph", "See https://a.example/?x=1&y=2. 见http://b.example/，好")), LOOK)
    assert 'href="https://a.example/?x=1&amp;y=2"' in found and 'href="http://b.example/"' in found


def test_items_of_numbered_lists_show_their_numbers() -> None:
    shown = render(Block(Part("item", "1999 was a year", 1, places="iv.")), LOOK)
    assert "iv.&nbsp;&nbsp;1999 was a year" in shown


def test_formulas_stand_in_a_box_under_their_sheet_with_their_name_once() -> None:
    lines = "\n".join(f"A{row}: =B{row}*2" for row in range(1, 500))
    shown = rich(Part("table", "", rows=(("1",),)), Part("code", lines, role="formulas"))
    assert shown.count(">formulas</p>") == 1
    assert "A1: =B1*2" in shown and "A499: =B499*2" in shown


def test_notes_that_follow_one_another_share_a_box() -> None:
    notes = (
        Part("paragraph", "one", role="note"),
        Part("paragraph", "two", role="note"),
        Part("paragraph", "text"),
    )
    assert rich(*notes).count(">Note</p>") == 1


def test_an_item_that_brings_its_number_along_gets_no_bullet() -> None:
    for own in ("1. East gate", "(b) Dome", "第三条 总则", "2.1. Deeper"):
        assert "•" not in rich(Part("item", own, 1)), own
    assert "•" in rich(Part("item", "1.5 litres of tea", 1))
    assert "◦" in rich(Part("item", "nested", 2))


def test_a_heading_of_a_feed_leads_to_its_entry_and_its_date_is_no_page_header(
    qtbot: QtBot, text: TextTab
) -> None:
    entry = (
        Part("heading", "An entry", 2, url="http://a.example/1"),
        Part("paragraph", "2026-05-04 · Ann", role="header"),
    )
    assert 'href="http://a.example/1"' in rich(*entry)
    feed = Document("xml", "application/rss+xml", text="x", parts=entry)
    assert "Page header" not in shown(qtbot, text, feed)
    assert "Page header" in shown(qtbot, text, Document("docx", "x", text="x", parts=entry))


def test_slides_are_numbered_through_and_tables_align_figures_to_the_right() -> None:
    found = rich(
        Part("heading", "A", role="slide"), Part("paragraph", "x"), Part("heading", "", role="slide")
    )
    assert "Slide 1" in found and "Slide 2" in found
    cells = rich(Part("table", "", rows=(("Name", "n"), ("Vega", "1,204"))))
    assert 'align="right">1,204' in cells and 'align="right">Vega' not in cells


def test_a_long_document_becomes_chapters_and_nothing_is_lost() -> None:
    parts = tuple(Part("paragraph", f"word{n}") for n in range(5000))
    made = chapters(Document("text", "text/plain", parts=parts), budget=10_000)
    words = "\n".join(chapter.text for chapter in made).split("\n")
    assert len(made) > 5 and words == [f"word{n}" for n in range(5000)]


def test_a_paragraph_of_a_million_characters_is_broken_without_losing_one() -> None:
    long = "字" * 1_000_000
    made = chapters(Document("text", "text/plain", parts=(Part("paragraph", long),)))
    blocks = [block for chapter in made for block in chapter.blocks]
    assert (
        "".join(block.part.text for block in blocks) == long
        and max(len(b.part.text) for b in blocks) < 10_000
    )


def test_a_long_table_keeps_its_columns_and_its_one_header() -> None:
    rows = tuple((f"a{n}", "b", "c") for n in range(300))
    made = chapters(Document("xlsx", "x", parts=(Part("table", "", rows=rows),)))
    blocks = [block for chapter in made for block in chapter.blocks]
    assert tuple(row for block in blocks for row in block.part.rows) == rows
    assert (
        len({block.widths for block in blocks}) == 1 and [block.goes_on for block in blocks].count(False) == 1
    )
    assert sum(columns((("a", "a longer cell"), ("b", "织女一")))[0]) == 100


def test_narrow_columns_keep_their_words_whole_and_wide_tables_get_their_room() -> None:
    wordy = (("Description", "New?", "Help"), ("returns a number for " * 9, "1", "#VALUE!"))
    shares, letters = columns(wordy)
    assert letters == 0 and min(shares[1:]) * 84 / 100 >= len("#VALUE!") - 1 and sum(shares) == 100
    wide = tuple(tuple(f"row{row}-column{column}" for column in range(60)) for row in range(3))
    room, letters = columns(wide)
    assert min(room) >= len("row2-column59") and sum(room) == letters
    assert f'width="{round(16 * 0.56 * letters)}"' in rich(Part("table", "", rows=wide))
    assert columns((("一" * 400, "二" * 400),))[1] == 0, "Chinese has room anywhere"


def test_a_table_of_thousands_of_columns_is_shown_as_lines() -> None:
    rows = tuple(tuple(f"r{row}c{column}" for column in range(5_000)) for row in range(2))
    made = chapters(Document("xlsx", "x", parts=(Part("table", "", rows=rows),)))
    shown = " · ".join(block.part.text for chapter in made for block in chapter.blocks)
    assert all(not block.part.rows for chapter in made for block in chapter.blocks)
    assert set(shown.replace("·", " ").split()) == {cell for row in rows for cell in row}


def test_main_text_is_shown_first_and_the_whole_page_on_demand(qtbot: QtBot, text: TextTab) -> None:
    read = document(
        Part("paragraph", "menu"), Part("paragraph", "article"), main=(Part("paragraph", "article"),)
    )
    assert "menu" not in shown(qtbot, text, read)
    with qtbot.waitSignal(text.view.filled):
        text.bar.whole_page.click()
    assert "menu" in text.view.toPlainText()
    text.copy_text()
    assert QGuiApplication.clipboard().text() == "menu\n\narticle"


def test_without_main_text_there_is_nothing_to_choose(qtbot: QtBot, text: TextTab) -> None:
    shown(qtbot, text, document(Part("paragraph", "a")))
    assert not text.bar.main_text.isVisible()


def test_an_official_document_says_who_issued_it_above_its_text(qtbot: QtBot, text: TextTab) -> None:
    read = document(
        Part("paragraph", "正文"),
        official=Official("国务院办公厅", "各省", "国办发〔2026〕3号", "2026-01-15"),
    )
    found = shown(qtbot, text, read)
    assert found.index("国办发〔2026〕3号") < found.index("正文") and "国务院办公厅" in found


def test_what_could_be_read_only_in_part_is_said_above_the_text(qtbot: QtBot, text: TextTab) -> None:
    read = document(Part("paragraph", "a"), warnings=("Only the first 20 of 300 pages were read.",))
    assert "Only the first 20 of 300 pages" in shown(qtbot, text, read)


def test_a_picture_without_text_shows_what_it_says_of_itself(qtbot: QtBot, text: TextTab) -> None:
    read = Document("image", "image/jpeg", metadata={"width": "1200", "camera": "Pinhole"})
    found = shown(qtbot, text, read)
    assert "1,200 pixels" in found.replace("1200", "1,200") and "Pinhole" in found


def test_fifty_million_characters_never_hold_the_window_for_long(qtbot: QtBot, text: TextTab) -> None:
    line = "Many words of a very long text that nobody reads to its end. "
    read = document(*[Part("paragraph", line * 8)] * 100_000)
    waits: list[float] = []

    def slow(work) -> None:
        began = time.thread_time()  # a wall clock would measure what else the machine does
        work()
        waits.append(time.thread_time() - began)

    done: list[bool] = []
    text.view.filled.connect(lambda: done.append(True))
    slow(lambda: text._show(read))
    end = time.monotonic() + 20
    while not done and time.monotonic() < end:
        slow(QCoreApplication.processEvents)
    assert done and len(text._chapters) > 100 and text.chapter_bar.isVisible()
    assert sorted(waits)[-3] < 0.1  # one or two waits may belong to the machine


def three_chapters(tab: TextTab) -> None:
    tab._document = document(Part("paragraph", "x"))
    words = ("alpha needle", "nothing", "needle and needle")
    tab._chapters = [Chapter((Block(Part("paragraph", word)),), word) for word in words]
    tab.find_bar.set_chapters(tab._chapters)
    tab.show_chapter(0)


def test_find_counts_over_all_chapters_and_goes_to_the_next(qtbot: QtBot, text: TextTab) -> None:
    three_chapters(text)
    text.open_find()
    text.find_bar.field.setText("needle")
    qtbot.waitUntil(lambda: text.find_bar.total == 3 and text.find_bar.hits == 1)
    assert text.find_bar.count.text() == "1 of 3"
    text.find_bar.next()
    qtbot.waitUntil(lambda: text.find_bar.count.text() == "2 of 3")
    assert "and needle" in text.view.toPlainText()
    text.find_bar.next()
    text.find_bar.next()
    qtbot.waitUntil(lambda: text.find_bar.count.text() == "1 of 3")
    text.find_bar.previous()
    qtbot.waitUntil(lambda: text.find_bar.count.text() == "3 of 3")


def test_page_down_at_the_end_leads_to_the_next_chapter(qtbot: QtBot, text: TextTab) -> None:
    three_chapters(text)
    QTest.keyClick(text.view, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: "nothing" in text.view.toPlainText())
    QTest.keyClick(text.view, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: "alpha" in text.view.toPlainText())


def test_larger_letters_are_asked_of_the_window(qtbot: QtBot, text: TextTab) -> None:
    shown(qtbot, text, document(Part("paragraph", "a")))
    with qtbot.waitSignal(text.zoomed) as asked:
        text.bar._tools[1].click()
    assert asked.args[0] > 1
