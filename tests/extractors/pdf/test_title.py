"""The title of a PDF: what a person would call it by its first page; nothing when the page shows none."""

from __future__ import annotations

import pytest

from extractors.door.registry import extract
from tests.extractors.pdf_files import paged, paragraph, text

BODY = paragraph(500, 20)


def title(*operators: str, info: str = "", pages: list[list[str]] | None = None) -> str:
    return extract(paged([[*operators, *BODY], *(pages or [])], info=info), name="file_name.pdf").title


def test_several_lines_of_the_largest_letters() -> None:
    assert title(text(100, 720, "Archives of the Web", 20), text(100, 696, "in Theory and Practice", 20)) == (
        "Archives of the Web in Theory and Practice"
    )


def test_a_row_of_two_sizes_is_parted() -> None:
    assert (
        title(text(72, 740, "BOOKING ORDER", 18) + " " + text(430, 740, "Print date 12/15/2024", 8))
        == "BOOKING ORDER"
    )


def test_a_running_head_and_a_periodical_are_not_the_title() -> None:
    head = text(150, 760, "Journal of Statistical Software", 26)
    assert title(head, text(100, 700, "Analyses with a Package", 17)) == "Analyses with a Package"


@pytest.mark.parametrize(
    "word", ["Abstract", "Contents", "2024-03-05", "Page 1", "\u76ee\u5f55", "www.example.org"]
)
def test_what_every_document_has(word: str) -> None:
    assert title(text(72, 720, word, 24)) == ""


def test_turned_words_are_a_watermark() -> None:
    mark = "BT /F1 80 Tf 0.7 0.7 -0.7 0.7 150 200 Tm (DO NOT COPY) Tj ET"
    assert title(mark, text(100, 720, "The real title", 18)) == "The real title"


def test_bold_and_centred_above_text_of_its_size() -> None:
    assert title(text(210, 720, "A Study of Old Web Pages", 12, "F2")) == "A Study of Old Web Pages"
    assert title(text(72, 720, "A line like all others", 12)) == ""


def test_a_label_repeated_all_over_the_page() -> None:
    labels = [text(100 + 90 * (n % 3), 750 - 40 * n, f"Layer part {'abcdef'[n]}", 16) for n in range(6)]
    assert extract(paged([labels + [text(72, 300, "small words here", 8)] * 30])).title == ""


def test_a_heading_below_running_text_is_no_title() -> None:
    page = [*paragraph(740, 12), text(72, 500, "5.2 The next section", 16), *paragraph(470, 12)]
    assert extract(paged([page])).title == ""


def test_the_first_of_several_numbered_headings_is_no_title() -> None:
    assert title(text(72, 720, "2 Description", 16, "F2"), text(72, 640, "3 Location", 16, "F2")) == ""
    assert title(text(72, 720, "12 Angry Men", 16, "F2"), text(72, 640, "A play", 16, "F2")) == "12 Angry Men"


def test_the_smaller_lines_that_go_on_with_the_sentence() -> None:
    page = [
        text(150, 600, "Guidance", 24, "F2"),
        text(100, 570, "For the Assessment of", 22, "F2"),
        text(160, 540, "Bed Rails", 24, "F2"),
    ]
    assert extract(paged([page])).title == "Guidance For the Assessment of Bed Rails"


def test_properties_that_the_page_confirms() -> None:
    shown = text(100, 720, "ARCHIVES OF THE WEB", 20)
    document = extract(paged([[shown, *BODY]], info="/Title(Archives of the Web)"))
    assert (document.title, document.title_source) == ("Archives of the Web", "metadata")


@pytest.mark.parametrize(
    "junk",
    [
        "Microsoft Word - draft.doc",
        "untitled",
        "CMR10",
        "doc_final_2",
        "\\320\\302\\275\\250.doc",
        "template",
    ],
)
def test_properties_that_a_program_wrote(junk: str) -> None:
    assert title(info=f"/Title({junk})") == ""


def test_properties_that_the_text_is_not_about() -> None:
    assert title(info="/Title(Quarterly Zebra Review)") == ""
    assert title(info="/Title(The Text of this Page)") == "The Text of this Page"


def test_every_candidate_is_kept_with_its_reason() -> None:
    page = [text(100, 720, "Archives of the Web", 20), *BODY]
    document = extract(paged([page], info="/Title(untitled)"), name="my_file.pdf")
    assert document.candidates[0].source == "largest text"
    assert {"metadata", "file name"} <= {one.source for one in document.candidates}
    assert all(one.reason for one in document.candidates if one.source != "first line")
    scores = [one.score for one in document.candidates]
    assert scores == sorted(scores, reverse=True) and len(scores) <= 12
    assert "my_file.pdf" in [one.text for one in document.candidates]


def test_an_official_document() -> None:
    page = [
        text(100, 740, "\u5e7f \u4e1c \u7701 \u4ea4 \u901a \u5385 \u6587 \u4ef6", 36, colour="1 0 0 rg"),
        text(
            220,
            690,
            "\u7ca4\u4ea4\u8fd0\u51fd\u3014\uff12\uff10\uff10\uff19\u3015\uff11\uff13\uff15\uff16\u53f7",
            14,
        ),
        text(150, 640, "\u5173\u4e8e\u505a\u597d\u9053\u8def\u8fd0\u8f93\u5de5\u4f5c\u7684\u901a\u77e5", 20),
        text(72, 600, "\u5404\u5730\u7ea7\u4ee5\u4e0a\u5e02\u4ea4\u901a\u5c40\uff08\u59d4\uff09\uff1a", 14),
        text(72, 570, "\u73b0\u5c06\u6709\u5173\u4e8b\u9879\u901a\u77e5\u5982\u4e0b\u3002", 14),
        text(300, 500, "\u4e8c\u3007\u3007\u4e5d\u5e74\u4e5d\u6708\u4e8c\u5341\u4e00\u65e5", 14),
    ]
    document = extract(paged([page]))
    assert document.official is not None
    assert document.official.issuer == "\u5e7f\u4e1c\u7701\u4ea4\u901a\u5385"
    assert document.official.number == "\u7ca4\u4ea4\u8fd0\u51fd\u30142009\u30151356\u53f7"
    assert document.official.recipient.startswith("\u5404\u5730\u7ea7\u4ee5\u4e0a\u5e02")
    assert document.official.date == "2009-09-21"
    assert document.title == "\u5173\u4e8e\u505a\u597d\u9053\u8def\u8fd0\u8f93\u5de5\u4f5c\u7684\u901a\u77e5"
    assert document.title_source == "official title"


def test_a_company_is_not_the_title() -> None:
    assert title(
        text(72, 760, "Example Machines Ltd.", 24), text(72, 700, "Price list of spare parts", 18)
    ) == ("Price list of spare parts")


def test_what_stands_on_every_page_is_not_the_title() -> None:
    mark = text(150, 400, "Not for sale", 20)
    pages = [[*paragraph(740, 10), mark, *paragraph(380, 10)] for _ in range(3)]
    assert title(text(72, 740, "Garden plants", 18), mark, pages=pages) == "Garden plants"


def test_letters_with_a_scale_of_their_own() -> None:
    """Type 3 fonts say nothing by their size; the height of the letters does."""
    glyph = "700 0 0 0 650 700 d1 0 0 650 700 re f"
    drawn = (
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 700 700]/FontMatrix[1 0 0 1 0 0]/CharProcs<</A 6 0 R>>"
        "/Encoding<</Type/Encoding/Differences[65/A/B/C/D/E/F/G/H/I/J/K/L]>>/FirstChar 65/LastChar 65/Widths[700]>>"
    )
    # the same glyph for all letters: only the first of the encoding is drawn, the others are known by name
    more = [f"<</Length {len(glyph)}>>stream\n{glyph}\nendstream", drawn]
    shown = "BT /T3 0.03 Tf 1 0 0 1 72 720 Tm (AAAA AAAA) Tj ET"
    small = [f"BT /T3 0.012 Tf 1 0 0 1 72 {600 - 14 * n} Tm (AAAA AAAA AAAA AAAA A) Tj ET" for n in range(20)]
    data = paged([[shown, *small]], more=more).replace(b"/Font<<", b"/Font<</T3 7 0 R")
    assert extract(data).title == "AAAA AAAA"


def test_what_a_program_put_on_every_page() -> None:
    """The same words in the same place and size; as a running head of a smaller size they may be the title."""
    mark = text(72, 780, "Translated by a Machine", 24)
    pages = [[mark, *paragraph(700, 10)] for _ in range(2)]
    assert title(mark, text(100, 720, "Garden plants", 18), pages=pages) == "Garden plants"
    head = [[text(72, 780, "Garden plants", 8), *paragraph(700, 10)] for _ in range(2)]
    assert (
        title(text(72, 780, "Garden plants", 8), text(100, 720, "Garden plants", 18), pages=head)
        == "Garden plants"
    )


@pytest.mark.parametrize(
    "kind", ["INTERNATIONAL STANDARD", "ISO/IEC 99999-3:2004", "Technical Report", "White paper"]
)
def test_the_kind_of_a_document_is_not_its_title(kind: str) -> None:
    assert (
        title(text(72, 760, kind, 24), text(72, 700, "Packages of office files", 18))
        == "Packages of office files"
    )


@pytest.mark.parametrize("label", ["Invoice number:", "Facture N\260", "Page 1 of 12"])
def test_a_label_waiting_for_its_value(label: str) -> None:
    assert title(text(72, 740, label, 15)) == ""


def test_a_title_with_its_shadow() -> None:
    shown = [text(100 + d, 720 - d, "Gas detectors for homes", 24) for d in (0, 1.5)]
    assert title(*shown) == "Gas detectors for homes"


def test_a_heading_below_the_contents() -> None:
    page = [
        text(72, 740, "Contents", 16),
        text(72, 700, "1 First matters 2"),
        text(72, 640, "1 First matters", 16),
    ]
    assert extract(paged([page])).title == ""


def test_capitals_end_where_small_letters_begin() -> None:
    lines = [
        text(222, 720, "SALE OF THREE GARDENS", 12, "F2"),
        text(230, 704, "From the Town of Aachen", 12, "F2"),
    ]
    assert title(*lines) == "SALE OF THREE GARDENS"


def test_a_row_of_cells_is_no_title() -> None:
    row = "BT /F2 13 Tf 72 720 Td (Plan) Tj 110 0 Td (Type) Tj 110 0 Td (County) Tj 110 0 Td (Totals) Tj ET"
    assert title(row) == ""


def test_the_properties_or_the_name_of_the_file_choose_between_texts_of_the_page() -> None:
    page = [text(72, 740, "Old gardens of Aachen", 16), text(72, 600, "What you will learn", 20), *BODY]
    assert extract(paged([page])).title == "What you will learn"
    document = extract(
        paged([page], info="/Title(Old_gardens_of_Aachen.pptx)"), name="Old gardens of Aachen.pdf"
    )
    assert document.title == "Old gardens of Aachen"
    assert "the name of the file says the same" in document.candidates[0].reason


def test_properties_without_blanks_give_way_to_what_is_shown() -> None:
    assert title(text(100, 720, "Old gardens", 20), info="/Title(OldGardens)") == "Old gardens"


def test_properties_of_a_page_with_few_words_are_not_its_title() -> None:
    page = [text(72, 700, "Here is a sample for the test of zero lines.")]
    assert extract(paged([page], info="/Title(Sample test)")).title == ""


def test_an_institution_stands_above_the_title() -> None:
    page = [
        text(150, 740, "University of Aachen", 22),
        text(140, 640, "Gardens of the Middle Ages", 18),
        *BODY,
    ]
    assert extract(paged([page])).title == "Gardens of the Middle Ages"
    page = [text(200, 740, "\u4e2d\u592e\u79d1\u6280\u5927\u5b66", 22)]
    page += [text(180, 690, "2016-2017\u5b66\u5e74\u671f\u672b\u8bd5\u5377", 18), *BODY]
    assert extract(paged([page])).title == "2016-2017\u5b66\u5e74\u671f\u672b\u8bd5\u5377"


def test_who_wrote_it_is_no_part_of_the_title() -> None:
    lines = [
        text(x, y, words, 24)
        for x, y, words in ((230, 720, "WALDEN"), (280, 690, "BY"), (180, 660, "JANE DOE"))
    ]
    assert title(*lines) == "WALDEN"


def test_the_subject_of_a_letter() -> None:
    page = [
        text(200, 740, "OFFICE OF THE MAYOR", 12),
        text(72, 700, "SUBJECT:"),
        text(160, 700, "Renewal of the gardens"),
    ]
    assert extract(paged([[*page, *BODY]])).title == "Renewal of the gardens"


def test_small_capitals() -> None:
    row = "BT /F1 18 Tf 72 720 Td (G) Tj /F1 14 Tf (ARDENS AND ) Tj /F1 18 Tf (W) Tj /F1 14 Tf (ALLS) Tj ET"
    assert title(row) == "GARDENS AND WALLS"


def test_a_page_that_lies_on_its_side() -> None:
    head = [
        f"BT /F1 18 Tf 0 1 -1 0 {x} 200 Tm ({words}) Tj ET"
        for x, words in ((70, "Printing of"), (92, "Old Maps"))
    ]
    body = [
        f"BT /F1 10 Tf 0 1 -1 0 {130 + 12 * n} 72 Tm (and so the text goes on {n}) Tj ET" for n in range(20)
    ]
    assert extract(paged([[*head, *body]])).title == "Printing of Old Maps"


def test_most_letters_of_the_page_are_a_watermark() -> None:
    marks = [
        f"BT /F1 12 Tf 0.7 0.7 -0.7 0.7 {150 + 20 * n} 200 Tm (DO NOT COPY ANY OF THIS) Tj ET"
        for n in range(6)
    ]
    assert extract(
        paged([[*marks, text(200, 720, "Garden plants", 24), text(200, 600, "for everybody")]])
    ).title == ("Garden plants")


def test_a_letter_of_a_watermark_in_the_title() -> None:
    row = "BT /F1 24 Tf 1 0 0 1 100 720 Tm (Garden pla) Tj 0.7 0.7 -0.7 0.7 219 720 Tm (D) Tj"
    row += " 1 0 0 1 221 720 Tm (nts) Tj ET"
    mark = "BT /F1 24 Tf 0.7 0.7 -0.7 0.7 240 740 Tm (RAFT) Tj ET"
    assert title(row, mark) == "Garden plants"


def test_a_page_that_is_not_the_first() -> None:
    head = text(72, 740, "General business credits", 18)
    assert title(head) == "General business credits"
    assert title(text(500, 770, "Page 3", 8), head) == ""


def test_a_cover_of_little_but_its_title() -> None:
    page = [text(100, 400, "Documentation of the Garden", 25, "F2"), text(300, 370, "Release 1.2", 17, "F2")]
    page += [text(300, 120, "Jul 18, 2022", 12, "F2")]
    assert extract(paged([page])).title == "Documentation of the Garden"


def test_paragraphs_of_a_title_in_capitals() -> None:
    page = [text(28, 40, "EN", 24, "F2"), text(560, 40, "EN", 24, "F2")]
    page += [text(154, 600, "REGULATION OF THE GARDENERS OF THE TOWN", 12, "F2")]
    page += [text(150, 566, "LAYING DOWN RULES ON THE HEIGHT OF WALLS", 12, "F2")]
    assert extract(
        paged([[*page, *[text(200, 300 - 14 * n, f"of the year {n}") for n in range(8)]]])
    ).title == ("REGULATION OF THE GARDENERS OF THE TOWN LAYING DOWN RULES ON THE HEIGHT OF WALLS")


def test_the_signs_of_what_is_shown_stay() -> None:
    shown = [text(100, 720, "Guide to Gardens", 20), text(100, 696, "for Beginners", 20)]
    assert title(*shown, info="/Title(Guide to Gardens - for Beginners)") == "Guide to Gardens for Beginners"


def test_words_of_a_title_that_are_bold() -> None:
    lines = [
        text(72, 720, "Plants for many gardens", 30),
        text(72, 684, "in the middle of the town", 30, "F2"),
    ]
    assert title(*lines) == "Plants for many gardens in the middle of the town"


def test_what_was_agreed_on() -> None:
    lines = [
        "364-DAY AGREEMENT",
        "dated as of May 5, 2021",
        "among",
        "FLOWERS OF THE TOWN",
        "as buyer",
        "and",
        "THE GARDENERS",
    ]
    page = [text(306 - 4 * len(line), 640 - 20 * number, line, 12) for number, line in enumerate(lines)]
    assert extract(paged([page])).title == "364-DAY AGREEMENT"


def test_properties_of_an_empty_page_are_not_its_title() -> None:
    assert extract(paged([[]], info="/Title(Garden plants)")).title == ""
    assert extract(paged([["100 100 200 200 re f"]], info="/Title(Garden plants)")).title == "Garden plants"


def test_a_running_head_that_is_all_there_is() -> None:
    head = text(150, 750, "Agreement for the Gardeners of Aachen", 14, "F2")
    pages = [[head, *paragraph(690, 10)] for _ in range(2)]
    assert (
        extract(paged([[head, *paragraph(690, 10)], *pages])).title == "Agreement for the Gardeners of Aachen"
    )
    house = text(150, 750, "Green Garden Tools for Aachen, Inc.", 14, "F2")
    assert extract(paged([[house, *paragraph(690, 10)], *[[house, *paragraph(690, 10)]] * 2])).title == ""


def test_fonts_that_do_not_tell_their_letters() -> None:
    garbled = text(100, 720, r"K\242e\243n \245\247au \247\243t\242", 20)
    assert title(garbled) == ""
    page = ["100 100 300 300 re f"]
    assert (
        extract(paged([page], info="/Title(Microsoft Word - Signs of old gardens.doc)")).title
        == "Signs of old gardens"
    )
    assert extract(paged([page], info="/Title(shield mono red 100.eps)")).title == ""


def test_cyrillic_fonts_of_tex_that_do_not_tell_their_letters() -> None:
    """Text of a page whose letters PDFium takes for those of Latin-1 is read in Cyrillic, and has its title."""

    def line(x: float, y: float, words: str, size: float) -> str:
        octal = "".join(f"\\{byte:03o}" if byte > 127 else chr(byte) for byte in words.encode("cp1251"))
        return f"BT /F4 {size} Tf 1 0 0 1 {x} {y} Tm ({octal}) Tj ET"

    said = "Основания для оценки параметров, которые не зависят от начальных значений"
    rows = [line(72, 640 - 15 * row, said, 11) for row in range(12)]
    latin = "/F4<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    document = extract(paged([[line(100, 720, "Адаптивные алгоритмы оценивания", 18), *rows]], fonts=latin))
    assert document.title == "Адаптивные алгоритмы оценивания"
    assert said in document.text
    french = line(72, 600, "", 11).replace(
        "()", r"(\311t\351 pass\351 \340 No\353l: \351\350\340\347\364\356)"
    )
    assert "Été passé à Noël" in extract(paged([[french]], fonts=latin)).text


def test_the_headline_below_the_words_of_a_press_release() -> None:
    words = text(72, 740, "PRESS RELEASE", 15, "F2")
    headline = text(72, 700, "Surveys show that one in five trees of the island is ill.", 12.6, "F2")
    assert title(words, headline) == "Surveys show that one in five trees of the island is ill."


def test_a_company_that_only_the_text_tells() -> None:
    cover = [text(200, 600, "River Logic", 30, "F2"), text(200, 450, "Bridge Controller", 20, "F2")]
    cover.append(text(200, 120, "\\(c\\) River Logic B.V.", 12))
    assert extract(paged([cover, paragraph(700, 30)])).title == "Bridge Controller"


def test_the_name_of_a_product_is_not_garbled() -> None:
    name = text(230, 720, "PublicnEUro upload instructions", 14, "F2")
    assert title(name, text(72, 690, "A. Registration", 12.6, "F2")) == "PublicnEUro upload instructions"


def test_who_wrote_it_stands_before_the_title_in_the_properties() -> None:
    page = [text(200, 720, "Jane Example", 13), text(120, 680, "Meadow birds of the lower rivers", 18)]
    info = "/Title(Jane Example - Meadow birds of the lower rivers)"
    assert title(*page, info=info) == "Meadow birds of the lower rivers"


def test_labels_far_apart_in_a_row_are_no_title() -> None:
    row = "BT /F2 12 Tf 300 Tw 1 0 0 1 72 500 Tm (Tutores Centro) Tj ET"
    names = [
        text(72, 480 - 14 * place, f"Maria Example {place}, Jose Example {place}", 12) for place in range(4)
    ]
    assert extract(paged([[row, *names]])).title == ""


def test_russian_institutions_stand_above_the_title() -> None:
    def line(y: float, words: str, size: float) -> str:
        octal = "".join(f"\\{byte:03o}" if byte > 127 else chr(byte) for byte in words.encode("cp1251"))
        return f"BT /F4 {size} Tf 1 0 0 1 150 {y} Tm ({octal}) Tj ET"

    cover = [line(740, "“ПЕТЕРБУРГСКИЙ НАЦИОНАЛЬНЫЙ УНИВЕРСИТЕТ ИНФОРМАЦИОННЫХ ТЕХНОЛОГИЙ”", 14)]
    cover += [line(600, "Методы анализа речных лугов", 14), line(100, "Москва, 2020", 11)]
    page = [
        line(700 - 14 * row, "Основные методы, которые не зависят от начальных значений", 11)
        for row in range(9)
    ]
    latin = "/F4<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    assert extract(paged([cover, page], fonts=latin)).title == "Методы анализа речных лугов"


def test_a_first_line_in_the_middle_above_text_at_the_margin() -> None:
    shown = text(220, 740, "Practice Problems 20: Areas", 12)
    rows = [text(72, 700 - 14 * row, f"{row + 1}. Find the area of the garden", 12) for row in range(20)]
    assert extract(paged([[shown, *rows]])).title == "Practice Problems 20: Areas"


def test_the_heads_of_columns_are_no_title() -> None:
    heads = [
        text(72 + 150 * at, 740, head, 12, "F2") for at, head in enumerate(("Name of garden", "Town", "Size"))
    ]
    rows = [text(72 + 150 * at, 720 - 14 * row, f"value {row}", 12) for row in range(20) for at in range(3)]
    assert extract(paged([[*heads, *rows]])).title == ""


def test_a_word_with_blanks_between_its_letters_goes_on_below() -> None:
    lines = [text(255, 740, "R E P O R T", 16, "F2"), text(240, 724, "OF THE GARDENER", 12, "F2")]
    rows = [text(72, 680 - 14 * row, "The garden was seen on all days of the year", 12) for row in range(20)]
    assert extract(paged([[*lines, *rows]])).title == "REPORT OF THE GARDENER"


def test_the_beginning_of_a_formula_is_no_title() -> None:
    labels = [text(60 + 50 * at, 100, f"0.{at}", 10) for at in range(8)]
    assert extract(paged([[text(150, 500, "Fit of the line: R =", 12), *labels]])).title == ""
    assert extract(paged([[text(150, 500, "Fit of the line", 12), *labels]])).title == "Fit of the line"


def test_the_kind_of_teaching_material_gives_way_to_what_it_is_about() -> None:
    heads = [text(72, 740, "Cheat Sheet", 20), text(72, 700, "Meadows along the river", 18)]
    rows = [text(72, 640 - 14 * row, "Meadows along the river are green in spring", 11) for row in range(20)]
    assert extract(paged([[*heads, *rows]])).title == "Meadows along the river"


def test_a_title_is_what_its_label_says() -> None:
    heads = [text(240, 740, "Garden databases", 16), text(240, 720, "TITLE: WATERING PLAN", 16)]
    assert title(*heads) == "WATERING PLAN"
    assert title(text(285, 740, "Title", 14), text(255, 716, "Watering plan", 14)) == "Watering plan"


def test_what_students_hand_in_begins_a_title() -> None:
    heads = [
        text(72, 740 - 22 * at, line, 18)
        for at, line in enumerate(("Ann Gardener G-22", "Final report", "on meadows"))
    ]
    document = extract(paged([[*heads, *BODY]]))
    assert "Final report on meadows" in [one.text for one in document.candidates]


def test_parts_of_a_drawing_that_are_counted_are_no_title() -> None:
    panels = [text(72, 740 - 300 * at, f"{letter}. Meadow", 14) for at, letter in enumerate("AB")]
    labels = [text(100 + 60 * at, 500, f"0.{at}", 10) for at in range(8)]
    assert extract(paged([[*panels, *labels]])).title == ""


def test_the_kind_of_a_document_is_its_title_when_nothing_else_is() -> None:
    assert title(text(280, 740, "Report", 18)) == "Report"


def test_accents_that_are_drawn_apart_find_their_letters() -> None:
    parts = [("Temps r", 100), ("eel mou", 164)]
    heads = [text(x, 740, words, 18) for words, x in parts] + [text(167, 741, "\\302", 18)]
    assert title(*heads).replace(" ", "") == "Tempsréelmou"


def test_small_words_in_the_middle_join_what_stands_above_and_below() -> None:
    lines = [
        text(260, 740, "BYLAWS", 24, "F2"),
        text(288, 722, "OF THE", 12, "F2"),
        text(163, 696, "GARDEN SOCIETY OF OUR TOWN", 24, "F2"),
    ]
    found = extract(paged([[*lines, *BODY]])).candidates[0].text
    assert found == "BYLAWS OF THE GARDEN SOCIETY OF OUR TOWN"


def test_what_a_society_issues_stands_below_its_name() -> None:
    lines = [text(72, 740, "Our Town Garden Branch", 17, "F2"), text(72, 712, "Lounge Policy", 14, "F2")]
    assert title(*lines) == "Lounge Policy"


def test_a_block_that_ends_with_an_institution_tells_who_made_it() -> None:
    slide = [
        text(150, 560, "A title on a bar of the slide", 26, colour="1 g"),
        text(250, 400, "Research Group", 28),
        text(260, 370, "Ann Gardener", 28),
        text(230, 340, "University of Green", 28),
    ]
    found = extract(paged([slide], box="[0 0 800 600]")).candidates
    assert found[0].text == "A title on a bar of the slide"


def test_a_line_that_tells_when_it_is_due_is_no_part_of_the_title() -> None:
    lines = ["Garden Organization Project 1", "Due Date: 04.04.2023 23:59"]
    rows = [text(210, 740 - 14 * at, line, 12, "F2") for at, line in enumerate(lines)]
    assert title(*rows) == "Garden Organization Project 1"


def test_the_first_counted_part_right_below_is_no_part_of_the_title() -> None:
    def chinese(words: str) -> str:
        return "<" + words.encode("utf-16-be").hex() + ">"

    rows = [
        f"BT /F3 20 Tf 180 {740 - 26 * at} Td {chinese(words)} Tj ET"
        for at, words in enumerate(("花园实验报告", "一、实验目的"))
    ]
    assert title(*rows) == "花园实验报告"
