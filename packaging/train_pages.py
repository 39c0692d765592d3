"""Learn what a page is and which of its blocks are content: makes the weights (types, wording, content, network) of
`extractors/html`.

    python packaging/train_pages.py FOLDER [--types FILE] [--wording FILE] [--content FILE] [--network FILE]

FOLDER is WCXB (Web Content eXtraction Benchmark by Murrough Foley, github Murrough-Foley/web-content-extraction-benchmark,
CC-BY-4.0); only its part `dev` is read. Needs lightgbm, scikit-learn and torch, which the program itself does not. Figures
of a five-fold split by site are printed before the weights are made from all pages. About three quarters of an hour on one
core.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import lightgbm
import numpy as np
import page_network
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_selection import chi2
from sklearn.linear_model import LogisticRegression, SGDClassifier
from tree_arrays import arrays

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from extractors.html import main_text, metadata, parts
from extractors.html.content import choosing, network, wording
from extractors.html.content import signals as content_signals
from extractors.html.links import page_resolver
from extractors.html.tree import Page
from extractors.html.types import judging
from extractors.html.types import signals as type_signals

HTML = Path(__file__).resolve().parents[1] / "extractors" / "html"
FOLDS = 5
_LEAST_PAGES = 8
"""Pages that a word is to be found in."""
_MOST_WORDS = 4000
_MOST_BLOCKS = 150
"""Blocks of a page that are learned from: a page of thousands would outweigh the others."""
_SEED = 1
_TOKEN = re.compile(r"\w+")
_COMMON = {"bagging_freq": 1, "verbose": -1, "num_threads": 1, "seed": _SEED}
_TYPES = {
    **_COMMON,
    "objective": "multiclass",
    "num_class": len(judging.FORMS),
    "learning_rate": 0.08,
    "num_leaves": 8,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "lambda_l2": 2,
}
_TYPE_ROUNDS = 90
_CONTENT = {
    **_COMMON,
    "objective": "binary",
    "learning_rate": 0.12,
    "num_leaves": 31,
    "max_depth": 7,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "lambda_l2": 5,
    "max_bin": 63,
}
_CONTENT_ROUNDS = 110
_LEAST_BLOCK_PAGES = 15
"""Pages that a word of blocks is to be found in."""
_SPOKEN_ALPHA, _SPOKEN_ROUNDS = 1e-5, 6


class Sample(NamedTuple):
    """A page of the benchmark: `rows` are those of its blocks without the types and what words say, `spoken` their words,
    `regions` where they stand, `wanted` how much of each is content."""

    name: str
    domain: str
    form: int
    numbers: tuple[float, ...]
    words: frozenset[str]
    rows: Any
    spoken: wording.Words
    regions: Any
    wanted: Any
    texts: list[str]
    truth: str


def samples(folder: Path, vocabulary: dict[str, int]) -> Iterator[Sample]:
    """The pages of the part `dev`; `vocabulary` is given a number for each word of their blocks."""
    files = json.loads((folder / "metadata.json").read_text())["files"]
    for path in sorted((folder / "dev" / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text())
        page = Page(gzip.decompress((folder / "dev" / "html" / f"{path.stem}.html.gz").read_bytes()), None)
        if page.root is None:
            continue
        address = truth.get("url") or ""
        read = type_signals.read(page.utf8, address)
        blocks = parts.blocks(page.root, page_resolver(page, address or None), unseen=True)
        if not blocks:
            continue
        rows = choosing.read(blocks, metadata.about(page.root).title, (0.0,) * len(judging.FORMS)).rows
        spoken, regions = content_signals.spoken(
            blocks,
            main_text.Places(blocks),
            lambda kind: lambda word: vocabulary.setdefault(f"{kind}:{word}", len(vocabulary)),
        )
        texts = ["" if block.part.kind == "image" else block.part.text for block in blocks]
        said = truth["ground_truth"].get("main_content") or ""
        form = files[path.stem]["page_type"].replace("category", "collection")
        yield Sample(
            path.stem,
            files[path.stem]["domain"],
            judging.FORMS.index(form),
            read.numbers,
            read.words,
            rows,
            spoken,
            regions,
            np.array(agreeing(texts, said), dtype=np.float32),
            texts,
            said,
        )


def tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def agreeing(texts: Sequence[str], truth: str) -> list[float]:
    """How much of each text stands in the truth: by runs of four words; shorter texts wherever they are whole, those near
    longer ones first, each word as often as the truth has it."""
    said = tokens(truth)
    runs = {
        size: {tuple(said[at : at + size]) for at in range(len(said) - size + 1)} for size in (1, 2, 3, 4)
    }
    left = Counter(said)
    words = [tokens(text) for text in texts]
    found = [0.0] * len(texts)
    long = list[int]()
    short = list[int]()
    for number in sorted(range(len(words)), key=lambda one: -len(words[one])):
        own = words[number]
        if len(own) >= 4:
            there = sum(tuple(own[at : at + 4]) in runs[4] for at in range(len(own) - 3)) / (len(own) - 3)
            count = Counter(own)
            if there <= 0.3 or sum((count & left).values()) < 0.5 * len(own) * there:
                continue
            left -= count & left
            found[number] = there
            if there >= 0.5:
                long.append(number)
        elif own and tuple(own) in runs[len(own)]:
            short.append(number)
    places = np.array(sorted(long))
    near = {number: int(np.abs(places - number).min()) if len(places) else 0 for number in short}
    for number in sorted(short, key=lambda one: (near[one], -len(words[one]))):
        count = Counter(words[number])
        if all(left[word] >= many for word, many in count.items()):
            left -= count
            found[number] = 1.0
    return found


def fold_of(domain: str) -> int:
    return int(hashlib.sha256(domain.encode()).hexdigest(), 16) % FOLDS


class Words:
    """The words of pages, weighed by how rare they are; rows of length one."""

    def __init__(self, pages: Sequence[Sample], forms: Any) -> None:
        counted = Counter(word for page in pages for word in page.words)
        known = sorted(word for word, count in counted.items() if count >= _LEAST_PAGES)
        self._number = {word: number for number, word in enumerate(known)}
        there = self._matrix(pages)
        telling = np.zeros(len(known))
        for form in range(len(judging.FORMS)):
            telling = np.maximum(telling, np.nan_to_num(chi2(there, forms == form)[0]))
        best = sorted(np.argsort(-telling)[:_MOST_WORDS])
        self.known = [known[number] for number in best]
        self.rare = np.array([np.log((1 + len(pages)) / (1 + counted[word])) + 1 for word in self.known])
        self._number = {word: number for number, word in enumerate(self.known)}

    def _matrix(self, pages: Sequence[Sample]) -> Any:
        found = [[self._number[word] for word in page.words if word in self._number] for page in pages]
        at = [number for number, page in enumerate(found) for _ in page]
        return csr_matrix(
            (np.ones(len(at)), (at, [one for page in found for one in page])), (len(pages), len(self._number))
        )

    def rows(self, pages: Sequence[Sample]) -> Any:
        weighed = self._matrix(pages).multiply(self.rare).tocsr()
        length = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel())
        return weighed.multiply(1 / np.maximum(length, 1e-9)[:, None]).tocsr()


class Spoken:
    """What words say of the form of pages."""

    def __init__(self, pages: Sequence[Sample]) -> None:
        forms = np.array([page.form for page in pages])
        self.words = Words(pages, forms)
        self.model = LogisticRegression(C=40, max_iter=60).fit(self.words.rows(pages), forms)

    def of(self, pages: Sequence[Sample]) -> Any:
        return np.clip(self.model.predict_log_proba(self.words.rows(pages)), -8, 0)


def learn_types(pages: Sequence[Sample]) -> tuple[Spoken, Any]:
    """The words' verdict, and trees over counts and the verdict of words that did not know the page."""
    folds = np.array([fold_of(page.domain + "/") for page in pages])
    said = np.zeros((len(pages), len(judging.FORMS)))
    for fold in range(FOLDS):
        others = [page for page, own in zip(pages, folds, strict=True) if own != fold]
        said[folds == fold] = Spoken(others).of(
            [page for page, own in zip(pages, folds, strict=True) if own == fold]
        )
    rows = np.hstack([np.array([page.numbers for page in pages]), said])
    trees = lightgbm.train(
        _TYPES, lightgbm.Dataset(rows, np.array([page.form for page in pages])), _TYPE_ROUNDS
    )
    return Spoken(pages), trees


def forms_of(learned: tuple[Spoken, Any], pages: Sequence[Sample]) -> Any:
    spoken, trees = learned
    return trees.predict(np.hstack([np.array([page.numbers for page in pages]), spoken.of(pages)]))


class Wording:
    """What the words of blocks say of their being content."""

    def __init__(self, pages: Sequence[Sample]) -> None:
        counted = Counter(number for page in pages for number in set(page.spoken.words.tolist()))
        self.known = sorted(number for number, count in counted.items() if count >= _LEAST_BLOCK_PAGES)
        self._numbers = np.full(max(counted) + 1, -1, dtype=np.int32)
        self._numbers[self.known] = np.arange(len(self.known))
        chosen = [learned_from(page) for page in pages]
        rows = [self._matrix(page)[own] for page, own in zip(pages, chosen, strict=True)]
        weights = np.concatenate([weights_of(page, own) for page, own in zip(pages, chosen, strict=True)])
        wanted = np.concatenate([page.wanted[own] >= 0.5 for page, own in zip(pages, chosen, strict=True)])
        model = SGDClassifier(
            loss="log_loss",
            alpha=_SPOKEN_ALPHA,
            max_iter=_SPOKEN_ROUNDS,
            tol=None,
            average=True,
            random_state=_SEED,
        ).fit(vstack(rows, "csr"), wanted, sample_weight=weights / weights.mean())
        # as they are stored
        self.weights = model.coef_[0].astype(np.float16)
        self.base = np.float32(model.intercept_[0])

    def _known(self, page: Sample) -> wording.Words:
        words, counts = page.spoken
        numbers = np.full(len(words), -1, dtype=np.int32)
        inside = words < len(self._numbers)
        numbers[inside] = self._numbers[words[inside]]
        before = np.concatenate(([0], np.cumsum(numbers >= 0)))
        ends = np.cumsum(counts)
        left = np.asarray(before[ends] - before[ends - counts], dtype=np.int32)
        return wording.Words(numbers[numbers >= 0], left)

    def _matrix(self, page: Sample) -> Any:
        words, counts = self._known(page)
        each = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts)
        begins = np.concatenate(([0], np.cumsum(counts)))
        return csr_matrix((each, words, begins), (len(counts), len(self.known)))

    def of(self, page: Sample) -> Any:
        return wording.summed(self._known(page), self.weights.astype(np.float32)) + self.base


def learn_wording(pages: Sequence[Sample]) -> tuple[Wording, list[Any]]:
    """The words' verdict, and for each of the pages that of words that did not know it."""
    folds = [fold_of(page.domain + "/") for page in pages]
    found: list[Any] = [None] * len(pages)
    for fold in range(FOLDS):
        others = Wording([page for page, own in zip(pages, folds, strict=True) if own != fold])
        for number, page in enumerate(pages):
            if folds[number] == fold:
                found[number] = others.of(page)
    return Wording(pages), found


def filled(page: Sample, forms: Any, scores: Any) -> Any:
    """The rows of a page with what is known of its form, and what the words of its blocks say."""
    rows = page.rows.copy()
    rows[:, -len(judging.FORMS) :] = forms
    words = np.expm1(rows[:, content_signals.NAMES.index("words")])
    rows[:, content_signals.SAID] = wording.spread(scores, words, page.regions)
    return rows


def learned_from(page: Sample) -> Any:
    """The numbers of the blocks of a page that are learned from."""
    chosen = np.arange(len(page.wanted))
    if len(chosen) <= _MOST_BLOCKS:
        return chosen
    seed = int(hashlib.sha256(page.name.encode()).hexdigest()[:8], 16)
    return np.sort(np.random.default_rng(seed).choice(chosen, _MOST_BLOCKS, replace=False))


def weights_of(page: Sample, chosen: Any) -> Any:
    """Every page weighs the same, a block in it as its words do."""
    counts = np.array([len(tokens(page.texts[number])) for number in chosen]) + 1.0
    return np.sqrt(counts) / np.sqrt(counts).sum() * 100


class Content(NamedTuple):
    """The verdict of words, trees over the blocks of pages, and the arrays of networks over whole pages."""

    words: Wording
    trees: Any
    network: dict[str, Any]


def learn_content(pages: Sequence[Sample], forms: Any) -> Content:
    words, scores = learn_wording(pages)
    every = [filled(page, own, said) for page, own, said in zip(pages, forms, scores, strict=True)]
    rows, wanted, weights = [], [], []
    for page, read in zip(pages, every, strict=True):
        chosen = learned_from(page)
        rows.append(read[chosen])
        wanted.append(page.wanted[chosen] >= 0.5)
        weights.append(weights_of(page, chosen))
    data = lightgbm.Dataset(np.vstack(rows), np.concatenate(wanted), weight=np.concatenate(weights))
    together = [
        page_network.Page(read, page.regions, counts_of(page), page.wanted)
        for page, read in zip(pages, every, strict=True)
    ]
    return Content(words, lightgbm.train(_CONTENT, data, _CONTENT_ROUNDS), page_network.learn(together))


def counts_of(page: Sample) -> Any:
    """How many words each block has."""
    return np.array([len(tokens(text)) for text in page.texts], dtype=np.float32)


def word_f1(found: str, truth: str) -> float:
    own, said = Counter(tokens(found)), Counter(tokens(truth))
    both = sum((own & said).values())
    return 2 * both / (own.total() + said.total()) if both else float(not own and not said)


def folded(pages: Sequence[Sample]) -> Any:
    """How likely each form of each page is, from pages of other sites; printed with how often it is right."""
    folds = np.array([fold_of(page.domain) for page in pages])
    forms = np.zeros((len(pages), len(judging.FORMS)))
    truth = np.array([page.form for page in pages])
    for fold in range(FOLDS):
        learned = learn_types([page for page, own in zip(pages, folds, strict=True) if own != fold])
        forms[folds == fold] = forms_of(
            learned, [page for page, own in zip(pages, folds, strict=True) if own == fold]
        )
        right = (forms[folds == fold].argmax(1) == truth[folds == fold]).mean()
        print(f"types, fold {fold}: {right:.3f}", flush=True)
    print(f"types, {FOLDS} folds by site: {(forms.argmax(1) == truth).mean():.4f}", flush=True)
    return forms


def content_of_fold(pages: Sequence[Sample], forms: Any, fold: int) -> list[tuple[int, float]]:
    """The numbers of the pages of a fold with the word F1 of what is chosen by what was learned from other sites."""
    folds = np.array([fold_of(page.domain) for page in pages])
    others = [number for number in range(len(pages)) if folds[number] != fold]
    words, trees, weights = learn_content([pages[number] for number in others], forms[others])
    judge = network.Network(weights)
    found = list[tuple[int, float]]()
    for number in np.flatnonzero(folds == fold).tolist():
        page = pages[number]
        rows = filled(page, forms[number], words.of(page))
        shares = choosing.together(trees.predict(rows, raw_score=True), judge.scores(rows, page.regions))
        kept = choosing.kept(shares, counts_of(page), forms[number])
        found.append((number, word_f1("\n".join(page.texts[one] for one in kept), page.truth)))
    return found


def told_content(pages: Sequence[Sample], scores: Sequence[tuple[int, float]]) -> None:
    """Print the word F1 of all pages, and by their forms."""
    by_form: dict[str, list[float]] = {}
    for number, score in scores:
        for name in ("all", judging.FORMS[pages[number].form]):
            by_form.setdefault(name, []).append(score)
    for name, values in by_form.items():
        print(
            f"main text, {FOLDS} folds by site, {name}: {np.mean(values):.4f} ({len(values)} pages)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--types", type=Path, default=HTML / "types" / "types.npz")
    parser.add_argument("--wording", type=Path, default=HTML / "content" / "wording.npz")
    parser.add_argument("--content", type=Path, default=HTML / "content" / "content.npz")
    parser.add_argument("--network", type=Path, default=HTML / "content" / "network.npz")
    wanted = parser.parse_args()
    vocabulary: dict[str, int] = {}
    pages = list(samples(wanted.folder, vocabulary))
    forms = folded(pages)
    told_content(pages, [found for fold in range(FOLDS) for found in content_of_fold(pages, forms, fold)])
    save_types(pages, wanted.types)
    learned = learn_content(pages, forms)
    save_content(learned, list(vocabulary), wanted.wording, wanted.content)
    np.savez_compressed(wanted.network, **learned.network)


def save_types(pages: Sequence[Sample], path: Path) -> None:
    spoken, trees = learn_types(pages)
    np.savez_compressed(
        path,
        words=np.array(spoken.words.known),
        rare=spoken.words.rare.astype(np.float32),
        weights=spoken.model.coef_.T.astype(np.float16),
        base=spoken.model.intercept_.astype(np.float32),
        **arrays([trees], len(judging.FORMS)),
    )


def save_content(learned: Content, vocabulary: Sequence[str], words_path: Path, path: Path) -> None:
    words = learned.words
    np.savez_compressed(
        words_path,
        words=np.array("\n".join(vocabulary[number] for number in words.known)),
        weights=words.weights,
        base=words.base,
    )
    np.savez_compressed(path, **arrays([learned.trees], 1))


if __name__ == "__main__":
    main()
