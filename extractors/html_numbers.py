"""The numbers of list items as a page shows them (HTML, 4.4.5 and 4.4.8)."""

from __future__ import annotations

import re

from lxml import etree

from extractors.numbering import written

_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_INTEGER = re.compile(r"\s*([+-]?\d{1,9})")
_PLAIN = re.compile(r"list-style(?:-type)?\s*:[^;]*\b(?:none|disc|circle|square)\b", re.IGNORECASE)
_LARGEST = 10_000  # items of a list that counts down


class Numbers:
    """The lists that are open; `label` is what the item that is open is still to be marked with, "3." or ""."""

    def __init__(self) -> None:
        self.label = ""
        self._lists: list[tuple[str, int, int]] = []  # form, next number, step; form "" = not numbered

    def begin(self, element: etree._Element) -> None:
        """A list begins."""
        if element.tag != "ol" or _PLAIN.search(element.get("style") or ""):
            self._lists.append(("", 0, 0))
            return
        downwards = element.get("reversed") is not None
        usual = sum(1 for _ in element.iterchildren("li")) if downwards else 1
        start = _integer(element.get("start"), min(usual, _LARGEST))
        self._lists.append((_FORMS.get(element.get("type") or "1", "decimal"), start, -1 if downwards else 1))

    def end(self) -> None:
        """The innermost list ends."""
        if self._lists:
            self._lists.pop()
        self.label = ""

    def item(self, element: etree._Element) -> None:
        """An item of the innermost list begins."""
        form, number, step = self._lists[-1] if self._lists else ("", 0, 0)
        if not form or _PLAIN.search(element.get("style") or ""):
            self.label = ""
            return
        number = _integer(element.get("value"), number)
        self._lists[-1] = form, number + step, step
        self.label = f"{written(number, form)}."

    def take(self) -> str:
        """The label, for the first words of the item alone."""
        label, self.label = self.label, ""
        return label


def _integer(text: str | None, otherwise: int) -> int:
    found = _INTEGER.match(text or "")
    return int(found[1]) if found else otherwise
