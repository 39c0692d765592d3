"""Real consecutive versions of pages, with a truth that was made without any notion of blocks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.blocks import Comparison, compare


@dataclass(frozen=True)
class Pair:
    name: str
    truth: dict[str, Any]
    result: Comparison


@cache
def load(samples: Path) -> list[Pair]:
    """All pairs, compared once for all tests."""
    pairs = []
    for meta in sorted((samples / "pairs").glob("**/meta.json")):
        a, b = (meta.parent / "a.html").read_bytes(), (meta.parent / "b.html").read_bytes()
        name = str(meta.parent.relative_to(samples))
        pairs.append(Pair(name, json.loads(meta.read_text("utf-8")), compare(a, b)))
    return pairs


@pytest.fixture
def pairs(samples: Path) -> list[Pair]:
    found = load(samples)
    if not found:
        pytest.skip("the page pairs are not here")
    return found


def squeezed(text: str) -> str:
    return "".join(text.split())


def texts(pair: Pair, side: str, *, marked: bool) -> str:
    """All text of one side that is marked as anything, or all that is not."""
    return "\0".join(
        squeezed(getattr(change, f"text_{side}"))
        for change in pair.result.changes
        if (change.kind != "unchanged") == marked and getattr(change, f"path_{side}")
    )


def test_no_change_is_missed(pairs: list[Pair]) -> None:
    """Every text that only one version has, or that moved, is marked.

    Two escapes are right: a text that the truth itself finds again in the other version may be the one that was
    left in place (of two that changed places, either has moved), or it may only have been cut into text nodes in
    another way; in both cases it stands, the same, in an unchanged block of both versions.
    """
    segments = marked = 0
    for pair in pairs:
        for side, name in (("a", "removed"), ("b", "added")):
            found = texts(pair, side, marked=True)
            unmarked = texts(pair, side, marked=False)
            for segment in pair.truth[name]:
                wanted = squeezed(segment["text"])
                segments += 1
                marked += wanted in found
                assert wanted in found or wanted in unmarked, (pair.name, segment)
                if not segment["moved"] and wanted not in found:
                    other = texts(pair, "b" if side == "a" else "a", marked=False)
                    assert wanted in other, (pair.name, segment)
    assert segments > 1500
    assert marked / segments > 0.985


def test_little_is_marked_that_did_not_change(pairs: list[Pair]) -> None:
    """Marked text, moved and attributes aside: word by word no more than the truth has, by blocks about twice."""
    by_truth = by_blocks = by_words = 0.0
    for pair in pairs:
        for side, name, position in (("a", "removed", 1), ("b", "added", 2)):
            size = max(1, pair.truth[f"chars_{side}"])
            by_truth += sum(len(squeezed(s["text"])) for s in pair.truth[name] if not s["moved"]) / size
            for change in pair.result.changes:
                if change.kind in ("unchanged", "moved") or change.only_attributes:
                    continue
                by_blocks += len(squeezed(getattr(change, f"text_{side}"))) / size
                for piece in pair.result.words(change):
                    by_words += len(squeezed(piece[position])) / size if piece[0] != "unchanged" else 0
    assert by_words < by_truth * 1.1
    assert by_blocks < by_truth * 2.2


def test_markup_alone(pairs: list[Pair]) -> None:
    """Pairs in which no text changed: no word is marked."""
    for pair in pairs:
        if pair.truth["class"] != "markup-only":
            continue
        for change in pair.result.changes:
            if change.kind != "unchanged" and not change.only_attributes:
                assert squeezed(change.text_a) == squeezed(change.text_b), (pair.name, change)


def test_transcoded_pages_give_the_same_outcome(pairs: list[Pair]) -> None:
    """A pair in its legacy encoding (GBK, Shift_JIS ...) has the changes of the same pair in UTF-8."""
    modern = {pair.name.split("/")[-1]: pair for pair in pairs if "/legacy/" not in pair.name}
    for pair in pairs:
        if "/legacy/" in pair.name and pair.name.split("/")[-1] in modern:
            twin = modern[pair.name.split("/")[-1]]
            assert [(c.kind, c.path_b) for c in pair.result.changes] == [
                (c.kind, c.path_b) for c in twin.result.changes
            ]
