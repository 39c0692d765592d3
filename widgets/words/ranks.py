"""What links say of a page, in words: rank as a bar from 0 to 10, links, clicks from home, broken links."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.graph.standing import NO_WAY, Rank
from widgets.words import formats

HIGHEST = 10
NOTHING = "–"
"""What stands where nothing is known of links: they are still to be read, or the page is no target of any."""

translate = QCoreApplication.translate


def bar(value: int) -> str:
    """A rank as its number and so many steps: the number first, where a narrow column cuts it last."""
    return f"{value} {'▰' * value}".rstrip()


def meaning() -> str:
    """What the number is."""
    return translate(
        "ranks",
        "PageRank by the links in this archive, from 0 to 10: each step is six times as much.\n"
        "Links of the menu count a fifth.",
    )


def told(value: int, share: float) -> str:
    """The rank of a page in a sentence."""
    said = translate("ranks", "Rank {bar} of 10: {share} times the average of all addresses")
    return said.format(
        bar=formats.number(value), share=QLocale().toString(share, "f", 2 if share < 10 else 0)
    )


def tip(column: str, rank: Rank | None) -> str:
    """What a number of a column says of a page."""
    if rank is None:
        return translate("ranks", "Not known yet: the links of this page are still to be read")
    if column == "rank":
        return f"{told(rank.bar, rank.share)}\n{meaning()}"
    if column == "links":
        return translate("ranks", "Pages of this archive that link here: {count}").format(
            count=formats.number(rank.links)
        )
    if column == "depth":
        if rank.depth == NO_WAY:
            return translate("ranks", "No links lead here from the home page of the site")
        return translate("ranks", "Clicks from the home page of the site: {count}").format(
            count=formats.number(rank.depth)
        )
    return translate(
        "ranks", "Addresses that this page links to and that answer with an error: {count}"
    ).format(count=formats.number(rank.broken))
