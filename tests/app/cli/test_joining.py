"""`tianwang join`: what it says, in words and as JSON, and how it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.frontier.joblist import jobs

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Make = Callable[..., NewCapture]


@pytest.fixture
def two(tmp_path: Path, make_capture: Make) -> tuple[Path, Path]:
    """An archive of November, and one of November and December whose ids of November are not its own alone."""
    paths = tmp_path / "one", tmp_path / "two"
    for path, months in zip(paths, ((0,), (0, 45_000)), strict=True):
        with Archive.create(path).writer() as writer:
            for minutes in months:
                writer.store(make_capture(f"http://{path.name}.example/{minutes}", "x", minutes=minutes))
    return paths


def test_a_copy_tells_which_months_have_new_ids(
    objects: Objects, two: tuple[Path, Path], tmp_path: Path
) -> None:
    renumbered, summary = objects("join", *two, "--into", tmp_path / "both")
    assert renumbered == {"kind": "renumbered", "archive": str(two[1]), "batch": "202611", "captures": 1}
    assert (summary["captures"], summary["copied"], summary["cancelled"]) == (3, 2, False)
    assert objects("stats", tmp_path / "both")[0]["pages"] == 3


def test_a_list_needs_unique_ids_and_nothing_is_written_through_it(
    tianwang: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    both = tmp_path / "both"
    refused = tianwang("join", *two, "--into", both, "--by", "manifest", code=1)
    assert "--by copy" in refused.stderr and not both.exists()
    made = tianwang("join", two[1], "--into", both, "--by", "manifest")
    assert "1 archive, 2 captures; listed where they lie." in made.stdout
    for command in (
        ("crawl", both, "http://a.example/"),
        ("import", both, two[0]),
        ("convert", both, "--to", "full"),
        ("reextract", both),
    ):
        assert "is made of other archives" in tianwang(*command, code=1).stderr
    assert jobs(Archive.open(both)) == []
    tianwang("verify", both)


def test_fsck_names_duplicates_and_gaps_and_ends_with_1(
    tianwang: Run, objects: Objects, two: tuple[Path, Path]
) -> None:
    assert tianwang("fsck", two[0]).stdout == "1 record: 0 duplicates, 0 ids missing.\n"
    found, summary = objects("fsck", *two, code=1)
    assert (found["kind"], found["id"], found["archive"]) == ("duplicate", "202611-0000001", str(two[1]))
    assert (found["first_archive"], found["first_offset"]) == (str(two[0]), 0)
    assert (summary["records"], summary["duplicates"], summary["missing"]) == (3, 1, 0)
