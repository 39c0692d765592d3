"""What the text processor formats have in common at their end: parts → text, links, title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Link, Part
from extractors.titles import first_lines as titles

# Characters of fonts that are drawn pictures: Symbol and Wingdings, in text processors' U+F020–U+F0FF.

_GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SMALL = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_MATHS = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…"
_SETS = "⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
# The encoding of Adobe's Symbol font; what it shares with ASCII is added below.
_SYMBOL = dict(
    zip(
        b"\"$'-*@\\^\xc0\xe5\xf2"
        + bytes((*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xA1, 0xBD), *range(0xC5, 0xE0))),
        "∀∃∋−∗≅∴⊥ℵ∑∫" + _GREEK + _SMALL + _MATHS + _SETS,
        strict=True,
    )
)
_WINGDINGS = dict(
    zip(
        bytes.fromhex("282a4a4c6c6e6f717275 76a4a7a8d8dfe0e8fbfcfdfe"),
        "☎✉☺☹●■□❑❒◆❖◉▪◻➢←→➔✗✓☒☑",
        strict=True,
    )
)


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


HYPERLINK = re.compile(r'HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]+)"|([^"\s\\]\S*))', re.IGNORECASE)
"""The code of a field that leads elsewhere: its address stands in group 1 or 2."""
TITLE_STYLES = ("title", "标题", "titel", "titre")
_HEADINGS = ("heading", "标题", "überschrift", "titre", "título", "заголовок", "見出し")


def heading_level(style: str) -> int:
    """The level (1–6) of a heading whose style is called so, in lower case; 0 for other styles."""
    for word in _HEADINGS:
        rest = style.removeprefix(word).strip()
        if rest != style and rest in tuple("123456"):
            return int(rest)
    return 0


def joined(pieces: Iterable[str]) -> str:
    r"""Text in which pairs of \u surrogates have become one character, and lone ones are replaced."""
    text = "".join(pieces)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_ON_EVERY_PAGE = ("header", "footer")
DAMAGED = Message("file-damaged-read")


def fill(
    document: Document,
    parts: Iterable[Part],
    links: Iterable[tuple[str, str]],
    lines: Sequence[titles.Line],
    named: str,
    *,
    source: str = "metadata",
    name: str | None = None,
) -> Document:
    """Take the parts (in reading order) and what comes of them. `lines` may still grow while parts are taken.
    `links` are addresses with the words that lead there.

    The text is what stands once in the document: headers and footers, which stand on every page, and what describes
    pictures are parts of their own only.
    """
    document.parts = tuple(part for part in parts if part.text)
    document.text = "\n".join(
        part.text for part in document.parts if part.role not in _ON_EVERY_PAGE and part.kind != "image"
    )
    found = ((url.partition("#")[0].strip(), text) for url, text in links)
    document.links = tuple(
        dict.fromkeys(Link(url, "a", spacing.line(text)[:300], False) for url, text in found if url)
    )
    titles.choose(document, lines, named, source=source, name=name)
    return document
