"""What a search shows of anything that it found: words marked in a text, counts beside one another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from app.cli.console import plain, say

_SHOWN = 8  # values of a facet for people


def marked(text: str, marks: Iterable[tuple[int, int]]) -> str:
    """A snippet with its marks: in brackets on a terminal."""
    if not sys.stdout.isatty():
        return text
    pieces, last = list[str](), 0
    for begin, end in marks:
        pieces += (text[last:begin], f"[{text[begin:end]}]")
        last = end
    return plain("".join(pieces) + text[last:])


def added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The counts of several archives together, the largest first."""
    together: dict[str, int] = {}
    for one in counts:
        for value, count in one.items():
            together[value] = together.get(value, 0) + count
    return dict(sorted(together.items(), key=lambda one: -one[1]))


def show_counts(counted: Mapping[str, Mapping[str, int]]) -> None:
    """Counts for people, the first values of each."""
    for name, values in counted.items():
        first = [f"{value or '(none)'} {count:,}" for value, count in list(values.items())[:_SHOWN]]
        more_of = f", {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else ""
        say(f"{name:<9} {', '.join(first)}{more_of}")
