"""The template of a site in the main window: its view, and what is said of parts of pages in their menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.archive.model import Capture
from app.errors import UserError
from widgets.kit import jobs, messages
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.templates.explaining import Explained
    from app.templates.pointing import Spot
    from widgets.kit.loading import Loader
    from widgets.session import Session
    from widgets.shell.workspace import Workspace
    from widgets.templates.view import TemplateView
    from widgets.templates.work import Judged


class WindowTemplates(QObject):
    """Templates of sites; idle while no archive is open."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self._loads: Loader | None = None
        self.view: TemplateView | None = None

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        workspace.page.judge_requested.connect(self.judge)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        if self._loads is not None:
            self._loads.cancel()
        self.view = None

    def show(self) -> None:
        """The template of the page on screen."""
        opened = self._opened
        if opened.workspace is None:
            return
        capture = opened.workspace.page.capture
        if capture is None:
            opened.say_briefly(self.tr("Choose a page first."), 4000)
            return
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.open(capture)
            self.view.setFocus()

    def _judging(self) -> Loader:
        """Made with the first mark: it brings what only archives need, and the window is made without one."""
        from widgets.kit.loading import Loader

        if self._loads is None:
            self._loads = Loader(self)
        return self._loads

    def judge(self, capture: Capture, places: Sequence[str], text: str, content: bool) -> None:
        """A person says what stands at some places of a page."""
        session = self._opened.session
        if session is None:
            return
        archive = session.archive

        def read(reader: object, task: jobs.Handle) -> Judged:
            from widgets.templates import work

            return work.judge(archive, reader, capture, places, text, content, task)  # type: ignore[arg-type]

        self._judging().start(archive, read, self._judged, label=self.tr("Looking at the pages of the site"))

    def _judge_spot(self, site: str, spot: Spot, content: bool) -> None:
        session = self._opened.session
        if session is None:
            return
        path = session.path

        def write(_reader: object, _task: jobs.Handle) -> Judged:
            from widgets.templates import work

            return work.judge_spot(path, site, spot, content)

        self._judging().start(session.archive, write, self._judged)

    def _unmark(self, site: str, part: Explained) -> None:
        session = self._opened.session
        if session is None:
            return
        path = session.path

        def write(_reader: object, _task: jobs.Handle) -> None:
            from app.templates.marks import unmark

            unmark(path, site, part.number)

        self._judging().start(session.archive, write, lambda _: self._read_again())

    def _judged(self, judged: Judged) -> None:
        bar = self._opened.messages
        if not judged.spots:
            bar.info(self.tr("No text of the page stands at this place."))
            return
        spot = judged.spots[0]
        text = (
            self.tr("“{text}” is content now on {site}.")
            if judged.content
            else self.tr("“{text}” is no content any more on {site}.")
        )
        said = [text.format(text=formats.shorten(spot.text or spot.where, 60), site=judged.site)]
        if spot.pages:
            where = self.tr("It stands on {pages} of the {all} pages that were looked at.")
            said.append(where.format(pages=formats.number(spot.pages), all=formats.number(spot.of)))
        else:
            said.append(self.tr("No other page of the site that was looked at has it."))

        def undo() -> None:
            from widgets.templates import work

            session = self._opened.session
            if session is None:
                return
            try:
                work.take_back(session.path, judged)
            except UserError as error:
                bar.warning(messages.sentence(error))
                return
            self._read_again()
            bar.info(self.tr("The mark was taken back."))

        bar.info(formats.sentences(said), (self.tr("Undo"), undo))
        self._read_again()

    def _read_again(self) -> None:
        """What is main text is something else now."""
        workspace = self._opened.workspace
        if workspace is not None and workspace.page.capture is not None:
            workspace.page.views.documents.forget()
        if self.view is not None and self.view.isVisible():
            self.view.read_again()

    def _make(self, session: Session, workspace: Workspace) -> TemplateView:
        from widgets.templates.view import TemplateView  # a browser: not before somebody wants it

        view = TemplateView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.judge_requested.connect(self.judge)
        view.spot_requested.connect(self._judge_spot)
        view.unmark_requested.connect(self._unmark)
        return view
