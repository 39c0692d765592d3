"""A document cited as others cite it: in words (after Chicago), by GB/T 7714, as BibTeX.

What a document does not say of itself is left out; its issuer stands for an author. The two dates are that of the
document and that of the capture, which is the day on which the page was seen to say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from urllib.parse import urlsplit

from app.archive.model import Capture
from app.exporting.formats import AUTHORS, entry
from extractors.base.types import Document

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NAMED = 3  # authors that GB/T 7714 names


@dataclass(frozen=True, slots=True)
class Cited:
    """What is cited: dates as YYYY, YYYY-MM or YYYY-MM-DD."""

    title: str
    authors: tuple[str, ...]
    site: str
    published: str
    captured: str
    url: str
    language: str = ""

    def in_words(self) -> str:
        """Author. “Title.” Site, date. Archived date. Address."""
        authors = _listed(self.authors)
        title = self.title if self.title.endswith((".", "?", "!", "。", "？", "！")) else f"{self.title}."
        where = ", ".join(filter(None, (self.site, _day(self.published))))
        parts = (
            f"{authors}." if authors and not authors.endswith(".") else authors,
            f"“{title}”",
            f"{where}." if where else "",
            f"Archived {_day(self.captured)}.",
            self.url,
        )
        return " ".join(filter(None, parts))

    def by_gbt7714(self) -> str:
        """GB/T 7714-2015, 4.6: an electronic resource on the Web."""
        chinese = self.language.startswith("zh") or any("\u4e00" <= sign <= "\u9fff" for sign in self.title)
        named = ", ".join(self.authors[:_NAMED])
        if len(self.authors) > _NAMED:
            named += ", 等" if chinese else ", et al"
        published = f"({self.published})" if self.published else ""
        who = f"{named.rstrip('.')}. " if named else ""
        return f"{who}{self.title}[EB/OL]. {published}[{self.captured}]. {self.url}."


def cited(capture: Capture, document: Document) -> Cited:
    """What is cited of a document in one of its captures."""
    official = document.official
    author = document.author or (official.issuer if official is not None else "")
    authors = tuple(" ".join(name.split()) for name in AUTHORS.split(author) if name.strip())
    site = document.metadata.get("site-name", "") or _host(capture.url)
    if site.casefold() in {name.casefold() for name in authors}:
        site = _host(capture.url)
    title = " ".join((document.title or capture.title or capture.url).split())
    captured = capture.date.astimezone(UTC).strftime("%Y-%m-%d")
    return Cited(title, authors, site, document.date[:10], captured, capture.url, document.language)


def bibtex(capture: Capture, document: Document) -> str:
    """An entry of BibTeX."""
    return entry(
        {
            "id": capture.id,
            "digest": capture.digest,
            "date": capture.date.astimezone(UTC).isoformat(),
            "url": capture.url,
            "title": document.title or capture.title,
            "author": document.author,
            "issuer": document.official.issuer if document.official is not None else "",
            "published": document.date,
            "language": document.language,
        }
    ).rstrip("\n")


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2].removeprefix("www.")
    except ValueError:  # archives of others hold addresses like http://[x
        return ""


def _listed(names: tuple[str, ...]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])}{',' if len(names) > 2 else ''} and {names[-1]}"


def _day(date: str) -> str:
    """A date in words, as much of it as is known."""
    year, _, rest = date.partition("-")
    month, _, day = rest.partition("-")
    if not (month.isdigit() and 1 <= int(month) <= 12):
        return year
    words = MONTHS[int(month) - 1]
    return f"{words} {int(day)}, {year}" if day.isdigit() else f"{words} {year}"
