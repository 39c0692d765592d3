"""Plain text, JSON and scripts: text as it stands."""

from __future__ import annotations

import re

from extractors.charset import decode
from extractors.html_metadata import clean
from extractors.types import Document, Part, Source

_TITLE_LONGEST = 120
_PARAGRAPHS = re.compile(r"\n(?:[ \t\u3000]*\n)+")
_MAX_PARTS = 100_000


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], _ = decode(source.data, source.charset)
    document.text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").strip("\n")
    if "\ufffd" in document.text:
        document.warnings = ("Some characters do not fit the character set and were replaced.",)
    if source.format != "text":
        document.parts = (Part("code", document.text),) if document.text else ()
        return document
    blocks = _PARAGRAPHS.split(document.text, _MAX_PARTS)
    document.parts = tuple(Part("paragraph", block.strip("\n")) for block in blocks if block.strip())
    first = next((line for line in document.text[:4096].split("\n") if line.strip(" \t\u3000=-*#_")), "")
    title = clean(first.strip(" \t\u3000#=*"))
    if title and len(title) <= _TITLE_LONGEST:
        document.title, document.title_source = title, "first line"
    return document
