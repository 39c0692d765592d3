"""The addresses of a crawl, queued or not: search, filters, and of the chosen one what happened to it, how the crawl found
it and how its score is made up.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication, QShowEvent, QTextOption
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QFrame,
    QMenu,
    QTextBrowser,
    QWidget,
)

from app.archive.archive import Archive
from app.crawl.frontier import queue
from app.crawl.frontier.queue import QueueRow
from widgets.crawl import words
from widgets.crawl.paging import PagedModel, Source, StaysInPlace, Typed, bar, dense, search_field
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.figures import caption
from widgets.kit.parts import bare, push_button, tool_button
from widgets.kit.tables import Role, keep_width
from widgets.kit.theme import Colors
from widgets.words import engine as engine_words
from widgets.words import formats, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.crawl.frontier.queue import Why

TAKEABLE = frozenset({"refused", "outside", "parked", "failed"})
_INK = {"done": "ok", "failed": "error", "refused": "warning", "outside": "warning", "parked": "warning"}
_WIDTH = 348
# The addresses of a crawl, in whatever state.

ADDRESS, STATE, REASON, ANCHOR, SCORE, DEPTH, FOUND = range(7)
URL_ROLE = Role.UserRole + 2
_ICONS = {
    "queued": ("recent", "muted"),
    "in-flight": ("down", "accent"),
    "done": ("stored", "ok"),
    "failed": ("error", "error"),
    "refused": ("refused", "warning"),
    "outside": ("refused", "warning"),
    "parked": ("pause", "warning"),
}


class QueueModel(PagedModel):
    """Rows as `app.crawl.frontier.queue` gives them."""

    numbers = frozenset({SCORE, DEPTH})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Address"),
            self.tr("State"),
            self.tr("Reason"),
            self.tr("Link text"),
            self.tr("Score"),
            self.tr("Depth"),
            self.tr("Found on"),
        )

    def cell(self, row: QueueRow, column: int, role: int) -> Any:
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.DecorationRole and column == STATE:
            return theme.icon(*_ICONS.get(row.state, ("info", "muted")))
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        if role == Role.ForegroundRole and column != ADDRESS:
            return theme.brush("muted")
        return row.url if role == URL_ROLE else None

    def _text(self, row: QueueRow, column: int) -> str:
        if column == ADDRESS:
            return formats.readable(row.url)
        if column == STATE:
            return reasons.address_state(row.state)
        if column == REASON:
            if row.reason:
                return self._reason(row)
            return reasons.status(row.status) if row.status else ""
        if column == ANCHOR:
            return row.anchor or (
                words.part("guess") if row.guess else words.part("requisite") if row.level else ""
            )
        if column == SCORE:
            return f"{row.score:.2f}"
        return str(row.depth) if column == DEPTH else formats.readable(row.referrer)

    def _reason(self, row: QueueRow) -> str:
        """In short, with what exactly decided; the whole sentence is in the tooltip."""
        if not row.detail or row.reason == "robots":
            return reasons.short(row.reason)
        return self.tr("{reason}: {detail}").format(
            reason=reasons.short(row.reason), detail=engine_words.say(row.detail)
        )

    def _tip(self, row: QueueRow, column: int) -> str:
        if column == ADDRESS and row.raw:
            return self.tr("{address}\nWritten as {raw}").format(address=row.url, raw=row.raw)
        if column == REASON and row.reason:
            return reasons.reason(row.reason, row.detail)
        if column in (REASON, ANCHOR):
            return self._text(row, column)
        return row.referrer if column == FOUND else row.url


_CHOICES = {
    "queued": ("queued", "in-flight"),
    "parked": ("parked",),
    "refused": ("refused", "outside", "parked"),
    "failed": ("failed",),
    "answered": ("done",),
    "done": ("done",),
    "all": words.STATES,
}
# columns that say nothing about addresses in these states
_HIDDEN = {
    "queued": (STATE, REASON),
    "parked": (STATE, ANCHOR, SCORE),
    "refused": (STATE, ANCHOR, SCORE),
    "failed": (STATE, ANCHOR, SCORE),
    "answered": (STATE, ANCHOR, SCORE),
    "done": (STATE, ANCHOR, SCORE),
    "all": (ANCHOR,),
}


class QueueTab(QWidget):
    """`show_queue` narrows it down from outside, `explain` shows why for one address."""

    take_wanted = Signal(str)
    page_requested = Signal(str)

    def __init__(self, archive: Archive, hosts: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._archive, self._job_id, self._reason, self._stale = archive, "", "", True
        self.model = QueueModel(self)
        self.view = dense(self.model, self.tr("Addresses of the crawl"), ADDRESS)
        keep_width(self.view, {STATE: 128, REASON: 300, ANCHOR: 200, SCORE: 80, DEPTH: 64, FOUND: 240})
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.activated.connect(lambda _: self._open())
        StaysInPlace(self.view, self.model)
        self.card = WhyCard(archive)
        self.card.hide()
        self.card.take_wanted.connect(self.take_wanted)
        self.card.page_requested.connect(self.page_requested)
        self.card.closed.connect(self._close_card)
        self._build_bar(hosts)
        beside = in_row(None)
        left = in_column(
            None,
            bar((self.search, self.states, self.host, self.only), (self.told,)),
            self.about,
            (self.view, 1),
            (self.nothing, 1),
        )
        beside.addLayout(left, 1)
        beside.addWidget(self.card)
        in_column(self, beside)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)
        self.model.settled.connect(self._settled)
        self._hide_columns()

    def _build_bar(self, hosts: QAbstractItemModel) -> None:
        self.search = search_field(self.tr("Search addresses"))
        self._typed = typed = Typed(self, self._follow)
        self.search.textChanged.connect(typed.start)
        self.states = QComboBox()
        self.states.setAccessibleName(self.tr("Which addresses"))
        self.states.setToolTip(self.tr("Which addresses"))
        for key, name in (
            ("queued", caption("waiting")),
            ("parked", self.tr("Suspected traps")),
            ("refused", caption("left-out")),
            ("failed", self.tr("No answer")),
            ("answered", self.tr("Answered pages")),
            ("done", self.tr("Done")),
            ("all", self.tr("All addresses")),
        ):
            self.states.addItem(name, key)
        self.states.currentIndexChanged.connect(self._state_changed)
        self.host = search_field(self.tr("Any host"), 180)
        self.host.setToolTip(self.tr("Only addresses of this host"))
        completer = QCompleter(hosts, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.host.setCompleter(completer)
        self.host.textChanged.connect(typed.start)
        self.only = text_button(act=lambda: self._only_reason(""), icon="close", look="link", hidden=True)
        self.told = text_label("", "muted")
        self.about = text_label(wrap=True, hidden=True)
        self.about.setObjectName("trapNote")
        self.about.setText(
            self.tr(
                "Addresses that look like an endless series: calendars, repeated folders, growing queries. They are "
                "kept here and not fetched. Take one anyway, or allow longer series in the settings of the crawl."
            )
        )
        self.nothing = text_label("", "muted", wrap=True, hidden=True, centred=True)

    # ---- what is shown ------------------------------------------------------------------------------------------

    def follow(self, job_id: str) -> None:
        """Show the addresses of a job; they are read when the tab is visible."""
        if job_id != self._job_id:
            self._close_card()
            self._reason = ""
            self.only.hide()
        self._job_id, self._stale = job_id, True
        if self.isVisible():
            self._follow()

    def refresh(self) -> None:
        """Read again what is in sight."""
        self.model.refresh()
        self.card.refresh()

    def show_queue(
        self, state: str = "queued", *, host: str = "", reason: str = "", search: str = ""
    ) -> None:
        """Narrow it down: `state` is one of the choices: queued, parked, refused, failed, answered, done or all."""
        self.search.setText(search)
        self.host.setText(host)
        self._typed.stop()  # nobody is typing
        self.states.blockSignals(True)
        self.states.setCurrentIndex(self.states.findData(state))
        self.states.blockSignals(False)
        self._only_reason(reason)

    def explain(self, url: str) -> None:
        """Show the card for an address, whether the table holds it or not."""
        self.view.setCurrentIndex(
            QModelIndex()
        )  # a row that is selected would seem to be the one that is explained
        self.card.show()
        self.card.explain(self._job_id, url)

    def _only_reason(self, reason: str) -> None:
        self._reason = reason
        self.only.setVisible(bool(reason))
        if reason:
            self.only.setText(reasons.short(reason))
            tip = self.tr("Only “{reason}”. Click to show all reasons").format(reason=reasons.reason(reason))
            self.only.setToolTip(tip)
            self.only.setAccessibleName(tip)
        self._hide_columns()
        self._follow()

    def _state_changed(self) -> None:
        self._only_reason("")

    @property
    def state(self) -> str:
        """Which addresses are shown."""
        return str(self.states.currentData())

    def _hide_columns(self) -> None:
        for column in range(self.model.columnCount()):
            self.view.setColumnHidden(column, column in _HIDDEN[self.state])
        self.about.setVisible(self.state == "parked")

    def _follow(self) -> None:
        self._stale = False
        archive, job = self._archive, self._job_id
        if not job:
            self.model.follow(None)
            return
        wanted: dict[str, Any] = {
            "search": self.search.text().strip(),
            "host": self.host.text().strip(),
            "states": _CHOICES[self.state],
            "reason": self._reason,
            "pages": self.state == "answered",
        }
        self.told.setText(self.tr("Searching…") if wanted["search"] else "")
        self.model.follow(
            Source(
                lambda after, limit, cancelled: queue.queue(
                    archive, job, after=after, limit=limit, cancelled=cancelled, **wanted
                ),
                lambda cancelled: queue.queue_count(archive, job, cancelled=cancelled, **wanted),
            )
        )

    def _settled(self) -> None:
        total = self.model.total
        self.told.setText(Counts().addresses(total) if total >= 0 else self.told.text())
        empty = not self.model.rowCount()
        self.view.setVisible(not empty)
        self.nothing.setVisible(empty)
        narrowed = self.search.text().strip() or self.host.text().strip() or self._reason
        self.nothing.setText(self._nothing(bool(narrowed)) if empty else "")

    def _nothing(self, narrowed: bool) -> str:
        if narrowed:
            return self.tr("No address fits.")
        return {
            "queued": self.tr("The queue is empty: nothing is waiting to be fetched."),
            "parked": self.tr("Nothing looks like a trap."),
            "refused": self.tr("Nothing was left out."),
            "failed": self.tr("Every address that was asked for has answered."),
            "answered": self.tr("No page has been answered yet."),
            "done": self.tr("Nothing has been fetched yet."),
            "all": self.tr("This crawl knows no addresses yet."),
        }[self.state]

    # ---- one address --------------------------------------------------------------------------------------------

    def chosen(self) -> QueueRow | None:
        """The address that is selected."""
        rows = self.view.selectionModel().selectedRows()
        return self.model.row_at(rows[0]) if rows else None

    def _chosen(self, index: QModelIndex) -> None:
        row = self.model.row_at(index)
        if row is not None and (row.url != self.card.url or not self.card.isVisible()):
            self.card.show()
            self.card.explain(self._job_id, row.url, row.raw)

    def _close_card(self) -> None:
        self.card.hide()
        self.card.url = ""
        self.view.clearSelection()

    def _open(self) -> None:
        row = self.chosen()
        if row is not None and row.state == "done":
            self.page_requested.emit(row.url)

    def _menu(self, at: QPoint) -> None:
        row = self.model.row_at(self.view.indexAt(at))
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row.state in TAKEABLE:
            menu.addAction(
                theme.icon("continue"), self.tr("&Take it anyway"), lambda: self.take_wanted.emit(row.url)
            )
        if row.state == "done":
            menu.addAction(theme.icon("open"), self.tr("&Open"), lambda: self.page_requested.emit(row.url))
        if row.referrer:
            menu.addAction(
                theme.icon("back"),
                self.tr("Open the page it was &found on"),
                lambda: self.page_requested.emit(row.referrer),
            )
        menu.addAction(
            theme.icon("filter"),
            self.tr("Only &this host"),
            lambda: self.show_queue(
                self.state, host=row.host, reason=self._reason, search=self.search.text()
            ),
        )
        menu.addAction(
            theme.icon("copy"), self.tr("Copy &address"), lambda: QGuiApplication.clipboard().setText(row.url)
        )
        menu.addAction(
            theme.icon("browser"),
            self.tr("Open in &browser"),
            lambda: QDesktopServices.openUrl(QUrl(row.url)),
        )
        menu.popup(self.view.viewport().mapToGlobal(at))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._follow()


def html(why: Why, raw: str, colors: Colors) -> str:
    """The card as rich text; addresses of the way are links."""
    translate = QCoreApplication.translate
    ink = getattr(colors, _INK.get(why.state, "accent"))
    said = reasons.reason(why.reason, why.detail) if why.reason else ""
    parts = [
        f'<p style="margin:0"><span style="color:{ink}; font-weight:600">{escape(reasons.address_state(why.state))}</span>'
        + (f"<br>{escape(said)}" if said else "")
        + "</p>",
        f'<p style="margin:8px 0 0 0">{escape(formats.readable(why.url))}</p>',
        f'<p style="margin:8px 0 0 0; color:{colors.muted}">{"<br>".join(map(escape, facts(why, raw)))}</p>',
    ]
    if why.path:
        parts.append(_heading(translate("crawl", "How the crawl came here")))
        cells = []
        for number, url in enumerate((*why.path, why.url)):
            name = escape(formats.readable(url))
            here = number == len(why.path)
            text = name if here else f'<a href="{escape(url)}" style="color:{colors.accent}">{name}</a>'
            mark = "└" if here else f"{number}"
            cells.append(
                f'<tr><td style="color:{colors.muted}; padding-right:8px">{mark}</td><td>{text}</td></tr>'
            )
        parts.append(f'<table cellspacing="0" cellpadding="1">{"".join(cells)}</table>')
    parts.append(_heading(translate("crawl", "Score {score}").format(score=f"{why.score:.3f}")))
    rows = "".join(
        f'<tr><td>{escape(words.part(code))}</td><td align="right" style="padding-left:16px">{value:+.3f}</td></tr>'
        for code, value in why.parts
    )
    parts.append(f'<table cellspacing="0" cellpadding="1" width="100%">{rows}</table>')
    hint = translate("crawl", "Higher comes first; equal ones in order of arrival.")
    parts.append(f'<p style="margin:4px 0 0 0; color:{colors.muted}">{escape(hint)}</p>')
    return "".join(parts)


def _heading(text: str) -> str:
    return f'<p style="margin:14px 0 4px 0; font-weight:600">{escape(text)}</p>'


def facts(why: Why, raw: str) -> list[str]:
    """What else is known, a line each."""
    translate = QCoreApplication.translate
    counts = Counts()
    start = translate("crawl", "An address the crawl began with")
    lines = [counts.links_from_start(why.depth) if why.depth > 0 or why.path else start]
    if why.inlinks:
        lines.append(counts.pages_linking(why.inlinks))
    if why.status:
        lines.append(translate("crawl", "Answered {status}").format(status=reasons.status(why.status)))
    if why.anchor:
        lines.append(translate("crawl", "Link text: “{text}”").format(text=formats.shorten(why.anchor, 120)))
    if raw:
        lines.append(translate("crawl", "Written as {address}").format(address=formats.shorten(raw, 300)))
    if why.forced:
        lines.append(translate("crawl", "You asked to take it anyway."))
    if why.mode != "normal":
        lines.append(translate("crawl", "Its host: {state}").format(state=reasons.crawl_state(why.mode)))
    return lines


class WhyCard(QFrame):
    """`explain` asks the engine in a worker; the buttons say what can be done."""

    take_wanted = Signal(str)
    page_requested = Signal(str)
    explained = Signal(str)
    closed = Signal()

    def __init__(self, archive: Archive, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("whyCard")
        self.setFixedWidth(_WIDTH)
        self._archive, self._job_id, self._raw = archive, "", ""
        self.url = ""
        self._why: Why | None = None
        self._task: jobs.Task[Any] | None = None
        heading = text_label(self.tr("Why?"), "section")
        self.text = QTextBrowser(openLinks=False)
        self.text.setAccessibleName(self.tr("Why this address is where it is"))
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.text.anchorClicked.connect(
            lambda link: self.explain(
                self._job_id, link.toString(QUrl.ComponentFormattingOption.FullyEncoded)
            )
        )
        self.text.document().setDocumentMargin(0)
        bare(self.text)
        self.take = text_button(
            self.tr("&Take it anyway"),
            self.tr("Queue this address, whatever scope, depth, traps or content types say"),
            lambda: self.take_wanted.emit(self.url),
        )
        self.open = push_button(
            self,
            "open",
            self.tr("&Open"),
            self.tr("Show it in the archive"),
            lambda: self.page_requested.emit(self.url),
        )
        copy = tool_button(
            self, "copy", self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(self.url)
        )
        in_column(
            self,
            in_row(
                None, (heading, 1), tool_button(self, "close", self.tr("Close"), self.closed.emit), spacing=-1
            ),
            (self.text, 1),
            in_row(None, self.take, self.open, None, copy, spacing=theme.UNIT),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT),
            spacing=theme.HALF,
        )

    def explain(self, job_id: str, url: str, raw: str = "") -> None:
        """Show one address of a job; `raw` is how it was written, where that differs."""
        self._job_id, self.url, self._raw = job_id, url, raw
        if self._task is not None:
            self._task.cancel()
        archive = self._archive

        def ask(_task: jobs.Handle) -> Why | None:
            return queue.why(archive, job_id, url)

        self._task = jobs.run(self, ask, done=self._show)

    def refresh(self) -> None:
        """Something may have changed."""
        if self.url and self.isVisible() and self._task is None:
            self.explain(self._job_id, self.url, self._raw)

    def _show(self, why: Why | None) -> None:
        self._task = None
        if why is None or why != self._why or why.url != self.url:
            self._why = why
            self._draw()
        self.take.setVisible(why is None or why.state in TAKEABLE)
        self.open.setVisible(why is not None and why.state == "done")
        self.explained.emit(self.url)

    def _draw(self) -> None:
        why, scrolled = self._why, self.text.verticalScrollBar().value()
        if why is None:
            unknown = self.tr("This crawl has not come across this address.")
            address = escape(formats.readable(self.url))
            self.text.setHtml(
                f'<p style="margin:0">{escape(unknown)}</p><p style="margin:8px 0 0 0">{address}</p>'
            )
        else:
            self.text.setHtml(html(why, self._raw, theme.colors()))
            self.text.verticalScrollBar().setValue(scrolled)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "take") and self.url:
            self._draw()
