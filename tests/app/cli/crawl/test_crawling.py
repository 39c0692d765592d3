"""`crawl` against the sample site on this machine."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.sampleserver import SampleServer

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Process = Callable[..., subprocess.Popen[bytes]]


ctrl_c = pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl+C to send to one process")


def test_crawl_makes_the_archive_and_stores_the_site(
    server: SampleServer, tmp_path: Path, objects: Objects
) -> None:
    *entries, summary = objects(
        "crawl", tmp_path / "new.archive", server.url, "--delay", 0, "--max-pages", 12
    )
    assert (summary["kind"], summary["state"], summary["limit_reached"]) == (
        "summary",
        "finished",
        "max-pages",
    )
    assert summary["pages"] == 12
    assert {entry["kind"] for entry in entries} <= {"stored", "visit", "redirect", "error", "refused"}
    stored = {entry["url"] for entry in entries if entry["kind"] in ("stored", "redirect")}
    listed = {one["url"] for one in objects("ls", tmp_path / "new.archive")}
    assert stored <= listed
    assert f"{server.url}robots.txt" in listed
    assert objects("verify", tmp_path / "new.archive")[-1]["problems"] == 0


def test_crawling_again_finds_what_changed(
    server: SampleServer, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    arguments = ("crawl", tmp_path / "new.archive", server.url, "--delay", "0", "--max-pages", "3")
    tianwang(*arguments)
    server.edition = 2
    shown = tianwang(*arguments).stdout.splitlines()
    assert f"+ {server.url}" in shown
    assert shown[-1].startswith("Finished at the limit max-pages: 3 pages answered; ")
    old, new = objects("versions", tmp_path / "new.archive", server.url)
    assert old["digest"] != new["digest"]
    *blocks, _ = objects("diff", tmp_path / "new.archive", old["id"], new["id"])
    assert {block["kind"] for block in blocks} > {"unchanged"}


def test_scope_patterns_and_depth_are_obeyed(server: SampleServer, tmp_path: Path, objects: Objects) -> None:
    *_, summary = objects(
        *("crawl", tmp_path / "new.archive", f"{server.url}news/", "--scope", "prefix", "--delay", 0),
        *("--max-depth", 1, "--exclude", "frogs", "--include", "/news/", "--workers", 2),
    )
    assert summary["state"] == "finished"
    listed = [one["url"] for one in objects("ls", tmp_path / "new.archive", "--type", "text/html")]
    assert len(listed) > 1
    assert all(url.startswith(f"{server.url}news/") and "frogs" not in url for url in listed)


def test_robots_txt_is_obeyed_unless_told_otherwise(
    server: SampleServer, tmp_path: Path, objects: Objects
) -> None:
    seed = f"{server.url}private/"
    *entries, _ = objects("crawl", tmp_path / "a.archive", seed, "--delay", 0, "--max-depth", 0, code=1)
    assert [entry["reason"] for entry in entries] == ["robots"]
    objects("crawl", tmp_path / "b.archive", seed, "--delay", 0, "--max-depth", 0, "--ignore-robots")
    assert seed in [one["url"] for one in objects("ls", tmp_path / "b.archive")]


@ctrl_c
def test_ctrl_c_stops_gracefully_and_resume_goes_on(
    server: SampleServer, tmp_path: Path, process: Process, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    with process("crawl", archive, server.url, "--delay", 0.1, "--max-pages", 8, "--json") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert json.loads(running.stdout.readline())["kind"] == "stored"
        running.send_signal(signal.SIGINT)
        *_, summary = [json.loads(line) for line in running.stdout]
        told = running.stderr.read().decode()
        assert running.wait() == 1
    assert (summary["kind"], summary["state"]) == ("summary", "stopped")
    assert summary["pages"] < 8
    assert told.splitlines()[0].startswith("Stopping; ")
    assert told.splitlines()[-1] == (
        "tianwang: The crawl has not reached its end; "
        f"“tianwang crawl {archive} --resume {summary['job']}” goes on with it."
    )
    *_, resumed = objects("crawl", archive, "--resume")
    assert (resumed["job"], resumed["state"], resumed["pages"]) == (summary["job"], "finished", 8)
    asked = Counter(path for _, path, _ in server.requests if path != "/robots.txt")
    assert set(asked.values()) == {1}


@ctrl_c
def test_a_second_ctrl_c_does_not_wait_for_a_silent_server(tmp_path: Path, process: Process) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with process("crawl", tmp_path / "new.archive", url) as running:
            assert running.stderr is not None
            with silent.accept()[0] as asked:
                assert asked.recv(3) == b"GET"
                running.send_signal(signal.SIGINT)
                assert running.stderr.readline().startswith(b"Stopping; ")
                running.send_signal(signal.SIGINT)
                assert running.stderr.read() == b"tianwang: Interrupted.\n"
                assert running.wait() == 1


def test_a_crawl_nobody_reads_any_more_stops_and_can_be_resumed(
    server: SampleServer, tmp_path: Path, process: Process, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    with process("crawl", archive, server.url, "--delay", 0.1, "--max-pages", 8) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b"+ http://127.0.0.1")
        running.stdout.close()
        told = running.stderr.read().decode()
        assert running.wait() == 1
    assert told.startswith("tianwang: The crawl has not reached its end; ")
    assert told.count("\n") == 1
    assert objects("crawl", archive, server.url, "--resume")[-1]["state"] == "finished"


def test_resume_without_anything_to_resume_fails(server: SampleServer, tmp_path: Path, tianwang: Run) -> None:
    tianwang("crawl", tmp_path / "new.archive", server.url, "--delay", 0, "--max-pages", 1)
    result = tianwang("crawl", tmp_path / "new.archive", "--resume", code=1)
    assert result.stderr == "tianwang: There is no unfinished crawl to resume.\n"
    result = tianwang("crawl", tmp_path / "none.archive", "--resume", code=1)
    assert result.stderr.startswith("tianwang: There is no archive at ")


@pytest.mark.slow  # waits between tries, as for any server
def test_nothing_stored_is_a_failure_that_says_why(tmp_path: Path, tianwang: Run) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        result = tianwang("crawl", tmp_path / "new.archive", f"{url}x", "--ignore-robots", code=1)
    assert f"tianwang: Nothing could be stored. {url}x: " in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["http://a.test/", "--include", "("],
        ["http://a.test/", "--max-pages", "-1"],
        ["http://a.test/", "--scope", "world"],
        ["ftp://a.test/"],
        ["not an address"],
        ["http://a.test/", "--template", "everything"],
        ["20261121-083000-1a2b3c"],
    ],
)
def test_wrong_usage_creates_nothing(tmp_path: Path, tianwang: Run, arguments: list[str]) -> None:
    result = tianwang("crawl", tmp_path / "new.archive", *arguments, code=2)
    assert result.stdout == ""
    assert not (tmp_path / "new.archive").exists()


def test_an_archive_that_is_being_written_refuses(
    server: SampleServer, tmp_path: Path, tianwang: Run
) -> None:
    from app.archive.archive import Archive

    with Archive.create(tmp_path / "new.archive").writer():
        result = tianwang("crawl", tmp_path / "new.archive", server.url, code=1)
    assert "is writing to the archive" in result.stderr
    assert "Traceback" not in result.output
