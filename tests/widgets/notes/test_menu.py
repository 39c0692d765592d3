"""A star and tags for several pages at once, from the menu of the tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.archive.notes.marks import TagInvalid, Target
from widgets.kit import jobs
from widgets.notes.keeper import Keeper
from widgets.notes.menu import MarksMenu, typed_tags

URLS = ["http://a.example/1", "http://a.example/2"]


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def test_what_is_chosen_is_one_act_on_all_pages(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, owner, above = Keeper(tmp_path), QWidget(), QMenu()
    first, second = map(Target, URLS)
    menu = MarksMenu(keeper, URLS, owner, above)
    assert texts(menu) == ["Give a &star", "Add a &tag…"]
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: keeper.mark(first).star and keeper.mark(second).star)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("read, 内核", True))
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: keeper.mark(second).tags == ("read", "内核"))
    menu = MarksMenu(keeper, URLS, owner, above)
    assert texts(menu) == ["Take the &star away", "Add a &tag…", "read", "内核"]
    assert menu.actions()[-2].isChecked()
    menu.actions()[-2].trigger()
    qtbot.waitUntil(lambda: keeper.mark(first).tags == keeper.mark(second).tags == ("内核",))
    keeper.undo()
    qtbot.waitUntil(lambda: "read" in keeper.mark(first).tags and "read" in keeper.mark(second).tags)
    assert not MarksMenu(keeper, [], owner, above).isEnabled()
    jobs.wait_all()
    owner.deleteLater()
    above.deleteLater()


def test_tags_are_typed_with_commas_of_either_kind() -> None:
    assert typed_tags(" a ,b，c,, ") == ("a", "b", "c")
    with pytest.raises(TagInvalid):
        typed_tags("a, #")
