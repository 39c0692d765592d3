"""Opening PDF files with PDFium, which only one thread of the process may be inside."""

from __future__ import annotations

import ctypes
import io
import math
import re
import threading
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from extractors.base.sentences import Message
from extractors.base.types import Picture, Unreadable

# Compressed pieces inside files that would fill the memory when a library unpacks them unasked.

MOST_INFLATION = 1032  # what deflate can reach
_LIMIT = 32 << 20
"""Bytes one piece may unpack to. PDFium makes an object of some hundred bytes of every few bytes of content."""

_STREAM = re.compile(rb"stream\r?\n")
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")


def check_pdf(data: bytes) -> None:
    """Refuse a PDF of which one part other than a picture unpacks to more than any page holds."""
    for stream in _STREAM.finditer(data):
        if data.startswith(
            b"end", stream.start() - 3
        ):  # a look behind in the pattern would make it ten times slower
            continue
        about = data[max(0, stream.start() - 2000) : stream.start()]
        about = about[about.rfind(b"obj") + 1 :]
        layers = len(_FLATE.findall(about))
        if layers and b"/Image" not in about:
            end = data.find(b"endstream", stream.end())
            _check(memoryview(data)[stream.end() : end if end >= 0 else len(data)], layers)


def _check(packed: memoryview, layers: int) -> None:
    if len(packed) * MOST_INFLATION**layers <= _LIMIT:
        return
    inflaters = [zlib.decompressobj() for _ in range(min(layers, 3))]
    total = 0
    try:
        for start in range(0, len(packed), 4096):  # four kibibytes make four mebibytes at most
            piece = bytes(packed[start : start + 4096])
            for inflater in inflaters:
                piece = inflater.decompress(piece, _LIMIT + 1)
            total += len(piece)
            if total > _LIMIT:
                raise Unreadable(Message("part-file-unpack", most=_LIMIT >> 20))
            if inflaters[0].eof:
                return
    except zlib.error:
        return  # no such stream, or its end: nothing more can come out of it


# How often the drawings of a PDF (form XObjects, ISO 32000-1, 8.10) draw one another: PDFium follows them all.

_FORM = b"/Form"
_OBJECT = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+obj\b")
_NAMED = re.compile(rb"/([^\s/<>\[\]()]{1,127})\s+(\d{1,10})\s+\d{1,5}\s+R\b")
_RESOURCES = re.compile(rb"/Resources\s+(\d{1,10})\s+\d{1,5}\s+R\b")
_DRAWN = re.compile(rb"/([^\s/<>\[\]()]{1,127})\s+Do\b")
_DICTIONARY = 20_000  # bytes of a dictionary that are looked at
_CONTENT = 1 << 20  # bytes of a drawing that are looked at
_DEPTH = 40  # PDFium stops there
_MOST = 300_000
_MOST_FORMS = 20_000


def check(data: bytes) -> None:
    """Refuse a PDF whose drawings draw one another more than 300 000 times over."""
    if _FORM not in data or b"/XObject" not in data:
        return
    drawn = _drawings(data)
    costs = dict.fromkeys(drawn, 1)
    for _ in range(_DEPTH):
        before = costs
        costs = {
            form: 1 + sum(times * before.get(other, 1) for other, times in others.items())
            for form, others in drawn.items()
        }
        if costs == before:
            return
        if max(costs.values(), default=0) > _MOST:
            raise Unreadable(Message("drawings-pdf-repeat"))


def _drawings(data: bytes) -> dict[int, Counter[int]]:
    """Which drawings each drawing draws, and how often: by the numbers of their objects."""
    found: dict[int, Counter[int]] = {}
    places: dict[int, int] = {}  # where objects begin
    at = data.find(_FORM)
    while at >= 0 and len(found) < _MOST_FORMS:
        start = data.rfind(b" obj", max(0, at - _DICTIONARY), at)
        number = _OBJECT.search(data, max(0, start - 16), start + 4) if start >= 0 else None
        stream = _STREAM.search(data, at, at + _DICTIONARY) if number else None
        if number and stream and b"endobj" not in (about := data[start + 4 : stream.start()]):
            found[int(number[1])] = _draws(data, about, stream.end(), places)
            at = stream.end()
        at = data.find(_FORM, at + len(_FORM))
    return found


def _draws(data: bytes, about: bytes, start: int, places: dict[int, int]) -> Counter[int]:
    names = dict(_NAMED.findall(about))
    elsewhere = _RESOURCES.search(about)
    if elsewhere:
        if not places:
            places.update({int(number[1]): number.end() for number in _OBJECT.finditer(data)})
        there = places.get(int(elsewhere[1]), len(data))
        names |= dict(_NAMED.findall(data[there : there + _DICTIONARY].partition(b"endobj")[0]))
    if not names:
        return Counter()
    end = data.find(b"endstream", start)
    content = data[start : end if end >= 0 else len(data)]
    if b"/Flate" in about or b"/Fl " in about:
        try:
            content = zlib.decompressobj().decompress(content, _CONTENT)
        except zlib.error:
            return Counter()
    times: Counter[int] = Counter()
    for name in _DRAWN.findall(content[:_CONTENT]):
        if name in names:
            times[int(names[name])] += 1
    return times


# The functions of PDFium that are called for each line, link and comment, without what ctypes does around a
# call:
# converting arguments and letting other threads run takes longer than what they do.
#
# Nothing is checked: pages and other things are given as `handle` or `at` makes them, numbers plain ones that
# a C int holds, results go where `ctypes.byref` tells, and there are as many arguments as the function has.

_POINTER = ctypes.c_void_p


def _prompt(function: Any, result: Any = None, *arguments: Any) -> Any:
    place = ctypes.cast(function, _POINTER).value or 0
    return ctypes.PYFUNCTYPE(result, *arguments)(place)  # a function of the same library


def handle(thing: Any) -> Any:
    """What a typed pointer of pypdfium2 points to, as an argument."""
    return at(_POINTER.from_buffer(thing).value)


def at(place: int | None) -> Any:
    """What lies at a place in memory, as an argument."""
    return _POINTER.from_param(place)


font_size = _prompt(raw.FPDFText_GetFontSize, ctypes.c_double)
matrix = _prompt(raw.FPDFText_GetMatrix, ctypes.c_int)
origin = _prompt(raw.FPDFText_GetCharOrigin)
box = _prompt(raw.FPDFText_GetCharBox)
text_object = _prompt(raw.FPDFText_GetTextObject, _POINTER)
object_font = _prompt(raw.FPDFTextObj_GetFont, _POINTER)
text_mode = _prompt(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int)
fill = _prompt(raw.FPDFText_GetFillColor)

next_link = _prompt(raw.FPDFLink_Enumerate, ctypes.c_int)
link_action = _prompt(raw.FPDFLink_GetAction, _POINTER)
link_place = _prompt(raw.FPDFLink_GetAnnotRect, ctypes.c_int)
action_type = _prompt(raw.FPDFAction_GetType, ctypes.c_ulong)
address = _prompt(
    raw.FPDFAction_GetURIPath, ctypes.c_ulong, _POINTER, _POINTER, _POINTER, ctypes.c_ulong
)  # no int

next_entry = _prompt(raw.FPDFBookmark_GetNextSibling, _POINTER)
first_entry = _prompt(raw.FPDFBookmark_GetFirstChild, _POINTER)
entry_title = _prompt(raw.FPDFBookmark_GetTitle, ctypes.c_ulong, _POINTER, _POINTER, ctypes.c_ulong)

count_annotations = _prompt(raw.FPDFPage_GetAnnotCount, ctypes.c_int)
annotation = _prompt(raw.FPDFPage_GetAnnot, _POINTER)
annotation_type = _prompt(raw.FPDFAnnot_GetSubtype, ctypes.c_int)
close_annotation = _prompt(raw.FPDFPage_CloseAnnot)


_lock = threading.Lock()  # PDFium keeps global state
_HEAD = b"%PDF-"
_SEARCHED = 1 << 20


class Unopened(Unreadable):
    """PDFium could not open the file; another reader may be asked. What was refused as a bomb is no such file."""


class Page:
    """A page of an open document and its text, as handles of PDFium; to be closed. pypdfium2 has objects for both,
    which take as long to make and to end as the page takes to close."""

    __slots__ = ("raw", "text")

    def __init__(self, pdf: Any, number: int) -> None:
        """pypdfium2.PdfiumError when it is damaged."""
        self.raw = raw.FPDF_LoadPage(pdf.raw, number)
        if not self.raw:
            raise pdfium.PdfiumError("The page is damaged.")
        self.text = raw.FPDFText_LoadPage(self.raw)
        if not self.text:
            raw.FPDF_ClosePage(self.raw)
            raise pdfium.PdfiumError("The text of the page is damaged.")

    def box(self) -> tuple[float, float, float, float]:
        """What of it is shown: left, bottom, right, top, in points."""
        found = raw.FS_RECTF()
        if not raw.FPDF_GetPageBoundingBox(self.raw, found):
            raise pdfium.PdfiumError(Message("page-no-size"))
        return found.left, found.bottom, found.right, found.top

    def close(self) -> None:
        raw.FPDFText_ClosePage(self.text)
        raw.FPDF_ClosePage(self.raw)


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """The document (pypdfium2.PdfDocument), for as long as no other thread needs PDFium; `Unopened` when there is
    none, `Unreadable` when it was not tried. The empty password opens what is only protected against changes."""
    check_pdf(data)
    check(data)
    with _lock:
        pdf = _open(data)
        try:
            yield pdf
        finally:
            pdf.close()


def _open(data: bytes) -> Any:
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise Unopened(Message("pdf-password")) from error
        start = data.find(_HEAD, 1, _SEARCHED)  # PDFium looks for it in the first kibibyte only
        if start > 0:
            return _open(data[start:])
        if not data.startswith(_HEAD) and b" obj" in data[:_SEARCHED]:
            return _open(_HEAD + b"1.4\n" + data)  # the beginning is missing
        raise Unopened(Message("pdf-damaged")) from error


_MOST_PIXELS = 16_000_000
_LOSSLESS_COLOURS = 4096  # pages of text and drawings; what has more is a photograph


def page_picture(data: bytes, number: int, width: int = 800) -> Picture:
    """Page `number` (0 = the first) as a PNG, or JPEG when it is a photograph, `width` pixels wide.

    Smaller when it would have more than 16 million pixels. `Unreadable` when there is no such document or page.
    Takes PDFium for itself meanwhile: some 10–200 ms.
    """
    with opened(data) as pdf:
        if not 0 <= number < len(pdf):
            raise Unreadable(Message("pdf-no-page", number=number + 1))
        try:
            page = pdf[number]
        except pdfium.PdfiumError as error:
            raise Unreadable(Message("page-damaged-cannot")) from error
        try:
            wide, high = page.get_size()
            if not (0 < wide < math.inf and 0 < high < math.inf):
                raise Unreadable(Message("page-no-size"))
            scale = min(
                max(1, width) / wide, math.sqrt(_MOST_PIXELS / wide / high), _MOST_PIXELS / max(wide, high)
            )
            if wide * scale < 1 or high * scale < 1:
                raise Unreadable(Message("page-narrow-shown"))
            bitmap = page.render(scale=scale)
            image = bitmap.to_pil().convert("RGB")
            bitmap.close()
        except pdfium.PdfiumError as error:
            raise Unreadable(Message("page-damaged-cannot")) from error
        finally:
            page.close()
    target = io.BytesIO()
    lossless = image.getcolors(_LOSSLESS_COLOURS) is not None
    image.save(target, "PNG" if lossless else "JPEG", **({} if lossless else {"quality": 85}))
    media_type = "image/png" if lossless else "image/jpeg"
    return Picture(target.getvalue(), media_type, image.width, image.height)
