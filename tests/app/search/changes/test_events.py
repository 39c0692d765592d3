"""Search over changes: which words came or went, on which page, between which captures, and where on it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.search.changes.events import Event, events
from app.search.index.feeding import feed
from app.search.query import QueryFault
from app.search.searching import Searcher
from app.templates.feeding import feed as learn
from tests.app.search.conftest import DAY, GRANT, HOME, LIST, grant, page, recorded, store
from tests.app.templates.test_learning import html, story
from tests.conftest import START, capture


def day(number: float) -> datetime:
    return START + timedelta(days=number)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    archive = recorded(Archive.create(tmp_path_factory.mktemp("changes") / "test.archive"))
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def told(search: Searcher, query: str, **more: object) -> list[tuple[str, str, int]]:
    """Kind, last part of the address and day of each event."""
    found = events(search, query, **more).events  # type: ignore[arg-type]
    return [(one.kind, one.url.rpartition("/")[2], (one.date - START).days) for one in found]


def test_words_that_went_are_found_between_two_captures(search: Searcher) -> None:
    (event,) = events(search, 'vanished:"补贴"').events
    assert (event.kind, event.page, event.url, event.title) == ("vanished", "same", GRANT, "Support")
    assert event.date == day(5) and event.since == day(
        2
    )  # the visit, not the version; the error is no answer
    assert event.before and event.before.date == START and event.shown == event.before


def test_words_that_came_back_are_an_event_of_their_own(search: Searcher) -> None:
    assert told(search, "appeared:补贴") == [("appeared", "grant.html", 40), ("appeared", "grant.html", 0)]
    back = events(search, "appeared:补贴").events[0]
    assert back.since == day(7) and back.page == "same"
    assert [one.kind for one in events(search, "changed:补贴").events] == ["appeared", "vanished", "appeared"]


def test_pages_that_are_new_and_pages_that_are_gone_are_told_apart(search: Searcher) -> None:
    found = {one.url: one.page for one in events(search, "changed:subsidy page:new").events}
    assert set(found.values()) == {"new"} and set(found) == {GRANT, LIST, "http://b.example/new.html"}
    (gone,) = events(search, "vanished:subsidy page:gone").events
    assert (gone.url, gone.date, gone.since, gone.after.status) == (LIST, day(6), START, 404)
    assert gone.title == "List" and gone.place.path == ("List",) and gone.place.label
    assert told(search, "vanished:subsidy -page:gone") == [("vanished", "grant.html", 5)]
    new = events(search, "appeared:another").events[0]
    assert new.before is None and new.since is None and new.place.new.text == "New Another subsidy."


def test_a_page_that_is_back_says_so(archive: Archive) -> None:
    said = page("Back", "Here again")
    store(
        archive,
        capture(HOME, "none", status=404),  # type: ignore[arg-type]
        capture(HOME, said, minutes=DAY),
        capture(HOME, "none", minutes=2 * DAY, status=410),  # type: ignore[arg-type]
        capture(HOME, "none at all", minutes=3 * DAY, status=404),  # type: ignore[arg-type]
        capture(HOME, said, minutes=4 * DAY),
        capture(HOME, "", minutes=5 * DAY),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        found = events(searcher, "changed:again", sort="oldest").events
    assert [(one.kind, one.page) for one in found] == [
        ("appeared", "new"),
        ("vanished", "gone"),
        ("appeared", "back"),
        ("vanished", "same"),
    ]
    assert [one.since for one in found] == [START, day(1), day(3), day(4)]


def test_the_block_is_named_with_what_stands_there_instead(search: Searcher) -> None:
    (event,) = events(search, 'vanished:"subsidy is 500"').events
    place = event.place
    assert [place.old.text[slice(*mark)] for mark in place.old.marks] == ["subsidy is 500"]
    assert "allowance ended" in place.new.text and place.new.marks
    assert place.label == "main text" and place.block.startswith("/html") and place.path == ("Support",)


def test_documents_without_blocks_have_their_words_alone(search: Searcher) -> None:
    (event,) = events(search, "appeared:five vanished:ten").events
    assert (
        event.kind == "replaced"
        and event.place.new.text == "price five"
        and event.place.old.text == "price ten"
    )


def test_words_of_a_title_alone(archive: Archive) -> None:
    bare = "<html><head><title>{}</title></head><body><p>The same words.</p></body></html>"
    store(archive, capture(HOME, bare.format("Free entry")), capture(HOME, bare.format("Entry"), minutes=DAY))
    feed(archive)
    with Searcher(archive) as searcher:
        (event,) = events(searcher, "vanished:title:free").events
        assert event.place.old.text == "Free entry" and event.place.old.marks == ((0, 4),)
        assert events(searcher, 'vanished:"the same"').total == 0


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ("changed:subsidy site:b.example", [41]),
        ("changed:subsidy in:a.example/list", [6, 0]),
        ("changed:subsidy after:2026-12-30", [41, 40]),
        ("changed:subsidy before:2026-11-22", [0, 0]),
        ("changed:subsidy on:2026-11-26", [5]),
        ("changed:subsidy -appeared:subsidy", [6, 5]),
        ("vanished:subsidy allowance", [5]),
        ("vanished:subsidy -allowance", [6]),
        ("vanished:subsidy appeared:allowance", [5]),
        ("vanished:(subsidy 补贴)", [5]),
        ("vanished:allowance OR appeared:five", [42, 40]),
        ("appeared:price type:text", [41]),
        ("appeared:price type:page", []),
        ("changed:allow*", [40, 5]),
        ('vanished:"subsidy month"~8', [5]),
        ("vanished:title:list", [6]),
        ("changed:town page:new", [0, 0]),
    ],
)
def test_conditions_go_with_changes(search: Searcher, query: str, days: list[int]) -> None:
    assert [number for _, _, number in told(search, query)] == days


def test_what_happened_since_a_moment_and_up_to_one(search: Searcher) -> None:
    assert told(search, "changed:subsidy", since=day(6)) == [
        ("appeared", "new.html", 41),
        ("appeared", "grant.html", 40),
    ]
    assert [number for _, _, number in told(search, "changed:subsidy", at=day(5))] == [5, 0, 0]


def test_orders_and_pages_of_events(search: Searcher) -> None:
    newest = told(search, "changed:subsidy", limit=100)
    assert [one[2] for one in newest] == sorted((one[2] for one in newest), reverse=True)
    assert [one[2] for one in told(search, "changed:subsidy", sort="oldest")] == sorted(
        one[2] for one in newest
    )
    assert told(search, "changed:subsidy", limit=2, offset=1) == newest[1:3]
    best = events(search, "changed:subsidy", sort="relevance").events
    assert [one.score for one in best] == sorted((one.score for one in best), reverse=True) and best[
        -1
    ].score > 0
    assert [one.title for one in events(search, "changed:subsidy", sort="title").events] == [
        "List",
        "List",
        "New",
        "Support",
        "Support",
        "Support",
    ]


def test_events_are_counted(search: Searcher) -> None:
    found = events(search, "changed:subsidy", facets=True, limit=1)
    assert found.total == 6 and len(found.events) == 1
    assert found.months == {"202611": 4, "202612": 1, "202701": 1}
    assert found.days["20261126"] == 1 and sum(found.days.values()) == 6
    assert dict(found.facets["site"]) == {"a.example": 5, "b.example": 1}
    assert dict(found.facets["page"]) == {"new": 3, "same": 2, "gone": 1}


def test_words_of_links_to_a_page_are_not_its_own(archive: Archive) -> None:
    linking = page("Links", "Read the <a href='/grant.html'>golden treasury</a>.")
    store(
        archive,
        capture(GRANT, grant("One")),
        capture(HOME, linking),
        capture(GRANT, grant("Two"), minutes=DAY),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        assert [one.url for one in events(searcher, "appeared:treasury").events] == [HOME]
        assert [one.url for one in events(searcher, "vanished:one anchor:treasury").events] == [GRANT]
        assert events(searcher, "changed:grant").total == 0  # a word of the address


def test_a_query_without_changes_lists_none(search: Searcher) -> None:
    with pytest.raises(QueryFault, match="Changes are sought with"):
        events(search, "subsidy")
    with pytest.raises(QueryFault, match="lists changes of pages"):
        search.search("vanished:subsidy")


@pytest.mark.parametrize("seed", range(6))
def test_a_scan_of_all_versions_finds_the_same(archive: Archive, seed: int) -> None:
    """Random histories of pages: contents that change, come back and are confirmed, answers that a page is gone, errors,
    empty answers, redirects, captures that were stored late."""
    chance = random.Random(seed)
    words = ["alpha", "beta", "gamma", "补贴", "内核调度", "天网存档"]
    captures, history = [], dict[str, list[tuple[int, str | None, bool]]]()
    for number in range(12):
        url = f"http://{'ab'[number % 2]}.example/{number}.txt"
        moments = sorted(chance.sample(range(1, 400), chance.randint(1, 9)))
        kept = [" ".join(chance.sample(words, chance.randint(1, 4))) for _ in range(3)]
        for moment in moments:
            way, said = chance.random(), chance.choice(kept)
            status, body = (
                (200, said)
                if way < 0.75
                else (chance.choice((404, 410)), "none")
                if way < 0.9
                else (500, "x")
            )
            if way > 0.97:
                status, body = 200, ""
            captures.append(
                capture(url, body, minutes=moment * 60, media_type="text/plain; charset=utf-8", status=status)  # type: ignore[arg-type]
            )
            if status != 500:
                history.setdefault(url, []).append((moment, body if status == 200 else None, status == 200))
    if seed % 2:
        chance.shuffle(captures)  # as an import brings them
    feed(store(archive, *captures))
    with Searcher(archive) as searcher:
        for sought in (*words, "核调", "天网存档 alpha"):
            expected = _scanned(history, sought)
            found = events(searcher, f'changed:"{sought}"', limit=1000, shown=False)
            assert sorted(map(_said, found.events)) == sorted(expected), sought
            for kind in ("appeared", "vanished"):
                some = events(searcher, f'{kind}:"{sought}"', limit=1000, shown=False).events
                assert sorted(map(_said, some)) == sorted(one for one in expected if one[0] == kind)


Told = tuple[str, str, str, int, int]


def _said(event: Event) -> Told:
    since = -1 if event.since is None else int((event.since - START).total_seconds()) // 3600
    return event.kind, event.page, event.url, int((event.date - START).total_seconds()) // 3600, since


def _scanned(history: dict[str, list[tuple[int, str | None, bool]]], sought: str) -> list[Told]:
    """What a reader of all versions, one behind another, would write down."""
    found = list[Told]()
    for url, each in history.items():
        known, gone, said, last = False, False, False, -1
        if not any(body for _, body, _ in each):
            continue
        for moment, body, _ in each:
            says = bool(body) and re.search(rf"(?<![a-z]){sought}(?![a-z])", body or "") is not None
            became = (
                "gone"
                if body is None
                else "new"
                if body and not known
                else "back"
                if body and gone
                else "same"
            )
            if says != said:
                found.append(("appeared" if says else "vanished", became, url, moment, last))
            known, gone, said, last = known or bool(body), body is None, says, moment
    return found


def test_words_that_went_from_a_part_of_the_page(archive: Archive) -> None:
    """With a label a change is one of the words in such blocks: into another part of the page they go and come."""
    menu = "".join(f"<li><a href='/{n}'>Department {n} of the town</a></li>" for n in range(8))
    text = "".join(
        f"<p>Paragraph {n} tells what the town does for whoever lives here, at length.</p>" for n in range(6)
    )

    def made(in_menu: str, in_text: str) -> str:
        return (
            f"<html><head><title>Town</title></head><body><nav><ul>{menu}<li><a href='/x'>{in_menu}</a></li></ul></nav>"
            f"<article><h1>Town</h1>{text}<p>{in_text}</p></article><footer>Copyright of the town</footer></body></html>"
        )

    store(
        archive,
        capture(HOME, made("Archive", "The subsidy is paid in spring.")),
        capture(HOME, made("The subsidy", "Nothing is paid."), minutes=DAY),
    )
    feed(archive)
    with Searcher(archive) as searcher:
        assert events(searcher, "changed:subsidy page:same").total == 0
        (gone,) = events(searcher, 'vanished:subsidy label:"main text"').events
        assert gone.place.label == "main text" and "paid in spring" in gone.place.old.text
        (came,) = events(searcher, "appeared:subsidy label:navigation").events
        assert came.place.label == "navigation" and came.place.new.text.endswith("The subsidy")
        assert events(searcher, "vanished:subsidy -label:main").total == 0
        either = "(vanished:subsidy label:main) OR (appeared:subsidy label:navigation)"
        assert [one.kind for one in events(searcher, either).events] == ["replaced"]
        found = events(searcher, either, facets=True)
        assert dict(found.facets["label"]) == {"main text": 1, "navigation": 1}


def test_records_that_are_damaged_leave_the_event_without_its_place(archive: Archive) -> None:
    feed(recorded(archive))
    (batch,) = (archive.path / "batches" / "202611").glob("*.tw")
    batch.write_bytes(batch.read_bytes()[:200])
    with Searcher(archive) as searcher:
        (event,) = events(searcher, "vanished:allowance on:2026-12-31").events
        assert event.url == GRANT and event.date == day(40) and not event.place.block


def test_a_menu_that_the_index_has_of_one_version_alone_neither_came_nor_went(
    archive: Archive, config: object
) -> None:
    def pages(words: str, foot: str = "", minutes: int = 0) -> list[NewCapture]:
        made = ((number, html(story(number).replace("alpha", words))) for number in range(8))
        return [
            capture(
                f"http://a.test/{number}", text.decode().replace("</body>", f"{foot}</body>"), minutes=minutes
            )
            for number, text in made
        ]

    store(archive, *pages("bridge"))
    store(archive, *pages("road", "<p>A banner of zeppelins.</p>", DAY))
    learn(archive)
    feed(archive)
    with Searcher(archive) as searcher:
        assert searcher.search("society").total < 8  # a menu is known of some pages alone
        assert events(searcher, "vanished:society").total == 0
        assert events(searcher, "appeared:society -page:new").total == 0
        assert {one.page for one in events(searcher, "appeared:zeppelins").events} == {"same"}
