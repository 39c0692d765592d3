"""The widget that shows a link map: moved and enlarged with mouse and keys, with the links of the node that is chosen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from widgets.kit import jobs, theme
from widgets.kit.parts import scaled
from widgets.linkmap import labels, paint
from widgets.linkmap.scene import Camera, Scene, curves

_AROUND = 0.3  # of the size, drawn on each side beyond what is seen
_AT_ONCE = 350  # nodes and lines that are drawn while the window waits: below 20 ms
_REST = 90  # milliseconds after which a movement has ended
_REACH = 7.0  # pixels around a node that belong to it
_MARGIN = 64.0  # pixels around what was fitted; labels need some
_CLOSEST = 6.0
_STEP = 1.25
_VEIL = 150  # how much of all else is hidden behind the links of a node: 0 to 255
_ARROWS = 600  # links of a node that are drawn
_NAMED = 24  # neighbours with labels
_KEYS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


def inks() -> paint.Inks:
    """The colours of lines and ground in the scheme in use."""
    colors = theme.colors()
    return paint.Inks(
        colors.surface, colors.outline, colors.accent, colors.added, colors.removed, colors.outline
    )


class MapCanvas(QWidget):
    """Show a Scene with `show_scene`. Nodes are numbers in it, −1 is none."""

    chosen = Signal(int)
    activated = Signal(int)
    moved = Signal(object)  # the Camera
    hovered = Signal(int)
    folded = Signal(int)  # Space: fold the node that is chosen, or unfold it
    left = Signal()  # Esc
    menu_requested = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Picture of the links"))
        self.setMinimumSize(160, 120)
        self.scene: Scene | None = None
        self.camera = Camera(0, 0, 1)
        self.current = self.hover = -1
        self.tip: Any = None  # gives the text of a node
        self.drawn = 0  # pictures that were made
        self._image: QImage | None = None
        self._image_camera = self.camera
        self._fitted = True
        self._stale = False
        self._labels: list[labels.Label] = []
        self._labels_scale = 0.0
        self._task: jobs.Task[QImage] | None = None
        self._pressed: QPointF | None = None
        self._dragged = False
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._settle)
        theme.watcher().changed.connect(self._recolour)

    # ---- what is shown -----------------------------------------------------------------------------------------

    def show_scene(self, scene: Scene, *, keep: bool = False) -> None:
        """Show another scene; `keep` what is seen and chosen."""
        self.scene = scene
        if not keep:
            self.current = self.hover = -1
            self._fitted = True
        if self._fitted:
            self.fit()
        self.refresh()

    def refresh(self) -> None:
        """Draw again: colours, sizes or what is shown are others."""
        self._stale = True
        self._make_picture()

    @property
    def settled(self) -> bool:
        """Whether the picture is of what is seen."""
        waits = self._stale or self._rest.isActive()
        return self._task is None and (self.scene is None or not self.isVisible() or not waits)

    def fit(self) -> None:
        """See all."""
        if self.scene is None:
            return
        left, top, right, bottom = self.scene.bounds()
        margin = min(_MARGIN, self.width() / 10)
        layers = self.scene.form == "layers"
        room_x = max(self.width() - 2 * margin - (min(110, self.width() / 4) if layers else 0), 40)
        room_y = max(self.height() - 2 * margin * 0.6, 40)
        scale = min(room_x / max(right - left, 1), room_y / max(bottom - top, 1), 1.6)
        shift = min(55, self.width() / 8) / scale if layers else 0.0
        self.look(Camera((left + right) / 2 + shift, (top + bottom) / 2, scale))
        self._fitted = True

    def look(self, camera: Camera, *, tell: bool = True) -> None:
        """Look elsewhere."""
        self._fitted = False
        self.camera = camera
        self._rest.start()
        self.update()
        if tell:
            self.moved.emit(camera)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Larger or smaller around a point, else around the middle."""
        if self.scene is None:
            return
        point = at or QPointF(self.width() / 2, self.height() / 2)
        x, y = self.camera.to_place(point.x(), point.y(), self.width(), self.height())
        scale = min(max(self.camera.scale * factor, 1e-3), _CLOSEST)
        middle_x = x - (point.x() - self.width() / 2) / scale
        middle_y = y - (point.y() - self.height() / 2) / scale
        self.look(Camera(middle_x, middle_y, scale))

    def choose(self, node: int, *, centre: bool = False, tell: bool = True) -> None:
        """Choose a node, or none; `centre` brings it to the middle, near enough to be told from others."""
        scene = self.scene
        if scene is None or node >= len(scene.place):
            node = -1
        self.current = node
        if node >= 0 and scene is not None and centre:
            x, y = scene.place[node].tolist()
            self.look(Camera(x, y, max(self.camera.scale, 0.6)))
        self._labels_scale = 0.0
        self._rest.start()
        self.update()
        self._describe()
        if tell:
            self.chosen.emit(node)

    def _describe(self) -> None:
        text = self.tip(self.current) if self.tip is not None and self.current >= 0 else ""
        self.setAccessibleDescription(text)

    # ---- drawing -----------------------------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        return (
            round(self.width() * (1 + 2 * _AROUND)),
            round(self.height() * (1 + 2 * _AROUND)),
        )

    def _make_picture(self) -> None:
        """Draw the picture: at once where that is quick, else in a worker."""
        scene = self.scene
        if scene is None or not self.isVisible() or self.width() < 2:
            return
        if self._task is not None:
            self._stale = True
            self._task.cancel()
            return
        self._stale = False
        camera, (width, height), colours = self.camera, self._size(), inks()
        ratio = self.devicePixelRatioF()
        effort = int(scene.shown.sum()) + (int(scene.stands.sum()) if scene.every_link else 0)
        if effort <= _AT_ONCE:
            self._take(paint.picture(scene, camera, width, height, colours, ratio=ratio), camera)
            return

        def work(task: jobs.Handle) -> QImage:
            made = paint.picture(
                scene, camera, width, height, colours, ratio=ratio, stop=lambda: task.cancelled
            )
            task.check()
            return made

        def done(image: QImage) -> None:
            self._task = None
            self._take(image, camera)
            if self._stale or camera != self.camera:
                self._settle()

        def again(_: object) -> None:
            self._task = None
            self._make_picture()

        def failed(error: Exception) -> None:
            self._task = None
            jobs.center().failed.emit(error)

        self._task = jobs.run(self, work, done=done, stopped=again, failed=failed)

    def _take(self, image: QImage, camera: Camera) -> None:
        self._image, self._image_camera = image, camera
        self.drawn += 1
        self._place_labels()
        self.update()

    def _settle(self) -> None:
        """The movement has ended: draw what is seen now, where the picture does not do."""
        if not self._does():
            self._make_picture()
        else:
            self._place_labels()
            self.update()

    def _does(self) -> bool:
        if self._image is None or self._stale or self._image_camera.scale != self.camera.scale:
            return False
        at, off = self._image_camera, self.camera
        reach_x, reach_y = self.width() * _AROUND, self.height() * _AROUND
        return (
            abs(at.x - off.x) * off.scale <= reach_x * 0.7 and abs(at.y - off.y) * off.scale <= reach_y * 0.7
        )

    def _place_labels(self) -> None:
        scene = self.scene
        if scene is None:
            return
        font = self._font()
        if self._focus() >= 0:
            self._labels = labels.placed(
                scene, self.camera, self.width(), self.height(), font, self._neighbours()
            )
        else:
            self._labels = labels.placed(scene, self.camera, self.width(), self.height(), font)
        self._labels_scale = self.camera.scale

    def _font(self) -> Any:
        return scaled(self.font(), 0.9)

    def _focus(self) -> int:
        """The node whose links are drawn."""
        return self.hover if self.hover >= 0 else self.current

    def _neighbours(self) -> Any:
        """The node whose links are drawn, then those that it is linked with, the heaviest first."""
        scene, node = self.scene, self._focus()
        assert scene is not None
        into, out = scene.of_node(node)
        some = np.unique(np.concatenate((scene.source[into], scene.target[out])))
        if 0 <= node < len(scene.parent):
            family = np.flatnonzero((scene.parent == node) & scene.shown)
            some = np.unique(np.concatenate((some, family, scene.parent[node : node + 1])))
            some = some[some >= 0]
        some = some[np.argsort(-scene.weight[some], kind="stable")][:_NAMED]
        return np.concatenate((np.array([node], np.int64), some[some != node]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colors.surface))
        scene = self.scene
        if scene is None:
            painter.end()
            return
        width, height = float(self.width()), float(self.height())
        if self._image is not None:
            at, now = self._image_camera, self.camera
            factor = now.scale / at.scale
            wide, high = (each * factor for each in self._size_of(self._image))
            middle_x = (at.x - now.x) * now.scale + width / 2
            middle_y = (at.y - now.y) * now.scale + height / 2
            if factor != 1.0:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            target = QRectF(middle_x - wide / 2, middle_y - high / 2, wide, high)
            if factor == 1.0:
                target.moveTo(round(target.x()), round(target.y()))
            painter.drawImage(target, self._image)
        if self._focus() >= 0:
            self._draw_focus(painter, scene, width, height)
        if self._labels_scale == self.camera.scale:
            labels.draw(
                painter,
                self._labels,
                scene,
                self.camera,
                width,
                height,
                self._font(),
                colors.text,
                colors.surface,
            )
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    @staticmethod
    def _size_of(image: QImage) -> tuple[float, float]:
        ratio = image.devicePixelRatio()
        return image.width() / ratio, image.height() / ratio

    def _draw_focus(self, painter: QPainter, scene: Scene, width: float, height: float) -> None:
        """All else behind a veil, the links of the node and its neighbours in front."""
        colors, node = theme.colors(), self._focus()
        veil = QColor(colors.surface)
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        into, out = scene.of_node(node)
        if node >= scene.size or not (len(into) or len(out)):
            children = np.flatnonzero((scene.parent == node) & scene.shown)
            lines = curves(scene, children, np.full(len(children), node))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colors.outline), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for line in self.camera.to_pixels(lines[:_ARROWS], width, height).tolist():
                painter.drawPolyline([QPointF(*point) for point in line])
            near = children
        else:
            for links, ink in ((into[:_ARROWS], colors.changed), (out[:_ARROWS], colors.accent)):
                paint.arrows(painter, scene, links, self.camera, width, height, ink)
            near = np.unique(np.concatenate((scene.source[into], scene.target[out])))
        pixels = self.camera.to_pixels(scene.place, width, height)
        across = scene.diameters(self.camera.scale)
        painter.setPen(QPen(QColor(colors.surface), 1.2))
        for one in near[: 2 * _ARROWS].tolist():
            ink = colors.outline if one >= scene.size else scene.palette[int(scene.colour[one])]
            painter.setBrush(QColor(ink))
            half = max(across[one] / 2, 2.5)
            painter.drawEllipse(QPointF(*pixels[one].tolist()), half, half)
        ink = colors.surface if node >= scene.size else scene.palette[int(scene.colour[node])]
        painter.setBrush(QColor(ink))
        painter.setPen(QPen(QColor(colors.text), 2))
        half = max(across[node] / 2, 4) + 1
        painter.drawEllipse(QPointF(*pixels[node].tolist()), half, half)

    # ---- mouse and keys ----------------------------------------------------------------------------------------

    def node_at(self, point: QPointF) -> int:
        """The node at a pixel, −1 for none."""
        scene = self.scene
        if scene is None:
            return -1
        x, y = self.camera.to_place(point.x(), point.y(), self.width(), self.height())
        largest = float(scene.diameters(self.camera.scale).max(initial=0)) / 2
        found = scene.nearest(x, y, max(_REACH, min(largest, 24)) / self.camera.scale)
        if found is None:
            return -1
        distance = math.dist((x, y), scene.place[found].tolist()) * self.camera.scale
        own = float(scene.diameters(self.camera.scale)[found]) / 2
        return found if distance <= max(_REACH, own + 2) else -1

    def pixel_of(self, node: int) -> QPointF:
        """Where a node is in the widget."""
        assert self.scene is not None
        place = self.scene.place[node : node + 1]
        return QPointF(*self.camera.to_pixels(place, self.width(), self.height())[0].tolist())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            way = event.position() - self._pressed
            if self._dragged or way.manhattanLength() > 4:
                self._dragged = True
                self._pressed = event.position()
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                camera = self.camera
                self.look(
                    Camera(camera.x - way.x() / camera.scale, camera.y - way.y() / camera.scale, camera.scale)
                )
            return
        self._hover(self.node_at(event.position()))

    def _hover(self, node: int) -> None:
        if node == self.hover:
            return
        self.hover = node
        self.setCursor(Qt.CursorShape.PointingHandCursor if node >= 0 else Qt.CursorShape.ArrowCursor)
        self._place_labels()
        self.update()
        self.hovered.emit(node)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._pressed is not None and not self._dragged:
            self.choose(self.node_at(event.position()))
        self._pressed = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        self._pressed = None
        if node >= 0:
            self.activated.emit(node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y() or event.pixelDelta().y() * 2
        self.zoom(math.pow(_STEP, turned / 120), event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1)
        super().leaveEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)

    def contextMenuEvent(self, event: Any) -> None:
        node = self.node_at(QPointF(event.pos())) if event.reason() == event.Reason.Mouse else self.current
        if node >= 0:
            self.choose(node)
            at = event.globalPos()
            if event.reason() != event.Reason.Mouse:
                at = self.mapToGlobal(self.pixel_of(node).toPoint())
            self.menu_requested.emit(node, at)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            node = self.node_at(QPointF(event.pos()))
            if node >= 0 and self.tip is not None:
                QToolTip.showText(event.globalPos(), self.tip(node), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _KEYS:
            self._step(*_KEYS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.current >= 0:
                self.activated.emit(self.current)
        elif key == Qt.Key.Key_Space:
            if self.current >= 0:
                self.folded.emit(self.current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(_STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(1 / _STEP)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_Home):
            self.fit()
        elif key == Qt.Key.Key_Escape and self.current >= 0:
            self.choose(-1)
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _step(self, dx: float, dy: float) -> None:
        """To the nearest node in a direction: one that the chosen one is linked with where there is any."""
        scene = self.scene
        if scene is None or not scene.shown.any():
            return
        if self.current < 0:
            shown = np.flatnonzero(scene.shown)
            self.choose(int(shown[np.argmax(scene.weight[shown])]))
            self._follow()
            return
        way = scene.place - scene.place[self.current]
        along = way[:, 0] * dx + way[:, 1] * dy
        across = np.abs(way[:, 0] * dy - way[:, 1] * dx)
        ahead = scene.shown & (along > 1e-6) & (across <= along * 1.5)
        ahead[self.current] = False
        near = np.zeros(len(scene.place), np.bool_)
        near[self._neighbours()] = True
        for some in (np.flatnonzero(ahead & near), np.flatnonzero(ahead)):
            if len(some):
                self.choose(int(some[np.argmin(along[some] + 2 * across[some])]))
                self._follow()
                return

    def _follow(self) -> None:
        """Keep what is chosen in sight."""
        point = self.pixel_of(self.current)
        room = QRectF(self.rect()).adjusted(30, 30, -30, -30)
        if not room.contains(point):
            assert self.scene is not None
            x, y = self.scene.place[self.current].tolist()
            self.look(Camera(x, y, self.camera.scale))

    # ---- the widget --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()
        self._stale = True
        self._rest.start()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if self._fitted:
            self.fit()
        self.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _recolour(self) -> None:
        self._image = None
        self.refresh()
