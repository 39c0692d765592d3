"""Links of an HTML page, fast enough to run on every page while crawling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from lxml import etree

from extractors import css
from extractors.addresses import Resolver
from extractors.html_tree import Page
from extractors.types import Link

_STYLED = etree.XPath("//*[@style][contains(@style, '(')]")
_REFRESH = re.compile(r"""[\d.]* ?[;, ] ?(?:url ?= ?)?["']? ?([^"' ][^"']*)""", re.IGNORECASE)  # white space is single
_WORDS_LIMIT = 300
_NODES_LIMIT = 400
# Attributes in which pages keep the address of a picture that scripts load later.
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-url", "data-actualsrc")
_LAZY_SETS = ("data-srcset", "data-lazy-srcset")
_HINTS = frozenset(("dns-prefetch", "preconnect", "prefetch", "prerender"))
# Of several words in rel, the first of these decides.
_RELATIONS = (
    "stylesheet",
    "icon",
    "apple-touch-icon",
    "canonical",
    "preload",
    "modulepreload",
    "manifest",
    "alternate",
)
_EMBEDDED_RELATIONS = frozenset(("stylesheet", "icon", "preload", "modulepreload", "manifest"))
_XLINK = "xlink:href"

Found = Iterable[tuple[str, str, str, bool]]  # reference, element, text, embed
Finder = Callable[[etree._Element], Found]


def html_links(data: bytes, *, charset: str | None, base_url: str) -> list[Link]:
    """The links of a page in document order, each (address, element, text) once. Never raises."""
    page = Page(data, charset)
    return page_links(page, page_resolver(page, base_url))


def page_resolver(page: Page, base_url: str | None) -> Resolver:
    """Resolves references of this page: honours its charset and its first <base href>."""
    resolver = Resolver(base_url, page.codec)
    bases = page.root.iter("base") if page.root is not None else ()
    href = next((element.get("href") for element in bases if element.get("href")), None)
    if href:
        resolver.rebase(href)
    return resolver


def page_links(page: Page, resolver: Resolver) -> list[Link]:
    """The links of a page that is parsed already."""
    if page.root is None:
        return []
    links: dict[tuple[str, str, str, bool], None] = {}
    resolve = resolver.resolve
    for element in page.root.iter(*_FINDERS):
        for reference, name, text, embed in _FINDERS[element.tag](element):
            url = resolve(reference)
            if url:
                links[url, name, text, embed] = None
    lowered = page.utf8 if b"url(" in page.utf8 else page.utf8.lower()
    if b"url(" in lowered:
        for element in _STYLED(page.root):
            for reference in css.references(element.get("style") or ""):
                url = resolve(reference)
                if url:
                    links[url, "css", "", True] = None
    return [Link(*link) for link in links]


def anchor_text(element: etree._Element) -> str:
    """The words inside an element, or of the picture in it; bounded, since broken pages nest anchors."""
    if not len(element):
        return " ".join((element.text or "").split())[:_WORDS_LIMIT]
    if len(element) == 1 and not len(element[0]):
        return _text_of_two(element, element[0])
    return _text_of_many(element)


def _text_of_two(element: etree._Element, child: etree._Element) -> str:
    """The words of an anchor with one element in it, as most are that have any: the same as below, in fewer steps."""
    before, inside, after = element.text or "", child.text or "", child.tail or ""
    long = max(len(before) + len(inside), len(after)) > _WORDS_LIMIT * 4
    if long or not isinstance(child.tag, str) or child.tag in ("script", "style"):
        return _text_of_many(element)
    text = " ".join(f"{before}{inside}{after}".split())
    if not text and child.tag == "img" and not (inside and after):
        text = " ".join((child.get("alt") or "").split())
    return text[:_WORDS_LIMIT]


def _text_of_many(element: etree._Element) -> str:
    words: list[str] = []
    picture = ""
    length = 0
    for number, (event, node) in enumerate(etree.iterwalk(element, events=("start", "end"))):
        if number > _NODES_LIMIT or length > _WORDS_LIMIT * 4:
            break
        seen = event == "end" or node.tag not in ("script", "style")
        chunk = (node.text if event == "start" else node.tail if node is not element else None) if seen else None
        if chunk:
            words.append(chunk[: _WORDS_LIMIT * 4])
            length += len(chunk)
        elif node.tag == "img":
            picture = picture or node.get("alt") or ""
    text = " ".join("".join(words).split()) or " ".join(picture.split())
    return text[:_WORDS_LIMIT]


def split_srcset(value: str) -> list[str]:
    """The addresses in a srcset: "a.png 1x, b,c.png 2x" holds two."""
    urls: list[str] = []
    position, end = 0, len(value)
    while position < end:
        while position < end and (value[position].isspace() or value[position] == ","):
            position += 1
        start = position
        while position < end and not value[position].isspace():
            position += 1
        url = value[start:position]
        if url.endswith(","):  # no descriptor
            url = url.rstrip(",")
        else:
            comma = value.find(",", position)
            position = end if comma < 0 else comma + 1
        if url:
            urls.append(url)
    return urls


def _attribute(name: str, attribute: str, embed: bool) -> Finder:
    def find(element: etree._Element) -> Found:
        value = element.get(attribute)
        return ((value, name, "", embed),) if value else ()

    return find


def _anchor(element: etree._Element) -> Found:
    href = element.get("href")
    return ((href, "a", anchor_text(element), False),) if href else ()


def _area(element: etree._Element) -> Found:
    href = element.get("href")
    text = " ".join((element.get("alt") or element.get("title") or "").split())[:_WORDS_LIMIT]
    return ((href, "area", text, False),) if href else ()


def _image(element: etree._Element) -> Found:
    text = " ".join((element.get("alt") or "").split())[:_WORDS_LIMIT]
    for attribute in ("src", *_LAZY):
        value = element.get(attribute)
        if value:
            yield value, "img", text, True
    for attribute in ("srcset", *_LAZY_SETS):
        values = element.get(attribute)
        for value in split_srcset(values) if values else ():
            yield value, "img", text, True


def _frame(element: etree._Element) -> Found:
    for attribute in ("src", "data-src"):
        value = element.get(attribute)
        if value:
            yield value, str(element.tag), element.get("title") or element.get("name") or "", True


def _input(element: etree._Element) -> Found:
    if (element.get("type") or "").strip().lower() == "image":
        yield from _image(element)


def _media(element: etree._Element) -> Found:
    name = str(element.tag)
    for attribute in ("src", "data-src"):
        value = element.get(attribute)
        if value:
            yield value, name, "", True
    poster = element.get("poster")
    if poster:
        yield poster, "img", "", True
    for value in split_srcset(element.get("srcset") or element.get("data-srcset") or ""):
        yield value, name, "", True


def _object(element: etree._Element) -> Found:
    data = element.get("data")
    if data:
        yield data, "object", "", True
    for parameter in element.iterchildren("param"):
        if (parameter.get("name") or "").lower() in ("movie", "src", "filename") and parameter.get("value"):
            yield parameter.get("value") or "", "object", "", True


def _link(element: etree._Element) -> Found:
    href = element.get("href")
    relations = (element.get("rel") or "").lower().split()
    if not href or not relations or _HINTS.intersection(relations):
        return
    relation = next((name for name in _RELATIONS if name in relations), relations[0])
    relation = "icon" if relation.endswith("touch-icon") else relation
    yield href, f"link:{relation[:40]}", element.get("title") or "", relation in _EMBEDDED_RELATIONS


def _meta(element: etree._Element) -> Found:
    if (element.get("http-equiv") or "").strip().lower() == "refresh":
        found = _REFRESH.match(" ".join((element.get("content") or "")[:4000].split()))
        if found:
            yield found[1].rstrip(), "meta:refresh", "", False


def _style(element: etree._Element) -> Found:
    for reference in css.references(element.text or ""):
        yield reference, "css", "", True


def _drawing(element: etree._Element) -> Found:
    value = element.get("href") or element.get(_XLINK)
    if value:
        yield value, "img", "", True


_background = _attribute("img", "background", True)  # <body background>, <td background>
_FINDERS: dict[object, Finder] = {
    "a": _anchor,
    "area": _area,
    "audio": _media,
    "bgsound": _attribute("audio", "src", True),
    "body": _background,
    "embed": _attribute("embed", "src", True),
    "form": _attribute("form", "action", False),
    "frame": _frame,
    "iframe": _frame,
    "image": _drawing,
    "img": _image,
    "input": _input,
    "link": _link,
    "meta": _meta,
    "object": _object,
    "script": _attribute("script", "src", True),
    "source": _media,
    "style": _style,
    "table": _background,
    "td": _background,
    "th": _background,
    "track": _attribute("source", "src", True),
    "use": _drawing,
    "video": _media,
}
