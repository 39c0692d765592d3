"""The strip of versions: mouse, keys, picking, and what it tells assistive technology."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.model import Capture
from widgets.page.versions.strip import VersionStrip
from widgets.page.versions.timeline import HEIGHT, change_kind
from widgets.session import Session


@pytest.fixture
def versions(session: Session) -> list[Capture]:
    return session.reader.versions("http://library.example/")


@pytest.fixture
def strip(qtbot: QtBot, versions: list[Capture]) -> VersionStrip:
    made = VersionStrip(None)
    qtbot.addWidget(made)
    made.resize(900, 80)
    made.show()
    made.set_captures(versions, [])
    made.set_current(versions[-1].id)
    return made


def click(
    strip: VersionStrip, index: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    at = QPoint(round(strip.timeline.x_of(index)), 30)
    QTest.mouseClick(strip.timeline, Qt.MouseButton.LeftButton, modifier, at)


def test_a_click_on_a_version_asks_for_it(qtbot: QtBot, strip: VersionStrip, versions: list[Capture]) -> None:
    with qtbot.waitSignal(strip.version_chosen) as chosen:
        click(strip, 0)
    assert chosen.args == [versions[0].id]


def test_arrow_keys_step_and_stop_at_the_ends(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture]
) -> None:
    for key, wanted in (
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_End, 2),
    ):
        QTest.keyClick(strip.timeline, key)
        assert strip.current_id() == versions[wanted].id
    assert not strip.next.isEnabled() and strip.previous.isEnabled()


def test_ctrl_click_picks_the_shown_and_the_clicked_version(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture]
) -> None:
    click(strip, 0, Qt.KeyboardModifier.ControlModifier)
    assert set(strip.picked_ids()) == {versions[0].id, versions[2].id}
    with qtbot.waitSignal(strip.compare_requested) as asked:
        strip.compare.click()
    assert asked.args == [versions[0].id, versions[2].id]


def test_space_picks_and_enter_compares(qtbot: QtBot, strip: VersionStrip, versions: list[Capture]) -> None:
    strip.pick.setChecked(True)
    QTest.keyClick(strip.timeline, Qt.Key.Key_Space)
    QTest.keyClick(strip.timeline, Qt.Key.Key_Left)
    QTest.keyClick(strip.timeline, Qt.Key.Key_Space)
    with qtbot.waitSignal(strip.compare_requested) as asked:
        QTest.keyClick(strip.timeline, Qt.Key.Key_Return)
    assert asked.args == [versions[1].id, versions[2].id]


def test_compare_takes_the_newest_two_and_says_how_others_are_picked(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture]
) -> None:
    assert (
        strip.compare.isEnabled()
        and "newest two" in strip.compare.toolTip()
        and "Ctrl" in strip.compare.toolTip()
    )
    with qtbot.waitSignal(strip.compare_requested) as asked:
        strip.compare.click()
    assert asked.args == [versions[1].id, versions[2].id]
    strip.pick.setChecked(True)
    strip.toggle(0)
    assert "on screen" in strip.compare.toolTip()
    with qtbot.waitSignal(strip.compare_requested) as asked:
        strip.compare.click()
    assert asked.args == [versions[0].id, versions[2].id]
    strip.set_captures(versions[:1], [])
    assert not strip.compare.isEnabled() and "only one version" in strip.compare.toolTip()


def test_a_page_of_one_version_is_compared_with_its_last_visit(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture]
) -> None:
    """Its scripts and frames may be others; *Compare* was grey, so nobody saw it."""
    visits = [replace(versions[at], id=f"202612-000000{at}", base=versions[0].id) for at in (1, 2)]
    strip.set_captures(versions[:1], visits)
    assert strip.compare.isEnabled() and "scripts, frames" in strip.compare.toolTip()
    with qtbot.waitSignal(strip.compare_requested) as asked:
        strip.compare.click()
    assert asked.args == [versions[0].id, visits[1].id]


def test_a_third_pick_replaces_the_older_one(strip: VersionStrip, versions: list[Capture]) -> None:
    strip.pick.setChecked(True)
    for index in (0, 1, 2):
        strip.toggle(index)
    assert strip.picked_ids() == [versions[1].id, versions[2].id]


def test_compare_with_previous_needs_a_predecessor(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture]
) -> None:
    with qtbot.waitSignal(strip.compare_requested) as asked:
        strip.compare_previous.click()
    assert asked.args == [versions[1].id, versions[2].id]
    strip.set_current(versions[0].id)
    assert not strip.compare_previous.isEnabled()


def test_what_is_shown_and_picked_stays_when_a_version_is_added(
    strip: VersionStrip, versions: list[Capture]
) -> None:
    strip.toggle(0)
    newer = replace(versions[-1], id="202612-0000001", date=versions[-1].date + timedelta(days=30))
    strip.set_captures([*versions, newer], [])
    assert strip.current_id() == versions[-1].id
    assert versions[0].id in strip.picked_ids()


def test_the_version_under_the_cursor_is_told_in_words(strip: VersionStrip, versions: list[Capture]) -> None:
    QTest.keyClick(strip.timeline, Qt.Key.Key_Home)
    assert "1" in strip.timeline.accessibleDescription() and "3" in strip.timeline.accessibleDescription()
    for button in (strip.previous, strip.next, strip.pick, strip.compare, strip.compare_previous):
        assert button.accessibleName() and button.toolTip()


@pytest.mark.parametrize("count", [1, 2, 300])
def test_any_number_of_versions_can_be_painted_and_clicked(
    qtbot: QtBot, strip: VersionStrip, versions: list[Capture], count: int
) -> None:
    many = [
        replace(versions[0], id=str(n), date=versions[0].date + timedelta(hours=n * n)) for n in range(count)
    ]
    strip.set_captures(many, many[:5])
    strip.set_current(many[-1].id)
    assert not strip.grab().isNull()
    for index in range(0, count, 37):
        with qtbot.waitSignal(strip.version_chosen) as chosen:
            click(strip, index)
        assert chosen.args == [str(index)]


def test_no_date_is_cut_where_the_axis_is_scrolled(strip: VersionStrip, versions: list[Capture]) -> None:
    """At the edges of what is seen, the row of dates shows its ground alone, wherever the axis was scrolled to."""
    many = [replace(versions[0], id=str(n), date=versions[0].date + timedelta(days=n)) for n in range(300)]
    strip.set_captures(many, [])
    bar, viewport = strip.axis.horizontalScrollBar(), strip.axis.viewport()
    dated = 0
    for value in range(0, bar.maximum(), 37):
        bar.setValue(value)
        picture = viewport.grab().toImage()
        rows = range(HEIGHT - 14, HEIGHT - 3)
        edges = {picture.pixel(x, y) for x in (0, viewport.width() - 1) for y in rows}
        assert len(edges) == 1, value
        dated += len({picture.pixel(x, y) for x in range(viewport.width()) for y in rows}) > 1
    assert dated > 10, "there are dates"


def test_zoom_makes_the_axis_wider_and_never_narrower_than_its_place(strip: VersionStrip) -> None:
    before = strip.timeline.width()
    strip.zoom(2.0)
    assert strip.timeline.width() >= 2 * before - 2
    strip.zoom(0.1)
    assert strip.timeline.width() == before


def test_versions_have_the_colour_of_what_they_are(versions: list[Capture]) -> None:
    first, later = versions[0], versions[1]
    assert change_kind(first, 0) == "added" and change_kind(later, 1) == "changed"
    assert change_kind(replace(later, status=404), 1) == "removed"
    assert change_kind(replace(later, status=301), 1) == "moved"
