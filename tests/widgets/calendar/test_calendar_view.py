"""The calendar shows the days of a page, folder, site or archive, and is walked with keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

import pytest
from PySide6.QtCore import QLocale, QPointF, Qt
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.calendar import Scope
from app.archive.model import NewCapture
from tests.widgets.calendar.conftest import FIRST, HOME, NEWS, SECOND, THIRD, YEARS
from widgets.calendar.view import CalendarView
from widgets.calendar.year import LEVELS, YearView, ink, level, shade
from widgets.kit import theme
from widgets.session import Session

Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, light: None, session: Session) -> CalendarView:
    made = CalendarView(session)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    return made


def shows(qtbot: QtBot, view: CalendarView, url: str = "") -> CalendarView:
    view.open(url)
    qtbot.waitUntil(lambda: not view.busy)
    return view


def choose(qtbot: QtBot, view: CalendarView, kind: str) -> None:
    view.scopes.setCurrentIndex(view.scopes.findData(kind))
    qtbot.waitUntil(lambda: not view.busy)


def test_a_day_says_what_it_brought(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view)
    assert view.describe(SECOND).endswith(
        "2 capture(s) · 2 new version(s) · 1 page(s) for the first time · 1 changed page(s)"
    )
    assert view.describe(date(2026, 1, 1)).endswith("nothing was captured")


def test_the_days_are_those_of_page_folder_site_and_archive(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view, NEWS)
    assert view.scope == Scope("page", NEWS) and list(view.calendar.days) == [SECOND]
    choose(qtbot, view, "folder")
    assert view.address.full_text() == "http://museum.example/news/"
    assert list(view.calendar.days) == [SECOND]
    choose(qtbot, view, "site")
    assert [one.captures for one in view.calendar.days.values()] == [1, 2, 1]
    choose(qtbot, view, "archive")
    assert [one.captures for one in view.calendar.days.values()] == [1, 2, 2] and view.scope == Scope()


def test_without_a_page_there_is_the_archive(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view)
    assert view.scopes.count() == 1 and view.days.year == THIRD.year and view.days.here == THIRD


def test_keys_walk_days_and_pass_over_years_without_captures(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view)
    days = view.days
    qtbot.keyClick(days, Key.Key_PageUp)
    assert days.here == SECOND and view.year.text() == str(SECOND.year)
    qtbot.keyClick(days, Key.Key_Left)
    assert days.here == FIRST
    qtbot.keyClick(days, Key.Key_Down)
    assert (days.here - FIRST).days == 7
    qtbot.keyClick(days, Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert days.here == THIRD
    qtbot.keyClick(days, Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert days.here == SECOND
    qtbot.keyClick(days, Key.Key_Home)
    assert days.here == FIRST
    qtbot.keyClick(days, Key.Key_End)
    qtbot.keyClick(days, Key.Key_PageDown)
    assert days.here == THIRD and not view.after.isEnabled() and view.before.isEnabled()
    days.set_here(date(THIRD.year, 1, 1))
    qtbot.keyClick(days, Key.Key_Left)  # into a year without captures
    assert days.here == SECOND


def test_assistive_technology_hears_the_day(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view)
    assert view.days.accessibleName() and view.days.accessibleDescription() == view.describe(THIRD)
    assert all(each.accessibleName() for each in (view.scopes, view.shading, view.before, view.after))


def test_enter_and_a_click_open_a_day_but_none_before_the_first_capture(
    qtbot: QtBot, view: CalendarView
) -> None:
    shows(qtbot, view)
    view.turn(-1)
    view.days.set_here(FIRST)
    with qtbot.waitSignal(view.day_chosen) as chosen:
        qtbot.keyClick(view.days, Key.Key_Return)
    assert chosen.args == [FIRST, Scope()]
    with qtbot.assertNotEmitted(view.day_chosen):
        view.days.set_here(date(FIRST.year, 1, 1))
        qtbot.keyClick(view.days, Key.Key_Return)
    with qtbot.waitSignal(view.day_chosen):
        qtbot.mouseClick(view.days, Qt.MouseButton.LeftButton, pos=view.days.box(SECOND).center().toPoint())


def test_each_day_is_found_where_it_is_painted(qtbot: QtBot, view: CalendarView) -> None:
    shows(qtbot, view)
    for size in ((900, 700), (420, 600), (1600, 500)):
        view.resize(*size)
        days = [date(view.days.year, month, number) for month in range(1, 13) for number in (1, 15, 28)]
        assert [view.days.day_at(view.days.box(day).center()) for day in days] == days
    assert view.days.day_at(QPointF(0, 0)) is None


def test_real_changes_of_a_page_are_known_and_noise_does_not_count(
    qtbot: QtBot, view: CalendarView, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    words = "The collection has paintings, maps, globes and old instruments in nine rooms."
    url = "http://counted.example/"
    for number, text in enumerate([words] * 6 + [f"{words} A tenth room was opened."]):
        body = f"<title>Rooms</title><p>{text}</p><p>Visitor number {1000 + number * 7}</p>"
        fill(make_capture(url, body, minutes=number * 24 * 60))
    shows(qtbot, view, url)
    qtbot.waitUntil(lambda: bool(view.real), timeout=20_000)
    view.shading.setCurrentIndex(1)
    values = view.days.values
    assert [values.get(day, 0) for day in (FIRST, SECOND)] == [0, 0]
    assert sum(values.values()) == 1 and "noise" in view.meaning.text()
    assert view.describe(SECOND).endswith("0 real change(s)")


def test_what_a_crawl_stores_comes_in(
    qtbot: QtBot,
    view: CalendarView,
    session: Session,
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
) -> None:
    shows(qtbot, view)
    view.days.set_here(date(THIRD.year, 5, 5))
    fill(make_capture(HOME, "again", minutes=YEARS + 1))
    session.refresh()
    qtbot.waitUntil(lambda: view.calendar.on(THIRD).captures == 3)
    assert view.days.here == date(THIRD.year, 5, 5)  # the cursor stays


def test_an_empty_archive_says_so(qtbot: QtBot, light: None, archive: Archive) -> None:
    session = Session(archive)
    view = CalendarView(session)
    qtbot.addWidget(view)
    shows(qtbot, view)
    assert view.stack.currentWidget() is view.nothing and view.nothing.heading.text()
    session.close()


@pytest.mark.parametrize(("language", "first"), [("zh_CN", "一"), ("de_DE", "M"), ("en_US", "S")])
def test_weeks_begin_as_where_the_language_is_spoken(
    qtbot: QtBot, spoken: Callable[[str], None], language: str, first: str
) -> None:
    spoken(language)
    days = YearView(lambda _: "")
    qtbot.addWidget(days)
    days.resize(800, 600)
    days.show_year(2026, {}, 0)
    monday = date(2026, 6, 1)
    assert days.box(monday).x() == days.box(date(2026, 6, 8)).x() < days.box(date(2026, 6, 2)).x()
    begins = QLocale().firstDayOfWeek()
    assert QLocale().standaloneDayName(begins.value, QLocale.FormatType.NarrowFormat) == first
    assert days.box(monday).y() == days.box(date(2026, 6, 7)).y() or begins == Qt.DayOfWeek.Sunday


@pytest.fixture
def spoken() -> Iterator[Callable[[str], None]]:
    former = QLocale()
    yield lambda name: QLocale.setDefault(QLocale(name))
    QLocale.setDefault(former)


def test_shades_grow_with_the_count_and_numbers_can_be_read(qapp: object) -> None:
    for most in (1, 2, 5, 24, 1000, 10**6):
        steps = [level(value, most) for value in sorted({0, 1, 2, most // 2, most})]
        assert steps == sorted(steps) and steps[0] == 0 and max(steps) <= LEVELS
        assert level(1, most) >= 1 and (most < 5 or level(most, most) == LEVELS)
    for mode in ("light", "dark"):
        theme.apply_theme(qapp, mode)  # type: ignore[arg-type]
        for step in range(LEVELS + 1):
            assert theme.contrast(ink(step).name(), shade(step).name()) >= 4.5
    theme.apply_theme(qapp, "light")  # type: ignore[arg-type]
