"""The words of an anchor, as a person reads them."""

from __future__ import annotations

from lxml import etree

WORDS_LIMIT = 300
_NODES_LIMIT = 400
# Elements that begin a line of their own: the words before and after them are not one word.
_BREAKS = frozenset(
    ("address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure",
     "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "option", "p",
     "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul")
)  # fmt: skip
_UNSEEN = frozenset(("script", "style", "noscript", "template"))


def anchor_text(element: etree._Element) -> str:
    """The words inside an element, or of the picture in it; bounded, since broken pages nest anchors."""
    if not len(element):
        return one_line(element.text)
    if len(element) == 1 and not len(element[0]):
        return _text_of_two(element, element[0])
    return _text_of_many(element)


def one_line(text: str | None) -> str:
    """Single spaces, bounded."""
    return " ".join(text[: WORDS_LIMIT * 4].split())[:WORDS_LIMIT] if text else ""


def _text_of_two(element: etree._Element, child: etree._Element) -> str:
    """The words of an anchor with one element in it, as most are that have any: the same as below, in fewer steps."""
    before, inside, after = element.text or "", child.text or "", child.tail or ""
    long = max(len(before) + len(inside), len(after)) > WORDS_LIMIT * 4
    tag = child.tag
    if long or not isinstance(tag, str) or tag in _UNSEEN:
        return _text_of_many(element)
    text = " ".join((f"{before} {inside} {after}" if tag in _BREAKS else f"{before}{inside}{after}").split())
    if not text and tag == "img":
        text = one_line(child.get("alt") or child.get("title"))
    return text[:WORDS_LIMIT]


def _text_of_many(element: etree._Element) -> str:
    words: list[str] = []
    picture = ""
    length = hidden = 0
    for number, (event, node) in enumerate(etree.iterwalk(element, events=("start", "end"))):
        if number > _NODES_LIMIT or length > WORDS_LIMIT * 4:
            break
        tag = node.tag
        start = event == "start"
        if tag in _UNSEEN:
            hidden += 1 if start else -1
        elif tag in _BREAKS:
            words.append(" ")
        elif tag == "img" and start:
            picture = picture or node.get("alt") or node.get("title") or ""
        chunk = None if hidden else node.text if start else node.tail if node is not element else None
        if chunk:
            words.append(chunk[: WORDS_LIMIT * 4])
            length += len(chunk)
    text = " ".join("".join(words).split()) or " ".join(picture.split())
    return text[:WORDS_LIMIT]
