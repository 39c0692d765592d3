"""Imports from the main window: choice of the files, choice of the archive, report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from widgets.exchange import import_report as import_words
from widgets.exchange import importing
from widgets.exchange.import_report import ImportSheet
from widgets.kit import files as places
from widgets.kit.files import setting
from widgets.shell.idle import WindowIdle
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

_SHOW_EVERY = 1000  # milliseconds between two looks of the tree at what comes in
_LOOK_AHEAD = 500  # captures among which a document is looked for, to show what came in


class WindowImports(QObject):
    """Asks, imports in the background, shows the report."""

    def __init__(self, opened: Opened, idle: WindowIdle) -> None:
        super().__init__(opened.window)
        self._opened, self._idle = opened, idle
        self.last: import_words.Told | None = None
        self._before = 0  # the newest capture before the last import
        self._growing = QTimer(self, interval=_SHOW_EVERY)
        self._growing.timeout.connect(self._grow)

    @cached_property
    def sheet(self) -> ImportSheet:
        """The report, made when it is first needed."""
        made = ImportSheet(self._opened.stage)
        made.show_requested.connect(self.show_new)
        made.told.connect(lambda text: self._opened.messages.info(text))
        self._opened.add_sheets(lambda: (made,))
        return made

    def choose_files(self) -> None:
        """Ask which files to import."""
        kinds = ";;".join(
            (
                self.tr("All that can be imported ({endings})").format(endings=places.patterns()),
                self.tr("Tianwang files ({endings})").format(endings="*.tw *.raw *.gz *.xz *.zst"),
                self.tr("Web archives ({endings})").format(endings="*.warc *.warc.gz *.arc *.arc.gz *.wacz"),
                self.tr("All files (*)"),
            )
        )
        chosen, _ = QFileDialog.getOpenFileNames(
            self._opened.window, self.tr("Import"), self._folder(), kinds
        )
        if chosen:
            self.bring_in([Path(name) for name in chosen])

    def choose_folder(self) -> None:
        """Ask which folder to import, with all files below it."""
        chosen = QFileDialog.getExistingDirectory(
            self._opened.window, self.tr("Import a folder"), self._folder()
        )
        if chosen:
            self.bring_in([Path(chosen)])

    def _folder(self) -> str:
        return setting(self._opened.settings, "import/folder", "")

    def runs(self) -> bool:
        """Only one can write to an archive: say so when that is an import, or documents are read again."""
        session = self._opened.session
        if session is not None and session.rereading:
            text = self.tr("Documents are being read again. Stop that below, or wait until it has finished.")
        elif session is not None and session.importing:
            text = self.tr("An import is running. Stop it below, or wait until it has finished.")
        else:
            return False
        self._opened.messages.warning(text)
        return True

    def bring_in(self, paths: Sequence[Path]) -> None:
        """Import files and folders into the open archive, or into a new one when none is open."""
        session, messages = self._opened.session, self._opened.messages
        if session is not None and session.crawling:
            messages.warning(self.tr("A crawl is running. Import the files when it has finished."))
        elif paths and not self.runs():
            self._opened.settings.setValue("import/folder", str(paths[0].parent))
            importing.recognised(self, paths, lambda found: self._recognised(paths, found))

    def _recognised(self, paths: Sequence[Path], found: bool) -> None:
        if not found:
            name = formats.shorten(paths[0].name, 60)
            if len(paths) == 1:
                text = self.tr(
                    "“{name}” holds nothing that can be imported: Tianwang, WARC, ARC and WACZ files can."
                )
            else:
                text = self.tr("None of these files can be imported: Tianwang, WARC, ARC and WACZ files can.")
            self._opened.messages.warning(text.format(name=name))
            return
        if self._opened.session is None:
            path = self._new_archive(paths[0])
            self._opened.create_requested.emit(path)
        session = self._opened.session
        if session is not None and not session.busy:
            self._start(session, paths)

    def _new_archive(self, path: Path) -> Path:
        """A new archive beside the others, called like what is imported."""
        stem = path.name.split(".")[0] or "import"
        folder = places.archive_folder(self._opened.settings)
        made, number = folder / f"{stem}.archive", 2
        while made.exists():
            made = folder / f"{stem}-{number}.archive"
            number += 1
        return made

    def _start(self, session: Session, paths: Sequence[Path]) -> None:
        before = session.present.last_seq()

        def ended() -> None:
            session.importing = None
            self._growing.stop()
            session.refresh()
            self._opened.grown.emit()
            self._opened.changed.emit()

        def done(seen: import_words.Told) -> None:
            ended()
            self.last, self._before = seen, before
            if not self._idle.import_ended():
                self._tell(seen)

        def failed(error: Exception) -> None:
            ended()
            if not self._idle.import_ended():
                self._opened.messages.tell(error)

        self._opened.messages.hide()
        session.importing = importing.bring_in(session, session.archive, paths, done, failed)
        self._growing.start()
        self._opened.changed.emit()

    def _grow(self) -> None:
        session = self._opened.session
        if session is not None and session.importing:
            session.refresh()
        else:
            self._growing.stop()

    def _tell(self, seen: import_words.Told) -> None:
        """Open the report, unless somebody has opened another sheet meanwhile."""
        self._opened.changed.emit()
        if self._opened.sheet_is_open():
            show = self._opened.messages.warning if seen.bad else self._opened.messages.info
            show(seen.summary, (self.tr("Show the report"), self.show_report))
        else:
            self.show_report()

    def show_report(self) -> None:
        """The report of the last import."""
        if self.last is not None:
            self._opened.put_sheets_away()
            self.sheet.open_for(self.last)

    def show_new(self) -> None:
        """Show the first imported page and its place in the tree."""
        workspace, session = self._opened.workspace, self._opened.session
        if workspace is None or session is None:
            return
        pages = session.present.changes_after(self._before, _LOOK_AHEAD)
        page = next((page for page in pages if page.kind == "document"), pages[0] if pages else None)
        if page is not None:
            workspace.tree.filter.clear()
            workspace.tree.show_collections(False)
            workspace.tree.show()
            workspace.show_address(page.url)
            workspace.tree.current_view().setFocus()

    def forget(self) -> None:
        """The archive is being closed: its report goes too."""
        if self.last is not None:
            self.sheet.cancel()
        self.last = None
        self._growing.stop()
