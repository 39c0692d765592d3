"""`tianwang reindex`: a new index from the batches, and a sentence whatever happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.archives import everything, forget_index

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        *(make_capture(f"http://a.test/{n}", f"<title>{n}</title>") for n in range(5)),
        make_capture("http://a.test/0", "<title>0</title>", minutes=9),
    )


def test_a_lost_index_is_made_again(site: Archive, tianwang: Run) -> None:
    before = everything(site)
    forget_index(site)
    assert "6 records indexed: 5 versions, 1 visits." in tianwang("reindex", site.path).stdout
    assert everything(site) == before


def test_json_tells_the_figures(site: Archive, objects: Objects) -> None:
    assert objects("reindex", site.path) == [
        {
            "kind": "summary",
            "path": str(site.path),
            "records": 6,
            "versions": 5,
            "visits": 1,
            "skipped": 0,
            "damaged": 0,
            "trimmed": 0,
        }
    ]


def test_damage_and_cut_records_are_named(site: Archive, tianwang: Run, objects: Objects) -> None:
    path = site.path / "batches/202611/0000.tw"
    start = everything(site)[2][8]
    whole = path.read_bytes()
    path.write_bytes(
        whole[:start] + whole[start:].replace(b"length: ", b"longth: ", 1) + b"version: 1.0\nurl: x"
    )
    problem, trimmed, summary = objects("reindex", site.path)
    assert (problem["file"], problem["offset"]) == ("batches/202611/0000.tw", start)
    assert trimmed["path"].startswith(f"{path}.cut-") and summary["records"] == 5
    output = tianwang("reindex", site.path).output
    assert f"byte {start}" in output


def test_an_index_that_cannot_be_read_names_this_command(site: Archive, tianwang: Run) -> None:
    forget_index(site)
    (site.path / "index.sqlite").write_bytes(b"\0nonsense" * 999)
    assert f"tianwang reindex {site.path}" in tianwang("ls", site.path, code=1).stderr
    tianwang("reindex", site.path)
    assert "http://a.test/4" in tianwang("ls", site.path).stdout


def test_what_is_no_archive_and_one_that_is_written_to_are_refused(
    site: Archive, tianwang: Run, tmp_path: Any
) -> None:
    assert "There is no archive at" in tianwang("reindex", tmp_path / "nothing", code=1).stderr
    with site.writer():
        assert "is writing to the archive" in tianwang("reindex", site.path, code=1).stderr
