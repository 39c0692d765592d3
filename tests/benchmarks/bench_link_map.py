"""The link map with many nodes: places in rings, a picture with all links, a frame while it is moved.

    python tests/benchmarks/bench_link_map.py [NODES LINKS] ...      by default 10000 50000 and 100000 480000

Trees are made up with a heavy tail, four of five links stay near by. Pictures are what the worker of the window draws, of
1200 × 800 pixels with the margins around it; frames are repaints of the widget while it is moved by five pixels each,
their median and the longest of a hundred. Of each picture the second one is timed.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtWidgets import QApplication

from app.graph.layout import places
from app.graph.layout.trees import Tree
from widgets.kit import jobs, theme
from widgets.linkmap import paint
from widgets.linkmap.canvas import MapCanvas, inks
from widgets.linkmap.scene import Camera, Scene


def made(size: int, links: int, seed: int = 1) -> tuple[Tree, np.ndarray, np.ndarray]:
    """A tree of so many nodes, and links among them."""
    random = np.random.default_rng(seed)
    drawn = (random.pareto(0.7, size) * 5).astype(np.int64)
    parent = np.minimum(drawn, np.arange(size) - 1)
    source = random.integers(0, size, links)
    near = (source + random.integers(1, 40, links)) % size
    target = np.where(random.random(links) < 0.8, near, random.integers(0, size, links))
    return Tree(size, parent, []), source, target


def measure(app: QApplication, size: int, links: int) -> None:
    """Print the figures of one size."""
    tree, source, target = made(size, links)
    begun = time.perf_counter()
    place = places.rings(tree)
    placed = time.perf_counter() - begun
    scene = Scene(
        size=size,
        place=place,
        radius=np.full(size, 4.0),
        colour=np.arange(size) % 5,
        palette=["#0e6478", "#b0241b", "#2154a8", "#18703a", "#6d3b9c"],
        label=[f"Page {number}" for number in range(size)],
        weight=np.random.default_rng(2).random(size),
        parent=tree.parent,
        form="rings",
        source=source,
        target=target,
        shown=np.ones(size, np.bool_),
        stands=np.ones(links, np.bool_),
    )
    canvas = MapCanvas()
    canvas.resize(1200, 800)
    canvas.show()
    canvas.show_scene(scene)
    times = []
    for every in (False, True):
        scene.every_link = every
        paint.picture(scene, canvas.camera, 1920, 1280, inks())
        begun, worked = time.perf_counter(), time.thread_time()
        paint.picture(scene, canvas.camera, 1920, 1280, inks())
        times.append(
            f"{time.perf_counter() - begun:.2f} s ({time.thread_time() - worked:.2f} of the processor)"
        )
    canvas.refresh()
    until = time.monotonic() + 60
    while not canvas.settled and time.monotonic() < until:
        app.processEvents()
    frames, spent = list[float](), list[float]()
    for _ in range(100):
        at = canvas.camera
        canvas.look(Camera(at.x + 5 / at.scale, at.y, at.scale))
        begun, worked = time.perf_counter(), time.thread_time()
        canvas.repaint()
        frames.append((time.perf_counter() - begun) * 1000)
        spent.append((time.thread_time() - worked) * 1000)
    print(
        f"{size} nodes, {links} links: rings {placed:.2f} s; picture of the tree {times[0]}, with all links "
        f"{times[1]}; frames {statistics.median(frames):.1f} ms, longest {max(frames):.1f} ms "
        f"({statistics.median(spent):.1f} and {max(spent):.1f} of the processor)"
    )
    canvas.close()


def main() -> int:
    app = QApplication([])
    theme.apply_theme(app, "light")
    numbers = [int(one) for one in sys.argv[1:]] or [10_000, 50_000, 100_000, 480_000]
    for size, links in zip(numbers[::2], numbers[1::2], strict=True):
        measure(app, size, links)
    jobs.wait_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
