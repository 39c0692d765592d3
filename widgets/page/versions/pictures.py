"""The versions of a page as small pictures in a row, with their dates; those in sight are taken as they are looked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QIcon,
    QImage,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QListView, QWidget

from app.archive.model import Capture
from widgets.kit import theme
from widgets.page.versions.thumbnails import SIZE, Thumbnails
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

_SETTLE = 300  # milliseconds of rest before pictures are asked for
_ID = Qt.ItemDataRole.UserRole
_SHOWN = SIZE * 0.75  # they are taken larger for screens of more pixels


class VersionPictures(QListView):
    """`chosen` is the id of the version whose picture is clicked. Nothing is taken while it is hidden."""

    chosen = Signal(str)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("versionPictures")
        self.setAccessibleName(self.tr("Pictures of the versions"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setMovement(QListView.Movement.Static)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setIconSize(_SHOWN)
        self.setGridSize(_SHOWN + QSize(theme.DOUBLE, 32))
        self.setFixedHeight(_SHOWN.height() + 32 + 16)  # and the scroll bar
        self._versions: dict[str, Capture] = {}
        self._items: dict[str, QStandardItem] = {}
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.thumbnails = Thumbnails(session, self)
        self.thumbnails.ready.connect(self._show)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settle.timeout.connect(self._ask)
        self.horizontalScrollBar().valueChanged.connect(lambda _: self._settle.start())
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self.hide()

    def set_versions(self, versions: Sequence[Capture]) -> None:
        """The versions of another page, or more of this one."""
        if list(self._versions) == [version.id for version in versions]:
            return
        self._versions = {version.id: version for version in versions}
        self._model.clear()
        self._items = {}
        empty = QPixmap(SIZE)
        empty.fill(QColor(theme.colors().raised))
        for version in versions:
            item = QStandardItem(_icon(empty), formats.date(version.date, brief=True))
            item.setData(version.id, _ID)
            item.setToolTip(formats.date_exact(version.date))
            item.setData(formats.date(version.date), Qt.ItemDataRole.AccessibleTextRole)
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            self._items[version.id] = item
            self._model.appendRow(item)
            held = self.thumbnails.held(version.id)
            if held is not None:
                self._show(version.id, held)
        self._settle.start()

    def set_before(self, before: Mapping[str, str]) -> None:
        """Of versions whose text stood before, where first, by their ids."""
        for id, item in self._items.items():
            said = formats.date_exact(self._versions[id].date)
            item.setToolTip("\n".join(filter(None, (said, before.get(id, "")))))

    def set_current(self, capture_id: str) -> None:
        """The version that is on screen."""
        item = self._items.get(capture_id)
        if item is not None:
            self.setCurrentIndex(item.index())
            self.scrollTo(item.index())

    def in_sight(self) -> list[Capture]:
        """The versions whose pictures are in sight, and one more on each side."""
        area = self.viewport().rect().adjusted(-SIZE.width(), 0, SIZE.width(), 0)
        return [
            self._versions[id]
            for id, item in self._items.items()
            if area.intersects(self.visualRect(item.index()))
        ]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settle.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._settle.stop()
        self.thumbnails.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle.start()

    def _ask(self) -> None:
        if self.isVisible():
            self.thumbnails.want(self.in_sight())

    def _show(self, capture_id: str, image: QImage) -> None:
        item = self._items.get(capture_id)
        if item is None:
            return
        if image.isNull():
            item.setToolTip(self.tr("No picture can be taken of this version"))
        else:
            item.setIcon(_icon(QPixmap.fromImage(image)))

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(str(index.data(_ID)))


def _icon(picture: QPixmap) -> QIcon:
    """The same when its row is chosen: a picture under a tint cannot be compared with others."""
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)
    return icon
