"""The view of one capture elsewhere: what it says, or what differs from a version here."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import islice

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.archive.model import Capture
from app.remote.archives import Remote
from app.remote.asking import RemoteCapture
from extractors.base.types import Document
from widgets.compare import kinds
from widgets.compare.entries import Entry
from widgets.compare.words import CELLS, Run
from widgets.elsewhere import looking
from widgets.elsewhere.looking import Looked
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ElidedLabel, push_button, tool_button
from widgets.page.reading import chapters, heading, pieces
from widgets.page.reading_view import ReadingView
from widgets.session import Session
from widgets.words import engine, formats, reasons

_MOST = 200  # changes that are shown
_LONGEST = 2_000  # characters of one side of a change


class LookView(QWidget):
    """Stands where pages are shown. Nothing of what is looked at is stored; `take_requested` asks for that."""

    closed = Signal()
    take_requested = Signal(object, object)  # the Remote, a list of its RemoteCaptures

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._task: jobs.Task[Looked] | None = None
        self._what: tuple[Remote, RemoteCapture] | None = None
        self.looked: Looked | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.facts = text_label("", "muted", wrap=True)
        self.take_button = push_button(
            self,
            "import",
            self.tr("&Take in"),
            self.tr("Store this capture with its original time"),
            self._take,
        )
        self.browse_button = push_button(
            self,
            "browser",
            self.tr("In the &browser"),
            self.tr("Open it in the browser, as the archive elsewhere shows it"),
            self._browse,
        )
        self.view = ReadingView(self)
        self.state = EmptyState("link")
        self.state.offer(self.tr("Cancel"), self.tr("Stop asking"), self.cancel)
        self.below = QStackedWidget()
        for widget in (self.state, self.view):
            self.below.addWidget(widget)
        close = tool_button(self, "close", self.tr("Back to the page (Esc)"), self._leave)
        head = in_row(
            None,
            self.heading,
            None,
            self.browse_button,
            self.take_button,
            close,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.facts.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF)
        in_column(self, head, self.facts, (self.below, 1))
        theme.watcher().changed.connect(self._draw)

    # ---- what is looked at --------------------------------------------------------------------------------------

    def show_capture(self, remote: Remote, one: RemoteCapture) -> None:
        """Fetch a capture elsewhere, and show what it says."""
        self._begin(
            remote,
            one,
            self.tr("“{name}”, {date}"),
            lambda task: looking.look(remote, one, task),
        )

    def compare(self, remote: Remote, one: RemoteCapture, ours: Capture) -> None:
        """Fetch a capture elsewhere, and show what differs from a version here."""
        archive = self._session.archive
        self._begin(
            remote,
            one,
            self.tr("“{name}”, {date}, and ours"),
            lambda task: looking.compare(archive, remote, one, ours, task),
        )

    def _begin(
        self, remote: Remote, one: RemoteCapture, title: str, act: Callable[[jobs.Handle], Looked]
    ) -> None:
        self._call_off()
        self._what, self.looked = (remote, one), None
        self.heading.set_text(title.format(name=remote.name, date=formats.date(one.date)))
        self.heading.setToolTip(f"{formats.date_exact(one.date)}\n{one.raw}")
        self.facts.setText(formats.readable(one.url))
        label = self.tr("Asking {name}").format(name=remote.name)
        self._say(label, "", running=True)
        self._task = jobs.run(self, act, done=self._show, failed=self._failed, label=label)
        self.state.button.setFocus()

    def cancel(self) -> None:
        """Stop asking."""
        self._call_off()
        self._say(self.tr("Cancelled"), "")

    def _call_off(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._say(self.tr("The archive elsewhere gave nothing."), messages.sentence(error))

    def _say(self, heading: str, text: str, *, running: bool = False) -> None:
        self.state.say(heading, text)
        self.state.button.setVisible(running)
        self.below.setCurrentWidget(self.state)

    def _show(self, looked: Looked) -> None:
        self._task, self.looked = None, looked
        self._draw()
        if self.below.currentWidget() is self.view:
            self.view.setFocus()

    def _draw(self) -> None:
        looked = self.looked
        if looked is None:
            return
        address = formats.readable(looked.elsewhere.url)
        self.facts.setText(" · ".join((address, reasons.status(looked.status))))
        if looked.outcome is not None:
            self._draw_changes(looked)
        elif looked.document is not None:
            self._draw_document(looked.document)

    def _draw_document(self, document: Document) -> None:
        if document.error or not (document.text or document.title):
            why = engine.say(document.error) if document.error else ""
            self._say(self.tr("It has no text to show."), why)
            return
        look = self.view.typography(document)
        first = next(iter(chapters(document)), None)
        rest = pieces(first.blocks, look) if first is not None else iter(())
        self.below.setCurrentWidget(self.view)
        self.view.show_pieces(
            look, heading(document, (document.author, document.date)) + next(rest, ""), rest
        )

    def _draw_changes(self, looked: Looked) -> None:
        outcome, ours = looked.outcome, looked.ours
        assert outcome is not None and ours is not None
        real = [one for one in outcome.entries if one.noise is None and not one.silent]
        there, here = formats.date(looked.elsewhere.date), formats.date(ours.date)
        if looked.elsewhere.date <= ours.date:
            ways = self.tr("From theirs of {theirs} to ours of {ours}").format(theirs=there, ours=here)
        else:
            ways = self.tr("From ours of {ours} to theirs of {theirs}").format(theirs=there, ours=here)
        counted = [
            f"{theme.MARKS[kind]} {formats.number(count)} {kinds.name(kind)}"
            for kind in kinds.KINDS
            if (count := sum(one.kind == kind for one in real))
        ]
        self.facts.setText(" · ".join((self.facts.text(), ways, *counted)))
        if outcome.identical:
            self._say(self.tr("Both are the same to the byte."), ways)
            return
        if not real:
            silent = self.tr("Only what always changes, or code that nobody sees, differs.")
            pictures = self.tr("Only texts and pages can be compared before they are taken in.")
            self._say(self.tr("Nothing to read has changed."), pictures if not outcome.parts else silent)
            return
        self.below.setCurrentWidget(self.view)
        document = Document("html", "text/html")
        left = len(real) - _MOST
        more = self.tr("and %Ln more", "", left) if left > 0 else ""
        body = (*(_change(one) for one in islice(real, _MOST)), f"<p>{escape(more)}</p>" if more else "")
        # at once: a piece that is added would stand below the margin of the paragraph before it
        self.view.show_pieces(self.view.typography(document), "".join(body), iter(()))

    # ---- what is done with it -----------------------------------------------------------------------------------

    def _take(self) -> None:
        if self._what is not None:
            self.take_requested.emit(self._what[0], [self._what[1]])

    def _browse(self) -> None:
        if self._what is not None:
            remote, one = self._what
            QDesktopServices.openUrl(QUrl(f"{remote.address}{one.date:%Y%m%d%H%M%S}/{one.url}"))

    def _leave(self) -> None:
        self._call_off()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)


def _change(entry: Entry) -> str:
    """A change: its mark and kind, and the words of both sides, or what it is called where it has none."""
    colors = theme.colors()
    sides = (
        (entry.side(0), entry.attributes[0], colors.removed, colors.removed_soft),
        (entry.side(1), entry.attributes[1], colors.added, colors.added_soft),
    )
    differing = [any(differs for _, differs in runs) for runs, *_ in sides]
    rows = []
    for side, (runs, attributes, front, ground) in enumerate(sides):
        told = [runs] if runs and (differing[side] or (side == 1 and not any(differing))) else []
        for each in (*told, *(((one, True),) for one in attributes)):
            words = _words(each, front, ground, struck=side == 0)
            rows.append(f'<p style="margin-left: {theme.TRIPLE}px">{words}</p>')
    facts = (kinds.name(entry.kind), kinds.label(entry.label), "" if rows else entry.title)
    mark = f'<b style="color: {getattr(colors, entry.kind)}">{escape(theme.MARKS[entry.kind])}</b>'
    return f'<p style="margin-left: 0px">{mark} {escape(" · ".join(filter(None, facts)))}</p>' + "".join(rows)


def _words(runs: tuple[Run, ...], front: str, ground: str, *, struck: bool) -> str:
    line = "line-through" if struck else "none"
    style = f"color: {front}; background-color: {ground}; text-decoration: {line}"
    found, left = [], _LONGEST
    for text, differs in runs:
        said = escape(text[:left]).replace("\n", "<br>").replace("\t", CELLS)
        said += "…" if len(text) > left else ""
        found.append(f'<span style="{style}">{said}</span>' if differs else said)
        left -= len(text)
        if left <= 0:
            break
    return "".join(found)
