"""Which links are navigation: by the learned template of a site and by the number of pages, against where each link stands.

    python tests/benchmarks/bench_navigation.py FOLDER ... [--most 1200]

Each FOLDER holds the HTML of one site. Truth is the place of a link on its own page: navigation where all its places stand
in the template, as it was learned from the same pages. What is judged knows address and words of a link alone, as the
graph does.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.graph.store.navigation import REPEATED
from app.templates.learning import Site
from app.templates.page import Seen, seen


class Told(NamedTuple):
    """A link of a page: address, first words, whether it is navigation."""

    url: str
    words: str
    navigation: bool


def told_of(url: str, page: Seen, template: frozenset[int]) -> list[Told]:
    found: dict[str, Told] = {}
    for anchor in page.anchors():
        around = (region.sign for region in page.units.around(anchor.place))
        inside = anchor.key in template or any(sign in template for sign in around)
        before = found.get(anchor.url)
        if anchor.url != url:
            both = inside and (before is None or before.navigation)
            found[anchor.url] = Told(anchor.url, (before.words if before else "") or anchor.words, both)
    return list(found.values())


def score(links: list[Told], judge: Callable[[Told], bool]) -> str:
    counts = Counter((link.navigation, judge(link)) for link in links)
    right = counts[True, True]
    precision = right / max(1, right + counts[False, True])
    return f"precision {precision:.3f}, recall {right / max(1, right + counts[True, False]):.3f}"


def measure(folder: Path, most: int) -> None:
    files = sorted(folder.rglob("*.html"))
    random.Random(1).shuffle(files)
    site, pages = Site(), list[tuple[str, Seen]]()
    for number, file in enumerate(files[:most]):
        url = "http://site.test/" + str(file.relative_to(folder)).removesuffix("index.html")
        page = seen(file.read_bytes(), None, url)
        if page is not None:
            pages.append((url, page))
            if site.wants():
                site.take(number, page)
    template = site.template()
    learned = set(site.links(template))
    links = [link for url, page in pages for link in told_of(url, page, template)]
    linking = Counter(link.url for link in links)
    share = sum(link.navigation for link in links) / max(1, len(links))
    print(f"{folder.name}: {len(pages)} pages, {len(links)} links, {share:.2f} of them navigation")
    print("  by the template:", score(links, lambda link: (link.url, link.words) in learned))
    print("  by pages:       ", score(links, lambda link: linking[link.url] > REPEATED * len(pages)))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--most", type=int, default=1200)
    given = options.parse_args()
    for folder in given.folders:
        measure(folder, given.most)


if __name__ == "__main__":
    main()
