"""Words for what the dashboard shows: states of addresses, what workers do, parts of a score. Context "crawl"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets.words import formats

if TYPE_CHECKING:
    from app.crawl.frontier.harvest import FormReport

STATES = ("queued", "in-flight", "done", "failed", "refused", "outside", "parked")
"""Of an address; "outside" is what scope, depth or a pattern leaves out when it is found."""


PHASES = ("", "robots", "fetching", "browser", "reading", "storing")
"""Of a worker."""


def phase(code: str) -> str:
    """What a worker does."""
    translate = QCoreApplication.translate
    words = {
        "": translate("crawl", "Starting"),
        "robots": translate("crawl", "Reading robots.txt"),
        "fetching": translate("crawl", "Fetching"),
        "browser": translate("crawl", "In the browser"),
        "reading": translate("crawl", "Reading links"),
        "storing": translate("crawl", "Storing"),
    }
    return words.get(code, code)


def form_line(form: FormReport) -> str:
    """A search form, how many words it was asked for, what they brought, and how it stands."""
    translate = QCoreApplication.translate
    said = {
        "open": translate("crawl", "{address}: {words} words, {pages} pages found"),
        "barren": translate(
            "crawl", "{address}: {words} words, {pages} pages found; more words brought nothing new"
        ),
        "refused": translate("crawl", "{address}: left alone, it may not be asked or does not answer"),
    }[form.state]
    counts = {"words": formats.number(form.words), "pages": formats.number(form.pages)}
    return said.format(address=formats.readable(form.action), **counts)


def part(code: str) -> str:
    """What counts in a score."""
    translate = QCoreApplication.translate
    words = {
        "depth": translate("crawl", "Closeness to the start"),
        "in-links": translate("crawl", "Pages that link to it"),
        "rank": translate("crawl", "Rank of the pages that link to it"),
        "form": translate("crawl", "Form of the address"),
        "parent": translate("crawl", "Relevance of the page that links to it"),
        "words": translate("crawl", "Guide words in link and address"),
        "domain": translate("crawl", "Relevance of its host"),
        "requisite": translate("crawl", "Part of a page"),
        "guess": translate("crawl", "Guessed from a script"),
    }
    return words.get(code, code)
