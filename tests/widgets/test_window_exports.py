"""What the export offers for a selection of the tree, and what is told when a format could not carry everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.archive import Archive
from app.interchange import InterchangeReport
from widgets import jobs
from widgets.export_dialog import ExportDialog
from widgets.main_window import MainWindow


@pytest.fixture
def opened(qtbot, qapp: QApplication, light, settings, filled: Archive) -> Iterator[MainWindow]:
    made = MainWindow(settings)
    made.resize(1280, 800)
    made.show()
    with qtbot.waitSignal(made.session_opened):
        made.open_archive(filled.path)
    yield made
    made.close()
    qtbot.waitUntil(lambda: made.session is None, timeout=10_000)
    jobs.wait_all()
    made.deleteLater()


def dialog(window: MainWindow) -> ExportDialog:
    window.actions_["export"].trigger()
    return next(child for child in window.findChildren(ExportDialog) if child.isVisible())


def test_a_page_its_site_and_the_whole_archive_are_offered(opened) -> None:
    page = opened.session.reader.page("http://a.example/news/1.html")
    opened.workspace.tree.select(page)
    asked = dialog(opened)
    assert [source.label for source in asked.sources[1:]] == ["The site a.example", "The whole archive"]
    reader = opened.session.reader
    assert asked.sources[0].single and asked.sources[0].addresses(reader) == [page.url]
    site = asked.sources[1].addresses(reader)
    assert "http://a.example/style.css" in site and not any("b.example" in url for url in site)
    assert asked.sources[2].addresses is None
    asked.reject()


def test_a_folder_takes_along_what_the_tree_does_not_show(qtbot, opened) -> None:
    tree = opened.workspace.tree
    qtbot.waitUntil(lambda: tree.model.rowCount() == 2)
    tree.tree.setCurrentIndex(tree.model.index(0, 0))
    asked = dialog(opened)
    assert [source.label for source in asked.sources] == ["a.example", "The whole archive"]
    reader = opened.session.reader
    assert "http://a.example/gone.html" in asked.sources[0].addresses(reader)
    assert {page.kind for page in asked.sources[0].pages(reader)} == {"document"}
    asked.reject()


def test_without_a_selection_the_whole_archive_is_meant(opened) -> None:
    opened.workspace.tree.tree.clearSelection()
    asked = dialog(opened)
    assert [source.label for source in asked.sources] == ["The whole archive"]
    asked.reject()


def test_notes_open_a_sheet_and_none_only_a_sentence(qtbot, opened, tmp_path: Path) -> None:
    exports = opened.exports
    exports._tell_notes(InterchangeReport(), tmp_path)
    assert opened.messages.kind == "warning" and not exports.sheet.isVisible()
    notes = [("202611-0000001", "It was left out because the version it confirms cannot be read.")]
    exports._tell_notes(InterchangeReport(records=3, skipped=1, notes=notes), tmp_path)
    qtbot.waitUntil(exports.sheet.isVisible)
    assert exports.sheet.model.rowCount() == 1
    exports.sheet.cancel()
    opened.show_preferences()
    exports._tell_notes(InterchangeReport(records=3, skipped=1, notes=notes), tmp_path)
    qtbot.waitUntil(lambda: opened.messages.kind == "info" and opened.messages.isVisible())
    assert opened.preferences.isVisible() and not exports.sheet.isVisible()
