"""The rows of a site change report, filtered and sorted."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QObject, QRect, Qt
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.archive.addresses import label
from widgets.blocks.histories import KINDS, kind_name
from widgets.kit import theme
from widgets.kit.tables import NOWHERE, RIGHT, Index
from widgets.words import engine as engine_words
from widgets.words import formats, reasons, translators

if TYPE_CHECKING:
    from app.blocks.history.site_changes import SiteRow


# Words and looks of the site change report.

STATES = ("changed", "moved", "new", "gone", "template", "noise", "same")
_LOOKS = {
    "changed": "changed",
    "moved": "moved",
    "new": "added",
    "gone": "removed",
    "template": "unchanged",
    "noise": "unchanged",
    "same": "unchanged",
}


def state_of(row: SiteRow) -> str:
    """The state of a row; "template" where nothing but the site's template changed (and noise), "noise" where nothing but
    noise or markup did, "moved" of a page that was found again under another address."""
    if row.moved_to:
        return "moved"
    if row.is_quiet:
        return "template" if row.template else "noise"
    return row.state


def look(state: str) -> tuple[str, str]:
    """Colour of the scheme in use, and the mark."""
    return theme.changes[_LOOKS[state]]


def state_name(state: str) -> str:
    """A state in a word or two."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("site changes", "Changed"),
        "moved": translate("site changes", "Moved"),
        "new": translate("site changes", "New"),
        "gone": translate("site changes", "Gone"),
        "template": translate("site changes", "Only template"),
        "noise": translate("site changes", "Only noise"),
        "same": translate("site changes", "Same"),
    }[state]


def state_tip(state: str) -> str:
    """What a state means."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("site changes", "Pages whose words, links or pictures really changed"),
        "moved": translate(
            "site changes", "Pages that are gone, and whose main text stands under a new address"
        ),
        "new": translate("site changes", "Pages that were not there before"),
        "gone": translate("site changes", "Pages that are no longer there"),
        "template": translate(
            "site changes",
            "Pages in which only what the site repeats on its pages changed, as a menu or foot: told once above",
        ),
        "noise": translate(
            "site changes", "Pages in which only counters, dates and the like changed, or code nobody sees"
        ),
        "same": translate("site changes", "Pages in which nothing changed"),
    }[state]


def reason(row: SiteRow) -> str:
    """The reason why a page counts as gone or new, or could not be compared, and where it moved; "" for none."""
    return formats.sentences((place(row), _reason(row)))


def place(row: SiteRow) -> str:
    """Where a page moved to or from, and how alike both are; "" for one that did not move."""
    translate = QCoreApplication.translate
    if not (row.moved_to or row.moved_from):
        return ""
    words = (
        translate("site changes", "Found again at {address}, {share} alike.")
        if row.moved_to
        else translate("site changes", "Was at {address} before, {share} alike.")
    )
    address = formats.readable(row.moved_to or row.moved_from)
    return words.format(address=address, share=formats.percent(row.likeness))


def _reason(row: SiteRow) -> str:
    translate = QCoreApplication.translate
    if not row.reason:
        return ""
    if row.reason.isdigit():
        return reasons.status(int(row.reason))
    known = {
        "moved": translate("site changes", "It leads to another address now."),
        "not seen": translate("site changes", "The later crawl did not come to it."),
        "damaged": translate("site changes", "Its versions could not be compared."),
    }
    return known.get(row.reason) or engine_words.say(row.reason)


def state_sentence(row: SiteRow) -> str:
    """A sentence about a page without changes to show."""
    translate = QCoreApplication.translate
    said = {
        "new": translate("site changes", "This page was not there before."),
        "gone": translate("site changes", "This page is no longer there."),
        "moved": translate(
            "site changes", "This page stands under another address. Double click compares both."
        ),
        "template": translate(
            "site changes",
            "Only the template of the site changed on it; that is told above the table. Double click compares.",
        ),
        "noise": translate(
            "site changes", "Only counters, dates and the like changed on it, or code that nobody sees."
        ),
        "same": translate("site changes", "Nothing changed on this page."),
    }
    return formats.sentences((said.get(state_of(row), ""), reason(row)))


def signs(found: Mapping[str, int]) -> str:
    """Real changes by kind, as short as they can be: ~3 +1."""
    return "  ".join(
        f"{theme.changes[kind][1]}{formats.number(found[kind])}" for kind in KINDS if found.get(kind)
    )


def counts(found: Mapping[str, int]) -> str:
    """Real changes by kind: changed 3, added 1."""
    listed = [f"{kind_name(kind)} {formats.number(found[kind])}" for kind in KINDS if found.get(kind)]
    return QCoreApplication.translate("site changes", ", ", "between the items of a list").join(listed)


def report_words() -> dict[str, str]:
    """What an exported web page says, in the language of the program; the keys are those of the engine."""
    translate = QCoreApplication.translate
    return {
        "language": translators.spoken(),
        "title": translate("site report", "What changed: {host}"),
        "anywhere": translate("site report", "the whole archive"),
        "span": translate("site report", "From {before} to {after} (UTC)"),
        "crawls": translate("site report", "From crawl {before} to crawl {after}"),
        "figures": translate(
            "site report",
            "{new} new, {gone} gone, {changed} changed ({noise} of them by template, noise or markup), {same} the same.",
        ),
        "unvisited": translate("site report", "Pages that were not looked at in this time: {n}."),
        "stopped": translate("site report", "The report was stopped before its end."),
        "new": translate("site report", "new"),
        "gone": translate("site report", "gone"),
        "changed": translate("site report", "changed"),
        "same": translate("site report", "the same"),
        "moved": translate("site report", "moved"),
        "added": translate("site report", "added"),
        "removed": translate("site report", "removed"),
        "layout": translate("site report", "layout"),
        "not seen": translate("site report", "not seen any more"),
        "damaged": translate("site report", "could not be compared"),
        "moved to": translate("site report", "moved to {url}, {share} % alike"),
        "moved from": translate("site report", "moved from {url}, {share} % alike"),
        "search": translate("site report", "Title or address"),
        "least": translate("site report", "At least"),
        "state": translate("site report", "State"),
        "page": translate("site report", "Page"),
        "share": translate("site report", "Real change"),
        "seen": translate("site report", "Last seen"),
        "changes": translate("site report", "real changes: {n}"),
        "noise": translate("site report", "noise: {n}"),
        "of template": translate("site report", "template: {n}"),
        "quiet": translate("site report", "template, noise or markup alone"),
        "templates": translate("site report", "What changed in the template of a site"),
        "template": translate("site report", "{site}: {before} → {after}, pages: {n}"),
        "values": translate("site report", "Values that changed"),
        "value": translate("site report", "{name}: {before} → {after}, pages: {n}"),
        "nothing": translate("site report", "nothing"),
    }


STATE, TITLE, ADDRESS, SHARE, COUNTS = range(5)
SHARE_ROLE = Qt.ItemDataRole.UserRole + 1
Role = Qt.ItemDataRole
log = logging.getLogger(__name__)


Entry = tuple[str, str, "SiteRow"]  # state, what a text is looked for in, row


def prepare(rows: Iterable[SiteRow]) -> list[Entry]:
    """Rows as the model wants them, by address; in a worker, for there may be many."""
    ordered = sorted(rows, key=lambda row: row.url)
    return [(state_of(row), f"{label(row.title, row.url)}\n{row.url}".casefold(), row) for row in ordered]


class SiteChangesModel(QAbstractTableModel):
    """`show_rows` gives it all rows; `choose` says which of them are seen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Entry] = []
        self._seen: list[Entry] = []
        self._states: frozenset[str] = frozenset(STATES)
        self._text = ""
        self._column, self._order = SHARE, Qt.SortOrder.DescendingOrder

    def show_rows(self, entries: list[Entry]) -> None:
        """Take the rows of another report, as `prepare` gives them; `choose` shows them."""
        self.beginResetModel()
        self._all, self._seen = entries, []
        self.endResetModel()

    def choose(self, states: frozenset[str], text: str) -> None:
        """Show the rows of these states with this text in their title or address."""
        self.beginResetModel()
        self._states, self._text = states, text.casefold().strip()
        self._arrange()
        self.endResetModel()

    def state_counts(self) -> Counter[str]:
        """How many rows of each state there are in all."""
        return Counter(state for state, _, _ in self._all)

    def row_at(self, index: Index) -> SiteRow | None:
        """The row an index stands for."""
        return self._seen[index.row()][2] if index.isValid() and index.row() < len(self._seen) else None

    def total(self) -> int:
        """How many rows there are, seen or not."""
        return len(self._all)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        rows = [id(self._seen[index.row()][2]) for index in kept]
        self._column, self._order = column, order
        self._arrange()
        if kept:  # the chosen row stays chosen, wherever it stands now
            at = {id(each[2]): number for number, each in enumerate(self._seen)}
            moved = [self.index(at[row], index.column()) for row, index in zip(rows, kept, strict=True)]
            self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        found = [each for each in self._all if each[0] in self._states and self._text in each[1]]
        keys: dict[int, Callable[[Entry], Any]] = {
            STATE: lambda each: STATES.index(each[0]),
            TITLE: lambda each: each[1],
            ADDRESS: lambda each: each[2].url,
            SHARE: lambda each: (each[2].real_share, each[2].share),
            COUNTS: lambda each: each[2].real,
        }
        found.sort(
            key=keys.get(self._column, keys[SHARE]), reverse=self._order == Qt.SortOrder.DescendingOrder
        )
        self._seen = found

    # -- Qt ---------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._seen)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 5

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        try:
            return self._cell(index, role)
        except Exception:  # called from inside Qt: whatever is wrong with a row must not end the program
            log.exception("a row of the site change report")
            return None

    def _cell(self, index: Index, role: int) -> object:
        if not index.isValid() or index.row() >= len(self._seen):
            return None
        state, _, row = self._seen[index.row()]
        column = index.column()
        if role == Role.DisplayRole:
            return self._text_of(row, state, column)
        if role == Role.ToolTipRole:
            return self._tip_of(row, state, column)
        if role == Role.ForegroundRole:
            if column == STATE:
                return QBrush(QColor(look(state)[0]))
            return theme.brush("muted") if column == ADDRESS else None
        if role == SHARE_ROLE:
            return (float(row.real_share), look(state)[0])
        if role == Role.TextAlignmentRole and column == SHARE:
            return RIGHT
        return None

    def _text_of(self, row: SiteRow, state: str, column: int) -> str:
        if column == STATE:
            return f"{look(state)[1]}  {state_name(state)}"
        if column == TITLE:
            return label(row.title, row.url)
        if column == ADDRESS:
            return formats.readable(row.url)
        if column == SHARE:
            return formats.percent(row.real_share) if state == "changed" else ""
        if row.moved_to or row.moved_from:  # where: in the tip, and below the table
            return self.tr("{share} alike").format(share=formats.percent(row.likeness))
        return reason(row) or signs(row.counts)

    def _tip_of(self, row: SiteRow, state: str, column: int) -> str:
        if column == STATE:
            return "\n".join(filter(None, (state_tip(state), reason(row))))
        if column == SHARE:
            return self.tr(
                "Of the text of both versions {real} really changed, {all} with template and noise"
            ).format(real=formats.percent(row.real_share), all=formats.percent(row.share))
        if column == COUNTS:
            noise = self.tr("Noise: {n}").format(n=formats.number(row.noise)) if row.noise else ""
            common = self.tr("Template: {n}").format(n=formats.number(row.template)) if row.template else ""
            return "\n".join(filter(None, (counts(row.counts), common, noise, reason(row))))
        dates = " → ".join(formats.date(date) for date in (row.date_a, row.date_b) if date is not None)
        return "\n".join(filter(None, (label(row.title, row.url), row.url, dates)))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            heads = (
                self.tr("State"),
                self.tr("Title"),
                self.tr("Address"),
                self.tr("Real change"),
                self.tr("Changes"),
            )
            return heads[section]
        if role == Role.ToolTipRole and section == SHARE:
            return self.tr("The share of the text that really changed, without noise")
        return None


class ShareDelegate(QStyledItemDelegate):
    """A bar with the number beside it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        try:
            self._paint(painter, option, index)
        except Exception:  # called from inside Qt
            log.exception("the bar of a row of the site change report")

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        found = index.data(SHARE_ROLE)
        text = index.data(Role.DisplayRole)
        if not found or not text:
            return
        share, color = found
        # room for the longest, whatever stands here
        number = option.fontMetrics.horizontalAdvance(formats.percent(0.00001))
        room = option.rect.adjusted(8, 0, -number - 16, 0)
        if room.width() < 16:
            return
        bar = QRect(room.left(), room.center().y() - 3, room.width(), 7)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colors().border))
        painter.drawRoundedRect(bar, 3, 3)
        if share > 0:
            bar.setWidth(max(4, round(room.width() * min(1.0, share))))
            painter.setBrush(QColor(color))
            painter.drawRoundedRect(bar, 3, 3)
        painter.restore()
