"""A large archive of made pages, English and Chinese, by the archive's own writer: for what must stay quick at a million.

    python tests/benchmarks/large_archive.py ARCHIVE [--captures 1000000] [--seed 7]

Of a million captures 200 000 are pages over 3000 hosts, two fifths of them Chinese, and 100 000 later versions of these
(a paragraph or two differ); the rest are visits, spread over 24 months. Texts have one to six KB. Words come from
a vocabulary made here, as unequally frequent as those of a language, and every page has a few that it repeats; a
Chinese text has no spaces. Pages of a host share menu and foot, and link to one another and to a few elsewhere.

Records, index, links and dates are what the writer makes of a response. What it would read out of a page beforehand is
known here and not read again; with every 5000th page it is compared with what reading it gives.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared, prepare
from app.archive.model import NewCapture, NewVisit, StoredLink
from app.tianwang.writer import pack

START, MONTHS = datetime(2024, 1, 1, tzinfo=UTC), 24
PAGES, VERSIONS = 5, 10  # of so many captures one is a page, of so many one a later version
PER_HOST = 67
CHINESE = 0.4
_CHECKED = 5000
_COMMIT = 2000
_LARGE, _AHEAD = 100_000, 4000  # captures for which processes are started; versions that they make ahead
_TURNS, _OF_TURNS = 30_000, 0.8
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
_BEGINS = (*"bcdfghjklmnprstvw", "br", "ch", "cl", "gr", "pl", "pr", "qu", "sh", "st", "str", "th", "tr")
_MIDDLES = (*"aeiou", "ai", "ea", "ee", "ou", "oo")
_ENDS = ("", "", "n", "r", "s", "l", "t", "nd", "ng", "st", "ck")


class Zipf:
    """Draws of things, the first of which are the most frequent."""

    def __init__(self, things: Sequence[Any]) -> None:
        self._things = things
        weights = 1 / (np.arange(len(things)) + 2.7)
        self._sums = np.cumsum(weights / weights.sum())

    def draw(self, chance: np.random.Generator, count: int) -> list[Any]:
        places = np.searchsorted(self._sums, chance.random(count)).tolist()
        return [self._things[min(place, len(self._things) - 1)] for place in places]


class Vocabulary:
    """Words of one language, as unequally frequent as in real texts; the frequent ones are short. Most of a text
    are turns of several words that come again: so pairs of neighbours repeat as they do in real texts."""

    def __init__(self, words: list[str], chance: random.Random) -> None:
        words.sort(key=lambda word: len(word) + 4 * chance.random())
        self.words, self._words = words, Zipf(words)
        drawing = np.random.Generator(np.random.PCG64(chance.randrange(1 << 32)))
        self._turns = Zipf([self._words.draw(drawing, 2 + number % 4) for number in range(_TURNS)])

    def draw(self, chance: np.random.Generator, count: int) -> list[str]:
        """About so many words."""
        pieces = max(1, count // 3)
        turns = int(chance.binomial(pieces, _OF_TURNS))
        drawn = [
            *self._turns.draw(chance, turns),
            *([one] for one in self._words.draw(chance, pieces - turns)),
        ]
        return [word for place in chance.permutation(pieces) for word in drawn[place]]

    def topic(self, chance: np.random.Generator, count: int) -> list[str]:
        """Words that a page repeats: the most frequent ones are not among them."""
        places = 100 + (len(self.words) - 100) * chance.random(count) ** 3
        return [self.words[int(place)] for place in places]


def english(chance: random.Random, count: int = 40_000) -> Vocabulary:
    made: set[str] = set()
    while len(made) < count:
        syllables = chance.choices((1, 2, 3, 4), (1, 5, 5, 2))[0]
        made.add("".join(map(chance.choice, (_BEGINS, _MIDDLES, _ENDS) * syllables)))
    return Vocabulary(sorted(made), chance)


def chinese(chance: random.Random, count: int = 40_000) -> Vocabulary:
    """Words of one to four of the 3755 common characters of GB 2312, these themselves as unequally frequent."""
    common = [
        bytes((row, cell)).decode("gb2312", "ignore")
        for row in range(0xB0, 0xD8)
        for cell in range(0xA1, 0xFF)
    ]
    letters = [one for one in common if one]
    chance.shuffle(letters)
    weights = [(rank + 10) ** -1.15 for rank in range(len(letters))]
    made = set(letters[:1200])
    while len(made) < count:
        made.add("".join(chance.choices(letters, weights, k=chance.choices((2, 3, 4), (70, 15, 15))[0])))
    return Vocabulary(sorted(made), chance)


class Host(NamedTuple):
    name: str
    chinese: bool
    menu: tuple[str, ...]
    foot: str


class Version(NamedTuple):
    """What one version of a page says: paragraphs, each with the links in it (target, text)."""

    title: str
    description: str
    paragraphs: list[tuple[str, list[tuple[str, str]]]]


class Maker:
    """Pages by their number, the same for the same seed."""

    def __init__(self, pages: int, seed: int) -> None:
        self.pages, self.hosts = pages, max(1, pages // PER_HOST)
        self._seed = seed
        chance = random.Random(seed)
        self._vocabularies = english(chance), chinese(chance)
        self._known_hosts: dict[int, Host] = {}
        self._like: Prepared | None = None
        self._made = 0

    def _chance(self, *key: int) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64([self._seed, *key]))

    def host(self, number: int) -> Host:
        if number not in self._known_hosts:
            chance = self._chance(1, number)
            han = bool((number * 0.6180339887) % 1 < CHINESE)
            words = self._vocabularies[han]
            menu = tuple(_sentence(words.draw(chance, 2), han, end="") for _ in range(8))
            foot = _sentence(words.draw(chance, 14), han)
            self._known_hosts[number] = Host(
                f"www.site{number}.example.{'cn' if han else 'org'}", han, menu, foot
            )
        return self._known_hosts[number]

    def url(self, page: int) -> str:
        host = self.host(page % self.hosts)
        place = page // self.hosts
        return f"https://{host.name}/{'news' if place % 3 else 'docs'}/{place % 7}/article-{page}.html"

    def version(self, page: int, number: int) -> Version:
        """A page's version, from 0 on: each differs from the one before in a paragraph."""
        han, chance = self.host(page % self.hosts).chinese, self._chance(2, page)
        words, other = self._vocabularies[han], self._vocabularies[not han]
        topic = words.topic(chance, 30)
        title = _sentence(
            [*chance.choice(topic, 3), *words.draw(chance, int(chance.integers(1, 4)))], han, end=""
        )
        description = _sentence(words.draw(chance, 12), han) if page % 2 else ""
        letters = int(1000 * 6 ** chance.random()) / (3 if han else 1)  # Chinese ones have three bytes
        paragraphs: list[tuple[str, list[tuple[str, str]]]] = []
        while letters > 0:
            paragraphs.append(self._paragraph(page, chance, words, other, topic, han))
            letters -= len(paragraphs[-1][0])
        for later in range(1, number + 1):
            changed = self._chance(3, page, later)
            place = int(changed.integers(len(paragraphs)))
            paragraphs[place] = self._paragraph(page, changed, words, other, topic, han)
        return Version(title, description, paragraphs)

    def _paragraph(
        self,
        page: int,
        chance: np.random.Generator,
        words: Vocabulary,
        other: Vocabulary,
        topic: list[str],
        han: bool,
    ) -> tuple[str, list[tuple[str, str]]]:
        sentences = []
        for _ in range(int(chance.integers(3, 7))):
            said = words.draw(chance, int(chance.integers(6, 24)))
            for place in np.flatnonzero(chance.random(len(said)) < 0.12):
                said[place] = topic[int(chance.integers(len(topic)))]
            if han and chance.random() < 0.2:  # a foreign name
                said[int(chance.integers(len(said)))] = f" {other.draw(chance, 1)[0].capitalize()} "
            sentences.append(_sentence(said, han))
        links = []
        if chance.random() < 0.6:
            inside = chance.random() < 0.8
            target = int(chance.integers(self.pages * 21 // 20))  # some lead to pages that nobody has fetched
            target = target // self.hosts * self.hosts + page % self.hosts if inside else target
            links.append(
                (
                    self.url(target),
                    _sentence([*words.draw(chance, 2), str(chance.choice(topic))], han, end=""),
                )
            )
        return ("" if han else " ").join(sentences), links

    def prepared(self, page: int, number: int, when: datetime) -> Prepared:
        """A version as the writer takes it."""
        host, said, url = self.host(page % self.hosts), self.version(page, number), self.url(page)
        root = f"https://{host.name}"
        parts = [
            f'<!doctype html>\n<html lang="{"zh-CN" if host.chinese else "en"}"><head><meta charset="utf-8">'
            f"<title>{said.title}</title>"
            + (f'<meta name="description" content="{said.description}">' if said.description else "")
            + f'<link rel="stylesheet" href="/style.css"></head>\n<body class="page">'
            f'<header class="head">{host.name}</header>\n'
            '<nav class="menu"><ul>'
        ]
        links = [StoredLink(f"{root}/style.css", "link:stylesheet", "", True)]
        for place, entry in enumerate(host.menu):
            parts.append(f'<li class="item"><a class="nav" href="/section-{place}/">{entry}</a></li>')
            links.append(StoredLink(f"{root}/section-{place}/", "a", entry, False))
        parts.append(f'</ul></nav>\n<main class="content"><article>\n<h1>{said.title}</h1>\n')
        for place, (text, inside) in enumerate(said.paragraphs):
            parts.append(f'<p class="body" id="p{place}">{text}')
            for target, label in inside:
                parts.append(f' <a class="more" href="{target}">{label}</a>')
                links.append(StoredLink(target, "a", label, False))
            parts.append("</p>\n")
        parts.append(f'</article></main>\n<footer class="foot"><p>{host.foot}</p></footer>\n</body></html>\n')
        body = "".join(parts).encode()
        new = NewCapture(url, when, f"192.0.2.{page % 250}", _HEAD + body)
        if self._like is None or self._made % _CHECKED == 0:
            read = prepare(new)
            self._like = self._like or read
            ours = self._filled(new, body, said.title, host, links)
            assert ours == read, (ours.read, read.read)
        self._made += 1
        return self._filled(new, body, said.title, host, links)

    def _filled(
        self, new: NewCapture, body: bytes, title: str, host: Host, links: list[StoredLink]
    ) -> Prepared:
        assert self._like is not None
        read = self._like.read._replace(title=title, language="zh-CN" if host.chinese else "en")
        return self._like._replace(
            new=new,
            length=len(body),
            size=len(new.data),
            digest=f"sha256:{hashlib.sha256(body).hexdigest()}",
            read=read.with_links(tuple(dict.fromkeys(links))),
            packed=pack(new.data) or b"",
        )


def _sentence(words: list[str], han: bool, end: str = ".") -> str:
    if not han:
        said = " ".join(words)
        return said[:1].upper() + said[1:] + end
    half = len(words) // 2
    said = f"{''.join(words[:half])}，{''.join(words[half:])}" if len(words) > 9 else "".join(words)
    return " ".join(said.split()) + ("。" if end else "")


class Plan:
    """Which page is stored when: every page once, some again changed, the rest visits."""

    def __init__(self, captures: int, seed: int) -> None:
        self.captures, self.pages = captures, max(1, captures // PAGES)
        self._chance = np.random.Generator(np.random.PCG64([seed, 9]))

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """Of each capture the page; those that are new come in their order, evenly between the others."""
        fresh = np.arange(self.captures) * self.pages // self.captures
        is_new = np.append(True, fresh[1:] != fresh[:-1])
        older = (self._chance.random(self.captures) * (fresh + 1)).astype(np.int64)
        return np.where(is_new, fresh, older)

    @cached_property
    def changed(self) -> NDArray[np.bool_]:
        """Whether a capture of an older page finds it changed."""
        wanted = self.captures // VERSIONS / max(1, self.captures - self.pages)
        return self._chance.random(self.captures) < wanted

    def __iter__(self) -> Iterator[tuple[int, bool]]:
        return zip(self.steps.tolist(), self.changed.tolist(), strict=True)


def fill(archive: Archive, captures: int, seed: int = 7, told: bool = False) -> None:
    """Store so many captures in a new archive."""
    plan, maker = Plan(captures, seed), Maker(max(1, captures // PAGES), seed)
    span = timedelta(days=MONTHS * 30.4) / captures
    newest: dict[int, tuple[int, str]] = {}
    with archive.writer() as writer, closing(_versions(plan, seed, span)) as versions:
        for number, (page, changed) in enumerate(plan):
            known = newest.get(page)
            if known is None or changed:
                version = known[0] + 1 if known else 0
                newest[page] = version, writer.store(next(versions)).id
            else:
                when = _when(number, span)
                writer.store(NewVisit(maker.url(page), when, f"192.0.2.{page % 250}", known[1], 304))
            if number % _COMMIT == 0:
                writer.commit()
                if told and number % (50 * _COMMIT) == 0:
                    print(f"{time.strftime('%H:%M:%S')} {number} captures", flush=True)


def _when(number: int, span: timedelta) -> datetime:
    return (START + number * span).replace(microsecond=0)


def _versions(plan: Plan, seed: int, span: timedelta) -> Generator[Prepared, None, None]:
    """The versions of a plan in their order; those of a large one are made in other processes."""

    def wanted() -> Iterator[tuple[int, int, datetime]]:
        newest: dict[int, int] = {}
        for number, (page, changed) in enumerate(plan):
            if changed or page not in newest:
                newest[page] = newest.get(page, -1) + 1
                yield page, newest[page], _when(number, span)

    if plan.captures < _LARGE:
        _begin(plan.pages, seed)
        yield from map(_made, wanted())
        return
    with multiprocessing.Pool(initializer=_begin, initargs=(plan.pages, seed)) as pool:
        every = wanted()
        ahead = pool.map_async(_made, list(islice(every, _AHEAD)))
        while made := ahead.get():
            ahead = pool.map_async(_made, list(islice(every, _AHEAD)))
            yield from made


_maker: Maker


def _begin(pages: int, seed: int) -> None:
    global _maker
    _maker = Maker(pages, seed)


def _made(wanted: tuple[int, int, datetime]) -> Prepared:
    return _maker.prepared(*wanted)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("archive", type=Path)
    options.add_argument("--captures", type=int, default=1_000_000)
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    began = time.perf_counter()
    fill(Archive.create(given.archive), given.captures, given.seed, told=True)
    print(f"{given.captures} captures in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
