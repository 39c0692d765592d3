"""Recovering a damaged file in the window: nothing is overwritten, every byte is accounted for."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.archive.archive import Archive
from app.tianwang.reader import RecordReader
from tests.app.archive import increments
from widgets.exchange import recovering
from widgets.exchange.recovering import ADDRESS, END, KIND, REASON, SIZE, START
from widgets.exchange.recovery_sheet import RecoverySheet


@pytest.fixture
def sheet(qtbot, light) -> RecoverySheet:
    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(1280, 700)
    stage.show()
    made = RecoverySheet(stage)
    made.stage = stage  # keeps it alive
    return made


@pytest.fixture
def damaged(filled: Archive, tmp_path: Path) -> Path:
    """A copy of a batch file with bytes cut out of its third record."""
    with filled.reader() as reader:
        captures = sorted(reader.captures(), key=lambda capture: capture.offset)
    content = (filled.path / captures[0].file).read_bytes()
    at = captures[2].end - 20
    path = tmp_path / "damaged.tw"
    path.write_bytes(content[:at] + content[at + 9 :])
    return path


def test_records_are_recovered_and_every_byte_is_accounted_for(qtbot, sheet, damaged: Path) -> None:
    sheet.open_for(damaged)
    assert sheet.target_path() == damaged.with_name("damaged-recovered.tw") and sheet.start_button.isEnabled()
    before = damaged.read_bytes()
    sheet.start_button.click()
    qtbot.waitUntil(lambda: sheet.model.rowCount() > 0, timeout=20_000)
    assert damaged.read_bytes() == before
    with RecordReader(sheet.target_path()) as reader:
        assert len(list(reader)) == 6
    spans = [sheet.model.row_at(sheet.model.index(row, 0)) for row in range(sheet.model.rowCount())]
    assert spans[0].offset == 0 and spans[-1].end == len(before)
    assert all(one.end == other.offset for one, other in pairwise(spans))
    assert {span.kind for span in spans} >= {"recovered", "lost"}
    assert "6" in sheet.summary.text() and sheet.figures.text("lost") != "–"


def test_a_kind_of_ranges_can_be_chosen(qtbot, sheet, damaged: Path) -> None:
    sheet.open_for(damaged)
    sheet.start_button.click()
    qtbot.waitUntil(lambda: sheet.kinds.count() > 1, timeout=20_000)
    sheet.kinds.setCurrentIndex(sheet.kinds.findData("lost"))
    assert sheet.model.rowCount() == 1


def test_versions_that_cannot_be_rebuilt_are_told(qtbot, sheet, tmp_path: Path, monkeypatch) -> None:
    archive = Archive.create(tmp_path / "chain")
    increments.filled(archive, 4)
    path = tmp_path / "chain.tw"
    path.write_bytes((archive.path / "batches/202611/0000.tw").read_bytes())
    first = increments.records(archive)[0]
    increments.damage(path, first.end - 50)
    sheet.suspects.setChecked(False)
    sheet.open_for(path)
    sheet.start_button.click()
    qtbot.waitUntil(lambda: sheet.kinds.findData("unbuilt") > 0, timeout=20_000)
    assert "3 of them cannot be rebuilt" in sheet.summary.text()
    sheet.kinds.setCurrentIndex(sheet.kinds.findData("unbuilt"))
    assert sheet.model.rowCount() == 3
    cells = [sheet.model.index(0, column).data() for column in (KIND, START, END, SIZE, ADDRESS, REASON)]
    assert cells[:5] == ["Not rebuilt", "–", "–", "–", "http://a.example/0"] and "202611-0000001" in cells[5]
    for name in ("report.txt", "report.json"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        with qtbot.waitSignal(sheet.told, timeout=5000):
            sheet.save.click()
    assert "202611-0000004  Not rebuilt  http://a.example/0" in (tmp_path / "report.txt").read_text("utf-8")
    data = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert [one["id"] for one in data["unbuilt"]] == [f"202611-000000{n}" for n in (2, 3, 4)]
    assert {one["kind"] for one in data["ranges"]} == {"recovered", "lost"}


def test_an_existing_file_is_not_overwritten(sheet, damaged: Path, tmp_path: Path) -> None:
    (tmp_path / "damaged-recovered.tw").write_text("precious")
    sheet.open_for(damaged)
    assert sheet.target_path().name == "damaged-recovered-2.tw"
    sheet.target.setText(str(tmp_path / "damaged-recovered.tw"))
    assert not sheet.start_button.isEnabled() and "not overwritten" in sheet.summary.text()


def test_new_files_do_not_go_into_an_archive(sheet, filled: Archive) -> None:
    batch = next(filled.path.rglob("*.tw"))
    sheet.open_for(batch, filled.path)
    assert filled.path not in sheet.target_path().parents
    sheet.target.setText(str(filled.path / "batches" / "clean.tw"))
    assert not sheet.start_button.isEnabled() and "belongs to the archive" in sheet.summary.text()


@pytest.mark.parametrize(
    ("field", "text"), [("source", "/no/such/file"), ("target", "relative.tw"), ("target", "")]
)
def test_what_is_missing_is_said(sheet, damaged: Path, field: str, text: str) -> None:
    sheet.open_for(damaged)
    getattr(sheet, field).setText(text)
    if field == "target":
        assert not sheet.start_button.isEnabled()
    else:
        assert "no such file" in sheet.summary.text()


def test_the_report_is_saved_and_the_new_file_can_be_imported(
    qtbot, sheet, damaged: Path, tmp_path: Path, monkeypatch
) -> None:
    sheet.open_for(damaged)
    sheet.start_button.click()
    qtbot.waitUntil(lambda: sheet.model.rowCount() > 0, timeout=20_000)
    for name in ("report.txt", "report.json"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        with qtbot.waitSignal(sheet.told, timeout=5000):
            sheet.save.click()
    assert "http://a.example/" in (tmp_path / "report.txt").read_text("utf-8")
    data = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert data["recovered"] + data["repaired"] + data["suspect"] == 6 and data["ranges"][0]["offset"] == 0
    with qtbot.waitSignal(sheet.import_requested) as asked:
        sheet.take_in.click()
    assert asked.args == [[sheet.target_path()]] and not sheet.isVisible()


def test_a_refusal_of_the_disk_is_a_sentence(qtbot, sheet, damaged: Path, tmp_path: Path) -> None:
    sheet.open_for(damaged)
    sheet.target.setText(str(tmp_path / "no such folder" / "clean.tw"))
    sheet.start_button.click()
    qtbot.waitUntil(lambda: "could not be written" in sheet.summary.text(), timeout=10_000)
    assert sheet.start_button.isEnabled()


def test_a_stopped_recovery_leaves_no_file_and_one_that_had_ended_is_told(
    qtbot, sheet, damaged: Path
) -> None:
    sheet.open_for(damaged)
    sheet.start()
    sheet._task.cancel()
    qtbot.waitUntil(lambda: sheet._task is None, timeout=10_000)
    assert ("nothing was kept" in sheet.summary.text()) != sheet.target_path().exists()


def test_records_in_one_piece_are_one_row() -> None:
    spans = recovering.Spans()

    class Found:
        def __init__(self, kind: str, offset: int, end: int) -> None:
            self.kind, self.offset, self.end, self.url, self.date, self.reason = (
                kind,
                offset,
                end,
                "u",
                None,
                "",
            )

    for kind, offset in (
        ("recovered", 0),
        ("recovered", 10),
        ("lost", 20),
        ("recovered", 30),
        ("suspect", 40),
    ):
        spans.add(Found(kind, offset, offset + 10))
    assert [(span.kind, span.records, span.end) for span in spans] == [
        ("recovered", 2, 20),
        ("lost", 1, 30),
        ("recovered", 1, 40),
        ("suspect", 1, 50),
    ]


def test_a_file_can_be_dropped_on_the_sheet(sheet, damaged: Path, tmp_path: Path) -> None:
    sheet.open_for()
    for paths, taken in (([tmp_path], False), ([damaged, damaged], False), ([damaged], True)):
        dragged = QMimeData()
        dragged.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        for kind, at in ((QDragEnterEvent, QPoint(200, 90)), (QDropEvent, QPointF(200, 90))):
            event = kind(at, Qt.DropAction.CopyAction, dragged, button, keys)
            event.ignore()
            QApplication.sendEvent(sheet, event)
            assert event.isAccepted() == taken
    assert sheet.source_path() == damaged and sheet.start_button.isEnabled()
    assert not sheet.source.acceptDrops()  # it would take the address of the file as its text
