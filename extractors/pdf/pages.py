"""Pictures of the pages of a PDF."""

from __future__ import annotations

import io
import math

import pypdfium2 as pdfium

from extractors.base.sentences import Message
from extractors.base.types import Picture, Unreadable
from extractors.pdf.file import opened

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
