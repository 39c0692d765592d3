"""Main text and kinds of pages against the truth of WCXB, beside trafilatura on the same pages in the same run.

Run: python tests/benchmarks/bench_main_text.py FOLDER [--split dev|test] [--every N] [--first N] [--articles FOLDER]
     python tests/benchmarks/bench_main_text.py --news FOLDER [--every N] [--first N]

FOLDER is WCXB (github Murrough-Foley/web-content-extraction-benchmark, CC-BY-4.0). F1 is that of its `evaluate.py`: of
words as a bag, the mean over pages. The weights of this program were learned from its part `dev`, so the figure of `dev`
is flattering; `packaging/train_pages.py` prints that of a five-fold split by site, and `test` was not learned from.
--articles is github scrapinghub/article-extraction-benchmark: 181 articles, on its own measure (runs of four words).
--news is corpora/Corpus_daniel_v2.1 of github rundimeco/waddle: 1689 pages of news sites in Chinese, English, Greek, Polish
and Russian; F1 is that of words, of Chinese texts of characters, and the rules without what was learned are measured, too.
Times are processor time; the two programs take turns, page by page.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import logging
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import trafilatura

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.html.content import choosing
from extractors.html.tree import Page
from extractors.html.types import judging

_WORD = re.compile(r"\w+")
_WORD_OR_CHARACTER = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W\u3400-\u9fff\uf900-\ufaff]+")
_TAG = re.compile(r"<[^>]*>")


class Truth(NamedTuple):
    name: str
    address: str | None
    form: str
    text: str
    page: bytes


def truths(folder: Path, split: str, every: int, first: int) -> Iterator[Truth]:
    files = json.loads((folder / "metadata.json").read_text())["files"]
    for path in sorted((folder / split / "ground-truth").glob("*.json"))[first::every]:
        said = json.loads(path.read_text())
        page = gzip.decompress((folder / split / "html" / f"{path.stem}.html.gz").read_bytes())
        form = files[path.stem]["page_type"].replace("category", "collection")
        yield Truth(
            path.stem, said.get("url") or None, form, said["ground_truth"].get("main_content") or "", page
        )


def word_f1(found: str, truth: str, word: re.Pattern[str] = _WORD) -> float:
    own, said = Counter(word.findall(found.lower())), Counter(word.findall(truth.lower()))
    both = sum((own & said).values())
    return 2 * both / (own.total() + said.total()) if both else float(not own and not said)


def shown(document: Document) -> str:
    return "\n".join(part.text for part in document.main or document.parts if part.kind != "image")


def ours(page: bytes, address: str | None) -> str:
    return shown(extract(page, declared_type="text/html", base_url=address, links=False, main=True))


def others(page: bytes, address: str | None) -> str:
    try:
        return trafilatura.extract(page, include_comments=False) or ""
    except Exception:  # whatever it stumbles over, it found nothing
        return ""


def rules(page: bytes, address: str | None) -> str:
    """What the rules make of a page without what was learned."""
    most, choosing._MOST_BLOCKS = choosing._MOST_BLOCKS, 0
    try:
        return ours(page, address)
    finally:
        choosing._MOST_BLOCKS = most


PROGRAMS: dict[str, Callable[[bytes, str | None], str]] = {"tianwang": ours, "trafilatura": others}


def bench_forms(folder: Path, split: str, every: int, first: int) -> None:
    scores: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in PROGRAMS}
    spent = dict.fromkeys(PROGRAMS, 0.0)
    right = list[bool]()
    for truth in truths(folder, split, every, first):
        for name, program in PROGRAMS.items():
            began = time.process_time()
            found = program(truth.page, truth.address)
            spent[name] += time.process_time() - began
            for form in ("all", truth.form):
                scores[name][form].append(word_f1(found, truth.text))
        forms = judging.judge(Page(truth.page, None).utf8, truth.address).forms
        right.append(judging.FORMS[forms.index(max(forms))] == truth.form)
    print(f"{split}, {len(right)} pages; kind of page right: {mean(right):.3f}")
    for form in sorted(scores["tianwang"]):
        values = "  ".join(f"{name} {mean(found[form]):.3f}" for name, found in scores.items())
        print(f"  {form:14} {len(scores['tianwang'][form]):5}  {values}")
    print("  pages a second  " + "  ".join(f"{name} {len(right) / spent[name]:.1f}" for name in PROGRAMS))


def bench_articles(folder: Path) -> None:
    """Precision and recall of runs of four words, each the mean over pages, and F1 of these means."""
    truth = json.loads((folder / "ground-truth.json").read_text())
    for name, program in PROGRAMS.items():
        precisions, recalls = list[float](), list[float]()
        for key, said in truth.items():
            page = gzip.decompress((folder / "html" / f"{key}.html.gz").read_bytes())
            own, wanted = shingles(program(page, said.get("url"))), shingles(said.get("articleBody", ""))
            both = (own & wanted).total()
            if own:
                precisions.append(both / own.total())
            if wanted:
                recalls.append(both / wanted.total())
        precision, recall = mean(precisions), mean(recalls)
        print(f"articles, {len(truth)}: {name} F1 {2 * precision * recall / (precision + recall):.3f}")


def bench_news(folder: Path, every: int, first: int) -> None:
    languages = json.loads((folder / "doc_lg.json").read_text())
    programs = {**PROGRAMS, "rules": rules}
    scores: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in programs}
    for path in sorted((folder / "html").iterdir())[first::every]:
        truth = html.unescape(_TAG.sub(" ", (folder / "reference" / path.name).read_text("utf-8", "replace")))
        address = f"http://{path.name.split('_')[1]}/"
        for name, program in programs.items():
            score = word_f1(program(path.read_bytes(), address), truth, _WORD_OR_CHARACTER)
            for group in ("all", languages[path.name]):
                scores[name][group].append(score)
    for group in sorted(scores["rules"]):
        values = "  ".join(f"{name} {mean(found[group]):.3f}" for name, found in scores.items())
        print(f"  {group:14} {len(scores['rules'][group]):5}  {values}")


def shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    return Counter(tuple(words[at : at + 4]) for at in range(max(1, len(words) - 3))) if words else Counter()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--split", choices=("dev", "test"), default="dev")
    parser.add_argument("--every", type=int, default=1, help="only every so many pages")
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--articles", type=Path)
    parser.add_argument("--news", type=Path)
    wanted = parser.parse_args()
    logging.disable(logging.CRITICAL)
    if wanted.folder:
        bench_forms(wanted.folder, wanted.split, wanted.every, wanted.first)
    if wanted.news:
        bench_news(wanted.news, wanted.every, wanted.first)
    if wanted.articles:
        bench_articles(wanted.articles)


if __name__ == "__main__":
    main()
