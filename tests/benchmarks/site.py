"""A site made up on the fly for the benchmarks.

    python tests/benchmarks/site.py PAGES [BYTES] [LINKS] [mixed]     prints its port and serves until it is killed
    python tests/benchmarks/site.py FOLDER                            the same with the files of a folder: a real site

Pages are made when they are asked for and always come out alike, so a site may have any number of them. Those of a
`mixed` site are Chinese for one half, paragraph by paragraph.
"""

from __future__ import annotations

import asyncio
import mimetypes
import random
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import cast
from urllib.parse import unquote_to_bytes

_SYLLABLES = [
    first + vowel + last
    for first in "bcdfghklmnprstvwz"
    for vowel in "aeiou"
    for last in ("", "n", "r", "s", "t")
]
"""Many, as real languages have: pages whose words consist of a few have nearly the same text to a crawl."""
_HAN = (
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面"
    "公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由"
)
KIB = 1024
_POOLS = 64
_MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nnot here"


@lru_cache(maxsize=1)
def words() -> tuple[list[str], list[float]]:
    """Words and how frequent they are: like those of a language, few make up most of a text."""
    chance = random.Random(5)
    made = {"".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(9000)}
    return sorted(sorted(made), key=lambda word: chance.random()), [
        1 / (rank + 3) for rank in range(len(made))
    ]


@lru_cache(maxsize=2 * _POOLS)
def _paragraphs(seed: int, mixed: bool) -> list[str]:
    chance = random.Random(seed)
    known, frequent = words()
    return [
        f'<p class="c{chance.randrange(9)}" id="p{k}">'
        f"{_chinese(chance) if mixed and k % 2 else ' '.join(chance.choices(known, frequent, k=70)) + '.'}</p>\n"
        for k in range(60)
    ]


def _chinese(chance: random.Random) -> str:
    """About as many bytes as an English paragraph has."""
    frequent = [1 / (rank + 3) for rank in range(len(_HAN))]
    return (
        "，".join("".join(chance.choices(_HAN, frequent, k=chance.randint(6, 18))) for _ in range(11)) + "。"
    )


def page(number: int, pages: int, size: int, links: int = 33, mixed: bool = False) -> bytes:
    """A tree of thirds (no page is more than a dozen clicks away), more links up to `links`, and text up to `size`
    bytes."""
    chance = random.Random(number)
    near = [target for target in range(number * 3 + 1, number * 3 + 4) if target < pages]
    far = [chance.randrange(pages) for _ in range(links - 3)]
    listed = "".join(
        f'<li class="item"><a class="nav" href="/s{target % 40}/p{target}.html" title="Go to page {target}">'
        f"Page {target}</a></li>\n"
        for target in near + far
    )
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Page {number} of many</title>'
        f'<meta name="description" content="What page {number} says"></head>\n'
        f"<body><h1>Page {number}</h1><ul>{listed}</ul>",
    ]
    length = len(parts[0])
    # of nearly four thousand, so that pages have few in common: nearly the same text is left out of a crawl
    pool = [chance.choice(_paragraphs(chance.randrange(_POOLS), mixed)) for _ in range(60)]
    while length < size:
        paragraph = chance.choice(pool).replace('id="p', f'id="n{length}-')
        parts.append(paragraph)
        length += len(paragraph.encode()) if mixed else len(paragraph)
    parts.append("</body></html>\n")
    return "".join(parts).encode()


class _Answers(asyncio.Protocol):
    """Just enough HTTP/1.1 to answer GETs on connections that stay open: the cheaper the server, the less it takes from
    what is measured. `answer` gives the whole answer to a path, None where there is nothing."""

    def __init__(self, answer: Callable[[bytes], bytes | None]) -> None:
        self._answer = answer
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        *requests, self._received = (self._received + data).split(b"\r\n\r\n")
        for request in requests:
            self._transport.write(self._answer(request.split(b" ", 2)[1]) or _MISSING)
            if b"\nconnection: close" in request.lower():
                self._transport.close()


def response(body: bytes, media_type: str = "text/html; charset=utf-8") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def made(
    pages: int, size: int, links: int = 33, mixed: bool = False, keep: int = 4000
) -> Callable[[bytes], bytes | None]:
    """Answers of a made-up site; the first `keep` pages are made beforehand, so that they cost nothing."""

    def make(number: int) -> bytes:
        return response(page(number, pages, size, links, mixed))

    def answer(path: bytes) -> bytes | None:
        name = path.rpartition(b"/p")[2].removesuffix(b".html")
        number = int(name) if name.isdigit() else -1
        return (ready.get(number) or make(number)) if 0 <= number < pages else None

    ready = {number: make(number) for number in range(min(pages, keep))}
    return answer


def of_folder(folder: Path) -> Callable[[bytes], bytes | None]:
    """Answers of the files in a folder, `index.html` for a folder in it. All are kept in memory."""
    ready: dict[bytes, bytes] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.is_symlink():
            answer = response(
                file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            )
            path = f"/{file.relative_to(folder).as_posix()}".encode()
            ready[path] = answer
            if file.name == "index.html":
                ready[path.removesuffix(b"index.html")] = answer
    return lambda path: ready.get(unquote_to_bytes(path.partition(b"?")[0]))


def serve(answer: Callable[[bytes], bytes | None]) -> None:
    """Print the port and serve until killed."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answers(answer), "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(run())


if __name__ == "__main__":
    if not sys.argv[1].isdigit():
        serve(of_folder(Path(sys.argv[1])))
    numbers = [int(given) for given in sys.argv[1:] if given != "mixed"]
    serve(made(numbers[0], *(numbers[1:] or [60 * KIB]), mixed="mixed" in sys.argv))
