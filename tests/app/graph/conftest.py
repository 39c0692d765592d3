"""An archive with links, and its graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.graph.network import Network
from app.graph.store.feeding import feed
from tests.conftest import capture

SITE = "http://a.example/"
MENU = "".join(f"<a href='/{name}'>{name}</a>" for name in ("", "one", "two"))


def page(links: str, *, menu: bool = True, head: str = "") -> str:
    return (
        f"<html><head><title>t</title>{head}</head><body>{MENU if menu else ''}<p>{links}</p></body></html>"
    )


def linked(*targets: str) -> str:
    return " ".join(f"<a href='{target}'>to {target}</a>" for target in targets)


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration folder of the person, with the key of the seal."""
    folder = tmp_path / "config"
    monkeypatch.setenv("TIANWANG_CONFIG", str(folder))
    return folder


def store(archive: Archive, *captures: NewCapture) -> Archive:
    with archive.writer() as writer:
        for new in captures:
            writer.store(new)
    return archive


@pytest.fixture
def network_of() -> Callable[..., Network]:
    """The graph of an archive after captures more, with the words of its links."""

    def made(archive: Archive, *captures: NewCapture) -> Network:
        store(archive, *captures)
        feed(archive)
        return Network.of(archive.path, words=True)

    return made


def answer(path: str, body: str = "", **more: object) -> NewCapture:
    return capture(f"{SITE}{path}", body, **more)  # type: ignore[arg-type]
