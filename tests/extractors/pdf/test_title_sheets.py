"""The title of a PDF that is no running text: forms, letters, invoices, slides and chapters."""

from __future__ import annotations

import pytest

from extractors.door.registry import extract
from extractors.titles.against import penalties
from extractors.titles.wording import dated, form_number, later_page, town, without_marks
from tests.extractors.pdf_files import paged, paragraph, text

SLIDE = "[0 0 720 405]"
BODY = paragraph(500, 20)


def title(*operators: str, info: str = "", box: str = "[0 0 612 792]") -> str:
    return extract(paged([list(operators)], info=info, box=box)).title


def test_a_form_is_called_what_stands_beside_its_number() -> None:
    number = text(40, 735, "Form GT-2450", 16, "F2")
    name = text(180, 735, "Claim for Excess Garden Tools", 13)
    assert title(number, name, *BODY) == "Claim for Excess Garden Tools"
    assert title(number, text(40, 712, "Gardens", 9), *BODY) == "Form GT-2450"


@pytest.mark.parametrize(
    "said", ["Form NJ-2450", "IT-213", "8879", "NJ-1040-V 2024", "Form 13614-C", "FORM 10-K"]
)
def test_numbers_of_forms(said: str) -> None:
    assert form_number(said)


@pytest.mark.parametrize("said", ["2024", "COVID-19 cases", "Summary of 2020", "Windows 10", "RISC-V"])
def test_what_is_no_number_of_a_form(said: str) -> None:
    assert not form_number(said)


@pytest.mark.parametrize(
    ("said", "is_town"),
    [
        ("88802 Spielkreis", True),
        ("1025 RX Amsterdam", True),
        ("Trenton, NJ 08645-0111", True),
        ("2012 Annual Report", False),
        ("Gardens of Aachen", False),
    ],
)
def test_the_town_of_an_address(said: str, is_town: bool) -> None:
    assert bool(town(said)) is is_town


def test_the_name_on_an_envelope_is_no_title() -> None:
    rows = [text(72, 500 - 14 * row, f"{row} garden tool 12.00 7 12.84", 12) for row in range(12)]
    address = [text(72, 640, "Riverside 42", 12), text(72, 620, "52062 Aachen", 12)]
    assert title(text(72, 660, "Theodor Est", 14), *address, *rows) == ""


def test_a_company_in_large_letters_is_no_title() -> None:
    rows = [text(72, 500 - 14 * row, f"{row} garden tool 12.00 7 12.84", 12) for row in range(12)]
    assert title(text(230, 720, "Gardeners Corporation", 18, "F2"), *rows) == ""


def test_the_number_of_a_chapter_goes_with_its_name() -> None:
    number = text(72, 700, "Chapter 5", 24, "F2")
    name = text(72, 660, "Gardens in the North", 18, "F2")
    assert title(number, name, *BODY) == "Chapter 5 Gardens in the North"


def test_two_slides_on_a_sheet_with_one_head() -> None:
    head = "Gardens: an introduction"
    slides = [text(150, y, head, 20) for y in (720, 350)]
    points = [text(150, y - 24 * row, f"Point {row} of the many", 14) for y in (690, 320) for row in range(6)]
    assert title(*slides[:1], *points[:6], *slides[1:], *points[6:]) == head


def test_the_only_words_of_a_slide() -> None:
    lines = ["Designing the", "Experience of Gardens", "and Society"]
    assert title(
        *(text(30, 300 - 76 * row, line, 64) for row, line in enumerate(lines)), box=SLIDE
    ) == " ".join(lines)


def test_a_date_that_only_the_properties_add() -> None:
    shown = text(72, 700, "Gardens: an Update", 24)
    assert title(
        shown, text(72, 670, "July 2022", 12), *BODY, info="/Title(gardens: an update July 2022)"
    ) == ("Gardens: an Update")


def test_lines_of_one_look_that_were_not_drawn_one_after_the_other() -> None:
    between = text(400, 720, "2024", 12)
    assert title(text(72, 720, "SUBTRACTIONS OF", 16), between, text(72, 702, "GARDENS", 16), *BODY) == (
        "SUBTRACTIONS OF GARDENS"
    )


@pytest.mark.parametrize("name", ["Print GardenPlus.svg", "garden_plan.dwg"])
def test_the_name_of_a_drawing_is_no_title(name: str) -> None:
    assert title("100 100 300 300 re f", info=f"/Title({name})") == ""


@pytest.mark.parametrize(
    "court",
    [
        "IN THE UNITED STATES DISTRICT COURT",
        "United States Court of Appeals",
        "FOR THE NINTH CIRCUIT",
        "for the District of Columbia",
        "Gartenverein Nordstadt",
    ],
)
def test_a_court_or_an_association_is_no_title(court: str) -> None:
    rows = [text(72, 500 - 14 * row, f"Paragraph {row} of the order", 12) for row in range(12)]
    assert title(text(150, 720, court, 18, "F2"), text(200, 660, "ORDER ON GARDENS", 14, "F2"), *rows) == (
        "ORDER ON GARDENS"
    )


def test_prosecutors_in_courts_are_a_title() -> None:
    assert title(text(72, 700, "Gardens of State Courts, 2020", 20), *BODY) == "Gardens of State Courts, 2020"


def test_a_company_without_a_blank_before_its_kind() -> None:
    shown = (
        text(72, 740, "Gardening Tools Co.,Ltd", 24, "F2"),
        text(72, 690, "Digital Garden Sensor", 18, "F2"),
    )
    assert title(*shown, *BODY) == "Digital Garden Sensor"


@pytest.mark.parametrize(
    "date", ["Freitag, 17. Juli 2026", "17 juillet 2026", "mercredi 1er avril 2026", "3 de mayo de 2026"]
)
def test_dates_in_other_languages(date: str) -> None:
    assert dated(date)


@pytest.mark.parametrize("said", ["Marketing plan 2026", "Mayors of Augsburg", "Juli and Maria"])
def test_what_is_no_date(said: str) -> None:
    assert not dated(said)


def test_a_stamp_is_no_title() -> None:
    assert title(text(450, 740, "FILED", 24, "F2"), *BODY) == ""


def test_what_the_properties_add_after_a_mark_that_is_not_shown() -> None:
    shown = text(72, 720, "Gardens for Beginners", 24), text(72, 692, "Spring Course", 20)
    assert (
        title(*shown, *BODY, info="/Title(Gardens for Beginners - Spring Course)") == "Gardens for Beginners"
    )


def test_a_title_that_goes_on_in_another_colour() -> None:
    shown = (
        text(72, 720, "How I learned to dig", 30),
        "1 0.6 0 rg",
        text(72, 684, "and love the spade", 30),
        "0 g",
    )
    assert title(*shown, *BODY) == "How I learned to dig and love the spade"


def test_the_number_of_a_course_is_none_of_a_section() -> None:
    shown = (
        text(150, 720, "6.006 Introduction to Gardens Lecture Notes", 17),
        text(72, 640, "1. Objectives", 14, "F2"),
    )
    assert title(*shown, *BODY) == "6.006 Introduction to Gardens Lecture Notes"


def test_copyright_as_a_subject() -> None:
    assert title(text(72, 720, "Assignment of Copyright in Gardens", 16, "F2"), *BODY) == (
        "Assignment of Copyright in Gardens"
    )
    assert any(reason == "a masthead" for _, reason in penalties("Copyright 2020 The Gardeners"))


def test_the_page_of_a_source_is_not_that_of_the_document() -> None:
    assert not later_page("(Gartenblatt 1973 II Seite 1417)")
    assert later_page("Bericht Seite 14")


def test_ideographs_no_text_has() -> None:
    assert any(
        reason == "garbled" for _, reason in penalties("\u3edb\u3eff\u3eff \u3bef\u3f1b\u3f19\u3f1c\u3f18")
    )


@pytest.mark.parametrize(
    "shown", ["Fine\u2010Grained", "Fine-\u2010Grained", "Fine\u2011Grained", "Fine-Grained"]
)
def test_hyphens_are_as_they_are_typed(shown: str) -> None:
    assert without_marks(shown) == "Fine-Grained"
