"""The sheet for a new or saved crawl: addresses, kind, scope, limits, politeness, timetable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QLocale, QSettings, QSignalBlocker, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTimeEdit,
    QWidget,
)

from app.crawl.plans import timetable
from app.crawl.plans.plans import Plan
from app.crawl.plans.timetable import Timetable
from app.crawl.rules.settings import CrawlSettings, Template, templates
from widgets.crawl_setup import sentences as crawl_words
from widgets.crawl_setup import words
from widgets.crawl_setup.fields import inset
from widgets.crawl_setup.form import CrawlForm
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, restyle, text_button, text_label
from widgets.kit.side_sheet import SideSheet
from widgets.words import formats

_KINDS = ("", "startup", "hours", "daily", "weekly", "monthly", "yearly")
# What to capture: the kinds of crawl that people do most, one click each.

_ICONS = {
    "one-site": "site",
    "one-page": "html",
    "one-folder": "folder",
    "one-domain": "app",
    "news-front-page": "recent",
    "document-harvest": "pdf",
    "topic": "search",
    "anywhere": "link",
}
_COLUMNS = 2
_PLAIN = {"one-site": "host", "one-folder": "prefix", "one-domain": "domain", "anywhere": "any"}
"""Kinds that say themselves which part of the web is taken, and how."""


class TemplateChoice(QWidget):
    """`chosen` carries the Template."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._templates = templates()
        self.sentence = text_label("", "muted", wrap=True)
        grid = QGridLayout()
        grid.setSpacing(theme.UNIT)
        for number, template in enumerate(self._templates):
            button = text_button(
                words.template_name(template.code),
                words.template_sentence(template.code),
                icon=_ICONS[template.code],
                look="option",
                checkable=True,
            )
            button.setAccessibleDescription(words.template_sentence(template.code))
            self._group.addButton(button, number)
            self.buttons[template.code] = button
            grid.addWidget(button, number // _COLUMNS, number % _COLUMNS)
        for column_number in range(_COLUMNS):
            grid.setColumnStretch(column_number, 1)
        in_column(self, grid, self.sentence, spacing=theme.HALF)
        self._group.idClicked.connect(self._clicked)
        self.reset()

    def current(self) -> Template:
        """The kind that is chosen."""
        return self._templates[self._group.checkedId()]

    @property
    def names_part(self) -> bool:
        """Whether the kind leaves open which part of the web is meant: the site, the folder, the domain, any."""
        return self.current().code not in (*_PLAIN, "one-page")

    def explain(self, found: list[str]) -> None:
        """Say what the kind means for these addresses."""
        code = self.current().code
        scope = _PLAIN.get(code)
        self.sentence.setText(
            crawl_words.scope_sentence(scope, found) if scope else words.template_sentence(code)
        )

    def reset(self) -> None:
        """Back to the first kind, in silence."""
        self._group.button(0).setChecked(True)

    def suit(self, settings: CrawlSettings) -> None:
        """Choose the kind that comes nearest to settings, in silence: the one with the most of its changes in them."""

        def fits(template: Template) -> tuple[bool, int]:
            same = [
                getattr(settings, name) == value
                for name, value in template.changes.items()
                if name != "max_pages"
            ]
            return all(same), len(same)

        number = max(range(len(self._templates)), key=lambda at: fits(self._templates[at]))
        self._group.button(number).setChecked(True)

    def _clicked(self, number: int) -> None:
        template = self._templates[number]
        self.chosen.emit(template)


class CrawlSheet(SideSheet):
    """`start_requested` carries the CrawlSettings of a crawl that is done once; `plan_requested` a Plan that is to be
    kept, and whether it is to run at once."""

    start_requested = Signal(object)
    plan_requested = Signal(object, bool)

    def __init__(
        self,
        preferences: QSettings,
        parent: QWidget,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        keeps: bool = True,
    ) -> None:
        """Without `keeps` a crawl can only be begun, neither saved nor repeated."""
        super().__init__(self.tr("New crawl"), parent)
        self._keeps = keeps
        self._plan: Plan | None = None  # the saved crawl that is being edited
        self._waits = False
        self._build_address()
        self.kind_heading = self.section(self.tr("What to capture"))
        self.templates = TemplateChoice()
        self.body.addWidget(self.templates)
        self.form = CrawlForm(preferences, self._build_repeat(clock))
        self.scope, self.limits, self.manners, self.more = (
            self.form.scope,
            self.form.limits,
            self.form.manners,
            self.form.more,
        )
        self.body.addWidget(self.form)
        self.body.addStretch(1)
        self._build_footer()
        self.templates.chosen.connect(self._use_template)
        self.form.changed.connect(self._refresh)
        self.timetable.changed.connect(self._refresh)
        self.name.textChanged.connect(self._refresh)
        self._dress()

    # ---- building -----------------------------------------------------------------------------------------------

    def _build_address(self) -> None:
        self.section(self.tr("Start from"))
        self.addresses = QPlainTextEdit(tabChangesFocus=True)
        self.addresses.setFixedHeight(56)
        self.addresses.setPlaceholderText("https://www.example.org/")
        self.addresses.setAccessibleName(self.tr("Addresses to start from"))
        self.addresses.setToolTip(self.tr("One address a line"))
        self.addresses.textChanged.connect(self._refresh)
        self.kept_in = text_label("", "muted", wrap=True, hidden=True)
        self.body.addWidget(self.addresses)
        self.body.addWidget(self.kept_in)

    def _build_repeat(self, clock: Callable[[], datetime]) -> QWidget:
        heading = text_label(self.tr("Repeat, and keep for later"), "section")
        self.timetable = TimetableEditor(clock)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name of the crawl"))
        self.name.setToolTip(self.tr("Under this name it stands in the list of saved crawls"))
        self.name.setPlaceholderText(self.tr("Name, for instance “University news”"))
        box = QWidget()
        if not self._keeps:
            box.hide()
        in_column(box, heading, self.timetable, self.name, margins=(0, theme.UNIT, 0, 0), spacing=theme.UNIT)
        return box

    def _build_footer(self) -> None:
        self.summary = text_label(wrap=True, name="sheetSummary")
        self.summary.setAccessibleName(self.tr("What will happen"))
        self.start = text_button(self.tr("&Start"), act=self._start, icon="start", look="primary")
        self.start.setAutoDefault(True)
        self.start.setDefault(True)
        self.save = text_button(
            self.tr("Sa&ve for later"),
            self.tr("Keep it in the list of saved crawls, without crawling now (Ctrl+S)"),
            lambda: self._keep(run=False),
            icon="save",
        )
        cancel = text_button(self.tr("Cancel"), self.tr("Close without crawling (Esc)"), self.cancel)
        column = in_column(
            None,
            self.summary,
            in_row(None, self.save, None, cancel, self.start, spacing=theme.UNIT),
            spacing=theme.UNIT + theme.HALF,
        )
        self.footer.addLayout(column)
        context = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for keys, button in (("Ctrl+Return", self.start), ("Ctrl+Enter", self.start), ("Ctrl+S", self.save)):
            QShortcut(QKeySequence(keys), self, context=context).activated.connect(button.click)

    # ---- opening ------------------------------------------------------------------------------------------------

    def open_for(self, addresses: str, kept_in: str = "", *, waits: bool = False) -> None:
        """Show the sheet for a new crawl of addresses; with a good address one key (Enter) starts. `waits`: it will
        begin when another one has finished."""
        self._plan, self._waits = None, waits
        self._fresh(addresses, kept_in)
        self.templates.reset()
        self.timetable.show_text("")
        self.name.clear()
        self.form.fill(self.form.usual(crawl_words.addresses(addresses)[0]))
        self._dress()
        self._show()

    def open_with(self, settings: CrawlSettings, kept_in: str = "", *, waits: bool = False) -> None:
        """Show the sheet for a new crawl with the settings of a former one."""
        self.open_for("\n".join(settings.seeds), kept_in, waits=waits)
        self.name.setText(settings.name)
        self.templates.suit(settings)
        self._place_scope()
        self.form.fill(settings)
        self._refresh()

    def open_plan(self, plan: Plan, kept_in: str = "") -> None:
        """Show the sheet for a saved crawl, to be changed and kept."""
        self._plan, self._waits = plan, False
        self._fresh("\n".join(plan.settings.seeds), kept_in)
        self.timetable.show_text(plan.schedule)
        self.name.setText(plan.name)
        self.form.fill(plan.settings)
        self._dress()
        self._show()

    def _fresh(self, addresses: str, kept_in: str) -> None:
        with QSignalBlocker(self.addresses):
            self.addresses.setPlainText(addresses)
        self.kept_in.setText(self.tr("Goes into the archive {folder}").format(folder=kept_in))
        self.kept_in.setToolTip(kept_in)
        self.kept_in.setVisible(bool(kept_in))
        self.more.toggle.setChecked(False)
        self.more.search.clear()
        self.area.verticalScrollBar().setValue(0)

    def _dress(self) -> None:
        """As a new crawl, or as one that is kept already."""
        kept = self._plan is not None
        self.heading.setText(self.tr("Saved crawl") if kept else self.tr("New crawl"))
        self.setAccessibleName(self.heading.text())
        for part in (self.kind_heading, self.templates):
            part.setVisible(not kept)
        self.save.setVisible(self._keeps and not kept)
        self._place_scope()
        self.start.setText(self.tr("&Save") if kept else self.tr("&Start"))
        self.start.setIcon(theme.icon("save" if kept else "start", "on_accent"))
        self.start.setToolTip(
            self.tr("Keep the changes (Ctrl+Enter)") if kept else self.tr("Begin to crawl (Ctrl+Enter)")
        )
        self._refresh()

    def _place_scope(self) -> None:
        """Most kinds say which part of the web they take; where one does not, and in a saved crawl, it is chosen."""
        kept = self._plan is not None
        self.form.scope_heading.setText(self.tr("What to capture") if kept else self.tr("Within"))
        for part in (self.form.scope_heading, self.scope):
            part.setVisible(kept or self.templates.names_part)

    def _show(self) -> None:
        self.slide_in()
        QTimer.singleShot(0, self, (self.start if self.start.isEnabled() else self.addresses).setFocus)

    # ---- what is filled in --------------------------------------------------------------------------------------

    def settings(self) -> CrawlSettings:
        """What is filled in now."""
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        return self.form.settings(found, " ".join(self.name.text().split()))

    def plan(self) -> Plan:
        """What is filled in now, as a crawl to be kept."""
        settings = self.settings()
        plan = self._plan or Plan("", settings)
        return replace(plan, name=settings.name, settings=settings, schedule=self.timetable.text())

    def _use_template(self, template: Template) -> None:
        """The template's settings in place of all that were filled in; addresses and name stay."""
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        self._place_scope()
        self.form.fill(replace(self.form.usual(found), **template.changes))
        self.timetable.show_text(template.schedule)
        if template.code == "topic":
            self.more.reveal("guide_words")
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self.more.field("guide_words")))

    def _problem(self) -> str:
        found, bad = crawl_words.addresses(self.addresses.toPlainText())
        if bad:
            return crawl_words.refused(bad)
        if not found:
            return self.tr("Give at least one address to start from.")
        return self.form.problem(self.settings())

    def _refresh(self) -> None:
        found, _ = crawl_words.addresses(self.addresses.toPlainText())
        self.form.explain(found)
        self.templates.explain(found)
        problem = self._problem()
        self.start.setEnabled(not problem)
        self.save.setEnabled(not problem)
        self.summary.setText(problem or self._what_happens())
        restyle(self.summary, bad=bool(problem) and bool(self.addresses.toPlainText().strip()))

    def _what_happens(self) -> str:
        told = crawl_words.summary(self.settings())
        if self.timetable.text():
            again = self.tr("Repeated {timetable}.").format(timetable=words.schedule(self.timetable.text()))
            told = formats.sentences([told, again])
        if self._waits:
            told = formats.sentences([self.tr("Begins when the crawl that runs now has finished."), told])
        return told

    def _start(self) -> None:
        if self._plan is not None:
            self._keep(run=False)
        elif self.timetable.text():
            self._keep(run=True)
        else:
            settings = self.settings()
            self.hide()
            self.start_requested.emit(settings)

    def _keep(self, run: bool) -> None:
        if not self._keeps:
            return
        plan = self.plan()
        self.hide()
        self.plan_requested.emit(plan, run)


class TimetableEditor(QWidget):
    """`text()` is a timetable as app.crawl.plans.timetable writes it; "" for no repetition."""

    changed = Signal()

    def __init__(
        self, clock: Callable[[], datetime] = lambda: datetime.now(UTC), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        names = (
            self.tr("Not repeated"),
            self.tr("When the archive is opened"),
            self.tr("Every few hours"),
            self.tr("Daily"),
            self.tr("Weekly"),
            self.tr("Monthly"),
            self.tr("Yearly"),
        )
        self.kind = self._combo(self.tr("Repeat"), dict(zip(_KINDS, names, strict=True)))
        self.every = QSpinBox(minimum=1, maximum=999, suffix=self.tr(" h", "hours"))
        self.every.setPrefix(self.tr("every "))
        self.weekday = self._combo(self.tr("Day of the week"), {str(n): words.weekday(n) for n in range(7)})
        months = {str(n): QLocale().standaloneMonthName(n) for n in range(1, 13)}
        self.month = self._combo(self.tr("Month"), months)
        self.day = QSpinBox(minimum=1, maximum=31)
        self.day.setPrefix(self.tr("day "))
        self.at = QTimeEdit(QTime(3, 0))
        self.at.setDisplayFormat("HH:mm")
        for box, name in (
            (self.every, self.tr("Hours between two runs")),
            (self.day, self.tr("Day of the month")),
            (self.at, self.tr("Time of day")),
        ):
            inset(box)
            box.setAccessibleName(name)
            box.setToolTip(name)
        self.next = text_label("", "muted", wrap=True)
        column = in_column(self, spacing=theme.HALF)
        for parts in ((self.kind, self.every), (self.weekday, self.month, self.day, self.at)):
            row = in_row(None, *parts, None, spacing=theme.UNIT)
            column.addLayout(row)
        column.addWidget(self.next)
        for combo in (self.kind, self.weekday, self.month):
            combo.currentIndexChanged.connect(self._touched)
        self.every.valueChanged.connect(self._touched)
        self.day.valueChanged.connect(self._touched)
        self.at.timeChanged.connect(self._touched)
        self._touched()

    def text(self) -> str:
        """The timetable."""
        at = self.at.time()
        return str(
            Timetable(
                self.kind.currentData(),
                self.every.value(),
                datetime.min.time().replace(at.hour(), at.minute()),
                int(self.weekday.currentData()),
                self.day.value(),
                int(self.month.currentData()),
            )
        )

    def show_text(self, text: str) -> None:
        """Show a timetable."""
        table = timetable.parse(text)
        self.every.setValue(table.every)
        self.weekday.setCurrentIndex(table.weekday)
        self.month.setCurrentIndex(table.month - 1)
        self.day.setValue(table.day)
        self.at.setTime(QTime(table.at.hour, table.at.minute))
        self.kind.setCurrentIndex(_KINDS.index(table.kind))
        self._touched()

    def _combo(self, name: str, options: dict[str, str]) -> QComboBox:
        box = QComboBox()
        for code, text in options.items():
            box.addItem(text, code)
        box.setAccessibleName(name)
        box.setToolTip(name)
        return box

    def _touched(self) -> None:
        kind = self.kind.currentData()
        for part, kinds in (
            (self.every, ("hours",)),
            (self.weekday, ("weekly",)),
            (self.month, ("yearly",)),
            (self.day, ("monthly", "yearly")),
            (self.at, ("daily", "weekly", "monthly", "yearly")),
        ):
            part.setVisible(kind in kinds)
        now = self._clock()
        due = timetable.next_run(timetable.parse(self.text()), now)
        self.next.setText("" if due is None else self._when(due, now))
        self.next.setToolTip(formats.date_exact(due))
        self.next.setVisible(due is not None or kind == "startup")
        if kind == "startup":
            self.next.setText(self.tr("Runs whenever this archive is opened."))
        self.changed.emit()

    def _when(self, due: datetime, now: datetime) -> str:
        text = self.tr(
            "Next visit: {moment}. It runs while this archive is open; what was missed is made up for."
        )
        return text.format(moment=words.moment(due, now))
