"""Pages that are gone at one address and found again under another, by their main text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.history.moves import with_moves
from app.blocks.history.site_changes import Question, SiteRow, site_changes
from app.blocks.history.site_reports import row_values
from app.likeness.feeding import feed
from tests.app.blocks.history.test_site_changes import HOUR
from tests.conftest import START

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
NOUNS = [
    "anchor",
    "boat",
    "candle",
    "door",
    "engine",
    "flower",
    "garden",
    "hammer",
    "island",
    "jacket",
    "kettle",
    "lamp",
]


def story(number: int) -> str:
    words = (f"{NOUNS[(number * 5 + at * at) % 12]} {number * 31 + at:x}" for at in range(90))
    return f"<html><head><title>Story {number}</title></head><body><main><p>{' '.join(words)}.</p></main></body></html>"


@pytest.fixture
def moved(fill: Fill, make_capture: Make) -> Archive:
    """1 moved as it was, 2 with a sentence more, 3 is gone for good, 4 was at two places and is gone at one."""
    later = {"minutes": 600}
    return fill(
        *(make_capture(f"http://x.test/old/{n}", story(n)) for n in (1, 2, 3, 4)),
        make_capture("http://x.test/copy/4", story(4)),
        *(make_capture(f"http://x.test/old/{n}", "gone", status=404, **later) for n in (1, 2, 3, 4)),
        make_capture("http://x.test/new/1", story(1), **later),
        make_capture("http://x.test/new/2", story(2).replace("</p>", " Moved here in spring.</p>"), **later),
        make_capture("http://x.test/new/9", story(9), **later),
        make_capture("http://x.test/copy/4", story(4), **later),
    )


def report(archive: Archive) -> dict[str, SiteRow]:
    with archive.reader() as reader:
        found = site_changes(reader, Question((START + HOUR, START + 20 * HOUR)))
        return {row.url.partition("test/")[2]: row for row in with_moves(reader, found.rows)}


def test_a_page_that_is_found_again_is_told_as_moved_with_the_likeness(moved: Archive) -> None:
    feed(moved)
    rows = report(moved)
    one = rows["old/1"]
    assert (one.state, one.moved_to, one.likeness) == ("gone", "http://x.test/new/1", 1.0)
    assert rows["new/1"].moved_from == "http://x.test/old/1"
    assert rows["old/2"].moved_to == "http://x.test/new/2" and 0.8 < rows["old/2"].likeness < 1
    assert rows["old/2"].compared == (rows["old/2"].id_a, rows["new/2"].id_b) == rows["new/2"].compared
    assert not rows["old/3"].moved_to and not rows["new/9"].moved_from
    assert not rows["old/4"].moved_to, "its copy was there before"
    assert row_values(rows["old/1"])["moved_to"] == "http://x.test/new/1"


def test_without_fingerprints_rows_are_as_they_were(moved: Archive) -> None:
    assert not any(row.moved_to or row.moved_from for row in report(moved).values())


def test_of_two_copies_the_more_alike_is_where_a_page_moved(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture("http://x.test/a", story(1)),
        make_capture("http://x.test/b", story(1)),
        make_capture("http://x.test/a", "gone", minutes=600, status=410),
        make_capture("http://x.test/b", "gone", minutes=600, status=410),
        make_capture("http://x.test/m", story(1).replace("</p>", " And a little more.</p>"), minutes=600),
        make_capture("http://x.test/n", story(1), minutes=600),
    )
    feed(archive)
    rows = report(archive)
    assert (rows["a"].moved_to, rows["b"].moved_to) == ("http://x.test/n", "http://x.test/m")
