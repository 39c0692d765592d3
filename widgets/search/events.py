"""Words that came or went as rows: what happened, where, between which dates, the words before and now.

A row is painted here, too: a sign and a word in the colour of the change, then what a hit has.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPoint,
    QRectF,
    QSize,
    QStandardPaths,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.blocks import label_styles
from widgets.kit import jobs, theme
from widgets.kit.parts import scaled
from widgets.kit.tables import NOWHERE, HitList, Index, OpensBeside
from widgets.search.delegate import PAD, paint_badge, paint_ground, paint_line, paint_text
from widgets.search.work import Finder
from widgets.words import formats

if TYPE_CHECKING:
    from app.search.changes.atom import Said
    from app.search.changes.events import Event

_ENDINGS = (".atom", ".xml")
EVENT, TITLE, FACTS, NEW, PLACED = range(Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 5)
Role = Qt.ItemDataRole
_KINDS = {"appeared": "added", "vanished": "removed", "replaced": "changed"}
"""The kind of change as views of comparisons call it, by colour and sign."""
_RIGHT, _MIDDLE = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle


def happened(kind: str) -> str:
    """What became of the words, in one word."""
    translate = QCoreApplication.translate
    return {
        "appeared": translate("events", "Came"),
        "vanished": translate("events", "Went"),
        "replaced": translate("events", "Replaced"),
    }[kind]


def facts(event: Event) -> str:
    """Between which dates it happened, what became of the page, in which part of it."""
    translate = QCoreApplication.translate
    date = _day(event.date)
    if event.since is None:
        when = translate("events", "first seen {date}").format(date=date)
    else:
        since = _day(event.since)
        between = translate("events", "between {since} and {date}").format(since=since, date=date)
        when = date if since == date else between
    became = {
        "new": translate("events", "the page is new"),
        "back": translate("events", "the page is back"),
        "gone": translate("events", "the page is gone ({status})").format(status=event.after.status),
    }.get(event.page, "")
    label = label_styles.name(event.place.label) if event.place.label else ""
    return " · ".join(filter(None, (when, became, label, " › ".join(event.place.path))))


def _day(moment: datetime) -> str:
    """A day in the middle of a sentence, also where it is today."""
    return formats.date(moment, moment + timedelta(days=9), brief=True)


def longest(event: Event) -> str:
    """The words that stand in the version that is opened, of several the longest."""
    shown = event.place.old if event.kind == "vanished" else event.place.new
    return max((shown.text[begin:end] for begin, end in shown.marks), key=len, default="")


class EventsModel(QAbstractListModel):
    """Events in the order in which they were found; more of them are asked for as somebody scrolls."""

    more_wanted = Signal(int)  # behind so many rows

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.events: list[Event] = []
        self.total = self._asked = 0
        self.placed = 0  # rows from the first on whose places have been looked for

    def show(self, events: list[Event], total: int) -> None:
        """Other events, of so many."""
        self.beginResetModel()
        self.events, self.total, self._asked, self.placed = events, total, 0, 0
        self.endResetModel()

    def append(self, events: list[Event]) -> None:
        """The next ones."""
        at = len(self.events)
        if events:
            self.beginInsertRows(QModelIndex(), at, at + len(events) - 1)
            self.events += events
            self.endInsertRows()

    def place(self, event: Event) -> None:
        """The next event again, now with its place."""
        row, self.placed = self.placed, self.placed + 1
        self.events[row] = event
        self.dataChanged.emit(self.index(row), self.index(row))

    def canFetchMore(self, parent: Index = NOWHERE) -> bool:
        return not parent.isValid() and self._asked < len(self.events) < self.total

    def fetchMore(self, parent: Index = NOWHERE) -> None:
        if self.canFetchMore(parent):
            self._asked = len(self.events)
            self.more_wanted.emit(len(self.events))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.events)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        event = self.events[index.row()]
        if role == EVENT:
            return event
        if role == TITLE:
            return event.title or formats.readable(event.url)
        if role == FACTS:
            return facts(event)
        if role == PLACED:
            return index.row() < self.placed
        if role == NEW:
            return self.tr("New") if event.new else ""
        if role == Role.ToolTipRole:
            return f"{event.url}\n{formats.date_exact(event.date)}"
        if role in (Role.DisplayRole, Role.AccessibleTextRole):
            said = [
                f"{happened(event.kind)}: {event.title or formats.readable(event.url)}.",
                f"{facts(event)}.",
                *([f"{self.tr('new')}."] if event.new else []),
            ]
            return formats.sentences([*said, event.place.old.text, event.place.new.text])
        return None


class EventsList(HitList):
    """Changes, newest first or as they were asked for. `compared` carries an event whose two versions are to be shown
    side by side; a page that was not there before, or is not any more, is `opened` itself (capture, words)."""

    opened = Signal(str, str)
    compared = Signal(object)
    beside_requested = Signal(str, str, str, str)  # capture, address, title and words

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = EventsModel(self)
        self.setModel(self.model_)
        self.setUniformItemSizes(True)
        self.setItemDelegate(EventDelegate(self))
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Changes that were found"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.activated.connect(self.open)
        self.clicked.connect(self.open)
        OpensBeside(self, self._open_beside)

    def open(self, index: Index) -> None:
        """Show a change where it happened."""
        event: Event = index.data(EVENT)
        if event.page == "same" and event.before is not None:
            self.compared.emit(event)
        else:
            self.opened.emit(event.shown.id, longest(event))

    def menu(self, index: Index) -> QMenu:
        """What can be done with an event."""
        event: Event = index.data(EVENT)
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if event.before is not None:
            menu.addAction(self.tr("Compare the two versions"), lambda: self.compared.emit(event))
            before = event.before
            menu.addAction(self.tr("Open the version before"), lambda: self.opened.emit(before.id, ""))
        menu.addAction(self.tr("Open the version after"), lambda: self.opened.emit(event.after.id, ""))
        menu.addSeparator()
        menu.addAction(self.tr("Copy address"), lambda: QGuiApplication.clipboard().setText(event.url))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if index.isValid():
            self.menu(index).popup(self.viewport().mapToGlobal(at))

    def _open_beside(self, index: QModelIndex) -> None:
        event: Event = index.data(EVENT)
        self.beside_requested.emit(event.shown.id, event.url, event.title, longest(event))


class EventDelegate(QStyledItemDelegate):
    """Rows of one height, so that a list of many is laid out at once."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, 2 * PAD + 4 * option.fontMetrics.lineSpacing() + 10)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        colors, line = theme.colors(), option.fontMetrics.lineSpacing()
        paint_ground(painter, option)
        words = QRectF(option.rect).adjusted(PAD + 2, PAD, -PAD, -PAD)
        event: Event = index.data(EVENT)
        kind = _KINDS[event.kind]
        bold, small = scaled(option.font, 1.0, QFont.Weight.DemiBold), scaled(option.font, 0.92)
        title = words.adjusted(self._paint_kind(painter, words, small, kind, happened(event.kind)), 0, 0, 0)
        if fresh := str(index.data(NEW) or ""):
            badge = scaled(option.font, 0.85, QFont.Weight.DemiBold)
            title.setRight(paint_badge(painter, words, badge, fresh))
        paint_line(painter, title, bold, colors.text, str(index.data(TITLE)), _RIGHT)
        words.setTop(words.top() + line + 3)
        address = formats.readable(event.url).partition("://")[2] or event.url
        facts = f"  ·  {index.data(FACTS)}"
        metrics = QFontMetricsF(small)
        width = min(
            metrics.horizontalAdvance(address) + 2,
            max(words.width() * 0.3, words.width() - metrics.horizontalAdvance(facts)),
        )
        paint_line(
            painter, QRectF(words.left(), words.top(), width, 20), small, colors.muted, address, _MIDDLE
        )
        paint_line(painter, words.adjusted(width, 0, 0, 0), small, colors.muted, facts, _RIGHT)
        words.setTop(words.top() + line + 3)
        if index.data(PLACED):
            self._paint_words(painter, words, option.font, event)
        else:
            looking = self.tr("Looking for where on the page it was…")
            paint_line(painter, words, option.font, colors.muted, looking, _RIGHT)
        painter.setPen(QColor(colors.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    @staticmethod
    def _paint_kind(painter: QPainter, box: QRectF, font: QFont, kind: str, word: str) -> float:
        """A small sign with the word for what happened; how much room it takes."""
        colors, metrics = theme.colors(), QFontMetricsF(font)
        text = f"{theme.MARKS[kind]} {word}"
        chip = QRectF(box.left(), box.top(), metrics.horizontalAdvance(text) + 14, metrics.height() + 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(colors, f"{kind}_soft")))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(QColor(getattr(colors, kind)))
        painter.setFont(font)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        return chip.width() + 8

    @staticmethod
    def _paint_words(painter: QPainter, box: QRectF, font: QFont, event: Event) -> None:
        """What stood there and what stands there, a line each; the one of both alone has both lines."""
        colors, line = theme.colors(), QFontMetricsF(font).lineSpacing()
        sides = [
            (kind, snippet)
            for kind, snippet in (("removed", event.place.old), ("added", event.place.new))
            if snippet.text
        ]
        for number, (kind, snippet) in enumerate(sides):
            at = QRectF(box.left(), box.top() + number * (line + 1), box.width(), box.height())
            paint_line(painter, at, font, getattr(colors, kind), theme.MARKS[kind], _RIGHT)
            ground = getattr(colors, f"{kind}_soft")
            paint_text(
                painter, at.adjusted(16, 0, 0, 0), font, snippet.text, snippet.marks, ground, 3 - len(sides)
            )


def save_feed(
    parent: QWidget, finder: Finder, query: str, name: str, done: Callable[[Path], None]
) -> jobs.Task[Path] | None:
    """Ask for a file and write the newest changes there, of an archive of this `name`; None when none was chosen."""
    translate = QCoreApplication.translate
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    proposed = "".join(sign if sign.isalnum() or sign in " -_" else " " for sign in query)[:60]
    chosen, _ = QFileDialog.getSaveFileName(
        parent,
        translate("events", "Save as feed"),
        str(Path(folder or Path.home()) / f"{' '.join(proposed.split())}.atom"),
        translate("events", "Atom feed (*.atom *.xml)"),
    )
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in _ENDINGS:
        path = path.with_name(f"{path.name}.atom")
    title = translate("events", "{query} in {archive}").format(query=query, archive=name)
    label = translate("events", "Writing the feed")
    return jobs.run(
        parent, lambda task: write_feed(finder, query, name, title, path, task), done=done, label=label
    )


def write_feed(finder: Finder, query: str, name: str, title: str, path: Path, task: jobs.Handle) -> Path:
    """Write the newest changes that a query lists. QueryFault, StorageFailed; ArchiveError while there is no index."""
    from app.search.changes import atom

    found = finder.find_events(query, limit=atom.MOST, sort="newest", cancelled=lambda: task.cancelled)
    task.check()
    atom.write(path, atom.feed(found.events, name=name, query=query, title=title, say=_said))
    return path


def _said(event: Event) -> Said:
    from app.search.changes.atom import Said

    title = event.title or formats.readable(event.url)
    return Said(f"{happened(event.kind)}: {title}", facts(event))
