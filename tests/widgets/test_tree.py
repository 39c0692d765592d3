"""The tree model: lazy, sorted like the index, and growing in place while pages are stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeView

from app.archive import Archive, ArchiveReader
from widgets import jobs
from widgets.tree import cells, live, model
from widgets.tree.model import ArchiveModel
from widgets.tree.results import ResultsModel
from widgets.tree.shown import DOCUMENTS, EVERYTHING


@pytest.fixture
def reader(archive: Archive) -> Iterator[ArchiveReader]:
    with archive.reader() as opened:
        yield opened


@pytest.fixture
def make(qapp, reader: ArchiveReader):
    """A model whose every step is watched by Qt's own tester."""
    kept = []

    def build() -> ArchiveModel:
        made = ArchiveModel(reader)
        tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
        tester.setUseFetchMore(False)  # it would fetch in the middle of a reset and then complain of that
        kept.extend((tester, made))
        return made

    return build


def rows(tree: ArchiveModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    return [tree.index(row, 0, parent).data() for row in range(tree.rowCount(parent))]


def child(tree: ArchiveModel, *names: str) -> QModelIndex:
    """The index reached by names, branches loaded on the way."""
    index = QModelIndex()
    for name in names:
        while tree.more_below(index):
            tree.fetchMore(index)
        index = tree.index(rows(tree, index).index(name), 0, index)
    while tree.more_below(index):
        tree.fetchMore(index)
    return index


def grow(qtbot, tree: ArchiveModel, reader: ArchiveReader) -> None:
    with qtbot.waitSignal(tree.grown, raising=False, timeout=3000):
        tree.grow(reader.last_seq())
    qtbot.waitUntil(lambda: tree._growth._seq >= reader.last_seq())


def test_sites_folders_and_pages_with_folders_first(filled, make) -> None:
    tree = make()
    assert rows(tree) == ["a.example", "b.example"]
    assert rows(tree, child(tree, "a.example")) == ["news", "Home of A"]
    assert rows(tree, child(tree, "a.example", "news")) == ["First news", "Second news"]
    assert rows(tree, child(tree, "b.example", "deep", "er")) == ["Deep page"]


def test_opening_a_branch_of_an_archive_that_was_closed_meanwhile_does_nothing(qtbot, archive, filled) -> None:
    """What a model raises below a view's own code ends the program."""
    with archive.reader() as reader:
        tree = ArchiveModel(reader)
    view = QTreeView()
    qtbot.addWidget(view)
    view.setModel(tree)
    view.show()
    view.expand(tree.index(0, 0))
    assert tree.rowCount(tree.index(0, 0)) == 0


def test_a_branch_that_cannot_be_read_is_told_once(qtbot, filled, reader, monkeypatch) -> None:
    tree = ArchiveModel(reader)
    told: list[BaseException] = []
    jobs.center().failed.connect(told.append)
    error = sqlite3.OperationalError("disk I/O error")

    def failing(*_given: object, **_more: object) -> None:
        raise error

    monkeypatch.setattr(reader, "folders", failing)
    first = tree.index(0, 0)
    tree.fetchMore(first)
    jobs.center().failed.disconnect(told.append)
    assert told == [error] and not tree.canFetchMore(first) and not tree.more_below(first)


def test_branches_nobody_opened_are_not_loaded(qapp, filled, reader) -> None:
    tree = ArchiveModel(reader)
    first = tree.index(0, 0)
    assert tree.rowCount(first) == 0
    assert tree.hasChildren(first)
    assert tree.canFetchMore(first)


def test_everything_shows_resources_and_errors_too(filled, make) -> None:
    tree = make()
    tree.show_kinds(EVERYTHING)
    assert set(rows(tree, child(tree, "a.example"))) == {"news", "Home of A", "gone.html", "style.css"}
    tree.show_kinds(DOCUMENTS)
    assert set(rows(tree, child(tree, "a.example"))) == {"news", "Home of A"}


def test_a_large_folder_comes_in_chunks_without_gaps_or_doubles(monkeypatch, fill, make_capture, make) -> None:
    monkeypatch.setattr(model, "CHUNK", 7)
    fill(*(make_capture(f"http://a.example/{n:03}.html", f"<title>T{n:03}</title>") for n in range(40)))
    fill(*(make_capture(f"http://a.example/d{n:02}/x.html", "<title>x</title>") for n in range(20)))
    tree = make()
    found = rows(tree, child(tree, "a.example"))
    assert found == [f"d{n:02}" for n in range(20)] + [f"T{n:03}" for n in range(40)]


def test_cells_are_for_humans_and_tooltips_exact(filled, make) -> None:
    tree = make()
    parent = child(tree, "a.example")
    row = rows(tree, parent).index("Home of A")
    versions = tree.index(row, cells.VERSIONS, parent)
    assert versions.data() == "2"
    assert versions.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight.value
    assert "bytes" in tree.index(row, cells.LENGTH, parent).data(Qt.ItemDataRole.ToolTipRole)
    assert tree.index(row, cells.LAST, parent).data(Qt.ItemDataRole.ToolTipRole).count("2026-11-21") >= 2
    assert tree.index(row, cells.STATUS, parent).data(Qt.ItemDataRole.ToolTipRole) == "200 OK"
    assert "http://a.example/" in tree.index(row, 0, parent).data(Qt.ItemDataRole.ToolTipRole)


def test_it_grows_in_place_and_is_never_reset(qtbot, filled, fill, make_capture, make, reader) -> None:
    tree = make()
    parent, news = child(tree, "a.example"), child(tree, "a.example", "news")
    tree.modelReset.connect(lambda: pytest.fail("reset"))
    fill(
        make_capture("http://a.example/news/3.html", "<title>Early news</title>"),
        make_capture("http://a.example/news/4.html", "<title>Zebra news</title>"),
        make_capture("http://a.example/blog/1.html", "<title>Blog</title>"),
        make_capture("http://c.example/", "<title>Home of C</title>"),
        make_capture("http://b.example/deep/er/other.html", "<title>Other</title>"),
    )
    grow(qtbot, tree, reader)
    assert rows(tree) == ["a.example", "b.example", "c.example"]
    assert rows(tree, parent) == ["blog", "news", "Home of A"]
    assert rows(tree, child(tree, "a.example", "news")) == ["Early news", "First news", "Second news", "Zebra news"]
    assert rows(tree, child(tree, "b.example", "deep", "er")) == ["Deep page", "Other"]
    assert rows(tree, child(tree, "a.example", "blog")) == ["Blog"]
    assert tree.index(0, cells.TYPE).data() == "6 page(s)"
    assert news.isValid()


def test_a_new_version_updates_its_row(qtbot, filled, fill, make_capture, make, reader) -> None:
    tree = make()
    parent = child(tree, "a.example", "news")
    fill(make_capture("http://a.example/news/1.html", "<title>First news</title>changed", minutes=60))
    with qtbot.waitSignal(tree.dataChanged):
        tree.grow(reader.last_seq())
    assert tree.index(0, cells.VERSIONS, parent).data() == "2"


def test_an_empty_archive_grows_from_nothing(qtbot, fill, make_capture, make, reader) -> None:
    tree = make()
    assert rows(tree) == []
    fill(make_capture("http://a.example/x/y.html", "<title>Y</title>"))
    grow(qtbot, tree, reader)
    assert rows(tree, child(tree, "a.example", "x")) == ["Y"]


def test_a_branch_that_grows_without_end_leaves_the_rest_to_be_fetched(
    monkeypatch, qtbot, fill, make_capture, make, reader
) -> None:
    for name, value in (("LONG", 10), ("SLACK", 4), ("READ", 4)):
        monkeypatch.setattr(live, name, value)
    monkeypatch.setattr(model, "CHUNK", 5)
    fill(make_capture("http://a.example/000.html", "<title>T000</title>"))
    tree = make()
    parent = child(tree, "a.example")
    fill(*(make_capture(f"http://a.example/{n:03}.html", f"<title>T{n:03}</title>") for n in range(1, 40)))
    grow(qtbot, tree, reader)
    assert 10 <= tree.rowCount(parent) <= 18
    assert tree.more_below(parent)
    assert rows(tree, child(tree, "a.example")) == [f"T{n:03}" for n in range(40)]


def test_the_page_somebody_looks_at_is_never_let_go(monkeypatch, qtbot, fill, make_capture, make, reader) -> None:
    for name, value in (("LONG", 3), ("SLACK", 0), ("READ", 4)):
        monkeypatch.setattr(live, name, value)
    monkeypatch.setattr(model, "CHUNK", 3)
    fill(make_capture("http://a.example/z.html", "<title>Z</title>"))
    tree = make()
    parent = child(tree, "a.example")
    tree.pin(reader.page("http://a.example/z.html"))
    fill(*(make_capture(f"http://a.example/{n:03}.html", f"<title>T{n:03}</title>") for n in range(30)))
    grow(qtbot, tree, reader)
    assert rows(tree, parent)[-1] == "Z"


@pytest.mark.parametrize("column", sorted(cells.ORDER_OF))
@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_sorting_and_growing_agree_with_the_index(
    qtbot, filled, fill, make_capture, make, reader, column, order
) -> None:
    tree = make()
    tree.sort(column, order)
    child(tree, "a.example")
    for n, size in enumerate((5, 900, 40)):
        fill(make_capture(f"http://a.example/{n}.txt", "x" * size, media_type="text/plain", minutes=9 - n))
    fill(make_capture("http://a.example/UPPER.html", "<title>aardvark</title>"))
    grow(qtbot, tree, reader)
    grown = rows(tree, child(tree, "a.example"))
    fresh = ArchiveModel(reader)
    fresh.sort(column, order)
    assert grown == rows(fresh, child(fresh, "a.example"))


def test_a_page_is_found_in_branches_that_were_not_loaded(filled, make, reader) -> None:
    tree = make()
    page = reader.page("http://b.example/deep/er/page.html")
    index = tree.index_of_page(page)
    assert index.data() == "Deep page"
    assert index.parent().data() == "er"
    assert not tree.index_of_page(reader.page("http://a.example/style.css")).isValid()


def test_a_stale_index_is_harmless(filled, make) -> None:
    tree = make()
    index = child(tree, "a.example", "news")
    page = tree.index(0, 0, index)
    tree.show_kinds(EVERYTHING)
    assert tree.data(page) is None
    assert not tree.parent(page).isValid()


def test_results_are_a_watched_sortable_list(filled, reader, qtmodeltester) -> None:
    results = ResultsModel()
    results.show(reader.find("news"))
    qtmodeltester.check(results)
    results.sort(cells.TITLE, Qt.SortOrder.DescendingOrder)
    assert [results.index(row, 0).data() for row in range(results.rowCount())] == ["Second news", "First news"]
