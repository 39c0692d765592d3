"""Which of the first lines is the title, and when there is none."""

from __future__ import annotations

import pytest

from extractors import titles
from extractors.titles import Line
from extractors.types import Document

_BODY = [Line("Plain text of the document, which goes on for quite a while. " * 3, 11.0) for _ in range(6)]


def chosen(lines: list[Line], named: str = "", name: str | None = None) -> Document:
    document = Document("docx", "x", text="\n".join(line.text for line in lines))
    titles.choose(document, lines, named, name=name)
    return document


@pytest.mark.parametrize(
    ("lines", "title", "source"),
    [
        ([Line("Report", 11, named=True)], "Report", "title style"),
        ([Line("Big", 18), Line("Part", 14, level=1)], "Big", "largest text"),
        ([Line("Annual report", 11, bold=True, centred=True)], "Annual report", "first line"),
        ([Line("12 May 2020", 16, centred=True), Line("The year", 16, centred=True)], "The year", "largest text"),
        ([Line("Title in", 20, centred=True), Line("two", 20, centred=True)], "Title in two", "largest text"),
        ([Line("Contents", 16, level=1), Line("Guide", 14, level=1)], "Guide", "heading"),
        ([Line("STATUTES OF THE CLUB", 11)], "STATUTES OF THE CLUB", "first line"),
        ([Line("Alone above the text", 11)], "Alone above the text", "first line"),
        ([Line("Ministry of Works", 14), Line("Roads in 2020", 14, bold=True)], "Roads in 2020", "largest text"),
    ],
)  # fmt: skip
def test_what_stands_out_is_the_title(lines: list[Line], title: str, source: str) -> None:
    document = chosen([*lines, *_BODY])
    assert (document.title, document.title_source) == (title, source)
    assert document.candidates[0].text == title
    assert [one.score for one in document.candidates] == sorted(
        (one.score for one in document.candidates), reverse=True
    )


@pytest.mark.parametrize(
    "lines",
    [
        [],
        _BODY,
        [Line("Acme Ltd", 14, bold=True), Line("Dear Mr. Smith,", 11), *_BODY],
        [Line("尊敬的王经理：", 14), *_BODY],
        [Line("one", 11, listed=True), Line("two", 11, listed=True)],
        [*_BODY, Line("A section", 14, bold=True, centred=True), *_BODY],
        [Line("The only line there is", 14, level=1)],
        [Line("References", 14, level=1), *_BODY],
    ],
)
def test_letters_lists_and_plain_text_have_none(lines: list[Line]) -> None:
    assert chosen(lines).title == ""


PAPER = (
    "Mixed Farming and the Return of Meadow Birds to the Flood Plains of the Lower Rivers: A Comparison of Twelve "
    "Districts over Four Decades of Records"
)


@pytest.mark.parametrize("line", [Line(PAPER, 11, bold=True), Line(PAPER, 11, centred=True)])
def test_a_title_of_a_paper_may_be_long(line: Line) -> None:
    assert chosen([line, Line("A. Farmer and B. Birder", 11), *_BODY]).title == PAPER


@pytest.mark.parametrize(
    "text",
    [
        "This letter was sent to all members of the board; it says what was decided in the meeting of last spring, and "
        "what is left to do before the summer.",
        PAPER + ", with an Appendix on Methods and on all the People Who Took Part in Them over the Years",
    ],
)
def test_a_bold_first_paragraph_is_no_title(text: str) -> None:
    assert not chosen([Line(text, 11, bold=True), *_BODY]).title


def test_headings_of_a_series_are_no_title() -> None:
    """TEST 1, TEST 2 …: the first of them names a part, not the whole."""
    part = [Line("Null parameters are refused", 13, level=2), *_BODY]
    lines = [line for n in (1, 2, 3) for line in (Line(f"TEST {n}", 14, level=1), *part)]
    assert not chosen(lines).title
    assert chosen([Line("Report 2024", 14, level=1), *_BODY]).title == "Report 2024"


def test_properties_count_when_the_text_shows_them() -> None:
    lines = [Line("Report of the year", 16), Line("Another", 16, gap=1), *_BODY]
    assert chosen(lines, "Another").title == "Another"
    assert chosen(lines, "report.doc").title == "Report of the year"
    assert chosen(lines, "Something else").title == "Report of the year"
    plain = chosen(_BODY, "Plain text of the document")
    assert plain.title == ""  # a program took the first words
    assert plain.candidates[0].reason == "The properties name it, but it is only how the text begins."


def test_the_file_name_is_weighed_and_never_chosen() -> None:
    document = chosen(_BODY, name="http://e.org/a/report.docx?x=1")
    assert document.title == ""
    assert [(one.text, one.source) for one in document.candidates] == [("report.docx", "file name")]
