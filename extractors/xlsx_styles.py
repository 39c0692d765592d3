"""Styles and shared strings of Excel workbooks (ECMA-376 part 1, 18.4 and 18.8)."""

from __future__ import annotations

from lxml import etree

from extractors import drawingml, packages
from extractors.number_formats import BUILT_IN
from extractors.sheets import MAX_CELLS, MAX_CHARACTERS, Look


def looks(root: etree._Element | None) -> list[Look]:
    """The cell styles of styles.xml in the order in which cells number them."""
    if root is None:
        return []
    formats = dict(BUILT_IN)
    for element in root.iterfind("{*}numFmts/{*}numFmt"):
        formats[_number(element.get("numFmtId"))] = element.get("formatCode") or ""
    fonts = [_font(font) for font in root.iterfind("{*}fonts/{*}font")]
    found = []
    for xf in root.iterfind("{*}cellXfs/{*}xf"):
        font = _number(xf.get("fontId"))
        size, bold = fonts[font] if font < len(fonts) else (0.0, False)
        alignment = xf.find("{*}alignment")
        centred = alignment is not None and (alignment.get("horizontal") or "").startswith("center")
        code = formats.get(_number(xf.get("numFmtId")), "")
        found.append(Look("" if code.lower() == "general" else code, size, bold, centred))
    return found


def _font(font: etree._Element) -> tuple[float, bool]:
    size, bold = font.find("{*}sz"), font.find("{*}b")
    points = size.get("val") if size is not None else None
    try:
        return float(points or 0), bold is not None and bold.get("val") not in ("0", "false")
    except ValueError:
        return 0.0, False


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0


def shared_strings(data: bytes) -> list[str]:
    """The strings of sharedStrings.xml in their order."""
    found: list[str] = []
    size = 0
    for element in packages.stream(data, "{*}si"):
        text = string(element)
        found.append(text)
        size += len(text)
        packages.done(element)
        if len(found) > MAX_CELLS or size > MAX_CHARACTERS:
            break
    return found


def string(element: etree._Element) -> str:
    """The text of a string with its runs, without the readings (phonetic runs) beside it."""
    texts = []
    for child in element:
        local = drawingml.local(child)
        if local == "t":
            texts.append(child.text or "")
        elif local == "r":
            texts += [piece.text or "" for piece in child.iterfind("{*}t")]
    return unescape("".join(texts))


def unescape(text: str) -> str:
    """`_x000D_` and the like stand for characters that XML cannot hold."""
    if "_x" not in text:
        return text
    pieces = text.split("_x")
    out = [pieces[0]]
    for piece in pieces[1:]:
        code = piece[:4]
        if len(code) == 4 and piece[4:5] == "_" and all(c in "0123456789abcdefABCDEF" for c in code):
            character = chr(int(code, 16))
            out.append(("" if 0xD800 <= ord(character) < 0xE000 else character) + piece[5:])
        else:
            out.append("_x" + piece)
    return "".join(out)
