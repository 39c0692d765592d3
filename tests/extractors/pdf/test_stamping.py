"""A line at the foot of PDF pages: where the foot is, however a page is turned, and without losing what is there."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from extractors.base.types import Unreadable
from extractors.door.registry import extract
from extractors.door.workers import shared
from extractors.pdf.file import page_picture
from extractors.pdf.stamping import stamped
from extractors.pdf.words import UNITS, read_words, unpacked
from tests.extractors.pdf_files import paged, text

LINE = "http://a.example/page   2026-11-21 08:00 UTC"


@pytest.mark.parametrize("more", ["", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/CropBox[36 36 400 760]"])
def test_the_line_stands_at_the_foot_of_the_page_as_it_is_seen(more: str) -> None:
    data = stamped(paged([[text(200, 400, "WORDS", 20)]], page=more), LINE)
    page = unpacked(read_words(data, 0, 1))[0]
    assert "WORDS" in page.text and LINE.split()[0] in page.text
    at = page.text.index("http")
    left, top, right, bottom = (value / UNITS for value in page.boxes[4 * at : 4 * at + 4])
    assert left < 0.12 and 0.94 < top < bottom < 1.0 and right - left < 0.03


def test_every_page_has_it_and_keeps_its_picture() -> None:
    plain = paged([[text(72, 700, f"page {number}")] for number in range(3)])
    data = stamped(plain, LINE)
    assert extract(data).text.count("a.example") == 3
    before, after = (Image.open(io.BytesIO(page_picture(each, 1, 600).data)) for each in (plain, data))
    upper = (0, 0, 600, 700)
    assert before.crop(upper).tobytes() == after.crop(upper).tobytes() and before.tobytes() != after.tobytes()


def test_a_long_address_is_shortened_in_the_middle_and_other_letters_are_left_out() -> None:
    words = unpacked(read_words(stamped(paged([[]]), f"http://a.example/{'x' * 900}   2026 荷塘"), 0, 1))[
        0
    ].text
    assert words.startswith("http://a.example/xxx") and "..." in words and words.strip().endswith("2026 ??")


def test_what_is_no_pdf_has_no_foot() -> None:
    with pytest.raises(Unreadable):
        stamped(b"words", LINE)
    assert shared().stamped(b"words", LINE) == b""
    assert shared().stamped(paged([[]]), LINE).startswith(b"%PDF")
