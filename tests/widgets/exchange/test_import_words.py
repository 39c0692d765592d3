"""The report of an import is readable: reasons with counts and places, and nothing is left out of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.interchange.arrivals import FileReport, ImportReport
from app.tianwang.reader import Tail
from widgets.exchange import import_report as import_words
from widgets.words import formats

ARCHIVE = Path("my pages")


@pytest.fixture
def report(qapp) -> ImportReport:
    good = FileReport(Path("/in/good.warc.gz"), format="warc", stored=1200, visits=30, known=4)
    bad = FileReport(
        Path("/in/bad.tw"),
        format="tianwang",
        stored=2,
        skipped=[(10 * n, f"The url “/page{n}” is relative, and no origin says to what.") for n in range(7)]
        + [(99, "The record has no date that can be read.")],
        damaged=[(500, "a header line has no colon")],
    )
    gone = FileReport(Path("/in/gone.tw"), error="/in/gone.tw cannot be read: Permission denied.")
    return ImportReport([good, bad, gone])


def test_reasons_are_grouped_whatever_names_and_numbers_stand_in_them() -> None:
    groups = import_words.grouped(
        [(n, f"more than {n} bytes") for n in range(20)] + [(7, "unheard of: 3 x"), (8, "unheard of: 4 x")]
    )
    assert [(group.count, group.offsets) for group in groups] == [(20, (0, 1, 2, 3, 4)), (2, (7, 8))]


def test_what_is_true_of_one_place_alone_is_not_said_of_all(qapp) -> None:
    file = FileReport(Path("a.warc.gz"), "warc")
    for at in (100, 200):
        file.damage(at, f"The gzip member is damaged (no data); reading went on at byte {at + 50}.")
        file.skip(at, "The record is empty.")
    damaged, left_out = (
        text for _, _, text in import_words.told(ImportReport([file]), ARCHIVE).rows[0].lines
    )
    assert "the first of them: " in damaged and "150" in damaged and "250" not in damaged
    assert "the first of them" not in left_out


def test_a_file_is_a_row_with_what_there_is_to_say_below_it(report) -> None:
    seen = import_words.told(report, ARCHIVE)
    good, bad, gone = seen.rows
    assert (
        good.cells == ("good.warc.gz", "WARC", formats.number(1200), "30", "4", "–", "–") and good.lines == ()
    )
    assert bad.cells[-2:] == ("8", "1")
    texts = [text for _, _, text in bad.lines]
    assert any("7" in text and "0; 10; 20; 30; 40" in text and "…" in text for text in texts)
    assert any("no date" in text and "99" in text for text in texts)
    assert any("no colon" in text and "500" in text for text in texts)
    assert gone.lines[0][2].endswith("Permission denied.") and gone.icon[0] == "error"


def test_other_files_of_a_folder_are_named_without_alarm(qapp) -> None:
    file = FileReport(Path("notes.txt"))
    file.skip(0, "This is no file with archived pages.")
    seen = import_words.told(ImportReport([file, FileReport(Path("a.tw"), "tianwang", stored=1)]), ARCHIVE)
    assert not seen.bad and seen.figures["skipped"] == 0 and seen.rows[0].lines


def test_the_summary_counts_over_all_files(report) -> None:
    seen = import_words.told(report, ARCHIVE)
    counts = {
        "files": 3,
        "stored": 1202,
        "visits": 30,
        "known": 4,
        "skipped": 8,
        "damaged": 1,
        "failed": 1,
        "cut": 0,
    }
    assert seen.figures == counts
    assert seen.bad and formats.number(1232) in seen.summary and "8" in seen.summary


def test_a_second_import_says_that_all_was_there(qapp) -> None:
    seen = import_words.told(ImportReport([FileReport(Path("a.tw"), "tianwang", known=5)]), ARCHIVE)
    assert not seen.bad and "everything was there already" in seen.summary


def test_a_stopped_import_says_what_is_kept(qapp) -> None:
    stopped = ImportReport([FileReport(Path("a.tw"), "tianwang", stored=5)], cancelled=True)
    assert "is kept" in import_words.told(stopped, ARCHIVE).summary


def test_a_cut_end_is_told_with_its_place(qapp) -> None:
    file = FileReport(Path("a.tw"), "tianwang", stored=1, tail=Tail(4711, 30, "the header is cut"))
    seen = import_words.told(ImportReport([file]), ARCHIVE)
    assert formats.number(4711) in seen.rows[0].lines[0][2]
    assert seen.bad and "in the middle of a record" in seen.summary
    tail = import_words.as_data(seen)["reports"][0]["tail"]
    assert tail == {"offset": 4711, "size": 30, "reason": "the header is cut"}


def test_the_saved_report_has_every_file_and_for_programs_every_offset(report) -> None:
    seen = import_words.told(report, ARCHIVE)
    text = import_words.as_text(seen)
    assert all(str(file.path) in text for file in report.files)
    data = import_words.as_data(seen)
    assert [entry["offset"] for entry in data["reports"][1]["skipped"]] == [0, 10, 20, 30, 40, 50, 60, 99]
    assert data["stored"] == 1202 and data["reports"][2]["error"]


def test_what_a_conversion_would_save_is_said_and_no_alarm(qapp) -> None:
    file = FileReport(Path("a.tw"), "tianwang", stored=5)
    assert "convert" not in import_words.told(ImportReport([file]), ARCHIVE).summary
    seen = import_words.told(ImportReport([file], could_shrink=True), ARCHIVE)
    assert "“tianwang convert 'my pages' --to incremental”" in seen.summary and not seen.bad


def test_kinds_of_reasons_that_have_no_row_are_counted(qapp, monkeypatch) -> None:
    monkeypatch.setattr(import_words, "_KINDS", 1)
    file = FileReport(Path("/a/b.warc"), "warc", stored=5, unlisted=2)
    file.skipped += [
        (1, "The record has no address."),
        (2, "The record has no address."),
        (3, "DATA is missing."),
    ]
    texts = [text for _, _, text in import_words.told(ImportReport([file]), ARCHIVE).rows[0].lines]
    assert any(text.startswith("3 more like these") for text in texts)
