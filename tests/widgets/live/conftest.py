"""A real browser in its own process, behind the recording proxy, in an event loop that the tests of a module share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.crawl.net.browser import BrowserAnswer
from app.crawl.net.browsing import ChildBrowser
from app.starting import CAPTURE, command
from tests.rawserver import RawServer
from tests.upstream import direct


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Runs a coroutine in the module's loop."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture(scope="module")
def browser(run: Callable[..., Any]) -> Iterator[ChildBrowser]:
    stack = AsyncExitStack()

    async def begin() -> ChildBrowser:
        return ChildBrowser(
            await stack.enter_async_context(direct()), command(CAPTURE), workers=2, agent="Tests/1"
        )

    async def end() -> None:
        await made.close()
        await stack.aclose()

    made = run(begin())
    yield made
    run(end())


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person is in a folder with a package that is named like ours."""
    package = tmp_path / "elsewhere" / "widgets"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('not ours')")
    monkeypatch.chdir(package.parent)


@pytest.fixture
def server() -> Iterator[RawServer]:
    with RawServer() as running:
        yield running


@pytest.fixture
def capture(
    run: Callable[..., Any], browser: ChildBrowser, server: RawServer
) -> Callable[..., BrowserAnswer]:
    """Captures a path of the server."""

    def take(path: str = "/", seconds: float = 20, scroll: bool = True) -> BrowserAnswer:
        return run(browser.capture(server.base + path, seconds=seconds, scroll=scroll))

    return take
