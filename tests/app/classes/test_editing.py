"""A tree of categories changed: added to, renamed, moved, cut, with its rules and the pages that were put there."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.archive.notes.notebook import Notebook
from app.classes import categories, editing, hand
from app.classes.categories import Categories, CategoriesUnfit, Category, Rule

TREE = Categories(
    (Category("a", "A", "甲"), Category("a/b", "B"), Category("a/b/c", "C"), Category("d", "D")),
    (Rule("a/b", "host", "b.test"), Rule("d", "words", "dee"), Rule("a/b/c", "words", "see")),
)


def ids(tree: Categories) -> list[str]:
    return [one.id for one in tree.tree]


def test_a_category_is_added_behind_its_sisters_and_no_id_stands_twice() -> None:
    tree, id = editing.added(TREE, "a", "New / things", "新")
    assert id == "a/new-things" and ids(tree) == ["a", "a/b", "a/b/c", id, "d"] and tree.own
    tree, again = editing.added(tree, "a", "new things")
    assert again == "a/new-things-2"
    tree, top = editing.added(tree, "", "", "动物")
    assert top == "动物" and tree.by_id[top].en == "动物" and ids(tree)[-1] == top


def test_another_name_leaves_the_id() -> None:
    tree = editing.renamed(TREE, "a/b", "Bee", "蜂")
    assert ids(tree) == ids(TREE) and tree.by_id["a/b"].name("zh-CN") == "蜂"
    with pytest.raises(CategoriesUnfit):
        editing.renamed(TREE, "a/b", " ", "")


def test_what_stands_below_and_rules_move_along() -> None:
    tree, moves = editing.moved(TREE, "a/b", "d")
    assert ids(tree) == ["a", "d", "d/b", "d/b/c"] and moves == {"a/b": "d/b", "a/b/c": "d/b/c"}
    assert [rule.category for rule in tree.rules] == ["d/b", "d", "d/b/c"]
    back, more = editing.moved(tree, "d/b", "a")
    assert ids(back) == ids(TREE) and back.rules == TREE.rules
    assert editing.followed(moves, more) == {"a/b": "a/b", "a/b/c": "a/b/c"}
    assert editing.followed({}, moves) == moves
    with pytest.raises(CategoriesUnfit):
        editing.moved(TREE, "a", "a/b/c")


def test_what_is_deleted_takes_what_is_below_and_its_rules() -> None:
    tree = editing.deleted(TREE, "a")
    assert ids(tree) == ["d"] and [rule.category for rule in tree.rules] == ["d"]
    with pytest.raises(CategoriesUnfit):
        editing.deleted(tree, "d")


def test_rules_that_stay_keep_their_place() -> None:
    fresh = Rule("a/b", "words", "bee|hive")
    tree = editing.ruled(TREE, "a/b", [fresh, TREE.rules[0]])
    assert tree.rules == (*TREE.rules, fresh) and not tree.own
    assert editing.ruled(tree, "a/b", []).rules == TREE.rules[1:]
    with pytest.raises(CategoriesUnfit):
        editing.ruled(TREE, "a", [Rule("a", "regex", "(")])


def test_pages_by_hand_go_along_when_it_is_saved(tmp_path: Path) -> None:
    hand.assign(Notebook(tmp_path), ["http://a.test/1"], "a/b")
    tree, moves = editing.moved(TREE, "a/b", "d")
    editing.save(tmp_path, tree, moves)
    assert categories.read(tmp_path).tree == tree.tree
    assert hand.read(tmp_path)[0] == {"http://a.test/1": "d/b"}


def test_the_tree_of_the_program_comes_back_with_the_rules_that_fit() -> None:
    tree = editing.usual(Categories(TREE.tree, (Rule("a", "words", "x"), Rule("science", "words", "atom"))))
    assert not tree.own and [rule.category for rule in tree.rules] == ["science"]
