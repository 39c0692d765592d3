"""Templates of an archive, learned behind the commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.templates import feeding
from app.templates.feeding import Fed, feed, learn
from app.templates.known import Templates
from app.templates.marks import mark, read_marks, unmark
from app.templates.store import NAME, Store
from tests.app.templates.test_learning import html, story
from tests.conftest import capture

SITE = "a.example"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def site(archive: Archive, fill: Callable[..., Archive]) -> Archive:
    """Six stories of one site, one of them in two versions, and a page of another."""
    stories = [capture(f"http://{SITE}/{number}", html(story(number))) for number in range(6)]
    return fill(
        *stories,
        capture("http://b.example/", html(story(9))),
        capture(f"http://{SITE}/0", html(story(7)), minutes=9),
    )


def template(archive: Archive, url: str = f"http://{SITE}/elsewhere") -> frozenset[int]:
    with Templates(archive.path) as templates:
        return templates.of(url)


def test_a_feed_learns_what_is_new_and_then_nothing(site: Archive) -> None:
    assert template(site) == frozenset()
    assert feed(site) == Fed(versions=8, pages=8)
    assert template(site) and not template(site, "http://b.example/")
    assert feed(site) == Fed()


def test_one_site_alone_is_learned_and_the_feed_does_not_count_it_again(site: Archive) -> None:
    assert learn(site, f"https://{SITE}/any").versions == 7
    alone = template(site)
    assert feed(site) == Fed(versions=1, pages=1)
    assert template(site) == alone != frozenset()


@pytest.mark.parametrize("after", [1, 3, 6])
def test_killed_and_begun_anew_it_comes_to_the_same(site: Archive, tmp_path: Path, after: int) -> None:
    feed(site)
    with_one = Store(site.path)
    whole = with_one.site(SITE)
    with_one.close()
    (site.path / NAME).unlink()
    looked = iter(range(100))
    feed(site, cancelled=lambda: next(looked) >= after)
    feed(site)
    again = Store(site.path)
    found = again.site(SITE)
    again.close()
    assert whole is not None and found is not None and found.packed() == whole.packed()


def test_pages_of_many_sites_in_turns_have_each_site_read_once(
    archive: Archive, fill: Callable[..., Archive], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more sites than are kept in memory each page had its site read and written anew: 94 % of the time."""
    monkeypatch.setattr(feeding, "_MOST_SITES", 1)
    sites = [f"{name}.example" for name in "abc"]
    fill(*(capture(f"http://{site}/{number}", html(story(number))) for number in range(4) for site in sites))
    asked = list[str]()
    known = Store.site
    monkeypatch.setattr(Store, "site", lambda self, site: (asked.append(site), known(self, site))[1])
    assert feed(archive).versions == 12 and sorted(asked) == sites
    assert feed(archive) == Fed()


def test_a_file_of_a_stranger_is_not_used_and_made_anew(
    site: Archive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    feed(site)
    mine = template(site)
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "another person"))
    assert template(site) == frozenset()
    assert feed(site).versions == 8 and template(site) == mine


def test_a_changed_row_a_program_and_a_damaged_file_are_not_used(site: Archive) -> None:
    feed(site)
    path = site.path / NAME
    program = "CREATE TRIGGER t AFTER INSERT ON sites BEGIN SELECT 1; END"
    for change in ("UPDATE sites SET template = x'0100000000000000'", program):
        db = sqlite3.connect(path)
        db.execute(change)
        db.commit()
        db.close()
        assert template(site) == frozenset()
    assert feed(site).versions == 8 and template(site)
    path.write_bytes(b"damaged" * 1000)
    assert template(site) == frozenset()
    assert feed(site).versions == 8 and template(site)


def test_marks_hold_for_the_site_and_can_be_taken_back(site: Archive) -> None:
    feed(site)
    known = template(site)
    one = min(known)
    before, _ = mark(site.path, SITE, one, content=True, where="html > body", text="Menu")
    assert before is None and template(site) == known | {-one}
    first, _ = mark(site.path, SITE, one, content=False)
    assert first is not None and first.content and template(site) == known
    unmark(site.path, SITE, one, first)
    assert template(site) == known | {-one}
    unmark(site.path, SITE, one)
    assert template(site) == known and not read_marks(site.path).all
    mark(site.path, SITE, 12345, content=False)
    assert 12345 in template(site) and 12345 not in template(site, "http://b.example/")


def test_marks_that_are_no_marks_are_none(site: Archive) -> None:
    for text in ("", "[]", '{"marks": [1]}', '{"marks": [{"site": "a", "number": "x", "content": 1}]}'):
        (site.path / "template.json").write_text(text)
        assert not read_marks(site.path).all
