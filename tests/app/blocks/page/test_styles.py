"""Sizes, colours and fonts from the source, and from what a browser measured."""

from __future__ import annotations

import pytest

from app.blocks.cutting.cutting import cut
from app.blocks.page.node import Node
from app.blocks.page.parsing import build
from app.blocks.page.spans import scan
from app.blocks.page.styles import Box, RenderedStyle, StaticStyle, Style, TextStyle


def element(html: str, style: Style | None = None) -> Node:
    root, _ = build(scan(f"<html><body>{html}</body></html>"), style or StaticStyle())
    return root.children[-1].children[0]


@pytest.mark.parametrize(
    ("html", "weight"),
    [
        ("<p>twelve chars</p>", 12),
        ("<p>  twelve chars\n </p>", 12),
        ("<p>六个字的宽度</p>", 12),
        ("<img src=a>", 40),
        ("<img src=a width=150 height='100'>", 100),
        ("<img src=a width=5000 height=5000>", 600),
        ("<img src=a width=1 height=1>", 1),
        ("<img src=a width=50% height=9>", 40),
        ("<input name=a>", 10),
        ("<input type='hidden' name=a>", 0),
        ("<p><script>many characters</script></p>", 0),
    ],
)
def test_what_an_element_weighs(html: str, weight: int) -> None:
    assert element(html).weight == weight


@pytest.mark.parametrize(
    ("html", "colour"),
    [
        ("<div bgcolor=red>a</div>", "red"),
        ("<div style='background-color: #FFE'>a</div>", "#ffe"),
        ('<div style="background: url(a.png) no-repeat rgb(1, 2, 3)">a</div>', "rgb(1, 2, 3)"),
        ("<div style='background: none'>a</div>", None),
        ("<div style='color: red'>a</div>", None),
    ],
)
def test_backgrounds(html: str, colour: str | None) -> None:
    assert element(html).background == colour


@pytest.mark.parametrize(
    ("html", "text_style"),
    [
        ("<h1>a</h1>", TextStyle(2.0, None, True)),
        ("<p>a</p>", TextStyle(1.0)),
        ("<font size=5 color=Red>a</font>", TextStyle(1.5, "red")),
        ("<font size='+1'>a</font>", TextStyle(1.2)),
        ("<p style='font-size: 24px; font-weight: bold; color: #00f'>a</p>", TextStyle(1.5, "#00f", True)),
        ("<p style='font-size:150%'>a</p>", TextStyle(1.5)),
        ("<p style='font-size: x-large'>a</p>", TextStyle(1.5)),
        ("<p style='font-size: ...'>a</p>", TextStyle(1.0)),
        ("<p style='font-size: 1.2.3px'>a</p>", TextStyle(1.0)),
    ],
)
def test_fonts(html: str, text_style: TextStyle) -> None:
    assert StaticStyle().text_style(scan(html), 0) == text_style


PATH = "/html[1]/body[1]"


def test_measured_boxes_say_the_same_in_their_way() -> None:
    boxes = {
        f"{PATH}/p[1]": Box(0, 0, 600, 20),
        f"{PATH}/img[1]": Box(0, 20, 300, 100, background="rgb(0, 0, 1)"),
    }
    style = RenderedStyle(boxes)
    html = "<html><body><p>text</p><img width=1 height=1></body></html>"
    root, _ = build(scan(html), style)
    assert [child.weight for child in root.children[-1].children] == [4, 200]
    assert root.children[-1].children[1].background == "rgb(0, 0, 1)"
    assert style.rectangle(range(2, 4)) == (0, 0, 600, 120)
    assert style.rectangle(range(9, 12)) is None


def test_white_space_between_measured_boxes_separates() -> None:
    """Nine short lines below each other are one block, unless there is a gap among them."""
    lines = "".join(f"<span>line {n} of some text</span>" for n in range(9))
    tight = {f"{PATH}/span[{n + 1}]": Box(0, 20 * n, 200, 20) for n in range(9)}
    gap = {path: Box(0, box.y + (200 if box.y >= 100 else 0), 200, 20) for path, box in tight.items()}
    page = f"<html><body>{lines}</body></html>".encode()
    found = [cut(page, style=RenderedStyle(boxes), level=1, unit=50) for boxes in (tight, gap)]
    assert [len(tree.leaves()) for tree in found] == [1, 2]
    assert found[1].content(found[1].leaves()[1]).startswith(b"<span>line 5")
