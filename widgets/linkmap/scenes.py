"""The scene of a date out of what was worked out: sizes, colours, words, what is folded."""

from __future__ import annotations

import numpy as np

from app.graph.layout.mapped import CHANGES
from app.graph.layout.places import ROW
from widgets.linkmap import node_styles
from widgets.linkmap.scene import Scene
from widgets.linkmap.work import Made, Standing
from widgets.words import formats

_FOLDER = 3.2  # the radius of a folder that is no page
_IN_LINE = ROW / 2 - 3  # a ring around the node below the next one does not touch it


def scene_of(
    made: Made, standing: Standing, look: node_styles.Colouring, size: str, *, every_link: bool
) -> Scene:
    """The scene of one date: nodes as large as `size` says (`node_styles.SIZES`), what stands for others as all of these."""
    shown, arranged = made.shown, made.arranged
    part = arranged.folding
    folders = len(arranged.tree.folders)
    values = np.zeros(shown.size + folders)
    values[: shown.size] = shown.rank if size == "rank" else standing.into
    if not part.is_whole:  # what stands for others is as large as all of them
        values = np.bincount(part.stands_for, values, len(values)).astype(np.float64)
    radius = node_styles.radii(values, size)
    radius[shown.size :][standing.inside[shown.size :] == 0] = _FOLDER
    if arranged.form == "layers" and not part.is_whole:
        radius = np.minimum(radius, _IN_LINE)
    colour = np.concatenate((look.colour, np.zeros(folders, np.int64)))
    stand_out = np.zeros(0, np.bool_)
    if made.wanted.changes:  # also of what is folded away
        changed = np.bincount(part.stands_for[: shown.size], standing.changes > 0, len(colour)) > 0
        colour[changed & (colour == 0)] = CHANGES.index("changed")
        stand_out = changed
    label = arranged.labels
    if not part.is_whole:
        counted = zip(label, standing.inside.tolist(), strict=True)
        label = [f"{one} · {formats.number(inside)}" if inside else one for one, inside in counted]
    return Scene(
        size=shown.size,
        place=arranged.place,
        radius=radius,
        colour=colour,
        palette=look.palette,
        label=label,
        weight=arranged.weight,
        parent=arranged.tree.parent,
        form=arranged.form,
        source=standing.source,
        target=standing.target,
        shown=standing.nodes,
        stands=standing.drawn,
        every_link=every_link,
        tone=standing.tone,
        inside=standing.inside,
        stand_out=stand_out,
    )
