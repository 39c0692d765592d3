"""Outlines of marks: one for neighbours, around what is seen, in colours that are seen; signs for white space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from widgets.web.marks import Mark

Keep = Callable[..., Any]
ADDRESS = "https://a.example/"
BODY = "/html[1]/body[1]"


def mark(pane: Any, qtbot: QtBot, *marks: tuple[Any, ...]) -> None:
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark([Mark(*each) for each in marks])


def outlines(pane: Any) -> list[dict[str, float]]:
    return pane.script("tianwangReplay.outlines()")


def box(pane: Any, selector: str) -> dict[str, float]:
    found = pane.script("document.querySelector(argument).getBoundingClientRect()", selector)
    return {side: found[side] for side in ("left", "top", "right", "bottom")}


def spans(pane: Any) -> dict[int, tuple[float, float]]:
    return {index: (top, height) for index, top, height in pane.script("tianwangReplay.places([])")["spans"]}


def test_neighbours_of_one_mark_have_one_outline(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep(ADDRESS, "<p id=a>one<p>two<p id=c>three<p>other<p style='margin-top:2000px'>far<p>after"))
    near = [(4, "added", f"{BODY}/p[{n}]", "") for n in (1, 2, 3)]
    mark(pane, qtbot, *near, (4, "added", f"{BODY}/p[5]", "far"), (9, "added", f"{BODY}/p[4]", "other"))
    drawn = outlines(pane)
    assert [each["index"] for each in drawn] == [4, 4, 9]
    assert drawn[0]["top"] == box(pane, "#a")["top"] and drawn[0]["bottom"] == box(pane, "#c")["bottom"]
    top, height = spans(pane)[4]
    assert top == drawn[0]["top"] and height > 2000, "all of it has one place"


def test_cells_beside_each_other_have_one_outline(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    row = "<tr><td style='height:300px'>tall<td>low"
    pane.show(keep(ADDRESS, f"<table>{row}<tr><td>other</table>"))
    cells = [(1, "added", f"{BODY}/table[1]/tbody[1]/tr[1]/td[{n}]", "") for n in (1, 2)]
    mark(pane, qtbot, *cells)
    (drawn,) = outlines(pane)
    assert drawn["right"] - drawn["left"] > box(pane, "td")["right"] - box(pane, "td")["left"]
    assert drawn["bottom"] - drawn["top"] < 60, "around what is in them, not the empty height"


def test_a_tiny_picture_has_an_outline_that_is_seen(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    dot = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
    pane.show(keep(ADDRESS, f"<p>words</p><img src='{dot}' width=4 height=4 style='display:block'>"))
    mark(pane, qtbot, (0, "removed", f"{BODY}/img[1]", ""))
    (drawn,) = outlines(pane)
    assert drawn["right"] - drawn["left"] >= 24 and drawn["bottom"] - drawn["top"] >= 24


def test_an_outline_leaves_neighbours_their_lines(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    style = "<style>p{margin:0;line-height:18px}.air{margin:30px 0}</style>"
    pane.show(keep(ADDRESS, f"{style}<p>one<p>two<p>three<p class=air>four<p>five"))
    mark(pane, qtbot, (0, "changed", f"{BODY}/p[2]", "two"), (1, "changed", f"{BODY}/p[4]", "four"))
    tight, airy = outlines(pane)
    assert tight["air"] == [0, 0] and airy["air"] == [3, 3]


@pytest.mark.parametrize(
    ("style", "ground"),
    [
        ("background:#fff", "light"),
        ("background:#03005c", "dark"),
        ("", "light"),
        ("background:linear-gradient(#000,#fff)", ""),
        ("background:rgba(0,0,0,.1)", "light"),
    ],
)
def test_colours_go_by_the_ground_that_is_painted(
    style: str, ground: str, keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep(ADDRESS, f"<div style='{style}'><p>one two three</p></div>"))
    words = [("one ", False), ("two", True), (" three", False)]
    mark(pane, qtbot, (0, "changed", f"{BODY}/div[1]/p[1]", "", words))
    (drawn,) = outlines(pane)
    assert drawn["ground"] == ground
    assert pane.script("tianwangReplay.highlighted()") == [
        ["changed-dark" if ground == "dark" else "changed", "two"]
    ]
    bright = sum(int(drawn["color"][at : at + 2], 16) for at in (1, 3, 5))
    assert (bright > 420) == (ground == "dark")


def test_where_white_space_alone_differs_there_is_a_sign(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep(ADDRESS, "<p id=p>one<br>two <a>three</a> <a>four</a></p>"))
    words = [("one", False), ("\n", True), ("two three", False), ("\n", True), ("four", False)]
    mark(pane, qtbot, (0, "changed", f"{BODY}/p[1]", "", words, 3, [], [], [[3, "⏎"], [11, "⏎"], [6, ""]]))
    line = "(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector('p').firstChild);"
    end = pane.script(line + " return r.getBoundingClientRect().right; })()")
    found = pane.script("tianwangReplay.carets()")
    assert [sign for sign, *_ in found] == ["⏎", ""], "the page breaks no line between the links"
    assert abs(found[0][1] - end) < 3 and found[0][3] <= box(pane, "#p")["bottom"]
    mark(pane, qtbot, (0, "changed", f"{BODY}/p[1]", ""))
    assert pane.script("tianwangReplay.carets()") == []


def test_what_is_hidden_is_told_and_has_no_outline(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    hidden = "<span style='display:none'>links of others</span>"
    pane.show(
        keep(ADDRESS, f"<p>seen {hidden}</p><p style='display:none'>all of it</p><p>seen <b>too</b></p>")
    )
    words = [("seen ", False), ("links of others", True)]
    mark(
        pane,
        qtbot,
        (0, "changed", f"{BODY}/p[1]", "", words),
        (1, "added", f"{BODY}/p[2]", ""),
        (2, "changed", f"{BODY}/p[3]", "", [("seen ", False), ("too", True)]),
        (3, "changed", f"{BODY}/p[3]/b[1]", ""),
        (4, "added", f"{BODY}/p[3]", ""),
        (4, "added", f"{BODY}/p[2]", ""),
    )
    assert dict(pane.script("tianwangReplay.places([])")["hidden"]) == {0: True, 1: True, 2: False, 4: False}
    pane.view.conceal([0])
    pane.until("tianwangReplay.outlines().map((each) => each.index).join()", "2,3,4")
    assert spans(pane).keys() == {2, 3, 4}


def test_what_is_not_displayed_has_a_line_where_it_would_stand(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(
        keep(ADDRESS, "<p style='height:3000px'>one<p id=b>two<div style='display:none'>hidden</div><p>three")
    )
    mark(pane, qtbot, (0, "added", f"{BODY}/div[1]", "hidden"))
    assert pane.script("tianwangReplay.focusMark(0)") and spans(pane) == {}
    (line,) = pane.script("tianwangReplay.spots()")
    assert abs(line["top"] - box(pane, "#b")["bottom"]) < 1 and 0 < line["top"] < pane.script("innerHeight")


def test_of_equal_links_only_those_that_changed_are_marked(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep(ADDRESS, "<p><a href=/x>old</a> <a href=/y>other</a> <a href=/x>new</a></p>"))
    block = (0, "changed", f"{BODY}/p[1]", "")
    mark(pane, qtbot, (*block, [], 0, [["/x", 1]]))
    assert pane.script("tianwangReplay.highlighted()") == [["changed-link", "new"]]
    mark(pane, qtbot, (*block, [("old other ", False), ("new", True)], 0, [["/x", 0]]))
    assert pane.script("tianwangReplay.highlighted()") == [["changed", "new"]], "its words say it"


def test_layout_is_outlined_where_its_own_words_are(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    inside = "<p style='height:900px'>block</p>words between <noscript>never seen</noscript><p>block</p>"
    pane.show(keep(ADDRESS, f"<div>{inside}</div><div><p>block</p></div>"))
    marks = [
        (n, "layout", f"{BODY}/div[1]", "", [(said, True)])
        for n, said in enumerate(("words between", "never seen"))
    ]
    mark(pane, qtbot, *marks)
    (drawn, whole) = outlines(pane)
    assert drawn["index"] == 0 and drawn["bottom"] - drawn["top"] < 40
    assert dict(pane.script("tianwangReplay.places([])")["hidden"]) == {0: False, 1: True}
    assert whole["index"] == 1, "until it is told that it is hidden"


def test_words_of_the_page_as_a_whole_are_found_by_what_they_say(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep(ADDRESS, "words of no block <p style='height:400px'>block</p>"))
    mark(pane, qtbot, (0, "layout", "/", "", [("words of no block", True)]))
    (drawn,) = outlines(pane)
    assert drawn["bottom"] <= box(pane, "p")["top"]


def test_neighbours_that_hold_more_than_the_block_are_outlined_around_its_text(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep(ADDRESS, "<ul><li style='height:300px'>old<li id=n>new item</ul>"))
    mark(pane, qtbot, (0, "added", f"{BODY}/ul[1]/li[1]..li[2]", "new item"))
    (drawn,) = outlines(pane)
    assert drawn["top"] >= box(pane, "#n")["top"] - 1 and drawn["bottom"] <= box(pane, "#n")["bottom"] + 1


def test_words_that_a_link_gained_or_lost_are_marked_as_links_are(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep(ADDRESS, "<p>\U0001f600 see <a href=/x>old</a> words of it</p>"))
    block = (0, "changed", f"{BODY}/p[1]", "\U0001f600 see old words of it", [], 0, [], [], [])
    mark(pane, qtbot, (*block, [(8, "words"), (3, "nothing")]))
    assert pane.script("tianwangReplay.highlighted()") == [["changed-link", "words"]]
