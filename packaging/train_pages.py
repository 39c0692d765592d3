"""Learn what a page is and which of its blocks are content: makes types.npz and content.npz of `extractors/html`.

    python packaging/train_pages.py FOLDER [--types FILE] [--content FILE]

FOLDER is WCXB (Web Content eXtraction Benchmark by Murrough Foley, github Murrough-Foley/web-content-extraction-benchmark,
CC-BY-4.0); only its part `dev` is read. Needs lightgbm and scikit-learn, which the program itself does not. Figures of
a five-fold split by site are printed before the weights are made from all pages. About ten minutes on one core.
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
from scipy.sparse import csr_matrix
from sklearn.feature_selection import chi2
from sklearn.linear_model import LogisticRegression

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from extractors.html import metadata
from extractors.html.content import choosing
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


class Sample(NamedTuple):
    """A page of the benchmark: `rows` are those of its blocks without the types, `wanted` how much of each is content."""

    name: str
    domain: str
    form: int
    numbers: tuple[float, ...]
    words: frozenset[str]
    rows: Any
    wanted: Any
    texts: list[str]
    truth: str


def samples(folder: Path) -> Iterator[Sample]:
    """The pages of the part `dev`."""
    files = json.loads((folder / "metadata.json").read_text())["files"]
    for path in sorted((folder / "dev" / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text())
        page = Page(gzip.decompress((folder / "dev" / "html" / f"{path.stem}.html.gz").read_bytes()), None)
        if page.root is None:
            continue
        address = truth.get("url") or ""
        read = type_signals.read(page.utf8, address)
        blocks = choosing.main_text.blocks(page.root, page_resolver(page, address or None), unseen=True)
        if not blocks:
            continue
        _, rows = choosing.rows(blocks, metadata.about(page.root).title, (0.0,) * len(judging.FORMS))
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


def with_types(page: Sample, forms: Any) -> Any:
    rows = page.rows.copy()
    rows[:, -len(judging.FORMS) :] = forms
    return rows


def learn_content(pages: Sequence[Sample], forms: Any) -> Any:
    """Trees over the blocks of pages; every page weighs the same, a block in it as its words do."""
    random = np.random.default_rng(_SEED)
    rows, wanted, weights = [], [], []
    for page, own in zip(pages, forms, strict=True):
        chosen = np.arange(len(page.wanted))
        if len(chosen) > _MOST_BLOCKS:
            chosen = random.choice(chosen, _MOST_BLOCKS, replace=False)
        counts = np.array([len(tokens(page.texts[number])) for number in chosen]) + 1.0
        rows.append(with_types(page, own)[chosen])
        wanted.append(page.wanted[chosen] >= 0.5)
        weights.append(np.sqrt(counts) / np.sqrt(counts).sum() * 100)
    data = lightgbm.Dataset(np.vstack(rows), np.concatenate(wanted), weight=np.concatenate(weights))
    return lightgbm.train(_CONTENT, data, _CONTENT_ROUNDS)


def arrays(trees: Any, classes: int) -> dict[str, Any]:
    """Trees as `forest.Forest` wants them."""
    nodes: list[tuple[int, float, int, int, float]] = []
    roots: list[int] = []
    deepest = 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        number = len(nodes)
        if "leaf_value" in node:
            nodes.append((0, 0.0, number, number, node["leaf_value"]))
            return number
        nodes.append((0, 0.0, 0, 0, 0.0))
        left, right = add(node["left_child"], depth + 1), add(node["right_child"], depth + 1)
        nodes[number] = (node["split_feature"], node["threshold"], left, right, 0.0)
        return number

    for tree in trees.dump_model()["tree_info"]:
        roots.append(add(tree["tree_structure"], 0))
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return {
        "feature": np.array(feature, np.int16),
        "threshold": np.array(threshold, np.float32),
        "left": np.array(left, np.int32),
        "right": np.array(right, np.int32),
        "value": np.array(value, np.float32),
        "roots": np.array(roots, np.int32),
        "depth": np.array([deepest], np.int32),
        "classes": np.array([classes], np.int32),
    }


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


def folded_content(pages: Sequence[Sample], forms: Any) -> None:
    """Print the word F1 of what trees choose that were learned from pages of other sites."""
    folds = np.array([fold_of(page.domain) for page in pages])
    found: list[Any] = [None] * len(pages)
    for fold in range(FOLDS):
        others = [number for number in range(len(pages)) if folds[number] != fold]
        trees = learn_content([pages[number] for number in others], forms[others])
        for number in np.flatnonzero(folds == fold):
            found[number] = trees.predict(with_types(pages[number], forms[number]))
    scores: dict[str, list[float]] = {}
    for page, shares in zip(pages, found, strict=True):
        words = np.array([len(tokens(text)) for text in page.texts], dtype=np.float32)
        text = "\n".join(page.texts[number] for number in choosing.chosen(shares, words))
        for name in ("all", judging.FORMS[page.form]):
            scores.setdefault(name, []).append(word_f1(text, page.truth))
    for name, values in scores.items():
        print(
            f"main text, {FOLDS} folds by site, {name}: {np.mean(values):.3f} ({len(values)} pages)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--types", type=Path, default=HTML / "types" / "types.npz")
    parser.add_argument("--content", type=Path, default=HTML / "content" / "content.npz")
    wanted = parser.parse_args()
    pages = list(samples(wanted.folder))
    forms = folded(pages)
    folded_content(pages, forms)
    save_types(pages, wanted.types)
    save_content(pages, forms, wanted.content)


def save_types(pages: Sequence[Sample], path: Path) -> None:
    spoken, trees = learn_types(pages)
    np.savez_compressed(
        path,
        words=np.array(spoken.words.known),
        rare=spoken.words.rare.astype(np.float32),
        weights=spoken.model.coef_.T.astype(np.float16),
        base=spoken.model.intercept_.astype(np.float32),
        **arrays(trees, len(judging.FORMS)),
    )


def save_content(pages: Sequence[Sample], forms: Any, path: Path) -> None:
    assert len(content_signals.NAMES) == pages[0].rows.shape[1]
    np.savez_compressed(path, **arrays(learn_content(pages, forms), 1))


if __name__ == "__main__":
    main()
