"""Labels of nodes that do not overlap: what matters most first, as many as there is room for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from widgets.linkmap.scene import Camera, Numbers, Scene

MOST = 120
"""Labels of a picture."""
_ROOM = 10_000.0  # pixels of the picture a label has for itself
_DISCS, _LARGE = 80, 10  # of the heaviest nodes, and pixels from which all are large; labels leave these free
_TRIED = 420  # nodes, the heaviest ones that are seen
_WIDTH = 190.0  # pixels of a label
_APART = 3.0  # pixels between labels


class Label(NamedTuple):
    """The text of a node, beside it: how far its box is from the node."""

    node: int
    text: str
    box: QRectF


def placed(
    scene: Scene,
    camera: Camera,
    width: float,
    height: float,
    font: QFont,
    first: Numbers | None = None,
    taken: list[QRectF] | None = None,
) -> list[Label]:
    """Labels of what is seen; of the nodes `first` where these are given. What is `taken` is left free."""
    pixels = camera.to_pixels(scene.place, width, height)
    seen = scene.shown & (pixels[:, 0] > 0) & (pixels[:, 1] > 0)
    seen &= (pixels[:, 0] < width) & (pixels[:, 1] < height)
    chosen = np.flatnonzero(seen) if first is None else first[seen[first]]
    if first is None:
        heavy = np.argsort(-scene.weight[chosen], kind="stable")[:_TRIED]
        chosen = chosen[heavy]
    across = scene.diameters(camera.scale)
    metrics = QFontMetricsF(font)
    line = metrics.height()
    boxes = np.array([box.getCoords() for box in taken or ()], np.float64).reshape(-1, 4)
    if first is None:
        discs = chosen[(np.arange(len(chosen)) < _DISCS) | (across[chosen] > _LARGE)]
        half = across[discs][:, None] / 2 - 1
        boxes = np.concatenate((boxes, np.hstack((pixels[discs] - half, pixels[discs] + half))))
    most = MOST if first is not None else min(MOST, max(8, int(width * height / _ROOM)))
    made = list[Label]()
    for node in chosen.tolist():
        text = scene.label[node]
        if not text:
            continue
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, _WIDTH)
        long = metrics.horizontalAdvance(text)
        x, y = pixels[node].tolist()
        half = across[node] / 2 + (7 if len(scene.inside) and scene.inside[node] else 4)
        right = scene.form != "rings" or scene.place[node, 0] >= -1e-6
        both = first is not None or not scene.form  # lines of a tree lead away on one side
        for side in (right, not right) if both else (right,):
            left = x + half if side else x - half - long
            box = (left - _APART, y - line / 2, left + long + _APART, y + line / 2)
            if box[0] < 0 or box[2] > width or box[1] < 0 or box[3] > height:
                continue
            clear = not len(boxes) or not bool(
                np.any(
                    (boxes[:, 0] < box[2])
                    & (boxes[:, 2] > box[0])
                    & (boxes[:, 1] < box[3])
                    & (boxes[:, 3] > box[1])
                )
            )
            if clear:
                boxes = np.vstack((boxes, box))
                made.append(Label(node, text, QRectF(box[0] - x, box[1] - y, box[2] - box[0], line)))
                break
        if len(made) >= most:
            break
    return made


def draw(
    painter: QPainter,
    labels: list[Label],
    scene: Scene,
    camera: Camera,
    width: float,
    height: float,
    font: QFont,
    ink: str,
    ground: str,
) -> None:
    """Write them, each on a piece of ground."""
    painter.setFont(font)
    veil = QColor(ground)
    veil.setAlphaF(0.78)
    if not labels:
        return
    pixels = camera.to_pixels(scene.place[[label.node for label in labels]], width, height)
    for label, (x, y) in zip(labels, pixels.tolist(), strict=True):
        box = label.box.translated(QPointF(x, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(veil)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(ink))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), label.text)
