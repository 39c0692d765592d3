"""Fields in the window: taught on a page, kept, shown, told where they match no longer, and mended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.fields import rules
from app.fields.feeding import feed
from app.fields.rules import Field, Way
from app.page_types.feeding import choose
from tests.app.fields.shop import DAY, NAMES, address, filled, redesigned, store
from tests.conftest import capture
from widgets.fields.chart import _Days, height
from widgets.fields.feeding import FieldsFeeder
from widgets.fields.sheet import TeachSheet
from widgets.fields.view import FieldsView
from widgets.fields.work import Pointed
from widgets.kit import jobs
from widgets.session import Session
from widgets.shell.main_window import MainWindow

LONG = 30_000


@pytest.fixture
def shop(archive: Archive) -> Archive:
    return filled(archive)


@pytest.fixture
def session(qapp: object, shop: Archive) -> Iterator[Session]:
    made = Session(shop)
    yield made
    jobs.wait_all(LONG)
    made.close()


@pytest.fixture
def price(shop: Archive) -> Field:
    return rules.add(shop.path, "price", "money", "shop.example", [Way("after", "Price")])


@pytest.fixture
def view(qtbot: QtBot, light: None, session: Session, shop: Archive, price: Field) -> FieldsView:
    feed(shop)
    feeder = FieldsFeeder(session, session)
    made = FieldsView(session, feeder)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    made.open("price")
    qtbot.waitUntil(lambda: made.model.rowCount() == 6 and not feeder.running, timeout=LONG)
    return made


def said(view: FieldsView) -> list[str]:
    return [view.model.index(row, 1).data() for row in range(view.model.rowCount())]


def test_a_value_that_was_pointed_at_is_taught_and_kept(
    qtbot: QtBot, light: None, session: Session, shop: Archive
) -> None:
    from PySide6.QtWidgets import QWidget

    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(900, 700)
    stage.show()
    choose(shop, address("lamp"), "product")
    sheet = TeachSheet(session, stage)
    lamp = session.reader.latest_version(address("lamp"))
    assert lamp is not None
    sheet.teach(
        Pointed(lamp.id, "/html[1]/body[1]/div[1]/table[1]/tbody[1]/tr[1]/td[1]", "€ 11.50"), lamp.url
    )
    qtbot.waitUntil(lambda: sheet.proposals.count() > 1, timeout=LONG)
    assert not sheet.keep.isEnabled() and sheet.keep.toolTip() == "The field has no name yet."
    assert sheet.kind.currentData() == "money"
    assert sheet.where.currentText() == "shop.example"
    assert sheet.where.findText("shop.example kind:product") > 0
    assert "5 of 5" in sheet.proposals.item(0).text()
    assert not sheet.keep.isEnabled()
    sheet.name.setText("price")
    with qtbot.waitSignal(sheet.kept):
        sheet.keep.click()
    assert rules.named(shop.path, "price").ways == sheet.ways
    # a way of one's own, with what it finds on the page
    sheet.teach(Pointed(lamp.id, "", "lamp"), lamp.url)
    qtbot.waitUntil(lambda: sheet.proposals.count() > 1, timeout=LONG)
    sheet.expression.setText(".old-price")
    sheet.test.click()
    qtbot.waitUntil(lambda: "€ 99.00" in sheet.proposals.item(0).text(), timeout=LONG)
    sheet.expression.setText("p[")
    sheet.test.click()
    assert "p[" in sheet.said.text()
    sheet.name.setText("Price")
    sheet.keep.click()
    assert "already" in sheet.said.text()
    assert sheet.isVisible()


def test_the_table_is_sorted_by_amounts_narrowed_and_written(
    qtbot: QtBot, view: FieldsView, tmp_path: Path
) -> None:
    names = [view.model.index(row, 0).data() for row in range(view.model.rowCount())]
    assert names == sorted(names)
    view.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert said(view) == ["11.5 EUR", "12 EUR", "12.5 EUR", "13.5 EUR", "14.5 EUR", "15.5 EUR"]
    view.filter.setText("LAMP")
    assert said(view) == ["11.5 EUR"]
    view.filter.clear()
    with qtbot.waitSignal(view.told, timeout=LONG):
        view.export_to(tmp_path / "prices.csv")
    assert f"{address('lamp')},11.5 EUR" in (tmp_path / "prices.csv").read_text("utf-8-sig")
    with qtbot.waitSignal(view.told, timeout=LONG):
        view.export_to(tmp_path / "prices.jsonl")
    assert len([json.loads(line) for line in (tmp_path / "prices.jsonl").read_text().splitlines()]) == 6


def test_history_and_chart_of_the_chosen_pages(qtbot: QtBot, view: FieldsView) -> None:
    view.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    titles = [view.model.index(row, 0).data() for row in range(6)]
    view.table.selectRow(titles.index("shirt"))
    qtbot.waitUntil(lambda: view.chart.drawn == [("shirt", 2)], timeout=LONG)
    assert [view.history.item(row).text().split("\n")[0] for row in range(2)] == ["12 EUR", "10.5 EUR"]
    with qtbot.waitSignal(view.value_requested) as asked:
        view.history.itemActivated.emit(view.history.item(1))
    assert asked.args is not None and asked.args[:2] == ["202611-0000001", "€ 10.50"]
    with qtbot.waitSignal(view.value_requested) as asked:
        view._open_row(view.chosen[0])
    assert asked.args is not None and asked.args[1:] == ["€ 12.00", view.field]


def test_chosen_pages_stay_chosen_when_values_are_read_sorted_and_narrowed(
    qtbot: QtBot, view: FieldsView
) -> None:
    def chosen() -> set[str]:
        return {line.url for line in view.chosen}

    wanted = {address("shirt"), address("lamp")}
    view._choose(wanted)
    assert chosen() == wanted and view.loaded is not None
    view.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert chosen() == wanted
    view.show_loaded(view.loaded)
    assert chosen() == wanted
    view.filter.setText("LAMP")
    assert chosen() == {address("lamp")}
    view.filter.setText("nowhere")
    assert not view.chosen and view.history.count() == 0


def test_a_field_is_removed_and_brought_back(
    qtbot: QtBot, view: FieldsView, shop: Archive, price: Field
) -> None:
    with qtbot.waitSignal(view.undo_offered) as offered:
        view.remove(price)
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.nothing, timeout=LONG)
    assert not view.write.isEnabled()
    assert offered.args is not None
    offered.args[1]()
    assert rules.fields(shop.path) == [price]
    qtbot.waitUntil(lambda: view.model.rowCount() == 6, timeout=LONG)
    assert view.write.isEnabled()


def test_a_redesign_is_told_and_mended(qtbot: QtBot, view: FieldsView, shop: Archive) -> None:
    assert not view.warning.isVisible()
    prices = [f"€ {10 + n}.50" if n else "€ 12.00" for n in range(6)]
    store(
        shop,
        *(
            capture(address(name), redesigned(name, prices[n]), minutes=30 * DAY)
            for n, name in enumerate(NAMES)
        ),
    )
    feed(shop)
    view.read()
    qtbot.waitUntil(view.warning.isVisible, timeout=LONG)
    assert "6 of 6" in view.notice.text()
    view.mend.click()
    qtbot.waitUntil(lambda: not view.warning.isVisible() and view.model.rowCount() == 6, timeout=LONG)


def test_dates_are_drawn_where_they_are() -> None:
    assert height(20260301, "date") == 1772323200
    assert height(20269999, "date") is None
    assert height(5.5, "money") == 5.5


def test_the_menu_of_a_page_teaches_what_was_pointed_at(
    qtbot: QtBot, window: MainWindow, shop: Archive
) -> None:
    with qtbot.waitSignal(window.session_opened, timeout=LONG):
        window.open_archive(shop.path)
    workspace = window.workspace
    assert workspace is not None
    assert window.session is not None
    lamp = window.session.reader.latest_version(address("lamp"))
    assert lamp is not None
    workspace.show_capture(lamp)
    tab = workspace.page.views.page
    qtbot.waitUntil(lambda: tab.replay is not None and tab.replay.ready, timeout=LONG)
    menu = QMenu()
    tab._add_to_menu(menu)
    assert "Teach a field…" in [action.text() for action in menu.actions()]
    script = "document.querySelector('td').getBoundingClientRect().toJSON()"
    places: list[dict[str, float]] = []
    tab.replay.run_script(script, places.append)
    qtbot.waitUntil(lambda: bool(places), timeout=LONG)
    from widgets.web import scripts

    found: list[dict[str, str]] = []
    x, y = places[0]["x"] + 5, places[0]["y"] + 5
    tab.replay.run_script(scripts.run("pointed", x=x, y=y), found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=LONG)
    assert found[0] == {"path": "/html[1]/body[1]/div[1]/table[1]/tbody[1]/tr[1]/td[1]", "text": "€ 11.50"}
    tab.teach_requested.emit(lamp, found[0]["path"], found[0]["text"])
    sheet = window.fields.sheet
    assert sheet is not None
    qtbot.waitUntil(lambda: sheet.proposals.count() > 1, timeout=LONG)
    assert sheet.value.text() == "11.5 EUR"


def test_times_below_the_chart_are_told_apart(qtbot: QtBot) -> None:
    """Versions of one minute have seconds, of one day minutes, others days."""
    axis, noon = _Days("bottom"), datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
    assert axis.tickStrings([noon, noon + 20], 1, 20) == ["12:00:00", "12:00:20"]
    assert axis.tickStrings([noon, noon + 600], 1, 600) == ["03-02 12:00", "03-02 12:10"]
    assert axis.tickStrings([noon, noon + 864_000], 1, 864_000) == ["2026-03-02", "2026-03-12"]


def test_a_page_opened_from_the_view_has_its_value_marked_and_says_where_it_comes_from(
    qtbot: QtBot, window: MainWindow, shop: Archive, price: Field
) -> None:
    feed(shop)
    with qtbot.waitSignal(window.session_opened, timeout=LONG):
        window.open_archive(shop.path)
    workspace = window.workspace
    assert workspace is not None
    window.fields.show("price")
    view = window.fields.view
    assert view is not None
    qtbot.waitUntil(lambda: view.model.rowCount() == 6, timeout=LONG)
    assert view.loaded is not None
    view._open_row(next(line for line in view.loaded.lines if line.url == address("lamp")))
    tab = workspace.page.views.page
    assert tab.find_bar.field.text() == "€ 11.50"
    qtbot.waitUntil(lambda: tab.find_bar.count.text() == "1 of 1", timeout=LONG)
    said = window.messages._sentence
    assert "“price” comes from" in said and "Behind the words: Price" in said, "the way is named"


def test_titles_of_pages_can_be_read_beside_many_fields(
    qtbot: QtBot, view: FieldsView, shop: Archive
) -> None:
    """The column of pages takes what the others leave, which may be nothing."""
    for name in ("seller", "city", "colour", "size"):
        rules.add(shop.path, name, "text", "", (Way("css", f".{name}"),))
    view.read()
    qtbot.waitUntil(lambda: view.model.columnCount() == 6, timeout=10_000)
    view.resize(700, 600)
    view.show()
    assert view.table.columnWidth(0) >= 120
    assert view.history.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
