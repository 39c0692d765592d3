"""The scenes of the tour, each a task of a user, done with mouse and keyboard."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.personal import FOLDER_VARIABLE
from widgets.exchange.export_dialog import ExportDialog
from widgets.history.kept import KEEP
from widgets.kit import jobs
from widgets.shell.help_window import HelpWindow
from widgets.tour import scenes
from widgets.tour.driver import (
    Camera,
    TourFailed,
    click,
    click_row,
    named_button,
    rendered,
    settle,
    there,
    trigger,
    type_text,
    wait_until,
)

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.shell.main_window import MainWindow
    from widgets.shell.workspace import Workspace


class Running(Protocol):
    """The running program, as the composition root builds it."""

    settings: QSettings

    @property
    def window(self) -> MainWindow: ...


def play(program: Running, pictures: Path, workplace: Path) -> int:
    """Play all scenes; returns 0, or 1 after telling on stderr which scene failed.

    Archives and exports of the tour go to `workplace`; nothing of the user's own is touched.
    """
    tour = Tour(program, Camera(pictures), workplace)
    started = time.monotonic()
    for scene in tour.scenes():
        try:
            scene()
        except Exception:
            traceback.print_exc()
            print(f"The tour failed in the scene “{scene.__name__}”.", file=sys.stderr)  # noqa: T201 - a script's output
            tour.leave()
            return 1
        print(f"  {(scene.__doc__ or scene.__name__).strip()}", flush=True)  # noqa: T201
    tour.leave()
    took = time.monotonic() - started
    print(f"The tour took {took:.0f} s; {len(tour.camera.taken)} pictures are in {pictures}.", flush=True)  # noqa: T201
    return 0


class Tour:
    """The scenes in order; each relies on the one before, as a person's tasks do."""

    def __init__(self, program: Running, camera: Camera, workplace: Path) -> None:
        self.program, self.camera, self.workplace = program, camera, workplace
        os.environ[FOLDER_VARIABLE] = str(workplace / "config")  # what is kept for a person
        program.settings.setValue("archives/folder", str(workplace / "archives"))
        program.settings.setValue("language", "en")
        program.settings.setValue(KEEP, False)
        program.settings.setValue("export/folder", str(workplace / "export"))
        self._site = ""
        self.use_language("en")

    @property
    def window(self) -> MainWindow:
        return self.program.window

    def scenes(self) -> list[Callable[[], None]]:
        return [
            self.start_page,
            self.first_crawl,
            self.look_around,
            self.documents,
            self.second_crawl,
            self.compare,
            self.search,
            self.fields,
            self.template,
            self.collections,
            self.link_map,
            self.moving,
            self.calendar,
            self.export,
            self.integrity,
            self.sharing,
            self.elsewhere,
            self.bring_in,
            self.helpers,
            self.dark,
            self.chinese,
            self.mistakes,
        ]

    def shot(self, name: str) -> None:
        rendered(self.window)
        self.camera.take(self.window, name)

    # ---- scenes -------------------------------------------------------------------------------------------------

    def start_page(self) -> None:
        """The start page."""
        self.window.resize(1280, 800)
        self.window.show()
        wait_until(self.window.isVisible, "the window is shown")
        self.shot("start")

    def first_crawl(self) -> None:
        """A crawl of the sample site in two clicks, pages coming in while it runs."""
        click(named_button(self.window.start, "Try the sample site"))
        wait_until(self.window.crawls.sheet.isVisible, "the crawl sheet opens")
        self.shot("crawl-sheet")
        self.window.crawls.sheet.manners.delay.setValue(0.1)  # slow enough for a picture of a crawl at work
        click(self.window.crawls.sheet.start)
        wait_until(lambda: self.window.session and self.window.session.crawling, "the crawl starts")
        self._site = self.window.crawls.sample.url
        wait_until(lambda: self.session.reader.last_seq() >= 50, "pages come in")
        self.shot("crawling")
        scenes.change(self.window, self.shot)
        self.finish_crawl()
        pages = list(self.session.reader.all_pages())
        if any("/private/" in page.url for page in pages):
            raise TourFailed("a page that robots.txt forbids was stored")
        if not 100 <= len(pages) <= 200:
            raise TourFailed(f"{len(pages)} pages were stored, which is not the sample site")
        self.shot("crawl-finished")
        scenes.dashboard(self.window, self.shot)

    def look_around(self) -> None:
        """A page as it looked, its text, source, links and details."""
        self.choose("")
        self.wait_for_page()
        self.shot("page")
        views = self.workspace.page.views
        tabs = views.tabs
        for name in ("text", "source", "blocks", "links", "details"):
            tabs.setCurrentWidget(getattr(views, name))
            settle(1.0)
            self.shot(name)
        tabs.setCurrentWidget(views.page)
        self.choose("zh/")
        self.wait_for_page()
        self.shot("page-chinese")

    def documents(self) -> None:
        """Documents that are no web pages."""
        scenes.documents(self.window, self.choose, self.shot)

    def second_crawl(self) -> None:
        """The site has changed, and is crawled again."""
        self.window.crawls.sample.change()
        before = self.session.reader.statistics()
        self.window.crawls.ask(self.window.crawls.sample.url)
        wait_until(self.window.crawls.sheet.isVisible, "the crawl sheet opens")
        click(self.window.crawls.sheet.start)
        wait_until(lambda: self.session.crawling, "the second crawl starts")
        self.finish_crawl()
        after = self.session.reader.statistics()
        if after.versions - before.versions < 20 or after.visits < 80:
            raise TourFailed("the second crawl did not find the changes of the site")
        self.choose("visit/")
        self.wait_for_page()
        self.shot("second-crawl")
        scenes.keep(self.window, self._site, self.shot)

    def compare(self) -> None:
        """Two versions side by side, change by change."""
        self.compare_versions()
        self.shot("compare")
        trigger(self.window.actions_["next_change"])
        settle(1.0)
        self.shot("compare-next-change")
        scenes.compare(self.window, self.shot)
        trigger(self.window.actions_["back_to_page"])

    def search(self) -> None:
        """Words that pages say or once said."""
        scenes.search(self.window, self.shot)

    def fields(self) -> None:
        """A date taught by its place on one page, known for all pages like it."""
        scenes.fields(self.window, self.shot)

    def template(self) -> None:
        """What a page has in common with its site, greyed out and corrected."""
        scenes.template(self.window, self.choose, self.shot)

    def collections(self) -> None:
        """What belongs together, beside the tree: the articles of the site, its duplicates, tags."""
        scenes.collections(self.window, self.shot)

    def link_map(self) -> None:
        """The pages of the site as a picture with their links, and what a crawl changed in it."""
        scenes.link_map(self.window, self.shot)

    def moving(self) -> None:
        """Tabs, and the history of what was looked at."""
        scenes.moving(self.window, self.choose, self.shot)

    def calendar(self) -> None:
        """A year of days, and the archive as it was on one of them."""
        scenes.calendar(self.window, self.shot)

    def export(self) -> None:
        """Export the whole site as Markdown."""
        tree = self.workspace.tree.current_view()
        click_row(tree, tree.model().index(0, 0))
        trigger(self.window.actions_["export"])
        wait_until(
            lambda: isinstance(QApplication.activeModalWidget(), ExportDialog), "the export dialog opens"
        )
        settle(0.6)
        self.shot("export")
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ExportDialog)
        click(dialog.export_button)
        wait_until(
            lambda: (self.workplace / "export").is_dir() and not jobs.center().running, "the export has ended"
        )
        written = list((self.workplace / "export").rglob("*.md"))
        if len(written) < 60:
            raise TourFailed(f"only {len(written)} documents were exported")
        self.shot("exported")
        self.window.messages.hide()

    def integrity(self) -> None:
        """Is everything in order, and what is in the archive."""
        trigger(self.window.actions_["check"])
        page = there(self.workspace.integrity, "the page Integrity")
        wait_until(lambda: page.check.card.kind == "ok", "the archive is checked and in order")
        self.shot("integrity")
        trigger(self.window.actions_["statistics"])
        self.shot("statistics")
        trigger(self.window.actions_["back"])

    def sharing(self) -> None:
        """The archive is shared, and read in a browser."""
        scenes.share(self.window, self.address(""), self.shot, self.camera)

    def elsewhere(self) -> None:
        """What a library has of a page, in the version line, as it looked and beside ours."""
        self.choose("")
        self.wait_for_page()
        scenes.elsewhere(self.window, self.address(""), self.workplace, self.shot)

    def bring_in(self) -> None:
        """Files of a colleague are imported into a new archive; a report lists the result."""
        archive = self.session.path
        scenes.bring_in(
            self.window, scenes.write_parcel(self.session.archive, self.workplace / "from a colleague")
        )
        self.shot("import-report")
        scenes.damage(self.window)
        self.shot("damaged")
        self.window.open_archive(archive)
        wait_until(
            lambda: self.window.session and self.window.session.path == archive, "the archive is open again"
        )

    def helpers(self) -> None:
        """Action search, preferences, help."""
        trigger(self.window.actions_["search"])
        type_text(self.window.search.field, "ver")
        self.shot("action-search")
        QTest.keyClick(self.window.search.field, Qt.Key.Key_Escape)
        trigger(self.window.actions_["preferences"])
        self.shot("preferences")
        self.window.preferences.cancel()
        trigger(self.window.actions_["help"])
        guide = next(other for other in QApplication.topLevelWidgets() if isinstance(other, HelpWindow))
        guide.move(self.window.mapToGlobal(QPoint(200, 80)))
        settle(0.4)
        self.shot("help")
        guide.close()

    def dark(self) -> None:
        """The same at night."""
        self.window.use_theme("dark")
        self.choose("zh/")
        self.wait_for_page()
        self.shot("dark-page")
        self.compare_versions()
        self.shot("dark-compare")
        trigger(self.window.actions_["back_to_page"])
        self.window.use_theme("light")

    def chinese(self) -> None:
        """The same in Chinese."""
        archive = self.session.path
        self.use_language("zh_CN")
        self.window.resize(1280, 800)
        wait_until(lambda: self.window.session is not None, "the archive is open again")
        if self.session.path != archive:
            raise TourFailed("another archive was opened")
        self.workspace.show_address(self.address("zh/"))
        self.wait_for_page()
        self.shot("chinese-page")
        self.compare_versions()
        self.shot("chinese-compare")
        trigger(self.window.actions_["back_to_page"])
        self.window.close_archive()
        self.shot("chinese-start")
        self.use_language("en")
        self.window.resize(1280, 800)

    def mistakes(self) -> None:
        """The message for an action that fails."""
        self.window.open_archive(self.workplace / "no such archive")
        wait_until(self.window.messages.isVisible, "the mistake is told")
        self.shot("mistake")

    # ---- steps --------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return there(self.window.session, "the archive")

    @property
    def workspace(self) -> Workspace:
        return there(self.window.workspace, "the archive")

    def address(self, path: str) -> str:
        return self._site + path

    def compare_versions(self) -> None:
        """Compare the version on screen with the one before it, and wait until both are drawn."""
        trigger(self.window.actions_["compare"])
        view = there(self.workspace.comparison, "the comparison")
        wait_until(lambda: view.outcome is not None, "the versions are compared")
        settle(2.0)

    def finish_crawl(self) -> None:
        wait_until(lambda: not self.session.crawling, "the crawl has finished")
        settle(0.5)

    def choose(self, path: str) -> None:
        """Choose a page of the sample site in the tree."""
        self.workspace.show_address(self.address(path))
        wait_until(lambda: self.workspace.page.capture is not None, f"the page {path} is shown")

    def wait_for_page(self) -> None:
        """Wait until the page on screen has been rendered."""
        settle(2.0)

    def use_language(self, language: str) -> None:
        old = self.program.window
        self.program.window.language_changed.emit(language)
        wait_until(lambda: self.program.window is not old, "the window has the other language")

    def leave(self) -> None:
        """Close the windows and let the threads end."""
        self.window.close()
        settle(0.2)
        QApplication.closeAllWindows()
