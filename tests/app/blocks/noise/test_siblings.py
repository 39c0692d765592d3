"""Labels know the other pages of the site: in `blocks`, in comparisons, in the Blocks tab, in histories."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import name_blocks
from app.blocks.noise import siblings
from app.blocks.noise.judged import compare_captures
from app.blocks.noise.siblings import siblings_of
from app.cli import app

NOTICE = "This site of ours is about harbours. It has been here for {} years, and it will stay for many more."
PROSE = "In {0} the rain falls all day long, and the river of {0} rises. Ships wait in {0} for better weather to come. "
NAMES = ("north", "south", "west", "east", "middle", "outside", "inland")


def page(name: str, years: int = 12) -> str:
    return f"<html><body><div>{PROSE.format(name) * 14}</div><div><p>{NOTICE.format(years)}</p></div></body></html>"


@pytest.fixture
def site(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    pages = [
        make_capture(f"http://a.test/harbours/{name}.html", page(name), minutes=n)
        for n, name in enumerate(NAMES)
    ]
    later = make_capture(
        "http://a.test/harbours/north.html", page("north", 13).replace("rain falls", "snow falls"), minutes=90
    )
    return fill(*pages, later)


def labels(blocks: list[dict[str, Any]]) -> dict[str, str]:
    return {block["text"][:9]: block["label"] for block in blocks if block.get("leaf")}


def test_the_command_tells_a_notice_of_the_site_from_the_text_of_the_page(site: Archive) -> None:
    with site.reader() as reader:
        newest = reader.latest_version("http://a.test/harbours/north.html")
        assert newest is not None
        tree = cut(reader.body(newest))
    name_blocks(tree)
    alone = {leaf.text[:9]: leaf.label for leaf in tree.leaves()}
    assert alone == {"In north ": "main text", "This site": "main text"}
    site.close()
    told = CliRunner().invoke(app, ["blocks", str(site.path), newest.id, "--json"])
    found = labels([json.loads(line) for line in told.stdout.splitlines()])
    assert found["In north "] == "main text" and found["This site"] == "footer"


def test_a_comparison_knows_them_too(site: Archive) -> None:
    with site.reader() as reader:
        old, new = reader.versions("http://a.test/harbours/north.html")
        found = compare_captures(reader, old, new)
    told = {change.text_b[:9]: change.label for change in found.changes if change.kind != "unchanged"}
    assert told == {"In north ": "main text", "This site": "footer"}


def test_so_does_the_blocks_tab(site: Archive) -> None:
    from widgets.blocks.work import blocks_of

    with site.reader() as reader:
        newest = reader.latest_version("http://a.test/harbours/north.html")
        assert newest is not None
        rows = blocks_of(reader, newest, 3, None, lambda: None).leaves()
    assert {row.text[:9]: row.label for row in rows}["This site"] == "footer"


def test_few_pages_are_read_and_each_once(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    before = siblings.side_of

    def side_of(reader: Any, capture: Any) -> Any:
        read.append(capture.url)
        return before(reader, capture)

    monkeypatch.setattr(siblings, "side_of", side_of)
    with site.reader() as reader:
        for url in ("north", "south", "north"):
            version = reader.latest_version(f"http://a.test/harbours/{url}.html")
            assert version is not None and siblings_of(reader, version)
    assert len(read) == len(set(read)) <= 6
    assert "http://b.test/" not in read


def test_a_page_without_others_has_none(site: Archive, make_capture: Callable[..., NewCapture]) -> None:
    with site.writer() as writer:
        alone = writer.store(make_capture("http://b.test/", page("far")))
    with site.reader() as reader:
        assert not siblings_of(reader, alone)
