"""Links between addresses as columns, each with the versions of its page that have it, and how two sets become one.

A row is a link of a page to an address in one class and with one `rel`, over a stretch of versions of the page without a
gap: `first` and `last` count these from 0, the oldest. A link that went and came again has two rows. So the graph of any
date is the rows whose stretch holds the version of that date, and the difference of two dates is one scan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import sorted_pairs, united

Numbers = npt.NDArray[np.int64]
Column = npt.NDArray[np.unsignedinteger]
Mask = npt.NDArray[np.bool_]

CONTENT, NAVIGATION, EMBED, REDIRECT, CANONICAL, LISTED = range(6)
CLASSES = ("content", "navigation", "embed", "redirect", "canonical", "listed")
"""Links in what a page says; those that its site repeats; what it needs to look whole; where it sends its reader on; its
better address; what a sitemap or feed lists."""
CLASS = 7  # bits of `kind`
UNSURE = 16
"""No link that a reader could follow, but an address in a script, a form or the data of a page."""
MOST_RELS = 4096
"""Different values of `rel` that are kept; pages that make up more have none."""

_MOST_COUNT = 255

_ROWS = (
    ("target", np.uint32),
    ("kind", np.uint8),
    ("count", np.uint8),
    ("first", np.uint32),
    ("last", np.uint32),
    ("text", np.uint32),
    ("rel", np.uint16),
)


@dataclass(slots=True)
class Links:
    """`keys` are the addresses in canonical order. Of address i the versions are `when[seen[i]:seen[i + 1]]` (seconds
    since 1970, oldest first) with their `status`, its rows `target[begins[i]:begins[i + 1]]` by target and class, and so
    on; `count` is how often the page links there (at most 255), `text` the number of the words of the first of them, `rel`
    that of its relation words in `rels` ("nofollow ugc", in their order; the first is "")."""

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
    rel: Column
    texts: Sequence[str]
    rels: Sequence[str]

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
        keys=[],
        seen=zero,
        when=none,
        status=np.zeros(0, np.uint16),
        begins=zero,
        texts=[""],
        rels=[""],
        **rows,
    )


@dataclass(slots=True)
class Gathering:
    """Versions with their links on the way into columns; addresses and texts get provisional numbers."""

    nodes: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    rels: dict[str, int] = field(default_factory=lambda: {"": 0})
    versions: list[tuple[int, int, int]] = field(default_factory=list)
    rows: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)

    def add(self, key: str, when: int, status: int, found: Iterable[tuple[str, int, str, str]]) -> None:
        """A version of the address `key` with its links: key of the target, kind, words, `rel`."""
        nodes, texts = self.nodes, self.texts
        node = nodes.setdefault(key, len(nodes))
        seen: dict[tuple[int, int, int], tuple[int, int]] = {}
        for target, kind, words, rel in found:
            place = (nodes.setdefault(target, len(nodes)), kind, _numbered(self.rels, rel))
            count, text = seen.get(place, (0, 0))
            seen[place] = (count + 1, text or (texts.setdefault(words, len(texts)) if words else 0))
        version = len(self.versions)
        self.versions.append((node, when, status))
        self.rows += [
            (version, target, kind, min(count, _MOST_COUNT), text, rel)
            for (target, kind, rel), (count, text) in seen.items()
        ]

    def links(self) -> Links:
        """All of it as columns."""
        keys, places = sorted_pairs(self.nodes)
        versions = np.array(self.versions, np.int64).reshape(-1, 3)
        rows = np.array(self.rows, np.int64).reshape(-1, 6)
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
            "rel": rows[:, 5],
        }
        sources, columns = _spans(node[of], spans)
        return Links(
            keys=keys,
            seen=seen,
            when=versions[order, 1],
            status=versions[order, 2].astype(np.uint16),
            begins=_bounds(len(keys), sources),
            texts=list(self.texts),
            rels=list(self.rels),
            **columns,
        )


def joined(old: Links, new: Links) -> Links:
    """Both together. Versions of one address stand by their dates; of equal dates the old one comes first."""
    keys, (mine, others) = united([old.keys, new.keys])
    texts, words = _texts(old.texts, new.texts)
    known = {rel: number for number, rel in enumerate(old.rels)}
    rels = np.array([_numbered(known, rel) for rel in new.rels], np.uint16)
    nodes = np.concatenate((np.repeat(mine, np.diff(old.seen)), np.repeat(others, np.diff(new.seen))))
    when = np.concatenate((old.when, new.when))
    seen, order, ordinal = _ordered(len(keys), nodes, when)
    first = _moved(old, mine, ordinal[: len(old.when)], old.text, old.rel)
    second = _moved(new, others, ordinal[len(old.when) :], words[new.text], rels[new.rel])
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
        rels=list(known),
        **whole,
    )


def _numbered(known: dict[str, int], rel: str) -> int:
    """The number of a `rel` among those known, which it joins while there is room."""
    return known.setdefault(rel, len(known)) if len(known) < MOST_RELS else known.get(rel, 0)


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


def _moved(
    links: Links, nodes: Numbers, ordinal: Numbers, text: Column, rel: Column
) -> tuple[Numbers, dict[str, Column]]:
    """Rows with other numbers for nodes, versions and words; a stretch that versions of others have come into is cut
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
        "rel": rel,
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
    until `navigation.marked` looks at the whole."""
    kind = np.where(rows["kind"] & CLASS == NAVIGATION, rows["kind"] - NAVIGATION + CONTENT, rows["kind"])
    order = np.lexsort((rows["first"], rows["rel"], kind, rows["target"], sources))
    source, target, kind, rel = sources[order], rows["target"][order], kind[order], rows["rel"][order]
    first, last = rows["first"][order], rows["last"][order]
    if len(order):
        goes_on = (
            (source[1:] == source[:-1])
            & (target[1:] == target[:-1])
            & (kind[1:] == kind[:-1])
            & (rel[1:] == rel[:-1])
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
        "rel": rel[begin],
    }
    return source[begin], {name: columns[name].astype(form) for name, form in _ROWS}
