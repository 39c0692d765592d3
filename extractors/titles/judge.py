"""A second look at the title that the points chose: trees that learned from documents whose title a person had read.

Two forests judge each run of rows of the first page (`runs`), and that there is no title: one knows the points of the
weigher, the other only looks and words, so that it can disagree. Where the two are surer of quite another text, that is
the title: what a report is about, and not who it was handed in to. The weights (`judge.npz`) come from
`packaging/train_titles.py`; numpy alone asks them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.base import forest
from extractors.base.sentences import Message
from extractors.base.types import Document, several
from extractors.titles import covers, runs, signs, who, wording
from extractors.titles.ranking import ENOUGH, key, take

SURER = 0.3
"""By how much of 1 another text must be likelier than the title of the points."""
POINTS = (
    "points",
    "points_behind",
    "points_rank",
    "best",
    "holds_best",
    "in_best",
    "foreign",
    "best_points",
    "second_points",
)
"""What the second forest does not know."""
_HIDDEN = [signs.NAMES.index(name) for name in POINTS]
_JUDGED = Message("judged")
_COMPANY_BLANKS = 4  # in what can be the short name of a company


class Forests:
    """Trees that know the points, and trees that do not."""

    def __init__(self, arrays: dict[str, npt.NDArray[np.generic]]) -> None:
        self._knowing, self._looking = (
            forest.Forest(
                {name.removeprefix(kind): one for name, one in arrays.items() if name.startswith(kind)}
            )
            for kind in ("knowing-", "looking-")
        )

    def chances(self, numbers: runs.Numbers) -> runs.Numbers:
        """How likely each choice is the title; in all 1."""
        hidden = numbers.copy()
        hidden[:, _HIDDEN] = 0
        scores = self._knowing.scores(numbers)[:, 0] + self._looking.scores(hidden)[:, 0]
        return np.asarray(forest.chances(scores[None, :])[0], dtype=np.float32)


def choice(likely: runs.Numbers, texts: Sequence[str], now: str) -> int:
    """The number of the text that is surer than the title `now`; -1 when that stays. A title is neither cut nor made
    longer, none is taken away and none given where the points found none: there the trees are right no more often."""
    best, asked = int(likely.argmax()), key(now)
    said = key(texts[best])
    if not asked or not said or asked in said or said in asked:
        return -1
    at = next((at for at, one in enumerate(texts) if key(one) == asked), None)
    return best if likely[best] - (likely[at] if at is not None else 0.0) > SURER else -1


def revise(document: Document, seen: signs.Seen) -> None:
    """Set another title than the points chose, of those that they would take as well, where that is surer."""
    taken, numbers = runs.choices(seen)
    best = choice(_learned().chances(numbers), [one.text for one in taken], document.title)
    found = list(document.candidates)
    if best < 0 or taken[best].at < 0 or found[taken[best].at].score < ENOUGH:
        return
    known = found.pop(taken[best].at)
    if known.source == "metadata" or _never(known.text, seen.text):
        return
    score = found[0].score + 1
    found.append(known._replace(score=score, reason=several((known.reason, _JUDGED))))
    take(document, found)


def _never(text: str, whole: str) -> bool:
    """Does a text only say what was handed in or issued, or by whom, which the trees do not know for sure?"""
    company = text.count(" ") < _COMPANY_BLANKS and who.firm(text, whole)
    return company or who.society(text) or covers.work_only(text) or wording.kind(text)


@cache
def _learned() -> Forests:
    return Forests(forest.load(Path(__file__).with_name("judge.npz")))
