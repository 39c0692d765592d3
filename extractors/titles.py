"""Titles of documents that only look as if they had one: which of their first lines it is."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.html_metadata import clean

_LONGEST = 250
_CANDIDATES = 30
# What programs write into the title field by themselves: file names, their own name, placeholders.
_MACHINE = re.compile(
    r"""(?:microsoft\s+(?:word|powerpoint|excel)\b.*|.*\.(?:docx?|dot|rtf|xlsx?|pptx?|pdf|dvi|e?ps|tex|indd|qxd|cdr|pmd
    |html?|txt|odt|wpd|fm|tmp|jpe?g|png|tiff?)|(?:untitled|no\s+title|title|unknown|document|doc|slide|presentation
    |powerpoint\s+presentation|new\s+document|无标题|未命名|新建.{0,20}文档|pdf-title)[\s\d()._-]*|[\W\d_]*|(?:file|https?):.*)""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line or paragraph with what makes it stand out."""

    text: str
    size: float = 0.0
    bold: bool = False
    centred: bool = False
    level: int = 0  # of a heading; 0 = none


def believable(title: str) -> bool:
    """Could a person have written this title? (No file name, no placeholder, not garbled.)"""
    if not title or _MACHINE.fullmatch(title) or "�" in title:
        return False
    strange = sum(1 for c in title if "\x80" <= c <= "\xff" or c in "ƒ‚„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ‰")
    odd = sum(1 for c in title if unicodedata.category(c) in ("Co", "Cn", "Cs"))
    return strange * 3 <= len(title) and not odd


def same(a: str, b: str) -> bool:
    """Is one title found in the other text, white space and case apart?"""
    return _key(a) in _key(b)


def _key(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def standing_out(lines: Sequence[Line]) -> tuple[str, str]:
    """The title among the first lines of a document, and why it is thought to be one."""
    lines = [line for line in lines if line.text.strip()]
    head = lines[:_CANDIDATES]
    named = next((line for line in head if line.level == 1), None)
    if named is not None:
        return clean(named.text), "title style"
    sizes: Counter[float] = Counter()
    for line in lines[:400]:
        sizes[line.size] += len(line.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    largest = max((line.size for line in head if _sayable(line.text)), default=0.0)
    if largest > body * 1.05:
        found = next(line for line in head if line.size == largest and _sayable(line.text))
        return clean(found.text), "largest text"
    if len(lines) > 1:
        for line in head[:5]:
            if (line.centred or line.bold) and _sayable(line.text) and len(line.text) < 120:
                return clean(line.text), "first line"
    return "", ""


def _sayable(text: str) -> bool:
    return len(text) <= _LONGEST and sum(1 for c in text if c.isalnum()) >= 2
