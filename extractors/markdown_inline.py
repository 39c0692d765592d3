"""The text inside a block of Markdown: emphasis, code, links and pictures."""

from __future__ import annotations

import re
from html import unescape

from extractors.addresses import Resolver
from extractors.types import Part

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LABEL = r"((?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.){0,500}\]){0,1000})"
_TITLE = r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^)]{0,500}\)))?"
_TARGET = rf"\(\s*<?((?:[^\s()<>\\]|\\.|\([^\s()]{{0,500}}\)){{0,2000}})>?{_TITLE}\s*\)"
_PICTURE = re.compile(rf"!\[{_LABEL}\](?:{_TARGET}|\[([^\[\]]{{0,200}})\])")
_LINK = re.compile(rf"\[{_LABEL}\](?:{_TARGET}|\[([^\[\]]{{0,200}})\])")
_SHORT = re.compile(r"(?<!!)\[([^\[\]^]{1,200})\](?![\[(:])")
_NOTE = re.compile(r"\[\^[^\]\s]{1,60}\]")
_ANGLE = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]{1,2000})>")
_BARE = re.compile(r"(?<![\w/\"'=(<])https?://[^\s<>()\"'`]{3,2000}[^\s<>()\"'`.,;:!?*_]")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
_BREAK = re.compile(r"<br\s*/?>\s*", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(src|href|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
# Runs of emphasis marks beside a word. Alone in its block a mark is just a character.
_STARS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}")
_TILDES = re.compile(r"~~(?=\S)|(?<=\S)~~")
_UNDERLINES = re.compile(r"(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)")
_BLANKS = re.compile(r"[ \t]{2,}")
_KEPT = re.compile("\ue000(\\d+)\ue001")
_DEPTH = 4


class Inline:
    """Turns marked text into plain text and collects addresses: (url, "a" or "img", text)."""

    def __init__(self, resolver: Resolver, references: dict[str, str]) -> None:
        self.links: list[tuple[str, str, str]] = []
        self._resolver = resolver
        self._references = references
        self._waiting: list[Part] = []

    def text(self, marked: str) -> str:
        kept: list[str] = []

        def keep(text: str) -> str:
            kept.append(text)
            return f"\ue000{len(kept) - 1}\ue001"

        marked = marked.replace("\ue000", "").replace("\ue001", "")
        marked = _CODE.sub(lambda found: keep(_code(found[2])), marked)
        marked = _ESCAPED.sub(lambda found: keep(found[1]), marked)
        if "[" in marked:
            marked = _PICTURE.sub(lambda found: self._picture(found[1], found[2], found[3]), marked)
            for _ in range(2):  # a link may hold a label with brackets
                marked = _LINK.sub(lambda found: self._link(found[1], found[2], found[3], found[0]), marked)
            marked = _SHORT.sub(lambda found: self._link(found[1], None, found[1], found[0]), marked)
            marked = _NOTE.sub("", marked)
        if "<" in marked:
            marked = _ANGLE.sub(lambda found: self._link(found[1], found[1], None, found[0]), marked)
            self.tags(marked)
            marked = _TAG.sub("", _BREAK.sub("\n", marked))
        for found in _BARE.finditer(marked) if "://" in marked else ():
            self._add(found[0], "a", found[0])
        for mark, runs in (("*", _STARS), ("_", _UNDERLINES), ("~~", _TILDES)):
            if mark in marked and len(runs.findall(marked)) > 1:
                marked = runs.sub("", marked)
        for _ in range(_DEPTH):
            if "\ue000" not in marked:
                break
            marked = _KEPT.sub(lambda found: kept[int(found[1])] if int(found[1]) < len(kept) else "", marked)
        return unescape(_BLANKS.sub(" ", marked)).strip(" \t")

    def tags(self, marked: str) -> None:
        """The addresses in HTML tags between the text."""
        for tag in _TAG.findall(marked):
            values = {found[0].lower(): unescape(found[1] or found[2]) for found in _ATTRIBUTE.findall(tag)}
            if tag[:4].lower() == "<img" and values.get("src"):
                self._picture(values.get("alt", ""), values["src"], None)
            elif tag[:2].lower() == "<a" and values.get("href"):
                self._add(values["href"], "a", "")

    def pictures(self) -> list[Part]:
        """The pictures since this was last asked."""
        found, self._waiting = self._waiting, []
        return found

    def _picture(self, label: str, target: str | None, reference: str | None) -> str:
        url = self._add(self._target(label, target, reference), "img", label)
        if url:
            self._waiting.append(Part("image", " ".join(label.split()), url=url))
        return ""

    def _link(self, label: str, target: str | None, reference: str | None, whole: str) -> str:
        address = self._target(label, target, reference)
        if not address:
            return whole if target is None else label
        self._add(address, "a", " ".join(_KEPT.sub("", label).split()))
        return label

    def _target(self, label: str, target: str | None, reference: str | None) -> str:
        if target is not None:
            return unescape(target)
        return self._references.get(" ".join((reference or label).split()).casefold(), "")

    def _add(self, address: str, element: str, label: str) -> str:
        url = self._resolver.resolve(address)
        if url:
            self.links.append((url, element, label[:300]))
        return url


def _code(text: str) -> str:
    text = text.replace("\n", " ")
    return text[1:-1] if text[:1] == text[-1:] == " " and text.strip() else text
