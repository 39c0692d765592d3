"""Collections beside the tree: kinds, duplicates, saved searches and tags, their pages, what is done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.notes.marks import Change, Target
from app.classes.clusters import Settings
from app.page_types.feeding import choose
from app.search import saved
from widgets.collections.grouping import Asked
from widgets.collections.overview import Overview, entry_of
from widgets.collections.panel import CollectionsPanel
from widgets.exchange.export_dialog import ExportDialog
from widgets.shell.main_window import MainWindow
from widgets.tree import cells

SITE = "http://a.example/"
LONG = 20_000


@pytest.fixture
def repeated(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Two copies of one page at two addresses each, and a page that stands alone."""
    return fill(
        make_capture(SITE, "<title>Home</title><p>alone"),
        make_capture(SITE + "one", "<title>One</title><p>the same text"),
        make_capture(SITE + "print/one", "<title>One</title><p>the same text"),
        make_capture(SITE + "two", "<title>Two</title><p>another text that is longer"),
        make_capture(SITE + "print/two", "<title>Two</title><p>another text that is longer"),
    )


@pytest.fixture
def panel(
    qtbot: QtBot, window: MainWindow, repeated: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CollectionsPanel:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(repeated.path)
    window.actions_["collections"].trigger()
    made = window.collections.panel
    assert made is not None
    qtbot.waitUntil(lambda: all(section.known for section in made.sections), timeout=LONG)
    return made


def rows(overview: Overview, heading: str) -> list[tuple[str, str]]:
    tops = [overview.topLevelItem(at) for at in range(overview.topLevelItemCount())]
    top = next(item for item in tops if item is not None and item.text(0) == heading)
    return [(item.text(0), item.text(1)) for at in range(top.childCount()) if (item := top.child(at))]


def item_of(overview: Overview, key: str) -> QTreeWidgetItem:
    overview.select("tags" if key in ("red", "\0star") else "copies", key)
    item = overview.currentItem()
    assert item is not None and entry_of(item) is not None
    return item


def listed(panel: CollectionsPanel) -> list[str]:
    model = panel.listing.model
    return [str(model.index(row, 0).data(cells.URL_ROLE)) for row in range(model.rowCount())]


def test_the_place_is_chosen_by_tab_and_action_and_left_for_the_filter(
    window: MainWindow, panel: CollectionsPanel
) -> None:
    workspace = window.workspace
    assert workspace is not None
    tree = workspace.tree
    assert tree.shows_collections and tree.current_view() is panel.list and not tree.stack.isVisible()
    tree.places.setCurrentIndex(0)
    assert not tree.shows_collections and tree.stack.isVisible()
    assert not window.actions_["collections"].isChecked()
    window.actions_["collections"].trigger()
    assert tree.shows_collections and tree.places.currentIndex() == 1
    window.actions_["filter"].trigger()
    assert not tree.shows_collections and tree.head.isVisible()


def test_exact_copies_are_groups_with_counts_and_their_pages_are_listed(
    qtbot: QtBot, panel: CollectionsPanel
) -> None:
    assert rows(panel.overview, "Duplicates")[0] == ("Exact copies", "4")
    panel.overview.select("copies", "exact")
    qtbot.waitUntil(lambda: len(listed(panel)) == 4, timeout=LONG)
    # the group with most bytes first, each group together
    assert listed(panel) == [SITE + "print/two", SITE + "two", SITE + "one", SITE + "print/one"]
    panel.list.header().setSortIndicator(cells.TITLE, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: listed(panel)[0].endswith("one"), timeout=LONG)


def test_a_copy_is_compared_with_the_first_of_its_group(qtbot: QtBot, panel: CollectionsPanel) -> None:
    panel.overview.select("copies", "exact")
    qtbot.waitUntil(lambda: len(listed(panel)) == 4, timeout=LONG)
    assert not panel.listing.compare_button.isEnabled()
    panel.list.setCurrentIndex(panel.listing.model.index(1, 0))
    panel.list.take_as_told()
    assert panel.listing.compare_button.isEnabled()
    asked = []
    panel.listing.compare_requested.disconnect(panel.compare_requested)
    panel.listing.compare_requested.connect(lambda *ids: asked.append(ids))
    panel.listing.compare()
    session = panel.listing._session
    urls = [session.reader.capture(id).url for id in asked[0]]
    assert urls == [SITE + "print/two", SITE + "two"]


def test_one_of_each_group_is_exported(qtbot: QtBot, window: MainWindow, panel: CollectionsPanel) -> None:
    panel.overview.select("copies", "exact")
    menu = panel.overview.menu()
    assert menu is not None
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)), timeout=LONG)
    dialog = window.findChildren(ExportDialog)[0]
    assert dialog.sources[0].label == "One of each: Exact copies" and dialog.sources[0].count == 2
    with window.session.archive.reader() as reader:  # type: ignore[union-attr]
        assert [page.title for page in dialog.sources[0].pages(reader)] == ["Two", "One"]
    dialog.reject()


def test_tags_are_counted_and_a_dropped_page_gets_one(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel
) -> None:
    session = window.session
    assert session is not None and window.workspace is not None
    assert rows(panel.overview, "Tags") == [("Give the page on screen a tag…", "")]
    session.notes.write([Change(Target(SITE + "one"), add=("red",))])
    qtbot.waitUntil(lambda: ("red", "1") in rows(panel.overview, "Tags"), timeout=LONG)
    item = item_of(panel.overview, "red")
    qtbot.waitUntil(lambda: listed(panel) == [SITE + "one"], timeout=LONG)
    panel.overview.drop(item, [page for page in [session.reader.page(SITE)] if page])
    qtbot.waitUntil(lambda: ("red", "2") in rows(panel.overview, "Tags"), timeout=LONG)
    qtbot.waitUntil(lambda: sorted(listed(panel)) == [SITE, SITE + "one"], timeout=LONG)
    assert session.notes.summary(SITE).tags == ("red",)


def test_only_rows_that_take_pages_are_places_to_drop(panel: CollectionsPanel) -> None:
    """And nothing that comes from another program."""
    overview = panel.overview
    at = overview.visualItemRect(item_of(overview, "exact")).center()
    assert overview._taker(at) is None
    data = QMimeData()
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(at), action, data, button, Qt.KeyboardModifier.NoModifier)
    overview.dropEvent(event)
    assert not panel.tags.takes(panel.tags.nothing())


def test_kinds_are_listed_and_corrected_by_dropping_with_undo(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel
) -> None:
    session = window.session
    assert session is not None and window.workspace is not None
    for path in ("one", "two"):
        choose(session.archive, SITE + path, "article")
    kinds = window.workspace.tree.kinds
    kinds.work_out()

    def articles() -> list[tuple[str, str]]:
        panel.kinds.spoil(soon=True)
        panel.look()
        return [row for row in rows(panel.overview, "Kinds of pages") if row[0] == "Article"]

    qtbot.waitUntil(lambda: articles() == [("Article", "2")], timeout=LONG)
    told = []
    panel.told.connect(lambda text, undo: told.append((text, undo)))
    entry = next(one for one in panel.kinds.entries if one.key == "article")
    pages = [page for name in ("", "print/one") if (page := session.reader.page(SITE + name))]
    panel.kinds.take(entry, pages)
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert told[0][0] == "2 page(s) are now: Article."
    assert kinds.chosen(pages[0]) == "article"
    told[0][1]()
    qtbot.waitUntil(lambda: kinds.chosen(pages[0]) == "", timeout=LONG)


def test_a_saved_search_lists_its_pages_and_opens_in_the_search(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel
) -> None:
    session = window.session
    assert session is not None
    assert rows(panel.overview, "Saved searches") == [("Search the archive…", "")]
    made = saved.save(session.path, "Longer ones", "longer")
    assert window.searching.feeder is not None
    window.searching.feeder.want()

    def counted() -> bool:
        panel.saved.spoil(soon=True)
        panel.look()
        return ("Longer ones", "2 (2 new)") in rows(panel.overview, "Saved searches")

    qtbot.waitUntil(counted, timeout=LONG)
    panel.overview.select("saved", made.id)
    qtbot.waitUntil(lambda: sorted(listed(panel)) == [SITE + "print/two", SITE + "two"], timeout=LONG)
    panel.overview.itemActivated.emit(panel.overview.currentItem(), 0)
    assert window.searching.view is not None and window.searching.view.isVisible()


def test_a_heading_that_cannot_be_read_says_why(qtbot: QtBot, panel: CollectionsPanel) -> None:
    session = panel.listing._session
    (session.path / saved.SAVED).write_text("no JSON", "utf-8")
    panel.saved.spoil(soon=True)
    panel.look()
    qtbot.waitUntil(lambda: bool(panel.saved.fault), timeout=LONG)
    assert rows(panel.overview, "Saved searches")[0][0] == panel.saved.fault


def test_an_empty_archive_has_headings_without_mistakes(
    qtbot: QtBot, window: MainWindow, archive: Archive
) -> None:
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(archive.path)
    window.actions_["collections"].trigger()
    panel = window.collections.panel
    assert panel is not None
    qtbot.waitUntil(lambda: all(section.known for section in panel.sections), timeout=LONG)
    assert rows(panel.overview, "Kinds of pages") == [("No page is known yet", "")]
    panel.clusters.group(Asked(Settings(), "", ""))
    qtbot.waitUntil(lambda: not panel.clusters.grouping, timeout=LONG)
    assert window.messages.text.startswith("0 pages cannot be grouped")
