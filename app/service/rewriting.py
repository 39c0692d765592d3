"""A stored page or style sheet whose addresses lead to other captures of the same moment, for a browser without scripts.

Only the values of attributes and the addresses in style sheets are put in place; all other characters stay. Parsing and
serialising by lxml or selectolax was not taken: both change pages that are not well-formed, which is what an archive
must show as it was. Nothing depends on this finding every address: what it overlooks is kept from loading by the policy
that is sent with the page.
"""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable

import regex

from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.html import css

Place = Callable[[str], str]
"""Makes an absolute address (without fragment) the address of its memento here."""

_PATIENCE = 5.0  # seconds for one page; one that was made to take longer is sent as it is
_ATTRIBUTES = r"""(?>[^"'<>]+|"[^"]*"|'[^']*'|["'])*"""
_TOKEN = regex.compile(
    r"<!--.*?(?:-->|\Z)"
    rf"|<(?P<raw>script|style|textarea|title|xmp)\b(?P<head>{_ATTRIBUTES})>(?P<inside>.*?)(?=</(?P=raw)\b|\Z)"
    rf"|<(?P<name>[a-z][^\s/>]*)(?P<rest>{_ATTRIBUTES})>",
    regex.IGNORECASE | regex.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"""(?P<name>[^\s"'<>/=]+)(?P<sign>\s*=\s*)(?P<value>"[^"]*"|'[^']*'|[^\s"'>]+)""", re.DOTALL
)
_ADDRESSES = frozenset(
    {
        "href",
        "src",
        "action",
        "formaction",
        "poster",
        "data",
        "background",
        "longdesc",
        "lowsrc",
        "dynsrc",
        "cite",
    }
    | {"profile", "manifest", "xlink:href"}
)
_SETS = frozenset({"srcset", "imagesrcset"})
_GONE = frozenset({"integrity", "nonce", "ping"})
"""A digest of bytes that are rewritten here; a sign for scripts; what is told about a click."""
_ELSEWHERE = frozenset({"_blank", "_new", "_parent", "_top"})
_REFRESH = re.compile(r"(\s*[\d.]+\s*[;,]?\s*url\s*=\s*)(['\"]?)(.*)", re.IGNORECASE | re.DOTALL)
_CANDIDATE = re.compile(r"[^\s,]\S*")


def page(data: bytes, charset: str | None, base_url: str, place: Place, *, framed: bool = False) -> str:
    """The text of an HTML page with its addresses put in place; `framed`: links open where the page is."""
    text, codec, _ = decode(data, charset)
    return _Writer(Resolver(base_url, codec), place, framed=framed).page(text)


def style_sheet(data: bytes, charset: str | None, base_url: str, place: Place) -> str:
    """The text of a style sheet with its addresses put in place."""
    text, _, _ = decode(data, charset)
    return _Writer(Resolver(base_url), place).css(text)


def absolute(base_url: str, reference: str) -> str:
    """Where a redirect leads, without fragment; "" for what is no address."""
    found = Resolver(base_url).resolve(reference.strip().partition("#")[0])
    return found if found.startswith(("http://", "https://", "ftp://")) else ""


class _Writer:
    def __init__(self, resolver: Resolver, place: Place, *, framed: bool = False) -> None:
        self._resolver, self._place, self._framed = resolver, place, framed
        self._rebased = False

    def page(self, text: str) -> str:
        end = time.monotonic() + _PATIENCE
        pieces, at, place = list[str](), 0, text.find("<")
        # looking for each “<” first takes a third of the time that the pattern takes to find them
        while place >= 0:
            try:
                found = _TOKEN.match(
                    text, place, timeout=max(end - time.monotonic(), 0.001), concurrent=False
                )
            except TimeoutError:
                return text
            if found is None:
                place = text.find("<", place + 1)
                continue
            pieces += (text[at:place], self._token(found))
            at = found.end()
            place = text.find("<", at)
        return "".join((*pieces, text[at:]))

    def css(self, text: str) -> str:
        return css.rewritten(text, self._address)

    def _token(self, found: regex.Match[str]) -> str:
        if found["raw"]:
            name, inside = found["raw"], found["inside"]
            if name.lower() == "style":
                inside = self.css(inside)
            return f"<{name}{self._attributes(name, found['head'])}>{inside}"
        if found["name"]:
            return f"<{found['name']}{self._attributes(found['name'], found['rest'])}>"
        return str(found[0])

    def _attributes(self, element: str, text: str) -> str:
        if "=" not in text:
            return text
        element = element.lower()
        if element == "meta" and "refresh" not in text.lower():
            return text
        if element == "base":
            return self._base(text)
        return _ATTRIBUTE.sub(lambda found: self._attribute(element, found), text)

    def _attribute(self, element: str, found: re.Match[str]) -> str:
        name, value = found["name"].lower(), found["value"]
        if name in _GONE:
            return ""
        quoted = value[:1] in "\"'"
        if self._framed and name == "target" and value.strip("\"'").lower() in _ELSEWHERE:
            return ""
        plain = html.unescape(value[1:-1] if quoted else value)
        if name in _ADDRESSES:
            new = self._address(plain)
        elif name in _SETS:
            new = _CANDIDATE.sub(lambda one: self._candidate(one[0]), plain)
        elif name == "style":
            new = self.css(plain)
        elif name == "content" and element == "meta" and (refresh := _REFRESH.fullmatch(plain)):
            new = refresh[1] + self._address(refresh[3].rstrip("'\" "))
        else:
            return found[0]
        return found[0] if new == plain else f'{found["name"]}{found["sign"]}"{html.escape(new)}"'

    def _base(self, text: str) -> str:
        """The first base counts for all that follows; all addresses are absolute then, so it goes."""

        def gone(found: re.Match[str]) -> str:
            if found["name"].lower() != "href":
                return found[0]
            if not self._rebased:
                self._rebased = True
                self._resolver.rebase(html.unescape(found["value"].strip("\"'")))
            return ""

        return _ATTRIBUTE.sub(gone, text)

    def _candidate(self, text: str) -> str:
        """One part of a srcset: an address, or its width or density."""
        if re.fullmatch(r"[\d.]+[wxh],?", text):
            return text
        address = text.rstrip(",")
        return self._address(address) + text[len(address) :]

    def _address(self, reference: str) -> str:
        whole, sign, fragment = reference.strip().partition("#")
        if not whole:
            return reference
        absolute = self._resolver.resolve(whole)
        if not absolute.startswith(("http://", "https://", "ftp://")):
            return reference
        return self._place(absolute) + sign + fragment
