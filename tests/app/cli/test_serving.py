"""`tianwang serve`: a real process, asked and ended."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from app.cli import main
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.service.conftest import HOME, filled, response

ROOT = str(Path(__file__).resolve().parents[3])


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
    with subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": ROOT}, stdout=subprocess.PIPE, text=True
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


@contextmanager
def process(archive: Path, temporary: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A service that is a process of its own, with its address."""
    command = [sys.executable, "-m", "app", "serve", str(archive), "--port", "0", "--json"]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as begun:
        try:
            assert begun.stdout is not None
            yield begun, json.loads(begun.stdout.readline())["address"]
        finally:
            begun.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there kills without a word")
def test_a_killed_service_leaves_nothing_behind_and_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL while a package is written and the search index is made: what it had made for the time being is swept by the
    next service as soon as that begins, all captures and the search are there; one that is ended leaves nothing itself."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    archive = filled(tmp_path / "a.archive")
    body = random.Random(7).randbytes(8 << 20)
    with archive.writer() as writer:
        large = writer.store(response("http://example.com/large", 5, body, "application/octet-stream")).id
        writer.commit()
    with process(archive.path, temporary) as (service, address):

        def ask() -> None:
            with pytest.raises(httpx.HTTPError), httpx.Client(trust_env=False) as client:
                client.get(f"{address}api/v1/a/wacz")

        asking = threading.Thread(target=ask)
        asking.start()
        while not list(temporary.rglob("archive.wacz*")):
            with pytest.raises(subprocess.TimeoutExpired):
                service.wait(0.005)
        service.kill()
        asking.join()
    left = {one for one in temporary.rglob("*") if one.is_file()}
    assert {one.name for one in left} > {"writer.lock"}, "there was something to sweep"
    with process(archive.path, temporary) as (service, address):
        assert not any(one.exists() for one in left)
        with httpx.Client(trust_env=False, base_url=address) as client:
            assert client.get(f"/api/v1/a/captures/{large}/content").content == body
            assert len(client.get("/a/cdx?url=example.com&matchType=domain").text.splitlines()) == 10
        service.send_signal(signal.SIGTERM)
        assert service.wait(30) == 0
    assert list(temporary.iterdir()) == []
    feed(archive)
    with Searcher(archive) as searcher:
        assert searcher.search("about").total == 1


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
