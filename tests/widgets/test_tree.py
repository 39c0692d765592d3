"""The tree model: lazy, sorted like the index, and growing in place while pages are stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QTreeView

from app.archive.archive import Archive
from app.archive.index.facets import FacetChoice
from app.archive.reader import ArchiveReader
from app.graph.standing import bring_up_to_date
from widgets.kit import jobs
from widgets.session import Session
from widgets.tree import cells, live, model, ordering
from widgets.tree import results as results_module
from widgets.tree.live import Growth
from widgets.tree.model import ArchiveModel
from widgets.tree.nodes import DOCUMENTS, EVERYTHING
from widgets.tree.ordering import LargeBranches
from widgets.tree.panel import TreePanel
from widgets.tree.results import ResultsModel, Wanted, find, find_first
from widgets.tree.view import PageTree

TASK = jobs.Handle(0, lambda *_: None)


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
        kept.extend((tester, made, Growth(made, reader)))
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
        tree.findChild(Growth).to(reader.last_seq())
    qtbot.waitUntil(lambda: tree.findChild(Growth)._seq >= reader.last_seq())


def test_the_home_page_stands_first_and_a_folder_with_one_page_is_that_page(filled, make) -> None:
    tree = make()
    assert rows(tree) == ["a.example", "b.example"]
    assert rows(tree, child(tree, "a.example")) == ["Home of A", "news"]
    assert rows(tree, child(tree, "a.example", "news")) == ["First news", "Second news"]
    assert rows(tree, child(tree, "b.example")) == ["Deep page"]


def test_pages_of_one_title_are_told_apart_by_their_address(fill, make_capture, make) -> None:
    fill(
        *(
            make_capture(f"http://twins.example/{name}", f"<title>{title}</title>")
            for name, title in (
                ("", "Home"),
                ("index.html", "Home"),
                ("b.html", "Twin"),
                ("a.html", "Twin"),
                ("c", "Zoo"),
            )
        )
    )
    tree = make()
    told = rows(tree, child(tree, "twins.example"))
    assert told[0] == "Home" and told[-1] == "Zoo"
    assert sorted(told[1:-1]) == ["Home – index.html", "Twin – a.html", "Twin – b.html"]


@pytest.fixture
def blog(fill, make_capture) -> Archive:
    """A blog with dates in its paths: two posts on one day of 2016, one in 2017, two chapters of a book."""
    end = " – The Heron’s Blog"
    return fill(
        make_capture("http://blog.example/", "<title>The Heron’s Blog</title>"),
        make_capture("http://blog.example/2016/04/06/herons.html", f"<title>Herons{end}</title>"),
        make_capture("http://blog.example/2016/04/06/fish.html", f"<title>Fish{end}</title>"),
        make_capture("http://blog.example/2017/01/02/reeds/", f"<title>Reeds{end}</title>"),
        make_capture("http://blog.example/book/p10.html", f"<title>第10章{end}</title>"),
        make_capture("http://blog.example/book/p2.html", f"<title>第2章{end}</title>"),
        make_capture("http://blog.example/book/", f"<title>Zwitscher{end}</title>"),
    )


def test_folders_that_hold_nothing_else_are_one_row_and_titles_leave_the_site_out(blog, make) -> None:
    tree = make()
    assert rows(tree, child(tree, "blog.example")) == ["The Heron’s Blog", "2016/04/06", "book", "Reeds"]
    assert rows(tree, child(tree, "blog.example", "2016/04/06")) == ["Fish", "Herons"]
    page = child(tree, "blog.example", "2016/04/06", "Fish")
    assert "Fish – The Heron’s Blog" in page.data(Qt.ItemDataRole.ToolTipRole)


def test_the_second_chapter_comes_before_the_tenth_and_the_own_page_of_a_folder_before_both(
    blog, make
) -> None:
    tree = make()
    assert rows(tree, child(tree, "blog.example", "book")) == ["Zwitscher", "第2章", "第10章"]
    tree.sort(cells.TITLE, Qt.SortOrder.DescendingOrder)
    assert rows(tree, child(tree, "blog.example", "book")) == ["Zwitscher", "第10章", "第2章"]


@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_pages_of_one_title_are_in_the_order_of_their_addresses(
    qtbot, fill, make_capture, make, reader, order
) -> None:
    """As the pages of a list, page/2/ to page/19/, which a crawl finds in the order of its links."""
    tree = make()
    tree.sort(cells.TITLE, order)
    for number in (2, 19, 3, 18):
        fill(make_capture(f"http://a.example/page/{number}/", "<title>List</title>"))
        grow(qtbot, tree, reader)
        everything(tree)
    fresh = ArchiveModel(reader)
    fresh.sort(cells.TITLE, order)
    wanted = [f"http://a.example/page/{number}/" for number in (2, 3, 18, 19)]
    for one in (tree, fresh):
        everything(one)
        top = child(one, "a.example")
        while one.rowCount(top) == 1 and one.page_at(one.index(0, 0, top)) is None:
            top = one.index(0, 0, top)
        found = [one.page_at(one.index(row, 0, top)).url for row in range(one.rowCount(top))]
        assert found == (wanted if order == Qt.SortOrder.AscendingOrder else wanted[::-1])


def test_chapters_with_chinese_numerals_are_in_their_order(fill, make_capture, make) -> None:
    numerals = ["一", "二", "三", "七", "十", "十二", "二十", "二十一", "一百零三"]
    names = [f"第{each}章" for each in numerals]
    fill(
        *(
            make_capture(f"http://a.example/{n}.html", f"<title>{name}</title>")
            for n, name in enumerate(sorted(names))
        )
    )
    tree = make()
    assert rows(tree, child(tree, "a.example")) == names


def test_folders_and_sites_say_how_many_pages_they_hold(blog, make) -> None:
    tree = make()
    assert child(tree, "blog.example").data(cells.COUNT_ROLE) == "7"
    assert child(tree, "blog.example", "2016/04/06").data(cells.COUNT_ROLE) == "2"
    assert child(tree, "blog.example", "book").data(Qt.ItemDataRole.AccessibleTextRole) == "book, 3 page(s)"


def test_merged_folders_part_when_something_comes_between_them(
    qtbot, blog, fill, make_capture, make, reader
) -> None:
    tree = make()
    child(tree, "blog.example", "2016/04/06")
    tree.modelReset.connect(lambda: pytest.fail("reset"))
    fill(
        make_capture("http://blog.example/2016/05/01/may.html", "<title>May</title>"),
        make_capture("http://blog.example/2017/03/03/march.html", "<title>March</title>"),
    )
    grow(qtbot, tree, reader)
    assert rows(tree, child(tree, "blog.example")) == ["The Heron’s Blog", "2016", "2017", "book"]
    assert rows(tree, child(tree, "blog.example", "2016")) == ["04/06", "May"]
    assert rows(tree, child(tree, "blog.example", "2017")) == ["March", "Reeds"]
    index = tree.index_of_page(reader.page("http://blog.example/2016/04/06/fish.html"))
    assert index.data() == "Fish" and index.parent().data() == "04/06"


def test_a_row_that_gives_way_keeps_what_is_open_and_chosen(
    qtbot, light, settings, blog, fill, make_capture
) -> None:
    session = Session(blog)
    panel = TreePanel(session, settings)
    qtbot.addWidget(panel)
    panel.show()
    panel.select(session.reader.page("http://blog.example/2016/04/06/fish.html"))
    fill(make_capture("http://blog.example/2016/05/01/may.html", "<title>May</title>"))
    session.refresh()
    qtbot.waitUntil(lambda: "2016" in rows(panel.model, panel.model.index(0, 0)))
    assert panel.tree.page().title.startswith("Fish")
    assert panel.tree.isExpanded(panel.tree.currentIndex().parent().parent())
    session.close()


@pytest.mark.parametrize("small", [3000, 0])
@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_branches_that_grow_page_by_page_become_what_a_fresh_look_finds(
    qtbot, monkeypatch, fill, make_capture, make, reader, small, order
) -> None:
    """Small branches in natural order and large ones in that of the index; every capture is taken in by itself."""
    monkeypatch.setattr(model, "SMALL", small)
    monkeypatch.setattr(model, "CHUNK", 4)
    names = [
        "",
        "2016/1/a",
        "2016/1/b",
        "2016/2/",
        "x/y/z/1",
        "x/y/z/2",
        "x/q",
        "p10",
        "p2",
        "index.html",
        "2016/1/",
        "p3/",
        "p3/x",
        "p1",
        "x/y/",
        "only/",
        "p20",
        "p11",
        "p4",
    ]
    tree = make()
    tree.sort(cells.TITLE, order)
    for name in names:
        fill(make_capture(f"http://a.example/{name}", f"<title>{name or 'home'}</title>"))
        grow(qtbot, tree, reader)
        everything(tree)
    fresh = ArchiveModel(reader)
    fresh.sort(cells.TITLE, order)
    if small:
        assert everything(tree) == everything(fresh)
    else:  # what folders hold, and which are merged, is found when they are looked at next
        assert pages_of(everything(tree)) == pages_of(everything(fresh)) == len(names)


def everything(tree: ArchiveModel, parent: QModelIndex | None = None) -> list[object]:
    """All rows with what is below them, everything loaded."""
    parent = parent or QModelIndex()
    while tree.more_below(parent):
        tree.fetchMore(parent)
    found: list[object] = []
    for row in range(tree.rowCount(parent)):
        index = tree.index(row, 0, parent)
        found.append(index.data() if tree.page_at(index) else (index.data(), everything(tree, index)))
    return found


def pages_of(found: list[object]) -> int:
    return sum(pages_of(each[1]) if isinstance(each, tuple) else 1 for each in found)


def test_a_large_branch_is_read_by_keyset_and_its_home_page_stands_first(
    monkeypatch, fill, make_capture, make
) -> None:
    monkeypatch.setattr(model, "SMALL", 10)
    monkeypatch.setattr(model, "CHUNK", 7)
    fill(make_capture("http://a.example/", "<title>Zebra</title>"))
    fill(*(make_capture(f"http://a.example/{n:03}.html", f"<title>T{n:03}</title>") for n in range(40)))
    fill(*(make_capture(f"http://a.example/d{n:02}/x.html", f"<title>x{n:02}</title>") for n in range(20)))
    found = rows(tree := make(), child(tree, "a.example"))
    assert found == ["Zebra"] + [f"x{n:02}" for n in range(20)] + [f"T{n:03}" for n in range(40)]


@pytest.fixture
def large(qtbot, monkeypatch, fill, make_capture, make) -> Iterator[ArchiveModel]:
    """A branch that is too large to be put in order at once, and whoever does it elsewhere."""
    monkeypatch.setattr(model, "SMALL", 10)
    monkeypatch.setattr(model, "CHUNK", 7)
    pages = [(f"p{n}.html", f"Page {n}") for n in range(1, 41)]
    pages += [("", "Zebra"), *((f"d{n}/{name}.html", name) for n in (2, 10) for name in "xy")]
    archive = fill(
        *(make_capture(f"http://a.example/{name}", f"<title>{title}</title>") for name, title in pages)
    )
    session = Session(archive)
    made = make()
    LargeBranches(made, session)
    made.read_again()  # whoever watches the model has opened the branch
    yield made
    jobs.wait_all()
    session.close()


def pages_in(tree: ArchiveModel) -> list[str]:
    return [name for name in rows(tree, child(tree, "a.example")) if name.startswith("Page")]


@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_a_large_branch_comes_into_natural_order_when_that_is_worked_out(
    qtbot, fill, make_capture, reader, large, order
) -> None:
    large.sort(cells.TITLE, order)
    wanted = [f"Page {n}" for n in range(1, 41)]
    if order == Qt.SortOrder.DescendingOrder:
        wanted.reverse()
    qtbot.waitUntil(lambda: pages_in(large) == wanted)
    assert rows(large, large.index(0, 0))[:3] == ["Zebra", "d2", "d10"]
    fill(make_capture("http://a.example/p9a.html", "<title>Page 9a</title>"))
    grow(qtbot, large, reader)
    at = wanted.index("Page 9") + (order == Qt.SortOrder.AscendingOrder)
    assert pages_in(large) == [*wanted[:at], "Page 9a", *wanted[at:]]


def test_the_rows_of_a_large_branch_are_never_seen_in_another_order(qtbot, large) -> None:
    seen: list[list[str]] = []
    for signal in (large.rowsInserted, large.rowsRemoved):
        signal.connect(
            lambda *_: seen.append([one for one in rows(large, large.index(0, 0)) if "Page" in one])
        )
    branch = large.index(0, 0)
    large.fetchMore(branch)
    assert large.rowCount(branch) == 0 and not large.canFetchMore(branch) and not large.more_below(branch)
    qtbot.waitUntil(lambda: large.rowCount(branch) > 0)
    assert all(found == [f"Page {n}" for n in range(1, len(found) + 1)] for found in seen)


def test_a_page_that_is_looked_for_in_a_branch_that_waits_for_its_order_is_found(
    qtbot, reader, large
) -> None:
    large.fetchMore(large.index(0, 0))
    assert large.index_of_page(reader.page("http://a.example/p33.html")).data() == "Page 33"
    qtbot.waitUntil(lambda: pages_in(large) == [f"Page {n}" for n in range(1, 41)])


def test_a_large_branch_whose_order_cannot_be_had_is_shown_as_the_index_has_it(
    qtbot, monkeypatch, large
) -> None:
    monkeypatch.setattr(ordering, "waiting_in_order", lambda *_: None)
    qtbot.waitUntil(lambda: sorted(pages_in(large)) == sorted(f"Page {n}" for n in range(1, 41)))


def test_opening_a_branch_leaves_all_other_rows_where_they_are(
    qtbot, monkeypatch, light, filled, make
) -> None:
    """Nor is anything laid out for a change of style: thousands of sites take a while."""
    laid: list[int] = []
    lay = QTreeView.doItemsLayout
    monkeypatch.setattr(QTreeView, "doItemsLayout", lambda view: (laid.append(1), lay(view))[1])
    view, tree = PageTree(), make()
    qtbot.addWidget(view)
    view.show_model(tree)
    view.resize(400, 300)
    with qtbot.waitExposed(view):
        view.show()
    view.visualRect(tree.index(0, 0))  # lays out what waits for it
    laid.clear()
    for _ in range(3):
        QApplication.sendEvent(view, QEvent(QEvent.Type.StyleChange))
    assert not laid
    view.visualRect(tree.index(0, 0))
    assert laid == [1]
    view.expand(tree.index(0, 0))
    view.expand(child(tree, "a.example", "news"))
    shown = [view.visualRect(index).top() for index in (tree.index(0, 0), tree.index(1, 0))]
    assert laid == [1] and shown[1] - shown[0] == 5 * view.visualRect(tree.index(0, 0)).height()


def test_a_large_branch_that_is_sorted_otherwise_comes_into_that_order(qtbot, large) -> None:
    wanted = [f"Page {n}" for n in range(1, 41)]
    qtbot.waitUntil(lambda: pages_in(large) == wanted)
    large.sort(cells.TITLE, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: pages_in(large) == wanted[::-1])
    large.sort(cells.TITLE, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: pages_in(large) == wanted)


def test_what_is_stored_while_the_order_is_worked_out_is_not_left_out(
    qtbot, monkeypatch, fill, make_capture, large
) -> None:
    real, late = ordering.waiting_in_order, [True]

    def overtaken(*arguments):
        found = real(*arguments)
        if late:
            late.clear()
            fill(make_capture("http://a.example/p2b.html", "<title>Page 2b</title>"))
        return found

    monkeypatch.setattr(ordering, "waiting_in_order", overtaken)
    qtbot.waitUntil(lambda: pages_in(large)[:4] == ["Page 1", "Page 2", "Page 2b", "Page 3"])


def test_opening_a_branch_of_an_archive_that_was_closed_meanwhile_does_nothing(
    qtbot, archive, filled
) -> None:
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


def test_a_large_folder_comes_in_chunks_without_gaps_or_doubles(
    monkeypatch, fill, make_capture, make
) -> None:
    monkeypatch.setattr(model, "CHUNK", 7)
    fill(*(make_capture(f"http://a.example/{n:03}.html", f"<title>T{n:03}</title>") for n in range(40)))
    fill(*(make_capture(f"http://a.example/d{n:02}/x.html", "<title>x</title>") for n in range(20)))
    tree = make()
    found = rows(tree, child(tree, "a.example"))
    assert found[:40] == [f"T{n:03}" for n in range(40)]
    assert sorted(found[40:]) == [f"x – d{n:02}/x.html" for n in range(20)]


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
    assert rows(tree, parent) == ["Home of A", "news", "Blog"]
    assert rows(tree, child(tree, "a.example", "news")) == [
        "Early news",
        "First news",
        "Second news",
        "Zebra news",
    ]
    assert rows(tree, child(tree, "b.example", "deep/er")) == ["Deep page", "Other"]
    assert tree.index(0, 0).data(cells.COUNT_ROLE) == "6"
    assert news.isValid()


def test_the_first_of_many_sites_are_there_at_once_and_the_others_a_moment_later(
    monkeypatch, qtbot, fill, make_capture, make, reader
) -> None:
    """Also one that nobody has seen yet is found, and grows to where it belongs."""
    for name, value in (("FIRST_SITES", 3), ("SITES", 4)):
        monkeypatch.setattr(model, name, value)
    names = [f"site{number}.example" for number in range(1, 13)]
    fill(*(make_capture(f"http://{name}/", "<title>T</title>") for name in names))
    tree = make()
    tree.read_again()  # the tester has fetched more
    assert rows(tree) == names[:3] and tree.more_below(QModelIndex())
    qtbot.waitUntil(lambda: rows(tree) == names)
    assert not tree.more_below(QModelIndex())
    tree.read_again()
    last = next(site for site in reader.sites() if site.name == names[9])
    assert rows(tree) == names[:3]
    assert tree.index_of_folder(last.folder_id).data() == names[9]
    tree.read_again()
    fill(
        make_capture("http://site9.example/new", "<title>New</title>"),
        make_capture("http://site5b.example/", "<title>T</title>"),
        make_capture("http://site2b.example/", "<title>T</title>"),
    )
    growth = tree.findChild(Growth)
    growth._wanted = reader.last_seq()
    growth._slice()  # before the event loop has brought any more
    assert rows(tree) == ["site1.example", "site2.example", "site2b.example", "site3.example"]
    every = [*names[:2], "site2b.example", *names[2:5], "site5b.example", *names[5:]]
    qtbot.waitUntil(lambda: rows(tree) == every)
    assert tree.index(every.index("site9.example"), 0).data(cells.COUNT_ROLE) == "2"


def test_a_new_version_updates_its_row(qtbot, filled, fill, make_capture, make, reader) -> None:
    tree = make()
    parent = child(tree, "a.example", "news")
    fill(make_capture("http://a.example/news/1.html", "<title>First news</title>changed", minutes=60))
    with qtbot.waitSignal(tree.dataChanged):
        tree.findChild(Growth).to(reader.last_seq())
    assert tree.index(0, cells.VERSIONS, parent).data() == "2"


def test_an_empty_archive_grows_from_nothing(qtbot, fill, make_capture, make, reader) -> None:
    tree = make()
    assert rows(tree) == []
    fill(make_capture("http://a.example/x/y.html", "<title>Y</title>"))
    grow(qtbot, tree, reader)
    assert rows(tree, child(tree, "a.example")) == ["Y"]


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


def test_the_page_somebody_looks_at_is_never_let_go(
    monkeypatch, qtbot, fill, make_capture, make, reader
) -> None:
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
    assert index.parent().data() == "b.example"
    assert not tree.index_of_page(reader.page("http://a.example/style.css")).isValid()


def test_a_stale_index_is_harmless(filled, make) -> None:
    tree = make()
    index = child(tree, "a.example", "news")
    page = tree.index(0, 0, index)
    tree.show_kinds(EVERYTHING)
    assert tree.data(page) is None
    assert not tree.parent(page).isValid()


def test_results_are_a_watched_sortable_list(filled, reader, qtmodeltester) -> None:
    model = ArchiveModel(reader)
    results = ResultsModel(reader, model.titles)
    wanted = Wanted("news", DOCUMENTS, FacetChoice())
    results.show(find(reader, wanted, 0, TASK))
    qtmodeltester.check(results)
    results.sort(cells.TITLE, Qt.SortOrder.DescendingOrder)
    results.show(find(reader, wanted._replace(order=results.order, descending=results.descending), 0, TASK))
    assert [results.index(row, 0).data() for row in range(results.rowCount())] == [
        "Second news",
        "First news",
    ]


def test_all_that_is_found_is_sorted_and_counted_and_read_as_somebody_scrolls(
    monkeypatch, fill, make_capture, make, reader
) -> None:
    monkeypatch.setattr(results_module, "CHUNK", 5)
    fill(
        *(
            make_capture(f"http://a.example/{n}.html", f"<title>Page {n}</title>", minutes=n)
            for n in range(23)
        )
    )
    model = ArchiveModel(reader)
    results = ResultsModel(reader, model.titles)
    results.show(find(reader, Wanted("page", DOCUMENTS, FacetChoice(), "title", False), 0, TASK))
    assert results.total == 23 and results.rowCount() == 5
    while results.more_below(QModelIndex()):
        results.fetchMore(QModelIndex())
    assert [page.title for page in results.pages] == [f"Page {n}" for n in range(23)]


def test_the_first_of_very_many_are_shown_before_all_are_counted(
    monkeypatch, fill, make_capture, make, reader
) -> None:
    monkeypatch.setattr(results_module, "CHUNK", 5)
    pages = (make_capture(f"http://a.example/{n}", f"<title>Page {n}</title>", minutes=n) for n in range(9))
    fill(*pages)
    tree = ArchiveModel(reader)  # to be kept: titles die with it
    results = ResultsModel(reader, tree.titles)
    wanted = Wanted("page", DOCUMENTS, FacetChoice())
    results.show(find_first(reader, wanted, TASK))
    held = QPersistentModelIndex(results.index(4, 0))
    assert [page.title for page in results.pages] == [f"Page {n}" for n in (8, 7, 6, 5, 4)]
    assert not results.complete and not results.more_below(QModelIndex())
    results.show(find(reader, wanted, 0, TASK))
    assert results.complete and results.total == 9 and held.data() == "Page 4"
    results.fetchMore(QModelIndex())
    assert [page.title for page in results.pages] == [f"Page {n}" for n in range(8, -1, -1)]
    few = find_first(reader, wanted._replace(text="page 3"), TASK)
    assert few.complete and [page.title for page in few.pages] == ["Page 3"]
    by_title = find_first(reader, wanted._replace(order="title", descending=False), TASK)
    assert by_title.complete and len(by_title.ids) == 9, "an order of the language needs all of them"


def test_a_filter_that_somebody_types_on_in_ends_in_the_middle(monkeypatch, filled, reader) -> None:
    monkeypatch.setattr("app.archive.reader._STEPS", 1)
    task = jobs.Handle(0, lambda *_: None)
    task.cancel()
    with pytest.raises(jobs.Cancelled):
        find(reader, Wanted("news", DOCUMENTS, FacetChoice()), 0, task)
    assert len(reader.find_all("news")) == 2, "the connection is as good as before"


def test_the_list_of_found_pages_grows_in_place(monkeypatch, fill, make_capture, make, reader) -> None:
    monkeypatch.setattr(results_module, "CHUNK", 3)
    fill(
        *(make_capture(f"http://a.example/{n}.html", f"<title>Page {n}</title>", minutes=n) for n in range(4))
    )
    model = ArchiveModel(reader)
    results = ResultsModel(reader, model.titles)
    wanted = Wanted("page", DOCUMENTS, FacetChoice())
    results.show(find(reader, wanted, 0, TASK))
    results.fetchMore(QModelIndex())
    held = QPersistentModelIndex(results.index(2, 0))
    results.modelReset.connect(lambda: pytest.fail("reset"))
    fill(make_capture("http://a.example/9.html", "<title>Page 9</title>", minutes=9))
    results.show(find(reader, wanted, 2 * results.rowCount(), TASK))
    assert [page.title for page in results.pages] == [f"Page {n}" for n in (9, 3, 2, 1, 0)]
    assert held.row() == 3 and held.data() == "Page 1"


@pytest.mark.parametrize(
    "typed", ["http://a.example/news/1.html", "a.example/news/1.html", "https://A.example/news/1.html#part"]
)
def test_a_page_is_found_by_its_address_as_somebody_types_it(filled, reader, typed) -> None:
    assert reader.page_at(typed).title == "First news"


def test_chinese_in_an_address_finds_its_page_in_either_charset(fill, make_capture, reader) -> None:
    fill(
        make_capture("http://a.example/%E6%96%B0%E9%97%BB/1.html", "<title>one</title>"),
        make_capture("http://a.example/%D0%C2%CE%C5/2.html", "<title>two</title>"),
    )
    assert reader.page_at("a.example/新闻/1.html").title == "one"
    assert reader.page_at("http://a.example/新闻/2.html").title == "two"
    assert {page.title for page in reader.find("新闻")} == {"one", "two"}


def test_rows_are_named_and_ordered_by_links_where_pages_have_no_title(
    qtbot, archive: Archive, reader: ArchiveReader, make, make_capture
) -> None:
    site = "http://a.example/"
    links = "".join(f"<p>Read <a href='/{name}.html'>all of {name}</a> today." for name in ("zebras", "ants"))
    with archive.writer() as writer:
        writer.store(make_capture(site, f"<title>Home</title>{links}"))
        writer.store(make_capture(f"{site}middle.html", "<title>Middle</title>"))
        for file in ("zebras", "ants"):
            writer.store(make_capture(f"{site}{file}.html", f"<p>Here is all of {file}.</p>"))
    tree = make()
    assert rows(tree, child(tree, "a.example")) == ["Home", "ants.html", "Middle", "zebras.html"]
    found = ResultsModel(reader, tree.titles)
    found.show(find(reader, Wanted("ants", DOCUMENTS, FacetChoice()), 10, TASK))
    bring_up_to_date(archive)
    tree.renamed()
    found.renamed()
    assert rows(tree, child(tree, "a.example")) == ["Home", "all of ants", "Middle", "all of zebras"]
    assert found.index(0, 0).data() == "all of ants"
    assert rows(make(), QModelIndex()) == ["a.example"]
    anew = make()
    assert rows(anew, child(anew, "a.example")) == ["Home", "all of ants", "all of zebras", "Middle"]
    assert list(find(reader, Wanted("all of", DOCUMENTS, FacetChoice()), 10, TASK).ids)
    tree.sort(cells.TITLE, Qt.SortOrder.DescendingOrder)
    assert rows(tree, child(tree, "a.example")) == ["Home", "Middle", "all of zebras", "all of ants"]
