"""The site change report over a real archive: asked for, looked through, handed on; and on archives without a past."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.history import site_reports
from app.blocks.history.site_changes import Excerpt, SiteRow
from app.fields import rules
from app.fields.feeding import feed
from tests.app.blocks.history.test_moves import story
from tests.app.fields.shop import NAMES, address, filled, product, store
from tests.app.templates.test_changed import two_editions
from tests.conftest import capture
from widgets.kit import jobs, theme
from widgets.session import Session
from widgets.shell.main_window import MainWindow
from widgets.site_changes import model as words
from widgets.site_changes import work as exporting
from widgets.site_changes.model import ADDRESS, COUNTS, SHARE, STATE, TITLE, SiteChangesModel, prepare
from widgets.site_changes.report_table import Preview, ReportTable
from widgets.site_changes.view import Chooser, SiteChangesView
from widgets.site_changes.work import Choices, CrawlChoice
from widgets.tree.cells import page_title
from widgets.words import formats

SITE = "http://library.example/"
DAY = 1440


def page(title: str, *paragraphs: str) -> str:
    told = "".join(
        f"<p>{text} It says so in a paragraph that is long enough to be a block.</p>" for text in paragraphs
    )
    return f"<title>{title}</title><body><h1>{title}</h1>{told}</body>"


@pytest.fixture
def library(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    with archive.writer() as writer:
        writer.store(make_capture(SITE, page("Home", "The house is open.", "Come and see.")))
        writer.store(
            make_capture(SITE, page("Home", "The house is closed.", "Come and see."), minutes=2 * DAY)
        )
        writer.store(make_capture(SITE + "old", page("Old page", "It was here.")))
        writer.store(make_capture(SITE + "old", "gone", minutes=2 * DAY, status=404))
        writer.store(make_capture(SITE + "new", page("New page", "It is here."), minutes=2 * DAY))
        writer.store(make_capture("http://other.example/", page("Elsewhere", "Nothing happens.")))
        writer.commit()
    return archive


@pytest.fixture
def session(qapp: object, library: Archive) -> Iterator[Session]:
    made = Session(library)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def view(qtbot: QtBot, light: None, session: Session) -> SiteChangesView:
    made = SiteChangesView(session)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: made.chooser.ready, timeout=10_000)
    return made


@pytest.fixture
def report(qtbot: QtBot, view: SiteChangesView) -> SiteChangesView:
    """A report from the first day to the last."""
    view.chooser.before.setDateTime(view.chooser.before.dateTime().addSecs(3600))
    with qtbot.waitSignal(view.shown, timeout=20_000):
        view.chooser.go.click()
    return view


@pytest.fixture
def restored_locale() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


def seen(view: SiteChangesView) -> dict[str, str]:
    """State by title, of the rows that are seen."""
    rows = (view.model.row_at(view.model.index(number, 0)) for number in range(view.model.rowCount()))
    return {row.title: words.state_of(row) for row in rows if row is not None}


def test_new_gone_and_changed_pages_are_listed_with_their_share(report: SiteChangesView) -> None:
    assert seen(report) == {"Home": "changed", "New page": "new", "Old page": "gone"}
    row = next(n for n in range(3) if report.model.index(n, TITLE).data() == "Home")
    assert report.model.index(row, STATE).data() == "~  Changed"
    assert report.model.index(row, SHARE).data().endswith("%")
    assert report.model.index(row, COUNTS).data() == "~1"
    assert "3 page" in report.summary.text()


def test_states_and_words_hide_rows_and_an_empty_list_offers_the_way_back(report: SiteChangesView) -> None:
    report.bar.switches["new"].click()
    assert "New page" not in seen(report)
    report.bar.field.setText("home")
    assert list(seen(report)) == ["Home"]
    report.bar.field.setText("nowhere")
    assert report.nothing.isVisible() and "No page fits" in report.nothing.heading.text()
    report.nothing.button.click()
    assert len(seen(report)) == 3


def test_rows_are_sorted_by_any_column(report: SiteChangesView) -> None:
    titles = [[], []]
    for at, order in enumerate((Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)):
        report.table.sortByColumn(TITLE, order)
        titles[at] = list(seen(report))
    report.table.selectRow(0)
    report.table.sortByColumn(TITLE, Qt.SortOrder.AscendingOrder)
    assert report.table.currentIndex().row() == 2, "the chosen page stays chosen"
    assert titles[0] == ["Home", "New page", "Old page"] and titles[1] == titles[0][::-1]


def test_the_chosen_page_shows_what_changed_and_a_double_click_compares(
    qtbot: QtBot, report: SiteChangesView, session: Session
) -> None:
    report.table.sortByColumn(TITLE, Qt.SortOrder.AscendingOrder)
    report.table.selectRow(0)
    qtbot.waitUntil(lambda: "closed" in report.preview.toPlainText(), timeout=10_000)
    older, newer = session.reader.versions(SITE)
    with qtbot.waitSignal(report.compare_requested) as asked:
        report.table.activated.emit(report.model.index(0, 0))
    assert asked.args == [older.id, newer.id]
    report.table.selectRow(2)
    assert "no longer there" in report.preview.toPlainText()
    with qtbot.waitSignal(report.capture_requested) as asked:
        report.table.activated.emit(report.model.index(1, 0))
    assert asked.args == [session.reader.versions(SITE + "new")[0].id]


@pytest.mark.parametrize("ending", ["html", "csv", "json"])
def test_a_report_is_written(
    qtbot: QtBot, report: SiteChangesView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    path = tmp_path / f"report.{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(report.told, timeout=10_000) as told:
        report.bar.export.click()
    text = path.read_text("utf-8-sig")
    assert str(path) in told.args[0] and SITE + "new" in text
    if ending == "json":
        assert json.loads(text)


def test_a_name_without_an_ending_gets_that_of_the_chosen_kind(
    qtbot: QtBot, report: SiteChangesView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), "Table (*.csv)"))
    with qtbot.waitSignal(report.told, timeout=10_000):
        report.bar.export.click()
    assert (tmp_path / "mine.csv").exists()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert exporting.export(report, report._session.archive, report.changes, "x", print) is None


def test_the_report_says_all_that_the_engine_wants_said(qapp: object) -> None:
    assert words.report_words().keys() == site_reports.WORDS.keys()
    assert {k: v for k, v in words.report_words().items() if k != "language"} == {
        k: v for k, v in site_reports.WORDS.items() if k != "language"
    }


def test_one_site_is_asked_for_alone(qtbot: QtBot, view: SiteChangesView) -> None:
    with qtbot.waitSignal(view.shown, timeout=20_000):
        view.open(host="other.example")
    assert view.chooser.site.currentData() == "other.example"
    assert view.model.total() <= 1


def test_times_in_the_wrong_order_cannot_be_asked_for(view: SiteChangesView) -> None:
    view.chooser.after.setDateTime(QDateTime.fromSecsSinceEpoch(0))
    assert not view.chooser.go.isEnabled()


def test_an_archive_without_a_past_says_what_to_do(qtbot: QtBot, light: None, tmp_path: Path) -> None:
    session = Session(Archive.create(tmp_path / "empty.archive"))
    view = SiteChangesView(session)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    view.open()
    qtbot.waitUntil(lambda: not view._choosing.busy, timeout=10_000)
    assert "nothing to compare" in view.start.heading.text() and not view.chooser.go.isEnabled()
    with qtbot.waitSignal(view.crawl_requested):
        view.start.button.click()
    jobs.wait_all()
    session.close()


def test_a_report_can_be_called_off(
    qtbot: QtBot, view: SiteChangesView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("widgets.site_changes.work.report", endless)
    view.chooser.go.click()
    assert view.busy.isVisible()
    view.busy.button.click()
    qtbot.waitUntil(view.start.isVisible, timeout=10_000)


def endless(_archive: Archive, _question: object, task: jobs.Handle) -> None:
    while True:
        task.check()


def test_an_error_is_told_where_the_report_would_be(
    qtbot: QtBot, view: SiteChangesView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("widgets.site_changes.work.report", broken)
    view.chooser.go.click()
    qtbot.waitUntil(view.start.isVisible, timeout=10_000)
    assert "could not be made" in view.start.heading.text() and view.start.text.text()


def test_a_row_that_cannot_be_shown_does_not_end_the_program(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    model = SiteChangesModel()
    model.show_rows(
        prepare([SiteRow("http://a.example/", "A", "changed", real=1, counts={"changed": "many"})])
    )
    model.choose(frozenset({"changed"}), "")
    assert model.index(0, COUNTS).data() is None
    assert "a row of the site change report" in caplog.text
    caplog.clear()


def test_the_menu_the_tree_and_escape_lead_there_and_back(qtbot: QtBot, opened: MainWindow) -> None:
    opened.actions_["changes"].trigger()
    view = opened.changes.view
    assert view is not None and opened.workspace.right.currentWidget() is view
    qtbot.waitUntil(lambda: not view._choosing.busy, timeout=10_000)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert opened.workspace.right.currentWidget() is opened.workspace.page
    with qtbot.waitSignal(view.shown, timeout=20_000):
        opened.workspace.tree.changes_requested.emit("http://a.example/news/")
    assert view.chooser.site.currentData() == "a.example"
    older, newer = opened.session.reader.versions("http://a.example/")
    view.compare_requested.emit(older.id, newer.id)
    assert opened.workspace.comparison is not None
    opened.workspace.leave()
    assert opened.workspace.right.currentWidget() is view, "back to where the comparison was asked for"
    opened.views.go(-1)
    assert opened.workspace.right.currentWidget() is opened.workspace.page


def test_crawls_of_one_minute_and_of_one_second_have_names_of_their_own(qtbot: QtBot) -> None:
    """The longer name only where the short one is another's, too."""
    chooser = Chooser()
    qtbot.addWidget(chooser)
    begun = datetime(2026, 3, 7, 9, 30, 12, tzinfo=UTC)
    moments = (
        begun,
        begun + timedelta(seconds=20),
        begun + timedelta(seconds=20),
        begun + timedelta(minutes=5),
    )
    crawls = [
        CrawlChoice(f"2026-{n}", "http://a.example/", when, frozenset(), 3) for n, when in enumerate(moments)
    ]
    other = CrawlChoice("other", "http://b.example/", begun, frozenset(), 3)
    chooser.offer(Choices((*crawls, other), ("a.example",), begun, begun))
    names = [chooser.older.itemText(row) for row in range(5)]
    assert len(set(names)) == 5
    assert [name.count(":") for name in names] == [2, 2, 2, 1, 1]
    assert ["2026-" in name.partition("(")[2] for name in names] == [False, True, True, False, False]


def test_a_page_without_a_title_is_called_as_in_the_tree(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    urls = ("http://a.example/paper.pdf", "http://a.example/list?page=%E4%B8%80", "http://a.example/deep/")
    archive = fill(*(make_capture(url, bytes([n]), media_type="image/png") for n, url in enumerate(urls)))
    model = SiteChangesModel()
    model.show_rows(prepare([SiteRow(url, "", "new") for url in urls]))
    model.choose(frozenset(words.STATES), "")
    listed = {model.index(n, ADDRESS).data(): model.index(n, TITLE).data() for n in range(3)}
    with archive.reader() as reader:
        assert listed == {formats.readable(page.url): page_title(page) for page in reader.all_pages()}
    assert set(listed.values()) == {"paper.pdf", "list?page=一", "http://a.example/deep/"}


def test_the_facts_of_a_document_are_named_in_words(qtbot: QtBot) -> None:
    preview = Preview()
    qtbot.addWidget(preview)
    said = (("added", "", "1200"),)
    preview.show_excerpts([Excerpt("added", "author", "", said), Excerpt("added", "width", "list", said)])
    lines = preview.toPlainText().splitlines()
    assert lines[0].endswith("Author stated in the document") and lines[2].endswith("· width"), (
        "a topic stays as it is"
    )


def test_the_smallest_share_stands_beside_its_bar(qtbot: QtBot, light: None) -> None:
    """ "< 0.01 %" is longer than "12 %": no bar reaches under it, and all bars are of one length."""
    lengths = set()
    for share in (0.00001, 0.12, 1.0):
        row = SiteRow(
            "http://a.example/", "A", "changed", real_share=share, real=1, share=share, id_a="1", id_b="2"
        )
        model = SiteChangesModel()
        model.show_rows(prepare([row]))
        model.choose(frozenset(words.STATES), "")
        table = ReportTable(model)
        qtbot.addWidget(table)
        table.resize(900, 200)
        table.show()
        cell = table.visualRect(model.index(0, SHARE))
        picture = table.viewport().grab(cell).toImage()
        ground = QColor(theme.colors().surface)
        y = cell.height() // 2
        inked = [x for x in range(picture.width()) if picture.pixelColor(x, y) != ground]
        number = table.fontMetrics().horizontalAdvance(formats.percent(share))
        gap = [x for x in range(inked[0], picture.width()) if picture.pixelColor(x, y) == ground]
        lengths.add(gap[0])
        assert gap[0] < picture.width() - number - 6
    assert len(lengths) == 1


def test_a_report_is_in_the_language_of_its_sentences(qtbot: QtBot, restored_locale: None) -> None:
    """Not in that of numbers and dates, which the system sets: "C", or a language we do not speak."""
    for locale, spoken in (("C", "en"), ("de_DE", "en"), ("zh_CN", "zh-CN")):
        QLocale.setDefault(QLocale(locale))
        assert words.report_words()["language"] == spoken


def test_values_of_fields_that_changed_lead_to_the_comparison(
    qtbot: QtBot, light: None, archive: Archive
) -> None:
    """Pages whose value changed alike are one row; those on which nothing is known yet are none."""
    filled(archive)
    store(archive, *(capture(address(name), product(name, "€ 9.00"), minutes=30 * DAY) for name in NAMES[:3]))
    store(archive, capture(address(NAMES[3]), "<p>No price", minutes=30 * DAY))
    rules.add(archive.path, "price", "money", "", (rules.Way("after", "Price:"),))
    rules.add(archive.path, "seller", "text", "", (rules.Way("css", ".seller"),))
    feed(archive)
    store(archive, capture(address(NAMES[4]), product(NAMES[4], "€ 1.00"), minutes=30 * DAY))
    session = Session(archive)
    made = SiteChangesView(session)
    qtbot.addWidget(made)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: made.chooser.ready, timeout=10_000)
    made.chooser.before.setDateTime(made.chooser.before.dateTime().addSecs(15 * DAY * 60))
    assert not made.common.isVisible()
    with qtbot.waitSignal(made.shown, timeout=20_000):
        made.chooser.go.click()
    qtbot.waitUntil(made.common.isVisible, timeout=10_000)
    items = [made.common.topLevelItem(at) for at in range(made.common.topLevelItemCount())]
    said = {item.text(0).replace("(s)", ""): item for item in items if item is not None}
    assert set(said) == {
        "price: 11.5 EUR → 9 EUR on 1 page",
        "price: 12 EUR → 9 EUR on 1 page",
        "price: 12.5 EUR → 9 EUR on 1 page",
        "price: 13.5 EUR → nothing on 1 page",
        "seller: Li Si → nothing on 1 page",
    }
    with qtbot.waitSignal(made.compare_requested) as asked:
        made.common.itemActivated.emit(said["price: 12 EUR → 9 EUR on 1 page"], 0)
    with session.archive.reader() as reader:
        shirt = [version.id for version in reader.versions(address(NAMES[0]))]
    assert asked.args == shirt[-2:]
    jobs.wait_all()
    session.close()


def test_a_page_that_moved_has_its_own_state_and_compares_both_addresses(
    qtbot: QtBot, light: None, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    archive = fill(
        make_capture(SITE + "old", story(1)),
        make_capture(SITE + "old", "gone", minutes=2 * DAY, status=404),
        make_capture(SITE + "fresh", story(1), minutes=2 * DAY),
    )
    session = Session(archive)
    made = SiteChangesView(session)
    qtbot.addWidget(made)
    made.open()
    qtbot.waitUntil(lambda: made.chooser.ready, timeout=10_000)
    with qtbot.waitSignal(made.shown, timeout=20_000):
        made.ask(made.chooser.question())
    made.table.sortByColumn(STATE, Qt.SortOrder.AscendingOrder)
    row = made.model.row_at(made.model.index(0, STATE))
    assert row is not None and words.state_of(row) == "moved"
    assert "100" in made.model.index(0, COUNTS).data()
    assert "fresh" in made.model.index(0, COUNTS).data(Qt.ItemDataRole.ToolTipRole)
    assert "before" in made.model.index(1, COUNTS).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(made.compare_requested) as asked:
        made.table.activated.emit(made.model.index(0, STATE))
    assert asked.args == [row.id_a, row.other]
    jobs.wait_all()
    session.close()


def test_nothing_is_said_of_an_archive_before_it_was_looked_at(
    qtbot: QtBot, light: None, session: Session
) -> None:
    view = SiteChangesView(session)
    qtbot.addWidget(view)
    view.show()
    view.open()
    assert view.start.heading.text() == "Looking for what can be compared…"
    assert not view.start.button.isVisible()
    assert "2000" not in view.chooser.before.text() + view.chooser.after.text(), "no made up dates"
    qtbot.waitUntil(lambda: view.chooser.ready, timeout=10_000)
    assert view.start.heading.text() == "What has changed?" and view.start.button.isVisible()
    assert view.chooser.before.text().startswith("20")


def test_the_names_of_crawls_have_room_in_their_boxes(qtbot: QtBot, light: None) -> None:
    made = Chooser()
    qtbot.addWidget(made)
    first = datetime(2026, 11, 27, 9, 4, tzinfo=UTC)
    site = "observatory.example:8765"
    crawls = tuple(
        CrawlChoice(str(day), f"http://{site}/", first + timedelta(days=day), frozenset({site}), 9)
        for day in (1, 0)
    )
    made.offer(Choices(crawls, (site,), first, first + timedelta(days=1)))
    made.resize(1000, 120)
    made.show()
    for box in (made.older, made.newer):
        assert box.fontMetrics().horizontalAdvance(box.currentText()) < box.width() - 36


def test_a_report_of_nothing_but_the_same_says_that_nothing_has_changed(report: SiteChangesView) -> None:
    assert report.changes is not None
    rows = [replace(row, state="same", real=0) for row in report.changes.rows]
    report.show_changes((replace(report.changes, rows=rows), prepare(rows)))
    assert report.nothing.isVisible() and report.nothing.heading.text() == "Nothing has changed"
    assert report.nothing.text.text().startswith("3 page")
    report.bar.field.setText("nowhere")
    assert report.nothing.heading.text() == "No page fits"


def test_a_change_of_the_site_s_template_is_told_once_above_the_pages(
    qtbot: QtBot, light: None, fill: Callable[..., Archive]
) -> None:
    session = Session(fill(*two_editions()))
    made = SiteChangesView(session)
    qtbot.addWidget(made)
    made.show()
    made.open()
    qtbot.waitUntil(lambda: made.chooser.ready, timeout=10_000)
    made.chooser.before.setDateTime(made.chooser.before.dateTime().addSecs(3600))
    with qtbot.waitSignal(made.shown, timeout=20_000):
        made.chooser.go.click()
    assert made.common.isVisible()
    top = made.common.topLevelItem(0)
    assert top is not None and made.common.topLevelItemCount() == 1 and top.childCount() == 8
    said = "Template of a.test: “Section cx” → “Calendar of the year” on 8 page"
    assert top.text(0).startswith(said)
    assert made.model.rowCount() == 1 and made.model.state_counts() == {"changed": 1, "template": 7}
    made.bar.switches["changed"].click()
    made.bar.switches["template"].click()
    assert set(seen(made).values()) == {"template"}
    made.table.selectRow(0)
    assert "Only the template of the site" in made.preview.toPlainText()
    with qtbot.waitSignal(made.compare_requested) as asked:
        made.common.itemActivated.emit(top.child(3), 0)
    with session.archive.reader() as reader:
        assert asked.args == [version.id for version in reader.versions("http://a.test/3")]
    jobs.wait_all()
    session.close()
