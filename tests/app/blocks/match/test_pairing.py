"""What belongs together across two versions though neither bytes nor lines say so: renumbered lines, divided blocks."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import compare

WORDS = [f"{first}{last}" for first in ("am", "bas", "ced", "dam") for last in ("ber", "alt", "ar", "ask")]


def page(body: str) -> bytes:
    return f"<!DOCTYPE html><html><head><title>T</title></head><body>{body}</body></html>".encode()


def changed(a: bytes, b: bytes) -> list[Change]:
    return [change for change in compare(a, b).changes if change.kind not in ("unchanged", "layout")]


def test_lines_in_which_only_numbers_differ_have_not_moved() -> None:
    def reference(shift: int) -> bytes:
        entries = "".join(
            f"<section><h2>{word}</h2><p>Tells what {word} is made of, and where in the house it is kept.</p>"
            f"<p>Defined in api.ts:{10 * n + shift}</p></section>"
            for n, word in enumerate(WORDS)
        )
        return page(f"<main>{entries}</main>")

    found = changed(reference(0), reference(10))
    assert {change.kind for change in found} == {"changed"}
    assert sum(change.size for change in found) <= 2 * len("api.ts:000") * len(WORDS)


def test_a_short_block_joined_to_the_next_is_not_removed_and_added() -> None:
    """Whole lines at the edge of a block stay what they are, however short."""
    frame = "<iframe src=x><p>old</p></iframe>"
    text = "<h1>Lamp</h1><p>Some paragraph of text that is long enough to be seen.</p>"
    rest = "<p>Another paragraph of text that is long enough.</p><ul><li>one<li>two</ul>"
    found = changed(page(text + frame + rest), page(text + rest))
    assert [(change.kind, change.text_a) for change in found] == [("removed", "<p>old</p>")]


@pytest.mark.parametrize("place", [77, 100, 142])
def test_entries_of_a_long_list_that_changed_places_have_moved(place: int) -> None:
    """What one of them passed stays at its place by itself, also where blocks meet: it is neither removed nor added."""
    entries = [
        f"<li><a href='#{word}{n}'>{word} number {n}</a> (Things)</li>"
        for n in range(60)
        for word in WORDS[:4]
    ]
    swapped = [*entries[:place], entries[place + 1], entries[place], *entries[place + 2 :]]
    found = changed(page(f"<ul>{''.join(entries)}</ul>"), page(f"<ul>{''.join(swapped)}</ul>"))
    assert {change.kind for change in found} == {"moved"}
    assert sum(change.size for change in found) == 0


def test_a_menu_that_is_gathered_in_another_way() -> None:
    """Short entries that fill a block keep their partners when others change places."""

    def menu(names: list[str]) -> str:
        return (
            "<nav>"
            + "".join(f'<div class="entry"><a href="/{name}">{name}</a></div>' for name in names)
            + "</nav>"
        )

    text = "<p>" + "A paragraph that is long enough to be a block, and more than that. " * 4 + "</p>"
    found = changed(
        page(menu(["Home", "About us", "Archives", "tags"]) + text),
        page(menu(["Home", "Archives", "About us", "tags"]) + text),
    )
    assert sum(change.size for change in found) == 0
    assert "moved" in {change.kind for change in found}


def test_entries_with_counts_that_changed_places_have_moved() -> None:
    """Tags with the number of their pages: in another order, with other numbers."""
    counts = dict.fromkeys(WORDS, 10) | {WORDS[0]: 20, WORDS[5]: 51}

    def tags(order: list[str], counts: dict[str, int]) -> bytes:
        return page(
            "<ul>" + "".join(f'<li><a href="/{tag}">{tag}</a>({counts[tag]})</li>' for tag in order) + "</ul>"
        )

    order = [WORDS[5], *WORDS[1:5], *WORDS[6:], WORDS[0]]
    found = changed(tags(WORDS, counts), tags(order, counts | {WORDS[0]: 21, WORDS[5]: 52}))
    differing = [change for change in found if change.differs]
    assert {change.kind for change in found} <= {"moved", "markup"}
    assert [[pair[1:] for pair in change.words if pair[0] != "unchanged"] for change in differing] == [
        [("51", "52")],
        [("20", "21")],
    ]
