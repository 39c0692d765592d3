"""Captures elsewhere in the version line of the page on screen: which archives are asked, and what a click offers.

Off until somebody turns an archive on. Then it is asked for each page that stays on screen for a moment, once a session.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu

from app.errors import UserError
from app.remote import archives
from app.remote.archives import Remote
from widgets.kit import jobs, messages
from widgets.kit.parts import icon
from widgets.page.versions.foreign import Foreign
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.remote.asking import RemoteCapture
    from app.remote.taking import Taken
    from widgets.elsewhere.work import Asked, Line
    from widgets.page.area import PageArea
    from widgets.page.versions.strip import VersionStrip
    from widgets.session import Session

REST = 1000
"""Milliseconds that a page is on screen before an archive elsewhere is asked for it."""
_KEPT = 500  # answers
_LISTED = 12  # captures of one mark in its menu


class ElsewhereLine(QObject):
    """Of one workspace. `busy` says whether something else writes to the archive, and tells that."""

    show_requested = Signal(object, object)  # Remote, RemoteCapture
    compare_requested = Signal(object, object, object)  # Remote, RemoteCapture, Capture of here
    list_requested = Signal()  # the view Captures elsewhere
    taken = Signal()
    told = Signal(str)

    def __init__(
        self, session: Session, page: PageArea, busy: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent or page)
        self._session, self._page, self._busy = session, page, busy
        self._answers: OrderedDict[tuple[Remote, str], Sequence[RemoteCapture]] = OrderedDict()
        self._task: jobs.Task[Any] | None = None
        self._url = self._said = ""
        self._strip: VersionStrip | None = None
        self.lines: list[tuple[Remote, Line]] = []  # as they stand in the strip
        self._menu: QMenu | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._look)
        page.capture_shown.connect(self._shown)
        session.travel.changed.connect(self._travelled)

    # ---- which archives -----------------------------------------------------------------------------------------

    def remotes(self) -> list[Remote]:
        """Those that are turned on for this archive."""
        try:
            return archives.chosen(self._session.path)
        except UserError as error:
            self._tell(messages.sentence(error))
            return []

    def turn(self, name: str, *, on: bool) -> None:
        """Turn an archive elsewhere on or off for this archive; on, it is asked for the page on screen at once."""
        names = {one.name for one in self.remotes()} - {name} | ({name} if on else set())
        try:
            archives.choose(self._session.path, names)
        except UserError as error:
            self._tell(messages.sentence(error))
        self._said = ""
        self._look()

    def fill(self, menu: QMenu) -> None:
        """The menu of the button in the strip: archives elsewhere to be turned on and off."""
        menu.clear()
        menu.setToolTipsVisible(True)
        on = {one.name for one in self.remotes()}
        try:
            known = archives.known()
        except UserError:
            known = []
        for one in known:
            action = menu.addAction(self.tr("Show captures of “{name}”").format(name=one.name))
            action.setCheckable(True)
            action.setChecked(one.name in on)
            tip = self.tr(
                "{address}\nIs asked for each page that you look at in this archive, until you turn it off"
            )
            action.setToolTip(tip.format(address=one.address))
            action.toggled.connect(partial(self._turned, one.name))
        if known:
            menu.addSeparator()
        if on:
            menu.addAction(icon("again"), self.tr("Ask again"), self.ask_again)
        menu.addAction(icon("link"), self.tr("Captures elsewhere…"), self.list_requested.emit)

    def _turned(self, name: str, on: bool) -> None:
        self.turn(name, on=on)

    # ---- asking -------------------------------------------------------------------------------------------------

    def _shown(self, capture: Capture) -> None:
        strip = self._page.views.strip
        if self._strip is None:
            self._strip = strip
            menu = QMenu(strip.elsewhere)
            menu.aboutToShow.connect(lambda: self.fill(menu))
            strip.elsewhere.setMenu(menu)
            strip.foreign_chosen.connect(self._offer)
        if capture.url != self._url:
            self._url = capture.url
            self._call_off()
            self._show([])
            self._colour(bool(self.remotes()))
            self._rest.start()

    def _travelled(self) -> None:
        self._url = ""  # the page is shown anew, with what there was on that day

    def ask_again(self) -> None:
        """Ask once more for the page on screen."""
        for key in [key for key in self._answers if key[1] == self._url]:
            del self._answers[key]
        self._said = ""
        self._look()

    def refresh(self) -> None:
        """Some captures are here now."""
        if self.lines:
            self._look()

    def _look(self) -> None:
        """Ask the archives that are turned on, those that were not yet, for the page on screen."""
        self._call_off()
        remotes, url, archive = self.remotes(), self._url, self._session.archive
        self._colour(bool(remotes))
        if not url or not remotes or not self._page.isVisible():
            if not remotes:
                self._show([])
            return
        answers = dict(self._answers)
        new = [one for one in remotes if (one, url) not in answers]

        def work(task: jobs.Handle) -> tuple[list[Asked], list[UserError]]:
            from widgets.elsewhere.work import among_ours, ask  # the network: not before it is wanted

            found: list[Asked] = []
            failed: list[UserError] = []
            for one in remotes:
                task.check()
                try:
                    known = answers.get((one, url))
                    found.append(
                        among_ours(archive, one, url, known)
                        if known is not None
                        else ask(archive, one, url, task)
                    )
                except UserError as error:
                    failed.append(error)
            return found, failed

        names = ", ".join(one.name for one in new)
        label = self.tr("Asking {name}").format(name=names) if new else ""
        self._task = jobs.run(
            self, work, done=self._arrived, stopped=lambda _: self._forget_task(), label=label
        )

    def _forget_task(self) -> None:
        self._task = None

    def _call_off(self) -> None:
        self._rest.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _arrived(self, result: tuple[list[Asked], list[UserError]]) -> None:
        self._task = None
        found, failed = result
        for asked in found:
            self._answers[asked.remote, asked.url] = asked.found
            if len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        moment = self._session.travel.moment
        lines = [
            (asked.remote, line)
            for asked in found
            for line in asked.lines
            if line.elsewhere is not None
            and line.here is None
            and (moment is None or line.elsewhere.date < moment)
        ]
        self._show(sorted(lines, key=lambda each: each[1].elsewhere.date if each[1].elsewhere else 0))
        if failed:
            self._tell(formats.sentences([messages.sentence(error) for error in failed]))
        else:
            self._said = ""

    def _tell(self, sentence: str) -> None:
        """Once as long as it is the same: each page would say it again."""
        if sentence != self._said:
            self._said = sentence
            self.told.emit(sentence)

    # ---- in the strip -------------------------------------------------------------------------------------------

    def _colour(self, on: bool) -> None:
        if self._strip is not None:
            self._strip.elsewhere.setIcon(icon("link", "accent" if on else "text"))

    def _show(self, lines: list[tuple[Remote, Line]]) -> None:
        self.lines = lines
        if self._strip is not None:
            self._strip.set_foreign([self._foreign(remote, line) for remote, line in lines])

    def _foreign(self, remote: Remote, line: Line) -> Foreign:
        one = line.elsewhere
        assert one is not None
        facts = [str(one.status) if one.status and one.status != 200 else ""]
        if line.same is not None:
            facts.append(self.tr("same content as ours of {date}").format(date=formats.date(line.same.date)))
        return Foreign(one.date, remote.name, " · ".join(filter(None, facts)), line.same is not None)

    # ---- a click ------------------------------------------------------------------------------------------------

    def _offer(self, numbers: Sequence[int], place: QPoint) -> None:
        self._menu = menu = self.menu_of(numbers)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def menu_of(self, numbers: Sequence[int]) -> QMenu:
        """What can be done with the captures of a mark: of one at once, of several each in a menu of its own."""
        menu = QMenu(self._strip)
        menu.setToolTipsVisible(True)
        chosen = [self.lines[n] for n in numbers]
        for remote, line in chosen[:_LISTED]:
            one = line.elsewhere
            assert one is not None
            words = self.tr("“{name}”, {date}").format(name=remote.name, date=formats.date(one.date))
            if len(chosen) == 1:
                menu.addAction(words).setEnabled(False)
                menu.addSeparator()
                self._fill_one(menu, remote, line)
            else:
                self._fill_one(menu.addMenu(icon("link"), words), remote, line)
        if len(chosen) > 1:
            menu.addSeparator()
        each: dict[Remote, list[RemoteCapture | None]] = {}
        for remote, line in chosen:
            each.setdefault(remote, []).append(line.elsewhere)
        for remote, captures in each.items():
            if len(captures) > 1:
                words = self.tr("Take in all %Ln of “{name}”", "", len(captures)).format(name=remote.name)
                menu.addAction(icon("import"), words, partial(self.take, remote, captures))
        if len(chosen) > _LISTED:
            menu.addAction(icon("link"), self.tr("All in “Captures elsewhere”…"), self.list_requested.emit)
        return menu

    def _fill_one(self, menu: QMenu, remote: Remote, line: Line) -> None:
        one = line.elsewhere
        menu.addAction(icon("text"), self.tr("&Show"), lambda: self.show_requested.emit(remote, one))
        ours = self._page.capture
        compare = menu.addAction(
            icon("compare"),
            self.tr("&Compare with ours"),
            lambda: self.compare_requested.emit(remote, one, ours),
        )
        if ours is not None:
            tip = self.tr("With the version on screen, of {date}").format(date=formats.date(ours.date))
            compare.setToolTip(tip)
        menu.addAction(icon("import"), self.tr("&Take in"), lambda: self.take(remote, [one]))

    def take(self, remote: Remote, wanted: Sequence[RemoteCapture | None]) -> None:
        """Store captures as records of this archive."""
        from widgets.elsewhere.work import sentence_of, take_in

        if self._session.busy or self._busy():
            return
        archive, captures = self._session.archive, [one for one in wanted if one is not None]

        def ended(report: Taken | None) -> None:
            self._session.importing = None
            if report is None:
                return
            self._session.refresh()
            stored = self.tr("%Ln capture(s) taken in.", "", len(report.stored))
            self.told.emit(sentence_of(report, stored))
            if report.stored:
                self.taken.emit()
            self._look()

        def failed(error: Exception) -> None:
            self._session.importing = None
            self.told.emit(messages.sentence(error))

        self._session.importing = jobs.run(
            self,
            lambda task: take_in(archive, remote, captures, task),
            done=ended,
            failed=failed,
            stopped=ended,
            label=self.tr("Taking in from {name}").format(name=remote.name),
        )
