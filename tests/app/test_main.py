"""The composition root: the window in its language, on its archive, and the sentence for a defect."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QSettings, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication
from pytestqt.qtbot import QtBot

from app import desktop as roof
from app import main as starter
from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.frontier import joblist
from app.crawl.plans.plans import Plan, save_plan
from app.crawl.rules.settings import CrawlSettings
from app.sampleserver import SampleServer
from tests.conftest import capture
from widgets.kit import jobs
from widgets.shell.defect_dialog import DefectDialog
from widgets.shell.workspace import Workspace


@pytest.fixture
def program(qapp: QApplication, tmp_path: Path) -> Iterator[roof.Program]:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("language", "en")
    made = roof.Program(qapp, settings)
    yield made
    made.window.close()


def test_another_language_rebuilds_the_window_on_the_same_archive(
    qtbot: QtBot, program: roof.Program, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    archive = fill(make_capture("http://a.example/", "<title>A</title>"))
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)
    old = program.window
    old.language_changed.emit("zh_CN")
    qtbot.waitUntil(lambda: program.window is not old and program.window.session is not None)
    assert program.window.session and program.window.session.path == archive.path
    assert program.settings.value("language") == "zh_CN"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in program.window.menuBar().actions()[0].text())
    program.window.language_changed.emit("en")
    qtbot.waitUntil(lambda: program.window.menuBar().actions()[0].text() == "&File")


def test_another_language_keeps_what_was_open(
    qtbot: QtBot, program: roof.Program, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    """The page in its tab, what was looked at before, the filter, a comparison, the preferences."""
    first, second = "http://a.example/", "http://a.example/b"
    archive = fill(
        make_capture(first, "<title>A</title>one"),
        make_capture(first, "<title>A</title>two", minutes=5),
        make_capture(second, "<title>B</title>"),
    )
    program.window.resize(1000, 700)
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)

    def switch(language: str) -> Workspace:
        old = program.window
        old.show_preferences()
        old.preferences.language_changed.emit(language)
        qtbot.waitUntil(
            lambda: program.window is not old and program.window.preferences.isVisible(), timeout=20_000
        )
        assert program.window.preferences.language.hasFocus() or not program.window.isActiveWindow()
        assert program.window.size() == QSize(1000, 700)
        assert program.window.workspace
        return program.window.workspace

    workspace = program.window.workspace
    assert workspace
    workspace.show_address(second)
    workspace.show_address(first)
    newest = workspace.page.capture
    workspace.page.views.tabs.setCurrentIndex(2)
    workspace.tree.filter.setText("B")
    workspace = switch("zh_CN")
    assert workspace.page.capture == newest and workspace.page.views.tabs.currentIndex() == 2
    assert workspace.tree.filter.text() == "B" and workspace.can_go(-1)
    workspace.compare_with_previous()
    assert workspace.comparison
    pair = workspace.comparison.compared_ids
    workspace = switch("en")
    assert pair and workspace.comparison and workspace.comparison.compared_ids == pair
    workspace.leave()
    workspace.show_integrity("statistics")
    workspace = switch("zh_CN")
    assert (
        workspace.integrity
        and workspace.integrity.isVisibleTo(workspace)
        and workspace.integrity.tab == "statistics"
    )
    assert workspace.page.capture == newest


def test_another_language_keeps_places(
    qtbot: QtBot, program: roof.Program, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    """How far pages are scrolled, what is open and selected in the tree; in a comparison the way to look and the change
    that is chosen."""
    url, long = "http://a.example/", "\n".join(f"<p>Line {n} of a page that is long.</p>" for n in range(300))
    changed = long.replace("Line 100 of", "Line 100 and one of").replace("Line 200 of", "Line 200 and one of")
    archive = fill(
        make_capture(url, f"<title>A</title>{long}"),
        make_capture(url, f"<title>A</title>{changed}", minutes=5),
        *(
            make_capture(f"{url}{folder}/{n}", f"<title>{folder} {n}</title>")
            for folder in "bcd"
            for n in range(40)
        ),
    )
    program.window.resize(1000, 700)
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)

    def there() -> Workspace:
        assert program.window.workspace
        return program.window.workspace

    def scrolled() -> list[float]:
        said: list[float] = []
        page = there().page.views.page  # whose view of the page comes when it has been looked up
        qtbot.waitUntil(lambda: page.replay is not None and page.replay.ready, timeout=20_000)
        page.replay.run_script("document.scrollingElement.scrollTop", said.append)
        qtbot.waitUntil(lambda: bool(said))
        return said

    def switch(language: str) -> None:
        old = program.window
        old.preferences.language_changed.emit(language)
        qtbot.waitUntil(
            lambda: program.window is not old and program.window.session is not None, timeout=20_000
        )
        qtbot.waitUntil(lambda: bool(there().page.capture))

    def folder(name: str) -> QModelIndex:
        site = there().tree.model.index(0, 0)
        model = there().tree.model
        return next(
            model.index(n, 0, site)
            for n in range(model.rowCount(site))
            if model.index(n, 0, site).data() == name
        )

    there().show_address(url)
    qtbot.waitUntil(lambda: there().page.views.page.replay is not None, timeout=20_000)
    assert scrolled() == [0]
    there().page.views.page.replay.run_script("scrollTo(0, 2000)")
    qtbot.waitUntil(lambda: there().page.views.page.scrolled[0] > 0)
    tree = there().tree.tree
    tree.expand(folder("c"))
    tree.setCurrentIndex(folder("d"))
    tree.verticalScrollBar().setValue(300)
    top = tree.indexAt(QPoint(0, 0)).data()
    switch("zh_CN")
    tree = there().tree.tree
    assert tree.isExpanded(folder("c")) and not tree.isExpanded(folder("b"))
    assert tree.currentIndex() == folder("d") and tree.selected() == [folder("d")]
    assert tree.indexAt(QPoint(0, 0)).data() == top and tree.verticalScrollBar().value() == 300
    qtbot.waitUntil(lambda: scrolled() == [2000], timeout=20_000)

    there().page.views.tabs.setCurrentIndex(2)
    bar = there().page.views.source.findChild(QAbstractScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 150, timeout=20_000)
    bar.setValue(150)
    switch("en")
    bar = there().page.views.source.findChild(QAbstractScrollArea).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == 150, timeout=20_000)

    there().compare_with_previous()
    view = there().comparison
    qtbot.waitUntil(lambda: view.outcome is not None, timeout=20_000)
    view.set_mode("text")
    view.set_level(4)
    qtbot.waitUntil(lambda: view.outcome is not None and view.outcome.level == 4, timeout=20_000)
    view.panel.step(1)
    view.panel.step(1)
    chosen = view.panel.current()
    assert chosen >= 0
    switch("zh_CN")
    view = there().comparison
    qtbot.waitUntil(lambda: view.outcome is not None and view.panel.current() == chosen, timeout=20_000)
    assert (view.mode, view.level, view.presenter.mode) == ("text", 4, "text")


def test_a_crawl_goes_on_in_another_language(qtbot: QtBot, program: roof.Program, archive: Archive) -> None:
    """It waited for the next start. Pages come into the tree of the other window, which tells how the crawl ended, and
    begins what waited for that."""
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)
    with SampleServer() as server:
        session = program.window.session
        assert session
        crawl = session.start_crawl(CrawlSettings(seeds=(server.url,), max_pages=12, delay=0.1))
        settings = CrawlSettings(seeds=(f"{server.url}news/",), max_depth=0, delay=0)
        session.plans.run(save_plan(archive, Plan("Waits", settings)))
        qtbot.waitUntil(lambda: session.reader.last_seq() > 2, timeout=20_000)
        old = program.window
        old.show_preferences()
        old.preferences.language_changed.emit("zh_CN")
        qtbot.waitUntil(lambda: program.window is not old and program.window.session is not None)
        made = program.window
        assert made.session and made.workspace and made.session.crawl is crawl
        assert crawl.progress().state == "running" and made.actions_["stop"].isEnabled()
        before = made.session.seq
        qtbot.waitUntil(lambda: made.session is not None and made.session.seq > before, timeout=20_000)
        assert made.workspace.crawl.running == crawl.job_id
        qtbot.waitUntil(lambda: made.session is not None and made.session.crawl is not crawl, timeout=30_000)
        assert "抓取" in made.messages.text and crawl.progress().state == "finished"
        qtbot.waitUntil(lambda: len(joblist.jobs(archive)) == 2, timeout=20_000)
        qtbot.waitUntil(lambda: made.session is not None and not made.session.crawling, timeout=30_000)
    with archive.reader() as reader:
        assert reader.statistics().documents >= 12


def test_the_sample_site_is_served_on_in_another_language(qtbot: QtBot, program: roof.Program) -> None:
    old = program.window
    old.show()
    url = old.crawls.sample.url
    old.crawls.sample.change()
    old.language_changed.emit("zh_CN")
    qtbot.waitUntil(lambda: program.window is not old)
    assert program.window.crawls.sample.serves([url]) and program.window.crawls.sample.edition == 2


def test_a_language_waits_for_an_import_and_comes_by_itself(
    qtbot: QtBot, program: roof.Program, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    """It is told in the preferences, too."""
    archive = fill(make_capture("http://a.example/", "<title>A</title>"))
    program.window.show()
    program.window.open_archive(archive.path)
    qtbot.waitUntil(lambda: program.window.session is not None)
    old, going_on = program.window, threading.Event()
    session = old.session
    assert session

    def ended(_: object) -> None:
        session.importing = None

    session.importing = jobs.run(session, lambda _: going_on.wait(20), done=ended)
    old.show_preferences()
    old.preferences.language_changed.emit("zh_CN")
    assert "when the work" in old.messages.text and old.preferences.note.text() == old.messages.text
    assert program.window is old
    going_on.set()
    qtbot.waitUntil(lambda: program.window is not old and program.window.session is not None, timeout=20_000)


def test_a_language_is_taken_when_it_is_chosen_not_when_it_is_passed(
    qtbot: QtBot, program: roof.Program
) -> None:
    """By keyboard: Down opens the list and moves in it, Enter takes the choice; Escape leaves everything as it was."""
    window = program.window
    window.show()
    window.activateWindow()
    window.show_preferences()
    for box, signal in (
        (window.preferences.language, window.preferences.language_changed),
        (window.preferences.theme, window.preferences.theme_changed),
    ):
        taken: list[str] = []
        signal.disconnect()
        signal.connect(taken.append)
        before = box.currentIndex()
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Escape, Qt.Key.Key_End):
            target = box.view() if box.view().isVisible() else box
            QTest.keyClick(target, key)
        assert taken == [] and box.currentIndex() == before
        assert box.view().isVisible() and window.preferences.isVisible()
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
        assert len(taken) == 1 and box.currentIndex() == box.count() - 1


def test_a_defect_is_logged_and_told(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    error = RuntimeError("something nobody expected")
    roof._report_defect(type(error), error, None)
    dialog = DefectDialog._open
    assert dialog and "something nobody expected" in dialog.details.toPlainText()
    assert "something nobody expected" in caplog.text
    dialog.reject()


def test_wrong_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        starter.main(["--no-such-option"])
    assert stopped.value.code == 2 and "--no-such-option" in capsys.readouterr().err


SEEN = """
import json, sys
from app import desktop
from PySide6.QtCore import QEventLoop, QSettings, QTimer
program = desktop.Program(desktop.started(), QSettings(sys.argv[1], QSettings.Format.IniFormat))
program.window.show()
program.application.processEvents()
early = sorted(sys.modules)
program.window.load_ahead()
loop = QEventLoop()
look = QTimer(interval=50)
look.timeout.connect(lambda: "widgets.crawl_setup.sheet" in sys.modules and loop.quit())
look.start()
QTimer.singleShot(60_000, loop.quit)
loop.exec()
print(json.dumps([early, sorted(sys.modules)]))
program.window.close()
"""


def test_the_window_is_seen_before_what_only_archives_need_is_loaded(tmp_path: Path) -> None:
    """Half of the start was spent on what no start page needs; it comes when the window is there."""
    command = [sys.executable, "-c", SEEN, str(tmp_path / "settings.ini")]
    ran = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    early, later = map(set, json.loads(ran.stdout.splitlines()[-1]))
    heavy = {
        "aiohttp",
        "httpx",
        "cryptography",
        "lxml",
        "qtpy",
        "PySide6.QtWebEngineCore",
        "app.archive.archive",
        "app.crawl.run.crawl",
        "app.crawl.rules.settings",
        "app.interchange.importing",
        "widgets.shell.workspace",
    }
    assert early & heavy == set()
    assert {
        "app.archive.archive",
        "widgets.shell.workspace",
        "widgets.crawl_setup.sheet",
    } <= later
    # what fetches and what draws charts is 75 MB that nobody needs who only reads
    assert {"aiohttp", "httpx", "pyqtgraph", "app.crawl.run.crawl"} & later == set()


GIVEN = """
import json, sys
from pathlib import Path
from app import desktop
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from widgets.shell.main_window import MainWindow, _load_certificates

seen, steps = [], []
show, load = MainWindow.show, MainWindow._go_on_loading


def shown(window):
    certified = _load_certificates.cache_info().currsize == 1
    seen.append(
        [window._browser_ahead.profile is not None, certified, "widgets.shell.workspace" in sys.modules]
    )
    show(window)


def loading(window, views):
    steps.append(window.session is None)
    load(window, views)


def run():
    (window,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))
    loop = QEventLoop()
    look = QTimer(interval=20)
    look.timeout.connect(lambda: window.workspace and window.workspace.tree.model.rowCount() and loop.quit())
    look.start()
    QTimer.singleShot(60_000, loop.quit)
    loop.exec()
    seen.append(window.workspace.tree.model.rowCount())
    window.close()
    return 0


MainWindow.show, MainWindow._go_on_loading, QApplication.exec = shown, loading, staticmethod(run)
desktop.show(Path(sys.argv[1]))
print(json.dumps([seen, steps]))
"""


def test_an_archive_that_the_program_is_started_with_never_holds_up_its_window(
    tmp_path: Path, archive: Archive
) -> None:
    """Chromium starts and certificates are read before the window is seen, the views are loaded one by one behind it."""
    with archive.writer() as writer:
        writer.store(capture("http://a.example/", "<title>Home</title>"))
    ran = subprocess.run(
        [sys.executable, "-c", GIVEN, str(archive.path)],
        cwd=Path(__file__).parents[2],
        env=os.environ
        | {
            "QT_QPA_PLATFORM": "offscreen",
            "QTWEBENGINE_DISABLE_SANDBOX": "1",
            "XDG_CONFIG_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    (before, rows), steps = json.loads(ran.stdout.splitlines()[-1])
    assert before == [True, True, False] and rows == 1 and len(steps) > 5 and all(steps)
