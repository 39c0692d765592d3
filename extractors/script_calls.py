"""What calls in a script do with what they are given: lead somewhere that only running them would tell, or write a
plain text into the page. Nothing is ever run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from extractors.scripts import LONGEST, TOKEN, unescaped
from extractors.types import ScriptLink

MOST = 200
"""Unresolved links taken from one page or script."""
_LONGEST_EXPRESSION = 200
_LONGEST_READ = 2000
_MOST_TOKENS = 50_000

_LEADING = re.compile(
    r"(?:\blocation(?:\.href)?\s*=(?![=>])|\blocation\.(?:assign|replace)\s*\(|\b(?:window|self|top|parent)\.open\s*\("
    r"|\bnavigation\.navigate\s*\()\s*"
)
_WRITING = re.compile(r"\bdocument\.write(?:ln)?\s*\(\s*")
_LITERALS = re.compile(r"""\s*(["'`])\x01*\1(?:\s*[+,]\s*(["'`])\x01*\2)*\s*""")
_SIGN = re.compile(r"[()\[\]{};,\n]")
_MOST_SIGNS, _MOST_CALLS = 400, 1000
_BLOT = "\x01"
_SAME_PAGE = re.compile(r"(?:(?:window|document|self|top|parent)\.)*(?:location(?:\.href)?|URL)(?:\.toString\(\))?")
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_MAYBE_LEADING = (b"location", b".open", b"navigat")
_HANDLERS = etree.XPath("//@*[starts-with(name(), 'on')]|//@href[starts-with(., 'javascript:')]")
_TYPE = re.compile(r"\s*(?:$|module\b|.*(?:java|ecma|j)script)", re.IGNORECASE)


def unresolved(code: str) -> Iterator[tuple[str, int]]:
    """(expression, line counted from 0) of each call or assignment that leads to what is no plain string."""
    if "location" not in code and ".open" not in code and "navigat" not in code:
        return
    masked = _masked(code)
    line = counted = 0
    for found in islice(_LEADING.finditer(masked), _MOST_CALLS):
        line, counted = line + code.count("\n", counted, found.start()), found.start()
        end = _end(masked, found.end(), called=found[0].rstrip().endswith("("))
        expression = " ".join(code[found.end() : min(end, found.end() + _LONGEST_READ)].split())
        plain = _LITERALS.fullmatch(masked[found.end() : end]) and "${" not in expression
        if expression and not plain and not _SAME_PAGE.fullmatch(expression):
            yield expression[:_LONGEST_EXPRESSION], line


def of_page(root: etree._Element, utf8: bytes) -> tuple[ScriptLink, ...]:
    """Unresolved links of the scripts of a page, of its event attributes, and of addresses that are code."""
    if not any(word in utf8 for word in _MAYBE_LEADING):
        return ()
    found: dict[ScriptLink, None] = {}
    for script in root.iter("script"):
        if script.text and is_code(script):
            for expression, line in unresolved(script.text):
                found[ScriptLink(expression, "script", (script.sourceline or 1) + line)] = None
    for value in _HANDLERS(root):
        element = value.getparent()
        for expression, _ in unresolved(str(value).removeprefix("javascript:")):
            found[ScriptLink(expression, f"{element.tag} {value.attrname}", element.sourceline or 0)] = None
    return tuple(found)[:MOST]


def is_code(script: etree._Element) -> bool:
    """Whether a script element holds a script, and not data."""
    return _TYPE.match(script.get("type") or script.get("language") or "") is not None


def written(code: str) -> str:
    """The HTML that a script writes where it stands: of calls outside of any block, with plain strings alone. What
    conditions, functions and variables make of the others is unknown."""
    if "document.write" not in code:
        return ""
    masked = _masked(code)
    pieces: list[str] = []
    depth = at = 0
    for found in islice(_WRITING.finditer(masked), _MOST_CALLS):
        for sign in _SIGN.findall(masked, at, found.start()):
            depth += (sign in _OPEN) - (sign in _CLOSE)
        at = found.start()
        before = masked[max(0, at - _LONGEST_READ) : at].rstrip()
        end = _end(masked, found.end(), called=True, whole=True)
        given = masked[found.end() : end]
        if (
            depth == 0
            and (before[-1] in ";}" if before else at <= _LONGEST_READ)
            and _LITERALS.fullmatch(given)
            and masked[end : end + 1] == ")"
        ):
            text = code[found.end() : end]
            if "${" not in text:
                pieces += (unescaped(token[token.lastindex]) for token in TOKEN.finditer(text) if token.lastindex)
    return "".join(pieces)


def _masked(code: str) -> str:
    """The same code, as long, with strings blotted out and comments and regular expressions blank."""
    code = code[:LONGEST]
    pieces: list[str] = []
    at = 0
    for number, token in enumerate(TOKEN.finditer(code)):
        if number == _MOST_TOKENS:
            code = code[: token.start()]
            break
        pieces.append(code[at : token.start()])
        text = token[0]
        pieces.append(text[0] + _BLOT * (len(text) - 2) + text[-1] if token.lastindex else " " * len(text))
        at = token.end()
    masked = "".join((*pieces, code[at:]))
    return re.sub(r"\A\s*<!--[^\n]*", lambda start: " " * len(start[0]), masked)


def _end(masked: str, start: int, *, called: bool, whole: bool = False) -> int:
    """Where the expression that begins at `start` ends: at a comma, or the end of the call or statement. `whole`: at
    the end of the call alone."""
    depth = 0
    end = start
    for found in islice(_SIGN.finditer(masked, start), _MOST_SIGNS):
        sign, end = found[0], found.start()
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            if not depth:
                return end
            depth -= 1
        elif not depth and (sign == ";" or (sign == "," and not whole) or (sign == "\n" and not called)):
            return end
    return end if depth else len(masked)
