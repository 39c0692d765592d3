"""What the pages of a result can be narrowed with, and how many of them each value would leave."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from app.archive.index.facets import FACETS
from app.search.entries import ranking
from app.search.entries.categorising import InCategories
from app.search.entries.columns import Columns, Numbers
from app.search.entries.counting import counted
from app.search.entries.field_counts import FieldCounts
from app.search.entries.kinding import Kinds
from app.search.entries.noting import Noted
from app.search.entries.pages import month_name, months_of
from app.search.entries.ranking import Ranking

_MOST_VALUES = 50


class Narrowing:
    """For one archive and one thread."""

    def __init__(self, archive: Path) -> None:
        self.categories = InCategories(archive)
        self._fields = FieldCounts(archive)

    def counts(
        self, held: Columns, entries: Numbers, kinds: Kinds, rank: Ranking | None, noted: Noted
    ) -> dict[str, list[tuple[str, int]]]:
        """Counts of entries, one of each page, the tags of a person among that."""
        bands = ranking.bands(rank, held.page[entries])
        return {
            **count_facets(held, entries),
            "page_type": kinds.counts(held, entries),
            "category": self.categories.counts(held, entries, _MOST_VALUES),
            **({"rank": bands} if bands else {}),
            **self._fields.counts(held, entries, _MOST_VALUES),
            "tag": noted.tag_counts(entries, _MOST_VALUES),
        }


def count_facets(held: Columns, entries: Numbers) -> dict[str, list[tuple[str, int]]]:
    """The most frequent sites, types, languages, years and authors of entries, with how many there are of each."""
    of: dict[str, Counter[str]] = {"site": Counter(), **{name: Counter() for name in FACETS}}
    for site, count in counted(held.site_of[held.page[entries]]):
        of["site"][held.sites.get(site, "")] += count
    for number, count in counted(held.facets[entries]):
        values = held.values.get(number)
        for name in FACETS:
            of[name][getattr(values, name) if values else ""] += count
    return {name: values.most_common(_MOST_VALUES) for name, values in of.items()}


def count_months(dates: Numbers) -> dict[str, int]:
    """Moments by their months (YYYYMM)."""
    return {month_name(month): count for month, count in counted(months_of(dates))}
