"""Where there is little room the words stay readable, and the page is not pressed to nothing."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from widgets.kit.empty_state import EmptyState
from widgets.session import Session
from widgets.shell.workspace import Workspace


def test_an_empty_view_without_height_shows_its_words_and_no_picture(qtbot: QtBot, light: None) -> None:
    empty = EmptyState("crawl")
    qtbot.addWidget(empty)
    empty.say("Nothing yet", "Here stands what could be done.")
    empty.resize(400, 400)
    with qtbot.waitExposed(empty):
        empty.show()
    assert empty._icon.isVisible()
    empty.resize(400, 110)
    qtbot.waitUntil(lambda: not empty._icon.isVisible())
    assert empty.text.height() >= empty.text.heightForWidth(empty.text.width())
    assert empty.heading.height() >= empty.heading.heightForWidth(empty.heading.width())
    empty.resize(400, 400)
    qtbot.waitUntil(empty._icon.isVisible)


def test_a_crawl_that_unfolds_leaves_room_for_the_page(
    qtbot: QtBot, session: Session, settings: QSettings
) -> None:
    workspace = Workspace(session, settings)
    qtbot.addWidget(workspace)
    workspace.resize(1000, 560)
    with qtbot.waitExposed(workspace):
        workspace.show()
    workspace.crawl.show()
    workspace.crawl.set_folded(False)
    qtbot.waitUntil(lambda: workspace.down.sizes()[1] > 100)
    above, below = workspace.down.sizes()
    assert 290 <= above <= 310 and below >= 200
    workspace.crawl.set_folded(True)
    workspace.resize(1000, 900)
    workspace.crawl.set_folded(False)
    assert workspace.down.sizes()[1] >= 300  # what it had in mind is not forgotten
