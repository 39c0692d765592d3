"""What a person does with crawls beyond starting one: watch, change it while it runs, look why, keep it for later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from widgets.tour.driver import TourFailed, click, settle, trigger, wait_until

if TYPE_CHECKING:
    from widgets.main_window import MainWindow

Shot = Callable[[str], None]


def change(window: MainWindow, shot: Shot) -> None:
    """What another depth and a pattern would do to the queue of the running crawl; then nothing is changed."""
    trigger(window.actions_["change_crawl"])
    sheet = window.crawls.change_sheet
    wait_until(sheet.isVisible, "the settings of the crawl are shown")
    sheet.form.limits.depth.setValue(1)
    sheet.form.more.reveal("exclude")
    sheet.form.more.field("exclude").control.setPlainText("/zh/")
    wait_until(sheet.card.more.isVisible, "the preview is there")
    sheet.card.more.setChecked(True)
    sheet.scroll.ensureWidgetVisible(sheet.form.more.field("exclude"))
    shot("crawl-change")
    sheet.cancel()
    if window.session is None or window.session.crawl is None:
        raise TourFailed("the crawl ended although it was paused")


def dashboard(window: MainWindow, shot: Shot) -> None:
    """What became of every address, and what the queue and the hosts of the crawl look like."""
    panel = window.workspace.crawl
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
    sheet.scroll.ensureWidgetVisible(sheet.more.toggle)
    shot("crawl-repeat")
    sheet.more.toggle.setChecked(True)
    settle(0.4)
    sheet.scroll.ensureWidgetVisible(sheet.more.groups[-1])
    shot("crawl-settings")
    click(sheet.save)
    trigger(window.actions_["saved_crawls"])
    saved = window.crawls.saved
    wait_until(lambda: len(saved.rows) == 1, "the saved crawl stands in the list")
    shot("saved-crawls")
    saved.cancel()
    window.messages.hide()
