"""Learn which run of rows of a first page is the title: makes the weights (`judge.npz`) of `extractors/titles`.

    python packaging/train_titles.py FOLDER [--output FILE] [--folds]

FOLDER holds documents of any formats and `answers.jsonl`, a line for each: {"file": its path inside, "name": what it was
called, "group": where it came from, "titles": [what a person read as the title, or parts that do as well]}. No title is
[]; where one may be given, "?" stands first; a title that ends with * may go on. "found", the candidates and points that
the weigher gave before it was mended on the document, is learned from where it stands. What is read of the documents is
kept in `seen.jsonl` there. `--folds` prints figures of a five-fold split by group. Needs lightgbm, which the program
itself does not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import lightgbm
import numpy as np
from tree_arrays import arrays

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from extractors.base.types import Candidate
from extractors.door.registry import extract
from extractors.titles import judge, runs, signs, weigher
from extractors.titles.ranking import key
from extractors.titles.rows import Row

OUTPUT = Path(__file__).resolve().parents[1] / "extractors" / "titles" / "judge.npz"
FOLDS = 5
_ROUNDS, _MORE = 100, 40
"""Trees of each forest; those that do not know the points need more."""
_KNOWING, _LOOKING = 0.6, 1.0
"""How much the two forests say."""
_SEEDS = (1, 2), (3, 4)
_SETTINGS = {
    "verbose": -1,
    "num_threads": 1,
    "learning_rate": 0.06,
    "num_leaves": 10,
    "min_data_in_leaf": 12,
    "feature_fraction": 0.25,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 4,
    "use_missing": False,
    "max_bin": 63,
}


class Sample(NamedTuple):
    """A document: where it came from, its title by the points, what could be its title with its numbers, and which of it
    is right."""

    group: str
    titles: Sequence[str]
    now: str
    texts: Sequence[str]
    rows: Any
    right: Any


def right(text: str, titles: Sequence[str]) -> bool:
    """Is a text, "" for none, right where a person read these titles?"""
    if not text:
        return not titles or titles[0] == "?"
    asked = key(text)
    return any(
        asked.startswith(key(one[:-1])) if one.endswith("*") else asked == key(one)
        for one in titles
        if one != "?"
    )


def gathered(folder: Path) -> Iterator[dict[str, Any]]:
    """What is seen of each document, from `seen.jsonl` or the documents themselves."""
    path = folder / "seen.jsonl"
    if not path.exists():
        lines = []
        for line in (folder / "answers.jsonl").read_text("utf-8").splitlines():
            told = json.loads(line)
            asked: list[signs.Seen] = []
            with (
                patch.object(judge, "revise", lambda _document, seen, asked=asked: asked.append(seen)),
                patch.object(weigher, "_doubtful", lambda _: True),  # all are learned from
            ):
                document = extract((folder / told["file"]).read_bytes(), name=told["name"])
            if asked:
                seen = asked[-1]._asdict()
                found = told.get("found") or document.candidates
                lines.append(json.dumps(told | {"now": document.title, "seen": seen | {"found": found}}))
        path.write_text("\n".join(lines), "utf-8")
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def samples(folder: Path) -> Iterator[Sample]:
    for told in gathered(folder):
        held = told["seen"]
        held["rows"] = [Row(*row) for row in held["rows"]]
        held["found"] = [Candidate(*one) for one in held["found"]]
        taken, numbers = runs.choices(signs.Seen(**held))
        texts = [one.text for one in taken]
        good = np.array([right(text, told["titles"]) for text in texts])
        yield Sample(told["group"], told["titles"], told["now"], texts, numbers, good)


def learn(
    pages: Sequence[Sample], rounds: int, seeds: Sequence[int], hidden: Sequence[int] = ()
) -> list[Any]:
    """Trees that tell the right choices of a document from the others: the loss is the entropy of all of them."""
    pages = [page for page in pages if page.right.any()]
    rows = np.concatenate([page.rows for page in pages])
    rows[:, list(hidden)] = 0
    wanted = np.concatenate([page.right for page in pages]).astype(float)
    counts = np.array([len(page.rows) for page in pages])
    page_of, starts = np.repeat(np.arange(len(pages)), counts), np.cumsum(counts) - counts

    def loss(scores: Any, _: Any) -> tuple[Any, Any]:
        chances = np.exp(scores - np.maximum.reduceat(scores, starts)[page_of])
        chances /= np.add.reduceat(chances, starts)[page_of]
        good = chances * wanted
        target = good / np.maximum(np.add.reduceat(good, starts), 1e-9)[page_of]
        return chances - target, 2 * np.maximum(chances * (1 - chances), 1e-3)

    return [
        lightgbm.train({**_SETTINGS, "seed": seed, "objective": loss}, lightgbm.Dataset(rows, wanted), rounds)
        for seed in seeds
    ]


def both(pages: Sequence[Sample]) -> dict[str, Any]:
    """The arrays of the two forests."""
    hidden = [signs.NAMES.index(name) for name in judge.POINTS]
    knowing = learn(pages, _ROUNDS, _SEEDS[0])
    looking = learn(pages, _ROUNDS + _MORE, _SEEDS[1], hidden)
    found = {f"knowing-{name}": one for name, one in arrays(knowing, 1, _KNOWING).items()}
    return found | {f"looking-{name}": one for name, one in arrays(looking, 1, _LOOKING).items()}


def folded(pages: Sequence[Sample]) -> None:
    """Print what the points and the trees find in a split by group, of all documents, doubtful or not."""
    groups = sorted({page.group for page in pages})
    counts = dict.fromkeys(("titled", "points", "trees", "untitled", "points invent", "trees invent"), 0)
    for fold in range(FOLDS):
        asked = set(groups[fold::FOLDS])
        forests = judge.Forests(both([page for page in pages if page.group not in asked]))
        for page in (page for page in pages if page.group in asked):
            best = judge.choice(forests.chances(page.rows), page.texts, page.now)
            good, now = (
                right(text, page.titles) for text in (page.texts[best] if best >= 0 else page.now, page.now)
            )
            untitled = right("", page.titles)
            counts["untitled" if untitled else "titled"] += 1
            counts["points invent" if untitled else "points"] += now != untitled
            counts["trees invent" if untitled else "trees"] += good != untitled
    print(counts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--folds", action="store_true")
    options = parser.parse_args()
    pages = list(samples(options.folder))
    if options.folds:
        folded(pages)
    np.savez_compressed(options.output, **both(pages))


if __name__ == "__main__":
    main()
