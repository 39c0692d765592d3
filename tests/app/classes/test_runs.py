"""Groups that were found are kept beside the archive, and only those that this person's program wrote are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.classes import runs
from app.classes.clusters import Settings
from app.classes.runs import MOST, NAME, Run
from app.errors import StorageFailed
from tests.app.classes.conftest import SAID, examples
from tests.conftest import capture


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    made = examples(5)
    return fill(
        *(
            capture(one.document.url, f"<title>{one.label}</title><main><p>{one.document.text}.</p></main>")
            for one in made
        )
    )


def test_a_run_groups_the_pages_of_an_archive_and_is_kept(site: Archive) -> None:
    told = list[tuple[int, int]]()
    run = runs.run(site, Settings(count=3), progress=lambda done, total: told.append((done, total)))
    assert run is not None and sorted(run.urls) == list(run.urls) and len(run.urls) == 15
    assert sorted(one.size for one in run.clustering.clusters) == [5, 5, 5]
    assert all(0 <= done <= total for done, total in told)
    for one in run.clustering.clusters:
        (label,) = {next(key for key in SAID if f"/{key}/" in run.urls[member]) for member in one.members}
        assert set(one.name) & set(SAID[label])
    runs.keep(site.path, run)
    assert runs.kept(site.path) == [run]


def test_pages_of_a_crawl_are_what_it_saw(site: Archive) -> None:
    assert runs.run(site, Settings(count=3), cancelled=lambda: True) is None


def _run(made: str) -> Run:
    from app.classes.clusters import Cluster, Clustering

    found = Clustering(
        (Cluster(("a", "b"), 0, (0, 1)),), (2,), ((0.0, 0.5), (1.0, 0.5), (0.1, 0.2)), 0.3, (0.1, 0.3)
    )
    return Run(
        made, Settings("dbscan", "structure", least=2), "20261124-010203-abcdef", ("u", "v", "w"), found
    )


def test_the_newest_are_kept_and_any_can_be_forgotten_and_come_back(tmp_path: Path) -> None:
    made = [_run(f"2026-11-{day:02}T00:00:00+00:00") for day in range(1, MOST + 3)]
    for one in made:
        runs.keep(tmp_path, one)
    assert runs.kept(tmp_path) == made[::-1][:MOST]
    runs.forget(tmp_path, made[-1].made)
    assert runs.kept(tmp_path) == made[::-1][1:MOST]
    runs.keep(tmp_path, made[-1])
    assert runs.kept(tmp_path)[0] == made[-1]


def test_a_strangers_or_damaged_file_is_not_used(tmp_path: Path) -> None:
    runs.keep(tmp_path, _run("2026-11-01T00:00:00+00:00"))
    whole = (tmp_path / NAME).read_bytes()
    for bad in (whole.replace(b'"u"', b'"x"'), whole[:-10], b"", b"{}", b"\n[]"):
        (tmp_path / NAME).write_bytes(bad)
        assert runs.kept(tmp_path) == []
    fresh = replace(_run("2026-11-02T00:00:00+00:00"), crawl="")
    runs.keep(tmp_path, fresh)
    assert runs.kept(tmp_path) == [fresh]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(StorageFailed):
        runs.keep(tmp_path, _run("2026-11-01T00:00:00+00:00"))
