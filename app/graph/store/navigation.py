"""Which links are navigation: those of a site's template, as it was learned from its pages; of a site of which nothing was
learned, links to what many of its pages link to.

Of eight sites, against the place of each link on its page, in the mean: by the template 83 % are found and 94 % of what is
found is right, by the number of pages 50 and 58 % (`tests/benchmarks/bench_navigation.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import groups, key_of
from app.graph.store.links import CLASS, CONTENT, NAVIGATION, Links

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Repeated = Mapping[str, Iterable[tuple[str, str]]]
"""The links of templates by host: address and words."""

REPEATED = 0.3
"""Share of the pages of a host from which a link to one address is navigation."""
_FEW = 5  # pages of a host that tell nothing about its template
_WORDS = 300  # as many as are kept


def marked(links: Links, learned: Repeated | None = None) -> None:
    """Call those links of the content navigation that a template repeats. Of hosts of which nothing was `learned`: those to
    what more than `REPEATED` of the pages of a host link to in their newest version; hosts of fewer than five pages with
    links have none."""
    names, host = groups(links.keys, "host")
    content = links.kind & CLASS <= NAVIGATION
    hosts = host[links.sources()] if len(host) else np.zeros(0, np.int64)
    found = _by_pages(links, host, hosts, content)
    known = np.zeros(len(names), np.bool_)
    if learned and len(links.text):
        number = {name: place for place, name in enumerate(names)}
        some = {number[name]: said for name, said in learned.items() if name in number and said}
        known[list(some)] = True
        of_template = _by_template(links, hosts, some)
        found = np.where(known[hosts], of_template, found) if len(hosts) else found
    base = links.kind & np.uint8(255 - CLASS)
    links.kind = np.where(
        content, base | np.where(found, np.uint8(NAVIGATION), np.uint8(CONTENT)), links.kind
    ).astype(np.uint8)


def _by_pages(links: Links, host: Numbers, hosts: Numbers, content: Mask) -> Mask:
    """Rows to what many pages of their host link to."""
    size = max(len(links.keys), 1)
    sources, chosen = links.sources(), content & links.current()
    pages = np.unique(sources[chosen])
    of_host = np.bincount(host[pages], minlength=int(host.max()) + 1 if len(host) else 0)
    pair = hosts * size + links.target
    once = chosen.copy()  # a page may have a link twice, with nofollow and without
    once[1:] &= ~(chosen[:-1] & (sources[1:] == sources[:-1]) & (links.target[1:] == links.target[:-1]))
    found, count = np.unique(pair[once], return_counts=True)
    many = of_host[found // size]
    return _among(pair, found[(many >= _FEW) & (count > REPEATED * many)])


def _by_template(links: Links, hosts: Numbers, learned: Mapping[int, Iterable[tuple[str, str]]]) -> Mask:
    """Rows whose address and words a template has, by the number of the host."""
    size, texts = max(len(links.keys), 1), {text: number for number, text in enumerate(links.texts)}
    keys, wanted = links.keys, list[tuple[int, int]]()
    for host, said in learned.items():
        for url, words in said:
            key = key_of(url)
            node = bisect_left(keys, key) if key is not None else len(keys)
            text = texts.get(words[:_WORDS])
            if text is not None and node < len(keys) and keys[node] == key:
                wanted.append((host * size + node, text))
    if not wanted:
        return np.zeros(links.size, np.bool_)
    both = np.array(wanted, np.int64)
    pairs = np.unique(both[:, 0])
    pair = hosts * size + links.target
    rows = np.flatnonzero(_among(pair, pairs))
    found = np.zeros(links.size, np.bool_)
    codes = np.unique(np.searchsorted(pairs, both[:, 0]) * len(texts) + both[:, 1])
    found[rows] = _among(np.searchsorted(pairs, pair[rows]) * len(texts) + links.text[rows], codes)
    return found


def _among(values: Numbers, known: Numbers) -> Mask:
    """Which values are among known ones, which are in order."""
    if not len(known):
        return np.zeros(len(values), np.bool_)
    place = np.searchsorted(known, values)
    place[place == len(known)] = 0
    return np.asarray(known[place] == values)
