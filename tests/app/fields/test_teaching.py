"""A value that somebody points at, found on the other pages of the site; and found again after a redesign."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from app.archive.archive import Archive
from app.fields import rules
from app.fields.alarms import lost, lost_in_crawl, mended, successors
from app.fields.candidates import kind_of
from app.fields.feeding import document_of, feed
from app.fields.limited import Document
from app.fields.rules import Kind, Way
from app.fields.table import Values
from app.fields.teaching import Example, NothingThere, Taught, proposed, teach
from tests.app.fields.shop import DAY, HOST, NAMES, address, filled, price_of, product, redesigned, store
from tests.conftest import capture


def taught(archive: Archive, name: str, text: str, kind: Kind | None = None) -> Taught:
    with archive.reader() as reader:
        version = reader.latest_version(address(name))
        assert version is not None
        document = document_of(reader, version)
        assert document is not None
        return teach(reader, [Example(document, text=text)], kind)


def test_a_price_is_taught_by_its_text(archive: Archive) -> None:
    found = taught(filled(archive), "lamp", "€ 11.50")
    assert (found.kind, found.value) == ("money", "11.5 EUR")
    best = found.proposals[0]
    assert (best.pages, best.matched, best.agreed) == (5, 5, 5)
    assert len({value for value, _ in best.samples}) == 5
    assert Way("after", "Price") in [one.way for one in found.proposals]
    assert all(a.score >= b.score for a, b in pairwise(found.proposals))


def test_a_date_and_a_name(archive: Archive) -> None:
    assert taught(filled(archive), "lamp", "2026年3月2日").kind == "date"
    seller = taught(archive, "lamp", "Li Si")
    assert (seller.kind, seller.value) == ("text", "Li Si")


def test_of_ways_that_find_the_same_two_are_proposed() -> None:
    """`p.date`, `.date` and `main p.date` on pages on which they find one thing are no choice."""

    def page(number: int) -> Document:
        said = f"<main class=text><div class=box><p class=date>{number}</p></div></main>"
        return Document(f"{HOST}/{number}", said.encode(), None)

    others = [page(number) for number in range(2, 6)]
    alone = proposed([Example(page(1), text="1")], [], "number").proposals
    beside = proposed([Example(page(1), text="1")], others, "number").proposals
    assert len(beside) == 2 < len(alone)
    assert beside[0].score >= beside[1].score


def test_a_way_that_finds_nothing_on_other_pages_is_no_proposal_beside_one_that_does() -> None:
    """“Behind the words: clock” is only where the clock is."""

    def page(name: str, price: int) -> Document:
        said = f"<main><h1>{name}</h1><div class=offer><b>€ {price}.50</b></div><p>Made in {name} town.</p></main>"
        return Document(f"{HOST}/{name}", said.encode(), None)

    others = [page(name, at) for at, name in enumerate(("chair", "lamp", "table", "shirt"), 11)]
    found = proposed([Example(page("clock", 10), text="€ 10.50")], others, "money").proposals
    assert found and all(one.matched for one in found)


def test_several_examples_leave_what_is_right_on_all() -> None:
    def page(number: int, first: str) -> Document:
        said = f"<p class=a>{first}</p><p class=b>{number}</p><div id=x><i>{number}</i></div>"
        return Document(f"{HOST}/{number}", said.encode(), None)

    one, two = page(1, "1"), page(2, "7")
    alone = proposed([Example(one, text="1")], [], "number")
    assert Way("css", "p.a") in [each.way for each in alone.proposals]
    both = proposed([Example(one, text="1"), Example(two, text="2")], [], "number")
    assert both.proposals
    assert Way("css", "p.a") not in [each.way for each in both.proposals]


def test_a_path_says_which_of_equal_texts_is_meant() -> None:
    page = Document(HOST, b"<body><p class=a>5<p class=b>5", None)
    found = proposed([Example(page, "/html[1]/body[1]/p[2]", "5")], [], "number")
    assert found.proposals[0].way.expression in (".b", "p.b")


def test_what_a_page_says_of_itself_comes_first() -> None:
    ld = '<script type="application/ld+json">{"@type": "Product", "offers": {"price": "5.00"}}</script>'
    page = Document(HOST, f"<head>{ld}</head><body><p class=price>€ 5".encode(), None)
    found = proposed([Example(page, text="€ 5")], [], None)
    assert found.proposals[0].way == Way("data", "ld:Product.offers.price")


def test_nothing_there_is_told(archive: Archive) -> None:
    with pytest.raises(NothingThere, match="“no such thing”"):
        taught(filled(archive), "lamp", "no such thing")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("€ 5", "money"),
        ("2026-03-01", "date"),
        ("1,234", "number"),
        ("Li Si", "text"),
        ("5 ways to go", "text"),
    ],
)
def test_the_kind_of_a_value(text: str, kind: Kind) -> None:
    assert kind_of(text) == kind


def test_a_redesign_is_told_and_the_values_are_found_again(archive: Archive) -> None:
    filled(archive)
    field = rules.add(archive.path, "price", "money", "shop.example", [Way("after", "Price")])
    feed(archive)
    assert lost(archive.path) == []
    # two things came to cost something else at the same time
    prices = {name: price_of(n) if n < 4 else "€ 77" for n, name in enumerate(NAMES)} | {"shirt": "€ 12.00"}
    crawl = "20260301-000000-x"
    store(
        archive,
        *(
            replace(capture(address(name), redesigned(name, prices[name]), minutes=30 * DAY), crawl=crawl)
            for name in NAMES
        ),
    )
    feed(archive)
    with archive.reader() as reader:
        (told,) = lost_in_crawl(reader, crawl)
        assert lost_in_crawl(reader, "another") == []
        assert (told.field, len(told.pages), told.changed) == (field, 6, 6)
        assert {page.value for page in told.pages} >= {"12 EUR", "11.5 EUR"}
        proposals = successors(reader, told)
    assert proposals[0].matched == 6
    assert proposals[0].agreed == 4
    made = rules.replaced(archive.path, field, mended(told, proposals))
    feed(archive)
    assert lost(archive.path) == []
    with Values(archive.path, [made]) as values:
        assert [one.said for one in values.history(made, address("clock"))] == ["15.5 EUR", "77 EUR"]


def test_a_page_that_never_had_a_value_lost_none(archive: Archive) -> None:
    filled(archive)
    rules.add(archive.path, "price", "money", "", [Way("after", "Price")])
    store(archive, capture(f"{HOST}/about.html", product("x", "free"), minutes=DAY))
    feed(archive)
    assert lost(archive.path) == []


def test_pages_that_differed_and_say_one_thing_now_have_lost_their_values(archive: Archive) -> None:
    filled(archive)
    field = rules.add(archive.path, "name", "text", "", [Way("css", "h1")])
    page = "<body><header><h1>The shop</h1></header><h2>{name}</h2><p>€ 5"
    store(archive, *(capture(address(name), page.format(name=name), minutes=DAY) for name in NAMES[1:]))
    feed(archive)
    (told,) = lost(archive.path)
    assert {one.value for one in told.pages} == set(NAMES[1:])
    with archive.reader() as reader:
        ways = successors(reader, told)
    assert ways[0].way == Way("css", "h2")
    assert mended(told, ways).ways == (Way("css", "h2"), Way("css", "h1"))
    # a field that says one thing of all pages may do so
    rules.replaced(archive.path, field, replace(field, ways=(Way("css", "footer"), Way("css", "header"))))
    feed(archive)
    assert lost(archive.path) == []
