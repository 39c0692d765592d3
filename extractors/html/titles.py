"""The titles of a page: all that it is called somewhere, weighed, without the name of its site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from extractors.base import site_names, spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Part
from extractors.html.metadata import About
from extractors.titles.ranking import key, rank

_SCORES = {"og:title": 90.0, "twitter:title": 85.0, "JSON-LD": 80.0, "title": 70.0, "metadata": 60.0}
_REASONS: dict[str, str] = {
    "og:title": Message("page-gives-showing"),
    "twitter:title": Message("page-gives-showing-elsewhere"),
    "JSON-LD": Message("headline-description-article"),
    "title": Message("title-page"),
    "metadata": Message("in-metadata"),
}
_FIRST_HEADING, _LATER_HEADING = 50.0, 25.0
_ADDRESS = 5.0
_AGREED = 2.0
_SITE = 10.0
_MOST_HEADINGS = 3


def without_site(title: str, metas: dict[str, str], base_url: str | None) -> str:
    """The title without the name of the site, as far as the page itself says which that is."""
    names = (metas.get(key, "") for key in ("og:site_name", "site-name", "publisher"))
    return site_names.own(title, names, _host(base_url))


def from_headings(parts: Sequence[Part]) -> tuple[str, str]:
    """The first <h1>, else the first heading that is there."""
    headings = [part for part in parts if part.kind == "heading"]
    best = next((part for part in headings if part.level == 1), None) or next(iter(headings), None)
    return (spacing.line(best.text), f"h{best.level}") if best is not None else ("", "")


def candidates(about: About, parts: Sequence[Part], base_url: str | None) -> tuple[Candidate, ...]:
    """All titles of a page, best first: the first is the title of the document if that has one."""
    site = spacing.line(about.metas.get("og:site_name"))
    raw = [(title, source, _SCORES[source], _REASONS[source]) for title, source in about.named]
    raw += _headings(parts)
    whole = any(source == "title" for _, source in about.named)
    bare = {title: without_site(title, about.metas, base_url) for title, *_ in raw}
    agreeing = [key(bare[title]) for title, *_ in raw]
    found: list[Candidate] = []
    for (title, source, score, reason), plain in zip(raw, agreeing, strict=True):
        text = bare[title]
        if title == site and whole and source in ("og:title", "twitter:title"):
            score, reason = _SITE, Message("name-site")
        else:
            others = sum(1 for other in agreeing if other == plain) - 1
            score += _AGREED * min(others, 2)
            if text != title:
                reason = Message("and", first=reason, then=Message("name-site-taken"))
            if others:
                reason = Message("and", first=reason, then=Message("page-says-same"))
        found.append(Candidate(text, source, score, reason))
    name = _file_name(base_url)
    if name:
        found.append(Candidate(name, "file name", _ADDRESS, Message("end-address")))
    return rank(found)


def _headings(parts: Iterable[Part]) -> Iterator[tuple[str, str, float, str]]:
    """The most important headings, each once; the first is what a page without a title is called."""
    headings = [part for part in parts if part.kind == "heading"]
    first = from_headings(headings)[0]
    seen = 0
    for part in sorted(headings, key=lambda part: part.level):
        text = spacing.line(part.text)
        if text and seen < _MOST_HEADINGS:
            seen += 1
            score = _FIRST_HEADING if text == first else _LATER_HEADING
            yield text, f"h{part.level}", score, Message("heading-page")


def _host(base_url: str | None) -> str:
    try:
        return urlsplit(base_url or "").hostname or ""
    except ValueError:
        return ""


def _file_name(base_url: str | None) -> str:
    try:
        path = urlsplit(base_url or "").path
    except ValueError:
        return ""
    return spacing.line(unquote(path.rstrip("/").rpartition("/")[2]))
