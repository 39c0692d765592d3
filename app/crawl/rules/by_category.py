"""Categories as rules of a crawl: addresses that look like another category are not fetched, and links of pages of another
category are not followed.

An address is judged by the model of addresses that the archive has (`classes.feeding.ADDRESSES`), a page by what a person
said of it, the rules and the model of the archive, as at the beginning of the crawl. What is not clear is fetched and
followed: what is left out cannot be looked at. Start addresses are subject to neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.messages import Message

if TYPE_CHECKING:
    from app.classes.store import Row

_WORDS = 3
"""Reasons that are told."""


class ByAddress:
    """For several threads; without a model nothing is objected to. StorageUnreadable."""

    def __init__(self, archive: Path, wanted: Sequence[str]) -> None:
        from app.classes.deciding import Decider
        from app.classes.feeding import addresses_of

        model = addresses_of(archive)
        self._decider = Decider(model) if model is not None else None
        self._wanted = meant(archive, wanted)

    def objection(self, url: str) -> str:
        """Why an address looks like none of the categories; "" where it does, or that is not clear."""
        from app.classes.terms import Described

        if self._decider is None:
            return ""
        document = Described(url=url)
        found = self._decider.decide(document, reasons=False)
        if not found.label or _within(found.label, self._wanted):
            return ""
        why = self._decider.decide(document).reasons[:_WORDS]
        return _said(found.label, found.confidence, [one.text for one in why])


class ByContent:
    """For several threads. StorageUnreadable."""

    def __init__(self, archive: Path, wanted: Sequence[str]) -> None:
        from app.classes import categories, hand
        from app.classes.feeding import Judge, model_of

        self._judge = Judge(categories.read(archive), model_of(archive))
        self._hand = hand.read(archive)[0]
        self._wanted = meant(archive, wanted)

    def objection(self, url: str, title: str, text: str) -> str:
        """Why a page is of none of the categories; "" where it is, or that is not clear."""
        from app.classes.terms import LONGEST_TEXT, Described

        said = self._hand.get(url)
        if said:
            return "" if _within(said, self._wanted) else Message("category-by-hand", category=said)
        row: Row = self._judge.row(Described(text[:LONGEST_TEXT], title, url))
        if not row.category or _within(row.category, self._wanted):
            return ""
        return _said(row.category, row.confidence, [text for _, text, _ in row.reasons[:_WORDS]])


def check(archive: Path, settings: CrawlSettings) -> None:
    """SettingsInvalid where an archive has nothing that could judge by the categories of these settings,
    CategoryUnknown for one that it does not know. StorageUnreadable."""
    if not (settings.like_categories or settings.follow_categories):
        return  # what follows loads numpy and the templates of sites: a third of a second
    from app.classes import hand
    from app.classes.feeding import addresses_of, judges, model_of

    if settings.like_categories:
        model = addresses_of(archive)
        if model is None:
            raise SettingsInvalid(detail=Message("no-address-model"))
        meant(archive, settings.like_categories, model.about.labels)
    if settings.follow_categories:
        if not judges(archive) and not hand.read(archive)[0]:
            raise SettingsInvalid(detail=Message("no-categories"))
        found = model_of(archive)
        meant(archive, settings.follow_categories, found.about.labels if found is not None else ())


def meant(archive: Path, wanted: Sequence[str], labels: Sequence[str] | None = None) -> tuple[str, ...]:
    """The ids of categories that are meant by ids or names. With `labels`, those of a model, CategoryUnknown for one that
    neither these nor the tree have; else it is taken as it is."""
    from app.classes import categories
    from app.classes.categories import CategoryUnknown

    tree, found = categories.read(archive), list[str]()
    for name in wanted:
        try:
            found.append(tree.meant(name))
        except CategoryUnknown:
            if labels is not None and name not in labels:
                raise
            found.append(name)
    return tuple(found)


def _said(category: str, confidence: float, words: Sequence[str]) -> str:
    return Message(
        "category-found", category=category, percent=round(confidence * 100), words=", ".join(words) or "–"
    )


def _within(category: str, wanted: Sequence[str]) -> bool:
    return any(category == one or category.startswith(f"{one}/") for one in wanted)
