"""Pictures of pages recognised by a program that answers as Tesseract does: languages, sizes, doubts, limits."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from extractors.ocr import tesseract
from extractors.ocr.pages import Recogniser, lines_of
from tests.extractors.ocr.programs import asked, hocr, picture, program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")

ENGLISH = hocr(
    ("On the Tides of Inland Seas", 60, 100),
    *((f"The water rises by the width of a hand and falls again {n}", 28, 300 + 40 * n) for n in range(6)),
)
OSD = "Page number: 0\nRotate: 90\nOrientation confidence: 12.5\nScript: {}\nScript confidence: 3"


@pytest.fixture
def clock() -> tesseract.Clock:
    return tesseract.Clock(20)


def use(monkeypatch: pytest.MonkeyPatch, found: Path) -> Path:
    monkeypatch.setenv(tesseract.VARIABLE, str(found))
    return found


def test_lines_come_with_their_sizes_which_are_evened() -> None:
    first, *rest = lines_of(
        hocr(("A Title", 60, 0), ("some words", 28, 90), ("more words", 29, 130)).encode()
    )
    assert (first.text, first.size, first.left, first.top) == ("A Title", 60, 100, 0)
    assert len({line.size for line in rest}) == 1


def test_small_print_does_not_part_sizes_that_are_the_same() -> None:
    body = [(f"the words of the page go on {n}", 27 + n % 3, 200 + 40 * n) for n in range(8)]
    small = [("a note below the page", 24, 900), ("another note", 25, 940)]
    first, second, *_ = lines_of(hocr(("A Title of", 29, 0), ("Two Lines", 31, 40), *body, *small).encode())
    assert first.size == second.size


def test_what_is_not_sure_is_left_out() -> None:
    assert list(lines_of(hocr(("ij;li |", 40, 0), sure=40).encode())) == []
    assert list(lines_of(hocr(("--- ...", 40, 0)).encode())) == []


def test_chinese_words_have_no_blanks_between_them() -> None:
    [line] = lines_of(hocr(("关于 印发 办法 的 通知 2024 年", 40, 0)).encode())
    assert line.text == "关于印发办法的通知 2024 年"


def test_broken_answers_give_no_lines() -> None:
    assert list(lines_of(b"<html><span class='ocr_line' title='bbox a b'>")) == []


def test_the_expected_language_is_asked_first(monkeypatch, tmp_path, clock) -> None:
    found = use(monkeypatch, program(tmp_path, {"deu": ENGLISH, "eng": ENGLISH, "osd": ""}))
    page = Recogniser(("de-AT", "xx"), clock).read(picture(), 250)
    assert page.languages == ("deu", "eng")
    assert asked(found)[0] == "- - --dpi 250 -l deu+eng hocr P5 1240 1754 255"


def test_a_page_that_makes_no_sense_is_turned_and_read_in_its_script(monkeypatch, tmp_path, clock) -> None:
    answers = {
        "eng": hocr(("xl ;j", 30, 0), sure=20),
        "chi_sim": hocr(("中国天网实验室资料", 60, 9)),
        "osd": OSD.format("Han"),
    }
    found = use(monkeypatch, program(tmp_path, answers))
    page = Recogniser((), clock).read(picture(), 250)
    assert (page.lines[0].text, page.languages, page.turned) == ("中国天网实验室资料", ("chi_sim", "eng"), 90)
    assert asked(found)[-1].endswith("P5 1754 1240 255")


def test_a_page_is_read_again_in_the_language_of_its_words(monkeypatch, tmp_path, clock) -> None:
    german = "Die Gezeiten der Binnenmeere werden von dem Wind und nicht von dem Mond gemacht und"
    first = hocr(*((german, 28, 40 * n) for n in range(5)), sure=90)
    found = use(
        monkeypatch,
        program(
            tmp_path,
            {
                "eng": first,
                "deu": hocr(("Über Gezeiten " + german, 28, 0), *((german, 28, 40 * n) for n in range(1, 5))),
            },
        ),
    )
    page = Recogniser((), clock).read(picture(), 250)
    assert page.languages == ("deu",)
    assert page.lines[0].text.startswith("Über")
    assert len(asked(found)) == 2


def test_no_program_has_no_languages(monkeypatch, tmp_path, clock) -> None:
    for named in ("", str(tmp_path / "none")):
        monkeypatch.setenv(tesseract.VARIABLE, named)
        assert tesseract.program() == ""
        assert tesseract.languages() == frozenset()
    with pytest.raises(tesseract.Failed):
        tesseract.hocr(b"", 250, ("eng",), clock)


def test_the_program_is_ended_when_its_time_is_over(monkeypatch, tmp_path) -> None:
    use(monkeypatch, program(tmp_path, {"eng": ENGLISH}, more="time.sleep(60)"))
    with pytest.raises(tesseract.Slow):
        tesseract.hocr(b"P5 1 1 255\n0", 250, ("eng",), tesseract.Clock(1))
    with pytest.raises(tesseract.Slow):
        tesseract.hocr(b"", 250, ("eng",), tesseract.Clock(0))


def test_what_the_program_says_last_is_the_reason(monkeypatch, tmp_path, clock) -> None:
    use(monkeypatch, program(tmp_path, {"eng": ENGLISH}))
    with pytest.raises(tesseract.Failed, match="no such language"):
        tesseract.hocr(b"", 250, ("deu",), clock)


def test_the_program_sees_nothing_of_the_person(monkeypatch, tmp_path, clock) -> None:
    monkeypatch.setenv("SECRET", "1")
    more = "import os; answer = here / ('eng' if 'SECRET' not in os.environ and os.environ['http_proxy'] else 'none')"
    use(monkeypatch, program(tmp_path, {"eng": ENGLISH}, more=more))
    assert b"Tides" in tesseract.hocr(b"", 250, ("eng",), clock)
    assert os.environ["SECRET"] == "1"
