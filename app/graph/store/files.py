"""The file of a set of links: blocks of rows out of pages and into addresses, each readable alone, and beside it texts.

    N.links   blocks out (degrees, gaps of targets, kinds, counts, stretches, rel), blocks in (degrees, gaps of sources,
              kinds), versions of the addresses, the addresses, the values of rel, and where each block stands
    N.texts   the numbers of the texts for each block out, and the texts: read when somebody asks for words

Read by position, not mapped: a file that shrinks under a mapping would kill the process.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.graph.store import coding
from app.graph.store.addresses import Table, packed_table
from app.graph.store.links import Links

Numbers = npt.NDArray[np.int64]

_ROWS_OF_BLOCK = 1 << 14
_NODES_OF_BLOCK = 1 << 12
CURRENT = 128
"""In the kind of a link into an address: the newest version of its page has it."""


@dataclass(frozen=True, slots=True)
class Out:
    """The rows of one page: columns as in `Links`, `back` counts the versions since that do not have it."""

    target: Numbers
    kind: Numbers
    count: Numbers
    first: Numbers
    back: Numbers
    rel: Numbers


def write(path: Path, links: Links) -> tuple[Path, Path]:
    """Write `path`.links and `path`.texts; both are on the disk then. OSError."""
    files = path.with_suffix(".links"), path.with_suffix(".texts")
    places: dict[str, list[int]] = {}
    nodes: dict[str, list[int]] = {}
    with files[0].open("wb") as file, files[1].open("wb") as words:
        newest = np.diff(links.seen) - 1
        for a, b in _blocks(links.begins, nodes.setdefault("out", [])):
            rows = slice(int(links.begins[a]), int(links.begins[b]))
            _put(file, places, "out", _packed_out(links, a, b, rows, newest))
            _put(words, places, "words", coding.packed([links.text[rows].astype(np.int64)]))
        order, bounds = _inward(links)
        sources, is_current = links.sources(), links.current()
        kinds = links.kind | is_current.astype(np.uint8) * np.uint8(CURRENT)
        for a, b in _blocks(bounds, nodes.setdefault("in", [])):
            rows_in = order[int(bounds[a]) : int(bounds[b])]
            lists = sources[rows_in].astype(np.int64)
            degrees, starts, owners = _owned(bounds, a, b)
            packed = [degrees, coding.gaps(lists, starts, owners), kinds[rows_in].astype(np.int64)]
            _put(file, places, "in", coding.packed(packed))
        for a, b in _blocks(links.seen, nodes.setdefault("versions", [])):
            rows = slice(int(links.seen[a]), int(links.seen[b]))
            degrees, starts, _ = _owned(links.seen, a, b)
            when = coding.gaps(links.when[rows], starts, np.zeros(len(starts), np.int64))
            _put(
                file, places, "versions", coding.packed([degrees, when, links.status[rows].astype(np.int64)])
            )
        _put(file, places, "keys", packed_table(links.keys))
        _put(words, places, "texts", packed_table(links.texts))
        about = {
            "nodes": len(links.keys),
            "rows": links.size,
            "places": places,
            "first": nodes,
            "rels": list(links.rels),
        }
        foot = json.dumps(about).encode()
        file.write(foot + len(foot).to_bytes(8, "big"))
        for one in (file, words):
            one.flush()
            os.fsync(one.fileno())
    return files


def _put(file: Any, places: dict[str, list[int]], name: str, data: bytes) -> None:
    places.setdefault(name, []).extend((file.tell(), len(data)))
    file.write(data)


def _blocks(bounds: Numbers, firsts: list[int]) -> Iterator[tuple[int, int]]:
    """Stretches of nodes with few rows together; one with many stands alone. `firsts` gets the first node of each."""
    a, size = 0, len(bounds) - 1
    while a < size:
        b = int(np.searchsorted(bounds, bounds[a] + _ROWS_OF_BLOCK, "right")) - 1
        b = min(max(b, a + 1), a + _NODES_OF_BLOCK, size)
        firsts.append(a)
        yield a, b
        a = b


def _owned(bounds: Numbers, a: int, b: int) -> tuple[Numbers, Numbers, Numbers]:
    """Of some nodes: how many rows each has; of those that have any, where they begin in the block, and the node."""
    degrees = np.diff(bounds[a : b + 1])
    having = np.flatnonzero(degrees)
    return degrees, bounds[a:b][having] - bounds[a], having + a


def _packed_out(links: Links, a: int, b: int, rows: slice, newest: Numbers) -> bytes:
    degrees, starts, owners = _owned(links.begins, a, b)
    back = np.repeat(newest[a:b], degrees) - links.last[rows]
    columns = [
        degrees,
        coding.gaps(links.target[rows].astype(np.int64), starts, owners),
        links.kind[rows].astype(np.int64),
        links.count[rows].astype(np.int64) - 1,
        links.first[rows].astype(np.int64),
        back,
        links.rel[rows].astype(np.int64),
    ]
    return coding.packed(columns)


def _inward(links: Links) -> tuple[Numbers, Numbers]:
    """The rows by their targets, and the bounds of each target's."""
    order = np.argsort(links.target, kind="stable")
    bounds = np.concatenate(([0], np.cumsum(np.bincount(links.target, minlength=len(links.keys)))))
    return order, bounds.astype(np.int64)


class LinksFile:
    """The links of a file, for reading; for one thread, to be closed. ValueError where it is damaged, OSError."""

    def __init__(self, path: Path) -> None:
        self._file = path.with_suffix(".links").open("rb")
        self._words_path = path.with_suffix(".texts")
        self._words: Any = None
        size = os.fstat(self._file.fileno()).st_size
        try:
            length = int.from_bytes(self._at(self._file, size - 8, 8), "big")
            if length > size:
                raise ValueError("its end is missing")
            about = json.loads(self._at(self._file, size - 8 - length, length))
            self.nodes, self.rows = int(about["nodes"]), int(about["rows"])
            self._places = {name: np.array(at).reshape(-1, 2) for name, at in about["places"].items()}
            self.rels = [str(rel) for rel in about["rels"]]
            self._first = {name: np.array(first, np.int64) for name, first in about["first"].items()}
            self.keys = Table(self._at(self._file, *self._places["keys"][0].tolist()))
        except (ValueError, KeyError, IndexError):
            self._file.close()
            raise
        self._texts: Table | None = None
        self._block = lru_cache(maxsize=64)(self._read)
        self._words_of = lru_cache(maxsize=64)(self._numbers)

    def close(self) -> None:
        self._block.cache_clear()
        self._words_of.cache_clear()
        self._file.close()
        if self._words is not None:
            self._words.close()

    def _at(self, file: Any, offset: int, length: int) -> bytes:
        file.seek(max(offset, 0))
        return bytes(file.read(length))

    def _read(self, name: str, block: int) -> tuple[int, Numbers, list[Numbers]]:
        """First node of a block, bounds of its nodes' rows, its columns (gaps undone)."""
        a = int(self._first[name][block])
        degrees, *columns = coding.unpacked(self._at(self._file, *self._places[name][block].tolist()))
        bounds = np.concatenate(([0], np.cumsum(degrees)))
        having = np.flatnonzero(degrees)
        owners = having + a if name != "versions" else np.zeros(len(having), np.int64)
        columns[0] = coding.from_gaps(columns[0], bounds[having], degrees[having], owners)
        return a, bounds, columns

    def _of(self, name: str, node: int) -> tuple[int, slice, list[Numbers]]:
        block = int(np.searchsorted(self._first[name], node, "right")) - 1
        a, bounds, columns = self._block(name, block)
        return block, slice(int(bounds[node - a]), int(bounds[node - a + 1])), columns

    def out(self, node: int) -> Out:
        """The links of a page."""
        _, rows, columns = self._of("out", node)
        return Out(*(column[rows] for column in columns))

    def into(self, node: int) -> tuple[Numbers, Numbers]:
        """The pages that link to an address, in canonical order, and the kind of each link (`CURRENT`)."""
        _, rows, columns = self._of("in", node)
        return columns[0][rows], columns[1][rows]

    def versions(self, node: int) -> tuple[Numbers, Numbers]:
        """Dates and status of the versions of an address."""
        _, rows, columns = self._of("versions", node)
        return columns[0][rows], columns[1][rows]

    def words(self, node: int, some: Sequence[int] | None = None) -> list[str]:
        """The words of each link of a page, or of some of them."""
        block, rows, _ = self._of("out", node)
        numbers = self._words_of(block)[rows]
        return self.texts().several(numbers if some is None else numbers[some])

    def _numbers(self, block: int) -> Numbers:
        if self._words is None:
            self._words = self._words_path.open("rb")
        return coding.unpacked(self._at(self._words, *self._places["words"][block].tolist()))[0]

    def texts(self) -> Table:
        """The words of all links."""
        if self._texts is None:
            if self._words is None:
                self._words = self._words_path.open("rb")
            self._texts = Table(self._at(self._words, *self._places["texts"][0].tolist()))
        return self._texts

    def load(self, *, words: bool = False) -> Links:
        """All of it; without `words` the texts are left out. For computing: addresses are a `Table`."""
        begins, out = _stacked(self, "out", (np.uint32, np.uint8, np.uint8, np.uint32, np.uint32, np.uint16))
        seen, versions = _stacked(self, "versions", (np.int64, np.uint16))
        newest = np.diff(seen) - 1
        target, kind, count, first, back, rel = out
        count += np.uint8(1)
        last = np.repeat(newest.astype(np.uint32), np.diff(begins))
        last -= back
        numbers = np.zeros(len(target) if words else 0, np.uint32)
        texts: Sequence[str] = [""]
        if words:
            at = 0
            for block in range(len(self._first["out"])):
                some = self._numbers(block)
                numbers[at : at + len(some)] = some
                at += len(some)
            texts = self.texts().every()
        return Links(
            self.keys.every() if words else self.keys,  # type: ignore[arg-type]
            seen,
            versions[0],
            versions[1],
            begins,
            target,
            kind,
            count,
            first,
            last,
            numbers,
            rel,
            texts,
            self.rels,
        )


def _stacked(file: LinksFile, name: str, forms: Sequence[Any]) -> tuple[Numbers, list[Any]]:
    """Bounds and columns of all blocks."""
    degrees, parts = list[Numbers](), [list[Any]() for _ in forms]
    for block in range(len(file._first[name])):
        _, bounds, columns = file._read(name, block)
        degrees.append(np.diff(bounds))
        for part, column, form in zip(parts, columns, forms, strict=True):
            part.append(column.astype(form))
    whole = [
        np.concatenate(part) if part else np.zeros(0, form) for part, form in zip(parts, forms, strict=True)
    ]
    return np.concatenate([np.zeros(1, np.int64), *degrees]).cumsum(), whole
