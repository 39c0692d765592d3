"""Versions named one by one, with what a browser needs to show them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.interchange.exporting import Named, export_archive
from app.interchange.importing import import_files

PAGE = '<title>Home</title><link rel=stylesheet href=s.css><img src=moved.png><a href="next.html">n</a>'


def filled(fill: Callable[..., Archive], make: Callable[..., NewCapture]) -> Archive:
    """A page with a style sheet in two versions that has a picture, a picture that has moved, and a neighbour."""
    css = {"media_type": "text/css"}
    return fill(
        make("http://a.test/s.css", "body { background: url(old.png) }", **css),
        make("http://a.test/old.png", "old", media_type="image/png"),
        make("http://a.test/new.png", "new", media_type="image/png"),
        make("http://a.test/moved.png", "", status=302, Location="http://b.test/there.png"),
        make("http://b.test/there.png", "there", media_type="image/png"),
        make("http://a.test/", PAGE, minutes=1),
        make("http://a.test/next.html", "<title>Next</title>", minutes=1),
        make("http://a.test/s.css", "body { background: url(new.png) }", minutes=100, **css),
        make("http://a.test/", PAGE + "<p>more", minutes=101),
    )


def test_of_all_that_a_version_needs_the_nearest_in_time_goes_along(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]
) -> None:
    with filled(fill, make_capture).reader() as reader:
        first, second = reader.versions("http://a.test/")
        taken = [one.url for one in Named((first.id,)).captures(reader)]
        assert taken[0] == "http://a.test/" and set(taken[1:]) == {
            "http://a.test/s.css",
            "http://a.test/old.png",
            "http://a.test/moved.png",
            "http://b.test/there.png",
        }
        both = [one.id for one in Named((first.id, second.id, "202001-0000001")).captures(reader)]
        assert len(both) == len(set(both)) == 8


def test_a_file_of_them_is_an_archive_that_replays(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture], tmp_path: Path
) -> None:
    archive = filled(fill, make_capture)
    with archive.reader() as reader:
        ids = [reader.versions("http://a.test/")[0].id]
        report = export_archive(reader, tmp_path / "hits.wacz", "wacz", ids=ids)
    assert (report.records, report.skipped) == (5, 0)
    other = Archive.create(tmp_path / "other.archive")
    with other.writer() as writer:
        import_files(writer, [tmp_path / "hits.wacz"])
    with other.reader() as reader:
        assert {page.url for page in reader.all_pages()} == {
            "http://a.test/",
            "http://a.test/s.css",
            "http://a.test/old.png",
            "http://a.test/moved.png",
            "http://b.test/there.png",
        }
