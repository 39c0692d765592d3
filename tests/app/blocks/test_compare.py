"""What compare() reports for hand-made pages, English and Chinese."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.blocks import Change, Comparison, compare, compare_text

ENGLISH = """<!doctype html><html><head><title>The Daily Archive</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<h1>Web archives grow</h1>
<p>Libraries keep copies of pages that would be lost.</p>
<p>A crawler visits every page once a week.</p>
<p><img src="chart.png" alt="Growth"></p>
<table><tr><th>Year</th><th>Pages</th></tr><tr><td>2001</td><td>1,000,000</td></tr><tr><td>2008</td><td>3,000,000</td></tr></table>
<ul><li>First item of the list</li><li>Second item of the list</li></ul>
<footer>Contact us</footer></body></html>"""

CHINESE = """<!doctype html><html><head><meta charset="gb2312"><title>天网新闻</title></head><body>
<h1>中国网页博物馆开放</h1>
<p>北京大学网络实验室昨天宣布，中国网页博物馆正式开放。</p>
<p>它保存了两千万个网页，可以按网址和时间回放。</p>
<div>访问人数：1234</div></body></html>"""


def of_kind(comparison: Comparison, kind: str) -> list[Change]:
    return [change for change in comparison.changes if change.kind == kind]


def edited(old: str, new: str, page: str = ENGLISH, *, times: int = 1) -> Comparison:
    assert page.count(old) >= 1
    return compare(page.encode(), page.replace(old, new, times).encode(), charset_a="utf-8", charset_b="utf-8")


def test_same_page() -> None:
    """A page and itself: all blocks unchanged, similarity 1, no warnings."""
    result = compare(ENGLISH.encode(), ENGLISH.encode())
    assert {change.kind for change in result.changes} == {"unchanged"}
    assert result.similarity == 1.0
    assert result.warnings == ()
    assert result.count("unchanged") == len(result.changes) == 12


def test_a_changed_word() -> None:
    """One word in a paragraph: that paragraph is changed, with its path, and nothing else is."""
    result = edited("once a week", "once a day")
    (change,) = of_kind(result, "changed")
    assert change.path_a == change.path_b == "/html[1]/body[1]/p[2]"
    assert result.count("unchanged") == len(result.changes) - 1
    assert result.words(change) == [
        ("unchanged", "A crawler visits every page once a ", "A crawler visits every page once a "),
        ("changed", "week", "day"),
        ("unchanged", ".", "."),
    ]
    assert 0.9 < result.similarity < 1


def test_a_changed_character_in_gbk() -> None:
    """Pages in GBK are decoded by their declaration; the diff knows single characters."""
    a, b = CHINESE.encode("gbk"), CHINESE.replace("昨天", "今天").encode("gbk")
    result = compare(a, b)
    (change,) = of_kind(result, "changed")
    assert change.path_b == "/html[1]/body[1]/p[1]"
    assert ("changed", "昨", "今") in result.words(change)


def test_versions_in_different_charsets() -> None:
    """The same page in GBK and in UTF-8 is the same page."""
    b = CHINESE.replace("gb2312", "utf-8").encode()
    result = compare(CHINESE.encode("gbk"), b)
    assert {change.kind for change in result.changes} == {"unchanged"}


def test_added_and_removed_blocks_stand_where_they_belong() -> None:
    """An added paragraph is at its place in b; a removed one follows what it followed in a."""
    new = "<p>Entirely new words stand here today.</p>"
    result = edited("<p>A crawler", new + "<p>A crawler")
    position = [change.kind for change in result.changes].index("added")
    assert result.changes[position].path_a is None
    assert result.changes[position].path_b == "/html[1]/body[1]/p[2]"
    assert result.changes[position].text_b == "Entirely new words stand here today."

    result = edited("<p>A crawler visits every page once a week.</p>", "")
    position = [change.kind for change in result.changes].index("removed")
    assert result.changes[position].path_b is None
    assert result.changes[position - 1].text_a.startswith("Libraries keep")
    assert result.changes[position + 1].text_a.startswith("[img")


def test_moved_block() -> None:
    """A paragraph that stands elsewhere in b has moved, with both paths."""
    paragraph = "<p>A crawler visits every page once a week.</p>"
    b = ENGLISH.replace(paragraph, "").replace("<h1>", paragraph + "<h1>")
    result = compare(ENGLISH.encode(), b.encode())
    (moved,) = of_kind(result, "moved")
    assert result.count("unchanged") == len(result.changes) - 1
    assert {moved.path_a, moved.path_b} in (
        {"/html[1]/body[1]/p[2]", "/html[1]/body[1]/p[1]"},
        {"/html[1]/body[1]/p[1]", "/html[1]/body[1]/p[2]"},
    )


def test_moved_and_slightly_edited() -> None:
    """Nearly the same text elsewhere has moved too; words() shows the edit."""
    text = "网页归档的意义在于保存那些很快就会从网络上永远消失的内容，让后来的人还能看到它们当年的样子。"
    filler = "".join(f"<p>第{n}段完全不同的内容{n * 7919}</p>" for n in range(12))
    a = f"<p>{text}</p>{filler}"
    b = f"{filler}<p>{text.replace('很快', '迟早')}</p>"
    result = compare(a.encode(), b.encode())
    (moved,) = of_kind(result, "moved")
    assert ("changed", "很快", "迟早") in result.words(moved)
    assert result.count("unchanged") == 12


def test_repeated_short_texts_are_not_moved() -> None:
    """A "1" here and a "1" there are not the same block."""
    a = "<p>1</p><p>some longer text in the middle</p><p>1</p><p>x</p>"
    b = "<p>some longer text in the middle</p><p>1</p><p>x</p><h2>1</h2>"
    result = compare(a.encode(), b.encode())
    assert result.count("moved") == 0
    assert (result.count("removed"), result.count("added")) == (1, 1)


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
    """When only a target or a picture is another, the block is changed and the texts say so."""
    result = edited(old, new)
    (change,) = of_kind(result, "changed")
    assert change.only_attributes
    assert (change.attributes_a, change.attributes_b) == ((said_a,), (said_b,))
    assert change.text_a.endswith(said_a)
    assert change.text_b.endswith(said_b)


def test_two_pictures_that_changed_places() -> None:
    """The same media in another order is a change as well."""
    a, b = "<p>t<img src=1><img src=2></p>", "<p>t<img src=2><img src=1></p>"
    (change,) = compare(a.encode(), b.encode()).changes
    assert change.kind == "changed"
    assert change.text_a != change.text_b


def test_title() -> None:
    """A new title is a change of its own, before the blocks of the body."""
    result = edited("The Daily Archive", "The Weekly Archive")
    assert result.changes[0].kind == "changed"
    assert result.changes[0].path_b == "/html[1]/head[1]/title[1]"
    assert result.count("changed") == 1
    assert compare(b"<p>x", b"<title>T</title><p>x").changes[0].kind == "added"


def test_counter_at_its_place() -> None:
    """A short text of which nothing is left, at the same place, has changed; not one gone and one come."""
    result = edited("1234", "98765", CHINESE)
    (change,) = of_kind(result, "changed")
    assert result.words(change)[-1] == ("changed", "1234", "98765")
    result = edited("<td>3,000,000</td>", "<td>4,500,000</td>")
    (change,) = of_kind(result, "changed")
    assert (change.text_a, change.text_b) == ("2008\t3,000,000", "2008\t4,500,000")


def test_markup_alone_is_no_change() -> None:
    """Other tags, classes and white space around the same words: nothing changed."""
    b = ENGLISH.replace("<p>Libraries", '<p class="lead">\n   <b>Libraries</b>').replace("<ul>", "<ul>\n\n")
    result = compare(ENGLISH.encode(), b.encode())
    assert {change.kind for change in result.changes} == {"unchanged"}


def test_nothing_in_common() -> None:
    """Two different pages: similarity near 0."""
    result = compare(ENGLISH.encode(), CHINESE.encode("gbk"))
    assert result.similarity < 0.2
    assert result.count("unchanged") == 0


@pytest.mark.parametrize(("a", "b"), [(b"", b""), (b"", b"<p>x</p>"), (b"<p>x</p>", b""), (b"<html>", b"<!-- -->")])
def test_empty_pages(a: bytes, b: bytes) -> None:
    """Nothing against something, nothing against nothing."""
    result = compare(a, b)
    assert result.similarity == (0.0 if b"x" in a + b else 1.0)
    assert len(result.changes) == (1 if b"x" in a + b else 0)


def test_undecodable_bytes_are_warned_about() -> None:
    """A page that is not what it says is compared all the same, with a warning that names the version."""
    result = compare(b"<p>ok</p>", b"<p>ok</p><p>\xff\xfe\xfd\x81</p>", charset_b="utf-8")
    assert (result.count("unchanged"), result.count("added")) == (1, 1)
    assert result.warnings == ("version b: some bytes are not utf-8",)


def test_white_space_counts_in_preformatted_text_only_where_it_is_seen() -> None:
    """Another indentation in `pre` is a change; spaces at the end of a line are not."""
    page = b"<pre>def f():\n    return 1\n</pre>"
    (change,) = compare(page, page.replace(b"    ", b"  ")).changes
    assert change.kind == "changed"
    (change,) = compare(page, page.replace(b"1\n", b"1  \n\t")).changes
    assert change.kind == "unchanged"


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


def test_the_outcome_is_always_the_same(tmp_path: Path) -> None:
    """Nothing depends on the order of sets of strings, which is another in every process."""
    shared = "".join(f"<p>{word} common words in every line {n % 7}</p>" for n, word in enumerate("abcdefgh" * 12))
    (tmp_path / "a").write_text(ENGLISH + shared, "utf-8")
    (tmp_path / "b").write_text(CHINESE + shared.replace("common", "rare", 40) + ENGLISH, "utf-8")
    script = (
        "import sys; from pathlib import Path; from app.blocks import compare; "
        "result = compare(*(Path(sys.argv[1], name).read_bytes() for name in 'ab')); "
        "sys.stdout.buffer.write(repr((result.changes, result.similarity)).encode())"
    )
    outcomes = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outcomes) == 1
