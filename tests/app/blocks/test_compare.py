"""What compare() reports for hand-made pages, English and Chinese."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.blocks.compare.differing import compare
from tests.app.blocks.comparing import (
    CHINESE,
    ENGLISH,
    FILLER,
    bytes_of,
    differing,
    edited,
    of_kind,
    of_texts,
)


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
    assert order == [
        change.text_a for change in compare(ENGLISH.encode(), ENGLISH.encode()).changes if change.text_a
    ]


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
    words = (
        "violins",
        "glaciers",
        "lanterns",
        "harbours",
        "pepper",
        "railways",
        "meadows",
        "copper",
        "thunder",
    )
    items = [f"<li>About {word}</li>" for word in words]
    page = (
        "<html><body><h1>Things</h1><p>Some words before the list of all things.</p><ul>{}</ul></body></html>"
    )
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
    filler = "".join(
        f"<p>第{n}段完全不同的内容{n * 7919}，为了让这一页长一些而写在这里</p>" for n in range(12)
    )
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
    result = of_texts(
        "first line\n\nsecond line is here\nthird\n", "first line\n\nsecond line was here\nthird\nfourth"
    )
    assert [(c.kind, c.path_a, c.path_b) for c in result.changes] == [
        ("unchanged", "/line[1]", "/line[1]"),
        ("changed", "/line[3]", "/line[3]"),
        ("unchanged", "/line[4]", "/line[4]"),
        ("added", None, "/line[5]"),
    ]
    assert of_texts("", "").similarity == 1.0
    assert result.tree_a is None


def test_plain_text_moved() -> None:
    """A line of a text that stands elsewhere has moved; lines replaced by quite others are removed and added."""
    lines = [
        f"line {n} says {word}" for n, word in enumerate(("apples", "pears", "plums", "cherries", "quinces"))
    ]
    result = of_texts("\n".join(lines), "\n".join([*lines[1:], lines[0]]))
    assert [(c.kind, c.path_a, c.path_b) for c in result.changes if c.kind != "unchanged"] == [
        ("moved", "/line[1]", "/line[5]")
    ]
    result = of_texts(f"same\nold words {'of yesterday ' * 6}\nend", "same\n完全不同的一行\nend")
    assert [c.kind for c in result.changes] == ["unchanged", "removed", "added", "unchanged"]


def test_three_megabytes() -> None:
    """Three million bytes, half of them other ones, take seconds at worst, and what was left out is said."""
    old = [
        f"<h2>{n}</h2><p>{' '.join(f'{word}{n * 7 % 1009}' for word in 'abcdefgh' * 6)} {n}</p>"
        for n in range(10_000)
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
    shared = "".join(
        f"<p>{word} common words in every line {n % 7}</p>" for n, word in enumerate("abcdefgh" * 12)
    )
    (tmp_path / "a").write_text(ENGLISH + shared, "utf-8")
    (tmp_path / "b").write_text(CHINESE + shared.replace("common", "rare", 40) + ENGLISH, "utf-8")
    script = (
        "import sys; from pathlib import Path; from app.blocks.compare.differing import compare; "
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


@pytest.mark.parametrize("rest", [b"<p>Now there is something.</p>", b"Only words."])
def test_an_empty_page_neither_came_nor_went(rest: bytes) -> None:
    """Of a version of no bytes nothing is told but what the other one has."""
    assert [change.kind for change in compare(b"", rest).changes] == ["added"]
    assert [change.kind for change in compare(rest, b"").changes] == ["removed"]
