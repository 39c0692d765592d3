"""What somebody sends who archived the same site: a WARC file, and a Tianwang file that was damaged on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from app.archive.archive import Archive
from app.interchange.exporting import export_archive
from widgets.tour.driver import TourFailed, click, settle, trigger, wait_until

if TYPE_CHECKING:
    from widgets.shell.main_window import MainWindow


# The part of the tour that looks at two versions in every way there is.


def show(window: MainWindow, shot: Callable[[str], None]) -> None:
    """Each mode of the comparison on screen; at the end the pages stand side by side again."""
    view = window.workspace.comparison
    for mode in ("swipe", "onion", "text", "source"):
        trigger(window.actions_[f"comparison_{mode}"])
        settle(1.5)
        if view.presenter.mode != mode:
            raise TourFailed(f"the comparison does not show {mode}")
        shot(f"compare-{mode}")
    trigger(window.actions_["comparison_side"])


# What a person does with crawls beyond starting one: watch, change it while it runs, look why, keep it for
# later.

Shot = Callable[[str], None]


def change(window: MainWindow, shot: Shot) -> None:
    """What another depth and a pattern would do to the queue of the running crawl; then nothing is changed."""
    trigger(window.actions_["change_crawl"])
    sheet = window.crawls.change_sheet
    wait_until(sheet.isVisible, "the settings of the crawl are shown")
    sheet.form.limits.depth.setValue(1)
    sheet.form.more.reveal("exclude")
    sheet.form.more.field("exclude").control.setPlainText("/zh/")
    wait_until(sheet.card.more.isVisible, "the preview is there")
    sheet.card.more.setChecked(True)
    sheet.scroll.ensureWidgetVisible(sheet.form.more.field("exclude"))
    shot("crawl-change")
    sheet.cancel()
    if window.session is None or window.session.crawl is None:
        raise TourFailed("the crawl ended although it was paused")


def dashboard(window: MainWindow, shot: Shot) -> None:
    """What became of every address, and what the queue and the hosts of the crawl look like."""
    panel = window.workspace.crawl
    panel.set_folded(False)
    panel.set_grown(True)
    for number, name in enumerate(("dashboard", "dashboard-hosts", "dashboard-queue")):
        panel.dashboard.show_tab(number)
        if name == "dashboard-queue":
            panel.dashboard.queue.show_queue("parked")
        settle(1.0)
        if name == "dashboard-queue":
            panel.dashboard.queue.view.selectRow(0)
            settle(0.6)
        shot(name)
    panel.dashboard.show_tab(0)
    panel.set_grown(False)
    panel.set_folded(True)


def keep(window: MainWindow, url: str, shot: Shot) -> None:
    """A crawl that repeats itself every hour, kept without running it."""
    window.crawls.ask(url)
    sheet = window.crawls.sheet
    wait_until(sheet.isVisible, "the crawl sheet opens")
    click(sheet.templates.buttons["news-front-page"])
    sheet.name.setText("Observatory news")
    sheet.scroll.ensureWidgetVisible(sheet.more.toggle)
    shot("crawl-repeat")
    sheet.more.toggle.setChecked(True)
    settle(0.4)
    sheet.scroll.ensureWidgetVisible(sheet.more.groups[-1])
    shot("crawl-settings")
    click(sheet.save)
    trigger(window.actions_["saved_crawls"])
    saved = window.crawls.saved
    wait_until(lambda: len(saved.rows) == 1, "the saved crawl stands in the list")
    shot("saved-crawls")
    saved.cancel()
    window.messages.hide()


# Scenes about documents that are no web pages: pages of a PDF, a song, a film, an official document,
# facets.


def papers_show(window: MainWindow, choose: Callable[[str], None], shot: Callable[[str], None]) -> None:
    """Look at documents of several kinds, then narrow the tree to some of them."""
    workspace = window.workspace
    assert workspace is not None, "an archive is open"
    choose("downloads/annual-report.pdf")
    views = workspace.page.views
    wait_until(
        lambda: views.page.pdf.isVisible() and views.page.pdf.pages.drawn(0), "the PDF shows its pages"
    )
    shot("pdf")
    views.tabs.setCurrentWidget(views.text)
    wait_until(lambda: "Accounts" in views.text.view.toPlainText(), "the text of the PDF is shown")
    shot("pdf-text")
    views.tabs.setCurrentWidget(views.details)
    wait_until(views.details.copy.isEnabled, "the details are shown")
    shot("title-candidates")
    views.tabs.setCurrentWidget(views.page)
    choose("downloads/snow-on-the-pond.mp3")
    wait_until(views.page.card.extras.lyrics.isVisible, "the words of the song are shown")
    settle(0.6)
    shot("song")
    choose("downloads/four-seasons.webm")
    wait_until(lambda: views.page.card.extras.strip.count > 2, "the key frames of the film are shown")
    shot("film")
    views.page.card.extras.strip.activated.emit(views.page.card.extras.strip.model().index(2, 0))
    shot("film-enlarged")
    views.page.enlarged.put_away()
    views.tabs.setCurrentWidget(views.text)
    choose("downloads/night-opening.docx")
    wait_until(lambda: "观测者" in views.text.view.toPlainText(), "the official document is shown")
    shot("official-document")
    views.tabs.setCurrentWidget(views.page)
    _narrow(window, shot)


def _narrow(window: MainWindow, shot: Callable[[str], None]) -> None:
    tree = window.workspace.tree
    tree.open_facets()
    wait_until(lambda: tree.head.popup.tree.topLevelItemCount() > 1, "the values of the facets are counted")
    shot("facets")
    tree.head.popup.close()
    tree.facets.toggle("type", "pdf", True)
    tree.facets.toggle("type", "word", True)
    wait_until(lambda: tree.model.shown.selection is not None, "the tree shows what was chosen")
    settle(0.6)
    shot("facets-chosen")
    tree.facets.clear()
    wait_until(lambda: tree.model.shown.selection is None, "the tree shows everything again")


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
    (folder / "read me.txt").write_text(
        "Two copies of the same site; the second one has seen better days.\n", "utf-8"
    )
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
    wait_until(
        lambda: window.workspace and window.workspace.integrity.check.card.kind == "error", "damage is found"
    )


def bring_in(window: MainWindow, parcel: Path) -> None:
    """Import the files without an open archive, and wait for the report."""
    window.close_archive()
    window.start.import_requested.emit([parcel])
    wait_until(lambda: window.imports.sheet.isVisible(), "the import has ended")
    seen = window.imports.last.figures if window.imports.last else {}
    if seen.get("stored", 0) < 100 or not seen["known"] or not seen["damaged"]:
        raise TourFailed("the files of a colleague did not come in as they should")
