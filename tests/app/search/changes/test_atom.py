"""Events as an Atom feed: what RFC 4287 asks for, ids that stay, nothing that XML cannot say."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.archive.archive import Archive
from app.errors import StorageFailed
from app.search.changes import atom
from app.search.changes.events import Event, events
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.search.snippets import Snippet
from extractors.door import guarded
from tests.app.search.conftest import recorded

NAMES = {"a": "http://www.w3.org/2005/Atom", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture
def found(archive: Archive) -> list[Event]:
    feed(recorded(archive))
    with Searcher(archive) as searcher:
        return events(searcher, "changed:subsidy", limit=100).events


def say(event: Event) -> atom.Said:
    return atom.Said(f"{event.kind}: {event.title}", "Some day.")


def made(events: list[Event], query: str = "changed:subsidy") -> bytes:
    return atom.feed(events, name="Test", query=query, title="Subsidy", say=say)


def test_a_feed_has_what_the_standard_asks_for(found: list[Event]) -> None:
    root = ElementTree.fromstring(made(found))
    assert root.tag == f"{{{NAMES['a']}}}feed" and root.find("a:author/a:name", NAMES) is not None
    entries = root.findall("a:entry", NAMES)
    assert len(entries) == 6
    for each in (root, *entries):
        for name in ("id", "title", "updated"):
            assert len(each.findall(f"a:{name}", NAMES)) == 1
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", each.findtext("a:id", "", NAMES))
        datetime.fromisoformat(each.findtext("a:updated", "", NAMES))
    for each in entries:
        content = each.findall("a:content", NAMES)
        assert (
            len(content) == 1
            and content[0].get("type") == "xhtml"
            and len(content[0].findall("x:div", NAMES)) == 1
        )
        link = each.find("a:link", NAMES)
        assert (
            link is not None
            and link.get("rel") == "alternate"
            and str(link.get("href")).startswith("http://")
        )
    dates = [each.findtext("a:updated", "", NAMES) for each in entries]
    assert dates == sorted(dates, reverse=True) and root.findtext("a:updated", "", NAMES) == dates[0]


def test_ids_stay_and_are_of_one_event_of_one_query(found: list[Event]) -> None:
    def ids(told: bytes) -> list[str]:
        return [str(each.text) for each in ElementTree.fromstring(told).iter(f"{{{NAMES['a']}}}id")]

    every = ids(made(found))
    assert len(set(every)) == 7 and ids(made(found[::-1])) == every
    assert set(ids(made(found[2:]))) <= set(every)
    assert not set(ids(made(found, "vanished:subsidy"))) & set(every)


def test_words_that_came_and_went_are_marked(found: list[Event]) -> None:
    gone = next(one for one in found if one.kind == "vanished" and one.page == "same")
    entry = ElementTree.fromstring(made([gone])).find("a:entry", NAMES)
    assert entry is not None
    assert [each.text for each in entry.iter(f"{{{NAMES['x']}}}del")] == ["subsidy"]
    quoted = ["".join(each.itertext()) for each in entry.iter(f"{{{NAMES['x']}}}p")]
    assert quoted == ["Some day.", gone.place.old.text, gone.place.new.text]
    whole = replace(gone, place=replace(gone.place, old=Snippet("补贴", ((0, 1), (1, 2))), new=Snippet("")))
    entry = ElementTree.fromstring(made([whole])).find("a:entry", NAMES)
    assert entry is not None and "".join(entry.itertext()).endswith("补贴")


def test_readers_find_the_entries(found: list[Event]) -> None:
    document = guarded.extract(made(found), declared_type="application/atom+xml", charset=None, name="x.atom")
    assert "vanished: Support" in document.text and "appeared: New" in document.text


def test_the_newest_alone_and_none_at_all(found: list[Event]) -> None:
    many = [replace(found[0], url=f"http://a.example/{number}") for number in range(300)]
    assert made(many).count(b"<entry>") == atom.MOST
    assert b"<updated>" in made([])


def test_what_xml_cannot_say_is_left_out(found: list[Event]) -> None:
    odd = replace(
        found[0], title="a\x00b\ud800 <&>", place=replace(found[0].place, new=Snippet("x\x0by", ((0, 3),)))
    )
    root = ElementTree.fromstring(made([odd], "changed:\x01"))
    assert root.findtext("a:entry/a:title", "", NAMES) == "appeared: a\ufffdb\ufffd <&>"


def test_a_feed_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "x.atom"
    atom.write(path, b"one")
    atom.write(path, b"two")
    assert path.read_bytes() == b"two" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(StorageFailed):
        atom.write(tmp_path / "none" / "x.atom", b"")
