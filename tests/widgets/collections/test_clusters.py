"""Groups found: a run as a job, its list and map, dragging a group to a tag or category, two runs compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.classes import hand, runs
from app.classes.clusters import Cluster, Clustering, Settings
from app.classes.runs import Run
from tests.widgets.collections.test_collections import listed, rows
from tests.widgets.collections.test_teaching import LONG, SITE, panel, topics
from widgets.collections import grouping
from widgets.collections.cluster_view import ClusterView
from widgets.collections.grouping import Asked, GroupDialog
from widgets.collections.overview import entry_of
from widgets.collections.panel import CollectionsPanel
from widgets.shell.main_window import MainWindow

__all__ = ["panel", "topics"]
SEA, BREAD = ([f"{SITE}{letter}{number}" for number in range(6)] for letter in "sb")
MADE = "2026-11-20T00:00:00+00:00"


def made(*groups: tuple[tuple[str, ...], list[str]], day: str = MADE, noise: tuple[str, ...] = ()) -> Run:
    """A run with these groups: words and addresses."""
    urls = [url for _, each in groups for url in each] + list(noise)
    number = {url: at for at, url in enumerate(urls)}
    clusters = tuple(
        Cluster(words, number[each[0]], tuple(number[url] for url in each)) for words, each in groups
    )
    places = tuple((at / len(urls), (at % 3) / 3) for at in range(len(urls)))
    found = Clustering(clusters, tuple(number[url] for url in noise), places)
    return Run(day, Settings(), "", tuple(urls), found)


def shown(qtbot: QtBot, window: MainWindow, panel: CollectionsPanel, *kept: Run) -> ClusterView:
    """The view with the newest of these runs."""
    runs.keep(panel.clusters.session.path, *kept)
    panel.clusters.spoil(soon=True)
    panel.look()
    qtbot.waitUntil(lambda: any(one.key == kept[0].made for one in panel.clusters.entries), timeout=LONG)
    entry = next(one for one in panel.clusters.entries if one.key == kept[0].made)
    assert entry.act is not None
    entry.act()
    view = window.collections.clusters
    assert view is not None
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() > 0, timeout=LONG)
    return view


def test_pages_are_grouped_in_the_background_and_shown(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel, topics: Archive
) -> None:
    qtbot.waitUntil(lambda: rows(panel.overview, "Groups found") == [("Group pages…", "")], timeout=LONG)
    panel.clusters.group(Asked(Settings(count=2), "", ""))
    assert panel.clusters.grouping
    qtbot.waitUntil(lambda: window.collections.clusters is not None, timeout=LONG)
    view = window.collections.clusters
    assert view is not None and view.isVisible()
    qtbot.waitUntil(lambda: view.list.topLevelItemCount() == 2, timeout=LONG)
    assert view.summary.text() == "12 page(s) · 2 group(s)"
    assert [view.list.topLevelItem(at).text(1) for at in (0, 1)] == ["6", "6"]
    assert len(runs.kept(topics.path)) == 1
    qtbot.waitUntil(lambda: len(rows(panel.overview, "Groups found")) == 2, timeout=LONG)
    panel.clusters.group(Asked(Settings("dbscan", "fingerprints", epsilon=64), "", ""))
    qtbot.waitUntil(lambda: "1 group(s)" in view.summary.text(), timeout=LONG)
    qtbot.waitUntil(lambda: len(rows(panel.overview, "Groups found")) == 3, timeout=LONG)
    assert rows(panel.overview, "Groups found")[0][0].startswith("Close fingerprints")


def test_a_run_that_is_cancelled_leaves_nothing(
    qtbot: QtBot, panel: CollectionsPanel, topics: Archive
) -> None:
    panel.clusters.group(Asked(Settings(count=2), "", ""))
    panel.clusters.rest()
    qtbot.waitUntil(lambda: not panel.clusters.grouping, timeout=LONG)
    assert runs.kept(topics.path) == []


def test_a_click_on_list_or_map_lists_the_pages_of_the_group(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel
) -> None:
    run = made((("ship", "sail"), SEA), (("oven",), BREAD[:4]), noise=(BREAD[4], BREAD[5]))
    view = shown(qtbot, window, panel, run)
    assert [view.list.topLevelItem(at).text(0) for at in range(3)] == ["ship · sail", "oven", "In no group"]
    assert view.list.topLevelItem(0).text(3) == "sea 0"
    view.list.setCurrentItem(view.list.topLevelItem(1))
    qtbot.waitUntil(lambda: listed(panel) == BREAD[:4], timeout=LONG)
    assert view.canvas.current == 6
    view.canvas.choose(2)
    qtbot.waitUntil(lambda: listed(panel) == SEA, timeout=LONG)
    qtbot.waitUntil(lambda: panel.list.page() is not None and panel.list.page().url == SEA[2], timeout=LONG)
    assert view.list.currentItem().text(0) == "ship · sail"
    assert view._tip(2).startswith("sea 2\n") and "ship · sail" in view._tip(2)
    assert np.array_equal(np.sort(view.canvas._neighbours()), np.arange(7)[:6])
    view.canvas.activated.emit(7)
    assert window.workspace is not None
    qtbot.waitUntil(lambda: window.workspace.page.url == BREAD[1], timeout=LONG)  # type: ignore[union-attr]


def test_a_group_is_dropped_on_a_tag_and_on_a_category(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel, topics: Archive
) -> None:
    session = window.session
    assert session is not None
    session.notes.write([Change(Target(BREAD[0]), add=("red",))])
    panel.categories.assign([BREAD[0]], "society", "Society")
    shown(qtbot, window, panel, made((("ship",), SEA), (("oven",), BREAD)))
    overview = panel.overview

    def item(section: str, key: str) -> object:
        overview.select(section, key)
        at = overview.currentItem()
        return at if at is not None and (entry := entry_of(at)) is not None and entry.key == key else None

    qtbot.waitUntil(lambda: item("tags", "red") is not None, timeout=LONG)
    tag = item("tags", "red")
    group = item("clusters", f"{MADE}/0")
    assert group.flags() & Qt.ItemFlag.ItemIsDragEnabled  # type: ignore[attr-defined]
    assert not tag.flags() & Qt.ItemFlag.ItemIsDragEnabled  # type: ignore[attr-defined]
    overview.give(group, tag)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: all(session.notes.summary(url).tags == ("red",) for url in SEA), timeout=LONG)
    qtbot.waitUntil(lambda: item("categories", "society") is not None, timeout=LONG)
    society = item("categories", "society")
    overview.give(item("clusters", f"{MADE}/0"), society)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: set(hand.read(topics.path)[0]) == {BREAD[0], *SEA}, timeout=LONG)


def test_two_runs_are_compared(qtbot: QtBot, window: MainWindow, panel: CollectionsPanel) -> None:
    old = made((("ship",), SEA[:3]), (("oven",), BREAD), day="2026-11-01T00:00:00+00:00")
    new = made((("ship",), SEA), (("rye",), BREAD[:1]))
    view = shown(qtbot, window, panel, new, old)
    panel.clusters._compare(new.made, old.made)
    qtbot.waitUntil(lambda: view.before is not None and view.list.topLevelItemCount() == 2, timeout=LONG)
    first = view.list.topLevelItem(0)
    assert [first.text(at) for at in range(4)] == ["ship", "6", "3", "grew by 3 page(s)"]
    assert [first.child(at).text(0) for at in range(first.childCount())] == ["New pages", "Stayed"]
    view.list.setCurrentItem(first.child(0))
    qtbot.waitUntil(lambda: listed(panel) == SEA[3:], timeout=LONG)


def test_a_run_is_forgotten_and_comes_back(
    qtbot: QtBot, window: MainWindow, panel: CollectionsPanel, topics: Archive
) -> None:
    run = made((("ship",), SEA), (("oven",), BREAD))
    shown(qtbot, window, panel, run)
    told = []
    panel.told.connect(lambda text, undo: told.append(undo))
    panel.clusters._forget(panel.clusters.entries[0])
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert runs.kept(topics.path) == []
    told[0]()
    qtbot.waitUntil(lambda: runs.kept(topics.path) == [run], timeout=LONG)


def test_what_can_be_chosen(qtbot: QtBot, panel: CollectionsPanel, tmp_path: Path) -> None:
    dialog = GroupDialog((), panel)
    qtbot.addWidget(dialog)
    assert dialog.asked == Asked(Settings(), "", "")
    dialog.way.setCurrentIndex(3)
    dialog.least.setValue(3)
    assert dialog.asked.settings == Settings("dbscan", "structure", least=3)
    dialog.way.setCurrentIndex(4)
    assert dialog.asked.settings == Settings("dbscan", "fingerprints", least=3)
    assert not dialog.before.isEnabled()
    assert replace(Settings(), count=4) == Settings(count=4) and grouping.ask is not None
