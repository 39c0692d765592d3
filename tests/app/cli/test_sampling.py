"""`sample`: a test collection, and the same once more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.archive.archive import Archive


def test_a_sample_is_written_and_written_again(
    site: Archive, tmp_path: Path, objects: Callable[..., list[dict[str, Any]]], refused: Callable[..., str]
) -> None:
    [one] = objects("sample", site.path, tmp_path / "a.warc.gz", "--size", 1, "--seed", 5)
    assert (one["pages"], one["population"], one["captures"]) == (1, 2, 1)
    (tmp_path / "again").mkdir()
    [two] = objects("sample", site.path, tmp_path / "again" / "a.warc.gz", "--again", one["manifest"])
    assert two["same"] is True
    assert (tmp_path / "a.warc.gz").read_bytes() == (tmp_path / "again" / "a.warc.gz").read_bytes()
    assert "a.warc.gz" in refused("sample", site.path, tmp_path / "b.warc.gz", "--again", one["manifest"])
    assert "--seed" in refused("sample", site.path, tmp_path / "c", "--again", one["manifest"], "--seed", 1)
    [found] = objects(
        "sample",
        site.path,
        tmp_path / "q.wacz",
        "--query",
        "site:b.test",
        "--format",
        "wacz",
        "--per",
        "site",
    )
    assert (found["population"], found["pages"]) == (1, 1)
