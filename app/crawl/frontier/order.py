"""Which address is the better one: a score for each, from what is known of it when it is queued.

    breadth   score = −depth
    best      score = X·(IB + PR) + Y·IL + w·D
    topic     score = a1·domain + a2·IB + a3·parent + a4·D + a5·words

    IB      ln(1 + n), n pages known to link to it; damped, so that one menu does not outweigh all else
    PR      ln(1 + r), r the PageRank that pages read so far have handed on to it: of each page 0.15 + 0.85·r, in equal
            shares to the pages it links to (the book's scale, in which ranks are 1 on the mean). It is what one pass
            over the links of the crawl knows, costs nothing beyond it (Abiteboul's cash, with the jumps of PageRank),
            and needs no graph. On public graphs IB and PR together collected more rank in the first tenth, quarter and
            half of the fetches than either alone: figures in `tests/benchmarks/bench_order.py`
    IL      1 / (1 + segments + queries + digits/8 + length/100) of the address: 1 for a home page. `segments` counts
            the parts of the path without a final index name, `queries` is 1 when there is a query, `digits` and
            `length` count the characters of path and query
    D       1 / (1 + depth)
    domain  mean relevance of the pages of its host that were read so far
    parent  relevance of the page that first linked to it
    words   Σ weight × occurrences of the guide words in the link's text and the address

In both scored orders requisites come first (a page and its parts should be of one moment), and guesses from scripts
count one less. Higher comes first; ties are in order of arrival. The domain's part changes with every page read, for
all addresses of the host alike: it is kept with the host and added when hosts are compared.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from app.crawl.rules.settings import CrawlSettings
from app.words.guide_words import link_relevance

REQUISITE = 1000.0
GUESS = -1.0
_DAMPING = 0.85
_INDEX_NAME = re.compile(r"(?:index|default|home|main|welcome)\.[a-z]{2,5}", re.IGNORECASE)

Parts = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Features:
    """The parts of a score. `parent` is the relevance of the page that first linked to the address."""

    url: str
    depth: int
    level: int
    inlinks: int = 0
    anchor: str = ""
    guess: bool = False
    parent: float = 0.0
    rank: float = 0.0


def form(url: str) -> float:
    """IL: how much an address looks like the entrance to something, in (0, 1]."""
    path, _, query = url.partition("://")[2].partition("/")[2].partition("?")
    segments = [segment for segment in path.split("/") if segment]
    if segments and "." in segments[-1] and _INDEX_NAME.fullmatch(segments[-1]):
        segments.pop()
    text = "/".join(segments) + query
    digits = sum(map(text.count, "0123456789"))
    return 1.0 / (1.0 + len(segments) + bool(query) + digits / 8.0 + len(text) / 100.0)


class Order:
    """The policy of one crawl. `scored`: the score depends on more than the depth; `counts_links`: on in-links;
    `hands_on`: on the ranks of the pages that link there."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self.kind = settings.order
        self.scored = self.kind != "breadth"
        link_weight = settings.backlink_weight if self.kind == "best" else settings.topic_weights[1]
        self.counts_links = self.scored and link_weight != 0
        self.hands_on = self.kind == "best" and self.counts_links

    def score(self, features: Features) -> float:
        """The sum of the parts, in their order: it can be computed again to the last bit."""
        if not self.scored:
            return -float(features.depth)
        total = 0.0
        for _, value in self.parts(features):
            total += value
        return total

    def parts(self, features: Features) -> Parts:
        """(code, value) of each part: "depth", "in-links", "rank", "form", "parent", "words", "requisite", "guess"."""
        if not self.scored:
            return (("depth", -float(features.depth)),)
        linked = math.log(1 + features.inlinks)
        # an address outside the tree of pages (robots.txt) has depth −1
        near = 1.0 / (1.0 + max(features.depth, 0))
        own = self._settings
        if self.kind == "best":
            parts: Parts = (
                ("in-links", own.backlink_weight * linked),
                ("rank", own.backlink_weight * math.log(1 + features.rank)),
                ("form", own.form_weight * form(features.url)),
                ("depth", own.depth_weight * near),
            )
        else:
            weights = own.topic_weights
            words = link_relevance(features.url, features.anchor, own.guide_words)
            parts = (
                ("in-links", weights[1] * linked),
                ("parent", weights[2] * features.parent),
                ("depth", weights[3] * near),
                ("words", weights[4] * words),
            )
        if features.level:
            parts += (("requisite", REQUISITE),)
        if features.guess:
            parts += (("guess", GUESS),)
        return parts

    @staticmethod
    def share(rank: float, links: int) -> float:
        """What a page hands on to each page that it links to."""
        return (1.0 - _DAMPING + _DAMPING * rank) / max(links, 1)

    def domain(self, relevance: float, pages: int) -> float:
        """The part of a host in the score: from the number of its pages read and their relevance together; 0 except by
        topic."""
        if self.kind != "topic" or not pages:
            return 0.0
        return self._settings.topic_weights[0] * relevance / pages

    def same_as(self, other: Order) -> bool:
        """Whether both give every address the same score."""
        return self.kind == other.kind and (
            not self.scored or _weights(self._settings) == _weights(other._settings)
        )


def _weights(settings: CrawlSettings) -> tuple[object, ...]:
    if settings.order == "best":
        return settings.backlink_weight, settings.form_weight, settings.depth_weight
    return settings.topic_weights, settings.guide_words
