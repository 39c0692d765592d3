"""Columns of links and fields beside those of the index, in the tree and in the list of found pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QMenu

from app.archive.archive import Archive
from app.fields import rules
from app.fields.feeding import feed as feed_fields
from app.graph.standing import bring_up_to_date
from widgets.kit import jobs
from widgets.session import Session
from widgets.tree import beside, cells, model
from widgets.tree.beside import BAR_ROLE, RANKS
from widgets.tree.panel import TreePanel

SITE = "http://a.example/"
LINKS = cells.COLUMNS + RANKS.index("links")
Down, Up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The configuration folder of the person, with the key of the seal."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def shop(archive: Archive, make_capture) -> Archive:
    """A home page and four pages of a shop: the later one's number, the more link to it; prices in another order."""
    prices = {1: "30", 2: "9", 3: "100"}
    with archive.writer() as writer:
        for number in range(5):
            links = "".join(f"<a href='/{other}'>to {other}</a>" for other in range(number + 1, 5))
            said = f"<p class='price'>{prices[number]}</p>" if number in prices else ""
            body = f"<title>Page {number}</title><body>{said}{links}"
            writer.store(make_capture(f"{SITE}{number or ''}", body))
    return archive


@pytest.fixture
def panel(qtbot, light, settings, shop, monkeypatch) -> Iterator[TreePanel]:
    monkeypatch.setattr(beside, "_LOOK_MS", 30)
    monkeypatch.setattr(beside, "_REST", 0)
    session = Session(shop)
    made = TreePanel(session, settings)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    yield made
    made.rest()
    jobs.wait_all()
    session.close()


def rows(panel: TreePanel, column: int) -> list[str]:
    """What stands in a column, of the pages below the one site."""
    site = panel.model.index(0, 0)
    return [panel.model.index(row, column, site).data() for row in range(panel.model.rowCount(site))]


def test_columns_of_links_are_hidden_until_somebody_chooses_them(panel: TreePanel) -> None:
    header = panel.tree.header()
    assert all(header.isSectionHidden(cells.COLUMNS + at) for at in range(len(RANKS)))
    menu = QMenu(panel)
    panel.tree.offer_columns(menu)
    chosen = {action.text(): action for action in menu.actions()}
    chosen["Links here"].trigger()
    assert not header.isSectionHidden(LINKS) and panel.tree.beside == {"links"}
    assert chosen["Rank"].toolTip().startswith("PageRank"), "it says what the number is"


def test_a_dash_stands_until_the_graph_is_built_and_then_the_numbers(qtbot, panel: TreePanel, shop) -> None:
    panel.tree.show_beside("links")
    assert rows(panel, LINKS) == ["–"] * 5
    assert "still to be read" in panel.model.index(0, LINKS, panel.model.index(0, 0)).data(
        Qt.ItemDataRole.ToolTipRole
    )
    bring_up_to_date(shop)
    qtbot.waitUntil(lambda: rows(panel, LINKS) == ["0", "1", "2", "3", "4"])
    rank = panel.model.index(4, LINKS - 1, panel.model.index(0, 0))
    assert rank.data(BAR_ROLE) == int(rank.data()) and "times the average" in rank.data(
        Qt.ItemDataRole.ToolTipRole
    )
    folder = panel.model.index(0, LINKS)
    assert folder.data() is None, "a site has no links of its own"


@pytest.mark.parametrize("small", [2500, 0])
def test_pages_are_sorted_by_links_in_small_and_in_large_branches(
    qtbot, panel: TreePanel, shop, monkeypatch, small: int
) -> None:
    """The home page of a folder stays first."""
    monkeypatch.setattr(model, "SMALL", small)
    bring_up_to_date(shop)
    panel.tree.show_beside("links")
    panel.tree.sortByColumn(LINKS, Down)
    qtbot.waitUntil(lambda: rows(panel, LINKS) == ["0", "4", "3", "2", "1"])
    panel.tree.sortByColumn(LINKS, Up)
    qtbot.waitUntil(lambda: rows(panel, LINKS) == ["0", "1", "2", "3", "4"])


def test_a_very_large_branch_is_sorted_as_it_is_read(qtbot, panel: TreePanel, shop, monkeypatch) -> None:
    bring_up_to_date(shop)
    panel.tree.show_beside("links")
    qtbot.waitUntil(lambda: rows(panel, LINKS) == ["0", "1", "2", "3", "4"])
    monkeypatch.setattr(model, "MANY", 1)
    monkeypatch.setattr(model, "CHUNK", 2)
    panel.read_again()
    # never in the thread of the window: a million pages take a second
    monkeypatch.delattr(model, "pages_in_order")
    panel.tree.sortByColumn(LINKS, Down)
    site = panel.model.index(0, 0)

    def scrolled() -> bool:
        while panel.model.more_below(site):
            panel.model.fetchMore(site)
        return rows(panel, LINKS) == ["0", "4", "3", "2", "1"]

    qtbot.waitUntil(scrolled)
    panel.tree.sortByColumn(LINKS, Up)  # again before the other order is there
    panel.tree.sortByColumn(LINKS, Down)
    panel.tree.sortByColumn(LINKS, Up)
    qtbot.waitUntil(lambda: scrolled() or rows(panel, LINKS) == ["0", "1", "2", "3", "4"])


def test_found_pages_have_the_same_columns_and_order(qtbot, panel: TreePanel, shop) -> None:
    bring_up_to_date(shop)
    panel.found.show_beside("links")
    panel.filter.setText("page")
    qtbot.waitUntil(lambda: panel.results.rowCount() == 5)
    panel.found.sortByColumn(LINKS, Down)
    qtbot.waitUntil(
        lambda: [panel.results.index(row, LINKS).data() for row in range(5)] == ["4", "3", "2", "1", "0"]
    )


def test_the_choice_is_kept_and_the_bar_is_painted(qtbot, panel: TreePanel, shop, settings) -> None:
    bring_up_to_date(shop)
    panel.tree.show_beside("rank")
    panel.tree.sortByColumn(cells.COLUMNS, Down)
    panel.save()
    again = TreePanel(panel._session, settings)
    qtbot.addWidget(again)
    again.resize(700, 500)
    again.show()
    assert again.tree.beside == {"rank"} and not again.tree.isColumnHidden(cells.COLUMNS)
    qtbot.waitUntil(lambda: again.model.index(0, cells.COLUMNS, again.model.index(0, 0)).data() != "–")
    assert rows(again, cells.TITLE)[1] == "Page 4"
    place = again.tree.visualRect(again.model.index(1, cells.COLUMNS, again.model.index(0, 0)))
    shown = QPixmap(again.tree.viewport().size())
    again.tree.viewport().render(shown)
    colors = {
        shown.toImage().pixelColor(x, place.center().y()).name() for x in range(place.left(), place.right())
    }
    assert len(colors) > 2, "a bar stands on its track"
    again.rest()


def test_fields_stand_as_columns_with_their_newest_value(qtbot, panel: TreePanel, shop) -> None:
    price = rules.add(shop.path, "price", "number", "", (rules.Way("css", ".price"),))
    feed_fields(shop)
    qtbot.waitUntil(lambda: len(panel.beside.columns) == len(RANKS) + 1)
    column = cells.COLUMNS + len(RANKS)
    assert panel.model.headerData(column, Qt.Orientation.Horizontal) == "price"
    assert panel.tree.isColumnHidden(column)
    panel.tree.show_beside(f"field:{price.id}")
    qtbot.waitUntil(lambda: rows(panel, column) == ["", "30", "9", "100", ""])
    panel.tree.sortByColumn(column, Up)
    assert rows(panel, column) == ["", "9", "30", "100", ""], "numbers, and what has none last"
    panel.tree.sortByColumn(column, Down)
    assert rows(panel, column) == ["", "100", "30", "9", ""]
    rules.remove(shop.path, price)
    qtbot.waitUntil(lambda: panel.model.columnCount() == column)
    assert len(rows(panel, cells.TITLE)) == 5
