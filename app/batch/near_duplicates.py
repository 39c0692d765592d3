"""Documents that are nearly the same in archives of any size: SimHashes of their main texts that differ in at most three
bits (Manku, Jain and Das Sarma 2007, section 4; the crawler book, L13985–13999).

Fingerprints are divided by size, so that the parts of the result are sorted as a whole, and packed in files of 64 MB in
memory. Each file is compared with all that are asked about, by tables; then each pair is told with the documents of its
other side. Weights of words are their counts: those of an archive, as `likeness` learns them, would make fingerprints of
different archives different ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from app.batch.job import Job, Pair
from app.batch.splits import Item, Which
from app.batch.tasks import (
    Counters,
    InResult,
    Plan,
    Reducing,
    Staged,
    Task,
    map_reduce,
    merged,
    part_path,
    write_run,
)
from app.errors import JobRefused
from app.likeness.fingerprint_file import packed, unpacked
from app.likeness.prints import LEAST, LONGEST, main_text
from app.likeness.shingles import normal
from app.likeness.simhash import BITS, NEAR, Fingerprints, hamming, simhash
from app.likeness.tables import near_between
from app.likeness.terms import Weights, terms_of
from app.messages import Message
from extractors.base.types import Document

CHUNK = 8 << 20
"""Fingerprints compared by a task: 64 MB."""
_NAMED = 20  # documents that are named at the other side of a pair; all of them stand in their own line


def fingerprint(document: Document) -> int | None:
    """The SimHash of what a document says; None where that is too little."""
    text = main_text(document)[:LONGEST]
    if len(normal(text)) < LEAST:
        return None
    return simhash(Weights().weighed(terms_of(f"{document.title}. {text}")))


@dataclass(frozen=True)
class NearDuplicates(Staged):
    """For each fingerprint that several documents have or nearly have, in their newest versions: `key`, `pages` (url,
    archive, id), `near` (key, distance, documents, pages). With `about`, an archive among the others, only for its
    documents. `most`: bits that may differ."""

    name: ClassVar[str] = "near-duplicates"
    which: ClassVar[Which] = "newest"
    most: int = NEAR
    about: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.most <= NEAR:
            raise JobRefused(Message("job-choice", value=self.most, choices=f"0 … {NEAR}"))

    def map(self, item: Item) -> Iterable[Pair]:
        found = fingerprint(item.document)
        if found is not None:
            yield f"{found:016x}", [item.capture.url, item.archive, item.capture.id]

    def partition(self, key: str, parts: int) -> int:
        return int(key, 16) * parts >> BITS

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        pages = [{"url": url, "archive": archive, "id": id} for url, archive, id in values]
        yield {"key": key, "pages": pages}

    def stages(self, plan: Plan) -> Iterator[Sequence[Task]]:
        work, parts = plan.work, range(plan.parts)
        prints = work / "prints"
        prints.mkdir(exist_ok=True)
        about = str(Path(self.about).resolve()) if self.about else ""
        if about and about not in map(str, plan.archives):
            choices = ", ".join(map(str, plan.archives))
            raise JobRefused(Message("job-choice", value=self.about, choices=choices))
        yield from map_reduce(plan, self, prints)
        packs = [Packing(work, part, about) for part in parts]
        yield packs
        chunks = [
            (pack.number, chunk) for pack in packs for chunk in range((pack.made() or {}).get("chunks", 0))
        ]
        compares = [
            Comparing(work, number, *chunk, plan.parts, self.most) for number, chunk in enumerate(chunks)
        ]
        yield compares
        yield [Telling(work, part, len(compares), plan.parts) for part in parts]
        yield [Reducing(_Told(), work / "told", plan.out, part, plan.parts, plan.out) for part in parts]


@dataclass(frozen=True)
class Packing(InResult):
    """The fingerprints of a part: all of them in `chunk` files, and in `asked` those of documents of an archive (of any,
    where it has no name)."""

    about: str

    @property
    def home(self) -> Path:
        return self.folder / f"packed{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        every: list[int] = []
        asked: list[int] = []
        for line in _lines(part_path(self.folder / "prints", self.number)):
            every.append(int(line["key"], 16))
            if not self.about or any(page["archive"] == self.about for page in line["pages"]):
                asked.append(every[-1])
        starts = range(0, len(every), CHUNK)
        for chunk, start in enumerate(starts):
            (own / f"chunk{chunk:05d}").write_bytes(packed(np.array(every[start : start + CHUNK], np.uint64)))
        (own / "asked").write_bytes(packed(np.array(asked, np.uint64)))
        return {"fingerprints": len(every), "asked": len(asked), "chunks": len(starts)}


@dataclass(frozen=True)
class Comparing(InResult):
    """A chunk compared with all that is asked about: for each of its fingerprints those that are near."""

    part: int
    chunk: int
    parts: int
    most: int

    @property
    def home(self) -> Path:
        return self.folder / "near" / f"{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        packs = [self.folder / f"packed{part:05d}" for part in range(self.parts)]
        chunk = unpacked((packs[self.part] / f"chunk{self.chunk:05d}").read_bytes())
        asked: Fingerprints = np.concatenate([unpacked((pack / "asked").read_bytes()) for pack in packs])
        pairs = near_between(chunk, asked, self.most)
        held: dict[str, list[Any]] = {}
        for one, other in zip(chunk[pairs[:, 0]].tolist(), asked[pairs[:, 1]].tolist(), strict=True):
            held.setdefault(f"{one:016x}", []).append(f"{other:016x}")
        write_run(NearDuplicates(), own, 0, held, self.parts)
        return {"near": sum(key != other for key, others in held.items() for other in others)}


@dataclass(frozen=True)
class Telling(InResult):
    """Each that is asked about told who is near it: the fingerprints of a part with their documents, by the other side of
    each pair."""

    compares: int
    parts: int

    @property
    def home(self) -> Path:
        return self.folder / "told" / f"{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        held: dict[str, list[Any]] = {}
        pages = _lines(part_path(self.folder / "prints", self.number))
        for key, near in merged(self.folder / "near", self.number, self.compares):
            line = next(line for line in pages if line["key"] == key)
            for other in near:
                told = [hamming(int(key, 16), int(other, 16)), key, len(line["pages"])]
                named = line["pages"] if other == key else line["pages"][:_NAMED]
                held.setdefault(other, []).append([*told, named])
        write_run(NearDuplicates(), own, 0, held, self.parts)
        return {}


class _Told(Job):
    """The lines of the result."""

    name: ClassVar[str] = "told"

    def map(self, item: Item) -> Iterable[Pair]:
        return ()

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        own: list[dict[str, Any]] = []
        near: list[dict[str, Any]] = []
        for distance, other, documents, pages in sorted(values, key=lambda value: value[:2]):
            if other == key:
                own = pages
            else:
                near.append({"key": other, "distance": distance, "documents": documents, "pages": pages})
        if near or len(own) > 1:
            yield {"key": key, "pages": own, "near": near}


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)
