"""A comparison takes steps in proportion to the pages, whatever their shape; where detail is cut, it says so."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

from app.blocks.compare import layouts
from app.blocks.compare.differing import compare
from app.blocks.match import matching, pairing, sameness
from app.blocks.match.moves import moved_runs
from app.blocks.page.effort import Budget
from app.blocks.page.lines import Line, Shown
from app.blocks.page.spans import scan

ROUGH_LAYOUT = "so much changed around the blocks that not all of it was told apart"
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
    for size in (250, 1000):
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
    alone = [
        change for change in reported if change.kind != "changed"
    ]  # where a border moved with a changed text
    assert sum(len(change.text_a) + len(change.text_b) for change in alone) < 0.02 * len(a)
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


def page(body: str) -> bytes:
    return f"<html><body>{body}</body></html>".encode()


def test_of_too_many_lines_blocks_find_each_other_by_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """One block that became two is none that is gone, though half of its lines are new."""
    rng = random.Random(8)
    old = sentences(rng, 800)
    new = [text if n % 2 else text[::-1] for n, text in enumerate(old)]
    monkeypatch.setattr(matching, "_MOST_LINES", 50)
    a = page(f"<div>{paragraphs(old)}</div>")
    b = page(f"<div>{paragraphs(new[:400])}</div><div>{paragraphs(new[400:])}</div>")
    result = compare(a, b)
    assert result.warnings == (CUT,)
    alone = [change for change in result.changes if change.kind in ("added", "removed")]
    assert result.count("changed") > 10
    assert sum(len(change.text_a) + len(change.text_b) for change in alone) < 0.1 * len(a)


def test_only_so_many_moves_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left over is told as gone and new, and the comparison says that it was cut."""
    texts = sentences(random.Random(9), 60)
    a, b = (page(f"<p>{'<br>'.join(each)}</p>") for each in (texts, texts[::-1]))
    whole = compare(a, b)
    assert whole.warnings == ()
    assert whole.count("moved") > 50
    monkeypatch.setattr(matching, "_MOST_RUNS", 10)
    result = compare(a, b)
    assert result.warnings == (CUT,)
    assert 10 <= result.count("moved") < 30
    for side in "ab":
        said = "\n".join(getattr(change, f"text_{side}") for change in result.changes)
        assert all(text in said for text in texts)


def test_large_blocks_with_few_edits_find_each_other_though_they_are_many() -> None:
    rng = random.Random(10)
    old = [" ".join(sentences(rng, 110)) for _ in range(30)]
    new = [text.replace(" a", " A", 3) for text in old]
    assert len(old) ** 2 > pairing._ALL_PAIRS
    result = compare(page(paragraphs(old)), page(paragraphs(new)))
    assert result.warnings == (CUT,)
    assert {change.kind for change in result.changes} == {"changed"}


@pytest.mark.parametrize(("limit", "most"), [("_MOST_TAGS", 50), ("_MOST_STRETCHES", 5)])
def test_too_much_between_blocks_is_one_stretch(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """From the first that differs to the last; what is the same at the ends is not in it."""
    metas = [f'<meta name="n{n}" content="{n}">' for n in range(100)]
    edited = [meta if n % 10 or not n else meta.replace("content", "value") for n, meta in enumerate(metas)]
    a, b = (
        f"<html><head>{''.join(each)}</head><body><p>Text</p></body></html>".encode()
        for each in (metas, edited)
    )
    whole = compare(a, b)
    assert (whole.warnings, whole.count("layout")) == ((), 9)
    monkeypatch.setattr(layouts, limit, most)
    result = compare(a, b)
    (change,) = (change for change in result.changes if change.kind == "layout")
    assert result.warnings == (ROUGH_LAYOUT,)
    spans = [each for each in whole.changes if each.kind == "layout"]
    for side in "ab":
        first, last = (getattr(spans[n], f"span_{side}") for n in (0, -1))
        assert getattr(change, f"span_{side}") == (first[0], last[1])


@pytest.mark.parametrize(
    ("new", "kind", "differs"),
    [
        ("<i>one</i><i>two</i> three", "markup", False),
        ("<b>one two</b> three", "changed", False),
        ("<b>one</b><b>two</b> other", "changed", True),
        ("<a href=x>one</a><b>two</b> three", "changed", True),
    ],
)
def test_of_a_large_block_no_lines_are_made_to_see_whether_it_says_the_same(
    monkeypatch: pytest.MonkeyPatch, new: str, kind: str, *, differs: bool
) -> None:
    monkeypatch.setattr(sameness, "_MANY_TEXTS", 1)
    result = compare(page(f"<p>{'<b>one</b><b>two</b> three'}</p>"), page(f"<p>{new}</p>"))
    assert [(change.kind, change.differs) for change in result.changes] == [(kind, differs)]


@pytest.mark.parametrize("many", [False, True])
def test_links_are_the_same_only_if_all_are(monkeypatch: pytest.MonkeyPatch, *, many: bool) -> None:
    monkeypatch.setattr(sameness, "_FIRST_TAGS", 2 if many else 500)
    links = "".join(f"<a href='/{n}'>link {n}</a> " for n in range(9))
    for old, new, kind in (
        ("'/1'", '"/1"', "markup"),
        ("'/1'", "'/other'", "changed"),
        ("'/8'", "'/other'", "changed"),
        ("'/8'>", "'/8' title=x>", "markup"),
    ):
        changes = compare(page(f"<p>{links}</p>"), page(f"<p>{links.replace(old, new)}</p>")).changes
        assert [(change.kind, change.differs) for change in changes] == [(kind, kind == "changed")], new


def test_a_budget_refuses_what_is_not_left() -> None:
    """Fewer steps may still be taken, and the budget remembers that it was cut."""
    room = Budget(10)
    assert room.take(7) and not room.take(4) and room.take(3)
    assert room.cut


def test_some_texts_of_very_many_are_the_same_ones_wherever_they_stand() -> None:
    rng = random.Random(12)
    texts = [f"<p>{text[: rng.randint(10, 40)]}</p>" for text in sentences(rng, 1000)]
    before, behind = ("".join(texts), "".join(["<div>new</div>", *texts[100:]]))
    known = {line.text for line in Shown(scan(before)).some(0, len(before))}
    found = Shown(scan(behind)).some(0, len(behind))
    assert 60 < len(found) < 200
    assert {line.text for line in found} <= known | {"new"}
    assert (found[0].start, found[-1].end) == (0, len(behind))
    assert all(one.end == two.start for one, two in pairwise(found))


def test_counting_lines_takes_as_long_for_many_as_for_few() -> None:
    """White space between blocks counts little."""
    text = "".join(f"<p>{number} words</p>\n\n" for number in range(4000))
    assert 4000 <= Shown(scan(text)).count(0, len(text)) < 5500
