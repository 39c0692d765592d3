"""Classifiers and clusters on public sets, by the program's own training and its own decisions, each beside the aim.

    python -m tests.benchmarks.bench_classes GRAPH THUCNEWS URLS [SET …]

GRAPH, THUCNEWS, URLS: checkouts or bare repositories of yao8839836/text_gcn, 649453932/Chinese-Text-Classification-Pytorch
and mayurbanale/git-demo; they are read with `git show` and not kept. SET: r8, webkb, ohsumed, 20ng, thucnews, adaboost,
address, clusters; without any, all. The splits are those of the repositories (THUCNews: trained on the 10 000 of dev.txt,
asked about the 10 000 of test.txt); addresses have none: each fifth is left out in turn.
"""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.classes.clusters import Item, cluster
from app.classes.clusters import Settings as Grouping
from app.classes.evaluating import evaluate
from app.classes.terms import Described
from app.classes.training import Example, Settings, train

Split = tuple[list[Example], list[Example]]


def shown(repository: Path, path: str) -> bytes:
    """A file of a repository."""
    return subprocess.run(
        ["git", "-C", str(repository), "show", f"HEAD:{path}"], capture_output=True, check=True
    ).stdout


def many(repository: Path, under: str) -> dict[str, bytes]:
    """All files below a folder of a repository, in one call of git."""
    listed = subprocess.run(
        ["git", "-C", str(repository), "ls-tree", "-r", "HEAD", under], capture_output=True, check=True
    ).stdout.decode()
    rows = [line.split("\t") for line in listed.splitlines()]
    ids = [row[0].split()[2] for row in rows]
    given = subprocess.run(
        ["git", "-C", str(repository), "cat-file", "--batch"],
        input="\n".join(ids).encode(),
        capture_output=True,
        check=True,
    ).stdout
    found, at = dict[str, bytes](), 0
    for _, path in rows:
        end = given.index(b"\n", at)
        size = int(given[at:end].split()[2])
        found[path] = given[end + 1 : end + 1 + size]
        at = end + 2 + size
    return found


def lines(data: bytes, label_first: bool) -> list[Example]:
    made = list[Example]()
    for line in data.decode("utf-8", "replace").splitlines():
        first, tab, second = line.partition("\t")
        if tab and second.strip():
            made.append(
                Example(Described(second if label_first else first), first if label_first else second)
            )
    return made


def r8(graph: Path) -> Split:
    return tuple(lines(shown(graph, f"data/R8/{part}.txt"), True) for part in ("train", "test"))  # type: ignore[return-value]


def listed(graph: Path, name: str) -> Split:
    """A set that text_gcn keeps as a list of parts and labels, and a file of texts in the same order."""
    rows = [line.split("\t") for line in shown(graph, f"data/{name}.txt").decode().splitlines()]
    texts = shown(graph, f"data/corpus/{name}.clean.txt").decode("utf-8", "replace").split("\n")
    made: Split = ([], [])
    for row, text in zip(rows, texts, strict=False):
        made["test" in row[1]].append(Example(Described(text), row[2]))
    return made


def foldered(graph: Path, under: str, test: str) -> Split:
    """A set of one file a document, in a folder for each label; those that are to be asked about stand under `test`."""
    made: Split = ([], [])
    for path, data in many(graph, under).items():
        part, label = path.removeprefix(f"{under}/").split("/")[:2]
        made[part == test].append(Example(Described(data.decode("utf-8", "replace")), label))
    return made


def titles(thucnews: Path) -> Split:
    folder = "THUCNews/data"
    return lines(shown(thucnews, f"{folder}/dev.txt"), False), lines(
        shown(thucnews, f"{folder}/test.txt"), False
    )


def addresses(urls: Path) -> list[Example]:
    """Sites with their classes, each once."""
    csv.field_size_limit(1 << 24)
    rows = csv.DictReader(io.StringIO(shown(urls, "website_classification.csv").decode("utf-8", "replace")))
    every = {row["website_url"]: row["Category"] for row in rows}
    return [Example(Described(url=url), label) for url, label in every.items()]


def left_out(name: str, examples: list[Example], settings: Settings, aim: float) -> None:
    """The share that is right when each fifth is left out."""
    about = train(examples, settings, corpus=name).about
    print(
        f"{name:<28} {settings.kind:<9} {len(examples):>6} {len(about.labels):>10}  "
        f"accuracy {about.right:.4f} (aim {aim:.3f}), each fifth left out",
        flush=True,
    )


def run(name: str, split: Split, settings: Settings, aim: float) -> None:
    began, used = time.perf_counter(), time.process_time()
    model = train(split[0], settings, corpus=name)
    trained = time.perf_counter()
    found = evaluate(model, split[1])
    print(
        f"{name:<28} {settings.kind:<9} {len(split[0]):>6} {len(split[1]):>6} {len(model.about.labels):>3}  "
        f"accuracy {found.accuracy:.4f} (aim {aim:.3f})  macro F1 {found.macro_f1:.3f}  answered {found.answered:.3f} "
        f"right {found.answers_right:.3f}  ECE {found.calibration:.3f}  left out {model.about.right:.3f}  "
        f"train {trained - began:.1f} s  decide {(time.process_time() - used) / max(1, len(split[1])) * 1000:.2f} ms",
        flush=True,
    )


def grouped(name: str, examples: list[Example]) -> None:
    """NMI with the classes; noise counts as a group of its own."""
    from sklearn.metrics import normalized_mutual_info_score

    labels = len({one.label for one in examples})
    items = [Item(one.document) for one in examples]
    for grouping in (Grouping(count=labels), Grouping("dbscan"), Grouping("hdbscan")):
        began = time.perf_counter()
        found = cluster(items, grouping)
        score = normalized_mutual_info_score([one.label for one in examples], found.labels())
        print(
            f"{name:<28} {grouping.method:<9} {len(items):>6} documents  NMI {score:.3f}  {len(found.clusters)} groups, "
            f"{len(found.noise) / len(items):.2f} noise, epsilon {found.epsilon:.3f}  {time.perf_counter() - began:.1f} s",
            flush=True,
        )


def main(arguments: list[str]) -> None:
    graph, thucnews, urls = map(Path, arguments[:3])
    by = ("address",)
    sets: dict[str, Callable[[], None]] = {
        "r8": lambda: run("R8", r8(graph), Settings(), 0.976),
        "webkb": lambda: run("WebKB", listed(graph, "WebKB"), Settings(), 0.930),
        "ohsumed": lambda: run(
            "Ohsumed, best 5 000 by CHI",
            foldered(graph, "data/ohsumed_single_23", "test"),
            Settings(most=5000),
            0.681,
        ),
        "20ng": lambda: run(
            "20 Newsgroups", foldered(graph, "data/20ng", "20news-bydate-test"), Settings(), 0.870
        ),
        "thucnews": lambda: run("THUCNews titles", titles(thucnews), Settings("strong"), 0.847),
        "adaboost": lambda: run("R8", r8(graph), Settings("adaboost"), 0.91),
        "address": lambda: [  # type: ignore[func-returns-value]
            left_out("addresses, pieces", addresses(urls), Settings("url", views=by), 0.67),
            left_out("addresses, tokens", addresses(urls), Settings("url", views=("tokens",)), 0.34),
        ],
        "clusters": lambda: grouped("R8 test, first 4 000", [*r8(graph)[0]][:4000]),
    }
    for name in arguments[3:] or list(sets):
        sets[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
