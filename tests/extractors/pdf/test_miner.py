"""pdfminer.six as the second reader of PDF: where PDFium cannot tell the characters, and only there."""

from __future__ import annotations

import sys

import pytest

from extractors.door.registry import extract
from extractors.pdf import miner as pdf_miner
from extractors.pdf.miner import readable
from tests.extractors import pdf_files

TITLE = "The lighthouse of the northern cape"
BODY = "Every evening the keeper lights the lamp and writes the time into his book"


def font(names: str, letters: str) -> str:
    """A font of drawings (Type 3) as printers make them; `names` with {} for the letter, codes from 1 on."""
    known = [names.format(letter) for letter in letters]
    return (
        "<</Type/Font/Subtype/Type3/FontMatrix[0.001 0 0 0.001 0 0]/FontBBox[0 0 500 700]/Resources<<>>"
        f"/FirstChar 1/LastChar {len(letters)}/Widths[{' '.join(['500'] * len(letters))}]"
        f"/CharProcs<<{' '.join(f'/{name} 7 0 R' for name in known)}>>"
        f"/Encoding<</Type/Encoding/Differences[1 {' '.join('/' + name for name in known)}]>>>>"
    )


def document(names: str, pages: int = 1) -> bytes:
    """Pages in that font: a large line above, smaller ones below."""
    letters = "".join(sorted(set(TITLE + BODY) - {" "}))
    codes = {letter: code for code, letter in enumerate(letters, 1)}

    def shown(y: float, words: str, size: float) -> str:
        pieces = (bytes(codes[letter] for letter in word).hex() for word in words.split())
        return f"BT /F4 {size} Tf 1 0 0 1 72 {y} Tm [{' -400 '.join(f'<{piece}>' for piece in pieces)}] TJ ET"

    drawn = pdf_files.stream("500 0 0 0 450 700 d1 0 0 450 700 re f")
    page = [shown(720, TITLE, 24), *(shown(660 - 14 * number, BODY, 9) for number in range(12))]
    return pdf_files.paged([page] * pages, more=[font(names, letters), drawn], fonts="/F4 6 0 R")


def test_names_of_characters_that_only_the_second_reader_knows() -> None:
    """Letters that are drawings, with codes from 1 on: text, title, reading view, and a warning that says who read."""
    found = extract(document("{}", pages=2), name="cape.pdf")
    assert found.text.count(BODY) == 24
    assert found.title == TITLE
    assert [part.text for part in found.parts if part.kind == "heading"] == [TITLE, TITLE]
    assert found.warnings == ("2 of 2 pages were read by a second reader (pdfminer.six).",)


def test_characters_that_nobody_can_tell_are_warned_of() -> None:
    """Names without a meaning: no second reading is taken, and the warning says that the text cannot be relied on."""
    found = extract(document("x{}zz"), name="cape.pdf")
    assert BODY not in found.text
    assert found.warnings == ("The fonts of 1 of 1 pages do not say which characters they show.",)


def test_an_ordinary_document_does_not_load_the_second_reader() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pdfminer"]:
        del sys.modules[name]
    found = extract(pdf_files.paged([pdf_files.paragraph(700)]), name="plain.pdf")
    assert found.text and not found.warnings
    assert not any(name.partition(".")[0] == "pdfminer" for name in sys.modules)


def test_no_more_pages_are_asked_for_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_miner, "MOST_PAGES", 3)
    found = extract(document("{}", pages=5), name="cape.pdf")
    assert found.text.count(BODY) == 36
    assert found.warnings[0] == "3 of 5 pages were read by a second reader (pdfminer.six)."


@pytest.mark.parametrize(
    "text", ["Úvod do programování", "北京大学 2004", "第3章 飲料", "Привет, мир", "1 234,50", "NATO", ""]
)
def test_words_of_any_script_are_readable(text: str) -> None:
    assert readable(text) >= 0.85


@pytest.mark.parametrize(
    "text", ["\x04\x05\x06\x04", "3HQČåQt\x03SURVWĜHGN", "ɍɝɥɨɜɚɹɲɥ", "ǡǼǱǺǓǯǯ", "\ufffd\ufffd a"]
)
def test_what_broken_fonts_give_is_not(text: str) -> None:
    assert readable(text) < 0.6
