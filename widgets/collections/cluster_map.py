"""Groups of pages as a picture: a point for each page, near those that say the same, in the colour of its group.

Drawn by the canvas of the link map, which moves and enlarges without waiting and draws many points in a worker; pyqtgraph
was measured there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from widgets.kit import theme
from widgets.linkmap import labels, node_styles
from widgets.linkmap.canvas import MapCanvas
from widgets.linkmap.scene import Scene

if TYPE_CHECKING:
    from app.classes.clusters import Clustering

COLOURED = 24
"""Groups that have a colour, the largest."""
_WIDE = 420.0  # units from the leftmost point to the rightmost
_RADII = ((300, 4.5), (2000, 3.4), (10_000, 2.4))  # of points, by how many there are at most
_SMALLEST = 1.6
_RING = 3000  # points of a group that stand out
_VEIL = 150


def scene(found: Clustering, names: Sequence[str]) -> Scene:
    """The pages of a clustering; the page nearest to the middle of a group bears its name."""
    size = len(found.places)
    group = np.array(found.labels(), np.int64)
    look = node_styles.by_community(np.where(group < 0, COLOURED, group), names[:COLOURED])
    own = next((radius for most, radius in _RADII if size <= most), _SMALLEST)
    radius, weight, label = np.full(size, own), np.zeros(size), [""] * size
    for cluster, name in zip(found.clusters, names, strict=True):
        radius[cluster.example], weight[cluster.example] = 1.5 * own, cluster.size
        label[cluster.example] = name
    none = np.zeros(0, np.int64)
    return Scene(
        size,
        np.array(found.places, np.float64).reshape(-1, 2) * _WIDE,
        radius,
        look.colour,
        look.palette,
        label,
        weight,
        np.full(size, -1, np.int64),
        "",
        none,
        none,
        np.ones(size, np.bool_),
        np.zeros(0, np.bool_),
    )


class ClusterCanvas(MapCanvas):
    """The pages of the group that the pointer is on, or that is chosen, stand out from all others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Map of the groups"))
        self.groups: NDArray[np.int64] = np.zeros(0, np.int64)

    def _place_labels(self) -> None:
        """The names of groups are told whatever points they cover."""
        if self.scene is None or self._focus() >= 0:
            super()._place_labels()
            return
        named = np.flatnonzero(self.scene.weight)
        named = named[np.argsort(-self.scene.weight[named], kind="stable")]
        size = self.width(), self.height()
        self._labels = labels.placed(self.scene, self.camera, *size, self._font(), named)
        self._labels_scale = self.camera.scale

    def _neighbours(self) -> NDArray[np.int64]:
        """The pages of its group, those with a name first."""
        assert self.scene is not None
        node = self._focus()
        some = np.flatnonzero(self.groups == self.groups[node])
        some = some[np.argsort(-self.scene.weight[some], kind="stable")][:_RING]
        return np.concatenate((np.array([node], np.int64), some[some != node]))

    def _draw_focus(self, painter: QPainter, scene: Scene, width: float, height: float) -> None:
        colors, node = theme.colors(), self._focus()
        veil = QColor(colors.surface)
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        some = self._neighbours()
        pixels = self.camera.to_pixels(scene.place[some], width, height).tolist()
        across = scene.diameters(self.camera.scale)[some].tolist()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.surface), 1))
        painter.setBrush(QColor(scene.palette[int(scene.colour[node])]))
        for (x, y), wide in zip(pixels, across, strict=True):
            painter.drawEllipse(QPointF(x, y), max(wide / 2, 2.0), max(wide / 2, 2.0))
        painter.setPen(QPen(QColor(colors.text), 2))
        half = max(across[0] / 2, 4) + 1
        painter.drawEllipse(QPointF(*pixels[0]), half, half)
