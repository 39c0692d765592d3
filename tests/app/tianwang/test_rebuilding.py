"""Responses come out of incremental records byte for byte, or with a sentence that says why they do not."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.archive.batches import Held
from app.archive.upkeep.checking import examine
from app.errors import FormatError
from app.tianwang import rebuilding
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import MAX_CHAIN, Neighbours, Rebuilder, seal_of, whole
from app.tianwang.recipe import Copy, Recipe, Share, Write, encode_recipe
from app.tianwang.record import Record
from app.tianwang.recovery.recovery import recover
from app.tianwang.sources import MemorySource
from app.tianwang.writer import encode

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + b"<p>The page, the page</p>" * 30


def id_of(serial: int) -> str:
    return f"202611-{serial:07d}"


def full(serial: int, data: bytes = PAGE) -> bytes:
    return encode(url="http://a.example/", date=NOON, data=data, extra=[("id", id_of(serial))], digest=True)


def increment(serial: int, base: str, recipe: Recipe | bytes, rebuilt: bytes | str = b"") -> bytes:
    seal = rebuilt if isinstance(rebuilt, str) else seal_of(rebuilt)
    data = recipe if isinstance(recipe, bytes) else encode_recipe(recipe)
    extra = [("id", id_of(serial)), ("base", base), ("rebuilt", seal)]
    return encode(url="http://a.example/", date=NOON, data=data, extra=extra, digest=True, version="2.0")


def grown(count: int) -> tuple[list[bytes], list[bytes]]:
    """Records of which each puts a line before what the one before it stands for, and what they stand for."""
    datas, records = [PAGE], [full(1)]
    for serial in range(2, count + 1):
        line = b"line %d\n" % serial
        datas.append(line + datas[-1])
        records.append(
            increment(serial, id_of(serial - 1), Recipe((Write(line), Copy(0, len(datas[-2])))), datas[-1])
        )
    return records, datas


def read(*encoded: bytes) -> list[Record]:
    records, at = [], 0
    for one in encoded:
        end = one.index(b"\n\n") + 2
        record = Record(MemorySource(one, at, "x.tw"), at, one[:end], len(one) - end - 1, True)
        records.append(record)
        at += len(one)
    return records


def rebuilder(records: list[Record]) -> Rebuilder:
    return Rebuilder({record.get("id") or "": record for record in records}.get)


def test_a_chain_is_rebuilt_in_any_order() -> None:
    encoded, datas = grown(21)
    records = read(*encoded)
    for order in (range(21), reversed(range(21))):
        machine = rebuilder(records)
        for n in order:
            assert machine.data(records[n]) == datas[n]
    assert not any(examine(Held(record), strict=True).wrong for record in records)


def test_a_small_memory_changes_nothing() -> None:
    encoded, datas = grown(10)
    records = read(*encoded)
    machine = Rebuilder({record.get("id") or "": record for record in records}.get, room=5000)
    assert [machine.data(record) for record in records] == datas


def test_from_old_to_new_one_recipe_is_followed_a_record_even_when_pages_take_turns() -> None:
    pages = [PAGE + b"<p>%d</p>" % page for page in range(5)]
    records: list[Record] = []
    for version in range(8):
        for page, data in enumerate(pages):
            made, serial = b"line %d\n" % version + data, 5 * version + page + 1
            recipe = Recipe((Write(made[: len(made) - len(data)]), Copy(0, len(data))))
            one = increment(serial, id_of(serial - 5), recipe, made) if version else full(serial, data)
            pages[page] = made if version else data
            records += read(one)
    asked: list[str] = []
    known = {record.get("id") or "": record for record in records}
    machine = Rebuilder(lambda id: asked.append(id) or known[id], room=7 * len(pages[0]))
    for record in records:
        machine.data(record)
    assert asked == [id_of(serial - 5) for serial in range(6, 41)]


def reason(record: Record, *others: Record) -> str:
    began = time.perf_counter()
    with pytest.raises(FormatError) as caught:
        rebuilder([*others, record]).data(record)
    assert time.perf_counter() - began < 5
    return caught.value.rule


def test_records_cannot_name_each_other() -> None:
    """What a record names stands before it, so there is no circle."""
    first, second = read(
        increment(2, id_of(3), Recipe((Copy(0, 5),)), b"12345"),
        increment(3, id_of(2), Recipe((Copy(0, 5),)), b"12345"),
    )
    assert "does not stand before it" in reason(first, second) and "does not stand before it" in reason(
        second, first
    )
    itself = read(increment(2, id_of(2), Recipe((Copy(0, 5),)), b"12345"))[0]
    assert "does not stand before it" in reason(itself)
    sharing = read(increment(2, id_of(1), Recipe((Share(((id_of(3), 0),), 5),)), b"12345"))[0]
    assert id_of(3) in reason(sharing, *read(full(1)))
    other_batch = read(increment(2, "202610-0000001", Recipe((Copy(0, 5),)), b"12345"))[0]
    assert "202610-0000001" in reason(other_batch)
    assert "names nonsense" in reason(read(increment(2, "nonsense", Recipe((Copy(0, 5),)), b"12345"))[0])
    assert "names ?," in reason(read(increment(2, "", Recipe((Copy(0, 5),)), b"12345"))[0])


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (increment(2, id_of(1), Recipe((Copy(900, 5),)), b"12345"), "behind the end"),
        (increment(2, id_of(1), Recipe((Copy(0, 5),)), b"other"), "does not have the digest"),
        (increment(2, id_of(1), Recipe((Copy(0, 5),)), "no digest"), "does not have the digest"),
        (increment(2, id_of(1), b"\n" + b"c 0 268435456\n" * 2 + b"\n", PAGE[:5]), "too many bytes"),
        (increment(2, id_of(1), b"garbage" * 9, PAGE[:5]), "no list of records"),
        (increment(2, id_of(1), b"\nc 0 700\n" + b"c -700 700\n" * 199_999 + b"\n", b""), "does not have"),
    ],
)
def test_a_hostile_recipe_is_refused_soon(record: bytes, wanted: str) -> None:
    assert wanted in reason(*read(record), *read(full(1)))


def test_a_missing_or_damaged_base_is_named() -> None:
    encoded, _ = grown(4)
    records = read(*encoded)
    assert reason(records[3], *records[1:3]) == f"the record {id_of(1)}, which it builds on, is not there"
    harmed = encoded[1][:-3] + b"??\n"
    assert reason(records[3], records[0], *read(harmed), records[2]).startswith(
        f"{id_of(2)}, which it builds on, is damaged"
    )
    harmed = encoded[0][:-3] + b"??\n"
    assert reason(records[3], *read(harmed), *records[1:3]).startswith(
        f"{id_of(1)}, which it builds on, is damaged"
    )
    visit = read(
        encode(
            url="http://a.example/",
            date=NOON,
            data=b"",
            extra=[("id", id_of(1)), ("base", id_of(0))],
            version="2.0",
        )
    )
    assert "has no DATA" in reason(records[1], *visit)


def test_an_endless_chain_ends() -> None:
    encoded, _ = grown(MAX_CHAIN + 3)
    records = read(*encoded)
    assert str(MAX_CHAIN) in reason(records[-1], *records[:-1])


def test_records_that_are_shared_with_are_read_once_each_and_within_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = Recipe((Copy(0, 10), *(Share(((id_of(2), 5), (id_of(3), 5)), 7) for _ in range(50))))
    made = PAGE[:10] + PAGE[5:12] * 50
    records = {
        record.get("id") or "": record
        for record in read(
            full(1),
            full(2),
            full(3),
            increment(4, id_of(1), recipe, made),
        )
    }
    asked: list[str] = []
    machine = Rebuilder(lambda id: asked.append(id) or records[id])
    assert machine.data(records[id_of(4)]) == made and asked == [id_of(1), id_of(2)]
    monkeypatch.setattr(rebuilding, "MAX_REBUILT", len(PAGE) - 1)
    with pytest.raises(FormatError, match="the records that it shares bytes with are too large"):
        Rebuilder(records.get).data(records[id_of(4)])


def test_what_is_whole_again_is_a_record_that_others_can_read() -> None:
    encoded, datas = grown(3)
    records = read(*encoded)
    made = whole(records[2], datas[2])
    assert (made.version, made.url, made.date, made.get("id"), made.data()) == (
        "1.0",
        "http://a.example/",
        NOON,
        id_of(3),
        datas[2],
    )
    assert (
        made.raw("base") is None
        and made.raw("rebuilt") is None
        and not examine(Held(made), strict=True).wrong
    )


def test_files_alone_rebuild_across_the_files_of_a_batch(tmp_path: Path) -> None:
    encoded, datas = grown(6)
    (tmp_path / "0000.tw").write_bytes(b"".join(encoded[:2]) + b"damage\n" + encoded[2])
    (tmp_path / "0001.tw").write_bytes(b"".join(encoded[3:]))
    beside = Neighbours(tmp_path / "0001.tw")
    with RecordReader(tmp_path / "0001.tw") as reader:
        assert [beside.data(record) for record in reader] == datas[3:]


def test_recovery_keeps_the_records_and_tells_which_versions_are_lost(tmp_path: Path) -> None:
    encoded, _ = grown(6)
    broken = bytearray(b"".join(encoded))
    broken[len(encoded[0]) + len(encoded[1]) + len(encoded[2]) - 4] ^= 0xFF  # in DATA of the third
    (tmp_path / "broken.raw").write_bytes(broken)
    report = recover(tmp_path / "broken.raw", tmp_path / "proven.raw", suspects=False)
    assert (report.recovered, report.suspect, report.lost) == (5, 1, 0)
    assert [one.id for one in report.unbuilt] == [id_of(n) for n in (4, 5, 6)]
    assert {one.reason for one in report.unbuilt} == {
        f"the record {id_of(3)}, which it builds on, is not there"
    }
    report = recover(tmp_path / "broken.raw", tmp_path / "whole.raw")
    assert [one.id for one in report.unbuilt] == [id_of(n) for n in (3, 4, 5, 6)]
    (tmp_path / "cut.raw").write_bytes(b"".join(encoded[3:]))
    report = recover(tmp_path / "cut.raw")
    assert report.recovered == 3 and [one.id for one in report.unbuilt] == [id_of(n) for n in (4, 5, 6)]
    (tmp_path / "all.raw").write_bytes(b"".join(encoded))
    assert recover(tmp_path / "all.raw", tmp_path / "all-whole.raw").unbuilt == []
