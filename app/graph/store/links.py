"""Links between addresses as columns, each with the versions of its page that have it, and how two sets become one.

A row is a link of a page to an address in one class, over a stretch of versions of the page without a gap: `first` and
`last` count these from 0, the oldest. A link that went and came again has two rows. So the graph of any date is the rows
whose stretch holds the version of that date, and the difference of two dates is one scan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import groups, sorted_pairs, united

Numbers = npt.NDArray[np.int64]
Column = npt.NDArray[np.unsignedinteger]
Mask = npt.NDArray[np.bool_]

CONTENT, NAVIGATION, EMBED, REDIRECT, CANONICAL, LISTED = range(6)
CLASSES = ("content", "navigation", "embed", "redirect", "canonical", "listed")
"""Links in what a page says; those that its site repeats; what it needs to look whole; where it sends its reader on; its
better address; what a sitemap or feed lists."""
CLASS = 7  # bits of `kind`
NOFOLLOW, UNSURE, UGC, SPONSORED = 8, 16, 32, 64
"""With `rel=nofollow`; no link that a reader could follow, but an address in a script, a form or the data of a page; with
`rel=ugc` (of a comment or the like), with `rel=sponsored` (paid for)."""
RELS = {"nofollow": NOFOLLOW, "ugc": UGC, "sponsored": SPONSORED}
"""The values of `rel` that say what a link is worth; others (noopener, tag …) say nothing of it and are not kept."""

REPEATED = 0.3
"""Share of the pages of a host from which a link to one address is navigation: the site's template repeats it."""
_FEW = 5  # pages of a host that tell nothing about its template
_MOST_COUNT = 255

_ROWS = (
    ("target", np.uint32),
    ("kind", np.uint8),
    ("count", np.uint8),
    ("first", np.uint32),
    ("last", np.uint32),
    ("text", np.uint32),
)


def rel_of(kind: int) -> str:
    """The `rel` values of a link, those of `RELS`, with blanks between them."""
    return " ".join(name for name, bit in RELS.items() if kind & bit)


@dataclass(slots=True)
class Links:
    """`keys` are the addresses in canonical order. Of address i the versions are `when[seen[i]:seen[i + 1]]` (seconds
    since 1970, oldest first) with their `status`, its rows `target[begins[i]:begins[i + 1]]` by target and class, and so
    on; `count` is how often the page links there (at most 255), `text` the number of the words of the first of them."""

    keys: Sequence[str]
    seen: Numbers
    when: Numbers
    status: Column
    begins: Numbers
    target: Column
    kind: Column
    count: Column
    first: Column
    last: Column
    text: Column
    texts: Sequence[str]

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.target)

    def sources(self) -> Column:
        """The number of the page of each row."""
        return np.repeat(np.arange(len(self.keys), dtype=np.uint32), np.diff(self.begins))

    def current(self) -> Mask:
        """Which rows the newest version of their page has."""
        newest = np.diff(self.seen) - 1
        return np.asarray(self.last == np.repeat(newest, np.diff(self.begins)))

    def at(self, moment: int) -> Mask:
        """Which rows stood at a moment, in seconds since 1970: in the newest version of their page by then."""
        before = np.concatenate(([0], np.cumsum(self.when <= moment)))
        newest = np.repeat(before[self.seen[1:]] - before[self.seen[:-1]] - 1, np.diff(self.begins))
        return np.asarray((self.first <= newest) & (self.last >= newest))


def nothing() -> Links:
    """The links of an empty archive."""
    none = np.zeros(0, np.int64)
    rows: dict[str, Column] = {name: np.zeros(0, kind) for name, kind in _ROWS}
    zero = np.zeros(1, np.int64)
    return Links(
        keys=[], seen=zero, when=none, status=np.zeros(0, np.uint16), begins=zero, texts=[""], **rows
    )


@dataclass(slots=True)
class Gathering:
    """Versions with their links on the way into columns; addresses and texts get provisional numbers."""

    nodes: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    versions: list[tuple[int, int, int]] = field(default_factory=list)
    rows: list[tuple[int, int, int, int, int]] = field(default_factory=list)

    def add(self, key: str, when: int, status: int, found: Iterable[tuple[str, int, str]]) -> None:
        """A version of the address `key` with its links: key of the target, kind, words."""
        nodes, texts = self.nodes, self.texts
        node = nodes.setdefault(key, len(nodes))
        seen: dict[tuple[int, int], tuple[int, int]] = {}
        for target, kind, words in found:
            place = (nodes.setdefault(target, len(nodes)), kind)
            count, text = seen.get(place, (0, 0))
            seen[place] = (count + 1, text or (texts.setdefault(words, len(texts)) if words else 0))
        version = len(self.versions)
        self.versions.append((node, when, status))
        self.rows += [
            (version, target, kind, min(count, _MOST_COUNT), text)
            for (target, kind), (count, text) in seen.items()
        ]

    def links(self) -> Links:
        """All of it as columns."""
        keys, places = sorted_pairs(self.nodes)
        versions = np.array(self.versions, np.int64).reshape(-1, 3)
        rows = np.array(self.rows, np.int64).reshape(-1, 5)
        node = places[versions[:, 0]]
        seen, order, ordinal = _ordered(len(keys), node, versions[:, 1])
        of = rows[:, 0]
        spans = {
            "target": places[rows[:, 1]],
            "kind": rows[:, 2],
            "count": rows[:, 3],
            "first": ordinal[of],
            "last": ordinal[of],
            "text": rows[:, 4],
        }
        sources, columns = _spans(node[of], spans)
        return Links(
            keys=keys,
            seen=seen,
            when=versions[order, 1],
            status=versions[order, 2].astype(np.uint16),
            begins=_bounds(len(keys), sources),
            texts=list(self.texts),
            **columns,
        )


def joined(old: Links, new: Links) -> Links:
    """Both together. Versions of one address stand by their dates; of equal dates the old one comes first."""
    keys, (mine, others) = united([old.keys, new.keys])
    texts, words = _texts(old.texts, new.texts)
    nodes = np.concatenate((np.repeat(mine, np.diff(old.seen)), np.repeat(others, np.diff(new.seen))))
    when = np.concatenate((old.when, new.when))
    seen, order, ordinal = _ordered(len(keys), nodes, when)
    first = _moved(old, mine, ordinal[: len(old.when)], old.text)
    second = _moved(new, others, ordinal[len(old.when) :], words[new.text])
    touched = np.zeros(len(keys), np.bool_)
    touched[others[np.flatnonzero(np.diff(new.seen))]] = True
    again = touched[first[0]]
    some = {name: np.concatenate((first[1][name][again], second[1][name])) for name, _ in _ROWS}
    sources, columns = _spans(np.concatenate((first[0][again], second[0])), some)
    every = np.concatenate((first[0][~again], sources))
    places = np.argsort(every, kind="stable")  # two runs that are sorted
    whole = {name: np.concatenate((first[1][name][~again], columns[name]))[places] for name, _ in _ROWS}
    return Links(
        keys=keys,
        seen=seen,
        when=when[order],
        status=np.concatenate((old.status, new.status))[order],
        begins=_bounds(len(keys), every),
        texts=texts,
        **whole,
    )


def _texts(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], Column]:
    """The texts of both, those of the first under their numbers, and the numbers of the second's."""
    known = {text: number for number, text in enumerate(old)}
    numbers = [known.setdefault(text, len(known)) for text in new]
    return list(known), np.array(numbers, np.uint32)


def _bounds(size: int, owners: npt.NDArray[np.integer]) -> Numbers:
    return np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=size)))).astype(np.int64)


def _ordered(size: int, nodes: Numbers, when: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Bounds of the versions of each node, their order, and which of its node each version is."""
    order = np.lexsort((when, nodes))
    bounds = _bounds(size, nodes)
    ordinal = np.empty(len(nodes), np.int64)
    ordinal[order] = np.arange(len(nodes)) - bounds[nodes[order]]
    return bounds, order, ordinal


def _moved(links: Links, nodes: Numbers, ordinal: Numbers, text: Column) -> tuple[Numbers, dict[str, Column]]:
    """Rows with other numbers for nodes, versions and texts; a stretch that versions of others have come into is cut
    into single versions."""
    sources = links.sources()
    begin = links.seen[sources]
    first, last = ordinal[begin + links.first], ordinal[begin + links.last]
    columns: dict[str, Column] = {
        "target": nodes.astype(np.uint32)[links.target],
        "kind": links.kind,
        "count": links.count,
        "first": first.astype(np.uint32),
        "last": last.astype(np.uint32),
        "text": text,
    }
    torn = last - first != links.last.astype(np.int64) - links.first
    if torn.any():
        lengths = np.where(torn, links.last.astype(np.int64) - links.first + 1, 1)
        rows = np.repeat(np.arange(links.size), lengths)
        step = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        single = torn[rows]
        place = ordinal[begin[rows] + links.first[rows] + step].astype(np.uint32)
        columns = {name: column[rows] for name, column in columns.items()}
        columns["first"] = np.where(single, place, columns["first"])
        columns["last"] = np.where(single, place, columns["last"])
        sources = sources[rows]
    return nodes[sources], columns


def _spans(
    sources: Numbers, rows: Mapping[str, npt.NDArray[np.integer]]
) -> tuple[Numbers, dict[str, Column]]:
    """Rows in their order, those that go on from each other as one. What was navigation is a link of the content again,
    until `with_navigation` looks at the whole."""
    kind = np.where(rows["kind"] & CLASS == NAVIGATION, rows["kind"] - NAVIGATION + CONTENT, rows["kind"])
    order = np.lexsort((rows["first"], kind, rows["target"], sources))
    source, target, kind = sources[order], rows["target"][order], kind[order]
    first, last = rows["first"][order], rows["last"][order]
    if len(order):
        goes_on = (
            (source[1:] == source[:-1])
            & (target[1:] == target[:-1])
            & (kind[1:] == kind[:-1])
            & (first[1:] <= last[:-1] + 1)
        )
        begin = np.flatnonzero(np.append(True, ~goes_on))
        end = np.append(begin[1:], len(order)) - 1
    else:
        begin = end = np.zeros(0, np.int64)
    newest = order[end]
    columns: dict[str, npt.NDArray[np.integer]] = {
        "target": target[begin],
        "kind": kind[begin],
        "count": rows["count"][newest],
        "first": first[begin],
        "last": np.maximum.reduceat(last, begin) if len(begin) else last,
        "text": rows["text"][newest],
    }
    return source[begin], {name: columns[name].astype(form) for name, form in _ROWS}


def with_navigation(links: Links) -> None:
    """Call those links of the content navigation that more than `REPEATED` of the pages of a host have in their newest
    version; hosts of fewer than five pages with links have none."""
    host = groups(links.keys, "host")[1]
    sources, current = links.sources(), links.current()
    content = links.kind & CLASS <= NAVIGATION
    hosts = host[sources] if len(host) else np.zeros(0, np.int64)
    chosen = content & current
    pages = np.unique(sources[chosen])
    of_host = np.bincount(host[pages], minlength=int(host.max()) + 1 if len(host) else 0)
    pair = hosts * len(links.keys) + links.target
    once = chosen.copy()  # a page may have a link twice, with nofollow and without
    once[1:] &= ~(chosen[:-1] & (sources[1:] == sources[:-1]) & (links.target[1:] == links.target[:-1]))
    found, count = np.unique(pair[once], return_counts=True)
    many = of_host[found // max(len(links.keys), 1)]
    repeated = found[(many >= _FEW) & (count > REPEATED * many)]
    place = np.searchsorted(repeated, pair)
    place[place == len(repeated)] = 0
    is_one = repeated[place] == pair if len(repeated) else np.zeros(len(pair), np.bool_)
    base = links.kind & np.uint8(255 - CLASS)
    links.kind = np.where(content, base | is_one.astype(np.uint8) * np.uint8(NAVIGATION), links.kind)
