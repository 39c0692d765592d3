"""What a page looks like, from two sources behind one interface: its source text, or measured boxes.

`StaticStyle` reads attributes and inline style: always there, and fast. `RenderedStyle` is given what a browser
measured (rectangles, fonts, colours by path), so pictures have their real size and gaps can be seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

from app.blocks.page.elements import MEDIA, names
from app.blocks.page.node import Node
from app.blocks.page.spans import Scan


def boxes_of(text: str) -> dict[str, Box]:
    """Boxes by XPath (`/html[1]/body[1]/p[2]`), from JSON of rows of small numbers. Raises ValueError for other text.

    `{"names": [...], "values": [...], "rows": [[parent, name, position, x, y, width, height, font, bold, colour,
    background, ...], ...]}`: the row of the parent (-1 for the root), the number of the element's name, its position among
    siblings of that name, its box and font size in CSS pixels, and the numbers of its colours. What follows is for
    `app.blocks.vips.reading`.
    """
    try:
        answer = json.loads(text)
        names, values = answer["names"], answer["values"]
        paths: list[str] = []
        boxes: dict[str, Box] = {}
        for parent, name, position, x, y, width, height, font, bold, colour, background, *_ in answer["rows"]:
            paths.append(f"{paths[parent] if parent >= 0 else ''}/{names[name]}[{position}]")
            text_style = (float(font) or 16.0, values[colour], values[background], bool(bold))
            boxes[paths[-1]] = Box(float(x), float(y), float(width), float(height), *text_style)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"no measured page: {error!r}") from error
    return boxes


StyleSource = Literal["static", "rendered"]

_DECLARATION = re.compile(
    r"(?:^|[;\"'\s])(background(?:-color)?|color|font-size|font-weight)\s*:\s*([^;\"'>]+)", re.I
)
_PRESENTATION = re.compile(r"\b(bgcolor|color|size|width|height)\s*=\s*[\"']?\s*([#\w.+%-]+)", re.I)
_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|\b[a-z]{3,20}\b", re.I)
_ADDRESS = re.compile(r"url\([^)]*\)", re.I)
_LENGTH = re.compile(r"([\d.]+)\s*(px|pt|em|rem|%)?", re.I)
_NO_COLOUR = names("url none inherit initial unset transparent repeat scroll fixed top left center right no")
_SIZES = {
    "h1": 2.0,
    "h2": 1.5,
    "h3": 1.17,
    "h4": 1.08,
    "h5": 1.0,
    "h6": 1.0,
    "big": 1.2,
    "small": 0.83,
    "title": 1.0,
}
_BOLD = names("h1 h2 h3 h4 h5 h6 b strong th legend caption summary dt")
_FONT_SIZES = {"1": 0.63, "2": 0.82, "3": 1.0, "4": 1.13, "5": 1.5, "6": 2.0, "7": 3.0}
_UNITS = {"px": 1 / 16, "pt": 1 / 12, "em": 1.0, "rem": 1.0, "%": 0.01}
SHORTEST = 8  # characters of attributes: fewer say nothing
_PIXELS = 150  # square pixels of a picture that take the place of a character
_LARGEST_PICTURE = 600


class TextStyle(NamedTuple):
    """How text stands there: `font` relative to the page's ordinary text, `colour` where it has one of its own."""

    font: float
    colour: str | None = None
    bold: bool = False


class Style(Protocol):
    """Where sizes, colours and fonts come from."""

    source: StyleSource

    def own(self, node: Node, scan: Scan) -> None:
        """Set what the element weighs without its children, and its background."""

    def text_style(self, scan: Scan, number: int) -> TextStyle:
        """Font and colour that the element with this number gives its text, taken alone."""

    def apart(self, before: Node, after: Node) -> bool:
        """Whether neighbours are separated by more than order in the source."""


class StaticStyle:
    """Attributes and inline style. Sizes are characters of text, or the space of as many."""

    source: StyleSource = "static"

    def own(self, node: Node, scan: Scan) -> None:
        number, tag = node.number, node.tag
        if tag in MEDIA:
            node.weight = MEDIA[tag]
        elif node.kind != "layout":
            return
        if number < 0 or scan.ends[number] - scan.starts[number] - len(tag) <= SHORTEST:
            return
        if node.weight:
            if tag == "img":
                node.weight = _picture(scan.text[scan.starts[number] : scan.ends[number]].lower())
            elif tag == "input":
                written = scan.text[scan.starts[number] : scan.ends[number]].lower()
                if "hidden" in written and "type" in written:
                    node.weight = 0
        elif node.kind == "layout":
            written = scan.text[scan.starts[number] : scan.ends[number]].lower()
            if "bgcolor" in written or "background" in written:
                node.background = _background(written)

    def text_style(self, scan: Scan, number: int) -> TextStyle:
        tag = scan.names[number]
        font, colour, bold = _SIZES.get(tag, 1.0), None, tag in _BOLD
        written = scan.text[scan.name_ends[number] : scan.ends[number]]
        if len(written) < 8:
            return TextStyle(font, None, bold)
        for name, value in _DECLARATION.findall(written):
            if name.lower() == "color":
                colour = value.strip().lower()
            elif name.lower() == "font-size":
                font = _font(value, font)
            elif name.lower() == "font-weight":
                bold = value.strip().lower() in ("bold", "bolder", "600", "700", "800", "900")
        if tag == "font":
            for name, value in _PRESENTATION.findall(written):
                if name.lower() == "color":
                    colour = value.lower()
                elif name.lower() == "size":
                    font = _FONT_SIZES.get(value, 1.2 if value.startswith("+") else 0.8)
        return TextStyle(font, colour, bold)

    def apart(self, before: Node, after: Node) -> bool:
        return "hr" in (before.tag, after.tag)


class Box(NamedTuple):
    """What a browser measured of an element, in CSS pixels; colours as `rgb(…)`."""

    x: float
    y: float
    width: float
    height: float
    font: float = 16.0
    colour: str = ""
    background: str = ""
    bold: bool = False


class RenderedStyle:
    """Measured boxes by path (XPaths as `Node.path` gives them). Elements without a box keep the weight of their text."""

    source: StyleSource = "rendered"

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._numbered: dict[int, Box] = {}
        fonts = sorted(box.font for box in boxes.values())
        self._ordinary = fonts[len(fonts) // 2] if fonts else 16.0

    def own(self, node: Node, scan: Scan) -> None:
        box = self._boxes.get(node.path())
        if box is None:
            return
        if node.tag in MEDIA:
            node.weight = int(box.width * box.height / _PIXELS)
        node.background = box.background or None
        self._numbered[node.number] = box

    def text_style(self, scan: Scan, number: int) -> TextStyle:
        box = self._numbered.get(number)
        return TextStyle(box.font / self._ordinary, box.colour or None, box.bold) if box else TextStyle(1.0)

    def apart(self, before: Node, after: Node) -> bool:
        """A horizontal separator: neither beside nor overlapping, and further apart than a line of text is high."""
        one, two = self._boxes.get(before.path()), self._boxes.get(after.path())
        if one is None or two is None:
            return "hr" in (before.tag, after.tag)
        return two.y - (one.y + one.height) > 1.5 * max(one.font, two.font)

    def rectangle(self, numbers: range) -> tuple[float, float, float, float] | None:
        """x, y, width and height around the elements with these numbers; None when none of them was measured."""
        boxes = [
            box for number in numbers if (box := self._numbered.get(number)) and box.width and box.height
        ]
        if not boxes:
            return None
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
        return left, top, right - left, bottom - top


def _picture(written: str) -> int:
    if "width" not in written or "height" not in written:
        return MEDIA["img"]
    sides: dict[str, float] = {}
    for name, value in _PRESENTATION.findall(written):
        number = _LENGTH.match(value)
        if name in ("width", "height") and number and not value.endswith("%"):
            sides[name] = min(float(number[1].rstrip(".") or 0) if number[1].count(".") < 2 else 0, 4000)
    if len(sides) < 2:
        return MEDIA["img"]
    return max(1, min(int(sides["width"] * sides["height"] / _PIXELS), _LARGEST_PICTURE))


def _background(written: str) -> str | None:
    for name, value in _PRESENTATION.findall(written):
        if name == "bgcolor":
            return str(value)
    for name, value in _DECLARATION.findall(written):
        if name.startswith("background"):
            for colour in _COLOUR.findall(_ADDRESS.sub("", value)):
                if colour not in _NO_COLOUR:
                    return str(colour)
    return None


def _font(value: str, inherited: float) -> float:
    value = value.strip().lower()
    words = {"xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1.0, "large": 1.2, "x-large": 1.5}
    if value in words:
        return words[value]
    number = _LENGTH.match(value)
    if number is None or number[1].count(".") > 1 or number[1] == ".":
        return inherited
    return float(number[1]) * _UNITS.get(number[2] or "px", 1.0)
