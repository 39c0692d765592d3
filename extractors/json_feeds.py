"""JSON feeds (jsonfeed.org, 1.0 and 1.1)."""

from __future__ import annotations

import json

from extractors import dates
from extractors.listed import Listed


def load(text: str | bytes) -> tuple[str, list[tuple[str, str, str, str, str]]] | None:
    """The title of a feed, and title, address, date, author and content (which may be HTML) of its entries; None when
    it is none, or damaged."""
    feed = _feed(text)
    if feed is None:
        return None
    found = []
    for item in _items(feed):
        people = item.get("authors")
        author = people[0] if isinstance(people, list) and people else item.get("author")
        found.append((
            " ".join(_text(item.get("title")).split())[:300],
            _text(item.get("url")) or _text(item.get("external_url")),
            dates.iso(_text(item.get("date_published")) or _text(item.get("date_modified"))),
            _text(author.get("name")) if isinstance(author, dict) else "",
            _text(item.get("content_html")) or _text(item.get("content_text")) or _text(item.get("summary")),
        ))  # fmt: skip
    return _text(feed.get("title"))[:300], found


def entries(data: bytes) -> list[Listed] | None:
    """The addresses in a feed; None when it is none, or damaged."""
    feed = _feed(data)
    if feed is None:
        return None
    found: list[Listed] = []
    for item in _items(feed):
        modified = dates.iso(_text(item.get("date_modified")) or _text(item.get("date_published")))
        title = " ".join(_text(item.get("title")).split())[:300]
        found.append(Listed(_text(item.get("url")), modified, title, "item"))
        found.append(Listed(_text(item.get("external_url")), "", "", "item"))
        attachments = item.get("attachments")
        for attached in attachments if isinstance(attachments, list) else ():
            if isinstance(attached, dict):
                found.append(Listed(_text(attached.get("url")), modified, "", "enclosure"))
    found.append(Listed(_text(feed.get("home_page_url")), "", _text(feed.get("title"))[:300], "home"))
    found.append(Listed(_text(feed.get("next_url")), "", "", "sitemap"))
    return [one for one in found if one.url]


def _feed(text: str | bytes) -> dict[str, object] | None:
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        return None
    return feed if "jsonfeed.org/version" in _text(feed.get("version")) else None


def _items(feed: dict[str, object]) -> list[dict[str, object]]:
    items = feed.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
