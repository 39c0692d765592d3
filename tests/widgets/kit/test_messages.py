"""Every error is a sentence, and every sentence can be translated."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from app import errors
from widgets.kit import jobs, messages
from widgets.kit.messages import MessageBar, sentence
from widgets.kit.side_sheet import SideSheet
from widgets.page.versions.strip import VersionStrip
from widgets.shell.main_window import MainWindow


def test_a_user_error_is_its_own_sentence() -> None:
    assert sentence(errors.CaptureMissing(wanted="x")) == "The archive holds nothing under x."


def test_a_full_disk_says_what_to_do() -> None:
    full = errors.StorageFailed(path="/x", detail="No space left on device")
    assert sentence(full).endswith("Make room on that disk, or choose another one.")
    assert "room" not in sentence(errors.StorageFailed(path="/x", detail="Permission denied"))


def test_a_format_error_names_file_place_and_rule() -> None:
    text = sentence(errors.FormatError("a.tw", 17, "no version"))
    assert all(part in text for part in ("a.tw", "17", "no version"))


def test_a_disk_error_names_file_and_reason() -> None:
    assert sentence(FileNotFoundError(2, "No such file", "/x")) == "/x: No such file"


def test_a_defect_is_told_as_one() -> None:
    assert "ValueError" in sentence(ValueError("odd"))


def test_the_bar_shows_dismisses_and_acts(qtbot, light) -> None:
    stage = QWidget()
    qtbot.addWidget(stage)
    bar = MessageBar(stage)
    done: list[int] = []
    bar.warning("Careful", ("Undo", lambda: done.append(1)))
    assert not bar.isHidden()
    assert (bar.kind, bar.text) == ("warning", "Careful")
    bar._button.click()
    assert done == [1]
    assert bar.isHidden()
    bar.error("Bad")
    assert bar._button.isHidden()


@pytest.mark.parametrize("action", [None, ("Show", lambda: None)])
def test_what_is_good_to_know_leaves_by_itself_and_what_is_wrong_stays(
    qtbot, light, monkeypatch, action
) -> None:
    """Also with something to do about it."""
    monkeypatch.setattr(messages, "_INFO_SECONDS", 0)
    monkeypatch.setattr(messages, "_OFFER_SECONDS", 0)
    window = QWidget()
    qtbot.addWidget(window)
    bar = MessageBar(window)
    window.show()
    bar.info("The crawl has finished.", action)
    qtbot.waitUntil(bar.isHidden)
    for say in (bar.warning, bar.error):
        say("The disk is full.", action)
        QTest.qWait(0)
        assert bar.isVisible() and not bar._timer.isActive()


def test_nothing_moves_because_something_is_said_or_done(qtbot, opened) -> None:
    """A click that is on its way hits what was aimed at."""
    page, tree = opened.workspace.page, opened.workspace.tree

    def places() -> list[QRect]:
        return [QRect(part.mapToGlobal(QPoint()), part.size()) for part in (page, tree, opened.statusBar())]

    opened.searching.feeder.pause()  # no other work than that of the test
    before = places()
    for say in (opened.messages.info, opened.messages.warning, opened.messages.error):
        say(
            "One sentence after the other that is so long that it needs more than one line. " * 3,
            ("Undo", len),
        )
        QApplication.processEvents()
        assert opened.messages.isVisible() and places() == before
        assert opened.messages.height() < 120
    opened.messages.hide()
    going_on = Event()
    jobs.run(
        opened,
        lambda _: going_on.wait(20),
        label="Long work with a name that is as long as names can be, and longer",
    )
    qtbot.waitUntil(opened.job_bar.isVisible)
    assert places() == before
    going_on.set()
    qtbot.waitUntil(lambda: not opened.job_bar.isVisible())
    assert places() == before


@pytest.mark.parametrize("width", [1280, 1024])
def test_a_message_and_its_button_are_whole_beside_work(qtbot, opened, width) -> None:
    opened.resize(width, 800)
    opened.searching.feeder.pause()
    going_on, label = Event(), "Reading for the search"
    jobs.run(opened, lambda _: going_on.wait(20), label=label)
    qtbot.waitUntil(opened.job_bar.isVisible)
    alone = opened.job_bar.width()
    told = "The crawl has finished: 43 pages were stored, 5 of them in a new version, 2 were not fetched."
    opened.messages.info(told, ("What changed?", len))
    qtbot.waitUntil(lambda: opened.job_bar.width() < alone)
    bar = opened.messages
    qtbot.waitUntil(lambda: bar._text.text() == told)
    assert bar.offer.width() >= bar.offer.sizeHint().width()
    assert opened.statusBar().rect().contains(QRect(opened.job_bar.pos(), opened.job_bar.size()))
    assert label in opened.job_bar._bar.toolTip()
    bar.hide()
    qtbot.waitUntil(lambda: opened.job_bar.width() == alone)
    going_on.set()
    qtbot.waitUntil(lambda: not opened.job_bar.isVisible())


def test_a_sentence_stands_on_one_line_where_only_the_words_of_the_work_are_in_its_way(qtbot, opened) -> None:
    opened.resize(1280, 800)
    opened.searching.feeder.pause()
    going_on = Event()
    jobs.run(opened, lambda _: going_on.wait(20), label="Looking for pages that are alike")
    qtbot.waitUntil(opened.job_bar.isVisible)
    opened.messages.info("Short.")
    told = "The crawl has finished: 102 pages answered. With their pictures and styles, new: 36, unchanged: 101; errors: 2."
    opened.messages.info(told, ("Let the site change and crawl it again", len))
    label = opened.messages._text
    qtbot.waitUntil(lambda: label.fontMetrics().horizontalAdvance(told) <= label.width())
    assert not opened.job_bar._text.isVisible() and opened.job_bar._bar.isVisible()
    opened.messages.info("Short.")
    assert opened.job_bar._text.isVisible(), "there is room for its words again"
    going_on.set()
    qtbot.waitUntil(lambda: not opened.job_bar.isVisible())


def covered(window: MainWindow) -> list[QWidget]:
    """What can be used, and lies under the message where it is seen."""
    bar = window.messages
    seen = QRect(bar.mapToGlobal(QPoint()), bar.size())
    usable = (QAbstractButton, QAbstractItemView, QLineEdit, QAbstractSlider, VersionStrip, SideSheet)
    return [
        part
        for part in window.findChildren(QWidget)
        if isinstance(part, usable)
        and part.isVisible()
        and not bar.isAncestorOf(part)
        # what a scroll area has clipped off is not seen there
        and part.visibleRegion().translated(part.mapToGlobal(QPoint())).intersects(seen)
    ]


def test_a_message_covers_nothing_that_can_be_used(qtbot, opened) -> None:
    """It lay over the strip of versions, the last row of the tree, and *Take it anyway* below the queue."""
    panel = opened.workspace.crawl
    opened.workspace.show_address("http://a.example/")
    opened.messages.info("The crawl has finished.", ("What changed?", len))
    for width, height in ((1280, 800), (720, 480)):
        opened.resize(width, height)
        for shown in (False, True):
            opened.actions_["crawl_panel"].setChecked(shown)
            panel.set_folded(not shown)
            QApplication.processEvents()
            assert opened.messages.isVisible() and covered(opened) == []
        panel.set_folded(True)
        opened.show_preferences()
        qtbot.waitUntil(opened.preferences.isVisible)
        assert covered(opened) == []
        opened.preferences.cancel()


def test_a_long_message_is_cut_and_shown_whole_on_demand(qtbot, opened) -> None:
    opened.resize(720, 480)
    text = "One sentence after the other that is so long that it needs more than one line. " * 5
    opened.messages.error(text.strip(), ("Undo", len))
    QApplication.processEvents()
    label = opened.messages.findChild(QLabel, "messageText")
    more = next(each for each in opened.messages.findChildren(QToolButton) if "whole" in each.toolTip())
    assert (
        more.isVisible()
        and label.text().endswith("…")
        and label.toolTip() == label.accessibleName() == text.strip()
    )
    lines = label.fontMetrics().boundingRect(label.rect(), Qt.TextFlag.TextWordWrap, label.text())
    assert lines.height() <= label.height()
    more.click()
    card = QApplication.activePopupWidget()
    assert card.findChild(QLabel).text() == text.strip()
    card.close()
    opened.messages.info("Short.")
    assert not more.isVisible() and label.text() == "Short."


def test_the_address_below_the_pointer_takes_the_place_of_a_message_for_a_moment(qtbot, opened) -> None:
    opened.messages.error("Something did not work.")
    label = opened.messages.findChild(QLabel, "messageText")
    opened.workspace.hovered.emit("http://a.example/news/")
    assert label.text() == "http://a.example/news/" and opened.messages.text == "Something did not work."
    opened.workspace.hovered.emit("")
    assert label.text() == "Something did not work."


def test_figures_give_way_to_a_message_in_a_narrow_window(qtbot, opened) -> None:
    qtbot.waitUntil(lambda: bool(opened.figures.text()), timeout=10_000)
    opened.resize(800, 600)
    opened.messages.info("The crawl has finished.")
    qtbot.waitUntil(lambda: not opened.figures.isVisible())
    opened.messages.hide()
    assert opened.figures.isVisible()


def test_escape_dismisses_a_message_where_nobody_else_wants_the_key(qtbot, opened) -> None:
    opened.messages.error("Something did not work.")
    opened.workspace.tree.tree.setFocus()
    QTest.keyClick(opened.workspace.tree.tree, Qt.Key.Key_Escape)
    assert not opened.messages.isVisible()
