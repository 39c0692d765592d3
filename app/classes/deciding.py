"""What a model says of a document: a label with its confidence, or that it does not know, and why.

Works with numpy alone: a window and a crawl may do it where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.classes.model import Model
from app.classes.terms import Described, shown, terms
from app.classes.vectors import GROUPS, groups_of

SURE = 0.5
"""Below this confidence the answer is “don't know”."""
REASONS = 8


class Reason(NamedTuple):
    """A term that weighed for a label: `kind` is word, pair, piece, anchor or address; `share` of all that spoke for it."""

    kind: str
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Decision:
    """`label` is "" where the model does not know; `best` is what it would have said. `confidence` is that of `best`,
    0 to 1, as often right as it says; `next` is the second best with its confidence. `reasons` are those for `best`."""

    label: str
    best: str
    confidence: float
    next: tuple[str, float]
    reasons: tuple[Reason, ...] = ()


class Decider:
    """A model at work. May be used by several threads."""

    def __init__(self, model: Model, sure: float = SURE) -> None:
        self.model, self.sure = model, sure
        self._numbers = {term: number for number, term in enumerate(model.terms)}
        self._groups = groups_of(model.terms)
        self._idf = model.arrays["idf"].astype(np.float64)
        self._nodes: list[list[int]] = []
        self._limits: list[float] = []
        if model.about.kind == "adaboost":
            self._nodes, self._limits = model.arrays["nodes"].tolist(), model.arrays["limits"].tolist()

    def decide(self, document: Described, *, reasons: bool = True) -> Decision:
        """What the document is. One that has words of which the model knows none is nothing that it knows, whatever its
        address says."""
        columns, values = self._vector(document)
        scores = self._scores(columns, values)
        sure = probabilities(scores[None, :], self.model.about.temperature)[0]
        order = np.lexsort((np.arange(len(sure)), -sure))
        first, second = int(order[0]), int(order[1])
        labels = self.model.about.labels
        known = len(columns) > 0
        confidence = float(sure[first]) if known else 1 / len(labels)
        other = (labels[second], float(sure[second]) if known else 1 / len(labels))
        label = labels[first] if known and confidence >= self.sure else ""
        why = self._reasons(columns, values, first) if reasons and known else ()
        return Decision(label, labels[first], round(confidence, 4), (other[0], round(other[1], 4)), why)

    def scores(self, document: Described) -> NDArray[np.float64]:
        """The score of each label, before it is a probability."""
        return self._scores(*self._vector(document))

    def decide_all(self, documents: Sequence[Described]) -> list[Decision]:
        """Without reasons."""
        return [self.decide(document, reasons=False) for document in documents]

    def _vector(self, document: Described) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        numbers = self._numbers
        told = terms(document, self.model.about.views)
        found = [
            (number, count)
            for group in told.values()
            for term, count in group.items()
            if (number := numbers.get(term)) is not None
        ]
        said = told.get("words")
        if not found or (said and said.keys().isdisjoint(numbers)):
            return np.zeros(0, np.int64), np.zeros(0)
        found.sort()
        columns = np.array([number for number, _ in found])
        values = (1 + np.log([count for _, count in found])) * self._idf[columns]
        group = self._groups[columns]
        lengths = np.sqrt(np.bincount(group, values**2, len(GROUPS)))
        return columns, values / lengths[group]

    def _scores(self, columns: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        arrays = self.model.arrays
        if self.model.about.kind != "adaboost":
            return np.asarray(values @ arrays["weights"][columns].astype(np.float64) + arrays["bias"])
        votes = np.zeros(len(self.model.about.labels))
        had = dict(zip(columns.tolist(), values.tolist(), strict=True))
        for root, alpha in zip(arrays["roots"].tolist(), arrays["alphas"].tolist(), strict=True):
            votes[self._leaf(root, had)[0]] += alpha
        return votes / max(float(arrays["alphas"].sum()), 1e-12)

    def _leaf(self, node: int, had: dict[int, float]) -> tuple[int, list[int]]:
        """(label, terms that were looked for and found) of the leaf that a document comes to."""
        met = list[int]()
        while (term := self._nodes[node][0]) >= 0:
            value = np.float32(had.get(term, 0.0))
            if value > 0:
                met.append(term)
            node = self._nodes[node][1 if value <= self._limits[node] else 2]
        return self._nodes[node][3], met

    def _reasons(
        self, columns: NDArray[np.int64], values: NDArray[np.float64], label: int
    ) -> tuple[Reason, ...]:
        """The terms that weighed most for a label against the others."""
        weighed = dict[int, float]()
        if self.model.about.kind != "adaboost":
            rows = self.model.arrays["weights"][columns].astype(np.float64)
            ahead = values * (rows[:, label] - rows.mean(axis=1))
            weighed = dict(zip(columns.tolist(), ahead.tolist(), strict=True))
        else:
            had = dict(zip(columns.tolist(), values.tolist(), strict=True))
            arrays = self.model.arrays
            for root, alpha in zip(arrays["roots"].tolist(), arrays["alphas"].tolist(), strict=True):
                found, met = self._leaf(root, had)
                if found == label:
                    for term in met:
                        weighed[term] = weighed.get(term, 0.0) + alpha / len(met)
        spoke = sum(weight for weight in weighed.values() if weight > 0)
        order = sorted(weighed, key=lambda term: (-round(weighed[term], 9), term))[:REASONS]
        return tuple(
            Reason(*shown(self.model.terms[term]), round(weighed[term] / spoke, 3))
            for term in order
            if weighed[term] > 0
        )


def probabilities(scores: NDArray[Any], temperature: float) -> NDArray[np.float64]:
    """Rows of scores as rows of probabilities: softmax of scores × temperature."""
    raised = np.asarray(scores, np.float64) * temperature
    raised -= raised.max(axis=1, keepdims=True)
    made = np.exp(raised)
    return np.asarray(made / made.sum(axis=1, keepdims=True), np.float64)
