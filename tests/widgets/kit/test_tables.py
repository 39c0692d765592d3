"""Lists of any length stay quick: rows come in pieces, and a kind is shown without asking each row again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from widgets.kit.tables import AT_ONCE, GrowingModel, table


class Numbers(GrowingModel):
    heads = ("Number", "Word")
    numbers = frozenset({0})
    asked = 0

    def kind_of(self, row: int) -> str:
        self.asked += 1
        return "even" if row % 2 == 0 else "odd"

    def cell(self, row: int, column: int, role: int) -> object:
        return str(row) if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def model(qapp) -> Numbers:
    return Numbers()


def shown(model: Numbers) -> list[str]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_rows_appended_by_a_worker_are_taken_in_when_asked(model) -> None:
    rows = [1, 2]
    model.follow(rows)
    assert model.rowCount() == 0
    assert model.take() is False
    rows += [3, 4, 5]
    assert shown(model) == ["1", "2"]
    model.take()
    assert shown(model) == ["1", "2", "3", "4", "5"]
    assert model.kinds() == {"odd": 3, "even": 2}


def test_a_kind_is_shown_and_goes_on_growing(model, qtbot) -> None:
    rows = [1, 2, 3]
    model.follow(rows)
    model.take()
    model.show_kind("odd")
    assert shown(model) == ["1", "3"] and model.row_at(model.index(1, 0)) == 3
    rows += [4, 5]
    with qtbot.waitSignal(model.rowsInserted) as told:
        model.take()
    assert told.args[1:] == [2, 2] and shown(model) == ["1", "3", "5"]
    model.show_kind("")
    assert model.rowCount() == 5


def test_a_hundred_thousand_rows_come_in_pieces_and_are_sorted_by_kind_once(model, qtbot) -> None:
    view = table(model, "Numbers", 1)
    qtbot.addWidget(view)
    model.follow(range(100_000))
    goes = 1
    while model.take():
        goes += 1
    assert goes == 100_000 // AT_ONCE and model.rowCount() == 100_000
    for kind in ("odd", "even", "", "odd"):
        model.show_kind(kind)
    assert model.asked == 100_000
    view.scrollToBottom()
    assert model.index(model.rowCount() - 1, 0).data() == "99999"


def test_another_list_begins_anew(model) -> None:
    model.follow([1, 2, 3])
    model.take()
    model.show_kind("odd")
    model.follow([8])
    model.take()
    assert shown(model) == ["8"] and model.kinds() == {"even": 1}


def test_numbers_are_set_to_the_right_in_cells_and_heads(model) -> None:
    model.follow([1])
    model.take()
    role = Qt.ItemDataRole.TextAlignmentRole
    assert model.index(0, 0).data(role) and not model.index(0, 1).data(role)
    assert model.headerData(0, Qt.Orientation.Horizontal, role)
