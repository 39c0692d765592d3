"""Words in a page as it looked: folded, in frames and shadow trees, counted in the order one reads, marked and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.kit import jobs
from widgets.page.page_tab import PageTab
from widgets.session import Session

HOME = "http://words.example/"
PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Words</title><body>
<p>臺灣的歷史。</p><p style="display:none">台湾 is hidden</p>
<iframe src="/frame" style="width:400px;height:1600px"></iframe>
<p>台湾 in Ｔａｉｗａｎ, <b>Tai</b>wan's taiwán.</p>
<div id="box" style="height:100px;overflow:auto"><p style="height:3000px">high</p><p>needle</p></div>
<div id="host"></div>
<p>cut</p><p>off</p>
<script>document.getElementById("host").attachShadow({mode: "open"}).innerHTML = "<p>in the Shadow</p>";</script>
"""
FRAME = '<!DOCTYPE html><meta charset="utf-8"><p>台灣 inside</p><p style="height:1200px">high</p><p>deep words</p>'


@pytest.fixture
def tab(qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[PageTab]:
    with archive.writer() as writer:
        page = writer.store(make_capture(HOME, PAGE))
        writer.store(make_capture(HOME + "frame", FRAME))
        writer.commit()
    session = Session(archive)
    made = PageTab(session, None)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    with qtbot.waitSignal(made.make_replay().loaded, timeout=20_000):
        made.load(page)
    yield made
    jobs.wait_all()
    session.close()


def look(qtbot: QtBot, tab: PageTab, words: str, total: int) -> None:
    tab.open_find()
    tab.find_bar.hits = -1
    tab.find_bar.field.setText(words)
    tab.find_bar._search()
    qtbot.waitUntil(lambda: tab.find_bar.hits == total, timeout=10_000)


def marks(qtbot: QtBot, tab: PageTab) -> list[Any]:
    """What is marked in the page, and in its frames: all hits, and the one that is looked at."""
    answers: list[Any] = []
    view = tab.make_replay()
    view.ask("foundMarks", then=answers.append)
    view.frames.ask("foundMarks", then=answers.extend)
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=10_000)
    return answers


def test_a_word_is_found_as_the_search_finds_it_and_in_frames_where_they_stand(
    qtbot: QtBot, tab: PageTab
) -> None:
    look(qtbot, tab, "台湾", 3)
    assert tab.find_bar.count.text() == "1 of 3"
    assert marks(qtbot, tab) == [[["臺灣", "台湾"], ["臺灣"]], [["台灣"], []]]
    tab.find_bar.next()
    assert tab.find_bar.count.text() == "2 of 3"
    assert marks(qtbot, tab) == [[["臺灣", "台湾"], []], [["台灣"], ["台灣"]]]
    tab.find_bar.next()
    assert marks(qtbot, tab) == [[["臺灣", "台湾"], ["台湾"]], [["台灣"], []]]
    tab.find_bar.next()
    assert tab.find_bar.count.text() == "1 of 3"


def test_elements_do_not_cut_words_and_paragraphs_do(qtbot: QtBot, tab: PageTab) -> None:
    look(qtbot, tab, "taiwan", 3)
    assert marks(qtbot, tab)[0][0] == ["Ｔａｉｗａｎ", "Taiwan", "taiwán"]
    look(qtbot, tab, "cut off", 0)
    assert tab.find_bar.count.text() == "Not found"


def test_exactly_as_typed_folds_nothing(qtbot: QtBot, tab: PageTab) -> None:
    tab.find_bar.case.setChecked(True)
    look(qtbot, tab, "台湾", 1)
    assert marks(qtbot, tab)[0][0] == ["台湾"]


def test_words_in_a_shadow_tree_are_found_and_painted_there(qtbot: QtBot, tab: PageTab) -> None:
    look(qtbot, tab, "the shadow", 1)
    assert marks(qtbot, tab)[0] == [["the Shadow"], ["the Shadow"]]


def test_a_hit_is_brought_into_sight_also_in_a_box_and_in_a_frame(qtbot: QtBot, tab: PageTab) -> None:
    scrolled: list[Any] = []
    view = tab.make_replay()
    look(qtbot, tab, "needle", 1)
    view.run_script("document.getElementById('box').scrollTop > 2000", scrolled.append)
    qtbot.waitUntil(lambda: scrolled == [True], timeout=10_000)
    look(qtbot, tab, "deep words", 1)

    def in_sight() -> bool:
        view.run_script("scrollY", scrolled.append)
        return isinstance(scrolled[-1], int | float) and 700 < scrolled[-1] < 1400

    qtbot.waitUntil(in_sight, timeout=10_000)


def test_closing_the_bar_takes_the_marks_away(qtbot: QtBot, tab: PageTab) -> None:
    look(qtbot, tab, "台湾", 3)
    tab.find_bar.close_bar()
    assert marks(qtbot, tab) == [[[], []], [[], []]]


def test_words_that_were_sought_are_marked_when_the_page_is_there(qtbot: QtBot, tab: PageTab) -> None:
    tab.find_bar.seek("歷史")
    with qtbot.waitSignal(tab.make_replay().loaded, timeout=20_000):
        tab.make_replay().reload()
    qtbot.waitUntil(lambda: tab.find_bar.hits == 1, timeout=10_000)
    qtbot.waitUntil(lambda: marks(qtbot, tab)[0] == [["歷史"], ["歷史"]], timeout=10_000)


def test_words_of_a_search_that_stand_together_nowhere_are_each_marked(qtbot: QtBot, tab: PageTab) -> None:
    look(qtbot, tab, "shadow needle", 0)
    assert tab.find_bar.in_text.isVisible()  # what is typed is sought as it is typed
    tab.find_bar.seek("shadow needle")
    qtbot.waitUntil(lambda: tab.find_bar.hits == 2, timeout=10_000)
    assert not tab.find_bar.in_text.isVisible()


def test_the_bar_stays_while_the_window_is_made_anew_around_it(qtbot: QtBot, tab: PageTab) -> None:
    tab.find_bar.seek("台湾")
    tab.window().hide()  # as for the first browser that comes into it
    tab.window().show()
    qtbot.waitUntil(lambda: tab.find_bar.hits == 3, timeout=10_000)
    assert tab.find_bar.isVisible()


def test_the_text_can_be_asked_for_words_that_the_page_does_not_show(qtbot: QtBot, tab: PageTab) -> None:
    asked: list[str] = []
    tab.words_missed.connect(asked.append)
    look(qtbot, tab, "cut off", 0)
    tab.find_bar.in_text.click()
    assert asked == ["cut off"]
