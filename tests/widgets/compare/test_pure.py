"""The pure parts: excerpts, lines side by side, sources, rules, gaps, and places that belong together."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.blocks.compare.differing import compare
from tests.app.blocks.comparing import of_texts
from widgets.compare import kinds
from widgets.compare.change_delegate import said_of
from widgets.compare.entries import Block, entries, gaps
from widgets.compare.lines import side_by_side
from widgets.compare.outcome import selector
from widgets.compare.surfaces.positions import Bridge, Positions, follow, reveal
from widgets.compare.surfaces.source import MarkedSource, Place, marked_source
from widgets.compare.view import nearest
from widgets.compare.words import addresses, beside, excerpt, extent, names, runs
from widgets.web.marks import Gap

LONG = (
    "This sentence is long enough to stand in a block that nobody would want to gather with its neighbours."
)


def page(*paragraphs: str) -> str:
    parts = "".join(f"<section><h2>{text[:5]}</h2><p>{text} {LONG}</p></section>" for text in paragraphs)
    return f"<!DOCTYPE html><title>T</title><body>{parts}"


def test_an_excerpt_begins_near_the_first_difference() -> None:
    words = [
        ("unchanged", "x" * 300, "x" * 300),
        ("changed", "old", "new"),
        ("unchanged", "y" * 300, "y" * 300),
    ]
    found = excerpt(runs(words, 2))
    assert found[0][0].startswith("…") and len(found[0][0]) < 40
    assert found[1] == ("new", True) and found[2][0].endswith("…")


def test_runs_of_one_side_leave_out_what_only_the_other_has() -> None:
    words = [("unchanged", "a ", "a "), ("added", "", "b "), ("removed", "c ", ""), ("unchanged", "d", "d")]
    assert runs(words, 1) == [("a ", False), ("c ", True), ("d", False)]
    assert runs(words, 2) == [("a ", False), ("b ", True), ("d", False)]


def test_an_excerpt_is_bounded() -> None:
    assert sum(len(text) for text, _ in excerpt([("z" * 5000, True)])) <= 240


def test_an_excerpt_cuts_no_word_in_two() -> None:
    same = "one would like it to have, day after day "
    found = excerpt([(same * 3, False), ("7", True), (" " + same * 3, False)])
    assert found[0][0].startswith("…") and found[0][0].removeprefix("…").split()[0] in same.split()
    assert found[2][0].removesuffix("…").split()[-1] in same.split()


def test_cells_of_a_row_stay_apart() -> None:
    assert excerpt([("Region 20\t140\t", False), ("71", True)]) == [
        ("Region 20 │ 140 │ ", False),
        ("71", True),
    ]


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        (['[a href="/x"]', '[img src="a.png"]'], "links, pictures and media"),
        (['[title "News"]'], "title of the page"),
        (["[B12: 5]"], "cells"),
        (['[input placeholder="…"]'], "fields of a form"),
    ],
)
def test_what_differs_beside_the_words_is_named(attributes: list[str], words: str) -> None:
    assert kinds.beside_words(attributes) == words


def test_an_entry_shows_the_side_that_differs_and_can_be_searched() -> None:
    found = compare(page("alpha", "beta").encode(), page("alpha", "beta gamma").encode())
    (entry,) = entries(found.changes)
    assert entry.kind == "changed" and entry.shown[0] == ()
    assert [text.strip() for text, differs in entry.shown[1] if differs] == ["gamma"]
    assert "gamma" in entry.searched and entry.text(1).count("gamma") == 1


def test_a_link_that_leads_elsewhere_is_shown_although_no_word_differs() -> None:
    a, b = (page(f"Read <a href='/{name}'>this</a>") for name in ("old", "new"))
    (entry,) = entries(compare(a.encode(), b.encode()).changes)
    assert entry.size == 0 and not entry.silent
    assert "/old" in entry.shown[0][-1][0] and "/new" in entry.shown[1][-1][0]


def test_addresses_are_listed_as_a_person_reads_them_and_marked_as_they_are() -> None:
    picture = "data:image/gif;base64," + "R0lGODlhAQABAIAAAAAAAP" * 3
    a = f"<body><p><a href='/%E5%A4%A9'>Sky</a> <img src='{picture}'> and what stands beside it for long</p></body>"
    b = a.replace("/%E5%A4%A9", "/%E7%BD%91%20%2F").replace(picture, picture.replace("A", "B"))
    (entry,) = entries(compare(a.encode(), b.encode()).changes)
    said = "".join(text for text, _ in entry.shown[1])
    assert "/网%20%2F" in said and "data:image/gif…" in said and "R0lG" not in said
    assert entry.links == ([("/%E5%A4%A9", 0)], [("/%E7%BD%91%20%2F", 0)])


def test_a_picture_beside_words_that_differ_is_named_and_can_be_framed() -> None:
    a = "<body><p>Tweet {}and what stands beside it for long</p></body>"
    b = a.format(
        "this <img alt='A badge' src='/i/%E5%A4%A9.png'><img src='data:,x' data-original='/late.png'>"
    )
    (entry,) = entries(compare(a.format("").encode(), b.encode()).changes)
    assert (
        entry.shown[1][-1] == ("▣ A badge (天.png)  ▣ late.png", True) and ("this ", True) in entry.shown[1]
    )
    assert entry.pictures == ([], ["/i/%E5%A4%A9.png", "/late.png"])
    assert "late.png" in entry.searched


def test_pictures_of_the_same_name_are_told_apart_by_their_address() -> None:
    assert names((['[img src="/a/x.png" alt="X"]'], ['[img src="/b/x.png" alt="X"]'])) == (
        ["▣ X (/a/x.png)"],
        ["▣ X (/b/x.png)"],
    )
    wide, wider = '[img src="/x.png" srcset="/1.png 2x"]', '[img src="/x.png" srcset="/2.png 2x"]'
    assert names(([wide], [wider])) == ([f"▣ {wide}"], [f"▣ {wider}"]), "what differs is not left out"
    assert beside(["▣ 1", "▣ 2", "▣ 3", "▣ 4", "▣ 5"]) == "▣ 1  ▣ 2  ▣ 3  +2"
    assert addresses(['[img srcset="/s.png 1x, /l.png 2x" alt="a "b" c"]', '[a href="/x"]']) == ["/s.png"]


def test_how_much_of_what_differs_is_left_out_is_known() -> None:
    whole = [("same ", False), ("one\ntwo\tthree 四 " * 100, True)]
    assert extent(whole) == 1200 and extent(excerpt(whole)) < 240
    assert said_of([("ab", False), ("c𝄞d", True)], 5) == [("ab", False), ("c𝄞", True)]
    assert extent([("Home ↵ News │ 3", True)]) == len("HomeNews3")


def test_lines_of_their_own_are_not_run_together() -> None:
    assert excerpt([("Home\nNews", True)]) == [("Home ↵ News", True)]


def test_it_is_known_how_far_into_a_block_the_first_difference_is() -> None:
    a = "<body><p>one two three four five six seven</p><p>same all over</p></body>"
    (entry,) = entries(compare(a.encode(), a.replace("three", "new three").encode()).changes)
    assert entry.starts == (6, 6), "the same place, though only the newer version has something there"


def test_layout_that_shows_nothing_is_silent() -> None:
    a = page("alpha")
    found = entries(compare(a.encode(), a.replace("<body>", "<script>x = 1</script><body>").encode()).changes)
    assert [(entry.kind, entry.silent) for entry in found] == [("layout", True)]


def test_both_sides_have_as_many_lines_and_long_sameness_is_folded() -> None:
    a = "\n".join(f"line {n}" for n in range(100))
    found = of_texts(a, a.replace("line 50", "line fifty") + "\nline 100")
    left, right = side_by_side(found.changes, {})
    assert len(left) == len(right) < 40
    kinds = [kind for _, kind, _ in right]
    assert kinds.count("fold") == 2 and "changed" in kinds and kinds[-1] == "added"
    assert left[-1][1] == "gap"
    folded = [int(text[0][0]) for _, kind, text in right if kind == "fold"]
    shown = sum(1 for _, kind, _ in right if kind == "unchanged")
    assert sum(folded) + shown == found.count("unchanged")


def test_lines_of_a_changed_block_come_together_again_where_they_are_the_same() -> None:
    one, two = "<br>".join("abcdefgh"), "<br>".join("abcXYdefgh")
    found = compare(page(f"x<p>{one}").encode(), page(f"x<p>{two}").encode(), level=1)
    left, right = side_by_side(found.changes, {})
    said = [
        ("".join(t for t, _ in a[2]), "".join(t for t, _ in b[2])) for a, b in zip(left, right, strict=True)
    ]
    assert ("", "X") in said and ("", "Y") in said and ("d", "d") in said and ("g", "g") in said


@pytest.mark.parametrize("charset", ["utf-8", "gb18030", "utf-16"])
def test_the_source_is_marked_exactly_where_the_bytes_differ(charset: str) -> None:
    a, b = page("第一 😀 one\r\nline", "zwei"), page("第一 😀 one\r\nline", "zwei und drei")
    found = compare(a.encode(charset), b.encode(charset), charset_a=charset, charset_b=charset)
    tree = found.tree_b
    assert tree is not None
    marked = marked_source(tree, found.changes, 1, {})
    assert marked.source.text.removeprefix("\ufeff") == b.replace("\r\n", "\n")
    for number, _, first, last in marked.marks:
        span = found.changes[number].span_b
        assert span is not None
        wanted = tree.data[slice(*span)].decode(tree.charset, "replace").replace("\r\n", "\n")
        assert between(marked, first, last).removeprefix("\ufeff") == wanted.removeprefix("\ufeff")
    assert marked.marks


def between(marked: MarkedSource, first: Place, last: Place) -> str:
    """What stands between two places, whose columns count UTF-16 units."""
    rows = marked.source.text.split("\n")[first[0] : last[0] + 1]
    raw = [row.encode("utf-16-le") for row in rows]
    raw[-1] = raw[-1][: 2 * last[1]]
    raw[0] = raw[0][2 * first[1] :]
    return "\n".join(row.decode("utf-16-le") for row in raw)


def test_marks_are_found_again_in_lines_that_were_broken_for_the_screen() -> None:
    a = page(*(f"number {n}" for n in range(200))).replace("\n", "")
    b = a.replace("number 150 ", "number one hundred and fifty ")
    found = compare(a.encode(), b.encode())
    tree = found.tree_b
    assert tree is not None
    marked = marked_source(tree, found.changes, 1, {})
    assert len(marked.source.text.split("\n")) > 3, "one line was broken into several"
    (number, _, first, last) = marked.marks[0]
    span = found.changes[number].span_b
    assert span is not None
    assert between(marked, first, last).replace("\n", "") == tree.data[slice(*span)].decode()


def test_a_gap_stands_between_the_neighbours_of_a_block_that_is_not_there() -> None:
    kinds = ("unchanged", "added", "moved", "added", "changed", "removed", "layout", "markup", "removed")
    every = [
        Block(n, kind, (None if kind == "added" else f"a{n}", None if kind == "removed" else f"b{n}"))
        for n, kind in enumerate(kinds)
    ]
    # what has moved, and the layout around blocks, says nothing about a place
    assert gaps(every, 0, {}) == [Gap(1, "added", "a0", "a4"), Gap(3, "added", "a0", "a4")]
    assert gaps(every, 1, {}) == [Gap(5, "removed", "b4", "b7"), Gap(8, "removed", "b7", "")]
    assert gaps(every[5:6], 1, {}) == [], "nothing that could be near"


def test_a_gap_belongs_to_the_neighbour_that_stands_in_the_same_element() -> None:
    paths = [
        ("unchanged", "/nav/li[1]", "/nav/li[1]"),
        ("added", None, "/main/p[1]"),
        ("unchanged", "/main/p[1]", "/main/p[2]"),
        ("added", None, "/main/p[3]"),
        ("unchanged", "/footer", "/footer"),
    ]
    every = [Block(n, kind, (one, two)) for n, (kind, one, two) in enumerate(paths)]
    assert [gap.later for gap in gaps(every, 0, {})] == [True, False]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("/html[1]/body[1]/p[1]", "#clock"),
        ("/html[1]/body[1]/div[1]", "div.ad"),
        ("/html[1]/body[1]/p[2]", "html > body > p:nth-of-type(2)"),
        ("/html[1]/body[1]/main[1]/p[1]", "#m > p:nth-of-type(1)"),
        (
            "/html[1]/body[1]/main[1]/p[1]..ul[1]",
            "#m > p:nth-of-type(1), #m > p:nth-of-type(2), #m > ul:nth-of-type(1)",
        ),
        ("/html[1]/body[1]/p[2]/text()[1]", "html > body > p:nth-of-type(2)"),
        ("/html[1]/body[1]/pre[1]#2", "html > body > pre:nth-of-type(1)"),
        ("/html[1]/body[1]/div[2]", "html > body > div:nth-of-type(2)"),
        ("/html[1]/body[1]/nav[7]", ""),
        ("/", ""),
    ],
)
def test_a_selector_leads_to_a_block_and_to_no_other(path: str, wanted: str) -> None:
    text = (
        "<body><p id=clock>1<p class=x>2<p class=x>3<div class='ad'>4</div><div id='post-20261121'>5</div>"
        "<main id=m><p>6<p>7<ul><li>8</ul></main><pre>a\n\nb</pre>"
    )
    assert selector(text, path) == wanted


def test_a_place_between_aligned_blocks_is_found_in_the_other_pane() -> None:
    a = Positions(1000, 100, {1: (0, 10), 2: (500, 10)})
    b = Positions(2000, 100, {1: (0, 10), 2: (1500, 10)})
    bridge = Bridge.build(a, b, [1, 2])
    assert bridge.across(500) == 1500 and bridge.across(1500, back=True) == 500
    assert 10 < bridge.across(250) < 1500


def test_blocks_that_would_turn_back_are_left_out() -> None:
    a = Positions(1000, 100, {1: (100, 10), 2: (500, 10), 3: (700, 10)})
    b = Positions(1000, 100, {1: (800, 10), 2: (300, 10), 3: (900, 10)})
    pairs = Bridge.build(a, b, [1, 2, 3]).pairs
    assert list(pairs) == sorted(pairs) and all(x[1] <= y[1] for x, y in pairwise(pairs))


def test_the_ends_of_both_panes_belong_together() -> None:
    a, b = Positions(1000, 100), Positions(5000, 100)
    bridge = Bridge.build(a, b, [])
    assert follow(0.0, a, b, bridge, back=False) == 0.0 and follow(1.0, b, a, bridge, back=True) == 1.0


def test_what_only_one_pane_has_is_shown_with_its_place_in_the_other() -> None:
    a = Positions(1000, 100, {1: (0, 10), 2: (400, 10), 3: (600, 10)})
    b = Positions(1000, 100, {1: (0, 10), 3: (600, 10)})
    bridge = Bridge.build(a, b, [1, 3])
    found = reveal(2, a, b, bridge, back=False)
    assert found is not None and 0.3 < found < 0.5
    assert reveal(2, b, a, bridge, back=True) is None


def test_the_change_that_was_chosen_is_found_again_in_blocks_of_another_size() -> None:
    """It shares the bytes, or stands nearest; what is not listed is passed over."""
    a = page("Alpha", "Beta", "Gamma", "Delta")
    b = page("Alpha", "Beta changed", "Gamma", "Delta too").replace("Beta changed", "Beta <b>changed</b>")
    large = compare(a.encode(), b.encode(), level=1).changes
    small = compare(a.encode(), b.encode(), level=5).changes
    for few, many in ((large, small), (small, large)):
        listed = [number for number, change in enumerate(many) if change.kind != "unchanged"]
        for wanted in (change for change in few if change.kind == "changed"):
            found = many[nearest(wanted, many, listed)]
            assert found.span_b and wanted.span_b
            assert found.span_b[0] < wanted.span_b[1] and wanted.span_b[0] < found.span_b[1]
            assert nearest(wanted, many, []) == -1


def test_of_documents_the_change_with_the_same_path_or_text_is_found_again() -> None:
    before, after = "one\ntwo\nthree", "one\ntwo and a half\nthree\nfour"
    changes = of_texts(before, after).changes
    listed = [number for number, change in enumerate(changes) if change.kind != "unchanged"]
    for number in listed:
        assert nearest(changes[number], changes, listed) == number
    other = of_texts("nothing", "of this at all").changes
    assert nearest(other[0], changes, listed) == -1
