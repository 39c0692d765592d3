"""Documents divided into groups: by topics, each in one; or those that lie close together, the rest left alone (DBSCAN,
HDBSCAN, and where the ε of DBSCAN comes from).

Topics: the tree of Ward's method over at most `_OF_TREE` documents, cut where it has as many groups as are wanted, is where
KMeans starts; nothing is left to chance. Its distances to the middles are lower than those of the best of twelve random
starts on each of three public sets (20 Newsgroups, titles of THUCNews, WebKB). KMeans likes groups of one size, which
topics are not: its groups are made those of a mixture of von Mises-Fisher distributions of one concentration (Banerjee and
others 2005), each with a share of its own. NMI with the classes of the three sets rises by 0.05 to 0.07 on KMeans alone.

Density: the sorted distances to the `least`-th document bend where what belongs to no group begins, and ε is proposed from
there downwards: texts have no gap between groups and noise, and at the bend itself nearly all of them are one group. Up to
the bend the ε is taken whose groups divide the documents most evenly, by the entropy of their shares, to which noise adds
nothing: a larger ε melts groups together, a smaller one loses documents. NMI with the classes of 4 000 documents of 20
Newsgroups, 4 000 titles of THUCNews and 2 803 pages of WebKB, noise as a group of its own, is 0.335, 0.273 and 0.152 so;
from ε = 0.4 on, where the bends are, it is below 0.07.

HDBSCAN merges by plain distances (a core of one): three times as fast as with cores as large as groups, and as good or
better on these three. How many documents its groups have at least is tried (`SMALLEST`): a larger size stands where it
leaves a fifth fewer alone, unless its groups are not half as even, which two groups are that hold nearly everything. That
is 5 on these three and on Ohsumed, 20 on R8 and on articles of the BBC, where 5 has 0.319 and 0.250 and 20 has 0.411 and
0.518. No size is right everywhere: on 20 Newsgroups 5 and 20 have 0.373 and 0.294.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

MOST = 60
"""Topics that are proposed at most, and never more than √(n/2) for n documents: the silhouette of texts rises with their
number until each has a handful. On seven draws of 100 to 1500 documents from 20 Newsgroups (4 to 20 of its groups) the
adjusted Rand index of what was proposed was 0.23 in the mean with this bound, 0.13 with a third of the documents, 0.19 with
√n."""
_SAMPLE = 1500
"""Documents that the number of topics is judged on."""
_OF_TREE = 4000
_STEPS, _SETTLED = 60, 1e-4
Floats = NDArray[np.float64]
Labels = NDArray[np.int64]
Metric = Literal["cosine", "bits"]
"""1 − cosine of rows of length 1, or the number of bits that differ in rows of 64."""
_BITS = 64
_NEIGHBOURS = 15
"""Of each document, by which groups are followed while ε is looked for."""
_TRIED = 50
LEAST = 5
"""Documents of a core, unless a person says otherwise."""
SMALLEST = (10, 20)
"""Sizes of the smallest group of HDBSCAN that are tried after `LEAST`, each where there are `_FOR_EACH` times as many
documents."""
_FOR_EACH, _FEWER = 40, 0.8


def dense(rows: Floats, epsilon: float, least: int, metric: Metric = "cosine") -> Labels:
    """DBSCAN: the group of each row, -1 for none; at least `least` rows within ε, itself counted, make a core."""
    from sklearn.cluster import DBSCAN

    # distances are sums, which a hair may put on the wrong side of a limit that they are equal to
    limit = epsilon / (_BITS if metric == "bits" else 1) + 1e-9
    # of rows of length 1 half of the squared distance is 1 − cosine, for which all distances would be kept at once
    named, radius = ("hamming", limit) if metric == "bits" else ("euclidean", float(np.sqrt(2 * limit)))
    machine = DBSCAN(eps=radius, min_samples=least, metric=named, algorithm="brute")
    return np.asarray(machine.fit(rows).labels_, np.int64)


def hierarchical(rows: Floats, least: int, metric: Metric = "cosine") -> Labels:
    """HDBSCAN: the group of each row, -1 for none; groups have at least `least`, and two."""
    from sklearn.cluster import HDBSCAN

    named = "hamming" if metric == "bits" else "euclidean"
    machine = HDBSCAN(min_cluster_size=max(2, least), min_samples=1, metric=named, copy=True)
    return np.asarray(machine.fit(rows).labels_, np.int64)


def fitting(rows: Floats, metric: Metric = "cosine") -> Labels:
    """`hierarchical` with the size of groups that leaves the fewest alone."""
    best = hierarchical(rows, min(LEAST, len(rows)), metric)
    even = _evenness(_shares(best))
    for least in SMALLEST:
        if len(rows) < least * _FOR_EACH:
            break
        found = hierarchical(rows, least, metric)
        alone = int((found < 0).sum()), int((best < 0).sum())
        if alone[0] <= _FEWER * alone[1] and _evenness(_shares(found)) * 2 >= even:
            best = found
    return best


def _shares(labels: Labels) -> Floats:
    """Of all documents, of each group."""
    return np.asarray(np.bincount(labels[labels >= 0], minlength=1) / len(labels), np.float64)


def _evenness(shares: Floats) -> float:
    """The entropy of shares of all documents."""
    some = shares[shares > 0]
    return round(float(-(some * np.log(some)).sum()), 9)


def bend(curve: Floats) -> float:
    """Where sorted distances begin to rise: the point furthest below the line from the first to the last."""
    if len(curve) < 3 or curve[-1] <= curve[0]:
        return float(max(curve[-1], 1e-6)) if len(curve) else 1e-6
    x = np.linspace(0, 1, len(curve))
    y = (curve - curve[0]) / (curve[-1] - curve[0])
    return float(max(curve[int(np.argmax(np.round(x - y, 9)))], 1e-6))


def proposed(rows: Floats, least: int, metric: Metric = "cosine") -> tuple[float, Floats]:
    """(ε, the sorted distances to the `least`-th row, each itself counted, that it was proposed from)."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

    near = min(len(rows), max(least, _NEIGHBOURS))
    away, whom = _nearest(rows, near, metric)
    core = away[:, least - 1]
    curve = np.sort(core)
    highest = bend(curve)
    tried = np.unique(curve[np.linspace(0, len(curve) - 1, _TRIED).astype(np.int64)])
    tried = tried[tried <= highest]
    if len(tried) < 2:
        return highest, curve
    begin = np.repeat(np.arange(len(rows)), near)
    # documents are in one group from where both are cores and near enough; a distance of 0 would be no edge
    joined = np.maximum(np.maximum(away.ravel(), core[begin]), core[whom.ravel()]) + 1e-9
    other = begin != whom.ravel()
    graph = csr_matrix((joined[other], (begin[other], whom.ravel()[other])), shape=(len(rows),) * 2)
    tree = minimum_spanning_tree(graph).tocoo()
    told = list[float]()
    for epsilon in tried:
        linked = tree.data <= epsilon + 2e-9
        edges = csr_matrix(
            (np.ones(linked.sum()), (tree.row[linked], tree.col[linked])), shape=(len(rows),) * 2
        )
        group = connected_components(edges, directed=False)[1]
        told.append(_evenness(np.bincount(group[core <= epsilon]) / len(rows)))
    return float(max(tried[int(np.argmax(told))], 1e-6)), curve


def _nearest(rows: Floats, count: int, metric: Metric) -> tuple[Floats, NDArray[np.int64]]:
    """(distances, numbers) of the nearest rows of each, itself first."""
    from sklearn.neighbors import NearestNeighbors

    if metric == "bits":
        away, whom = NearestNeighbors(n_neighbors=count, metric="hamming").fit(rows).kneighbors(rows)
        return away * _BITS, whom
    # of rows of length 1 half of the squared distance is 1 − cosine
    away, whom = NearestNeighbors(n_neighbors=count, algorithm="brute").fit(rows).kneighbors(rows)
    return (away**2 / 2).round(9), whom


def topics(rows: Floats, count: int, seed: int) -> Labels:
    """The number of the topic of each of `rows`, which are of length 1; `count` topics, 0 for as many as fit."""
    sample = rows[np.linspace(0, len(rows) - 1, min(_OF_TREE, len(rows))).astype(np.int64)]
    tree = _ward(sample)
    wanted = min(count or _fitting(len(rows), sample, tree), len(rows))
    return mixed(rows, _divided(rows, _middles(sample, tree, wanted), seed))


def mixed(rows: Floats, labels: Labels) -> Labels:
    """The likeliest groups of a mixture that begins with these. A group that nothing is likeliest in is gone."""
    count, width = int(labels.max()) + 1, rows.shape[1]
    share = np.zeros((len(rows), count))
    share[np.arange(len(rows)), labels] = 1
    for _ in range(_STEPS):
        sizes = share.sum(axis=0) + 1e-9
        sums = share.T @ rows
        lengths = np.sqrt((sums**2).sum(axis=1))
        # how close all lie to their middles, and the concentration of that (Banerjee and others 2005, 4.4)
        close = min(float(lengths.sum()) / len(rows), 0.999)
        concentration = (close * width - close**3) / (1 - close**2)
        told = concentration * (rows @ (sums / np.maximum(lengths, 1e-12)[:, None]).T) + np.log(sizes)
        told = np.exp(told - told.max(axis=1, keepdims=True))
        told /= told.sum(axis=1, keepdims=True)
        moved = float(np.abs(told - share).max())
        share = told
        if moved < _SETTLED:
            break
    # what is as likely in two groups is in the first, whatever the last bits are
    return np.asarray(share.round(9).argmax(axis=1), np.int64)


def _fitting(documents: int, sample: Floats, tree: Floats) -> int:
    """The number of topics whose documents are nearest to their own and furthest from the others."""
    from sklearn.metrics import silhouette_score

    few = np.linspace(0, len(sample) - 1, min(_SAMPLE, len(sample))).astype(np.int64)
    most = max(2, min(MOST, round(math.sqrt(documents / 2))))
    judged = dict[int, float]()
    for into in sorted({round(one) for one in np.geomspace(2, most, 8)}):
        found = _divided(sample, _middles(sample, tree, into), 0)[few]
        if 1 < len(set(found.tolist())) < len(few):
            judged[into] = round(float(silhouette_score(sample[few], found)), 3)
    return max(judged, key=lambda into: (judged[into], -into), default=2)


def _ward(sample: Floats) -> Floats:
    from scipy.cluster.hierarchy import ward

    return np.asarray(ward(sample), np.float64)


def _middles(sample: Floats, tree: Floats, count: int) -> Floats:
    """The middles of the groups of a tree that is cut into at most `count`."""
    from scipy.cluster.hierarchy import fcluster

    numbers: Any = fcluster(tree, count, "maxclust")
    return np.array([sample[numbers == one].mean(axis=0) for one in np.unique(numbers)])


def _divided(rows: Floats, middles: Floats, seed: int) -> Labels:
    from sklearn.cluster import KMeans

    machine = KMeans(len(middles), init=middles, n_init=1, random_state=seed)
    return np.asarray(machine.fit(rows).labels_, np.int64)
