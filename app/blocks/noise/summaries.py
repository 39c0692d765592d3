"""A comparison in brief, as it is kept: the way of each block, and the extent and kind of its change."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple, get_args

from app.blocks.compare.changes import Change, Comparison, Kind, Part
from app.blocks.match.stretches import Stretch

# What machines put into pages (dates, times, counters, tokens) taken out of texts: equal masks are one thing said.

_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_WEEKDAYS = (
    r"mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)
_AGO = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)"
_HAN = "〇零一二三四五六七八九十廿卅百千初正冬腊两"
_OPAQUE = (
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"  # UUID
    r"|(?<![0-9a-z])(?=[a-f]*\d)[0-9a-f]{12,}(?![0-9a-z])"  # hexadecimal, with a digit somewhere near its beginning
    r"|(?<![\w+/=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[0-9a-z+/_-]{20,}={0,2}(?![\w+/=-])"  # base64 and its like
)
# An amount of money is never what a machine puts there by itself.
_CURRENCY = r"(?:[$€£¥￥₹₩₽]|(?<![A-Za-z])(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)(?![A-Za-z]))"
_MONEY = rf"{_CURRENCY} ?\d[\d.,]*|(?<!\d)\d[\d.,]{{0,20}}+ ?(?:{_CURRENCY}|[万亿]?[元円])"
# A date or a time in words is what a number is: both stand for “then”. Digits of every script count (\d).
_MACHINE = re.compile(
    rf"(?P<kept>{_MONEY})|{_OPAQUE}"
    rf"|(?<!\w)(?:(?:\d+|an?|a few|one) {_AGO} ago|yesterday|today|just now)(?!\w)"
    rf"|(?:\d+|[{_HAN}几]{{1,12}}+) ?(?:秒钟?|分钟?|小时|天|周|星期|个月|月|年)(?:之?前)|刚刚|昨天|今天|前天"
    rf"|(?:星期|礼拜|周)[一二三四五六日天]"
    rf"|[上下]午|凌晨|[{_HAN}]{{1,12}}+(?=[年月日时分秒号])|[初廿][一二三四五六七八九十]|(?<=月)[{_HAN}]{{1,3}}+"
    rf"|(?<![^\W\d])(?:{_MONTHS})(?![^\W\d])\.?(?=[ ,]{{0,3}}\d)|(?<=\d)[ .,-]{{0,3}}(?:{_MONTHS})(?![^\W\d])"
    rf"|(?<!\w)(?:{_WEEKDAYS})(?!\w)(?=[ ,.]{{0,3}}(?:\d|{_MONTHS}))"
    r"|(?<=\d)(?:st|nd|rd|th)(?!\w)|(?<=\d) ?[ap]\.?m\.?(?!\w)"
    r"|\d+",
    re.IGNORECASE,
)
_RUN = re.compile(r"#(?:[\s.,:/()'’+-]*#)+")  # 1,234 and 999; 3. 10. 2026, 08:05
_SPACES = re.compile(r"\s+")
_IN_ADDRESS = re.compile(rf"{_OPAQUE}|\d+", re.IGNORECASE)
_FIGURES = re.compile(r"\d[\d年月日时分秒号点:/.,-]*+")
_TIME = re.compile(r"[年月日时分秒号点:/-]")
_MOST_FIGURES = 6  # a counter or two; a table of results has more
_LONG = 200_000  # characters looked at; what is longer is no counter


def masked(text: str) -> str:
    """A text with `#` for each number, date, time or token, white space as single spaces."""
    if len(text) > _LONG:
        return text
    return _RUN.sub("#", _MACHINE.sub(_mask, _SPACES.sub(" ", text))).strip()


def _mask(found: re.Match[str]) -> str:
    return found["kept"] or "#"


def masked_attributes(attributes: tuple[str, ...]) -> tuple[str, ...]:
    """Links and media with `#` for each number or token in them, sorted."""
    return tuple(sorted(_IN_ADDRESS.sub("#", one) for one in attributes))


def common_mask(
    text_a: str, text_b: str, attributes_a: tuple[str, ...] = (), attributes_b: tuple[str, ...] = ()
) -> str | None:
    """The common mask of two states that differ in numbers, dates, times and tokens alone, else None.

    None as well for many figures: these are the subject of the block.
    """
    said = masked(text_a), masked_attributes(attributes_a)
    if said != (masked(text_b), masked_attributes(attributes_b)):
        return None
    figures_a, figures_b = (
        Counter(figure for figure in _FIGURES.findall(text) if not _TIME.search(figure))
        for text in (text_a, text_b)
    )
    if (figures_a - figures_b).total() > _MOST_FIGURES:
        return None
    return " ".join((said[0], *said[1]))


def trait(text: str) -> str:
    """A short hash of a text, white space aside; "" for an empty one."""
    words = " ".join(text.split())
    return blake2b(words.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if words else ""


EDITION = 10
"""To be raised when the same two pages would be summarised otherwise: partition, comparison or this."""

MARKUP, NOTHING = "markup", "nothing shown"
UNSEEN = frozenset((MARKUP, NOTHING))
"""Shapes of changes that nobody can see."""

_KINDS: tuple[Kind, ...] = get_args(Kind)
_MOST_UNPACKED = 64 << 20
_NAME = 120  # characters of a topic that are kept


Span = tuple[int, int]
Whole = tuple[str, int, int, str, str]  # path, span, topic, label


class Step(NamedTuple):
    """A block (or a stretch of layout) from one version to the next. Texts, links and media stand as hashes."""

    kind: Kind
    path_a: str | None
    path_b: str | None
    span_a: Span | None = None  # bytes; None in documents
    span_b: Span | None = None
    size: int = 0  # characters marked
    characters: int = 0  # of text, in both versions together
    differs: bool = False
    topic: str = ""
    label: str = ""
    text_a: str = ""
    text_b: str = ""
    media_a: str = ""  # links and media of what changed
    media_b: str = ""
    shape: str = (
        ""  # of what both versions say without numbers, dates and tokens; "" when they differ in more
    )
    rule: str = ""  # the selector of a person that holds all of the change
    whole_a: Whole | None = None  # the block that it is a part of, if it is one
    whole_b: Whole | None = None

    @property
    def is_change(self) -> bool:
        return self.kind != "unchanged"


@dataclass(frozen=True, slots=True)
class Summary:
    """Two versions compared, in brief."""

    steps: tuple[Step, ...]

    @property
    def characters(self) -> int:
        """Characters of text in both versions together."""
        return sum(step.characters for step in self.steps)

    def share(self, steps: Sequence[Step]) -> float:
        """Characters that these steps mark, of all characters; a page without text: 1 when a step differs."""
        total = self.characters
        if not total:
            return float(any(step.differs for step in steps))
        return min(1.0, sum(step.size for step in steps) / total)

    def pack(self) -> bytes:
        """As bytes to keep."""
        rows = [_row(step) for step in self.steps]
        return zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 6)


def unpack(packed: bytes) -> Summary:
    """A summary as it was kept. ValueError for anything else."""
    inflating = zlib.decompressobj()
    try:
        return Summary(tuple(_step(row) for row in json.loads(inflating.decompress(packed, _MOST_UNPACKED))))
    except (zlib.error, TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"no summary: {error}") from error


def summarise(comparison: Comparison, rules: Sequence[str] = ()) -> Summary:
    """A comparison in brief; `rules` has a selector or "" for each of its changes."""
    held = rules or [""] * len(comparison.changes)
    steps = tuple(step_of(change, rule) for change, rule in zip(comparison.changes, held, strict=True))
    return Summary(steps)


def step_of(change: Change, rule: str = "") -> Step:
    """One change in brief."""
    text_a, text_b = change.text_a, change.text_b
    characters = len(text_a) + len(text_b)
    if change.kind == "unchanged":
        seen = trait(text_b)
        return Step(
            "unchanged",
            change.path_a,
            change.path_b,
            change.span_a,
            change.span_b,
            0,
            characters,
            text_a=seen,
            text_b=seen,
            whole_a=_whole(change.part_a),
            whole_b=_whole(change.part_b),
        )
    only_a, only_b = change.attributes_a, change.attributes_b
    kind, shape = change.kind, ""
    if kind == "changed" and not change.differs:
        kind = "markup"  # the same words, divided by tags otherwise: no news in a history
    if kind == "markup":
        shape = MARKUP
    elif (
        change.part_a is not None and change.part_b is not None and (change.kind != "moved" or change.differs)
    ):
        mask = common_mask(text_a, text_b, only_a, only_b)
        shape = "" if mask is None else trait(mask) or NOTHING
    elif change.kind == "layout" and not (text_a or text_b or only_a or only_b):
        shape = NOTHING
    media_a, media_b = (" ".join(part.attributes) if part else "" for part in (change.part_a, change.part_b))
    return Step(
        kind,
        change.path_a,
        change.path_b,
        change.span_a,
        change.span_b,
        change.size,
        characters,
        change.differs,
        change.topic[:_NAME],
        change.label,
        trait(text_a),
        trait(text_b),
        trait(media_a),
        trait(media_b),
        shape,
        rule,
        _whole(change.part_a),
        _whole(change.part_b),
    )


def _whole(part: Part | None) -> Whole | None:
    block = part.whole if isinstance(part, Stretch) else None
    return (block.path, *block.span, block.topic[:_NAME], block.label) if block is not None else None


_TEXT_A = Step._fields.index("text_a")
_USUAL = (None, None, None, *Step("unchanged", None, None)[3:])
_TYPES = (int, str | None, str | None, int, int, bool, *[str] * 8, list | tuple | None, list | tuple | None)


def _row(step: Step) -> list[object]:
    """The values of a step; trailing ones that are as usual are left out, what is the same on both sides is 0."""
    values: list[object] = [_KINDS.index(step.kind), *step[1:]]
    for place in (1, 3, _TEXT_A):
        if values[place] == values[place + 1]:
            values[place + 1] = 0
    while len(values) > 5 and values[-1] == _USUAL[len(values) - 1]:
        values.pop()
    return values


def _step(row: list[object]) -> Step:
    if not 5 <= len(row) <= len(Step._fields):
        raise ValueError("no step")
    values = [*row, *_USUAL[len(row) :]]
    for place in (1, 3, _TEXT_A):
        if values[place + 1] == 0:
            values[place + 1] = values[place]
    number, path_a, path_b, span_a, span_b, *rest = values
    if not all(map(isinstance, (number, path_a, path_b, *rest), _TYPES)):
        raise ValueError("no step")
    rest[-2:] = map(_read_whole, rest[-2:])
    spans = [(int(span[0]), int(span[1])) if isinstance(span, list) else None for span in (span_a, span_b)]
    return Step(_KINDS[number], path_a, path_b, *spans, *rest)  # type: ignore[arg-type, call-overload]


def _read_whole(value: object) -> Whole | None:
    if not isinstance(value, list):
        return None
    path, start, end, topic, label = value
    return str(path), int(start), int(end), str(topic), str(label)
