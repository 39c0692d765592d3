"""Groups of documents that nobody named: by what they say, by how they are built, or by fingerprints that are handed in.

`topics` divides all documents by what they say; DBSCAN and HDBSCAN are for what lies close together: templates, copies,
stories (`app.classes.grouping` has all three). A document is in the core of a group where at least `least` documents,
itself counted, are within ε; what no core reaches is noise, and stays apart.

Documents are compared on the 100 main directions (LSA) of their words without stop words. For topics a word is weighed by
how rare it is twice over, as if one document were the query for the other: on 20 Newsgroups, titles of THUCNews and WebKB
their NMI rises by 0.00 to 0.09 by that. What is close together gains nothing by it on the whole. All of it is
scikit-learn's work, in a process of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from app.classes.apart import Tell, made_apart
from app.classes.features import weights
from app.classes.grouping import LEAST, Metric, dense, fitting, hierarchical, proposed, topics
from app.classes.terms import Described
from app.classes.training import SEED
from app.classes.vectors import Counted, counted, inverse, weighed
from app.errors import UserError
from app.words.stopwords import stop_words

Method = Literal["topics", "dbscan", "hdbscan"]
METHODS: tuple[Method, ...] = get_args(Method)
By = Literal["words", "structure", "fingerprints"]
BYS: tuple[By, ...] = get_args(By)
"""What documents are alike by: words, the paths of their elements (one group is one template), fingerprints of 64 bits."""

MOST = 50_000
_LEAST = 3
_DIRECTIONS = 100
_NAMES = 5
_OF_CURVE = 200
_SPREAD = 0.6  # power of distances from the middle of a group on the map
NOISE = -1

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]


class GroupsUnfit(UserError):
    """There are too few documents for groups, or too many."""

    code = "groups-unfit"


def _unfit(count: int) -> GroupsUnfit:
    return GroupsUnfit(count=count, least=_LEAST, most=MOST)


@dataclass(frozen=True, slots=True)
class Item:
    """A document to be grouped: what it says, and by what it is to be grouped else: `paths` of its elements (an outline of
    `app.templates.similarity`), a `fingerprint` of 64 bits."""

    document: Described
    paths: tuple[str, ...] = ()
    fingerprint: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """`count` topics, 0 for as many as fit; `epsilon` of DBSCAN, 0 for the bend of the distances (of fingerprints in bits,
    else 1 − cosine); `least` documents make a core, or the smallest group of HDBSCAN, 0 for as many as fit (`density`)."""

    method: Method = "topics"
    by: By = "words"
    count: int = 0
    epsilon: float = 0.0
    least: int = 0
    seed: int = SEED


class Cluster(NamedTuple):
    """A group: the words that tell it from the others, the number of the document nearest to its middle, its members by
    their numbers, nearest first."""

    name: tuple[str, ...]
    example: int
    members: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True)
class Clustering:
    """`clusters` are the largest first, `noise` belongs to none. `places` are x and y of each document on a map, between 0
    and 1. `epsilon` is what was used (0: none), `curve` the sorted distances that it was proposed from."""

    clusters: tuple[Cluster, ...]
    noise: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    epsilon: float = 0.0
    curve: tuple[float, ...] = ()

    def labels(self) -> list[int]:
        """The number of the group of each document, `NOISE` for none."""
        found = [NOISE] * len(self.places)
        for number, cluster in enumerate(self.clusters):
            for member in cluster.members:
                found[member] = number
        return found


def cluster(
    items: Sequence[Item],
    settings: Settings | None = None,
    progress: Tell | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Clustering:
    """Group documents, at most `MOST`. GroupsUnfit for fewer than three, ClassesUnavailable, Cancelled."""
    if not _LEAST <= len(items) <= MOST:
        raise _unfit(len(items))
    return made_apart(clustered, list(items), settings or Settings(), progress=progress, cancelled=cancelled)


def clustered(tell: Tell, items: Sequence[Item], settings: Settings) -> Clustering:
    """`cluster` in the process itself."""
    whole = len(items) * 2
    words = _telling(
        counted([item.document for item in items], ("words",), lambda done, all: tell(done, whole))
    )
    rows = _rows(items, words, settings.by, 2 if settings.method == "topics" else 1)
    epsilon, curve = 0.0, np.zeros(0)
    if settings.method == "topics":
        labels = topics(rows, settings.count, settings.seed)
    else:
        least, metric = min(settings.least or LEAST, len(items)), _metric(settings.by)
        if settings.method == "dbscan":
            epsilon, curve = proposed(rows, least, metric)
            epsilon = settings.epsilon or epsilon
            labels = dense(rows, epsilon, least, metric)
        else:
            labels = hierarchical(rows, least, metric) if settings.least else fitting(rows, metric)
    tell(len(items) + len(items) // 2, whole)
    made = _described(rows, words, labels, epsilon, curve)
    tell(whole, whole)
    return made


def _telling(words: Counted) -> Counted:
    """The words that can tell topics apart: no stop words, no single characters; all, where there are no others."""
    stops = stop_words()
    kept = [number for number, term in enumerate(words.terms) if len(term) > 1 and term not in stops]
    if not kept:
        return words
    return Counted(tuple(words.terms[number] for number in kept), words.rows[:, kept].tocsr())


def _rows(items: Sequence[Item], words: Counted, by: By, rarity: int) -> Floats:
    """Each document as a row of length 1, or of 64 bits; words are weighed by their rarity to this power."""
    if by == "fingerprints":
        numbers = np.array([item.fingerprint for item in items], np.uint64)
        return np.unpackbits(numbers.view(np.uint8).reshape(-1, 8), axis=1).astype(np.float64)
    from sklearn.decomposition import TruncatedSVD
    from sklearn.preprocessing import normalize

    if by == "structure":
        paths = [Counter(item.paths) for item in items]
        numbers_of = {
            path: number for number, path in enumerate(sorted({one for each in paths for one in each}))
        }
        if not numbers_of:
            raise _unfit(0)
        found = np.zeros((len(items), len(numbers_of)), np.float32)
        for row, each in enumerate(paths):
            found[row, [numbers_of[path] for path in each]] = 1
        vectors: Any = normalize(found)
    else:
        if not words.terms:
            raise _unfit(0)
        vectors = weighed(words.rows, inverse(words.rows) ** rarity, words.groups)
    directions = min(_DIRECTIONS, min(vectors.shape) - 1)
    if directions < 2:
        return np.asarray(vectors.toarray() if hasattr(vectors, "toarray") else vectors, np.float64)
    reduced = TruncatedSVD(directions, random_state=SEED).fit_transform(vectors)
    return np.asarray(normalize(reduced).round(6), np.float64)


def _metric(by: By) -> Metric:
    return "bits" if by == "fingerprints" else "cosine"


def _described(rows: Floats, words: Counted, labels: Labels, epsilon: float, curve: Floats) -> Clustering:
    """Groups with names and places, the largest first."""
    sizes = np.bincount(labels[labels >= 0]) if (labels >= 0).any() else np.zeros(0, np.int64)
    order = [int(one) for one in np.lexsort((_first(labels, len(sizes)), -sizes)) if sizes[one]]
    having = (
        np.stack(
            [np.bincount(words.rows[labels == one].indices, minlength=len(words.terms)) for one in order],
            axis=1,
        )
        if order
        else np.zeros((len(words.terms), 0), np.int64)
    )
    noise = np.flatnonzero(labels < 0)
    apart = np.bincount(words.rows[noise].indices, minlength=len(words.terms))
    # what is noise is a class of its own, so that one group alone has a name, too
    told = weights(
        np.concatenate([having, apart[:, None]], axis=1), np.append(sizes[order], len(noise)), "chi"
    )
    clusters = list[Cluster]()
    centres = np.array([rows[labels == one].mean(axis=0) for one in order])
    for place, one in enumerate(order):
        members = np.flatnonzero(labels == one)
        away = ((rows[members] - centres[place]) ** 2).sum(axis=1).round(9)
        nearest = members[np.lexsort((members, away))].tolist()
        clusters.append(Cluster(_name(words, told, having, sizes[order], place), nearest[0], tuple(nearest)))
    places = _places(rows, centres, clusters)
    shown = curve[np.linspace(0, len(curve) - 1, min(_OF_CURVE, len(curve))).astype(np.int64)]
    return Clustering(
        tuple(clusters),
        tuple(noise.tolist()),
        tuple((float(x), float(y)) for x, y in places.round(5)),
        round(epsilon, 6),
        tuple(shown.round(6).tolist()),
    )


def _first(labels: Labels, count: int) -> Labels:
    """The first document of each group."""
    first = np.full(count, len(labels), np.int64)
    for number, label in enumerate(labels.tolist()):
        if label >= 0:
            first[label] = min(first[label], number)
    return first


def _name(words: Counted, told: Floats, having: Labels, sizes: Labels, place: int) -> tuple[str, ...]:
    """The words that stand in a group rather than elsewhere; without any others, those that stand in most of it."""
    share = having[:, place] / max(1, sizes[place])
    value = np.nan_to_num(told[:, place], nan=0.0)
    every = int(sizes.sum())
    others = (having.sum(axis=1) - having[:, place]) / max(1, every - int(sizes[place]))
    value = np.where(share > others, value, 0.0)
    length = np.fromiter((len(term) for term in words.terms), np.int64, len(words.terms))
    digits = np.fromiter((term.isdigit() for term in words.terms), np.bool_, len(words.terms))
    value[(length < 2) | digits] = 0.0
    if not value.any():
        value = np.where(length > 1, share, 0.0)
    order = np.lexsort((np.arange(len(value)), -value.round(6)))[:_NAMES]
    return tuple(words.terms[number] for number in order.tolist() if value[number] > 0)


def _places(rows: Floats, centres: Floats, clusters: Sequence[Cluster]) -> Floats:
    """x and y: groups that say alike things lie near each other, and each around its middle; noise by its own place."""
    if not len(centres):
        return _fitted(_flat(rows))
    both = _flat(np.concatenate([centres, rows]))
    middle, own = both[: len(centres)], both[len(centres) :]
    places = own.copy()
    if len(centres) > 1:
        gaps = np.sqrt(((middle[:, None] - middle[None]) ** 2).sum(axis=2))
        np.fill_diagonal(gaps, np.inf)
        room = gaps.min(axis=1) * 0.45
    else:
        room = np.full(1, 1.0)
    for number, cluster in enumerate(clusters):
        members = np.array(cluster.members)
        local = _flat(rows[members]) if len(members) > 2 else np.zeros((len(members), 2))
        away = np.sqrt((local**2).sum(axis=1))
        reach = away.max() or 1.0
        # most lie close to the middle: what is near is drawn apart
        spread = (away / reach) ** _SPREAD / np.where(away > 0, away, 1.0)
        places[members] = middle[number] + local * spread[:, None] * room[number]
    return _fitted(places)


def _flat(rows: Floats) -> Floats:
    """The two main directions of rows, around their middle; the largest part of each points forward."""
    centred = rows - rows.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred)
    axes = vectors[:, ::-1][:, :2]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])
    found = centred @ axes
    return found if found.shape[1] == 2 else np.pad(found, ((0, 0), (0, 2 - found.shape[1])))


def _fitted(places: Floats) -> Floats:
    low, high = places.min(axis=0), places.max(axis=0)
    return np.asarray((places - low) / np.where(high > low, high - low, 1.0), np.float64)
