"""Every error is a sentence, and every sentence can be translated."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import app
from app import errors
from app.crawl.settings import SettingsInvalid
from widgets import jobs, messages
from widgets.messages import TEMPLATES, MessageBar, sentence


def all_user_errors() -> list[type[errors.UserError]]:
    found, queue = [], [errors.UserError]
    while queue:
        kind = queue.pop()
        found.append(kind)
        queue += kind.__subclasses__()
    return found


def test_no_template_of_an_error_is_missing_in_the_table_for_translation() -> None:
    for module in walk_packages(app.__path__, "app."):  # errors are defined beside what raises them, too
        if module.name != "app.__main__":
            import_module(module.name)
    assert SettingsInvalid in all_user_errors()
    ours = [kind for kind in all_user_errors() if kind.__module__.startswith("app.")]
    assert {kind.template for kind in ours} <= set(TEMPLATES)


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
def test_what_is_good_to_know_leaves_by_itself_and_what_is_wrong_stays(qtbot, light, monkeypatch, action) -> None:
    """Also with something to do about it: it lies over the versions of the page."""
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

    before = places()
    for say in (opened.messages.info, opened.messages.warning, opened.messages.error):
        say("One sentence after the other that is so long that it needs more than one line. " * 3, ("Undo", len))
        QApplication.processEvents()
        assert opened.messages.isVisible() and places() == before
        assert opened.messages.height() < 120
    opened.messages.hide()
    going_on = Event()
    jobs.run(
        opened, lambda _: going_on.wait(20), label="Long work with a name that is as long as names can be, and longer"
    )
    qtbot.waitUntil(opened.job_bar.isVisible)
    assert places() == before
    going_on.set()
    qtbot.waitUntil(lambda: not opened.job_bar.isVisible())
    assert places() == before


def test_a_message_stands_beside_an_open_sheet_and_whole_in_a_narrow_window(qtbot, opened) -> None:
    opened.messages.error("Something did not work.")
    opened.show_preferences()
    qtbot.waitUntil(lambda: not opened.messages.geometry().intersects(opened.preferences.geometry()))
    opened.preferences.cancel()
    opened.resize(720, 480)
    opened.show_preferences()
    qtbot.waitUntil(lambda: opened.stage.rect().contains(opened.messages.geometry()))
    assert opened.messages.width() > 300
    at = opened.messages.geometry().center()
    assert opened.messages.isAncestorOf(opened.stage.childAt(at)) or opened.stage.childAt(at) is opened.messages


def test_escape_dismisses_a_message_where_nobody_else_wants_the_key(qtbot, opened) -> None:
    opened.messages.error("Something did not work.")
    opened.workspace.tree.tree.setFocus()
    QTest.keyClick(opened.workspace.tree.tree, Qt.Key.Key_Escape)
    assert not opened.messages.isVisible()


def test_a_message_stands_above_the_figures_of_the_crawl(qtbot, opened) -> None:
    """It lay over them, folded or not; only a panel that fills the window is covered."""
    panel = opened.workspace.crawl
    opened.actions_["crawl_panel"].setChecked(True)
    qtbot.waitUntil(panel.isVisible)
    opened.messages.error("Something did not work.")

    def bottom() -> int:
        return opened.messages.mapToGlobal(opened.messages.rect().bottomLeft()).y()

    for folded in (True, False, True):
        panel.set_folded(folded)
        qtbot.waitUntil(lambda: bottom() < panel.mapToGlobal(QPoint()).y())
    opened.actions_["crawl_panel"].setChecked(False)
    qtbot.waitUntil(lambda: opened.messages.geometry().bottom() > opened.stage.height() - 40)
    opened.leave_archive()
    opened.messages.error("Something else.")
    assert opened.messages.isVisible()
