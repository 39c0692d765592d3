"""The command as a whole: help, usage, the module entry point."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.cli import main
from app.cli.commands import COMMANDS as LISTED
from app.cli.commands import Listed
from app.sampleserver import SampleServer

Run = Callable[..., Result]
Process = Callable[..., subprocess.Popen[bytes]]
ROOT = Path(__file__).parents[3]
COMMANDS = [
    "crawl",
    "jobs",
    "queue",
    "why",
    "take",
    "hosts",
    "revisit",
    "ls",
    "calendar",
    "serve",
    "job",
    "versions",
    "cat",
    "search",
    "tag",
    "note",
    "diff",
    "history",
    "changes",
    "links",
    "graph",
    "rank",
    "report",
    "noise",
    "fields",
    "page-type",
    "duplicates",
    "like",
    "clusters",
    "categories",
    "template",
    "blocks",
    "extract",
    "export",
    "sample",
    "import",
    "join",
    "fsck",
    "verify",
    "recover",
    "reindex",
    "convert",
    "reextract",
    "stats",
    "open",
]
GROUPS = {
    "plans": ["list", "add", "edit", "delete", "run", "due"],
    "remote": ["add", "list", "remove", "look", "take"],
    "logins": ["list", "set", "import", "forget"],
    "cluster": ["start", "join", "leave", "status", "pause", "go-on", "stop", "ask", "why", "queue", "take"],
    "classify": ["train", "apply", "evaluate"],
    "rounds": [
        "inject",
        "run",
        "status",
        "generate",
        "fetch",
        "parse",
        "update",
        "index",
        "dedup",
        "merge",
    ],
    "table": ["get", "scan", "export"],
}


def test_these_are_the_commands(tianwang: Run) -> None:
    assert [listed.name for listed in LISTED] == [*COMMANDS, *GROUPS]
    loaded = {listed.name: listed.load() for listed in LISTED if listed.name in GROUPS}
    assert {name: list(group.commands) for name, group in loaded.items()} == GROUPS
    assert "Exit codes: 0 the task was done, 1 it failed, 2 wrong usage." in tianwang("--help").stdout


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.name)
def test_the_list_shows_the_first_paragraph_of_the_help_of_a_command(listed: Listed) -> None:
    command = listed.load()
    assert command.name == listed.name
    assert command.help.split("\n\n")[0] == listed.summary


def test_help_and_a_crawl_load_no_module_of_other_commands() -> None:
    """Importing all of them took half of the time of `--help`."""
    names = ("crawling", "settings", "options", "following")
    for arguments, own in (
        (["--help"], set()),
        (["crawl"], {"crawl", *(f"crawl.{name}" for name in names)}),
    ):
        code = (
            f"import sys; from app.cli import main; main({arguments}); print(*sys.modules, file=sys.stderr)"
        )
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
        loaded = {name for name in ended.stderr.decode().split() if name.startswith("app.cli.")}
        shared = {"commands", "console"} | ({"arguments"} if own else set())
        assert {name.removeprefix("app.cli.") for name in loaded} == shared | own


def test_a_crawl_loads_nothing_that_it_does_not_use(server: SampleServer, tmp_path: Path) -> None:
    """Of 866 modules that a crawl of one page once loaded, 387 were for other things."""
    code = "import sys; from app.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr, sep='\\n')"
    wanted = ["crawl", str(tmp_path / "a.archive"), server.url, "--delay", "0", "--max-pages", "2"]
    command = [sys.executable, "-c", code, *wanted]
    ended = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    loaded = [name for name in ended.stderr.decode().split() if not name.startswith("_")]
    unused = (
        "pydantic",
        "app.archive.upkeep.verifying",
        "app.archive.upkeep.converting",
        "httpx._main.",
        "rich",
    )
    assert [name for name in loaded if name.startswith(unused)] == []
    assert len(loaded) < 520


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_each_command_with_an_example(tianwang: Run, command: str) -> None:
    shown = " ".join(tianwang(command, "--help").stdout.split())
    assert f"Example: tianwang {command}" in shown
    assert f"Usage: tianwang {command}" in shown


@pytest.mark.parametrize("group", GROUPS)
def test_help_explains_each_group_with_an_example(tianwang: Run, group: str) -> None:
    shown = " ".join(tianwang(group, "--help").stdout.split())
    assert f"Example: tianwang {group}" in shown
    for command in GROUPS[group]:
        assert f" {command} " in shown
        explained = tianwang(group, *(["x.archive"] if group == "plans" else []), command, "--help").stdout
        assert f"Usage: tianwang {group}" in " ".join(explained.split())


def test_help_says_that_differences_are_no_failure(tianwang: Run) -> None:
    shown = " ".join(tianwang("diff", "--help").stdout.split())
    assert "The exit code is 0 whenever the comparison worked, with or without differences." in shown


@pytest.mark.parametrize("command", [*(name for name in COMMANDS if name != "open"), *GROUPS])
def test_a_command_without_its_arguments_is_wrong_usage(tianwang: Run, command: str) -> None:
    assert "Usage: tianwang" in tianwang(command, code=2).output


def test_the_module_is_the_command(process: Process) -> None:
    out, err = process("--help").communicate()
    assert b"Usage: tianwang" in out
    assert err == b""
    wrong = process("--no-such-option")
    assert wrong.communicate()[0] == b""
    assert wrong.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_a_terminal_shows_progress_and_a_pipe_beside_it_stays_clean(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture], tmp_path: Path
) -> None:
    import pty

    archive = fill(make_capture("http://a.test/", "<title>Home</title><p>Words"))
    ours, theirs = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "app",
        "export",
        archive.path,
        tmp_path / "out",
        "--format",
        "text",
        "--json",
    ]
    environment = {**os.environ, "TERM": "xterm"}
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, env=environment)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert result.returncode == 0
    assert [json.loads(line)["kind"] for line in result.stdout.splitlines()] == ["summary"]
    assert b"Exporting" in shown
    assert b"\x1b[" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_an_object_stays_one_line_beside_the_progress_on_a_narrow_terminal(tmp_path: Path) -> None:
    import pty

    record = (
        b"version: 1.0\r\nurl: http://a.test/\r\ntime: Tue, 15 Apr 2003 08:13:06 GMT\r\nlength: 1\r\n\r\nx\n"
    )
    (tmp_path / "old.raw").write_bytes(record * 3)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "app", "verify", tmp_path / "old.raw", "--strict", "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "60"}
    running = subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=ROOT, env=environment)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # which is how a pseudo terminal ends
        while piece := os.read(ours, 100_000):
            shown += piece
    os.close(ours)
    assert running.wait() == 1
    lines = [line[line.index(b"{") :] for line in shown.split(b"\r\n") if b"{" in line]
    assert [json.loads(line)["kind"] for line in lines] == ["problem"] * 6 + ["summary"]
    assert b"Checking" in shown


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_open_without_a_screen_or_archive_is_one_sentence(
    tianwang: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert tianwang("open", code=1).stderr == "tianwang: There is no screen to open the window on.\n"
    assert "There is no archive at" in tianwang("open", tmp_path / "none", code=1).stderr


def test_main_returns_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert main(["ls", "/no/such/archive"]) == 1
    assert main(["nonsense"]) == 2
    assert "There is no archive at /no/such/archive" in capsys.readouterr().err
