"""Pages that are nearly the same as others, in the tree: a sign, a sentence, both behind the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from app.archive.archive import Archive
from tests.app.likeness.test_feeding import SITE, page, story
from tests.conftest import capture
from widgets.session import Session
from widgets.tree import alike, cells, kinds
from widgets.tree.panel import TreePanel


@pytest.fixture
def panel(qtbot, light, fill: Callable[..., Archive], settings, monkeypatch: pytest.MonkeyPatch) -> TreePanel:
    for module in (alike, kinds):
        monkeypatch.setattr(module, "BEGIN_MS", 1_000_000)
    text = story(1)
    session = Session(
        fill(
            capture(f"{SITE}/1", page(text)),
            capture(f"{SITE}/2", page(story(2))),
            capture(f"{SITE}/3", page(f"{text} corrected")),
        )
    )
    made = TreePanel(session, settings)
    qtbot.addWidget(made)
    yield made
    made.rest()
    session.close()


def test_a_sign_and_a_sentence_say_that_others_are_nearly_the_same(qtbot, panel: TreePanel) -> None:
    def said(url: str, role: int) -> str:
        found = panel._session.reader.page(url)
        return panel.model.index_of_page(found).data(role) or ""

    assert said(f"{SITE}/1", cells.MARKS_ROLE) == ""
    with qtbot.waitSignal(panel.alike.changed, timeout=20_000):
        panel.alike.work_out()
    assert said(f"{SITE}/1", cells.MARKS_ROLE) == "≈" == said(f"{SITE}/3", cells.MARKS_ROLE)
    assert said(f"{SITE}/2", cells.MARKS_ROLE) == ""
    assert "1 other" in said(f"{SITE}/1", Qt.ItemDataRole.ToolTipRole)
    assert "1 other" in said(f"{SITE}/1", Qt.ItemDataRole.AccessibleTextRole)
    assert "other" not in said(f"{SITE}/2", Qt.ItemDataRole.ToolTipRole)
