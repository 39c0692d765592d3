"""The nodes of an old version with new ones among them are the nodes of the new version."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.blocks.cutting.cutting import cut
from app.blocks.cutting.grafting import graft
from app.blocks.cutting.recutting import Regions, changed_regions, cut_both, splice
from app.blocks.page.building import Unusual
from app.blocks.page.nodes import Node, release
from app.blocks.page.reading import read, read_page
from app.blocks.page.styles import StaticStyle
from tests.app.blocks.cutting.test_cutting import faults
from tests.app.blocks.cutting.test_recutting import EDITS, PIECES, WORDS, otherwise, page
from tests.app.blocks.page.test_reading import described

MORE = [
    "<ins>new</ins> ",
    f"<table><tr><td>{WORDS}</table>",
    "<tr><td>row</tr>",
    "<h2>New</h2>",
    "</i>",
    "<!-- c -->",
]


def grafted(before: str, after: str) -> tuple[Node, bool] | None:
    """The tree of a page made that of another one, and whether it is; None where that cannot be done."""
    reader = read_page(before, StaticStyle())
    if reader is None:
        return None
    for node in reader.nodes:
        node.path()  # as cutting does
    found = Regions(reader.scan, reader.nodes, after)
    try:
        regions = changed_regions(found, reader.scan, after)
        graft(reader, regions, splice(reader.scan, after, regions))
    except Unusual:
        release(reader.root)
        return None
    finally:
        found.release()
    whole = read(after, StaticStyle())
    assert whole is not None, after
    same = described(reader.root, True) == described(whole[1], True)
    mine, its = ([n.path() for n in walked(root) if n.tag != "head"] for root in (reader.root, whole[1]))
    return reader.root, same and mine == its


def walked(root: Node) -> list[Node]:
    """All nodes that may be looked into, each before those inside it."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        found.append(node)
        if node.weight >= 24:
            pending += reversed(node.children)
    return found


@given(
    st.lists(st.sampled_from(PIECES), min_size=2, max_size=14),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 60), st.sampled_from([*EDITS, *MORE])),
        min_size=1,
        max_size=4,
    ),
)
@settings(max_examples=400)
def test_any_next_version_has_its_own_tree(pieces: list[str], edits: list[tuple[float, int, str]]) -> None:
    before = after = page(pieces)
    for share, removed, added in edits:
        place = int(share * len(after))
        place = max(0, after.rfind("<", 0, place)) if removed % 2 else place
        after = after[:place] + added + after[place + removed * (added == "") :]
    found = grafted(before, after)
    assert found is None or found[1], (before, after)


ROWS = "".join(f"<tr><td>Row {n}</td><td>{WORDS}</td></tr>" for n in range(9))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<tr><td>Row 3", "<tr><td>New row<td>of words<tr><td>Row 3"),  # in a tbody without a start tag
        (f"<tr><td>Row 3</td><td>{WORDS}</td></tr>", ""),
        ("<p class=a>Text 3", "<p>New</p>words<p class=a>Text 3"),
        ("Text 5 of", "Text <b>5 of the</b> page, and"),
        ("</p>words 7 ", "</p>words <i>7</i> "),
        ("<h2>Heading 4</h2>", ""),
        ("<p class=a>Text 8", "<div><p class=a>Text 8"),
        ("<title>A page", "<title>Another page"),
    ],
)
def test_a_change_at_the_border_of_a_block_needs_no_reading_of_the_page(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        f"<h2>Heading {n}</h2><p class=a>Text {n} of the page. {WORDS}</p>words {n} {WORDS}"
        for n in range(12)
    ]
    before = page([*parts, f"<table>{ROWS}</table>"])
    after = before.replace(old, new, 1)
    if "<div>" in new:
        after = after.replace("</p>words 8 ", "</p></div>words 8 ")
    assert after != before
    found = grafted(before, after)
    assert found is not None
    assert found[1]
    release(found[0])
    first, second = cut_both(before.encode(), after.encode())
    assert faults(first) == []
    assert faults(second) == []
    assert otherwise(second) == []
    whole = cut(after.encode(), unit=first.unit)
    monkeypatch.setattr("app.blocks.cutting.recutting._taken_over", _unusual)
    anew = cut_both(before.encode(), after.encode())[1]
    assert list(anew.walk()) == list(whole.walk())


def _unusual(*_: object) -> None:
    raise Unusual


ELEMENT = re.compile(r"<(\w+)[^<>]*>[^<]*</\1>")


def test_real_pages_and_changed_ones(samples: Path) -> None:
    rng = random.Random(2026)
    pages = sorted((samples / "pairs").glob("**/a.html"))
    if not pages:
        pytest.skip("the page pairs are not here")
    done = 0
    for path in rng.sample(pages, 40):
        before = path.read_bytes().decode("utf-8", "replace").replace("\0", "")
        if len(before) > 60_000 or not ELEMENT.search(before):
            continue
        for _ in range(3):
            after = before
            for _ in range(rng.randint(1, 4)):
                element = rng.choice([*ELEMENT.finditer(after)])
                written = rng.choice(
                    ["", element[0] * 2, f"{element[0]} {rng.choice([*EDITS, *MORE, *PIECES])}"]
                )
                after = after[: element.start()] + written + after[element.end() :]
            found = grafted(before, after)
            done += found is not None
            assert found is None or found[1], path
    assert done > 50
