"""Pictures of PDF pages: as wide as asked, bounded, and a sentence where there is none."""

from __future__ import annotations

import io
import threading

import pytest
from PIL import Image

from extractors.base.types import Unreadable
from extractors.door.registry import extract
from extractors.pdf.file import page_picture
from tests.extractors.pdf_files import BOX, FONT, paged, stream, text, written


def test_a_page_of_text_is_a_png_of_the_width_asked_for() -> None:
    data = paged([[text(72, 700, "one", 40)], [text(72, 100, "two", 40)]])
    picture = page_picture(data, 1, 300)
    image = Image.open(io.BytesIO(picture.data))
    assert (picture.media_type, picture.width, image.size, image.format) == (
        "image/png",
        300,
        (300, picture.height),
        "PNG",
    )
    assert 386 <= picture.height <= 390
    ink = image.convert("L").point(lambda value: 255 if value < 128 else 0).getbbox()
    assert ink is not None and ink[1] > picture.height / 2  # "two" stands in the lower half


def test_a_photograph_is_a_jpeg() -> None:
    noise = "".join(chr((n * n * 7 + n // 90) % 256) for n in range(90 * 90 * 3))
    image = stream(
        noise, "/Type/XObject/Subtype/Image/Width 90/Height 90/BitsPerComponent 8/ColorSpace/DeviceRGB"
    )
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox{BOX}/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>/Font<</F1 6 0 R>>>>>>",
        stream("q 600 0 0 700 0 0 cm /I Do Q"),
        image,
        FONT,
    ]
    assert page_picture(written(objects), 0, 400).media_type == "image/jpeg"


def test_huge_and_narrow_pages_stay_bounded() -> None:
    huge = page_picture(paged([[text(72, 700, "words")]], box="[0 0 14000 14000]"), 0, 100_000)
    assert huge.width * huge.height <= 16_100_000
    long = page_picture(paged([[text(1, 1, "words")]], box="[0 0 10 14000]"), 0, 2000)
    assert long.width * long.height <= 16_100_000


@pytest.mark.parametrize(
    ("data", "number", "sentence"),
    [
        (paged([[]]), 1, "The PDF has no page 2."),
        (paged([[]]), -1, "The PDF has no page 0."),
        (b"%PDF-1.4", 0, "The PDF is damaged and cannot be opened."),
        (b"", 0, "The PDF is damaged and cannot be opened."),
    ],
)
def test_no_picture(data: bytes, number: int, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence.replace(".", r"\.")):
        page_picture(data, number)


def test_text_and_pictures_at_the_same_time() -> None:
    data = paged([[text(72, 700, "words", 30)]] * 3)
    seen: list[object] = []
    work = [
        lambda: seen.append(extract(data).text),
        lambda: seen.append(page_picture(data, 2, 100).width),
    ] * 4
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen.count(100) == 4 and seen.count("words\n\nwords\n\nwords") == 4
