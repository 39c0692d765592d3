"""The body of a page by counting alone: for pages that neither names of elements nor sentences tell anything about.

The book's way (7.2.2, L11514–11682): elements with more links than a quarter of their characters outside links are
dropped; what is left is cut into paragraphs by td, p, br, div and table; of them those are the body that weigh most. A
text shorter than ten characters counts nothing. The title is found again in the body by its characters.
"""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from extractors.html.parts import Block

RATIO = 0.25
"""Links for each character outside links, above which an element is dropped."""
_LEAST = 10
"""Characters of a text that counts."""
_MOST = 0.5
"""Share of the characters left that the element with the body holds."""
_ALWAYS = frozenset(("html", "body"))


def body(blocks: Sequence[Block]) -> list[int]:
    """The numbers of the blocks that are the body, in their order; [] when nothing is left."""
    numbers = [
        number for number, block in enumerate(blocks) if block.part.kind != "image" and not block.hidden
    ]
    letters, links = dict[etree._Element, int](), dict[etree._Element, int]()
    own: dict[int, int] = {}
    above: dict[int, list[etree._Element]] = {}
    for number in numbers:
        block = blocks[number]
        size = len("".join(block.part.text.split())) - block.linked
        own[number] = size if size >= _LEAST else 0
        above[number] = [block.place, *block.place.iterancestors()]
        for element in above[number]:
            letters[element] = letters.get(element, 0) + own[number]
            links[element] = links.get(element, 0) + block.anchors
    dropped = {
        element
        for element, count in links.items()
        if element.tag not in _ALWAYS and (not letters[element] or count / letters[element] > RATIO)
    }
    left = [number for number in numbers if not any(element in dropped for element in above[number])]
    held = dict[etree._Element, int]()
    for number in left:
        for element in above[number]:
            held[element] = held.get(element, 0) + own[number]
    most = sum(own[number] for number in left) * _MOST
    inner = [element for element, count in held.items() if count > most]
    if not most or not inner:
        return []
    # each holds more than half, so they stand inside one another
    best = max(inner, key=lambda element: sum(1 for _ in element.iterancestors()))
    return [number for number in left if best in above[number]]


def similarity(title: str, text: str) -> float:
    """The share of a title's characters that are found in a text (L11664); 0 for none."""
    return sum(character in text for character in title) / len(title) if title else 0.0
