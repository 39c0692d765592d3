"""The menu about the archive: its page, its index made again, a damaged file recovered."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.archive.upkeep.converting import ConvertReport
from tests.app.archive.increments import URL, all_data, new
from tests.app.archive.increments import filled as many_versions
from tests.app.archive.increments import words as many_words
from tests.archives import everything, forget_index
from tests.widgets.integrity.conftest import damage
from widgets.words import formats

ROOT = Path(__file__).parents[3]


def test_the_page_stands_where_pages_are_shown_and_goes_away_again(opened) -> None:
    workspace = opened.workspace
    workspace.show_address("http://a.example/")
    opened.actions_["statistics"].trigger()
    assert workspace.right.currentWidget() is workspace.integrity and workspace.tree.isVisible()
    assert workspace.integrity.tabs.currentIndex() == 1
    opened.actions_["integrity"].trigger()
    assert workspace.integrity.tabs.currentIndex() == 0
    assert opened.actions_["back"].isEnabled() and opened.actions_["back_to_page"].isEnabled()
    opened.actions_["back"].trigger()
    assert workspace.right.currentWidget() is workspace.page and workspace.page.url == "http://a.example/"
    opened.actions_["integrity"].trigger()
    workspace.compare_with_previous()
    assert workspace.comparison is not None
    opened.actions_["integrity"].trigger()
    assert workspace.comparison is None


def test_check_everything_begins_at_once_and_a_problem_opens_its_page(qtbot, opened, filled: Archive) -> None:
    _, capture = damage(filled)
    opened.actions_["check"].trigger()
    check = opened.workspace.integrity.check
    qtbot.waitUntil(lambda: check.problems.model.rowCount() == 1, timeout=20_000)
    qtbot.waitUntil(lambda: not check.checking)
    check.problems.view.activated.emit(check.problems.model.index(0, 0))
    assert opened.workspace.right.currentWidget() is opened.workspace.page
    assert opened.workspace.page.capture.id == capture


def test_a_capture_that_is_gone_is_a_sentence(opened) -> None:
    opened.actions_["integrity"].trigger()
    opened.workspace.integrity.check.capture_requested.emit("209912-0000001")
    assert "209912-0000001" in opened.messages.text


def answer(monkeypatch, text: str) -> list[str]:
    asked: list[str] = []

    def click(box: QMessageBox) -> int:
        asked.append(box.informativeText())
        next(button for button in box.buttons() if button.text().replace("&", "") == text).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", click)
    return asked


def test_the_index_is_made_again_after_asking_once(qtbot, opened, filled: Archive, monkeypatch) -> None:
    before = everything(filled)
    asked = answer(monkeypatch, "Rebuild")
    opened.actions_["integrity"].trigger()
    session = opened.session
    opened.workspace.integrity.check.rebuild.click()
    assert "Nothing is lost" in asked[0]
    qtbot.waitUntil(lambda: opened.session not in (None, session), timeout=20_000)
    qtbot.waitUntil(lambda: "made again from" in opened.messages.text)
    assert opened.workspace.right.currentWidget() is opened.workspace.integrity
    assert everything(filled) == before


def test_the_index_stays_when_nobody_wants_another(opened, monkeypatch) -> None:
    session = opened.session
    answer(monkeypatch, "Cancel")
    opened.actions_["reindex"].trigger()
    assert opened.session is session


def test_a_broken_index_offers_to_be_made_again(qtbot, window, filled: Archive) -> None:
    before = everything(filled)
    forget_index(filled)
    (filled.path / "index.sqlite").write_bytes(b"this is no database" * 500)
    window.open_archive(filled.path)
    qtbot.waitUntil(lambda: window.messages.kind == "error", timeout=10_000)
    assert window.messages._button.text() == "Rebuild the index"
    window.messages._button.click()
    qtbot.waitUntil(lambda: window.session is not None, timeout=20_000)
    assert everything(filled) == before


def test_a_file_can_be_recovered_without_an_archive(window) -> None:
    assert window.actions_["recover"].isEnabled() and not window.actions_["integrity"].isEnabled()
    window.actions_["recover"].trigger()
    assert window.archive.recovery.isVisible()
    window.show_preferences()
    assert not window.archive.recovery.isVisible()


def test_nothing_is_begun_while_something_writes(opened) -> None:
    opened.session.importing = object()
    opened.archive.reindex()
    assert "being written to" in opened.messages.text
    opened.session.importing = None


def test_an_index_that_cannot_be_made_again_is_a_sentence_and_the_old_one_stays(
    qtbot, opened, filled: Archive, monkeypatch
) -> None:
    before = everything(filled)
    answer(monkeypatch, "Rebuild")
    lock = WriteLock(filled.path)
    try:
        session = opened.session
        opened.archive.reindex()
        qtbot.waitUntil(lambda: opened.session not in (None, session), timeout=20_000)
        qtbot.waitUntil(lambda: opened.messages.kind == "error" and opened.messages.isVisible())
        assert "is writing to the archive" in opened.messages.text
    finally:
        lock.close()
    assert everything(filled) == before


def test_in_a_narrow_window_the_page_about_the_archive_takes_the_room_of_the_tree(qtbot, opened) -> None:
    opened.resize(760, 640)
    opened.actions_["integrity"].trigger()
    workspace = opened.workspace
    assert workspace.integrity.isVisible() and not workspace.tree.isVisible()
    qtbot.keyClick(workspace.integrity, Qt.Key.Key_Escape)
    assert workspace.tree.isVisible() and not workspace.integrity.isVisible()


def test_documents_are_read_again_where_an_older_extractor_read_them(qtbot, opened) -> None:
    messages = opened.messages
    opened.actions_["reextract"].trigger()
    qtbot.waitUntil(lambda: "this version of the program" in messages.text, timeout=10_000)
    path = opened.session.path
    db = sqlite3.connect(path / "index.sqlite")
    with db:
        db.execute("UPDATE captures SET extracted = 0, title = 'Out of date'")
        db.execute("UPDATE pages SET title = 'Out of date' WHERE title != ''")
    db.close()
    opened.workspace.tree.read_again()
    assert opened.session.reader.page("http://a.example/news/1.html").title == "Out of date"
    opened.actions_["reextract"].trigger()
    qtbot.waitUntil(lambda: "read again" in messages.text, timeout=20_000)
    assert "another title" in messages.text and not opened.session.busy
    assert opened.session.reader.page("http://a.example/news/1.html").title == "First news"
    qtbot.waitUntil(lambda: opened.actions_["reextract"].isEnabled())


def test_a_page_asks_to_read_documents_of_its_kind_again(qtbot, opened) -> None:
    opened.workspace.show_address("http://a.example/")
    opened.workspace.page.reextract_requested.emit("html")
    qtbot.waitUntil(lambda: "of this kind" in opened.messages.text, timeout=10_000)


def test_another_program_converts_the_archive_and_the_window_goes_on(qtbot, opened, filled: Archive) -> None:
    """What is shown, what is read next, and what this window stores afterwards: nothing has to be opened again."""
    many_versions(filled, 12)
    opened.session.refresh()
    workspace, views = opened.workspace, opened.workspace.page.views
    versions = opened.session.reader.versions(f"{URL}0")
    for round, to in enumerate(("full", "incremental")):
        command = [sys.executable, "-m", "app", "convert", str(filled.path), "--to", to]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        chosen = versions[7 + round]  # as it was read from the old index
        with filled.reader() as reader:
            stands = formats.number(reader.capture(chosen.id).offset)
        for tab, words in (
            (views.text, lambda: views.text.view.toPlainText()),
            (views.source, lambda: views.source.view.toPlainText()),
            (views.details, views.details.plain_text),
        ):
            views.tabs.setCurrentWidget(tab)
            workspace.show_capture(chosen)
            wanted = stands if tab is views.details else many_words(900_000 + 7 + round, 30)[:40]
            qtbot.waitUntil(lambda words=words, wanted=wanted: wanted in words(), timeout=10_000)
        assert not opened.messages.isVisible()
        with filled.writer() as writer:
            writer.store(new(100 + round))
        before = opened.session.seq
        opened.session.refresh()
        assert opened.session.seq == before + 1
    assert len(opened.session.reader.versions(f"{URL}0")) == 14


def test_the_records_are_converted_there_and_back_and_the_archive_is_open_again(
    qtbot, window, archive, monkeypatch
) -> None:
    many_versions(archive, 4)
    before = all_data(archive)
    with qtbot.waitSignal(window.session_opened):
        window.open_archive(archive.path)
    assert archive.policy == "incremental"
    for asked, policy in (("becomes larger", "full"), ("becomes smaller", "incremental")):
        questions = answer(monkeypatch, "Convert")
        session = window.session
        window.actions_["convert"].trigger()
        qtbot.waitUntil(lambda was=session: window.session not in (None, was), timeout=20_000)
        assert asked in questions[0] and Archive.open(archive.path).policy == policy
        qtbot.waitUntil(
            lambda: "records were converted: " in window.messages.text and window.messages.isVisible()
        )
        assert window.messages.text.startswith("3 of 4 records") and all_data(archive) == before
        window.messages.hide()


def test_a_conversion_that_is_not_wanted_or_stopped_or_has_no_lock_changes_nothing(
    qtbot, opened, filled: Archive, monkeypatch
) -> None:
    session = opened.session
    answer(monkeypatch, "Cancel")
    opened.converting.start()
    assert opened.session is session
    session.importing = object()
    opened.converting.start()
    assert "being written to" in opened.messages.text
    session.importing = None
    answer(monkeypatch, "Convert")
    monkeypatch.setattr(Archive, "convert", lambda *_: ConvertReport(cancelled=True))
    opened.converting.start()
    qtbot.waitUntil(lambda: opened.session not in (None, session), timeout=20_000)
    qtbot.waitUntil(lambda: opened.messages.text == "The archive is as it was before.")
    monkeypatch.undo()
    answer(monkeypatch, "Convert")
    session, lock = opened.session, WriteLock(filled.path)
    try:
        opened.converting.start()
        qtbot.waitUntil(lambda: opened.session not in (None, session), timeout=20_000)
        qtbot.waitUntil(lambda: "is writing to the archive" in opened.messages.text)
    finally:
        lock.close()
    assert filled.policy == "incremental"


def test_an_archive_whose_batches_are_gone_says_what_is_missing_and_what_can_be_done(
    qtbot, window, filled: Archive
) -> None:
    filled.close()
    (filled.path / "batches/202611/0000.tw").unlink()
    window.open_archive(filled.path)
    qtbot.waitUntil(lambda: window.messages.kind == "warning" and window.messages.isVisible(), timeout=10_000)
    said = window.messages.text
    assert "batches/202611/0000.tw" in said and "7 version" in said and "backup" in said
    assert "missing" in window.figures.text()
    window.messages._button.click()
    assert window.workspace.integrity is not None
