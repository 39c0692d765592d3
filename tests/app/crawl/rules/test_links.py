"""From links to candidates: level, depth, distance from the scope, and what is left out."""

from __future__ import annotations

import calendar
from typing import Any

import pytest

from app.archive.model import StoredLink
from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.links import MAX_LEVEL, LinkJudge, SitemapFinder, is_quiet
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key

SEED = "http://h.org/"


def judge_of(**more: Any) -> LinkJudge:
    settings = CrawlSettings(seeds=(SEED,), **more)
    return LinkJudge(settings, Scope(settings))


def entry_at(url: str = SEED, depth: int = 0, level: int = 0, **more: Any) -> Entry:
    return Entry(1, dedupe_key(url), url, 1, depth, level, None, 0, 0, "", **more)


def link(url: str, element: str = "a", embed: bool = False, text: str = "", **more: Any) -> StoredLink:
    return StoredLink(url, element, text, embed, **more)


def one(judge: LinkJudge, found: StoredLink, entry: Entry | None = None, **more: Any) -> Candidate:
    candidates = judge.candidates([found], entry or entry_at(), **more)
    assert len(candidates) == 1
    return candidates[0]


@pytest.mark.parametrize(
    ("found", "depth", "level", "wanted"),
    [
        # what is found in a page
        (link("http://h.org/a"), 2, 0, (3, 0)),
        (link("http://h.org/a.png", "img", True), 2, 0, (3, 1)),
        (link("http://h.org/feed", "link:feed"), 2, 0, (2, 1)),
        (link("http://h.org/a", "js", guess=True), 2, 0, (3, 0)),
        # in a style sheet or script (whose depth is one more than that of its page)
        (link("http://h.org/a.png", "css", True), 3, 1, (3, 2)),
        (link("http://h.org/a", "js", guess=True), 3, 1, (3, 0)),
        (link("http://h.org/a.png", "js", True, guess=True), 3, 1, (3, 2)),
        # in the sitemap of a site, in an index, in a feed of a page of depth 2
        (link("http://h.org/a", "loc"), 0, 1, (1, 0)),
        (link("http://h.org/1.xml", "sitemap"), 0, 1, (0, 2)),
        (link("http://h.org/a", "loc"), 0, 2, (1, 0)),
        (link("http://h.org/a", "item"), 2, 1, (3, 0)),
        # in a sitemap that is the seed
        (link("http://h.org/1.xml", "sitemap"), 0, 0, (0, 1)),
        (link("http://h.org/a", "loc"), 0, 0, (1, 0)),
    ],
)
def test_depth_and_level(found: StoredLink, depth: int, level: int, wanted: tuple[int, int]) -> None:
    candidate = one(judge_of(), found, entry_at("http://h.org/x", depth, level))
    assert (candidate.depth, candidate.level) == wanted and not candidate.reason


def test_a_link_judged_before_is_as_deep_as_the_page_that_has_it_now() -> None:
    judge, limited = judge_of(), judge_of(max_depth=3)
    for depth in (0, 4, 1, 4, 2):
        found = one(judge, link("http://h.org/a"), entry_at(SEED, depth))
        assert (found.depth, found.reason) == (depth + 1, "")
        found = one(limited, link("http://h.org/a"), entry_at(SEED, depth))
        assert (found.depth, found.reason) == (depth + 1, "depth" if depth > 2 else "")


def test_lists_of_lists_have_an_end() -> None:
    deep = one(
        judge_of(), link("http://h.org/2.xml", "sitemap"), entry_at("http://h.org/1.xml", 0, MAX_LEVEL)
    )
    assert deep.reason == "depth"


def test_candidates_tell_what_led_to_them() -> None:
    found = link("HTTP://H.org:80/a/../b#x".partition("#")[0], text="  words\n of  it " + "x" * 300, rel="me")
    candidate = one(judge_of(), found)
    assert candidate.url == "http://h.org/b" and candidate.raw == "HTTP://H.org:80/a/../b"
    assert candidate.anchor.startswith("words of it xxx") and len(candidate.anchor) == 200
    plain = one(judge_of(), link("http://h.org/b"))
    assert (plain.raw, plain.anchor, plain.guess, plain.modified) == ("", "", False, 0.0)


def test_of_two_links_to_one_address_the_better_is_taken() -> None:
    judge = judge_of()
    links = [
        link("http://h.org/a", "js", guess=True),
        link("http://h.org/a"),
        link("http://h.org/a", text="words"),
    ]
    for order in (links, links[::-1]):
        (candidate,) = judge.candidates(order, entry_at())
        assert not candidate.guess and candidate.anchor == "words"


def test_places_in_one_page_are_that_page_once_with_the_first_words_on_it() -> None:
    judge = judge_of()
    links = [
        link("http://h.org/p#a"),
        link("http://h.org/p#b", text="first"),
        link("http://h.org/p#c", text="second"),
    ]
    (found,) = judge.candidates(links, entry_at())
    assert (found.url, found.anchor, found.raw) == ("http://h.org/p", "first", "http://h.org/p#b")


def test_guesses_may_be_left_out() -> None:
    links = [link("http://h.org/a", "js", guess=True), link("http://h.org/b")]
    assert [found.guess for found in judge_of().candidates(links, entry_at())] == [True, False]
    assert [found.url for found in judge_of(guesses=False).candidates(links, entry_at())] == [
        "http://h.org/b"
    ]


def test_nofollow_holds_for_links_and_not_for_requisites() -> None:
    links = [
        link("http://h.org/a", rel="ugc nofollow"),
        link("http://h.org/b"),
        link("http://h.org/c.png", "img", True),
    ]

    def names(judge, follow):
        return [found.url[13:] for found in judge.candidates(links, entry_at(), follow=follow)]

    assert names(judge_of(), True) == ["b", "c.png"]
    assert names(judge_of(), False) == ["c.png"]
    assert names(judge_of(obey_nofollow=False), False) == ["a", "b", "c.png"]


@pytest.mark.parametrize("element", ["form", "link:pingback", "link:edituri", "link:profile", "link:search"])
def test_what_is_no_page_is_not_asked_for(element: str) -> None:
    assert judge_of().candidates([link("http://h.org/x", element)], entry_at()) == []


@pytest.mark.parametrize(
    "element", ["link:canonical", "link:alternate", "link:next", "link:amphtml", "meta:refresh"]
)
def test_what_leads_to_another_page_is_followed(element: str) -> None:
    assert one(judge_of(), link("http://h.org/x", element)).reason == ""


@pytest.mark.parametrize(
    ("hops", "before", "url", "off_site", "reason"),
    [
        (0, 0, "http://h.org/a", 0, ""),
        (0, 0, "http://o.org/a", 1, "scope"),
        (1, 0, "http://o.org/a", 1, ""),
        (1, 1, "http://o.org/b", 2, "scope"),
        (2, 1, "http://p.org/b", 2, ""),
        (2, 2, "http://h.org/a", 0, ""),
    ],
)
def test_links_out_of_the_scope_are_counted(
    hops: int, before: int, url: str, off_site: int, reason: str
) -> None:
    judge = judge_of(off_site_hops=hops)
    candidate = one(judge, link(url), entry_at("http://x.org/", 1, off_site=before))
    assert (candidate.off_site, candidate.reason) == (off_site, reason)
    image = one(
        judge, link("http://cdn.org/a.png", "img", True), entry_at("http://x.org/", 1, off_site=before)
    )
    assert (image.off_site, image.reason) == (before, ""), (
        "as far outside as its page, and taken all the same"
    )


def test_a_redirect_out_of_the_scope_is_one_step() -> None:
    moved = entry_at("http://h.org/a", 1, guess=True)
    assert judge_of().redirect("http://o.org/", moved).reason == "scope"
    taken = judge_of(off_site_hops=1).redirect("http://o.org/", moved)
    assert (taken.reason, taken.off_site, taken.guess) == ("", 1, True)
    away = entry_at("http://o.org/a", 2, off_site=1)
    assert judge_of(off_site_hops=1).redirect("http://p.org/", away).off_site == 1


def test_lists_say_when_a_page_changed() -> None:
    moments = {
        "2024-02-29T08:00:00Z": calendar.timegm((2024, 2, 29, 8, 0, 0)),
        "2024-02-29T08:00:00+08:00": calendar.timegm((2024, 2, 29, 0, 0, 0)),
        "2024-02-29": calendar.timegm((2024, 2, 29, 0, 0, 0)),
        "2999-01-01": 0.0,
        "soon": 0.0,
    }
    for moment, seconds in moments.items():
        assert one(judge_of(), link("http://h.org/a", "loc", modified=moment)).modified == seconds


def test_without_sitemaps_feeds_are_pages_and_sitemaps_nothing() -> None:
    judge = judge_of(sitemaps=False)
    feed = one(judge, link("http://h.org/feed", "link:feed"))
    assert (feed.level, feed.depth, feed.reason) == (0, 1, "")
    assert one(judge, link("http://h.org/1.xml", "sitemap")).reason == "not-included"


def named(finder: SitemapFinder, entry: Entry, *lines: str) -> list[tuple[str, int, int, bool]]:
    return [(found.url, found.depth, found.level, found.guess) for found in finder.candidates(entry, lines)]


def finder_of(**more: Any) -> SitemapFinder:
    settings = CrawlSettings(seeds=(SEED,), **more)
    return SitemapFinder(settings, LinkJudge(settings, Scope(settings)))


def test_sitemaps_are_those_of_robots_txt_on_whatever_host() -> None:
    lines = ("http://cdn.org/h.xml", "/b.xml", "mailto:x", "/b.xml")
    wanted = [("http://cdn.org/h.xml", 0, 1, False), ("http://h.org/b.xml", 0, 1, False)]
    finder = finder_of()
    assert named(finder, entry_at(), *lines) == wanted
    assert named(finder, entry_at("http://h.org/a", 1), *lines) == []
    assert named(finder, entry_at("https://h.org/a", 1)) == [("https://h.org/sitemap.xml", 0, 1, True)]


def test_the_usual_place_is_tried_quietly_when_none_is_named() -> None:
    assert named(finder_of(), entry_at()) == [("http://h.org/sitemap.xml", 0, 1, True)]
    assert named(finder_of(), entry_at("http://h.org/sitemap.xml")) == []
    assert is_quiet(entry_at("http://h.org/sitemap.xml", 0, 1, guess=True))
    assert not is_quiet(entry_at("http://h.org/sitemap.xml", 0, 1))
    assert not is_quiet(entry_at("http://h.org/x.js", 1, 1, guess=True))


@pytest.mark.parametrize(
    ("more", "entry", "told"),
    [
        ({"sitemaps": False}, entry_at(), False),
        ({"max_depth": 0}, entry_at(), False),
        ({"exclude": (r"\.xml$",)}, entry_at(), False),
        ({}, entry_at("http://h.org/a.png", 1, 1), False),
        ({"off_site_hops": 1}, entry_at("http://o.org/", 1, off_site=1), False),
        ({"scope": "any"}, entry_at("http://o.org/", 1), False),
        ({"scope": "any"}, entry_at(), True),
        ({"scope": "domain"}, entry_at("http://sub.h.org/", 2), True),
    ],
)
def test_only_sites_of_the_crawl_have_their_sitemaps_read(
    more: dict[str, Any], entry: Entry, told: bool
) -> None:
    assert bool(named(finder_of(**more), entry)) is told
