"""Pages in blocks: the tree of a browser, paths, text runs, media, old-style markup."""

from __future__ import annotations

import pytest

from app.blocks import partition


def paths(html: str) -> list[tuple[str, str]]:
    return [(block.path.removeprefix("/html[1]/body[1]"), block.text) for block in partition(html).blocks]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<p>two", [("/p[1]", "one"), ("/p[2]", "two")]),
        ("<ul><li>一<li>二</ul>", [("/ul[1]/li[1]", "一"), ("/ul[1]/li[2]", "二")]),
        (
            "<h1>标题</h1>run<div>in</div>out",
            [("/h1[1]", "标题"), ("/text()[1]", "run"), ("/div[1]", "in"), ("/text()[2]", "out")],
        ),
        ("<p>wo<b>rd</b>s</p>", [("/p[1]", "words")]),
        ("<p><a href='/x'>link</a></p>", [("/p[1]", "link")]),
        (
            "<div><p>a</p><b>bold</b> and more<p>b</p></div>",
            [("/div[1]/p[1]", "a"), ("/div[1]/b[1]", "bold and more"), ("/div[1]/p[2]", "b")],
        ),
        (
            "<div><p>a</p><a>all of <i>the</i> run</a><p>b</p></div>",
            [("/div[1]/p[1]", "a"), ("/div[1]/a[1]", "all of the run"), ("/div[1]/p[2]", "b")],
        ),
        ("<dl><dt>t<dd>d</dl>", [("/dl[1]/dt[1]", "t"), ("/dl[1]/dd[1]", "d")]),
        ("<pre>a\n  b</pre>", [("/pre[1]", "a\n  b")]),
        ("<p>line<br>next</p>", [("/p[1]", "line\nnext")]),
        ("<a href=/><h2>In a link</h2></a>", [("/a[1]/h2[1]", "In a link")]),
        ("<p>a\u3000\u00a0 b \n c</p>", [("/p[1]", "a b c")]),
        ("<p>a</p></body></html>late", [("/p[1]", "a"), ("/text()[1]", "late")]),
        ("<p>x<svg><g><text>in a drawing</text></g></svg></p>", [("/p[1]", "x in a drawing")]),
        ("<select><option>A<option>B</select>", [("", "A B")]),
        (
            "<frameset><frame src=a><frame src=b></frameset>",
            [("/html[1]/frameset[1]/frame[1]", ""), ("/html[1]/frameset[1]/frame[2]", "")],
        ),
    ],
)
def test_blocks_and_paths(html: str, expected: list[tuple[str, str]]) -> None:
    """Each piece of text is in one block, under the path that a browser's tree gives it."""
    assert paths("<!doctype html>" + html) == expected


def test_small_table_rows_are_blocks_and_large_cells_too() -> None:
    """A row of data is read as one; cells with paragraphs or much text are blocks of their own."""
    assert paths("<table><tr><th>Year<th>Papers<tr><td>2008<td>12</table>") == [
        ("/table[1]/tbody[1]/tr[1]", "Year\tPapers"),
        ("/table[1]/tbody[1]/tr[2]", "2008\t12"),
    ]
    layout = paths(f"<table><tr><td>menu<td>{'正文' * 80}</table>")
    assert [path for path, _ in layout] == ["/table[1]/tbody[1]/tr[1]/td[1]", "/table[1]/tbody[1]/tr[1]/td[2]"]
    nested = paths("<table><tr><td>menu<td><p>a<p>b</table>")
    assert [path for path, _ in nested] == [
        "/table[1]/tbody[1]/tr[1]/td[1]",
        "/table[1]/tbody[1]/tr[1]/td[2]/p[1]",
        "/table[1]/tbody[1]/tr[1]/td[2]/p[2]",
    ]


def test_text_foster_parented_out_of_a_table() -> None:
    """Text that stands in a table outside of cells goes before the table, as in a browser."""
    assert paths("<table>stray<tr><td>cell</table>") == [
        ("/text()[1]", "stray"),
        ("/table[1]/tbody[1]/tr[1]/td[1]", "cell"),
    ]


def test_two_breaks_separate_blocks() -> None:
    """Old articles have no paragraphs but `<br><br>`: each stretch is a block, with its own path."""
    assert paths("<td><div><font>第一段<br><br>第二段<br>still<br> &nbsp; <br>third</font></div>") == [
        ("/div[1]/font[1]/text()[1]", "第一段"),
        ("/div[1]/font[1]/text()[2]", "第二段\nstill"),
        ("/div[1]/font[1]/text()[5]", "third"),
    ]


def test_scripts_styles_templates_and_comments_say_nothing() -> None:
    """What a browser does not show is in no block."""
    page = partition(
        "<head><style>p{}</style><script>var a='<p>x</p>'</script></head>"
        "<p>seen<script>1</script><!-- not --><template><p>no</p></template><style>b{}</style></p>"
        "<iframe src=/f>old</iframe><noframes><p>no</p></noframes>"
    )
    assert [block.text for block in page.blocks if block.text] == ["seen"]


def test_noscript_in_the_head_leaves_the_head_whole() -> None:
    """A browser with scripts keeps `noscript` as one piece: a counting pixel in the head does not open the body."""
    page = partition("<head><noscript><img src=pixel.gif></noscript><title>T</title></head><p>text</p>")
    assert page.title is not None
    assert page.title.path == "/html[1]/head[1]/title[1]"
    assert page.blocks[-1].path == "/html[1]/body[1]/p[1]"


def test_noscript_in_the_body_counts_as_text() -> None:
    """Its text and media are part of the block around it."""
    (block,) = partition("<p>a<noscript>please <b>switch</b> on<img src=x></noscript>z</p>").blocks
    assert block.text == "a please switch on z"
    assert block.attributes == ('[img src="x"]',)


def test_links_and_media_are_described() -> None:
    """Targets and pictures belong to the block; hidden inputs and empty anchors do not."""
    page = partition(
        "<p><a href=/a>A</a> <img src=b.png alt=B></p><div><img src=c.png></div><form><input type=hidden value=1>"
        "<input value=Go placeholder='q'></form><p><a name=x></a></p>"
    )
    assert [(block.text, block.attributes, block.label) for block in page.blocks] == [
        ("A", ('[a href="/a"]', '[img src="b.png" alt="B"]'), "A"),
        ("", ('[img src="c.png"]',), '[img src="c.png"]'),
        ("", ('[input value="Go" placeholder="q"]',), '[input value="Go" placeholder="q"]'),
    ]


def test_a_second_title_is_text() -> None:
    """The first title is the page's; another one in the body is like any hidden element."""
    page = partition("<title> The  title </title><p>a<title>again</title>")
    assert page.title is not None
    assert page.title.text == "The title"
    assert [block.text for block in page.blocks] == ["a", "again"]


@pytest.mark.parametrize("tag", ["div", "b", "span", "ul><li", "table><tr><td", "svg><g", "font size=1", "x-y"])
def test_deep_nesting(tag: str) -> None:
    """A hundred thousand open elements neither overflow a stack nor take quadratic time, and lose no text."""
    page = partition(f"<p>before</p><div>start{f'<{tag}>' * 100_000}</div>the end")
    joined = "".join(block.text for block in page.blocks)
    assert joined.startswith("beforestart")
    if tag != "table><tr><td":  # text in tables of tables is put before them
        assert joined.endswith("the end")
    assert page.warnings


@pytest.mark.parametrize(
    "html",
    [
        "<a " + " ".join(f"x{n}=1" for n in range(100_000)) + ">text</a>",
        "".join(f"<p><b id={n}>x" for n in range(20_000)) + "text",
        "".join(f"<p><font color=c{n}>x" for n in range(20_000)) + "text",
    ],
    ids=["attributes", "b", "font"],
)
def test_parser_bombs(html: str) -> None:
    """Pages that need quadratic time or memory in a conforming parser are defused, with a warning."""
    page = partition(html)
    assert page.blocks[-1].text.endswith("text")
    assert page.warnings


@pytest.mark.parametrize(
    "unit", ["<!--", "<script>", '<a b="', "<title>", "<svg><style>", "<", "</p>", "<p>", "\0", "&", "<a><div>x</a>"]
)
def test_endless_repetitions(unit: str) -> None:
    """Unclosed things by the hundred thousand do not hang the scan for parser bombs."""
    partition(unit * 50_000)


def test_ordinary_large_pages_are_not_touched() -> None:
    """A long page with ordinary markup gets no warning."""
    item = "<div><p>x <b>y</b> <font color=red>z</font><ul><li>a<li>b</ul><img src=a><svg><path d=''/></svg></div>"
    page = partition(item * 3000)
    assert page.warnings == ()
    assert len(page.blocks) == 12_000
