"""Titles of rows without the name of their site, which most pages carry at their end and which tells nothing there.

The index keeps titles as they are. What the titles of a site share is found in a sample of them when a row of it is
first shown, which takes milliseconds; rows of very many sites get theirs in slices of the event loop.
"""

from __future__ import annotations

import sqlite3
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive import Page
from app.archive.addresses import label
from app.errors import UserError
from extractors import site_names

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from extractors.site_names import Affix

_SITES = 300  # that are remembered
_BUDGET = 0.02  # seconds of one look at rows, or of one slice
_RESTS = 2000  # milliseconds after which a site that grows is looked at again


class BareTitles(QObject):
    """`of(page)` is what a row calls a page; `changed` says that some are called otherwise now."""

    changed = Signal()

    def __init__(self, reader: ArchiveReader, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._known: OrderedDict[str, tuple[Affix, ...]] = OrderedDict()
        self._wanted: dict[str, None] = {}
        self._spent, self._until = 0.0, 0.0
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._slice)
        self._again = QTimer(self, singleShot=True, interval=_RESTS)
        self._again.timeout.connect(self._look_again)

    def of(self, page: Page) -> str:
        """The title, else the name, else the address."""
        if not page.title:
            return label("", page.url, page.name)
        return site_names.strip(
            page.title, self._affixes(page.url.split("/", 3)[2].lower() if "//" in page.url else "")
        )

    def grown(self) -> None:
        """Pages came in: what the titles of their sites share may be found now, or be something else."""
        if not self._again.isActive():
            self._again.start()

    def rest(self) -> None:
        """The archive is put away: nothing more is read of it."""
        self._later.stop()
        self._again.stop()

    def _affixes(self, site: str) -> tuple[Affix, ...]:
        known = self._known.get(site)
        if known is not None:
            return known
        now = time.monotonic()
        if now > self._until:  # another look
            self._spent, self._until = 0.0, now + 0.2
        if self._spent > _BUDGET:
            self._wanted[site] = None
            self._later.start()
            return ()
        found = self._find(site)
        self._spent += time.monotonic() - now
        return found

    def _find(self, site: str) -> tuple[Affix, ...]:
        try:
            found = self._reader.site_affixes(site)
        except (sqlite3.Error, OSError, UserError):
            return ()  # whoever reads the rows themselves tells what is wrong
        self._known[site] = found
        if len(self._known) > _SITES:
            self._known.popitem(last=False)
        return found

    def _slice(self) -> None:
        end = time.monotonic() + _BUDGET
        told = False
        while self._wanted and time.monotonic() < end:
            site = next(iter(self._wanted))
            del self._wanted[site]
            told = bool(self._find(site)) or told
        if told:
            self.changed.emit()
        if self._wanted:
            self._later.start()

    def _look_again(self) -> None:
        former = dict(self._known)
        self._wanted.update(dict.fromkeys(former))
        end = time.monotonic() + _BUDGET
        for site, affixes in former.items():
            if time.monotonic() > end:
                break
            del self._wanted[site]
            if {affix[:2] for affix in self._find(site)} != {affix[:2] for affix in affixes}:
                self.changed.emit()
        if self._wanted:
            self._later.start()
