"""Pictures of a document in a row: the key frames of a film with their times, the pictures a sound comes with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QLabel, QListView, QWidget

from extractors.base.types import Picture
from widgets.kit import theme
from widgets.kit.parts import scaled, tool_button
from widgets.words import formats

_HEIGHT = 96
_WIDEST = 220
_LARGE = 1600  # pixels: larger pictures are made smaller while they are read, in the worker


class Frame(NamedTuple):
    """A picture ready to be shown, and the words under it."""

    image: QImage
    label: str
    about: str


def frames(pictures: Sequence[Picture]) -> list[Frame]:
    """Decode pictures, in a worker; what is no picture is left out."""
    made = []
    for picture in pictures:
        image = QImage.fromData(picture.data)
        if image.isNull():
            continue
        size = f"{picture.width or image.width()} × {picture.height or image.height()}"
        if max(image.width(), image.height()) > _LARGE:
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            image = image.scaled(_LARGE, _LARGE, keep, smooth)
        when = formats.duration(picture.seconds) if picture.seconds >= 0 else ""
        made.append(Frame(image, when, " · ".join(filter(None, (when, picture.caption, size)))))
    return made


class Filmstrip(QListView):
    """Pictures side by side with their times; a click or Enter asks to see one large (`enlarge`: its number)."""

    enlarge = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pictures of the film"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setMovement(QListView.Movement.Static)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)
        self.setSpacing(theme.HALF)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self.clicked.connect(self._open)
        self.activated.connect(self._open)

    def show_frames(self, shown: Sequence[Frame]) -> None:
        """Show these pictures."""
        self._model.clear()
        widest = 0
        for frame in shown:
            pixmap = QPixmap.fromImage(
                frame.image.scaled(
                    _WIDEST,
                    _HEIGHT,
                    Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
            widest = max(widest, pixmap.width())
            item = QStandardItem(QIcon(pixmap), frame.label)
            item.setToolTip(self.tr("{about}: click to see it large").format(about=frame.about))
            item.setData(frame.about, Qt.ItemDataRole.AccessibleTextRole)
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            self._model.appendRow(item)
        self.setIconSize(QSize(widest or 1, _HEIGHT))
        under = 36 if any(frame.label for frame in shown) else theme.UNIT
        self.setGridSize(QSize(widest + theme.DOUBLE, _HEIGHT + under))
        self.setFixedHeight(_HEIGHT + under + 28)  # and the scroll bar

    @property
    def count(self) -> int:
        """How many pictures there are."""
        return self._model.rowCount()

    def _open(self, index: QModelIndex) -> None:
        self.enlarge.emit(index.row())


class Enlarged(QWidget):
    """One picture over everything else of its parent; arrows lead to the others, Esc or a click away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._below = parent
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._frames: Sequence[Frame] = ()
        self._at = 0
        self.previous = tool_button(self, "left", self.tr("Picture before (Left)"), lambda: self.step(-1))
        self.next = tool_button(self, "right", self.tr("Next picture (Right)"), lambda: self.step(1))
        self.close_button = tool_button(self, "close", self.tr("Close (Esc)"), self.put_away)
        for button in (self.previous, self.next, self.close_button):
            button.setAutoFillBackground(True)
            button.setFixedSize(36, 36)
            button.setStyleSheet("QToolButton { background: palette(base); }")
        self.about = QLabel(self)
        self.about.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.about.setFont(scaled(self.font(), 1.05))
        self.about.setStyleSheet("color: white;")
        self.hide()

    def show_frame(self, frames: Sequence[Frame], number: int) -> None:
        """Show one of the pictures."""
        if not frames:
            return
        self._frames, self._at = frames, number
        self.setGeometry(self._below.rect())
        self._say()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def number(self) -> int:
        """Which one is shown."""
        return self._at

    def step(self, by: int) -> None:
        """The picture before or after."""
        if 0 <= self._at + by < len(self._frames):
            self._at += by
            self._say()

    def put_away(self) -> None:
        """Leave it."""
        self.hide()
        self._below.setFocus()

    def _say(self) -> None:
        many = len(self._frames) > 1
        self.previous.setVisible(many)
        self.next.setVisible(many)
        self.previous.setEnabled(self._at > 0)
        self.next.setEnabled(self._at < len(self._frames) - 1)
        about = self._frames[self._at].about
        place = self.tr("{n} of {total}").format(n=self._at + 1, total=len(self._frames)) if many else ""
        self.about.setText(" · ".join(filter(None, (about, place))))
        self.setAccessibleName(about)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = self.width(), self.height()
        self.close_button.move(width - 36 - theme.DOUBLE, theme.DOUBLE)
        self.previous.move(theme.DOUBLE, (height - 36) // 2)
        self.next.move(width - 36 - theme.DOUBLE, (height - 36) // 2)
        self.about.setGeometry(theme.LARGE, height - 40, width - 2 * theme.LARGE, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(12, 16, 18, 236))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        image = self._frames[self._at].image
        room = self.rect().adjusted(72, 32, -72, -56)
        size = image.size().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() > 2 * image.width():
            size = image.size() * 2  # small pictures are not blown up beyond recognition
        place = QRect(0, 0, size.width(), size.height())
        place.moveCenter(room.center())
        painter.drawImage(place, image)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.put_away()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp):
            self.step(-1)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Space):
            self.step(1)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.put_away()
        event.accept()
