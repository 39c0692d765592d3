"""What a page says about itself: title, author, date, language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.language import usual_tag
from extractors.base.spacing import listed
from extractors.html import schema_org

_META_LIMIT = 2000
_META_COUNT = 100
_AUTHORS = listed("""
    author article:author dc.creator dcterms.creator dc:creator citation_author sailthru.author
    parsely-author byl twitter:creator
    """)
_PUBLISHED = listed("""
    article:published_time og:published_time datepublished publishdate pubdate publish_date publish-date
    firstpublishdate dc.date.issued dcterms.issued dc.date dcterms.date dc:date dcterms.created date
    citation_publication_date citation_date parsely-pub-date weibo:article:create_at publishedat
    sailthru.date release_date pagerender-date
    """)
_MODIFIED = listed("""
    article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified lastmod
    last-modified weibo:article:update_at revised
    """)
_TITLES = ("dc.title", "dcterms.title", "dc:title", "citation_title", "title")
_SITES = ("og:site_name", "application-name", "apple-mobile-web-app-title", "sitename")
_SECTIONS = ("article:section", "og:article:section", "parsely-section", "section", "catalogs")
_PUBLISHERS = (
    "dc.publisher",
    "dcterms.publisher",
    "dc:publisher",
    "citation_publisher",
    "publisher",
    "copyright",
)
_DESCRIPTIONS = (
    "description",
    "og:description",
    "dc.description",
    "dcterms.description",
    "twitter:description",
)
_KEYWORDS = ("keywords", "news_keywords", "dc.subject", "dcterms.subject", "article:tag", "citation_keywords")
# Names that pages repeat for one value each.
_REPEATED = frozenset((*_AUTHORS, *_KEYWORDS))
# Directives that forbid something; the others change nothing.
_FORBIDDING = re.compile(r"(?<![\w-])(?:none|no(?:index|follow|archive))(?![\w-])", re.IGNORECASE)
_CRAWLER = re.compile(r"[a-z_-]+")
_TEXTS = frozenset(("description", "keywords", "author", "title", "abstract", "subject"))
TELLING = ("meta", "script", "time", "title")
"""The elements that say something about a page."""


class About(NamedTuple):
    """What a page says about itself. `unsettled` are the elements that would change this if more of them followed.
    `directives` are what it asks of crawlers: (name, words), for the name "robots" or that of one crawler. `named` are
    all titles it gives itself: (title, source)."""

    metas: dict[str, str]
    title: str
    title_source: str
    author: str
    date: str
    language: str
    unsettled: frozenset[str]
    directives: tuple[tuple[str, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()


def about(root: etree._Element, elements: Iterable[etree._Element] | None = None) -> About:
    """Title, author, date and language from the head of a page (and JSON-LD wherever it stands).

    `elements` are those of the page in their order, if they were collected already, TELLING ones among them.
    """
    found: dict[object, list[etree._Element]] = {name: [] for name in TELLING}
    for element in root.iter(*TELLING) if elements is None else elements:
        if element.tag in found:
            found[element.tag].append(element)
    metas = _metas(found["meta"])
    described = schema_org.described(found["script"])
    plain = _page_title(found["title"])
    time = _time_element(found["time"])
    tag = _root_language(root)
    named = tuple(_titles(metas, described, spacing.line(plain)))
    author = spacing.line(_first(metas, _AUTHORS)) or spacing.line(described.get("author"))
    author = "" if author.startswith(("http://", "https://", "@")) else author
    published = _date(metas, _PUBLISHED, described.get("datePublished"), time)
    modified = _date(metas, _MODIFIED, described.get("dateModified"))
    candidates = [tag, metas.get("content-language"), metas.get("og:locale"), described.get("inLanguage")]
    spoken = next((tag for tag in map(usual_tag, candidates) if tag), "")
    # An <html> later on adds its attributes to the first one.
    unsettled = {"meta", "html"}
    unsettled |= {
        name
        for name, settled in (
            ("body", tag),
            ("title", plain),
            ("script", "headline" in described),
            ("time", published),
        )
        if not settled
    }
    title, source = _title(named, metas)
    for key, value in _common(metas, described, published, modified):
        metas[key] = value
    return About(
        metas,
        title,
        source,
        author,
        published,
        spoken,
        frozenset(unsettled),
        _directives(found["meta"]),
        named,
    )


def _titles(metas: dict[str, str], described: dict[str, str], plain: str) -> Iterator[tuple[str, str]]:
    """All titles a page gives itself, the most trusted first."""
    for title, source in (
        (spacing.line(metas.get("og:title")), "og:title"),
        (spacing.line(metas.get("twitter:title")), "twitter:title"),
        (spacing.line(described.get("headline")), "JSON-LD"),
        (plain, "title"),
        *((spacing.line(metas.get(key)), "metadata") for key in _TITLES),
    ):
        if title:
            yield title, source


def _title(named: Sequence[tuple[str, str]], metas: dict[str, str]) -> tuple[str, str]:
    """The title to show, and where it stood."""
    site = spacing.line(metas.get("og:site_name"))
    plain = any(source == "title" for _, source in named)
    for title, source in named:
        if plain and title == site and source in ("og:title", "twitter:title"):
            continue  # every page of the site says the same
        return title, "og:title" if source == "twitter:title" else source
    return "", ""


def _common(
    metas: dict[str, str], described: dict[str, str], published: str, modified: str
) -> Iterator[tuple[str, str]]:
    """The same things under the same names, whatever a page calls them."""
    for key, value in (
        ("published", published),
        ("modified", modified),
        ("site-name", _first(metas, _SITES) or described.get("site", "")),
        ("publisher", _first(metas, _PUBLISHERS) or described.get("publisher", "")),
        ("section", _first(metas, _SECTIONS) or described.get("articleSection", "")),
        ("keywords", _first(metas, _KEYWORDS) or described.get("keywords", "")),
        ("description", _first(metas, _DESCRIPTIONS) or described.get("description", "")),
    ):
        if value:
            yield key, " ".join(value.split())[:_META_LIMIT]


def _first(metas: dict[str, str], names: Iterable[str]) -> str:
    for name in names:
        if name in metas:
            return metas[name]
    return ""


def _date(metas: dict[str, str], names: Iterable[str], *others: str | None) -> str:
    for written in (*(metas[name] for name in names if name in metas), *others):
        date = dates.iso(written) if written else ""
        if date:
            return date
    return ""


def _metas(elements: Iterable[etree._Element]) -> dict[str, str]:
    metas: dict[str, str] = {}
    for element in elements:
        name = element.get("property") or element.get("name") or element.get("http-equiv")
        if not name:
            continue
        name, value = name.strip().lower(), (element.get("content") or "").strip()
        if not name or not value or len(name) > 60:
            continue
        if name not in metas:
            if len(metas) < _META_COUNT:
                metas[name] = value[:_META_LIMIT]
        elif name in _REPEATED and value not in metas[name] and len(metas[name]) + len(value) < _META_LIMIT:
            metas[name] = f"{metas[name]}; {value}"
    return metas


def _directives(elements: Iterable[etree._Element]) -> tuple[tuple[str, str], ...]:
    found = []
    for element in elements:
        name = element.get("name")
        content = element.get("content") if name else None
        if name and content and ("no" in content or "NO" in content or "No" in content or "nO" in content):
            name = name.strip().lower()
            if (
                len(name) <= 60
                and _CRAWLER.fullmatch(name)
                and name not in _TEXTS
                and _FORBIDDING.search(content)
            ):
                found.append((name, " ".join(content[:200].lower().split())))
    return tuple(found[:_META_COUNT])


def _page_title(elements: Iterable[etree._Element]) -> str:
    for element in elements:
        parent = element.getparent()
        if parent is None or parent.tag != "svg":
            text = "".join(element.itertext()) if len(element) else element.text or ""
            if text.strip():
                return text
    return ""


def _root_language(root: etree._Element) -> str | None:
    return _own_language(root) or _own_language(root.find("body"))


def _own_language(element: etree._Element | None) -> str | None:
    return None if element is None else element.get("lang") or element.get("xml:lang")


def _time_element(elements: Iterable[etree._Element]) -> str | None:
    for element in elements:
        if element.get("pubdate") is not None or (element.get("itemprop") or "").lower() == "datepublished":
            return element.get("datetime") or "".join(element.itertext())[:100]
    return None
