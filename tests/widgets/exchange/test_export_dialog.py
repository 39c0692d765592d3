"""The export dialog: what, how, where to; then the work in the background."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QMainWindow, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.exporting.export import FORMATS, ExportReport
from app.exporting.naming import FIELDS
from app.interchange import exporting, job
from app.search.index.feeding import feed
from app.search.listing import Listing
from app.statistics import sampling
from widgets.exchange import export_result
from widgets.exchange.export_dialog import ExportDialog, PagesSource
from widgets.exchange.export_options import FormatCards
from widgets.exchange.export_result import ExportSheet
from widgets.exchange.export_result import export_sheet_rows as rows
from widgets.exchange.export_work import of_hits
from widgets.kit import jobs
from widgets.kit.messages import MessageBar
from widgets.session import Session


@pytest.fixture
def session(qapp: object, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[Session]:
    with archive.writer() as writer:
        for n in range(3):
            writer.store(make_capture(f"http://a.example/{n}", f"<title>Page {n}</title><p>Words {n}</p>"))
        writer.commit()
    made = Session(archive)
    yield made
    jobs.wait_all()
    made.close()


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    """A window with a message bar, as the main window has one."""
    made = QMainWindow()
    inside = QWidget(made)
    QVBoxLayout(inside).addWidget(MessageBar(inside))
    made.setCentralWidget(inside)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def dialog(qtbot: QtBot, session: Session, settings: QSettings, window: QMainWindow) -> ExportDialog:
    sources = [
        PagesSource("One page", lambda reader: [reader.page("http://a.example/1")], 1),
        PagesSource("a.example", lambda reader: reader.all_pages()),
    ]
    made = ExportDialog(session, sources, window, settings)
    made.open()
    return made


def test_every_format_of_the_engine_has_a_card(dialog: ExportDialog) -> None:
    assert {card.name for card in dialog.cards.buttons()} == {*FORMATS, *exporting.FORMATS}
    assert all(card.accessibleName() and card.toolTip() for card in dialog.cards.buttons())


def test_no_card_is_cut_off(light: None, dialog: ExportDialog) -> None:
    for card in dialog.cards.buttons():
        words = card.findChildren(QLabel)[-1]
        assert words.height() >= words.heightForWidth(words.width()), words.text()


def test_the_dialog_is_no_higher_than_the_screen_and_its_buttons_stay_in_sight(dialog: ExportDialog) -> None:
    assert dialog.height() < dialog.screen().availableSize().height()
    below = dialog.export_button.mapTo(dialog, dialog.export_button.rect().bottomLeft()).y()
    assert below < dialog.height()
    dialog.resize(dialog.width(), 420)
    assert dialog.height() == 420 and dialog.findChild(QScrollArea).verticalScrollBar().maximum() > 0


def test_cards_of_a_row_are_of_one_height(qtbot: QtBot, light: None) -> None:
    """Also where the sentences of some of them need a line more."""
    cards = FormatCards("markdown")
    qtbot.addWidget(cards)
    cards.resize(620, 400)
    cards.show()

    def rows() -> list[set[int]]:
        heights = [card.height() for card in cards.buttons()]
        return [set(heights[n : n + 4]) for n in range(0, len(heights), 4)]

    qtbot.waitUntil(lambda: all(len(row) == 1 for row in rows()))
    needed = [card.sizeHint().height() for card in cards.buttons()]
    assert len({*needed[:4]}) > 1, "or there is nothing to see"


def test_the_keyboard_alone_chooses_what_is_exported(qtbot: QtBot, dialog: ExportDialog) -> None:
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert dialog.what.checkedId() == 1


def test_enter_on_cancel_exports_nothing(qtbot: QtBot, dialog: ExportDialog) -> None:
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.waitUntil(lambda: not jobs.center().running)  # what can be exported has been counted
    begun: list[None] = []
    dialog.accepted.connect(lambda: begun.append(None))
    cancel = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Cancel)
    cancel.setFocus()
    QTest.keyClick(cancel, Qt.Key.Key_Return)
    assert not dialog.isVisible() and not begun and not jobs.center().running


def test_enter_elsewhere_exports(qtbot: QtBot, dialog: ExportDialog, tmp_path: Path) -> None:
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.folder.setFocus()
    with qtbot.waitSignal(dialog.written, timeout=20_000):
        QTest.keyClick(dialog.folder, Qt.Key.Key_Return)
    assert list((tmp_path / "out").rglob("*.md"))


def test_what_was_not_counted_is_counted_in_the_background(qtbot: QtBot, dialog: ExportDialog) -> None:
    qtbot.waitUntil(lambda: "3" in dialog.what.button(1).text())
    assert "1" in dialog.what.button(0).text()


def test_export_writes_files_and_hands_over_what_it_wrote(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path, settings: QSettings
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.what.button(1).click()
    with qtbot.waitSignal(dialog.written, timeout=20_000) as done:
        dialog.export_button.click()
        assert not dialog.isVisible()
    assert done.args[0].files == 3 and done.args[1] == tmp_path / "out"
    assert len(list((tmp_path / "out").rglob("*.md"))) == 3
    assert settings.value("export/folder") == str(tmp_path / "out")


def test_names_follow_a_pattern_whose_example_is_shown(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path, settings: QSettings
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "Page 1.md" in dialog.options.example.text())
    dialog.options.pattern.setText("{date}/{host}/{title} {version}")
    assert dialog.options.example.text().endswith("2026-11-21/a.example/Page 1 1.md")
    with qtbot.waitSignal(dialog.written, timeout=20_000):
        dialog.export_button.click()
    assert (tmp_path / "out" / "2026-11-21" / "a.example" / "Page 1 1.md").is_file()
    assert settings.value("export/pattern") == "{date}/{host}/{title} {version}"


def test_a_pattern_with_an_unknown_field_is_refused_where_it_stands(
    dialog: ExportDialog, tmp_path: Path
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.options.pattern.setText("{nonsense}")
    assert not dialog.export_button.isEnabled() and "{nonsense}" in dialog.options.example.text()
    choose(dialog, "csv")
    assert dialog.export_button.isEnabled() and not dialog.options.pattern.isEnabled()


def test_every_field_of_a_pattern_is_explained_in_its_menu(dialog: ExportDialog) -> None:
    said = [action.text() for action in dialog.options.fields.menu().actions()]
    for field in FIELDS:
        assert any(text.startswith(f"{{{field}}}") and len(text) > len(field) + 5 for text in said), field


@pytest.mark.parametrize("how", ["once", "alike"])
def test_the_same_content_or_nearly_the_same_text_is_written_once_when_that_is_wanted(
    qtbot: QtBot,
    archive: Archive,
    make_capture: Callable[..., NewCapture],
    settings: QSettings,
    tmp_path: Path,
    how: str,
) -> None:
    said = " ".join(
        f"The {noun} of the old town was painted in {year}." for year, noun in enumerate("abcdefgh", 1900)
    )
    with archive.writer() as writer:
        for name in "xy":
            more = name if how == "alike" else ""
            writer.store(make_capture(f"http://a.example/{name}", f"<title>Same</title><p>{said} {more}"))
        writer.commit()
    session = Session(archive)
    dialog = ExportDialog(session, lambda reader: reader.all_pages(), None, settings)
    qtbot.addWidget(dialog)
    choose(dialog, "text")
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.options.equal.setCurrentIndex(dialog.options.equal.findData(how))
    with qtbot.waitSignal(dialog.written, timeout=20_000) as done:
        dialog.start()
    assert done.args[0].files == 1 and done.args[0].duplicates == 1
    jobs.wait_all()
    session.close()


def test_the_last_folder_and_format_are_offered_again(
    qtbot: QtBot, session: Session, settings: QSettings, tmp_path: Path
) -> None:
    settings.setValue("export/folder", str(tmp_path / "again"))
    settings.setValue("export/format", "csv")
    made = ExportDialog(session, lambda reader: reader.all_pages(), None, settings)
    qtbot.addWidget(made)
    assert made.chosen_folder() == tmp_path / "again" and made.chosen_format() == "csv"


@pytest.mark.parametrize("where", ["", "relative/folder", "{archive}", "{archive}/batches", "{file}"])
def test_a_folder_that_will_not_do_is_refused_with_a_sentence(
    dialog: ExportDialog, session: Session, where: str
) -> None:
    dialog.folder.setText(where.format(archive=session.path, file=session.path / "archive.json"))
    assert not dialog.export_button.isEnabled() and dialog.note.text()


def test_an_empty_selection_cannot_be_exported(
    qtbot: QtBot, session: Session, settings: QSettings, tmp_path: Path
) -> None:
    made = ExportDialog(session, lambda reader: iter(()), None, settings)
    qtbot.addWidget(made)
    made.folder.setText(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: not made.export_button.isEnabled())


def test_a_cancelled_export_tells_nothing(
    qtbot: QtBot, dialog: ExportDialog, window: QMainWindow, tmp_path: Path
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    task = dialog.start()
    task.cancel()
    qtbot.waitUntil(lambda: task.finished)
    assert not window.findChild(MessageBar).isVisible()


def choose(dialog: ExportDialog, name: str) -> None:
    next(card for card in dialog.cards.buttons() if card.name == name).click()


@pytest.mark.parametrize(
    ("name", "ending"), [("warc", ".warc.gz"), ("wacz", ".wacz"), ("cdxj", ".cdxj"), ("tianwang", ".tw")]
)
def test_an_archive_format_writes_captures_for_other_programs(
    qtbot: QtBot, dialog: ExportDialog, window: QMainWindow, tmp_path: Path, name: str, ending: str
) -> None:
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.what.button(1).click()
    choose(dialog, name)
    with qtbot.waitSignal(dialog.exported, timeout=20_000) as done:
        dialog.export_button.click()
    report = done.args[0]
    assert report.records == 3 and any(path.name.endswith(ending) for path in report.files)
    bar = window.findChild(MessageBar)
    assert bar.isVisible() and "3" in bar.text and bar.kind == "info"


def test_versions_are_a_choice_for_archive_formats_only(dialog: ExportDialog, settings: QSettings) -> None:
    choose(dialog, "markdown")
    assert not dialog.versions.isVisible() and dialog.options.isVisible()
    choose(dialog, "warc")
    assert dialog.versions.isVisible() and not dialog.options.isVisible()


@pytest.fixture
def twice(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    """A page with two versions and a visit, and one whose address begins like it."""
    with archive.writer() as writer:
        for minutes, text in enumerate(("one", "two", "two")):
            writer.store(make_capture("http://a.example/x", f"<title>{text}</title>", minutes=minutes))
        writer.store(make_capture("http://a.example/xy", "<title>other</title>"))
    return archive


@pytest.mark.parametrize(("versions", "records"), [("all", 3), ("versions", 2), ("newest", 1)])
def test_only_what_was_chosen_goes_out(
    qtbot: QtBot,
    qapp: object,
    twice: Archive,
    settings: QSettings,
    tmp_path: Path,
    versions: str,
    records: int,
) -> None:
    session = Session(twice)
    source = PagesSource(
        "x", lambda reader: [reader.page("http://a.example/x")], 1, lambda _: ["http://a.example/x"]
    )
    dialog = ExportDialog(session, source, None, settings)
    qtbot.addWidget(dialog)
    choose(dialog, "warc")
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.versions.setCurrentIndex(dialog.versions.findData(versions))
    with qtbot.waitSignal(dialog.exported, timeout=20_000) as done:
        dialog.start()
    assert done.args[0].records == records
    assert settings.value("export/versions") == versions
    jobs.wait_all()
    session.close()


def test_a_single_page_says_that_its_pictures_stay_behind(
    qtbot: QtBot, session: Session, settings: QSettings, tmp_path: Path
) -> None:
    source = PagesSource("Page", lambda reader: [], 1, lambda _: ["http://a.example/1"], single=True)
    dialog = ExportDialog(session, source, None, settings)
    qtbot.addWidget(dialog)
    dialog.folder.setText(str(tmp_path / "out"))
    choose(dialog, "wacz")
    assert "Pictures" in dialog.note.text()
    choose(dialog, "text")
    assert "Pictures" not in dialog.note.text()


def test_what_could_not_be_carried_is_told_by_reason_and_capture(
    qtbot: QtBot, light: None, tmp_path: Path
) -> None:
    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(1280, 700)
    stage.show()
    sheet = ExportSheet(stage)
    notes = [
        (f"202611-000000{n}", "It was left out because its record is damaged: the header is cut.")
        for n in range(3)
    ]
    report = job.InterchangeReport(records=7, bytes=2048, skipped=3, left_out=2, notes=notes)
    sheet.open_for(report, rows(report), tmp_path)
    assert sheet.isVisible() and "7" in sheet.summary.text() and "3" in sheet.summary.text()
    row = sheet.model.index(0, 0)
    assert sheet.model.rowCount() == 1 and sheet.model.rowCount(row) == 3
    assert sheet.model.index(0, 1).data() == "3" and sheet.model.index(2, 0, row).data() == "202611-0000002"


def test_the_result_says_what_was_written_and_what_was_left_out(
    qtbot: QtBot, light: None, tmp_path: Path
) -> None:
    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(1280, 700)
    stage.show()
    sheet = export_result.ExportResult(stage)
    skipped = [(f"http://a.example/{n}", "It holds no text.") for n in range(3)]
    report = ExportReport(tmp_path / "manifest.csv", files=7, bytes=2048, skipped=skipped, duplicates=2)
    sheet.open_for(report, export_result.rows(report), tmp_path)
    for words in ("7 file", "2 document", "3 document"):
        assert words in sheet.summary.text()
    assert sheet.model.rowCount() == 1 and sheet.model.rowCount(sheet.model.index(0, 0)) == 3


def test_what_a_search_found_is_written_as_a_table_of_hits_or_as_an_archive(
    qtbot: QtBot, session: Session, settings: QSettings, window: QMainWindow, tmp_path: Path
) -> None:
    feed(session.archive)
    for format, name in (
        ("csv", "hits.csv"),
        ("json", "hits.jsonl"),
        ("text", "Page 1.txt"),
        ("wacz", "Test.wacz"),
    ):
        dialog = ExportDialog(session, of_hits(Listing(session.archive, "title:1"), 1), window, settings)
        next(card for card in dialog.cards.buttons() if card.name == format).click()
        assert dialog._how.currentIndex() == (2 if format == "wacz" else 0)
        dialog.folder.setText(str(tmp_path / format))
        with qtbot.waitSignal(dialog.exported, timeout=20_000):
            dialog.start()
        assert (tmp_path / format / name).is_file(), list((tmp_path / format).iterdir())
    assert "Page 1" in (tmp_path / "csv" / "hits.csv").read_text("utf-8-sig")


def test_a_random_sample_is_written_with_its_manifest(
    qtbot: QtBot, dialog: ExportDialog, session: Session, tmp_path: Path
) -> None:
    """Of the pages that were chosen, without notes; a second one beside the first; what is drawn is what the manifest says,
    and the same files are written again from it."""
    choose(dialog, "warc")
    assert not dialog.sample.isHidden() and not dialog.sample.how.isEnabled()
    dialog.what.button(1).click()
    dialog.sample.wanted.click()
    assert not dialog.notes.isEnabled()
    dialog.sample.pages.setValue(2)
    dialog.sample.seed.setValue(7)
    dialog.folder.setText(str(tmp_path / "out"))
    with qtbot.waitSignal(dialog.exported, timeout=20_000):
        dialog.start()
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == [
        "sample-7.cdxj",
        "sample-7.warc.gz",
        "sample-7.warc.gz.sample.json",
    ]
    about = json.loads((tmp_path / "out" / "sample-7.warc.gz.sample.json").read_text("utf-8"))
    assert (about["pages"], about["population"], about["drawing"]["seed"]) == (2, 3, 7)
    assert about["drawing"]["among"] == "a.example"
    with session.archive.reader() as reader:
        before = sampling.again(reader, tmp_path / "out" / "sample-7.warc.gz.sample.json")
        report, _ = sampling.write(
            reader, before.sample, tmp_path / before.name, before.format, made=before.made
        )
    assert sampling.differing(before, report.files) == []
    choose(dialog, "cdxj")
    assert dialog.sample.isHidden()
