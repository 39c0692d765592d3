"""`verify` finds every damage of files and batches, and nothing in an archive in order."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.upkeep import checking
from app.archive.upkeep.verifying import Checked, Problem, verify_file
from app.tianwang.record import Record
from app.tianwang.sealing import sealed
from app.tianwang.writer import encode
from tests.app.archive.verifying import batch, problems, rules

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


def test_an_archive_in_order_has_no_problems_also_strictly(filled: Archive) -> None:
    checked, seen = Checked(), list[tuple[int, int]]()
    assert problems(filled, strict=True, checked=checked, progress=lambda *at: seen.append(at)) == []
    size = batch(filled).stat().st_size
    assert (checked.records, checked.bytes, dict(checked.dialects)) == (
        5,
        size,
        {"explorer": 4, "incremental": 1},
    )
    assert seen == sorted(seen) and seen[-1] == (size, size)


def test_a_file_in_order_has_no_problems_also_strictly_and_compressed(
    filled: Archive, tmp_path: Path
) -> None:
    checked, seen = Checked(), list[tuple[int, int]]()
    path = batch(filled)
    assert list(verify_file(path, lambda *at: seen.append(at), strict=True, checked=checked)) == []
    assert (checked.records, checked.bytes) == (5, path.stat().st_size) and seen[-1][1] == path.stat().st_size
    packed = tmp_path / "copy.bin"
    packed.write_bytes(gzip.compress(path.read_bytes()[:700]) + gzip.compress(path.read_bytes()[700:]))
    assert list(verify_file(packed, checked=checked, strict=True)) == [] and checked.records == 10


FLIPS = (0x01, 0x20, 0x80)
BYTES = b"\n\r :0a"


def changes(whole: bytes) -> list[tuple[int, int]]:
    """Every byte, changed in several ways: single bits, and what means something in a header."""
    return [
        (at, value)
        for at, old in enumerate(whole)
        for value in sorted({*(old ^ flip for flip in FLIPS), *BYTES} - {old})
    ]


@pytest.fixture
def small(fill: Fill, make_capture: Make) -> Archive:
    """A short compressed version with all attributes, a visit of it, and a version that is stored as it is."""
    page = "<title>x</title>" + "text " * 30
    first = make_capture("http://a.example/", page)
    return fill(
        replace(first, origin="http://o.example/北?crc32:00000000", crawl="daily"),
        make_capture("http://a.example/", page, minutes=1),
        make_capture("http://b.example/", "b", minutes=2),
    )


def unnoticed(
    path: Path, check: Callable[[], Iterable[Problem]], every: int = 1
) -> list[tuple[int, int, bytes]]:
    """Changes of single bytes of a file that a check does not find."""
    whole, missed = path.read_bytes(), []
    with path.open("r+b", buffering=0) as file:
        for at, value in islice(changes(whole), 0, None, every):
            file.seek(at)
            file.write(bytes([value]))
            if not any(check()):
                missed.append((at, value, whole[max(at - 20, 0) : at + 20]))
            file.seek(at)
            file.write(whole[at : at + 1])
    assert path.read_bytes() == whole and not any(check())
    return missed


@pytest.mark.slow
def test_every_single_byte_damage_of_a_file_is_found(small: Archive, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tw"
    copy.write_bytes(batch(small).read_bytes())
    assert b"unzip-length" in copy.read_bytes()
    assert unnoticed(copy, lambda: verify_file(copy)) == []


@pytest.mark.slow
def test_every_single_byte_damage_of_a_batch_is_found(small: Archive) -> None:
    with small.reader() as reader:
        assert unnoticed(batch(small), reader.verify, every=7) == []


def test_damage_in_a_file_costs_what_it_hit_and_the_rest_is_checked(filled: Archive, tmp_path: Path) -> None:
    whole, copy = batch(filled).read_bytes(), tmp_path / "copy.tw"
    second = whole.index(b"version: 2.0")
    third = whole.index(b"version: 1.0", second)
    copy.write_bytes(whole[:second] + b"?" + whole[second + 1 : -30] + b"?" + whole[-29:])
    gap, damaged = verify_file(copy)
    assert (gap.rule, gap.offset, gap.id) == ("no-record", second, "")
    assert f"{third - second} bytes are no record" in gap.sentence
    assert (damaged.id, damaged.rule) in {
        ("202611-0000005", "digest-mismatch"),
        ("202611-0000005", "header-check-mismatch"),
    }


def test_records_in_the_text_of_a_broken_record_are_not_checked_as_records(tmp_path: Path) -> None:
    one = b"version: 1.0\nurl: http://a.example/%d\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 1\n\nx\n"
    embedded = one % 7 + one % 8
    path = tmp_path / "old.raw"
    path.write_bytes(
        one % 1 + b"version: 1.0\nurl: http://b/\nlength: 9999\n\n" + embedded + b"\0\n" + one % 2 + one % 3
    )
    (gap,) = verify_file(path)
    assert gap.sentence.startswith(f"{42 + len(embedded) + 2} bytes are no record")
    path.write_bytes(one % 1 + b"version: 1.0\nurl: http://b/\nlength: 9999\n\n" + embedded + b"\0\n")
    (gap,) = verify_file(path)
    assert gap.offset == len(one % 1) and gap.sentence.startswith(f"{42 + len(embedded) + 2} bytes")


def test_headers_made_up_by_the_hundred_do_not_make_the_search_endless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a right check, and claims all the rest of the file as its DATA."""
    form = b"version: 1.0\nurl: http://a/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\ndigest: sha256:%b\nheader-check: \n"
    size = len(sealed(form % (b"0" * 64) + b"length: 0123456789\n\n"))
    made, rest = b"", bytes(1 << 20) + b"\n"
    for number in range(400):
        length = (399 - number) * size + len(rest) - 1
        made += sealed(form % (b"%064x" % number) + b"length: %010d\n\n" % length)
    path = tmp_path / "many.raw"
    path.write_bytes(b"no record\n" + made + rest)
    read: list[int] = []

    class Counted(checking.Held):
        def __init__(self, record: Record) -> None:
            super().__init__(record)
            read.append(record.length)

    monkeypatch.setattr(checking, "Held", Counted)
    assert [problem.rule for problem in verify_file(path)] == ["no-record", "digest-mismatch"]
    assert len(read) > 1 and sum(read) < 40 * path.stat().st_size
    asked: list[int] = []
    assert list(verify_file(path, cancelled=lambda: len(asked) > 3 or asked.append(1) is not None)) == []
    assert len(asked) > 3


def test_an_id_that_occurs_twice_is_named(filled: Archive, tmp_path: Path) -> None:
    copy = tmp_path / "twice.tw"
    copy.write_bytes(batch(filled).read_bytes() * 2)
    assert [(problem.rule, problem.id) for problem in verify_file(copy)] == [
        ("id-twice", f"202611-000000{n}") for n in range(1, 6)
    ]


def test_a_file_that_is_not_there_is_a_problem_and_no_exception(tmp_path: Path) -> None:
    (problem,) = verify_file(tmp_path / "none.tw")
    assert problem.rule == "unreadable" and "No such file" in problem.sentence


def test_a_huge_record_is_held_in_memory_once(tmp_path: Path, make_capture: Make) -> None:
    size, new = 24 << 20, make_capture("http://a.example/film", b"")
    path = tmp_path / "film.tw"
    path.write_bytes(encode(url=new.url, date=new.date, data=bytes(size), digest=True, level=0))
    tracemalloc.start()
    try:
        assert list(verify_file(path, strict=True)) == []
        assert tracemalloc.get_traced_memory()[1] < 1.2 * size
    finally:
        tracemalloc.stop()


def test_the_check_can_be_stopped(filled: Archive) -> None:
    assert problems(filled, cancelled=lambda: True) == []
    batch(filled).write_bytes(b"nonsense")
    assert list(verify_file(batch(filled), cancelled=lambda: False))


def test_a_record_whose_check_was_destroyed_beyond_recognition_is_named(filled: Archive) -> None:
    data = batch(filled).read_bytes()
    at = data.rindex(b"header-check: crc32:")
    batch(filled).write_bytes(data[:at] + b"headyr-check: crc\x9b2\x0c" + data[at + 20 :])
    assert rules(filled) == [("header-check-missing", "202611-0000005")]


def test_strict_names_what_other_programs_did_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "old.raw"
    path.write_bytes(
        b"version: 1.0\r\nurl: http://a.example/\r\ntime: Tue, 15 Apr 2003 08:13:06 GMT\r\nlength: 1\r\n\r\nx\n"
    )
    checked = Checked()
    assert list(verify_file(path, checked=checked)) == [] and dict(checked.dialects) == {"early": 1}
    found = list(verify_file(path, strict=True))
    assert found and all(problem.rule and problem.offset < path.stat().st_size for problem in found)
