"""Labels of numbered lists and headings in OpenDocument texts (OASIS OpenDocument 1.3 part 3, 16.30 and 19.880)."""

from __future__ import annotations

from typing import Any

from extractors.numbering import Counter, Level
from extractors.opendocument import q

_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_NUMBERED = (q("text:list-level-style-number"), q("text:outline-level-style"))
_LEVELS = (*_NUMBERED, q("text:list-level-style-bullet"), q("text:list-level-style-image"))
_OUTLINE = "\0outline"


class Lists:
    """Counts the items while a document is read."""

    def __init__(self, *roots: Any) -> None:
        self._counter = Counter()
        self._styles: dict[str, dict[int, Level]] = {}
        self._last: dict[str, object] = {}
        for root in roots:
            for style in () if root is None else root.iter(q("text:list-style"), q("text:outline-style")):
                outline = style.tag == q("text:outline-style")
                name = _OUTLINE if outline else style.get(q("style:name")) or ""
                self._styles[name] = dict(_level(one) for one in style if one.tag in _LEVELS)

    def begin(self, element: Any, style: str) -> object:
        """The key of an outermost list: that of the one before when it goes on."""
        key: object = (style, id(element))
        if element.get(q("text:continue-numbering")) == "true" or element.get(q("text:continue-list")):
            key = self._last.get(style, key)
        self._last[style] = key
        return key

    def label(self, key: object, style: str, level: int, start: str | None) -> str:
        """The label of the next item at a level (1 = outermost); "" for bullets."""
        levels = self._styles.get(style)
        if not levels:
            return ""
        if start and start.isdecimal() and len(start) < 6 and level - 1 in levels:
            self._counter.restart(key, level - 1)
            levels = levels | {level - 1: levels[level - 1]._replace(start=int(start))}
        return self._counter.label(key, level - 1, levels)

    def heading(self, level: int) -> str:
        """The label of the next heading; "" when headings are not numbered."""
        levels = self._styles.get(_OUTLINE)
        return self._counter.label(_OUTLINE, level - 1, levels) if levels else ""


def _level(element: Any) -> tuple[int, Level]:
    said, shown = element.get(q("text:level")) or "1", element.get(q("text:display-levels")) or "1"
    depth = min(int(said), 10) if said.isdecimal() and len(said) < 3 else 1
    form = element.get(q("style:num-format")) or ""
    if element.tag not in _NUMBERED or not form:
        return depth - 1, Level("none")
    count = min(int(shown), depth) if shown.isdecimal() and len(shown) < 3 else 1
    numbers = ".".join(f"%{index}" for index in range(depth - count + 1, depth + 1))
    label = (element.get(q("style:num-prefix")) or "") + numbers + (element.get(q("style:num-suffix")) or "")
    start = element.get(q("text:start-value")) or "1"
    begin = int(start) if start.isdecimal() and len(start) < 6 else 1
    name = _FORMS.get(form) or ("chineseCounting" if form[:1] in "一壹" else "decimal")
    return depth - 1, Level(name, label[:50], begin)
