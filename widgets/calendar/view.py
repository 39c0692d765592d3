"""The calendar of captures: of a page, its folder, its site or the archive; a day opens the archive as it was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLabel, QStackedWidget, QWidget

from app.archive.addresses import place
from app.archive.calendar import SCOPES, Calendar, Scope, ScopeKind, calendar_of, day_of
from widgets.blocks.histories import Histories, amounts_of
from widgets.calendar.year import LEVELS, YearView, shade
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, scrolled, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape, ElidedLabel, tool_button
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.history import PageHistory
    from widgets.session import Session

_FOLLOW_MS = 1000  # behind what a crawl stores
_BOX = 16  # pixels of a shade in the legend


class _Legend(QWidget):
    """The shades from few to many."""

    def sizeHint(self) -> QSize:
        return QSize(LEVELS * (_BOX + 2), _BOX)

    minimumSizeHint = sizeHint

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for step in range(1, LEVELS + 1):
            painter.setBrush(shade(step))
            painter.drawRoundedRect(
                QRectF((step - 1) * (_BOX + 2), (self.height() - _BOX) / 2, _BOX, _BOX), 3, 3
            )
        painter.end()


def _called(scope: Scope) -> str:
    """What a scope is known by."""
    _, site, folders, _ = place(scope.url)
    match scope.kind:
        case "site":
            return site
        case "folder":
            return "".join((site, *(f"{name}/" for name in folders)))
    return formats.readable(scope.url)


class CalendarView(ClosesWithEscape):
    """Stands where pages are shown. `day_chosen` carries a date and the Scope it was seen in."""

    day_chosen = Signal(object, object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._loader = Loader(self)
        self._histories = Histories(session, self)
        self._url = ""
        self._kind: ScopeKind = "page"  # of what has the address
        self.calendar, self._shown_scope = Calendar(), Scope("archive", "?")
        self.real: dict[date, int] = {}  # versions of the page that really changed, where that is known
        self._compared: dict[date, int] = {}  # versions of which it is known
        self._make_parts()
        self._arrange()
        self._following = QTimer(self, singleShot=True, interval=_FOLLOW_MS)
        self._following.timeout.connect(self.read)
        self._histories.ready.connect(self._take_history)
        session.changed.connect(self._changed)
        session.travel.changed.connect(lambda: self.days.mark(session.travel.day))

    def _make_parts(self) -> None:
        self.scopes = QComboBox()
        self.scopes.setAccessibleName(self.tr("Whose days are shown"))
        self.scopes.setToolTip(self.tr("Whose days are shown"))
        self.scopes.currentIndexChanged.connect(lambda _: self.read())
        self.shading = QComboBox()
        self.shading.addItem(self.tr("Shaded by captures"), "captures")
        self.shading.addItem(self.tr("Shaded by real changes"), "changes")
        self.shading.setAccessibleName(self.tr("What the shades of the days mean"))
        self.shading.setToolTip(self.tr("What the shades of the days mean"))
        self.shading.currentIndexChanged.connect(lambda _: self._shade())
        self.address = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.address.setProperty("muted", True)
        self.before = tool_button(
            self, "left", self.tr("The year with captures before (Page Up)"), lambda: self.turn(-1)
        )
        self.year = text_label(look="heading")
        self.after = tool_button(
            self, "right", self.tr("The next year with captures (Page Down)"), lambda: self.turn(1)
        )
        self.days = YearView(self.describe)
        self.days.moved.connect(self._tell)
        self.days.chosen.connect(self._choose)
        self.days.year_wanted.connect(self.turn)
        self.days.step_wanted.connect(self.step)
        self.days.left_year.connect(self._beyond)
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.meaning = text_label(look="muted", wrap=True)
        self.nothing = EmptyState("calendar")
        self.stack = QStackedWidget()
        self.area = scrolled(self.days, "plainScroll")
        self.stack.addWidget(self.area)
        self.stack.addWidget(self.nothing)

    def _arrange(self) -> None:
        close = self.close_button()
        head = in_row(
            None,
            self.scopes,
            self.shading,
            (self.address, 20),
            None,
            self.before,
            self.year,
            self.after,
            theme.UNIT,
            close,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
            spacing=theme.UNIT,
        )
        legend = in_row(
            None,
            (self.meaning, 1),
            text_label(self.tr("few"), "muted"),
            _Legend(),
            text_label(self.tr("many"), "muted"),
            spacing=theme.UNIT,
        )
        foot = in_column(
            None, self.told, legend, margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT), spacing=theme.HALF
        )
        in_column(self, head, (self.stack, 1), foot, spacing=theme.HALF)

    # ---- what it shows ------------------------------------------------------------------------------------------

    @property
    def scope(self) -> Scope:
        """Whose days are shown."""
        kind: ScopeKind = self.scopes.currentData() or "archive"
        return Scope(kind, self._url if kind != "archive" else "")

    @property
    def busy(self) -> bool:
        """Whether days are being counted."""
        return self._loader.busy

    def open(self, url: str = "", kind: ScopeKind = "page") -> None:
        """Show the days of the page, folder or site with an address; without one, of the archive."""
        if not self.scopes.count() or (url, kind) != (self._url, self._kind):
            former = self.scopes.currentData() if kind == self._kind == "page" else kind
            self._url, self._kind = url, kind
            self._offer_scopes(former)
        self.days.mark(self._session.travel.day)
        self._shown_scope = Scope("archive", "?")  # the cursor goes to the day that is shown, or the last one
        self.read()
        self.days.setFocus(Qt.FocusReason.TabFocusReason)

    def _offer_scopes(self, wanted: ScopeKind) -> None:
        words = {
            "page": self.tr("This page"),
            "folder": self.tr("Its folder") if self._kind == "page" else self.tr("This folder"),
            "site": self.tr("This site") if self._kind == "site" else self.tr("Its site"),
            "archive": self.tr("The whole archive"),
        }
        self.scopes.blockSignals(True)
        self.scopes.clear()
        for kind in SCOPES[SCOPES.index(self._kind) :] if self._url else SCOPES[-1:]:
            self.scopes.addItem(words[kind], kind)
        self.scopes.setCurrentIndex(max(0, self.scopes.findData(wanted)))
        self.scopes.blockSignals(False)

    def read(self) -> None:
        """Count the days, anew while a crawl runs."""
        self._following.stop()
        if self._session.closed:
            return
        scope = self.scope
        self.address.set_text(_called(scope))
        self._loader.start(
            self._session.archive,
            lambda reader, _task: calendar_of(reader, scope),
            lambda found: self._show(scope, found),
            lambda error: self._say(self.tr("There are no days to show"), messages.sentence(error)),
        )

    def _changed(self) -> None:
        if self.isVisible() and not self._following.isActive():
            self._following.start()

    def _show(self, scope: Scope, found: Calendar) -> None:
        former, self.calendar = self.calendar, found
        if former.years and former.years[-1:] == found.years[-1:] and scope == self._shown_scope:
            self._shade()
            return
        self._shown_scope = scope
        self.real, self._compared = {}, {}
        if not found.days:
            self._say(
                self.tr("Nothing was captured yet"),
                self.tr("Each day of a crawl stands here, shaded by what it brought."),
            )
            return
        self.stack.setCurrentIndex(0)
        here = self._session.travel.day or self.days.here
        day = here if here is not None and here.year in found.years else max(found.days)
        self._turn_to(day)
        if scope.kind == "page":
            self._histories.want(scope.url)

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.stack.setCurrentIndex(1)
        for part in (self.year, self.told, self.meaning):
            part.clear()
        for button in (self.before, self.after):
            button.setEnabled(False)

    def _take_history(self, history: PageHistory) -> None:
        """How much of what is new is real is known of this page."""
        if self.scope != Scope("page", history.url) and history.url != self._url:
            return
        amounts = amounts_of(history)
        self.real, self._compared = {}, {}
        for version in history.versions:
            if version.id in amounts and not version.error:
                day = day_of(version.date)
                self._compared[day] = self._compared.get(day, 0) + 1
                self.real[day] = self.real.get(day, 0) + (amounts[version.id].changes > 0)
        self._shade()

    def _value(self, day: date) -> int:
        """What a day is shaded by."""
        counts = self.calendar.on(day)
        if self.shading.currentData() == "captures":
            return counts.captures
        return self._changes(day)

    def _changes(self, day: date) -> int:
        """Real changes of a day, and new versions of which it is not known whether they are."""
        known = self._compared.get(day, 0)
        return self.real.get(day, 0) + max(0, self.calendar.on(day).changes - known)

    def _shade(self) -> None:
        values: Mapping[date, int] = {day: self._value(day) for day in self.calendar.days}
        year = self.days.year
        self.days.show_year(
            year,
            {day: value for day, value in values.items() if day.year == year},
            max(values.values(), default=0),
        )
        self.year.setText(str(year))
        years = self.calendar.years
        self.before.setEnabled(any(each < year for each in years))
        self.after.setEnabled(any(each > year for each in years))
        self._tell(self.days.here)
        self.meaning.setText(self._meaning())

    def _meaning(self) -> str:
        if self.shading.currentData() == "captures":
            return self.tr("Shaded by how often something was captured on a day.")
        if self.scope.kind == "page" and self._compared:
            return self.tr("Shaded by versions that changed by more than noise.")
        return self.tr(
            "Shaded by new versions of known pages. How much of that is noise is known of single pages only: "
            "choose “This page”."
        )

    def describe(self, day: date) -> str:
        """All about a day in words."""
        counts = self.calendar.on(day)
        name = formats.day(day)
        if not counts.captures:
            return self.tr("{day}: nothing was captured").format(day=name)
        said = [
            self.tr("%Ln capture(s)", "", counts.captures),
            self.tr("%Ln new version(s)", "", counts.versions),
        ]
        if counts.pages and self.scope.kind != "page":
            said.append(self.tr("%Ln page(s) for the first time", "", counts.pages))
        if self._compared.get(day):
            said.append(self.tr("%Ln real change(s)", "", self.real.get(day, 0)))
        elif self.scope.kind != "page":
            said.append(self.tr("%Ln changed page(s)", "", counts.changes))
        return self.tr("{day}: {counts}").format(day=name, counts=" · ".join(said))

    # ---- going ----------------------------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """The next (1) or previous (-1) year with captures."""
        year = self.days.year
        years = [each for each in self.calendar.years if (each - year) * by > 0]
        if years:
            wanted = min(years) if by > 0 else max(years)
            days = list(self.calendar.of_year(wanted))
            self._turn_to(days[0] if by > 0 else days[-1])

    def step(self, by: int) -> None:
        """The next (1) or previous (-1) day with captures."""
        here = self.days.here
        day = self.calendar.beside(here, by) if here is not None else max(self.calendar.days, default=None)
        if day is not None:
            self._turn_to(day)

    def _beyond(self, day: date) -> None:
        """The cursor leaves the year; years without captures are passed over."""
        if day.year in self.calendar.years:
            self._turn_to(day)
        else:
            self.turn(1 if day.year > self.days.year else -1)

    def _turn_to(self, day: date) -> None:
        self.days.year = day.year
        self._shade()
        self.days.set_here(day)

    def _tell(self, day: date | None) -> None:
        if day is None:
            self.told.clear()
            return
        middle = self.days.box(day).center().toPoint()
        self.area.ensureVisible(middle.x(), middle.y(), 60, 60)
        hint = [self.tr("Enter shows the archive as it was that day")] if self._opens(day) else []
        self.told.setText(" · ".join([self.describe(day), *hint]))

    def _opens(self, day: date) -> bool:
        """Whether there is something to be seen on a day: not before the first capture, nor in the future."""
        first = next(iter(self.calendar.days), None)
        return first is not None and first <= day <= date.today()

    def _choose(self, day: date) -> None:
        if self._opens(day):
            self.day_chosen.emit(day, self.scope)
