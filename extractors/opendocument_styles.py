"""What a style of an OpenDocument file makes of a text, once its ancestors are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from lxml import etree

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
_STYLE, _FO = f"{{{_OASIS}style:1.0}}", f"{{{_OASIS}xsl-fo-compatible:1.0}}"
_TEXT, _TABLE = f"{{{_OASIS}text:1.0}}", f"{{{_OASIS}table:1.0}}"
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(pt|px|in|cm|mm|%)?")
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.3465, "mm": 2.83465}
_MOST_ANCESTORS = 20
_ATTRIBUTES = (
    ("size", f"{_FO}font-size"),
    ("size_asian", f"{_STYLE}font-size-asian"),
    ("weight", f"{_FO}font-weight"),
    ("weight_asian", f"{_STYLE}font-weight-asian"),
    ("align", f"{_FO}text-align"),
    ("colour", f"{_FO}color"),
    ("display", f"{_TEXT}display"),
    ("table", f"{_TABLE}display"),
)


class Look(NamedTuple):
    """How text in a style looks.

    `names` are the display names of the style and its ancestors, nearest first; sizes are points (0.0 = not told),
    `level` is the outline level of a paragraph style (0 = none), `colour` "#rrggbb" or "".
    """

    names: tuple[str, ...] = ()
    size: float = 0.0
    size_asian: float = 0.0
    bold: bool = False
    centred: bool = False
    hidden: bool = False
    colour: str = ""
    level: int = 0


class Styles:
    """The styles of styles.xml and the automatic ones of content.xml (either root may be None)."""

    def __init__(self, *roots: etree._Element | None) -> None:
        self._styles: dict[tuple[str, str], etree._Element] = {}
        self._defaults: dict[str, etree._Element] = {}
        self._looks: dict[tuple[str, str], Look] = {}
        for root in roots:
            for style in () if root is None else root.iter(f"{_STYLE}style", f"{_STYLE}default-style"):
                self.add(style)

    def add(self, style: etree._Element) -> None:
        """Take a style:style or style:default-style element."""
        family = style.get(f"{_STYLE}family") or ""
        if style.tag == f"{_STYLE}default-style":
            self._defaults[family] = style
        else:
            self._styles[family, style.get(f"{_STYLE}name") or ""] = style

    def look(self, name: str | None, family: str = "paragraph") -> Look:
        """How a style looks; of a name nobody knows, how the default of the family looks."""
        key = (family, name or "")
        if key not in self._looks:
            self._looks[key] = self._resolve(*key)
        return self._looks[key]

    def element(self, name: str | None, family: str) -> etree._Element | None:
        """The style itself, for what a look does not tell."""
        return self._styles.get((family, name or ""))

    def _resolve(self, family: str, name: str) -> Look:
        said: dict[str, str] = {}
        scale = {"size": 1.0, "size_asian": 1.0}
        names: list[str] = []
        style = self._styles.get((family, name))
        level = ""
        while style is not None and len(names) < _MOST_ANCESTORS:
            own = style.get(f"{_STYLE}name") or ""
            names.append((style.get(f"{_STYLE}display-name") or own).replace("_20_", " "))
            level = level or style.get(f"{_STYLE}default-outline-level") or ""
            _take(style, said, scale)
            parent = style.get(f"{_STYLE}parent-style-name")
            style = self._styles.get((family, parent)) if parent else None
        default = self._defaults.get(family)
        if default is not None:
            _take(default, said, scale)
        size = partial(_points, said, scale)
        bold = said.get("weight", "").lower()
        return Look(
            tuple(names),
            size("size"),
            size("size_asian"),
            bold == "bold" or (bold.isdecimal() and int(bold) >= 600) or said.get("weight_asian") == "bold",
            said.get("align") == "center",
            said.get("display") == "none" or said.get("table") == "false",
            said.get("colour", "").lower(),
            int(level) if level.isdecimal() else 0,
        )


def _take(style: etree._Element, said: dict[str, str], scale: dict[str, float]) -> None:
    """Add what a style says and a nearer one did not. Sizes in percent scale what an ancestor says."""
    for properties in style:
        if not isinstance(properties.tag, str) or not properties.tag.endswith("-properties"):
            continue
        for key, attribute in _ATTRIBUTES:
            value = properties.get(attribute)
            if value is None or key in said:
                continue
            if key in scale and value.endswith("%"):
                found = _LENGTH.match(value)
                scale[key] *= float(found[1]) / 100 if found else 1.0
            else:
                said[key] = value


def _points(said: Mapping[str, str], scale: Mapping[str, float], key: str) -> float:
    return length(said.get(key)) * scale[key]


def length(text: str | None) -> float:
    """A length in points; 0.0 when there is none."""
    found = _LENGTH.match(text or "")
    return float(found[1]) * _POINTS.get(found[2] or "pt", 0.0) if found else 0.0
