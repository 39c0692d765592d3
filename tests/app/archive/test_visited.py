"""The bitmap of addresses: the seed's addressing and file layout, and no “certainly new” that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.index import seen as visited
from app.archive.index.seen import BITS, VisitedBits

EXAMPLE = "http://www.ouc.edu.cn/"


def test_the_example_of_the_document_stands_where_it_says() -> None:
    assert visited.slot(EXAMPLE) == 1073542761 & (BITS - 1)
    assert visited.place(EXAMPLE) == (4092, 1971, 9, 33529548)


def test_the_file_has_the_layout_of_the_seed(tmp_path: Path) -> None:
    bits = VisitedBits.create(tmp_path, [])
    bits.add(EXAMPLE)
    bits.file.sync()
    bits.file.close()
    path = tmp_path / "visited.bits"
    content = path.read_bytes()
    assert len(content) == 4096 * 2048 * 4
    assert int.from_bytes(content[33529548 : 33529548 + 4], "little") == 1 << 9
    assert content.count(0) == len(content) - 1


def test_the_file_takes_only_the_room_of_what_is_in_it(tmp_path: Path) -> None:
    bits = VisitedBits.create(tmp_path, ["http://a.example/"])
    for number in range(10):
        bits.add(f"http://a.example/{number}")
    bits.file.sync()
    bits.file.close()
    about = (tmp_path / "visited.bits").stat()
    if not hasattr(about, "st_blocks"):
        pytest.skip("the system does not tell")
    assert about.st_blocks * 512 <= 11 * 64 * 1024


@given(st.lists(st.text(), max_size=60), st.lists(st.binary(max_size=20), max_size=20))
@settings(max_examples=20)
def test_what_was_added_is_never_certainly_new(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("bits")
    bits = VisitedBits.create(folder, before)
    for url in after:
        bits.add(url)
    assert all(map(bits.maybe, [*before, *after]))
    marked, checksum = bits.file.marked, bits.file.checksum()
    assert marked == len({visited.slot(url) for url in [*before, *after]})
    bits.file.close()
    again = VisitedBits.open(folder)
    assert all(map(again.maybe, [*before, *after]))
    assert (again.file.marked, again.file.checksum()) == (marked, checksum)
    again.file.close()


def test_unseen_addresses_are_new_and_the_figures_say_how_surely(tmp_path: Path) -> None:
    bits = VisitedBits.create(tmp_path, (f"http://a.example/{n}" for n in range(20_000)))
    wrong = sum(bits.maybe(f"http://b.example/{n}") for n in range(100_000))
    told = visited.visited_describe(tmp_path, bits.file.marked)
    bits.file.close()
    assert (told.kind, told.path) == ("bits", tmp_path / "visited.bits")
    assert abs(told.added - 20_000) < 20
    assert told.fill == told.expected_error == pytest.approx(20_000 / BITS, rel=0.01)
    assert wrong < 30  # 7.5 expected


@pytest.mark.parametrize(
    ("urls", "error"),
    [(10**6, 0.0037), (2_697_868, 0.01), (10**8, 0.311)],
)
def test_the_error_grows_as_the_catalogue_warns(urls: int, error: float) -> None:
    marked = round(BITS * (1 - (1 - 1 / BITS) ** urls))
    told = visited.visited_describe(Path(), marked)
    assert told.expected_error == pytest.approx(error, rel=0.01)
    assert told.added == pytest.approx(urls, rel=0.001)


@pytest.mark.parametrize("size", [0, BITS // 8 - 1, BITS // 8 + 1])
def test_a_file_of_another_size_is_refused(tmp_path: Path, size: int) -> None:
    with (tmp_path / "visited.bits").open("wb") as file:
        file.truncate(size)
    with pytest.raises(ValueError, match="has not"):
        VisitedBits.open(tmp_path)
