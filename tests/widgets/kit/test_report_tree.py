"""Reports: what there is to say about a row can be read in full, in a tree of any width."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from widgets.kit import theme
from widgets.kit.report import ReportRow, ReportSheet

LONG = "The line ends of the record were converted, and this sentence is far too long for a single line. " * 2


def test_a_long_sentence_takes_more_lines_in_a_narrow_tree(qtbot, light) -> None:
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.resize(1000, 700)
    frame.show()
    sheet = ReportSheet("Report", (("File", 0), ("Number", 64)), (1,), frame)
    lines = (("info", "muted", "Short."), ("info", "muted", LONG))
    sheet.show_rows([ReportRow(("a.warc", "1"), lines=lines)], "Done.", False)
    sheet.slide_in()
    tree, above = sheet.tree, sheet.model.index(0, 0)

    def height(line: int) -> int:
        return tree.visualRect(sheet.model.index(line, 0, above)).height()

    qtbot.waitUntil(lambda: height(1) > theme.ROW_HEIGHT)
    assert tree.visualRect(above).height() >= theme.ROW_HEIGHT
    assert theme.ROW_HEIGHT <= height(0) < height(1)  # by how much depends on the font
    wide = height(1)
    frame.resize(400, 700)
    qtbot.waitUntil(lambda: height(1) > wide)


def test_every_head_of_a_column_can_be_read(qtbot, light) -> None:
    """Whatever the font: the widths that are asked for are the least."""
    frame = QWidget()
    qtbot.addWidget(frame)
    columns = (("File", 0), ("A head much longer than that", 20), ("Numbers", 20))
    sheet = ReportSheet("Report", columns, (1, 2), frame)
    head = sheet.tree.header()
    assert all(head.sectionSize(n) >= head.sectionSizeHint(n) > 20 for n in (1, 2))
