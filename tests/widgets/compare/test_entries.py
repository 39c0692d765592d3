"""Rows of the list: neighbours that are one, titles, white space, links to one address."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject

from app.blocks.compare.changes import Change, Given
from app.blocks.compare.differing import compare
from widgets.compare import kinds
from widgets.compare.changes_model import FACTS, ChangesModel
from widgets.compare.entries import blocks, entries, gaps, numbers
from widgets.compare.lines import side_by_side
from widgets.compare.words import END, apart, cut, title_of

LONG = (
    "This sentence is long enough to stand in a block that nobody would want to gather with its neighbours."
)
PATH = "/html[1]/body[1]/p[1]"
OTHER = (
    "Quite another thing that nobody has ever said before, and that nobody will say again for a long time."
)


def blocks_of(*words: str) -> str:
    return "".join(f"<p>{word} {LONG} {word}</p>" for word in words)


def test_neighbours_that_came_together_are_one_entry_with_the_words_of_all() -> None:
    a = f"<body>{blocks_of('first', 'last')}</body>"
    b = f"<body>{blocks_of('first', 'one', 'two', 'three', 'last', 'beyond')}</body>"
    found = compare(a.encode(), b.encode()).changes
    run, alone = entries(found)
    assert [len(run.parts), len(alone.parts)] == [3, 0] and run.kind == alone.kind == "added"
    assert run.size == sum(part.size for part in run.parts) and run.text(1).count("\n") == 2
    assert run.paths[1] == "/html[1]/body[1]/p[2]" and "three" in run.searched
    inside = numbers([run, alone])
    assert set(inside) == {part.number for part in run.parts[1:]} and set(inside.values()) == {run.number}
    every = blocks(found)
    assert [gap.index for gap in gaps(every, 0, inside)] == [run.number, alone.number], (
        "one place for all of them"
    )


def test_what_was_removed_is_one_entry_though_something_new_stands_in_its_place() -> None:
    a = f"<body>{blocks_of('first', 'old', 'older', 'last')}</body>"
    b = f"<body>{blocks_of('first')}<p>{OTHER}</p>{blocks_of('last')}</body>"
    found = {entry.kind: entry for entry in entries(compare(a.encode(), b.encode()).changes)}
    assert len(found["removed"].parts) == 2 and found.keys() == {"removed", "added"}


def test_articles_stay_apart_and_moved_neighbours_come_together() -> None:
    names = [f"the {name} of all rooms" for name in ("red", "green", "blue", "white", "black", "grey")]
    one, two = (
        f"<article>{blocks_of('new', 'newer')}</article>",
        f"<article>{blocks_of('fresh', 'fresher')}</article>",
    )
    a = f"<body>{blocks_of(*names)}</body>"
    b = f"<body>{one}{two}{blocks_of(*names[2:], *names[:2])}</body>"
    found = entries(compare(a.encode(), b.encode()).changes)
    told = [(entry.kind, len(entry.parts)) for entry in found if not entry.silent]
    assert told == [("added", 2), ("added", 2), ("moved", 2)]


@pytest.mark.parametrize(
    "day", ["Posted on 21 November 2026, 10:30", "发表于 2026年11月21日 阅读次数：1234次"]
)
@pytest.mark.parametrize("tag", ["div", "h3"])
def test_an_article_under_its_date_is_called_by_its_heading(day: str, tag: str) -> None:
    """Whether its parts are one block or several, it is no date."""
    old = f"<body><h1>Journal</h1>{blocks_of('first', 'last')}</body>"
    for body in (
        f"<p>{OTHER}</p>",
        f"<p>{OTHER}</p>{blocks_of('new', 'newer', 'newest')}",
        "<p>Two words</p>",
    ):
        article = f"<div class=post><{tag} class=date>{day}</{tag}><div class=title>A brand new thing</div>{body}</div>"
        for a, b in (
            (old, old.replace("</h1>", f"</h1>{article}")),
            (old.replace("</h1>", f"</h1>{article}"), old),
        ):
            [entry] = entries(compare(a.encode(), b.encode()).changes)
            assert entry.title.startswith("A brand new thing"), entry.title
            assert entry.label != "date/counter"


def test_a_date_alone_is_one() -> None:
    a = f"<body>{blocks_of('first')}<p>Posted on 21 November 2026, 10:30</p>{blocks_of('last')}</body>"
    [entry] = entries(compare(a.encode(), a.replace("10:30", "11:45").encode()).changes)
    assert (entry.label, entry.title) == ("date/counter", "Posted on 21 November 2026, 11:45")


def test_markup_alone_is_silent() -> None:
    a = f"<body>{blocks_of('alpha')}</body>"
    (entry,) = entries(compare(a.encode(), a.replace(LONG, f"<b class=x>{LONG}</b>").encode()).changes)
    assert entry.kind == "markup" and entry.silent


def test_white_space_that_alone_differs_has_a_sign_and_a_place() -> None:
    sides = [Given(PATH, text=f"{LONG} one{space}two") for space in (" ", "\n")]
    (entry,) = entries([Change("changed", *sides)])
    before = len("".join(f"{LONG} one".split()))
    assert entry.breaks == ([(before, "␣")], [(before, "⏎")]) and entry.extents == (0, 0)
    assert ("␣" in entry.shown[0][1][0], "⏎" in entry.shown[1][1][0]) == (True, True)
    assert kinds.spacing(entry.breaks) == "line break added"
    assert kinds.spacing(([(3, "⏎")], [(3, "")])) == "line break removed"
    assert kinds.spacing(([(3, "␣")], [(3, "")])) == "spaces differ"
    assert kinds.spacing(([(3, "⏎")], [(3, "⏎")])) == "spaces differ"


def test_of_links_to_one_address_the_one_without_counterpart_is_told() -> None:
    a = f"<body><p>{LONG} <a href=/x>1</a> <a href=/y>2</a> <a href=/x>3</a> <a href=/z>4</a></p></body>"
    (entry,) = entries(compare(a.encode(), a.replace("/y", "/x").encode()).changes)
    assert entry.links == ([("/y", 0)], [("/x", 1)])


@pytest.mark.parametrize(
    ("text", "topic", "wanted"),
    [
        ("News\nA long text follows.", "News", "News"),
        ("区间维护\n对于该问题，首先要符合使用条件。", "区间", "区间维护 · 对于该问题，首先要符合使用条件。"),
        ("Home\nNews\nAbout us\nContact\nImprint\nMore", "home", "Home · News · About us · Contact…"),
        ("Region\t140\t71\nmore", "region", "Region │ 140 │ 71 · more"),
        ("word " * 40, "word", ("word " * 15).strip() + "…"),
        ("", "A picture", "A picture"),
    ],
)
def test_a_title_is_the_heading_or_the_first_words(text: str, topic: str, wanted: str) -> None:
    assert title_of(text, topic) == wanted


def test_titles_that_begin_alike_are_told_apart() -> None:
    same = [("Option", [(f"Option {what} ", True)], f"Option {what} and more") for what in ("slow", "fast")]
    same.append(("Other", [("x", True)], "x"))
    assert apart(same) == ["Option – “slow”", "Option – “fast”", "Other"]
    assert apart(same[:1] * 2) == ["Option", "Option"], "the same words at two places"
    start = "You are downloading from a site"
    like = [
        (f"{start}, all its {what}", [("example", True)], f"{start}, all its {what}")
        for what in ("cats", "dogs")
    ]
    assert apart(like) == [f"{cut(start, 24)} – “{what}”" for what in ("cats", "dogs")]


def test_a_block_without_words_is_called_by_its_picture() -> None:
    a = f"<body>{blocks_of('alpha')}<p><img src=/a/old.png></p></body>"
    found = entries(compare(a.encode(), a.replace("old.png", "new.png").encode()).changes)
    assert {entry.title for entry in found} == {"▣ new.png"}


def test_a_form_is_no_part_of_a_run() -> None:
    form = "<form><input placeholder=Search></form>"
    a = f"<body>{blocks_of('first')}{blocks_of('last')}</body>"
    b = f"<body>{blocks_of('first', 'one', 'two')}{form}{blocks_of('last')}</body>"
    found = entries(compare(a.encode(), b.encode()).changes)
    assert [(entry.title[:6], len(entry.parts)) for entry in found if not entry.silent] == [
        ("one Th", 2),
        ("Search", 0),
    ]


def test_a_link_that_lost_words_of_a_text_that_stays_is_told_with_its_words() -> None:
    a, b = (
        f"<body><p>{LONG}</p><p>\U0001f600 read {link} of it. {OTHER}</p>"
        for link in ("<a href=/x>all parts</a>", "<a href=/x>all</a> parts")
    )
    found = compare(a.encode(), b.encode()).changes
    (entry,) = entries(found)
    assert entry.kind == "changed" and not entry.silent and blocks(found)[entry.number].kind == "changed"
    assert entry.shown == ((("↗ ", False), ("all", False), (" parts", True)), (("↗ ", False), ("all", False)))
    assert entry.relinked == ([(9, "parts")], [(9, "parts")]), "places in UTF-16, white space apart"
    left, right = side_by_side(found, {})
    assert left[-1] == (entry.number, "changed", [("↗ ", False), ("all", False), (" parts", True)])
    assert right[-1][2] == [("↗ ", False), ("all", False)]


@pytest.mark.parametrize("shared", ["/share", "/share?title=a+long+one&text=" + "words+and+" * 12])
def test_where_an_address_differs_far_behind_its_beginning_that_is_told_first(shared: str) -> None:
    a, b = (
        f"<body><p>{LONG}</p><p><a href='http://share.example{shared}&id={token}'>Share this page</a></p>"
        for token in ("14fb", "fe99")
    )
    (entry,) = entries(compare(a.encode(), b.encode()).changes)
    for side, token in enumerate(("14fb", "fe99")):
        told = "".join(text for text, _ in entry.shown[side])
        assert "↗ http://share.example" in told and f"&id={token}" in told and told.index(token) < 90
    assert shared in entry.attributes[0][0], "the whole address is still there to be copied"


def test_words_that_differ_stand_below_those_of_the_links() -> None:
    a, b = (
        f"<body><p>{LONG}</p><p>Read {link} of it. {OTHER}</p>"
        for link in ("<a href=/x>all parts</a>", "<a href=/x>all</a> parts and more")
    )
    (entry,) = entries(compare(a.encode(), b.encode()).changes)
    assert "".join(text for text, _ in entry.shown[0]) == "↗ all parts" and entry.size == len("andmore")
    assert [text for text, _ in entry.shown[1]][:3] == ["↗ ", "all", END]
    assert ("and more", True) in [(text.strip(), differs) for text, differs in entry.shown[1]]


def test_neighbours_that_changed_places_are_one_row_and_what_moved_farther_is_none_of_it() -> None:
    names = [f"the {name} of all rooms" for name in ("red", "green", "blue", "white", "black", "grey")]
    a = f"<body>{blocks_of(*names)}</body>"
    b = f"<body>{blocks_of(names[1], names[0], *names[2:])}</body>"
    changes = compare(a.encode(), b.encode()).changes
    (entry,) = entries(changes)
    assert entry.kind == "moved" and entry.swapped and len(entry.parts) == 2 and entry.shown == ((), ())
    assert [part.text(1)[4:7] for part in entry.parts] == ["gre", "red"]
    title, _, other = entry.title.partition(" ⇄ ")
    assert title.startswith("the green") and other.startswith("the red")
    assert set(numbers([entry]).values()) == {entry.number}
    far = f"<body>{blocks_of(*names[1:], names[0])}</body>"
    assert [each.swapped for each in entries(compare(a.encode(), far.encode()).changes)] == [False]


def test_neighbours_that_changed_places_and_words_show_the_words() -> None:
    one, two, three = (f"<p>{word} {LONG} {word}</p>" for word in ("alpha", "beta", "gamma"))
    a, b = f"<body>{one}{two}{three}</body>", f"<body>{two.replace('long', 'wide')}{one}{three}</body>"
    (entry,) = [each for each in entries(compare(a.encode(), b.encode()).changes) if each.kind != "layout"]
    assert entry.swapped and [text for text, differs in entry.shown[1] if differs] == ["wide"]
    parent = QObject()
    model = ChangesModel(parent)
    model.show([entry, replace(entry, before=(), after=())])
    facts = [model.index(row, 0).data(FACTS) for row in range(2)]
    assert facts[0].startswith("Swapped and changed · ") and facts[1].startswith("Changed places · ")


def test_rows_that_came_into_a_table_are_none_of_what_came_below_it() -> None:
    rows = [f"<tr><td>{word}</td><td>{LONG} {word}</td></tr>" for word in ("one", "two", "three", "four")]
    below = f"<p>{OTHER}</p><table><tr><td>another</td><td>{OTHER}</td></tr></table>"
    a = f"<body><table>{rows[0]}{rows[1]}</table></body>"
    b = f"<body><table>{''.join(rows)}</table>{below}</body>"
    added = [entry for entry in entries(compare(a.encode(), b.encode()).changes) if entry.kind == "added"]
    assert len(added) == 2 and "four" in added[0].text(1) and OTHER not in added[0].text(1)
    assert added[1].text(1).count(OTHER) == 2, "a new table is of one piece with the words before it"


@pytest.mark.parametrize(
    ("old", "first"), [("Tweet it <img src=b.png> soon", 0), ("<img src=b.png> Tweet it soon", 1)]
)
def test_a_picture_stands_in_the_list_where_it_stands_beside_the_words(old: str, first: int) -> None:
    a, b = (f"<body><p>{LONG}</p><p>{text}, {OTHER}</p></body>" for text in (old, "Tweet it"))
    (entry,) = entries(compare(a.encode(), b.encode()).changes)
    pictures = [n for n, (text, _) in enumerate(entry.shown[0]) if text == "▣ b.png"]
    assert (pictures == [0]) == bool(first) and len(pictures) == 1, entry.shown[0]


@pytest.mark.parametrize(("answer", "rest"), [("gone", "gone"), ("", "")])
def test_a_page_replaced_by_a_bare_answer_has_another_title_in_a_row_of_its_own(
    answer: str, rest: str
) -> None:
    """Also the other way round; where the answer has no words at all nothing is left of its block."""
    page = f"<html><head><title>The rooms</title></head><body>{blocks_of('first', 'last')}</body></html>"
    bare = f"<!doctype html><title>404 Not Found</title>{answer}"
    titles = {page: "The rooms", bare: "404 Not Found"}
    for versions in ((page, bare), (bare, page)):
        found = entries(compare(*(version.encode() for version in versions)).changes)
        told = [entry for entry in found if any("[title" in one for side in entry.attributes for one in side)]
        assert [entry.kind for entry in told] == ["layout"] and told[0].unseen
        assert tuple(shown[-1] for shown in told[0].shown) == tuple(
            (titles[version], True) for version in versions
        )
        side = versions.index(bare)
        alone = [entry.text(side) for entry in found if entry.kind == ("removed", "added")[side]]
        assert alone == ([rest] if rest else [])
