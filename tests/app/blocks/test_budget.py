"""A comparison takes steps in proportion to the pages, whatever their shape; where detail is cut, it says so."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from app.blocks import compare, matching
from app.blocks.lines import Line
from app.blocks.moves import moved_runs

CUT = "so much changed that not everything was looked for that may have moved"
Shape = Callable[[random.Random, int], tuple[str, str]]


def sentences(rng: random.Random, count: int) -> list[str]:
    return [" ".join("".join(rng.choices("aeiorstln", k=6)) for _ in range(8)) for _ in range(count)]


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def shuffled(rng: random.Random, size: int) -> tuple[str, str]:
    texts = sentences(rng, size)
    return paragraphs(texts), paragraphs(rng.sample(texts, size))


def one_then_many(rng: random.Random, size: int) -> tuple[str, str]:
    texts = sentences(rng, size)
    return f"<p>{' '.join(texts)}</p>", paragraphs(texts)


def equal_lines(rng: random.Random, size: int) -> tuple[str, str]:
    kinds = sentences(rng, 8)
    return tuple(f"<div>{'<br>'.join(rng.choices(kinds, k=size))}</div>" for _ in "ab")  # type: ignore[return-value]


def equal_paragraphs(rng: random.Random, size: int) -> tuple[str, str]:
    kinds = sentences(rng, 2)
    return paragraphs(rng.choices(kinds, k=size)), paragraphs(rng.choices(kinds, k=size))


def steps_of(work: Callable[[], object]) -> int:
    """Lines of the comparison's own code that are run."""
    steps = 0

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return inside

    def outside(frame: FrameType, event: str, _: Any) -> Any:
        return inside if frame.f_globals.get("__name__", "").startswith("app.blocks") else None

    before = sys.gettrace()
    sys.settrace(outside)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.parametrize("shape", [shuffled, one_then_many, equal_lines, equal_paragraphs])
def test_four_times_the_page_takes_four_times_the_steps(shape: Shape) -> None:
    steps = []
    for size in (400, 1600):
        a, b = (f"<html><body>{body}</body></html>".encode() for body in shape(random.Random(size), size))
        steps.append(steps_of(lambda a=a, b=b: compare(a, b)))  # type: ignore[misc]
    assert steps[1] < 6 * steps[0], steps


def test_lines_that_are_all_the_same_are_not_looked_at_again_and_again() -> None:
    """Those that were taken are left behind."""

    def work(size: int) -> int:
        def lines(first: str) -> list[Line]:
            found = []
            for number, text in enumerate([first, *["the same words again"] * size]):
                found.append(Line(text, 0, 0, joined=False))
                found[-1].leaf = number
            return found

        a, b = lines("one"), lines("two")
        return steps_of(lambda: moved_runs(a, b, (str, str)))

    assert work(1600) < 5 * work(400)


def test_of_too_many_lines_only_whole_blocks_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """No change is missed, the blocks find each other, and the comparison says that it was cut."""
    rng = random.Random(5)
    old = sentences(rng, 400)
    new = [text.replace("a", "o") if n % 20 == 3 else text for n, text in enumerate(old)]
    a, b = (f"<html><body>{paragraphs(texts)}</body></html>".encode() for texts in (old, new))
    assert compare(a, b).warnings == ()
    monkeypatch.setattr(matching, "_MOST_LINES", 50)
    result = compare(a, b)
    assert result.warnings == (CUT,)
    reported = [change for change in result.changes if change.kind != "unchanged"]
    for side, texts, others in (("a", old, new), ("b", new, old)):
        said = "\n".join(getattr(change, f"text_{side}") for change in reported)
        assert all(text in said for text, other in zip(texts, others, strict=True) if text != other)
    assert {change.kind for change in reported} == {"changed"}
    assert result.changed_share < 0.1


def test_small_gaps_are_read_line_by_line_before_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    texts = sentences(rng, 500)
    large = [text[::-1] for text in texts[:150]]
    a = f"<html><body>{paragraphs(texts)}</body></html>"
    b = f"<html><body>{paragraphs([*large, *texts[150:480], 'A new end', *texts[480:]])}</body></html>"
    monkeypatch.setattr(matching, "_MOST_LINES", 200)
    result = compare(a.encode(), b.encode())
    assert result.warnings == (CUT,)
    assert any("A new end" in new and not old for change in result.changes for _, old, new in change.words)
