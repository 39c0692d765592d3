"""Noise by rules of a person: elements that CSS selectors in `noise.json` of the archive match."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from app.archive.whole import write_whole
from app.blocks.compare.changes import Change, Comparison
from app.blocks.noise.summaries import summarise
from app.blocks.noise.volatility import judged
from app.blocks.page.parsing import defuse
from app.blocks.page.source import Source
from app.blocks.page.spans import MARK, Scan, scan
from app.blocks.page.tree import BlockTree, shown_text
from app.errors import StorageFailed, UserError
from app.messages import Message

NAME = "noise.json"
_MOST_BYTES = 1 << 20
_MOST_RULES = 500

Span = tuple[int, int]

_XPATH = re.compile(r"/html\[1\](?:/[a-z][a-z0-9-]*\[\d{1,6}\])*")


class SelectorInvalid(UserError):
    code = "selector-invalid"


def check_selector(selector: str) -> None:
    """Raise SelectorInvalid for a text that is no selector."""
    try:
        if not selector.strip():
            raise SelectorInvalid(selector=selector)
        LexborHTMLParser("<p>").css(selector)
    except (SelectolaxError, UnicodeError, ValueError) as error:
        raise SelectorInvalid(selector=selector) from error


def read_rules(archive: Path) -> tuple[str, ...]:
    """The selectors of an archive; () where the file is missing or unreadable."""
    try:
        with (archive / NAME).open("rb") as file:
            read = json.loads(file.read(_MOST_BYTES))
        rules = read["rules"] if isinstance(read, dict) else ()
    except (OSError, ValueError, KeyError, RecursionError):
        return ()
    good: dict[str, None] = {}
    for rule in rules[:_MOST_RULES] if isinstance(rules, list) else ():
        if isinstance(rule, str):
            with suppress(SelectorInvalid):
                check_selector(rule)
                good[rule.strip()] = None
    return tuple(good)


def write_rules(archive: Path, rules: Sequence[str]) -> None:
    """Replace the selectors of an archive, duplicates left out. Raises SelectorInvalid, StorageFailed."""
    kept = list(dict.fromkeys(rule.strip() for rule in rules))
    for rule in kept:
        check_selector(rule)
    path = archive / NAME
    text = json.dumps({"rules": kept}, indent=2, ensure_ascii=False) + "\n"
    if len(kept) > _MOST_RULES or len(text.encode()) > _MOST_BYTES:
        raise StorageFailed(path=path, detail=Message("selectors-many", count=_MOST_RULES, size=_MOST_BYTES))
    write_whole(path, text.encode())


class Matched:
    """Where the elements stand in a page that each of some selectors matches, in bytes."""

    def __init__(self, tree: BlockTree, rules: Sequence[str]) -> None:
        self._tree = tree
        self.spans: list[list[Span]] = []  # for each rule, in order and without overlaps
        # a page without one start tag could not be marked, and has no elements of its own
        parser = LexborHTMLParser(defuse(tree.scan.marked())[0]) if rules and tree.scan.names else None
        places = [_places(parser, tree.scan, rule) if parser else [] for rule in rules]
        wanted = sorted({place for each in places for span in each for place in span})
        offsets = Source(tree.data, tree.charset).offsets(wanted) if wanted else []
        at = dict(zip(wanted, offsets, strict=True)) if offsets else {}
        for each in places:
            self.spans.append([(at[start], at[end]) for start, end in each] if at else [])

    def rest(self, span: Span | None, rule: int) -> tuple[bytes, bool]:
        """What of a stretch no element of the rule holds, and whether any of it does hold."""
        if span is None:
            return b"", False
        pieces: list[bytes] = []
        start, stop = span
        spans = self.spans[rule]
        for number in range(bisect_right(spans, start, key=_end), len(spans)):
            begin, end = spans[number]
            if begin >= stop:
                break
            pieces.append(self._tree.data[start : max(start, begin)])
            start = min(stop, end)
        touched = bool(pieces)
        return b"".join([*pieces, self._tree.data[start:stop]]), touched

    def shows(self, rest: bytes) -> str:
        """The visible text of such a rest."""
        text = rest.decode(self._tree.charset, "replace")
        return shown_text(scan(text), 0, len(text))


def _end(span: Span) -> int:
    return span[1]


def selector_of(path: str) -> str:
    """The CSS selector of an element from its XPath with positions; "" for another path."""
    if not _XPATH.fullmatch(path):
        return ""
    steps = path[1:].replace("[", ":nth-of-type(").replace("]", ")").split("/")
    return " > ".join(steps)


def _places(parser: LexborHTMLParser, found: Scan, rule: str) -> list[Span]:
    places: list[Span] = []
    for node in parser.css(rule):
        number = node.attributes.get(MARK) or ""
        if number.isdecimal() and int(number) < len(found.starts):
            places.append((found.starts[int(number)], found.closes[int(number)]))
    merged: list[Span] = []
    for start, end in sorted(places):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


_LEADS = re.compile(
    rb"(?:href|src|srcset|data|poster|background)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*)", re.IGNORECASE
)


def find_noise(comparison: Comparison, rules: Sequence[str]) -> None:
    """Give each change of a comparison of which nothing but the rules is known its `noise`, or None."""
    steps = summarise(comparison, held_by_rules(comparison, rules)).steps
    found = judged(None, steps, "", "")
    for number, change in enumerate(comparison.changes):
        change.noise = found.get(number)


def held_by_rules(comparison: Comparison, rules: Sequence[str]) -> list[str]:
    """For each change the first selector whose elements hold all that differs, or ""."""
    held = [""] * len(comparison.changes)
    if not rules or comparison.tree_a is None or comparison.tree_b is None:
        return held
    a, b = Matched(comparison.tree_a, rules), Matched(comparison.tree_b, rules)
    for number, change in enumerate(comparison.changes):
        if change.kind != "unchanged":
            held[number] = next((rule for n, rule in enumerate(rules) if _holds(change, a, b, n)), "")
    return held


def _holds(change: Change, a: Matched, b: Matched, rule: int) -> bool:
    """Whether nothing of a change is left without the elements that a rule matches."""
    rest_a, touched_a = a.rest(change.span_a, rule)
    rest_b, touched_b = b.rest(change.span_b, rule)
    if not (touched_a or touched_b):
        return False
    if change.kind in ("added", "removed"):
        return not a.shows(rest_a) and not b.shows(rest_b)
    if change.kind == "moved" and not change.differs:
        return not a.shows(rest_a)
    if rest_a == rest_b:
        return True
    return change.differs and (a.shows(rest_a), _LEADS.findall(rest_a)) == (
        b.shows(rest_b),
        _LEADS.findall(rest_b),
    )
