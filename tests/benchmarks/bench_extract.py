"""Extraction on one core, against others at the same documents in one run.

Run: python tests/benchmarks/bench_extract.py [--pages N] [--rounds N] [--only html,…]. Programs take turns; figures are
of the best rounds, in processor time, so that other work of the machine does not count.

html: titles and links (goal 500 pages/s) beside lxml and selectolax that are asked for the same and know nothing of
srcset, scripts or charsets; main text (goal 70 pages/s) beside trafilatura. Pages are those of `site.py`, and real ones
where a collection of them lies at hand (a.html of every folder in shared/samples/pairs beside this checkout).
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import trafilatura
from lxml import html as lxml_html
from selectolax.lexbor import LexborHTMLParser

from extractors.door.registry import extract
from tests.benchmarks import site

BASE = "http://site.example/s1/page.html"
SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples"
SIZE = 30 * site.KIB


class Program(NamedTuple):
    """`read` is given one document; `goal` in documents a second, 0 for others' programs."""

    name: str
    read: Callable[[bytes], object]
    goal: float = 0.0


def compare(title: str, documents: Sequence[bytes], programs: Sequence[Program], rounds: int) -> bool:
    """Let programs take turns at documents and say how they did; were all goals reached?"""
    size = sum(map(len, documents)) / len(documents) / 1024
    print(f"{title}: {len(documents)} documents, {size:.0f} KiB each")
    best = {program.name: float("inf") for program in programs}
    for program in programs:
        program.read(documents[0])  # imports
    for _ in range(rounds):
        for program in programs:
            began = time.process_time()
            for document in documents:
                program.read(document)
            best[program.name] = min(best[program.name], time.process_time() - began)
    first = best[programs[0].name]
    good = True
    for program in programs:
        rate = len(documents) / best[program.name]
        good = good and rate >= program.goal
        goal = (
            f"  goal {program.goal:.0f}: {'reached' if rate >= program.goal else 'MISSED'}"
            if program.goal
            else ""
        )
        print(f"  {program.name:24} {rate:8.0f}/s  {best[program.name] / first:6.2f} × our time{goal}")
    return good


def ours(**wanted: bool) -> Callable[[bytes], object]:
    return lambda page: extract(page, declared_type="text/html", base_url=BASE, **wanted)


def with_lxml(page: bytes) -> object:
    root = lxml_html.document_fromstring(page)
    title = root.findtext(".//title")
    return title, [(urljoin(BASE, a.get("href", "")), a.text_content()) for a in root.iter("a")]


def with_selectolax(page: bytes) -> object:
    tree = LexborHTMLParser(page)
    title = tree.css_first("title")
    links = [(urljoin(BASE, a.attributes.get("href") or ""), a.text()) for a in tree.css("a")]
    return title.text() if title else "", links


def with_trafilatura(*, fast: bool) -> Callable[[bytes], object]:
    return lambda page: trafilatura.extract(page, include_comments=False, fast=fast)


def bench_html(pages: int, rounds: int) -> bool:
    sets = [("pages made here", [site.page(number, pages, SIZE) for number in range(pages)])]
    real = sorted((SAMPLES / "pairs").glob("*/a.html"))
    if real:
        sets.append(("real pages", [path.read_bytes() for path in real]))
    good = True
    for name, documents in sets:
        goals = name == "pages made here"
        good &= compare(
            f"html, titles and links, {name}",
            documents,
            [
                Program("tianwang", ours(text=False), 500 if goals else 0),
                Program("lxml", with_lxml),
                Program("selectolax", with_selectolax),
            ],
            rounds,
        )
        good &= compare(
            f"html, main text, {name}",
            documents,
            [
                Program("tianwang", ours(links=False, main=True), 70),
                Program("trafilatura", with_trafilatura(fast=False)),
                Program("trafilatura, fast", with_trafilatura(fast=True)),
                Program("tianwang, all text", ours(links=False)),
            ],
            rounds,
        )
    return good


SECTIONS: dict[str, Callable[[int, int], bool]] = {"html": bench_html}
"""Kinds of documents: each is given how many documents and rounds, says how it went, and whether goals were reached."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=200, help="pages to make")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--only", default=",".join(SECTIONS), help=f"kinds of documents: {', '.join(SECTIONS)}"
    )
    wanted = parser.parse_args()
    logging.disable(logging.CRITICAL)
    results = [SECTIONS[name](wanted.pages, wanted.rounds) for name in wanted.only.split(",")]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
