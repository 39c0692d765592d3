"""The state of one address explained: what happened to it, how the crawl found it, how its score is made up."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import queue
from widgets.crawl import words
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.parts import bare, push_button, tool_button
from widgets.kit.theme import Colors
from widgets.words import formats, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.crawl.frontier.queue import Why

TAKEABLE = frozenset({"refused", "outside", "parked", "failed"})
_INK = {"done": "ok", "failed": "error", "refused": "warning", "outside": "warning", "parked": "warning"}
_WIDTH = 348


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
