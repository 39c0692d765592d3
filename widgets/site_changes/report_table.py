"""The table of a site change report: one page a row; double click compares, the menu does the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from widgets.blocks import label_styles
from widgets.blocks import past as preview_words
from widgets.blocks.histories import kind_name
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.courtesy import PoliteTable
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import bare, word_field
from widgets.kit.tables import Index, dress, keep_width
from widgets.page import fact_words
from widgets.site_changes import model as words
from widgets.site_changes.model import ADDRESS, COUNTS, SHARE, STATE, TITLE, ShareDelegate, SiteChangesModel
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.site_changes import Excerpt, SiteRow


# Which rows of a report are seen: by state, by text; and handing the report on.

_AT_FIRST = frozenset({"changed", "moved", "new", "gone"})


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
            switch = QToolButton(states)
            switch.setCheckable(True)
            switch.setChecked(state in _AT_FIRST)
            switch.toggled.connect(lambda _: self.changed.emit())
            self.switches[state] = switch
            flow.addWidget(switch)
        self.field = word_field(
            self,
            self.tr("Filter by title or address"),
            self.tr("A part of the title or the address"),
            self.tr("Filter the pages of the report"),
        )
        self.field.textChanged.connect(lambda _: self.changed.emit())
        self.export = QPushButton(theme.icon("export"), self.tr("Export…"), self)
        self.export.setToolTip(self.tr("Write this report as a web page, a table or data for programs"))
        self.export.setAutoDefault(False)
        self.export.clicked.connect(lambda: self.export_asked.emit())
        second = in_row(None, (self.field, 1), self.export, spacing=theme.UNIT)
        in_column(
            self, states, second, margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT), spacing=theme.HALF
        )
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


# What really changed on the chosen page, in a few words, below the table.

_MOST = 400  # characters of one excerpt


class Preview(QTextBrowser):
    """`say` a sentence, or `show_excerpts`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        bare(self)
        self.setAccessibleName(self.tr("What changed on the chosen page"))
        self._excerpts: Sequence[Excerpt] = ()
        self._sentence = ""
        theme.watcher().changed.connect(self._draw)

    def say(self, sentence: str) -> None:
        """A sentence instead of excerpts."""
        self._excerpts, self._sentence = (), sentence
        self._draw()

    def show_excerpts(self, excerpts: Sequence[Excerpt]) -> None:
        """The changes, with their inner diffs."""
        self._excerpts = excerpts
        self._sentence = "" if excerpts else self.tr("There is no text to show of these changes.")
        self._draw()

    def _draw(self) -> None:
        muted = theme.colors().muted
        rows = []
        for excerpt in self._excerpts:
            colour, mark = theme.changes[excerpt.kind if excerpt.kind in theme.changes else "changed"]
            head = f'<b style="color:{colour}">{mark} {escape(kind_name(excerpt.kind))}</b>'
            # what has no label is of a document, and may be one of its facts
            told = (
                (label_styles.name(excerpt.label), excerpt.topic)
                if excerpt.label
                else (fact_words.name(excerpt.topic),)
            )
            about = " · ".join(filter(None, told))
            line = f'{head} <span style="color:{muted}">{escape(formats.shorten(about, 100))}</span>'
            shown = preview_words.small_diff(excerpt.words, _MOST) + preview_words.sides(excerpt.attributes)
            rows.append(f"<p>{line}<br>{shown}</p>")
        sentence = f'<p style="color:{muted}">{escape(self._sentence)}</p>' if self._sentence else ""
        self.document().setDefaultStyleSheet("p { margin-top: 2px; margin-bottom: 8px; }")
        self.setHtml("".join(rows) + sentence)
        self.document().setDocumentMargin(theme.DOUBLE)


class _CutAtTheEnd(QStyledItemDelegate):
    """For titles: what tells them from each other stands in front, the name of the site behind."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight


class ReportTable(PoliteTable):
    """Shows the rows of a report; what a person wants to see goes up as a signal."""

    compare_requested = Signal(str, str)
    capture_requested = Signal(str)

    def __init__(self, model: SiteChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        dress(self, model, self.tr("Pages and what became of them"), TITLE)
        keep_width(self, {STATE: 112, ADDRESS: 200, SHARE: 136, COUNTS: 136})
        self.setSortingEnabled(True)
        self.sortByColumn(SHARE, Qt.SortOrder.DescendingOrder)
        self.setItemDelegateForColumn(TITLE, _CutAtTheEnd(self))
        self.setItemDelegateForColumn(SHARE, ShareDelegate(self))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.activated.connect(self._open)

    def menu(self, row: SiteRow) -> QMenu:
        """What can be done with a page of the report."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        acts = (
            ("compare", self.tr("&Compare"), row.compared is not None, lambda: self._compare(row)),
            ("back", self.tr("Show the &older version"), bool(row.id_a), lambda: self._show(row.id_a)),
            ("forward", self.tr("Show the &newer version"), bool(row.id_b), lambda: self._show(row.id_b)),
            ("copy", self.tr("Copy &address"), True, lambda: QGuiApplication.clipboard().setText(row.url)),
        )
        for icon, text, on, act in acts:
            made.addAction(theme.icon(icon), text, act).setEnabled(on)
        return made

    def _menu(self, at: QPoint) -> None:
        row = self._rows.row_at(self.indexAt(at))
        if row is not None:
            self.menu(row).popup(self.viewport().mapToGlobal(at))

    def _open(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if row is not None and row.compared is not None and (row.other or row.state == "changed"):
            self._compare(row)
        elif row is not None:
            self._show(row.id_b or row.id_a)

    def _compare(self, row: SiteRow) -> None:
        if row.compared is not None:
            self.compare_requested.emit(*row.compared)

    def _show(self, capture_id: str | None) -> None:
        if capture_id:
            self.capture_requested.emit(capture_id)
