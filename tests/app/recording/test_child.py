"""The process of a browser as one line to it: here a few lines of Python that speak the same language."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from app.recording import child as module
from app.recording.child import Child

READY = (
    "import json, os, sys, tempfile; begin = json.loads(sys.stdin.readline()); "
    "print(json.dumps({'event': 'ready'}), flush=True)"
)


def run(code: str) -> tuple[str, dict[str, str]]:
    """Start a child that does `code`, ask it one question, end it: where its files were, and what it answered."""

    async def talk() -> tuple[str, dict[str, str]]:
        started = await Child.start([sys.executable, "-c", f"{READY}; {code}"], 1, {}, lambda _: None)
        try:
            return started._folder, await started.ask({"do": "anything"})
        finally:
            await started.close()

    return asyncio.run(talk())


ANSWER = "asked = json.loads(sys.stdin.readline()); print(json.dumps({'id': asked['id'], 'said': str(said)}), flush=True)"


def test_what_it_writes_anywhere_is_gone_with_it() -> None:
    """Chromium begins a download before it asks whether there shall be one."""
    folder, answer = run(f"said = tempfile.mkstemp(prefix='stolen')[1]; {ANSWER}; os._exit(0)")
    assert Path(answer["said"]).parent == Path(folder)
    assert not Path(folder).exists()


@pytest.mark.skipif(os.name == "nt", reason="a session of its own is a thing of Unix")
def test_a_process_that_got_away_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the other end of the pipes, which never end then."""
    monkeypatch.setattr(module, "_END", 0.3)
    away = "[sys.executable, '-c', 'import signal; signal.pause()']"
    folder, answer = run(
        f"import subprocess; said = subprocess.Popen({away}, start_new_session=True).pid; {ANSWER}"
    )
    try:
        os.kill(int(answer["said"]), 0)  # it is still there, and holds the pipes
        assert not Path(folder).exists(), "all else came to its end"
    finally:
        os.kill(int(answer["said"]), signal.SIGKILL)


def test_a_command_that_is_not_there_is_said_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(module.ChildGone, match="cannot be started"):
        asyncio.run(Child.start([str(tmp_path / "nothing")], 1, {}, lambda _: None))
    assert list(tmp_path.iterdir()) == []
