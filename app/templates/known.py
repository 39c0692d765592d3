"""The template of a page's site, for whoever reads pages: exports, searches, comparisons."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from app.archive.addresses import page_of, place
from app.templates.marks import Marks, read_marks
from app.templates.store import Store

_MOST_SITES = 200  # that are remembered


class Templates:
    """For one archive and one thread. To be closed; empty where nothing was learned."""

    def __init__(self, archive: Path) -> None:
        self._store = Store(archive)
        self._marks: Marks = read_marks(archive)
        self._known: dict[str, frozenset[int]] = {}

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Templates:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def knows(self, url: str) -> bool:
        """Whether the site of an address was learned from."""
        return self._store.knows(site_of(url))

    def of(self, url: str) -> frozenset[int]:
        """Keys and signs of what the site of an address repeats on its pages, with what a person has marked."""
        site = site_of(url)
        known = self._known.get(site)
        if known is None:
            if len(self._known) >= _MOST_SITES:
                self._known.clear()
            known = self._known[site] = self._marks.applied(site, self._store.template(site))
        return known

    def marked(self, url: str) -> frozenset[int]:
        """What a person has marked as no content on the site of an address, less what is to be kept; empty where nothing is
        marked as no content."""
        site = site_of(url)
        if all(mark.content for mark in self._marks.all.values() if mark.site == site):
            return frozenset()
        return self._marks.applied(site, frozenset())

    def links(self, site: str) -> list[tuple[str, str]]:
        """Address and words of the links that a site repeats, with what a person has marked."""
        if not any(of == site for of, _ in self._marks.all):
            return self._store.links(site)
        learned = self._store.site(site)
        if learned is None:
            return []
        return learned.links(self._marks.applied(site, self._store.template(site)))

    def sites(self) -> list[str]:
        """The sites that were learned from."""
        return self._store.sites()

    def mark(self) -> str:
        """Something that is another once `links` may be; empty where nothing was learned."""
        said = sorted((site, number, one.content) for (site, number), one in self._marks.all.items())
        learned = self._store.mark()
        return blake2b(repr((learned, said)).encode("utf-8", "replace")).hexdigest()[:32] if learned else ""


def template_of(archive: Path, url: str) -> frozenset[int]:
    """The template of the site of one address, as far as it was learned."""
    with Templates(archive) as templates:
        return templates.of(url)


def site_of(url: str) -> str:
    """The site of a page as the tree has it: host and port."""
    return place(page_of(url))[0]
