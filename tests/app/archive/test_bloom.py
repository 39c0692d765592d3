"""The Bloom filter: the book's sizing, and no “certainly new” that is wrong."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.index import seen as bloom
from app.archive.index.seen import BloomFilter

SMALL = 4096


def test_the_number_of_hashes_is_that_of_the_book() -> None:
    assert [bloom.hashes(r) for r in (1, 2, 4, 8, 16, 32)] == [1, 2, 3, 6, 12, 23]


def test_a_full_filter_errs_as_often_as_it_says_itself(tmp_path: Path) -> None:
    capacity = 32_768
    known = [f"http://a.example/{n}" for n in range(capacity)]
    filter = BloomFilter.create(tmp_path, known, capacity)
    assert all(map(filter.maybe, known))
    wrong = sum(filter.maybe(f"http://b.example/{n}") for n in range(100_000))
    told = bloom.describe(tmp_path, filter.file.marked, capacity)
    filter.file.close()
    count = bloom.hashes(bloom.BITS_PER_ITEM)
    of_the_book = (1 - math.exp(-count / bloom.BITS_PER_ITEM)) ** count
    assert wrong / 100_000 == pytest.approx(of_the_book, rel=0.5)
    assert told.expected_error == pytest.approx(of_the_book, rel=0.1)
    assert told.added == pytest.approx(capacity, rel=0.01)
    assert (told.kind, told.capacity, told.path) == ("bloom", capacity, tmp_path / "visited.bloom")


@given(st.lists(st.text(), max_size=60), st.lists(st.binary(max_size=20), max_size=20))
@settings(max_examples=20)
def test_what_was_added_is_never_certainly_new(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("bloom")
    filter = BloomFilter.create(folder, before, SMALL)
    for url in after:
        filter.add(url)
    assert all(map(filter.maybe, [*before, *after]))
    marked, checksum = filter.file.marked, filter.file.checksum()
    filter.file.close()
    again = BloomFilter.open(folder, SMALL)
    assert all(map(again.maybe, [*before, *after]))
    assert (again.file.marked, again.file.checksum()) == (marked, checksum)
    again.file.close()


def test_a_file_with_another_header_is_refused(tmp_path: Path) -> None:
    BloomFilter.create(tmp_path, [], SMALL).file.close()
    path = tmp_path / "visited.bloom"
    content = bytearray(path.read_bytes())
    content[3] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match="another header"):
        BloomFilter.open(tmp_path, SMALL)
    with pytest.raises(ValueError, match="has not"):
        BloomFilter.open(tmp_path, 2 * SMALL)


@pytest.mark.parametrize(
    ("urls", "room"), [(0, 1 << 20), (1 << 19, 1 << 20), (600_000, 1 << 21), (10**8, 1 << 28)]
)
def test_a_new_filter_has_room_to_grow(urls: int, room: int) -> None:
    assert bloom.room_for(urls) == room
