"""What the reports about links are called, what they look for, and what their values mean."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from widgets.words import formats, translators


def name(report: str) -> str:
    """What a report is called in the list."""
    return {
        "broken": QCoreApplication.translate("link reports", "Broken links"),
        "orphans": QCoreApplication.translate("link reports", "Orphans"),
        "redirects": QCoreApplication.translate("link reports", "Redirects"),
        "depth": QCoreApplication.translate("link reports", "Deep pages"),
        "most-linked": QCoreApplication.translate("link reports", "Most linked"),
        "dead-ends": QCoreApplication.translate("link reports", "Dead ends"),
        "anchors": QCoreApplication.translate("link reports", "Words of links"),
        "reciprocal": QCoreApplication.translate("link reports", "Exchanged links"),
        "farms": QCoreApplication.translate("link reports", "Link farms"),
        "rot": QCoreApplication.translate("link reports", "Link rot"),
        "communities": QCoreApplication.translate("link reports", "Communities"),
        "bridges": QCoreApplication.translate("link reports", "Bridges"),
    }[report]


def meaning(report: str) -> str:
    """What a report looks for, in a sentence."""
    return {
        "broken": QCoreApplication.translate(
            "link reports", "Addresses that answered with an error, and every place that links to them."
        ),
        "orphans": QCoreApplication.translate(
            "link reports", "Pages that no page links to, and from where they are known."
        ),
        "redirects": QCoreApplication.translate(
            "link reports", "Addresses that lead to another one: loops first, then the longest chains."
        ),
        "depth": QCoreApplication.translate(
            "link reports", "How many clicks pages are away from the home page of their host."
        ),
        "most-linked": QCoreApplication.translate("link reports", "What most pages link to."),
        "dead-ends": QCoreApplication.translate(
            "link reports", "Pages from which no link leads on, and who leads there."
        ),
        "anchors": QCoreApplication.translate("link reports", "The words with which pages link."),
        "reciprocal": QCoreApplication.translate("link reports", "Hosts that link to each other."),
        "farms": QCoreApplication.translate(
            "link reports", "Hosts that link to one another and that few others link to."
        ),
        "rot": QCoreApplication.translate(
            "link reports", "How many links to addresses in the archive were dead on each day with captures."
        ),
        "communities": QCoreApplication.translate(
            "link reports", "Pages that link to one another more than to others."
        ),
        "bridges": QCoreApplication.translate(
            "link reports", "Pages without which others would be cut off from the rest."
        ),
    }[report]


def nothing(report: str) -> str:
    """What it means that a report found nothing."""
    return {
        "broken": QCoreApplication.translate(
            "link reports", "No link leads to an error, as far as addresses were fetched."
        ),
        "orphans": QCoreApplication.translate("link reports", "Every page is linked to by another one."),
        "redirects": QCoreApplication.translate("link reports", "No address leads to another one."),
        "depth": QCoreApplication.translate("link reports", "There are no pages in this archive."),
        "most-linked": QCoreApplication.translate("link reports", "No page links to another one."),
        "dead-ends": QCoreApplication.translate("link reports", "From every page a link leads on."),
        "anchors": QCoreApplication.translate("link reports", "No link has words."),
        "reciprocal": QCoreApplication.translate("link reports", "No two hosts link to each other."),
        "farms": QCoreApplication.translate("link reports", "No hosts are linked to only by one another."),
        "rot": QCoreApplication.translate("link reports", "Nothing was captured yet."),
        "communities": QCoreApplication.translate("link reports", "No pages link to one another."),
        "bridges": QCoreApplication.translate("link reports", "No page is the only way to others."),
    }[report]


def head(column: str) -> str:
    """The head of a column."""
    return {
        "url": QCoreApplication.translate("link reports", "Address"),
        "status": QCoreApplication.translate("link reports", "Status"),
        "links": QCoreApplication.translate("link reports", "Links"),
        "known": QCoreApplication.translate("link reports", "Known from"),
        "steps": QCoreApplication.translate("link reports", "Steps"),
        "loop": QCoreApplication.translate("link reports", "Loop"),
        "clicks": QCoreApplication.translate("link reports", "Clicks"),
        "pages": QCoreApplication.translate("link reports", "Pages"),
        "hosts": QCoreApplication.translate("link reports", "Other hosts"),
        "text": QCoreApplication.translate("link reports", "Words"),
        "targets": QCoreApplication.translate("link reports", "Addresses"),
        "host": QCoreApplication.translate("link reports", "Host"),
        "other": QCoreApplication.translate("link reports", "Other host"),
        "there": QCoreApplication.translate("link reports", "Links there"),
        "back": QCoreApplication.translate("link reports", "Links back"),
        "count": QCoreApplication.translate("link reports", "Hosts"),
        "inside": QCoreApplication.translate("link reports", "Among them"),
        "outside": QCoreApplication.translate("link reports", "From elsewhere"),
        "date": QCoreApplication.translate("link reports", "Day"),
        "dead": QCoreApplication.translate("link reports", "Dead"),
        "share": QCoreApplication.translate("link reports", "Share"),
    }[column]


def place_kind(kind: str) -> str:
    """Where on its page a link stands, by its class."""
    return {
        "content": QCoreApplication.translate("link reports", "In the text"),
        "navigation": QCoreApplication.translate("link reports", "Navigation"),
        "embed": QCoreApplication.translate("link reports", "Part of the page"),
        "redirect": QCoreApplication.translate("link reports", "Redirect"),
        "canonical": QCoreApplication.translate("link reports", "Canonical address"),
        "listed": QCoreApplication.translate("link reports", "Sitemap or feed"),
    }.get(kind, "")


def coded(value: str) -> str:
    """A value that is a code: from where a page is known, whether a chain is a loop."""
    return {
        "start": QCoreApplication.translate("link reports", "Home page"),
        "sitemap": QCoreApplication.translate("link reports", "Sitemap or feed"),
        "redirect": QCoreApplication.translate("link reports", "Redirect"),
        "former": QCoreApplication.translate("link reports", "Earlier versions"),
        "": QCoreApplication.translate("link reports", "Unknown"),
        "True": QCoreApplication.translate("link reports", "Yes"),
        "False": QCoreApplication.translate("link reports", "No"),
    }[value]


def value(column: str, kind: str, found: object) -> str:
    """A value of a column as it is shown."""
    if column == "clicks" and found is None:
        return QCoreApplication.translate("link reports", "No way")
    if kind == "status":
        return str(found) if found else QCoreApplication.translate("link reports", "Not here")
    if kind == "word":
        return coded(str(found))
    if kind == "share" and isinstance(found, float):
        return formats.percent(found)
    if isinstance(found, datetime):
        return f"{found:%Y-%m-%d}"  # the days of the report are those of the records, in UTC
    if kind == "url":
        return formats.readable(str(found))
    return formats.number(found) if isinstance(found, int) else str(found)


def file_words() -> dict[str, str]:
    """What an exported web page says, in the language of the program; the keys are those of the engine."""
    from app.graph.findings import SHAPES

    heads = {f"column {column}": head(column) for shape in SHAPES.values() for column in shape.columns}
    kinds = ("content", "navigation", "embed", "redirect", "canonical", "listed")
    return {
        "language": translators.spoken(),
        "title": QCoreApplication.translate("link reports", "Links of {archive}: {report}"),
        "made": QCoreApplication.translate("link reports", "As of {date} (UTC)"),
        "found": QCoreApplication.translate("link reports", "Findings: {n}"),
        "left out": QCoreApplication.translate("link reports", "Only the first {n} are listed."),
        "nothing": QCoreApplication.translate("link reports", "Nothing was found."),
        "search": QCoreApplication.translate("link reports", "Words or a part of an address"),
        "more": QCoreApplication.translate("link reports", "and {n} more"),
        "no way": QCoreApplication.translate("link reports", "No way"),
        "unknown": QCoreApplication.translate("link reports", "Not here"),
        **{report: name(report) for report in SHAPES},
        **heads,
        **{kind: place_kind(kind) for kind in kinds},
        **{code: coded(code) for code in ("start", "sitemap", "redirect", "former", "", "True", "False")},
    }
