"""What a browser measures of a page: boxes, fonts and colours by path, of the whole page, whatever was scrolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.blocks.cutting.cutting import cut
from app.blocks.page.styles import Box, boxes_of
from app.blocks.vips.reading import read
from app.blocks.vips.structure import segment
from widgets.web import boxes
from widgets.web.boxes import Measured, measure
from widgets.web.marks import Mark

Keep = Callable[..., Any]
PAGE = (
    "<!DOCTYPE html><title>x</title><style>body{margin:0;font:16px serif}#far{margin-top:3000px}"
    "h1{margin:0;height:40px;font-size:32px;color:#123456}#box{width:300px;height:50px;background:#ffeedd}</style>"
    "<h1>Title</h1><div id=box><p style='margin:0'>first <b>bold</b></p></div><div id=far>"
    "<svg width=50 height=50><rect width=50 height=50 /></svg>far away</div><p hidden>unseen</p>"
)


def measured(pane: Any, qtbot: QtBot) -> Measured:
    answers: list[Measured | None] = []
    measure(pane.view, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
    assert answers[0] is not None
    return answers[0]


def found(pane: Any, qtbot: QtBot) -> dict[str, Box]:
    return boxes_of(measured(pane, qtbot).text)


def test_boxes_fonts_and_colours_are_found_by_the_paths_of_the_tree(
    keep: Keep, pane: Any, qtbot: QtBot
) -> None:
    pane.show(keep("https://a.example/", PAGE))
    by_path = found(pane, qtbot)
    title = by_path["/html[1]/body[1]/h1[1]"]
    assert (title.x, title.y, title.height, title.font, title.bold) == (0, 0, 40, 32, True)
    assert title.colour == "rgb(18, 52, 86)" and title.background == ""
    box = by_path["/html[1]/body[1]/div[1]"]
    assert (box.y, box.width, box.height, box.background) == (40, 300, 50, "rgb(255, 238, 221)")
    assert by_path["/html[1]/body[1]/div[1]/p[1]/b[1]"].bold
    assert by_path["/html[1]/body[1]/div[2]/svg[1]/rect[1]"].width == 50
    assert by_path["/html[1]/body[1]/p[1]"].height == 0


def test_places_are_those_in_the_page_however_far_it_is_scrolled(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    before = found(pane, qtbot)
    pane.view.scroll_to(1.0)
    pane.until("scrollY > 1000")
    assert found(pane, qtbot) == before


def test_marks_are_no_part_of_the_page(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", PAGE))
    before = found(pane, qtbot)
    with qtbot.waitSignal(pane.view.marked, timeout=10_000):
        pane.view.mark([Mark(0, "changed", "/html[1]/body[1]/h1[1]")])
    assert set(found(pane, qtbot)) == set(before)


def test_a_page_is_cut_by_what_was_measured(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    page = (
        "<body style='margin:0'><div class=a>"
        + "<p>Words of the first part of this page, which are many enough.</p>" * 3
        + "</div><div class=b>"
        + "<p>Words of the second part, which stands on another colour here.</p>" * 3
        + "</div><style>.b{background:#cde;margin-top:200px}</style>"
    )
    pane.show(keep("https://a.example/", page))
    tree = cut(page.encode(), "utf-8", style=measured(pane, qtbot).style())
    assert tree.style.source == "rendered"
    rectangles = [tree.style.rectangle(range(*leaf.numbers)) for leaf in tree.leaves()]
    assert all(rectangles) and [r[1] for r in rectangles] == sorted(r[1] for r in rectangles)


def test_of_a_huge_page_the_first_elements_are_measured(
    keep: Keep, pane: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boxes, "MOST", 20)
    pane.show(keep("https://a.example/", "<body>" + "<p>one more</p>" * 100))
    assert len(found(pane, qtbot)) == 20


SITE = (
    "<!DOCTYPE html><title>x</title><style>body{margin:0;font:16px/20px serif}header,footer{background:#024;color:#fff;"
    "height:60px}#row{display:flex;gap:40px;margin:20px 0}nav{width:200px}main{flex:1}li,p{margin:0 0 10px}"
    ".no{visibility:hidden}.cut{height:30px;overflow:hidden}</style><header><b>The site</b></header><div id=row><nav><ul>"
    + "".join(f"<li><a href=/{n}>Place {n}</a></li>" for n in range(8))
    + "</ul></nav><main>"
    + "".join(f"<p>Paragraph {n} has words.</p>" for n in range(9))
    + "<p class=no>Not to be seen</p><div class=cut><p>Seen<p>Cut off</div></main></div><footer>Imprint</footer>"
)


def test_the_regions_that_a_browser_shows_are_visual_blocks(keep: Keep, pane: Any, qtbot: QtBot) -> None:
    pane.show(keep("https://a.example/", SITE))
    tree = read(measured(pane, qtbot).text)
    assert tree is not None
    blocks = segment(tree).at(7)
    assert [block.kind for block in blocks] == ["text", "links", "text", "text"]
    assert [block.text.split("\n")[0] for block in blocks] == [
        "The site",
        "Place 0",
        "Paragraph 0 has words.",
        "Imprint",
    ]
    assert "to be seen" not in blocks[2].text and "Cut off" not in blocks[2].text
    assert blocks[1].nodes[0].path == "/html[1]/body[1]/div[1]/nav[1]/ul[1]"
    assert [(round(block.rect.left), round(block.rect.top)) for block in blocks[:3]] == [
        (0, 0),
        (0, 96),
        (240, 80),
    ]
