"""Ready-made settings for the crawls that people do most; addresses are filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.crawl.rules.settings import CrawlSettings

DOCUMENT_TYPES = (
    "application/pdf",
    "application/msword",
    "application/rtf",
    "text/rtf",
    "application/epub+zip",
    "audio/mpeg",
    "application/vnd.ms-*",
    "application/vnd.openxmlformats-officedocument.*",
    "application/vnd.oasis.opendocument.*",
)


@dataclass(frozen=True, slots=True)
class Template:
    """`code` names it for good ("one-page"); what it does differently from the default settings; its timetable."""

    code: str
    changes: dict[str, Any]
    schedule: str = ""

    def settings(self, seeds: tuple[str, ...]) -> CrawlSettings:
        return replace(CrawlSettings(seeds=seeds), **self.changes)


def templates() -> tuple[Template, ...]:
    """In the order in which they are offered."""
    return (
        Template("one-site", {"scope": "host"}),
        Template("one-folder", {"scope": "prefix"}),
        Template("one-domain", {"scope": "domain"}),
        Template("one-page", {"scope": "host", "max_depth": 0, "sitemaps": False, "guesses": False}),
        Template(
            "news-front-page",
            {"scope": "domain", "max_depth": 1, "revisit": "due", "revisit_floor": 1.0, "sitemaps": False},
            "hourly",
        ),
        Template(
            "document-harvest",
            {"scope": "domain", "content_types": DOCUMENT_TYPES, "requisites": False, "off_site_hops": 1},
        ),
        Template(
            "topic",
            {"scope": "any", "order": "topic", "topic_threshold": 1.0, "max_pages": 1000, "max_depth": 5},
        ),
        Template("anywhere", {"scope": "any", "max_pages": 1000}),
    )
