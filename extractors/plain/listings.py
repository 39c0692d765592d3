"""Documents that list the pages of a site: sitemaps and feeds, whatever they are written in.

XML is read record by record and forgotten, so that a list of 50 MB needs no more memory than its entries do. Entities
are not resolved, nothing is fetched, and what is compressed may not unpack to more than the sitemap protocol allows.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lxml import etree

from extractors.base import dates
from extractors.base.addresses import Resolver
from extractors.base.types import Link
from extractors.plain import feeds
from extractors.plain import feeds as json_feeds
from extractors.plain.feeds import Listed, address, local_name, words

# Sitemaps and their indexes (sitemaps.org), with news, pictures, films and other languages of a page.

_SHOWN = {"image": "img", "video": "img"}  # of a film its picture: the film itself may be an hour long


def read_record(record: etree._Element) -> Iterator[Listed]:
    """The addresses in a <url> of a sitemap or a <sitemap> of an index."""
    name = local_name(record)
    if name not in ("url", "sitemap"):
        return
    place = modified = title = ""
    others: list[Listed] = []
    for element in record:
        inner = local_name(element)
        if inner == "loc":
            place = place or address(element)
        elif inner == "lastmod":
            modified = modified or dates.iso(element.text)
        elif inner == "link" and (element.get("rel") or "").lower() == "alternate":
            others.append(Listed(element.get("href") or ""))
        elif inner == "news":
            parts = {local_name(part): part for part in element}
            title = words(parts["title"]) if "title" in parts else title
            if "publication_date" in parts:
                modified = modified or dates.iso(parts["publication_date"].text)
        elif inner in _SHOWN:
            others.extend(
                Listed(address(part), element=_SHOWN[inner])
                for part in element
                if local_name(part) in ("loc", "thumbnail_loc")
            )
    if place:
        yield Listed(place, modified, title, "sitemap" if name == "sitemap" else "loc")
    yield from (other for other in others if other.url)


MOST_ENTRIES = 50_000
"""the protocol's own limit of a sitemap"""
LONGEST = 52_428_800
_BEGINNING = 4096
_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"
_ROOTS = (
    b"<urlset",
    b"<sitemapindex",
    b"<rss",
    b":rdf",
    b"<rdf",
    b"<feed",
    b":urlset",
    b":sitemapindex",
    b":feed",
)
_RECORDS = ("{*}url", "{*}sitemap", "{*}item", "{*}entry", "{*}link")
_READERS = {
    "urlset": read_record,
    "sitemapindex": read_record,
    "rss": feeds.read_record,
    "rdf": feeds.read_record,
    "feed": feeds.read_record,
}


class Listing(NamedTuple):
    """`kind` is "sitemap", "index", "feed" or "text"; addresses are absolute when that of the list was given.

    `complete` is false when a limit or damage ended the reading.
    """

    kind: str
    entries: tuple[Listed, ...]
    complete: bool = True

    def links(self) -> Iterator[Link]:
        """The entries as links of the document, each address once."""
        seen: set[str] = set()
        for entry in self.entries:
            if entry.url not in seen:
                seen.add(entry.url)
                embed = entry.element == "img"
                yield Link(entry.url, entry.element, entry.title, embed, modified=entry.modified)


def read(data: bytes, base_url: str | None = None) -> Listing | None:
    """What a document lists, or None when it is no list. Never raises."""
    packed = data.startswith(_GZIP)
    start = (_inflated(data, _BEGINNING)[0] if packed else data[:_BEGINNING]).removeprefix(_MARK).lstrip()
    reader = _reader(start)
    if reader is None:
        return None
    data, whole = _inflated(data, LONGEST) if packed else (data[:LONGEST], len(data) <= LONGEST)
    found = reader(data, base_url)
    return found if found is None or whole else found._replace(complete=False)


def _reader(start: bytes) -> Callable[[bytes, str | None], Listing | None] | None:
    """What reads a document that begins so, if it is worth trying: asked of every document, so it must be cheap."""
    if start.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        start = start.replace(b"\0", b"").lower()
        return _xml if any(name in start for name in _ROOTS) else None
    if start.startswith(b"{"):
        return _json if b"jsonfeed.org" in start else None
    return _text if start.startswith((b"http://", b"https://")) else None


def _inflated(data: bytes, most: int) -> tuple[bytes, bool]:
    """The data without gzip, and whether all of it is there."""
    inflater = zlib.decompressobj(31)
    try:
        return inflater.decompress(data, most), inflater.eof
    except zlib.error:
        return b"", False


def _xml(data: bytes, base_url: str | None) -> Listing | None:
    entries: list[Listed] = []
    resolver = Resolver(base_url)
    kind, root, complete = "", "", True
    start = data.lstrip(b" \t\r\n") if data[:1].isspace() else data
    try:
        walk = etree.iterparse(
            io.BytesIO(start),
            events=("end",),
            tag=_RECORDS,
            recover=True,
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            remove_comments=True,
            remove_pis=True,
        )
        for _, element in walk:
            if not root:
                root = local_name(element.getroottree().getroot())
                if root not in _READERS:
                    return None
                kind = {"sitemapindex": "index", "urlset": "sitemap"}.get(root, "feed")
            if local_name(element) == "link" and local_name(element.getparent()) not in ("feed", "channel"):
                continue  # read with the entry it belongs to
            for listed in _READERS[root](element):
                url = resolver.resolve(listed.url)
                if url.startswith(("http://", "https://")) or not base_url:
                    entries.append(listed._replace(url=url))
            if len(entries) > MOST_ENTRIES:
                complete = False
                break
            _forget(element)
    except etree.XMLSyntaxError:
        complete = False
    return Listing(kind, tuple(entries[:MOST_ENTRIES]), complete) if kind else None


def _forget(element: etree._Element) -> None:
    """Free a record that was read, and those before it."""
    if local_name(element) == "link":
        return
    element.clear(keep_tail=False)
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _json(data: bytes, base_url: str | None) -> Listing | None:
    resolver = Resolver(base_url)
    listed = json_feeds.entries(data)
    if listed is None:
        return None
    return Listing(
        "feed", tuple(one._replace(url=resolver.resolve(one.url)) for one in listed[:MOST_ENTRIES])
    )


def _text(data: bytes, _base_url: str | None) -> Listing | None:
    """One address a line, and nothing else (sitemaps.org, "Text file")."""
    entries = []
    for line in data.removeprefix(_MARK).splitlines():
        line = line.strip()
        if line:
            if not line.startswith((b"http://", b"https://")) or b" " in line or len(line) > 4096:
                return None
            entries.append(Listed(line.decode("utf-8", "replace")))
    return Listing("text", tuple(entries[:MOST_ENTRIES]), len(entries) <= MOST_ENTRIES)
