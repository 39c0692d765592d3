"""Crawls that are kept and run again (`plans`), when pages are due (`revisit`), log-ins for crawls (`logins`)."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.archive.archive import Archive
from app.cli import app
from app.crawl.frontier.schema import opened
from app.sampleserver import SampleServer

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Process = Callable[..., subprocess.Popen[bytes]]
QUICK = ("--delay", 0, "--max-depth", 0)


def make_due(archive: Path, *names: str) -> None:
    """As if their time had come a minute ago."""
    past = (datetime.now(UTC) - timedelta(minutes=1)).timestamp()
    with opened(Archive.open(archive).crawl_db) as db:
        db.executemany("UPDATE plans SET next_run = ? WHERE name = ?", [(past, name) for name in names])


def test_a_plan_is_added_listed_edited_and_deleted(tmp_path: Path, tianwang: Run, objects: Objects) -> None:
    archive = tmp_path / "new.archive"
    (added,) = objects(
        "plans", archive, "add", "My site", "a.test", "--schedule", "daily 3:00", "--max-pages", 9
    )
    assert (added["name"], added["schedule"], added["enabled"], added["last_run"]) == (
        "My site",
        "daily 03:00",
        True,
        None,
    )
    assert added["settings"]["max_pages"] == 9 and added["settings"]["seeds"] == ["https://a.test/"]
    assert datetime.fromisoformat(added["next_run"]).astimezone().strftime("%H:%M") == "03:00"
    (news,) = objects("plans", archive, "add", "News", "http://b.test/", "--template", "news-front-page")
    assert (news["schedule"], news["settings"]["revisit"], news["settings"]["max_depth"]) == (
        "hourly",
        "due",
        1,
    )
    assert objects("plans", archive, "list") == [added, news]
    assert (
        tianwang("plans", archive)
        .stdout.splitlines()[0]
        .startswith("My site  daily 03:00; last run never, next 20")
    )
    (edited,) = objects(
        *(
            "plans",
            archive,
            "edit",
            "My site",
            "c.test",
            "--schedule",
            "",
            "--rename",
            "Ours",
            "--max-pages",
            5,
        )
    )
    assert (edited["name"], edited["schedule"], edited["next_run"]) == ("Ours", "", None)
    assert (edited["settings"]["max_pages"], len(edited["settings"]["seeds"])) == (5, 2)
    (off,) = objects("plans", archive, "edit", "News", "--disable")
    assert (off["enabled"], off["next_run"]) == (False, None)
    tianwang("plans", archive, "delete", "Ours")
    assert [plan["name"] for plan in objects("plans", archive, "list")] == ["News"]


def test_what_is_wrong_with_a_plan_is_said(tmp_path: Path, tianwang: Run) -> None:
    archive = tmp_path / "new.archive"
    assert (
        "is not a timetable"
        in tianwang("plans", archive, "add", "x", "a.test", "--schedule", "soon", code=1).stderr
    )
    tianwang("plans", archive, "add", "x", code=2)
    tianwang("plans", archive, "add", "x", "a.test", "--order", "topic", code=2)
    assert not archive.exists()
    assert "There is no archive at" in tianwang("plans", archive, code=1).stderr
    tianwang("plans", archive, "add", "x", "a.test")
    assert "named “x” already" in tianwang("plans", archive, "add", "x", "b.test", code=1).stderr
    for command in ("run", "delete", "edit"):
        assert "no saved crawl named “y”" in tianwang("plans", archive, command, "y", code=1).stderr


def test_names_that_are_no_text_are_wrong_usage(tmp_path: Path, tianwang: Run) -> None:
    tianwang("plans", tmp_path / "a", "add", "\udcff", "a.test", code=2)
    tianwang("logins", "forget", "\udcff", code=2)
    assert not (tmp_path / "a").exists()


def test_what_is_due_runs_once_and_the_next_run_is_set(
    server: SampleServer, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    tianwang("plans", archive, "add", "first", server.url, *QUICK, "--schedule", "every 6 hours")
    tianwang("plans", archive, "add", "other", f"{server.url}zh/", *QUICK, "--schedule", "hourly")
    tianwang("plans", archive, "add", "begin", f"{server.url}news/", *QUICK, "--schedule", "startup")
    nothing = tianwang("plans", archive, "due", "--run")
    assert (nothing.stdout, nothing.stderr) == ("", "")
    make_due(archive, "first", "other")
    assert {plan["name"] for plan in objects("plans", archive, "due")} == {"first", "other"}
    assert len(objects("plans", archive, "due", "--startup")) == 3
    summaries = [one for one in objects("plans", archive, "due", "--run") if one["kind"] == "summary"]
    assert {(one["name"], one["state"]) for one in summaries} == {
        ("first", "finished"),
        ("other", "finished"),
    }
    assert objects("plans", archive, "due") == []
    kept = {plan["name"]: plan for plan in objects("plans", archive, "list")}
    assert kept["first"]["last_job"] in {one["job"] for one in summaries}
    assert datetime.fromisoformat(kept["first"]["next_run"]) > datetime.now(UTC) + timedelta(hours=5)
    assert kept["begin"]["last_run"] is None
    *_, by_hand = objects("plans", archive, "run", "begin")
    assert by_hand["name"] == "begin" and objects("jobs", archive, by_hand["job"])[0]["plan"] > 0


def test_a_locked_archive_leaves_plans_due(
    server: SampleServer, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    tianwang("plans", archive, "add", "first", server.url, *QUICK, "--schedule", "hourly")
    make_due(archive, "first")
    with Archive.open(archive).writer():
        assert "is writing to the archive" in tianwang("plans", archive, "due", "--run", code=1).stderr
    assert [plan["name"] for plan in objects("plans", archive, "due")] == ["first"]
    assert objects("jobs", archive) == []


def test_one_plan_that_fails_does_not_keep_the_others_back(
    server: SampleServer, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    tianwang("plans", archive, "add", "bad", f"{server.url}private/", *QUICK, "--schedule", "hourly")
    tianwang("plans", archive, "add", "good", server.url, *QUICK, "--schedule", "hourly")
    make_due(archive, "bad", "good")
    result = tianwang("plans", archive, "due", "--run", code=1)
    assert "bad: Nothing could be stored." in result.stderr
    assert result.stderr.endswith("tianwang: 1 of 2 plans did not reach their end.\n")
    assert objects("plans", archive, "due") == []
    assert {job["name"]: job["pages"] for job in objects("jobs", archive)} == {"good": 1, "bad": 0}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl+C to send to one process")
def test_ctrl_c_stops_the_running_plan_and_begins_no_other(
    server: SampleServer, tmp_path: Path, process: Process, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    tianwang("plans", archive, "add", "first", server.url, "--delay", 0.1, "--schedule", "hourly")
    tianwang("plans", archive, "add", "second", server.url, "--delay", 0.1, "--schedule", "hourly")
    make_due(archive, "first", "second")
    with process("plans", archive, "due", "--run", "--json") as running:
        assert running.stdout is not None and running.stderr is not None
        assert json.loads(running.stdout.readline())["kind"] == "stored"
        running.send_signal(signal.SIGINT)
        told = running.stderr.read().decode()
        assert running.wait() == 1
    assert told.startswith("Stopping; ") and " --resume " in told
    assert len(objects("jobs", archive)) == len(objects("plans", archive, "due")) == 1


def test_pages_are_due_by_their_own_history(
    server: SampleServer, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    again = ("crawl", archive, server.url, *QUICK)
    tianwang(*again)
    (page,) = objects("revisit", archive, server.url)
    assert (page["checks"], page["changes"], page["interval"], page["due"]) == (0, 0, 1.0, False)
    assert datetime.fromisoformat(page["next"]) - datetime.fromisoformat(page["last"]) == timedelta(hours=1)
    assert objects("revisit", archive)[0]["url"] == server.url and objects("revisit", archive, "--due") == []
    assert objects("revisit", archive, server.url, "--floor", 9)[0]["interval"] == 9.0
    assert len(objects("revisit", archive, "--by-rank")) == len(objects("revisit", archive))
    assert tianwang("revisit", archive, server.url).stdout.endswith(
        f"every    1.0 h     0 of    0  {server.url}\n"
    )
    tianwang("revisit", archive, "--floor", 9, "--ceiling", 2, code=2)
    *entries, end = objects(*again, "--only-due", "--revisit-floor", 5)
    assert (end["state"], end["visits"]) == ("finished", 0), "nothing was due, and that is no failure"
    assert (entries[0]["url"], entries[0]["reason"]) == (server.url, "not-due")


def test_log_ins_are_kept_apart_and_never_shown(
    tmp_path: Path, config: Path, tianwang: Run, objects: Objects
) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text(".b.test\tTRUE\t/\tFALSE\t0\tsid\tverysecret\nb.test\tFALSE\t/\tFALSE\t0\tlang\tzh\n")
    assert tianwang("logins", "list").stdout == ""
    given = CliRunner().invoke(app, ["logins", "set", "A.test:8080", "me"], input="verysecret\n")
    assert (given.exit_code, given.output) == (0, "")
    assert tianwang("logins", "import", cookies).stdout == "2 cookies\n"
    assert objects("logins", "import", cookies) == [{"count": 2}]
    assert objects("logins", "list") == [
        {"kind": "login", "host": "a.test:8080", "user": "me", "count": None},
        {"kind": "cookies", "host": "b.test", "user": None, "count": 2},
    ]
    shown = tianwang("logins", "list").stdout
    assert shown == "login    a.test:8080  me\ncookies  b.test  2\n"
    (stored,) = config.iterdir()
    assert b"verysecret" in stored.read_bytes()
    tianwang("logins", "forget", "a.test:8080")
    tianwang("logins", "forget", "b.test")
    assert tianwang("logins", "list").stdout == ""
    assert "Nothing is stored for b.test" in tianwang("logins", "forget", "b.test", code=1).stderr
    empty = CliRunner().invoke(app, ["logins", "set", "a.test", "me"], input="\n")
    assert (empty.exit_code, empty.stderr) == (1, "tianwang: No password was given.\n")
    strange = CliRunner().invoke(app, ["logins", "set", "a.test", "me"], input=b"\xff\n")
    assert (strange.exit_code, strange.stderr) == (1, "tianwang: The password is not valid UTF-8.\n")


def test_cookies_handed_to_a_crawl_are_sent(
    server: SampleServer, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    host = server.url.split("/")[2].partition(":")[0]
    cookies = tmp_path / "cookies.json"
    cookies.write_text(json.dumps([{"name": "sid", "value": "1", "domain": host}]))
    tianwang("crawl", tmp_path / "a", server.url, *QUICK, "--cookies", cookies)
    assert objects("logins", "list") == [{"kind": "cookies", "host": host, "user": None, "count": 1}]
    wrong = tianwang("crawl", tmp_path / "b", server.url, *QUICK, "--cookies", tmp_path / "none.txt", code=1)
    assert "none.txt could not be read" in wrong.stderr
    assert not (tmp_path / "b").exists()
