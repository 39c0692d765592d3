"""JSON feeds (jsonfeed.org, 1.0 and 1.1)."""

from __future__ import annotations

import json

from extractors import dates
from extractors.listed import Listed


def entries(data: bytes) -> list[Listed] | None:
    """The addresses in a feed; None when it is none, or damaged."""
    try:
        feed = json.loads(data)
    except (ValueError, RecursionError):
        return None
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list) or "jsonfeed.org/version" not in _text(feed.get("version")):
        return None
    found: list[Listed] = []
    for item in items:
        if not isinstance(item, dict):
            continue
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


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
