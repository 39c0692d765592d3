"""Stars, tags and notes at a page: written with a click or a key, safe in the archive, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import LOCK, Notebook
from widgets.kit import jobs
from widgets.notes.bar import MarksBar
from widgets.notes.keeper import Keeper

PAGE, OTHER = Target("http://a.example/"), Target("http://b.example/")
VERSION = Change(
    Target(PAGE.url, "202611-0000002"), capture="202611-0000002", date="2026-11-21T08:00:00+00:00"
)


@pytest.fixture
def keeper(qtbot: QtBot, tmp_path: Path) -> Iterator[Keeper]:
    made = Keeper(tmp_path)
    yield made
    jobs.wait_all()


@pytest.fixture
def bar(qtbot: QtBot, keeper: Keeper) -> Iterator[MarksBar]:
    owner = QWidget()
    qtbot.addWidget(owner)
    made = MarksBar(keeper, owner)
    owner.resize(600, 300)
    owner.show()
    made.show_things((Change(PAGE), VERSION))
    yield made
    owner.close()


def stands(qtbot: QtBot, keeper: Keeper, target: Target, **wanted: object) -> None:
    """Wait until a mark is so, in the window and in the file."""
    qtbot.waitUntil(
        lambda: all(getattr(keeper.mark(target), name) == value for name, value in wanted.items())
    )
    mark = Notebook(keeper._book.path.parent).read().mark(target)
    assert all(getattr(mark, name) == value for name, value in wanted.items())


def chips(bar: MarksBar) -> list[str]:
    found = bar._chips.findChildren(QPushButton)
    return [
        button.text() for button in found if button.property("chip") and not button.parentWidget().isHidden()
    ]


def test_a_click_gives_a_star_and_another_takes_it_away(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    bar.star.click()
    stands(qtbot, keeper, PAGE, star=True)
    assert bar.star.isChecked() and "away" in bar.star.accessibleName()
    bar.star.click()
    stands(qtbot, keeper, PAGE, star=False)
    assert not bar.star.isChecked()


def test_tags_are_typed_shown_as_chips_and_taken_away(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    assert bar.isHidden(), "without marks it takes no room"
    bar.tag.click()
    assert bar.field.isVisibleTo(bar)
    bar.field.setText("Linux, to read，内核")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    stands(qtbot, keeper, PAGE, tags=("Linux", "to read", "内核"))
    assert chips(bar) == ["Linux", "to read", "内核"] and bar.field.text() == ""
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.field.isHidden()
    wanted = [
        button for button in bar._chips.findChildren(QToolButton) if "to read" in button.accessibleName()
    ]
    wanted[-1].click()
    stands(qtbot, keeper, PAGE, tags=("Linux", "内核"))
    with qtbot.waitSignal(bar.tag_activated) as told:
        next(one for one in bar._chips.findChildren(QPushButton) if one.text() == "Linux").click()
    assert told.args == ['tag:"Linux"']


def test_known_tags_complete_what_is_typed(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    keeper.write([Change(OTHER, add=("kernel/linux",))])
    qtbot.waitUntil(lambda: bool(keeper.notes.tags))
    bar.ask_tag()
    completer = bar.field.completer()
    completer.setCompletionPrefix("LINUX")
    assert completer.currentCompletion() == "kernel/linux"


def test_what_is_no_tag_is_told_and_stays_to_be_mended(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    bar.ask_tag()
    qtbot.keyClicks(bar.field, "x" * 101)
    with qtbot.waitSignal(keeper.said) as told:
        qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert "100" in told.args[0] and bar.field.text() == "x" * 101


def test_a_note_is_written_kept_on_leaving_and_left_alone_on_escape(
    qtbot: QtBot, keeper: Keeper, bar: MarksBar
) -> None:
    bar.note.click()
    assert bar.editor.isVisibleTo(bar)
    qtbot.keyClicks(bar.editor.text, "Ask again")
    qtbot.keyClick(bar.editor.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    stands(qtbot, keeper, PAGE, note="Ask again")
    assert bar.editor.isHidden() and bar.line.text() == "Ask again"
    bar.line.click()
    qtbot.keyClicks(bar.editor.text, " never")
    qtbot.keyClick(bar.editor.text, Qt.Key.Key_Escape)
    assert bar.editor.isHidden() and keeper.mark(PAGE).note == "Ask again"
    assert bar.note.hasFocus()
    bar.note.click()
    qtbot.keyClicks(bar.editor.text, " in May")
    bar.show_things((Change(OTHER),))  # another page is chosen meanwhile
    stands(qtbot, keeper, PAGE, note="Ask again in May")
    assert keeper.mark(OTHER).note == "" and bar.isHidden()
    bar.show_things((Change(PAGE), VERSION))
    bar.note.click()
    bar.editor.delete.click()
    stands(qtbot, keeper, PAGE, note="")


def test_what_escape_left_can_be_written_on(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    bar.note.click()
    qtbot.keyClick(bar.editor.text, Qt.Key.Key_Escape)  # nothing was typed, and nothing is told
    bar.note.click()
    qtbot.keyClicks(bar.editor.text, "A long thought")
    with qtbot.waitSignal(keeper.said) as told:
        qtbot.keyClick(bar.editor.text, Qt.Key.Key_Escape)
    assert "not kept" in told.args[0] and bar.editor.isHidden()
    told.args[1][1]()
    assert bar.editor.text.toPlainText() == "A long thought"
    bar.editor.keep.click()
    stands(qtbot, keeper, PAGE, note="A long thought")


def test_a_version_alone_can_be_written_on(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    bar.scope.click()
    bar.star.click()
    stands(qtbot, keeper, VERSION.target, star=True, capture="202611-0000002")
    assert not keeper.mark(PAGE).star
    bar.scope.click()
    assert not bar.star.isChecked() and "version" in bar.star.accessibleName()
    bar.scope.click()
    bar.show_things((Change(OTHER), VERSION))
    assert not bar.scope.isChecked(), "another page begins with the page itself"


def test_an_act_is_taken_back_from_the_message_and_by_key(
    qtbot: QtBot, keeper: Keeper, bar: MarksBar
) -> None:
    with qtbot.waitSignal(keeper.said) as told:
        bar.star.click()
    label, act = told.args[1]
    assert label == "Undo" and keeper.can_undo
    act()
    stands(qtbot, keeper, PAGE, star=False)
    qtbot.waitUntil(lambda: keeper.can_redo and not keeper.can_undo)
    keeper.redo()
    stands(qtbot, keeper, PAGE, star=True)
    keeper.undo()
    stands(qtbot, keeper, PAGE, star=False)


def test_quick_acts_are_written_in_their_order(qtbot: QtBot, keeper: Keeper) -> None:
    for number in range(30):
        keeper.write([Change(PAGE, star=number % 2 == 0, note=str(number))])
    stands(qtbot, keeper, PAGE, star=False, note="29")


def test_what_another_program_writes_is_shown(qtbot: QtBot, keeper: Keeper, bar: MarksBar) -> None:
    qtbot.waitUntil(lambda: not keeper._reading)
    Notebook(keeper._book.path.parent).write([Change(PAGE, True, ("theirs",))])
    qtbot.waitUntil(lambda: chips(bar) == ["theirs"])
    assert bar.star.isChecked()


def test_where_nothing_can_be_written_it_is_told_and_shown_as_before(
    qtbot: QtBot, keeper: Keeper, bar: MarksBar
) -> None:
    qtbot.waitUntil(lambda: not keeper._reading)
    (keeper._book.path.parent / LOCK).mkdir()
    with qtbot.waitSignal(jobs.center().failed) as told:
        bar.star.click()
    assert "could not be written" in str(told.args[0])
    assert not bar.star.isChecked()


def test_lines_that_cannot_be_read_are_told_once(qtbot: QtBot, tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, True)])
    with book.path.open("ab") as file:
        file.write(b"{}\n")
    keeper, told = Keeper(tmp_path), list[str]()
    keeper.said.connect(lambda text, _: told.append(text))
    qtbot.waitUntil(lambda: bool(told))
    keeper.write([Change(PAGE, note="more")])
    stands(qtbot, keeper, PAGE, star=True, note="more")
    assert len(told) == 1 and told[0].startswith("1 line")
    jobs.wait_all()
