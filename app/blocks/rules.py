"""Rules 1 to 11 of the block-based web archive: is an element a block? The first rule that applies decides.

Where today's pages are not those of 2008 a rule says so. Besides the paper's: a text is a format child (rule 8
would find nothing otherwise), an inline element with layout inside is layout, and what the rules leave over
between blocks is gathered by the rules from 12 on, so that little of a page stays in its layout.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.blocks.nodes import LAYOUT, Node
from app.blocks.tags import FUNCTION, SECTIONS

SMALLEST = 24  # characters: nothing smaller is a block of its own
_SECTION_SHARE = 4  # an element that calls itself a part of the page needs this part of the minimum
MAX_DEPTH = 100  # elements below are not looked into


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule is called: where it is the first that applies, the answer is `block`."""

    number: int
    sentence: str
    block: bool
    coherence: int = 0  # of the blocks it makes, as in VIPS: 10 one thing only, 1 anything


def minimum_size(tag: str, minimum: int) -> int:
    """The minimum size of a tag's blocks, in characters."""
    return max(SMALLEST, minimum // _SECTION_SHARE if tag in SECTIONS else minimum)


RULES: tuple[Rule, ...] = (
    Rule(1, "It has nothing inside that can be seen.", False),
    Rule(2, "It is something to use: a link, a field, a picture.", False),
    Rule(3, "It only says how text looks.", False),
    Rule(4, "All it has is one part, and that part is asked instead.", False),
    Rule(5, "It is smaller than a block of its kind.", False),
    Rule(6, "A part of it stands on another colour.", False),
    Rule(7, "It arranges other parts and says nothing itself.", False),
    Rule(8, "It arranges nothing but text, links and pictures.", True, 10),
    Rule(9, "It has text of its own, and each part of it arranges nothing but text, links and pictures.", True, 8),
    Rule(10, "It stands beside a block.", True, 6),
    Rule(11, "No other rule made it a block.", False),
    Rule(12, "Neighbours that are too small alone stand together here.", True, 6),
    Rule(13, "A heading begins here, and what follows belongs to it.", True, 8),
    Rule(14, "A long row of parts is cut after parts that their content chose.", True, 5),
    Rule(15, "It cannot be divided: its parts are too deep, or mixed with others in the source.", True, 3),
    Rule(16, "The page has no structure that can be followed, and is one block.", True, 1),
)
GATHERED, SECTION, CUT, UNDIVIDED, WHOLE = 12, 13, 14, 15, 16


def smallest_size(minimum: int) -> int:
    """That of the tags whose blocks may be smallest."""
    return max(SMALLEST, minimum // _SECTION_SHARE)


def decide(node: Node, minimum: int, *, after_block: bool = False) -> Rule:
    """The first of rules 1 to 11 that applies to an element, at a level with blocks of so many characters at least;
    `after_block` says that its previous sibling is a block."""
    return RULES[_number(node, minimum, after_block) - 1]


def _number(node: Node, minimum: int, after_block: bool) -> int:
    children = node.children
    only = next((child for child in children if child.weight), None)
    if only is None:
        return 1
    kind = node.kind
    if kind == "function":
        return 2  # with layout inside it arranges the page as well; the form around a whole page stays a function
    if kind != "layout":
        return 3
    parts: list[Node] = []
    seen = 0
    if node.inside & LAYOUT or only.tag == "form":
        shown = [child for child in children if child.weight]
        seen = len(shown)
        # the child is asked next; where it can be no block (text, format, function) rule 8 must have its turn
        if seen == 1 and (only.kind == "layout" or (only.tag in FUNCTION and not only.inline)):
            return 4
        parts = [child for child in shown if child.kind == "layout"]
    if node.weight < minimum_size(node.tag, minimum):
        return 5
    if not parts:
        return 8
    if _other_colour(node, parts):
        return 6
    if len(parts) == seen:
        return 7
    if node.pure:
        return 9
    return 10 if after_block else 11


def _other_colour(node: Node, parts: list[Node]) -> bool:
    # of children that could be seen as parts: a marked word does not divide a paragraph
    for child in parts:
        if child.background is not None and child.background != node.background:  # noqa: SIM102 -- seldom asked further
            if SMALLEST <= child.weight < node.weight:
                return True
    return False


def rule(number: int) -> Rule:
    """The rule with this number."""
    return RULES[number - 1]
