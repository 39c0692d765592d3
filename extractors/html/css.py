"""Style sheets: the addresses in url(), @import and image-set(), and those of Internet Explorer's image loader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.base.types import Document, Link, Source

# One pass over what matters: comments and plain strings are matched so that addresses inside them are not. Every token
# is found by a sign that is rare in style sheets, which lets the search skip the rest: functions by their bracket.
_TO_QUOTE, _TO_APOSTROPHE = r"""(?>(?:[^"\\\n]++|\\.)*)""", r"""(?>(?:[^'\\\n]++|\\.)*)"""
_STRING = rf"""(?:"({_TO_QUOTE})"|'({_TO_APOSTROPHE})')"""
_TOKEN = re.compile(
    rf"""[/@("'](?:
    (?<=/)\*.*?(?:\*/|\Z)
    |(?<=@)(?:namespace\b[^;{{}}]*+|import\s*+{_STRING})
    |(?<=\burl\()\s*+(?:{_STRING}|((?>(?:[^()'"\s\\]|\\.)+)))\s*+\)
    |(?<=image-set\()((?>(?:(?:url|type|calc)\([^()]*+\)|[^()"']|"{_TO_QUOTE}"|'{_TO_APOSTROPHE}')*))\)
    |(?<=AlphaImageLoader\()[^()]*?\bsrc\s*+=\s*+{_STRING}
    # a string that never ends is a token too, or every quote in it would be tried as a beginning
    |(?<=")(?>(?:[^"\\\n]++|\\.)*)"?|(?<=')(?>(?:[^'\\\n]++|\\.)*)'?)""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_MARKS = ("mport", "mage-set", "mageloader")  # "i" has more than two forms
_SET_MEMBER = re.compile(rf"type\([^()]*+\)|{_STRING}|\burl\(\s*+([^()'\"\s]++)\s*+\)", re.IGNORECASE)
_SET = 6  # the group of what stands inside image-set()
_SIGNS = re.compile(r"[\"'()\\<>\s]")  # what an address in any of the quotes must not hold
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)


def references(css: str) -> Iterator[str]:
    """Every address in a style sheet or style attribute, as written."""
    lowered = css.lower()
    if "url(" not in lowered and not any(mark in lowered for mark in _MARKS):  # most are without
        return
    for token in _TOKEN.finditer(css):
        group = token.lastindex
        if group == _SET:
            for member in _SET_MEMBER.finditer(token[_SET]):
                if member.lastindex:
                    yield unescape(member[member.lastindex])
        elif group:
            yield unescape(token[group])


def rewritten(css: str, change: Callable[[str], str]) -> str:
    """The style sheet with every address (unescaped, as `references` gives it) put in place by what `change` makes of
    it; all else stays as it is written."""
    lowered = css.lower()
    if "url(" not in lowered and not any(mark in lowered for mark in _MARKS):
        return css

    def put(found: re.Match[str], group: int) -> str:
        whole, start = found[0], found.start()
        begin, end = found.start(group) - start, found.end(group) - start
        address = _SIGNS.sub(lambda sign: f"\\{ord(sign[0]):x} ", change(unescape(found[group])))
        return whole[:begin] + address + whole[end:]

    def token(found: re.Match[str]) -> str:
        group = found.lastindex
        if group != _SET:
            return put(found, group) if group else found[0]
        member = partial(_put_member, put)
        begin, end = found.start(_SET) - found.start(), found.end(_SET) - found.start()
        return found[0][:begin] + _SET_MEMBER.sub(member, found[_SET]) + found[0][end:]

    return _TOKEN.sub(token, css)


def _put_member(put: Callable[[re.Match[str], int], str], found: re.Match[str]) -> str:
    return put(found, found.lastindex) if found.lastindex else found[0]


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
