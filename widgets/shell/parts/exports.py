"""Exports from the main window: the dialog, and the reports of what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from widgets.exchange import export_result
from widgets.exchange.export_result import ExportResult, ExportSheet
from widgets.kit import jobs
from widgets.kit.side_sheet import SideSheet
from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from app.exporting.export import ExportReport
    from app.interchange.job import InterchangeReport
    from app.search.listing import Listing
    from widgets.exchange.export_work import PagesSource
    from widgets.kit.report import ReportRow
    from widgets.session import Session
    from widgets.tree.selection import TreeSelection


class WindowExports(QObject):
    """Opens the dialog, and the sheets with what was written and what could not be."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self._made: list[SideSheet] = []
        opened.add_sheets(lambda: self._made)

    @cached_property
    def sheet(self) -> ExportSheet:
        """What was written as records, made when it is first needed."""
        made = ExportSheet(self._opened.stage)
        made.told.connect(lambda text: self._opened.messages.info(text))
        self._made.append(made)
        return made

    @cached_property
    def result(self) -> ExportResult:
        """What was written as documents."""
        made = ExportResult(self._opened.stage)
        self._made.append(made)
        return made

    def export(self) -> None:
        """Export what is selected in the tree, its site, or everything."""
        workspace = self._opened.workspace
        if workspace and not workspace.tree.export_selected():
            self._opened.messages.info(
                self.tr("There is nothing to export yet: crawl or import something first.")
            )

    def show(self, selection: TreeSelection | None, label: str) -> None:
        """The export dialog for a selection of the tree; without one, for the whole archive."""
        from widgets.exchange import export_work  # only when something is exported

        session = self._opened.session
        if session is None:
            return
        sources = []
        if selection is not None:
            sources.append(export_work.of_tree(selection, label))
            places = [page.url for page in selection.pages] + [folder.url for folder in selection.folders]
            sites = [site for url in places[:1] if len(places) == 1 and (site := export_work.site_of(url))]
            top = bool(selection.folders) and selection.folders[0].parent_id is None
            sources += [] if top else sites
        choice = self._opened.workspace.tree.facets.choice if self._opened.workspace else None
        if choice is not None and choice.any:
            sources.append(export_work.of_choice(choice))
        sources.append(export_work.everything())
        self._open(session, sources)

    def show_hits(self, hits: Listing, count: int) -> None:
        """The export dialog for what a search found."""
        from widgets.exchange import export_work

        if self._opened.session is not None:
            self._open(self._opened.session, [export_work.of_hits(hits, count)])

    def show_pages(self, label: str, pages: Sequence[int]) -> None:
        """The export dialog for pages by their numbers."""
        from widgets.exchange import export_work

        if self._opened.session is not None:
            self._open(self._opened.session, [export_work.of_pages(label, pages)])

    def _open(self, session: Session, sources: Sequence[PagesSource]) -> None:
        from widgets.exchange.export_dialog import ExportDialog

        dialog = ExportDialog(session, sources, self._opened.window, self._opened.settings)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.noted.connect(self._tell_notes)
        dialog.written.connect(self._tell_written)
        dialog.open()

    def forget(self) -> None:
        """The archive is being closed: what was written from it is no news of the next one."""
        for sheet in self._made:
            sheet.cancel()

    def _tell_notes(self, report: InterchangeReport, folder: Path) -> None:
        summary = self.sheet.summary_of(report, folder)
        if not report.notes:
            (self._opened.messages.info if report.records else self._opened.messages.warning)(summary)
            return

        def done(rows: Sequence[ReportRow]) -> None:
            self._offer(summary, lambda: self.sheet.open_for(report, rows, folder))

        jobs.run(self, lambda _: export_result.export_sheet_rows(report), done=done)

    def _tell_written(self, report: ExportReport, folder: Path) -> None:
        def done(rows: Sequence[ReportRow]) -> None:
            summary = self.result.summary_of(report, folder)
            self._offer(summary, lambda: self.result.open_for(report, rows, folder))

        jobs.run(self, lambda _: export_result.rows(report), done=done)

    def _offer(self, summary: str, open_sheet: Callable[[], None]) -> None:
        """Open the sheet; while another one is open, only say a sentence that offers it."""

        def open_it() -> None:
            self._opened.put_sheets_away()
            open_sheet()

        if self._opened.sheet_is_open():
            self._opened.messages.info(summary, (self.tr("Show the report"), open_it))
        else:
            open_it()
