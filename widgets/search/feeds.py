"""Changes that a query lists, saved as a feed: asks where to, and writes it in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from widgets.kit import jobs
from widgets.search.events import facts, happened
from widgets.search.work import Finder
from widgets.words import formats

if TYPE_CHECKING:
    from app.search.changes.atom import Said
    from app.search.changes.events import Event

_ENDINGS = (".atom", ".xml")


def save_feed(
    parent: QWidget, finder: Finder, query: str, name: str, done: Callable[[Path], None]
) -> jobs.Task[Path] | None:
    """Ask for a file and write the newest changes there, of an archive of this `name`; None when none was chosen."""
    translate = QCoreApplication.translate
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    proposed = "".join(sign if sign.isalnum() or sign in " -_" else " " for sign in query)[:60]
    chosen, _ = QFileDialog.getSaveFileName(
        parent,
        translate("events", "Save as feed"),
        str(Path(folder or Path.home()) / f"{' '.join(proposed.split())}.atom"),
        translate("events", "Atom feed (*.atom *.xml)"),
    )
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in _ENDINGS:
        path = path.with_name(f"{path.name}.atom")
    title = translate("events", "{query} in {archive}").format(query=query, archive=name)
    label = translate("events", "Writing the feed")
    return jobs.run(
        parent, lambda task: write_feed(finder, query, name, title, path, task), done=done, label=label
    )


def write_feed(finder: Finder, query: str, name: str, title: str, path: Path, task: jobs.Handle) -> Path:
    """Write the newest changes that a query lists. QueryFault, StorageFailed; ArchiveError while there is no index."""
    from app.search.changes import atom

    found = finder.find_events(query, limit=atom.MOST, sort="newest", cancelled=lambda: task.cancelled)
    task.check()
    atom.write(path, atom.feed(found.events, name=name, query=query, title=title, say=_said))
    return path


def _said(event: Event) -> Said:
    from app.search.changes.atom import Said

    title = event.title or formats.readable(event.url)
    return Said(f"{happened(event.kind)}: {title}", facts(event))
