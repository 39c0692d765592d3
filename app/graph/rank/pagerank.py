"""PageRank: of all that a random reader visits, how much each page is.

scipy multiplies the matrix: numpy alone took 3 to 5 times as long (5 million arcs: 4.5 s against 0.8). Nodes that lead
nowhere are left out of the rounds and get their share in the end (they are most of the addresses of a crawl), and the
first rounds run with four bytes a number. The ranks of a large graph are gathered in parts that stay in the cache of the
processor, in two threads: from 5 to 50 million links the time a link grows by a quarter, not twofold. Figures in
`tests/benchmarks/bench_graph.py`.
"""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from app.graph.network import Arcs

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

DAMPING = 0.85
TOLERANCE = 1e-8
_ROUGH = 2e-6  # up to here numbers of four bytes do
_PART = (
    1 << 18
)  # ranks that are gathered at once: 2 MB (15 million links: 271 ns a link, with twice as many 306)
_LARGE = 1 << 20  # ranks from which on parts take less time
_BANDS = 2  # of rows, each in a thread of its own
_BASE = 6.0
_MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class PageRank:
    """`scores` add up to 1; `rounds` were needed until one changed them by less than the tolerance (L1)."""

    scores: Scores
    rounds: int
    damping: float = DAMPING

    @property
    def book(self) -> Scores:
        """In the scale in which the scores of n pages add up to n."""
        return self.scores * len(self.scores)

    @property
    def bars(self) -> npt.NDArray[np.int64]:
        """0 to 10: i for a score (in the book's scale) from 0.15·6^i on; what has less has 0."""
        with np.errstate(divide="ignore"):
            found = np.floor(np.log(self.book / 0.15) / np.log(_BASE) + 1e-12)
        return np.asarray(np.clip(found, 0, 10), np.int64)


def pagerank(
    graph: Arcs,
    *,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    topic: Scores | None = None,
    start: Scores | None = None,
) -> PageRank:
    """Ranks by weighted links. Where a page leads nowhere the reader goes anywhere. `topic` says where a reader who has
    enough of following links begins again (one number a node, any sum; by default everywhere alike); `start` are ranks to
    go on from, those of a former crawl."""
    size = graph.size
    if not size:
        return PageRank(np.zeros(0), 0, damping)
    again = np.full(size, 1.0 / size) if topic is None else topic / topic.sum()
    degrees = np.bincount(graph.source, minlength=size)
    leading = degrees > 0
    count = int(leading.sum())
    place = np.cumsum(leading, dtype=np.int32) - np.int32(1)
    begins = np.concatenate(([0], np.cumsum(degrees)))
    out = np.add.reduceat(graph.weight, begins[:-1][leading]) if count else np.zeros(0)
    share = graph.weight * np.repeat(1.0 / out, degrees[leading])
    inner = leading[graph.target]
    outer = np.flatnonzero(~inner)
    if len(outer):
        target, inner_share = place[graph.target[inner]], share[inner]
        leaving = np.searchsorted(outer, begins)
        begins = begins - leaving
    else:
        target, inner_share = place[graph.target], share
    step = _Step(begins[np.append(leading, True)], target, inner_share, again[leading], damping)
    first = again if start is None or start.sum() <= 0 else start / start.sum()
    inside, rounds = step.settled(first[leading], tolerance)
    # what the others get: in one round, from what is settled
    scores = np.empty(size)
    flow = np.bincount(graph.target[outer], share[outer] * inside[place[graph.source[outer]]], size)
    lost = 1.0 - float(inside.sum())  # the share of those that lead nowhere
    scores[leading] = inside
    scores[~leading] = damping * flow[~leading] + (1.0 - damping + damping * lost) * again[~leading]
    return PageRank(scores / scores.sum(), rounds, damping)


class _Step:
    """One round over the nodes that lead somewhere; all others together are the rest to a sum of 1."""

    def __init__(
        self, begins: Numbers, target: npt.NDArray[np.int32], share: Scores, again: Scores, damping: float
    ) -> None:
        size = len(begins) - 1
        out = sparse.csr_array((share * damping, target, begins.astype(np.int32)), shape=(size, size))
        self._into = _Into.of(out)
        self._again, self._damping = again, damping

    def settled(self, inside: Scores, tolerance: float) -> tuple[Scores, int]:
        """The ranks once a round changes them by less, and how many rounds that took."""
        rounds = 0
        forms: tuple[tuple[Any, float], ...] = ((np.float32, max(tolerance, _ROUGH)), (np.float64, tolerance))
        with ThreadPoolExecutor(_BANDS) as threads:
            for form, until in forms:
                into, again = self._into.astype(form), self._again.astype(form)
                inside, before = inside.astype(form), np.inf
                total = float(inside.sum(dtype=np.float64))
                while rounds < _MOST_ROUNDS:
                    new = into.times(inside, threads)
                    new += again * form(1.0 - self._damping + self._damping * (1.0 - total))
                    sum_ = float(new.sum(dtype=np.float64))
                    # those that lead nowhere change at most by what flows to them from the others, and by the rest
                    inside -= new
                    change = (1 + self._damping) * float(np.abs(inside, out=inside).sum())
                    change += self._damping * abs(sum_ - total)
                    inside, total = new, sum_
                    rounds += 1
                    # four bytes may be too few to come closer
                    if change < until or (form is np.float32 and change >= before):
                        break
                    before = change
        return inside.astype(np.float64), rounds


class _Part(NamedTuple):
    """What flows from a stretch of nodes to those of `rows`, a row for each of these."""

    columns: slice
    rows: Numbers
    matrix: Any


class _Into:
    """What flows to each node. A large matrix is cut into parts of its columns, each with the rows that are not empty, and
    into bands of rows that are worked out side by side; another one is `whole`."""

    def __init__(self, size: int, bands: list[list[_Part]], whole: Any = None) -> None:
        self._size, self._bands, self._whole = size, bands, whole

    @classmethod
    def of(cls, out: Any) -> _Into:
        """From a matrix with a row for each node, of what it gives to which; in parts, where that is worth it."""
        size = out.shape[0]
        if size < _LARGE:
            return cls(size, [], out.T.tocsr())
        coming = np.cumsum(np.bincount(out.indices, minlength=size))
        bounds = np.searchsorted(coming, coming[-1] * np.arange(1, _BANDS) / _BANDS)
        bands: list[list[_Part]] = [[] for _ in range(_BANDS)]
        for begin in range(0, size, _PART):
            part = out[begin : begin + _PART].T.tocsr()
            rows = np.flatnonzero(np.diff(part.indptr)).astype(np.int64)
            ends = np.append(part.indptr[rows], part.indptr[-1])
            cuts = [0, *np.searchsorted(rows, bounds).tolist(), len(rows)]
            for band, (first, last) in zip(bands, pairwise(cuts), strict=True):
                if first == last:
                    continue
                held = slice(ends[first], ends[last])
                matrix = sparse.csr_array(
                    (part.data[held], part.indices[held], ends[first : last + 1] - ends[first]),
                    shape=(last - first, part.shape[1]),
                )
                band.append(_Part(slice(begin, begin + _PART), rows[first:last], matrix))
        return cls(size, bands)

    def astype(self, form: Any) -> _Into:
        bands = [[one._replace(matrix=one.matrix.astype(form)) for one in band] for band in self._bands]
        return _Into(self._size, bands, None if self._whole is None else self._whole.astype(form))

    def times(self, values: Any, threads: Executor) -> Any:
        """The flow that these values of the nodes make."""
        if self._whole is not None:
            return self._whole @ values
        flow = np.zeros(self._size, values.dtype)

        def add(band: list[_Part]) -> None:
            for columns, rows, matrix in band:
                flow[rows] += matrix @ values[columns]

        list(threads.map(add, self._bands))  # no two bands have a row in common
        return flow
