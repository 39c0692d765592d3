"""Documents as rows of numbers: counts of terms, and their weights TF·IDF.

The weight of a term is (1 + ln of its count) × (1 + ln((1 + n) / (1 + documents that have it))); the terms of a kind
together have length 1 in each document, so a page with many links to it is not known by these alone. What scikit-learn's
TfidfVectorizer does with words alone this does, too; it has no kinds of terms, and its vocabulary is a pickle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.classes.terms import SIGNS, Described, View, terms

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
else:
    csr_matrix = Any

MOST_TERMS = 400_000
"""Of a vocabulary: those that most documents have."""
_MANY = 200  # documents from which on a term has to stand in two of them

GROUPS: tuple[tuple[View, ...], ...] = (
    ("words", "pairs"),
    ("pieces",),
    ("anchors",),
    ("address", "tokens", "types"),
)
"""Kinds of terms that are of one length together."""
_GROUP_OF_SIGN = {SIGNS[view]: number for number, group in enumerate(GROUPS) for view in group}


@dataclass(frozen=True, slots=True)
class Counted:
    """The terms of some documents: `rows` has a row for each document and a column for each of `terms`, which are in the
    order of their characters."""

    terms: tuple[str, ...]
    rows: csr_matrix

    @property
    def groups(self) -> NDArray[np.int8]:
        """The number in `GROUPS` of each term."""
        return groups_of(self.terms)


def groups_of(named: Sequence[str]) -> NDArray[np.int8]:
    """The number in `GROUPS` of each term."""
    return np.fromiter((_GROUP_OF_SIGN.get(term[:1], 0) for term in named), np.int8, len(named))


def counted(
    documents: Sequence[Described],
    views: Iterable[View],
    tell: Callable[[int, int], None] | None = None,
    least: int = 0,
) -> Counted:
    """The terms of documents, those that at least so many documents have (0: two of many, one of few)."""
    from scipy.sparse import csr_matrix

    wanted = tuple(views)
    numbers: dict[str, int] = {}
    places, counts, ends = list[NDArray[np.int32]](), list[NDArray[np.float32]](), [0]
    for done, document in enumerate(documents):
        found = {term: count for group in terms(document, wanted).values() for term, count in group.items()}
        places.append(
            np.fromiter((numbers.setdefault(term, len(numbers)) for term in found), np.int32, len(found))
        )
        counts.append(np.fromiter(found.values(), np.float32, len(found)))
        ends.append(ends[-1] + len(found))
        if tell is not None:
            tell(done + 1, len(documents))
    columns = np.concatenate(places) if places else np.zeros(0, np.int32)
    values = np.concatenate(counts) if counts else np.zeros(0, np.float32)
    having = np.bincount(columns, minlength=len(numbers))
    named = np.array(list(numbers), dtype=object)
    kept = np.flatnonzero(having >= (least or (2 if len(documents) >= _MANY else 1)))
    order = sorted(kept.tolist(), key=lambda number: (-having[number], named[number]))[:MOST_TERMS]
    order.sort(key=lambda number: named[number])
    place = np.full(len(numbers), -1, np.int64)
    place[order] = np.arange(len(order))
    rows = csr_matrix((values, columns, np.array(ends)), shape=(len(documents), len(numbers)))
    return Counted(tuple(named[order].tolist()), rows[:, order].tocsr())


def inverse(rows: csr_matrix) -> NDArray[np.float32]:
    """1 + ln((1 + n) / (1 + documents that have it)) of each column."""
    having = np.bincount(rows.indices, minlength=rows.shape[1])
    return np.asarray(1 + np.log((1 + rows.shape[0]) / (1 + having)), np.float32)


def weighed(rows: csr_matrix, idf: NDArray[np.float32], groups: NDArray[np.int8]) -> csr_matrix:
    """Counts as weights; the terms of each group have length 1 in each row."""
    from scipy.sparse import csr_matrix

    weights = (1 + np.log(rows.data)) * idf[rows.indices]
    row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    place = row * len(GROUPS) + groups[rows.indices]
    lengths = np.sqrt(np.bincount(place, weights.astype(np.float64) ** 2, rows.shape[0] * len(GROUPS)))
    lengths[lengths == 0] = 1
    return csr_matrix(
        ((weights / lengths[place]).astype(np.float32), rows.indices, rows.indptr), shape=rows.shape
    )
