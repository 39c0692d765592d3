"""What stands in the cells of a page or folder: the same in the tree and in the search results."""

from __future__ import annotations

import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QBrush

from app.archive.addresses import label
from app.archive.model import Folder, Page
from app.archive.notes.state import NOTHING, Summary
from app.errors import UserError
from extractors.base import site_names
from widgets.kit import theme
from widgets.kit.tables import RIGHT
from widgets.notes.signs import signs
from widgets.words import formats, page_kinds, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from extractors.base.site_names import Affix
    from widgets.tree.alike import Alike
    from widgets.tree.kinds import Kinds


# Titles of rows without the name of their site, which most pages carry at their end.
#
# The index keeps titles as they are. What the titles of a site share is found in a sample of them when a
# row of it is first shown, which takes milliseconds; rows of very many sites get theirs in slices of the
# event loop.

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

    def use(self, reader: ArchiveReader) -> None:
        """Titles of another day."""
        self.rest()
        self._reader = reader
        self._known.clear()
        self._wanted.clear()

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


_TOGETHER = 500


def named_anew(reader: ArchiveReader, pages: Sequence[Page]) -> dict[int, Page]:
    """Pages as they are now, by their numbers, of those that have another title: links were gathered meanwhile. What
    hinders reading is told by who reads the rows."""
    titles = {page.page_id: page.title for page in pages if page.kind == "document"}
    numbers, found = list(titles), dict[int, Page]()
    with suppress(sqlite3.Error, OSError, UserError):
        if not reader.has_names:
            return found
        for at in range(0, len(numbers), _TOGETHER):
            for page in reader.pages_by_id(numbers[at : at + _TOGETHER]):
                if page.title != titles[page.page_id]:
                    found[page.page_id] = page
    return found


TITLE, TYPE, VERSIONS, LAST, LENGTH, STATUS, FIRST, ADDRESS = range(8)
COLUMNS = 8
ORDER_OF = {
    TITLE: "title",
    TYPE: "type",
    VERSIONS: "versions",
    LAST: "last",
    LENGTH: "length",
    STATUS: "status",
    FIRST: "first",
    ADDRESS: "url",
}
URL_ROLE = Qt.ItemDataRole.UserRole + 1
PAGE_ROLE = Qt.ItemDataRole.UserRole + 2
FOLDER_ROLE = Qt.ItemDataRole.UserRole + 3
COUNT_ROLE = Qt.ItemDataRole.UserRole + 4  # behind the name of a folder: how many pages are shown of it
MARKS_ROLE = Qt.ItemDataRole.UserRole + 5  # behind the title of a page: its star and tags
OWN = (URL_ROLE, PAGE_ROLE, FOLDER_ROLE, COUNT_ROLE, MARKS_ROLE)
"""Roles of a row, the same in all of its columns."""
_NUMBERS = (VERSIONS, LENGTH, STATUS)
Role = Qt.ItemDataRole


def header(column: int, role: int) -> object:
    """Header texts, their tooltips and alignment."""
    translate = QCoreApplication.translate
    if role == Role.DisplayRole:
        return (
            translate("tree", "Title"),
            translate("tree", "Type"),
            translate("tree", "Versions"),
            translate("tree", "Last captured"),
            translate("tree", "Size"),
            translate("tree", "Status"),
            translate("tree", "First captured"),
            translate("tree", "Address"),
        )[column]
    if role == Role.ToolTipRole:
        return (
            translate("tree", "Title of the document, or the last part of its address"),
            translate("tree", "What kind of document it is"),
            translate("tree", "How many different contents were captured at this address"),
            translate("tree", "When the address was fetched last"),
            translate("tree", "Size of the newest version"),
            translate("tree", "What the server answered the last time"),
            translate("tree", "When the address was fetched first"),
            translate("tree", "The address within its site"),
        )[column]
    if role == Role.TextAlignmentRole and column in _NUMBERS:
        return RIGHT
    return None


def page_title(page: Page) -> str:
    """The title, else the name, else the address."""
    return label(page.title, page.url, page.name)


def address(page: Page) -> str:
    """The address of a page as a person reads it, without its scheme."""
    return formats.readable(page.url.partition("://")[2] or page.url)


def page_data(
    page: Page,
    column: int,
    role: int,
    title: Callable[[Page], str] = page_title,
    marks: Callable[[str], Summary] = lambda _: NOTHING,
    kinds: Kinds | None = None,
    alike: Alike | None = None,
) -> object:
    """Data of a page for one cell; `title` says what its row calls it, `marks` what a person wrote on it, `kinds` what
    kind of page it is, `alike` how many others are nearly the same."""
    if role == MARKS_ROLE:
        if column != TITLE:
            return None
        same = alike.sign(page) if alike is not None else ""
        return " ".join(filter(None, (same, signs(*marks(page.url)))))
    if role == Role.DisplayRole:
        return title(page) if column == TITLE else _page_text(page, column)
    if role == Role.DecorationRole and column == TITLE:
        color = {"error": "error", "redirect": "muted"}.get(page.kind, "accent")
        kind = page_kinds.ICONS.get(kinds.of(page)) if kinds is not None else None
        name = kind or formats.type_icon(page.type, page.kind)
        return theme.icon(name, color if page.kind in ("document", "redirect", "error") else "muted")
    if role == Role.TextAlignmentRole and column in _NUMBERS:
        return RIGHT
    if role == Role.ToolTipRole:
        written = signs(*marks(page.url)) if column == TITLE else ""
        kind = kinds.sentence(page) if kinds is not None and column in (TITLE, TYPE) else ""
        same = alike.sentence(page) if alike is not None and column == TITLE else ""
        return "\n".join(filter(None, (_page_tip(page, column), kind, same, written)))
    if role == Role.AccessibleTextRole and column == TITLE:
        found, same = marks(page.url), alike.sentence(page) if alike is not None else ""
        if found == NOTHING and not same:
            return None
        translate = QCoreApplication.translate
        said = [title(page), same, translate("tree", "starred") if found.star else "", *found.tags]
        return ", ".join(filter(None, (*said, translate("tree", "with a note") if found.noted else "")))
    if role == Role.ForegroundRole:
        return _ink(page, column)
    if role == URL_ROLE:
        return page.url
    if role == PAGE_ROLE:
        return page
    return None


def _ink(page: Page, column: int) -> QBrush | None:
    if column == STATUS and page.status >= 400:
        return theme.brush("error")
    return theme.brush("muted") if column != TITLE or page.kind == "redirect" else None


def _page_text(page: Page, column: int) -> str:
    match column:
        case 1:
            return formats.type_label(page.type)
        case 2:
            return formats.number(page.versions)
        case 3:
            return formats.date(page.last, brief=True)
        case 4:
            return formats.size(page.length)
        case 6:
            return formats.date(page.first, brief=True)
        case 7:
            return "/" + address(page).partition("/")[2]
        case _:
            return str(page.status or "")


def _page_tip(page: Page, column: int) -> str:
    translate = QCoreApplication.translate
    match column:
        case 0 | 7:
            return f"{page_title(page)}\n{formats.readable(page.url)}"
        case 1:
            return page.type or translate("tree", "The server named no type")
        case 2:
            text = translate("tree", "Versions: {versions}, confirmed unchanged: {visits}")
            return text.format(versions=formats.number(page.versions), visits=formats.number(page.visits))
        case 3 | 6:
            text = translate("tree", "First captured {first}\nLast captured {last}")
            return text.format(first=formats.date_exact(page.first), last=formats.date_exact(page.last))
        case 4:
            return formats.size_exact(page.length)
        case _:
            return reasons.status(page.status) if page.status else ""


def folder_data(
    folder: Folder, column: int, role: int, name: str, count: int, everything: bool = False
) -> object:
    """Data of a folder or site for one cell; `count` pages of it are shown."""
    if role == Role.DisplayRole:
        return formats.readable(name) if column == TITLE else None
    if role == COUNT_ROLE:
        return formats.number(count)
    if role == Role.DecorationRole and column == TITLE:
        return theme.icon("site" if folder.parent_id is None else "folder", "muted")
    if role == Role.AccessibleTextRole and column == TITLE:
        counted = Counts().addresses(count) if everything else Counts().pages(count)
        return f"{formats.readable(name)}, {counted}"
    if role == Role.ToolTipRole:
        text = QCoreApplication.translate("tree", "{address}\nPages: {documents}, addresses in all: {pages}")
        return text.format(
            address=formats.readable(folder.url),
            documents=formats.number(folder.documents),
            pages=formats.number(folder.pages),
        )
    if role == URL_ROLE:
        return folder.url
    if role == FOLDER_ROLE:
        return folder
    return None
