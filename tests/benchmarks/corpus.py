"""Pages for the benchmarks: English and Chinese, 10 to 100 KB, with navigation, paragraphs, tables and scripts.

Standard library only, so that the programs compared with use the very same pages. The same number and seed always
give the same pages. Sizes are spread evenly; words and characters are as unevenly frequent as in real texts, so
that the pages compress like real ones (about 1 to 4).
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

_PHRASES = 6000
SMALLEST, LARGEST = 10_000, 100_000
START = datetime(2026, 1, 5, 6, 30, tzinfo=UTC)

_SYLLABLES = (
    "ar bel com dis en for gra hu in ju kal lo men no or per qua re sta tion un ver wil ex y za "
    "ment pro con der ing al the ous ic ble ter ra"
)
_COMMON = (
    "the of and a to in is that for it as was with be by on not he his but at are this have from or had an they which "
    "one you were all her she there would their we him been has when who will no more if out so what up said its about"
)
_SECTIONS = [
    "News",
    "Research",
    "Library",
    "Admissions",
    "Faculty",
    "Campus",
    "Journals",
    "Events",
    "Archive",
    "Contact",
]
_CLASSES = ["lead", "body", "note", "caption", "quote", "aside"]


class Page(NamedTuple):
    """One response as a crawler gets it: `head` is status line and headers with their line ends, without the empty
    line."""

    url: str
    date: datetime
    ip: str
    head: bytes
    body: bytes

    @property
    def data(self) -> bytes:
        return self.head + b"\r\n" + self.body


class _Words:
    """Phrases drawn with the frequencies of real texts (Zipf's law); every page has a subject it comes back to."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        made = ["".join(chance.choices(_SYLLABLES.split(), k=chance.randint(2, 4))) for _ in range(12_000)]
        words = _COMMON.split() + made
        # the first level of GB 2312: the 3755 characters of everyday use
        signs = [
            bytes((row, cell)).decode("gb2312") for row in range(0xB0, 0xD7) for cell in range(0xA1, 0xFA)
        ]
        chance.shuffle(signs)
        self._english = _phrases(chance, words, 6, " ")
        self._chinese = _phrases(chance, signs, 5, "")
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(_PHRASES)))
        self.turn(chinese=False)

    def turn(self, *, chinese: bool) -> None:
        """Take up another subject."""
        self._subject = self._chance.choices(self._chinese if chinese else self._english, k=60)
        self._stock = self._chinese if chinese else self._english
        self._between = "" if chinese else " "

    def text(self, phrases: int) -> str:
        chance = self._chance
        own = chance.choices(self._subject, k=phrases)
        common = chance.choices(self._stock, cum_weights=self._weights, k=phrases)
        return self._between.join(a if n % 2 else b for n, (a, b) in enumerate(zip(own, common, strict=True)))


def _phrases(chance: random.Random, words: list[str], longest: int, between: str) -> list[str]:
    weights = list(accumulate(1 / (rank + 5) ** 0.9 for rank in range(len(words))))
    return [
        between.join(chance.choices(words, cum_weights=weights, k=chance.randint(2, longest)))
        for _ in range(_PHRASES)
    ]


def pages(count: int, seed: int = 2026) -> Iterator[Page]:
    """`count` pages, every third one Chinese; some in GB 18030, as old servers send them."""
    chance = random.Random(seed)
    words = _Words(chance)
    for number in range(count):
        yield _page(number, count, words, chance)


def save(made: Iterator[Page], path: Path) -> None:
    """Write pages to a file that `load` reads, also in another Python."""
    path.write_bytes(pickle.dumps([tuple(page) for page in made], protocol=4))


def load(path: Path) -> list[Page]:
    return [Page(*values) for values in pickle.loads(path.read_bytes())]


def _page(number: int, count: int, words: _Words, chance: random.Random) -> Page:
    chinese = number % 3 == 2
    charset = "gb18030" if number % 12 == 2 else "utf-8"
    host = f"www.site{number % 40}.example"
    size = chance.randint(SMALLEST, LARGEST)
    body = _html(number, count, size, chinese, charset, words, chance)
    date = START + timedelta(seconds=11 * number)
    stamp = date.strftime("%a, %d %b %Y %H:%M:%S GMT")
    server = ("nginx/1.24.0", "Apache/2.4.58 (Debian)", "Microsoft-IIS/10.0", "openresty")[number % 4]
    head = (
        f"HTTP/1.1 200 OK\r\nServer: {server}\r\nDate: {stamp}\r\nContent-Type: text/html; charset={charset}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: keep-alive\r\nVary: Accept-Encoding\r\n"
        f'Last-Modified: {stamp}\r\nETag: "{number:x}-{size:x}"\r\nCache-Control: max-age=600\r\n'
        f"X-Request-Id: {chance.getrandbits(128):032x}\r\nSet-Cookie: session={chance.getrandbits(96):024x}; path=/\r\n"
        "Accept-Ranges: bytes\r\n"
    ).encode()
    path = f"/{_SECTIONS[number % 10].lower()}/{2000 + number % 27}/{number:06d}.html"
    return Page(f"https://{host}{path}", date, f"192.0.2.{number % 250 + 1}", head, body)


def _html(
    number: int, count: int, size: int, chinese: bool, charset: str, words: _Words, chance: random.Random
) -> bytes:
    words.turn(chinese=chinese)
    title = words.text(3).capitalize()
    links = "".join(
        f'<li class="nav-item"><a class="nav-link" href="/{name.lower()}/index.html">{name}</a></li>\n'
        for name in _SECTIONS
    )
    top = (
        f'<!DOCTYPE html>\n<html lang="{"zh-CN" if chinese else "en"}">\n<head>\n<meta charset="{charset}">\n'
        f"<title>{title}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="stylesheet" href="/static/css/main.css">\n<script src="/static/js/site.js" defer></script>\n'
        f'</head>\n<body>\n<header class="site-header"><nav><ul class="nav">\n{links}</ul></nav></header>\n'
        f"<main>\n<h1>{title}</h1>\n"
    )
    bottom = (
        f"</main>\n<footer><p>Page {number} of {count}. © Example University</p></footer>\n"
        f'<script>window.page = {{id: {number}, key: "{chance.getrandbits(64):016x}"}};</script>\n</body>\n</html>\n'
    )
    parts, made = [top.encode(charset)], 0
    room = size - len(parts[0]) - len(bottom.encode(charset))
    while made < room:
        part = _part(number, count, chinese, words, chance).encode(charset)
        parts.append(part)
        made += len(part)
    return b"".join(parts) + bottom.encode(charset)


def _part(number: int, count: int, chinese: bool, words: _Words, chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.6:
        text = words.text(chance.randint(12, 60)) + ("。" if chinese else ".")
        return f'<div class="block"><p class="text {chance.choice(_CLASSES)}">{text}</p></div>\n'
    if kind < 0.8:
        rows = "".join(
            '<li class="related-item"><a class="related-link" href="/'
            f'{chance.choice(_SECTIONS).lower()}/{chance.randint(2000, 2026)}/{chance.randrange(count):06d}.html"'
            f'>{words.text(2)}</a> <span class="date">2026-01-{chance.randint(1, 28):02d}</span></li>\n'
            for _ in range(8)
        )
        return f'<ul class="related">\n{rows}</ul>\n'
    if kind < 0.94:
        rows = "".join(
            f'<tr class="row"><td class="name">{words.text(1)}</td>'
            f'<td class="number">{chance.randint(1, 999)}</td></tr>\n'
            for _ in range(10)
        )
        return f'<h2 class="section">{words.text(2)}</h2>\n<table class="figures">\n{rows}</table>\n'
    values = ", ".join(str(chance.randint(0, 999)) for _ in range(30))
    return f"<script>\nvar series = [{values}];\ndraw(series, {{width: 640, height: 320}});\n</script>\n"
