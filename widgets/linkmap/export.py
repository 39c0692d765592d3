"""The picture of a link map as a file: SVG with every line and node for itself, PNG."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.errors import StorageFailed
from widgets.kit import jobs, theme
from widgets.linkmap import labels, paint
from widgets.linkmap.canvas import inks
from widgets.linkmap.scene import Camera, Scene

_MARGIN, _LABEL, _FOOT = (
    60.0,
    130.0,
    44.0,
)  # pixels around the nodes; to the sides labels stand; below the legend
_LEAST, _MOST = 800.0, 4000.0  # pixels of the longer side
_RATIO = 2.0
MOST_LINES = 30_000
"""Lines up to which an SVG has each for itself; of more it has the density image of the window."""


class Given(NamedTuple):
    """What is written: the scene, the font of labels, a heading, the legend."""

    scene: Scene
    font: QFont
    heading: str
    legend: list[tuple[str, str]]


def write(path: Path, given: Given, task: jobs.Handle) -> None:
    """Write all of a scene. StorageFailed."""
    data = svg(given, task) if path.suffix.lower() == ".svg" else png(given, task)
    task.check()
    try:
        path.write_bytes(data)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def _frame(scene: Scene) -> tuple[Camera, float, float]:
    """All of it, in a size in which labels can be read."""
    left, top, right, bottom = scene.bounds()
    wide, high = max(right - left, 1.0), max(bottom - top, 1.0)
    longer = max(wide, high)
    scale = min(1.2, _MOST / longer)
    if longer * scale < _LEAST:
        scale = min(_LEAST / longer, 1.6)
    width = wide * scale + 2 * (_MARGIN + _LABEL)
    height = high * scale + 2 * _MARGIN + _FOOT
    middle = Camera((left + right) / 2, (top + bottom) / 2 + _FOOT / 2 / scale, scale)
    return middle, width, height


def svg(given: Given, task: jobs.Handle) -> bytes:
    """The scene as SVG."""
    camera, width, height = _frame(given.scene)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    made.setSize(QSize(round(width), round(height)))
    made.setViewBox(QRectF(0, 0, width, height))
    made.setTitle(given.heading)
    painter = QPainter(made)
    try:
        _draw(painter, given, camera, width, height, task, each=True)
    finally:
        painter.end()
    buffer.close()
    return bytes(data.data())


def png(given: Given, task: jobs.Handle) -> bytes:
    """The scene as PNG, two pixels for one of the window."""
    camera, width, height = _frame(given.scene)
    image = QImage(round(width * _RATIO), round(height * _RATIO), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(_RATIO)
    image.setText("Title", given.heading)
    painter = QPainter(image)
    try:
        _draw(painter, given, camera, width, height, task, each=False)
    finally:
        painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(data.data())


def _draw(
    painter: QPainter,
    given: Given,
    camera: Camera,
    width: float,
    height: float,
    task: jobs.Handle,
    *,
    each: bool,
) -> None:
    colors, scene = theme.colors(), given.scene
    painter.fillRect(QRectF(0, 0, width, height), QColor(colors.surface))
    lines = len(scene.tree()[0]) + (len(scene.links()) if scene.every_link else 0)
    paint.paint(
        painter,
        scene,
        camera,
        width,
        height,
        inks(),
        each=each and lines <= MOST_LINES,
        stop=lambda: task.cancelled,
    )
    foot = QRectF(0, height - _FOOT, width, _FOOT)
    written = labels.placed(scene, camera, width, height, given.font, taken=[foot])
    labels.draw(painter, written, scene, camera, width, height, given.font, colors.text, colors.surface)
    metrics, x = QFontMetricsF(given.font), _MARGIN / 2
    middle = height - _FOOT / 2
    painter.setFont(given.font)
    painter.setPen(QColor(colors.muted))
    painter.drawText(QPointF(x, middle + metrics.ascent() / 2 - 1), given.heading)
    x += metrics.horizontalAdvance(given.heading) + 28
    for colour, word in given.legend:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(x, middle), 5, 5)
        painter.setPen(QColor(colors.muted))
        painter.drawText(QPointF(x + 11, middle + metrics.ascent() / 2 - 1), word)
        x += metrics.horizontalAdvance(word) + 34
