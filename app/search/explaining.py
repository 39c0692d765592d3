"""Why a hit has the score it has: what each word brought in each field, links, ranks and loose words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tantivy

from app.search import query
from app.search.entries.columns import Columns
from app.search.entries.noting import Noted
from app.search.entries.pages import Pages
from app.search.entries.ranking import Ranking
from app.search.finding.compiling import WEIGHTS, every_whole, in_field, whole
from app.search.finding.foremost import LOOSE
from app.search.index import store
from app.search.index.snapshot import Snapshot
from app.search.query import Node
from app.search.results import Reason

_WANTED = tantivy.Occur.Must


class Reasons:
    """Why hits have the scores they have."""

    def __init__(
        self,
        snapshots: Sequence[Snapshot],
        rank: Ranking | None,
        noted: Noted,
    ) -> None:
        self._snapshots, self._rank, self._noted = snapshots, rank, noted

    def of(self, pages: Pages, number: int, node: Node, held: Columns) -> tuple[Reason, ...]:
        """The parts of the score of a page that says a query."""
        entry = int(pages.entry[number])
        itself = tantivy.Query.const_score_query(store.of_entry(entry), 0.0)
        said = list[Reason]()
        for text in query.texts(node):
            noted = self._noted.said(text)
            if noted is not None and noted.mask[entry]:
                said.append(Reason(text.text, "note", float(noted.scores[entry])))
            if text.field == "note":
                continue
            for name in (text.field,) if text.field else WEIGHTS:
                asked = tantivy.Query.boost_query(in_field(name, text), WEIGHTS[name])
                said += self._counting(text.text, name, itself, asked)
        for text in every_whole(node):
            said += self._counting(text.text, "title", itself, whole(text))
        factor = float(self._rank(held.page[[entry]])[0]) if self._rank else 1.0
        loosely = 1.0 if pages.is_exact(number) else LOOSE
        linked = float(pages.score[number]) / (factor * loosely or 1.0) - sum(one.score for one in said)
        if linked > 0.01:
            said.append(Reason("", "anchor", linked))
        if self._rank is not None:
            said.append(Reason("", "rank", factor))
        if loosely < 1.0:
            said.append(Reason("", "loose", loosely))
        return tuple(sorted(said, key=lambda one: -one.score))

    def _counting(
        self, text: str, name: str, itself: tantivy.Query, asked: tantivy.Query
    ) -> Iterator[Reason]:
        """What an entry has for a text in a field."""
        both = tantivy.Query.boolean_query([(_WANTED, itself), (_WANTED, asked)])
        for snapshot in self._snapshots:
            for score, _ in snapshot.searcher.search(both, limit=1).hits:
                yield Reason(text, name, float(score))
