"""How right a model is: on documents that it was not trained with."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.classes.deciding import SURE, Decider
from app.classes.model import Model
from app.classes.training import Example

_BINS = 10


@dataclass(frozen=True, slots=True)
class OfLabel:
    """`precision` is of what was called so, `recall` of what is so; `documents` are so in truth."""

    label: str
    documents: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """`accuracy` is that of the best label, known or not; `answered` the share with an answer and `answers_right` the
    share of these that is right. `calibration` is the expected calibration error of the confidences, 0 to 1.
    `confusions` are (truth, answer, how often), most often first."""

    documents: int
    accuracy: float
    macro_f1: float
    answered: float
    answers_right: float
    calibration: float
    labels: tuple[OfLabel, ...]
    confusions: tuple[tuple[str, str, int], ...]


def evaluate(model: Model, examples: Sequence[Example], sure: float = SURE) -> Evaluation:
    """What a model says of labelled documents, against their labels."""
    decider = Decider(model, sure)
    decisions = decider.decide_all([one.document for one in examples])
    told = [(one.label, found) for one, found in zip(examples, decisions, strict=True)]
    count = max(1, len(told))
    truth, said = Counter(label for label, _ in told), Counter(found.best for _, found in told)
    right = Counter(label for label, found in told if found.best == label)
    labels = tuple(
        OfLabel(
            label,
            truth[label],
            right[label] / said[label] if said[label] else 0.0,
            right[label] / truth[label] if truth[label] else 0.0,
        )
        for label in sorted(truth.keys() | said.keys())
    )
    answers = [found.label == label for label, found in told if found.label]
    wrong = Counter((label, found.best) for label, found in told if found.best != label)
    bins: dict[int, list[tuple[float, bool]]] = {}
    for label, found in told:
        place = min(_BINS - 1, int(found.confidence * _BINS))
        bins.setdefault(place, []).append((found.confidence, found.best == label))
    off = sum(abs(sum(sure - good for sure, good in each)) for each in bins.values()) / count
    real = [one for one in labels if one.documents]
    return Evaluation(
        len(told),
        sum(right.values()) / count,
        sum(one.f1 for one in real) / max(1, len(real)),
        len(answers) / count,
        sum(answers) / max(1, len(answers)),
        off,
        labels,
        tuple((a, b, times) for (a, b), times in sorted(wrong.items(), key=lambda one: (-one[1], one[0]))),
    )


def divided(examples: Sequence[Example], out: float = 0.2) -> tuple[list[Example], list[Example]]:
    """(To learn from, to be asked): of each label so large a share is left out, the same on every run."""
    by_label: dict[str, list[Example]] = {}
    for one in examples:
        by_label.setdefault(one.label, []).append(one)
    learn, ask = list[Example](), list[Example]()
    for label in sorted(by_label):
        each = sorted(by_label[label], key=_place)
        aside = round(len(each) * out) if len(each) > 1 else 0
        aside = max(1, aside) if len(each) > 2 and out else aside
        ask += each[:aside]
        learn += each[aside:]
    return learn, ask


def _place(one: Example) -> bytes:
    said = f"{one.document.url}\0{one.document.title}\0{one.document.text}"
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()
