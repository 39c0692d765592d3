"""Processes that read records: the same results as without them, whatever becomes of them, and none is left behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.archive import pooling
from app.archive.archive import Archive
from app.archive.pooling import Crew, prepared
from app.archive.upkeep import reindexing
from app.interchange import importing
from app.interchange.importing import import_files
from app.tianwang.writer import encode
from extractors.door import worker
from extractors.door.processes import can_fork
from tests.processes import started

PID = "__import__('os').getpid()"


@pytest.fixture
def mates() -> Iterator[Crew]:
    """A crew of one process, which is ready; `copies` has one of a copy."""
    with Crew(1) as one:
        assert one.made(abs, [-1]) is None, "a start is not waited for"
        ready(one)
        yield one


def never(*given: object) -> bool:
    return False


def ready(one: Crew) -> None:
    assert one._starter is not None
    one._starter.join()


def test_another_process_does_the_work(mates: Crew) -> None:
    assert mates.made(abs, [-1, 2, -3]) == [1, 2, 3]
    assert mates.made(eval, [PID]) == [mates._processes[0].pid] != [os.getpid()]


def test_what_fails_there_is_left_to_the_one_who_asked(mates: Crew) -> None:
    assert mates.made(abs, ["no number"]) is None
    assert mates.made(abs, [-1]) == [1]


def test_the_one_who_asks_works_while_it_waits(mates: Crew) -> None:
    worked: list[int] = []
    assert mates.made(abs, [-1], lambda: worked.append(1)) == [1]
    assert worked == [1]


def test_an_answer_that_was_not_waited_for_is_not_taken_for_the_next_one(mates: Crew) -> None:
    with pytest.raises(ZeroDivisionError):
        mates.made(abs, [-1], lambda: print(1 // 0))
    assert mates.made(abs, [-2]) == [2]


def loaded() -> None:
    """What a process is to load first."""
    os.environ["LOADED_BY_TEST"] = "yes"


def test_a_process_loads_what_it_needs_before_its_first_question() -> None:
    with Crew(1, load=loaded) as one:
        one.made(abs, [-1])
        ready(one)
        assert one.made(os.getenv, ["LOADED_BY_TEST"]) == ["yes"]
    assert "LOADED_BY_TEST" not in os.environ


def test_what_is_printed_there_does_not_get_among_the_answers(mates: Crew) -> None:
    assert mates.made(print, ["printed"]) == [None]
    assert mates.made(abs, [-1]) == [1]


def test_several_threads_get_their_own_answers(mates: Crew) -> None:
    with ThreadPoolExecutor(pooling.AHEAD) as pool:
        answers = list(pool.map(lambda n: mates.made(abs, [-n, n]), range(500)))
    assert answers == [[n, n] for n in range(500)]


def test_nothing_is_missing_when_a_process_is_killed(mates: Crew, caplog: pytest.LogCaptureFixture) -> None:
    results = []
    for n in prepared(range(0, -5000, -1), abs, crew=mates):
        results.append(n)
        if n == 1000:
            mates._processes[0].kill("")
    assert results == list(range(5000))
    assert [mates.made(abs, [-1]) for _ in range(pooling.AHEAD)] == [None] * pooling.AHEAD
    assert "A process that reads records has ended" in caplog.text


def test_a_crew_of_which_no_process_can_be_started_leaves_the_work_to_threads(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(worker, "_entry_serves", False)
    monkeypatch.setattr(pooling, "can_fork", never)
    with Crew(2) as one:
        assert list(prepared(range(100), abs, crew=one)) == list(range(100))
        ready(one)
    assert "No process could be started" in caplog.text


def test_no_process_is_left_when_a_crew_is_closed() -> None:
    with Crew(2) as one:
        one.made(abs, [-1])
        ready(one)
        processes = [mate._process for mate in one._processes]
        assert [process.poll() for process in processes] == [None, None]
    assert all(process.returncode is not None for process in processes)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has processes that can be copied")
def test_copies_of_a_process_do_the_same() -> None:
    """In a pytest of its own: libraries of the window have a second thread, with which no process can be copied."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:pytest-qt", "--noconftest", "-c", os.devnull]
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [*command, "--rootdir", str(root), "tests/app/archive/copies.py"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "12 passed" in done.stdout


def test_a_process_with_a_second_thread_is_not_copied() -> None:
    ended = threading.Event()
    second = threading.Thread(target=ended.wait)
    second.start()
    try:
        assert not can_fork()
        with Crew(1) as one:
            one.begin()
            assert not one._processes
    finally:
        ended.set()
        second.join()


def test_a_crew_can_be_closed_while_it_starts() -> None:
    with Crew(2) as one:
        one.made(abs, [-1])
    assert all(mate._process.returncode is not None for mate in one._processes)


@pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="only Linux tells the end of a process that is no child"
)
@pytest.mark.parametrize("start", ["made(abs, [-1])", "begin()"])
def test_no_process_is_left_when_the_one_who_started_it_is_killed(start: str) -> None:
    code = (
        f"import sys, os, signal; sys.path[:] = {sys.path!r}\n"
        "from app.archive.pooling import Crew\n"
        f"one = Crew(1); one.{start}; one._starter.join()\n"
        "print(one._processes[0].pid, flush=True); sys.stdin.read(1); os.kill(os.getpid(), signal.SIGKILL)"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with started([sys.executable, "-c", code], **pipes) as starter:
        ended = os.pidfd_open(int(starter.stdout.readline()))
        try:
            starter.communicate(b"\n")
            assert starter.returncode == -signal.SIGKILL
            assert select.select([ended], [], [], 30)[0], "the process is still there"
        finally:
            os.close(ended)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other groups")
def test_an_interruption_of_the_terminal_is_not_for_the_processes(mates: Crew) -> None:
    assert os.getpgid(mates._processes[0].pid) == mates._processes[0].pid != os.getpgid(0)


def pages(path: Path) -> Path:
    """All that records may be: packed and not, doubled, without date, visits to come."""
    start = datetime(2026, 3, 1, tzinfo=UTC)
    with path.open("wb") as file:
        for n in range(400):
            body = f"<html lang=zh><title>Page {n % 90} 标题</title>{'text ' * (n // 180 + n % 7)}</html>".encode()
            data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
            url = f"http://a.example/{n % 90}"
            record = encode(
                url=url, date=start + timedelta(hours=n), data=data, level=n % 3 and 6, digest=n % 2 == 0
            )
            file.write(record.replace(b"\ndate:", b"\nodd:") if n % 40 == 39 else record)
    return path


def contents(archive: Archive) -> list[tuple[object, ...]]:
    with archive.reader() as reader:
        stored = [
            (c, reader.record(c).header, reader.record(c).data() if reader.record(c).length else b"")
            for c in reader.captures()
        ]
        return [*stored, reader.statistics()]  # type: ignore[list-item]


class Ready(Crew):
    """Whose process is there from the beginning."""

    def __init__(self) -> None:
        super().__init__(1)
        self.made(abs, [-1])
        ready(self)
        crews.append(self)


crews: list[Crew] = []


@pytest.mark.parametrize("commit_every", [1000, 7])
def test_an_import_and_a_rebuild_by_processes_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commit_every: int
) -> None:
    source = pages(tmp_path / "pages.tw")
    monkeypatch.setattr(importing, "COMMIT_EVERY", commit_every)
    archives, reports = [], []
    for name in ("threads", "processes"):
        folder = tmp_path / name
        folder.mkdir()
        archives.append(Archive.create(folder / "same.archive"))
        with archives[-1].writer() as writer:
            reports.append(import_files(writer, [source]))
            again = import_files(writer, [source])
            assert again.stored == again.visits == 0
        for module in (importing, reindexing):
            monkeypatch.setattr(module, "WORTHWHILE", 0)
            monkeypatch.setattr(module, "Crew", Ready)
    assert (
        reports[0] == reports[1]
        and reports[0].stored > 90
        and reports[0].visits > 90
        and reports[0].files[0].damaged
    )
    threads, processes = map(contents, archives)
    assert threads[:-1] == processes[:-1]
    report = Archive.reindex(archives[1].path)
    assert not report.damaged and not report.skipped
    assert contents(archives[1])[:-1] == processes[:-1]
    assert len(crews) == 3
    crews.clear()


def test_small_files_start_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: Crew, *given: object) -> None:
        raise AssertionError("a process for a small file")

    monkeypatch.setattr(pooling.Crew, "made", never)
    archive = Archive.create(tmp_path / "small.archive")
    with archive.writer() as writer:
        assert import_files(writer, [pages(tmp_path / "pages.tw")]).stored
    assert not Archive.reindex(archive.path).damaged
