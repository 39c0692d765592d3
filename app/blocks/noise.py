"""Changes that say nothing are marked as noise: by rules of a person, and by what was learned (volatility.py)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.blocks.changes import Change, Comparison
from app.blocks.noise_rules import Matched
from app.blocks.summaries import summarise
from app.blocks.volatility import Volatility, judged

_LEADS = re.compile(rb"(?:href|src|srcset|data|poster|background)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*)", re.IGNORECASE)


def find_noise(
    comparison: Comparison,
    evidence: Volatility | None = None,
    rules: Sequence[str] = (),
    *,
    ids: tuple[str, str] = ("", ""),
) -> None:
    """Give each change of a comparison its `noise`, or None. `ids` are the versions compared, as the evidence calls
    them."""
    steps = summarise(comparison, held_by_rules(comparison, rules)).steps
    found = judged(evidence, steps, *ids)
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
    return change.differs and (a.shows(rest_a), _LEADS.findall(rest_a)) == (b.shows(rest_b), _LEADS.findall(rest_b))
