"""Preformatted text that is divided into blocks: what each shows, and where a change in it is told."""

from __future__ import annotations

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


def test_paragraphs_of_a_very_long_text_are_told_apart() -> None:
    a = page(written(600))
    found = differing(a, a.replace(b"203 apples", b"209 apples"))
    assert [change.kind for change in found] == ["changed"]
    assert len(found[0].text_a) < 4000
    assert found[0].path_b is not None and "#" in found[0].path_b


def test_a_change_in_one_paragraph_is_told_in_its_part() -> None:
    """The rest of the text is not told with it."""
    a = page(written(30))
    found = differing(a, a.replace(b"203 apples", b"209 apples"))
    assert [change.kind for change in found] == ["changed"]
    assert [pieces for pieces in found[0].words if pieces[0] != "unchanged"] == [("changed", "203", "209")]
    assert (found[0].path_b or "").startswith("/html[1]/body[1]/pre[1]")


def test_texts_that_share_paragraphs_with_several_are_told_in_full() -> None:
    """A remark between two listings went elsewhere in them: no byte that differs goes untold."""
    paragraphs = written(40).split("\n\n")
    a, b = (
        page("\n\n".join([*kept[:at], "<em>A remark of the author.</em>", *kept[at:]]))
        for kept, at in ((paragraphs, 20), ([*paragraphs[:5], "A paragraph more.", *paragraphs[5:]], 30))
    )
    result = compare(a, b)
    assert faults(result, a, b) == []
    assert any(
        "A paragraph more." in change.text_b for change in result.changes if change.kind != "unchanged"
    )
