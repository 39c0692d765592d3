"""What the export offers for a selection of the tree, and what is told when a format could not carry everything."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import settings as settings_
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.archive.archive import Archive
from app.exporting.export import ExportReport
from app.interchange.job import InterchangeReport
from widgets.exchange.export_dialog import ExportDialog
from widgets.exchange.export_work import of_tree, part
from widgets.shell.main_window import MainWindow
from widgets.tree.selection import TreeSelection


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
    assert part(asked.sources[0], reader, bool) == (("",), [page.url])
    assert part(asked.sources[1], reader, bool) == (("http://a.example/", "https://a.example/"), None)
    assert part(asked.sources[2], reader, bool) == (("",), None)
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
    assert part(asked.sources[0], reader, bool) == (("http://a.example/", "https://a.example/"), None)
    asked.reject()


PATHS = st.lists(
    st.tuples(
        st.sampled_from(("http", "https")),
        st.sampled_from(("a.example", "A.example:80", "me@a.example", "a.example.org")),
        st.lists(st.sampled_from(("news", "%6Eews", "%E5%8C%97", "北", "a%2Fb", "a", "b", "")), max_size=3),
    ),
    min_size=1,
    max_size=12,
    unique_by=lambda found: f"{found[0]}{found[1]}{found[2]}",
)


@settings_(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PATHS)
def test_a_prefix_stands_for_a_folder_only_where_it_holds_the_same(make_capture, places) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.create(Path(folder) / "x.archive")
        with archive.writer() as writer:
            for scheme, host, names in places:
                writer.store(make_capture(f"{scheme}://{host}/{'/'.join(names)}", "words"))
        with archive.reader() as reader:
            sites = reader.sites()
            inner = [each for site in sites for each in reader.folders(site.folder_id)]
            for folders in [[one] for one in (*sites, *inner)] + [sites, inner]:
                selection = TreeSelection([], ("document",))
                selection.folders = list(folders)
                source = of_tree(selection, "some")
                prefixes, urls = part(source, reader, bool)
                named = {page.url for page in reader.all_pages() if page.url.startswith(prefixes)}
                assert set(selection.addresses(reader)) == (named if urls is None else set(urls))
        archive.close()


def test_without_a_selection_the_whole_archive_is_meant(opened) -> None:
    opened.workspace.tree.tree.clearSelection()
    asked = dialog(opened)
    assert [source.label for source in asked.sources] == ["The whole archive"]
    asked.reject()


def test_an_empty_archive_says_that_there_is_nothing_to_export(qtbot, opened, tmp_path: Path) -> None:
    Archive.create(tmp_path / "nothing.archive").close()
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(tmp_path / "nothing.archive")
    opened.actions_["export"].trigger()
    assert "nothing to export" in opened.messages.text
    assert not opened.findChildren(ExportDialog)


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


def test_what_was_exported_is_left_by_escape_and_by_another_archive(qtbot, opened, tmp_path: Path) -> None:
    """Wherever the keyboard is, and though nothing in the sheet was touched."""
    report = ExportReport(tmp_path / "manifest.csv", files=3, bytes=9)
    result = opened.exports.result
    opened.exports._tell_written(report, tmp_path)
    qtbot.waitUntil(result.isVisible)
    assert result.isAncestorOf(opened.focusWidget())
    QTest.keyClick(opened.focusWidget(), Qt.Key.Key_Escape)
    assert not result.isVisible()

    opened.exports._tell_written(report, tmp_path)
    qtbot.waitUntil(result.isVisible)
    opened.workspace.tree.tree.setFocus()
    QTest.keyClick(opened.workspace.tree.tree, Qt.Key.Key_Escape)
    assert not result.isVisible()

    opened.exports._tell_written(report, tmp_path)
    qtbot.waitUntil(result.isVisible)
    Archive.create(tmp_path / "another.archive").close()
    with qtbot.waitSignal(opened.session_opened):
        opened.open_archive(tmp_path / "another.archive")
    assert not result.isVisible()
