"""Batch files that are not what they were: damage costs what it hit, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.errors import IndexDamaged
from tests.archives import everything, forget_index, in_order

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


def test_damage_in_the_middle_costs_one_record_and_not_those_behind_it(
    fill: Fill, make_capture: Make
) -> None:
    """Also when the index is lost: records behind the damage are neither cut off nor renumbered."""
    archive = fill(*(make_capture(f"http://a.example/{n}", f"<title>{n}</title>") for n in range(9)))
    path, before = archive.path / "batches/202611/0000.tw", everything(archive)
    whole = path.read_bytes()
    start = before[4][8]
    damaged = whole[:start] + whole[start:].replace(b"length: ", b"longth: ", 1)
    path.write_bytes(damaged)
    with archive.reader() as reader:
        found = list(reader.verify())
        assert [problem.offset for problem in found] == [start, start] and found[1].id == "202611-0000005"
    forget_index(archive)
    rebuilt = everything(Archive.open(archive.path))
    assert rebuilt == before[:4] + before[5:] and path.read_bytes() == damaged
    with archive.reader() as reader:
        (problem,) = reader.verify()
        assert problem.offset == start and "no record" in problem.sentence


def test_text_of_a_broken_record_is_not_taken_for_a_record(fill: Fill, make_capture: Make) -> None:
    """A page may hold whole records; what the search behind damage trusts carries an id of the batch and a digest."""
    forged = (
        b"version: 1.0\nurl: http://evil.example/\ndate: Mon, 01 Jan 2026 00:00:00 GMT\nlength: 3\n\nabc\n"
    )
    archive = fill(make_capture("http://a.example/1", "1"))
    path = archive.path / "batches/202611/0000.tw"
    path.write_bytes(path.read_bytes() + b"version: 1.0\nurl: http://b.example/\nlength: 9999\n\n" + forged)
    with archive.writer() as writer:
        assert len(writer.trimmed) == 1
    assert [row[1] for row in in_order(archive)] == ["http://a.example/1"]


def test_a_batch_file_that_was_replaced_is_refused_and_not_cut(fill: Fill, make_capture: Make) -> None:
    archive = fill(*(make_capture(f"http://a.example/{n}", f"<title>{n}</title>") for n in range(3)))
    path = archive.path / "batches/202611/0000.tw"
    other = b"".join(b"version: 1.0\nurl: http://o.example/%d\nlength: 0\n\n\n" % n for n in range(99))
    path.write_bytes(other)
    with pytest.raises(IndexDamaged, match="not the file that was indexed"):
        archive.writer()
    assert path.read_bytes() == other
    archive.path.joinpath("index.sqlite").unlink()
    Archive.open(archive.path).writer().close()


def test_a_look_for_damage_that_is_called_off_reads_no_other_record(fill: Fill, make_capture: Make) -> None:
    """The page of the next month is the same, and written in full again."""
    pages = [make_capture("http://a.example/", "<p>same", minutes=month * 60 * 24 * 30) for month in range(2)]
    archive = fill(*pages)
    with archive.reader() as reader:
        [version] = reader.versions("http://a.example/")
        path = archive.path / version.file
        path.write_bytes(
            path.read_bytes()[: version.end - 9] + b"?" * 8 + path.read_bytes()[version.end - 1 :]
        )
        assert reader.damage(version) is None
        assert reader.damage(version, lambda: True) == "DATA does not have the digest stored with it"
