"""PDFs made to hang or to fill the memory: read within bounds or refused with a sentence, never an exception."""

from __future__ import annotations

import random
import time

import pytest

from extractors.door.registry import extract
from tests.extractors.pdf_files import BOX, FONT, paged, paragraph, stream, text, written

REPEATED = "The drawings of the PDF repeat each other too often; it was not opened."


def drawings(depth: int, times: int, *, loop: bool = False) -> bytes:
    """A page that draws a form, which draws another one `times` over, and so on."""
    page = f"<</Type/Page/Parent 2 0 R/MediaBox{BOX}/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</X0 6 0 R>>>>>>"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        page,
        stream("/X0 Do"),
        FONT,
    ]
    for level in range(depth):
        last = level == depth - 1 and not loop
        following = 6 if level == depth - 1 else 7 + level
        content = text(1, 1, "ha") if last else f"/X{level + 1} Do " * times
        objects.append(
            stream(
                content,
                f"/Type/XObject/Subtype/Form/BBox{BOX}/Resources<</Font<</F1 5 0 R>>"
                f"/XObject<</X{level + 1} {following} 0 R>>>>",
            )
        )
    return written(objects)


def test_drawings_that_multiply_are_refused() -> None:
    began = time.monotonic()
    assert extract(drawings(12, 10)).error == REPEATED
    assert extract(drawings(1, 2, loop=True)).error == REPEATED
    assert extract(drawings(3, 2, loop=True)).error == REPEATED
    assert time.monotonic() - began < 10


def test_drawings_within_drawings_are_read() -> None:
    assert "ha" in extract(drawings(3, 4)).text
    assert extract(drawings(1, 1, loop=True)).error == ""


def test_an_outline_that_runs_in_circles() -> None:
    more = ["<</First 7 0 R/Last 7 0 R>>", "<</Title(a)/Next 7 0 R/First 6 0 R/Parent 6 0 R>>"]
    document = extract(paged([[text(72, 700, "words")]], more=more, catalogue="/Outlines 6 0 R"))
    assert (document.text, document.metadata["outline"]) == ("words", "a")


@pytest.mark.parametrize(
    "box", ["[0 0 1e9 1e9]", "[0 0 0 0]", "[-1e30 -1e30 1e30 1e30]", "[9 9 1 1]", "[0]", "[/a /b null 3]"]
)
def test_strange_pages(box: str) -> None:
    document = extract(paged([[text(0, 0, "words")]], box=box))
    assert document.error == "" and document.metadata["pages"] == "1"


def test_pages_that_are_not_there() -> None:
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"]
    assert "9 of 9 pages are damaged and could not be read." in extract(written(objects)).warnings


def test_more_pages_than_are_read() -> None:
    kids = "6 0 R " * 6000
    data = paged([[text(72, 700, "w")]]).replace(
        b"/Kids[6 0 R]/Count 1", f"/Kids[{kids}]/Count 6000".encode()
    )
    document = extract(data, links=False)
    assert "Only the first 5000 of 6000 pages were read." in document.warnings


def test_letters_of_impossible_size() -> None:
    page = [
        "BT /F1 1e30 Tf 1e30 0 0 1e30 0 0 Tm (Hello) Tj ET",
        "BT /F1 -12 Tf -1 0 0 -1 72 700 Tm (minus) Tj ET",
        "q " * 50_000,
    ]
    assert extract(paged([page])).error == ""


def test_spoilt_files_are_read_or_refused_in_time() -> None:
    rng = random.Random(5)
    note = "<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(Look here)>>"
    whole = paged(
        [[text(72, 720, "A title", 20), *paragraph(680)], [text(72, 700, "\u5317\u4eac\u5e02")]],
        info="/Title(A title)/CreationDate(D:20240229)",
        more=[note],
        page="/Annots[6 0 R]",
    )
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 12)):
            data[rng.randrange(len(data))] = rng.choice(b"0123456789[]<>()/ RQ\x00\xff")
        began = time.monotonic()
        document = extract(bytes(data), declared_type="application/pdf")
        assert time.monotonic() - began < 5
        assert not document.error.startswith("The content could not be read"), document.error
