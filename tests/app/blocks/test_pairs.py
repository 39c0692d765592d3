"""Real consecutive versions of pages, with a truth that was made without any notion of blocks."""

from __future__ import annotations

import json
import re
import statistics
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.blocks.compare.changes import Comparison
from app.blocks.compare.differing import compare
from extractors.base.charset import decode


@dataclass(frozen=True)
class Pair:
    name: str
    truth: dict[str, Any]
    result: Comparison

    def text(self, side: str, *kinds: str) -> str:
        """All text of one version in changes of these kinds."""
        return "\0".join(squeezed(getattr(c, f"text_{side}")) for c in self.result.changes if c.kind in kinds)

    @property
    def marked(self) -> int:
        """Characters marked by the inner differences."""
        return sum(change.size for change in self.result.changes)


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


def test_no_change_is_missed(pairs: list[Pair]) -> None:
    """Every text that only one version has, or that moved, is in a reported block or stretch of layout."""
    segments = 0
    for pair in pairs:
        for side, name in (("a", "removed"), ("b", "added")):
            reported = pair.text(side, "changed", "added", "removed", "moved", "layout", "markup")
            for segment in pair.truth[name]:
                segments += 1
                assert squeezed(segment["text"]) in reported, (pair.name, segment)
    assert segments > 1500


def test_little_is_marked_that_did_not_change(pairs: list[Pair]) -> None:
    """Marked characters by truly changed ones: about 1 in the middle, never far more than twice."""
    ratios = [pair.marked / pair.truth["chars_changed"] for pair in pairs if pair.truth["chars_changed"]]
    assert 0.95 <= statistics.median(ratios) <= 1.1
    assert statistics.quantiles(ratios, n=10)[-1] < 1.3
    assert max(ratios) < 2


def test_markup_alone(pairs: list[Pair]) -> None:
    """Pairs in which no text changed: no word is marked."""
    found = [pair for pair in pairs if pair.truth["class"] == "markup-only"]
    assert len(found) > 5
    for pair in found:
        assert pair.marked == 0, pair.name
        assert pair.result.changed_share == 0.0


def test_moved_text_has_moved(pairs: list[Pair]) -> None:
    """Most of what the truth finds again elsewhere is reported as moved: the rest are words inside a line."""
    moved = found = 0
    for pair in pairs:
        reported = pair.text("a", "moved") + "\0" + pair.text("b", "moved")
        for segment in (*pair.truth["removed"], *pair.truth["added"]):
            if segment["moved"]:
                moved += len(segment["text"])
                found += len(segment["text"]) * (squeezed(segment["text"]) in reported)
    assert found / moved > 0.8


def test_blocks_are_small(pairs: list[Pair]) -> None:
    """The share of the page's text inside blocks reported as changed is near the share that truly changed."""
    shares = []
    for pair in pairs:
        total = inside = 0
        for change in pair.result.changes:
            size = len(change.text_a) + len(change.text_b)
            total += size
            if change.differs:
                inside += size
        shares.append((inside / max(1, total), pair.truth["changed_share"]))
    assert (
        statistics.median(share for share, _ in shares)
        <= 3 * statistics.median(true for _, true in shares) + 0.05
    )


def test_paths_lead_to_elements(pairs: list[Pair], samples: Path) -> None:
    """Each path of a change is there in the tree that a browser builds."""
    looked_up = 0
    for pair in pairs:
        if "stress" in pair.name:
            continue
        for side in ("a", "b"):
            data = (samples / pair.name / f"{side}.html").read_bytes()
            root = LexborHTMLParser(decode(data, None)[0], scripting=True).root
            for change in pair.result.changes:
                path = getattr(change, f"path_{side}")
                if change.kind == "unchanged" or path in (None, "/"):
                    continue
                node = root
                for step in re.split(r"\.\.|#", path)[0].split("/")[2:]:
                    name, number = step.removesuffix("]").split("[")
                    wanted = "-text" if name == "text()" else name
                    assert node is not None
                    node = [child for child in node.iter(include_text=True) if child.tag == wanted][
                        int(number) - 1
                    ]
                looked_up += 1
    assert looked_up > 800


def test_transcoded_pages_give_the_same_outcome(pairs: list[Pair]) -> None:
    """A pair in its legacy encoding (GBK, Shift_JIS ...) has the changes of the same pair in UTF-8."""
    modern = {pair.name.split("/")[-1]: pair for pair in pairs if "/legacy/" not in pair.name}
    for pair in pairs:
        if "/legacy/" in pair.name and pair.name.split("/")[-1] in modern:
            twin = modern[pair.name.split("/")[-1]]
            assert outline(pair.result) == outline(twin.result)


def outline(result: Comparison) -> list[object]:
    """Kinds, places and lengths: some characters have two codes."""
    return [
        (change.kind, change.path_a, change.path_b, [(op, len(a), len(b)) for op, a, b in change.words])
        for change in result.changes
    ]
