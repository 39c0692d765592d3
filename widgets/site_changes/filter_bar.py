"""Which rows of a report are seen: by state, by text; and handing the report on."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from widgets import formats, theme
from widgets.flow_layout import FlowLayout
from widgets.site_changes import words

_AT_FIRST = frozenset({"changed", "new", "gone"})


class FilterBar(QWidget):
    """A switch for each state with its number, a field, and the export."""

    changed = Signal()
    export_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switches: dict[str, QToolButton] = {}
        states = QWidget(self)
        flow = FlowLayout(states, theme.HALF)
        for state in words.STATES:
            switch = QToolButton(states, checkable=True)
            switch.setChecked(state in _AT_FIRST)
            switch.toggled.connect(lambda _: self.changed.emit())
            self.switches[state] = switch
            flow.addWidget(switch)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Filter by title or address"))
        self.field.setAccessibleName(self.tr("Filter the pages of the report"))
        self.field.setToolTip(self.tr("A part of the title or the address"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self.changed.emit())
        self.export = QPushButton(theme.icon("export"), self.tr("Export…"), self)
        self.export.setToolTip(self.tr("Write this report as a web page, a table or data for programs"))
        self.export.setAutoDefault(False)
        self.export.clicked.connect(lambda: self.export_asked.emit())
        second = QHBoxLayout()
        second.setSpacing(theme.UNIT)
        second.addWidget(self.field, 1)
        second.addWidget(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT)
        column.setSpacing(theme.HALF)
        column.addWidget(states)
        column.addLayout(second)
        self.show_counts({})

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """How many rows of each state there are."""
        for state, switch in self.switches.items():
            count = counts.get(state, 0)
            name = words.state_name(state)
            switch.setText(f"{words.look(state)[1]} {name} {formats.number(count)}")
            switch.setEnabled(count > 0)
            tip = self.tr("{what}. Click to show or hide them.").format(what=words.state_tip(state))
            switch.setToolTip(tip)
            switch.setAccessibleName(f"{name}: {formats.number(count)}")

    def states(self) -> frozenset[str]:
        """The states that are seen."""
        return frozenset(state for state, switch in self.switches.items() if switch.isChecked())

    def show_all(self) -> None:
        """Hide nothing."""
        self.field.clear()
        for switch in self.switches.values():
            switch.setChecked(True)
