"""The picture of a link map: lines, nodes, labels, on any painter.

Measured with 10 000 nodes and 50 000 links on a loaded machine, 1200 × 800 pixels: pyqtgraph's PlotWidget draws a frame in
111 ms, QPainter the lines alone in 340 ms (opaque) to 2.5 s (translucent, antialiased); a picture that is there already is
drawn in 0.2 ms, scaled in 3 ms. So the window shows such a picture and moves it with the mouse, a worker draws the next
one; of many lines it is a density image made with numpy (0.1 to 0.3 s), of few they are antialiased. pyqtgraph (MIT, a
dependency already) would add nothing to this but its paths, and a path for each stretch of lines is what numpy replaces.
Work is done in slices of some milliseconds: calls of QPainter keep the interpreter to themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from widgets.linkmap.scene import Camera, Numbers, Places, Scene, bowed, curves

LINES = 2500
"""Lines up to which each is drawn for itself; more are a density image."""
DISCS = 1500
"""Nodes up to which each is drawn for itself; more are stamped."""
_SOME = 250  # links up to which each can be followed with the eye
_FOREST = 500  # links from which each is fainter the more there are
_SLICE = 120  # lines drawn at a time
_SAMPLES = 6_000_000  # points of a density image; of more lines some are left out
_CHUNK = 400_000  # of these at a time
_DENSE = 2  # pixels a cell of a density image measures

Stop = Callable[[], bool]


class Inks(NamedTuple):
    """Colours that are not those of nodes: names or #rrggbb."""

    ground: str
    branch: str
    link: str
    new: str
    gone: str
    outline: str


def _never() -> bool:
    return False


def paint(
    painter: QPainter,
    scene: Scene,
    camera: Camera,
    width: float,
    height: float,
    inks: Inks,
    *,
    each: bool = False,
    stop: Stop = _never,
) -> None:
    """Lines and nodes of what is seen. `each` draws every line and node for itself, for files. Ends when `stop` says so."""
    children, parents = scene.tree()
    links = scene.links() if scene.every_link else np.zeros(0, np.int64)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if len(links):
        faint = 0.2 if len(links) > _SOME else 0.4
        if _FOREST < len(links) <= LINES:  # each is drawn above others; a density image sees to that itself
            faint *= (_FOREST / len(links)) ** 0.5
        tone = scene.tone[links] if len(scene.tone) else np.zeros(len(links), np.int64)
        for number, ink in ((0, inks.link), (1, inks.new), (2, inks.gone)):
            some = links[tone == number]
            pairs = np.stack((scene.place[scene.source[some]], scene.place[scene.target[some]]), 1)
            if scene.form == "layers" and len(some) <= LINES:
                pairs = bowed(pairs)
            _lines(painter, pairs, camera, width, height, ink, faint if number == 0 else 0.5, each, stop)
    if len(children):
        form = curves(scene, children, parents)
        _lines(
            painter,
            form,
            camera,
            width,
            height,
            inks.branch,
            0.36 if len(children) <= LINES else 0.2,
            each,
            stop,
        )
    if not stop():
        _nodes(painter, scene, camera, width, height, inks, each, stop)


def _lines(
    painter: QPainter,
    polylines: Places,
    camera: Camera,
    width: float,
    height: float,
    ink: str,
    strength: float,
    each: bool,
    stop: Stop,
) -> None:
    """Polylines (line, point, x and y); what is outside is left out."""
    if not len(polylines):
        return
    pixels = camera.to_pixels(polylines, width, height)
    low, high = _least(pixels), -_least(-pixels)
    seen = (high[:, 0] >= 0) & (high[:, 1] >= 0) & (low[:, 0] <= width) & (low[:, 1] <= height)
    pixels = pixels if seen.all() else pixels[seen]
    if not each and len(pixels) > LINES:
        _density(painter, pixels, width, height, ink, strength, stop)
        return
    colour = QColor(ink)
    colour.setAlphaF(min(1.0, strength * 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.1))
    for begin in range(0, len(pixels), _SLICE):
        if stop():
            return
        some = pixels[begin : begin + _SLICE]
        if some.shape[1] == 2:
            painter.drawLines([QLineF(*row) for row in some.reshape(-1, 4).tolist()])
            continue
        for line in some.tolist():
            painter.drawPolyline(QPolygonF([QPointF(*point) for point in line]))


def _least(lines: Places) -> Places:
    """The least x and y of each polyline. (A reduction over an axis of two is five times as slow.)"""
    found = lines[:, 0]
    for point in range(1, lines.shape[1]):
        found = np.minimum(found, lines[:, point])
    return found


def _density(
    painter: QPainter, pixels: Places, width: float, height: float, ink: str, strength: float, stop: Stop
) -> None:
    """How many lines cross each cell, as a veil of one colour."""
    columns, rows = int(np.ceil(width / _DENSE)), int(np.ceil(height / _DENSE))
    ends = pixels.astype(np.float32) / np.float32(_DENSE)
    a, b = _clipped(ends[:, :-1].reshape(-1, 2), ends[:, 1:].reshape(-1, 2), columns, rows)
    length = np.abs(b - a).astype(np.int32).max(1, initial=0) + 1
    total = int(length.sum())
    share = 1.0
    if total > _SAMPLES:  # an even choice of lines stands for all
        share = _SAMPLES / total
        chosen = np.random.default_rng(1).random(len(a)) < share
        a, b, length = a[chosen], b[chosen], length[chosen]
    way = (b - a) / np.maximum(length - 1, 1).astype(np.float32)[:, None]
    cells = np.zeros(columns * rows, np.float32)
    ends = np.cumsum(length)
    begin = 0
    while begin < len(length):
        if stop():
            return
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + _CHUNK)))
        some, count = slice(begin, end), length[begin:end]
        step = np.arange(count.sum(), dtype=np.float32)
        step -= np.repeat((ends[some] - count - done).astype(np.float32), count)
        x, y = (
            (np.repeat(way[some, axis], count) * step + np.repeat(a[some, axis], count)).astype(np.int32)
            for axis in (0, 1)
        )
        y *= columns
        y += x
        cells += np.bincount(y, minlength=columns * rows)
        begin = end
    cells /= share
    # one line is faint, many are never quite opaque
    many = max(1.0, float(np.quantile(cells[cells > 0], 0.98)) if (cells > 0).any() else 1.0)
    alpha = 1.25 * strength * np.log1p(cells) / np.log1p(many)
    alpha = np.clip(np.where(cells > 0, np.maximum(alpha, 0.07), 0), 0, 0.7)
    image = _tinted(alpha.reshape(rows, columns), ink)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(0, 0, columns * _DENSE, rows * _DENSE), image)


def _clipped(
    a: npt.NDArray[np.float32], b: npt.NDArray[np.float32], width: float, height: float
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The parts of lines inside of a rectangle (Liang–Barsky)."""
    most = np.array([width - 1e-3, height - 1e-3], np.float32)
    out = ((a < 0) | (b < 0) | (a > most) | (b > most)).any(1)
    if not out.any():
        return a, b
    start, d = a[out], (b - a)[out]
    first, last = np.zeros(len(d), np.float32), np.ones(len(d), np.float32)
    inside = np.ones(len(d), np.bool_)
    for axis in (0, 1):
        for sign, room in ((-1.0, start[:, axis]), (1.0, most[axis] - start[:, axis])):
            p = sign * d[:, axis]
            with np.errstate(divide="ignore", invalid="ignore"):
                r = room / p
            inside &= ~((p == 0) & (room < 0))
            first = np.where(p < 0, np.maximum(first, r), first)
            last = np.where(p > 0, np.minimum(last, r), last)
    inside &= first <= last
    start, d = start[inside], d[inside]
    cut = [np.clip(start + d * part[inside][:, None], 0, most) for part in (first, last)]
    return np.concatenate((a[~out], cut[0])), np.concatenate((b[~out], cut[1]))


def _tinted(alpha: npt.NDArray[np.float32], ink: str) -> QImage:
    """An image of one colour with these alphas, 0 to 1."""
    rows, columns = alpha.shape
    colour = QColor(ink)
    bytes_ = np.empty((rows, columns, 4), np.uint8)
    for channel, value in enumerate((colour.blue(), colour.green(), colour.red(), 255)):
        bytes_[:, :, channel] = (alpha * value).astype(np.uint8)
    image = QImage(bytes_.tobytes(), columns, rows, columns * 4, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()  # the bytes are this function's


def _nodes(
    painter: QPainter,
    scene: Scene,
    camera: Camera,
    width: float,
    height: float,
    inks: Inks,
    each: bool,
    stop: Stop,
) -> None:
    pixels = camera.to_pixels(scene.place, width, height)
    across = scene.diameters(camera.scale)
    seen = scene.shown & (pixels[:, 0] > -across) & (pixels[:, 1] > -across)
    seen &= (pixels[:, 0] < width + across) & (pixels[:, 1] < height + across)
    chosen = np.flatnonzero(seen)
    folders, nodes = chosen[chosen >= scene.size], chosen[chosen < scene.size]
    above = scene.stand_out[nodes] if len(scene.stand_out) else np.zeros(len(nodes), np.bool_)
    nodes = nodes[np.lexsort((scene.weight[nodes], above))]  # what matters lies above
    if not each and len(nodes) > DISCS:
        _stamp(painter, scene, pixels, across, nodes, width, height, stop)
    else:
        _discs(painter, scene, pixels, across, nodes, inks, stop)
    if each or len(folders) <= DISCS:
        painter.setPen(QPen(QColor(inks.outline), 1.2))
        for node in folders.tolist():
            tells = len(scene.stand_out) and scene.stand_out[node]
            painter.setBrush(QColor(scene.palette[int(scene.colour[node])] if tells else inks.ground))
            half = max(across[node] / 2, 1.5)
            painter.drawEllipse(QPointF(*pixels[node].tolist()), half, half)
    full = chosen[scene.inside[chosen] > 0] if len(scene.inside) else np.zeros(0, np.int64)
    if each or len(full) <= DISCS:
        _rings(painter, pixels[full], across[full], inks)


def _rings(painter: QPainter, middles: Places, across: npt.NDArray[np.float64], inks: Inks) -> None:
    """A ring around each node that stands for others."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(inks.outline), 1.6))
    for middle, wide in zip(middles.tolist(), across.tolist(), strict=True):
        half = wide / 2 + 3
        painter.drawEllipse(QPointF(*middle), half, half)


def _discs(
    painter: QPainter,
    scene: Scene,
    pixels: Places,
    across: npt.NDArray[np.float64],
    nodes: Numbers,
    inks: Inks,
    stop: Stop,
) -> None:
    edge = QPen(QColor(inks.ground), 1.2)
    colours = [QColor(one) for one in scene.palette]
    for count, node in enumerate(nodes.tolist()):
        if count % _SLICE == 0 and stop():
            return
        painter.setBrush(colours[int(scene.colour[node])])
        half = across[node] / 2
        painter.setPen(edge if half > 2.5 else Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(*pixels[node].tolist()), half, half)


def _stamp(
    painter: QPainter,
    scene: Scene,
    pixels: Places,
    across: npt.NDArray[np.float64],
    nodes: Numbers,
    width: float,
    height: float,
    stop: Stop,
) -> None:
    """Discs of whole sizes, written into an image pixel by pixel."""
    ratio = painter.device().devicePixelRatio()
    columns, rows = int(np.ceil(width * ratio)), int(np.ceil(height * ratio))
    colours = np.array(
        [[c.blue(), c.green(), c.red(), 255] for c in map(QColor, scene.palette)], np.float32
    ).reshape(-1, 4)
    canvas = np.zeros((rows * columns, 4), np.uint8)
    sizes = np.maximum(1, np.round(across[nodes] * ratio)).astype(np.int64)
    sizes = np.minimum(sizes, 64)
    at = pixels[nodes] * ratio
    for size in np.unique(sizes).tolist():
        if stop():
            return
        some = np.flatnonzero(sizes == size)
        for dx, dy, cover in _disc(size):  # whole pixels above those at the edges of others
            x = np.round(at[some, 0]).astype(np.int64)[:, None] + dx[None, :]
            y = np.round(at[some, 1]).astype(np.int64)[:, None] + dy[None, :]
            inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
            place = (y * columns + x)[inside]
            share = np.broadcast_to(cover[None, :], x.shape)[inside][:, None]
            ink = np.broadcast_to(colours[scene.colour[nodes[some]]][:, None, :], (*x.shape, 4))[inside]
            canvas[place] = (canvas[place] * (1 - share) + ink * share).astype(np.uint8)
    image = QImage(canvas.tobytes(), columns, rows, columns * 4, QImage.Format.Format_ARGB32_Premultiplied)
    painter.drawImage(QRectF(QPointF(0, 0), QSizeF(columns / ratio, rows / ratio)), image)


def _disc(size: int) -> list[tuple[Numbers, Numbers, npt.NDArray[np.float32]]]:
    """The pixels of a disc around its middle with their coverage: those at the edge, then those inside."""
    reach = size // 2 + 1
    span = np.arange(-reach, reach + 1)
    dx, dy = (each.ravel().astype(np.int64) for each in np.meshgrid(span, span))
    cover = np.clip(size / 2 + 0.5 - np.hypot(dx, dy), 0, 1).astype(np.float32)
    if size == 1:
        cover = (np.hypot(dx, dy) == 0).astype(np.float32)
    edge = (cover > 0) & (cover < 1)
    return [(dx[kept], dy[kept], cover[kept]) for kept in (edge, cover == 1) if kept.any()]


def picture(
    scene: Scene,
    camera: Camera,
    width: int,
    height: int,
    inks: Inks,
    *,
    ratio: float = 1.0,
    ground: bool = True,
    stop: Stop = _never,
) -> QImage:
    """An image of what the camera sees."""
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(inks.ground) if ground else Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        paint(painter, scene, camera, width, height, inks, stop=stop)
    finally:
        painter.end()
    return image


def arrows(
    painter: QPainter, scene: Scene, links: Numbers, camera: Camera, width: float, height: float, ink: str
) -> None:
    """Links of one node as bowed lines, their heads where they lead."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(ink)
    many = len(links) > 60
    colour.setAlphaF(0.45 if many else 0.85)
    pen = QPen(colour, 1.2 if many else 1.6)
    across = scene.diameters(camera.scale)
    ends = zip(scene.source[links].tolist(), scene.target[links].tolist(), strict=True)
    pixels = camera.to_pixels(scene.place, width, height)
    for source, target in ends:
        a, b = pixels[source], pixels[target]
        way = b - a
        length = float(np.hypot(*way))
        if length < 1:
            continue
        middle = (a + b) / 2 + np.array([-way[1], way[0]]) * 0.12
        last = b - (b - middle) / max(float(np.hypot(*(b - middle))), 1e-6) * (across[target] / 2 + 2)
        path = QPainterPath(QPointF(*a.tolist()))
        path.quadTo(QPointF(*middle.tolist()), QPointF(*last.tolist()))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if many or length < 24:
            continue
        on = (last - middle) / max(float(np.hypot(*(last - middle))), 1e-6)
        side = np.array([-on[1], on[0]])
        head = [last, last - on * 8 + side * 3.5, last - on * 8 - side * 3.5]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(*point.tolist()) for point in head]))
