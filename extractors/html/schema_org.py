"""What stands in the text of a page about the page: microdata (schema.org), and dates that readers see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.spacing import listed, names
from extractors.base.types import Document, Part
from extractors.html.tree import Page

# What a page says of its article in JSON-LD (schema.org).

_MOST_NODES = 2000
_ARTICLES = listed("""
    article newsarticle blogposting report scholarlyarticle webpage techarticle book socialmediaposting
    liveblogposting reportagenewsarticle analysisnewsarticle discussionforumposting
    """)
_WANTED = listed(
    "headline author datePublished dateModified inLanguage publisher articleSection keywords description"
)


def described(elements: Iterable[etree._Element]) -> dict[str, str]:
    """Headline, author, datePublished, dateModified, inLanguage, publisher, articleSection, keywords and description
    of the first article that is described, and the name of the "site"."""
    found: dict[str, str] = {}
    for element in elements:
        if "ld+json" not in (element.get("type") or "").lower():
            continue
        for node in nodes(load(element.text or "")):  # broken descriptions are common
            if _is(node, ("website",)) and _text(node.get("name")):
                found.setdefault("site", _text(node.get("name")))
            if not _is(node, _ARTICLES):
                continue
            for key in _WANTED:
                value = _text(node.get(key))
                if value:
                    found.setdefault(key, value)
        if "headline" in found:
            break
    return found


def nodes(
    data: object, most: int = _MOST_NODES, inside: Sequence[str] = ("@graph", "mainEntity")
) -> Iterator[dict[str, object]]:
    """What a description describes, as it stands there: at most so many, with what these keys of it hold."""
    pending, seen = [data], 0
    while pending and seen < most:
        seen += 1
        node = pending.pop(0)
        if isinstance(node, list):
            pending.extend(node[:most])
        elif isinstance(node, dict):
            yield node
            pending += [node.get(name) for name in inside]


def _is(node: dict[str, object], names: Iterable[str]) -> bool:
    kinds = node.get("@type")
    return any(str(kind).lower() in names for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value[:10])))
    if isinstance(value, dict):
        return _text(value.get("name"))
    return value if isinstance(value, str) else ""


_MARKED = etree.XPath("//*[@itemprop][not(self::meta[@name or @property])]")
_MOST_MARKED = 300
_LONGEST = 200
_TIMES = {"datepublished": "published", "datecreated": "published", "datemodified": "modified"}
_WORDS = {"author": "author", "articlesection": "section", "keywords": "keywords", "publisher": "publisher"}

_TELLING = re.compile(rb"""itemprop=["']?(?:date|author|articlesection|keywords|publisher)""", re.IGNORECASE)
_MOST_PARTS = 400
_DATED = 120  # characters of a line that tells a date and little else
_NUMBER = r"(?:19|20)\d\d"
_DATE = (
    rf"{_NUMBER}\s*[-/.年년]\s*\d{{1,2}}\s*[-/.月월]\s*\d{{1,2}}(?:\s*[日号일])?(?:[T\s]*\d{{1,2}}[:：]\d{{2}}(?:[:：]\d{{2}})?)?"
    rf"|\d{{1,2}}\.?\s+[A-Za-zÀ-ÿ]{{3,10}}\.?,?\s+{_NUMBER}|[A-Z][a-z]{{2,8}}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+{_NUMBER}"
)
_PUBLISHED = re.compile(
    rf"(?:发布|发表|发稿|刊发|成文|發布|發表|时间|時間|日期|來源|来源|[Pp]ublished|[Pp]osted|[Dd]ate)[^\d\n]{{0,24}}?({_DATE})"
)
_MODIFIED = re.compile(rf"(?:更新|修改|[Uu]pdated|[Mm]odified)[^\d\n]{{0,16}}?({_DATE})")
_ALONE = re.compile(rf"^[^\d\n]{{0,12}}({_DATE})")
_NEAR_HEADING = 6
_IN_ADDRESS = re.compile(
    r"/(?:t|content_)?((?:19|20)\d\d)[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12]\d|3[01])(?=[_/.-]|\b)"
)


def add(document: Document, page: Page, base_url: str | None) -> None:
    """Fill in what the metadata of the page did not say; "published-source" tells where the date was found."""
    marked = page.root is not None and b"itemprop" in page.utf8 and _TELLING.search(page.utf8)
    for key, value in _marked(page.root) if marked else ():
        document.metadata.setdefault(key, value)
    for key, value in _seen(document.parts) if "published" not in document.metadata else ():
        if key not in document.metadata:
            document.metadata[key] = value
            if key == "published":
                document.metadata["published-source"] = "text"
    found = _IN_ADDRESS.search(base_url or "")
    if found and "published" not in document.metadata:
        document.metadata["published"] = "-".join(found.groups())
        document.metadata["published-source"] = "address"


def _marked(root: etree._Element) -> Iterator[tuple[str, str]]:
    marked = _MARKED(root)
    for element in marked[:_MOST_MARKED] if isinstance(marked, list) else ():
        for name in (element.get("itemprop") or "").lower().split():
            written = element.get("datetime") or element.get("content")
            if name in _TIMES:
                date = dates.iso(written or "".join(element.itertext())[:_LONGEST])
                if date:
                    yield _TIMES[name], date
            elif name in _WORDS:
                words = spacing.line(written or "".join(element.itertext())[:_LONGEST])
                if words and not words.startswith(("http://", "https://")):
                    yield _WORDS[name], words


def _seen(parts: tuple[Part, ...]) -> Iterator[tuple[str, str]]:
    """Dates in short lines: with a word that says what they are, or alone below the heading."""
    heading = next(
        (number for number, part in enumerate(parts) if part.kind == "heading" and part.level == 1), None
    )
    for number, part in enumerate(parts[:_MOST_PARTS]):
        text = part.text
        if (
            len(text) > _DATED
            or not ("20" in text or "19" in text)
            or part.kind in ("image", "table", "code")
        ):
            continue
        for key, pattern in (("modified", _MODIFIED), ("published", _PUBLISHED)):
            found = pattern.search(text)
            date = dates.iso(found[1]) if found else ""
            if date:
                yield key, date
        if heading is not None and 0 < number - heading <= _NEAR_HEADING:
            alone = _ALONE.match(text)
            date = dates.iso(alone[1]) if alone else ""
            if date:
                yield "published", date


# Addresses in descriptions of a page (JSON-LD) and in manifests of web apps.

_LONGEST_JSON = 1 << 20
_MOST_VALUES = 5000
_PICTURES = names("image images logo thumbnail thumbnailurl primaryimageofpage contenturl photo screenshot")
_ADDRESSES = frozenset(("url", "mainentityofpage", "item", "contenturl", "thumbnailurl"))
_DRAWN = frozenset(("imageobject", "videoobject", "audioobject", "mediaobject"))

Address = tuple[str, bool]
"""(reference, is it a picture or the like?)"""


def addresses(code: str) -> Iterator[Address]:
    """Where a description of things on a page says they are: pages, pictures, media. What they are the same as
    (sameAs) stands elsewhere and does not belong to the page. Damaged descriptions hold nothing."""
    seen = 0
    pending: list[tuple[object, str]] = [(load(code), "")]
    while pending and seen < _MOST_VALUES:
        seen += 1
        value, key = pending.pop()
        picture = key in _PICTURES
        if isinstance(value, str):
            if (picture or key in _ADDRESSES) and _plausible(value):
                yield value, picture
        elif isinstance(value, list):
            pending.extend((item, key) for item in reversed(value[:_MOST_VALUES]))
        elif isinstance(value, dict):
            if key in ("mainentityofpage", "item") and isinstance(value.get("@id"), str):
                pending.append((value["@id"], key))
            kind = str(value.get("@type")).lower()
            for name, inner in reversed(value.items()):
                name = name.lower()
                if name in ("sameas", "@context", "@id"):
                    continue
                if name == "url" and (picture or kind in _DRAWN):
                    # the page of a film has an address, too; that of a picture is the picture
                    name = "image" if picture or kind == "imageobject" else "url"
                pending.append((inner, name))


def manifest(value: object) -> Iterator[Address]:
    """The pages and icons that a web app manifest names (W3C Application Manifest)."""
    if not isinstance(value, dict) or not is_manifest(value):
        return
    pictures = [value.get("icons"), value.get("screenshots")]
    shortcuts = value.get("shortcuts")
    for shortcut in shortcuts[:100] if isinstance(shortcuts, list) else ():
        if isinstance(shortcut, dict):
            pictures.append(shortcut.get("icons"))
            if isinstance(shortcut.get("url"), str):
                yield shortcut["url"], False
    if isinstance(value.get("start_url"), str):
        yield value["start_url"], False
    for group in pictures:
        for picture in group[:100] if isinstance(group, list) else ():
            if isinstance(picture, dict) and isinstance(picture.get("src"), str):
                yield picture["src"], True


def is_manifest(value: dict[str, object]) -> bool:
    return isinstance(value.get("icons"), list) and any(
        key in value for key in ("name", "short_name", "start_url")
    )


def load(code: str) -> object:
    """The value of a JSON text, None when there is none to be read."""
    if len(code) > _LONGEST_JSON:
        return None
    try:
        return json.loads(code.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
    except (ValueError, RecursionError):
        return None


def _plausible(value: str) -> bool:
    """Templates, names and sentences are no addresses."""
    value = value.strip()
    return (
        0 < len(value) < 2000
        and not any(letter in value for letter in "{}<> \n")
        and ("/" in value or "." in value)
    )
