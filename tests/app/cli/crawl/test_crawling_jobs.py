"""What stands in a job and what a person changes in it: `jobs`, `queue`, `why`, `take`, `hosts`."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.sampleserver import SampleServer
from tests.app.crawl.run.test_harvest import documents, home, library

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def crawled(server: SampleServer, tmp_path: Path, objects: Objects) -> tuple[Path, str]:
    """An archive with a named crawl that stopped at a limit, and left the calendar out."""
    archive = tmp_path / "new.archive"
    *_, end = objects(
        *(
            "crawl",
            archive,
            server.url,
            "--delay",
            0,
            "--max-pages",
            4,
            "--exclude",
            "calendar",
            "--name",
            "my site",
        )
    )
    return archive, end["job"]


def test_jobs_are_listed_and_explained(
    crawled: tuple[Path, str], server: SampleServer, objects: Objects, tianwang: Run
) -> None:
    archive, job = crawled
    *_, second = objects("crawl", archive, f"{server.url}zh/", server.url, "--delay", 0, "--max-pages", 1)
    newest, oldest = objects("jobs", archive)
    assert (newest["job"], oldest["job"], oldest["name"], newest["name"]) == (
        second["job"],
        job,
        "my site",
        "",
    )
    assert (oldest["state"], oldest["pages"], oldest["queued"]) == ("finished", 4, 0)
    assert (oldest["limit_reached"], oldest["settings"]["max_pages"], oldest["plan"]) == ("max-pages", 4, 0)
    lines = tianwang("jobs", archive).stdout.splitlines()
    assert lines[0].startswith(f"{second['job']}  finished") and lines[0].endswith(
        f"{server.url}zh/ and 1 address more"
    )
    assert lines[1].endswith("my site")
    (one,) = objects("jobs", archive, "my site")
    assert one["job"] == job and one["outcomes"]["stored"] > 4 and one["refused"]["excluded"] == 1
    assert one["events"] == []
    shown = tianwang("jobs", archive, job).stdout
    assert "  exclude: calendar" in shown and "  max_pages: 4" in shown and " 1  excluded" in shown
    assert tianwang("jobs", archive, "nobody", code=1).stderr.startswith(
        "tianwang: There is no crawl nobody in"
    )


def test_the_queue_is_listed_by_state_host_reason_and_text(
    crawled: tuple[Path, str], server: SampleServer, objects: Objects, tianwang: Run
) -> None:
    archive, job = crawled
    assert objects("queue", archive) == []
    (excluded,) = objects("queue", archive, job, "--state", "outside", "--reason", "excluded")
    assert (excluded["url"], excluded["detail"]) == (f"{server.url}calendar/", "calendar")
    assert (excluded["state"], excluded["referrer"], excluded["depth"]) == ("outside", server.url, 1)
    assert objects("queue", archive, "--state", "outside", "--search", "CALENDAR") == [excluded]
    every = objects("queue", archive, "--state", "all")
    assert objects("queue", archive, "--state", "all", "--count") == [{"count": len(every)}]
    assert tianwang("queue", archive, "--state", "all", "--count").stdout == f"{len(every)}\n"
    assert len(every) == len({row["url"] for row in every}) > 30
    assert objects("queue", archive, "--state", "all", "--limit", 7) == every[:7]
    assert objects("queue", archive, "--state", "all", "--host", excluded["host"].upper()) == every
    assert objects("queue", archive, "--state", "all", "--host", "nowhere.test") == []
    assert (
        f"{server.url}calendar/  (excluded: calendar)\n"
        in tianwang("queue", archive, "--state", "outside").stdout
    )
    assert "is none of queued" in tianwang("queue", archive, "--state", "lost", code=2).stderr


def test_why_tells_the_way_and_the_score(
    crawled: tuple[Path, str], server: SampleServer, objects: Objects, tianwang: Run
) -> None:
    archive, job = crawled
    (seed,) = objects("why", archive, server.url.removeprefix("http://"))
    assert (seed["url"], seed["state"], seed["path"], seed["status"]) == (server.url, "done", [], 200)
    (found,) = objects("why", archive, f"{server.url}calendar/", "--job", "my site")
    assert (found["job"], found["state"], found["reason"], found["path"]) == (
        job,
        "outside",
        "excluded",
        [server.url],
    )
    assert sum(found["parts"].values()) == found["score"] == -1.0
    shown = tianwang("why", archive, f"{server.url}calendar/").stdout
    assert "State    outside: excluded — calendar" in shown and "Score    -1.000 = depth -1.000" in shown
    assert f"Found at {server.url}\n    then {server.url}calendar/\n" in shown
    assert tianwang("why", archive, "http://a.test/", code=1).stderr == (
        "tianwang: No crawl has come across http://a.test/.\n"
    )
    assert "That crawl has not" in tianwang("why", archive, "a.test", "--job", job, code=1).stderr


def test_what_was_left_out_is_taken_anyway(
    crawled: tuple[Path, str], server: SampleServer, objects: Objects, tianwang: Run
) -> None:
    archive, job = crawled
    wanted = f"{server.url}calendar/"
    result = tianwang("take", archive, job, wanted, server.url, code=1)
    assert result.stdout == f"+ {wanted}\n"
    assert result.stderr.endswith("tianwang: 1 address could not be taken.\n")
    assert [row["url"] for row in objects("queue", archive)] == [wanted]
    *entries, end = objects("crawl", archive, "--resume", job, "--max-pages", 5, "--max-depth", 0)
    assert [
        entry["url"] for entry in entries if entry["kind"] == "stored" and "calendar" in entry["url"]
    ] == [wanted]
    assert end["state"] == "finished"
    assert objects("why", archive, wanted)[0]["forced"] is True
    assert objects("take", archive, job, wanted, code=1) == [{"url": wanted, "taken": False}]


def test_what_gave_no_answer_is_taken_again(
    server: SampleServer, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    """A proxy that was not there; when it is taken out of the settings, the pages come."""
    archive = tmp_path / "new.archive"
    once = ("--delay", 0, "--max-depth", 0, "--retries", 0)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        proxy = f"http://127.0.0.1:{closed.getsockname()[1]}"
        *_, end = objects("crawl", archive, server.url, *once, "--ignore-robots", "--proxy", proxy, code=1)
    assert (end["state"], end["pages"], end["errors"]) == ("finished", 0, 1)
    assert "Give addresses, or --failed." in tianwang("take", archive, end["job"], code=2).stderr
    assert objects("take", archive, end["job"], "--failed") == [{"url": server.url, "taken": True}]
    *_, again = objects("crawl", archive, "--resume", end["job"], "--proxy", "")
    assert (again["state"], again["pages"]) == ("finished", 1)
    assert objects("take", archive, end["job"], "--failed") == [], "nothing is left"


def test_hosts_are_held_skipped_and_released(
    server: SampleServer, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    archive = tmp_path / "new.archive"
    *_, end = objects("crawl", archive, server.url, "--delay", 0, "--max-depth", 0)
    host = server.url.split("/")[2]
    (row,) = objects("hosts", archive)
    assert (row["host"], row["mode"], row["queued"]) == (host, "normal", 0) and row["done"] > 2
    tianwang("take", archive, end["job"], f"{server.url}calendar/")
    (held,) = objects("hosts", archive, "--hold", host)
    assert (held["mode"], held["queued"]) == ("held", 1)
    result = tianwang("crawl", archive, "--resume", end["job"], code=1)
    assert f"goes on with it after “tianwang hosts {archive} {end['job']} --release {host}”." in result.stderr
    (skipped,) = objects("hosts", archive, end["job"], "--skip", host)
    assert (skipped["mode"], skipped["queued"]) == ("skipped", 0)
    gone = objects("queue", archive, "--state", "all", "--reason", "skipped-host", "--search", "calendar")
    assert [row["url"] for row in gone] == [f"{server.url}calendar/"]
    assert tianwang("hosts", archive, "--release", host).stdout.startswith("normal ")
    assert [row["url"] for row in objects("queue", archive)] == [f"{server.url}calendar/"]
    assert objects("hosts", archive, "--search", "nowhere") == []
    assert "knows no host nowhere" in tianwang("hosts", archive, "--hold", "nowhere", code=1).stderr


def test_what_is_no_text_is_wrong_usage(crawled: tuple[Path, str], tianwang: Run) -> None:
    archive, _job = crawled
    for command, *options in (
        ("queue", "--search", "\udcff"),
        ("queue", "--host", "\udcff"),
        ("queue", "\udcff"),
        ("why", "\udcff"),
        ("hosts", "--hold", "\udcff"),
        ("hosts", "--search", "\udcff"),
        ("jobs", "\udcff"),
        ("take", "x", "\udcff"),
    ):
        assert "not valid UTF-8" in tianwang(command, archive, *options, code=2).stderr


def test_an_archive_without_crawls_says_so(tmp_path: Path, tianwang: Run) -> None:
    archive = Archive.create(tmp_path / "new.archive").path
    assert tianwang("jobs", archive).stdout == ""
    for command in (("queue",), ("hosts",), ("jobs", "x"), ("why", "http://a.test/", "--job", "x")):
        told = tianwang(command[0], archive, *command[1:], code=1).stderr
        assert told == f"tianwang: Nothing was crawled into {archive} yet.\n"


def test_a_job_that_another_program_works_on_is_left_alone(
    crawled: tuple[Path, str], server: SampleServer, tianwang: Run, objects: Objects
) -> None:
    """It says "running" while a program holds the archive, and was interrupted when none does."""
    from app.crawl.frontier.joblist import mark_job

    archive, job = crawled
    opened = Archive.open(archive)
    mark_job(opened, job, "running")
    assert objects("jobs", archive)[0]["state"] == "interrupted"
    with opened.writer():
        assert objects("jobs", archive)[0]["state"] == "running"
        for command in (
            ("take", archive, job, f"{server.url}calendar/"),
            ("hosts", archive, "--hold", server.url.split("/")[2]),
            ("crawl", archive, "--resume", job, "--max-pages", 9),
        ):
            assert "is writing to the archive" in tianwang(*command, code=1).stderr
    assert objects("take", archive, job, f"{server.url}calendar/")[0]["taken"] is True
    assert objects("jobs", archive)[0]["state"] == "stopped"


def test_search_forms_are_told_with_what_they_brought(
    tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    hidden = library(30)
    thread = Thread(target=hidden.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        asked = (tmp_path / "my.archive", home(hidden), "--delay", 0, "--forms", "get", "--form-limit", 6)
        lines = tianwang("crawl", *asked).stdout.splitlines()
    finally:
        hidden.shutdown()
        thread.join()
        hidden.server_close()
    found = documents(hidden) - 2
    assert found > 5
    (line,) = [line for line in lines if line.startswith("Search form ")]
    assert line.startswith(f"Search form {home(hidden)}search: ") and f" {found} pages found (open)" in line
    *_, newest = objects("jobs", tmp_path / "my.archive")
    (one,) = objects("jobs", tmp_path / "my.archive", newest["job"])
    (form,) = one["forms"]
    assert (form["action"], form["pages"], form["state"]) == (f"{home(hidden)}search", found, "open")
    assert f"{found:,} pages found" in tianwang("jobs", tmp_path / "my.archive", newest["job"]).stdout
