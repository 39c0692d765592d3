"""Changes of a site's template are told once for the site, and are none of its pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.history.of_template import TemplateChanges
from app.blocks.history.site_changes import Question, SiteChanges, excerpts, site_changes
from app.blocks.noise.comparer import Comparer
from app.templates.explaining import on_page, seen_of
from app.templates.feeding import feed
from app.templates.marks import mark
from tests.app.templates.test_changed import OWN, two_editions
from tests.app.templates.test_learning import MENU, html, story
from tests.conftest import START, capture

HOUR = timedelta(hours=1)


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return fill(*two_editions())


def report(archive: Archive) -> SiteChanges:
    with archive.reader() as reader:
        return site_changes(reader, Question((START + HOUR, START + 40 * HOUR)))


def test_a_new_entry_of_the_menu_is_told_once_and_a_page_tells_what_is_its_own(site: Archive) -> None:
    before = report(site)
    assert all(row.real for row in before.rows) and not before.totals.template, "nothing was learned yet"
    feed(site)
    for _ in range(2):  # the second time from what was kept
        found = report(site)
        (told,) = found.totals.template
        assert (told.site, told.kind, told.pages) == ("a.test", "changed", 8)
        assert (told.before, told.after) == ("Section cx", "Calendar of the year")
        assert told.urls == tuple(f"http://a.test/{n}" for n in range(8))
        own = [row for row in found.rows if not row.is_quiet]
        assert [(row.url, row.real, row.template) for row in own] == [("http://a.test/3", 1, 1)]
        assert all(
            row.state == "changed" and row.template == 1 and not row.real_share
            for row in found.rows
            if row.is_quiet
        )
    with site.reader() as reader:
        assert [one.words[-1][2] for one in excerpts(reader, own[0])] == [OWN]
        assert not excerpts(reader, found.rows[0])


def test_what_one_page_alone_has_in_the_template_is_told_too(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link of the menu that leads elsewhere on one page: folded there, so nowhere else would it be read."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    other = MENU.replace("href='/", "href='/new/", 1)
    assert other != MENU
    again = capture("http://a.test/5", html(story(5), other), minutes=1440)
    archive = fill(*(capture(f"http://a.test/{number}", html(story(number))) for number in range(8)), again)
    feed(archive)
    found = report(archive)
    (row,) = [row for row in found.rows if row.state == "changed"]
    assert row.is_quiet and row.template == 1
    assert [(one.urls, one.pages) for one in found.totals.template] == [(("http://a.test/5",), 1)]


def test_what_a_person_says_is_content_is_told_on_its_pages_again(site: Archive) -> None:
    feed(site)
    assert report(site).totals.template
    with site.reader() as reader:
        nav = next(
            part
            for part in on_page(reader, reader.versions("http://a.test/3")[1])
            if "Section ax" in part.text
        )
    mark(site.path, "a.test", nav.number, content=True)
    found = report(site)
    assert not found.totals.template and all(row.real for row in found.rows)


def test_what_a_person_says_is_no_content_is_folded_also_where_each_page_says_something_else(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Others read”, a box of links that are new every day, on each page other ones."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    words = [
        "ash",
        "beech",
        "cedar",
        "elm",
        "fir",
        "hazel",
        "larch",
        "maple",
        "oak",
        "pine",
        "rowan",
        "willow",
    ]

    def edition(number: int, day: int) -> NewCapture:
        box = f"<div class='read'><p>Others read of {words[number + 6 * day]} today.</p></div>"
        return capture(f"http://a.test/{number}", html(story(number) + box), minutes=1440 * day)

    archive = fill(*(edition(number, day) for day in (0, 1) for number in range(6)))
    feed(archive)
    assert all(row.real == 1 for row in report(archive).rows)
    with archive.reader() as reader:
        page = seen_of(reader, reader.versions("http://a.test/3")[1])
    assert page is not None
    place = next(block.place for block in page.blocks if "Others" in block.part.text)
    mark(archive.path, "a.test", page.units.sign_of(place.getparent()), content=False)
    found = report(archive)
    assert all(row.is_quiet and row.template == 1 for row in found.rows) and not found.totals.template


def test_a_change_that_many_pages_have_is_judged_on_one_of_them(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages with nothing else are not read for it: a site's menu costs the same for ten pages and ten thousand."""
    feed(site)
    read: list[str] = []
    judge = TemplateChanges._judged

    def judged(self: TemplateChanges, a: object, b: object, *rest: object) -> object:
        read.append(b.url)  # type: ignore[attr-defined]
        return judge(self, a, b, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(TemplateChanges, "_judged", judged)
    report(site)
    assert read == ["http://a.test/0", "http://a.test/3"]


def test_what_was_kept_by_a_stranger_is_no_verdict(site: Archive) -> None:
    feed(site)
    report(site)
    with site.reader() as reader, Comparer(reader, level=3) as comparer:
        a, b = reader.versions("http://a.test/3")
        changes = TemplateChanges(comparer)
        summary = comparer.summary(a, b)
        wanted = [n for n, step in enumerate(summary.steps) if step.is_change]
        key = comparer.key(a, b, "template", changes._mark("a.test", b.url), tuple(wanted), changes._seq)
        for value in (b"", b"[1]", b"[[1, 2]]", b'{"a": 1}', b'[["x", "y", "z"]]'):
            comparer.cache.keep(key, value)
            assert len(changes.take(a, b, summary, wanted)) == 1
            changes._known.clear()
        changes.close()


def test_two_sites_are_told_apart(site: Archive) -> None:
    old = [capture(f"http://b.test/{number}", html(story(number))) for number in range(4)]
    foot = "<footer><p>Some rights reserved by the club.</p></footer>"
    new = [
        capture(f"http://b.test/{number}", html(story(number), foot=foot), minutes=1440)
        for number in range(4)
    ]
    with site.writer() as writer:
        for one in (*old, *new):
            writer.store(one)
    feed(site)
    assert [(one.site, one.after, one.pages) for one in report(site).totals.template] == [
        ("a.test", "Calendar of the year", 8),
        ("b.test", "Some rights reserved by the club.", 4),
    ]
