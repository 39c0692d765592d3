"""`tag` and `note` on real archives, and what `search` finds of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.notes.notebook import LOCK, NAME
from app.cli import app

Run = Callable[..., Result]
Refused = Callable[..., str]
Objects = Callable[..., list[dict[str, Any]]]
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day of the year."
RIVER = "The second part tells of a river that nobody has ever seen, since it flows so far below the ground."


@pytest.fixture
def archive(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """A page in two versions, confirmed once more, and another page."""
    story = f"<title>Story</title><main><h2>News</h2><p>{RAIN}</p><h2>River</h2><p>{RIVER}</p></main>"
    return fill(
        make_capture("http://a.test/", story),
        make_capture("http://a.test/", story.replace("nobody", "somebody"), minutes=60),
        make_capture("http://a.test/", story.replace("nobody", "somebody"), minutes=120),
        make_capture("http://a.test/b", "<title>Other</title><p>Something else"),
    )


def test_tags_and_stars_are_given_shown_and_taken_away(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    said = tianwang("tag", archive.path, "a.test", "a.test/b", "+Linux", "+to read", "--star").stdout
    assert said == "http://a.test/  ★  +Linux  +to read\nhttp://a.test/b  ★  +Linux  +to read\n"
    assert tianwang("tag", archive.path, "http://a.test/", "-LINUX").stdout == "http://a.test/  ★  +to read\n"
    [mark] = objects("tag", archive.path, "a.test/b")
    assert (mark["kind"], mark["url"], mark["id"], mark["block"]) == ("mark", "http://a.test/b", None, None)
    assert (mark["star"], mark["tags"], mark["note"]) == (True, ["Linux", "to read"], "")
    assert tianwang("tag", archive.path, "a.test", "--unstar", "-to read").stdout == "http://a.test/  —\n"


def test_all_tags_are_listed_with_their_pages(archive: Archive, tianwang: Run, objects: Objects) -> None:
    assert tianwang("tag", archive.path).stdout == "This archive has no tags.\n"
    assert objects("tag", archive.path) == []
    tianwang("tag", archive.path, "a.test", "a.test/b", "+b")
    tianwang("tag", archive.path, "a.test", "+内核")
    assert objects("tag", archive.path) == [
        {"kind": "tag", "tag": "b", "pages": 2},
        {"kind": "tag", "tag": "内核", "pages": 1},
    ]
    assert tianwang("tag", archive.path).stdout == "       2  b\n       1  内核\n"


def test_what_has_a_tag_or_a_star_is_listed(archive: Archive, tianwang: Run, objects: Objects) -> None:
    tianwang("tag", archive.path, "a.test", "+linux/kernel")
    tianwang("tag", archive.path, "a.test/b", "+linux", "--star")
    assert [one["url"] for one in objects("tag", archive.path, "--find", "LINUX")] == ["http://a.test/b"]
    assert len(objects("tag", archive.path, "--find", "lin*")) == 2
    assert [one["url"] for one in objects("tag", archive.path, "--starred")] == ["http://a.test/b"]
    assert "Nothing was found" in tianwang("tag", archive.path, "--find", "x", code=1).stderr


def test_a_version_is_marked_by_its_id_and_a_visit_stands_for_its_version(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    with archive.reader() as reader:
        version, visit = reader.versions("http://a.test/", visits=True)[1:]
    assert visit.base == version.id
    [mark] = objects("tag", archive.path, visit.id, "+seen")
    assert (mark["id"], mark["date"]) == (version.id, version.date.isoformat())
    assert objects("tag", archive.path, version.id)[0]["tags"] == ["seen"]
    assert objects("tag", archive.path, "a.test")[0]["tags"] == []


def test_a_block_is_marked_by_its_path_and_found_again_where_its_text_stands(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    blocks = objects("blocks", archive.path, "a.test", "--level", 6)[:-1]
    path = next(one["path"] for one in blocks if "mountains" in one["text"])
    [mark] = objects("note", archive.path, "a.test", "Is that so?", "--block", path)
    assert mark["block"]["path"] == path and "mountains" in mark["block"]["excerpt"]
    with archive.reader() as reader:
        first = reader.versions("http://a.test/")[0].id
    assert objects("note", archive.path, first, "--block", path)[0]["note"] == "Is that so?"
    assert "Is that so?" in tianwang("note", archive.path).stdout
    failed = tianwang("tag", archive.path, "a.test", "+x", "--block", "/none", code=1)
    assert "has no block /none" in failed.stderr


def test_a_note_is_written_shown_replaced_and_deleted(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    tianwang("note", archive.path, "a.test", "Ask again")
    assert tianwang("note", archive.path, "a.test").stdout == "http://a.test/\n    Ask again\n"
    piped = CliRunner().invoke(app, ["note", str(archive.path), "a.test", "-"], input="two\nlines\n")
    assert piped.stdout == "http://a.test/\n    two\n    lines\n"
    assert [one["note"] for one in objects("note", archive.path)] == ["two\nlines"]
    tianwang("note", archive.path, "a.test", "--delete")
    assert objects("note", archive.path) == []
    assert "Nothing was found" in tianwang("note", archive.path, code=1).stderr


def test_what_was_written_last_is_taken_back_and_written_again(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    tianwang("tag", archive.path, "a.test", "+a")
    tianwang("note", archive.path, "a.test", "n")
    assert [(one["tags"], one["note"]) for one in objects("tag", archive.path, "--undo")] == [(["a"], "")]
    assert objects("note", archive.path, "--undo")[0]["tags"] == []
    assert "nothing to take back" in tianwang("tag", archive.path, "--undo", code=1).stderr
    assert "Written again" in tianwang("tag", archive.path, "--redo").stdout
    assert objects("tag", archive.path, "--redo")[0]["note"] == "n"
    assert "nothing to write again" in tianwang("note", archive.path, "--redo", code=1).stderr


def test_a_search_finds_what_was_written(archive: Archive, tianwang: Run, objects: Objects) -> None:
    tianwang("tag", archive.path, "a.test/b", "+read", "--star")
    tianwang("note", archive.path, "a.test/b", "verify with the ministry")
    [hit, summary] = objects("search", archive.path, "ministry", "--facets")
    assert (hit["url"], hit["star"], hit["tags"], hit["noted"]) == ("http://a.test/b", True, ["read"], True)
    assert summary["facets"]["tag"] == {"read": 1}
    assert len(objects("search", archive.path, "tag:read star:yes")) == 2
    shown = tianwang("search", archive.path, "ministry").stdout
    assert "★  +read" in shown and "Note: verify with the ministry" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tag", "+x"], "Name the pages or versions"),
        (["tag", "--star"], "Name the pages or versions"),
        (["tag", "a.test", "--undo"], "does not go with"),
        (["tag", "+x", "--starred"], "does not go with"),
        (["tag", "--undo", "--redo"], "does not go with"),
        (["tag", "a.test", "--stars"], "no option --stars"),
        (["tag", "a.test", "+"], "cannot be a tag"),
        (["tag", "a.test", "+" + "x" * 101], "at most 100"),
        (["tag", "a.test", "a.test/b", "+x", "--block", "/p"], "needs one page"),
        (["note", "--delete"], "Name the page"),
        (["note", "a.test", "x", "--delete"], "does not go with a text"),
        (["note", "a.test", "x" * 20_001], "at most 20000"),
        (["note", "a.test", "--redo"], "does not go with"),
    ],
)
def test_wrong_usage_is_told_and_writes_nothing(
    archive: Archive, refused: Refused, arguments: list[str], said: str
) -> None:
    command, *rest = arguments
    assert said in refused(command, archive.path, *rest)
    assert not (archive.path / NAME).exists()


def test_what_cannot_be_done_is_a_sentence(archive: Archive, tianwang: Run) -> None:
    assert "holds nothing under" in tianwang("tag", archive.path, "http://b.test/", "+x", code=1).stderr
    tianwang("tag", archive.path, "a.test", "+x")
    with (archive.path / NAME).open("ab") as file:
        file.write(b"{}\n{")
    told = tianwang("tag", archive.path).stderr
    assert "1 line of the notes cannot be read" in told and "was cut off" in told
    (archive.path / LOCK).unlink()
    (archive.path / LOCK).mkdir()
    assert "could not be written" in tianwang("tag", archive.path, "a.test", "+y", code=1).stderr
