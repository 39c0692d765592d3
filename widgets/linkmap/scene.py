"""What the picture of a link map is made of, as arrays: where nodes stand, how they look, which links there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from app.graph.layout.places import STEP

Numbers = npt.NDArray[np.int64]
Places = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

LEAST = 1.1
"""Pixels that a node measures across at least, however far away it is."""
MARK = 6.0
"""The same of one that stands out."""
_FEW, _MANY = 2500, 40_000  # curves of many points, of few, straight lines
_POINTS, _FEW_POINTS = 14, 6


class Camera(NamedTuple):
    """Which part is seen: the place in the middle of the picture, and pixels a unit."""

    x: float
    y: float
    scale: float

    def to_pixels(self, places: Places, width: float, height: float) -> Places:
        """Where places are in a picture of this size."""
        middle = np.array([width / 2, height / 2])
        return np.asarray((places - np.array([self.x, self.y])) * self.scale + middle)

    def to_place(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """The place of a pixel."""
        return self.x + (x - width / 2) / self.scale, self.y + (y - height / 2) / self.scale


@dataclass(slots=True)
class Scene:
    """Nodes up to `size`, behind them folders that are no page. `colour` counts in `palette`; `weight` says whose label
    comes first; `parent` is the tree (−1: none), `form` its lines (rings, layers, or "" for straight ones). Links have a
    `tone`: 0 as usual, 1 new, 2 gone. `inside` counts what is folded into each node (none: nothing is);
    nodes that `stand_out` are seen from any distance."""

    size: int
    place: Places
    radius: npt.NDArray[np.float64]
    colour: Numbers
    palette: list[str]
    label: list[str]
    weight: npt.NDArray[np.float64]
    parent: Numbers
    form: str
    source: Numbers
    target: Numbers
    shown: Mask
    stands: Mask
    every_link: bool = False
    tone: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    inside: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    stand_out: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what is shown."""
        some = self.place[self.shown] if self.shown.any() else self.place
        if not len(some):
            return -STEP, -STEP, STEP, STEP
        low, high = some.min(0), some.max(0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def diameters(self, scale: float) -> npt.NDArray[np.float64]:
        """How many pixels nodes measure across: they grow with the picture, more slowly, and never overlap by much."""
        factor = min(max(scale, 0.02), 1.0) ** 0.75 * max(1.0, scale) ** 0.35
        least = np.where(self.stand_out, MARK, LEAST) if len(self.stand_out) else LEAST
        return np.asarray(np.maximum(least, 2 * self.radius * factor))

    def tree(self) -> tuple[Numbers, Numbers]:
        """Lines of the tree that are seen, as children and parents."""
        children = np.flatnonzero((self.parent >= 0) & self.shown)
        children = children[self.shown[self.parent[children]]]
        return children, self.parent[children]

    def links(self) -> Numbers:
        """The links that stand between nodes that are seen."""
        found = np.flatnonzero(self.stands)
        return found[self.shown[self.source[found]] & self.shown[self.target[found]]]

    def of_node(self, node: int) -> tuple[Numbers, Numbers]:
        """The links of a node: those that lead there, those that lead on."""
        some = self.links()
        return some[self.target[some] == node], some[self.source[some] == node]

    def nearest(self, x: float, y: float, reach: float) -> int | None:
        """The node within reach of a place (in units); of several the nearest."""
        near = np.flatnonzero(
            self.shown & (np.abs(self.place[:, 0] - x) <= reach) & (np.abs(self.place[:, 1] - y) <= reach)
        )
        if not len(near):
            return None
        distance = np.hypot(self.place[near, 0] - x, self.place[near, 1] - y)
        best = int(np.argmin(distance))
        return int(near[best]) if distance[best] <= reach else None


def curves(scene: Scene, children: Numbers, parents: Numbers) -> Places:
    """Lines of the tree as polylines: (line, point, x and y). Straight where they are many."""
    a, b = scene.place[parents], scene.place[children]
    if not scene.form or len(children) > _MANY:
        return np.stack((a, b), 1)
    if scene.form == "layers":
        middle = (a[:, 0] + b[:, 0]) / 2
        first, second = np.stack((middle, a[:, 1]), 1), np.stack((middle, b[:, 1]), 1)
    else:  # out along the own ray, then round to that of the child
        first, second = _on_ray(a, b), _on_ray(b, a)
    t = np.linspace(0, 1, _POINTS if len(children) <= _FEW else _FEW_POINTS)[None, :, None]
    a, b, first, second = (each[:, None, :] for each in (a, b, first, second))
    made = a * (1 - t) ** 3 + 3 * first * t * (1 - t) ** 2 + 3 * second * t**2 * (1 - t) + b * t**3
    return np.asarray(made)


def bowed(pairs: Places) -> Places:
    """Straight lines as bows: those between nodes of one column would lie on each other and on the nodes between."""
    a, b = pairs[:, 0], pairs[:, 1]
    way = b - a
    upright = np.abs(way[:, 1]) / np.maximum(np.hypot(*way.T), 1e-9)
    middle = (a + b) / 2 + np.stack((-way[:, 1], way[:, 0]), 1) * (0.08 + 0.2 * upright**4)[:, None]
    t = np.linspace(0, 1, _POINTS)[None, :, None]
    return np.asarray(a[:, None] * (1 - t) ** 2 + 2 * middle[:, None] * t * (1 - t) + b[:, None] * t**2)


def _on_ray(own: Places, other: Places) -> Places:
    """The place on the ray of the own place, half way to the radius of the other."""
    near, far = np.hypot(*own.T), np.hypot(*other.T)
    factor = np.where(near > 1, (near + far) / 2 / np.maximum(near, 1), 1.0)
    return own * factor[:, None]
