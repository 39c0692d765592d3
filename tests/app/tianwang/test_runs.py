"""Runs of records: every record in one of them, in order; and no other record where a file was changed."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tianwang import reader as runs_module
from app.tianwang.reader import LARGEST, LONGEST, RecordReader, Run, in_runs
from app.tianwang.record import Record
from app.tianwang.sources import MemorySource
from app.tianwang.writer import encode

WHEN = datetime(2026, 3, 1, tzinfo=UTC)


def fill(path: Path, count: int) -> list[int]:
    """Offsets of the records."""
    offsets = []
    with path.open("wb") as file:
        for n in range(count):
            offsets.append(file.tell())
            file.write(encode(url=f"http://a.example/{n}", date=WHEN, data=b"page" * n))
    return offsets


@pytest.mark.parametrize("count", [0, 1, LONGEST, LONGEST + 1, 100])
def test_every_record_is_in_one_run(tmp_path: Path, count: int) -> None:
    offsets = fill(tmp_path / "a.tw", count)
    with RecordReader(tmp_path / "a.tw") as reader:
        runs = list(in_runs(reader))
    assert all(run.count <= LONGEST for run in runs)
    assert [record.offset for run in runs for record in run.records(tmp_path / "a.tw")] == offsets


def test_a_run_holds_what_a_walk_finds(samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every dialect, read at once and one by one; and the records outlive the reader."""
    for path in sorted((samples / "tianwang").glob("*.raw")):
        with RecordReader(path) as reader:
            walked = [(r.offset, r.end, r.header, r.fields, r.stored, r.closed) for r in reader if r.closed]
        with RecordReader(path) as reader:
            runs = list(in_runs(r for r in reader if r.closed))
        for limit in (LARGEST, -1):
            monkeypatch.setattr(runs_module, "LARGEST", limit)
            if limit > 0:
                read = [record for run in runs for record in run.records(path)]
                told = [(r.offset, r.end, r.header, r.fields, r.stored, r.closed) for r in read]
            else:
                told = [
                    (r.offset, r.end, r.header, r.fields, r.stored, r.closed)
                    for run in runs
                    for r in run.records(path)
                ]
            assert told == walked


@given(
    st.lists(
        st.one_of(st.text(max_size=3), st.tuples(st.integers(0, LARGEST // 3), st.booleans())), max_size=60
    )
)
def test_what_is_no_record_stays_in_its_place(found: list[str | tuple[int, bool]]) -> None:
    offset, walked = 0, []
    for one in found:
        if isinstance(one, str):
            walked.append(one)
        else:
            offset += one[1]  # a gap that nobody names
            walked.append(Record(MemorySource(b""), offset, b"version: 1.0\n\n", one[0], True))
            offset = walked[-1].end
    expected = [one if isinstance(one, str) else one.offset for one in walked]
    at, told = 0, []
    for one in in_runs(walked):  # type: ignore[type-var]
        if isinstance(one, str):
            told.append(one)
            at += 1
            continue
        assert isinstance(one, Run)
        records = walked[at : at + one.count]
        assert one.offset == records[0].offset and one.end == records[-1].end
        assert one.size == sum(record.length for record in records)
        assert all(a.end == b.offset for a, b in pairwise(records))
        assert sum(record.length for record in records[:-1]) < LARGEST
        told += [record.offset for record in records]
        at += one.count
    assert told == expected


def test_a_file_that_was_changed_meanwhile_is_told(tmp_path: Path) -> None:
    offsets = fill(tmp_path / "a.tw", 10)
    with RecordReader(tmp_path / "a.tw") as reader:
        [run] = in_runs(reader)
    with (tmp_path / "a.tw").open("r+b") as file:
        file.truncate(offsets[5] + 3)
    read = []
    with pytest.raises(OSError, match="changed while it was read"):
        read.extend(record.offset for record in run.records(tmp_path / "a.tw"))
