"""Preformatted text that was divided into blocks: what it shows in each, and one change for one text."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import compare
from app.blocks.cutting.cutting import cut
from app.blocks.page.lines import Shown
from app.blocks.page.tree import shown_text
from tests.app.blocks.test_invariants import faults


def written(count: int) -> str:
    return "\n\n".join(
        f"Paragraph {n} tells of lantern {n * n} and goes on for a line or two, so that it is long enough\n"
        f"to be a block of its own; in the end it counts {7 * n} apples."
        for n in range(count)
    )


def seen(count: int) -> str:
    """The same without empty lines."""
    return written(count).replace("\n\n", "\n")


def page(text: str, after: str = "") -> bytes:
    return (
        f"<html><body><h1>Letter</h1><pre>{text}</pre>{after}<p>The end of it all.</p></body></html>".encode()
    )


def differing(a: bytes, b: bytes) -> list[Change]:
    return [change for change in compare(a, b).changes if change.kind != "unchanged"]


def test_each_part_of_a_text_shows_its_words() -> None:
    """The lines of the blocks of a `<pre>` are together those of the whole."""
    tree = cut(page(written(30)), "utf-8")
    shown = Shown(tree.scan)
    parts = [leaf for leaf in tree.leaves() if "pre" in leaf.path]
    assert len(parts) > 5
    lines = [line.text for part in parts for line in shown.lines(*part.places)]
    whole = shown.lines(parts[0].places[0], parts[-1].places[1])
    assert lines == [line.text for line in whole]
    assert shown_text(tree.scan, *parts[-1].places).endswith("apples.")


def test_a_change_in_one_paragraph_is_one_change_of_the_text() -> None:
    a = page(written(30))
    found = differing(a, a.replace(b"203 apples", b"209 apples"))
    assert [(change.kind, change.path_b) for change in found] == [("changed", "/html[1]/body[1]/pre[1]")]
    assert [pieces for pieces in found[0].words if pieces[0] != "unchanged"] == [("changed", "203", "209")]
    assert found[0].text_a == seen(30)


@pytest.mark.parametrize("older", [True, False])
def test_a_text_that_one_version_has_is_one_block(older: bool) -> None:
    with_text, without = page("short", f"<pre>\n\n{written(20)}\n</pre>"), page("short")
    (found,) = differing(*((with_text, without) if older else (without, with_text)))
    assert found.kind == ("removed" if older else "added")
    assert (found.text_a if older else found.text_b) == seen(20)


def test_a_text_that_was_short_is_one_change() -> None:
    """Undivided in one version, in many blocks in the other."""
    found = differing(page(written(2)), page(written(20)))
    assert [change.kind for change in found] == ["changed"]
    assert (found[0].text_a, found[0].text_b) == (seen(2), seen(20))


def test_what_is_left_of_a_text_stands_where_the_newer_page_has_it() -> None:
    """Behind new blocks, though the text began before them."""
    last = written(12).rpartition("\n\n")[2]
    new = "".join(
        f"<p>{' '.join(f'{word}{n}' for n in range(20))}</p>" for word in ("kettle", "sparrow", "orchid")
    )
    a, b = f"<body><pre>{written(12)}</pre></body>".encode(), f"<body>{new}<div>{last}</div></body>".encode()
    result = compare(a, b)
    assert faults(result, a, b) == []
    assert [change.kind for change in result.changes] == ["added", "added", "added", "changed"]
    assert result.changes[-1].path_a == "/html[1]/body[1]/pre[1]"


def test_one_line_of_a_listing_changes_the_listing() -> None:
    """What an element holds without any tag is one text, whose every character is in the change."""
    a = page(written(120))
    found = differing(a, a.replace(b"203 apples", b"209 apples"))
    assert [(change.kind, change.path_b) for change in found] == [("changed", "/html[1]/body[1]/pre[1]")]
    assert found[0].text_a == seen(120)
    assert found[0].size < 20


def test_paragraphs_of_a_very_long_text_are_told_apart() -> None:
    a = page(written(600))
    found = differing(a, a.replace(b"203 apples", b"209 apples"))
    assert [change.kind for change in found] == ["changed"]
    assert len(found[0].text_a) < 4000
    assert found[0].path_b is not None and "#" in found[0].path_b


def test_a_text_that_shares_paragraphs_with_several_is_one_change_with_them() -> None:
    """Where a remark between two listings went elsewhere in them, every text lies in one change as a whole."""
    paragraphs = written(40).split("\n\n")
    a, b = (
        page("\n\n".join([*kept[:at], "<em>A remark of the author.</em>", *kept[at:]]))
        for kept, at in ((paragraphs, 20), ([*paragraphs[:5], "A paragraph more.", *paragraphs[5:]], 30))
    )
    result = compare(a, b)
    assert faults(result, a, b) == []
    told = [change for change in result.changes if change.kind != "unchanged"]
    for side, texts in (("text_a", (paragraphs[:20], paragraphs[20:])), ("text_b", (paragraphs[29:],))):
        for text in texts:
            assert any("\n".join(text) in getattr(change, side) for change in told), (side, text[0])
