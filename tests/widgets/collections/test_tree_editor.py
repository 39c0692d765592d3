"""The tree of categories and its rules in the window: changed, taken back, saved, and all pages judged by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.classes import categories, hand
from app.classes.categories import Categories, Category, Rule
from app.classes.known import Known
from tests.widgets.collections.test_teaching import LONG, SITE, panel, topics
from widgets.collections import tree_editor
from widgets.collections.panel import CollectionsPanel
from widgets.collections.tree_editor import TreeEditor

__all__ = ["panel", "topics"]
TREE = Categories(
    (Category("a", "Animals", "动物"), Category("a/b", "Birds"), Category("d", "Dogs")),
    (Rule("a/b", "host", "b.test"),),
)


@pytest.fixture
def editor(qtbot: QtBot) -> Iterator[TreeEditor]:
    parent = QWidget()
    qtbot.addWidget(parent)
    made = TreeEditor(TREE, parent)
    made.show()
    yield made
    assert parent is made.parent()  # which is kept until here


def choose(editor: TreeEditor, id: str) -> None:
    editor.list.setCurrentItem(editor._items()[id])


def test_categories_are_added_named_moved_deleted_and_taken_back(editor: TreeEditor) -> None:
    choose(editor, "a")
    editor.add()
    assert editor.id == "a/new-category"
    editor.list.currentItem().setText(0, "Cats")
    editor.list.currentItem().setText(1, "猫")
    assert editor.step.tree.by_id["a/new-category"] == Category("a/new-category", "Cats", "猫")
    choose(editor, "d")
    editor.move_below("a")
    assert editor.id == "a/d" and editor.step.ids == {"d": "a/d"}
    choose(editor, "a/b")
    editor.delete()
    assert "a/b" not in editor.step.tree.by_id and not editor.step.tree.rules
    for _ in range(5):
        editor.undo()
    assert editor.step.tree == TREE and not editor.changed and not editor.undo_button.isEnabled()


def test_rules_are_shown_added_and_taken_out_and_a_wrong_one_is_told(editor: TreeEditor) -> None:
    choose(editor, "a/b")
    assert [editor.rules.topLevelItem(0).text(at) for at in (0, 1)] == ["Site", "b.test"]
    editor.value.setText("wing|beak -plane")
    editor.add_rule()
    assert editor.step.tree.rules[1] == Rule("a/b", "words", "wing|beak -plane")
    editor.kind.setCurrentIndex(editor.kind.findData("regex"))
    editor.value.setText("(")
    editor.add_rule()
    assert editor.trouble.isVisible() and "(" in editor.trouble.text() and editor.value.text() == "("
    editor.rules.setCurrentItem(editor.rules.topLevelItem(0))
    editor.take_rule_out()
    assert [rule.kind for rule in editor.step.tree.rules] == ["words"] and not editor.trouble.isVisible()


def test_a_category_is_found_by_its_words_with_those_above_it(editor: TreeEditor) -> None:
    editor.field.setText("bird")
    hidden = {id: item.isHidden() for id, item in editor._items().items()}
    assert hidden == {"a": False, "a/b": False, "d": True}


def test_what_is_saved_judges_all_pages_and_is_taken_back(
    qtbot: QtBot, panel: CollectionsPanel, topics: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(tree: Categories, _parent: QWidget) -> tree_editor.Step:
        return tree_editor.Step(
            Categories(tree.tree, (Rule("science", "words", "ship|harbour|captain|sail"),)), {}
        )

    monkeypatch.setattr(tree_editor, "edit", edit)
    told = []
    panel.told.connect(lambda said, undo: told.append(undo))
    panel.categories.edit()
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert len(categories.read(topics.path).rules) == 1

    def found() -> int:
        with Known(topics.path) as known:
            return known.totals().get("science", 0)

    qtbot.waitUntil(lambda: found() == 6, timeout=LONG)
    qtbot.waitUntil(lambda: any(one.key == "science" for one in panel.categories.entries), timeout=LONG)
    told[0]()
    qtbot.waitUntil(lambda: found() == 0, timeout=LONG)
    assert hand.read(topics.path)[0] == {} and SITE
