"""What a page says about itself: title, author, date, language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lxml import etree

from extractors import dates
from extractors.types import Part

_TITLE_LIMIT = 500
_META_LIMIT = 2000
_META_COUNT = 100
_JSON_LIMIT = 1 << 20
_JSON_NODES = 2000
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]{2,8})*\Z")
_AUTHORS = ("author", "article:author", "dc.creator", "dcterms.creator", "sailthru.author", "parsely-author", "byl")
_DATES = (
    *("article:published_time", "og:published_time", "datepublished", "publishdate", "pubdate", "publish_date"),
    *(
        "publish-date",
        "firstpublishdate",
        "dc.date.issued",
        "dcterms.issued",
        "dc.date",
        "dcterms.date",
        "dcterms.created",
    ),
    *("date", "citation_publication_date", "parsely-pub-date", "weibo:article:create_at"),
)
# Directives that forbid something; the others change nothing.
_FORBIDDING = re.compile(r"(?<![\w-])(?:none|no(?:index|follow|archive))(?![\w-])", re.IGNORECASE)
_CRAWLER = re.compile(r"[a-z_-]+")
_TEXTS = frozenset(("description", "keywords", "author", "title", "abstract", "subject"))
TELLING = ("meta", "script", "time", "title")
"""The elements that say something about a page."""
_ARTICLES = ("article", "newsarticle", "blogposting", "report", "scholarlyarticle", "webpage", "techarticle", "book")


class About(NamedTuple):
    """What a page says about itself. `unsettled` are the elements that would change this if more of them followed.
    `directives` are what it asks of crawlers: (name, words), for the name "robots" or that of one crawler."""

    metas: dict[str, str]
    title: str
    title_source: str
    author: str
    date: str
    language: str
    unsettled: frozenset[str]
    directives: tuple[tuple[str, str], ...] = ()


def about(root: etree._Element, elements: Iterable[etree._Element] | None = None) -> About:
    """Title, author, date and language from the head of a page (and JSON-LD wherever it stands).

    `elements` are those of the page in their order, if they were collected already, TELLING ones among them.
    """
    found: dict[object, list[etree._Element]] = {name: [] for name in TELLING}
    for element in root.iter(*TELLING) if elements is None else elements:
        if element.tag in found:
            found[element.tag].append(element)
    metas = _metas(found["meta"])
    linked = _json_ld(found["script"])
    named = _page_title(found["title"])
    time = _time_element(found["time"])
    tag = _root_language(root)
    title, source = _title(metas, linked, clean(named))
    author = next((clean(metas.get(key)) for key in _AUTHORS if metas.get(key)), "") or clean(linked.get("author"))
    author = "" if author.startswith(("http://", "https://")) else author
    candidates = [*(metas.get(key) for key in _DATES), linked.get("datePublished"), time]
    date = next((date for date in map(dates.iso, filter(None, candidates)) if date), "")
    candidates = [tag, metas.get("content-language"), metas.get("og:locale"), linked.get("inLanguage")]
    spoken = next((tag for tag in map(language, candidates) if tag), "")
    # An <html> later on adds its attributes to the first one.
    unsettled = {"meta", "html"}
    unsettled |= {
        name
        for name, settled in (("body", tag), ("title", named), ("script", "headline" in linked), ("time", date))
        if not settled
    }
    return About(metas, title, source, author, date, spoken, frozenset(unsettled), _directives(found["meta"]))


def _title(metas: dict[str, str], linked: dict[str, str], plain: str) -> tuple[str, str]:
    """The title to show, and where it stood."""
    social = clean(metas.get("og:title") or metas.get("twitter:title"))
    if social and social == clean(metas.get("og:site_name")) and plain:
        social = ""  # every page of the site says the same
    candidates = ((social, "og:title"), (clean(linked.get("headline")), "JSON-LD"), (plain, "title"))
    return next(((title, source) for title, source in candidates if title), ("", ""))


def title_from_parts(parts: Sequence[Part]) -> tuple[str, str]:
    """The first <h1>, else the first heading that is there."""
    headings = [part for part in parts if part.kind == "heading"]
    best = next((part for part in headings if part.level == 1), None) or next(iter(headings), None)
    return (clean(best.text), f"h{best.level}") if best is not None else ("", "")


def clean(text: str | None) -> str:
    """One line without control characters, of bearable length."""
    if not text:
        return ""
    line = " ".join(text[: _TITLE_LIMIT * 4].split())
    if not line.isprintable():
        line = " ".join("".join(c if c.isprintable() else " " for c in line).split())
    return line[:_TITLE_LIMIT]


def language(tag: str | None) -> str:
    """A BCP 47 tag in its usual case, or ""."""
    tag = (tag or "").partition(",")[0].strip()
    if len(tag) > 35 or not _LANGUAGE.match(tag):
        return ""
    first, *others = tag.replace("_", "-").split("-")
    return "-".join([first.lower(), *(_subtag(other) for other in others)])


def _subtag(subtag: str) -> str:
    if len(subtag) == 2:
        return subtag.upper()
    return subtag.title() if len(subtag) == 4 and subtag.isalpha() else subtag.lower()


def _metas(elements: Iterable[etree._Element]) -> dict[str, str]:
    metas: dict[str, str] = {}
    for element in elements:
        name = element.get("property") or element.get("name") or element.get("http-equiv")
        if not name:
            continue
        name, value = name.strip().lower(), (element.get("content") or "").strip()
        if name and value and len(name) <= 60 and name not in metas and len(metas) < _META_COUNT:
            metas[name] = value[:_META_LIMIT]
    return metas


def _directives(elements: Iterable[etree._Element]) -> tuple[tuple[str, str], ...]:
    found = []
    for element in elements:
        content = element.get("content")
        if content and _FORBIDDING.search(content):
            name = (element.get("name") or "").strip().lower()
            if len(name) <= 60 and _CRAWLER.fullmatch(name) and name not in _TEXTS:
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


def _json_ld(elements: Iterable[etree._Element]) -> dict[str, str]:
    """Headline, author, date and language of the first article described in JSON-LD."""
    found: dict[str, str] = {}
    for element in elements:
        if "ld+json" not in (element.get("type") or "").lower():
            continue
        code = element.text or ""
        if len(code) > _JSON_LIMIT:
            continue
        try:
            data = json.loads(code, strict=False)
        except (ValueError, RecursionError):
            continue  # broken descriptions are common, and nobody asked for them
        for node in _nodes(data):
            if not _is_article(node):
                continue
            for key in ("headline", "author", "datePublished", "inLanguage"):
                value = _text(node.get(key))
                if value:
                    found.setdefault(key, value)
        if "headline" in found:
            break
    return found


def _nodes(data: object) -> Iterator[dict[str, object]]:
    pending, seen = [data], 0
    while pending and seen < _JSON_NODES:
        seen += 1
        node = pending.pop(0)
        if isinstance(node, list):
            pending.extend(node[:_JSON_NODES])
        elif isinstance(node, dict):
            yield node
            pending.append(node.get("@graph"))
            pending.append(node.get("mainEntity"))


def _is_article(node: dict[str, object]) -> bool:
    kinds = node.get("@type")
    return any(str(kind).lower() in _ARTICLES for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value[:10])))
    if isinstance(value, dict):
        return _text(value.get("name"))
    return value if isinstance(value, str) else ""
