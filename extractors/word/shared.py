"""What the text processor formats have in common at their end: parts → text, links, title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from extractors.base.sentences import Message
from extractors.base.types import Document, Link, Part
from extractors.titles import first_lines as titles

# Characters of fonts that are drawn pictures: Symbol and Wingdings, in text processors' U+F020–U+F0FF.

_GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SMALL = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
# The encoding of Adobe's Symbol font; what it shares with ASCII is added below.
_SYMBOL = {
    0x22: "∀",
    0x24: "∃",
    0x27: "∋",
    0x2A: "∗",
    0x2D: "−",
    0x40: "≅",
    0x5C: "∴",
    0x5E: "⊥",
    0xA1: "ϒ",
    0xA2: "′",
    0xA3: "≤",
    0xA4: "⁄",
    0xA5: "∞",
    0xA6: "ƒ",
    0xA7: "♣",
    0xA8: "♦",
    0xA9: "♥",
    0xAA: "♠",
    0xAB: "↔",
    0xAC: "←",
    0xAD: "↑",
    0xAE: "→",
    0xAF: "↓",
    0xB0: "°",
    0xB1: "±",
    0xB2: "″",
    0xB3: "≥",
    0xB4: "×",
    0xB5: "∝",
    0xB6: "∂",
    0xB7: "•",
    0xB8: "÷",
    0xB9: "≠",
    0xBA: "≡",
    0xBB: "≈",
    0xBC: "…",
    0xC0: "ℵ",
    0xC5: "⊕",
    0xC6: "∅",
    0xC7: "∩",
    0xC8: "∪",
    0xC9: "⊃",
    0xCA: "⊇",
    0xCB: "⊄",
    0xCC: "⊂",
    0xCD: "⊆",
    0xCE: "∈",
    0xCF: "∉",
    0xD0: "∠",
    0xD1: "∇",
    0xD2: "®",
    0xD3: "©",
    0xD4: "™",
    0xD5: "∏",
    0xD6: "√",
    0xD7: "⋅",
    0xD8: "¬",
    0xD9: "∧",
    0xDA: "∨",
    0xDB: "⇔",
    0xDC: "⇐",
    0xDD: "⇑",
    0xDE: "⇒",
    0xDF: "⇓",
    0xE5: "∑",
    0xF2: "∫",
    **{0x41 + at: letter for at, letter in enumerate(_GREEK)},
    **{0x61 + at: letter for at, letter in enumerate(_SMALL)},
}
_WINGDINGS = {
    0x28: "☎",
    0x2A: "✉",
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x71: "❑",
    0x72: "❒",
    0x75: "◆",
    0x76: "❖",
    0xA4: "◉",
    0xA7: "▪",
    0xA8: "◻",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE8: "➔",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}


def character(code: int, font: str = "") -> str:
    """What the character of a drawn font shows (its code with or without 0xF000), as near as Unicode has it; "•" for
    any other picture, and the character itself in fonts that are letters."""
    name = font.strip().lower()
    low = code & 0xFF
    drawn = 0xF000 <= code <= 0xF0FF or name.startswith(("symbol", "wingdings", "webdings", "zapfdingbats"))
    if not drawn:
        return chr(code) if code >= 32 and not 0xD800 <= code < 0xE000 else ""
    if name.startswith("wingdings") and low in _WINGDINGS:
        return _WINGDINGS[low]
    if name.startswith(("wingdings", "webdings", "zapf")):
        return "•"
    found = _SYMBOL.get(low)
    if found:
        return found
    return chr(low) if 32 <= low < 0x7F else "•"


def plain(text: str, font: str = "") -> str:
    """Text in which the private characters of drawn fonts have become what they show."""
    if not any("\uf020" <= c <= "\uf0ff" for c in text):
        return text
    return "".join(character(ord(c), font) if "\uf020" <= c <= "\uf0ff" else c for c in text)


_ON_EVERY_PAGE = ("header", "footer")
DAMAGED = Message("file-damaged-read")


def fill(
    document: Document,
    parts: Iterable[Part],
    links: Iterable[Link],
    lines: Sequence[titles.Line],
    named: str,
    *,
    source: str = "metadata",
    name: str | None = None,
) -> Document:
    """Take the parts (in reading order) and what comes of them. `lines` may still grow while parts are taken.

    The text is what stands once in the document: headers and footers, which stand on every page, and what describes
    pictures are parts of their own only.
    """
    document.parts = tuple(part for part in parts if part.text)
    document.text = "\n".join(
        part.text for part in document.parts if part.role not in _ON_EVERY_PAGE and part.kind != "image"
    )
    document.links = tuple(dict.fromkeys(links))
    titles.choose(document, lines, named, source=source, name=name)
    return document
