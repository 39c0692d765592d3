"""Groups of documents that nobody named: by what they say, by how they are built, or by fingerprints that are handed in.

For topics KMeans on the 100 main directions of TF·IDF (LSA), without stop words, is best: NMI 0.51 with the classes of
4 000 documents of R8 (0.45 with stop words; another number of tries, 10 in place of 4, comes to 0.42), where HDBSCAN comes
to 0.33 and calls half of them noise, and DBSCAN at the proposed ε puts nearly all into one group.
DBSCAN is for what lies close together: templates, copies,
stories. A document is in the core of a group where at least `least` documents, itself counted, are within ε; what no core
reaches is noise, and stays apart. All of it is scikit-learn's work, in a process of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from app.classes.apart import Tell, made_apart
from app.classes.features import weights
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
_SAMPLE = 1500
"""Documents that the number of topics is judged on."""
_MOST_TOPICS = 60
"""Topics that are proposed at most, and never more than √(n/2) for n documents: the silhouette of texts rises with their
number until each has a handful. On seven draws of 100 to 1500 documents from 20 Newsgroups (4 to 20 of its groups) the
adjusted Rand index of what is proposed is 0.23 in the mean with this bound, 0.13 with a third of the documents, 0.19 with
√n."""
_TRIES = 4  # of KMeans, of which the tightest is taken
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
    else 1 − cosine); `least` documents make a core, or the smallest group of HDBSCAN."""

    method: Method = "topics"
    by: By = "words"
    count: int = 0
    epsilon: float = 0.0
    least: int = 5
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
    rows = _rows(items, words, settings.by)
    epsilon, curve = 0.0, np.zeros(0)
    if settings.method == "topics":
        labels = _topics(rows, settings)
    else:
        least = min(settings.least, len(items))
        if settings.method == "dbscan":
            curve = distances(rows, least, settings.by)
            epsilon = settings.epsilon or bend(curve)
            labels = dense(rows, epsilon, least, settings.by)
        else:
            labels = _hierarchical(rows, least, settings.by)
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


def _rows(items: Sequence[Item], words: Counted, by: By) -> Floats:
    """Each document as a row of length 1, or of 64 bits."""
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
        vectors = weighed(words.rows, inverse(words.rows), words.groups)
    directions = min(_DIRECTIONS, min(vectors.shape) - 1)
    if directions < 2:
        return np.asarray(vectors.toarray() if hasattr(vectors, "toarray") else vectors, np.float64)
    reduced = TruncatedSVD(directions, random_state=SEED).fit_transform(vectors)
    return np.asarray(normalize(reduced).round(6), np.float64)


def _topics(rows: Floats, settings: Settings) -> Labels:
    from sklearn.cluster import KMeans
    from sklearn.metrics import silhouette_score

    def divided(into: int, among: Floats, tries: int) -> Any:
        return KMeans(into, n_init=tries, random_state=settings.seed).fit(among)

    count = settings.count
    if not count:
        sample = rows[np.linspace(0, len(rows) - 1, min(_SAMPLE, len(rows))).astype(np.int64)]
        most = max(2, min(_MOST_TOPICS, round(math.sqrt(len(rows) / 2))))
        tried = sorted({round(one) for one in np.geomspace(2, most, 8)})
        judged = dict[int, float]()
        for into in tried:
            found = divided(into, sample, 1).labels_
            if 1 < len(set(found.tolist())) < len(sample):
                judged[into] = round(float(silhouette_score(sample, found)), 3)
        count = max(judged, key=lambda into: (judged[into], -into), default=2)
    return np.asarray(divided(min(count, len(rows)), rows, _TRIES).labels_, np.int64)


def distances(rows: Floats, least: int, by: By = "words") -> Floats:
    """How far the `least`-th document is from each, itself counted; sorted, 1 − cosine or bits."""
    from sklearn.neighbors import NearestNeighbors

    near = NearestNeighbors(n_neighbors=least, metric=_metric(by)).fit(rows)
    found = near.kneighbors(rows)[0][:, -1]
    return np.sort(np.maximum(found * (64 if by == "fingerprints" else 1), 0))


def bend(curve: Floats) -> float:
    """ε where sorted distances begin to rise: the point furthest below the line from the first to the last."""
    if len(curve) < 3 or curve[-1] <= curve[0]:
        return float(max(curve[-1], 1e-6)) if len(curve) else 1e-6
    x = np.linspace(0, 1, len(curve))
    y = (curve - curve[0]) / (curve[-1] - curve[0])
    return float(max(curve[int(np.argmax(np.round(x - y, 9)))], 1e-6))


def dense(rows: Floats, epsilon: float, least: int, by: By = "words") -> Labels:
    """DBSCAN: the group of each row, `NOISE` for none; at least `least` rows within ε, itself counted, make a core."""
    from sklearn.cluster import DBSCAN

    # distances are sums, which a hair may put on the wrong side of a limit that they are equal to
    limit = epsilon / (64 if by == "fingerprints" else 1) + 1e-9
    return np.asarray(DBSCAN(eps=limit, min_samples=least, metric=_metric(by)).fit(rows).labels_, np.int64)


def _hierarchical(rows: Floats, least: int, by: By) -> Labels:
    from sklearn.cluster import HDBSCAN

    metric = "hamming" if by == "fingerprints" else "euclidean"
    machine = HDBSCAN(min_cluster_size=max(2, least), metric=metric, copy=True)
    return np.asarray(machine.fit(rows).labels_, np.int64)


def _metric(by: By) -> str:
    return "hamming" if by == "fingerprints" else "cosine"


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
