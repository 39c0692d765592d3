"""The level at which a page is cut for the store follows what its versions change."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.increments import Observation, level_of, observation_of
from app.blocks.cutting.cutting import MAX_LEVEL, cut
from app.blocks.cutting.levels import REMEMBERED, PageDivider
from tests.app.archive.increments import answer, data_of, new, records, words

DIVIDER = PageDivider()
BODY = "".join(
    f"<section><h2>{words(n, 3)}</h2>"
    + "".join(f"<p>{words(100 * n + k, 40)}</p>" for k in range(6))
    + "</section>"
    for n in range(6)
)


def together(level: int) -> Observation:
    return Observation(level, 20, 4, 4, 4000, 3500)


def little(level: int) -> Observation:
    return Observation(level, 20, 1, 4, 4000, 60)


def test_blocks_that_always_change_together_are_cut_more_coarsely() -> None:
    assert DIVIDER.next_level(3, [together(3)] * REMEMBERED) == 2
    assert DIVIDER.next_level(1, [together(1)] * REMEMBERED) == 1
    one_less = [*[together(3)] * (REMEMBERED - 1), Observation(3, 20, 3, 4, 4000, 3500)]
    assert DIVIDER.next_level(3, one_less) == 3


def test_large_blocks_in_which_little_changes_are_cut_more_finely() -> None:
    assert DIVIDER.next_level(3, [little(3)] * REMEMBERED) == 4
    assert DIVIDER.next_level(MAX_LEVEL, [little(MAX_LEVEL)] * REMEMBERED) == MAX_LEVEL
    assert DIVIDER.next_level(3, [*[little(3)] * (REMEMBERED - 1), Observation(3, 20, 1, 4, 300, 60)]) == 3


@given(st.lists(st.builds(Observation, *[st.integers(0, 6)] * 6), max_size=5), st.integers(1, MAX_LEVEL))
def test_any_history_gives_a_level_and_one_step_at_most(seen: list[Observation], level: int) -> None:
    following = DIVIDER.next_level(level, seen)
    assert 1 <= following <= MAX_LEVEL and abs(following - level) <= 1
    if len(seen) < REMEMBERED or {one.level for one in seen[:REMEMBERED]} != {level}:
        assert following == level


@pytest.mark.parametrize("level", range(1, MAX_LEVEL + 1))
def test_a_page_is_divided_into_its_leaf_blocks(level: int) -> None:
    body = f"<html><body>{BODY}</body></html>".encode()
    division = DIVIDER.divide(body, "utf-8", level)
    leaves = cut(body, "utf-8", level=level).leaves()
    assert list(division.spans) == [leaf.span for leaf in leaves] and len(division.parents) == len(leaves)
    assert DIVIDER.divide(b"", None, level).spans is not None


def test_the_level_moves_with_the_history_and_each_version_tells_it(archive: Archive) -> None:
    """One word of a large paragraph is another each time; then whole sections."""
    long = words(1, 600)
    with archive.writer(divider=DIVIDER) as writer:
        for version in range(9):
            body = f"<html><body><p>{long} {version}</p>{BODY}</body></html>".encode()
            writer.store(new(version, data=answer(body, version)))
    made = records(archive)
    assert [record.version for record in made] == ["1.0"] + ["2.0"] * 8
    seen = [observation_of(record) for record in made[1:]]
    assert all(one is not None and one.changed == 1 and one.leaves > 5 for one in seen)
    levels = [level_of(record) for record in made[1:]]
    assert levels == sorted(levels) and levels[0] == 3 and levels[-1] > 3


def test_a_full_record_between_hands_the_level_on(archive: Archive) -> None:
    long = words(1, 600)
    with archive.writer(divider=DIVIDER) as writer:
        for version in range(24):
            body = f"<html><body><p>{long} {version}</p>{BODY}</body></html>".encode()
            writer.store(new(version, data=answer(body, version)))
    made = records(archive)
    assert made[20].version == "1.0" and level_of(made[20]) == level_of(made[19]) == level_of(made[21]) > 3
    with archive.reader() as reader:
        assert all(reader.damage(record.get("id") or "") is None for record in made)


def test_pages_cut_into_blocks_share_what_is_new_to_all(tmp_path: Path) -> None:
    """A new banner beside a paragraph that is another in each page: without blocks the two are one stretch."""
    sizes = []
    for name, divider in (("blocks", DIVIDER), ("bytes", None)):
        archive = Archive.create(tmp_path / name)
        banner = "<div>" + "".join(f"<p>{words(700 + n, 60)}</p>" for n in range(3)) + "</div>"
        stored = {}
        with archive.writer(divider=divider) as writer:
            for version in range(2):
                for seed in range(8):
                    first = f"<p>{words(9000 + 10 * seed + version, 60)}</p>"
                    body = f"<html><body>{banner * version}{first}{BODY}</body></html>".encode()
                    data = answer(body, version)
                    stored[writer.store(new(version, seed, data=data)).id] = data
        with archive.reader() as reader:
            assert all(data_of(reader, id) == data for id, data in stored.items())
        sizes.append(sum(record.length for record in records(archive)[8:]))
    assert sizes[0] < 0.75 * sizes[1]
