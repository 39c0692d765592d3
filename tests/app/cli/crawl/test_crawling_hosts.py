"""`crawl` when the host it asks stops answering: what it says, how it ends, and how it goes on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.app.crawl.conftest import Site

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
OPTIONS = ("--delay", 0, "--backoff", 0.01, "--retries", 50, "--ignore-robots", "--no-sitemaps")


class Falling:
    """A site whose home page is the last that it answers; `rise` brings it back on the same port."""

    def __init__(self) -> None:
        self.site = Site()
        self.port = self.site.server_port
        self.site.links(home="b c d")
        home = self.site.pages["/home"]
        assert isinstance(home, str)
        self.home, self.up = home, True

        def last(handler: Any) -> None:
            handler.close_connection = True
            self.fall()
            handler.reply(200, {"Content-Type": "text/html", "Connection": "close"}, home.encode())

        self.site.pages["/home"] = last
        self.site.rise()

    def fall(self) -> None:
        if self.up:
            self.up = False
            self.site.fall()

    def rise(self) -> None:
        self.site, self.up = Site(self.port), True
        self.site.pages["/home"] = self.home
        self.site.links(b="", c="", d="")
        self.site.rise()


@pytest.fixture
def falling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Falling]:
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.01)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.02)
    monkeypatch.setattr("app.crawl.run.politeness.MAX_BACKOFF", 0.05)
    monkeypatch.setattr("app.cli.crawl.following._WAITING", 0.05)
    monkeypatch.setattr("app.cli.crawl.following._POLL", 0.02)
    made = Falling()
    yield made
    made.fall()


def test_it_says_what_it_waits_for_ends_without_it_and_goes_on_later(
    falling: Falling, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "new.archive"
    result = tianwang("crawl", archive, f"http://127.0.0.1:{falling.port}/home", *OPTIONS, "--patience", 2)
    waiting, left = result.stderr.splitlines()
    assert waiting.startswith(
        f"The crawl waits only for 127.0.0.1:{falling.port} (connect): 3 addresses. It ends without them in "
    )
    assert waiting.endswith(" Ctrl+C ends it now, and --resume goes on with them.")
    (job,) = objects("jobs", archive)
    assert left == (
        "Addresses of hosts that stopped answering were left out; "
        f"“tianwang crawl {archive} --resume {job['job']}” asks for them again."
    )
    assert result.stdout.splitlines()[-1].startswith(
        "Finished without hosts that stopped answering: 1 pages answered;"
    )
    assert (job["state"], job["limit_reached"], job["queued"]) == ("finished", "not-awaited", 0)

    falling.rise()
    *_, summary = objects("crawl", archive, "--resume")
    assert (summary["job"], summary["state"], summary["limit_reached"]) == (job["job"], "finished", "")
    assert (summary["pages"], summary["refused"], summary["errors"]) == (4, 0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl+C to send to one process")
def test_ctrl_c_while_it_waits_ends_it_and_keeps_what_is_left_in_the_queue(
    falling: Falling, tmp_path: Path, tianwang: Run, objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def heard(text: str) -> None:
        told.append(text)
        if text.startswith("The crawl waits only for "):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("app.cli.crawl.following.warn", heard)
    archive = tmp_path / "new.archive"
    url = f"http://127.0.0.1:{falling.port}/home"
    tianwang("crawl", archive, url, *OPTIONS, "--patience", 600, code=1)
    assert told[1].startswith("Stopping; ")
    (job,) = objects("jobs", archive)
    assert (job["state"], job["queued"]) == ("stopped", 3)
    falling.rise()
    assert objects("crawl", archive, "--resume")[-1]["pages"] == 4
