"""PDF files written by hand, object by object, so that what is in them is known."""

from __future__ import annotations

from collections.abc import Sequence

FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
BOLD = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>"
# A CID font without an embedded program; Adobe-GB1 through a predefined CMap (ISO 32000-1, table 118).
CHINESE = (
    "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font"
    "/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>"
    "/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]"
    "/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>]>>"
)
BOX = "[0 0 612 792]"


def text(x: float, y: float, words: str, size: float = 12, font: str = "F1", colour: str = "0 g") -> str:
    """Operators that show words at a place."""
    shown = f"({words})" if words.isascii() else f"<{words.encode('utf-16-be').hex()}>"
    font = font if words.isascii() else "F3"
    return f"BT {colour} /{font} {size} Tf 1 0 0 1 {x} {y} Tm {shown} Tj ET"


def stream(content: str, about: str = "") -> str:
    return f"<<{about}/Length {len(content.encode('latin-1'))}>>stream\n{content}\nendstream"


def written(objects: Sequence[str], info: str = "") -> bytes:
    """A file of these objects, numbered from 1, the first being the catalogue."""
    objects = [*objects, f"<<{info}>>"]
    out, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    start = len(out)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = (
        f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info {len(objects)} 0 R>>\nstartxref\n{start}\n%%EOF\n"
    )
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    return out + trailer.encode()


def paged(
    pages: Sequence[Sequence[str]],
    *,
    info: str = "",
    box: str = BOX,
    catalogue: str = "",
    page: str = "",
    more: Sequence[str] = (),
    fonts: str = "",
) -> bytes:
    """A file with these pages, each a sequence of operators. Objects: 1 catalogue, 2 pages, 3–5 fonts F1 (plain), F2
    (bold), F3 (Chinese), from 6 on `more`, then the pages and their contents. `fonts` names further ones."""
    first = 6 + len(more)
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{catalogue}>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
    ]
    objects += [FONT, BOLD, CHINESE, *more]
    for number, operators in enumerate(pages):
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Contents {first + 2 * number + 1} 0 R{page}"
            f"/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R{fonts}>>>>>>"
        )
        objects.append(stream("\n".join(operators)))
    return written(objects, info)


def paragraph(
    y: float, lines: int = 6, x: float = 72, words: str = "and so the text of this page goes on for a while"
) -> list[str]:
    """Operators of running text from a height downwards."""
    return [text(x, y - 14 * number, f"{words} {number}.") for number in range(lines)]
