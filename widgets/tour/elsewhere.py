"""A scene of the tour: what a library has of a page of ours, in the version line, as it looked, and beside ours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.remote import archives
from widgets.sharing.service import Service
from widgets.tour.driver import settle, there, wait_until

if TYPE_CHECKING:
    from widgets.shell.main_window import MainWindow

_AGO = (700, 610)  # days before the first crawl


def _library(ours: Archive, folder: Path, url: str) -> Archive:
    """An archive with two earlier captures of a page, and of all that is no page."""
    made = Archive.create(folder / "library.archive", "Library")
    with ours.reader() as reader, made.writer() as writer:
        for page in reader.all_pages():
            if page.url != url and page.type == "text/html":
                continue
            first = reader.versions(page.url)[0]
            data = reader.data(reader.record(first))
            for number, ago in enumerate(_AGO):
                body = data.replace(b"<h1>", (b"<h1>Soon: ", b"<h1>New: ")[number], 1)
                writer.store(NewCapture(page.url, first.date - timedelta(days=ago), None, body))
        writer.commit()
    return made


def elsewhere(window: MainWindow, url: str, folder: Path, shot: Callable[[str], None]) -> None:
    """Turn the archive of a library on for the archive that is open, look at a capture of it, compare it, and turn it
    off."""
    session, workspace = there(window.session, "the archive"), there(window.workspace, "the archive")
    library = _library(session.archive, folder, url)
    service = Service(window)
    service.start(library.path, everybody=False)
    wait_until(lambda: service.address, "the library answers")
    archives.add(archives.checked("library", f"{service.address}{service.name}/"))
    line, strip = there(window.elsewhere.line, "the line of versions"), workspace.page.views.strip
    menu = strip.elsewhere.menu()
    line.fill(menu)
    menu.actions()[0].trigger()
    wait_until(lambda: len(line.lines) == len(_AGO), "the captures of the library stand in the line")
    settle(0.6)
    shot("elsewhere-line")
    show, compare = line.menu_of([0]).actions()[-3:-1]
    show.trigger()
    look = there(window.elsewhere.look, "the view of one capture")
    wait_until(lambda: look.page is not None and look.page.ready, "the capture is shown")
    settle(1.5)
    shot("elsewhere-page")
    compare.trigger()
    wait_until(
        lambda: look.comparison is not None and look.comparison.outcome is not None,
        "the capture is compared with ours",
    )
    settle(2.0)
    shot("elsewhere-compare")
    look.closed.emit()
    line.turn("library", on=False)
    service.stop(wait=True)
    service.deleteLater()
