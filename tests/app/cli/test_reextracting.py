"""`reextract` on a real archive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from extractors.base import versions

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>Home</title>"),
        make_capture("http://a.test/b.txt", "Words", media_type="text/plain"),
    )


def test_reextract_reads_what_older_extractors_read(
    site: Archive, tianwang: Run, objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tianwang("reextract", site.path).stdout
    assert said == f"{site.path}: 0 versions read again, 0 of them with other findings.\n"
    monkeypatch.setitem(versions.VERSIONS, "html", 1000)
    assert tianwang("reextract", site.path, "--format", "pdf").stdout.startswith(f"{site.path}: 0 versions")
    assert objects("reextract", site.path) == [
        {
            "kind": "summary",
            "path": str(site.path),
            "read": 1,
            "changed": 0,
            "failed": 0,
            "given_up": 0,
            "cancelled": False,
        }
    ]
    [summary] = objects("reextract", site.path, "--all", "--format", "text", "--format", "html")
    assert summary["read"] == 2


def test_reextract_needs_the_archive_for_itself(site: Archive, tianwang: Run) -> None:
    with site.writer():
        assert "is writing to the archive" in tianwang("reextract", site.path, code=1).stderr
    tianwang("reextract", site.path / "none", code=1)
