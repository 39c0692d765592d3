"""Kinds of pages in the tree: icons, reasons, narrowing, and a person's correction."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from app.archive.archive import Archive
from app.page_types.feeding import feed
from tests.app.page_types.test_feeding import STORY, TALK
from tests.conftest import capture
from tests.extractors.html.test_page_types import ARTICLE, THREAD
from widgets.kit import theme
from widgets.session import Session
from widgets.tree import facets, kinds
from widgets.tree.kinds import KindMenu
from widgets.tree.panel import TreePanel
from widgets.words import page_kinds, reasons


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    return fill(capture(STORY, ARTICLE), capture(TALK, THREAD))


@pytest.fixture
def panel(qtbot, light, site: Archive, settings, monkeypatch: pytest.MonkeyPatch) -> TreePanel:
    monkeypatch.setattr(kinds, "BEGIN_MS", 1_000_000)
    session = Session(site)
    made = TreePanel(session, settings)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.rest()
    session.close()


def page(panel: TreePanel, url: str):
    return panel._session.reader.page(url)


def tip(panel: TreePanel, url: str) -> str:
    return panel.model.index_of_page(page(panel, url)).data(Qt.ItemDataRole.ToolTipRole)


def icon(panel: TreePanel, url: str) -> QImage:
    found = panel.model.index_of_page(page(panel, url)).data(Qt.ItemDataRole.DecorationRole)
    return found.pixmap(32).toImage()


def drawn(name: str) -> QImage:
    return theme.icon(name, "accent").pixmap(32).toImage()


def test_kinds_are_worked_out_behind_the_window_and_rows_show_them(qtbot, panel: TreePanel) -> None:
    assert panel.kinds.of(page(panel, STORY)) == "" and "Kind of page" not in tip(panel, STORY)
    assert icon(panel, STORY) == drawn("html")
    with qtbot.waitSignal(panel.kinds.changed, timeout=20_000):
        panel.kinds.work_out()
    assert (panel.kinds.of(page(panel, STORY)), panel.kinds.of(page(panel, TALK))) == ("article", "forum")
    assert icon(panel, STORY) == drawn("kind-article")
    assert icon(panel, STORY) != drawn("html")
    assert icon(panel, TALK) == drawn("kind-forum")
    assert "Kind of page: Article (9" in tip(panel, STORY) and "“published” in the text" in tip(panel, STORY)


def test_the_tree_is_narrowed_to_a_kind(qtbot, panel: TreePanel, site: Archive) -> None:
    feed(site)
    with qtbot.waitSignal(panel.facets.counted, timeout=20_000) as counted:
        panel.facets.toggle("page_type", "forum", True)
    assert dict(counted.args[0]["page_type"]) == {"article": 1, "forum": 1}
    qtbot.waitUntil(lambda: panel.model.shown.selection is not None)
    assert panel.model.shown.selection.pages == 1
    assert [one.text() for one in panel.head.chips.chips] == ["Forum"]
    assert facets.chip("page_type", "listing") == "Kind of page: List"


def test_a_wrong_kind_is_corrected_and_that_is_taken_back(qtbot, panel: TreePanel, site: Archive) -> None:
    feed(site)
    panel.kinds.forget()
    told: list[tuple[str, Callable[[], None]]] = []
    panel.undo_offered.connect(lambda text, act: told.append((text, act)))
    menu = KindMenu(panel.kinds, page(panel, STORY), panel.undo_offered.emit, panel)
    by_name = {action.text(): action for action in menu.actions()}
    assert by_name["Article"].isChecked() and not by_name["As it was &found out"].isEnabled()
    by_name["List"].trigger()
    assert panel.kinds.of(page(panel, STORY)) == panel.kinds.chosen(page(panel, STORY)) == "listing"
    assert told[0][0] == "“First count of the year” is now: List."
    assert "Kind of page: List, as you said" in tip(panel, STORY)
    again = KindMenu(panel.kinds, page(panel, STORY), panel.undo_offered.emit, panel)
    assert {action.text(): action for action in again.actions()}["As it was &found out"].isEnabled()
    told[0][1]()
    assert panel.kinds.of(page(panel, STORY)) == "article" and not panel.kinds.chosen(page(panel, STORY))
    assert told[1][0].endswith("is again what was found out: Article.")


def test_what_a_crawl_left_out_for_its_kind_has_words() -> None:
    left = "Not one of the kinds of pages to keep; its links are followed (Forum)"
    assert reasons.reason("page-type", "forum") == left
    assert reasons.reason("kept-once", "article").endswith("the archive has this page (Article)")
    assert (reasons.short("page-type"), reasons.short("kept-once")) == ("Other kind of page", "Kept once")


def test_every_reason_has_words() -> None:
    for code, value in (
        ("word", "c:post"),
        ("word", "u:depth3"),
        ("likeliest", "article"),
        ("linked", "0.25"),
    ):
        assert page_kinds.reason(code, value) and "{" not in page_kinds.reason(code, value)
    assert page_kinds.reason("word", "u:words5") == "the form of its address"
    assert page_kinds.reason("linked", "0.25") == "25 % of its text is in links"
    assert page_kinds.reason("what", "ever") == page_kinds.reason("word", "?:x") == ""
    assert page_kinds.name("castle") == "castle" and page_kinds.name("")
