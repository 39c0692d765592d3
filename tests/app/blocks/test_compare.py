"""What compare() reports for hand-made pages, English and Chinese."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.blocks import Change, Comparison, compare, compare_text
from app.blocks.styles import Box, RenderedStyle

FILLER = "".join(
    f"<p>Paragraph {word} keeps the page long enough to be divided; it speaks of {word} and nothing else.</p>\n"
    for word in ("lanterns", "harbours", "violins", "glaciers", "pepper", "railways")
)
ENGLISH = f"""<!doctype html><html><head><title>The Daily Archive</title></head><body>
<ul class="menu"><li><a href="/">Home page</a></li><li><a href="/about">About us all</a></li></ul>
<div id="news"><h1>Web archives grow</h1>
<p>Libraries keep copies of pages that would be lost without anybody who looks after them.</p>
<p>A crawler visits every page once a week and asks politely for what has become of it since.</p>
<p><img src="chart.png" alt="Growth"></p></div>
<div id="more">{FILLER}</div>
<table><tr><th>Year</th><th>Pages</th></tr><tr><td>2001</td><td>1,000,000</td></tr>
<tr><td>2008</td><td>3,000,000</td></tr></table>
<div class="foot">Contact us at the desk</div></body></html>"""
CHINESE = """<!doctype html><html><head><meta charset="gb2312"><title>天网新闻</title></head><body>
<div><h1>中国网页博物馆开放</h1>
<p>北京大学网络实验室昨天宣布，中国网页博物馆正式开放，任何人都可以查阅过去的网页。</p>
<p>它保存了两千万个网页，可以按网址和时间回放，也可以比较一个网页的各个版本。</p></div>
<div><h2>怎样使用</h2><p>输入一个网址，选择一个日期，就能看到那一天的网页是什么样子。</p></div>
<div>访问人数：1234</div></body></html>"""


def of_kind(comparison: Comparison, kind: str) -> list[Change]:
    return [change for change in comparison.changes if change.kind == kind]


def differing(comparison: Comparison) -> list[Change]:
    return [change for change in comparison.changes if change.kind != "unchanged"]


def edited(old: str, new: str, page: str = ENGLISH, *, times: int = 1) -> Comparison:
    assert page.count(old) >= 1
    return compare(page.encode(), page.replace(old, new, times).encode(), charset_a="utf-8", charset_b="utf-8")


def bytes_of(page: str, span: tuple[int, int] | None) -> str:
    assert span is not None
    return page.encode()[slice(*span)].decode()


def test_same_page() -> None:
    """A page and itself: all blocks unchanged, similarity 1, no warnings."""
    result = compare(ENGLISH.encode(), ENGLISH.encode())
    assert {change.kind for change in result.changes} == {"unchanged"}
    assert (result.similarity, result.changed_share, result.real_share) == (1.0, 0.0, 0.0)
    assert result.warnings == ()
    assert result.tree_a is not None
    assert result.count("unchanged") == len(result.changes) == len(result.tree_a.leaves()) > 4


def test_a_changed_word() -> None:
    """One word in a paragraph: its block is changed, with path, bytes, topic and label, and nothing else is."""
    result = edited("once a week", "once a day")
    (change,) = differing(result)
    assert change.kind == "changed"
    assert change.path_a == change.path_b
    assert "once a week" in bytes_of(ENGLISH, change.span_a)
    assert [piece for piece in change.words if piece[0] != "unchanged"] == [("changed", "week", "day")]
    assert change.size == len("week") + len("day")
    assert change.differs and not change.moved
    assert change.label
    assert change.topic
    assert 0.9 < result.similarity < 1
    assert result.changed_share == pytest.approx(1 - result.similarity)


def test_a_changed_character_in_gbk() -> None:
    """Pages in GBK are decoded by their declaration; spans are bytes as received, the diff knows characters."""
    a, b = CHINESE.encode("gbk"), CHINESE.replace("昨天", "今天").encode("gbk")
    result = compare(a, b)
    (change,) = differing(result)
    assert change.span_a is not None
    assert "昨天" in a[slice(*change.span_a)].decode("gbk")
    assert ("changed", "昨", "今") in change.words


def test_versions_in_different_charsets() -> None:
    """The same page in GBK and in UTF-8 says the same: markup at most, no word."""
    result = compare(CHINESE.encode("gbk"), CHINESE.replace("gb2312", "utf-8").encode())
    assert {change.kind for change in result.changes} <= {"unchanged", "markup", "layout"}
    assert result.changed_share == 0.0
    assert not any(change.differs for change in result.changes)


def test_added_and_removed_blocks_stand_where_they_belong() -> None:
    """An added block is at its place in b; a removed one follows what it followed in a."""
    new = "<p>Entirely new words stand here today, and they fill a block of their own on this page.</p>\n"
    result = edited("<p>Paragraph violins", new + "<p>Paragraph violins")
    (change,) = differing(result)
    assert change.kind in ("added", "changed")
    assert change.span_b is not None
    assert "Entirely new words" in change.text_b
    assert all(piece[0] in ("unchanged", "added") for piece in change.words)

    block = '<div id="more">' + FILLER + "</div>"
    result = edited(block, "")
    removed = of_kind(result, "removed")
    assert removed
    assert all(change.path_b is None and change.span_b is None and change.text_b == "" for change in removed)
    order = [change.text_a for change in result.changes if change.text_a]
    assert order == [change.text_a for change in compare(ENGLISH.encode(), ENGLISH.encode()).changes if change.text_a]


def test_moved_block() -> None:
    """A block that stands elsewhere in b has moved, with both paths; its words are not marked."""
    menu = ENGLISH[ENGLISH.index("<ul") : ENGLISH.index("</ul>") + 5]
    b = ENGLISH.replace(menu, "").replace('<div class="foot"', menu + '<div class="foot"')
    result = compare(ENGLISH.encode(), b.encode())
    moved = of_kind(result, "moved")
    assert "".join(change.text_b for change in moved).replace("\n", "").startswith("Home pageAbout us all")
    assert all(change.moved and not change.differs and change.size == 0 for change in moved)
    assert result.count("added") == result.count("removed") == 0
    assert result.changed_share == 0.0


def test_moved_line_inside_a_block() -> None:
    """An entry of a list that moved is reported by itself, though it is no block of its own."""
    words = ("violins", "glaciers", "lanterns", "harbours", "pepper", "railways", "meadows", "copper", "thunder")
    items = [f"<li>About {word}</li>" for word in words]
    page = "<html><body><h1>Things</h1><p>Some words before the list of all things.</p><ul>{}</ul></body></html>"
    a, b = page.format("".join(items)), page.format("".join([*items[1:6], items[0], *items[6:]]))
    result = compare(a.encode(), b.encode())
    (moved,) = of_kind(result, "moved")
    assert moved.text_a == moved.text_b == "About violins"
    assert (moved.path_a, moved.path_b) == ("/html[1]/body[1]/ul[1]/li[1]", "/html[1]/body[1]/ul[1]/li[6]")
    assert bytes_of(a, moved.span_a) == items[0]
    assert all(change.size == 0 for change in result.changes)


def test_moved_and_slightly_edited() -> None:
    """Nearly the same text elsewhere has moved too; its words show the edit."""
    text = "网页归档的意义在于保存那些很快就会从网络上永远消失的内容，让后来的人还能看到它们当年的样子。"
    filler = "".join(f"<p>第{n}段完全不同的内容{n * 7919}，为了让这一页长一些而写在这里</p>" for n in range(12))
    a = f"<p>{text}</p>{filler}"
    b = f"{filler}<p>{text.replace('很快', '迟早')}</p>"
    result = compare(a.encode(), b.encode())
    (moved,) = of_kind(result, "moved")
    assert moved.differs
    assert ("changed", "很快", "迟早") in moved.words
    assert moved.size == 4
    assert result.count("added") == result.count("removed") == 0


def test_two_blocks_that_changed_places() -> None:
    """Of two neighbours that changed places, both have moved."""
    items = [f"<div><h3>Entry {n}</h3><p>{n} {'words ' * n} of entry {n * 31}</p></div>" for n in range(9)]
    swapped = [*items[:3], items[4], items[3], *items[5:]]
    result = compare("".join(items).encode(), "".join(swapped).encode())
    text = "\n".join(change.text_b for change in of_kind(result, "moved"))
    assert "Entry 3" in text
    assert "Entry 4" in text
    assert "Entry 2" not in text


def test_merged_and_divided_blocks() -> None:
    """Where an insertion makes the blocks of a page other ones, words that stayed are not marked."""
    rows = [f"<p>Row {n}: {chr(97 + n) * 30} and a few words more</p>" for n in range(20)]
    for place in range(0, 20, 3):
        more = [*rows[:place], "<p>short</p>", *rows[place:]]
        for one, two in ((rows, more), (more, rows)):
            result = compare("".join(one).encode(), "".join(two).encode())
            assert sum(change.size for change in result.changes) == len("short")


def test_repeated_short_texts_are_not_moved() -> None:
    """A "1" here and a "1" there are not the same block."""
    a = f"<p>1</p>{FILLER}<p>1</p><p>x</p>"
    b = f"{FILLER}<p>1</p><p>x</p><h2>1</h2>"
    assert compare(a.encode(), b.encode()).count("moved") == 0


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
        ("Web archives grow", "Web <b>archives</b>  grow"),
    ):
        result = edited(old, new)
        (change,) = differing(result)
        assert change.kind in ("layout", "markup"), (new, change)
        assert (change.size, change.differs) == (0, False)
        assert result.changed_share == 0.0


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
    assert [piece for piece in change.words if piece[0] != "unchanged"] == [("changed", "3,000,000", "4,500,000")]


def test_replaced_block_of_the_same_topic() -> None:
    """Under the same heading quite other words: the block has changed."""
    page = FILLER + "<div><b>Weather report</b> {}</div><hr>" + FILLER.upper()
    a = page.format("sunny and warm from the morning until late at night, the whole week through and everywhere")
    b = page.format("storms and floods in most valleys, roads closed, schools shut, nobody to leave home before noon")
    (change,) = differing(compare(a.encode(), b.encode()))
    assert change.kind == "changed"
    assert change.topic == "Weather report"


def test_nothing_in_common() -> None:
    """Two different pages: similarity near 0."""
    result = compare(ENGLISH.encode(), CHINESE.encode("gbk"))
    assert result.similarity < 0.1
    assert result.count("unchanged") == 0


@pytest.mark.parametrize(("a", "b"), [(b"", b""), (b"", b"<p>x</p>"), (b"<p>x</p>", b""), (b"<html>", b"<!-- -->")])
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


def test_levels() -> None:
    """A coarser level has larger blocks."""
    coarse, fine = (compare(ENGLISH.encode(), ENGLISH.encode(), level=level) for level in (1, 3))
    assert (coarse.level, fine.level) == (1, 3)
    assert len(coarse.changes) < len(fine.changes)


def test_settled_is_what_it_would_be() -> None:
    """settle() finds everything beforehand and changes nothing."""
    lazy, settled = edited("once a week", "daily"), edited("once a week", "daily")
    settled.settle()
    assert [(c.kind, c.words, c.topic, c.label, c.path_b) for c in lazy.changes] == [
        (c.kind, c.words, c.topic, c.label, c.path_b) for c in settled.changes
    ]


def test_plain_text() -> None:
    """Lines are the blocks of a text; empty ones count for the numbers."""
    result = compare_text(
        "first line\n\nsecond line is here\nthird\n", "first line\n\nsecond line was here\nthird\nfourth"
    )
    assert [(c.kind, c.path_a, c.path_b) for c in result.changes] == [
        ("unchanged", "/line[1]", "/line[1]"),
        ("changed", "/line[3]", "/line[3]"),
        ("unchanged", "/line[4]", "/line[4]"),
        ("added", None, "/line[5]"),
    ]
    assert compare_text("", "").similarity == 1.0
    assert result.tree_a is None


def test_plain_text_moved() -> None:
    """A line of a text that stands elsewhere has moved; lines replaced by quite others are removed and added."""
    lines = [f"line {n} says {word}" for n, word in enumerate(("apples", "pears", "plums", "cherries", "quinces"))]
    result = compare_text("\n".join(lines), "\n".join([*lines[1:], lines[0]]))
    assert [(c.kind, c.path_a, c.path_b) for c in result.changes if c.kind != "unchanged"] == [
        ("moved", "/line[1]", "/line[5]")
    ]
    result = compare_text(f"same\nold words {'of yesterday ' * 6}\nend", "same\n完全不同的一行\nend")
    assert [c.kind for c in result.changes] == ["unchanged", "removed", "added", "unchanged"]


def test_three_megabytes() -> None:
    """Three million bytes, half of them other ones, take seconds at worst, and what was left out is said."""
    old = [
        f"<h2>{n}</h2><p>{' '.join(f'{word}{n * 7 % 1009}' for word in 'abcdefgh' * 6)} {n}</p>" for n in range(10_000)
    ]
    new = [text.upper() if n % 2 else text for n, text in enumerate(old)]
    a, b = "".join(old).encode(), "".join(new).encode()
    assert len(a) > 2_500_000
    start = time.process_time()
    result = compare(a, b)
    assert time.process_time() - start < 8
    assert result.warnings
    assert differing(result)


def test_the_outcome_is_always_the_same(tmp_path: Path) -> None:
    """Nothing depends on the order of sets of strings, which is another in every process."""
    shared = "".join(f"<p>{word} common words in every line {n % 7}</p>" for n, word in enumerate("abcdefgh" * 12))
    (tmp_path / "a").write_text(ENGLISH + shared, "utf-8")
    (tmp_path / "b").write_text(CHINESE + shared.replace("common", "rare", 40) + ENGLISH, "utf-8")
    script = (
        "import sys; from pathlib import Path; from app.blocks import compare; "
        "result = compare(*(Path(sys.argv[1], name).read_bytes() for name in 'ab')); "
        "said = [(c.kind, c.path_a, c.path_b, c.span_a, c.span_b, c.words) for c in result.changes]; "
        "sys.stdout.buffer.write(repr((said, result.similarity)).encode())"
    )
    outcomes = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outcomes) == 1
