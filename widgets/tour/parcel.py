"""What somebody sends who archived the same site: a WARC file, and a Tianwang file that was damaged on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.archive import Archive
from app.interchange import export_archive
from widgets.tour.driver import TourFailed, trigger, wait_until

if TYPE_CHECKING:
    from widgets.main_window import MainWindow

_CUT = 200  # bytes that are missing at the end of the damaged file


def make(archive: Archive, folder: Path) -> Path:
    """Write the files into `folder`, a new one."""
    folder.mkdir()
    with archive.reader() as reader:
        export_archive(reader, folder / "sample-site.warc.gz", "warc")
    (folder / "sample-site.cdxj").unlink(missing_ok=True)  # the index of the WARC file stays at home
    content = bytearray(next((archive.path / "batches").rglob("*.tw")).read_bytes())
    for place in (len(content) // 3, len(content) // 2):
        content[place] ^= 0xFF
    (folder / "old-crawl.raw").write_bytes(content[:-_CUT])
    (folder / "read me.txt").write_text("Two copies of the same site; the second one has seen better days.\n", "utf-8")
    return folder


def damage(window: MainWindow) -> None:
    """Alter some records of the archive that is open, and wait until a check has found them."""
    session = window.session
    assert session is not None
    window.imports.sheet.cancel()
    for number, capture in enumerate(session.reader.captures(kind="version")):
        if number % 40 == 20:
            with (session.path / capture.file).open("r+b") as batch:
                batch.seek(capture.end - 9)
                batch.write(b"\xff")
    trigger(window.actions_["check"])
    wait_until(lambda: window.workspace and window.workspace.integrity.check.card.kind == "error", "damage is found")


def bring_in(window: MainWindow, parcel: Path) -> None:
    """Import the files without an open archive, and wait for the report."""
    window.close_archive()
    window.start.import_requested.emit([parcel])
    wait_until(lambda: window.imports.sheet.isVisible(), "the import has ended")
    seen = window.imports.last.figures if window.imports.last else {}
    if seen.get("stored", 0) < 100 or not seen["known"] or not seen["damaged"]:
        raise TourFailed("the files of a colleague did not come in as they should")
