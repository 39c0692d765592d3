"""What a slide inherits from its layout and master: where placeholders are, how large their letters, fixed texts."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from extractors import drawingml
from extractors.drawingml import local
from extractors.packages import Package

_TITLES = ("title", "ctrTitle", "vertTitle")
_BODIES = ("body", "subTitle", "obj", "vertBody", "clipArt", "dgm", "media", "tbl", "chart", "pic", "")
_FOOTERS = ("dt", "ftr", "sldNum", "hdr")
_DEFAULT_SIZE = 18.0


class Place:
    """Where a shape is and how it is written: corner and sizes of its levels, as far as they are told."""

    __slots__ = ("left", "sizes", "top")

    def __init__(self, top: float | None, left: float | None, sizes: dict[int, float]) -> None:
        self.top, self.left, self.sizes = top, left, sizes


def placeholder(shape: etree._Element) -> tuple[str, str] | None:
    """(type, index) of a placeholder; None for a shape that is none."""
    for properties in shape:
        if local(properties).startswith("nv"):
            found = properties.find("{*}nvPr/{*}ph")
            return None if found is None else (found.get("type") or "", found.get("idx") or "")
    return None


def place(shape: etree._Element) -> Place:
    """What a shape says itself."""
    offset = shape.find("{*}spPr/{*}xfrm/{*}off")
    if offset is None:
        offset = shape.find("{*}xfrm/{*}off")
    top, left = (None, None) if offset is None else (_number(offset.get("y")), _number(offset.get("x")))
    return Place(top, left, _levels(shape.find("{*}txBody/{*}lstStyle")))


def _levels(style: etree._Element | None) -> dict[int, float]:
    sizes: dict[int, float] = {}
    for element in () if style is None else style:
        name = local(element)
        size = element.find("{*}defRPr")
        value = _number(size.get("sz")) if size is not None else None
        if value and name.startswith("lvl") and name[3:4].isdecimal():
            sizes[int(name[3])] = value / 100
    return sizes


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None


class Master:
    """The shapes of a layout or master."""

    def __init__(self, root: etree._Element | None) -> None:
        self.places: dict[tuple[str, str], Place] = {}
        self.fixed: list[str] = []
        self.shows_master = root is None or root.get("showMasterSp") not in ("0", "false")
        self.styles: dict[str, dict[int, float]] = {}
        if root is None:
            return
        drawingml.drop_fallbacks(root)
        for shape in root.iter("{*}sp"):
            key = placeholder(shape)
            if key is not None:
                self.places.setdefault(key, place(shape))
                self.places.setdefault(("", key[1]), self.places[key])
                self.places.setdefault((key[0], ""), self.places[key])
            else:
                body = shape.find("{*}txBody")
                self.fixed += [] if body is None else [text for _, text in drawingml.paragraphs(body)]
        for kind in ("titleStyle", "bodyStyle", "otherStyle"):
            self.styles[kind] = _levels(root.find(f"{{*}}txStyles/{{*}}{kind}"))


def _target(relations: dict[str, tuple[str, str]], wanted: str) -> str:
    return next((target for kind, target in relations.values() if kind == wanted), "")


class Layouts:
    """The layouts and masters of a presentation, read when a slide names them."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._sheets: dict[str, Master] = {}
        self._above: dict[str, str] = {}

    def chain(self, slide_relations: dict[str, tuple[str, str]]) -> list[Master]:
        """Layout and master of a slide."""
        layout = _target(slide_relations, "slideLayout")
        if not layout:
            return []
        if layout not in self._above:
            self._above[layout] = _target(self._package.relations(layout), "slideMaster")
        master = self._above[layout]
        return [self._sheet(name) for name in (layout, master) if name]

    def _sheet(self, name: str) -> Master:
        if name not in self._sheets:
            self._sheets[name] = Master(self._package.tree(name))
        return self._sheets[name]


def fixed_texts(chain: list[Master], shows: bool) -> list[str]:
    """The texts of layout and master that are seen on a slide."""
    found: list[str] = []
    for sheet in chain:
        if not shows:
            break
        found += sheet.fixed
        shows = sheet.shows_master
    return found


def inherited(own: Place, key: tuple[str, str] | None, chain: list[Master]) -> tuple[float, float, dict[int, float]]:
    """Top, left (English metric units; 0.0 when nobody says) and sizes of levels of a shape."""
    top, left, sizes = own.top, own.left, dict(own.sizes)
    if key is not None:
        for sheet in chain:
            found = sheet.places.get(key) or sheet.places.get(("", key[1]) if key[1] else (key[0], ""))
            if found is None:
                kinds = _TITLES if key[0] in _TITLES else ("body",) if key[0] in _BODIES else (key[0],)
                found = next((sheet.places[kind, ""] for kind in kinds if (kind, "") in sheet.places), None)
            if found is not None:
                if top is None:
                    top, left = found.top, found.left
                sizes = found.sizes | sizes
    kind = "otherStyle" if key is None else "titleStyle" if key[0] in _TITLES else "bodyStyle"
    for sheet in chain:
        sizes = sheet.styles.get(kind, {}) | sizes
    return top or 0.0, left or 0.0, sizes


def role(key: tuple[str, str] | None) -> str:
    """What a placeholder is for: "title", "subtitle", "body", "footer", or "other" for a shape that is none."""
    if key is None:
        return "other"
    if key[0] in _TITLES:
        return "title"
    if key[0] == "subTitle":
        return "subtitle"
    return "footer" if key[0] in _FOOTERS else "body"


def sizes_of(body: etree._Element, paragraphs: Iterable[etree._Element], sizes: dict[int, float]) -> list[float]:
    """The sizes of the largest letters of paragraphs."""
    scale = 1.0
    fitted = body.find("{*}bodyPr/{*}normAutofit")
    if fitted is not None:
        scale = (_number((fitted.get("fontScale") or "").rstrip("%")) or 100_000) / 100_000
        scale = scale if 0.1 < scale <= 1 else 1.0
    found = []
    for paragraph in paragraphs:
        properties = paragraph.find("{*}pPr")
        level = int(_number(properties.get("lvl")) or 0) + 1 if properties is not None else 1
        largest = 0.0
        for run in paragraph:
            if local(run) in ("r", "fld") and (run.findtext("{*}t") or "").strip():
                said = run.find("{*}rPr")
                own = _number(said.get("sz")) if said is not None else None
                largest = max(largest, own / 100 if own else sizes.get(level, _DEFAULT_SIZE))
        found.append(largest * scale)
    return found
