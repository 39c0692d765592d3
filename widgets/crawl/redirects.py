"""Redirects as chains: where each began, over which steps it went, and where it ended."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import summaries
from app.crawl.frontier.summaries import Chain
from widgets.crawl.paging import PagedModel, Source, StaysInPlace, dense
from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label
from widgets.kit.tables import Role, keep_width
from widgets.words import formats, reasons
from widgets.words.counts import Counts

FIRST, STATUS, LAST, STEPS = range(4)
_LONG = 4  # redirects from which on a chain is worth a look


class RedirectsModel(PagedModel):
    """A row a chain."""

    numbers = frozenset({STEPS})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Address"), self.tr("Answers"), self.tr("Ends at"), self.tr("Redirects"))

    def cell(self, row: Chain, column: int, role: int) -> Any:
        if role == Role.DisplayRole:
            if column == STATUS:
                return " → ".join(_answers(row))
            if column == STEPS:
                return formats.number(len(row.urls) - 1)
            return formats.readable(row.urls[0 if column == FIRST else -1])
        if role == Role.ToolTipRole:
            return "\n".join(
                f"{reasons.status(status) if status else '–'}  {url}" for url, status in steps(row)
            )
        if role == Role.ForegroundRole:
            if self.broken(row) and column in (STATUS, LAST):
                return theme.brush("error")
            if column == STEPS and len(row.urls) > _LONG:
                return theme.brush("warning")
            return theme.brush("muted") if column == STATUS else None
        return None

    @staticmethod
    def broken(row: Chain) -> bool:
        """Whether it leads in a circle or to an error."""
        return len(set(row.urls)) < len(row.urls) or row.statuses[-1] >= 400


def steps(row: Chain) -> list[tuple[str, int]]:
    """Address and status of each step."""
    return list(zip(row.urls, row.statuses, strict=True))


def _answers(row: Chain) -> list[str]:
    """The statuses, equal ones after each other counted: 3 × 301."""
    found = []
    for status, run in groupby(row.statuses):
        times = sum(1 for _ in run)
        found.append(f"{times} × {status or '–'}" if times > 1 else str(status or "–"))
    return found


class RedirectsTab(QWidget):
    """The table; a click opens where the chain ends, the menu anything between."""

    page_requested = Signal(str)

    def __init__(self, archive: Archive, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._archive, self._job_id, self._stale = archive, "", True
        self.model = RedirectsModel(self)
        self.view = dense(self.model, self.tr("Redirects of the crawl"), FIRST)
        keep_width(self.view, {STATUS: 160, LAST: 480, STEPS: 88})
        self.view.activated.connect(self._open)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        StaysInPlace(self.view, self.model)
        self.nothing = text_label(self.tr("No address of this crawl was redirected."), "muted", centred=True)
        in_column(self, (self.view, 1), (self.nothing, 1), spacing=-1)
        self.nothing.hide()
        self.model.settled.connect(self._settled)

    def follow(self, job_id: str) -> None:
        """Show the redirects of a job; they are read when the tab is visible."""
        self._job_id, self._stale = job_id, True
        if self.isVisible():
            self._follow()

    def refresh(self) -> None:
        """Read again what is in sight."""
        self.model.refresh()

    def _follow(self) -> None:
        self._stale = False
        archive, job = self._archive, self._job_id
        self.model.follow(
            Source(lambda after, limit, _cancelled: summaries.redirect_chains(archive, job, after, limit))
            if job
            else None
        )

    def _settled(self) -> None:
        self.view.setVisible(bool(self.model.rowCount()))
        self.nothing.setVisible(not self.model.rowCount())

    def _open(self, index: QModelIndex) -> None:
        row = self.model.row_at(index)
        if row is not None:
            self.page_requested.emit(row.urls[-1])

    def _menu(self, at: QPoint) -> None:
        row = self.model.row_at(self.view.indexAt(at))
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = menu.addAction(Counts().redirects(len(row.urls) - 1))
        title.setEnabled(False)
        for url, status in steps(row):
            self._offer(menu, url, status)
        menu.addSeparator()
        menu.addAction(
            theme.icon("copy"),
            self.tr("&Copy all addresses"),
            lambda: QGuiApplication.clipboard().setText("\n".join(row.urls)),
        )
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _offer(self, menu: QMenu, url: str, status: int) -> None:
        text = f"{status or '–'}  {formats.shorten(formats.readable(url), 90)}".replace("&", "&&")
        menu.addAction(text, lambda: self.page_requested.emit(url))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._follow()
