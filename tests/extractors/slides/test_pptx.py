"""PowerPoint presentations."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pptx
import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation
from pptx.util import Inches, Pt

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.slides import deck as slides


def _deck(write: Callable[[Presentation], None]) -> bytes:
    deck = pptx.Presentation()
    write(deck)
    target = io.BytesIO()
    deck.save(target)
    return target.getvalue()


def _read(write: Callable[[Presentation], None]) -> Document:
    document = extract(_deck(write), name="a.pptx")
    assert (document.format, document.error) == ("pptx", "")
    return document


def _box(slide: object, words: str, top: float, *, left: float = 1, points: float = 0) -> None:
    frame = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(3), Inches(1)).text_frame  # type: ignore[attr-defined]
    frame.text = words
    if points:
        for paragraph in frame.paragraphs:
            paragraph.runs[0].font.size = Pt(points)


def test_title_is_that_of_slide_1(make_pptx: Callable[..., bytes]) -> None:
    document = extract(make_pptx(title="项目介绍", core_title="PowerPoint Presentation"))
    assert (document.format, document.title, document.title_source) == ("pptx", "项目介绍", "slide 1")
    assert [(part.kind, part.text, part.role) for part in document.parts] == [
        ("heading", "项目介绍", "slide"),
        ("item", "first point", ""),
        ("paragraph", "say hello", "note"),
    ]


def test_title_of_the_properties_when_the_slide_has_no_text_at_all(make_pptx: Callable[..., bytes]) -> None:
    assert extract(make_pptx(title="Shown", core_title="Named")).title == "Shown"
    assert _read(lambda deck: setattr(deck.core_properties, "title", "Named")).title == "Named"
    for machine in ("Folie 1", "PowerPoint プレゼンテーション", "Untitled presentation"):
        assert (
            _read(lambda deck, machine=machine: setattr(deck.core_properties, "title", machine)).title == ""
        )


def test_the_title_without_a_place_for_it_is_large_and_high() -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        _box(slide, "Somebody", 4, points=28)
        _box(slide, "How things work", 2, points=27.5)
        _box(slide, "2024-05-01", 1, points=40)
        _box(slide, "one\ntwo\nthree", 5, points=28)

    document = _read(write)
    assert document.title == "How things work"
    assert {candidate.text for candidate in document.candidates} >= {"Somebody", "2024-05-01"}


def test_labels_of_a_drawing_are_no_title() -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for number, label in enumerate(("light source", "dish", "camera", "agar")):
            _box(slide, label, number + 1, points=18)

    assert _read(write).title == ""


def test_an_institution_and_the_headings_of_a_poster_are_no_title() -> None:
    def cover(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        _box(slide, "辽宁示例大学", 1, points=36)
        _box(slide, "智能小车的设计与实现", 4, points=32)

    def poster(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        _box(slide, "Evaluating Birds\nA. Example\nDepartment of Rivers, Example University", 0.1, points=60)
        for number, part in enumerate(("Abstract", "Results", "Place your Project Logo Here")):
            _box(slide, part, number + 1, points=44)

    assert _read(cover).title == "智能小车的设计与实现"
    assert _read(poster).title == "Evaluating Birds"


def test_properties_that_the_slides_are_not_about() -> None:
    """A deck made from another keeps its title; where the slides say little it is believed."""

    def write(deck: Presentation, words: str) -> None:
        deck.core_properties.title = "Let us play chess"
        deck.slides.add_slide(deck.slide_layouts[6])
        _box(deck.slides.add_slide(deck.slide_layouts[6]), words, 1)

    assert _read(lambda deck: write(deck, "What the shop sells, and to whom. " * 20)).title == ""
    assert (
        _read(lambda deck: write(deck, "How to play chess with friends. " * 20)).title == "Let us play chess"
    )
    assert _read(lambda deck: write(deck, "Thank you")).title == "Let us play chess"


def test_what_is_written_smaller_in_the_place_of_the_title_is_not_the_title() -> None:
    def write(deck: Presentation) -> None:
        frame = deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text_frame
        frame.text = "Effective Groovy\nSomebody\n@somebody"
        for paragraph, points in zip(frame.paragraphs, (40, 20, 20), strict=True):
            paragraph.runs[0].font.size = Pt(points)

    document = _read(write)
    assert document.title == "Effective Groovy"
    assert [part.text for part in document.parts] == ["Effective Groovy", "Somebody\n@somebody"]


def test_a_title_that_is_only_the_number_of_a_chapter_goes_on_below() -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "第二节"
        slide.shapes.title.text_frame.paragraphs[0].runs[0].font.size = Pt(40)
        _box(slide, "花园的偏导数", 3, points=40)

    assert _read(write).title == "第二节花园的偏导数"


def test_a_list_numbers_and_labels_below_a_title_are_no_part_of_it() -> None:
    def write(deck: Presentation, *lines: str) -> None:
        _box(deck.slides.add_slide(deck.slide_layouts[6]), "\n".join(lines), 1, points=30)

    assert _read(lambda deck: write(deck, "第四讲 花园", "一、春天", "二、夏天")).title == "第四讲 花园"
    names = "Ann Gardener", "Roll No. 14-0169", "Instructor: Bob Field"
    assert _read(lambda deck: write(deck, "Pictures of Meadows", *names)).title == "Pictures of Meadows"


def test_shapes_are_read_from_the_top_groups_and_tables_among_them() -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        _box(slide, "below right", 5, left=5)
        _box(slide, "below left", 5.05)
        table = slide.shapes.add_table(2, 2, Inches(1), Inches(3), Inches(4), Inches(1)).table
        for index, words in enumerate(("名", "值", "a", "1")):
            table.cell(index // 2, index % 2).text = words
        group = slide.shapes.add_group_shape()
        group.shapes.add_textbox(Inches(1), Inches(2), Inches(2), Inches(1)).text_frame.text = "in a group"
        slide.shapes.title.text = "T"

    document = _read(write)
    assert document.parts[0].text == "T"
    assert {part.text for part in document.parts} == {
        "T",
        "in a group",
        "名\t值\na\t1",
        "below left",
        "below right",
    }
    texts = [part.text for part in document.parts]
    assert texts.index("below left") < texts.index("below right")
    assert next(part.rows for part in document.parts if part.kind == "table") == (("名", "值"), ("a", "1"))


def test_tables_that_are_cut_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slides, "MOST_ROWS", 2)

    def write(deck: Presentation, rows: int) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        table = slide.shapes.add_table(rows, 2, Inches(1), Inches(1), Inches(3), Inches(2)).table
        for row in range(rows):
            table.cell(row, 0).text = f"row {row}"

    document = _read(lambda deck: write(deck, 3))
    assert document.parts[-1].rows == (("row 0", ""), ("row 1", ""))
    assert document.warnings == ("Only the first 2 rows of a table are shown.",)
    assert _read(lambda deck: write(deck, 2)).warnings == ()


def test_charts_are_tables_with_a_title() -> None:
    def write(deck: Presentation) -> None:
        data = CategoryChartData()
        data.categories = ["East", "West"]
        data.add_series("销量", (19.2, 21))
        place = (Inches(1), Inches(1), Inches(5), Inches(4))
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = "By region"

    document = _read(write)
    assert document.parts[0].text == "By region"
    assert document.parts[1].rows == (("", "East", "West"), ("销量", "19.2", "21"))


def test_hidden_slides_are_counted_and_numbers_stand_in_the_text_alone() -> None:
    def write(deck: Presentation) -> None:
        for name in ("One", "Secret", "Three"):
            slide = deck.slides.add_slide(deck.slide_layouts[5])
            slide.shapes.title.text = name
            number = next(
                shape
                for shape in slide.slide_layout.placeholders
                if "NUMBER" in str(shape.placeholder_format.type)
            )
            slide.shapes.clone_placeholder(number)
            slide.placeholders[number.placeholder_format.idx].text_frame.text = "‹#›"
        deck.slides[1]._element.set("show", "0")

    document = _read(write)
    assert [part.text for part in document.parts] == ["One", "Three"]
    assert document.text == "One\n1\nThree\n3"
    assert (document.metadata["slides"], document.metadata["hidden-slides"]) == ("3", "1")


def test_texts_of_a_master_are_read_once() -> None:
    def write(deck: Presentation) -> None:
        for name in ("One", "Two"):
            deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = name
        shape = deck.slide_master.shapes._spTree.findall(".//{*}sp")[0]
        copied = type(shape).__deepcopy__(shape, {})
        deck.slide_master.shapes._spTree.append(copied)
        for placeholder in copied.iterfind(".//{*}ph"):
            placeholder.getparent().remove(placeholder)
        for text in copied.iterfind(".//{*}t"):
            text.text = "某某公司"

    document = _read(write)
    assert [(part.role, part.text) for part in document.parts] == [
        ("slide", "One"),
        ("footer", "某某公司"),
        ("slide", "Two"),
    ]


def test_damage_and_bombs() -> None:
    def write(deck: Presentation) -> None:
        for name in ("One", "Two"):
            deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = name

    data = _deck(write)
    for at in range(0, len(data), 499):
        extract(data[:at], name="a.pptx")  # raises nothing
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for member in old.infolist():
            if member.filename != "ppt/presentation.xml":
                new.writestr(member.filename, old.read(member))
    document = extract(target.getvalue())
    assert [part.text for part in document.parts] == ["One", "Two"]


@pytest.mark.parametrize(
    ("title", "box", "right"),
    [
        ("Дипломный проект по курсу Сады", "Тема проекта:\n«Бот для садовников»", "«Бот для садовников»"),
        ("MINI PROJECT\nCS648", "Sorting flowers by colour", "Sorting flowers by colour"),
        ("Final presentation", "Ann Gardener, Bob Miller", "Final presentation"),
        ("花园灌溉系统\n张三 李四\n王五 赵六", "", "花园灌溉系统"),
    ],
)
def test_a_title_that_only_says_what_the_work_is(title: str, box: str, right: str) -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = title
        if box:
            _box(slide, box, 3, points=28)
        deck.core_properties.title = title.split("\n")[0]

    assert _read(write).title == right


def test_who_speaks_is_no_title_where_the_title_is_a_picture() -> None:
    def write(deck: Presentation) -> None:
        slide = deck.slides.add_slide(deck.slide_layouts[0])
        slide.shapes.title._element.getparent().remove(slide.shapes.title._element)
        slide.placeholders[1].text = "Speaker: Ann Gardener"

    assert _read(write).title == ""
