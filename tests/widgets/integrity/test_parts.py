"""What the Integrity page is put together from: memory of checks, verdicts, months, languages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from widgets.integrity import checking as memory
from widgets.integrity.batches import BatchesModel, month
from widgets.integrity.checking import Check, LastCheck, batch_of
from widgets.integrity.statistics import GrowthChart, _every_month
from widgets.integrity.verdict import verdict
from widgets.words.languages import language


@dataclass
class Batch:
    batch: str
    bytes: int
    files: int = 1
    versions: int = 1
    visits: int = 0


def last(size: int = 100, problems: int = 0) -> LastCheck:
    return LastCheck(
        "/a", "2026-11-20T10:00:00+00:00", False, 5, size, problems, {"202611": (size, problems)}
    )


def test_of_each_archive_the_last_check_is_remembered(settings) -> None:
    memory.remember(settings, last(1))
    memory.remember(settings, LastCheck("/b", memory.now(), True, 1, 2, 0))
    memory.remember(settings, last(2))
    assert memory.load(settings, Path("/a")) == last(2)
    assert memory.load(settings, Path("/b")).strict
    assert memory.load(settings, Path("/c")) is None


@pytest.mark.parametrize("text", ["{", "[1]", '[{"path": "/a"}]', '[{"batches": {"x": 1}}]'])
def test_a_broken_memory_is_an_empty_one(settings, text: str) -> None:
    settings.setValue("integrity", text)
    assert memory.load(settings, Path("/a")) is None


def test_the_archive_itself_is_not_written_to(filled, settings) -> None:
    before = {path: path.stat().st_mtime_ns for path in filled.path.rglob("*")}
    memory.remember(settings, LastCheck(str(filled.path), memory.now(), False, 1, 1, 0))
    assert {path: path.stat().st_mtime_ns for path in filled.path.rglob("*")} == before


@pytest.mark.parametrize(
    ("batches", "check", "kind"),
    [
        ([], None, "none"),
        ([Batch("202611", 100)], None, "none"),
        ([Batch("202611", 100)], last(), "ok"),
        ([Batch("202611", 140)], last(), "info"),
        ([Batch("202611", 60)], last(), "warning"),
        ([Batch("202611", 100)], last(problems=3), "error"),
    ],
)
def test_the_verdict_follows_from_what_stands_there_and_what_was_remembered(
    qapp, batches, check, kind
) -> None:
    found = verdict(batches, check, None, False, None)
    assert found.kind == kind and found.heading and found.text


def test_a_running_failed_or_stopped_check_says_more_than_the_memory(qapp) -> None:
    check = Check(Path("/a"), False, total=200, done=50)
    assert verdict([], last(), check, True, None).kind == "busy"
    assert verdict([], last(), check, False, OSError(5, "Input/output error", "/a")).kind == "error"
    assert verdict([], last(), check, False, None).kind == "info"


def test_problems_belong_to_the_batch_of_their_file() -> None:
    assert batch_of("batches/202611/0000.tw") == "202611"
    assert batch_of("/somewhere/my.archive/batches/202612/0001.tw") == "202612"
    assert batch_of("index.sqlite") == ""


def test_a_batch_is_called_by_its_month(qapp) -> None:
    assert month("202611") == "November 2026"
    assert month("odd") == "odd"


def test_batches_with_problems_stand_first(qapp) -> None:
    check = LastCheck(
        "/a", "2026-11-20T10:00:00+00:00", False, 5, 100, 2, {"202609": (10, 2), "202610": (10, 0)}
    )
    model = BatchesModel()
    model.show([Batch("202609", 10), Batch("202610", 10), Batch("202611", 10)], check)
    assert [model.row_at(model.index(row, 0)).batch for row in range(model.rowCount())] == [
        "202609",
        "202611",
        "202610",
    ]


def test_the_chart_names_as_many_months_as_fit(qtbot, light) -> None:
    chart = GrowthChart()
    qtbot.addWidget(chart)
    chart.show()
    chart.show_growth([(f"2026-{number:02}", 1, 0, 1) for number in range(1, 13)])
    for width in (300, 700, 1200):
        chart.resize(width, 168)
        assert 1 <= len(chart._ticks()) <= max(1, width // 60)


def test_months_without_captures_are_gaps_and_wrong_clocks_are_no_thousand_years() -> None:
    rows = [("2026-11", 3, 1, 10), ("2027-02", 1, 0, 5)]
    assert [row[0] for row in _every_month(rows)] == ["2026-11", "2026-12", "2027-01", "2027-02"]
    assert len(_every_month([("0001-01", 1, 0, 1), ("2027-02", 1, 0, 5)])) == 2
    assert _every_month([]) == []


def test_the_chart_shows_captures_or_bytes_and_survives_nothing(qtbot, light) -> None:
    chart = GrowthChart()
    qtbot.addWidget(chart)
    chart.show_growth([])
    chart.show_growth([("2026-11", 3, 1, 10)])
    chart.show_growth([("2026-11", 3, 1, 10)], in_bytes=True)
    assert "3 versions" in chart.tip(0)


def test_languages_have_names() -> None:
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("en"))
        assert (
            language("zh") == "Chinese – zh"
            and language("") == "Language not known"
            and language("xx-q") == "xx-q"
        )
        QLocale.setDefault(QLocale("zh_CN"))
        assert language("is-IS") == "íslenska – is-IS"
    finally:
        QLocale.setDefault(before)
