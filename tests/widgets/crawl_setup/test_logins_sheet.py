"""Log-ins: seen, added, imported, forgotten; kept outside of every archive."""

from __future__ import annotations

import json

import pytest
from PySide6.QtWidgets import QLineEdit

from app.crawl.net.logins import Vault
from widgets.crawl_setup.logins_sheet import LoginsSheet


@pytest.fixture
def sheet(stage) -> LoginsSheet:
    made = LoginsSheet(stage)
    made.open()
    return made


def test_a_login_is_added_seen_and_forgotten(sheet, config) -> None:
    assert sheet.none.isVisible() and not sheet.add.isEnabled()
    sheet.host.setText("https://Lib.example.org/login")
    sheet.user.setText("reader")
    sheet.password.setText("secret")
    assert sheet.password.echoMode() == QLineEdit.EchoMode.Password
    sheet.add.click()
    assert list(sheet.rows) == ["lib.example.org"] and not sheet.none.isVisible()
    assert Vault().login("lib.example.org").password == "secret"
    assert not sheet.password.text()
    assert str(config / "logins.json") in sheet.where.text()
    sheet._forget("lib.example.org")
    assert not sheet.rows and not Vault().logins()


def test_what_is_no_host_is_told(sheet) -> None:
    sheet.host.setText("not a host")
    sheet.user.setText("reader")
    sheet.add.click()
    assert sheet.told.property("bad") is True and "not a host" in sheet.told.text()
    assert sheet.host.text() == "not a host"


def test_cookies_of_other_programs_come_in(sheet, tmp_path) -> None:
    file = tmp_path / "cookies.json"
    cookies = [
        {"name": n, "value": "1", "domain": ".example.org", "expires": when}
        for n, when in (("a", 0), ("b", 9))
    ]
    file.write_text(json.dumps(cookies))
    sheet.import_cookies(file)
    assert list(sheet.rows) == ["example.org"] and len(Vault().cookies()) == 2
    empty = tmp_path / "cookies.txt"
    empty.write_text("# nothing\n")
    sheet.import_cookies(empty)
    assert sheet.told.property("bad") is True and len(Vault().cookies()) == 2
    sheet._forget("example.org")
    assert not sheet.rows and not Vault().cookies()  # nor the one that has expired


def test_the_browser_is_asked_for_at_the_host(qtbot, sheet) -> None:
    sheet.host.setText("lib.example.org")
    with qtbot.waitSignal(sheet.browser_requested) as asked:
        sheet.browser.click()
    assert asked.args == ["https://lib.example.org/"] and not sheet.isVisible()
