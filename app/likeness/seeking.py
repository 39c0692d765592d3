"""One text against an archive: which of its pages are the same, nearly the same, or have passages of it.

The text may be of the archive or from anywhere: “have we seen this?”
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.likeness import passages, prints
from app.likeness.known import Known
from app.likeness.pairing import agreeing
from app.likeness.passages import Passage
from app.likeness.prints import Prints
from app.likeness.shingles import alike, shingles
from app.likeness.store import Store, id_of
from app.likeness.synonyms import read_synonyms
from app.templates.known import template_of
from extractors.base.types import Document

Same = Literal["text", "normal", "near", "part", "meaning"]
"""How a page is the same: its text; its letters and figures; nearly; some passages; its best terms."""

_MOST_COMPARED = 400
_LEAST_SHARED = 2  # marks of passages
_LEAST_PART = 0.02


class Match(NamedTuple):
    """A page that is like a text, by its newest version with this text. `jaccard` and `cosine` as in `shingles.Alike`;
    `contained` is the share of the shingles of the shorter text that the other has; `distance` is the number of bits in
    which their SimHashes differ, None where one has none; `addresses` are all that have this text."""

    capture: Capture
    same: Same
    jaccard: float
    cosine: float
    contained: float
    distance: int | None
    addresses: tuple[str, ...]


def prints_of_document(reader: ArchiveReader, document: Document) -> Prints | None:
    """The fingerprints of a document from anywhere, read with its main text; None without text."""
    return prints.of_document(document, read_synonyms(reader.path))


def text_of(reader: ArchiveReader, capture: Capture) -> str:
    """The text of a version that is compared. FormatError, StorageUnreadable."""
    document = reader.document(capture, main=True, template=template_of(reader.path, capture.url))
    return prints.main_text(document)


def like(
    reader: ArchiveReader,
    wanted: Prints,
    *,
    least: float = 0.5,
    parts: bool = True,
    without: str = "",
    known: Known | None = None,
) -> Iterator[Match]:
    """The pages that are like a text, the most alike first: from this Jaccard on, with `parts` also those that have
    passages of it, and those with the same best terms. `without` is an address that is left out. sqlite3.Error,
    `store.Broken` for a cache that was tampered with."""
    known = known if known is not None else Known(reader.path)
    with Store(reader.path) as store:
        rows = list(store.prints())
        place = {int(text): at for at, text in enumerate(known.texts)}
        rows = [row for row in rows if row[0] in place]
        if not rows:
            return
        places = np.array([place[row[0]] for row in rows])
        minhashes = np.array([np.frombuffer(row[1], "<u4") for row in rows], np.uint32)
        near = set(agreeing(wanted.minhash, minhashes)[:_MOST_COMPARED].tolist())
        if parts:
            near.update(_sharing(wanted, [row[2] for row in rows]))
        weighed = store.weighed_as(wanted.terms)
        semantic = int.from_bytes(weighed.semantic[:8], "big") if weighed is not None else 0
        if parts and semantic:
            near.update(np.flatnonzero(known.semantic[places] == semantic)[:_MOST_COMPARED].tolist())
        own = shingles(wanted.said)
        found: list[tuple[float, float, int, Same, int | None, tuple[float, float, float]]] = []
        for row in near:
            at = int(places[row])
            both = alike(own, shingles(store.said(rows[row][0])))
            same: Same
            if int(known.exact[at]) == int.from_bytes(wanted.exact[:8], "big"):
                same = "text"
            elif int(known.normal[at]) == int.from_bytes(wanted.normal[:8], "big"):
                same = "normal"
            elif both.jaccard >= least:
                same = "near"
            elif parts and both.contained >= _LEAST_PART and _is_shared(wanted, rows[row][2]):
                same = "part"
            elif parts and semantic and int(known.semantic[at]) == semantic:
                same = "meaning"
            else:
                continue
            simhash = weighed.simhash if weighed is not None else None
            distance = (
                (int(known.simhash[at]) ^ simhash).bit_count()
                if simhash is not None and known.hashed[at]
                else None
            )
            found.append((-both.jaccard, -both.contained, at, same, distance, both))
    for _, _, at, same, distance, figures in sorted(found):
        captures = list(_captures(reader, known, at, without))
        if captures:
            addresses = tuple(dict.fromkeys(one.url for one in captures))
            yield Match(captures[-1], same, *figures, distance, addresses)


def standing(
    reader: ArchiveReader, text: str, *, without: str = "", known: Known | None = None
) -> Iterator[Match]:
    """The pages that say passages of a text (a block, a quote), those with most of it first: `contained` is how much of its
    letters and figures stands there, in passages of `passages.LEAST` or more. None of a shorter text. sqlite3.Error,
    `store.Broken`."""
    known = known if known is not None else Known(reader.path)
    wanted = prints.of_text(text, "", read_synonyms(reader.path))
    if wanted is None or len(wanted.said) < passages.LEAST:
        return
    own = shingles(wanted.said)
    found: list[tuple[float, float, int, Same, tuple[float, float, float]]] = []
    with Store(reader.path) as store:
        place = {int(text): at for at, text in enumerate(known.texts)}
        rows = [row for row in store.prints() if row[0] in place]
        for row in _sharing(wanted, [row[2] for row in rows], least=1):
            at, said = place[rows[row][0]], store.said(rows[row][0])
            covered = sum(one.size for one in passages.between(wanted.said, said)) / len(wanted.said)
            if covered:
                both = alike(own, shingles(said))
                same: Same = "normal" if said == wanted.said else "part"
                found.append((-covered, -both.jaccard, at, same, (both.jaccard, both.cosine, covered)))
    for _, _, at, same, figures in sorted(found):
        captures = list(_captures(reader, known, at, without))
        if captures:
            addresses = tuple(dict.fromkeys(one.url for one in captures))
            yield Match(captures[-1], same, *figures, None, addresses)


def shared_passages(reader: ArchiveReader, text: str, capture: Capture) -> tuple[str, list[Passage]]:
    """The text of a version and the passages that it has of another text (`a` of each passage). Nothing where it cannot be
    read."""
    try:
        other = text_of(reader, capture)
    except (FormatError, StorageUnreadable, CaptureMissing):
        return "", []
    return other, passages.between(text, other)


def _captures(reader: ArchiveReader, known: Known, place: int, without: str) -> Iterator[Capture]:
    """The versions with a text, oldest first."""
    for at in np.flatnonzero(known.of == place).tolist():
        try:
            capture = reader.capture(id_of(int(known.keys[at])))
        except CaptureMissing:
            continue
        if capture.url != without:
            yield capture


def _sharing(wanted: Prints, rows: list[bytes], least: int = _LEAST_SHARED) -> list[int]:
    """Texts that share marks of passages with one, those that share most first."""
    if not len(wanted.marks):
        return []
    every = [np.frombuffer(row, "<u4") for row in rows]
    sizes = np.array([len(row) for row in every])
    flat = np.concatenate(every) if every else np.zeros(0, np.uint32)
    places = np.minimum(np.searchsorted(wanted.marks, flat), len(wanted.marks) - 1)
    hits = wanted.marks[places] == flat
    counts = np.bincount(np.repeat(np.arange(len(rows)), sizes)[hits], minlength=len(rows))
    order = np.argsort(-counts, kind="stable")[:_MOST_COMPARED]
    return [int(at) for at in order if counts[at] >= least]


def _is_shared(wanted: Prints, row: bytes) -> bool:
    return passages.shared(wanted.marks, np.frombuffer(row, "<u4")) >= _LEAST_SHARED
