"""What a page says of its article in JSON-LD (schema.org)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from lxml import etree

_LONGEST = 1 << 20
_MOST_NODES = 2000
_ARTICLES = (
    *("article", "newsarticle", "blogposting", "report", "scholarlyarticle", "webpage", "techarticle", "book"),
    *("socialmediaposting", "liveblogposting", "reportagenewsarticle", "analysisnewsarticle", "discussionforumposting"),
)
_WANTED = (
    *("headline", "author", "datePublished", "dateModified", "inLanguage", "publisher", "articleSection", "keywords"),
    "description",
)


def described(elements: Iterable[etree._Element]) -> dict[str, str]:
    """Headline, author, datePublished, dateModified, inLanguage, publisher, articleSection, keywords and description
    of the first article that is described, and the name of the "site"."""
    found: dict[str, str] = {}
    for element in elements:
        if "ld+json" not in (element.get("type") or "").lower():
            continue
        code = element.text or ""
        if len(code) > _LONGEST:
            continue
        try:
            data = json.loads(code, strict=False)
        except (ValueError, RecursionError):
            continue  # broken descriptions are common, and nobody asked for them
        for node in _nodes(data):
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


def _nodes(data: object) -> Iterator[dict[str, object]]:
    pending, seen = [data], 0
    while pending and seen < _MOST_NODES:
        seen += 1
        node = pending.pop(0)
        if isinstance(node, list):
            pending.extend(node[:_MOST_NODES])
        elif isinstance(node, dict):
            yield node
            pending.append(node.get("@graph"))
            pending.append(node.get("mainEntity"))


def _is(node: dict[str, object], names: Iterable[str]) -> bool:
    kinds = node.get("@type")
    return any(str(kind).lower() in names for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value[:10])))
    if isinstance(value, dict):
        return _text(value.get("name"))
    return value if isinstance(value, str) else ""
