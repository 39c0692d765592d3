"""Small parts of the dashboard's tabs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTableView, QWidget

from widgets import theme
from widgets.tables import table

_ROW = 24


def dense(model: QAbstractItemModel, name: str, stretch: int) -> QTableView:
    """A table with more rows to the height than those for reading."""
    view = table(model, name, stretch)
    view.verticalHeader().setDefaultSectionSize(_ROW)
    return view


def search_field(name: str, width: int = 260) -> QLineEdit:
    """A field to type a part of a name into."""
    field = QLineEdit(placeholderText=name, clearButtonEnabled=True)
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setMaximumWidth(width)
    field.setMinimumWidth(120)
    field.addAction(QAction(theme.icon("search", "muted"), "", field), QLineEdit.ActionPosition.LeadingPosition)
    return field


def bar(left: Sequence[QWidget], right: Sequence[QWidget] = ()) -> QHBoxLayout:
    """The line above a table: what narrows it down at the left, what to do with it at the right."""
    row = QHBoxLayout()
    row.setContentsMargins(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF)
    row.setSpacing(theme.UNIT)
    for part in left:
        row.addWidget(part)
    row.addStretch(1)
    for part in right:
        row.addWidget(part)
    return row
