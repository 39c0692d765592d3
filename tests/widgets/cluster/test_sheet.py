"""The sheet *On a cluster* with a register and coordinators in this process: connected, crawled, paused, ended, refused."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.cluster import asking
from app.cluster.asking import told
from app.errors import ClusterRefused
from app.messages import Message
from tests.app.cluster.sites import Sites
from tests.app.cluster.test_coordinator import Asking, Network
from tests.app.cluster.test_nodes import settings_for
from widgets.cluster.link import Place
from widgets.cluster.nodes import MACHINE, NODE, QUEUED, SHARE, STATE, NodesModel
from widgets.cluster.sheet import ClusterSheet

LONG = 20_000


class Here:
    """A link to the register of this process; `silent` while that does not answer."""

    def __init__(self, network: Network) -> None:
        self._cluster, self.over, self.silent = Asking(network), False, False

    def open(self) -> object:
        return self

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        if self.silent or self.over:
            raise ClusterRefused(Message("cluster-register", address="10.0.0.5:6379"))
        match method:
            case "why":
                return asking.why(self._cluster, **about)
            case "queue":
                return {"rows": asking.queue(self._cluster, **about)}
            case "take":
                return {"taken": asking.take(self._cluster, **about)}
        return told(self._cluster, method, **about)

    def close(self) -> None:
        self.over = True


@pytest.fixture(scope="module")
def sites() -> Iterator[Sites]:
    with closing(Sites()) as made:
        yield made


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Network]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with closing(Network(folder)) as made:
        yield made


@pytest.fixture
def sheet(qtbot: QtBot, network: Network, tmp_path: Path) -> ClusterSheet:
    stage = QWidget()
    stage.resize(1200, 700)
    qtbot.addWidget(stage)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = ClusterSheet(stage, settings, lambda _: Here(network))
    made.timer.setInterval(30)
    stage.show()
    made.slide_in()
    return made


def connected(qtbot: QtBot, sheet: ClusterSheet) -> None:
    sheet.address.setText("10.0.0.5:6379")
    sheet.token.setText("secret")
    sheet.button.click()
    qtbot.waitUntil(lambda: sheet.now is not None, timeout=LONG)


def cells(sheet: ClusterSheet, column: int) -> list[str]:
    return [str(sheet.model.index(row, column).data()) for row in range(sheet.model.rowCount())]


def crawl(sheet: ClusterSheet) -> dict[str, Any]:
    return (sheet.now and sheet.now["crawl"]) or {"ended": False, "wanted": ""}


def test_one_crawl_of_two_nodes_is_begun_paused_and_gone_on_with(
    qtbot: QtBot, sheet: ClusterSheet, network: Network, sites: Sites
) -> None:
    network.come("a", "b")
    connected(qtbot, sheet)
    qtbot.waitUntil(lambda: cells(sheet, NODE) == ["a", "b"], timeout=LONG)
    qtbot.waitUntil(lambda: network.settled("a", "b"), timeout=LONG)
    with qtbot.waitSignal(sheet.settings_wanted) as wanted:
        sheet.new_button.click()
    assert wanted.args == ["crawl.archive"]
    sheet.begin(settings_for(sites, delay=0.05))
    qtbot.waitUntil(lambda: bool(sheet.now and sheet.now["figures"].get("pages", 0) > 3), timeout=LONG)
    assert sheet.state.text() == "crawl.archive: Running" and not sheet.new_button.isVisible()
    sheet.pause_button.click()
    qtbot.waitUntil(lambda: cells(sheet, STATE) == ["Paused", "Paused"], timeout=LONG)
    assert sheet.pause_button.text() == "&Go on"
    sheet.pause_button.click()
    qtbot.waitUntil(lambda: crawl(sheet)["ended"], timeout=LONG)
    assert sheet.state.text() == "crawl.archive: Finished"
    assert set(cells(sheet, QUEUED)) == {"0"}
    assert set(cells(sheet, MACHINE)) == {socket.gethostname()}
    assert sheet.figures.text().startswith("Pages ") and not sheet.pause_button.isVisible()


def test_a_crawl_that_was_stopped_is_gone_on_with(
    qtbot: QtBot, sheet: ClusterSheet, network: Network, sites: Sites
) -> None:
    network.come("a")
    network.begin(settings_for(sites, delay=0.3))
    connected(qtbot, sheet)
    qtbot.waitUntil(lambda: cells(sheet, STATE) == ["Running"], timeout=LONG)
    sheet.stop_button.click()
    qtbot.waitUntil(lambda: crawl(sheet)["ended"], timeout=LONG)
    assert sheet.state.text() == "crawl.archive: Stopped"
    job = crawl(sheet)["job"]
    sheet.pause_button.click()
    qtbot.waitUntil(lambda: not crawl(sheet)["ended"], timeout=LONG)
    assert crawl(sheet)["job"] == job
    sheet.leave()
    assert not sheet.connected and sheet.choice.isVisible()


def test_a_register_that_is_away_for_a_while_is_told_and_asked_again(
    qtbot: QtBot, sheet: ClusterSheet
) -> None:
    connected(qtbot, sheet)
    assert sheet.trouble.text() == "No node has come yet." and not sheet.new_button.isEnabled()
    here = sheet._link
    assert isinstance(here, Here)
    here.silent = True
    qtbot.waitUntil(lambda: "There is no register" in sheet.trouble.text(), timeout=LONG)
    here.silent = False
    qtbot.waitUntil(lambda: sheet.trouble.text() == "No node has come yet.", timeout=LONG)
    here.over = True
    qtbot.waitUntil(lambda: not sheet.connected, timeout=LONG)
    assert sheet.wrong.isVisible() and "There is no register" in sheet.wrong.text()


def test_nothing_is_asked_while_the_sheet_is_away(qtbot: QtBot, sheet: ClusterSheet) -> None:
    connected(qtbot, sheet)
    sheet.cancel()
    assert sheet.connected and not sheet.timer.isActive()
    sheet.slide_in()
    qtbot.waitUntil(sheet.timer.isActive, timeout=LONG)


def test_the_address_is_kept_and_the_token_is_not(qtbot: QtBot, sheet: ClusterSheet, tmp_path: Path) -> None:
    connected(qtbot, sheet)
    assert sheet.place == Place("10.0.0.5:6379", "secret") and sheet.token.text() == ""
    sheet._preferences.sync()
    kept = (tmp_path / "settings.ini").read_text()
    assert "10.0.0.5:6379" in kept and "secret" not in kept


def test_it_tells_why_an_address_was_left_out_and_the_scope_is_changed_for_all_nodes(
    qtbot: QtBot, sheet: ClusterSheet, network: Network, sites: Sites
) -> None:
    network.come("a", "b")
    connected(qtbot, sheet)
    qtbot.waitUntil(lambda: network.settled("a", "b"), timeout=LONG)
    settings = settings_for(sites, exclude=("/p3",), delay=0.05)
    sheet.begin(settings)
    shown = sheet.addresses.text.toPlainText
    qtbot.waitUntil(lambda: bool(sheet.now and sheet.now["figures"].get("pages", 0) > 9), timeout=LONG)
    sheet.addresses.explain(sites.url(0, "/p3"))
    qtbot.waitUntil(lambda: "Left out" in shown() and "/p3" in shown(), timeout=LONG)
    assert not sheet.addresses.take_button.isHidden() and "The way of the crawl:" in shown()
    sheet.addresses.traps_button.click()
    qtbot.waitUntil(lambda: shown() == "Nothing looks like a trap.", timeout=LONG)
    with qtbot.waitSignal(sheet.change_wanted) as wanted:
        sheet.change_button.click()
    assert wanted.args == ["crawl.archive", settings]
    sheet.change(replace(settings, exclude=(), delay=0))
    qtbot.waitUntil(lambda: crawl(sheet)["ended"], timeout=LONG)
    sheet.addresses.explain(sites.url(0, "/p3"))
    qtbot.waitUntil(lambda: shown().startswith("Done · Node "), timeout=LONG)
    assert sheet.addresses.take_button.isHidden()


def test_rows_say_who_is_silent_and_who_tries_again(qtbot: QtBot) -> None:
    model = NodesModel()
    row = {"node": "b", "state": "here", "slots": 1024, "silent": 0.2, "phase": "running", "error": ""}
    more = {"figures": None, "machine": None, "archive": None}
    model.show(
        [
            row | more,
            {**row, **more, "node": "a", "silent": 40.0},
            {**row, **more, "node": "c", "error": "The disk is full"},
            {**row, **more, "node": "d", "state": "leaving"},
        ]
    )
    states = [str(model.index(at, STATE).data()) for at in range(4)]
    assert states == ["Silent", "Running", "Tries again", "Hands over its hosts"]
    assert str(model.index(0, SHARE).data()) == "25 %"
    assert str(model.index(2, STATE).data(3)) == "The disk is full"  # the tooltip
