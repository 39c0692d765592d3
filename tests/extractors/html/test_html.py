"""HTML pages: title, properties, visible text, parts."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.base.types import Part
from extractors.door.registry import extract
from extractors.door.rendering import to_html, to_markdown
from extractors.html.links import html_links
from extractors.html.tree import LONG_TAG, START_TAG, _has_long_tag
from tests import hostile

BASE = "http://e.org/a/"


def parts(html: str) -> list[tuple[str, str, int]]:
    return [
        (part.kind, part.text, part.level) for part in extract(html.encode(), declared_type="text/html").parts
    ]


@pytest.mark.parametrize("start", ["", "<!doctype html><html>", "<html><head>"])
@pytest.mark.parametrize("element", ["nav", "main", "section", "x-card"])
def test_a_page_without_a_body_tag_begins_with_its_first_element(start: str, element: str) -> None:
    """Elements younger than HTML 4 end a head as well; what stands in them is text."""
    found = parts(
        f"{start}<title>T</title><{element}><p>First</p></{element}> loose <h1>Head</h1><p>Last</p>"
    )
    assert [text for _, text, _ in found] == ["First", "loose", "Head", "Last"]


_SENTENCE = "The pump has to be primed before it is switched on, or its seals run dry. "


def test_a_page_that_only_scripts_fill_is_read_without_scripts() -> None:
    """As threads of Discourse are: what a browser without scripts shows is all there is to read."""
    thread = f"<noscript><h1>Pumps</h1><p>{_SENTENCE * 4}</p><a href='/t/2'>Next</a></noscript>"
    found = parts(f"<body><div id='app'></div>{thread}<script>fill()</script></body>")
    assert [text for _, text, _ in found] == ["Pumps", (_SENTENCE * 4).strip(), "Next"]


@pytest.mark.parametrize(
    "body",
    [
        f"<p>{_SENTENCE * 4}</p><noscript><p>{_SENTENCE.upper() * 4}</p></noscript>",
        "<p>Loading</p><noscript>Please enable JavaScript to see this page.</noscript>",
    ],
)
def test_words_for_browsers_without_scripts_are_no_text_of_a_page_that_has_some(body: str) -> None:
    """Nor is a request to switch scripts on the text of one that has none."""
    assert len(parts(f"<body>{body}</body>")) == 1


def test_a_less_than_in_a_script_takes_nothing_from_a_large_page() -> None:
    """Tags with thousands of attributes lose them; what seems to be one in a script, up to the end of the page, is not."""
    paragraphs = "".join(f'<p class="a{n} b{n}">{_SENTENCE}</p>' for n in range(600))
    found = parts(f'<head><script>quote = i<n ? /"/ : 1</script></head><body>{paragraphs}</body>')
    assert len(found) == 600


def test_no_long_tag_escapes_the_first_look() -> None:
    """That only tells which pages to look at again, so it may be wrong the other way."""
    chance = random.Random(9)
    pieces = [
        b"<a ",
        b"<b",
        *[b'"', b"'"] * 2,
        *(b"x" * n for n in (149, 151, 201, 299, 301, 2000)),
        b">",
        b"=",
        b"</a>",
    ]
    found = 0
    for _ in range(5000):
        page = b"".join(chance.choices(pieces, k=chance.randint(1, 40)))
        if max(map(len, START_TAG.findall(page)), default=0) >= LONG_TAG:
            found += 1
            assert _has_long_tag(page)
    assert found > 500


@pytest.mark.parametrize(
    ("head", "title", "source"),
    [
        ("<title>Plain &amp; simple</title>", "Plain & simple", "title"),
        ("<title>Story - Site</title><meta property=og:title content=Story>", "Story", "og:title"),
        (
            "<title>T</title><meta property=og:title content=S><meta property=og:site_name content=S>",
            "T",
            "title",
        ),
        (
            '<script type="application/ld+json">[{"@type":"NewsArticle","headline":"Linked"}]</script>',
            "Linked",
            "JSON-LD",
        ),
        ("<title> \n </title></head><body><h2>Two</h2><h1>One</h1>", "One", "h1"),
        ("<title></title><svg><title>drawing</title></svg>", "", ""),
        ("<p>nothing</p>", "", ""),
    ],
)
def test_title_and_where_it_came_from(head: str, title: str, source: str) -> None:
    document = extract(f"<!doctype html>{head}".encode(), declared_type="text/html")
    assert (document.title, document.title_source) == (title, source)


def test_author_date_and_language() -> None:
    linked = {
        "@graph": [
            {"@type": "Article", "author": [{"name": "王五"}], "datePublished": "2024-02-29T08:00:00+0800"}
        ]
    }
    page = f'<html lang=zh_hans_cn><script type="application/ld+json">{json.dumps(linked)}</script>'
    document = extract(page.encode(), declared_type="text/html")
    assert (document.author, document.date, document.language) == (
        "王五",
        "2024-02-29T08:00:00+08:00",
        "zh-Hans-CN",
    )
    page = "<meta name=author content=Ann><meta name=date content='2020年3月4日'><meta property=og:locale content=en_us>"
    document = extract(page.encode(), declared_type="text/html")
    assert (document.author, document.date, document.language) == ("Ann", "2020-03-04", "en-US")


def test_charset_follows_header_then_meta() -> None:
    page = "<meta charset=gb2312><title>朱镕基</title>".encode("gb18030")
    assert extract(page, declared_type="text/html").title == "朱镕基"
    document = extract("<title>朱镕基</title>".encode("gbk"), declared_type="text/html", charset="GBK")
    assert (document.title, document.metadata["charset-source"]) == ("朱镕基", "HTTP header")


def test_text_holds_what_can_be_seen_and_nothing_else() -> None:
    page = (
        "<title>t</title><style>.a{}</style><script>var a = 'no';</script><!-- no --><p>One <b>bo</b>ld<br>two</p>tail"
        "<div hidden>no</div><div style='display: none'>no</div><noscript>no</noscript><template>no</template>end"
    )
    assert extract(page.encode(), declared_type="text/html").text == "One bold\ntwo\ntail\nend"


def test_what_follows_an_early_end_of_the_page_belongs_to_it_as_in_a_browser() -> None:
    early = b"<title>t</title><body><a href=/1>one</a></body></HTML >\n<p>two <a href=/3>three</a></html><!-- end -->"
    document = extract(early, declared_type="text/html")
    assert [link.url for link in document.links] == ["/1", "/3"]
    assert document.text.split() == ["one", "two", "three"]


def test_parts_keep_structure() -> None:
    page = (
        "<h2>Head</h2><p>para<ul><li>one<ul><li>two</ul><li>three</ul><blockquote><p>said</blockquote>"
        "<pre>a\n  b</pre><img src=x.png alt=pic><img src=dot.gif width=1>"
    )
    assert parts(page) == [
        ("heading", "Head", 2),
        ("paragraph", "para", 0),
        ("item", "one", 1),
        ("item", "two", 2),
        ("item", "three", 1),
        ("quote", "said", 0),
        ("code", "a\n  b", 0),
        ("image", "pic", 0),
    ]


def test_data_tables_are_kept_and_layout_tables_are_not() -> None:
    """Three rows in sequence with the same number (two or more) of cells make a data table."""
    data = "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td><b>4</b> x</table>"
    layout = "<table><tr><td><p>left<td>right</table>"
    document = extract(f"<body>{layout}{data}".encode(), declared_type="text/html")
    assert document.parts[:2] == (Part("paragraph", "left"), Part("paragraph", "right"))
    assert document.parts[2].rows == (("a", "b"), ("1", "2"), ("3", "4 x"))
    nested = extract(
        f"<table><tr><td>{data}<td>x<tr><td>y<td>z<tr><td>p<td>q</table>".encode(), declared_type="text/html"
    )
    assert [part.kind for part in nested.parts].count("table") == 1


@pytest.mark.parametrize(
    ("drawing", "lines"),
    [
        ("<svg><text x=0 y=20>Words inside the drawing</text></svg>", "Words inside the drawing"),
        (
            "<svg><title>Chart</title><desc>Sales</desc><style>.a{}</style><script>var a = '<text>no</text>'</script>"
            "<g><text>North <tspan x=2>12</tspan><tspan>%</tspan></text></g><defs><text>no</text></defs>"
            "<foreignObject><div>in <b>HTML</b></div></foreignObject></svg>",
            "Chart\nSales\nNorth 12%\nin HTML",
        ),
        ("See <svg><title>PDF</title><path/></svg> here", "See PDF here"),
        ("<svg aria-hidden=true><title>icon</title><path/></svg>Home", "Home"),
        ("<svg style='display: none'><text>no</text></svg>seen", "seen"),
    ],
)
def test_words_in_drawings_are_text(drawing: str, lines: str) -> None:
    """In the order of the page, as parts, in cells of tables and in the main text too; no scripts and styles."""
    page = f"<title>t</title><p>Before<p>{drawing}<p>After".encode()
    document = extract(page, declared_type="text/html")
    assert document.text == f"Before\n{lines}\nAfter" and document.title == "t"
    assert extract(page, declared_type="text/html", main=True).text == document.text
    cells = f"<table><tr><td>{drawing}<td>x<tr><td>y<td>z<tr><td>p<td>q</table>".encode()
    assert extract(cells, declared_type="text/html").text == f"{' '.join(lines.split())}\tx\ny\tz\np\tq"


@pytest.mark.parametrize(
    "element", ["div", "font", "table><tr><td", "a href=q><div", "b", "svg", "ul><li", "h1"]
)
def test_a_hundred_thousand_open_elements_keep_text_and_links(element: str) -> None:
    page = f"<{element}>".encode() * 100_000 + b"<p>words <a href=x>y</a>"
    document = extract(page, declared_type="text/html", base_url=BASE)
    assert not document.error
    assert "words" in document.text
    assert f"{BASE}x" in [link.url for link in document.links]


@pytest.mark.parametrize("block", range(6))
def test_three_hundred_hostile_pages_crash_nothing(block: int) -> None:
    for seed in range(block * 50, block * 50 + 50):
        page = hostile.page(seed)
        # every other one has to be told from what it is made of
        document = extract(page, declared_type=(None, "text/html")[seed % 2], base_url=BASE)
        # what is no page at all may be refused, but not by an exception nobody foresaw
        assert "could not be read as" not in document.error, (seed, document.error)
        assert "<script" not in to_html(document)
        assert isinstance(to_markdown(document), str)
        assert isinstance(html_links(page, charset=None, base_url=BASE), list)


@pytest.mark.parametrize("name", hostile.LARGE)
def test_large_hostile_pages_take_bounded_time(name: str) -> None:
    start = time.process_time()
    document = extract(hostile.LARGE[name], declared_type="text/html", base_url=BASE)
    assert not document.error
    assert time.process_time() - start < 8


@settings(max_examples=75)
@given(st.binary(max_size=300), st.sampled_from(["text/html", "application/xhtml+xml", None]))
def test_any_bytes_make_a_document(data: bytes, declared: str | None) -> None:
    # %PDF and the like may be refused, but not by an exception nobody foresaw
    assert "could not be read as" not in extract(data, declared_type=declared, base_url=BASE).error


@settings(max_examples=50)
@given(
    st.text(st.characters(categories=("L", "N")), min_size=1, max_size=30),
    st.sampled_from(["utf-8", "gb18030", "utf-16"]),
)
def test_titles_survive_every_charset(title: str, charset: str) -> None:
    page = f"<!doctype html><title>{title}</title>".encode(charset)
    assert extract(page, declared_type="text/html", charset=charset).title == title


def test_damage_is_reported() -> None:
    document = extract(b"<p>\xff\xff</p>", declared_type="text/html", charset="utf-8")
    assert "replaced" in document.warnings[0]


@pytest.mark.parametrize(
    "html",
    [
        "<html lang=zh-cn><title>T</title><p>words <a href=b>link</a><table><tr><td>1<td>2</table>",
        "<body><h2>Two</h2><h1>One</h1><img src=p.png alt=picture><a href=//x.org/>away</a>",
        "<meta name=author content=Ann><meta name=date content=2020-01-02><p>no title at all",
        "<font>" * 3000 + "<a href=deep>deep</a>",
        "<p>\x80\xff broken",
        "",
    ],
)
def test_without_text_all_else_is_the_same(html: str) -> None:
    data = html.encode("latin-1")
    whole = extract(data, declared_type="text/html", base_url=BASE)
    lean = extract(data, declared_type="text/html", base_url=BASE, text=False)
    assert (lean.text, lean.parts, lean.candidates) == ("", (), ())
    lean.text, lean.parts, lean.candidates = whole.text, whole.parts, whole.candidates
    if "language-source" in whole.metadata:  # guessed from the text
        del whole.metadata["language-source"]
        lean.language = whole.language
    assert lean == whole


def test_items_of_numbered_lists_know_their_numbers() -> None:
    page = (
        "<ol start=3><li>three<li><p>four<p>more<ol type=a><li>x<li>y</ol><li value=9>nine</ol><ul><li>bullet</ul>"
        "<ol reversed><li>two<li>one</ol><ol style='list-style: none'><li>plain</ol><ol type=I start=x><li>Rome</ol>"
    )
    document = extract(f"<title>t</title>{page}".encode())
    assert [(part.places, part.text) for part in document.parts] == [
        ("3.", "three"),
        ("4.", "four"),
        ("", "more"),
        ("a.", "x"),
        ("b.", "y"),
        ("9.", "nine"),
        ("", "bullet"),
        ("2.", "two"),
        ("1.", "one"),
        ("", "plain"),
        ("I.", "Rome"),
    ]
    assert " ".join(document.text.split()) == "three four more x y nine bullet two one plain Rome"
