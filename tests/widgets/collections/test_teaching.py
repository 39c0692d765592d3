"""Categories by hand, and more pages like those of a category: proposed with reasons, accepted and refused by keys."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.classes import hand
from widgets.collections import choosing
from widgets.collections.overview import entry_of
from widgets.collections.panel import CollectionsPanel
from widgets.shell.main_window import MainWindow
from widgets.tree import cells

SITE = "http://a.example/"
LONG = 60_000
TOPICS = {
    "sea": "ship harbour captain sail anchor storm island wave sailor deck",
    "bread": "flour oven dough baker yeast crust rye loaf salt kitchen",
}


def text(topic: str, number: int) -> str:
    words = TOPICS[topic].split()
    said = " ".join(words[(number + step * step) % len(words)] for step in range(60))
    return f"<title>{topic} {number}</title><body><main><p>{said}.</p></main>"


@pytest.fixture
def topics(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Six pages about the sea, six about bread."""
    return fill(
        *(
            make_capture(f"{SITE}{topic[0]}{number}", text(topic, number))
            for topic in TOPICS
            for number in range(6)
        )
    )


@pytest.fixture
def panel(
    qtbot: QtBot, window: MainWindow, topics: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CollectionsPanel:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(topics.path)
    window.actions_["collections"].trigger()
    made = window.collections.panel
    assert made is not None
    qtbot.waitUntil(lambda: made.categories.known, timeout=LONG)
    return made


def categories(panel: CollectionsPanel) -> dict[str, int | None]:
    return {one.key: one.count for one in panel.categories.entries if one.read is not None}


def test_a_category_is_chosen_by_its_name_and_taken_back(
    qtbot: QtBot, panel: CollectionsPanel, topics: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert panel.categories.entries == ()
    asked = []

    def chosen(_title: str, _label: str, names: dict[str, str], _parent: object) -> str:
        asked.append(list(names))
        return asked[0][0]

    monkeypatch.setattr(choosing, "choose", chosen)
    told = []
    panel.told.connect(lambda said, undo: told.append((said, undo)))
    page = panel.listing._session.reader.page(SITE + "s0")
    assert page is not None
    panel.categories.ask([page], panel)
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert len(asked[0]) > 100 and asked[0][0] in told[0][0]
    qtbot.waitUntil(lambda: list(categories(panel).values()) == [1], timeout=LONG)
    told[0][1]()
    qtbot.waitUntil(lambda: categories(panel) == {}, timeout=LONG)
    assert hand.read(topics.path)[0] == {}


def test_proposals_are_accepted_and_refused_by_keys_and_say_why(
    qtbot: QtBot, panel: CollectionsPanel, topics: Archive
) -> None:
    before = "sklearn" in sys.modules
    panel.categories.assign([SITE + "s0", SITE + "s1"], "science", "Science")
    qtbot.waitUntil(lambda: categories(panel) == {"science": 2}, timeout=LONG)
    panel.overview.select("categories", "science")
    at = panel.overview.current()
    assert at is not None and at[1] is not None
    menu = panel.overview.menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "&Find more like these").trigger()
    teacher, model = panel.teacher, panel.listing.model
    qtbot.waitUntil(lambda: teacher.accept_button.isEnabled(), timeout=LONG)
    assert model.rowCount() == 10
    first = str(model.index(0, 0).data(cells.URL_ROLE))
    assert first.startswith(SITE + "s")  # what is about the sea comes first
    assert any(f"“{word}”" in teacher.reason.text() for word in TOPICS["sea"].split())
    QTest.keyClick(panel.list, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: hand.read(topics.path)[0].get(first) == "science", timeout=LONG)
    qtbot.waitUntil(lambda: model.rowCount() == 9 and teacher.accept_button.isEnabled(), timeout=LONG)
    current = panel.list.page()
    assert current is not None
    QTest.keyClick(panel.list, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: hand.read(topics.path)[1] == {current.url: "science"}, timeout=LONG)
    qtbot.waitUntil(lambda: model.rowCount() == 8, timeout=LONG)
    teacher.end()
    qtbot.waitUntil(lambda: model.rowCount() == 3, timeout=LONG)
    assert ("sklearn" in sys.modules) == before  # it works in a process of its own


def test_all_pages_are_judged_by_those_of_a_person(qtbot: QtBot, panel: CollectionsPanel) -> None:
    panel.categories.assign([f"{SITE}s{number}" for number in range(3)], "science", "Science")
    qtbot.waitUntil(lambda: categories(panel) == {"science": 3}, timeout=LONG)
    assert not any(
        one.act and not one.key for one in panel.categories.entries
    )  # there is nothing to tell it from
    panel.categories.assign([f"{SITE}b{number}" for number in range(3)], "society", "Society")
    qtbot.waitUntil(lambda: any(one.act and not one.key for one in panel.categories.entries), timeout=LONG)
    panel.categories.learn()
    qtbot.waitUntil(lambda: categories(panel) == {"science": 6, "society": 6}, timeout=LONG)
    panel.overview.select("categories", "society")
    model = panel.listing.model
    qtbot.waitUntil(lambda: model.rowCount() == 6, timeout=LONG)
    said = [str(model.index(row, model.columnCount() - 1).data()) for row in range(6)]
    assert said.count("By hand") == 3 and all(one.endswith(" %") for one in said if one != "By hand")
    assert entry_of(panel.overview.currentItem()) is not None
