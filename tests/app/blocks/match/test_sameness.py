"""Of pages with very many elements not all is read to compare them, and no change is missed for that."""

from __future__ import annotations

import random

import pytest

from app.blocks.compare import differing
from app.blocks.compare.changes import Comparison
from app.blocks.compare.differing import compare, cut_both
from app.blocks.cutting import rough
from app.blocks.cutting import rough as rough_texts
from app.blocks.cutting.rough import LaterScan
from app.blocks.match import matching

WORDS = [f"{kind}{number}" for number in range(700) for kind in ("river", "stone")]


@pytest.fixture(autouse=True)
def few_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is too large from 1000 elements on."""
    monkeypatch.setattr(rough, "MOST_ELEMENTS", 1000)
    monkeypatch.setattr("app.blocks.compare.differing.MOST_ELEMENTS", 1000)


def read_little(monkeypatch: pytest.MonkeyPatch, lines: int, tags: int) -> None:
    monkeypatch.setattr(matching, "_MOST_LINES_OF_SOME", lines)
    monkeypatch.setattr(differing, "_MOST_TAGS", tags)


def rows(words: list[str], begin: str = "<div><b>") -> bytes:
    body = "".join(f"{begin}{word}</b></div>\n" for word in words)
    return f"<!DOCTYPE html><title>Rows</title>\n<body>{body}</body>\n".encode()


def half_new() -> list[str]:
    rng = random.Random(3)
    return [word if rng.random() < 0.5 else f"brook{rng.randrange(900)}" for word in WORDS]


def told(result: Comparison, side: int) -> list[str]:
    changed = [change for change in result.changes if change.kind not in ("unchanged", "markup")]
    return [word for change in changed for word in (change.text_a, change.text_b)[side].split()]


@pytest.mark.parametrize(("lines", "tags"), [(0, 0), (300, 0), (0, 90_000), (90_000, 90_000)])
def test_every_change_is_told_however_little_is_read(
    monkeypatch: pytest.MonkeyPatch, lines: int, tags: int
) -> None:
    read_little(monkeypatch, lines, tags)
    new = half_new()
    result = compare(rows(WORDS), rows(new))
    assert {f"version {name}: {rough.WARNING}" for name in "ab"} <= set(result.warnings)
    assert set(WORDS) - set(new) <= set(told(result, 0))
    assert set(new) - set(WORDS) <= set(told(result, 1))
    assert sum(change.kind in ("changed", "moved") for change in result.changes) > 20
    if lines < 1000:
        assert len(result.warnings) == 3


def test_all_of_the_page_is_known_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    read_little(monkeypatch, 300, 300)
    new = half_new()
    result = compare(rows(WORDS), rows(new))
    for side, words in ((0, WORDS), (1, new)):
        said = " ".join((change.text_a, change.text_b)[side] for change in result.changes).split()
        assert sorted(said) == sorted(words)
    assert all(change.label for change in result.changes)


def test_what_differs_in_markup_alone_is_told_so_where_there_is_room_to_see_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for tags, kind in ((90_000, "markup"), (0, "changed")):
        read_little(monkeypatch, 0, tags)
        result = compare(rows(WORDS), rows(WORDS, '<div class="k"><b>'))
        assert {change.kind for change in result.changes} <= {kind, "unchanged"}
        assert sum(change.kind == kind for change in result.changes) > 20
        assert [change.text_a for change in result.changes] == [change.text_b for change in result.changes]


def test_no_more_is_read_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    scan = rough_texts._read

    def counted(found: rough_texts.Scan, start: int, end: int) -> None:
        nonlocal read
        read += end - start
        scan(found, start, end)

    monkeypatch.setattr(rough_texts, "_read", counted)
    few = [*WORDS[:300], "another", *WORDS[301:]]
    size = len(rows(WORDS))
    for new, most in ((few, size // 20), (half_new(), 2 * size)):
        read = 0
        result = compare(rows(WORDS), rows(new))
        assert 0 < read < most
        read = 0
        assert sum(len(change.text_b) for change in result.changes) > size // 8
        assert read >= size


def test_a_page_is_read_once_something_of_it_is_asked_for() -> None:
    trees = cut_both(rows(WORDS), rows(half_new()))
    scan = trees[0].scan
    assert isinstance(scan, LaterScan)
    assert scan.rough
    assert len(scan.texts) > len(WORDS)
    assert scan.names == ["title"]
    assert scan.name_ends[0] == scan.starts[0] + len("<title")
    with pytest.raises(AttributeError):
        _ = scan.something  # type: ignore[attr-defined]
