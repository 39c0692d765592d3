"""From ten pages that a person marked to all that are like them, and which pages to ask for next.

`more_like` trains on the marked pages against the others of the archive, of which most are something else; pages that were
refused weigh as much as those that were accepted. `doubtful` names the pages whose answer would teach a model most, of
different sites.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.classes.apart import Tell, made_apart
from app.classes.deciding import Reason
from app.classes.store import Row, Store
from app.classes.terms import Described, shown
from app.classes.training import SEED, CorpusUnfit
from app.classes.vectors import counted, inverse, weighed
from app.templates.known import site_of

MOST = 100
_MOST_OTHERS = 20_000
_REASONS = 5
_REFUSED = 5.0
"""What a refused page weighs against one that nobody has looked at."""


class Proposal(NamedTuple):
    """A page that may be wanted, too: `score` is 0 to 1, the best is first; `asked` where the answer is most open, and
    teaches most. `reasons` are the terms that it has in common with those that were marked."""

    url: str
    title: str
    score: float
    asked: bool
    reasons: tuple[Reason, ...]


def more_like(
    archive: Path,
    marked: Collection[str],
    refused: Collection[str] = (),
    most: int = MOST,
    progress: Tell | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Proposal]:
    """Pages like those that were marked, best first, of those in the cache (`feeding.feed` brings it up to date); the
    doubtful ones to be asked for are among them. CorpusUnfit where none of the marked pages is known,
    ClassesUnavailable, Cancelled."""
    wanted, out = set(marked), set(refused)
    documents = list[Described]()
    try:
        with Store(archive) as store:
            for _, one in store.texts():
                if one.url in wanted or one.url in out or len(documents) < _MOST_OTHERS:
                    documents.append(one)
    except sqlite3.Error as error:
        raise CorpusUnfit(labels=0, count=0) from error
    labels = [1 if one.url in wanted else -1 if one.url in out else 0 for one in documents]
    if 1 not in labels or len(documents) < 3:
        raise CorpusUnfit(labels=len(set(labels)), count=labels.count(1))
    return made_apart(proposals, documents, labels, most, progress=progress, cancelled=cancelled)


def proposals(tell: Tell, documents: Sequence[Described], labels: Sequence[int], most: int) -> list[Proposal]:
    """`more_like` in the process: `labels` are 1 for marked, -1 for refused, 0 for others."""
    from sklearn.linear_model import LogisticRegression

    found = counted(documents, ("words", "pairs", "anchors", "tokens", "types"), tell)
    vectors = weighed(found.rows, inverse(found.rows), found.groups)
    said = np.array(labels)
    rest = np.flatnonzero(said == 0)
    if not len(rest):
        return []
    marked, refused = int((said == 1).sum()), int((said == -1).sum())
    # what nobody has looked at weighs together as much as what was marked
    weight = np.where(said == 1, 1.0, np.where(said == -1, _REFUSED / max(1, refused), marked / len(rest)))
    if refused:
        weight[said == -1] *= max(1.0, marked / _REFUSED)
    machine = LogisticRegression(C=10.0, random_state=SEED, max_iter=500)
    machine.fit(vectors, said == 1, sample_weight=weight)
    scores = machine.predict_proba(vectors[rest])[:, 1].round(4)
    order = np.lexsort((rest, -scores))[:most]
    open_ones = set(np.lexsort((order, np.abs(scores[order] - 0.5)))[: max(1, len(order) // 10)].tolist())
    coefficients = machine.coef_[0]
    made = list[Proposal]()
    for place, number in enumerate(order.tolist()):
        row = vectors[int(rest[number])]
        ahead = row.data * coefficients[row.indices]
        top = np.lexsort((row.indices, -ahead.round(9)))[:_REASONS]
        spoke = float(ahead[ahead > 0].sum()) or 1.0
        reasons = tuple(
            Reason(*shown(found.terms[int(row.indices[at])]), round(float(ahead[at]) / spoke, 3))
            for at in top.tolist()
            if ahead[at] > 0
        )
        document = documents[int(rest[number])]
        made.append(
            Proposal(document.url, document.title, float(scores[number]), place in open_ones, reasons)
        )
    return made


def doubtful(rows: Iterable[Row], most: int = 10, each_site: int = 2) -> list[Row]:
    """The pages that a model was least sure of, to be asked for next: those whose second choice is nearest to the first,
    and a few of each site at most, since pages of one site are alike."""
    found = [row for row in rows if row.source == "model" and row.best]
    found.sort(key=lambda row: (round(row.confidence - row.next[1], 4), row.url))
    taken, sites = list[Row](), dict[str, int]()
    for row in found:
        site = site_of(row.url)
        if sites.get(site, 0) < each_site:
            sites[site] = sites.get(site, 0) + 1
            taken.append(row)
            if len(taken) >= most:
                break
    return taken
