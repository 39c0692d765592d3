"""Where tags stand in the source, and that the way back to the bytes is exact in every encoding."""

from __future__ import annotations

import time

import pytest

from app.blocks.page.node import Node
from app.blocks.page.parsing import build
from app.blocks.page.source import Source
from app.blocks.page.spans import scan
from app.blocks.page.styles import StaticStyle


def spans(text: str) -> list[str]:
    """What each start tag's element holds, as the tree and the scan say together."""
    found = scan(text)
    root, _ = build(found, StaticStyle())
    pieces: dict[int, str] = {}
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        if node.number >= 0 and node.mapped:
            pieces[node.number] = text[node.start : node.end]
        pending += node.children
    return [pieces.get(number, "-") for number in range(len(found.names))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a<p>b", ["<p>a", "<p>b"]),
        ("<ul><li>a<li>b</ul>c", ["<ul><li>a<li>b</ul>", "<li>a", "<li>b"]),
        ('<p title="a > b">c</p>', ['<p title="a > b">c</p>']),
        ("<p title=a>b</p>", ["<p title=a>b</p>"]),
        ("<p>a<!-- <p>b --></p>", ["<p>a<!-- <p>b --></p>"]),
        ("<p>a<!--> b</p>", ["<p>a<!--> b</p>"]),
        ("<p><script>'<p>'</script>a</p>", ["<p><script>'<p>'</script>a</p>", "<script>'<p>'</script>"]),
        ("<p><textarea><b></textarea></p>", ["<p><textarea><b></textarea></p>", "<textarea><b></textarea>"]),
        ("<p>a<title><b></title>", ["<p>a<title><b></title>", "<title><b></title>"]),
        (
            "<p><noscript><p>a</noscript></p>",
            ["<p><noscript><p>a</noscript></p>", "<noscript><p>a</noscript>"],
        ),
        ("<svg><![CDATA[<p>]]><g/></svg><p>", ["<svg><![CDATA[<p>]]><g/></svg>", "<g/>", "<p>"]),
        ("<div><![CDATA[<i>]]></div>", ["<div><![CDATA[<i>]]></div>"]),
        (
            "<table><tr><td>a</div>b</table>",
            ["<table><tr><td>a</div>b</table>", "<tr><td>a</div>b", "<td>a</div>b"],
        ),
        ("<br><hr>", ["<br>", "<hr>"]),
        ("<p>a</p></body></html><p>b</p>", ["<p>a</p>", "<p>b</p>"]),
        ("<p>a<div", ["<p>a<div"]),
    ],
)
def test_elements_are_stretches_of_the_source(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


def test_an_element_that_the_parser_moves_has_no_stretch_with_what_it_left() -> None:
    """Text and elements directly in a table are moved before it: the table is no stretch of its own any more."""
    assert spans("<div><table><p>a</p><tr><td>b</table></div>") == [
        "<div><table><p>a</p><tr><td>b</table></div>",
        "-",
        "<p>a</p>",
        "<tr><td>b",
        "<td>b",
    ]


def test_formatting_that_overlaps_is_cut_where_the_parser_cuts_it() -> None:
    assert spans("<b>a<p>b</b>c</p>") == ["<b>a", "<p>b</b>c</p>"]


def test_texts_are_what_can_be_seen() -> None:
    found = scan("<title>no</title>a<br>b<i>c</i><!-- no --><script>no</script><p>d<style>no</style>")
    assert [(found.text[start:end], own_line) for start, end, own_line in found.texts] == [
        ("a", True),
        ("b", True),
        ("c", False),
        ("d", True),
    ]


@pytest.mark.parametrize(
    "text", ["<a " * 100_000, "<p a='" * 50_000, "<!--" * 50_000, "<![CDATA[" * 50_000, "</b>" * 50_000]
)
def test_the_scan_is_linear(text: str) -> None:
    start = time.process_time()
    scan(text)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "encoding",
    [
        "utf-8",
        "utf-8-sig",
        "gb18030",
        "shift_jis",
        "euc-jp",
        "euc-kr",
        "big5",
        "windows-1252",
        "utf-16",
        "utf-32",
        "iso-2022-jp",
    ],
)
def test_places_in_the_text_are_found_in_the_bytes(encoding: str) -> None:
    letters = {"euc-kr": "한국어 문서", "big5": "繁體中文", "windows-1252": "é€ß"}.get(
        encoding, "日本語テキスト"
    )
    text = f'<p title="{letters}">{letters}</p><div>{letters}<br>x</div>'
    source = Source(text.encode(encoding), encoding.removesuffix("-sig"))
    assert source.text == text
    places = [text.index(tag) for tag in ("<p", "<div", "<br", "</div")]
    offsets = source.offsets(places)
    assert offsets is not None
    plain = encoding.removesuffix("-sig")
    if encoding in ("utf-16", "utf-32"):
        plain += "-le"  # the machine's order, which the mark says
    for place, offset in zip(places, offsets, strict=True):
        assert source.data[offset:].decode(plain) == text[place:]


def test_broken_characters_do_not_hinder() -> None:
    source = Source(b"<p>\xe4\xbd</p><p>\xff\xfe\xfd</p>", "utf-8")
    offsets = source.offsets([0, source.text.index("<p>", 1)])
    assert offsets == [0, 9]


def test_bytes_that_cannot_be_told_apart_have_no_places() -> None:
    """UTF-16 with a byte too many: no text gives these bytes."""
    source = Source("<p>a</p>".encode("utf-16") + b"\x00")
    assert source.offsets([0]) is None
