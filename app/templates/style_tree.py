"""The site style tree (Yi, Liu, Li: Eliminating noisy information in Web pages for data mining, KDD 2003): pages laid over
one another, element by element, and how much each element says.

An element node is an element with its display attributes; below it stand style nodes, each a sequence of element nodes that
some pages have there. Many styles, or different texts in one, make an element important; one style and one text, on many
pages, make it noise. Texts between elements are leaves named "#text".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log
from typing import Any, NamedTuple

from lxml import etree

from extractors.html.tree import UNSEEN

GAMMA = 0.9
"""How much the importance of what stands inside counts, to the power of the number of styles."""
MOST_NODES = 20_000
"""Element nodes of a tree, from which on it takes no more pages."""
_MOST_DEPTH = 100
_MOST_CHILDREN = 400  # elements of one style; those that follow are no part of it
_MOST_OF_PAGE = 20_000  # elements of one page
_MOST_FEATURES = 40  # different texts and addresses of a leaf that are told apart
_LONGEST = 160  # characters of a feature
_DISPLAY = ("align", "bgcolor", "border", "color", "height", "width")


class Element(NamedTuple):
    """An element of a page as the tree sees it. `features` of a leaf: its text, the address of its picture or link; `at` is
    the element itself, that of a text the one around it."""

    name: str
    children: tuple[Element, ...]
    features: tuple[str, ...]
    at: etree._Element | None = None


class Style:
    """A sequence of element nodes, and how many pages have it."""

    __slots__ = ("elements", "features", "pages")

    def __init__(self, elements: list[ElementNode]) -> None:
        self.pages = 0
        self.elements = elements
        self.features: dict[str, tuple[int, float]] = {}
        """Of a leaf: how often each came in all, c, and the sum of c·log(c) over its pages."""


class ElementNode:
    """An element of the tree with its styles, by the names in them."""

    __slots__ = ("importance", "most", "name", "styles")

    def __init__(self, name: str) -> None:
        self.name = name
        self.styles: dict[tuple[str, ...], Style] = {}
        self.importance = self.most = 1.0
        """Its own, and the greatest of its own and those of all below it."""

    @property
    def pages(self) -> int:
        return sum(style.pages for style in self.styles.values())


class StyleTree:
    """The tree of some pages of a site."""

    def __init__(self) -> None:
        self.root = ElementNode("root")
        self.nodes = 0

    @property
    def full(self) -> bool:
        return self.nodes >= MOST_NODES

    def add(self, page: Element) -> None:
        """Lay a page over those that came before."""
        waiting = [(self.root, page)]
        while waiting:
            node, element = waiting.pop()
            names = tuple(child.name for child in element.children)
            style = node.styles.get(names)
            if style is None:
                if self.nodes + len(names) > MOST_NODES + _MOST_OF_PAGE:
                    continue
                style = node.styles[names] = Style([ElementNode(name) for name in names])
                self.nodes += len(names)
            style.pages += 1
            if not names:
                _count(style, element.features)
            waiting.extend(zip(style.elements, element.children, strict=True))

    def weigh(self) -> None:
        """Work out the importance of every element node, from the leaves up."""
        order = [self.root]
        for node in order:
            order.extend(child for style in node.styles.values() for child in style.elements)
        for node in reversed(order):
            node.importance = composite_importance(node)
            inside = (child.most for style in node.styles.values() for child in style.elements)
            node.most = max(node.importance, max(inside, default=0.0))

    def noise(self, page: Element, most: float) -> Iterator[Element]:
        """The outermost elements of a page that have at most this importance, as has all below them on any page (`weigh`
        before). Unknown ones are important."""
        waiting = [(self.root, page)]
        while waiting:
            node, element = waiting.pop()
            if node.most <= most:
                yield element
            else:
                waiting.extend(self._inside(node, element))

    def weighed(self, page: Element) -> Iterator[tuple[Element, float]]:
        """The elements of a page that the tree knows from two pages at least, outer ones first, with their importance
        (`weigh` before): that of one page alone is 1, whatever it says."""
        waiting = [(self.root, page)]
        while waiting:
            node, element = waiting.pop()
            if node.pages < 2:
                continue
            yield element, node.importance
            waiting.extend(self._inside(node, element))

    def _inside(self, node: ElementNode, element: Element) -> Iterator[tuple[ElementNode, Element]]:
        style = node.styles.get(tuple(child.name for child in element.children))
        return zip(style.elements, element.children, strict=True) if style is not None else iter(())

    def packed(self) -> list[Any]:
        """The tree as values for JSON, every node before those below it."""
        rows: list[Any] = []
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            styles = []
            for style in node.styles.values():
                features = [[text, count, spread] for text, (count, spread) in style.features.items()]
                styles.append([style.pages, [child.name for child in style.elements], features])
                waiting.extend(style.elements)
            rows.append(styles)
        return rows

    @classmethod
    def unpacked(cls, rows: list[Any]) -> StyleTree:
        """The tree that `packed` gave; ValueError, TypeError, IndexError for other values."""
        tree = cls()
        waiting, left = [tree.root], iter(rows)
        while waiting:
            node = waiting.pop()
            for pages, names, features in next(left, []):
                style = Style([ElementNode(str(name)) for name in names])
                style.pages = int(pages)
                style.features = {str(text): (int(count), float(spread)) for text, count, spread in features}
                node.styles[tuple(child.name for child in style.elements)] = style
                tree.nodes += len(style.elements)
                waiting.extend(style.elements)
        return tree


def _count(style: Style, features: Iterable[str]) -> None:
    counts: dict[str, int] = {}
    for feature in features:
        counts[feature] = counts.get(feature, 0) + 1
    for feature, count in counts.items():
        known = style.features.get(feature)
        if known is not None or len(style.features) < _MOST_FEATURES:
            total, spread = known or (0, 0.0)
            style.features[feature] = total + count, spread + count * log(count)


def node_importance(shares: Iterable[float], pages: int) -> float:
    """Presentation: the entropy of the styles of an element to the base of its pages; 1 for a single page."""
    if pages <= 1:
        return 1.0
    return -sum(share * log(share, pages) for share in shares if share > 0)


def leaf_importance(entropies: list[float], pages: int) -> float:
    """Content: 1 less the mean entropy of its features over the pages. Books print the formula without the “1 −”."""
    if pages <= 1 or not entropies:
        return 1.0 if pages <= 1 else 0.0
    return 1 - sum(entropies) / len(entropies)


def composite_importance(node: ElementNode) -> float:
    """Importance of an element with all that is inside, 0 to 1; that of its element nodes has to be known."""
    pages = node.pages
    if not node.styles:
        return 1.0
    if len(node.styles) == 1 and not next(iter(node.styles)):
        return _of_style(next(iter(node.styles.values())))
    shares = [style.pages / pages for style in node.styles.values()]
    inside = sum(share * _of_style(style) for share, style in zip(shares, node.styles.values(), strict=True))
    weight = GAMMA ** len(node.styles)
    return (1 - weight) * node_importance(shares, pages) + weight * inside


def _of_style(style: Style) -> float:
    if style.elements:
        return sum(node.importance for node in style.elements) / len(style.elements)
    entropies = [entropy(total, spread, style.pages) for total, spread in style.features.values()]
    return leaf_importance(entropies, style.pages)


def entropy(total: int, spread: float, pages: int) -> float:
    """Entropy of a feature over the pages that have its leaf: −Σ p·log p to the base of the pages, where a page has its
    share p of all `total` occurrences; `spread` is Σ c·log(c)."""
    return (log(total) - spread / total) / log(pages) if pages > 1 and total else 0.0


def page_of(root: etree._Element) -> Element:
    """The body of a page for the tree, without what is not shown."""
    body = root.find("body")
    return _element(root if body is None else body, 0, [_MOST_OF_PAGE])


def _element(element: etree._Element, depth: int, left: list[int]) -> Element:
    children: list[Element] = []
    left[0] -= 1
    _add_text(children, element.text, element)
    for child in element:
        if isinstance(child.tag, str) and child.tag not in UNSEEN and depth < _MOST_DEPTH and left[0] > 0:
            children.append(_element(child, depth + 1, left))
        _add_text(children, child.tail, element)
        if len(children) >= _MOST_CHILDREN:
            break
    features: tuple[str, ...] = ()
    if not children or (len(children) == 1 and children[0].name == "#text"):
        features = (*(children[0].features if children else ()), *_addresses(element))
        children = []
    name = str(element.tag) + "".join(
        f" {attribute}={value[:20]}" for attribute in _DISPLAY if (value := element.get(attribute))
    )
    return Element(name, tuple(children), features, element)


def _add_text(children: list[Element], text: str | None, around: etree._Element) -> None:
    words = " ".join(text.split()) if text else ""
    if words:
        children.append(Element("#text", (), (words[:_LONGEST],), around))


def _addresses(element: etree._Element) -> Iterator[str]:
    for name in ("src", "href"):
        value = element.get(name)
        if value:
            yield value[:_LONGEST]
