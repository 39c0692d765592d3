"""Background work: delivered in the GUI thread, or not at all."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject, QThread
from shiboken6 import delete

from app.errors import ArchiveMissing
from widgets.kit import jobs
from widgets.kit.job_bar import JobBar


@pytest.fixture
def owner(qapp) -> QObject:
    return QObject()


def test_the_result_arrives_in_the_gui_thread(qtbot, qapp, owner) -> None:
    seen: list[tuple[int, bool, bool]] = []

    def work(task: jobs.Task[int]) -> bool:
        return QThread.currentThread() is qapp.thread()

    jobs.run(owner, work, done=lambda same: seen.append((42, same, QThread.currentThread() is qapp.thread())))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(42, False, True)]


def test_a_failure_goes_to_the_handler_named_at_the_call(qtbot, owner) -> None:
    seen: list[Exception] = []
    jobs.run(owner, lambda task: 1 / 0, done=lambda _: seen.clear(), failed=seen.append)
    qtbot.waitUntil(lambda: bool(seen))
    assert isinstance(seen[0], ZeroDivisionError)


def test_a_failure_without_handler_goes_to_the_window(qtbot, owner) -> None:
    def work(task: jobs.Task[None]) -> None:
        raise ArchiveMissing(archive="/nowhere")

    with qtbot.waitSignal(jobs.center().failed) as told:
        jobs.run(owner, work)
    assert isinstance(told.args[0], ArchiveMissing)


def test_cancelled_work_delivers_nothing(qtbot, owner) -> None:
    started, go, seen = threading.Event(), threading.Event(), []

    def work(task: jobs.Task[int]) -> int:
        started.set()
        go.wait(5)
        task.check()
        return 1

    task = jobs.run(owner, work, done=seen.append, failed=seen.append)
    assert started.wait(5)
    with qtbot.waitSignal(task.ended):
        task.cancel()
        go.set()
    assert seen == []
    assert task.cancelled


def test_nothing_is_delivered_when_the_owner_is_gone(qtbot, owner) -> None:
    started, go, seen = threading.Event(), threading.Event(), []

    def work(task: jobs.Task[int]) -> int:
        started.set()
        go.wait(5)
        task.progress(1.0, "nearly there")
        return 1

    task = jobs.run(owner, work, done=seen.append)
    task.progressed.connect(lambda *told: seen.append(told))  # as a view does that goes with the owner
    assert started.wait(5)
    with qtbot.waitSignal(task.ended):
        delete(owner)
        go.set()
    assert seen == []


def test_the_job_bar_shows_long_work_and_can_cancel_it(qtbot, owner) -> None:
    bar = JobBar()
    qtbot.addWidget(bar)
    go = threading.Event()

    def work(task: jobs.Task[None]) -> None:
        task.progress(0.5, "half of it")
        go.wait(10)

    task = jobs.run(owner, work, label="Reading")
    qtbot.waitUntil(lambda: not bar.isHidden(), timeout=3000)
    assert "Reading" in bar._text.text()
    assert "half of it" in bar._text.text()
    assert bar._bar.value() == 500
    task.started -= 60
    bar._draw()
    assert "left" in bar._time.text()
    bar._cancel()
    assert "stopping" in bar._text.text()
    assert "left" not in bar._time.text() and bar._bar.maximum() == 0  # nobody knows
    with qtbot.waitSignal(task.ended):
        go.set()
    qtbot.waitUntil(bar.isHidden)


def test_short_unlabelled_work_is_not_shown(qtbot, owner) -> None:
    bar = JobBar()
    qtbot.addWidget(bar)
    seen: list[int] = []
    jobs.run(owner, lambda task: 1, done=seen.append)
    qtbot.waitUntil(lambda: seen == [1])
    assert bar.isHidden()


def test_work_that_was_called_off_gives_up_what_it_has_only_to_whom_asked_for_it(qtbot, owner) -> None:
    began, go = threading.Event(), threading.Event()
    halves: list[str | None] = []

    def work(task: jobs.Handle) -> str:
        began.set()
        assert go.wait(10)
        return "half"

    task = jobs.run(owner, work, done=lambda _: halves.append("done"), stopped=halves.append)
    assert began.wait(10)
    task.cancel()
    go.set()
    qtbot.waitUntil(lambda: task.finished)
    assert halves == ["half"]


def test_work_that_was_called_off_before_it_began_still_tells_that_it_has_ended(qtbot, owner) -> None:
    told: list[object] = []
    task = jobs.run(owner, lambda task: task.check() or 1, stopped=told.append)
    task.cancel()
    qtbot.waitUntil(lambda: task.finished)
    assert told in ([None], [1])


def test_what_a_person_waits_for_does_not_wait_for_work_that_lasts(qtbot, owner) -> None:
    """Reading for the search and looking for what is alike held both threads of a machine with two cores: a comparison
    asked for meanwhile began minutes later."""
    going_on, seen = threading.Event(), []
    for _ in range(QThread.idealThreadCount() + 2):
        jobs.run(owner, lambda _: going_on.wait(20))
    jobs.run(owner, lambda _: 42, done=seen.append)
    qtbot.waitUntil(lambda: seen == [42])
    going_on.set()
    assert jobs.wait_all()
