"""How much changed in each version: on the strip, in words, and read in the background while a page is on screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.archive.model import NewCapture
from app.blocks.noise.noise import write_rules
from widgets.blocks.histories import Amount, Histories, amounts_of
from widgets.kit import theme
from widgets.page.area import PageArea
from widgets.page.versions.strip import VersionStrip
from widgets.page.versions.timeline import AXIS
from widgets.session import Session

HOME = "http://library.example/"


def amount(real: float, noise: float = 0.0, **counts: int) -> Amount:
    return Amount(real, noise, counts, 3 if noise else 0)


@pytest.mark.parametrize(
    ("given", "step", "words"),
    [
        (amount(0.012, changed=2, added=1), "small", "small change: 1.2 % of the text · changed 2 · added 1"),
        (amount(0.12, changed=1), "medium", "change: 12 % of the text · changed 1"),
        (amount(0.7, 0.1, changed=9), "large", "large change: 70 % of the text · changed 9 · noise: 3"),
        (amount(0.0, 0.1), "noise", "nothing but noise: 3"),
        (amount(0.0, moved=3), "small", "moved 3"),
        (amount(0.0), "none", "nothing that can be seen changed"),
        (Amount(0, 0, {}, 0, "damaged"), "none", "could not be compared with the version before"),
    ],
)
def test_an_amount_is_told_in_words_and_has_a_step(given: Amount, step: str, words: str) -> None:
    assert (given.step, given.words()) == (step, words)


def test_bars_grow_with_the_change_and_small_ones_can_be_seen() -> None:
    heights = [amount(share, changed=1).height for share in (0.0, 0.001, 0.05, 0.3, 1.0)]
    assert heights == sorted(heights) and heights[0] > 0 and heights[-1] == 1
    assert amount(0.0, 0.2).height == 0 and amount(0.0, 0.2).noise_height > 0


def test_the_history_of_a_page_becomes_amounts_of_its_versions(qtbot: QtBot, session: Session) -> None:
    histories = Histories(session)
    with qtbot.waitSignal(histories.ready, timeout=20_000) as ready:
        histories.want(HOME)
    found = amounts_of(ready.args[0])
    first, second, third = (version.id for version in session.reader.versions(HOME))
    assert set(found) == {second, third} and first not in found
    with qtbot.waitSignal(histories.ready, timeout=100) as again:  # known: at once
        histories.want(HOME)
    assert again.args[0] is ready.args[0]


def test_a_rule_about_noise_makes_a_history_old(qtbot: QtBot, session: Session) -> None:
    histories = Histories(session)
    with qtbot.waitSignal(histories.ready, timeout=20_000) as ready:
        histories.want(HOME)
    third = session.reader.versions(HOME)[2].id
    assert amounts_of(ready.args[0])[third].changes == 1
    write_rules(session.path, ("p",))
    with qtbot.waitSignal(histories.ready, timeout=20_000) as ready:
        histories.want(HOME)
    assert amounts_of(ready.args[0])[third].step == "noise"


def test_a_history_that_cannot_be_read_says_so(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object, **_more: object) -> None:
        raise OSError("no disk")

    monkeypatch.setattr("app.blocks.history.history.page_history", broken)
    histories = Histories(session)
    with qtbot.waitSignal(histories.failed, timeout=10_000) as failed:
        histories.want(HOME)
    assert failed.args[0] == HOME


def test_the_strip_is_coloured_while_a_page_is_on_screen(qtbot: QtBot, session: Session) -> None:
    area = PageArea(session)
    qtbot.addWidget(area)
    area.resize(1000, 700)
    area.show()
    area.show_page(HOME)
    line = area.views.strip.timeline
    qtbot.waitUntil(lambda: len(line.amounts) == 2, timeout=20_000)
    assert "change" in line.describe(1) or "noise" in line.describe(1)
    assert line.describe(1) in line.describe(1) and "first version" in line.describe(0)
    area.show_page(HOME + "about")
    assert not line.amounts, "those of another page"


def test_amount_and_noise_are_seen_as_bars(
    qtbot: QtBot, light: None, session: Session, make_capture: Callable[..., NewCapture]
) -> None:
    versions = session.reader.versions(HOME)
    strip = VersionStrip(None)
    qtbot.addWidget(strip)
    strip.resize(900, 96)
    strip.show()
    strip.set_captures(versions, [])
    strip.set_current(versions[0].id)
    strip.set_amounts({versions[1].id: amount(0.5, changed=4), versions[2].id: amount(0.0, 0.5)})
    picture = strip.timeline.grab().toImage()
    colors = theme.colors()
    assert column(picture, strip.timeline.x_of(1)) == {QColor(colors.changed).rgb()}
    assert column(picture, strip.timeline.x_of(2)) == {QColor(colors.border).rgb()}
    assert "large change: 50 %" in strip.timeline.describe(1)


def column(picture: QImage, x: float) -> set[int]:
    """The colours just above the dot of a version."""
    ratio = picture.devicePixelRatio()
    return {picture.pixel(round(x * ratio), round(y * ratio)) for y in range(AXIS - 18, AXIS - 15)}
