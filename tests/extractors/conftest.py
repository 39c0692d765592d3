"""Small documents of every format, built here so that what is in them is known."""

from __future__ import annotations

import io
from collections.abc import Callable

import docx
import openpyxl
import pptx
import pytest


@pytest.fixture
def make_docx() -> Callable[..., bytes]:
    def make(*, title: str = "", style: str | None = "Title", core_title: str = "") -> bytes:
        word = docx.Document()
        word.core_properties.title = core_title
        word.core_properties.author = "李明"
        if title:
            word.add_paragraph(title, style=style)
        word.add_heading("第一节", 1)
        word.add_paragraph("正文在这里。")
        word.add_paragraph("an item", style="List Bullet")
        table = word.add_table(2, 2)
        for row, values in zip(table.rows, (("name", "size"), ("北京", "3")), strict=True):
            for cell, value in zip(row.cells, values, strict=True):
                cell.text = value
        return saved(word)

    return make


@pytest.fixture
def make_xlsx() -> Callable[..., bytes]:
    def make(*, title: str = "", core_title: str = "") -> bytes:
        book = openpyxl.Workbook()
        book.properties.title = core_title
        sheet = book.active
        sheet.title = "收入"
        if title:
            sheet.append([title])
        sheet.append(["年", "元"])
        sheet.append([2025, 12.5])
        book.create_sheet("blank")
        return saved(book)

    return make


@pytest.fixture
def make_pptx() -> Callable[..., bytes]:
    def make(*, title: str = "", core_title: str = "") -> bytes:
        deck = pptx.Presentation()
        deck.core_properties.title = core_title
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        if title:
            slide.shapes.title.text = title
        slide.placeholders[1].text = "first point"
        slide.notes_slide.notes_text_frame.text = "say hello"
        return saved(deck)

    return make


@pytest.fixture
def make_pdf() -> Callable[..., bytes]:
    """A PDF written by hand: lines of (size, y, text) on one page."""

    def make(lines: list[tuple[int, int, str]], title: str = "") -> bytes:
        stream = (
            "BT "
            + " ".join(f"/F1 {size} Tf 1 0 0 1 72 {y} Tm ({text}) Tj" for size, y, text in lines)
            + " ET"
        )
        objects = [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            f"<</Title({title})/Author(A. Writer)/CreationDate(D:20240229101112+08'00')>>",
        ]
        out, offsets = "%PDF-1.4\n", []
        for number, content in enumerate(objects, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n{content}\nendobj\n"
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        start = len(out)
        out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        out += f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info 6 0 R>>\nstartxref\n{start}\n%%EOF\n"
        return out.encode("latin-1")

    return make


def saved(document: object) -> bytes:
    target = io.BytesIO()
    document.save(target)  # type: ignore[attr-defined]
    return target.getvalue()
