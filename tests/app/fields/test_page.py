"""What each way finds on a page, with its place in the bytes; and that hostile rules come to an end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.fields.limited import Document, Limited
from app.fields.page import Page
from app.fields.rules import How, Kind
from tests.app.fields.shop import field

PAGE = """<!doctype html><html lang=zh><head><meta property="article:published_time" content="2026-03-01T10:00:00Z">
<script type="application/ld+json">{"@graph": [{"@type": "Product", "name": "Ä", "offers": [{"price": 12.5}]}]}</script>
<body><div id=main><table><tr><th>价格：<td>¥ <b>12</b>8.50<tr><th>作者<td>张三</table>
<p class=info>发布时间：2026年3月1日 10:30  来源：新华网</p><script>var a = {"stock": "17"}</script>
<span class=price data-was=5>€ 9,99</span><ul><li>one<li>two</ul></div>"""

FOUND: list[tuple[How, str, Kind, str, str]] = [
    ("after", "价格", "money", "128.5 CNY", "¥ <b>12</b>8.50"),
    ("after", "作者：", "text", "张三", "张三"),
    ("after", "发布时间", "date", "2026-03-01T10:30:00", "发布时间：2026年3月1日 10:30  来源：新华网"),
    ("after", "来源", "text", "新华网", "发布时间：2026年3月1日 10:30  来源：新华网"),
    ("css", ".price", "money", "9.99 EUR", "<span class=price data-was=5>€ 9,99</span>"),
    ("css", ".price::attr(data-was)", "number", "5", "<span class=price data-was=5>€ 9,99</span>"),
    ("css", "li", "text", "one", "<li>one"),
    ("xpath", "//tr[1]/td", "money", "128.5 CNY", "<td>¥ <b>12</b>8.50"),
    ("xpath", "//span/@data-was", "text", "5", "<span class=price data-was=5>€ 9,99</span>"),
    ("xpath", "count(//li)", "number", "2", ""),
    ("regex", r"¥ ?([\d.]+)", "number", "128.5", "12</b>8.50"),
    ("source", r'"stock": "(\d+)"', "number", "17", '<script>var a = {"stock": "17"}</script>'),
    ("data", "meta:article:published_time", "date", "2026-03-01T10:00:00Z", "<meta"),
    ("data", "ld:Product.offers.price", "number", "12.5", "<script"),
]


@pytest.mark.parametrize(("how", "expression", "kind", "value", "source"), FOUND)
@pytest.mark.parametrize("charset", ["utf-8", "gb18030"])
def test_each_way_finds_its_value_and_place(
    how: How, expression: str, kind: Kind, value: str, source: str, charset: str
) -> None:
    data = PAGE.encode(charset)
    (found,) = Page(data, charset).findings(field(how, expression, kind))
    assert found.value.text == value
    at = data[slice(*found.span)].decode(charset)
    assert at == source or (len(source) < 10 and at.startswith(source))


def test_all_values_of_a_page_count_where_that_is_wanted() -> None:
    page = Page(PAGE.encode(), "utf-8")
    assert [one.text for one in page.findings(field("css", "li", many=True))] == ["one", "two"]
    assert [one.text for one in page.findings(field("css", "td", "list"))] == ["¥ 128.50", "张三"]


def test_a_value_of_another_kind_is_none_and_the_next_way_has_its_turn() -> None:
    from app.fields.rules import Way

    page = Page(PAGE.encode(), "utf-8")
    one = field("css", "li", "money")
    assert page.findings(one) == []
    both = type(one)(one.id, one.name, "money", "", (*one.ways, Way("css", ".price")))
    assert page.findings(both)[0].value.number == 9.99


def test_the_text_of_a_block_by_its_label() -> None:
    text = "A long sentence of the article, which goes on for a while. " * 8
    page = Page(
        f"<body><nav><a href=/>Start</a> <a href=/b>More</a></nav><article><p>{text}</article>".encode()
    )
    assert page.findings(field("block", "main text"))[0].text.startswith("A long sentence")


def test_rules_without_an_end_cost_their_process_and_no_more() -> None:
    document = Document("http://a.example/", b"<p>" + b"a" * 60 + b"!<b class=x>7</b>", None)
    slow, good = field("regex", "(a+)+$"), field("css", ".x", "number")
    with Limited(seconds=1) as limited:
        found = limited.findings(document, [slow, good])
        assert found[0] is None
        assert found[1] is not None
        assert found[1][0].value.number == 7


def test_xpath_reads_no_files_and_knows_no_regular_expressions() -> None:
    page = Page(PAGE.encode(), "utf-8")
    for expression in ("document('/etc/passwd')", "re:test('a', 'a')", "unparsed-text('/etc/passwd')"):
        assert list(page.found(field("css", "p").ways[0].__class__("xpath", expression), "text")) == []


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="<>/=\"' abtdrli:é中&;1", max_size=120))
def test_any_page_gives_values_that_stand_in_its_bytes(text: str) -> None:
    data = f"<table>{text}<td class=a>1</table>{text}".encode()
    page = Page(data, "utf-8")
    for one in (
        field("css", "td", many=True),
        field("after", "a", many=True),
        field("regex", r"\w+", many=True),
    ):
        for found in page.findings(one):
            begin, end = found.span
            assert 0 <= begin <= end <= len(data)
