"""Fields in the main window: taught in pages, shown in their view, told after a crawl where they match no longer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.archive.model import Capture
from widgets.fields.feeding import FieldsFeeder
from widgets.kit import jobs
from widgets.kit.side_sheet import SideSheet
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.crawl.run.crawl import Crawl
    from app.fields.alarms import Lost
    from app.fields.rules import Field
    from app.fields.teaching import Proposal
    from widgets.fields.sheet import TeachSheet
    from widgets.fields.view import FieldsView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


_WAYS = 3  # that are told of a field


class WindowFields(QObject):
    """Fields of pages; idle while no archive is open."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: FieldsView | None = None
        self.sheet: TeachSheet | None = None
        self.feeder: FieldsFeeder | None = None
        self._ended: list[str] = []  # crawls of which it is still to be told what fields lost in them
        opened.add_sheets(self._sheets)

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        self.feeder = FieldsFeeder(session, self)
        self.feeder.fed.connect(self._tell_lost)
        workspace.page.teach_requested.connect(self.teach)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        if self.feeder is not None:
            self.feeder.close()
            self.feeder.deleteLater()
        if self.sheet is not None:
            self.sheet.cancel()
            self.sheet.deleteLater()
        self.view = self.sheet = self.feeder = None
        self._ended.clear()

    def show(self, name: str = "") -> None:
        """Open the view, with a field chosen."""
        opened = self._opened
        if (feeder := self.feeder) is None:
            return
        self.view = opened.in_front(
            self.view, lambda session, workspace: self._make(session, workspace, feeder)
        )
        if self.view is not None:
            self.view.open(name)

    def teach(self, capture: Capture, path: str, text: str) -> None:
        """Propose ways to a value on a page."""
        from widgets.fields.work import Pointed

        sheet = self._teaching()
        if sheet is not None:
            if not sheet.isVisible():
                self._opened.put_sheets_away()
            sheet.teach(Pointed(capture.id, path, text), capture.url)

    def _edit(self, field: Field | None) -> None:
        sheet = self._teaching()
        if sheet is not None:
            self._opened.put_sheets_away()
            sheet.edit(field)

    def _choose(self, field: Field, proposals: Sequence[Proposal]) -> None:
        sheet = self._teaching()
        if sheet is not None:
            self._opened.put_sheets_away()
            sheet.choose(field, proposals)

    def _teaching(self) -> TeachSheet | None:
        session = self._opened.session
        if self.sheet is None and session is not None:
            from widgets.fields.sheet import TeachSheet  # not before somebody teaches

            self.sheet = TeachSheet(session, self._opened.stage)
            self.sheet.kept.connect(self._kept)
        return self.sheet

    def _sheets(self) -> Iterable[SideSheet]:
        return (self.sheet,) if self.sheet is not None else ()

    def _kept(self, field: Field) -> None:
        if self.feeder is None:
            return
        self.feeder.feed()
        if self.view is not None and self.view.isVisible():
            self.view.open(field.name)
        else:
            text = self.tr("The field “{name}” is kept; its values are looked for in every version.")
            show = (self.tr("Show"), lambda: self.show(field.name))
            self._opened.messages.info(text.format(name=field.name), show)

    def _make(self, session: Session, workspace: Workspace, feeder: FieldsFeeder) -> FieldsView:
        from widgets.fields.view import FieldsView  # not before somebody wants it

        view = FieldsView(session, feeder, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.value_requested.connect(self._show_value)
        view.edit_requested.connect(self._edit)
        view.choice_requested.connect(self._choose)
        view.told.connect(self._opened.messages.info)
        view.undo_offered.connect(lambda text, act: self._opened.messages.info(text, (self.tr("Undo"), act)))
        return view

    def _show_value(self, id: str, text: str, field: Field | None) -> None:
        """Show a version with a value marked in it, and say where it comes from."""
        from widgets.fields import words

        if not self._opened.show_capture(id) or self._opened.workspace is None or not text or field is None:
            return
        self._opened.workspace.page.seek(text)
        said = self.tr("This is where “{name}” comes from. {ways}")
        ways = formats.sentences([f"{words.way(one)}." for one in field.ways[:_WAYS]])
        self._opened.messages.info(said.format(name=field.name, ways=ways))

    def crawl_ended(self, crawl: Crawl) -> None:
        """Have what it brought looked through, and then say which fields match no longer."""
        from app.fields.rules import NAME

        session = self._opened.session
        if session is not None and self.feeder is not None and (session.path / NAME).exists():
            self._ended.append(crawl.job_id)
            self.feeder.feed()

    def _tell_lost(self) -> None:
        """Values are known as far as the archive goes."""
        session = self._opened.session
        if session is None or not self._ended:
            return
        ended, self._ended = self._ended, []
        archive = session.archive

        def work(_: jobs.Handle) -> list[Lost]:
            from app.fields.alarms import lost_in_crawl

            with archive.reader() as reader:
                return [one for crawl in ended for one in lost_in_crawl(reader, crawl)]

        def done(found: list[Lost]) -> None:
            if found and self._opened.session is session:
                one = found[0]
                text = self.tr("The field “{name}” matches no longer on {lost} of {changed} changed pages.")
                said = text.format(
                    name=one.field.name,
                    lost=formats.number(len(one.pages)),
                    changed=formats.number(one.changed),
                )
                self._opened.messages.warning(said, (self.tr("Show"), lambda: self.show(one.field.name)))

        jobs.run(session, work, done=done)
