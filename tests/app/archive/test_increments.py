"""Versions are stored as what has changed, come out byte for byte, and damage costs its chain at most."""

from __future__ import annotations

import hashlib
import random
import shutil
from base64 import b64encode
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.batches import Held
from app.archive.increments import FULL_EVERY
from app.archive.model import NewVisit
from app.archive.upkeep.checking import examine, verify_file
from app.errors import FormatError
from app.tianwang.writer import encode
from tests.app.archive.increments import (
    BEGIN,
    all_data,
    answer,
    damage,
    data_of,
    filled,
    new,
    page,
    records,
    size,
    words,
)
from tests.archives import everything, forget_index, in_order

Kinds = list[str]


def kinds(archive: Archive) -> Kinds:
    """Of each record: full, increment or visit."""
    return ["full" if r.version == "1.0" else "increment" if r.length else "visit" for r in records(archive)]


def test_each_version_comes_out_byte_for_byte_and_takes_a_fraction_of_the_room(
    archive: Archive, tmp_path: Path
) -> None:
    stored = filled(archive, 45)
    assert all_data(archive) == stored
    assert [n for n, kind in enumerate(kinds(archive)) if kind == "full"] == [0, 20, 40]
    assert kinds(archive).count("increment") == 42
    full = Archive.create(tmp_path / "full", policy="full")
    assert list(filled(full, 45).values()) == list(stored.values())
    assert set(kinds(full)) == {"full"} and size(archive) < 0.4 * size(full)
    assert [row[:8] for row in in_order(archive)] == [row[:8] for row in everything(full)]
    assert all_data(Archive.open(archive.path)) == stored  # in_order has made the index anew
    assert not any(examine(Held(record), strict=True).wrong for record in records(archive))


def test_what_a_record_tells_about_what_it_builds_on(archive: Archive) -> None:
    filled(archive, 3)
    first, second, third = records(archive)
    assert (second.get("base"), third.get("base")) == (first.get("id"), second.get("id"))
    assert second.get("rebuilt") == "sha256-" + b64encode(hashlib.sha256(page(1)).digest()).decode()
    assert second.get("digest") == "sha256:" + hashlib.sha256(second.stored).hexdigest()
    assert (second.dialect, first.dialect) == ("incremental", "explorer")


def test_visits_between_versions_count_and_name_an_increment(archive: Archive) -> None:
    with archive.writer() as writer:
        writer.store(new(0))
        version = writer.store(new(1))
        visits = [
            writer.store(NewVisit(version.url, BEGIN + timedelta(hours=2 + n), None, version.id, 304))
            for n in range(19)
        ]
        after = writer.store(new(60))
    made = kinds(archive)
    assert made == ["full", "increment"] + ["visit"] * 18 + ["full", "increment"]
    with archive.reader() as reader:
        assert {reader.body(visit) for visit in visits} == {reader.body(version)}
        assert data_of(reader, visits[-1].id) == page(1) and data_of(reader, after.id) == page(60)
    in_order(archive)


def test_what_a_new_month_begins_with_is_full_and_a_batch_stands_alone(
    archive: Archive, tmp_path: Path
) -> None:
    with archive.writer() as writer:
        stored = {writer.store(new(n * 24)).id: page(n * 24) for n in range(60)}
    by_month = {r.get("id"): kind for r, kind in zip(records(archive), kinds(archive), strict=True)}
    assert [by_month[f"2026{month}-0000001"] for month in (11, 12)] == ["full", "full"]
    alone = Archive.create(tmp_path / "alone")
    shutil.copytree(archive.path / "batches/202612", alone.path / "batches/202612")
    assert all_data(Archive.open(alone.path)) == {
        id: data for id, data in stored.items() if id.startswith("202612")
    }


def test_what_would_not_be_smaller_is_full(archive: Archive) -> None:
    other = [answer(words(n, 600).encode()) for n in range(3)]
    tiny = [answer(b"<p>%d" % n) for n in range(3)]
    packed = [
        answer(page(n), n).replace(b"\r\n\r\n", b"\r\nContent-Encoding: gzip\r\n\r\n", 1) for n in range(3)
    ]
    picture = [answer(b"\x89PNG\r\n\x1a\n" + page(n), n, "image/png") for n in range(3)]
    with archive.writer() as writer:
        for kind, datas in enumerate((other, tiny, packed, picture)):
            for n, data in enumerate(datas):
                writer.store(new(n, kind, data=data))
    assert set(kinds(archive)) == {"full"}
    in_order(archive)


@pytest.mark.parametrize("kind", ["text/css", "application/json", "text/plain", "application/xml"])
def test_other_texts_are_stored_as_what_has_changed_as_well(archive: Archive, kind: str) -> None:
    texts = ["\n".join([words(n, 12) for n in range(60)] + [words(500 + k, 12)]).encode() for k in range(3)]
    with archive.writer() as writer:
        ids = [writer.store(new(k, data=answer(text, k, kind))).id for k, text in enumerate(texts)]
    assert kinds(archive) == ["full", "increment", "increment"]
    with archive.reader() as reader:
        assert [reader.body(id) for id in ids] == texts


def test_what_comes_back_is_taken_from_where_the_chain_began(archive: Archive) -> None:
    there = answer(words(1, 300).encode() + words(2, 300).encode() + words(3, 300).encode())
    gone = answer(words(1, 300).encode() + words(3, 300).encode())
    with archive.writer() as writer:
        ids = [writer.store(new(n, data=data)).id for n, data in enumerate((there, gone, there))]
    assert kinds(archive) == ["full", "increment", "increment"]
    assert records(archive)[2].length < 200
    with archive.reader() as reader:
        assert data_of(reader, ids[2]) == there


def test_a_block_that_two_records_hold_is_written_no_more(archive: Archive) -> None:
    banner = f"<div>{words(77, 120)}</div>"
    with archive.writer() as writer:
        for seed in range(6):
            writer.store(new(5, seed))
        stored = {writer.store(new(6, seed, banner)).id: page(6, seed, banner) for seed in range(6)}
    lengths = [record.length for record in records(archive)[6:]]
    assert max(lengths[2:]) < min(lengths[:2]) - 300
    assert {id: data for id, data in all_data(archive).items() if id in stored} == stored
    before = all_data(archive)
    # one of the two holders is damaged: that is all that is lost
    holder = records(archive)[6]
    damage(archive.path / "batches/202611/0000.tw", holder.end - 5)
    with archive.reader() as reader:
        for id, data in before.items():
            if id != holder.get("id"):
                assert data_of(reader, id) == data
        lost = [problem.id for problem in reader.verify()]
    assert set(lost) == {holder.get("id")}
    damage(archive.path / "batches/202611/0000.tw", records(archive)[7].end - 5)
    with archive.reader() as reader, pytest.raises(FormatError, match="neither of the records is whole"):
        data_of(reader, list(stored)[2])


def test_damage_to_any_record_costs_its_chain_at_most(archive: Archive) -> None:
    """Every third record of two pages' chains, and those where chains begin, are damaged in turn."""
    stored = filled(archive, 23, seeds=2)
    path = archive.path / "batches/202611/0000.tw"
    whole = path.read_bytes()
    for number, record in enumerate(records(archive)):
        if number % 3 and number not in (1, 38, 41):
            continue
        damage(path, record.end - 2)
        with archive.reader() as reader:
            lost = set()
            for id, data in stored.items():
                try:
                    assert reader.http(id).raw_body == data.partition(b"\r\n\r\n")[2] or reader.damage(id)
                    if reader.damage(id):
                        lost.add(id)
                except FormatError:
                    lost.add(id)
            version, page_ = divmod(number, 2)
            last = 20 if version < 20 else 23
            expected = {f"202611-{2 * n + page_ + 1:07d}" for n in range(version, last)}
            assert lost == expected
            if number in (0, 1, 38, 41):
                problems = list(reader.verify())
                assert {problem.id for problem in problems} == expected
                told = [problem.sentence for problem in problems if problem.rule == "chain-broken"]
                count = len(expected) - 1
                assert told == (
                    [f"{count} later versions build on this record and cannot be rebuilt without it."]
                    if count > 1
                    else []
                )
                assert {p.rule for p in problems} <= {"digest-mismatch", "chain-broken", "not-rebuilt"}
                assert {p.id for p in verify_file(path)} == expected
        path.write_bytes(whole)
    assert FULL_EVERY == 20


def test_an_index_made_over_damage_keeps_every_place_and_id(archive: Archive) -> None:
    filled(archive, 6)
    before = everything(archive)
    path = archive.path / "batches/202611/0000.tw"
    whole = path.read_bytes()
    damage(path, records(archive)[2].end - 2)
    report = Archive.reindex(archive.path)
    assert [problem.rule for problem in report.damaged] == ["digest-mismatch"] + ["not-rebuilt"] * 3
    after = everything(archive)
    assert [row[0] for row in after] == [row[0] for row in before] and after[:2] != before
    path.write_bytes(whole)
    Archive.reindex(archive.path)
    assert everything(archive) == before


def test_what_is_extracted_anew_is_the_rebuilt_page(archive: Archive) -> None:
    filled(archive, 5)
    before = everything(archive)
    report = Archive.reextract(archive.path, everything=True)
    assert (report.read, report.changed, report.failed) == (5, 0, 0)
    assert everything(archive) == before


def test_a_page_goes_on_after_a_base_that_is_damaged(archive: Archive) -> None:
    filled(archive, 3)
    damage(archive.path / "batches/202611/0000.tw", records(archive)[1].end - 2)
    with archive.writer() as writer:
        later = writer.store(new(30))
        last = writer.store(new(31))
    assert kinds(archive)[3:] == ["full", "increment"]
    with archive.reader() as reader:
        assert [data_of(reader, one.id) for one in (later, last)] == [page(30), page(31)]


def test_nothing_builds_on_a_record_that_is_damaged_in_silence(archive: Archive) -> None:
    """DATA that is not compressed can always be read: only its digest tells."""
    dice = random.Random(3)
    noise = [bytes(dice.choices(range(1, 256), k=3000)).hex()[:3000].encode() for _ in range(3)]
    texts = [b"".join(noise[:2]) + noise[2][:n] for n in (10, 11, 12)]
    with archive.writer() as writer:
        record = writer.store(new(0, data=answer(texts[0], 0, "text/plain")))
    path = archive.path / "batches/202611/0000.tw"
    whole = records(archive)[0]
    plain = encode(
        url=whole.url,
        date=whole.date or BEGIN,
        data=whole.data(),
        level=0,
        digest=True,
        ip=whole.ip,
        extra=[("id", record.id), ("crawl", "c1")],
    )
    path.write_bytes(plain)
    Archive.reindex(archive.path)
    damage(path, len(plain) - 20)
    with archive.writer() as writer:
        ids = [writer.store(new(n, data=answer(texts[n], n, "text/plain"))).id for n in (1, 2)]
    assert kinds(archive) == ["full", "full", "increment"]
    with archive.reader() as reader:
        assert [reader.body(id) for id in ids] == texts[1:]


def test_what_a_crash_left_out_of_the_index_is_found(archive: Archive) -> None:
    stored = filled(archive, 4)
    writer = archive.writer()
    for version in range(4, 9):
        stored[writer.store(new(version)).id] = page(version)
    writer.close()  # without a commit: the index knows nothing of them
    reopened = Archive.open(archive.path)
    assert all_data(reopened) == stored
    with reopened.writer() as writer:
        stored[writer.store(new(9)).id] = page(9)
    assert kinds(archive) == ["full"] + ["increment"] * 9
    assert all_data(archive) == stored
    in_order(archive)


EDITS = st.lists(
    st.tuples(
        st.integers(0, 2), st.integers(0, 25), st.binary(max_size=30), st.integers(0, 70 * 24), st.booleans()
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=15)
@given(EDITS)
def test_any_edits_in_any_order_come_out_as_they_went_in(
    edits: list[tuple[int, int, bytes, int, bool]],
) -> None:
    with TemporaryDirectory() as name:
        archive = Archive.create(Path(name) / "a")
        stored = {}
        texts = [page(0, seed) for seed in range(3)]
        with archive.writer() as writer:
            for seed, place, text, hours, comes_back in edits:
                body = texts[seed]
                at = 200 + place * 200
                data = page(0, seed) if comes_back else body[:at] + text + body[at + len(text) // 2 :]
                texts[seed] = data
                capture = writer.store(new(hours, seed, data=data))
                stored[capture.id] = data if capture.kind == "version" else stored[capture.base or ""]
        with archive.reader() as reader:
            for id, data in stored.items():
                assert reader.http(id).raw_body == data.partition(b"\r\n\r\n")[2]
        in_order(archive)
        forget_index(archive)
        with Archive.open(archive.path).reader() as reader:
            for capture in reader.captures(kind="version"):
                assert data_of(reader, capture.id) == stored[capture.id]
