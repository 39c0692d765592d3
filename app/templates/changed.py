"""Which changes between two versions of a page stand in what its site repeats on its pages.

A change belongs to the template where all that it says does, in each version that has it, and other pages changed in the
same way (`others`); or where a person has marked it as no content. What is not known for sure is the page's own: a change
that is folded away by mistake would be missed, one that is shown too many is only read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from lxml import etree

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.templates.explaining import seen_of
from app.templates.known import Templates
from app.templates.others import Others
from app.templates.page import Seen
from app.templates.pointing import squeezed, walked

Place = tuple[str | None, str]
"""The path of a block in one version, None where that has none, and what the block says."""


def of_template(
    reader: ArchiveReader,
    a: Capture,
    b: Capture,
    changes: Iterable[tuple[Place, Place]],
    templates: Templates | None = None,
    others: Others | None = None,
) -> list[bool]:
    """Of each change, given by its places in both versions, whether it stands in the template of the site; nowhere for
    pages of two sites, or of one that was not learned from. Who asks for many pages gives `templates` and `others`."""
    if templates is None:
        with Templates(reader.path) as opened:
            return of_template(reader, a, b, changes, opened, others)
    known = [
        templates.of(capture.url) if templates.knows(capture.url) else frozenset[int]() for capture in (a, b)
    ]
    marked = [templates.marked(capture.url) for capture in (a, b)]
    wanted = list(changes)
    versions = [reader.capture(one.base) if one.base else one for one in (a, b)]
    found = [all(known)] * len(wanted)
    of_others = others or Others(reader, *versions)

    def told(some: Sequence[tuple[Place, Place]]) -> Iterator[bool]:
        return _told(reader, versions, known, some)

    def common(some: Sequence[tuple[Place, Place]]) -> Iterator[bool]:
        return _common(of_others, b.url, some)

    # what others did is known already where many pages are asked for, and else costs more than reading these two
    for check in (common, told) if others is not None else (told, common):
        if any(found):
            verdicts = check([one for one, may in zip(wanted, found, strict=True) if may])
            found = [may and next(verdicts) for may in found]
    if all(marked) and not all(found):
        said = _told(reader, versions, marked, wanted)
        found = [one or by_person for one, by_person in zip(found, said, strict=True)]
    return found


def _told(
    reader: ArchiveReader,
    versions: Sequence[Capture],
    known: Sequence[frozenset[int]],
    wanted: Sequence[tuple[Place, Place]],
) -> Iterator[bool]:
    """Whether all that each says is template, in each version that has it."""
    pages = [seen_of(reader, version) for version in versions]
    parts = [
        Parts(page, template) if page is not None else None
        for page, template in zip(pages, known, strict=True)
    ]
    for places in wanted:
        told = [
            part is not None and part.holds(path, text)
            for part, (path, text) in zip(parts, places, strict=True)
            if path
        ]
        yield bool(told) and all(told)


def _common(others: Others, url: str, wanted: Sequence[tuple[Place, Place]]) -> Iterator[bool]:
    """Whether other pages than that at an address did the same."""
    for places in wanted:
        before, after = (text if path else "" for path, text in places)
        yield others.did_the_same(before, after, url)


class Parts:
    """A page whose template is known."""

    def __init__(self, page: Seen, template: Collection[int]) -> None:
        self._page = page
        self._told = page.units.told_by(template)
        self._within: dict[etree._Element, list[int]] = {}
        for number, block in enumerate(page.blocks):
            at: etree._Element | None = block.place
            while at is not None:
                self._within.setdefault(at, []).append(number)
                at = at.getparent()

    def holds(self, path: str, text: str) -> bool:
        """Whether all that stands at a path, which says a text, is template."""
        numbers: list[int] = []
        for element in self._elements(path):
            numbers += self._within.get(element, ())
        if not numbers:
            return False
        said = squeezed("".join(self._page.blocks[number].part.text for number in numbers))
        return squeezed(text)[:60] in said and all(self._told[number] for number in numbers)

    def _elements(self, path: str) -> list[etree._Element]:
        """The element at a path, or several neighbours, from one to another."""
        if "#" in path:
            return []
        start, _, end = path.partition("..")
        first = walked(self._page.root, start)
        if first is None or not end:
            return [first] if first is not None else []
        last = walked(self._page.root, f"{start.rpartition('/')[0]}/{end}")
        up = first.getparent()
        if last is None or up is None or last.getparent() is not up:
            return []
        among = list(up)
        return among[among.index(first) : among.index(last) + 1]
