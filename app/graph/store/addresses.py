"""Addresses in canonical order, and texts by number: packed tables in which one line is found without reading all.

The order is that of the reversed host, then the path (catalogue F: com.google.maps/index.html), so the pages of a site are
neighbours, and so are the hosts of a domain.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter

import numpy as np
import numpy.typing as npt
from publicsuffixlist import PublicSuffixList

from app.archive.spellings import normalize
from app.errors import AddressInvalid

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Numbers = npt.NDArray[np.int64]

LONGEST = 4096
"""Characters of an address that can be a node: no server takes longer ones, and a page may hold links of a megabyte."""

_BLOCK = 128
_IP = re.compile(r"[\d.]+(?::\d+)?")


def key_of(url: str) -> str | None:
    """An address as it is sorted: reversed host with its port, path and query, scheme; None for what is no address of
    http or https, or longer than `LONGEST`."""
    if len(url) > LONGEST:
        return None
    try:
        normal = normalize(url)
    except AddressInvalid:
        return None
    scheme, _, rest = normal.partition("://")
    host, _, path = rest.partition("/")
    if len(normal) > LONGEST or not normal.isascii():
        return None
    return f"{_reversed(host)}/{path}\t{scheme}"


def url_of(key: str) -> str:
    """The address of a key."""
    rest, _, scheme = key.partition("\t")
    host, _, path = rest.partition("/")
    return f"{scheme}://{_reversed(host)}/{path}"


def host_of(key: str) -> str:
    """The host (with its port) of a key."""
    return _reversed(key.partition("/")[0])


@lru_cache(maxsize=65536)
def _reversed(host: str) -> str:
    """A host with its labels the other way round; numbers and ports stay as they are."""
    if host.startswith("[") or _IP.fullmatch(host):
        return host
    name, colon, port = host.partition(":")
    return ".".join(reversed(name.split("."))) + colon + port


class _Suffixes:
    """Read when first needed: the list takes a tenth of a second."""

    known: PublicSuffixList | None = None

    def domain(self, host: str) -> str:
        if host.startswith("[") or _IP.fullmatch(host):
            return host
        self.known = self.known or PublicSuffixList()
        name = host.partition(":")[0]
        return str(self.known.privatesuffix(name) or name)


_suffixes = _Suffixes()


def domain_of(host: str) -> str:
    """The part of a host that somebody registered: news.example.co.uk:81 → example.co.uk."""
    return _suffixes.domain(host)


class Table:
    """Texts by number, packed in blocks of 128. Of a sorted table the number of a text is found, too."""

    def __init__(self, packed: bytes) -> None:
        """ValueError where these are not the bytes of a table."""
        head = np.frombuffer(packed, "<i8", 2) if len(packed) >= 16 else np.zeros(2, np.int64)
        self.size, blocks = int(head[0]), -(-int(head[0]) // _BLOCK)
        if self.size < 0 or len(packed) < 16 + 8 * (blocks + 1):
            raise ValueError("a table is cut")
        ends = np.frombuffer(packed, "<i8", blocks + 1, 16)
        self._ends: list[int] = ends.tolist()
        begin = 16 + 8 * (blocks + 1)
        self._data = memoryview(packed)[begin + int(head[1]) :]
        firsts = zstd.decompress(packed[begin : begin + int(head[1])]).decode() if blocks else ""
        self._firsts = firsts.split("\n") if blocks else []
        self._block = lru_cache(maxsize=256)(self._unpacked)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, number: int) -> str:
        return self._block(number // _BLOCK)[number % _BLOCK]

    def _unpacked(self, block: int) -> list[str]:
        return zstd.decompress(self._data[self._ends[block] : self._ends[block + 1]]).decode().split("\n")

    def several(self, numbers: Iterable[int]) -> list[str]:
        """These texts, in this order."""
        return [self[int(number)] for number in numbers]

    def every(self) -> list[str]:
        """All texts."""
        return [text for block in range(len(self._firsts)) for text in self._unpacked(block)]

    def find(self, text: str) -> int | None:
        """The number of a text in a sorted table."""
        block = bisect_right(self._firsts, text) - 1
        if block < 0:
            return None
        texts = self._block(block)
        place = bisect_right(texts, text) - 1
        return block * _BLOCK + place if place >= 0 and texts[place] == text else None


def packed_table(texts: Sequence[str]) -> bytes:
    """The bytes of a table of texts without line ends."""
    blocks, firsts, ends = list[bytes](), list[str](), [0]
    for begin in range(0, len(texts), _BLOCK):
        some = texts[begin : begin + _BLOCK]
        firsts.append(some[0])
        blocks.append(zstd.compress("\n".join(some).encode(), 3))
        ends.append(ends[-1] + len(blocks[-1]))
    first = zstd.compress("\n".join(firsts).encode(), 3)
    head = np.array([len(texts), len(first), *ends], "<i8").tobytes()
    return b"".join((head, first, *blocks))


def united(tables: Sequence[Sequence[str]]) -> tuple[list[str], list[Numbers]]:
    """Several sorted lists as one without doubles, and for each the new numbers of its texts."""
    if len(tables) == 1:
        return list(tables[0]), [np.arange(len(tables[0]), dtype=np.int64)]
    every = [text for table in tables for text in table]
    # runs that are sorted already are merged, not sorted
    order = sorted(range(len(every)), key=every.__getitem__)
    merged, places = list[str](), np.zeros(len(every), np.int64)
    last = None
    for place in order:
        text = every[place]
        if text != last:
            merged.append(text)
            last = text
        places[place] = len(merged) - 1
    bounds = np.cumsum([len(table) for table in tables])[:-1]
    return merged, np.split(places, bounds)


def groups(keys: Iterable[str], level: str) -> tuple[list[str], Numbers]:
    """Hosts or domains of addresses in canonical order: their names, in the order of their first address, and the
    number of each address' one."""
    names: dict[str, int] = {}
    numbers = list[int]()
    last, number = None, 0
    for key in keys:
        head = key.partition("/")[0]
        if head != last:
            last = head
            host = _reversed(head)
            number = names.setdefault(host if level == "host" else domain_of(host), len(names))
        numbers.append(number)
    return list(names), np.array(numbers, np.int64)


def sorted_pairs(found: dict[str, int]) -> tuple[list[str], Numbers]:
    """Texts with provisional numbers, in order; and for each provisional number the one in that order."""
    pairs: Iterator[tuple[str, int]] = iter(sorted(found.items(), key=itemgetter(0)))
    names, places = list[str](), np.zeros(len(found), np.int64)
    for number, (name, before) in enumerate(pairs):
        names.append(name)
        places[before] = number
    return names, places
