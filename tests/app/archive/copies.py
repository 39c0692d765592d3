"""Crews of copies of the process, as `test_crew` has them of new ones: run by it in a pytest of its own."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.pooling import Crew
from extractors.door.processes import Forked, Process, can_fork
from tests.app.archive.test_crew import (  # noqa: F401  # they run again here
    loaded,
    ready,
    test_an_answer_that_was_not_waited_for_is_not_taken_for_the_next_one,
    test_an_interruption_of_the_terminal_is_not_for_the_processes,
    test_another_process_does_the_work,
    test_nothing_is_missing_when_a_process_is_killed,
    test_several_threads_get_their_own_answers,
    test_the_one_who_asks_works_while_it_waits,
    test_what_fails_there_is_left_to_the_one_who_asked,
    test_what_is_printed_there_does_not_get_among_the_answers,
)


@pytest.fixture(autouse=True)
def _alone() -> None:
    """The system's thread of an earlier test takes a moment longer than its own `join`."""
    until = time.monotonic() + 10
    while not can_fork() and time.monotonic() < until:
        time.sleep(0.01)


@pytest.fixture
def mates() -> Iterator[Crew]:
    """A crew of one copy, which is ready."""
    with Crew(1) as one:
        one.begin()
        assert isinstance(one._processes[0]._process, Forked)
        ready(one)
        yield one


def test_a_copy_loads_what_it_needs_before_its_first_question() -> None:
    with Crew(1, load=loaded) as one:
        one.begin()
        ready(one)
        assert one.made(os.getenv, ["LOADED_BY_TEST"]) == ["yes"]
    assert "LOADED_BY_TEST" not in os.environ


def test_the_first_question_waits_for_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the process that asks would load all that the copy loads, too."""
    awake = threading.Event()
    welcome = Process.welcome

    def late(process: Process) -> None:
        awake.wait(10)
        welcome(process)

    monkeypatch.setattr(Process, "welcome", late)
    with Crew(1) as one:
        one.begin()
        threading.Timer(0.05, awake.set).start()
        assert one.made(abs, [-1]) == [1]


def test_copies_are_there_at_once_and_none_is_left() -> None:
    with Crew(2) as one:
        one.begin()
        one.begin()
        ready(one)
        assert one.made(abs, [-1]) == [1]
        processes = [mate._process for mate in one._processes]
        assert [process.poll() for process in processes] == [None, None]
    assert [process.returncode for process in processes] == [-signal.SIGKILL] * 2
    with pytest.raises(ChildProcessError):
        os.waitpid(processes[0].pid, os.WNOHANG)


def test_a_copy_holds_nothing_open_that_was_open_here(tmp_path: Path) -> None:
    with Archive.create(tmp_path / "a.archive").writer(), Crew(1) as one:
        one.begin()
        ready(one)
        held = one.made(eval, ["[__import__('os').path.realpath(f'/proc/self/fd/{n}') for n in range(100)]"])
    assert held is not None and not any(str(tmp_path) in path for path in held[0])
