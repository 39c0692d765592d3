"""Long tables: rows come when they are wanted, and what somebody looks at stays where it is."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt

from widgets.crawl import paging
from widgets.crawl.paging import PAGE, PagedModel, Source, StaysInPlace
from widgets.kit import jobs
from widgets.kit.tables import table


@dataclass(frozen=True)
class Row:
    number: int
    text: str = ""


class Rows(PagedModel):
    def __init__(self) -> None:
        super().__init__()
        self.heads = ("Number",)

    def cell(self, row: Row, column: int, role: int) -> object:
        return f"{row.number}{row.text}" if role == Qt.ItemDataRole.DisplayRole else None


class Store:
    """Rows that may change, read as the engine does it."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.asked: list[tuple[int, int]] = []

    def read(self, after: Row | None, limit: int, _cancelled) -> list[Row]:
        self.asked.append((after.number if after else -1, limit))
        return [row for row in self.rows if after is None or row.number > after.number][:limit]

    def source(self) -> Source:
        return Source(self.read, lambda _cancelled: len(self.rows))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "LEAST", 0.0)
    monkeypatch.setattr(paging, "SHARE", 0)


@pytest.fixture
def model(qapp):
    made = Rows()
    yield made
    jobs.wait_all()


def numbers(model: Rows) -> list[int]:
    return [model.row_at(model.index(row, 0)).number for row in range(model.rowCount())]


def follow(qtbot, model: Rows, store: Store) -> None:
    with qtbot.waitSignal(model.settled):
        model.follow(store.source())


def refresh(qtbot, model: Rows) -> None:
    with qtbot.waitSignal(model.settled):
        model.refresh()


def test_rows_come_a_page_at_a_time_by_the_last_row(qtbot, model: Rows) -> None:
    store = Store([Row(number) for number in range(PAGE * 2 + 7)])
    follow(qtbot, model, store)
    assert model.rowCount() == PAGE and model.total == PAGE * 2 + 7
    for wanted in (PAGE * 2, PAGE * 2 + 7):
        assert model.canFetchMore()
        with qtbot.waitSignal(model.settled):
            model.fetchMore()
        assert model.rowCount() == wanted
    assert not model.canFetchMore()
    assert store.asked == [(-1, PAGE), (PAGE - 1, PAGE), (PAGE * 2 - 1, PAGE)]
    assert numbers(model) == list(range(PAGE * 2 + 7))


def test_rows_that_leave_come_and_change_keep_selection_and_place(qtbot, light, model: Rows) -> None:
    store = Store([Row(number) for number in range(300)])
    view = table(model, "rows", 0)
    qtbot.addWidget(view)
    StaysInPlace(view, model)
    view.resize(200, 300)
    view.show()
    follow(qtbot, model, store)
    view.selectRow(100)
    view.scrollTo(model.index(95, 0), view.ScrollHint.PositionAtTop)
    top = model.row_at(model.index(view.rowAt(0), 0)).number
    store.rows = [Row(n, "!" if n == 100 else "") for n in range(300) if n not in (3, 50, 99)] + [
        Row(400),
        Row(401),
    ]
    refresh(qtbot, model)
    assert numbers(model) == [row.number for row in store.rows]
    chosen = view.selectionModel().selectedRows()
    assert [index.data() for index in chosen] == ["100!"]
    assert model.row_at(model.index(view.rowAt(0), 0)).number == top
    store.rows = store.rows[20:150]
    refresh(qtbot, model)
    assert numbers(model) == [row.number for row in store.rows]
    assert [index.data() for index in view.selectionModel().selectedRows()] == ["100!"]


def test_a_chosen_row_that_leaves_is_not_replaced_by_its_neighbour(qtbot, light, model: Rows) -> None:
    store = Store([Row(number) for number in range(20)])
    view = table(model, "rows", 0)
    qtbot.addWidget(view)
    follow(qtbot, model, store)
    view.selectRow(5)
    store.rows = [row for row in store.rows if row.number != 5]
    refresh(qtbot, model)
    assert view.selectionModel().selectedRows() == []
    assert numbers(model) == [row.number for row in store.rows]


def test_only_what_has_changed_is_painted_anew(qtbot, model: Rows) -> None:
    store = Store([Row(number) for number in range(50)])
    follow(qtbot, model, store)
    store.rows = [Row(row.number, "!" if row.number in (7, 9) else "") for row in store.rows]
    with qtbot.waitSignal(model.dataChanged) as told:
        model.refresh()
    assert (told.args[0].row(), told.args[1].row()) == (7, 9)


def test_another_search_calls_off_the_one_before(qtbot, model: Rows) -> None:
    called_off: list[bool] = []
    begun = threading.Event()

    def endless(_after, _limit: int, cancelled) -> list[Row]:
        begun.set()
        deadline = time.monotonic() + 10
        while not cancelled() and time.monotonic() < deadline:
            time.sleep(0.005)
        called_off.append(cancelled())
        return [Row(1)]

    model.follow(Source(endless))
    assert begun.wait(5)
    follow(qtbot, model, Store([Row(2)]))
    qtbot.waitUntil(lambda: called_off == [True])
    assert numbers(model) == [2]


def test_what_cannot_be_read_is_told_and_leaves_what_was_there(qtbot, model: Rows) -> None:
    store = Store([Row(1)])
    follow(qtbot, model, store)

    def broken(_after, _limit: int, _cancelled) -> list[Row]:
        raise OSError("No space left on device")

    model._source = Source(broken)
    with qtbot.waitSignal(jobs.center().failed) as told:
        model.refresh()
    assert "No space" in str(told.args[0])
    assert numbers(model) == [1] and not model.reading
