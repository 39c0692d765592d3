"""What of a page counts in a comparison: links, pictures, titles, scripts, hidden words, bytes, white space."""

from __future__ import annotations

import pytest

from app.blocks.compare.differing import compare
from app.blocks.noise.summaries import step_of
from app.blocks.page.styles import Box, RenderedStyle
from tests.app.blocks.comparing import CHINESE, ENGLISH, FILLER, differing, edited


@pytest.mark.parametrize(
    ("old", "new", "said_a", "said_b"),
    [
        ('href="/about"', 'href="/about-us"', '[a href="/about"]', '[a href="/about-us"]'),
        (
            'src="chart.png"',
            'src="chart2.png"',
            '[img src="chart.png" alt="Growth"]',
            '[img src="chart2.png" alt="Growth"]',
        ),
        (
            'alt="Growth"',
            'alt="Growth per year"',
            '[img src="chart.png" alt="Growth"]',
            '[img src="chart.png" alt="Growth per year"]',
        ),
    ],
)
def test_changed_links_and_pictures(old: str, new: str, said_a: str, said_b: str) -> None:
    """When only a target or a picture is another, the block is changed, no text marked, the attributes say it."""
    (change,) = differing(edited(old, new))
    assert change.kind == "changed"
    assert change.differs
    assert (change.attributes_a, change.attributes_b) == ((said_a,), (said_b,))
    assert change.size == 0
    assert {piece[0] for piece in change.words} <= {"unchanged"}


@pytest.mark.parametrize("name", ["data-original", "data-src", "data-lazy-src"])
def test_a_picture_that_a_script_loads_when_it_is_seen(name: str) -> None:
    """It is what the page shows there, although its `src` is an empty picture that stays the same."""
    a = f"<p>words<img src='data:image/gif;base64,R0lG' {name}='/one.png'></p>"
    (change,) = differing(compare(a.encode(), a.replace("one", "two").encode()))
    assert (change.kind, change.differs) == ("changed", True)
    assert change.attributes_b == (f'[img src="data:image/gif;base64,R0lG" {name}="/two.png"]',)


@pytest.mark.parametrize("new", ['href="./"', "href='/'", 'HREF="/" class="x"', 'href="&#47;"'])
def test_links_are_compared_by_where_they_lead(new: str) -> None:
    """Another way of writing the same target is markup."""
    base = ENGLISH.replace("<head>", '<head><base href="https://archive.example/">')
    (change,) = differing(edited('href="/"', new, base))
    assert (change.kind, change.differs) == ("markup", False)


def test_two_pictures_that_changed_places() -> None:
    """The same media in another order is a change as well."""
    a, b = "<p>t<img src=1><img src=2></p>", "<p>t<img src=2><img src=1></p>"
    (change,) = differing(compare(a.encode(), b.encode()))
    assert change.kind == "changed"
    assert change.attributes_a == ('[img src="1"]', '[img src="2"]')


def test_title() -> None:
    """A new title is a change of the layout: the page shows none of its words."""
    (change,) = differing(edited("The Daily Archive", "The Weekly Archive"))
    assert change.kind == "layout"
    assert (change.attributes_a, change.attributes_b) == (
        ('[title "The Daily Archive"]',),
        ('[title "The Weekly Archive"]',),
    )
    assert (change.size, change.differs, change.level) == (0, True, 0)


def test_scripts_and_what_else_shows_nothing() -> None:
    """Every byte counts, but what shows nothing is layout or markup and marks nothing."""
    for old, new in (
        ("</head>", "<script>var seen = 1</script></head>"),
        ("</body>", "<!-- made at noon --></body>"),
        ("<h1>", '<h1 class="x">'),
        ("\n<p>A crawler", "\n\n\n<p>A crawler"),
    ):
        result = edited(old, new)
        (change,) = differing(result)
        assert change.kind in ("layout", "markup"), (new, change)
        assert (change.size, change.differs) == (0, False)
        assert result.changed_share == 0.0


def test_words_that_tags_divide_otherwise() -> None:
    """The texts of the page are others, though it says the same: the block has changed, nothing in it is marked."""
    result = edited("Web archives grow", "Web <b>archives</b>  grow")
    (change,) = differing(result)
    assert (change.kind, change.size, change.differs) == ("changed", 0, False)
    assert result.changed_share == 0.0
    assert step_of(change).kind == "markup"


def test_hidden_words_count() -> None:
    """What is shown without scripts alone is text, too; what templates hold is not."""
    result = edited("<h1>", "<noscript>Please switch scripts on</noscript><h1>")
    assert "Please switch scripts on" in "".join(change.text_b for change in differing(result))
    assert result.changed_share > 0
    assert edited("<h1>", "<template>Please switch scripts on</template><h1>").changed_share == 0


def test_counter_at_its_place() -> None:
    """A number of which nothing is left, at the same place, has changed; not one gone and one come."""
    (change,) = differing(edited("1234", "98765", CHINESE))
    assert change.kind == "changed"
    assert [piece for piece in change.words if piece[0] != "unchanged"] == [("changed", "1234", "98765")]
    (change,) = differing(edited("<td>3,000,000</td>", "<td>4,500,000</td>"))
    assert [piece for piece in change.words if piece[0] != "unchanged"] == [
        ("changed", "3,000,000", "4,500,000")
    ]


def test_replaced_block_of_the_same_topic() -> None:
    """Under the same heading quite other words: the block has changed."""
    page = FILLER + "<div><b>Weather report</b> {}</div><hr>" + FILLER.upper()
    a = page.format(
        "sunny and warm from the morning until late at night, the whole week through and everywhere"
    )
    b = page.format(
        "storms and floods in most valleys, roads closed, schools shut, nobody to leave home before noon"
    )
    (change,) = differing(compare(a.encode(), b.encode()))
    assert change.kind == "changed"
    assert change.topic == "Weather report"


def test_nothing_in_common() -> None:
    """Two different pages: similarity near 0."""
    result = compare(ENGLISH.encode(), CHINESE.encode("gbk"))
    assert result.similarity < 0.1
    assert result.count("unchanged") == 0


@pytest.mark.parametrize(
    ("a", "b"), [(b"", b""), (b"", b"<p>x</p>"), (b"<p>x</p>", b""), (b"<html>", b"<!-- -->")]
)
def test_empty_pages(a: bytes, b: bytes) -> None:
    """Nothing against something, nothing against nothing."""
    result = compare(a, b)
    assert result.similarity == (0.0 if b"x" in a + b else 1.0)
    assert result.changed_share == 1 - result.similarity


def test_undecodable_bytes_are_warned_about() -> None:
    """A page that is not what it says is compared all the same, with a warning that names the version."""
    result = compare(b"<p>ok</p>", b"<p>ok</p><p>\xff\xfe\xfd\x81</p>", charset_b="utf-8")
    assert any(change.kind in ("added", "changed") for change in result.changes)
    assert result.warnings == ("version b: some bytes are not utf-8",)


def test_a_byte_order_mark_is_layout() -> None:
    """A mark that only one version has is reported, and marks nothing."""
    for page in (ENGLISH.encode(), b"<p>x</p>"):
        result = compare(b"\xef\xbb\xbf" + page, page, charset_b="utf-8")
        (change,) = differing(result)
        assert (change.kind, change.size, change.differs) == ("layout", 0, False)
        assert change.span_a is not None
        assert change.span_a[0] == 0
    (change,) = differing(compare(b"\xef\xbb\xbf", b""))
    assert change.span_a == (0, 3)


def test_bytes_decide() -> None:
    """Two different broken bytes read the same, and are reported all the same."""
    result = compare(b"<p>caf\xff</p>", b"<p>caf\xfe</p>", charset_a="utf-8", charset_b="utf-8")
    assert [change.kind for change in differing(result)] == ["markup"]


def test_white_space_counts_in_preformatted_text_only_where_it_is_seen() -> None:
    """Another indentation in `pre` is a change; spaces at the end of a line are not."""
    page = b"<pre>def f():\n    return 1\n</pre>"
    (change,) = differing(compare(page, page.replace(b"    ", b"  ")))
    assert change.kind == "changed"
    assert change.text_a == "def f():\n    return 1"
    (change,) = differing(compare(page, page.replace(b"1\n", b"1  \n\t")))
    assert change.kind == "markup"


def test_entries_side_by_side_are_words_of_their_own() -> None:
    """Options and links that nothing separates in the source: a new one marks itself alone."""
    for page, new in (
        ("<p>Choose <select><option>One<option>Two</select></p>", "<option>Three"),
        ('<p><a href="/1">One</a><a href="/2">Two</a></p>', '<a href="/3">Three</a>'),
    ):
        at = page.index("<option>Two") if "<option>Two" in page else page.index('<a href="/2"')
        result = compare(page.encode(), (page[:at] + new + page[at:]).encode())
        assert sum(change.size for change in result.changes) == len("Three")


def test_rendered_style() -> None:
    """Measured boxes can be given for both versions, and the comparison says that they were used."""
    boxes = {"/html[1]": Box(0, 0, 800, 600), "/html[1]/body[1]": Box(0, 0, 800, 600)}
    page = ENGLISH.encode()
    result = compare(page, page, style_a=RenderedStyle(boxes), style_b=RenderedStyle(boxes))
    assert result.style == "rendered"
    assert compare(page, page).style == "static"
