"""The list of contents that stand at several addresses, read in a worker."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QStackedWidget,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from widgets.duplicates.model import ADDRESSES, CONTENT, REPEATED, SIZE, DuplicatesModel
from widgets.kit import jobs, messages, theme
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ElidedLabel, tool_button
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.index.duplicates import Duplicates
    from widgets.session import Session

_MOST = 5000  # contents that are listed: those that repeat most
_WIDTHS = {ADDRESSES: 96, SIZE: 96, REPEATED: 152}


class DuplicatesView(QWidget):
    """Stands where pages are shown. `open` it; double click or Enter on an address asks for its capture."""

    closed = Signal()
    capture_requested = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._reading: jobs.Task[Any] | None = None
        self.documents = QCheckBox(self.tr("&Documents only"))
        self.documents.setToolTip(self.tr("Leave out images, style sheets and scripts"))
        self.documents.setChecked(True)
        self.documents.toggled.connect(self.open)
        self.summary = QLabel()
        self.summary.setProperty("muted", True)
        self.model = DuplicatesModel(self)
        self.tree = self._make_tree()
        self.busy, self.nothing = EmptyState("copy"), EmptyState("copy")
        self.busy.offer(self.tr("Cancel"), self.tr("Stop looking"), self.cancel)
        self.nothing.offer(self.tr("Look again"), self.tr("Look through the archive once more"), self.open)
        self.stack = QStackedWidget()
        for each in (self.busy, self.nothing, self.tree):
            self.stack.addWidget(each)
        self._arrange()

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setModel(self.model)
        tree.setAccessibleName(self.tr("Contents and their addresses"))
        tree.setUniformRowHeights(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setAllColumnsShowFocus(True)
        head = tree.header()
        head.ensurePolished()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(CONTENT, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            head.resizeSection(column, max(width, head.sectionSizeHint(column)))
        tree.setSortingEnabled(True)
        tree.sortByColumn(REPEATED, Qt.SortOrder.DescendingOrder)
        tree.activated.connect(self._open_address)
        return tree

    def _arrange(self) -> None:
        heading = ElidedLabel(self)
        heading.setProperty("role", "heading")
        heading.set_text(self.tr("Duplicates"))
        head = QHBoxLayout()
        head.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, 0)
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(tool_button(self, "close", self.tr("Back to the page (Esc)"), self.closed.emit))
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.documents)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HALF)
        column.addLayout(head)
        column.addLayout(bar)
        column.addWidget(self.stack, 1)

    # ---- looking ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Look through the archive."""
        if self._reading is not None:
            self._reading.cancel()
        archive, kinds = self._session.archive, ("document",) if self.documents.isChecked() else None
        self.summary.clear()
        self.busy.say(self.tr("Looking for duplicates…"), self.tr("The same content at several addresses."))
        self.stack.setCurrentWidget(self.busy)
        self.documents.setFocus()

        def look(task: jobs.Handle) -> list[Duplicates]:
            found: list[Duplicates] = []
            with archive.reader() as reader:
                for group in islice(reader.duplicates(kinds=kinds), _MOST + 1):
                    task.check()
                    found.append(group)
            return found

        self._reading = jobs.run(
            self,
            look,
            done=self._show,
            failed=self._failed,
            stopped=lambda _: None,
            label=self.tr("Duplicates"),
        )

    def cancel(self) -> None:
        """Look no further."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self._say(self.tr("Cancelled"), "")

    def _show(self, found: list[Duplicates]) -> None:
        self._reading = None
        listed = found[:_MOST]
        self.model.show(listed)
        if not listed:
            self._say(
                self.tr("No duplicates"),
                self.tr("Every content stands at one address, as far as this archive goes."),
            )
            return
        said = [
            self.tr("%Ln content(s) at several addresses;", "", len(listed)),
            self.tr("{size} beyond the first copies.").format(
                size=formats.size(sum(one.repeated for one in listed))
            ),
        ]
        if len(found) > _MOST:
            said.append(self.tr("Only those that repeat most are listed."))
        self.summary.setText(formats.sentences(said))
        self.stack.setCurrentWidget(self.tree)
        self.tree.setFocus()

    def _failed(self, error: Exception) -> None:
        self._reading = None
        self._say(self.tr("The archive could not be read."), messages.sentence(error))

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.stack.setCurrentWidget(self.nothing)

    def _open_address(self, index: QModelIndex) -> None:
        capture = self.model.capture_at(index)
        if capture is not None:
            self.capture_requested.emit(capture.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
