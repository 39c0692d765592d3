"""The kind of one version: as a person chose it, as the cache has it, or judged on the spot."""

from __future__ import annotations

from app.archive.documents import pages
from app.archive.index.link_names import SOURCE
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.page_types.chosen import read_choices
from app.page_types.store import Store, key_of
from extractors.base.types import PageType
from extractors.door.sniffing import sniff
from extractors.html.tree import Page

PERSON = "person"
"""Code of the reason that a person said so; its value is the moment."""
_MOST_BYTES = 8 << 20


def judged(reader: ArchiveReader, id: str, url: str, title: str) -> PageType:
    """What a version is by its content; as it was found out with its main text, if that is kept: that judgement saw what
    the page shows, too, and is the better one for threads that are made by scripts. FormatError, StorageUnreadable."""
    from extractors.html.types import (
        judging,  # its weights are a megabyte, and most callers find all in the cache
    )

    message = reader.shown(id)
    known = pages.kind(pages.Page.of(url, message), title)
    if known is not None:
        return known
    page = Page(message.body[:_MOST_BYTES], message.charset)
    return judging.judge(page.utf8, url, title).page_type


def own_title(version: Capture) -> str:
    """The title that a version has itself: what it is must not hang on what others say of it."""
    return "" if version.title_source == SOURCE else version.title


class PageTypes:
    """For one archive and one thread; to be closed. The cache and the choices are those of the moment it was made."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self._store = Store(reader.path)
        self.choices = read_choices(reader.path)

    def __enter__(self) -> PageTypes:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._store.close()

    def known(self, version: Capture) -> PageType | None:
        """What a version is as far as that is known; None where nobody has judged it."""
        choice = self.choices.of(version.url)
        if choice is not None:
            return PageType(choice.type, 1.0, ((PERSON, choice.when),))
        return self._store.of(key_of(version.base or version.id))

    def of(self, version: Capture) -> PageType | None:
        """What a version is, judged now where nobody has; None for what is no page, or cannot be read."""
        known = self.known(version)
        if known is not None or not 200 <= version.status < 300:
            return known
        try:
            message = self._reader.shown(version)
            if sniff(message.body, message.media_type or None, version.url) != "html":
                return None
            return judged(self._reader, version.base or version.id, version.url, own_title(version))
        except (FormatError, StorageUnreadable):
            return None
