"""Links of an HTML page, fast enough to run on every page while crawling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from lxml import etree

from extractors.base.addresses import Resolver
from extractors.base.spacing import listed, names
from extractors.base.types import Link
from extractors.html import css, schema_org, scripts
from extractors.html.tree import BLOCKS, Page

# The words of an anchor, as a person reads them.

WORDS_LIMIT = 300
_NODES_LIMIT = 400
_BREAKS = BLOCKS | {"br"}  # the words before and after them are not one word
_UNSEEN = frozenset(("script", "style", "noscript", "template"))


def anchor_text(element: etree._Element) -> str:
    """The words inside an element, or of the picture in it: at most 300 characters, since broken pages nest anchors."""
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


# Where addresses stand in the elements of a page.

Found = Iterable[
    tuple[str, str, str, bool] | tuple[str, str, str, bool, str] | tuple[str, str, str, bool, str, bool]
]
"""(reference, element, text, embed, relation words, guess): the fields of a Link; the last ones may be left out"""
Finder = Callable[[etree._Element], Found]

_REFRESH = re.compile(
    r"""[\d.]* ?[;, ] ?(?:url ?= ?)?["']? ?([^"' ][^"']*)""", re.IGNORECASE
)  # white space is single
_HINTS = frozenset(("dns-prefetch", "preconnect", "prefetch", "prerender"))
# Of several words in rel, the first of these decides.
_RELATIONS = listed("""
    stylesheet icon apple-touch-icon mask-icon apple-touch-startup-image image_src canonical preload
    modulepreload manifest amphtml next prev alternate
    """)
_EMBEDDED_RELATIONS = frozenset(
    ("stylesheet", "icon", "image_src", "preload", "modulepreload", "manifest", "apple-touch-startup-image")
)
_FEEDS = frozenset(
    (
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "text/rss+xml",
    )
)
# Pictures by which others show a page.
_PICTURES = names("""
    og:image og:image:url og:image:secure_url twitter:image twitter:image:src image thumbnail
    msapplication-tileimage msapplication-square150x150logo weibo:article:image sailthru.image.full
    """)
_XLINK = "xlink:href"
_SCRIPT_TYPES = re.compile(
    r"\s*(?:$|module\b|(?:text|application)/(?:x-)?(?:java|ecma|j|live)script|application/json)"
)

# Attributes in which pages keep the address of a picture that scripts load later, beside those that
# always hold one.
_LAZY = listed("""
    data-src data-original data-lazy data-lazy-src data-lazyload data-lazysrc data-url data-actualsrc
    data-actual-src data-original-src data-image data-img data-img-src data-echo data-hi-res-src
    data-large_image data-full-src data-highres data-defer-src data-cfsrc data-ks-lazyload data-backsrc
    original lazy-src lazyload data-flickity-lazyload
    """)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-original-set", "data-lazyload-srcset", "lazy-srcset")
_SINGLE = frozenset(("src", "lowsrc", "dynsrc", *_LAZY))
_SETS = frozenset(("srcset", *_LAZY_SETS))
BACKGROUNDS = listed("""
    data-bg data-background data-background-image data-bg-src data-bgset data-lazy-background
    data-lazy-bg data-bg-image data-bg-url
    """)
"""Attributes in which any element may keep the address of its background."""


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


def background(value: str) -> Iterator[str]:
    """The addresses in an attribute for a background: plain, a set, or in url()."""
    if "url(" in value:
        yield from css.references(value)
    else:
        yield from (url for url in split_srcset(value) if "(" not in url)


def handler(code: str) -> Found:
    """The addresses in the code of an event attribute."""
    for reference, embed in scripts.guesses(code.removeprefix("javascript:")):
        yield reference, "js", "", embed, "", True


def _attribute(name: str, attribute: str, embed: bool) -> Finder:
    def find(element: etree._Element) -> Found:
        value = element.get(attribute)
        return ((value, name, "", embed),) if value else ()

    return find


def _anchor(element: etree._Element) -> Found:
    href = element.get("href") or element.get(_XLINK)
    if not href:
        return ()
    rel = element.get("rel")
    text = anchor_text(element) if len(element) else one_line(element.text)
    first = (href, "a", text, False, " ".join(rel.lower().split())[:60] if rel else "")
    if href[0] in "jJ" and href[:11].lower() == "javascript:":
        return (first, *_in_address(href))
    return (first,)


def _in_address(href: str) -> Found:
    code = href[11:]
    return handler(
        re.sub(r"%2[27F]", lambda found: chr(int(found[0][1:], 16)), code) if "%2" in code else code
    )


def _area(element: etree._Element) -> Found:
    href = element.get("href")
    text = one_line(element.get("alt") or element.get("title"))
    return (
        ((href, "area", text, False, " ".join((element.get("rel") or "").lower().split())[:60]),)
        if href
        else ()
    )


def _image(element: etree._Element) -> Found:
    items = element.items()
    text = one_line(next((value for name, value in items if name == "alt"), ""))
    for name, value in items:
        if name in _SINGLE:
            if value:
                yield value, "img", text, True
        elif name in _SETS:
            for url in split_srcset(value):
                yield url, "img", text, True
        elif name == "longdesc" and value:
            yield value, "longdesc", text, False


def _frame(element: etree._Element) -> Found:
    for attribute in ("src", "data-src", "data-lazy-src"):
        value = element.get(attribute)
        if value:
            yield value, element.tag, element.get("title") or element.get("name") or "", True


def _input(element: etree._Element) -> Found:
    if (element.get("type") or "").strip().lower() == "image":
        yield from _image(element)


def _media(element: etree._Element) -> Found:
    name = element.tag
    for attribute, value in element.items():
        if attribute in ("src", "data-src", "data-lazy-src"):
            if value:
                yield value, name, "", True
        elif attribute in ("poster", "data-poster"):
            if value:
                yield value, "img", "", True
        elif attribute in _SETS:
            for url in split_srcset(value):
                yield url, name, "", True


def _object(element: etree._Element) -> Found:
    folder = element.get("codebase") or ""
    name = element.tag
    for attribute in ("data", "code", "archive"):
        value = element.get(attribute)
        for one in (value or "").split(",") if attribute == "archive" else (value,):
            if one and one.strip():
                yield _below(folder, _class_file(one) if attribute == "code" else one.strip()), name, "", True
    for parameter in element.iterchildren("param"):
        if (parameter.get("name") or "").lower() in ("movie", "src", "filename", "url") and parameter.get(
            "value"
        ):
            yield parameter.get("value") or "", name, "", True


def _class_file(code: str) -> str:
    code = code.strip()
    return code if code.endswith(".class") else code.replace(".", "/") + ".class"


def _below(folder: str, reference: str) -> str:
    if not folder or re.match(r"[a-zA-Z][\w+.-]*:|/", reference):
        return reference
    return folder.rstrip("/") + "/" + reference


def _link(element: etree._Element) -> Found:
    href = element.get("href")
    relations = (element.get("rel") or "").lower().split()
    if not relations or _HINTS.intersection(relations):
        return
    relation = next((name for name in _RELATIONS if name in relations), relations[0])
    if relation == "alternate" and (element.get("type") or "").partition(";")[0].strip().lower() in _FEEDS:
        relation = "feed"
    elif relation.endswith(("touch-icon", "touch-icon-precomposed", "mask-icon")):
        relation = "icon"
    name, embed = f"link:{relation[:40]}", relation in _EMBEDDED_RELATIONS
    if href:
        yield href, name, element.get("title") or "", embed
    pictures = element.get("imagesrcset")
    for url in split_srcset(pictures) if pictures else ():
        yield url, name, "", embed


def _meta(element: etree._Element) -> Found:
    named = element.get("property") or element.get("name") or element.get("itemprop")
    if named:
        if named.strip().lower() in _PICTURES:
            content = (element.get("content") or "").strip()
            if content and (":" in named or "/" in content):
                yield content, "meta:image", "", True
    elif (element.get("http-equiv") or "").strip().lower() == "refresh":
        found = _REFRESH.match(" ".join((element.get("content") or "")[:4000].split()))
        if found:
            yield found[1].rstrip(), "meta:refresh", "", False


def _script(element: etree._Element) -> Found:
    source = element.get("src") or element.get("href") or element.get(_XLINK) or element.get("data-src")
    if source:
        return ((source, "script", "", True),)
    code = element.text
    if not code or len(code) < 12:
        return ()
    kind = (element.get("type") or element.get("language") or "").lower()
    if "ld+json" in kind:
        return ((url, "json-ld", "", embed) for url, embed in schema_org.addresses(code))
    if _SCRIPT_TYPES.match(kind) or kind.startswith("javascript"):
        return ((url, "js", "", embed, "", True) for url, embed in scripts.guesses(code))
    return ()


def _style(element: etree._Element) -> Found:
    for reference in css.references(element.text or ""):
        yield reference, "css", "", True


def _drawing(element: etree._Element) -> Found:
    value = element.get("href") or element.get(_XLINK)
    if value:
        yield value, "img", "", True


def _form(element: etree._Element) -> Found:
    action = element.get("action")
    return ((action, "form", "", False),) if action else ()


_back = _attribute("img", "background", True)  # <body background>, <td background>
FINDERS: dict[object, Finder] = {
    "a": _anchor,
    "amp-img": _image,
    "applet": _object,
    "area": _area,
    "audio": _media,
    "bgsound": _attribute("audio", "src", True),
    "body": _back,
    "embed": _attribute("embed", "src", True),
    "feimage": _drawing,
    "form": _form,
    "frame": _frame,
    "iframe": _frame,
    "image": _drawing,
    "img": _image,
    "input": _input,
    "link": _link,
    "meta": _meta,
    "object": _object,
    "script": _script,
    "source": _media,
    "style": _style,
    "table": _back,
    "td": _back,
    "th": _back,
    "tr": _back,
    "track": _attribute("source", "src", True),
    "use": _drawing,
    "video": _media,
}


def _attributes(names: Iterable[str]) -> etree.XPath:
    return etree.XPath("|".join(f"//@{name}" for name in names), smart_strings=False)


@cache
def _handlers(events: frozenset[bytes]) -> etree.XPath:
    """Finds these events in their order: each is a walk through the page, which seldom has more than two of them."""
    return _attributes(sorted(event.decode() for event in events))


LINKING = tuple(FINDERS)
"""The elements in which addresses stand."""
_EVENTS = ("onclick", "onchange", "onmouseover", "onmousedown", "onmouseup", "onsubmit", "onload")
_STYLED = etree.XPath("//@style[contains(., '(')]", smart_strings=False)
_BACKED = _attributes(BACKGROUNDS)
_EVENT = re.compile("|".join(_EVENTS).encode())
# Asked of every page, so by what is found fastest: a rare letter, or what is the same in "onclick" and "onClick".
_FUNCTION = re.compile(rb"\((?<=[uU][rR][lL]\()")
_MAYBE_BACKED = re.compile(rb"-b(?:(?<=data-b)|(?<=data-lazy-b))")
# from the end, as signs of equality are few
_MAYBE_HANDLED = re.compile(rb"=(?<=[kr]=)(?:(?<=lick=)|(?<=ouseover=))")
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


def page_links(
    page: Page, resolver: Resolver, elements: Iterable[etree._Element] | None = None
) -> list[Link]:
    """The links of a page that is parsed already; guesses from its scripts are at the end.

    `elements` are those of the page in their order, if they were collected already, LINKING ones among them.
    """
    root = page.root
    if root is None:
        return []
    links: dict[Link, None] = {}
    resolve = resolver.resolve
    finder_of = FINDERS.get
    made = tuple.__new__
    for element in root.iter(*LINKING) if elements is None else elements:
        tag = element.tag
        # most links of a page are nothing but an address and words: here in fewer steps than by `_anchor`
        if (
            tag == "a"
            and (href := element.get("href"))
            and href[0] not in "jJ"
            and element.get("rel") is None
        ):
            if url := resolve(href):
                text = anchor_text(element) if len(element) else one_line(element.text)
                links[made(Link, (url, "a", text, False, "", False, ""))] = None
            continue
        finder = finder_of(tag)
        for found in finder(element) if finder is not None else ():
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
    """Addresses in attributes that any element may have; the tree is searched only for those in the source."""
    utf8 = page.utf8
    if b"(" in utf8 and _FUNCTION.search(utf8):
        for code in _STYLED(root):
            for reference in css.references(code):
                yield reference, "css", "", True
    if _MAYBE_BACKED.search(utf8):
        for value in _BACKED(root):
            for reference in background(value):
                yield reference, "css", "", True
    if _MAYBE_HANDLED.search(utf8) and _GOING.search(lower := utf8.lower()):
        events = frozenset(_EVENT.findall(lower))
        for code in _handlers(events)(root)[:_MOST_HANDLERS] if events else ():
            if "/" in code or "." in code or "?" in code:
                yield from handler(code)
