"""Do two inline elements that follow one another without a blank stand apart on the page?

Style sheets make badges, menus and columns of elements that are inline by name (<b>128</b><span>leaves</span>), and
they are not at hand. What the markup says by itself has to do: sentences have words of their own between their
elements, boxes are made of elements alone.
"""

from __future__ import annotations

from lxml import etree

_ALWAYS = frozenset(("button", "select", "label", "time", "meter", "progress", "output", "textarea", "input"))
# What belongs to the word beside it, whatever surrounds it.
_NEVER = frozenset(("sub", "sup", "wbr", "br", "ruby", "rb", "rt", "rp", "bdo", "bdi", "tt", "kbd", "samp", "var"))
_CODE = frozenset(("code", "pre", "kbd", "samp", "tt", "var", "math"))
# Sentences stand in these: elements in them only stand apart when both have been given a class.
_SENTENCES = frozenset(
    ("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "q", "em", "strong", "b", "i", "u", "font", "cite", "mark",
     "s", "del", "ins", "small", "caption", "figcaption", "dt")
)  # fmt: skip
_INLINE = frozenset(
    ("a", "abbr", "b", "big", "cite", "em", "font", "i", "mark", "s", "small", "span", "strong", "u", *_ALWAYS)
)
# Classes that word processors give to runs of one sentence.
_RUNS = ("mso", "spell", "gram")
_OPENING = "([{<（［｛〔【《〈「『“‘\"'/\\@#$￥¥-–_"
_CLOSING = ")]}>）］｝〕】》〉」』”’\"',.;:!?%…，。；：！？、％·/\\-–_"


class Spacing:
    """Remembers the last parent that was looked at: its children come one after the other."""

    def __init__(self) -> None:
        self._parent: etree._Element | None = None
        self._sentence = False

    def apart(self, left: etree._Element, right: etree._Element, before: str) -> bool:
        """Is there a gap between two neighbours? `before` is the last piece of text before it."""
        tag, other = left.tag, right.tag
        if tag not in _INLINE or other not in _INLINE or not before or before[-1] in _OPENING or before[-1].isspace():
            return False
        parent = left.getparent()
        if parent is None or parent.tag in _CODE:
            return False
        anchors = tag == other == "a" and left.get("href") != right.get("href")
        if not anchors:
            if parent is not self._parent:
                self._parent, self._sentence = parent, _has_words(parent)
            if self._sentence or not (tag in _ALWAYS or other in _ALWAYS or _boxes(parent, left, right)):
                return False
        after = next((text for text in right.itertext() if text), "")
        if not after or after[0] in _CLOSING or after[0].isspace():
            return False
        # an initial that is set large belongs to its word
        return anchors or not (len(before) == 1 and before.isalpha() and after[0].islower())


def _has_words(parent: etree._Element) -> bool:
    """Are there words between the elements of this one?"""
    text = parent.text
    if text and not text.isspace():
        return True
    return any(child.tail and not child.tail.isspace() for child in parent)


def _boxes(parent: etree._Element, left: etree._Element, right: etree._Element) -> bool:
    classes = [element.get("class", "").lower() for element in (left, right)]
    if any(name.startswith(_RUNS) for name in classes):
        return False
    if parent.tag in _SENTENCES:
        return all(classes)
    grown = parent.getparent()
    if grown is not None and grown.tag in _CODE:
        return False
    return left.tag != right.tag or any(classes)
