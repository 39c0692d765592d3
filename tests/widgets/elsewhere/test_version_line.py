"""Captures elsewhere in the version line: asked for only when turned on, shown apart, looked at, compared, taken in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.remote import archives
from app.remote.asking import Client
from tests.app.service.conftest import HOME, response
from widgets.elsewhere import version_line
from widgets.elsewhere.look import LookView
from widgets.elsewhere.version_line import ElsewhereLine
from widgets.kit import jobs
from widgets.page.area import PageArea
from widgets.page.versions.foreign import TOGETHER, marks
from widgets.page.views import NAMES
from widgets.session import Session

LONG = 30_000


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses for which an archive elsewhere was asked."""
    found: list[str] = []
    real = Client.captures

    def captures(self: Client, url: str, limit: int = 10_000) -> object:
        found.append(url)
        return real(self, url, limit)

    monkeypatch.setattr(Client, "captures", captures)
    return found


@pytest.fixture
def session(
    qapp: object, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Session]:
    """One version that is elsewhere, too, and one of its own; another page."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(version_line, "REST", 0)
    with archive.writer() as writer:
        writer.store(
            response(HOME, 1, "<title>One</title><a href=about.html>x</a>", more="Set-Cookie: a=b\r\n")
        )
        writer.store(response(HOME, 4, "<title>Ours</title><p>Only here is this said."))
        writer.store(response("http://example.com/about.html", 4, "<title>About us</title>"))
        writer.commit()
    made = Session(archive)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def line(qtbot: QtBot, session: Session) -> ElsewhereLine:
    """Of a page area that shows the newest version of the home page as text."""
    area = PageArea(session)
    qtbot.addWidget(area)
    area.resize(1000, 700)
    area.views.tabs.setCurrentIndex(NAMES.index("text"))
    area.show()
    made = ElsewhereLine(session, area, lambda: False)
    area.show_page(HOME)
    return made


@pytest.fixture
def on(qtbot: QtBot, line: ElsewhereLine, there: str) -> ElsewhereLine:
    """The same with an archive elsewhere turned on."""
    archives.add(archives.checked("friend", there))
    line.turn("friend", on=True)
    qtbot.waitUntil(lambda: len(line.lines) == 3, timeout=LONG)
    return line


def words(menu: QMenu) -> list[str]:
    return [one.text() for one in menu.actions() if not one.isSeparator()]


def test_nothing_is_asked_until_an_archive_is_turned_on_for_this_archive(
    qtbot: QtBot, line: ElsewhereLine, there: str, asked: list[str]
) -> None:
    strip = line._page.views.strip
    archives.add(archives.checked("friend", there))
    line._look()  # what the rest of a page leads to
    assert line._task is None and not asked and not strip.timeline.foreign
    menu = strip.elsewhere.menu()
    line.fill(menu)
    first = menu.actions()[0]
    assert "friend" in first.text() and first.isCheckable() and not first.isChecked()
    first.trigger()
    qtbot.waitUntil(lambda: len(line.lines) == 3, timeout=LONG)
    assert asked == [HOME] and [one.name for one in archives.chosen(line._session.path)] == ["friend"]
    line._page.show_page("http://example.com/about.html")
    assert not strip.timeline.foreign
    qtbot.waitUntil(lambda: len(line.lines) == 1, timeout=LONG)
    line._page.show_page(HOME)
    qtbot.waitUntil(lambda: len(line.lines) == 3, timeout=LONG)
    assert asked == [HOME, "http://example.com/about.html"]  # an answer is kept
    line.turn("friend", on=False)
    assert not strip.timeline.foreign and not archives.chosen(line._session.path)


def test_they_stand_below_the_axis_and_say_where_they_are(qtbot: QtBot, on: ElsewhereLine) -> None:
    strip = on._page.views.strip
    axis = strip.timeline
    assert [one.date.day for one in axis.foreign] == [2, 3, 5]  # the one of the 1st is here
    assert [one.same for one in axis.foreign] == [True, False, False]
    assert "3 elsewhere" in strip.hint.text()
    assert axis.x_at(axis.foreign[-1].date) > axis.x_of(1)
    axis.setFocus()
    QTest.keyClick(axis, Qt.Key.Key_Down)
    QTest.keyClick(axis, Qt.Key.Key_End)
    assert axis.accessibleDescription().startswith("In “friend”")
    QTest.keyClick(axis, Qt.Key.Key_Up)
    assert axis.accessibleDescription().startswith("Version 2 of 2")
    place = axis.place_of_mark(0).toPoint()
    with qtbot.waitSignal(strip.foreign_chosen) as chosen:
        QTest.mouseClick(axis, Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args[0] == (0,) and isinstance(chosen.args[1], QPoint)
    assert on._menu is not None
    assert words(on._menu)[0].startswith("“friend”, ")
    assert words(on._menu)[1:] == ["&Show", "&Compare with ours", "&Take in"]
    on._menu.close()


def test_one_is_shown_and_compared_without_being_stored(qtbot: QtBot, on: ElsewhereLine) -> None:
    look = LookView(on._session)
    qtbot.addWidget(look)
    look.resize(900, 600)
    look.show()
    on.show_requested.connect(look.show_capture)
    on.compare_requested.connect(look.compare)
    menu = on.menu_of([1])
    before = on._session.present.last_seq()
    show, compare = menu.actions()[-3:-1]
    show.trigger()
    qtbot.waitUntil(lambda: look.looked is not None, timeout=LONG)
    assert look.looked.document.title == "Two 二" and "200" in look.facts.text()
    compare.trigger()
    assert look.looked is None
    qtbot.waitUntil(lambda: look.comparison is not None, timeout=LONG)
    qtbot.waitUntil(lambda: look.comparison.outcome is not None, timeout=LONG)
    assert "Left theirs" in look.facts.text()
    assert on._session.present.last_seq() == before
    show.trigger()
    look.cancel()
    jobs.wait_all()
    assert look.looked is None and look.state.heading.text() == "Cancelled"
    look._forget()


def test_one_is_taken_in_and_is_a_version_of_ours_then(qtbot: QtBot, on: ElsewhereLine) -> None:
    menu = on.menu_of([1, 2])
    single = menu.actions()[0].menu()
    assert isinstance(single, QMenu)
    with qtbot.waitSignal(on.told, timeout=LONG) as told:
        single.actions()[-1].trigger()
    assert told.args == ["1 capture(s) taken in."]
    strip = on._page.views.strip
    qtbot.waitUntil(lambda: len(strip.timeline.versions) == 3 and len(on.lines) == 2, timeout=LONG)
    assert on._session.importing is None
    assert [one.date.day for one in strip.timeline.versions] == [1, 3, 4]


def test_captures_of_two_archives_on_one_mark_are_taken_in_by_archive(
    qtbot: QtBot, on: ElsewhereLine, there: str
) -> None:
    archives.add(archives.checked("mirror", there))
    on.turn("mirror", on=True)
    qtbot.waitUntil(lambda: len(on.lines) == 6, timeout=LONG)
    strip = on._page.views.strip
    with qtbot.waitSignal(strip.foreign_chosen) as chosen:
        strip.timeline._choose_mark(0)
    assert chosen.args[0] == (0, 1) and on._menu is not None
    assert not [one for one in words(on._menu) if one.startswith("Take in all")]  # one of each
    on._menu.close()
    said = words(on.menu_of(range(6)))
    assert said[-2:] == ["Take in all 3 of “friend”", "Take in all 3 of “mirror”"]


def test_what_cannot_be_asked_is_said_once_and_takes_nothing_from_the_others(
    qtbot: QtBot, line: ElsewhereLine, there: str
) -> None:
    archives.add(archives.checked("friend", there))
    archives.add(archives.checked("closed", "http://127.0.0.1:9/"))
    archives.choose(line._session.path, ["closed", "friend"])
    said: list[str] = []
    line.told.connect(said.append)
    line._look()
    qtbot.waitUntil(lambda: len(line.lines) == 3, timeout=LONG)
    line._look()
    qtbot.waitUntil(lambda: line._task is None, timeout=LONG)
    assert len(said) == 1 and "closed" in said[0]


def test_marks_that_would_cover_each_other_are_one() -> None:
    found = marks([10.0, 12.0, 10.0 + TOGETHER, 200.0])
    assert [one.members for one in found] == [(0, 1), (2,), (3,)]
