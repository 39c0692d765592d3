"""Rules proposed for a value that somebody points at, tried on other pages of the site before anybody accepts them.

A way has to give the right value on every example. On other pages with the same template nobody says what is right: there
the ways vote, each with the stability of what it hangs on, and a way is worth the share of pages on which it gives the
value that has most votes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from app.archive.addresses import place
from app.archive.model import Page as StoredPage
from app.archive.reader import ArchiveReader
from app.errors import UserError
from app.fields.candidates import Candidate, candidates, kind_of, located, same
from app.fields.feeding import document_of
from app.fields.limited import Document, Limited
from app.fields.page import Page, value_of
from app.fields.rules import Kind, Way
from app.fields.values import typed

SAMPLE = 40
"""Pages of the site on which proposals are tried."""
MOST = 12
"""Proposals."""

_SECONDS = 40.0
_EQUAL = 2  # proposals that find the same on all other pages
_ALIKE = 0.5  # of the names of two pages' elements that they share, to be of one template
_SAMPLES = 5
_LOOKED_AT = 4000  # pages of a site of which the sample is taken
_MOST_BYTES = 48 << 20  # of the sample
_VARYING = 3  # other pages on which a value that is the same everywhere belongs to the site


class NothingThere(UserError):
    """The page has no such value where somebody pointed at."""

    code = "field-nothing"


@dataclass(frozen=True, slots=True)
class Example:
    """A value on a page: the path of its element in the browser's tree, or its text, or both."""

    document: Document
    path: str = ""
    text: str = ""


class Proposal(NamedTuple):
    """A way to find the value. Of `pages` others of the template it finds something on `matched`, the value that most
    ways find on `agreed`; `samples` are values with their pages."""

    way: Way
    score: float
    stability: float
    pages: int
    matched: int
    agreed: int
    samples: tuple[tuple[str, str], ...]


class Taught(NamedTuple):
    """What is proposed: the kind, the value as it is read on the first example, the ways, the best first, and the
    `ways` that a field may take together: the best, and one that finds what it misses."""

    kind: Kind
    value: str
    proposals: tuple[Proposal, ...]
    ways: tuple[Way, ...]


def teach(
    reader: ArchiveReader,
    examples: Sequence[Example],
    kind: Kind | None = None,
    at: datetime | None = None,
    *,
    limited: Limited | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Taught:
    """What finds the values of some examples, tried on other pages of their site as they were at a moment
    (None: now). NothingThere, FieldsUnavailable."""
    others = siblings(reader, examples[0].document.url, at, cancelled=cancelled)
    own = limited or Limited()
    try:
        found = own.call(proposed, tuple(examples), tuple(others), kind, seconds=_SECONDS)
    finally:
        if limited is None:
            own.close()
    if found is None or not found.proposals:
        raise NothingThere(text=examples[0].text[:80])
    return found


def siblings(
    reader: ArchiveReader,
    url: str,
    at: datetime | None = None,
    *,
    cancelled: Callable[[], bool] | None = None,
    most: int = SAMPLE,
) -> list[Document]:
    """Other pages of the site: those of its folder first, then from all over it."""
    scheme, _, rest = url.partition("://")
    folder = f"{scheme}://{rest.partition('?')[0].rpartition('/')[0] or place(url)[0]}/"
    site = f"{scheme}://{place(url)[0]}/"
    chosen: dict[str, StoredPage] = {}
    for prefix, share in ((folder, most * 3 // 4), (site, most)):
        pages = []
        for page in reader.all_pages(prefix, ("document",)):
            if page.url != url and page.url not in chosen and ("html" in page.type or not page.type):
                pages.append(page)
            if len(pages) >= _LOOKED_AT or (cancelled is not None and cancelled()):
                break
        left = max(0, share - len(chosen))
        step = max(1, len(pages) // max(1, left))
        chosen |= {page.url: page for page in pages[::step][:left]}
    found: list[Document] = []
    size = 0
    for page in chosen.values():
        if size > _MOST_BYTES or (cancelled is not None and cancelled()):
            break
        version = reader.nearest(page.url, at)
        document = document_of(reader, version) if version is not None and version.status < 300 else None
        if document is not None:
            found.append(document)
            size += len(document.data)
    return found


def proposed(examples: Sequence[Example], others: Sequence[Document], kind: Kind | None) -> Taught:
    """Without limits: for the process."""
    pages = [example.document.page() for example in examples]
    nodes = [located(page, one.path, one.text) for page, one in zip(pages, examples, strict=True)]
    if nodes[0] is None:
        return Taught(kind or "text", "", (), ())
    if kind is None:
        kind = kind_of(examples[0].text or value_of(nodes[0], "date"))
    parts = [example.text for example in examples]
    made, wanted = _made(pages, nodes, kind, parts)
    if not made:  # of no text that was selected alone
        made, wanted = _made(pages, nodes, kind, [""] * len(pages))
    right = [
        Candidate(way, stability)
        for way, stability in made.items()
        if all(
            same(first(page, way, kind), value, kind)
            for page, value in zip(pages, wanted, strict=True)
            if value
        )
    ]
    alike = _alike(pages[0], [one.page() for one in others])
    found = _different(_judged(right, alike, wanted[0], kind))[:MOST]
    return Taught(kind, wanted[0], tuple(found), _together(found, alike, kind))


def _made(
    pages: Sequence[Page], nodes: Sequence[LexborNode | None], kind: Kind, parts: Sequence[str]
) -> tuple[dict[Way, float], list[str]]:
    """Ways to the values of elements, or to parts of their texts, and these values."""
    made: dict[Way, float] = {}
    wanted = []
    for page, node, part in zip(pages, nodes, parts, strict=True):
        if node is None:
            wanted.append("")
            continue
        wanted.append(typed(part or value_of(node, kind), kind, japanese=page.is_japanese).text)
        for one in candidates(page, node, kind, part):
            made[one.way] = max(made.get(one.way, 0.0), one.stability)
    return made, wanted


def first(page: Page, way: Way, kind: Kind) -> str:
    """The first value that a way finds, in its usual form."""
    found = page.by_way(way, kind)
    return found[0].value.text if found else ""


def _alike(page: Page, others: Sequence[Page]) -> list[Page]:
    """Pages with the template of one; without any, all."""
    own = _names(page)
    found = []
    for one in others:
        names = _names(one)
        if len(own & names) >= _ALIKE * max(1, len(own | names)):
            found.append(one)
    return found or list(others)


def _names(page: Page) -> set[str]:
    return {
        f"{node.tag}.{name}"
        for node in page.parser.css("[class]")
        for name in (node.attributes.get("class") or "").split()[:4]
    } | set(page.scan.names)


def _different(judged: Sequence[tuple[Proposal, tuple[str, ...]]]) -> list[Proposal]:
    """The best first; of those that find the same on all pages two, since `.date` says no more than `p.date`. Where some
    find something on other pages, those that find nothing there are left out."""
    found, times = list[Proposal](), Counter[tuple[str, ...]]()
    some = any(one.matched for one, _ in judged)
    for one, said in sorted(judged, key=lambda pair: -pair[0].score):
        times[said] += 1
        if (times[said] <= _EQUAL or not any(said)) and (one.matched or not some):
            found.append(one)
    return found


def _judged(
    found: Sequence[Candidate], others: Sequence[Page], value: str, kind: Kind
) -> list[tuple[Proposal, tuple[str, ...]]]:
    """Proposals, each with what it finds on the other pages."""
    told = [[first(page, one.way, kind) for page in others] for one in found]
    votes: list[str] = []
    for number in range(len(others)):
        counted: dict[str, float] = defaultdict(float)
        for one, said in zip(found, told, strict=True):
            if said[number]:
                counted[_key(said[number], kind)] += one.stability
        votes.append(max(counted, key=lambda key: counted[key]) if counted else "")
    voted = sum(map(bool, votes))
    varies = len({vote for vote in votes if vote} | {_key(value, kind)}) > 1
    proposals = []
    for one, said in zip(found, told, strict=True):
        matched = sum(map(bool, said))
        agreed = sum(bool(text) and _key(text, kind) == vote for text, vote in zip(said, votes, strict=True))
        share = agreed / voted if voted else 0.5
        score = 0.4 * one.stability + 0.6 * share
        if varies and matched >= _VARYING and len({_key(text, kind) for text in said if text}) == 1:
            score *= 0.5  # it says the same of every page
        shown = [(text, page.url) for text, page in zip(said, others, strict=True) if text]
        made = Proposal(one.way, score, one.stability, len(others), matched, agreed, tuple(shown[:_SAMPLES]))
        proposals.append((made, tuple(said)))
    return proposals


def _key(text: str, kind: Kind) -> str:
    return text[:10] if kind == "date" else text.split(" ")[0] if kind == "money" else text.casefold()


def _together(found: Sequence[Proposal], others: Sequence[Page], kind: Kind) -> tuple[Way, ...]:
    """The best way, and one behind it that finds what it misses and contradicts it hardly ever."""
    if not found:
        return ()
    best = [first(page, found[0].way, kind) for page in others]
    for one in found[1:]:
        second = [first(page, one.way, kind) for page in others]
        counts = Counter(
            "more" if not a else "same" if same(a, b, kind) else "other"
            for a, b in zip(best, second, strict=True)
            if b
        )
        if counts["more"] and counts["same"] >= 9 * counts["other"] and counts["same"]:
            return (found[0].way, one.way)
    return (found[0].way,)
