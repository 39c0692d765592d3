"""Samples are the same for the same seed, can be drawn again from their manifest, and say where they cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.errors import StorageFailed, StorageUnreadable
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.statistics import sampling
from app.statistics.sampling import Drawing, SampleUnfit, again, differing, draw, write
from tests.app.statistics.conftest import DAY, store
from tests.conftest import capture


@pytest.fixture
def pages(archive: Archive) -> Archive:
    """Thirty pages on three sites, each in two versions; a picture."""
    return store(
        archive,
        *(
            capture(f"http://s{number % 3}.example/{number}", f"<p>Said {number} {day}", minutes=day * DAY)
            for day in (0, 1)
            for number in range(30)
        ),
        capture("http://s0.example/x.png", b"\x89PNG\r\n\x1a\n", media_type="image/png"),
    )


def test_a_seed_gives_the_same_sample_and_later_pages_hardly_change_it(pages: Archive) -> None:
    with pages.reader() as reader:
        one, two, other = (draw(reader, Drawing(10, seed)) for seed in (7, 7, 8))
    assert one == two != other
    assert (one.population, one.pages, len(one.captures)) == (30, 10, 10)
    store(pages, capture("http://s1.example/new", "<p>New"))
    with pages.reader() as reader:
        later = draw(reader, Drawing(10, 7))
    assert len({one.id for one in one.captures} - {one.id for one in later.captures}) <= 1


@pytest.mark.parametrize(("versions", "count"), [("newest", 6), ("first", 6), ("one", 6), ("all", 12)])
def test_as_many_of_each_site_and_of_its_versions(
    versions: sampling.Versions, count: int, pages: Archive
) -> None:
    with pages.reader() as reader:
        found = draw(reader, Drawing(2, 1, per="site", versions=versions))
    assert len(found.captures) == count
    assert {one.url[7:9] for one in found.captures} == {"s0", "s1", "s2"}


def test_a_query_says_of_what_is_drawn(pages: Archive) -> None:
    feed(pages)
    with Searcher(pages) as searcher:
        found = draw(searcher.reader, Drawing(100, 1, "site:s1.example"), searcher)
        assert (found.population, {one.url[7:9] for one in found.captures}) == (10, {"s1"})
        with pytest.raises(SampleUnfit):
            draw(searcher.reader, Drawing(5, 1, "nowhere"), searcher)


@pytest.mark.parametrize(
    ("format", "name"), [("warc", "a.warc.gz"), ("wacz", "a.wacz"), ("tianwang", "a.tw")]
)
def test_a_manifest_gives_the_same_bytes(format: str, name: str, pages: Archive, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    with pages.reader() as reader:
        report, manifest = write(reader, draw(reader, Drawing(5, 3)), tmp_path / name, format)
        with pytest.raises(StorageFailed):
            write(reader, draw(reader, Drawing(5, 3)), tmp_path / name, format)
    store(pages, capture("http://s1.example/4", "<p>Another", minutes=3 * DAY))
    with pages.reader() as reader:
        found = again(reader, manifest)
        second, _ = write(reader, found.sample, tmp_path / "again" / name, found.format, made=found.made)
    assert report.files and differing(found, second.files) == []
    second.files[0].write_bytes(b"other")
    assert differing(found, second.files) == [second.files[0].name]


def test_what_is_no_manifest_or_of_another_archive_is_said(pages: Archive, tmp_path: Path) -> None:
    with pages.reader() as reader:
        _, manifest = write(reader, draw(reader, Drawing(2, 3)), tmp_path / "a.warc.gz", "warc")
        about = json.loads(manifest.read_text())
        about["captures"][0]["digest"] = "sha256:00"
        manifest.write_text(json.dumps(about))
        with pytest.raises(SampleUnfit, match=about["captures"][0]["id"]):
            again(reader, manifest)
        for wrong in ("", "[]", "{}", json.dumps({**about, "drawing": {"size": "x", "more": 1}})):
            manifest.write_text(wrong)
            with pytest.raises(StorageUnreadable):
                again(reader, manifest)
