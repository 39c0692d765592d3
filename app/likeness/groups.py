"""Groups of pages of an archive that are the same or nearly the same, with how alike their members are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.archive.addresses import is_rendered
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing
from app.likeness.known import NEAR, Known, Manner
from app.likeness.pairing import Numbers
from app.likeness.store import Store, id_of

Shares = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Member:
    """A version in a group; `jaccard` is how alike it is to the member that is most like it, 1 for the same letters and
    figures."""

    capture: Capture
    jaccard: float


@dataclass(frozen=True, slots=True)
class Group:
    """Versions of several addresses, oldest first. `bytes` are those of all but the first; `terms` stand for the first."""

    members: tuple[Member, ...]
    bytes: int
    terms: tuple[str, ...]


def groups(
    reader: ArchiveReader,
    manner: Manner = "near",
    threshold: float = NEAR,
    *,
    prefixes: Collection[str] = (),
    every: bool = False,
    known: Known | None = None,
) -> Iterator[Group]:
    """The groups of at least two addresses, those with most addresses first; of each page the newest version with an
    answer, or with `every` all its versions. `prefixes` limit the addresses. Of an archive without fingerprints
    (`feeding.feed`) there are none."""
    known = known if known is not None else Known(reader.path)
    with_text = np.flatnonzero(known.of >= 0)
    if not every:
        with_text = _newest(reader, known, with_text)
    of_text = known.groups(manner, threshold)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for at in with_text.tolist():
        found[int(of_text[known.of[at]])].append(at)
    best = _best(known, threshold) if manner == "near" else None
    sized = sorted(
        (-len({int(known.pages[at]) for at in members}), members[0], members)
        for members in found.values()
        if len(members) > 1
    )
    with Store(reader.path) as store:
        for addresses, _, members in sized:
            if addresses > -2:
                break
            shown = list(_members(reader, known, members, best, prefixes))
            if len({one.capture.url for one in shown}) < 2:
                continue
            text = int(known.texts[known.of[members[0]]])
            yield Group(tuple(shown), sum(one.capture.length for one in shown[1:]), store.best(text))


def _members(
    reader: ArchiveReader, known: Known, members: list[int], best: Shares | None, prefixes: Collection[str]
) -> Iterator[Member]:
    same = np.unique(known.normal[known.of[members]], return_counts=True)
    twice = set(same[0][same[1] > 1].tolist())
    for at in members:
        try:
            capture = reader.capture(id_of(int(known.keys[at])))
        except CaptureMissing:  # the index was made anew from fewer batches
            continue
        if is_rendered(capture.url) or (prefixes and not capture.url.startswith(tuple(prefixes))):
            continue
        text = known.of[at]
        exact = best is None or int(known.normal[text]) in twice
        yield Member(capture, 1.0 if exact or best is None else float(best[text]))


def _best(known: Known, threshold: float) -> Shares:
    """Of each text how alike the one is that is most like it."""
    found = np.zeros(len(known.texts), np.float32)
    near = known.pairs.jaccard >= np.float32(threshold)
    for side in (known.pairs.a, known.pairs.b):
        np.maximum.at(found, side[near], known.pairs.jaccard[near])
    return found


def _newest(reader: ArchiveReader, known: Known, places: Numbers) -> Numbers:
    """Of the versions those that are the newest of their page."""
    rows = reader.connection.execute(
        "SELECT c.page_id, c.batch, c.serial FROM captures c WHERE c.base IS NULL AND c.status BETWEEN 200 AND 299 "
        "ORDER BY c.page_id, c.date, c.seq"
    )
    newest = {page: int(batch) << 32 | serial for page, batch, serial in rows}
    keys = np.sort(np.array(list(newest.values()), np.int64))
    return places[np.isin(known.keys[places], keys)]
