"""References in documents → absolute addresses, the way a browser reads them, fast.

Nothing is normalised that a reader would not notice (case, default ports, escapes): that is the crawler's business.
"""

from __future__ import annotations

import re
from urllib.parse import quote

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_SPLIT = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*:)(//[^/?#]*)?([^?#]*)(\?[^#]*)?")
_DOTS = re.compile(r"/\.{1,2}(?:/|$)")
_BLANK = "".join(map(chr, range(33)))  # C0 controls and space: trimmed from both ends
_TAB_OR_NEWLINE = str.maketrans("", "", "\t\n\r")
# Content that is inside the page itself, or inside this browser session: not an address of something else.
_INLINE = ("data:", "blob:")
_HIERARCHICAL = ("http:", "https:", "ftp:")
_LONGEST = 16_384
# What nearly all references look like: nothing in them has to be cut off, replaced or resolved step by step.
# (No possessive group with a lookahead in it: Python before 3.11.5 does not give back what it took in vain.)
_REST = r"[^\x00-\x20\\#/]*+(?:/(?!\.)[^\x00-\x20\\#/]*+)*"
_PLAIN = re.compile(
    rf"(https?://(?![/?.]){_REST})|(/(?![/.]){_REST})|(?![/?.])[^\x00-\x20\\#/:?]++(?![:]){_REST}"
)


class Resolver:
    """Resolves references against one base; answers are remembered, since pages repeat their links."""

    def __init__(self, base_url: str | None, codec: str = "utf-8") -> None:
        # The query of a link is sent in the charset of its page (UTF-16 pages excepted).
        self._codec = None if codec.startswith("utf") else codec
        self._known: dict[str, str] = {}
        self._split(base_url)

    def rebase(self, href: str) -> None:
        """Honour <base href>."""
        base = self.resolve(href)
        if base.startswith(_HIERARCHICAL):
            self._known.clear()
            self._split(base)

    def _split(self, base_url: str | None) -> None:
        found = _SPLIT.match(base_url.strip()) if base_url else None
        if found is None:
            self.base = self._scheme = self._origin = self._directory = ""
            self._simple = False
            return
        scheme, authority, path, query = found[1].lower(), found[2] or "", found[3] or "", found[4] or ""
        if authority and not path:
            path = "/"
        self._scheme = scheme
        self._origin = scheme + authority
        self._path = self._origin + path
        self._directory = self._origin + path[: path.rfind("/") + 1]
        self._above_directory = [self._directory]  # then that of "../", of "../../" …
        self.base = self._path + query
        self._simple = bool(authority) and scheme in _HIERARCHICAL and "/." not in self._path

    def resolve(self, reference: str) -> str:
        """The absolute address without fragment, or "" when the reference leads nowhere else."""
        known = self._known.get(reference)
        if known is None:
            known = self._known[reference] = self._plainly(reference) or self._resolve(reference)
        return known

    def _plainly(self, reference: str) -> str:
        """The address, if the reference is an ordinary one: the same as `_resolve` finds in more steps."""
        if len(reference) > _LONGEST or not (self._codec is None or reference.isascii()):
            return ""
        if "#" in reference:
            reference = reference.partition("#")[0]
        plain = _PLAIN.fullmatch(reference)
        if plain is None:
            return self._above(reference) if reference.startswith("../") and self._simple else ""
        if plain.lastindex == 1:
            return reference
        if not self._simple:
            return ""
        return (self._origin if plain.lastindex else self._directory) + reference

    def _above(self, reference: str) -> str:
        """The address of an ordinary reference behind any number of "../"."""
        start, step = 3, 1
        while reference.startswith("../", start):
            start, step = start + 3, step + 1
        plain = _PLAIN.fullmatch(reference, start)
        if plain is None or plain.lastindex:
            return ""
        above = self._above_directory
        while len(above) <= step:
            above.append(self._parent(above[-1]))
        return above[step] + reference[start:]

    def _parent(self, directory: str) -> str:
        end = directory.rfind("/", 0, -1) + 1
        return directory if end <= len(self._origin) else directory[:end]

    def _resolve(self, reference: str) -> str:
        if len(reference) > _LONGEST * 4:
            return ""
        reference = reference.strip(_BLANK).translate(_TAB_OR_NEWLINE)
        if not reference[:11].lower().startswith("javascript:"):  # a script, where "#" is no fragment
            reference = reference.partition("#")[0]
        if not reference or len(reference) > _LONGEST:
            return ""
        scheme = _SCHEME.match(reference)
        if scheme:
            name = scheme[0].lower()
            if name in _INLINE:
                return ""
            if name not in _HIERARCHICAL:
                return reference
            rest = _forward(reference[scheme.end() :])
            if rest.startswith("//"):
                return self._finish(name + "//" + rest.lstrip("/"))
            if name != self._scheme:
                return self._finish(name + "//" + rest.lstrip("/")) if rest.strip("/") else ""
            reference = rest  # "http:page.html": relative to a base of the same scheme
        if not self.base:
            return reference
        return self._finish(self._join(reference))

    def _join(self, reference: str) -> str:
        if self._scheme in _HIERARCHICAL:
            reference = _forward(reference)
        if reference.startswith("//"):
            return self._scheme + reference
        if reference.startswith("/"):
            return self._origin + reference
        if reference.startswith("?"):
            return self._path + reference
        return self._directory + reference if reference else self.base

    def _finish(self, url: str) -> str:
        path, question, query = url.partition("?")
        if "/." in path and _DOTS.search(path):
            path = _remove_dots(path)
        if question and self._codec and not query.isascii():
            # What the charset cannot hold is sent as a character reference, as browsers do.
            query = quote(query.encode(self._codec, "xmlcharrefreplace"), safe="%/:?@!$&'()*+,;=-._~[]|")
        return path + question + query


def _forward(reference: str) -> str:
    """Backslashes before the query are slashes."""
    if "\\" not in reference:
        return reference
    path, question, query = reference.partition("?")
    return path.replace("\\", "/") + question + query


def _remove_dots(url: str) -> str:
    """Follow "." and ".." in the path of an absolute address without query."""
    mark = url.find("://")
    start = url.find("/", mark + 3) if mark > 0 else -1
    if start < 0:
        return url
    kept: list[str] = []
    segments = url[start + 1 :].split("/")
    for segment in segments:
        if segment == "..":
            if kept:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segment in (".", ".."):
        kept.append("")
    return url[: start + 1] + "/".join(kept)
