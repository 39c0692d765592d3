"""The template of a site in the window: greyed out on a real page, explained, corrected and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.templates.feeding import learn
from app.templates.known import Templates
from app.templates.marks import read_marks
from app.templates.page import seen
from app.templates.pointing import element_at
from tests.app.templates.test_pointing import SITE, page
from tests.conftest import capture
from widgets.kit import jobs
from widgets.kit.loading import Loader
from widgets.session import Session
from widgets.shell.main_window import MainWindow
from widgets.templates.view import TemplateView

LONG = 30_000
URL = f"http://{SITE}/3"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def site(archive: Archive) -> Archive:
    with archive.writer() as writer:
        for number in range(8):
            writer.store(capture(f"http://{SITE}/{number}", page(number)))
    return archive


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, site: Archive) -> Iterator[MainWindow]:
    with qtbot.waitSignal(window.session_opened, timeout=LONG):
        window.open_archive(site.path)
    assert window.workspace is not None and window.session is not None
    version = window.session.reader.latest_version(URL)
    assert version is not None
    window.workspace.show_capture(version)
    yield window
    jobs.wait_all(LONG)


@pytest.fixture
def view(qtbot: QtBot, shown: MainWindow) -> TemplateView:
    shown.actions_["template"].trigger()
    made = shown.templates.view
    assert made is not None
    qtbot.waitUntil(lambda: made.loaded is not None, timeout=LONG)
    qtbot.waitUntil(lambda: made.replay is not None and made.replay.ready, timeout=LONG)
    return made


def script(view: TemplateView, qtbot: QtBot, js: str, argument: Any = None) -> Any:
    assert view.replay is not None
    answers: list[Any] = []
    view.replay.run_script(js, answers.append, argument)
    qtbot.waitUntil(lambda: bool(answers), timeout=LONG)
    return answers[0]


def said(view: TemplateView) -> list[str]:
    return [view.list.item(row).text() for row in range(view.list.count())]


def template(session: Session) -> frozenset[int]:
    with Templates(session.path) as templates:
        return templates.of(URL)


def test_the_page_is_shown_with_its_template_greyed_out_and_the_reasons(
    view: TemplateView, qtbot: QtBot
) -> None:
    assert "8" in view.said.full_text() and SITE in view.heading.full_text()
    assert [text.partition("\n")[0] for text in said(view)] == [
        "Section ax · Section bx · Section cx · Section dx · Section ex · Section fx",
        "Print it",
        "All rights reserved by the society.",
    ]
    assert all("on 8 of 8 pages" in text for text in said(view))
    qtbot.waitUntil(
        lambda: len(script(view, qtbot, "tianwangReplay.outlines()")) == view.list.count(), timeout=LONG
    )

    def drawn_around_the_menu() -> (
        bool
    ):  # on a busy machine the page is laid out once more behind the first drawing
        menu = script(view, qtbot, "document.querySelector('nav').getBoundingClientRect().toJSON()")
        drawn = script(view, qtbot, "tianwangReplay.outlines()")[0]
        return all(abs(drawn[side] - menu[side]) < 2 for side in ("top", "bottom"))

    qtbot.waitUntil(drawn_around_the_menu, timeout=LONG)
    view.step(1)
    assert view.list.currentRow() == 0 and "8 of 8 pages" in view.reason.text()
    assert "nav.menu" in view.path.text()
    view.step(-1)
    assert view.list.currentRow() == 2


def test_a_page_that_repeats_nothing_says_so(view: TemplateView, qtbot: QtBot) -> None:
    assert view.loaded is not None and "Grey is" in view.hint.text()
    loaded = view.loaded
    view._show(loaded._replace(parts=[]))
    assert view.hint.text().startswith("This page repeats nothing of its site.")
    assert view.page.isVisible()
    view._show(loaded)
    assert "Grey is" in view.hint.text()


def test_a_click_on_what_is_greyed_out_chooses_its_part_and_leads_nowhere(
    view: TemplateView, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: len(script(view, qtbot, "tianwangReplay.outlines()")) == 3, timeout=LONG)
    assert view.replay is not None
    rect = script(view, qtbot, "document.querySelector('nav a').getBoundingClientRect().toJSON()")
    zoom = view.replay.zoom()
    at = QPoint(int((rect["left"] + 4) * zoom), int((rect["top"] + 6) * zoom))
    inside = view.replay.focusProxy().focusProxy()

    def chosen() -> bool:
        QTest.mouseClick(inside, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        return view.list.currentRow() == 0

    qtbot.waitUntil(chosen, timeout=LONG)
    assert script(view, qtbot, "location.href") == URL


def test_a_part_becomes_content_and_template_again(
    view: TemplateView, shown: MainWindow, qtbot: QtBot
) -> None:
    assert shown.session is not None
    before = template(shown.session)
    view.list.setCurrentRow(0)
    assert view.act.text() == "This is content"
    view.act.click()
    qtbot.waitUntil(lambda: "content, marked by you" in said(view)[0], timeout=LONG)
    assert "8 of the 8 pages" in shown.messages.text
    part = view.part
    assert part is not None and part.kept and -part.number in template(shown.session)
    assert view.unmark.isVisible()
    view.unmark.click()
    qtbot.waitUntil(lambda: "on 8 of 8 pages" in said(view)[0], timeout=LONG)
    assert template(shown.session) == before


def test_the_menu_of_the_page_marks_what_was_pointed_at_and_that_is_undone(
    shown: MainWindow, qtbot: QtBot
) -> None:
    assert shown.workspace is not None and shown.session is not None
    tab = shown.workspace.page.views.page
    qtbot.waitUntil(lambda: tab.replay is not None and tab.replay.ready, timeout=LONG)
    menu = QMenu()
    tab._add_to_menu(menu)
    assert {"This is not content", "This is content"} <= {action.text() for action in menu.actions()}
    version = shown.workspace.page.capture
    path = "/html[1]/body[1]/article[1]/div[1]/p[1]"
    tab.judge_requested.emit(version, [path], "Tell friends about Story ddd", False)
    qtbot.waitUntil(lambda: bool(read_marks(shown.session.path).all), timeout=LONG)
    qtbot.waitUntil(lambda: "8 of the 8 pages" in shown.messages.text, timeout=LONG)
    (mark,) = read_marks(shown.session.path).all.values()
    assert not mark.content and mark.where.endswith("div.share") and mark.number in template(shown.session)
    shown.messages.offer.click()
    assert not read_marks(shown.session.path).all
    tab.judge_requested.emit(version, ["/html[1]/body[1]/article[1]/hr[1]"], "", False)
    qtbot.waitUntil(lambda: "No text" in shown.messages.text, timeout=LONG)


def test_a_block_of_the_blocks_view_is_marked(shown: MainWindow, qtbot: QtBot) -> None:
    assert shown.workspace is not None and shown.session is not None
    views = shown.workspace.page.views
    with qtbot.waitSignal(views.blocks.cut_done, timeout=LONG):
        views.tabs.setCurrentWidget(views.blocks)
    assert views.blocks.blocks is not None
    row = next(row for row in views.blocks.blocks.rows if row.leaf and "Print it" in row.text)
    views.blocks.judge(row, False)
    qtbot.waitUntil(lambda: bool(read_marks(shown.session.path).all), timeout=LONG)
    qtbot.waitUntil(lambda: "no content any more" in shown.messages.text, timeout=LONG)


def test_a_larger_part_is_chosen_and_marked(view: TemplateView, shown: MainWindow, qtbot: QtBot) -> None:
    assert shown.session is not None
    view.list.setCurrentRow(1)
    qtbot.waitUntil(lambda: len(view.spots) > 1, timeout=LONG)
    view.wider.click()
    view.wider.click()
    assert view.path.text().endswith("div.share") and view.act.text() == "This is not content"
    view.act.click()
    qtbot.waitUntil(lambda: bool(read_marks(shown.session.path).all), timeout=LONG)
    (mark,) = read_marks(shown.session.path).all.values()
    assert mark.where.endswith("div.share")
    qtbot.waitUntil(lambda: any("no content, marked by you" in text for text in said(view)), timeout=LONG)


def test_the_text_of_a_page_follows_what_is_marked(shown: MainWindow, site: Archive, qtbot: QtBot) -> None:
    assert shown.workspace is not None and shown.session is not None
    learn(site, URL)
    version, documents = shown.workspace.page.capture, shown.workspace.page.views.documents
    assert version is not None
    told: list[str] = []

    def load() -> str:
        loader, count = Loader(shown), len(told)
        documents.load(
            loader, site, version.id, lambda found: told.append(" ".join(part.text for part in found.main))
        )
        qtbot.waitUntil(lambda: len(told) > count, timeout=LONG)
        return told[-1]

    read = seen(page(3))
    assert read is not None
    path = "/html[1]/body[1]/article[1]/p[2]"
    element = element_at(read, path, "")
    assert element is not None and element.text
    assert element.text in load()
    shown.workspace.page.judge_requested.emit(version, [path], element.text, False)
    qtbot.waitUntil(lambda: "no content any more" in shown.messages.text, timeout=LONG)
    assert element.text not in load()
    shown.messages.offer.click()
    assert element.text in load()
