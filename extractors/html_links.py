"""Links of an HTML page, fast enough to run on every page while crawling."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml import etree

from extractors import css
from extractors.addresses import Resolver
from extractors.html_finders import BACKGROUNDS, FINDERS, Found, background, handler
from extractors.html_tree import Page
from extractors.types import Link


def _attributes(names: Iterable[str]) -> etree.XPath:
    return etree.XPath("|".join(f"//@{name}" for name in names), smart_strings=False)


LINKING = tuple(FINDERS)
"""The elements in which addresses stand."""
_EVENTS = ("onclick", "onchange", "onmouseover", "onmousedown", "onmouseup", "onsubmit", "onload")
_STYLED = etree.XPath("//@style[contains(., '(')]", smart_strings=False)
_BACKED = _attributes(BACKGROUNDS)
_HANDLED = _attributes(_EVENTS)
# Asked of every page, so by what is found fastest: a rare letter, or what is the same in "onclick" and "onClick".
_FUNCTION = re.compile(rb"\((?<=[uU][rR][lL]\()")
_MAYBE_BACKED = re.compile(rb"data-(?:lazy-)?b")
_MAYBE_HANDLED = (b"lick=", b"ouseover=")
# with a string inside
_GOING = re.compile(rb"""on(?:click|mouse[a-z]*+)=(?:"[^"'&<>]*+['&]|'[^"'&<>]*+["&]|[^\s"'&>]++["'&])""")
_MOST_HANDLERS = 500


def html_links(data: bytes, *, charset: str | None, base_url: str) -> list[Link]:
    """The links of a page in document order, each once. Never raises."""
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


def page_links(page: Page, resolver: Resolver, elements: Iterable[etree._Element] | None = None) -> list[Link]:
    """The links of a page that is parsed already; guesses from its scripts are at the end.

    `elements` are those of the page in their order, if they were collected already, LINKING ones among them.
    """
    root = page.root
    if root is None:
        return []
    links: dict[Link, None] = {}
    resolve = resolver.resolve
    for element in root.iter(*LINKING) if elements is None else elements:
        finder = FINDERS.get(element.tag)
        for found in finder(element) if finder else ():
            url = resolve(found[0])
            if url:
                links[Link(url, *found[1:])] = None
    for found in _in_attributes(page, root):
        url = resolve(found[0])
        if url:
            links[Link(url, *found[1:])] = None
    if any(link.guess for link in links):
        certain = {link.url for link in links if not link.guess}
        guesses = {link.url: link for link in links if link.guess and link.url not in certain}
        return [*(link for link in links if not link.guess), *guesses.values()]
    return list(links)


def _in_attributes(page: Page, root: etree._Element) -> Found:
    """What stands in attributes that any element may have; the page is only searched for those it has."""
    utf8 = page.utf8
    if _FUNCTION.search(utf8):
        for code in _STYLED(root):
            for reference in css.references(code):
                yield reference, "css", "", True
    if _MAYBE_BACKED.search(utf8):
        for value in _BACKED(root):
            for reference in background(value):
                yield reference, "css", "", True
    if any(mark in utf8 for mark in _MAYBE_HANDLED) and _GOING.search(utf8.lower()):
        for code in _HANDLED(root)[:_MOST_HANDLERS]:
            if "/" in code or "." in code or "?" in code:
                yield from handler(code)
