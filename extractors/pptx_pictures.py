"""The words in vector pictures on slides; embedded charts and tables are shown as such."""

from __future__ import annotations

from lxml import etree

from extractors import metafiles
from extractors.packages import Package

_MAX_PICTURE = 16 << 20
_MAX_TOTAL = 64 << 20

Relations = dict[str, tuple[str, str]]


class Pictures:
    """Reads every picture of a presentation once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._read: dict[str, list[str]] = {}
        self._left = _MAX_TOTAL
        self._drawings: dict[str, dict[str, str]] = {}

    def words(self, element: etree._Element, relations: Relations) -> list[str]:
        """The lines in the pictures that an element shows."""
        targets = [_target(blip, "}embed", relations) for blip in element.iter("{*}blip")]
        if not any(targets):  # old style: the picture of an object is in a drawing in VML
            shapes = [shape.get("spid") or "" for shape in element.iter("{*}oleObj")]
            targets = [self._drawing(relations).get(shape, "") for shape in shapes if shape]
        found: list[str] = []
        for target in targets:
            if metafiles.is_metafile(target):
                found += self._lines(target)
        return found

    def _lines(self, target: str) -> list[str]:
        if target not in self._read:
            data = self._package.read(target, min(_MAX_PICTURE, self._left)) if self._left > 0 else b""
            self._left -= len(data)
            self._read[target] = metafiles.texts(data)
        return self._read[target]

    def _drawing(self, relations: Relations) -> dict[str, str]:
        """Shape → picture, of the VML drawing of a slide."""
        name = next((target for kind, target in relations.values() if kind == "vmlDrawing"), "")
        if name not in self._drawings:
            root = self._package.tree(name) if name else None
            pictures = self._package.relations(name) if name else {}
            self._drawings[name] = {
                shape.get("id") or "": _target(picture, "}relid", pictures)
                for shape in (() if root is None else root.iter("{*}shape"))
                for picture in shape.iter("{*}imagedata")
            }
        return self._drawings[name]


def _target(element: etree._Element, attribute: str, relations: Relations) -> str:
    key = next((value for name, value in element.items() if name.endswith(attribute)), "")
    return relations.get(key, ("", ""))[1]
