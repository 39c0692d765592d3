"""Versions of documents compared: paragraphs, slides, sheets with their rows, cells and formulas; what is the same."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import openpyxl
import pytest

from app.blocks.compare import documents as document_units
from app.blocks.compare.changes import Change, Comparison
from app.blocks.compare.documents import compare_documents
from extractors.base.types import Document, Link, Part
from extractors.door.registry import extract

_SENTENCES = [
    f"Sentence number {word} tells something of its own." for word in ["alpha", "beta", "gamma", "delta"]
]
_ROWS: list[list[object]] = [
    ["Region", "January", "February"],
    *([f"Town {n}", n * 11, n * 7 + 3] for n in range(1, 30)),
]


def written(*parts: Part, **more: object) -> Document:
    return replace(Document("docx", "", parts=parts), **more)  # type: ignore[arg-type]


def paragraphs(*texts: str) -> Document:
    return written(*(Part("paragraph", text) for text in texts))


def workbook(
    rows: Sequence[Sequence[object]], cells: dict[str, str] | None = None, name: str = "Sales"
) -> Document:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = name
    for row in rows:
        sheet.append(row)
    for place, value in (cells or {}).items():
        sheet[place] = value
    target = io.BytesIO()
    book.save(target)
    return extract(target.getvalue(), name="a.xlsx")


def differing(comparison: Comparison) -> list[Change]:
    return [change for change in comparison.changes if change.kind != "unchanged"]


def steps(comparison: Comparison) -> list[tuple[str, str | None, str | None]]:
    return [(change.kind, change.path_a, change.path_b) for change in differing(comparison)]


def test_paragraphs_that_changed_moved_came_and_went() -> None:
    one, two, three, four = _SENTENCES
    found = compare_documents(
        paragraphs("Here it begins.", one, two, three, four, "An old remark about nothing."),
        paragraphs(
            "Here it begins.",
            four,
            one,
            two.replace("own", "old"),
            three,
            "Something else entirely was added",
        ),
    )
    assert steps(found) == [
        ("moved", "/p[5]", "/p[2]"),
        ("changed", "/p[3]", "/p[4]"),
        ("removed", "/p[6]", None),
        ("added", None, "/p[6]"),
    ]
    changed = next(change for change in found.changes if change.kind == "changed")
    assert [piece for piece in changed.words if piece[0] != "unchanged"] == [("changed", "own", "old")]
    assert found.tree_a is None and changed.span_a is None


def test_the_same_text_is_said_to_be_the_same_however_it_is_broken_into_lines_and_pages() -> None:
    page = Part("paragraph", "", role="page")
    one = written(page, Part("paragraph", "A long\nsentence."), Part("paragraph", "Another."))
    two = written(page, Part("paragraph", "A long sentence."), page, Part("paragraph", "Another."))
    found = compare_documents(one, two)
    assert differing(found) == []
    assert found.warnings == ("the text is the same",)
    assert [change.path_b for change in found.changes] == ["/page[1]/p[1]", "/page[2]/p[1]"]
    assert found.similarity == 1.0


def test_slides_name_what_stands_on_them() -> None:
    def slides(second: str) -> Document:
        return written(
            Part("heading", "Begin", 2, role="slide"),
            Part("item", "First point", 1),
            Part("heading", "Results", 2, role="slide"),
            Part("item", second, 1),
            Part("paragraph", "Said aloud only", role="note"),
        )

    changed = differing(compare_documents(slides("We sold 40 pieces"), slides("We sold 41 pieces")))
    assert [(change.path_a, change.topic, change.label) for change in changed] == [
        ("/slide[2]/li[1]", "Results", "list")
    ]


def test_rows_of_sheets_are_aligned_and_cells_that_changed_are_named() -> None:
    rows = [list(row) for row in _ROWS]
    rows[5][1] = 999
    rows.insert(10, ["Newland", 1, 2])
    del rows[20]
    found = compare_documents(workbook(_ROWS), workbook(rows))
    assert steps(found) == [
        ("changed", "/sheet[Sales]/row[6]", "/sheet[Sales]/row[6]"),
        ("added", None, "/sheet[Sales]/row[11]"),
        ("removed", "/sheet[Sales]/row[20]", None),
    ]
    changed = differing(found)[0]
    assert (changed.attributes_a, changed.attributes_b) == (("[B6: 55]",), ("[B6: 999]",))
    assert changed.topic == "Sales"


def test_a_column_that_came_is_all_that_changed_in_each_row() -> None:
    found = compare_documents(workbook(_ROWS[:4]), workbook([[row[0], "new", *row[1:]] for row in _ROWS[:4]]))
    assert [(change.attributes_a, change.attributes_b) for change in differing(found)] == [
        ((), (f"[B{row}: new]",)) for row in range(1, 5)
    ]


def test_a_sheet_that_is_renamed_is_the_same_sheet() -> None:
    found = compare_documents(workbook(_ROWS), workbook(_ROWS, name="Revenue"))
    assert steps(found) == [("changed", "/sheet[Sales]/h[1]", "/sheet[Revenue]/h[1]")]


def test_formulas_that_only_moved_with_their_rows_did_not_change() -> None:
    old = {f"D{row}": f"=B{row}+C{row}" for row in range(2, 6)}
    new = {f"D{row}": f"=B{row}+C{row}" for row in range(2, 7)} | {"D4": "=B4*C4"}
    rows = [*_ROWS[:2], ["Newland", 1, 2], *_ROWS[2:5]]
    found = compare_documents(workbook(_ROWS[:5], old), workbook(rows, new))
    formulas = [step for step in steps(found) if "formula" in f"{step[1]}{step[2]}"]
    assert formulas == [("added", None, "/sheet[Sales]/formula[D4]")]
    edited = compare_documents(workbook(_ROWS[:5], old), workbook(_ROWS[:5], {**old, "D4": "=B4*C4"}))
    assert steps(edited) == [("changed", "/sheet[Sales]/formula[D4]", "/sheet[Sales]/formula[D4]")]


def test_values_behind_what_is_seen_are_not_missed() -> None:
    def seen(value: str) -> Document:
        return written(Part("table", f"Share\t{value}", rows=(("Share", "67%"),), places="3|A B"))

    found = compare_documents(seen("66.7%"), seen("66.8%"))
    assert [(change.kind, change.path_b, change.attributes_b) for change in differing(found)] == [
        ("changed", "/sheet[1]/row[3]", ())
    ]
    assert ("changed", "7", "8") in differing(found)[0].words or found.similarity < 1.0


def test_tables_in_texts_notes_and_code() -> None:
    table = Part("table", "", rows=(("a", "b"), ("1", "2")))
    one = written(table, Part("paragraph", "Below", role="note"), Part("code", "x = 1\ny = 2"))
    two = written(
        replace(table, rows=(("a", "b"), ("1", "3"))),
        Part("paragraph", "Beneath", role="note"),
        Part("code", "x = 1\ny = 3"),
    )
    assert steps(compare_documents(one, two)) == [
        ("changed", "/table[1]/row[2]", "/table[1]/row[2]"),
        ("changed", "/note[1]", "/note[1]"),
        ("changed", "/code[1]/line[2]", "/code[1]/line[2]"),
    ]


def test_metadata_links_and_pictures() -> None:
    one = written(
        Part("image", "", url="a.png"), title="Old", author="A", links=(Link("http://x/1", "a", "", False),)
    )
    two = written(
        Part("image", "", url="b.png"), title="New", author="", links=(Link("http://x/2", "a", "", False),)
    )
    found = compare_documents(one, two)
    assert steps(found) == [
        ("changed", "/metadata[title]", "/metadata[title]"),
        ("removed", "/metadata[author]", None),
        ("changed", "/figure[1]", "/figure[1]"),
        ("changed", "/links", "/links"),
    ]
    assert found.changes[-1].attributes_b == ('[a href="http://x/2"]',)
    assert found.changes[-2].attributes_a == ('[img src="a.png"]',)


def test_a_title_that_stands_in_the_text_is_told_once() -> None:
    one, two = paragraphs("Report of 2024", "text"), paragraphs("Report of 2025", "text")
    one.title, two.title = "Report of 2024", "Report of 2025"
    assert steps(compare_documents(one, two)) == [("changed", "/p[1]", "/p[1]")]


def test_text_without_parts_goes_by_lines_and_errors_are_told() -> None:
    one = Document("text", "text/plain", text="a\n\nb\n")
    two = Document("binary", "", error="The file is damaged.")
    assert steps(compare_documents(one, two)) == [
        ("removed", "/line[1]", None),
        ("removed", "/line[3]", None),
    ]
    assert "version b: The file is damaged." in compare_documents(one, two).warnings


def test_nothing_of_a_long_document_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_units, "MOST_UNITS", 10)
    texts = [f"paragraph {n}" for n in range(40)]
    found = compare_documents(paragraphs(*texts), paragraphs(*texts[:-1], "the last one is another"))
    assert steps(found) == [("changed", "/rest", "/rest")]
    assert (
        "paragraph 38" in found.changes[-1].text_b and "the last one is another" in found.changes[-1].text_b
    )
    assert "version a: what follows the first 10 blocks is compared as one" in found.warnings


def test_very_long_documents_take_a_few_seconds_at_most() -> None:
    texts = [f"paragraph {n} of {n * 7919 % 1009}" for n in range(20_000)]
    other = texts[10_000:] + texts[:10_000]
    other[::50] = [text + " changed" for text in other[::50]]
    found = compare_documents(paragraphs(*texts), paragraphs(*other))
    assert found.count("unchanged") + found.count("moved") > 19_000


def test_of_a_document_that_could_not_be_read_nothing_is_claimed() -> None:
    """Neither that its text is the same nor how much of it: only why it could not be read."""
    locked = Document("pdf", "application/pdf", error="the password is needed")
    found = compare_documents(locked, locked)
    assert found.warnings == ("version a: the password is needed", "version b: the password is needed")
    assert not found.has_text
    assert compare_documents(written(Part("paragraph", "Words.")), locked).has_text
