"""What belongs together across two versions though neither bytes nor lines say so: renumbered lines, divided blocks."""

from __future__ import annotations

from app.blocks import Change, compare

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


def test_a_block_that_is_divided_into_several_is_one_change_of_its_words() -> None:
    parts = [" ".join(f"{word} {n} tells of what was kept in this house" for word in WORDS) for n in range(3)]
    a = page("<section>" + " ".join(parts) + "</section>")
    b = page("".join(f"<section>Heading {n}. {part}</section>" for n, part in enumerate(parts)))
    found = changed(a, b)
    assert [change.kind for change in found] == ["changed"]
    assert found[0].path_b == "/html[1]/body[1]/section[1]..section[3]"
    assert found[0].size <= 60
