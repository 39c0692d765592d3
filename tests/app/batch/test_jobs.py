"""Batch jobs: their results, and that these are the same whoever works, and however often somebody stops."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.batch import run as running
from app.batch import tasks
from app.batch.job import Job, Pair
from app.batch.run import Result, run
from app.batch.shipped import (
    Count,
    Extract,
    Grep,
    HostTerms,
    InvertedIndex,
    ReverseLinks,
    Sort,
    Statistics,
    Verify,
    WordCount,
)
from app.batch.splits import Item, splits
from app.batch.tasks import Answer, Movable, Task, do_apart
from app.batch.workers import Here, Processes, WorkerLost
from app.crawl.rules.settings import PatternInvalid
from app.errors import JobFailed, JobRefused
from app.graph.store.addresses import key_of
from tests.conftest import capture

PLAIN = "text/plain; charset=utf-8"


@pytest.fixture
def books(archive: Archive) -> Path:
    """The two files of the book's example (L4216)."""
    with archive.writer() as writer:
        writer.store(capture("http://a.example/file01", "Hello World, Bye World!", media_type=PLAIN))
        writer.store(capture("http://a.example/file02", "Hello Hadoop, Goodbye to hadoop.", media_type=PLAIN))
    return archive.path


@pytest.fixture
def site(archive: Archive) -> Path:
    """Twelve pages on two hosts, one of them in two versions and a visit, in splits of few records."""
    with archive.writer() as writer:
        for number in range(12):
            host = "a.example" if number % 3 else "b.example"
            links = "".join(f"<a href='http://a.example/{n}'>to {n}</a> " for n in range(number))
            body = f"<title>Page {number}</title><p>word{number % 4} common 方舟计算机 {links}</p>"
            writer.store(capture(f"http://{host}/{number}", body))
        writer.store(capture("http://a.example/1", "<p>common again</p>", minutes=5))
        writer.store(capture("http://a.example/1", "<p>common again</p>", minutes=9))
    return archive.path


def found(job: Job, path: Path, out: Path, **more: Any) -> list[dict[str, Any]]:
    result = run(job, [path], out, Here(), **more)
    assert result.finished
    return list(result.lines())


def counts(lines: Iterable[dict[str, Any]]) -> dict[str, int]:
    return {line["key"]: line["count"] for line in lines}


def test_word_count_gives_the_three_results_of_the_book(books: Path, tmp_path: Path) -> None:
    plain = {
        "Bye": 1,
        "Goodbye": 1,
        "Hadoop,": 1,
        "Hello": 2,
        "World!": 1,
        "World,": 1,
        "hadoop.": 1,
        "to": 1,
    }
    assert counts(found(WordCount(), books, tmp_path / "1", parts=1)) == plain
    skip = tmp_path / "patterns.txt"
    skip.write_text("\\.\n\\,\n\\!\nto\n", "utf-8")
    without = {"Bye": 1, "Goodbye": 1, "Hadoop": 1, "Hello": 2, "World": 2, "hadoop": 1}
    assert counts(found(WordCount(skip=str(skip)), books, tmp_path / "2")) == without
    small = {"bye": 1, "goodbye": 1, "hadoop": 2, "hello": 2, "world": 2}
    assert counts(found(WordCount(skip=str(skip), case=False), books, tmp_path / "3")) == small


def test_one_part_is_in_order(books: Path, tmp_path: Path) -> None:
    keys = [line["key"] for line in found(WordCount(), books, tmp_path / "out", parts=1)]
    assert keys == sorted(keys)


def test_chinese_is_cut_into_words(site: Path, tmp_path: Path) -> None:
    said = counts(found(WordCount(cut="words", case=False), site, tmp_path / "out"))
    assert said["计算机"] == 12
    assert said["common"] == 13


def test_grep_tells_line_and_version(site: Path, tmp_path: Path) -> None:
    lines = found(Grep("AGAIN"), site, tmp_path / "out")
    assert [(line["key"], line["line"], line["text"]) for line in lines] == [
        ("http://a.example/1", 1, "common again")
    ]
    assert found(Grep("AGAIN", case=True), site, tmp_path / "exact") == []
    with pytest.raises(PatternInvalid):
        Grep("(")


def test_counts_by_what_is_asked_for(site: Path, tmp_path: Path) -> None:
    by_host = {line["key"]: line["captures"] for line in found(Count("host"), site, tmp_path / "host")}
    assert by_host == {"a.example": 10, "b.example": 4}
    by_address = {line["key"]: line["captures"] for line in found(Count(), site, tmp_path / "address")}
    assert by_address["http://a.example/1"] == 3
    assert sum(by_address.values()) == 14
    with pytest.raises(JobRefused):
        Count("colour")


def test_statistics_count_captures_versions_and_bytes(site: Path, tmp_path: Path) -> None:
    lines = found(Statistics(), site, tmp_path / "out")
    told = {(line["by"], line["key"]): line for line in lines}
    whole = told["all", ""]
    assert (whole["captures"], whole["versions"]) == (14, 13)
    assert told["host", "a.example"]["captures"] == 10
    for by in ("host", "type", "status", "month", "language"):
        assert sum(line["versions"] for line in lines if line["by"] == by) == 13
        assert sum(line["bytes"] for line in lines if line["by"] == by) == whole["bytes"]


def test_reverse_links_are_those_of_the_newest_versions(site: Path, tmp_path: Path) -> None:
    with Archive.open(site).reader() as reader:
        expected: dict[str, set[str]] = {}
        for page in reader.all_pages():
            newest = reader.latest_version(page.url)
            assert newest is not None
            for link in reader.links(newest):
                expected.setdefault(link.url, set()).add(page.url)
    lines = found(ReverseLinks(), site, tmp_path / "out")
    assert {line["key"]: {place["url"] for place in line["places"]} for line in lines} == expected
    assert "http://a.example/0" in expected
    assert all(line["pages"] == len(expected[line["key"]]) for line in lines)


def test_terms_of_hosts_and_an_inverted_index_agree_with_the_texts(site: Path, tmp_path: Path) -> None:
    terms = {line["key"]: line["terms"] for line in found(HostTerms(), site, tmp_path / "terms")}
    assert terms["b.example"]["common"] == 4
    index = {line["key"]: line["versions"] for line in found(InvertedIndex(), site, tmp_path / "index")}
    assert len(index["common"]) == 13


@pytest.mark.parametrize("by", ["address", "date", "length"])
def test_the_parts_of_a_sort_are_in_order_behind_one_another(site: Path, tmp_path: Path, by: str) -> None:
    lines = found(Sort(by), site, tmp_path / "out", parts=3)
    keys = [line["key"] for line in lines]
    assert len(keys) == 14
    assert keys == sorted(keys)
    if by == "address":
        assert keys == sorted(key_of(line["url"]) or "" for line in lines)


def test_verify_names_what_is_damaged(site: Path, tmp_path: Path) -> None:
    assert found(Verify(), site, tmp_path / "whole") == []
    with Archive.open(site).reader() as reader:
        hurt = reader.latest_version("http://b.example/9")
        assert hurt is not None
    with (site / hurt.file).open("r+b") as file:
        file.seek(hurt.end - 3)
        file.write(b"\xff")
    lines = found(Verify(), site, tmp_path / "hurt")
    assert [line["key"] for line in lines] == [hurt.id]


def test_extract_gives_each_version_with_its_title(site: Path, tmp_path: Path) -> None:
    lines = found(Extract(main=False), site, tmp_path / "out")
    assert len(lines) == 13
    assert {line["title"] for line in lines} >= {f"Page {number}" for number in range(12)}


def bytes_of(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.glob("part-*"))}


def test_the_result_does_not_depend_on_who_works(site: Path, tmp_path: Path) -> None:
    workers = Processes(2)
    try:
        run(WordCount(), [site], tmp_path / "two", workers, size=500)
    finally:
        workers.close()
    run(WordCount(), [site], tmp_path / "here", Here(), size=500)
    assert bytes_of(tmp_path / "two") == bytes_of(tmp_path / "here")
    assert len(splits([site], 500)) > 3


class Stumbling(Here):
    """Workers of which each first attempt at a task is lost."""

    def __init__(self) -> None:
        self.seen: set[object] = set()

    def start(self, task: Task) -> Future[Answer]:
        if task in self.seen:
            return super().start(task)
        self.seen.add(task)
        lost: Future[Answer] = Future()
        lost.set_exception(WorkerLost("gone"))
        return lost


def test_tasks_of_lost_workers_are_done_by_others_and_counted_once(site: Path, tmp_path: Path) -> None:
    result = run(Count(), [site], tmp_path / "out", Stumbling(), size=500)
    plain = run(Count(), [site], tmp_path / "plain", Here(), size=500)
    assert result.counters == plain.counters
    assert result.counters["records"] == 14
    assert result.again == len(splits([site], 500)) + 8
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "plain")


class Stuck(Here):
    """Two workers, of which one never gets done with the first task that it is given."""

    size = 2

    def __init__(self) -> None:
        self.stuck: Future[Answer] | None = None
        self.ended: list[Future[Answer]] = []

    def start(self, task: Task) -> Future[Answer]:
        if self.stuck is None:
            self.stuck = Future()
            return self.stuck
        return super().start(task)

    def end(self, task: Future[Answer]) -> None:
        self.ended.append(task)


def test_a_copy_of_a_slow_task_is_started_and_the_slow_one_ended(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_BRIEF", 0.0)
    workers = Stuck()
    result = run(Count(), [site], tmp_path / "out", workers, size=500)
    plain = run(Count(), [site], tmp_path / "plain", Here(), size=500)
    assert result.copies == 1
    assert workers.ended == [workers.stuck]
    assert result.counters == plain.counters
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "plain")


def test_an_archive_that_consists_of_others_is_one(site: Path, tmp_path: Path) -> None:
    other = Archive.create(tmp_path / "other")
    with other.writer() as writer:
        writer.store(capture("http://d.example/", "<p>fourth</p>", minutes=60_000))  # ids of another month
    joined = Archive.create(tmp_path / "joined", shards=[site, other.path])
    said = found(Extract(), joined.path, tmp_path / "out")
    assert len(said) == 14
    assert "fourth" in {line["text"] for line in said}


class Apart(Here):
    """Workers that see the archive, and not the folder of the result while they map."""

    def start(self, task: Task) -> Future[Answer]:
        if not isinstance(task, Movable):
            return super().start(task)
        answer = do_apart(task)
        assert task.made() is None
        task.take_in(answer.files or {})
        done: Future[Answer] = Future()
        done.set_result(answer)
        return done


def test_what_was_made_apart_is_carried_to_the_result(site: Path, tmp_path: Path) -> None:
    carried = run(Count(), [site], tmp_path / "out", Apart(), size=500)
    plain = run(Count(), [site], tmp_path / "plain", Here(), size=500)
    assert carried.counters == plain.counters
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "plain")


def test_more_runs_than_files_can_be_open_are_merged_in_several_steps(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(InvertedIndex(), [site], tmp_path / "plain", Here(), size=500, parts=2)
    monkeypatch.setattr(tasks, "OPEN", 2)
    assert len(splits([site], 500)) > 4
    run(InvertedIndex(), [site], tmp_path / "out", Here(), size=500, parts=2)
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "plain")


def test_what_a_job_learned_of_the_archives_stays_when_it_goes_on(site: Path, tmp_path: Path) -> None:
    skip = tmp_path / "skip.txt"
    skip.write_text("common", "utf-8")
    job, done = WordCount(skip=str(skip)), [0]

    def tell(count: int, _: int) -> None:
        done[0] = count

    run(job, [site], tmp_path / "out", Here(), size=500, progress=tell, stopped=lambda: done[0] >= 2)
    skip.write_text("", "utf-8")
    assert "common" not in counts(found(job, site, tmp_path / "out", size=500))


def test_a_stopped_job_goes_on_with_what_is_there(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = [0]

    def tell(count: int, _: int) -> None:
        done[0] = count

    stopped = run(Count(), [site], out, Here(), size=500, progress=tell, stopped=lambda: done[0] >= 2)
    assert not stopped.finished
    assert not list(out.glob("part-*"))
    with Archive.open(site).writer() as writer:  # what comes later is no part of it
        writer.store(capture("http://c.example/", "<p>later</p>"))
    again = run(Count(), [site], out, Here(), size=500)
    assert again.counters["records"] == 14
    assert not (out / "work").exists()
    assert run(Count(), [site], out, Here(), size=500) == Result(out, again.counters, True)


def test_a_folder_of_something_else_is_left_alone(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(Count(), [site], out, Here())
    with pytest.raises(JobRefused, match="another job"):
        run(Count("host"), [site], out, Here())
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(JobRefused, match="not empty"):
        run(Count(), [site], other, Here())
    (out / "job.json").write_text("{", "utf-8")
    with pytest.raises(JobRefused, match="cannot be read"):
        run(Count(), [site], out, Here())


@dataclass(frozen=True)
class Failing(Job):
    name: ClassVar[str] = "failing"

    def map(self, item: Item) -> Iterable[Pair]:
        raise ValueError("never")


def test_a_task_that_always_fails_ends_the_job_with_its_reason(site: Path, tmp_path: Path) -> None:
    with pytest.raises(JobFailed, match="never"):
        run(Failing(), [site], tmp_path / "out", Here())


@settings(max_examples=15)
@given(
    words=st.lists(st.text("ab方", min_size=1, max_size=2), max_size=30),
    full=st.integers(1, 8),
    parts=st.integers(1, 4),
)
def test_runs_written_in_between_change_no_sum(
    words: list[str], full: int, parts: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("batch")
    archive = Archive.create(folder / "a")
    with archive.writer() as writer:
        for number in range(0, len(words), 5):
            body = " ".join(words[number : number + 5])
            writer.store(capture(f"http://a.example/{number}", body, media_type=PLAIN))
    before, tasks.FULL = tasks.FULL, full
    try:
        said = counts(found(WordCount(), archive.path, folder / "out", parts=parts))
    finally:
        tasks.FULL = before
    assert said == {word: words.count(word) for word in set(words)}


def test_settings_stand_beside_the_result(site: Path, tmp_path: Path) -> None:
    run(Count("host"), [site], tmp_path / "out", Here())
    kept = json.loads((tmp_path / "out" / "job.json").read_text("utf-8"))
    assert kept["asked"]["job"] == "count"
    assert kept["asked"]["by"] == "host"
    assert kept["counters"]["records"] == 14
