"""PDF pages: reading order, divided words, fields, comments, links, outline, fonts, what lies outside the page."""

from __future__ import annotations

import pytest

from extractors.base.types import Part, Source
from extractors.door.registry import extract
from extractors.pdf import blocks as pdf_blocks
from extractors.pdf import document as pdf
from extractors.pdf import lines as pdf_text
from tests.extractors.pdf_files import BOX, FONT, paged, paragraph, stream, text, written


def words(parts: tuple[Part, ...], kind: str = "paragraph") -> list[str]:
    return [part.text for part in parts if part.kind == kind and not part.role]


def test_lines_become_paragraphs_and_headings_by_size() -> None:
    page = [
        text(72, 740, "The whole", 24),
        text(72, 700, "A chapter", 16),
        *paragraph(680, 3),
        text(72, 600, "Another chapter", 16),
        *paragraph(580, 2, words="other words that fill a line of running text"),
        text(72, 540, "\\267 an item"),
    ]
    parts = extract(paged([page])).parts
    assert [(part.level, part.text) for part in parts if part.kind == "heading"] == [
        (1, "The whole"),
        (2, "A chapter"),
        (2, "Another chapter"),
    ]
    assert words(parts)[0].count("and so the text") == 3
    assert len(words(parts)) == 2
    assert words(parts, "item") == ["an item"]


def test_every_page_begins_with_a_mark() -> None:
    document = extract(paged([[text(72, 700, "one")], [], [text(72, 700, "three")]]))
    assert [part.role or part.text for part in document.parts] == ["page", "one", "page", "page", "three"]
    assert document.text == "one\n\nthree"
    assert document.metadata["pages"] == "3"
    assert document.metadata["page-size"] == "216 × 279 mm"


def test_chinese_of_a_predefined_map_and_its_letter_spacing() -> None:
    document = extract(
        paged(
            [
                [
                    text(72, 700, "\u5e7f \u4e1c \u7701 \u6587 \u4ef6", 20),
                    text(72, 650, "\u5317\u4eac\u5e02\u3002"),
                ]
            ]
        )
    )
    assert "\u5e7f\u4e1c\u7701\u6587\u4ef6" in document.text
    assert "\u5317\u4eac\u5e02\u3002" in document.text


def test_divided_words_and_hyphens_that_were_meant() -> None:
    page = [
        text(72, 700, "The pictures show what the web archive has recorded in its proces-"),
        text(72, 686, "sing of pages, a matter that was often studied by many of the Stress-"),
        text(72, 672, "Engineered machines."),
    ]
    document = extract(paged([page]))
    assert "processing of pages" in document.text
    assert "Stress-Engineered machines." in document.text
    assert "processing of pages" in document.parts[1].text


def test_accents_drawn_on_their_own() -> None:
    assert extract(paged([[text(72, 700, "prote\\302ge\\302")]])).text == "protégé"


def test_a_page_drawn_from_bottom_to_top_is_read_from_top_to_bottom() -> None:
    lines = [text(72, 200 + 20 * n, f"The line that is number {n} from below.") for n in range(15)]
    found = extract(paged([lines])).text.split("\n")
    assert found[0].startswith("The line that is number 14") and found[-1].startswith(
        "The line that is number 0"
    )


def test_columns_stay_in_the_order_they_were_drawn_in() -> None:
    left = paragraph(700, 20, words="left column goes on")
    right = paragraph(700, 20, x=330, words="right column goes on")
    found = extract(paged([left + right])).text
    assert found.index("left column goes on 19") < found.index("right column goes on 0")


def test_text_outside_the_page_is_left_out() -> None:
    page = [
        text(72, 700, "inside"),
        text(72, 900, "above"),
        text(-500, 700, "beside"),
        text(72, -80, "below"),
    ]
    assert extract(paged([page])).text == "inside"


def test_what_form_fields_show_is_read() -> None:
    look = stream(
        "/Tx BMC q BT /F1 12 Tf 2 4 Td (Alice) Tj ET Q EMC",
        "/Type/XObject/Subtype/Form/BBox[0 0 150 20]/Resources<</Font<</F1 3 0 R>>>>",
    )
    field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Alice)/Rect[200 690 350 710]/F 4/AP<</N 6 0 R>>>>"
    data = paged(
        [[text(72, 695, "Name:")]],
        more=[look, field],
        page="/Annots[7 0 R]",
        catalogue="/AcroForm<</Fields[7 0 R]>>",
    )
    assert extract(data).text.split() == ["Name:", "Alice"]


def test_comments() -> None:
    note = "<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(Look here)>>"
    document = extract(paged([[text(72, 700, "words")]], more=[note], page="/Annots[6 0 R]"))
    assert document.text == "words\nLook here"
    assert document.parts[-1] == Part("paragraph", "Look here", role="comment")


def test_links_with_the_words_they_stand_on() -> None:
    link = "<</Type/Annot/Subtype/Link/Rect[70 695 130 715]/A<</S/URI/URI(http://e.org/a)>>>>"
    data = paged(
        [[text(72, 700, "the place"), text(72, 600, "see https://e.org/b.")]],
        more=[link],
        page="/Annots[6 0 R]",
    )
    document = extract(data, base_url="http://e.org/x.pdf")
    assert [(one.url, one.text) for one in document.links] == [
        ("http://e.org/a", "the place"),
        ("https://e.org/b", ""),
    ]
    assert extract(data, links=False).links == ()


def test_a_link_on_a_page_full_of_words_has_the_first_of_them() -> None:
    """More words than are fetched at first; an address that comes again keeps what it first stood on."""
    links = [
        f"<</Type/Annot/Subtype/Link/Rect[{rect}]/A<</S/URI/URI(http://e.org/a)>>>>"
        for rect in ("0 0 612 792", "70 695 130 715")
    ]
    rows = [text(72, 700 - 20 * row, f"row {row:02} " + "of many words " * 4) for row in range(20)]
    (link,) = extract(paged([rows], more=links, page="/Annots[6 0 R 7 0 R]")).links
    assert link.text.startswith("row 00 of many words of many words")
    assert len(link.text) == 300


@pytest.mark.parametrize(
    "lines",
    [
        ["one line"],
        ["one – “line”", "and another"],
        ["divi\u00ad", "ded «words»"],
        ["well-", "known", "a - b"],
        ["two  blanks", "no\u00a0break", "soft\u00ad"],
    ],
)
def test_lines_of_plain_pages_are_joined_as_all_are(lines: list[str]) -> None:
    assert pdf_text.is_plain("\n".join(lines))
    assert pdf_blocks.joined(lines, plain=True) == pdf_blocks.joined(lines)


def test_pages_with_accents_of_their_own_and_dense_scripts_are_not_plain() -> None:
    assert not any(map(pdf_text.is_plain, ("caf´e", "e\u0301", "\ufb01nd", "图书馆", "𝒙 of it")))


def test_the_outline_gives_headings_their_levels() -> None:
    more = [
        "<</First 7 0 R/Last 7 0 R/Count 1>>",
        "<</Title(Part one)/Parent 6 0 R/First 8 0 R/Last 8 0 R/Dest[9 0 R/Fit]>>",
        "<</Title(First chapter)/Parent 7 0 R/Dest[9 0 R/Fit]>>",
    ]
    page = [
        text(72, 740, "Part one"),
        *paragraph(720, 3),
        text(72, 640, "1.1 First chapter"),
        *paragraph(610, 3),
    ]
    document = extract(paged([page], more=more, catalogue="/Outlines 6 0 R"))
    assert [(part.text, part.level) for part in document.parts if part.kind == "heading"] == [
        ("Part one", 1),
        ("1.1 First chapter", 2),
    ]
    assert document.metadata["outline"] == "Part one"


def test_fonts() -> None:
    assert extract(paged([[text(72, 700, "words")]])).metadata["fonts"] == "Helvetica (not embedded)"


def test_a_scan_says_so() -> None:
    image = stream(
        "\x00", "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"
    )
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox{BOX}/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
        stream("q 600 0 0 700 0 0 cm /I Do Q"),
        image,
        f"<</Type/Page/Parent 2 0 R/MediaBox{BOX}/Contents 7 0 R/Resources<</Font<</F1 8 0 R>>>>>>",
        stream(""),
        FONT,
    ]
    assert extract(written(objects)).warnings == ("The PDF holds no text; its pages are pictures.",)
    objects[6] = stream(text(72, 700, "words"))
    assert extract(written(objects)).warnings == ("1 of 2 pages are pictures without text.",)
    assert extract(paged([[]])).warnings == ("The PDF holds no text.",)


@pytest.mark.parametrize("junk", [b"\n" * 3000, b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 5000])
def test_what_stands_before_the_file_is_skipped(junk: bytes) -> None:
    data = junk + paged([[text(72, 700, "words")]])
    assert pdf.extract(Source(data, "application/pdf", "pdf")).text == "words"


def test_without_text_the_later_pages_are_read_for_what_they_point_to_only() -> None:
    pages = [
        [text(72, 740, "Old gardens", 20), *paragraph(700, 10)],
        *([*paragraph(700, 10)] for _ in range(5)),
    ]
    data = paged([*pages, [text(72, 700, "see http://example.org/last for more")]])
    whole, links, summary = (
        pdf.extract(Source(data, "application/pdf", "pdf", text=wanted, links=links))
        for wanted, links in ((True, True), (False, True), (False, False))
    )
    assert [one.title for one in (whole, links, summary)] == ["Old gardens"] * 3
    assert [one.url for one in links.links] == [one.url for one in whole.links] == ["http://example.org/last"]
    assert "for more" in whole.text and (links.text, links.parts, summary.text, summary.links) == (
        "",
        (),
        "",
        (),
    )
    assert summary.metadata["pages"] == whole.metadata["pages"] == "7"


def test_pages_without_text_are_counted_when_no_text_is_asked_for() -> None:
    document = pdf.extract(Source(paged([[]] * 6), "application/pdf", "pdf", text=False, links=False))
    assert document.warnings == ("The PDF holds no text.",)


def test_ligatures_by_their_places_in_fonts_of_tex() -> None:
    lines = [
        text(72, 700, r"the \014rst e\016cient \014le of a \015ow chart", 12),
        text(72, 680, "a con\\015ict", 12),
    ]
    assert extract(paged([lines])).text.startswith("the first efficient file")
    rare = [text(72, 700, r"a \014rst\016 mi\013ro mi\013ro mi\013ro", 12)]
    assert "fi" not in extract(paged([rare])).text
    newer = [text(72, 700, r"classi\034cation, the \034rst e\036cient \034le of a \035ow chart", 12)]
    assert extract(paged([newer])).text == "classification, the first efficient file of a flow chart"
    other = [text(72, 700, r"a \034rst mi\033ro mi\033ro", 12)]
    assert "fi" not in extract(paged([other])).text
