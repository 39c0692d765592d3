"""HTML pages as Documents."""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from lxml import etree

from extractors.base.addresses import Resolver
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Part, Source
from extractors.html import metadata, parts, schema_org, scripts, titles
from extractors.html.links import LINKING, page_links, page_resolver
from extractors.html.tree import LARGE, LONG_TAG, START_TAG, Page, new_parser

if TYPE_CHECKING:
    from extractors.html.parts import Block

_WANTED = tuple({*LINKING, *metadata.TELLING})
_OFFICIAL_TITLE = ("official title", 6.0, Message("official"))
_MAYBE_OFFICIAL = re.compile(
    r"[〔［\[（(【]\s*(?:19|20)\d\d\s*年?[〕］\]）)】]\s*第?\s*\d+\s*[号號]|(?:关于|關於)[^\n]{2,80}的(?:通知|通报|通告|公告|决定|意见|批复|函|报告|请示)"
)
_OFFICIAL_WORDS = ("号", "號", "关于", "關於")
_NOFOLLOW = re.compile(r"\b(?:nofollow|none)\b")


def extract(source: Source) -> Document:
    document = source.document()
    page = Page(source.data, source.charset)
    document.metadata["charset"] = page.codec
    document.metadata["charset-source"] = page.charset_source
    about = _early(page) if source.summary else None
    if about is not None:
        _note(document, about, source)
        document.warnings = tuple(_warnings(page, whole=False))
        return document
    document.warnings = tuple(_warnings(page, whole=True))
    if page.root is None:
        return document
    # one walk for both: looking at every element for its name is half of the work
    elements = list(page.root.iter(*_WANTED)) if source.links else None
    about = metadata.about(page.root, elements)
    _note(document, about, source)
    resolver = page_resolver(page, source.base_url)
    if source.links:
        document.links = tuple(page_links(page, resolver, elements))
        if any(name == "robots" and _NOFOLLOW.search(words) for name, words in document.directives):
            document.links = tuple(map(_unfollowed, document.links))
        if source.text:
            document.unresolved = scripts.of_page(page.root, page.utf8)
    if source.main:
        _read_main(document, page, resolver, source)
    elif source.text or not document.title:
        document.parts = tuple(parts.parts(page.root, resolver))
    if not document.title:
        document.title, document.title_source = titles.from_headings(document.parts)
    if source.text or not document.title:
        document.text = parts.text(document.parts)
    if source.text:
        document.candidates = titles.candidates(about, document.parts, source.base_url)
        schema_org.add(document, page, source.base_url)
    if any(word in document.text for word in _OFFICIAL_WORDS) and _MAYBE_OFFICIAL.search(document.text):
        _read_official(document)
    if not source.text:
        document.text, document.candidates, document.official = "", (), None
        document.parts = ()
    return document


def _read_main(document: Document, page: Page, resolver: Resolver, source: Source) -> None:
    from extractors.html.content import choosing  # most callers never ask for it
    from extractors.html.types import judging

    assert page.root is not None
    blocks = parts.blocks(page.root, resolver, unseen=True)
    seen = [block for block in blocks if not block.hidden]
    document.parts = tuple(block.part for block in seen)
    if source.template:
        from extractors.html.units import template_of

        document.template = template_of(seen, source.template)
        told = {id(seen[number]) for number in document.template}
        blocks = [block for block in blocks if id(block) not in told]
    shown = sum(max(0, len(block.part.text) - block.linked) for block in seen)
    judged = judging.judge(page.utf8, source.base_url, document.title, shown=shown)
    document.page_type = judged.page_type
    main = choosing.main(page, blocks, document.title, judged.forms, here=source.here)
    if document.template:
        main = _without(main, blocks, {seen[number].part.text for number in document.template})
        main = main or tuple(block.part for block in blocks if not block.hidden)
    if main != document.parts:
        document.main = main
    if document.page_type.name == "forum":
        from extractors.html import posts

        document.posts = posts.found(page.root, blocks, main)
    elif document.page_type.name == "product":
        from extractors.html import product

        document.product = product.found(page.root, blocks, main)


def _without(main: Sequence[Part], blocks: Sequence[Block], template: Collection[str]) -> tuple[Part, ...]:
    """A main text without what is template: another opinion than that of the blocks is one of the whole page."""
    own, said = {id(block.part) for block in blocks}, {" ".join(text.split()) for text in template}
    return tuple(part for part in main if id(part) in own or " ".join(part.text.split()) not in said)


def _read_official(document: Document) -> None:
    from extractors.titles import official  # few pages are official documents

    read = document.main or document.parts
    found = official.find(official.Line(part.text) for part in read if part.text and part.kind != "image")
    if found is not None:
        document.official = found.official
        if found.title and all(found.title != candidate.text for candidate in document.candidates):
            weighed = (*document.candidates, Candidate(found.title, *_OFFICIAL_TITLE))
            document.candidates = tuple(sorted(weighed, key=lambda candidate: -candidate.score))
        if found.title and not document.title:
            document.title, document.title_source = found.title, _OFFICIAL_TITLE[0]


def _unfollowed(link: Link) -> Link:
    """The link with the nofollow that its whole page asks for: only links are kept."""
    return link if link.embed or "nofollow" in link.rel else link._replace(rel=f"{link.rel} nofollow".strip())


def _note(document: Document, about: metadata.About, source: Source) -> None:
    document.metadata.update(about.metas)
    document.title = titles.without_site(about.title, about.metas, source.base_url)
    document.title_source = about.title_source
    document.author, document.date, document.language = about.author, about.date, about.language
    document.directives = about.directives


def _warnings(page: Page, whole: bool) -> Iterator[str]:
    if "�" in page.text:
        yield Message("characters-outside", charset=page.codec)
    if whole and page.cut:
        yield Message("many-elements-page")
    if whole and page.flattened:
        yield Message("elements-nested-deeply")


# What a page says about itself, read from its beginning when nothing after that can change the answer.
# Titles, dates and languages stand in the first thousands of bytes of a page; parsing all of it takes
# many times as long. The answer is that of the whole page, not a guess, because libxml2 builds the tree
# while it reads: what was read stays as it is, later markup only adds to elements that are still open,
# and attributes to <html>. A marker element is put where the beginning ends; it only becomes an element
# when the parser was between two tags there (not in a comment, a script, an attribute), and then its
# ancestors are the elements still open. Elements that would add to the answer cannot come from bytes in
# which their names do not follow a "<". Where either is in doubt the whole page is read.

# Before 2.14 libxml2 had a tokenizer of its own making, with other ideas of what a name or a title is.
_UNDERSTOOD = etree.LIBXML_VERSION >= (2, 14)
# libxml2 stops at 2048 open elements, and opens three of its own accord. Its other limits are far above this size.
_MAX_TAGS = 2000
_MAX_SIZE = 4 << 20
# Reading only this part of a page pays.
_WORTHWHILE = 0.85

_BEGINNING = re.compile(
    rb"<(?:/head\s*+>\s*+(?>(?:<body\b[^<]*+)?)|(?:body|frameset)\b[^<]*+)(?=<)", re.IGNORECASE
)
_MARK = "x-40271853906"  # digits are never in another case
_MARK_TAG = b"<" + _MARK.encode() + b">"
_DATING = (b"pubdate", b"itemprop")  # attributes of <time>; there are no entities in names
_WITH_TEXT = frozenset(("script", "time", "title"))

_VALUE = rb"""(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=`&]++)"""
_IS = rb"[ \t\r\n\f]*+=[ \t\r\n\f]*+"


def _harmless_tag(*harmful: bytes, harmless: bytes = b"") -> bytes:
    """The rest of an ordinary start tag in which no attribute begins with a harmful name."""
    others = rb"(?!" + b"|".join(harmful) + rb")[a-z][\w:.-]*+(?>(?:" + _IS + _VALUE + rb")?)"
    return rb"(?>(?:[ \t\r\n\f]++(?:" + others + harmless + rb"))*)[ \t\r\n\f]*+/?>"


# Tags of these elements that say nothing: everything else beginning with their names may say something.
_HARMLESS = {
    "meta": _harmless_tag(b"name", b"property", b"http-equiv"),
    # "&" may stand for the plus sign of application/ld+json.
    "script": _harmless_tag(
        b"type", harmless=rb"|type" + _IS + rb"""(?:"[\w/.-]*+"|'[\w/.-]*+'|[\w/.-]++)"""
    ),
    "time": _harmless_tag(
        b"pubdate",
        b"itemprop",
        harmless=rb"|itemprop" + _IS + rb"""(?:"(?!datepublished")[\w -]*+"|(?!date)[\w-]++)""",
    ),
}


def _early(page: Page) -> metadata.About | None:
    """What the page says _early itself, or None when only the whole page can tell."""
    utf8 = page.utf8
    if not _UNDERSTOOD or len(utf8) > _MAX_SIZE:
        return None
    if utf8.count(b"<") > _MAX_TAGS and utf8.count(b"<") - utf8.count(b"</") > _MAX_TAGS:
        return None
    beginning = _BEGINNING.search(utf8)
    end = beginning.end() if beginning else len(utf8)
    while end <= len(utf8) * _WORTHWHILE:
        root = _parse_until(utf8, end)
        found = None if root is None else metadata.about(root)
        if found is None or not found.title:
            return None
        end = _end_of_last(found.unsettled, utf8, end)
        if not end:
            return found
    return None


def _parse_until(utf8: bytes, end: int) -> etree._Element | None:
    """The tree of the beginning of a page, if that is the beginning of its tree."""
    start = utf8[:end]
    if len(utf8) > LARGE and not all(
        tag.end() <= end and len(tag[0]) < LONG_TAG for tag in _tags_until(utf8, end)
    ):
        return None  # tags with very many attributes are treated before parsing
    if _MARK_TAG[2:-1] in start:
        return None
    try:
        root: etree._Element | None = etree.fromstring(start + _MARK_TAG, _parsers.mine())
    except etree.XMLSyntaxError:
        return None
    if root is None:  # all of it is in a comment that does not end
        return None
    # what was opened last is the last child of what is open around it
    last = root
    while len(last):
        last = last[-1]
        if last.tag in _WITH_TEXT:
            return None
    return root if last.tag == _MARK else None


class _Parsers(threading.local):
    """A parser for each thread: making one takes a third as long as reading a beginning."""

    parser: etree.HTMLParser | None = None

    def mine(self) -> etree.HTMLParser:
        self.parser = self.parser or new_parser()
        return self.parser


_parsers = _Parsers()


def _tags_until(utf8: bytes, end: int) -> Iterator[re.Match[bytes]]:
    for tag in START_TAG.finditer(utf8):
        if tag.start() >= end:
            return
        yield tag


def _end_of_last(names: frozenset[str], utf8: bytes, begin: int) -> int:
    """Where the last element of these names ends, at a following tag; 0 when there is none after `begin`."""
    last = _last(names, utf8, begin)
    if last is not None and "time" in names:
        rest = utf8[begin:].lower()
        if not any(attribute in rest for attribute in _DATING):
            last = _last(names - {"time"}, utf8, begin)
    if last is None:
        return 0
    name = last[0][1:].lower()
    end = utf8.find(b"</" + name, last.end()) + 2 if name.decode() in _WITH_TEXT else last.end()
    end = utf8.find(b"<", end) if end > 2 else -1
    return end if end > 0 else len(utf8)


def _last(names: frozenset[str], utf8: bytes, begin: int) -> re.Match[bytes] | None:
    maybe, telling = _telling(names)
    last = None
    for tag in maybe.finditer(utf8, begin):
        last = telling.match(utf8, tag.start()) or last
    return last


@cache
def _telling(names: frozenset[str]) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Finds what may be tags of these elements by their first letters, and matches those that say something: most
    tags are others, and the search is twice as fast without the question whether they are harmless."""
    letters = b"".join(
        b"[" + "".join({letter.lower() + letter.upper() for letter in third}).encode() + b"]"
        for third in zip(*(name[:3] for name in sorted(names)), strict=True)
    )
    tags = (
        name.encode() + rb"(?![\w-])" + (rb"(?!" + _HARMLESS[name] + rb")" if name in _HARMLESS else b"")
        for name in sorted(names)
    )
    return re.compile(b"<" + letters), re.compile(rb"<(?i:" + b"|".join(tags) + rb")")
