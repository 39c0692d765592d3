"""Rows of the list: neighbours that are one, titles, white space, links to one address."""

from __future__ import annotations

import pytest

from app.blocks.changes import Change, Given
from app.blocks.differing import compare
from widgets.compare import kinds
from widgets.compare.entries import blocks, entries, gaps, numbers
from widgets.compare.titles import apart, title_of
from widgets.compare.words import cut

LONG = "This sentence is long enough to stand in a block that nobody would want to gather with its neighbours."
PATH = "/html[1]/body[1]/p[1]"
OTHER = "Quite another thing that nobody has ever said before, and that nobody will say again for a long time."


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
    assert [gap[0] for gap in gaps(every, 0, inside)] == [run.number, alone.number], "one place for all of them"


def test_what_was_removed_is_one_entry_though_something_new_stands_in_its_place() -> None:
    a = f"<body>{blocks_of('first', 'old', 'older', 'last')}</body>"
    b = f"<body>{blocks_of('first')}<p>{OTHER}</p>{blocks_of('last')}</body>"
    found = {entry.kind: entry for entry in entries(compare(a.encode(), b.encode()).changes)}
    assert len(found["removed"].parts) == 2 and found.keys() == {"removed", "added"}


def test_articles_stay_apart_and_moved_neighbours_come_together() -> None:
    names = [f"the {name} of all rooms" for name in ("red", "green", "blue", "white", "black", "grey")]
    one, two = f"<article>{blocks_of('new', 'newer')}</article>", f"<article>{blocks_of('fresh', 'fresher')}</article>"
    a = f"<body>{blocks_of(*names)}</body>"
    b = f"<body>{one}{two}{blocks_of(*names[2:], *names[:2])}</body>"
    found = entries(compare(a.encode(), b.encode()).changes)
    told = [(entry.kind, len(entry.parts)) for entry in found if not entry.silent]
    assert told == [("added", 2), ("added", 2), ("moved", 2)]


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
    like = [(f"{start}, all its {what}", [("example", True)], f"{start}, all its {what}") for what in ("cats", "dogs")]
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
