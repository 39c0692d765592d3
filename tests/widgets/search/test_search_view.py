"""Search in the window: found while typing, narrowed by counts, opened at the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.likeness.feeding import feed as alike_feed
from app.likeness.synonyms import read_text
from app.search.changes.events import Events
from app.search.finding import glance
from app.search.index import store
from app.search.listing import Listing
from app.search.results import Hit, Results
from app.search.snippets import Snippet
from tests.app.search.conftest import filled, page
from tests.app.search.conftest import store as keep
from tests.conftest import capture
from widgets.handover.copying import CopyMenu
from widgets.search import view as view_module
from widgets.search.delegate import _units
from widgets.search.feeding import IndexFeeder
from widgets.search.model import FACTS, MARKS, PATH, SNIPPET, TITLE, HitsModel
from widgets.search.narrowing import condition, toggled
from widgets.search.options import SearchOptions
from widgets.search.questions import words_of
from widgets.search.synonyms import SynonymsEditor
from widgets.search.view import SearchView
from widgets.search.work import Finder
from widgets.session import Session


@pytest.fixture
def forgotten(qapp: object) -> Iterator[None]:
    """Nothing is remembered of other tests, and of this one for them."""
    QSettings().remove("search")
    yield
    QSettings().remove("search")


@pytest.fixture
def view(forgotten: None, qtbot: QtBot, archive: Archive) -> Iterator[SearchView]:
    session = Session(filled(archive))
    made = SearchView(session, IndexFeeder(session, ahead=False))
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made
    made.shut()
    made.feeder.close()
    session.close()


def seek(qtbot: QtBot, view: SearchView, query: str) -> list[str]:
    """Type a query; the titles of what comes."""
    view.field.setText(query)
    view.search()
    qtbot.waitUntil(lambda: view._asking is None and not view._typing.isActive(), timeout=20_000)
    return [str(view.model.index(row).data(TITLE)) for row in range(view.model.rowCount())]


@pytest.fixture
def read(qtbot: QtBot, view: SearchView) -> SearchView:
    """The view when its archive has been read."""
    view.open()
    qtbot.waitUntil(lambda: not view.feeder.running, timeout=30_000)
    return view


def test_the_first_search_waits_until_the_archive_was_read(qtbot: QtBot, view: SearchView) -> None:
    view.field.setText("treasure")
    view.open()
    qtbot.waitUntil(lambda: view.model.rowCount() == 2, timeout=30_000)
    assert view.stack.currentWidget() is view.list and "1 page" in view.summary.text()


def test_a_row_says_what_why_and_when(qtbot: QtBot, read: SearchView) -> None:
    assert seek(qtbot, read, '"free of charge"') == ["Prices"]
    row = read.model.index(0)
    (begin, end), *_ = row.data(MARKS)
    assert row.data(SNIPPET)[begin:end] == "free of charge"
    assert "2 version" in row.data(FACTS) and "21 Nov 2026" in row.data(FACTS)


def test_enter_opens_the_first_hit_at_its_words(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "pay children")
    with qtbot.waitSignal(read.opened) as told:
        qtbot.keyClick(read.field, Qt.Key.Key_Return)
    assert told.args and told.args[1] == "children pay"


def test_down_goes_to_the_list_and_escape_leaves(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    qtbot.keyClick(read.field, Qt.Key.Key_Down)
    assert read.list.currentIndex().row() == 0 and read.menu() is not None  # seen to be chosen
    with qtbot.waitSignal(read.closed):
        qtbot.keyClick(read.list, Qt.Key.Key_Escape)


def test_an_address_that_is_not_in_the_archive_can_be_crawled(qtbot: QtBot, read: SearchView) -> None:
    assert seek(qtbot, read, "treasure") == ["Elsewhere", "http://gone.example/lost"]
    with qtbot.waitSignal(read.address_chosen) as told:
        read.list.activated.emit(read.model.index(1))
    assert told.args == ["http://gone.example/lost"]


def test_counts_write_conditions_into_the_query(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    types = next(
        item
        for number in range(read.counts.topLevelItemCount())
        if (item := read.counts.topLevelItem(number))
        and item.childCount() == 2
        and item.child(0).data(0, 256).startswith("type:")
    )
    texts = next(
        types.child(n) for n in range(2) if types.child(n).data(0, Qt.ItemDataRole.UserRole) == "type:text"
    )
    assert texts.text(1) == "1"
    read.counts.itemClicked.emit(texts, 0)
    qtbot.waitUntil(lambda: read.model.rowCount() == 1, timeout=20_000)
    assert read.field.text() == "kernel type:text"
    read.narrow("type:text")
    assert read.field.text() == "kernel"


def test_months_are_bars_that_narrow_to_a_span(qtbot: QtBot, read: SearchView) -> None:
    read.months.show_months({"202610": 1, "202611": 2, "202702": 5})
    read.months.resize(500, 44)
    assert read.months.isVisible() and read.months.months == [
        "202610",
        "202611",
        "202612",
        "202701",
        "202702",
    ]
    with qtbot.waitSignal(read.months.chosen) as told:
        qtbot.mouseClick(read.months, Qt.MouseButton.LeftButton, pos=read.months.rect().center())
    assert told.args == ["on:2026-12"]


def test_months_are_chosen_by_keys_and_by_dragging(qtbot: QtBot, read: SearchView) -> None:
    months = read.months
    months.show_months({"202610": 1, "202611": 2, "202702": 5})
    months.resize(500, 44)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(months, key)
    assert months.accessibleDescription() == "2026-11: 2"
    qtbot.keyClick(months, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(months.chosen) as told:
        qtbot.keyClick(months, Qt.Key.Key_Return)
    assert told.args == ["after:2026-10 before:2027-01"]
    qtbot.keyClick(months, Qt.Key.Key_Left)
    with qtbot.waitSignal(months.chosen) as told:
        qtbot.keyClick(months, Qt.Key.Key_Return)
    assert told.args == ["on:2027-02"]
    qtbot.mousePress(months, Qt.MouseButton.LeftButton, pos=QPoint(10, 20))
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(490, 20)
    months.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, at, at, left, left, none))
    with qtbot.waitSignal(months.chosen) as told:
        qtbot.mouseRelease(months, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert told.args == ["after:2026-09 before:2027-03"]


@pytest.mark.parametrize(
    ("query", "said"),
    [('"open', "The quotation mark at character 1 is not closed."), ("nowhere", "Try fewer words")],
)
def test_what_finds_nothing_says_why(qtbot: QtBot, read: SearchView, query: str, said: str) -> None:
    seek(qtbot, read, query)
    assert read.stack.currentWidget() is read.aside and said in read.nothing.text.text()


def test_what_is_stored_later_is_found(qtbot: QtBot, read: SearchView) -> None:
    assert seek(qtbot, read, "freshly") == []
    keep(read._session.archive, capture("http://a.example/new", page("New", "Freshly written")))
    read.feeder.feed()
    qtbot.waitUntil(lambda: read.model.rowCount() == 1, timeout=30_000)


def test_without_a_folder_that_can_be_written_a_sentence_says_so(qtbot: QtBot, view: SearchView) -> None:
    (view._session.path / store.FOLDER).write_text("in the way")
    view.field.setText("kernel")
    view.open()
    qtbot.waitUntil(lambda: "could not be written" in view.nothing.text.text(), timeout=20_000)


def test_more_rows_come_when_somebody_scrolls(qtbot: QtBot) -> None:
    model, wanted = HitsModel(), []
    model.more_wanted.connect(wanted.append)
    from app.search.results import Hit

    hits = [Hit(f"http://a.example/{n}", str(n), 1.0) for n in range(10)]
    model.show(hits, 25, [])
    assert model.rowCount() == 10 and model.canFetchMore()
    model.fetchMore()
    assert wanted == [10] and not model.canFetchMore()
    model.append(hits, [])
    assert model.rowCount() == 20 and model.canFetchMore()
    with qtbot.waitSignal(model.rowsInserted) as told:
        model.append(hits[:5], [Hit("http://gone.example/", "", 1.0)])
    assert told.args[1:] == [20, 25], "what links alone know of stands behind the last page"
    assert model.rowCount() == 26 and not model.canFetchMore()


def test_conditions() -> None:
    assert (
        condition("author", "Li Xiaoming") == 'author:"Li Xiaoming"'
        and condition("language", "zh") == "lang:zh"
    )
    assert toggled("a b", "lang:zh") == "a b lang:zh" and toggled("a lang:zh b", "lang:zh") == "a b"
    assert _units("a😀b", 2) == 3


def test_the_hits_that_are_shown_can_be_exported(qtbot: QtBot, read: SearchView) -> None:
    assert not read.export_button.isEnabled()
    seek(qtbot, read, "kernel")
    with qtbot.waitSignal(read.export_requested) as told:
        qtbot.mouseClick(read.export_button, Qt.MouseButton.LeftButton)
    listing, count = told.args or (None, 0)
    assert isinstance(listing, Listing) and (listing.query, listing.sort, count) == ("kernel", "relevance", 2)
    seek(qtbot, read, "nowhere")
    assert not read.export_button.isEnabled()


def test_hits_are_copied_and_cited_from_their_menu(qtbot: QtBot, read: SearchView) -> None:
    assert seek(qtbot, read, "treasure")
    assert read.menu() is None
    read.list.selectAll()
    menu = read.menu()
    assert menu is not None
    copying = menu.findChild(CopyMenu)
    assert copying is not None
    copying.copy("citation")
    lines = len(menu.captures)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().count("Archived ") == lines, timeout=20_000)


def test_where_little_is_found_a_click_asks_for_what_finds_more(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernal")
    qtbot.waitUntil(read.suggestions.isVisible, timeout=20_000)
    line = read.suggestions.lines[0]
    assert line.text().startswith("Did you mean kernel?") and "2 page" in line.text()
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: read.model.rowCount() == 2, timeout=20_000)
    assert read.field.text() == "kernel"
    seek(qtbot, read, "museum type:pdf -charge")
    qtbot.waitUntil(lambda: read.suggestions.isVisible() and len(read.suggestions.lines) > 0, timeout=20_000)
    assert any(line.text().startswith("Without type:pdf") for line in read.suggestions.lines)
    seek(qtbot, read, "kernel OR prices OR charge OR 内核")
    assert not read.suggestions.isVisible()


def test_hits_are_sorted_and_narrowed_by_their_rank(qtbot: QtBot, read: SearchView) -> None:
    """The first facet a person clicks writes its condition; what the number is stands in the tooltip."""
    found = seek(qtbot, read, "(kernel OR prices OR 内核)")
    read.sort.setCurrentIndex(read.sort.findData("rank"))
    qtbot.waitUntil(lambda: read._asking is None)
    ranked = [read.model.hits[row].rank for row in range(read.model.rowCount())]
    known = [one.share for one in ranked if one is not None]
    assert len(known) == len(found) and known == sorted(known, reverse=True)
    assert "times the average" in str(read.model.index(0).data(Qt.ItemDataRole.ToolTipRole))
    heads = [read.counts.topLevelItem(at) for at in range(read.counts.topLevelItemCount())]
    (bands,) = (head for head in heads if head is not None and head.text(0) == "Rank by links")
    first, count = bands.child(0), int(bands.child(0).text(1))
    number = ranked[0].bar if ranked[0] is not None else 0
    # the number stands first: the end of a wide bar was cut in a narrow window, and its middle left out
    assert first.text(0).split() == [str(number), "▰" * number]
    read.counts.chosen.emit(first.data(0, Qt.ItemDataRole.UserRole))
    qtbot.waitUntil(lambda: read._asking is None)
    assert ranked[0] is not None and read.field.text().endswith(f"rank:{ranked[0].bar}")
    assert read.results is not None and read.results.total == count


def test_values_of_fields_are_written_as_conditions() -> None:
    assert condition("field:price", ":10..20") == "field:price:10..20"
    assert condition("field:sold by", "=Li Si") == 'field:"sold by=Li Si"'


def test_pages_that_are_nearly_the_same_are_shown_once_and_opened(
    qtbot: QtBot, archive: Archive, read: SearchView
) -> None:
    text = " ".join(
        f"The {a} of the old {b} was painted." for a in ("gate", "tower", "wall") for b in "abcdefgh"
    )
    keep(
        archive,
        *(capture(f"http://c.example/{n}", page("Painting", f"{text} {n}")) for n in range(4)),
        capture("http://d.example/", page("Other", "Somebody painted nothing else.")),
    )
    alike_feed(archive)
    read.feeder.want()
    qtbot.waitUntil(lambda: not read.feeder.running, timeout=30_000)
    assert len(seek(qtbot, read, "painted")) == 5
    read.options.fold.trigger()
    qtbot.waitUntil(lambda: read._asking is None, timeout=20_000)
    assert sorted(str(read.model.index(row).data(TITLE)) for row in range(read.model.rowCount())) == [
        "Other",
        "Painting",
    ]
    assert "3 nearly the same" in read.summary.text()
    row = next(n for n in range(2) if read.model.index(n).data(TITLE) == "Painting")
    assert "3 more like this" in read.model.index(row).data(FACTS)
    read.list.setCurrentIndex(read.model.index(row))
    assert read.buttons.alike.text() == "3 more like this"
    read.buttons.alike.click()
    qtbot.waitUntil(lambda: read.model.rowCount() == 5, timeout=20_000)
    assert "above" in read.model.index(row + 1).data(FACTS)
    read.list.setCurrentIndex(read.model.index(row))
    menu = read.menu()
    assert menu is not None
    next(one for one in menu.actions() if one.text().startswith("Hide")).trigger()
    qtbot.waitUntil(lambda: read.model.rowCount() == 2, timeout=20_000)
    assert SearchOptions().fold.isChecked(), "the choice is remembered"


def test_words_that_mean_the_same_are_edited_and_sought(
    qtbot: QtBot, archive: Archive, read: SearchView
) -> None:
    assert seek(qtbot, read, "gratis") == []
    read.edit_synonyms()
    editor = read.findChild(SynonymsEditor)
    assert isinstance(editor, SynonymsEditor)
    editor.text.setPlainText("free of charge = gratis\nalone")
    editor.check()
    assert "1 group" in editor.told.text() and "ine 2" in editor.told.text() and editor.back.isEnabled()
    editor.back.click()
    assert editor.text.toPlainText() == ""
    editor.text.undo()
    assert editor.text.toPlainText().startswith("free")
    editor.save()
    read.options.synonyms.trigger()
    qtbot.waitUntil(lambda: read.model.rowCount() == 1 and read._asking is None, timeout=20_000)
    assert "also with free of charge" in read.summary.text()
    assert read_text(archive.path).startswith("free")


def test_months_say_from_when_to_when_they_are_and_what_they_count(qtbot: QtBot, read: SearchView) -> None:
    read.months.show_months({"202610": 1, "202702": 5})
    assert read.months.captions() == ("2026-10", "When it was said", "2027-02")
    read.months.show_months({"202610": 1, "202702": 5}, changes=True)
    assert read.months.captions()[1] == "When it came or went"


def test_a_faulty_query_has_no_counts_of_the_one_before(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    qtbot.waitUntil(lambda: read.counts.topLevelItemCount() > 0)
    assert read.counts.isVisible()
    read.field.setText("kernel before:2026-99")
    qtbot.waitUntil(lambda: read.stack.currentWidget() is read.aside, timeout=10_000)
    assert read.counts.topLevelItemCount() == 0 and not read.counts.isVisible()


def test_what_a_title_says_is_not_said_again_and_spaces_in_a_row_are_one() -> None:
    model = HitsModel()
    snippet = Snippet("   int  main  ()", ((8, 12),))
    hit = Hit("http://a.example/", "The kernel", 1.0, snippet=snippet, path=("THE KERNEL", "Start"))
    model.show([hit], 1, [])
    row = model.index(0)
    assert "THE KERNEL › Start" in row.data(Qt.ItemDataRole.ToolTipRole)
    assert row.data(PATH) == "Start" and row.data(SNIPPET) == "int main ()"
    assert [row.data(SNIPPET)[begin:end] for begin, end in row.data(MARKS)] == ["main"]


@pytest.mark.parametrize(
    ("text", "marked", "words"),
    [
        ("a consumer group, and Consumers", ["consumer", "group"], "consumer group"),
        ("the group of a consumer group", ["group", "consumer", "group"], "consumer group"),
        ("replication.factor Replication factor is", ["replication", "factor"] * 2, "replication factor"),
        ("a broker and its topic.", ["broker", "topic"], "broker topic"),
        (
            f"Group: a consumer group {'so ' * 64} grou",
            ["group", "consumer", "group", "grou"],
            "consumer group",
        ),
        ("数据库的副本，副本", ["数据", "副本", "副本"], "数据 副本"),
    ],
)
def test_a_hit_opens_at_all_of_its_words(text: str, marked: list[str], words: str) -> None:
    marks, at = [], 0
    for word in marked:
        at = text.lower().index(word, at)
        marks.append((at, at + len(word)))
        at += len(word)
    assert words_of(Snippet(text, tuple(marks))) == words


def test_the_index_is_opened_while_the_first_words_are_typed(qtbot: QtBot, read: SearchView) -> None:
    read.field.clear()
    read.finder.close()
    read.finder = Finder(read._session.archive)
    read.open()
    qtbot.waitUntil(lambda: read.finder._searcher is not None, timeout=20_000)
    assert not read.field.text() and read.results is None


def test_a_fault_leaves_no_offers_of_the_query_before(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernek")
    qtbot.waitUntil(lambda: not read.suggestions.isHidden(), timeout=20_000)
    seek(qtbot, read, "title:(")
    assert read.suggestions.isHidden()


def test_tab_goes_as_the_eye_does(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    read.field.setFocus()
    passed = []
    for _ in range(10):
        qtbot.keyClick(read.focusWidget(), Qt.Key.Key_Tab)
        passed.append(read.focusWidget())
    assert passed[:6] == [
        *(read.sort, read.options, read._close, read.scope, read.saved_button, read.export_button)
    ]
    assert passed.index(read.list) < passed.index(read.counts)


def test_who_goes_through_the_counts_by_key_stays_where_he_was(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    wanted = next(
        item
        for item in read.counts.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive)
        if item.data(0, Qt.ItemDataRole.UserRole) == "type:text"
    )
    read.counts.setFocus()
    read.counts.setCurrentItem(wanted)
    qtbot.keyClick(read.counts, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: read._asking is None, timeout=20_000)
    assert read.field.text() == "kernel type:text" and read.counts.hasFocus()
    now = read.counts.currentItem()
    assert now is not None and now.data(0, Qt.ItemDataRole.UserRole) == "type:text"


def test_behind_a_click_on_a_count_or_a_bar_one_types_on(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    read.months.show_months({"202610": 1, "202702": 5})
    read.field.setFocus()
    for part in (read.counts.viewport(), read.months):
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton, pos=QPoint(40, 20))
        assert read.field.hasFocus()


def test_enter_asks_a_question_about_the_row_of_the_keyboard(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, '"free of charge"')
    qtbot.keyClick(read.field, Qt.Key.Key_Down)
    assert read.buttons.isVisible()
    qtbot.keyClick(read.list, Qt.Key.Key_Tab)
    assert read.buttons.since.hasFocus()
    with qtbot.waitSignal(read.block_wanted, timeout=20_000):
        qtbot.keyClick(read.buttons.since, Qt.Key.Key_Return)


def test_hits_in_nothing_but_menus_are_told_to_be_a_few_of_them(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernel")
    assert read.results is not None and "menus" not in read.summary.full_text()
    hits = [replace(hit, label="navigation") for hit in read.results.hits]
    read._show(replace(read.results, hits=hits))
    assert "in menus and feet" in read.summary.full_text()
    read._show(replace(read.results, hits=[*hits[:-1], replace(hits[-1], label="main text")]))
    assert "in menus and feet" not in read.summary.full_text()


def test_the_first_hits_come_before_the_counts_and_nothing_moves(
    qtbot: QtBot, read: SearchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of words that very many pages say."""
    monkeypatch.setattr(glance, "MANY", 2)
    monkeypatch.setattr(view_module, "_FIRST", 1)
    seen = list[object]()
    count = read._count

    def counting() -> None:
        counted = read.results is None or isinstance(read.results, Events) or read.results.counted
        QCoreApplication.sendPostedEvents()  # so that it is laid out
        seen.append((read.model.rowCount(), counted, read.summary.text(), read.export_button.isEnabled()))
        seen.append((read.list.geometry(), read.counts.isVisible(), read.months.isVisible()))
        count()

    monkeypatch.setattr(read, "_count", counting)
    assert seek(qtbot, read, "kernel OR prices")
    QCoreApplication.sendPostedEvents()
    assert seen[0] == (1, False, "Counting…", False)
    assert seen[1] == (read.list.geometry(), True, True) and read.months.isVisible()
    assert read.counts.topLevelItemCount() > 0 and read.export_button.isEnabled()
    assert isinstance(read.results, Results) and read.results.counted and read.results.hits
    assert "4 page" in read.summary.text()
    qtbot.waitUntil(lambda: read.model.rowCount() == 4, timeout=20_000)  # there is room for all of them


def test_counts_are_left_out_for_the_next_letters(
    qtbot: QtBot, read: SearchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "MANY", 2)
    monkeypatch.setattr(view_module, "_FIRST", 1)
    count = read._count

    def typed_on() -> None:
        count()
        monkeypatch.setattr(read, "_count", count)
        read.field.setText("museum")
        read.search()

    monkeypatch.setattr(read, "_count", typed_on)
    seek(qtbot, read, "kernel")
    assert read._answered == "museum" and "2 page" in read.summary.text()


def test_the_pause_while_typing_is_as_long_as_answers_take(qtbot: QtBot, read: SearchView) -> None:
    read._clock.invalidate()
    read._typing.setInterval(0)
    read._learn_pause()
    assert read._typing.interval() == 0, "nothing was asked for"
    seek(qtbot, read, "kernel")
    assert read._typing.interval() <= 120 and not read._clock.isValid()
    read._clock.start()
    qtbot.waitUntil(lambda: read._clock.elapsed() > 150)
    read._stop()
    assert read._typing.interval() == 120, "given up after a while"


def test_a_screen_reader_is_told_what_was_found_and_what_is_chosen(
    qtbot: QtBot, read: SearchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("widgets.search.view.announce", lambda _, text: told.append(text))
    seek(qtbot, read, "kernel type:text")
    seek(qtbot, read, "zeppelin")
    assert told[0].startswith("1 page") and told[1].startswith("0 page") and "Nothing was found" in told[2]
    seek(qtbot, read, "kernel type:text")
    spoken = [
        item.data(0, Qt.ItemDataRole.AccessibleTextRole)
        for item in read.counts.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive)
        if item.data(0, Qt.ItemDataRole.UserRole)
    ]
    assert all(spoken) and [one for one in spoken if one.endswith("chosen")] == ["Plain text: 1, chosen"]


def test_what_is_said_where_nothing_was_found_is_about_what_was_asked(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "zeppelin")
    assert "site:" not in read.nothing.text.text()
    seek(qtbot, read, "zeppelin site:other.example")
    assert "site:" in read.nothing.text.text()
    read._session.seq = 0
    seek(qtbot, read, "zeppelins")
    assert "nothing in this archive yet" in read.nothing.text.text()


def test_offers_stand_below_the_words_that_there_is_nothing(qtbot: QtBot, read: SearchView) -> None:
    seek(qtbot, read, "kernek")
    qtbot.waitUntil(lambda: not read.suggestions.isHidden(), timeout=20_000)
    qtbot.waitUntil(lambda: 0 < read.suggestions.y() < read.height() // 2)
    qtbot.keyClick(read.field, Qt.Key.Key_Down)
    qtbot.keyClick(read.suggestions.lines[0], Qt.Key.Key_Return)
    assert read.field.text() == "kernel"
    seek(qtbot, read, "kernel")
    qtbot.waitUntil(lambda: read.list.height() > read.height() // 2)


def test_an_answer_that_is_waited_for_is_told_to_be(
    qtbot: QtBot, read: SearchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    seek(qtbot, read, "kernel")
    answer, found = Event(), read.finder.find

    def slow(*asked: object, **ways: object) -> object:
        answer.wait(20)
        return found(*asked, **ways)

    monkeypatch.setattr(read.finder, "find", slow)
    read.sort.setCurrentIndex(3)
    qtbot.waitUntil(lambda: read.summary.full_text() == "Searching…", timeout=20_000)
    answer.set()
    qtbot.waitUntil(lambda: "page" in read.summary.full_text(), timeout=20_000)
