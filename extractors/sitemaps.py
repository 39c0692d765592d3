"""Sitemaps and their indexes (sitemaps.org), with news, pictures, films and other languages of a page."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from extractors import dates
from extractors.listed import Listed, address, local_name, words

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
