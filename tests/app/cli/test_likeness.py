"""`duplicates` and `like`: what is alike in an archive, and whether a document was seen before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from tests.app.likeness.test_feeding import SITE, page, story
from tests.conftest import capture

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Path:
    return fill(
        capture(f"{SITE}/1", page(story(1))),
        capture(f"{SITE}/2", page(story(2))),
        capture("http://b.example/1", page(f"{story(1)} corrected", title="Again")),
    ).path


def test_groups_are_listed_for_people_and_for_programs(site: Path, objects: Objects, tianwang: Run) -> None:
    group, summary = objects("duplicates", site)
    assert [one["url"] for one in group["members"]] == [f"{SITE}/1", "http://b.example/1"]
    assert group["addresses"] == 2 and 0.9 < group["members"][0]["jaccard"] < 1 and len(group["terms"]) == 5
    assert summary == {"kind": "summary", "groups": 1, "addresses": 2, "bytes": group["bytes"]}
    said = tianwang("duplicates", site).stdout
    assert "2 addresses" in said and "Again" in said and "1 group," in said
    assert "No page" in tianwang("duplicates", site, "a.example").stdout
    assert "No page" in tianwang("duplicates", site, "--same", "letters").stdout
    assert "0.5 to 1" in tianwang("duplicates", site, "--at-least", "3", code=2).stderr


def test_a_file_was_seen_before_or_not(site: Path, tmp_path: Path, objects: Objects, tianwang: Run) -> None:
    file = tmp_path / "saved.txt"
    file.write_text(f"{story(5)}\n{story(2)[:600]}\n", "utf-8")
    (found,) = objects("like", site, file)
    assert (found["same"], found["url"]) == ("part", f"{SITE}/2") and found["addresses"] == [f"{SITE}/2"]
    assert story(2)[:500] in found["passages"][0]["text"]
    assert "in common" in tianwang("like", site, file).stdout
    file.write_text("nothing of that kind was ever said on any page of it, and never will be", "utf-8")
    assert "Nothing" in tianwang("like", site, file, code=1).stdout
    file.write_bytes(b"")
    assert "no text" in tianwang("like", site, file, code=1).stderr


def test_pages_with_a_passage_are_listed_with_how_much_of_it(
    site: Path, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    file = tmp_path / "quote.txt"
    file.write_text(story(2)[:300], "utf-8")
    (found,) = objects("like", site, file, "--passages")
    assert (found["url"], found["same"], found["contained"]) == (f"{SITE}/2", "part", 1.0)
    assert (
        found["passages"][0]["text"] and found["passages"][0]["page_end"] > found["passages"][0]["page_begin"]
    )
    assert "100% in common" in tianwang("like", site, file, "--passages").stdout


def test_a_block_is_looked_for_in_the_blocks_of_other_pages(
    fill: Callable[..., Archive], objects: Objects, tianwang: Run
) -> None:
    quote = " ".join(story(2).split()[:40])
    site = fill(
        capture(f"{SITE}/1", page(f"{quote} {story(1)}")),
        capture("http://b.example/1", page(f"{story(3)} {quote} {story(4)}")),
        capture("http://c.example/1", page(story(5))),
    ).path
    (listed,) = [
        one
        for one in objects("blocks", site, f"{SITE}/1", "--level", "6")
        if one.get("leaf") and one["text"].startswith(quote)
    ]
    assert listed["text"] == quote
    (found,) = objects("like", site, f"{SITE}/1", "--block", listed["path"])
    assert (found["url"], found["contained"]) == ("http://b.example/1", 1.0)
    (passage,) = found["passages"]
    of_page = {one["path"]: one for one in objects("blocks", site, "http://b.example/1") if "path" in one}
    assert quote in of_page[passage["path"]]["text"] and passage["label"] == of_page[passage["path"]]["label"]
    said = tianwang("like", site, f"{SITE}/1", "--block", listed["path"]).stdout
    assert f"{passage['label']}: {passage['path']}" in said
    (whole,) = objects("like", site, f"{SITE}/1", "--block", "Main text")
    assert whole["url"] == "http://b.example/1" and whole["contained"] < 0.5
    assert "lists its blocks" in tianwang("like", site, f"{SITE}/1", "--block", "/no[1]", code=1).stderr


def test_a_page_is_like_another_and_not_like_itself(site: Path, objects: Objects, tianwang: Run) -> None:
    (found,) = objects("like", site, f"{SITE}/1")
    assert (found["same"], found["url"]) == ("near", "http://b.example/1") and found["distance"] is not None
    assert "alike" in tianwang("like", site, f"{SITE}/1").stdout


def test_a_search_folds_what_is_nearly_the_same(site: Path, objects: Objects, tianwang: Run) -> None:
    word = story(1).split()[5]
    *hits, summary = objects("search", site, word)
    assert summary["total"] == len(hits) and {one["url"] for one in hits} >= {
        f"{SITE}/1",
        "http://b.example/1",
    }
    folded = [one for one in objects("search", site, word, "--fold")[:-1] if "folded" in one]
    assert [one["folded"] for one in folded] == [1]
    both = {folded[0]["url"], folded[0]["alike"][0]["url"]}
    assert both == {f"{SITE}/1", "http://b.example/1"}
    assert "1 more like this: http" in tianwang("search", site, word, "--fold").stdout
    assert "--fold" in tianwang("search", site, word, "--fold", "--blocks", code=2).stderr


def test_an_export_writes_nearly_the_same_text_once(site: Path, tmp_path: Path, objects: Objects) -> None:
    (summary,) = objects("export", site, tmp_path / "out", "--format", "text", "--once-alike")
    assert (summary["files"], summary["duplicates"]) == (2, 1)
    manifest = (tmp_path / "out" / "manifest.json").read_text("utf-8")
    assert "nearly the same content as" in manifest
    (summary,) = objects("export", site, tmp_path / "all", "--format", "text", "--once")
    assert (summary["files"], summary["duplicates"]) == (3, 0)


def test_versions_note_where_nearly_the_same_text_stood_before(
    site: Path, objects: Objects, tianwang: Run
) -> None:
    (alone,) = objects("versions", site, "http://b.example/1")
    assert alone["alike"] is None, "nobody has looked"
    tianwang("duplicates", site)
    (first,) = objects("versions", site, f"{SITE}/1")
    (again,) = objects("versions", site, "http://b.example/1")
    assert first["alike"] is None and again["alike"] == {"id": first["id"], "url": f"{SITE}/1"}
    said = tianwang("versions", site, "http://b.example/1").stdout
    assert f"(nearly the same as {first['id']} {SITE}/1)" in said
    (other,) = objects("versions", site, f"{SITE}/2")
    assert other["alike"] is None and "nearly" not in tianwang("versions", site, f"{SITE}/2").stdout
