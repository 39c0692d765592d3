"""The tree narrowed to pages with a tag, a star or a note."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.notes.marks import Change, Target
from widgets.session import Session
from widgets.tree.facets import NOTED, STARRED, chip
from widgets.tree.panel import TreePanel

FIRST, SECOND, DEEP = (
    "http://a.example/news/1.html",
    "http://a.example/news/2.html",
    "http://b.example/deep/er/page.html",
)


@pytest.fixture
def panel(qtbot: QtBot, session: Session, settings: object, light: None) -> TreePanel:
    session.notes.write(
        [
            Change(Target(FIRST), True, ("Linux",)),
            Change(Target(SECOND), add=("linux", "read")),
            Change(Target(DEEP), note="about it"),
        ]
    )
    qtbot.waitUntil(lambda: bool(session.notes.notes.tags))
    made = TreePanel(session, settings)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.resize(400, 600)
    made.show()
    return made


def shown(panel: TreePanel) -> int:
    """How many pages the tree has."""
    selection = panel.model.shown.selection
    return selection.pages if selection is not None else -1


def test_tags_are_counted_and_narrow_the_tree(qtbot: QtBot, panel: TreePanel) -> None:
    with qtbot.waitSignal(panel.facets.counted) as told:
        panel.facets.count()
    assert told.args[0]["tag"] == [(STARRED, 1), (NOTED, 1), ("Linux", 2), ("read", 1)]
    with qtbot.waitSignal(panel.facets.chosen):
        panel.facets.toggle("tag", "Linux", True)
    qtbot.waitUntil(lambda: shown(panel) == 2)
    assert [one.text() for one in panel.head.chips.chips] == ["Linux"]
    with qtbot.waitSignal(panel.facets.chosen):
        panel.facets.toggle("tag", STARRED, True)  # any of them
    assert shown(panel) == 2 and "★" in chip("tag", STARRED)
    panel.facets.toggle("tag", "Linux", False)
    qtbot.waitUntil(lambda: shown(panel) == 1)
    panel.facets.toggle("tag", NOTED, True)
    panel.facets.toggle("tag", STARRED, False)  # before the first was looked up
    qtbot.waitUntil(lambda: panel.facets.choice.tag == (NOTED,) and shown(panel) == 1)
    panel.facets.clear()
    qtbot.waitUntil(lambda: shown(panel) == -1)
    assert panel.facets.choice.pages is None


def test_a_tag_that_is_given_or_taken_away_changes_what_is_shown(
    qtbot: QtBot, panel: TreePanel, session: Session, tmp_path: Path
) -> None:
    panel.facets.toggle("tag", "read", True)
    qtbot.waitUntil(lambda: shown(panel) == 1)
    session.notes.write([Change(Target(DEEP), add=("READ",))])
    qtbot.waitUntil(lambda: shown(panel) == 2)
    session.notes.undo()
    qtbot.waitUntil(lambda: shown(panel) == 1)
    panel.facets.toggle("tag", "read", False)
    panel.facets.toggle("tag", "nobody has this", True)
    qtbot.waitUntil(lambda: shown(panel) == 0)


def test_the_filter_of_the_tree_keeps_to_the_tag(qtbot: QtBot, panel: TreePanel) -> None:
    panel.facets.toggle("tag", "Linux", True)
    qtbot.waitUntil(lambda: shown(panel) == 2)
    panel.filter.setText("news")
    qtbot.waitUntil(lambda: panel.results.total == 2)
    panel.filter.setText("page")
    qtbot.waitUntil(lambda: panel.results.total == 0)
