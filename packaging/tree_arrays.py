"""Trees that LightGBM learned, as arrays without anything executable: what `extractors.base.forest` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def arrays(forests: Sequence[Any], classes: int, weight: float = 1.0) -> dict[str, Any]:
    """The mean of models of LightGBM, times `weight`, as `forest.Forest` wants it."""
    nodes: list[tuple[int, float, int, int, float]] = []
    roots: list[int] = []
    deepest = 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        number = len(nodes)
        if "leaf_value" in node:
            nodes.append((0, 0.0, number, number, node["leaf_value"] * weight / len(forests)))
            return number
        nodes.append((0, 0.0, 0, 0, 0.0))
        left, right = add(node["left_child"], depth + 1), add(node["right_child"], depth + 1)
        nodes[number] = (node["split_feature"], node["threshold"], left, right, 0.0)
        return number

    for one in forests:
        for tree in one.dump_model()["tree_info"]:
            roots.append(add(tree["tree_structure"], 0))
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return {
        "feature": np.array(feature, np.int16),
        "threshold": np.array(threshold, np.float32),
        "left": np.array(left, np.int32),
        "right": np.array(right, np.int32),
        "value": np.array(value, np.float32),
        "roots": np.array(roots, np.int32),
        "depth": np.array([deepest], np.int32),
        "classes": np.array([classes], np.int32),
    }
