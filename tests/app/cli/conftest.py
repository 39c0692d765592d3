"""The command line in this process and in one of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from typer.testing import CliRunner, Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.cli import app
from app.sampleserver import SampleServer
from tests.app.cli.looking import HOME, OLD, PNG

ROOT = Path(__file__).parents[3]
Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration folder of the person, empty, also for processes that are started."""
    folder = tmp_path / "config"
    monkeypatch.setenv("TIANWANG_CONFIG", str(folder))
    return folder


@pytest.fixture
def server() -> Iterator[SampleServer]:
    with SampleServer() as running:
        yield running


@pytest.fixture
def tianwang() -> Callable[..., Result]:
    """Runs a command and checks its exit code; what is no defined end is raised as it is."""

    def run(*arguments: object, code: int = 0) -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def refused(tianwang: Callable[..., Result]) -> Callable[..., str]:
    """Runs a command that is wrong usage, and gives what is said about it, as one line without the frame."""

    def run(*arguments: object) -> str:
        result = tianwang(*arguments, code=2)
        assert result.stdout == ""
        return " ".join(result.stderr.translate(dict.fromkeys(map(ord, "│╭╮╰╯─"), " ")).split())

    return run


@pytest.fixture
def objects(tianwang: Callable[..., Result]) -> Callable[..., list[dict[str, Any]]]:
    """Runs a command with --json and gives its objects."""

    def run(*arguments: object, code: int = 0) -> list[dict[str, Any]]:
        return [
            json.loads(line) for line in tianwang(*arguments, "--json", code=code).stdout.split("\n")[:-1]
        ]

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.Popen[bytes]]:
    """Starts `python -m app` with pipes, as a shell would."""

    def start(*arguments: object, stdout: int | IO[bytes] = subprocess.PIPE) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "app", *(str(argument) for argument in arguments)],
            cwd=ROOT,
            stdout=stdout,
            stderr=subprocess.PIPE,
        )

    return start


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    """Five addresses on two hosts; the home page has two versions and one visit."""
    return fill(
        make_capture("http://a.test/", "<title>Before</title>"),
        make_capture("http://a.test/", HOME, minutes=10),
        make_capture("http://a.test/", HOME, minutes=20),
        make_capture("http://a.test/logo.png", PNG, media_type="image/png"),
        make_capture("http://a.test/old", "", status=301, Location="/"),
        make_capture("http://a.test/gone", "no", status=404),
        make_capture("https://b.test/x", "<title>X</title>"),
    )


@pytest.fixture
def file(site: Archive, tmp_path: Path) -> Path:
    """A Tianwang file by itself: the batch of the site, and a record of 2003."""
    path = tmp_path / "some.raw"
    path.write_bytes((site.path / "batches/202611/0000.tw").read_bytes() + OLD)
    return path
