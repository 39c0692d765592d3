"""Marks over blocks: found, in place, harmless."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from widgets.web.marks import Gap, Mark, MarkStyle

Keep = Callable[..., Any]
PAGE = (
    "<style>body{margin:40px}.far{margin-top:3000px}</style><h1>Title</h1><p>first <b>bold</b> tail"
    "<p id=two>second</p><table><tr><td>cell 1<td>cell 2</table>"
    "<svg width=50 height=50><rect width=50 height=50 /></svg>"
    "<ul><li>one<li>two</ul><div class=far>北京大学　天网</div>"
)


def mark(pane: Any, qtbot: QtBot, *marks: tuple[Any, ...], **more: Any) -> list[Any]:
    with qtbot.waitSignal(pane.view.marked, timeout=10_000) as marked:
        pane.view.mark([Mark(*each) for each in marks], **more)
    return list(marked.args)


def rects(pane: Any) -> dict[int, dict[str, float]]:
    """Where marks are drawn, by index."""
    return {r["index"]: r for r in pane.script("tianwangReplay.markRects()") if r}


def box(pane: Any, selector: str) -> dict[str, float]:
    found = pane.script("document.querySelector(argument).getBoundingClientRect()", selector)
    return {side: found[side] for side in ("left", "top", "right", "bottom")}


def same(rect: dict[str, float], other: dict[str, float]) -> bool:
    return all(abs(rect[side] - other[side]) < 1 for side in ("left", "top", "right", "bottom"))


@pytest.mark.parametrize(
    ("path", "selector"),
    [
        ("/html[1]/body[1]/h1[1]", "h1"),
        ("/html[1]/body[1]/p[2]", "#two"),
        ("/html/body/p[1]/b", "b"),
        ("/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[2]", "td + td"),
        ("/html[1]/body[1]/svg[1]/rect[1]", "rect"),
        ("/html[1]/body[1]/ul[1]/li[2]", "li + li"),
        ("/html[1]/body[1]/h1[1]/text()[1]", "h1"),
    ],
)
def test_a_path_leads_to_its_block(path: str, selector: str, keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    assert mark(pane, qtbot, (7, "changed", path, "")) == [1, []]
    drawn, wanted = rects(pane)[7], box(pane, selector)
    if path.endswith("text()[1]"):
        assert drawn["left"] == wanted["left"]
        assert drawn["right"] < wanted["right"], "as wide as the text, not as the block"
    else:
        assert same(drawn, wanted)


def test_a_text_node_beside_elements(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(
        pane,
        qtbot,
        (0, "changed", "/html[1]/body[1]/p[1]/text()[1]", "first"),
        (1, "added", "/html[1]/body[1]/p[1]/text()[2]", "tail"),
    )
    drawn, bold = rects(pane), box(pane, "b")
    assert drawn[0]["right"] <= bold["left"] + 1
    assert drawn[1]["left"] >= bold["right"] - 1


def test_where_a_script_moved_things_the_text_decides(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """White space does not count, the innermost element wins, and what is nowhere is named as lost."""
    script = (
        "<script>document.body.prepend(document.createElement('p'), document.createElement('div'))</script>"
    )
    pane.show(keep("https://a.example/", PAGE + script))
    assert mark(
        pane,
        qtbot,
        (0, "changed", "/html[1]/body[1]/p[1]", "first bold tail"),
        (1, "added", "/html[1]/body[1]/p[2]", " second\n"),
        (2, "moved", "/html[1]/body[1]/div[1]", "北京大学天网"),
        (3, "removed", "/html[1]/body[1]/section[9]", "no such text"),
        (4, "removed", "not a path at all", ""),
    ) == [3, [3, 4]]
    assert same(rects(pane)[1], box(pane, "#two"))
    assert same(rects(pane)[2], box(pane, ".far"))


def test_marks_leave_the_page_as_it_is(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """Nothing moves, nothing grows, and clicks on the page still arrive."""
    rect = "(({ x, y, width }) => [x, y, width])(e.getBoundingClientRect())"
    where = f"[...document.querySelectorAll('body *')].map(e => {rect})"
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    wide = "<div style='overflow:hidden;width:100px'><div id=w style='width:9000px'>wide</div></div><p id=end>end"
    pane.show(keep("https://a.example/", PAGE + wide))
    before = pane.script(where), pane.script(size)
    blocks = ["h1", "p[1]", "div[1]", "div[2]/div[1]", "p[3]"]
    mark(pane, qtbot, *((n, "changed", f"/html[1]/body[1]/{path}", "") for n, path in enumerate(blocks)))
    assert (pane.script(where), pane.script(size)) == before
    assert rects(pane)[3]["right"] - rects(pane)[3]["left"] == 100, "cut off where its container cuts it off"
    pane.view.mark([])
    pane.until("document.querySelectorAll('tianwang-marks').length", 0)


def test_marks_follow_late_layout_scrolling_and_resizing(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/p[2]", "second"))

    def in_place() -> None:
        qtbot.waitUntil(lambda: same(rects(pane)[0], box(pane, "#two")), timeout=10_000)

    pane.script("document.querySelector('h1').style.height = '300px'")
    in_place()
    assert box(pane, "#two")["top"] > 300
    pane.script("scrollTo(0, 200)")
    in_place()
    pane.view.resize(500, 400)
    in_place()
    pane.script("document.querySelector('#two').outerHTML = '<p id=two class=new>second'")
    in_place()
    pane.script("document.querySelector('#two').style.display = 'none'")
    qtbot.waitUntil(lambda: rects(pane) == {}, timeout=10_000)


def test_colours_and_signs_are_those_of_the_owner(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """Kinds without a style are not painted; marks asked for before the page is there come with it."""
    page = keep("https://a.example/", "<body style='margin:0;background:#fff'><div style='height:90px'>x")
    pane.view.show_capture(page)
    with qtbot.waitSignal(pane.view.marked, timeout=10_000) as marked:
        pane.view.mark(
            [Mark(0, "added", "/html[1]/body[1]/div[1]", "x"), Mark(1, "unchanged", "/html[1]/body[1]")],
            {"added": MarkStyle("#0000ff", "+")},
        )
    assert marked.args == [1, []]

    def bluish() -> bool:
        colour = pane.view.grab().toImage().pixelColor(400, 50)
        return colour.blue() > 250 and colour.red() < 250

    qtbot.waitUntil(bluish, timeout=10_000)


def test_a_click_on_a_mark_is_reported_once(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(
        pane, qtbot, (3, "changed", "/html[1]/body[1]", ""), (5, "changed", "/html[1]/body[1]/h1[1]", "Title")
    )
    clicks: list[int] = []
    pane.view.mark_clicked.connect(clicks.append)
    rect = rects(pane)[5]
    pane.click_at(rect["left"] + 60, rect["top"] + 15)
    qtbot.waitUntil(lambda: clicks == [5])
    pane.click_at(rect["left"] + 2, rect["top"] + 2)  # its badge
    qtbot.waitUntil(lambda: clicks == [5, 5])
    pane.click("#two")
    qtbot.waitUntil(lambda: clicks == [5, 5, 3])
    assert pane.script("1") == 1 and clicks == [5, 5, 3], "nothing comes after"


def test_focus_brings_a_mark_into_view_without_telling_other_panes(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(
        pane,
        qtbot,
        (0, "changed", "/html[1]/body[1]/div[1]", ""),
        (1, "changed", "/html[1]/body[1]/h1[1]", ""),
    )
    with qtbot.assertNotEmitted(pane.view.scrolled, wait=300):
        pane.view.focus_mark(0)
        pane.until("scrollY > 2000")
    assert 0 <= rects(pane)[0]["top"] < 600
    pane.view.focus_mark(1)
    pane.until("scrollY < 200")
    pane.view.focus_mark(99)


def test_marks_work_where_the_page_forbids_styles(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    page = keep("https://a.example/", PAGE, Content_Security_Policy="default-src 'none'; sandbox")
    pane.show(page)
    assert mark(pane, qtbot, (0, "added", "/html[1]/body[1]/h1[1]", "Title"))[0] == 1
    assert same(rects(pane)[0], box(pane, "h1"))


def test_two_thousand_marks_are_placed_in_good_time(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", "".join(f"<p>paragraph {n}" for n in range(2000))))
    found, lost = mark(
        pane, qtbot, *((n, "changed", f"/html[1]/body[1]/p[{n + 1}]", f"paragraph {n}") for n in range(2000))
    )
    assert (found, lost) == (2000, [])
    # the quickest of five, for others may want the processor
    again = "(t => { tianwangReplay.markAgain(); return performance.now() - t })(performance.now())"
    took = min(pane.script(again) for _ in range(5))
    assert took < 250


def test_several_neighbours_have_one_outline(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(
        pane,
        qtbot,
        (0, "changed", "/html[1]/body[1]/h1[1]..p[2]", "Title first bold tail second"),
        (1, "moved", "/html[1]/body[1]/ul[1]/li[1]..li[2]", ""),
    )
    first, last, items = box(pane, "h1"), box(pane, "#two"), box(pane, "ul")
    assert (rects(pane)[0]["top"], rects(pane)[0]["bottom"]) == (first["top"], last["bottom"])
    assert rects(pane)[1]["top"] == items["top"] and rects(pane)[1]["bottom"] == items["bottom"]


def test_where_neighbours_have_moved_their_text_decides(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    script = (
        "<script>document.body.prepend(document.createElement('p'), document.createElement('h1'))</script>"
    )
    pane.show(keep("https://a.example/", PAGE + script))
    assert mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/p[1]..p[2]", "first bold tail\nsecond")) == [
        1,
        [],
    ]
    drawn = rects(pane)[0]
    assert abs(drawn["bottom"] - box(pane, "#two")["bottom"]) < 4 and drawn["top"] < box(pane, "b")["bottom"]


def test_a_stretch_of_preformatted_text_is_found_by_its_text(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    text = "one\none\n\ntwo <i>2</i>\ntwo\n\nthree\n"
    pane.show(
        keep(
            "https://a.example/",
            f"<body style='margin:0'><pre style='margin:0;line-height:20px'>{text}</pre>",
        )
    )
    mark(
        pane,
        qtbot,
        (0, "changed", "/html[1]/body[1]/pre[1]#2", "two 2\ntwo"),
        (1, "changed", "/html[1]/body[1]/pre[1]#9", "nowhere"),
    )
    drawn = rects(pane)
    assert 55 <= drawn[0]["top"] <= 65 and 95 <= drawn[0]["bottom"] <= 105
    assert same(drawn[1], box(pane, "pre")), "at least the whole of it"


def test_words_that_differ_are_highlighted_and_the_page_stays_as_it_is(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    html = "document.body.outerHTML + document.head.outerHTML"
    pane.show(keep("https://a.example/", PAGE, Content_Security_Policy="default-src 'none'; sandbox"))
    before = pane.script(html)
    words = [("fi", False), ("rst bo", True), ("ld ", False), ("tail", True)]
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/p[1]", "first bold tail", words))
    assert pane.script("tianwangReplay.highlighted()") == [["changed", "rst bo"], ["changed", "tail"]]
    assert pane.script(html) == before
    mark(pane, qtbot, (0, "added", "/html[1]/body[1]/p[1]", "first bold tail"))
    assert pane.script("tianwangReplay.highlighted()") == []


def test_words_are_found_although_the_page_shows_more_than_its_source(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    script = "<script>document.querySelector('#two').prepend('Inserted by a script: ')</script>"
    pane.show(keep("https://a.example/", PAGE + script))
    words = [("not in the page, but ", False), ("sec", False), ("ond", True), ("gone", True)]
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/p[2]", "second", words[1:3]))
    assert pane.script("tianwangReplay.highlighted()") == [["changed", "ond"]]
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/p[2]", "second", words))
    assert pane.script("tianwangReplay.highlighted()") == [], "rather none than the wrong ones"


def test_a_gap_is_drawn_between_the_neighbours_of_what_is_not_there(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", PAGE))
    one, two, nowhere = (f"/html[1]/body[1]/{path}" for path in ("p[1]", "p[2]", "p[9]"))
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark(
            [], gaps=[Gap(4, "added", one, two), Gap(5, "removed", two, ""), Gap(6, "added", nowhere, "")]
        )
    found = dict(pane.script("tianwangReplay.places([])")["gaps"])
    above = pane.script("document.querySelector('p').getBoundingClientRect().bottom")
    below = box(pane, "#two")
    assert found.keys() == {4, 5} and above <= found[4] <= below["top"] and found[5] == below["bottom"]
    pane.view.focus_mark(5)
    pane.until("tianwangReplay.focusMark(4)")
    assert pane.script("tianwangReplay.focusMark(6)") is False


def test_places_of_blocks_are_told_in_pixels_from_the_top(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/div[1]", ""))
    pane.script("scrollTo(0, 1000)")
    found = pane.script("tianwangReplay.places(argument)", [[7, "/html[1]/body[1]/h1[1]"]])
    spans = {index: top for index, top, _ in found["spans"]}
    assert spans[7] == 40 and spans[0] > 3000 and found["height"] > spans[0] > found["view"]


def test_several_gaps_at_one_place_are_one_line(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark([], gaps=[Gap(n, "added", "/html[1]/body[1]/p[2]", "") for n in range(3)])
    clicks: list[int] = []
    pane.view.mark_clicked.connect(clicks.append)
    places = pane.script("tianwangReplay.places([])")
    assert len({y for _, y in places["gaps"]}) == 1 and pane.script("tianwangReplay.focusMark(2)")
    right = box(pane, "#two")["right"]
    pane.click_at(right - 5, dict(pane.script("tianwangReplay.places([])")["gaps"])[0])
    qtbot.waitUntil(lambda: clicks == [0])


# counts in our world what is read of the document
COUNT = """(() => {
  globalThis.reads = 0;
  for (const [kind, name] of [[CharacterData, "data"], [Node, "firstChild"], [Node, "nextSibling"], [Node, "childNodes"]]) {
    const { get } = Object.getOwnPropertyDescriptor(kind.prototype, name);
    Object.defineProperty(kind.prototype, name, { get() { globalThis.reads += 1; return get.call(this); } });
  }
})()"""


def test_neighbours_are_found_by_their_texts_without_reading_all_others_for_each(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    """Also where the paths lead astray: twice the page is twice the work, counted in reads of its nodes."""
    reads = []
    for count in (800, 1600):
        body = "".join(f"<p>paragraph {n}<script>skipped</script></p>" for n in range(count))
        pane.show(keep("https://a.example/", f"<title>T</title>{body}", minutes=count))
        pane.script(COUNT)
        text = "paragraph{0}paragraph{1}"
        places = range(0, count, 8)
        paths = [f"/html[1]/body[1]/p[{n + 1}]..p[{n + 2}]" for n in places]
        marks = [(n, "changed", path, text.format(n, n + 1)) for n, path in zip(places, paths, strict=True)]
        astray = [
            (n + 1, "changed", "/html[1]/body[1]/p[1]..p[2]", text.format(n + 2, n + 3)) for n in places
        ]
        lost = [(n + 2, "moved", "/html[1]/body[1]/main[1]", f"nowhere to be found {n}") for n in places]
        found, missed = mark(pane, qtbot, *marks, *astray, *lost)
        assert found == 2 * len(paths) and len(missed) == len(lost)
        reads.append(pane.script("reads"))
    assert reads[0] < 40 * 800 and reads[1] < 2.2 * reads[0], reads


def test_a_text_that_begins_and_ends_inside_others_is_marked_exactly(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", "<pre>one\n\ntwo <b>bold</b> end\n\nthree</pre>"))
    words = [("two bo", False), ("ld e", True), ("nd", False)]
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/pre[1]#2", "two bold end", words))
    assert pane.script("tianwangReplay.highlighted()") == [["changed", "ld e"]]


def test_in_a_tall_block_the_focus_goes_to_what_differs(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    lines = "".join(f"<br>line {n}." for n in range(300))
    pane.show(keep("https://a.example/", f"<p>before<div>{lines}</div>"))
    before = len("".join(f"line{n}." for n in range(250)))
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/div[1]", "", [], before))
    assert pane.script("tianwangReplay.focusMark(0)")
    script = (
        "(() => { const r = document.createRange(); const n = document.querySelector('div').childNodes[501];"
    )
    script += " r.selectNodeContents(n); return [n.data, r.getBoundingClientRect().top / innerHeight]; })()"
    text, place = pane.script(script)
    assert text == "line 250." and place == pytest.approx(0.3, abs=0.02)
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/div[1]", "", [], 5))
    pane.script("tianwangReplay.focusMark(0)")
    assert 0 < box(pane, "div")["top"] < pane.script("innerHeight / 2"), "its beginning, where that is near"


def test_what_is_folded_away_has_no_outline_until_it_is_wanted(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", "<details><summary>more</summary><p>inside</details><p>after"))
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/details[1]/p[1]", "inside"))
    assert rects(pane) == {}
    assert pane.script("tianwangReplay.focusMark(0)")
    assert (
        same(rects(pane)[0], box(pane, "details p"))
        and rects(pane)[0]["bottom"] <= box(pane, "body > p")["top"]
    )


def test_a_link_that_leads_elsewhere_is_told_from_its_neighbours(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    body = (
        "<ul><li><a href=old.html>one</a><li><a href=/b/new.html>two</a></ul><p><a href=/b/new.html>three</a>"
    )
    pane.show(keep("https://a.example/b/", body))
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/ul[1]", "", [], 0, [["new.html", 0]]))
    assert pane.script("tianwangReplay.highlighted()") == [["changed-link", "two"]]
    mark(
        pane,
        qtbot,
        (
            0,
            "changed",
            "/html[1]/body[1]/ul[1]/li[1]/a[1]/text()[1]",
            "",
            [],
            0,
            [["old.html", 0], ["http://[", 0]],
        ),
    )
    assert pane.script("tianwangReplay.highlighted()") == [["changed-link", "one"]]
    mark(pane, qtbot, (0, "changed", "/html[1]/body[1]/ul[1]", ""))
    assert pane.script("tianwangReplay.highlighted()") == []


def test_a_picture_of_one_version_alone_has_a_frame(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    size = "width=40 height=30 style='display:inline-block'"
    other = f"<img {size} alt=other src=/b/other.png>"
    pictures = (
        f"<img {size} alt=one src=new.png>{other}<img {size} alt=late src='data:,x' data-original=/late.png>"
    )
    pane.show(
        keep("https://a.example/b/", f"<p>words {pictures}</p><p><img {size} alt=outside src=new.png></p>")
    )
    block = (0, "changed", "/html[1]/body[1]/p[1]", "", [], 0, [])
    mark(pane, qtbot, (*block, ["new.png", "/late.png", "http://["]))
    framed = pane.script("tianwangReplay.framed()")
    assert [(kind, alt) for kind, alt, *_ in framed] == [("changed", "one"), ("changed", "late")]
    drawn = dict(zip(("left", "top", "right", "bottom"), framed[0][2:], strict=True))
    assert same(drawn, box(pane, "img")) and drawn["right"] - drawn["left"] == 40
    mark(pane, qtbot, (*block, []))
    assert pane.script("tianwangReplay.framed()") == []


def test_a_gap_between_blocks_far_apart_stands_at_the_first(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    """What stands there is of this version alone: no line goes through it."""
    pane.show(keep("https://a.example/", "<p>one<p style='height:400px'>only here<p>two"))
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark([], gaps=[Gap(0, "removed", "/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[3]")])
    (gap,) = pane.script("tianwangReplay.places([])")["gaps"]
    assert box(pane, "p")["bottom"] <= gap[1] <= box(pane, "p + p")["top"]
