"""`tianwang serve`: a real process, asked and ended."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.cli import main
from tests.app.service.conftest import HOME, filled


def test_it_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    """One JSON object when it is ready; two archives of one name get two; a signal ends it with 0."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        filled(tmp_path / folder / "my site.archive")
    command = [
        sys.executable,
        "-m",
        "app",
        "serve",
        "a/my site.archive",
        "b/my site.archive",
        "--port",
        "0",
        "--json",
    ]
    root = str(Path(__file__).resolve().parents[3])
    with subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": root}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            assert told["collections"] == ["my-site", "my-site-2"]
            answer = httpx.get(f"{told['address']}my-site-2/timegate/{HOME}", trust_env=False)
            assert answer.status_code == 302
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        finally:
            process.kill()


@pytest.mark.parametrize(
    "arguments", [["--host", "0.0.0.0"], ["--certificate", "x.pem"], ["--hide", "nothing.txt"]]
)
def test_what_would_be_unsafe_or_cannot_be_is_wrong_usage(
    tmp_path: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIANWANG_TOKEN", raising=False)
    archive = filled(tmp_path / "a.archive")
    assert main(["serve", str(archive.path), "--port", "0", *arguments]) == 2


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = filled(tmp_path / "a.archive")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", str(archive.path), "--port", str(taken.getsockname()[1])]) == 1
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err
