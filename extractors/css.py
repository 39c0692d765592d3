"""Style sheets: the addresses in url() and @import."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.addresses import Resolver
from extractors.charset import decode
from extractors.types import Document, Link, Source

# One pass over what matters: comments and plain strings are matched so that addresses inside them are not.
_STRING = r"""(?:"((?:[^"\\\n]|\\.)*+)"|'((?:[^'\\\n]|\\.)*+)')"""
# A string that never ends is a token too, or every quote in it would be tried as a beginning.
_TOKEN = re.compile(
    rf"""/\*.*?(?:\*/|\Z)
    |@namespace\b[^;{{}}]*+
    |@import\s*+{_STRING}
    |\burl\(\s*+(?:{_STRING}|((?:[^()'"\s\\]|\\.)++))\s*+\)
    |"(?:[^"\\\n]|\\.)*+"?|'(?:[^'\\\n]|\\.)*+'?""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


def references(css: str) -> Iterator[str]:
    """Every address in a style sheet or style attribute, as written."""
    lowered = css.lower()
    if "url(" not in lowered and "mport" not in lowered:  # most are without; "i" has more than two forms
        return
    for token in _TOKEN.finditer(css):
        if token.lastindex:
            yield unescape(token[token.lastindex])


def unescape(text: str) -> str:
    r"""CSS escapes: \26 and \( alike."""
    if "\\" not in text:
        return text

    def character(found: re.Match[str]) -> str:
        if not found[1]:
            return found[2]
        number = int(found[1], 16)
        return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "�"

    return _ESCAPE.sub(character, text)


def css_links(text_or_bytes: str | bytes, base_url: str | None) -> list[Link]:
    """The links of a style sheet, each once, in the order they appear."""
    text = text_or_bytes if isinstance(text_or_bytes, str) else decode(text_or_bytes, None)[0]
    resolver = Resolver(base_url)
    urls = dict.fromkeys(resolver.resolve(reference) for reference in references(text))
    return [Link(url, "css", "", True) for url in urls if url]


def extract(source: Source) -> Document:
    document = source.document()
    document.text, document.metadata["charset"], _ = decode(source.data, source.charset)
    if source.links:
        document.links = tuple(css_links(document.text, source.base_url))
    return document
