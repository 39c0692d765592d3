"""HTML bytes → an lxml tree, whatever is in them."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice

from lxml import etree

from extractors.base.charset import decode
from extractors.base.spacing import names

# What the elements of a page are to a reader.

UNSEEN = names("""
    script style template noscript head iframe noframes object audio video canvas datalist title meta
    link
    """)
"""Elements whose content is not shown as text."""
BLOCKS = names("""
    html body address article aside blockquote center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p
    pre section select summary table caption tbody thead tfoot tr td th ul xmp listing plaintext
    textarea
    """)
"""Elements that begin and end a line of their own."""


# libxml2 stops reading at 2048 open elements. A page that gets there (usually one that never closes <font>) is read
# again with only these: they close one another, so they cannot nest without end.
_FLAT = b"a|area|base|br|form|frame|h[1-6]|hr|iframe|img|input|li|link|meta|option|p|script|source|style|td|th|title|tr"
_FLATTER = b"a|area|base|br|frame|hr|img|input|link|meta|script|style|title"
_TAG = re.compile(rb"<[/!?]?+([a-zA-Z][a-zA-Z0-9:-]*+)[^<>]*+>?+")
# libxml2 needs quadratic time for the attributes of one tag; on larger pages tags with absurdly many lose them.
LARGE = 32_768
LONG_TAG = 4096
_MAX_ATTRIBUTES = 1000
START_TAG = re.compile(rb"""<[a-zA-Z](?>(?:[^>"']++|"[^"]*+"|'[^']*+'|["'])*)>?+""")
# A "<" in a script begins no tag, and quotes may seem to be open there to the end of the page.
_CODE_OR_TAG = re.compile(
    rb"(?i:<(script|style)\b[^<>]*+>(?>(?:[^<]++|<(?!/\1))*))|" + START_TAG.pattern, re.DOTALL
)
# Begins a tag that is not surely shorter: most are, and saying so costs half of measuring them.
_MAYBE_LONG = re.compile(
    rb"""<[a-zA-Z](?![^<>"']{0,200}+(?:"[^"]{0,300}+"[^<>"']{0,150}+|'[^']{0,300}+'[^<>"']{0,150}+){0,8}>)"""
)
_MOST_MAYBE = 64
_LAST_TAG = re.compile(rb"</html[^<>]*+>", re.IGNORECASE)
_QUOTED = re.compile(rb""""[^"]*+"|'[^']*+'""")
MOST_TAGS = 1_000_000
"""Each element costs about 450 bytes: a page of 80 MB made of nothing but tags would take gigabytes."""
_HEAD = names("base bgsound link meta noscript script style template title")
"""What may stand in a head (HTML, section 4.2)."""
_SHOWN, _INSTEAD = 250, 200
"""A page that shows fewer characters than the first is read as if without scripts, where it has as many as the second
for that."""
_RESOURCE_LIMIT = 114  # libxml2's XML_ERR_RESOURCE_LIMIT: "Excessive depth in document"


class Page:
    """A page as text. It is parsed when that is first asked for: decoding alone answers some questions."""

    def __init__(self, data: bytes, charset: str | None) -> None:
        self.text, self.codec, self.charset_source = decode(data, charset)
        utf8 = data if self.codec == "utf-8" and self.charset_source != "BOM" else b""
        # Bytes that did not decode cleanly, or were in another charset, are handed on repaired.
        self.utf8 = _kept_open(
            utf8 if utf8 and "\ufffd" not in self.text else self.text.encode("utf-8", "replace")
        )

    @property
    def root(self) -> etree._Element | None:
        """None when there is nothing in the page."""
        return self._parsed[0]

    @property
    def flattened(self) -> bool:
        """Whether most elements were left out because the page is nested too deeply."""
        return self._parsed[1]

    @cached_property
    def cut(self) -> bool:
        """Whether the page has more tags than the tree takes."""
        return len(self.utf8) > 3 * MOST_TAGS and self.utf8.count(b"<") > MOST_TAGS

    @cached_property
    def _parsed(self) -> tuple[etree._Element | None, bool]:
        utf8 = _first_tags(self.utf8) if self.cut else self.utf8
        if len(utf8) > LARGE and _has_long_tag(utf8):
            utf8 = _CODE_OR_TAG.sub(_without_absurd, utf8)
        root, deep = parse(utf8)
        if not deep:
            return root, False
        for keep in (_FLAT, _FLATTER):
            root, deep = parse(_keep_only(utf8, keep))
            if not deep:
                break
        return root, True


def parse(utf8: bytes) -> tuple[etree._Element | None, bool]:
    """The tree, and whether libxml2 gave up because it nests too deeply."""
    parser = new_parser()
    try:
        root = etree.fromstring(utf8, parser)
    except etree.XMLSyntaxError:
        root = None
    if root is not None:
        _begin_body(root)
        if next(root.iter("noscript"), None) is not None:  # in no time where the page has no such name
            _open_noscript(root)
    return root, any(entry.type == _RESOURCE_LIMIT for entry in parser.error_log)


def _begin_body(root: etree._Element) -> None:
    """Move what belongs to no head from there to the beginning of the body, with all that follows it.

    libxml2 knows elements of HTML 4 alone to end a head: without a <body>, a <nav> or <main> would stay in it.
    """
    head = root.find("head")
    strange = (
        None
        if head is None
        else next((one for one in head if isinstance(one.tag, str) and one.tag not in _HEAD), None)
    )
    if head is None or strange is None:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    moved = [strange, *strange.itersiblings()]
    last = moved[-1]
    last.tail, body.text = (last.tail or "") + (body.text or "") or None, None
    body[:0] = moved


def _open_noscript(root: etree._Element) -> None:
    """Make the noscript elements of a page that only scripts would fill (a thread of Discourse) part of it."""
    body = root.find("body")
    instead = (
        [] if body is None else [one for one in body.iter("noscript") if _letters(one, _INSTEAD) >= _INSTEAD]
    )
    if body is not None and instead and _letters(body, _SHOWN) < _SHOWN:
        for element in instead:
            element.tag = "div"


def _letters(within: etree._Element, enough: int) -> int:
    """Characters that an element shows; no more are counted than are `enough`."""
    count = 0
    walk = etree.iterwalk(within, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        text = element.text if event == "start" else element.tail if element is not within else None
        if event == "start" and element.tag in UNSEEN and element is not within:
            walk.skip_subtree()
            text = None
        count += len(text.strip()) if text else 0
        if count >= enough:
            break
    return count


def new_parser() -> etree.HTMLParser:
    # huge_tree lifts limits of depth 256 and of 10 MB texts; the input is in memory and capped already. Nobody asks for
    # elements by their ids, and a table of them takes up to a fifth of the time.
    return etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True, collect_ids=False)


def _kept_open(utf8: bytes) -> bytes:
    """The page with blanks for each </html> that something follows: libxml2 stops there, browsers read on."""
    last = _LAST_TAG.search(utf8)
    if last is None or not utf8[last.end() :].strip():
        return utf8
    return _LAST_TAG.sub(lambda tag: b" " * len(tag[0]), utf8)


def _first_tags(utf8: bytes) -> bytes:
    end = left = 0
    while (count := utf8.count(b"<", end, end + LARGE)) <= MOST_TAGS - left:
        left += count
        end += LARGE
    return utf8[:end]


def _has_long_tag(utf8: bytes) -> bool:
    maybe = list(islice(_MAYBE_LONG.finditer(utf8), _MOST_MAYBE))
    if len(maybe) == _MOST_MAYBE:
        return max(map(len, START_TAG.findall(utf8)), default=0) >= LONG_TAG
    tags = (START_TAG.match(utf8, begin.start()) for begin in maybe)
    return any(tag is not None and len(tag[0]) >= LONG_TAG for tag in tags)


def _without_absurd(tag: re.Match[bytes]) -> bytes:
    text = tag[0]
    if len(text) < LONG_TAG or tag[1]:
        return text
    names = _QUOTED.sub(b" ", text).replace(b"/", b" ").split(maxsplit=_MAX_ATTRIBUTES)
    return text if len(names) <= _MAX_ATTRIBUTES else names[0][:40] + b">"


def _keep_only(utf8: bytes, names: bytes) -> bytes:
    kept = re.compile(names + rb"\Z", re.IGNORECASE)

    def replace(tag: re.Match[bytes]) -> bytes:
        return tag[0] if kept.match(tag[1]) else b"\n"

    return _TAG.sub(replace, utf8)
