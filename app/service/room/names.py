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


def value_name(words: Wording, facet: str, value: str) -> str:
    """A value of a facet as people read it; as it is where it has no other name."""
    known = _VALUES.get(facet, {}).get(value)
    if known is None and facet == "language":
        known = _VALUES["language"].get(value.partition("-")[0])
    return words.say(known) if known else value


def sentences() -> set[str]:
    """All names that are said, for whoever checks their translations."""
    tables = (FACETS, CHANGES, STATES, ORDERS, *_VALUES.values())
    return {name for table in tables for name in table.values()}
