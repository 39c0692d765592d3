"""Stars, tags and notes on blocks: written on the card, found again in other versions by what the block says."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.archive.notes.notebook import Notebook
from tests.widgets.blocks.conftest import HOME, OPEN, REPAIRS
from tests.widgets.blocks.test_tab import number_of
from widgets.blocks.tab import BlocksTab
from widgets.session import Session

Load = Callable[..., BlocksTab]


def test_a_block_gets_a_star_and_a_note_that_stand_on_it_alone(
    qtbot: QtBot, session: Session, load: Load
) -> None:
    tab = load()
    number = number_of(tab, "closed for repairs")
    tab.choose(number)
    assert "Ctrl" not in tab.card.marks.star.toolTip()
    tab.card.marks.star.click()
    qtbot.waitUntil(lambda: number in tab.marked.signs())
    tab.card.marks.note.click()
    tab.card.marks.editor.text.setPlainText("until when?")
    tab.card.marks.editor.keep.click()
    qtbot.waitUntil(lambda: "✎" in tab.marked.signs()[number])
    assert tab.tree._items[number].text(0).startswith("★ ✎  ")
    (mark,) = Notebook(session.path).read().of_page(HOME)
    assert mark.star and mark.note == "until when?" and REPAIRS[:60] in mark.excerpt
    other = number_of(tab, "Atlas")
    tab.choose(other)
    assert not tab.card.marks.star.isChecked() and tab.card.marks.isHidden()


def test_a_mark_is_found_again_in_versions_that_say_the_same_and_told_where_they_do_not(
    qtbot: QtBot, session: Session, load: Load
) -> None:
    tab = load(number=3)
    number = number_of(tab, "closed for repairs")
    tab.choose(number)
    tab.card.marks.star.click()
    qtbot.waitUntil(lambda: number in tab.marked.signs())
    tab = load(number=2)
    again = number_of(tab, "closed for repairs")
    qtbot.waitUntil(lambda: again in tab.marked.signs())
    tab.choose(again)
    assert tab.card.marks.star.isChecked() and tab.card.earlier.isHidden()
    tab = load(number=0)
    before = number_of(tab, OPEN[:20])
    tab.choose(before)
    assert before in tab.marked.signs(), "most of what it begins with is the same"
    assert not tab.card.earlier.isHidden()
