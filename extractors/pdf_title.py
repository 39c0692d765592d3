"""The title of a PDF: the largest text on its first page, in the order it is read."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from extractors.html_metadata import clean

_MAX_CHARACTERS = 6000
_LONGEST = 250


@dataclass(slots=True)
class _Run:
    """Neighbouring characters of one size."""

    size: float
    text: str
    top: float
    bottom: float


def largest_text(pdf: Any) -> str:
    """The first run of the largest letters on page 1, "" when nothing stands out. Bounded by the first characters."""
    try:
        page = pdf[0]
    except pdfium.PdfiumError:
        return ""
    try:
        textpage = page.get_textpage()
        try:
            runs = _runs(textpage)
        finally:
            textpage.close()
    except pdfium.PdfiumError:
        return ""
    finally:
        page.close()
    return _choose(runs)


def _choose(runs: list[_Run]) -> str:
    weight: Counter[float] = Counter()
    for run in runs:
        weight[run.size] += len(run.text)
    if not weight:
        return ""
    body = weight.most_common(1)[0][0]
    candidates = [run for run in runs if _sayable(run.text)]
    if not candidates:
        return ""
    largest = max(run.size for run in candidates)
    alone = len(weight) == 1
    if largest <= body * 1.08 and not alone:
        return ""
    if alone:
        return clean(runs[0].text) if len(runs) == 1 and len(runs[0].text) <= _LONGEST else ""
    return clean(next(run.text for run in candidates if run.size == largest))


def _sayable(text: str) -> bool:
    letters = sum(1 for c in text if c.isalpha())
    return len(text.strip()) <= _LONGEST and (
        letters >= 3 or (letters >= 2 and any("\u2e80" <= c <= "\u9fff" for c in text))
    )


def _runs(textpage: Any) -> list[_Run]:
    runs: list[_Run] = []
    matrix = raw.FS_MATRIX()
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(min(textpage.count_chars(), _MAX_CHARACTERS)):
        code = raw.FPDFText_GetUnicode(textpage, index)
        character = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        if character in "\r\n\ufffe\x02" or character.isspace():
            if runs and not runs[-1].text.endswith(" "):
                runs[-1].text += " "
            continue
        size = raw.FPDFText_GetFontSize(textpage, index)
        if raw.FPDFText_GetMatrix(textpage, index, matrix):
            size *= math.hypot(matrix.c, matrix.d)
        raw.FPDFText_GetCharBox(textpage, index, left, right, bottom, top)
        size = round(size, 1)
        run = runs[-1] if runs else None
        # The same size on the next line goes on; a gap of more than two lines begins something else.
        if run is not None and abs(run.size - size) < 0.3 and run.bottom - top.value < 1.2 * size:
            run.text += character
            run.bottom = min(run.bottom, bottom.value)
        else:
            runs.append(_Run(size, character, top.value, bottom.value))
    return runs
