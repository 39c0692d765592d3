"""Words of PDF pages with their places: as the page is shown, turned and cut as it is."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from extractors.door.workers import shared
from extractors.pdf.file import page_picture
from extractors.pdf.words import UNITS, read_words, unpacked
from tests.extractors.pdf_files import paged, text


def boxes(data: bytes, words: str, number: int = 0) -> list[tuple[float, ...]]:
    """Of each character of some words, in shares of the page."""
    page = unpacked(read_words(data, number, 1))[0]
    at = page.text.index(words)
    return [
        tuple(value / UNITS for value in page.boxes[4 * n : 4 * n + 4]) for n in range(at, at + len(words))
    ]


@pytest.mark.parametrize("more", ["", "/Rotate 90", "/Rotate 270", "/CropBox[36 36 400 760]"])
def test_the_ink_of_a_word_is_inside_its_boxes(more: str) -> None:
    data = paged([[text(72, 600, "WORD", 40)]], page=more)
    found = boxes(data, "WORD")
    image = Image.open(io.BytesIO(page_picture(data, 0, 800).data)).convert("L")
    ink = image.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert ink is not None
    left, top = min(box[0] for box in found) * image.width, min(box[1] for box in found) * image.height
    right, bottom = max(box[2] for box in found) * image.width, max(box[3] for box in found) * image.height
    assert left - 4 <= ink[0] < ink[2] <= right + 4
    assert top - 4 <= ink[1] < ink[3] <= bottom + 4


def test_pages_are_read_from_the_one_asked_for_to_the_end() -> None:
    data = paged([[text(72, 700, f"page {number}")] for number in range(5)])
    assert [page.text.strip() for page in unpacked(read_words(data, 3, 10))] == ["page 3", "page 4"]
    assert shared().page_words(data, 1, 2)[0].text.strip() == "page 1"


def test_chinese_has_a_box_for_each_character() -> None:
    found = boxes(paged([[text(72, 600, "图书馆", 30)]]), "图书馆")
    assert len(found) == 3 and found[0][0] < found[1][0] < found[2][0]


def test_what_is_no_pdf_has_no_words() -> None:
    assert shared().page_words(b"%PDF-1.4", 0, 5) == []


@pytest.mark.parametrize("answer", [b"\0", b"\0\0\0\4abc"])
def test_an_answer_cut_short_is_refused(answer: bytes) -> None:
    with pytest.raises(ValueError):
        unpacked(answer)
