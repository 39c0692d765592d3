"""The text units of a page: what it says in each of its blocks, and the regions that these stand in.

A site repeats its template on every page: the same words on the same path. Two pages know such a unit by its `key` (path
of element names, and words), and a region by its `sign` (path of element names with their classes and ids). Classes that
are made up anew for every page give regions that no other page has, and leave the keys as they are. A unit that says a few
words and then another link on each page (“Source: R/run.R”) is known by its label as well: path, words before the link.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from lxml import etree

from extractors.html.parts import Block
from extractors.html.tree import BLOCKS

MOST_DEPTH = 200
"""Elements around a unit; those further in belong to the last."""
_MOST_CLASSES = 6
_LONGEST_LABEL = 20  # characters without blanks
_BARE = ("html", "body")
_MADE = re.compile(r"([a-zA-Z][\w-]*?[a-zA-Z0-9])_{1,3}([\w+/-]{4,8})")
_RANDOM = re.compile(r"[0-9+/]|[a-z][A-Z]|[A-Z]{2}")
_CAMEL = re.compile(r"[a-z0-9][A-Z]")
_LONGEST_CLASS = 60
_LONGEST_LINE, _BEGINNING = 200, 30  # characters of a line that says when its page was changed
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CHANGED = re.compile(
    r"\b(?:updated|modified|edited|revised|last change|zuletzt|letzte (?:änderung|aktualisierung|bearbeitung)"
    r"|aktualisiert|geändert|mise? à jour|dernière modification|modifiée? le|actualizad[oa]|actualización|modificación"
    r"|atualizad[oa]|atualização|aggiornat[oa]|aggiornamento|обновлен[оа]?|обновление|изменен[оа]?|изменение)\b"
    r"|最[后後近](?:更新|修改|编辑|編輯|修订)|上次(?:更新|修改|编辑|編輯)|更新(?:于|於|时间|時間|日期)|修改(?:于|於|时间|時間|日期)"
    r"|最終更新|更新日|마지막 (?:업데이트|수정)|최종 (?:업데이트|수정)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_COSTS = re.compile(r"(?:[$€£¥￥₹₩₽]|\b(?:usd|eur|gbp|cny|rmb|jpy|chf)) ?\Z")
_CURRENCY = re.compile(r" ?(?:[$€£₽]|万?[元円]|(?:usd|eur|gbp|cny|rmb|chf|kr|zł)\b)")


class Region(NamedTuple):
    """An element around units: its sign, that of the element around it (0: none), and how it calls itself, `nav.menu`."""

    sign: int
    around: int
    name: str


class Units:
    """The units of one page, in the order of its blocks; `regions` are the elements around them, outer ones first."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.regions: dict[int, Region] = {}
        self.keys: list[int] = []
        """Of each block; 0 for a picture, which says nothing."""
        self.labels: list[int] = []
        """Of each block that ends in anchors the number of its words before them, else 0."""
        self.places: list[int] = []
        """Of each block the sign of the innermost region."""
        self._known: dict[etree._Element, tuple[int, str]] = {}
        for block in blocks:
            sign, path = self._place(block.place)
            self.places.append(sign)
            self.keys.append(0 if block.part.kind == "image" else unit_key(path, block.part.text))
            self.labels.append(0 if block.part.kind == "image" else _label_key(path, block))

    def around(self, sign: int) -> list[Region]:
        """A region and those around it, the innermost first."""
        found: list[Region] = []
        while (region := self.regions.get(sign)) is not None and len(found) < MOST_DEPTH:
            found.append(region)
            sign = region.around
        return found

    def _place(self, element: etree._Element) -> tuple[int, str]:
        chain: list[etree._Element] = []
        at: etree._Element | None = element
        while at is not None and at not in self._known:
            chain.append(at)
            at = at.getparent()
        sign, path = self._known[at] if at is not None else (0, "")
        for inner in reversed(chain):
            tag = str(inner.tag)
            if (tag in BLOCKS or tag == "svg") and path.count("/") < MOST_DEPTH:
                name = _name(inner, tag)
                around, path = sign, f"{path}/{tag}"
                sign = _hash(f"{sign:x} {name}")
                self.regions.setdefault(sign, Region(sign, around, name))
            self._known[inner] = sign, path
        return sign, path

    def sign_of(self, element: etree._Element) -> int:
        """The sign of the innermost region that an element is or stands in; 0 for one without units."""
        return self._known.get(element, (0, ""))[0]

    def told_by(self, template: Collection[int]) -> list[bool]:
        """Of each block, whether it belongs to a template: its key, or the sign of a region around it, is among these, and
        none of them less than 0: that keeps a unit or region with all that is inside."""
        inside: dict[int, bool | None] = {0: False}  # None: kept
        for sign, region in self.regions.items():  # outer ones first
            around = inside.get(region.around, False)
            inside[sign] = None if around is None or -sign in template else around or sign in template
        return [
            inside[place] is not None
            and -key not in template
            and (key in template or label in template or bool(inside[place]))
            for key, label, place in zip(self.keys, self.labels, self.places, strict=True)
        ]


def template_of(blocks: Sequence[Block], template: Collection[int]) -> tuple[int, ...]:
    """The numbers of the blocks that belong to a template; none where it would leave nothing that says anything."""
    known = template if isinstance(template, (set, frozenset)) else frozenset(template)
    told = Units(blocks).told_by(known)
    if any(
        block.part.text and block.part.kind != "image" and not of_site
        for block, of_site in zip(blocks, told, strict=True)
    ):
        return tuple(number for number, of_site in enumerate(told) if of_site)
    return ()


def unit_key(path: str, text: str) -> int:
    """The number of a text on a path of element names; blanks and case do not count, and a number is as good as another
    (dates, minutes to read), but for prices: what a thing costs is said of it alone."""
    return _hash(f"{path} {_NUMBER.sub(_told, ' '.join(text.split()).casefold())}")


def says_when_changed(text: str) -> bool:
    """Whether a line says when its page was changed the last time."""
    return (
        len(text) <= _LONGEST_LINE
        and _YEAR.search(text) is not None
        and _CHANGED.search(text[:_BEGINNING]) is not None
    )


def _label_key(path: str, block: Block) -> int:
    """The number of the words before the anchors of a block, or of what says when a page was changed; 0 where there is
    neither, or more than a label has."""
    if says_when_changed(block.part.text):
        return _hash(f"{path} \0\0")
    if not block.linked:
        return 0
    said = "".join(block.part.text.split())
    words = said[: max(0, len(said) - block.linked)]
    return _hash(f"{path} {words.casefold()} \0") if 2 <= len(words) <= _LONGEST_LABEL else 0


def _told(number: re.Match[str]) -> str:
    said, begin, end = number.string, number.start(), number.end()
    if _CURRENCY.match(said, end) or _COSTS.search(said[max(0, begin - 4) : begin]):
        return number[0]
    return _DIGITS.sub("0", number[0])


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=7).digest(), "big") or 1


@lru_cache(maxsize=4096)
def _said(name: str) -> str:
    """A class without what a build of the site has added to it (`menu_SIkG`, `docItem_Djhp`): another in the next."""
    made = _MADE.fullmatch(name)
    if made is None:
        return name
    added = len(made[2]) == 4 and _CAMEL.search(made[1]) is not None
    return made[1] if added or _RANDOM.search(made[2]) else name


def _name(element: etree._Element, tag: str) -> str:
    """Element name, id and classes, with a 0 for each number: entries of one menu are numbered."""
    if tag in _BARE:
        return tag
    id, classes = element.get("id"), element.get("class")
    if not id and not classes:
        return tag
    parts = [tag]
    if id:
        parts.append(f"#{_DIGITS.sub('0', id)[:60]}")
    parts += [
        f".{_DIGITS.sub('0', name)[:60]}"
        for name in sorted(
            {
                _said(name) if "_" in name and len(name) <= _LONGEST_CLASS else name
                for name in (classes or "").split()
            }
        )[:_MOST_CLASSES]
    ]
    return "".join(parts)
