"""`tianwang rounds`: the steps one by one and as a whole, and going on after kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.app.crawl.conftest import Site, site

__all__ = ["site"]

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
ROOT = Path(__file__).parents[4]
STEPS = ["generate", "fetch", "parse", "update", "index", "dedup", "merge"]


@pytest.fixture
def begun(objects: Objects, site: Site, tmp_path: Path) -> Path:
    """A crawl in rounds of two addresses, of which nothing was fetched."""
    site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"")
    site.links(a="b c d", b="e", c="", d="", e="")
    archive = tmp_path / "a.archive"
    (made,) = objects("rounds", archive, "inject", f"{site.url}/a", "--top", 2, "--delay", 0, "--no-sitemaps")
    assert (made["kind"], made["new"]) == ("inject", 1)
    return archive


def test_steps_one_by_one_and_rounds_as_a_whole(
    tianwang: Run, objects: Objects, begun: Path, site: Site
) -> None:
    for step in STEPS:
        *lines, told = objects("rounds", begun, step)
        assert (told["kind"], told["step"]) == ("step", step)
        assert {line["kind"] for line in lines} == ({"stored"} if step == "fetch" else set())
    assert "is at the step" not in tianwang("rounds", begun, "run", "--rounds", 1).stderr
    segments = objects("rounds", begun, "status")
    summary = segments.pop()
    assert [(one["kind"], one["next"]) for one in segments] == [("segment", None)] * 2
    assert (summary["top"], summary["pages"]) == (2, {"queued": 2, "done": 3})
    assert "There is no segment to fetch" in tianwang("rounds", begun, "fetch", code=1).stderr
    tianwang("rounds", begun, "run")
    assert objects("rounds", begun, "status")[-1]["pages"] == {"done": 5}
    assert "Nothing is left to fetch." in tianwang("rounds", begun, "generate", code=1).stderr


def test_without_a_beginning_there_are_no_rounds(
    tianwang: Run, refused: Any, begun: Path, site: Site, tmp_path: Path
) -> None:
    tianwang("crawl", tmp_path / "other", f"{site.url}/e", "--delay", 0)
    assert "tianwang rounds" in tianwang("rounds", tmp_path / "other", "run", code=1).stderr
    assert "Give an address to start from." in refused("rounds", begun, "inject")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_rounds_that_are_killed_go_on(objects: Objects, begun: Path, site: Site) -> None:
    children: list[subprocess.Popen[bytes]] = []

    def kill(handler: Any) -> None:
        children[-1].send_signal(signal.SIGKILL)
        children[-1].wait()
        site.pages[handler.path] = "here"
        handler.close_connection = True

    site.pages["/c"] = kill
    children.append(
        subprocess.Popen(
            [sys.executable, "-m", "app", "rounds", begun, "run"], cwd=ROOT, stdout=subprocess.DEVNULL
        )
    )
    assert children[-1].wait() == -signal.SIGKILL
    assert objects("rounds", begun, "status")[-2]["next"] == "fetch"
    objects("rounds", begun, "run")
    assert objects("rounds", begun, "status")[-1]["pages"] == {"done": 5}
    asked = [path for path in site.requests if path != "/robots.txt"]
    assert sorted(set(asked)) == ["/a", "/b", "/c", "/d", "/e"]
    assert all(asked.count(path) == 1 for path in ("/a", "/d", "/e")), (
        "only what was under way is asked for again"
    )
