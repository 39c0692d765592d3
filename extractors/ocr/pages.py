"""A picture of a page → its lines with places and sizes, in the languages that are expected or that it turns out to be
in.

hOCR (The hOCR Embedded OCR Workflow and Output Format 1.2) says of each line its box, the size of its letters and how
sure each word is. What is not sure is left out: pictures and handwriting give letters, too, that mean nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lxml import etree

from extractors.base import spacing
from extractors.base.language import detect
from extractors.base.spacing import listed
from extractors.ocr import tesseract
from extractors.ocr.tesseract import Clock

_WORD_SURE = 25  # per cent from which a word is kept
_LINE_SURE = 60  # per cent, on average, from which a line is kept
_PAGE_SURE = 75  # the same of a page from which no other language is tried
_FEWEST = 3  # letters of a page that holds any
_KIN = 1.12  # by which sizes of letters may differ that are the same in print
_MOST = 3  # languages at a time: each makes it slower
_ENOUGH = 60  # letters from which the language of a page is told by them
_DENSE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_NUMBERS = re.compile(r"(bbox|x_size|x_wconf)((?: -?[\d.]+)+)")

# BCP 47 → Tesseract's names of languages.
_NAMES = dict(
    pair.split(":")
    for pair in listed("""
    zh:chi_sim zh-hant:chi_tra zh-tw:chi_tra zh-hk:chi_tra ja:jpn ko:kor en:eng de:deu fr:fra es:spa it:ita pt:por
    nl:nld sv:swe da:dan no:nor nb:nor fi:fin is:isl pl:pol cs:ces sk:slk hu:hun ro:ron hr:hrv sl:slv et:est lv:lav
    lt:lit tr:tur ca:cat vi:vie id:ind la:lat ru:rus uk:ukr bg:bul sr:srp el:ell ar:ara fa:fas he:heb hi:hin th:tha
    """)
)
_SCRIPTS = {
    "Han": ("chi_sim", "chi_tra"),
    "Japanese": ("jpn",),
    "Hiragana": ("jpn",),
    "Katakana": ("jpn",),
    "Hangul": ("kor",),
    "Korean": ("kor",),
    "Cyrillic": ("rus", "ukr", "bul", "srp"),
    "Greek": ("ell",),
    "Arabic": ("ara", "fas"),
    "Hebrew": ("heb",),
    "Devanagari": ("hin",),
    "Thai": ("tha",),
}


class Recognised(NamedTuple):
    """A line: its text, the size of its letters, and its box from the upper left corner, in pixels; how sure it is, in
    per cent."""

    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float
    sure: float


class Page(NamedTuple):
    """The lines of a page, the languages they were read in, and by how many degrees clockwise it had to be turned."""

    lines: tuple[Recognised, ...] = ()
    languages: tuple[str, ...] = ()
    turned: int = 0

    @property
    def letters(self) -> int:
        return sum(len(line.text.replace(" ", "")) for line in self.lines)

    @property
    def sure(self) -> float:
        """How sure its letters are on average."""
        letters = self.letters
        return (
            sum(line.sure * len(line.text.replace(" ", "")) for line in self.lines) / letters
            if letters
            else 0
        )


class Recogniser:
    """Reads the pages of one document, in the languages `expected` of it (BCP 47) first."""

    def __init__(self, expected: Sequence[str], clock: Clock) -> None:
        self._installed = tesseract.languages()
        self._expected = tuple(dict.fromkeys(filter(None, map(self._name, expected))))[:_MOST]
        self._clock = clock

    def read(self, picture: Any, dpi: int) -> Page:
        """The lines of a picture (PIL, grey). tesseract.Failed; tesseract.Slow when time was over before they
        made sense."""
        best = self._tried(picture, dpi, self._first(), Page())
        if best.sure < _PAGE_SURE or best.letters < _ENOUGH:
            best = self._by_script(picture, dpi, best)
        return self._in_its_language(picture, dpi, best) if best.letters >= _FEWEST else Page()

    def _first(self) -> tuple[str, ...]:
        """The languages to begin with: those expected, and English, whose letters most others share."""
        asked = (*self._expected, *({"eng"} & self._installed))
        return tuple(dict.fromkeys(asked))[:_MOST] or tuple(sorted(self._installed - {"osd"}))[:1]

    def _by_script(self, picture: Any, dpi: int, best: Page) -> Page:
        """The page again, turned and in the languages of its script, when that makes more sense."""
        if "osd" not in self._installed:
            return best
        turned, script = tesseract.script(_packed(picture), dpi, self._clock)
        own = tuple(name for name in _SCRIPTS.get(script, ()) if name in self._installed)
        of_these = tuple(name for name in own if name in self._expected) or own[:1]
        asked = (*of_these, *({"eng"} & self._installed)) if own else self._first()
        if not turned and asked == best.languages:
            return best
        upright = picture.rotate(-turned, expand=True) if turned else picture
        return self._tried(upright, dpi, asked, best, turned)

    def _in_its_language(self, picture: Any, dpi: int, best: Page) -> Page:
        """The page again in the language that its words are of, where that was not asked for and is installed."""
        if best.letters < _ENOUGH:
            return best
        found = self._name(detect("\n".join(line.text for line in best.lines)))
        if not found or found in best.languages:
            return best
        upright = picture.rotate(-best.turned, expand=True) if best.turned else picture
        return self._tried(upright, dpi, (found,), best, best.turned)

    def _tried(self, picture: Any, dpi: int, asked: tuple[str, ...], best: Page, turned: int = 0) -> Page:
        """A run in some languages, or `best` where that is better or there is no time."""
        try:
            lines = tuple(lines_of(tesseract.hocr(_packed(picture), dpi, asked, self._clock)))
        except tesseract.Slow:
            if best.sure >= _PAGE_SURE:
                return best
            raise
        page = Page(lines, asked, turned)
        return page if page.letters * page.sure >= best.letters * best.sure else best

    def _name(self, tag: str) -> str:
        """The installed language of a BCP 47 tag, or ""."""
        tag = tag.lower()
        found = _NAMES.get(tag) or _NAMES.get(tag.partition("-")[0], "")
        return found if found in self._installed else ""


def _packed(picture: Any) -> bytes:
    """A grey picture as PNM, which takes nothing to unpack."""
    return b"P5 %d %d 255\n" % picture.size + bytes(picture.tobytes())


def lines_of(hocr: bytes) -> Iterator[Recognised]:
    """The lines of a page in hOCR that make sense, sizes that are the same in print made the same."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    root = etree.fromstring(hocr, parser)
    found = [
        line
        for span in _of_class(root, "ocr_line ocr_header ocr_caption ocr_textfloat")
        if (line := _line(span))
    ]
    sizes = _evened(found)
    return (line._replace(size=sizes[line.size]) for line in found)


def _of_class(root: Any, names: str) -> Iterator[Any]:
    wanted = frozenset(names.split())
    return (
        (one for one in root.iter("{*}span") if one.get("class") in wanted) if root is not None else iter(())
    )


def _line(span: Any) -> Recognised | None:
    words, sure, heights = [], [], []
    for word in _of_class(span, "ocrx_word"):
        text, about = spacing.line("".join(word.itertext())), _numbers(word)
        certain = about.get("x_wconf", [0.0])[0]
        if text and certain >= _WORD_SURE:
            words.append(text)
            sure += [certain] * len(text)
            box = about.get("bbox", [0.0] * 4)
            heights.append(box[3] - box[1])
    about = _numbers(span)
    text = "".join(_spaced(words)).strip()
    if not sure or sum(sure) < _LINE_SURE * len(sure) or not any(map(str.isalnum, text)):
        return None
    box = about.get("bbox", [])
    if len(box) != 4:
        return None
    size = about.get("x_size", [box[3] - box[1]])[0]
    if len(_DENSE.findall(text)) * 2 > len(text):  # it has no ascenders to be measured by
        size = sorted(heights)[len(heights) * 3 // 4] * 1.1
    left, top, right, bottom = box
    return Recognised(text, size, left, top, right, bottom, sum(sure) / len(sure)) if size > 0 else None


def _spaced(words: Sequence[str]) -> Iterator[str]:
    """Words with blanks between them, but for scripts that have none."""
    before = ""
    for word in words:
        if before and not (_DENSE.match(before[-1]) and _DENSE.match(word)):
            yield " "
        yield word
        before = word


def _numbers(element: Any) -> dict[str, list[float]]:
    """What the title of an element of hOCR says: bbox, x_size, x_wconf."""
    found = _NUMBERS.findall(element.get("title", ""))
    return {name: [float(one) for one in values.split()] for name, values in found}


def _evened(lines: Sequence[Recognised]) -> dict[float, float]:
    """Sizes → the commonest of those that hardly differ from it, by letters; then the same of all others."""
    left: Counter[float] = Counter()
    for line in lines:
        left[line.size] += len(line.text)
    found: dict[float, float] = {}
    while left:
        kin = {size: [one for one in left if size / _KIN <= one <= size * _KIN] for size in left}
        peak = max(left, key=lambda size: (sum(left[one] for one in kin[size]), left[size]))
        for size in kin[peak]:
            found[size] = peak
            del left[size]
    return found
