"""Whether other pages of a site changed in the same way: what tells a new template from a page that changed by itself.

That all words of a change are template is not enough: a page may go from one to another of the words that many pages have
(“In stock”, “Sold out”, a price).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.templates.explaining import seen_of
from app.templates.page import Seen
from app.templates.pointing import squeezed

MOST = 8
"""Other pages that are read, those of the folder first; each as of both times."""
_LOOKED_AT = 60  # pages whose captures are looked for in the index
_APART = 0.4  # part of the time between two versions by which those of another page may be apart from them
_FEWEST_FOR_NUMBERS = 3
_NUMBER = re.compile(r"\d+")


class Texts:
    """The text units of a page without white space; `in` tells whether some of them in a row say a text."""

    def __init__(self, page: Seen) -> None:
        said = [squeezed(block.part.text) for block in page.blocks]
        self._all = "".join(said)
        self._ends = {0}
        at = 0
        for one in said:
            at += len(one)
            self._ends.add(at)

    def __contains__(self, text: object) -> bool:
        wanted = squeezed(str(text))
        at = self._all.find(wanted)
        while wanted and at >= 0:
            if at in self._ends and at + len(wanted) in self._ends:
                return True
            at = self._all.find(wanted, at + 1)
        return False


class _Pair(NamedTuple):
    url: str
    before: Texts
    after: Texts


class Others:
    """Other pages of the site of a page, as they were when its versions `a` and `b` were captured; read when first asked."""

    def __init__(self, reader: ArchiveReader, a: Capture, b: Capture) -> None:
        self._reader, self._a, self._b = reader, a, b
        self._pairs: list[_Pair] | None = None

    def fits(self, a: Capture, b: Capture) -> bool:
        """Whether they are of the times of these versions, too."""
        apart = abs(self._b.date - self._a.date) * _APART
        return abs(a.date - self._a.date) <= apart and abs(b.date - self._b.date) <= apart

    def did_the_same(self, before: str, after: str, url: str) -> bool:
        """Whether others than the page at an address came from saying one text to saying the other ("": nothing), at least
        twice as many as keep to it. Where numbers differ, as in prices, most of them must have."""
        if squeezed(before) == squeezed(after):
            return True  # moved, or other links: nothing that could be looked for
        if self._pairs is None:
            self._pairs = list(islice(self._read(), MOST))
        did = kept = looked = 0
        for other in self._pairs:
            if other.url == url:
                continue
            looked += 1
            if before and before in other.before:
                gone = before not in other.after
                did += gone and (not after or after in other.after)
                kept += not gone
            elif after and not before:
                did += after in other.after and after not in other.before
                kept += after in other.before
        if sorted(_NUMBER.findall(before)) != sorted(_NUMBER.findall(after)):
            return did >= max(_FEWEST_FOR_NUMBERS, looked / 2)
        return did > 0 and did >= 2 * kept

    def _read(self) -> Iterator[_Pair]:
        for page in self._near():
            captures = self._reader.versions(page.url, visits=True)
            before, after = (self._at(captures, one) for one in (self._a, self._b))
            if before is None or after is None or before.id == after.id:
                continue
            old = self._texts(before)
            new = old if (before.base or before.id) == (after.base or after.id) else self._texts(after)
            if old is not None and new is not None:
                yield _Pair(page.url, old, new)

    def _texts(self, capture: Capture) -> Texts | None:
        seen = seen_of(self._reader, self._reader.capture(capture.base) if capture.base else capture)
        return Texts(seen) if seen is not None else None

    def _near(self) -> Iterator[Page]:
        page = self._reader.page(self._b.url)
        if page is None:
            return
        scheme, sign, rest = page.url.partition("://")
        site = f"{scheme}{sign}{rest.partition('/')[0]}/"
        told = {page.url}
        near = self._reader.pages(page.folder_id, kinds=("document",), limit=_LOOKED_AT // 2)
        for other in (*near, *islice(self._reader.all_pages(site, ("document",)), _LOOKED_AT)):
            if other.url not in told and other.type == page.type:
                told.add(other.url)
                yield other

    def _at(self, captures: list[Capture], wanted: Capture) -> Capture | None:
        """The capture of about the same time as one of the page."""
        apart = abs(self._b.date - self._a.date) * _APART
        good = [one for one in captures if 200 <= one.status < 300 or one.status == 304]
        best = min(good, key=lambda one: abs(one.date - wanted.date), default=None)
        return best if best is not None and abs(best.date - wanted.date) <= apart else None
