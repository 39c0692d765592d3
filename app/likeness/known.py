"""What is known of an archive's texts, for those who list, search and export pages: `Known` is what the last feed made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing
from app.likeness.pairing import Numbers, Pairs
from app.likeness.store import NAME, NONE, Store, id_of, key_of

Manner = Literal["near", "normal", "text", "meaning"]
"""What makes texts the same: nearly the same (`near`), the same letters and figures, the same text, the same semantic
fingerprint. Each of the first three holds more than the next."""

NEAR = 0.8
"""Jaccard from which on texts are nearly the same, unless a person says otherwise."""

_NEWEST = (
    "SELECT page_id, batch, serial FROM captures WHERE page_id IN ({}) AND base IS NULL "
    "AND status BETWEEN 200 AND 299 ORDER BY page_id, date, seq"
)
_PIECE = 500


class Before(NamedTuple):
    """Of versions in order (`store.key_of`) the first of any address that has nearly the same text, -1 where that is the
    version itself, or it has no text: 16 bytes a version, to be kept. For any thread."""

    keys: Numbers
    firsts: Numbers

    def of(self, id: str) -> str:
        """The id of the version before this one; "" for none."""
        key = key_of(id)
        at = int(np.searchsorted(self.keys, key))
        if at >= len(self.keys) or self.keys[at] != key or self.firsts[at] < 0:
            return ""
        return id_of(int(self.firsts[at]))

    def captures(self, reader: ArchiveReader, ids: Iterable[str]) -> dict[str, Capture]:
        """The versions before those of them that have one: what a cache names may be gone since."""
        found: dict[str, Capture] = {}
        for id in ids:
            if first := self.of(id):
                with suppress(CaptureMissing):
                    found[id] = reader.capture(first)
        return found


class Known:
    """The texts of an archive and which are alike, as the last feed left them; without one, of none. For any thread; does
    not change once it is made. `keys` are versions in order (`store.key_of`), `of` the place of the text of each, -1 for
    none, `pages` a number for the address of each."""

    def __init__(self, archive: Path) -> None:
        with Store(archive) as store:
            columns = store.columns()
        if not columns:
            whole = np.zeros(0, np.int64)
            columns = dict.fromkeys(("key", "of", "page", "text", "size"), whole)
            columns |= {name: np.zeros(0, np.uint64) for name in ("exact", "normal", "semantic", "simhash")}
            columns |= {"hashed": np.zeros(0, np.bool_)}
            columns |= Pairs.none().columns()
        self.keys: Numbers = columns["key"]
        self.pages: Numbers = columns["page"]
        self.texts: Numbers = columns["text"]
        self.sizes: Numbers = columns["size"]
        self.exact: npt.NDArray[np.uint64] = columns["exact"]
        self.normal: npt.NDArray[np.uint64] = columns["normal"]
        self.semantic: npt.NDArray[np.uint64] = columns["semantic"]
        self.simhash: npt.NDArray[np.uint64] = columns["simhash"]
        self.hashed: npt.NDArray[np.bool_] = columns["hashed"]
        self.of = np.where(columns["of"] == NONE, -1, np.searchsorted(self.texts, columns["of"]))
        pairs = Pairs.of_columns(columns)
        self.pairs = pairs._replace(
            a=np.searchsorted(self.texts, pairs.a), b=np.searchsorted(self.texts, pairs.b)
        )
        """Verified pairs of places of texts."""
        self._groups: dict[tuple[str, float], Numbers] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def place(self, id: str) -> int:
        """The place of the text of a version; -1 where it has none, or is not known."""
        places = self.places([key_of(id)])
        return int(places[0])

    def fingerprint(self, id: str) -> int | None:
        """The SimHash of the text of a version; None where it has none, or is not known."""
        place = self.place(id)
        return int(self.simhash[place]) if place >= 0 and self.hashed[place] else None

    def places(self, keys: Iterable[int]) -> Numbers:
        """The same of several versions."""
        wanted = np.array(list(keys), np.int64)
        if not len(self.keys):
            return np.full(len(wanted), -1, np.int64)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[at] == wanted, self.of[at], -1)

    def groups(self, manner: Manner = "near", threshold: float = NEAR) -> Numbers:
        """Of each text the number of its group: the place of the first text that it is alike with, over any number of
        others."""
        found = self._groups.get((manner, threshold))
        if found is None:
            found = self._groups[manner, threshold] = self._grouped(manner, threshold)
        return found

    def _grouped(self, manner: Manner, threshold: float) -> Numbers:
        if manner in ("text", "meaning"):
            return _first_alike(self.exact if manner == "text" else self.semantic)
        found = _first_alike(self.normal)
        if manner == "near":
            near = self.pairs.jaccard >= np.float32(threshold)
            found = joined(found, self.pairs.a[near], self.pairs.b[near])
        return found

    def of_pages(self, reader: ArchiveReader, pages: Sequence[int]) -> dict[int, int]:
        """Of pages by their numbers in the index the place of the text of their newest version, where it has one."""
        found: dict[int, int] = {}
        for start in range(0, len(pages), _PIECE):
            some = pages[start : start + _PIECE]
            rows = reader.connection.execute(
                _NEWEST.format(", ".join("?" * len(some))), list(some)
            ).fetchall()
            newest = {page: int(batch) << 32 | serial for page, batch, serial in rows}
            places = self.places(newest.values()).tolist()
            found.update((page, place) for page, place in zip(newest, places, strict=True) if place >= 0)
        return found

    def before(self, threshold: float = NEAR) -> Before:
        """Where the text of each version stood before."""
        found = np.full(len(self.keys), -1, np.int64)
        known = np.flatnonzero(self.of >= 0)
        if not len(known):
            return Before(self.keys, found)
        of_versions = self.groups("near", threshold)[self.of[known]]
        # of each group, at its number, its first version: versions are in order
        groups, firsts = np.unique(of_versions, return_index=True)
        first = np.zeros(len(self.texts), np.int64)
        first[groups] = self.keys[known[firsts]]
        found[known] = first[of_versions]
        found[found == self.keys] = -1
        return Before(self.keys, found)

    def others(self, place: int, threshold: float = NEAR) -> int:
        """How many other addresses have a version that is nearly the same as a text."""
        sizes = self._addresses(threshold)
        return max(0, int(sizes[self.groups("near", threshold)[place]]) - 1)

    def _addresses(self, threshold: float) -> Numbers:
        """Of each group, at its number, how many addresses have a version in it."""
        known = self._groups.get(("addresses", threshold))
        if known is None:
            with_text = self.of >= 0
            groups = self.groups("near", threshold)[self.of[with_text]]
            every = np.unique(np.stack((groups, self.pages[with_text])), axis=1)
            known = np.bincount(every[0], minlength=max(1, len(self.texts))).astype(np.int64)
            self._groups["addresses", threshold] = known
        return known


def stamp(archive: Path) -> tuple[tuple[int, int], ...]:
    """Another as soon as the cache has changed."""
    return tuple(_changed(archive / name) for name in (NAME, f"{NAME}-wal"))


def _changed(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def is_there(archive: Path) -> bool:
    """Whether an archive has such a cache at all."""
    return (archive / NAME).is_file()


def _first_alike(digests: npt.NDArray[np.uint64]) -> Numbers:
    """Of each text the first with the same digest; itself where it has none."""
    _, firsts, which = np.unique(digests, return_index=True, return_inverse=True)
    return np.where(digests == 0, np.arange(len(digests)), firsts[which]).astype(np.int64)


def joined(first: Numbers, a: Numbers, b: Numbers) -> Numbers:
    """Groups, each text with the place of the first of its own, once the groups of `a[n]` and `b[n]` have become one. The
    components of a graph, without scipy's: loading that takes 0.5 s and 39 MB, and every window asks for groups."""
    found = first.copy()
    while True:
        one, other = found[a], found[b]
        apart = one != other
        if not apart.any():
            return found
        a, b, one, other = a[apart], b[apart], one[apart], other[apart]
        np.minimum.at(found, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(found, shorter := found[found]):
            found = shorter
