"""The recipes of incremental records: whatever is written is read again, and what is hostile is refused."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tianwang.recipe import (
    MAX_REBUILT,
    Copy,
    Recipe,
    RecipeError,
    Share,
    Step,
    Write,
    decode_recipe,
    differences,
    encode_recipe,
    follow,
    literals,
    merged,
)

IDS = st.builds("{:06d}-{:07d}".format, st.integers(0, 999999), st.integers(1, 99))
PLACES = st.lists(st.tuples(IDS, st.integers(0, 10**6)), min_size=1, max_size=2).map(tuple)
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Copy, st.integers(0, 10**6), st.integers(1, 10**5)),
    st.builds(Write, st.binary(min_size=1, max_size=50)),
    st.builds(Share, PLACES, st.integers(1, 10**5)),
)


@given(st.lists(STEPS, max_size=12))
def test_any_recipe_is_read_as_it_was_written(steps: list[Step]) -> None:
    recipe = Recipe(tuple(steps))
    data = encode_recipe(recipe)
    assert decode_recipe(data) == recipe
    assert [data[at : at + size] for at, size in literals(data)] == [
        s.data for s in steps if isinstance(s, Write)
    ]


@given(st.binary(max_size=300) | st.text("0123456789-cws \n", max_size=200).map(str.encode))
def test_any_bytes_are_a_recipe_or_refused(data: bytes) -> None:
    try:
        recipe = decode_recipe(data)
    except RecipeError:
        assert literals(data) == []
    else:
        assert decode_recipe(encode_recipe(recipe)) == recipe


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no list"),
        (b"\n", "no end"),
        (b"\nc 0 5\n", "no end"),
        (b"not-an-id\n\n\n", "no id"),
        (b"\nx 1 2\n\n", "no step"),
        (b"\nc 0 0\n\n", "no step"),
        (b"\nc -1 5\n\n", "before the beginning"),
        (b"\nw 5\n\n1234", "missing"),
        (b"\nw 3\n\n1234", "more new bytes"),
        (b"202611-0000001\n\ns 2 0 5\n\n", "not listed"),
        (b"\n" + b"c 0 999999999999\n" * 3 + b"\n", "too many bytes"),
        (b"\n" + b"c 0 1\n" * (1 << 18) + b"c 0 1\n\n", "too many steps"),
        (b"202611-0000001\n" * 5000 + b"\n\n", "too many records"),
    ],
)
def test_what_is_no_recipe_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(RecipeError, match=reason):
        decode_recipe(data)


def test_ranges_that_are_not_there_are_refused() -> None:
    with pytest.raises(RecipeError, match="behind the end"):
        follow(Recipe((Copy(3, 3),)), b"12345", lambda id: None)
    share = Recipe((Share((("202611-0000001", 2), ("202611-0000002", 0)), 3),))
    with pytest.raises(RecipeError, match="behind the end"):
        follow(share, b"", lambda id: b"1234")
    with pytest.raises(RecipeError, match="202611-0000001, 202611-0000002"):
        follow(share, b"", lambda id: None)
    assert follow(share, b"", {"202611-0000002": b"1234"}.get) == b"123"
    with pytest.raises(RecipeError):
        decode_recipe(encode_recipe(Recipe((Copy(0, MAX_REBUILT), Write(b"1")))))


def test_neighbouring_copies_are_one() -> None:
    assert merged([Copy(0, 2), Copy(2, 3), Write(b""), Copy(5, 1), Copy(0, 0), Copy(7, 1)]) == (
        Copy(0, 6),
        Copy(7, 1),
    )


WORDS = st.lists(
    st.sampled_from([b"<p>one</p>\n", b"<div class='x'>", b"text " * 9, b"\0", b"a" * 40]), max_size=30
)


@settings(max_examples=100)
@given(WORDS, WORDS, st.lists(st.integers(0, 1500), max_size=8), st.booleans())
def test_the_difference_of_any_two_makes_the_second(
    old: list[bytes], new: list[bytes], cuts: list[int], grown: bool
) -> None:
    a = b"".join(old)
    b = b"".join([*old[: len(old) // 2], *new, *old[len(old) // 2 :]] if grown else new)
    places = sorted({0, len(b), *(cut for cut in cuts if cut < len(b))})
    steps = differences(a, b, list(pairwise(places)))
    assert follow(Recipe(steps), a, lambda id: None) == b


@pytest.mark.parametrize("every", [20, 26])
def test_bytes_that_look_alike_everywhere_take_no_long_time(every: int) -> None:
    dice = random.Random(1)
    old = bytes(1 << 20)
    new = b"".join(bytes(every - 1) + bytes([dice.randrange(1, 255)]) for _ in range((1 << 20) // every))
    pieces = [(at, min(at + 2000, len(new))) for at in range(0, len(new), 2000)]
    began = time.process_time()
    steps = differences(old, new, pieces)
    assert time.process_time() - began < 4
    assert follow(Recipe(steps), old, lambda id: None) == new


def test_little_is_written_where_little_changed_and_large_pieces_moved() -> None:
    old = b"".join(b"<p>paragraph %d says something of its own</p>\n" % n for n in range(500))
    half = len(old) // 2
    new = old[half:] + b"<p>new</p>" + old[:half].replace(b"paragraph 7 says", b"paragraph 7 told")
    steps = differences(old, new, [(0, len(new))])
    assert follow(Recipe(steps), old, lambda id: None) == new
    assert sum(len(step.data) for step in steps if isinstance(step, Write)) < 100 and len(steps) < 12
