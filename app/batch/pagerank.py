"""PageRank of the pages of several archives together, on arcs in blocks by where they lead.

Block b has the addresses whose digests fall to it, in canonical order, and all arcs that lead to them: a round is, for each
block, its matrix times the ranks of all addresses, and no two blocks write the same number. What travels between rounds
are the ranks alone, eight bytes an address; blocks are read where they lie, mapped into memory. The ranks of every tenth
round are kept, and a job that was killed goes on from these. The same as `graph.rank.pagerank` of one archive, which holds
all arcs in the memory of one machine (they agree to 1e-9), with the arcs and weights of `graph.network`.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from app.archive.archive import Archive
from app.archive.whole import write_whole
from app.batch.job import Job, Pair
from app.batch.splits import Item, Split
from app.batch.tasks import Counters, InFolder, InResult, Plan, Reducing, Staged, Task, write_run
from app.errors import JobRefused
from app.messages import Message

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

KEPT = 10
"""Rounds behind which ranks are kept."""
_MOST_ROUNDS = 1000
_LEARNED = 1000  # versions at most that are read for what sites repeat, as for the ranks of one archive


class _Ranked(Job):
    """The lines of the result, the first first."""

    name: ClassVar[str] = "ranked"

    def map(self, item: Item) -> Iterable[Pair]:
        return ()

    def partition(self, key: str, parts: int) -> int:
        place, _, size = key.partition("/")
        return int(place) * parts // int(size)

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        for url, rank in values:
            yield {"key": url, "rank": rank}


@dataclass(frozen=True)
class PageRanks(Staged):
    """Of all that a random reader visits, how much each address is: `key`, `rank` (they add up to 1), the first first.
    A round that changes the ranks by less than `tolerance` is the last."""

    name: ClassVar[str] = "pagerank"
    damping: float = 0.85
    tolerance: float = 1e-10

    def __post_init__(self) -> None:
        for value, least, most in ((self.damping, 0.0, 0.999), (self.tolerance, 1e-15, 1.0)):
            if not least <= value <= most:
                raise JobRefused(Message("job-choice", value=value, choices=f"{least:g} … {most:g}"))

    def map(self, item: Item) -> Iterable[Pair]:
        return ()

    def splits(self, archive: Path, size: int) -> list[Split]:
        return []  # the graph of an archive knows the links of all records

    def look(self, archive: str) -> None:
        """Gathers the links of an archive that its graph does not know yet. ArchiveLocked, StorageFailed."""
        from app.graph.standing import bring_up_to_date
        from app.templates.feeding import feed as learn_templates

        opened = Archive.open(archive)
        learn_templates(opened, most=_LEARNED)
        bring_up_to_date(opened)

    def stages(self, plan: Plan) -> Iterator[Sequence[Task]]:
        work, blocks = plan.work, range(plan.parts)
        cuts = [Cutting(work, n, archive, plan.parts) for n, archive in enumerate(plan.archives)]
        yield cuts
        joins = [Joining(work, block, len(cuts)) for block in blocks]
        yield joins
        sizes = [(join.made() or {})["addresses"] for join in joins]
        begins = tuple(np.concatenate(([0], np.cumsum(sizes))).tolist())
        links = [Linking(work, block, len(cuts), begins) for block in blocks]
        yield links
        ranks = yield from self._rounds(plan, begins)
        order = np.argsort(-ranks, kind="stable")
        place = np.empty(len(ranks), np.int64)
        place[order] = np.arange(len(ranks))
        _keep(work / "ranked.npy", np.stack((place.astype(np.float64), ranks)))
        yield [Naming(work, block, plan.parts, begins) for block in blocks]
        yield [Reducing(_Ranked(), work / "names", plan.out, n, plan.parts, plan.out) for n in blocks]

    def _rounds(self, plan: Plan, begins: tuple[int, ...]) -> Generator[Sequence[Task], None, Scores]:
        """The rounds, and the ranks that they lead to."""
        work, size = plan.work, begins[-1]
        out = np.zeros(size)
        for block in range(plan.parts):
            home = work / f"linked{block:05d}"
            out[np.load(home / "leading.npy")] += np.load(home / "leaving.npy")
        leading = out > 0
        ranks, done = _kept(work, size)
        while size and done < _MOST_ROUNDS:
            flow = np.zeros(size)
            np.divide(ranks, out, flow, where=leading)
            np.save(work / f"flow{done:05d}.npy", flow)
            rounds = [Round(work, block, done) for block in range(plan.parts)]
            yield rounds
            new = self.damping * np.concatenate([np.load(one.home / "into.npy") for one in rounds])
            lost = float(ranks[~leading].sum())
            new += (1.0 - self.damping + self.damping * lost) / size
            change = float(np.abs(new - ranks).sum())
            for one in rounds:
                shutil.rmtree(one.home, ignore_errors=True)
            (work / f"flow{done:05d}.npy").unlink(missing_ok=True)
            ranks, done = new, done + 1
            if done % KEPT == 0 or change < self.tolerance:
                _keep(work / f"ranks{done:05d}.npy", ranks)
            if change < self.tolerance:
                break
        plan.counters["rounds"] = done
        return ranks / ranks.sum() if size else ranks


@dataclass(frozen=True)
class Cutting(InFolder):
    """The addresses and arcs of an archive divided into blocks. Of each block there are `keys`, its addresses in order;
    `ids`, their numbers in the archive; `source`, `target`, `weight` of the arcs that lead to them."""

    folder: Path
    number: int
    archive: Path
    parts: int

    @property
    def reads(self) -> Path:
        return self.archive

    @property
    def writes(self) -> Path:
        return self.folder.parent

    @property
    def home(self) -> Path:
        return self.folder / f"cut{self.number:05d}"

    def apart(self, folder: Path) -> Cutting:
        return replace(self, folder=folder)

    def fill(self, own: Path) -> Counters:
        from app.graph.network import Network

        network = Network.of(self.archive)
        arcs, whose = network.arcs(), _Ranked()
        deal = Job.partition
        block = np.fromiter((deal(whose, key, self.parts) for key in network.keys), np.int64, arcs.size)
        of_arc = block[arcs.target]
        for one in range(self.parts):
            ids = np.flatnonzero(block == one)
            _write_keys(own / f"keys{one:05d}", (network.keys[id] for id in ids.tolist()))
            np.save(own / f"ids{one:05d}.npy", ids)
            some = of_arc == one
            for name in ("source", "target", "weight"):
                np.save(own / f"{name}{one:05d}.npy", getattr(arcs, name)[some])
        return {"links": len(arcs)}


@dataclass(frozen=True)
class Joining(InResult):
    """The addresses of a block in all archives: `keys` in order; `place` of an archive tells where its own are in it."""

    cuts: int

    @property
    def home(self) -> Path:
        return self.folder / f"joined{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        lists = [_keys(self.folder / f"cut{cut:05d}" / f"keys{self.number:05d}") for cut in range(self.cuts)]
        every = sorted({key for keys in lists for key in keys})
        number = {key: n for n, key in enumerate(every)}
        for cut, keys in enumerate(lists):
            np.save(
                own / f"place{cut:05d}.npy", np.fromiter(map(number.__getitem__, keys), np.int64, len(keys))
            )
        _write_keys(own / "keys", every)
        return {"addresses": len(every)}


@dataclass(frozen=True)
class Linking(InResult):
    """The arcs that lead to the addresses of a block, as the rows of a sparse matrix; and how much each address that they
    come from gives away here. `begins` are the numbers of the first addresses of the blocks, and how many there are."""

    cuts: int
    begins: tuple[int, ...]

    @property
    def home(self) -> Path:
        return self.folder / f"linked{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        found = [self._arcs(cut) for cut in range(self.cuts)]
        source, target, weight = (np.concatenate([arcs[n] for arcs in found]) for n in range(3))
        order = np.lexsort((weight, source, target))
        source, target, weight = source[order], target[order], weight[order]
        # a link that several archives have is one, and weighs what it weighs most
        last = np.append((source[1:] != source[:-1]) | (target[1:] != target[:-1]), True)[: len(source)]
        source, target, weight = source[last], target[last], weight[last]
        size = self.begins[self.number + 1] - self.begins[self.number]
        rows = np.concatenate(([0], np.cumsum(np.bincount(target, minlength=size))))
        leading, where = np.unique(source, return_inverse=True)
        np.save(own / "rows.npy", rows)
        np.save(own / "source.npy", source)
        np.save(own / "weight.npy", weight)
        np.save(own / "leading.npy", leading)
        np.save(own / "leaving.npy", np.bincount(where, weight, len(leading)))
        return {"arcs": len(source)}

    def _arcs(self, cut: int) -> tuple[Numbers, Numbers, Scores]:
        """Those of an archive: sources numbered among all addresses, targets in the block."""
        home = self.folder / f"cut{cut:05d}"
        ids = [np.load(home / f"ids{block:05d}.npy") for block in range(len(self.begins) - 1)]
        number = np.zeros(sum(map(len, ids)), np.int64)
        for block, own in enumerate(ids):
            place = np.load(self.folder / f"joined{block:05d}" / f"place{cut:05d}.npy")
            number[own] = self.begins[block] + place
        source, target, weight = (
            np.load(home / f"{name}{self.number:05d}.npy") for name in ("source", "target", "weight")
        )
        return number[source], number[target] - self.begins[self.number], weight


@dataclass(frozen=True)
class Round(InResult):
    """What flows into the addresses of a block in a round."""

    durable: ClassVar[bool] = False
    done: int

    @property
    def home(self) -> Path:
        return self.folder / f"round{self.done:05d}-{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        from scipy import sparse

        home = self.folder / f"linked{self.number:05d}"
        rows, source, weight = (
            np.load(home / f"{name}.npy", mmap_mode="r") for name in ("rows", "source", "weight")
        )
        flow = np.load(self.folder / f"flow{self.done:05d}.npy", mmap_mode="r")
        matrix = sparse.csr_array((weight, source, rows), shape=(len(rows) - 1, len(flow)))
        np.save(own / "into.npy", matrix @ flow)
        return {}


@dataclass(frozen=True)
class Naming(InResult):
    """The addresses of a block with their ranks, for the parts of the result."""

    parts: int
    begins: tuple[int, ...]

    @property
    def home(self) -> Path:
        return self.folder / "names" / f"{self.number:05d}"

    def fill(self, own: Path) -> Counters:
        from app.graph.store.addresses import url_of

        some = slice(self.begins[self.number], self.begins[self.number + 1])
        place, rank = np.load(self.folder / "ranked.npy", mmap_mode="r")[:, some]
        keys = _keys(self.folder / f"joined{self.number:05d}" / "keys")
        size = self.begins[-1]
        held: dict[str, list[Any]] = {
            f"{int(n):012d}/{size}": [[url_of(key), score]]
            for key, n, score in zip(keys, place.tolist(), rank.tolist(), strict=True)
        }
        write_run(_Ranked(), own, 0, held, self.parts)
        return {}


def _keep(path: Path, numbers: Scores) -> None:
    held = BytesIO()
    np.save(held, numbers)
    write_whole(path, held.getvalue())


def _kept(work: Path, size: int) -> tuple[Scores, int]:
    """The ranks kept last, and of which round they are; else those to begin with."""
    for path in sorted(work.glob("ranks?????.npy"), reverse=True):
        with suppress(OSError, ValueError):
            found = np.load(path)
            if found.shape == (size,):
                return found, int(path.stem[5:])
    return np.full(size, 1.0 / max(size, 1)), 0


def _write_keys(path: Path, keys: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{key}\n" for key in keys)


def _keys(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1]
