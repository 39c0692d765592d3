"""Short texts of entries that are gone and of others that are new: what is equal in them has not moved."""

from __future__ import annotations

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import compare

ENTRIES = [
    (
        "Lanterns",
        "Harbour",
        "How brass lanterns are lit at night, what oil they burn and who trims the wicks of them.",
    ),
    (
        "Bridges",
        "Canals",
        "Stone arches carry carts over water; the keystones were cut long ago by masons of a guild.",
    ),
    (
        "Orchards",
        "Gardens",
        "Pears ripen against walls that face south, and wasps find them first in warm Septembers.",
    ),
    (
        "Kettles",
        "Kitchens",
        "Copper holds heat, tin keeps it from the tea; a lid that fits well saves a third of fuel.",
    ),
    (
        "Weather",
        "Islands",
        "Fog comes in before noon, leaves by four, and takes with it every boat that did not wait.",
    ),
]


def entry(number: int, *, day: int = 0) -> str:
    title, tag, text = ENTRIES[number]
    return (
        f"<article><h2><a href='/{number}'>{title}</a></h2><p>Posted on {day or number + 10} May by Ann Writer</p>"
        f"<p>#{tag}</p><div>{text}</div><p><a href='/{number}'>Read more →</a></p></article>"
    )


def page(*entries: str) -> bytes:
    return (
        "<!DOCTYPE html><html><head><title>T</title></head><body><header><h1>The journal</h1></header>"
        f"<main>{''.join(entries)}</main><footer><p>Made of paper and ink in a small house</p></footer></body></html>"
    ).encode()


def reported(a: bytes, b: bytes) -> list[Change]:
    return [change for change in compare(a, b).changes if change.kind not in ("unchanged", "layout")]


def test_nothing_moves_from_an_entry_that_is_gone_to_another_that_is_new() -> None:
    kept = [entry(n) for n in (1, 2, 3)]
    found = reported(page(*kept, entry(4)), page(entry(0), *kept))
    assert {change.kind for change in found} == {"added", "removed"}
    for kind, inside, text in (
        ("added", "/html[1]/body[1]/main[1]/article[1]", "Lanterns"),
        ("removed", "/html[1]/body[1]/main[1]/article[4]", "Weather"),
    ):
        alone = [change for change in found if change.kind == kind]
        assert all((change.path_b or change.path_a or "").startswith(inside) for change in alone)
        said = "\n".join(change.text_b or change.text_a for change in alone)
        assert text in said
        assert "Ann Writer" in said
        assert "Read more →" in said


def test_an_entry_that_moved_takes_its_short_texts_along() -> None:
    kept = [entry(n) for n in (0, 1, 2, 3)]
    found = reported(page(*kept, entry(4)), page(entry(4, day=29), *kept))
    assert {change.kind for change in found} == {"moved"}
    assert "Read more →" in "\n".join(change.text_b for change in found)
    assert sum(change.size for change in found) <= len("14" + "29")


def test_a_rare_short_text_has_moved_by_itself() -> None:
    """Nothing else is like it on either page, so it is the same in the other entry."""
    special = "<p>Invoice ZX-4471-B of the harbour</p>"
    old = "<article><h2>Weather</h2>" + special + "<div>" + ENTRIES[4][2] * 3 + "</div></article>"
    new = "<article><h2>Lanterns</h2>" + special + "<div>" + ENTRIES[0][2] * 3 + "</div></article>"
    kept = [entry(n) for n in (1, 2, 3)]
    found = reported(page(*kept, old), page(new, *kept))
    assert [change.text_b for change in found if change.kind == "moved"] == [
        "Invoice ZX-4471-B of the harbour"
    ]
