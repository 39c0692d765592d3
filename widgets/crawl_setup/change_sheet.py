"""Change of the settings of a begun crawl, with a preview of the effect on its queue."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QTextBrowser,
    QWidget,
)

from app.crawl.frontier import replanning
from app.crawl.frontier.replanning import Preview
from app.crawl.rules import model
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run import jobcontrol
from widgets.crawl_setup import sentences as crawl_words
from widgets.crawl_setup.form import CrawlForm
from widgets.kit import jobs, theme
from widgets.kit.boxes import hidden, in_column, in_row, restyle, text_button, text_label
from widgets.kit.messages import sentence
from widgets.kit.side_sheet import SideSheet
from widgets.session import Session
from widgets.words import formats, reasons

# What a change of settings would do to the queue: figures, reasons, examples.

_EXAMPLES = 132


class PreviewCard(QFrame):
    """Says one of: nothing changed, looking (how far, Cancel), the outcome with examples, or what is wrong."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheetSummary")
        self.text = QLabel(wordWrap=True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setAccessibleName(self.tr("What the change does to the queue"))
        self.progress = hidden(QProgressBar(textVisible=False, maximum=1000))
        self.progress.setAccessibleName(self.tr("How much of the queue was looked at"))
        self.cancel = text_button(
            self.tr("Cancel"), self.tr("Do without the preview"), self.cancelled, flat=True, hidden=True
        )
        self.more = text_button(
            self.tr("Examples"),
            self.tr("Some of the addresses that leave the queue or return to it"),
            icon=theme.icon("collapse", "accent"),
            flat=True,
            checkable=True,
        )
        self.more.toggled.connect(self._fold)
        self.examples = hidden(QTextBrowser())
        self.examples.setFrameShape(QFrame.Shape.NoFrame)
        self.examples.setAccessibleName(self.tr("Examples"))
        self.examples.setFixedHeight(_EXAMPLES)
        in_column(
            self,
            self.text,
            in_row(None, (self.progress, 1), self.cancel, spacing=-1),
            (self.more, 0, Qt.AlignmentFlag.AlignLeft),
            self.examples,
            margins=(theme.UNIT + theme.HALF, theme.UNIT, theme.UNIT + theme.HALF, theme.UNIT),
            spacing=theme.HALF,
        )
        self.say("")

    def say(self, text: str, *, bad: bool = False) -> None:
        """A sentence instead of figures."""
        restyle(self, bad=bad)
        self.text.setText(text)
        for part in (self.progress, self.cancel, self.more, self.examples):
            part.hide()

    def look(self) -> None:
        """The queue is being looked through."""
        self.say(self.tr("Looking through the queue…"))
        self.progress.setMaximum(1000)
        self.progress.setValue(0)
        self.progress.show()
        self.cancel.show()

    def apply(self) -> None:
        """Show that the change is being made, for an unknown time."""
        self.say(self.tr("Changing the crawl…"))
        self.progress.setMaximum(0)
        self.progress.show()

    def advance(self, fraction: float) -> None:
        """How far that is."""
        self.progress.setValue(round(fraction * 1000))

    def show_preview(self, found: Preview) -> None:
        """The outcome."""
        self.say(self.summary(found))
        self.more.setVisible(bool(found.examples))
        self.examples.setVisible(bool(found.examples) and self.more.isChecked())
        lines = [self._example(*example) for example in found.examples]
        self.examples.setHtml("<table cellspacing='0' cellpadding='2'>" + "".join(lines) + "</table>")

    def summary(self, found: Preview) -> str:
        """The figures of a preview in sentences."""
        queued = self.tr("Of %Ln queued address(es)", "", found.queued)
        parts = [queued + self.tr(" {count} stay.").format(count=formats.number(found.stays))]
        comma = self.tr(", ", "between parts of a list")
        for counts, text in (
            (found.leaves, self.tr("{count} leave: {reasons}.")),
            (found.returns, self.tr("{count} return: {reasons}.")),
        ):
            if counts:
                listed = comma.join(
                    f"{reasons.short(code)} {formats.number(count)}" for code, count in counts.items()
                )
                parts.append(text.format(count=formats.number(sum(counts.values())), reasons=listed))
        if found.added:
            parts.append(self.tr("%Ln address(es) to start from are new.", "", found.added))
        if not (found.leaves or found.returns or found.added):
            parts.append(self.tr("Nothing leaves the queue, and nothing returns to it."))
        return formats.sentences(parts)

    def _example(self, url: str, before: str, after: str) -> str:
        fate = self.tr("leaves") if not before else self.tr("returns")
        why = reasons.short(after or before)
        cells = (fate, formats.shorten(url, 56), why)
        return "<tr>" + "".join(f"<td>{escape(cell)}&nbsp;</td>" for cell in cells) + "</tr>"

    def _fold(self, open_: bool) -> None:
        self.examples.setVisible(open_)
        self.more.setIcon(theme.icon("expand" if open_ else "collapse", "accent"))


_REST_MS = 500
"""Without a change before the queue is looked through."""


class ChangeSheet(SideSheet):
    """A running crawl is paused while the sheet is open. `applied` tells what became of the queue; `resume_requested`
    carries the id of a job that does not run and is to go on."""

    applied = Signal(str)
    resume_requested = Signal(str)

    def __init__(self, preferences: QSettings, parent: QWidget) -> None:
        super().__init__(self.tr("Change this crawl"), parent)
        self._session: Session | None = None
        self._job = ""
        self._old: CrawlSettings | None = None
        self._paused_here = False
        self._looking: jobs.Task[Any] | None = None
        self.state = text_label("", "muted", wrap=True)
        self.body.addWidget(self.state)
        self.section(self.tr("Start from"))
        self.addresses = QPlainTextEdit(tabChangesFocus=True)
        self.addresses.setFixedHeight(56)
        self.addresses.setAccessibleName(self.tr("Addresses to start from"))
        self.addresses.setToolTip(self.tr("One address a line"))
        self.body.addWidget(self.addresses)
        self.form = CrawlForm(preferences)
        self.form.freeze_rules()
        self.body.addWidget(self.form)
        self.body.addStretch(1)
        self.card = PreviewCard()
        self._build_footer()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._look)
        self.form.changed.connect(self._changed)
        self.addresses.textChanged.connect(self._changed)
        self.card.cancelled.connect(self._stop_looking)
        self.closed.connect(self._put_away)

    def _build_footer(self) -> None:
        self.apply = text_button(
            self.tr("&Apply"),
            self.tr("Change the settings (Ctrl+Enter)"),
            self._apply,
            icon="start",
            look="primary",
        )
        cancel = text_button(self.tr("Cancel"), self.tr("Change nothing (Esc)"), self.cancel)
        column = in_column(
            None,
            self.card,
            in_row(None, None, cancel, self.apply, spacing=theme.UNIT),
            spacing=theme.UNIT + theme.HALF,
        )
        self.footer.addLayout(column)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(
                QKeySequence(keys), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut
            ).activated.connect(self.apply.click)

    # ---- opening and closing ------------------------------------------------------------------------------------

    def open_for(self, session: Session, job_id: str) -> None:
        """Show the settings of a job; pause it if it is running."""
        job = next((job for job in session.jobs() if job.job_id == job_id), None)
        if job is None:
            return
        self._session, self._job = session, job_id
        crawl = session.crawl if session.crawl and session.crawl.job_id == job_id else None
        settings = crawl.settings if crawl else job.settings
        self._paused_here = crawl is not None and crawl.progress().state in ("running", "starting")
        if crawl and self._paused_here:
            crawl.pause()
        what = job.name or formats.shorten(settings.seeds[0], 60)
        if crawl:
            self.state.setText(self.tr("{crawl} is paused while you change its settings.").format(crawl=what))
        else:
            date = formats.date(job.started)
            self.state.setText(
                self.tr("{crawl}, begun {date}, is not running.").format(crawl=what, date=date)
            )
        self._old = None
        self.addresses.setPlainText("\n".join(settings.seeds))
        self.form.more.toggle.setChecked(False)
        self.form.fill(settings)
        self._old = settings
        self._old = self.settings()  # the addresses as they are written here
        runs = crawl is not None or not session.busy
        self.apply.setText(self.tr("&Apply and go on") if runs else self.tr("&Apply"))
        self._changed()
        self.slide_in()
        self.form.scope.buttons[settings.scope].setFocus()

    def _put_away(self) -> None:
        """Closed without applying: a crawl that was paused for this goes on."""
        self._stop_looking()
        self._rest.stop()
        crawl = self._running()
        if crawl and self._paused_here:
            crawl.unpause()
        self._paused_here = False

    def _running(self) -> Any:
        session = self._session
        if session and not session.closed and session.crawl and session.crawl.job_id == self._job:
            return session.crawl
        return None

    # ---- the preview --------------------------------------------------------------------------------------------

    def settings(self) -> CrawlSettings:
        """What is filled in now."""
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        return self.form.settings(found, self._old.name if self._old else "")

    def _problem(self) -> str:
        found, bad = crawl_words.addresses(self.addresses.toPlainText())
        if bad:
            return crawl_words.refused(bad)
        if not found:
            return self.tr("Give at least one address to start from.")
        return self.form.problem(self.settings())

    def _changed(self) -> None:
        if self._old is None:
            return
        self._stop_looking()
        self.form.scope.explain(crawl_words.addresses(self.addresses.toPlainText())[0])
        problem = self._problem()
        self.apply.setEnabled(not problem)
        if problem:
            self._rest.stop()
            self.card.say(problem, bad=True)
        elif self.settings() == self._old:
            self._rest.stop()
            self.card.say(self.tr("Nothing is changed yet. What a change does to the queue is shown here."))
        else:
            self.card.look()
            self._rest.start()

    def _look(self) -> None:
        session, settings, job_id = self._session, self.settings(), self._job
        if session is None or session.closed:
            return
        archive = session.archive

        def work(task: jobs.Handle) -> Preview:
            try:
                return replanning.preview(
                    archive,
                    job_id,
                    settings,
                    progress=lambda done, total: task.progress(done / max(1, total)),
                    cancelled=lambda: task.cancelled,
                )
            except model.Cancelled:
                raise jobs.Cancelled from None

        self._looking = jobs.run(self, work, done=self.card.show_preview, failed=self._no_preview)
        self._looking.progressed.connect(lambda fraction, _: self.card.advance(fraction))

    def _no_preview(self, error: Exception) -> None:
        self.card.say(sentence(error), bad=True)

    def _stop_looking(self) -> None:
        looking, self._looking = self._looking, None
        if looking and not looking.finished:
            looking.cancel()
            self.card.say(self.tr("No preview."))

    # ---- doing it -----------------------------------------------------------------------------------------------

    def _apply(self) -> None:
        session, settings, job_id = self._session, self.settings(), self._job
        if session is None or session.closed:
            return
        self._stop_looking()
        self._rest.stop()
        archive, crawl = session.archive, self._running()
        self.apply.setEnabled(False)
        self.card.apply()

        def work(_task: jobs.Handle) -> Preview:
            if crawl:
                changed: Preview = crawl.reconfigure(settings).result()
                return changed
            return jobcontrol.reconfigure_job(archive, job_id, settings)

        jobs.run(self, work, done=self._done, failed=self._not_done)

    def _done(self, found: Preview) -> None:
        session, crawl = self._session, self._running()
        self._paused_here = False
        self.cancel()
        left = found.stays + sum(found.returns.values()) + found.added
        if crawl:
            crawl.unpause()
        elif left and session and not session.closed and not session.busy:
            self.resume_requested.emit(self._job)
        self.applied.emit(
            self.tr("The crawl was changed. {figures}").format(figures=self.card.summary(found))
        )

    def _not_done(self, error: Exception) -> None:
        self.apply.setEnabled(True)
        self.card.say(sentence(error), bad=True)
