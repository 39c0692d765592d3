"""Above the tree: the filter box, the button of the facets, what they are narrowed to, “show everything”."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.archive.index.facets import FacetChoice
from widgets.kit import theme
from widgets.tree.facets import FacetChips, FacetPopup

_WORDS = 420  # pixels of width from which on a button bears words


class FilterField(QLineEdit):
    """A field above a list: Down goes to the list, Enter takes what is meant."""

    left = Signal()
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class TreeHead(QWidget):
    """Only looks; the panel wires it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("treeHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.filter = FilterField(clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter by title or address"))
        self.filter.setAccessibleName(self.tr("Filter by title or address"))
        self.filter.setToolTip(
            self.tr(
                "Type a part of a title or address, or a whole address (%1). Down goes to the list."
            ).replace("%1", QKeySequence("Ctrl+Shift+F").toString())
        )
        self.filter.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.narrow = self._make_narrow()
        self.again = QToolButton()
        self.again.setIcon(theme.icon("again"))
        words = self.tr("Crawl again")
        self.again.setText(f" {words}")  # the style leaves no room between icon and words
        self.again.setAccessibleName(words)
        self.everything = QAction(theme.icon("resources"), self.tr("Show &everything"), self, checkable=True)
        self.everything.setToolTip(self.tr("Show images, style sheets, scripts, redirects and errors too"))
        self.everything.setShortcut("Ctrl+Shift+E")
        button = QToolButton()
        button.setDefaultAction(self.everything)
        button.setAccessibleName(self.tr("Show everything"))
        self.popup = FacetPopup(self)
        self.chips = FacetChips(self)
        self.found = QLabel(visible=False)
        self.found.setProperty("muted", True)
        self.found.setContentsMargins(theme.UNIT + theme.HALF, 0, theme.UNIT, theme.HALF)
        row = QHBoxLayout()
        row.setContentsMargins(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT)
        row.setSpacing(theme.HALF)
        row.addWidget(self.filter, 1)
        row.addWidget(self.again)
        row.addWidget(self.narrow)
        row.addWidget(button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(row)
        rows.addWidget(self.chips)
        rows.addWidget(self.found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button has its words where there is room for them beside the filter."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        self.again.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if self.width() >= _WORDS else style.ToolButtonIconOnly
        )

    def _make_narrow(self) -> QToolButton:
        button = QToolButton()
        button.setIcon(theme.icon("facets"))
        button.setCheckable(True)
        words = self.tr("Choose by type, language, year, author, issuer")
        button.setToolTip(
            f"{words} ({QKeySequence('Ctrl+Alt+F').toString(QKeySequence.SequenceFormat.NativeText)})"
        )
        button.setAccessibleName(words)
        return button

    def show_choice(self, choice: FacetChoice) -> None:
        """What the tree is narrowed to."""
        self.narrow.setChecked(choice.any)
        self.chips.show_choice(choice)

    def show_total(self, count: int | None, everything: bool) -> None:
        """How many pages the filter found; None: there is no filter."""
        self.found.setVisible(count is not None)
        if count is not None:
            counted = (
                self.tr("%Ln address(es) found", "", count)
                if everything
                else self.tr("%Ln page(s) found", "", count)
            )
            self.found.setText(counted)

    def open_popup(self) -> None:
        """What there is to choose from, below the button."""
        self.popup.open_at(self.narrow.mapToGlobal(QPoint(0, self.narrow.height() + theme.HALF)))
