"""Paragraphs that moved and changed."""

from __future__ import annotations

from app.blocks.compare.differing import compare
from tests.app.blocks.match.test_narrowing import WORDS, page


def entry(number: int, *more: str) -> str:
    parts = (
        f"[{number}] A. Writer and B. Reader",
        f"<em>{WORDS[number]}</em>",
        *more,
        f"<a href=/{number}>[paper]</a>",
    )
    return f"<p>{'<br>'.join(parts)}</p>"


def test_an_entry_that_moved_and_gained_a_line_is_one_change() -> None:
    """Its parts are not told one by one, nor its new line as one of its neighbour."""
    rest = [
        f"<p>{n}. {text} It is said so that nobody looks elsewhere.</p>" for n in (1, 2, 3) for text in WORDS
    ]
    a = page("<div>", entry(0), *rest, entry(1), "</div>")
    b = page("<div>", *rest, entry(0, "Journal of Stones, 2025."), entry(1), "</div>")
    found = [change for change in compare(a, b).changes if change.kind not in ("unchanged", "layout")]
    assert [change.kind for change in found] == ["moved"]
    assert found[0].differs
    assert [text for op, _, text in found[0].words if op != "unchanged" and text.strip()]
    assert "Journal of Stones" in found[0].text_b
    assert found[0].text_b.startswith("[0]")
    assert found[0].text_b.endswith("[paper]")


def test_one_line_of_many_that_moved_is_told_by_itself() -> None:
    """The paragraph stayed."""
    lines = [f"{text} Line by line." for text in WORDS]
    a, b = (page("<p>" + "<br>".join(order) + "</p>") for order in (lines, [*lines[1:], lines[0]]))
    moved = [change for change in compare(a, b).changes if change.kind == "moved"]
    assert [change.text_b for change in moved] == [lines[0]]
