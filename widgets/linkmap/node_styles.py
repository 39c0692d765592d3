"""What sizes and colours of nodes mean, and the legend that says so."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from app.graph.layout.mapped import LinkMap
from widgets.kit import theme
from widgets.words import formats

Numbers = npt.NDArray[np.int64]
translate = QCoreApplication.translate

COLOURS = ("type", "status", "depth", "change", "community")
SIZES = ("rank", "in", "same")
_SMALL, _LARGE = 3.2, 15.0  # units of a radius
_TYPES = ("html", "pdf", "office", "text", "image", "media", "data", "none")
_OF_TYPE = {
    "html": "html",
    "pdf": "pdf",
    "office": "office",
    "sheet": "office",
    "slides": "office",
    "book": "office",
    "text": "text",
    "mail": "text",
    "image": "image",
    "audio": "media",
    "video": "media",
}
_DEEPEST = 6
COMMUNITIES = 8
"""Communities that have a colour."""
_TITLE = 32  # letters of a name in the legend


class Colouring(NamedTuple):
    """The colour of each node as a number in a palette, and what the colours that occur mean, most frequent first where
    they have no order of their own."""

    colour: Numbers
    palette: list[str]
    legend: list[tuple[str, str]]


def size_words(size: str) -> str:
    """What a choice of sizes is called."""
    return {
        "rank": translate("linkmap", "Rank"),
        "in": translate("linkmap", "Links in"),
        "same": translate("linkmap", "Equal"),
    }[size]


def colour_words(colour: str) -> str:
    """What a choice of colours is called."""
    return {
        "type": translate("linkmap", "Document type"),
        "status": translate("linkmap", "Status"),
        "depth": translate("linkmap", "Clicks"),
        "change": translate("linkmap", "Change"),
        "community": translate("linkmap", "Community"),
    }[colour]


def radii(values: npt.NDArray[np.float64] | Numbers, size: str) -> npt.NDArray[np.float64]:
    """Radii whose areas go with the values, the largest being the same in every picture."""
    if size == "same" or not len(values):
        return np.full(len(values), _SMALL * 1.4)
    most = float(values.max())
    if most <= 0:
        return np.full(len(values), _SMALL)
    largest = _LARGE if len(values) > 40 else _LARGE * 0.8
    return _SMALL + (largest - _SMALL) * np.sqrt(values.astype(np.float64) / most)


def by_type(shown: LinkMap) -> Colouring:
    """HTML, PDF, Office, text, pictures, sound and film, other data, nothing stored."""
    colors = theme.colors()
    number = {name: place for place, name in enumerate(_TYPES)}
    of = {
        media_type: number[_OF_TYPE.get(formats.type_kind(media_type), "data") if media_type else "none"]
        for media_type in set(shown.types)
    }
    found = np.array([of[media_type] for media_type in shown.types], np.int64)
    if shown.choice.level == "host":
        found[:] = 0
    palette = [
        colors.accent,
        colors.removed,
        colors.moved,
        colors.layout,
        colors.added,
        colors.markup,
        colors.changed,
        _faint(),
    ]
    words = [
        translate("linkmap", "Web page") if shown.choice.level == "page" else translate("linkmap", "Host"),
        "PDF",
        translate("linkmap", "Office"),
        translate("linkmap", "Text"),
        translate("linkmap", "Picture"),
        translate("linkmap", "Sound and film"),
        translate("linkmap", "Other file"),
        translate("linkmap", "Not in the archive"),
    ]
    return Colouring(found, palette, _used(found, palette, words))


def by_status(status: Numbers) -> Colouring:
    """Stored, redirect, not found, other errors, nothing stored."""
    colors = theme.colors()
    found = np.full(len(status), 4, np.int64)
    found[(status > 0) & (status < 300)] = 0
    found[(status >= 300) & (status < 400)] = 1
    found[(status >= 400) & (status < 500)] = 2
    found[status >= 500] = 3
    palette = [colors.accent, colors.changed, colors.removed, colors.markup, _faint()]
    words = [
        translate("linkmap", "Stored"),
        translate("linkmap", "Redirect"),
        translate("linkmap", "Not found or refused (4xx)"),
        translate("linkmap", "Error of the server (5xx)"),
        translate("linkmap", "Not in the archive"),
    ]
    return Colouring(found, palette, _used(found, palette, words))


def by_depth(depth: Numbers) -> Colouring:
    """One colour a click, the last one for all beyond."""
    found = np.where(depth < 0, _DEEPEST + 1, np.minimum(depth, _DEEPEST)).astype(np.int64)
    dark = theme.colors().dark
    palette = []
    for step in range(_DEEPEST + 1):
        share = step / _DEEPEST
        hue = (0.53 + 0.42 * share) % 1  # teal over blue and violet to rose
        light = 0.64 if dark else 0.36 + 0.14 * share
        palette.append(_hls(hue, light, 0.6))
    palette.append(_faint())
    words = [translate("linkmap", "Home page"), *(formats.number(step) for step in range(1, _DEEPEST))]
    words += [
        translate("linkmap", "{count} and more").format(count=formats.number(_DEEPEST)),
        translate("linkmap", "No way leads there"),
    ]
    return Colouring(found, palette, _used(found, palette, words))


def by_change(changes: Numbers) -> Colouring:
    """As before, new, gone, changed: in the order of `mapped.CHANGES`."""
    colors = theme.colors()
    palette = [_faint(), colors.added, colors.removed, colors.changed]
    words = [
        translate("linkmap", "As before"),
        translate("linkmap", "New"),
        translate("linkmap", "Gone"),
        translate("linkmap", "Changed"),
    ]
    return Colouring(changes, palette, _used(changes, palette, words))


def by_community(member: Numbers, names: Sequence[str]) -> Colouring:
    """The communities that have a name, the largest first, and all others as one."""
    found = np.minimum(member, len(names)).astype(np.int64)
    light = 0.66 if theme.colors().dark else 0.42
    # each hue as far from those before it as can be
    palette = [_hls((0.53 + step * 0.381966) % 1, light, 0.55) for step in range(len(names))]
    palette.append(_faint())
    words = [formats.shorten(name, _TITLE) for name in names]
    words.append(translate("linkmap", "Smaller ones"))
    return Colouring(found, palette, _used(found, palette, words))


def legend_html(legend: Sequence[tuple[str, str]]) -> str:
    """The legend in one line of rich text."""
    return "&nbsp;&nbsp; ".join(
        f'<span style="color:{colour}">●</span>&nbsp;{escape(word).replace(" ", "&nbsp;")}'
        for colour, word in legend
    )


def _used(found: Numbers, palette: Sequence[str], words: Sequence[str]) -> list[tuple[str, str]]:
    there = set(np.unique(found).tolist())
    return [(palette[one], words[one]) for one in range(len(words)) if one in there]


def _faint() -> str:
    """Between ground and outline: what is there and says nothing."""
    colors = theme.colors()
    a, b = QColor(colors.outline), QColor(colors.surface)
    mixed = QColor(
        (a.red() * 2 + b.red()) // 3, (a.green() * 2 + b.green()) // 3, (a.blue() * 2 + b.blue()) // 3
    )
    return mixed.name()


def _hls(hue: float, light: float, strength: float) -> str:
    return QColor.fromRgbF(*colorsys.hls_to_rgb(hue, light, strength)).name()
