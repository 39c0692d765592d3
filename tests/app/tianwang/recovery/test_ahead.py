"""Checking DATA in threads ahead of the walk: the same findings, bounded memory, and no thread that stays."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import pytest

from app.tianwang.recovery import probe as recovery_proof
from app.tianwang.recovery import scan as recovery_ahead
from app.tianwang.recovery import scan as recovery_scan
from app.tianwang.recovery.probe import Probe
from app.tianwang.recovery.recovery import Finding, recover, scan
from app.tianwang.recovery.scan import Ahead
from tests import damage

THREADS = "check ahead"
"""How the threads are called."""


@pytest.fixture(autouse=True)
def everything_is_worth_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery_ahead, "_WORTH", 1)
    monkeypatch.setattr(recovery_ahead, "_WORTH_HASHING", 1)


@pytest.fixture
def with_threads(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many threads recovery takes, whatever the machine has."""
    return lambda count: monkeypatch.setattr(recovery_scan, "Ahead", partial(Ahead, threads=count))


def left() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(THREADS)]


def packed(count: int, size: int = 40_000) -> bytes:
    """Records that are compressed and carry no other check."""
    file = damage.make(random.Random(5), "compressed", count, size, embedded=0)
    assert b"unzip-length" in file.data
    return file.data


@pytest.mark.parametrize("dialect", ["compressed", "own", "old own"])
def test_threads_find_what_the_walk_alone_finds(
    dialect: str, tmp_path: Path, with_threads: Callable[[int], None]
) -> None:
    """On a file without damage, and on files with one to twelve damages."""
    path, repaired_or_lost = tmp_path / "file", 0
    for seed in range(40):
        chance = random.Random(f"ahead {dialect} {seed}")
        file = damage.make(chance, dialect, 30)
        path.write_bytes(damage.several(chance, file.data, seed % 13).data if seed else file.data)
        found: list[list[Finding]] = []
        for count in (0, 1, 3):
            with_threads(count)
            found.append(list(scan(path)))
        assert found[0] == found[1] == found[2]
        repaired_or_lost += sum(finding.kind in ("lost", "repaired") for finding in found[0])
    assert repaired_or_lost > 40
    assert not left()


def test_the_walk_does_what_the_threads_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that is busy elsewhere; what waits for the threads stays little."""
    waiting: dict[int, int] = {}
    largest = 0

    class Counted(SimpleQueue):  # type: ignore[type-arg]
        def put(self, job: tuple[Probe, bytes] | None) -> None:  # type: ignore[override]
            nonlocal largest
            if job is not None:
                waiting[job[0].offset] = len(job[1])
                largest = max(largest, sum(waiting.values()))
            super().put(job)

        def get_nowait(self) -> tuple[Probe, bytes] | None:
            job: tuple[Probe, bytes] | None = super().get_nowait()
            if job is not None:
                waiting.pop(job[0].offset)
            return job

    monkeypatch.setattr(recovery_ahead, "SimpleQueue", Counted)
    monkeypatch.setattr(recovery_ahead, "_work", lambda jobs: None)
    monkeypatch.setattr(recovery_scan, "Ahead", partial(Ahead, threads=2))
    (tmp_path / "file").write_bytes(packed(300))
    assert {finding.kind for finding in scan(tmp_path / "file")} == {"recovered"}
    assert 0 < largest < (tmp_path / "file").stat().st_size / 3


def test_memory_that_is_short_in_a_thread_is_left_to_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_threads: Callable[[int], None]
) -> None:
    walking, inflates = threading.current_thread(), recovery_proof.inflates

    def short(data: bytes, size: int) -> bool:
        if threading.current_thread() is not walking:
            raise MemoryError
        return inflates(data, size)

    monkeypatch.setattr(recovery_proof, "inflates", short)
    with_threads(2)
    (tmp_path / "file").write_bytes(packed(40))
    assert {finding.kind for finding in scan(tmp_path / "file")} == {"recovered"}


def test_no_thread_stays_when_a_scan_is_given_up(tmp_path: Path, with_threads: Callable[[int], None]) -> None:
    with_threads(2)
    (tmp_path / "file").write_bytes(packed(60))
    found = scan(tmp_path / "file")
    assert len(list(islice(found, 3))) == 3
    assert len(left()) == 2
    found.close()  # type: ignore[attr-defined]
    assert not left()


def test_no_thread_stays_when_recovery_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_threads: Callable[[int], None]
) -> None:
    with_threads(2)
    monkeypatch.setattr(recovery_scan, "_STEP", 1)
    (tmp_path / "file").write_bytes(packed(60))
    seen: list[int] = []

    def cancelled() -> bool:
        seen.append(len(left()))
        return len(seen) > 20

    report = recover(tmp_path / "file", tmp_path / "out", cancelled=cancelled)
    assert report.cancelled
    assert report.recovered
    assert seen[-1] == 2
    assert not left()
    assert not (tmp_path / "out").exists()


def test_records_without_checks_start_no_thread(tmp_path: Path, with_threads: Callable[[int], None]) -> None:
    with_threads(2)
    (tmp_path / "file").write_bytes(damage.make(random.Random(8), "tse", 30, embedded=0).data)
    found = scan(tmp_path / "file")
    assert len(list(islice(found, 20))) == 20
    assert not left()
