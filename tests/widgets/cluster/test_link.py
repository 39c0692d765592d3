"""The process that asks a cluster for the window: nodes of this computer by the real command, and what can be wrong."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.errors import ClusterRefused
from widgets.cluster import link
from widgets.cluster.link import Place, connect

REFUSES = """print('{"kind": "refused", "message": {"message": "cluster-missing"}}')"""
ASKS_FOREVER = (
    "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: (print(ANSWER, flush=True), sys.exit(1))); "
    "sys.stderr.write('Unauthenticated: RPC error: InvalidAuthToken: missing or incorrect\\n'); "
    "sys.stderr.flush(); time.sleep(60)"
)


def program(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(link, "command", lambda _: [sys.executable, "-c", code])


def test_a_node_of_this_computer_is_begun_asked_and_ended(tmp_path: Path) -> None:
    with closing(connect(Place(str(tmp_path / "a.archive"), nodes=1))) as made:
        made.open()
        now = made.ask("status")
        assert [(node["node"], node["state"]) for node in now["nodes"]] == [("1", "here")]
        with pytest.raises(ClusterRefused, match="no crawl at work"):
            made.ask("order", wanted="pause")
        with pytest.raises(ClusterRefused, match="no question"):
            made.ask("dance")
    made._process.wait(30)  # by itself, with its nodes
    assert (tmp_path / "a.archive.nodes" / "register.sqlite").exists()


def test_what_the_command_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    program(monkeypatch, REFUSES)
    with (
        closing(connect(Place("127.0.0.1:1"))) as made,
        pytest.raises(ClusterRefused, match="install this program with its group"),
    ):
        made.open()


def test_a_wrong_token_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray itself goes on trying for twenty seconds and then says that nobody answers; told to end, it says so at once."""
    answer = '{"kind": "refused", "message": {"message": "cluster-missing"}}'
    program(monkeypatch, f"ANSWER = {answer!r}; {ASKS_FOREVER}")
    with (
        closing(connect(Place("10.0.0.5:6379", "wrong"))) as made,
        pytest.raises(ClusterRefused, match="does not take this token"),
    ):
        made.open()
    made._process.wait(30)


def test_a_process_that_dies_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    program(monkeypatch, "import sys; sys.exit('no memory')")
    with closing(connect(Place("10.0.0.5:6379"))) as made, pytest.raises(ClusterRefused, match="no memory"):
        made.open()
