"""Templates of sites against the Markdown that their pages were made from.

    python tests/benchmarks/bench_templates.py FOLDER [--half tuned|untouched|both] [--show N] [--tree]

FOLDER holds one folder a site: a checkout of a repository with the Markdown (or reStructuredText) and the built HTML, of
all its branches that hold either, whatever generator made it. A page is paired with the source whose runs of five words it
holds; what of it stands in the source is content, what stands outside the content and not in the source is template. Left
out as unclear: text outside the content that repeats words of the source (tables of contents, titles in menus), text
between content that is not in the source, and tables, code and what stands where content does (`main > p`), before or after
it: what a program wrote, or another source; sources that bring in other texts (include, autodoc, `{{<`).
Left out without a line are sites with fewer than five pairs, and those whose template is less than 0.5 % of what is clear:
there is nothing to be removed from pages without a frame.
The halves are told by the name of a folder (SHA-1, first byte even: tuned). Characters without blanks; a site counts as one.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.templates import style_tree
from app.templates.learning import Site
from app.templates.page import Seen, seen
from extractors.door.registry import extract
from extractors.html.parts import Block
from extractors.html.units import Units

_WORD = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]|[^\W_\u3040-\u9fff\uac00-\ud7a3]+")
_SOURCE = re.compile(r"\.(?:md|markdown|rst|[rR]md|qmd|mdx)(?:\.txt)?$")
_MACROS = re.compile(
    r"^:::|\{\{#|\{%|\{\{[<%]|--8<--|:::[ ]*[a-z]+\.[a-z]|autoclass|automodule|autofunction|literalinclude|^\.\. include"
    r"|\{include\}|!\[\[|^```\{r",
    re.MULTILINE,
)
_MARKUP = (
    (re.compile(r"<!--.*?-->", re.DOTALL), " "),
    (re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s\"[^\"]*\")?\)"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^>\n]*>|&(?:nbsp|lt|gt|amp|quot);"), " "),
    (re.compile(r"[`*~\\]"), ""),
)
_FEWEST = 5  # paired pages of a site
_LEAST_FRAME = 0.005  # share of template in what is clear: pages without a frame have nothing to be removed


class Truth(NamedTuple):
    """A page, its source, and of each of its blocks "c" content, "t" template, "u" unclear, "" without words."""

    path: Path
    data: bytes
    source: Path
    words: list[str]
    labels: list[str]


def words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def source_words(text: str) -> list[str]:
    if text.startswith("---") and (end := text.find("\n---", 3)) > 0:
        title = re.search(r"^title:\s*(.+)$", text[3:end], re.MULTILINE)
        text = f"{title[1] if title else ''}\n{text[end + 4 :]}"
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    return words(text)


def runs(said: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return (
        set(zip(*(said[start:] for start in range(size)), strict=False))
        if len(said) >= size
        else {tuple(said)}
    )


def labels_of(blocks: Sequence[Block], source: list[str]) -> list[str] | None:
    """None where the page says too much between its content that is not in the source."""
    known, together = runs(source, 3), f" {' '.join(source)} "
    said = [[] if block.part.kind == "image" else words(block.part.text) for block in blocks]
    labels = ["" if not some else "c" if _is_in(some, known, together) else "t" for some in said]

    def is_text(number: int) -> bool:
        block = blocks[number]
        return labels[number] == "c" and block.linked < 0.5 * max(1, len(block.part.text))

    long = [number for number in range(len(blocks)) if is_text(number) and len(said[number]) >= 8]
    if not long:
        return None
    first, last = long[0], long[-1]
    while first > 0 and (is_text(first - 1) or not labels[first - 1]):
        first -= 1
    while last < len(blocks) - 1 and (is_text(last + 1) or not labels[last + 1]):
        last += 1
    inside = [len(some) for number, some in enumerate(said) if first <= number <= last]
    good = [
        len(some) for number, some in enumerate(said) if first <= number <= last and labels[number] == "c"
    ]
    if sum(good) < 0.9 * sum(inside):
        return None
    places = Units(blocks).places
    ours = {places[number] for number in range(first, last + 1) if labels[number] == "c"}
    for number, label in enumerate(labels):
        within = first <= number <= last
        written = blocks[number].part.kind in ("code", "table") or places[number] in ours
        if (label == "c" and not within) or (
            label == "t" and (within or written or _repeats(said[number], together))
        ):
            labels[number] = "u"
    return labels


def _is_in(said: list[str], known: set[tuple[str, ...]], together: str) -> bool:
    if len(said) < 3:
        return f" {' '.join(said)} " in together
    three = list(zip(said, said[1:], said[2:], strict=False))
    return sum(run in known for run in three) >= 0.6 * len(three)


def _repeats(said: list[str], together: str) -> bool:
    """Whether an entry repeats words of the source: with its number before, or twice (title and text of a link)."""
    while said and said[0].isdigit():
        said = said[1:]
    half = len(said) // 2
    said = said[:half] if len(said) % 2 == 0 and said[:half] == said[half:] else said
    return len(said) >= 2 and f" {' '.join(said)} " in together


def site_of(folder: Path, most: int) -> tuple[list[tuple[Path, bytes]], list[Truth]]:
    """All pages under the top folder with the most pairs, and the pairs in it."""
    sources: list[tuple[Path, str, list[str], set[tuple[str, ...]]]] = []
    where: dict[tuple[str, ...], list[int]] = defaultdict(list)
    pages: list[tuple[Path, bytes]] = []
    for path in sorted(folder.rglob("*"), key=lambda one: (len(one.parts), one)):
        if not path.is_file():
            continue
        if path.suffix in (".html", ".htm"):
            pages.append((path, path.read_bytes()))
        elif _SOURCE.search(path.name):
            text = path.read_bytes().decode("utf-8", "replace")
            said = source_words(text)
            if len(said) >= 30:
                sources.append((path, text, said, runs(said, 5)))
                for run in sources[-1][3]:
                    where[run].append(len(sources) - 1)
    truths: list[Truth] = []
    step = max(1.0, len(pages) / most)
    pages = [pages[int(number * step)] for number in range(int(len(pages) / step))]
    for path, data in pages:
        page = seen(data, None, "http://site.test/")
        if page is None or b"<title" not in data.lower():
            continue
        held = runs([word for block in page.blocks for word in words(block.part.text)], 5)
        votes = Counter(number for run in held for number in where.get(run, ())[:5])
        for number, count in votes.most_common(1):
            source, text, said, known = sources[number]
            if count >= 0.8 * len(known) and not _MACROS.search(text):
                labels = labels_of(page.blocks, said)
                if labels is not None:
                    truths.append(Truth(path, data, source, said, labels))
    roots = Counter(
        truth.path.relative_to(folder).parts[0] for truth in truths if truth.path.parent != folder
    )
    if not roots:
        return [], []
    root = folder / roots.most_common(1)[0][0]
    truths.sort(
        key=lambda truth: -len(truth.labels)
    )  # of the pages of one source, not the one for printing them all
    once = {truth.source: truth for truth in truths if root in truth.path.parents}
    inside = [page for page in pages if root in page[0].parents]
    return inside, sorted(once.values(), key=lambda truth: truth.path)


def framing(truths: Sequence[Truth]) -> float:
    sums = Counter[str]()
    for truth in truths:
        page = seen(truth.data, None, "http://site.test/")
        for block, label in zip(page.blocks if page else (), truth.labels, strict=True):
            sums[label] += len("".join(block.part.text.split()))
    return sums["t"] / max(1, sums["t"] + sums["c"])


def learned(pages: Sequence[tuple[Path, bytes]]) -> Site:
    site = Site()
    for number, (_, data) in enumerate(pages):
        page = seen(data, None, "http://site.test/") if site.wants() else None
        if page is not None:
            site.take(number, page)
    return site


class Score(NamedTuple):
    """Shares: template removed, content kept, of all that is clear; F1 of the main text without and with the site."""

    removed: float
    kept: float
    unclear: float
    alone: float
    together: float


def by_units(truth: Truth, template: frozenset[int]) -> set[int]:
    return set(
        extract(truth.data, base_url="http://site.test/", main=True, template=template, links=False).template
    )


def by_tree(truth: Truth, site: Site, most: float) -> set[int]:
    page = seen(truth.data, None, "http://site.test/")
    group = site.group_of(page) if page else None
    if page is None or group is None or group.pages < 3:
        return set()
    noise = {element.at for element in group.tree.noise(style_tree.page_of(page.root), most)}
    return {number for number, block in enumerate(page.blocks) if _inside(page, number, noise)}


def _inside(page: Seen, number: int, noise: set[object]) -> bool:
    at = page.blocks[number].place
    while at is not None:
        if at in noise:
            return True
        at = at.getparent()
    return False


def score(truths: Sequence[Truth], site: Site, show: int, tree: float | None = None) -> Score:
    template = site.template()
    sums, missed, lost = Counter[str](), Counter[str](), Counter[str]()
    alone, together = list[float](), list[float]()
    for truth in truths:
        plain = extract(truth.data, base_url="http://site.test/", main=True, links=False)
        told = by_units(truth, template) if tree is None else by_tree(truth, site, tree)
        for number, (part, label) in enumerate(zip(plain.parts, truth.labels, strict=True)):
            size = len("".join(part.text.split()))
            sums[label] += size
            sums[f"{label}-"] += size * (number in told)
            if label == "t" and number not in told:
                missed[part.text[:70]] += size
            if label == "c" and number in told:
                lost[part.text[:70]] += size
        if tree is None:
            context = extract(
                truth.data, base_url="http://site.test/", main=True, template=template, links=False
            )
            for document, found in ((plain, alone), (context, together)):
                text = " ".join(part.text for part in document.main or document.parts if part.kind != "image")
                found.append(f1(words(text), truth.words))
    for sign, counts in (("missed", missed), ("lost", lost)):
        for text, size in counts.most_common(show):
            print(f"      {sign} {size:5} {text!r}", flush=True)
    clear = sums["c"] + sums["t"]
    return Score(
        sums["t-"] / max(1, sums["t"]),
        1 - sums["c-"] / max(1, sums["c"]),
        sums["u"] / max(1, clear + sums["u"]),
        mean(alone or [0]),
        mean(together or [0]),
    )


def f1(found: list[str], wanted: list[str]) -> float:
    same = (Counter(found) & Counter(wanted)).total()
    return 2 * same / (len(found) + len(wanted)) if same else 0.0


def folders(folder: Path, half: str) -> Iterator[Path]:
    for one in sorted(folder.iterdir()):
        tuned = hashlib.sha1(one.name.encode(), usedforsecurity=False).digest()[0] % 2 == 0
        if one.is_dir() and half in ("both", "tuned" if tuned else "untouched"):
            yield one


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument("--half", choices=("tuned", "untouched", "both"), default="tuned")
    options.add_argument("--show", type=int, default=0, help="the largest mistakes of a site")
    options.add_argument(
        "--tree", action="store_true", help="the style tree by itself as well, at three thresholds"
    )
    options.add_argument("--most", type=int, default=200, help="pages of a site, evenly from all")
    chosen = options.parse_args()
    kinds: dict[str, list[Score]] = defaultdict(list)
    for folder in folders(chosen.folder, chosen.half):
        pages, truths = site_of(folder, chosen.most)
        if len(truths) < _FEWEST or framing(truths) < _LEAST_FRAME:
            continue
        began = time.process_time()
        site = learned(pages)
        seconds = time.process_time() - began
        whole = score(truths, site, chosen.show)
        # of pages that the site was not learned from: every second one, by those between them
        unseen = {truth.path for truth in truths[1::2]}
        half = score(truths[1::2], learned([page for page in pages if page[0] not in unseen]), 0)
        kinds["all pages known"].append(whole)
        kinds["pages not learned from"].append(half)
        print(
            f"{folder.name[:38]:38} {len(pages):4} pages {len(truths):4} paired  removed {whole.removed:.3f} kept "
            f"{whole.kept:.3f} (unseen {half.removed:.3f} {half.kept:.3f}) unclear {whole.unclear:.3f}  F1 "
            f"{whole.alone:.3f} -> {whole.together:.3f}  {len(pages) / max(seconds, 0.001):4.0f} pages/s  "
            f"{len(site.packed()) / 1024:5.0f} KiB",
            flush=True,
        )
        if chosen.tree:
            for group in site.groups:
                group.tree.weigh()
            for most in (0.2, 0.3, 0.4):
                kinds[f"style tree, importance <= {most}"].append(score(truths, site, 0, most))
    for name, scores in kinds.items():
        print(
            f"{name}: {len(scores)} sites  removed {mean(one.removed for one in scores):.4f}  kept "
            f"{mean(one.kept for one in scores):.4f}  unclear {mean(one.unclear for one in scores):.3f}  F1 "
            f"{mean(one.alone for one in scores):.4f} -> {mean(one.together for one in scores):.4f}"
        )


if __name__ == "__main__":
    main()
