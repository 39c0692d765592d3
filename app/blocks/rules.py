"""Rules 1 to 11 of the block-based web archive: is an element a block? The first rule that applies decides.

Where today's pages are not those of 2008 a rule says so. Besides the paper's: a text is a format child (rule 8
would find nothing otherwise), an inline element with layout inside is layout, and what the rules leave over
between blocks is gathered by the rules from 12 on, so that little of a page stays in its layout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from app.blocks.nodes import Node
from app.blocks.tags import FUNCTION, SECTIONS

SMALLEST = 24  # characters: nothing smaller is a block of its own
_SECTION_SHARE = 4  # an element that calls itself a part of the page needs this part of the minimum
MAX_DEPTH = 100  # elements below are not looked into


class Case(NamedTuple):
    """An element that is asked about, with what its rule needs to know."""

    node: Node
    minimum: int  # characters, at the level that is being cut
    after_block: bool = False  # its previous sibling is a block


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table: when `applies`, the answer is `block`."""

    number: int
    sentence: str
    block: bool
    applies: Callable[[Case], bool] | None = None  # None: decided while gathering, not for an element
    coherence: int = 0  # of the blocks it makes, as in VIPS: 10 one thing only, 1 anything


def minimum_size(tag: str, minimum: int) -> int:
    """The minimum size of a tag's blocks, in characters."""
    return max(SMALLEST, minimum // _SECTION_SHARE if tag in SECTIONS else minimum)


def _nothing_inside(case: Case) -> bool:
    return all(not child.weight for child in case.node.children)


def _function(case: Case) -> bool:
    # with layout inside it arranges the page as well; the form around a whole page stays a function
    return case.node.kind == "function"


def _format(case: Case) -> bool:
    return case.node.kind in ("format", "text")


def _only_child(case: Case) -> bool:
    # the child is asked next; where it can be no block (text, format, function) rule 8 must have its turn
    seen = case.node.seen()
    return len(seen) == 1 and (seen[0].kind == "layout" or (seen[0].tag in FUNCTION and not seen[0].inline))


def _too_small(case: Case) -> bool:
    return case.node.weight < minimum_size(case.node.tag, case.minimum)


def _other_colour(case: Case) -> bool:
    # of children that could be seen as parts: a marked word does not divide a paragraph
    own = case.node.background
    return any(
        child.background is not None and child.background != own and child.weight >= SMALLEST
        for child in case.node.children
        if child.kind == "layout" and child.weight < case.node.weight
    )


def _layout_alone(case: Case) -> bool:
    return case.node.kind == "layout" and not _words(case.node)


def _words_alone(case: Case) -> bool:
    return case.node.kind == "layout" and all(child.kind != "layout" for child in case.node.seen())


def _pure(case: Case) -> bool:
    return case.node.pure


def _after_block(case: Case) -> bool:
    return case.after_block


def _words(node: Node) -> bool:
    for child in node.children:  # noqa: SIM110 -- most of the time of all rules is spent here
        if child.weight and child.kind != "layout":
            return True
    return False


RULES: tuple[Rule, ...] = (
    Rule(1, "It has nothing inside that can be seen.", False, _nothing_inside),
    Rule(2, "It is something to use: a link, a field, a picture.", False, _function),
    Rule(3, "It only says how text looks.", False, _format),
    Rule(4, "All it has is one part, and that part is asked instead.", False, _only_child),
    Rule(5, "It is smaller than a block of its kind.", False, _too_small),
    Rule(6, "A part of it stands on another colour.", False, _other_colour),
    Rule(7, "It arranges other parts and says nothing itself.", False, _layout_alone),
    Rule(8, "It arranges nothing but text, links and pictures.", True, _words_alone, 10),
    Rule(
        9, "It has text of its own, and each part of it arranges nothing but text, links and pictures.", True, _pure, 8
    ),
    Rule(10, "It stands beside a block.", True, _after_block, 6),
    Rule(11, "No other rule made it a block.", False, lambda case: True),
    Rule(12, "Neighbours that are too small alone stand together here.", True, coherence=6),
    Rule(13, "A heading begins here, and what follows belongs to it.", True, coherence=8),
    Rule(14, "A long row of parts is cut after parts that their content chose.", True, coherence=5),
    Rule(15, "It cannot be divided: its parts are too deep, or mixed with others in the source.", True, coherence=3),
    Rule(16, "The page has no structure that can be followed, and is one block.", True, coherence=1),
)
GATHERED, SECTION, CUT, UNDIVIDED, WHOLE = 12, 13, 14, 15, 16
_ASKED = tuple(rule for rule in RULES if rule.applies is not None)


def decide(case: Case) -> Rule:
    """The first of rules 1 to 11 that applies."""
    for rule in _ASKED:
        assert rule.applies is not None
        if rule.applies(case):
            return rule
    raise AssertionError("rule 11 always applies")


def rule(number: int) -> Rule:
    """The rule with this number."""
    return RULES[number - 1]
