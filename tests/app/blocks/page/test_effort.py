"""What noise is learned from has a bound in steps, and answers are the same within it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.noise.comparer import Comparer
from app.blocks.noise.judged import compare_captures, volatility_of
from app.blocks.noise.siblings import ADVERTISEMENT, SiblingChanges
from app.blocks.noise.summaries import NOTHING, Step, Summary
from app.blocks.noise.volatility import Lineage, Volatility, judged
from app.blocks.page.effort import CUT, MOST, Budget, weight_in_vain, weight_of_documents, weight_of_pages

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
URL = "http://a.test/"


def counters(size: int, seed: int) -> str:
    """A page of many small blocks, each with a number of its own."""
    rng = random.Random(seed)
    blocks = [
        f"<div><h3>Box {n % 9}</h3><p>Seen {rng.randrange(10**6)} times so far</p></div>" for n in range(size)
    ]
    return f"<html><body>{''.join(blocks)}</body></html>"


def site(make: Make, size: int, versions: int, pages: int = 5) -> list[NewCapture]:
    return [
        make(f"{URL}{number}", counters(size, n * 100 + number), minutes=n * 60)
        for n in range(versions)
        for number in range(pages)
    ]


def test_pages_that_differ_more_weigh_more() -> None:
    page = counters(300, 1).encode()
    one_more = page.replace(b"</body>", b"<p>More</p></body>")
    shuffled = b"<p>".join(sorted(page.split(b"<p>")))
    weights = [
        weight_of_pages(page, other) for other in (page, one_more, shuffled, counters(300, 2).encode())
    ]
    assert weights == sorted(weights)
    assert weights[1] < 1.1 * weights[0]
    assert weights[3] > 3 * weights[0] > 3 * weight_of_documents(2 * len(page))


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_a_weight_is_the_same_both_ways_and_never_less_than_that_of_the_bytes(a: bytes, b: bytes) -> None:
    assert weight_of_pages(a, b) == weight_of_pages(b, a) >= weight_of_documents(len(a) + len(b))


def test_a_budget_ends_and_says_so() -> None:
    """Weighing in vain takes something as well."""
    budget = Budget(1000)
    assert budget.take(600, weight_in_vain(600, 320))
    assert not budget.cut
    assert not budget.take(500, weight_in_vain(500, 320))
    assert (budget.left, budget.cut) == (400 - 10 - 31, True)
    small = Budget(1000)
    assert small.allows(weight_of_documents(10_000))
    assert not small.cut
    assert not small.allows(weight_of_documents(10_010))
    assert (small.left, small.cut) == (1000, True)


def test_a_page_whose_tags_alone_are_too_many_is_not_looked_into() -> None:
    page = b"<b>" * 1_000_000
    assert weight_of_pages(page, page) > MOST


def test_large_pages_are_judged_within_the_bound_and_say_that_it_was_reached(
    fill: Fill, make_capture: Make
) -> None:
    """Numbers in 5000 blocks of each page: all versions and sister pages together are too much."""
    archive = fill(*site(make_capture, 5000, 3, pages=4))
    with archive.reader() as reader:
        versions = reader.versions(f"{URL}0")
        with Comparer(reader, level=3) as comparer:
            began = time.process_time()
            summary = comparer.summary(versions[1], versions[2])
            once = time.process_time() - began
            began = time.process_time()
            volatility = volatility_of(comparer, versions[1], versions[2], summary)
            judged(volatility, summary.steps, versions[1].id, versions[2].id)
            taken = time.process_time() - began
        assert volatility is not None
        assert volatility.cut
        assert taken < 5 * once
        found = compare_captures(reader, versions[1], versions[2])
        assert CUT in found.warnings


def test_what_is_learned_does_not_depend_on_what_was_kept(fill: Fill, make_capture: Make) -> None:
    archive = fill(*site(make_capture, 150, 5))
    told = []
    for _ in range(2):
        for kept in archive.path.glob("changes.sqlite*"):
            kept.unlink()
        for _ in range(2):
            with archive.reader() as reader, Comparer(reader, level=3) as comparer:
                a, b = reader.versions(f"{URL}0")[2:4]
                summary = comparer.summary(a, b)
                found = volatility_of(comparer, a, b, summary)
                assert found is not None
                noise = judged(found, summary.steps, a.id, b.id)
                told.append((list(found.ids), len(found.siblings), found.cut, dict(noise)))
    assert told[0][3]
    assert told == [told[0]] * 4


def test_small_pages_are_learned_from_in_full_without_a_remark(fill: Fill, make_capture: Make) -> None:
    archive = fill(*site(make_capture, 10, 5))
    with archive.reader() as reader:
        a, b = reader.versions(f"{URL}0")[2:4]
        assert compare_captures(reader, a, b).warnings == ()
        with Comparer(reader, level=3) as comparer:
            found = volatility_of(comparer, a, b, comparer.summary(a, b))
    assert found is not None
    assert (len(found.ids), found.cut) == (5, False)


PATHS = st.none() | st.sampled_from(["/a", "/b", "/c/d"])
STEPS = st.builds(
    Step,
    st.sampled_from(["unchanged", "changed", "markup", "moved", "added", "removed", "layout"]),
    PATHS,
    PATHS,
    label=st.sampled_from(["", ADVERTISEMENT]),
    shape=st.sampled_from(["", NOTHING, "x", "y"]),
)


@given(st.lists(STEPS, max_size=6), STEPS)
def test_a_sister_answers_as_if_all_its_changes_were_gone_through(steps: list[Step], asked: Step) -> None:
    place = asked.path_b or asked.path_a
    has = same = False
    for one in steps:
        here = bool(place) and place in (one.path_a, one.path_b)
        has = has or here
        if one.is_change and asked.shape and one.shape == asked.shape and (here or asked.shape != NOTHING):
            same = True
        if one.is_change and here and asked.label == one.label == ADVERTISEMENT:
            same = True
    assert SiblingChanges(Summary(tuple(steps))).does_the_same(asked) is (
        True if same else False if has else None
    )


def test_many_blocks_are_judged_by_many_versions_and_sisters_in_linear_time() -> None:
    """One by one, 40 000 steps would be held against 40 000 of each sister."""
    steps = tuple(
        Step("changed", f"/p[{n}]", f"/p[{n}]", (n, n + 1), (n, n + 1), 1, 9, True, shape=f"{n}")
        for n in range(40_000)
    )
    other = Summary(tuple(step._replace(shape=f"{step.shape}s") for step in steps))
    volatility = Volatility(["1", "2"], [1, 1], siblings=[SiblingChanges(other)] * 6)
    began = time.process_time()
    assert judged(volatility, steps, "1", "2") == {}
    assert time.process_time() - began < 5


def test_blocks_that_lead_to_all_of_a_page_are_followed_so_far_only() -> None:
    """Every other comparison took the page as one block, so that each of the many blocks of the next leads to all."""
    count = 3000
    whole = Summary((Step("changed", "/p", "/p", (0, count), (0, count), 1, 9, True, shape="x"),))
    places = [(f"/p[{n}]", (n, n + 1)) for n in range(count)]
    fine = Summary(tuple(Step("changed", at, at, span, span, 1, 9, True, shape="x") for at, span in places))
    ids = [str(number) for number in range(6)]
    volatility = Volatility(ids, [1] * 6, Lineage([fine, whole, fine, whole, fine]))
    began = time.process_time()
    found = judged(volatility, fine.steps, "4", "5")
    assert time.process_time() - began < 3
    assert volatility.cut
    assert 0 < len(found) < count
    assert volatility.leaves_open(fine.steps, found)


def test_a_weight_that_is_kept_damaged_is_found_anew(
    fill: Fill, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = fill(*site(make_capture, 10, 2))
    with archive.reader() as reader, Comparer(reader, level=3) as comparer:
        a, b = reader.versions(f"{URL}0")
        right = comparer.weight(a, b)
        assert right > 0
        for wrong in (b"", b"x", b"9" * 5000):
            monkeypatch.setattr(comparer.cache, "get", lambda _, wrong=wrong: wrong)
            assert comparer.weight(a, b) == right
