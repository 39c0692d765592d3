"""An archive with a short history, and its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture

DAY = 24 * 60


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The configuration folder of the person, with the key of the seal."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


def store(archive: Archive, *captures: NewCapture) -> Archive:
    with archive.writer() as writer:
        for new in captures:
            writer.store(new)
    return archive
