"""Names of what the engine knows by codes: facets and their values, kinds of pages, kinds of changes."""

from __future__ import annotations

from app.service.room.wording import Wording

FACETS = {
    "site": "Site",
    "page_type": "Kind of page",
    "type": "Format",
    "language": "Language",
    "year": "Year of publication",
    "author": "Author",
    "label": "Part of the page",
    "page": "The page",
}
"""The facets of a search, in their order."""
_VALUES = {
    "page_type": {
        "home": "Home page",
        "listing": "List",
        "collection": "Collection",
        "article": "Article",
        "documentation": "Documentation",
        "product": "Product",
        "service": "Service",
        "forum": "Forum",
        "picture": "Picture page",
        "search": "Search result",
        "login": "Log-in",
        "error": "Error page",
        "unknown": "Not clear",
    },
    "type": {
        "page": "Web page",
        "pdf": "PDF",
        "word": "Word document",
        "sheet": "Spreadsheet",
        "slides": "Slides",
        "text": "Plain text",
        "image": "Picture",
        "audio": "Sound",
        "video": "Film",
        "book": "E-book",
        "data": "Data",
        "other": "Other",
    },
    "label": {
        "navigation": "Navigation",
        "header": "Header",
        "footer": "Footer",
        "advertisement": "Advertisement",
        "main text": "Main text",
        "list": "List",
        "comments": "Comments",
        "form": "Form",
        "related links": "Related links",
        "date/counter": "Date or counter",
        "other": "Other",
    },
    "page": {"same": "was there before", "new": "is new", "back": "is back", "gone": "is gone"},
    "language": {
        "en": "English",
        "zh": "Chinese",
        "zh-Hans": "Chinese (simplified)",
        "zh-Hant": "Chinese (traditional)",
        "de": "German",
        "fr": "French",
        "es": "Spanish",
        "it": "Italian",
        "pt": "Portuguese",
        "ru": "Russian",
        "ja": "Japanese",
        "ko": "Korean",
        "nl": "Dutch",
        "pl": "Polish",
        "ar": "Arabic",
    },
}
CHANGES = {
    "changed": "Changed",
    "added": "Added",
    "removed": "Removed",
    "moved": "Moved",
    "markup": "Markup changed",
    "appeared": "Appeared",
    "vanished": "Vanished",
    "replaced": "Replaced",
}
STATES = {"new": "New", "gone": "Gone", "changed": "Changed"}
ORDERS = {
    "relevance": "Best first",
    "newest": "Newest first",
    "oldest": "Oldest first",
    "title": "By title",
    "last": "Last captured",
    "versions": "Most versions",
    "name": "By address",
}
FIGURES = {
    "topics": (
        "Topics",
        "The share of the pages of each period that speak of a topic. A point leads to its pages.",
    ),
    "growth": ("Growth", "What came in each period, and how much there was at its end."),
    "change": (
        "How long contents last",
        "Days after which half of the documents have changed or are gone, estimated from captures as irregular as they are, "
        "with the interval of 95 %.",
    ),
    "rot": (
        "How long pages last",
        "Days after which half of the documents are gone (404, 410), with the interval of 95 %.",
    ),
    "hour": (
        "Changes by hour",
        "Changes a page and day in each hour (UTC), from captures at most twelve hours apart.",
    ),
    "weekday": (
        "Changes by weekday",
        "Changes a page and day on each day of the week (UTC), from captures at most three days apart.",
    ),
    "errors": ("Errors", "The share of pages that answered with an error, and of those that are gone."),
    "language": ("Languages", "The languages of the documents of each period."),
    "type": ("Formats", "The formats of what was captured in each period."),
}
"""Figures over time: titles, and what they tell."""
GROUPINGS = {
    "": "All pages",
    "site": "By site",
    "sector": "By kind of site",
    "country": "By country",
    "page_type": "By kind of page",
    "depth": "By depth",
}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
REPORTED = {
    "under-2-months": "Web InfoMall: under 2 months",
    "about-4-months": "Web InfoMall: about 4 months",
}
HEADS = {
    "topic": "Topic",
    "period": "Period",
    "pages": "Pages",
    "n": "of",
    "share": "Share (95 %)",
    "sites": "Sites",
    "n_sites": "of",
    "site_share": "Share of sites (95 %)",
    "peak": "Peak",
    "risen": "Days up",
    "fallen": "Days down",
    "lasting": "Lasts, days (95 %)",
    "site": "Site",
    "url": "Address",
    "date": "First seen",
    "since": "Not yet",
    "captures": "Captures",
    "versions": "Versions",
    "new_pages": "New addresses",
    "bytes": "New content",
    "total": "Content",
    "group": "Group",
    "looks": "Looks",
    "changed": "Changed",
    "half_life": "Half-life, days (95 %)",
    "fits": "One rate fits",
    "reported": "Reported",
    "part": "When",
    "rate": "Changes a page and day (95 %)",
    "changes": "Changes",
    "exposure": "Days watched",
    "errors": "Errors",
    "gone": "Gone",
    "gone_share": "Share gone (95 %)",
}
"""Heads of the columns of figures over time."""


def value_name(words: Wording, facet: str, value: str) -> str:
    """A value of a facet as people read it; as it is where it has no other name."""
    known = _VALUES.get(facet, {}).get(value)
    if known is None and facet == "language":
        known = _VALUES["language"].get(value.partition("-")[0])
    return words.say(known) if known else value


def sentences() -> set[str]:
    """All names that are said, for whoever checks their translations."""
    tables = (FACETS, CHANGES, STATES, ORDERS, GROUPINGS, HEADS, REPORTED, *_VALUES.values())
    told = {sentence for pair in FIGURES.values() for sentence in pair}
    return told | {*WEEKDAYS} | {name for table in tables for name in table.values()}
