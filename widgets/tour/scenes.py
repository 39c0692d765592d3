"""Scenes of the tour: comparing, crawls, documents of many kinds, the files of a colleague."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.interchange.exporting import export_archive
from app.remote import archives
from widgets.history.kept import KEEP
from widgets.kit import jobs
from widgets.sharing.service import Service
from widgets.tour.driver import (
    PATIENCE,
    Camera,
    TourFailed,
    click,
    click_row,
    settle,
    there,
    trigger,
    type_text,
    wait_until,
)

if TYPE_CHECKING:
    from widgets.shell.main_window import MainWindow

_OF_LIBRARY = (700, 610)  # days before the first crawl


def compare(window: MainWindow, shot: Callable[[str], None]) -> None:
    """Each mode of the comparison on screen; at the end the pages stand side by side again."""
    view = there(there(window.workspace, "the archive").comparison, "the comparison")
    for mode in ("swipe", "onion", "text", "source"):
        trigger(window.actions_[f"comparison_{mode}"])
        settle(1.5)
        if view.presenter.mode != mode:
            raise TourFailed(f"the comparison does not show {mode}")
        shot(f"compare-{mode}")
    trigger(window.actions_["comparison_side"])


def search(window: MainWindow, shot: Callable[[str], None]) -> None:
    """Words in every version, narrowed to a kind of document; a hit opens its page at the words."""
    trigger(window.actions_["search_archive"])
    view = there(window.searching.view, "the search")
    wait_until(lambda: not view.feeder.running, "the archive has been read for the search")
    type_text(view.field, "museum")
    wait_until(lambda: view.results is not None and view.results.total > 1, "something was found")
    settle(1.0)
    shot("search")
    view.narrow("type:pdf")
    wait_until(
        lambda: view.results is not None and view.results.total == view.model.rowCount() == 1,
        "one PDF was found",
    )
    shot("search-narrowed")
    view.narrow("type:pdf")
    wait_until(lambda: view.model.rowCount() > 1, "everything is found again")
    click_row(view.list, view.model.index(0))
    wait_until(lambda: not view.isVisible(), "the page of the hit is shown")
    settle(2.0)
    shot("search-hit")
    _mark(window, shot)
    _changes(window, shot)


def _mark(window: MainWindow, shot: Callable[[str], None]) -> None:
    """A star and a tag for the page on screen; all that has the tag is a click away."""
    marks = there(window.workspace, "the archive").page.views.header.marks
    trigger(window.actions_["star"])
    trigger(window.actions_["tag"])
    type_text(marks.field, "instruments", enter=True)
    wait_until(
        lambda: "instruments" in there(window.session, "the archive").notes.notes.tags, "the tag is written"
    )
    settle(0.6)
    shot("marked")


def _changes(window: MainWindow, shot: Callable[[str], None]) -> None:
    """Where words went, and the two versions between which they did."""
    trigger(window.actions_["search_archive"])
    view = there(window.searching.view, "the search")
    view.field.clear()
    type_text(view.field, 'vanished:"15 yuan"')
    wait_until(lambda: view.stack.currentWidget() is view.events, "the changes are listed")
    settle(2.0)
    shot("search-changes")
    click_row(view.events, view.events.model_.index(0))
    workspace = there(window.workspace, "the archive")
    wait_until(
        lambda: workspace.comparison is not None and workspace.comparison.outcome is not None,
        "the two versions are compared",
    )
    settle(2.5)
    shot("search-change-compared")
    workspace.leave()


def fields(window: MainWindow, shot: Callable[[str], None]) -> None:
    """The date of an event is taught, kept, and shown for all events."""
    session, workspace = there(window.session, "the archive"), there(window.workspace, "the archive")
    url = next(
        page.url for page in session.reader.all_pages() if page.url.endswith("/events/open-night.html")
    )
    workspace.show_capture(there(session.reader.latest_version(url), "the event"))
    settle(1.5)
    view = there(workspace.page.views.page.replay, "the page")
    found: list[dict[str, str]] = []
    view.run_script("{path: '', text: document.querySelector('p.date').innerText}", found.append)
    wait_until(lambda: found, "the date was pointed at")
    workspace.page.teach_requested.emit(view.capture, found[0]["path"], found[0]["text"])
    sheet = there(window.fields.sheet, "the sheet")
    wait_until(lambda: sheet.proposals.count() > 0, "ways to the date were found")
    type_text(sheet.name, "held on")
    settle(0.6)
    shot("fields-teach")
    click(sheet.keep)
    trigger(window.actions_["fields"])
    table = there(window.fields.view, "the fields")
    wait_until(
        lambda: not table.feeder.running and table.model.rowCount() > 1, "the dates of all events are known"
    )
    settle(1.0)
    shot("fields")
    workspace.leave()


def template(window: MainWindow, choose: Callable[[str], None], shot: Callable[[str], None]) -> None:
    """A page with what it repeats of its site greyed out; a part of it is marked as content, and that is undone."""
    choose("events/open-night.html")
    settle(1.5)
    trigger(window.actions_["template"])
    view = there(window.templates.view, "the template of the site")
    wait_until(lambda: view.loaded is not None and view.loaded.parts, "the template is known")
    wait_until(lambda: view.replay is not None and view.replay.ready, "the page is shown")
    view.step(1)
    wait_until(lambda: len(view.spots) > 0, "the parts around it are known")
    settle(1.5)
    shot("site-template")
    click(view.act)
    part = there(view.part, "a part")
    wait_until(
        lambda: (
            view.loaded is not None
            and any(one.kept and one.number == part.number for one in view.loaded.parts)
        ),
        "the part is content",
    )
    settle(0.6)
    shot("site-template-content")
    click(window.messages.offer)
    wait_until(
        lambda: view.loaded is not None and not any(one.kept for one in view.loaded.parts),
        "that is undone",
    )
    there(window.workspace, "the archive").leave()


# ---- the link map -----------------------------------------------------------------------------------------------


def collections(window: MainWindow, shot: Callable[[str], None]) -> None:
    """The kinds of the pages, and the pages of one of them."""
    workspace = there(window.workspace, "the archive")
    trigger(window.actions_["collections"])
    panel = there(window.collections.panel, "the collections")
    wait_until(lambda: all(section.known for section in panel.sections), "the collections are known")
    wait_until(lambda: len(panel.kinds.entries) > 1, "the kinds of pages are known")
    panel.open("kinds", panel.kinds.entries[0].key)
    wait_until(lambda: panel.listing.model.rowCount() > 1, "the pages of a kind are listed")
    panel.list.setCurrentIndex(panel.listing.model.index(1, 0))
    settle(2.0)
    shot("collections")
    trigger(window.actions_["collections"])
    wait_until(lambda: not workspace.tree.shows_collections, "the tree is there again")


def link_map(window: MainWindow, shot: Callable[[str], None]) -> None:
    """The tree of pages, the links of one of them, two crawls side by side."""
    workspace = there(window.workspace, "the archive")
    trigger(window.actions_["link_map"])
    view = there(window.map.view, "the link map")

    def drawn() -> None:
        wait_until(lambda: view.made is not None and not view.busy, "the links are known")
        wait_until(lambda: view.canvas.settled and view.second.settled, "the map is drawn")
        settle(0.3)

    drawn()
    shot("link-map")
    type_text(view.search, "stars")
    drawn()
    shot("link-map-page")
    view.search.clear()
    view.canvas.choose(-1)
    view.bar.choose(view.bar.form, "rings")
    view.bar.choose(view.bar.lines, True)
    click(view.beside)
    drawn()
    shot("link-map-two-dates")
    view.beside.setChecked(False)
    view.bar.choose(view.bar.form, "")
    view.bar.choose(view.bar.lines, False)
    drawn()
    workspace.leave()


# ---- tabs, and what was looked at ------------------------------------------------------------------------------


def moving(window: MainWindow, choose: Callable[[str], None], shot: Callable[[str], None]) -> None:
    """Look at some pages, open two more in tabs, and find the first of them in the history."""
    workspace, tabs = there(window.workspace, "the archive"), there(window.workspace, "the archive").tabs
    window.settings.setValue(KEEP, True)
    for path in ("visit/", "zh/", ""):
        choose(path)
        settle(1.6)  # a look is longer than a second
    reader = there(window.session, "the archive").reader
    for page in [page for page in reader.all_pages(kinds=("document",)) if "/news/" in page.url][:2]:
        workspace.open_beside("", page.url)
    wait_until(lambda: len(tabs.pages) == 3, "two pages stand in tabs behind the one on screen")
    trigger(window.actions_["next_tab"])
    wait_until(lambda: workspace.page.capture is not None, "the page of the next tab is shown")
    settle(2.0)
    shot("tabs")
    trigger(window.actions_["history"])
    view = there(window.history.view, "the history")
    wait_until(lambda: view.model.rowCount() >= 3, "what was looked at is listed")
    settle(0.6)
    shot("history")
    looks = (view.model.row_at(view.model.index(row, 0)) for row in range(view.model.rowCount()))
    view.capture_requested.emit(next(look.id for look in looks if look.url.endswith("/visit/")))
    wait_until(lambda: workspace.page.url.endswith("visit/"), "the page is shown again")
    while len(tabs.pages) > 1:
        trigger(window.actions_["close_tab"])
        settle(0.3)
    window.settings.setValue(KEEP, False)


# ---- days of the past -------------------------------------------------------------------------------------------

_AGO = (431, 382, 340, 290, 244, 203, 164, 121, 83, 52, 31, 12)  # days before the first crawl
_EDITIONS = (b"Visit", b"Come to", b"Look around", b"Welcome to")


def _remember(window: MainWindow) -> None:
    """Earlier captures of some pages, as a person has them who has crawled for a year."""
    session = there(window.session, "the archive")
    pages = [page for page in session.reader.all_pages(kinds=("document",)) if page.type == "text/html"]
    with session.archive.writer() as writer:
        for number, ago in enumerate(_AGO):
            for page in pages[: 8 + 5 * number]:
                capture = session.reader.versions(page.url)[0]
                http = session.reader.http(capture)
                body = http.body.replace(b"<h1>", b"<h1>" + _EDITIONS[number // 3 % len(_EDITIONS)] + b": ")
                data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
                date = capture.date - timedelta(days=ago)
                writer.store(NewCapture(page.url, date, "127.0.0.1", data))
        writer.commit()
    session.refresh()


def calendar(window: MainWindow, shot: Callable[[str], None]) -> None:
    """The days of a year of crawls; the archive as it was on one of them, and back to now."""
    _remember(window)
    trigger(window.actions_["calendar"])
    view = there(window.travelling.view, "the calendar")
    view.scopes.setCurrentIndex(view.scopes.count() - 1)
    wait_until(lambda: not view.busy and len(view.calendar.days) > len(_AGO), "the days are counted")
    settle(0.6)
    shot("calendar")
    day = list(view.calendar.days)[5]
    view.days.chosen.emit(day)
    travel = there(window.session, "the archive").travel
    wait_until(lambda: travel.day == day, "the window shows the day")
    settle(2.0)
    shot("travel")
    click(window.band.back)
    wait_until(lambda: travel.day is None, "the window shows the present")


# ---- crawls beyond starting one: watched, changed while they run, kept for later --------------------------------

Shot = Callable[[str], None]


def change(window: MainWindow, shot: Shot) -> None:
    """What another depth and a pattern would do to the queue of the running crawl; then nothing is changed."""
    trigger(window.actions_["change_crawl"])
    sheet = window.crawls.change_sheet
    wait_until(sheet.isVisible, "the settings of the crawl are shown")
    sheet.form.limits.links.setValue(1)
    sheet.form.more.reveal("exclude")
    sheet.form.more.field("exclude").write(("/zh/",))
    wait_until(sheet.card.more.isVisible, "the preview is there")
    sheet.card.more.setChecked(True)
    sheet.area.ensureWidgetVisible(sheet.form.more.field("exclude"))
    shot("crawl-change")
    sheet.cancel()
    there(there(window.session, "the archive").crawl, "the crawl that was paused")


def dashboard(window: MainWindow, shot: Shot) -> None:
    """What became of every address, and what the queue and the hosts of the crawl look like."""
    panel = there(window.workspace, "the archive").crawl
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
    sheet.area.ensureWidgetVisible(sheet.more.toggle)
    shot("crawl-repeat")
    sheet.more.toggle.setChecked(True)
    settle(0.4)
    sheet.area.ensureWidgetVisible(sheet.more.groups[-1])
    shot("crawl-settings")
    click(sheet.save)
    trigger(window.actions_["saved_crawls"])
    saved = window.crawls.saved
    wait_until(lambda: len(saved.rows) == 1, "the saved crawl stands in the list")
    shot("saved-crawls")
    saved.cancel()
    window.messages.hide()


# ---- documents that are no web pages: pages of a PDF, a song, a film, an official document; facets --------------


def documents(window: MainWindow, choose: Callable[[str], None], shot: Callable[[str], None]) -> None:
    """Look at documents of several kinds, then narrow the tree to some of them."""
    workspace = there(window.workspace, "the archive")
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
    tree = there(window.workspace, "the archive").tree
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


# ---- the archive in a browser ------------------------------------------------------------------------------------

_ROOM: tuple[tuple[str, str, tuple[int, int]], ...] = (
    ("room", "", (1280, 860)),
    ("room-search", "search?q=lotus", (1280, 860)),
    ("room-page", "page?url={url}", (1280, 860)),
    ("room-compare", "compare?url={url}", (1280, 1000)),
    ("room-calendar", "calendar", (1280, 860)),
    ("room-topics", "over-time?q=observatory&q=lotus&period=month", (1280, 1000)),
    ("room-change", "over-time?show=change", (1280, 1000)),
    ("room-phone", "search?q=%E8%8D%B7%E8%8A%B1", (390, 780)),
)
"""Pictures of the reading room: name, page, size."""
_PAINT = 1500  # milliseconds until the pages in its frames are painted


def share(window: MainWindow, url: str, shot: Callable[[str], None], camera: Camera) -> None:
    """Share the archive with this computer, look at the reading room in a browser, and end that."""
    wait_until(lambda: not jobs.center().running, "what was captured has been read")
    trigger(window.actions_["share"])
    sheet, service = there(window.sharing.sheet, "the sheet"), window.sharing.service
    sheet.alone.click()
    click(sheet.button)
    wait_until(lambda: service.address, "the reading room is open")
    shot("shared")
    steps: list[dict[str, object]] = [{"load": service.address}]
    root = f"{service.address}read/{service.name}/"
    pictures = []
    for name, page, size in _ROOM:
        dark = "dark" if name == "room-phone" else "light"
        path = camera.place(name)
        there_is = f"{root}{page.format(url=quote(url, safe=''))}"
        choice = urlencode(
            {"theme": dark, "next": urlsplit(there_is)._replace(scheme="", netloc="").geturl()}
        )
        steps += [{"size": size}, {"load": f"{service.address}read/choose?{choice}"}]
        steps += [{"rest": _PAINT}, {"picture": str(path)}]
        pictures.append(path)
    browsing = subprocess.run(
        [sys.executable, "-m", "widgets.tour.browser", "en"],
        input="".join(f"{json.dumps(step)}\n" for step in steps),
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    if browsing.returncode:
        raise TourFailed(f"the browser ended with {browsing.returncode}: {browsing.stderr[-2000:]}")
    for path in pictures:
        camera.check(path)
    click(sheet.button)
    wait_until(lambda: not service.running, "the archive is shared no longer")
    sheet.cancel()


# ---- what somebody sends who archived the same site: a WARC file, and a damaged Tianwang file -------------------

_CUT = 200  # bytes that are missing at the end of the damaged file


def write_parcel(archive: Archive, folder: Path) -> Path:
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
    session = there(window.session, "the archive")
    window.imports.sheet.cancel()
    for number, capture in enumerate(session.reader.captures(kind="version")):
        if number % 40 == 20:
            with (session.path / capture.file).open("r+b") as batch:
                batch.seek(capture.end - 9)
                batch.write(b"\xff")
    trigger(window.actions_["check"])
    page = there(there(window.workspace, "the archive").integrity, "the page Integrity")
    wait_until(lambda: page.check.card.kind == "error", "damage is found")


def bring_in(window: MainWindow, parcel: Path) -> None:
    """Import the files without an open archive, and wait for the report."""
    window.close_archive()
    window.start.import_requested.emit([parcel])
    wait_until(lambda: window.imports.sheet.isVisible(), "the import has ended")
    seen = window.imports.last.figures if window.imports.last else {}
    if seen.get("stored", 0) < 100 or not seen["known"] or not seen["damaged"]:
        raise TourFailed("the files of a colleague did not come in as they should")


def _library(ours: Archive, folder: Path, url: str) -> Archive:
    """An archive with two earlier captures of a page, and of all that is no page."""
    made = Archive.create(folder / "library.archive", "Library")
    with ours.reader() as reader, made.writer() as writer:
        for page in reader.all_pages():
            if page.url != url and page.type == "text/html":
                continue
            first = reader.versions(page.url)[0]
            data = reader.data(reader.record(first))
            for number, ago in enumerate(_OF_LIBRARY):
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
    wait_until(lambda: len(line.lines) == len(_OF_LIBRARY), "the captures of the library stand in the line")
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
