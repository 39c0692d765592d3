"""The versions of a page as small pictures in a row, with their dates; those in sight are taken as they are looked for.

A browser out of sight takes them, one after the other; they are kept in a folder of this machine.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QRect, QSize, Qt, QTimer, Signal
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
from app.personal import cache_folder
from widgets.kit import jobs, theme
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.web.view import ReplayView

SIZE = QSize(192, 144)
_PAGE = QSize(1024, 768)  # what is photographed, from the top of the page
_FILES = 4000  # that are kept: of some kilobytes each
_HELD = 200  # pictures in memory
_LOOK = 60  # milliseconds between two looks at a page, until it looks the same twice
_LOOKS = 25  # of a page that never comes to rest, or has nothing to paint
_PATIENCE = 15_000  # milliseconds for one page
_IDLE = 4000  # milliseconds without work after which the browser is let go
_PAINTED = "performance.getEntriesByName('first-contentful-paint').length"
log = logging.getLogger(__name__)
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


class Thumbnails(QObject):
    """`ready` brings the picture of a version that was wanted, null where none can be taken. What is wanted next takes
    the place of what was wanted before."""

    ready = Signal(str, QImage)

    def __init__(self, session: Session, host: QWidget) -> None:
        super().__init__(host)
        self._session, self._host = session, host
        self._folder = cache_folder() / "thumbnails" / _name_of(session.path)
        self._held: OrderedDict[str, QImage] = OrderedDict()
        self._queue: list[Capture] = []
        self._reading: jobs.Task[Any] | None = None
        self._view: ReplayView | None = None
        self._capture: Capture | None = None  # that is being photographed
        self._seen: QImage | None = None
        self._looks = 0
        self._look_again = QTimer(self, singleShot=True, interval=_LOOK)
        self._look_again.timeout.connect(self._look)
        self._late = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._late.timeout.connect(lambda: self._done(QImage()))
        self._rest = QTimer(self, singleShot=True, interval=_IDLE)
        self._rest.timeout.connect(self._let_go)

    @property
    def busy(self) -> bool:
        """Whether a picture is being taken, or read."""
        return self._capture is not None or bool(self._queue) or self._reading is not None

    def held(self, capture_id: str) -> QImage | None:
        """The picture of a version, if it is in memory."""
        return self._held.get(capture_id)

    def want(self, captures: Sequence[Capture]) -> None:
        """Bring these pictures, in this order, and no others."""
        self.stop()
        missing = [capture for capture in captures if capture.id not in self._held]
        if not missing or self._session.closed:
            return
        folder = self._folder

        def read(_: jobs.Handle) -> dict[str, QImage]:
            found = ((capture.id, QImage(str(_file(folder, capture.id)))) for capture in missing)
            return {id: image for id, image in found if not image.isNull()}

        def known(found: dict[str, QImage]) -> None:
            self._reading = None
            for id, image in found.items():
                self._keep(id, image)
            self._queue = [capture for capture in missing if capture.id not in found]
            self._next()

        self._reading = jobs.run(self, read, done=known)

    def stop(self) -> None:
        """Bring nothing more."""
        self._queue.clear()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self._look_again.stop()
        self._late.stop()
        if self._capture is not None:
            self._capture = None
            self._rest.start()

    # ---- taking -------------------------------------------------------------------------------------------------

    def _next(self) -> None:
        if self._capture is not None:
            return
        if not self._queue or self._session.closed:
            self._rest.start()
            return
        self._rest.stop()
        self._capture = capture = self._queue.pop(0)
        self._seen, self._looks = None, 0
        self._late.start()
        self._browser().show_capture(capture)

    def _browser(self) -> ReplayView:
        """The browser: a window that is on no screen, or Chromium would not paint in it."""
        if self._view is None:
            view = self._session.replay.new_view(self._host)
            view.setWindowFlags(Qt.WindowType.Tool)
            view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            view.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
            view.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            view.resize(_PAGE)
            view.loaded.connect(self._loaded)
            view.show()
            self._view = view
        return self._view

    def _let_go(self) -> None:
        view, self._view = self._view, None
        if view is not None:
            view.hide()
            view.deleteLater()

    def _loaded(self, whole: bool) -> None:
        if self._capture is not None and self._view is not None and self._view.capture == self._capture:
            if whole:
                self._look()
            else:
                self._done(QImage())

    def _look(self) -> None:
        """What was there before must not be taken for what is wanted: only a page that has painted is looked at."""
        if self._capture is not None and self._view is not None:
            wanted = self._capture
            self._view.run_script(_PAINTED, lambda painted: self._compare(wanted, bool(painted)))

    def _compare(self, wanted: Capture, painted: bool) -> None:
        if self._capture is not wanted or self._view is None:
            return
        self._looks += 1
        shot = self._view.picture() if painted or self._looks >= _LOOKS else None
        if shot is not None and (shot == self._seen or self._looks >= _LOOKS):
            self._done(small(shot))
            return
        self._seen = shot
        if self._looks >= _LOOKS:
            self._done(QImage())
        else:
            self._look_again.start()

    def _done(self, image: QImage) -> None:
        capture, self._capture = self._capture, None
        self._late.stop()
        self._look_again.stop()
        if capture is None:
            return
        folder, id = self._folder, capture.id
        self._keep(id, image)
        if not image.isNull():
            jobs.run(self, lambda _: store(folder, id, image))
        self._next()

    def _keep(self, id: str, image: QImage) -> None:
        self._held[id] = image
        while len(self._held) > _HELD:
            self._held.popitem(last=False)
        self.ready.emit(id, image)


def small(shot: QImage) -> QImage:
    """The top of a page as a thumbnail."""
    smooth = Qt.TransformationMode.SmoothTransformation
    scaled = shot.scaled(SIZE, Qt.AspectRatioMode.KeepAspectRatioByExpanding, smooth)
    return scaled.copy(QRect(0, 0, SIZE.width(), SIZE.height())).convertToFormat(QImage.Format.Format_RGB32)


def store(folder: Path, id: str, image: QImage) -> None:
    """Write a picture to the folder of its archive, and make room among those of all; in a worker."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        image.save(str(_file(folder, id)), None, 80)
        tidy(folder.parent)
    except OSError as error:
        log.warning("thumbnails are not kept: %s", error)


def tidy(folder: Path, most: int = _FILES) -> None:
    """Delete the oldest pictures, a quarter of them, once there are too many."""
    with suppress(OSError):
        if sum(len(files) for _, _, files in os.walk(folder)) <= most:
            return
        files = sorted(folder.glob("*/*.jpg"), key=lambda file: file.stat().st_mtime)
        for file in files[: len(files) - most * 3 // 4]:
            file.unlink()


def _file(folder: Path, id: str) -> Path:
    return folder / f"{id}.jpg"


def _name_of(archive: Path) -> str:
    return hashlib.sha256(os.fsencode(archive.resolve())).hexdigest()[:24]
