"""Recovery on generated damages: no untouched record is missed, and nothing that is no record is called recovered."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from app.tianwang.recovery.recovery import Finding, scan
from tests import damage
from tests.damage import Damage, File, Made

SEEDS = range(25)  # in each of six dialects, four kinds of damage


def findings(path: Path, data: bytes) -> list[Finding]:
    """What is found in `data`, after checking that it covers every byte once."""
    path.write_bytes(data)
    found = list(scan(path))
    at = 0
    for finding in found:
        assert finding.offset == at < finding.end
        at = finding.end
    assert at == len(data)
    return found


def changed_unseen(file: File, hurt: Damage, found: Finding) -> bool:
    """Whether this is a record of the file changed where nothing in it could tell: a byte of DATA without any checksum,
    or of a header without header-check."""
    ends = {place for made in file.records if (place := after(hurt, made)) is not None}
    for made in file.records:
        same_size = found.end - found.offset == made.end - made.start
        if hurt.place(made.start, made.data) == found.offset and not made.proof and same_size:
            return True
        begins = hurt.place(made.start, made.start + 8) == found.offset and not made.sealed
        if begins and (found.end in ends or (not made.proof and same_size)):
            return True
    return False


def after(hurt: Damage, made: Made) -> int | None:
    """Where the DATA of a record ends now, if it was not touched."""
    at = hurt.place(made.data, made.end)
    return None if at is None else at + made.end - made.data


def check(path: Path, file: File, hurt: Damage) -> Counter[str]:
    """Compare what is found with the truth; returns how many true and false records became what."""
    found = findings(path, hurt.data)
    places = {(finding.offset, finding.end): finding for finding in found}
    count = Counter[str]()
    true = set()
    for made in file.records:
        at = hurt.place(made.start, made.end)
        if at is not None:
            true.add((at, at + made.end - made.start))
            finding = places.get((at, at + made.end - made.start))
            assert finding is not None and finding.kind in ("recovered", "suspect"), (
                f"missed {made} after {hurt.what}"
            )
            assert finding.url == made.url
            count[f"true {finding.kind}"] += 1
    for finding in found:
        if (finding.offset, finding.end) not in true and finding.kind != "lost":
            if finding.kind == "recovered":
                assert changed_unseen(file, hurt, finding), f"false {finding} after {hurt.what}"
            count[f"false {finding.kind}"] += 1
    return count


def joined(chance: random.Random, dialect: str) -> tuple[File, Damage]:
    first, second = damage.make(chance, dialect), damage.make(chance, dialect)
    by = len(first.data)
    moved = tuple(
        Made(m.start + by, m.end + by, m.data + by, m.url, m.proof, m.sealed) for m in second.records
    )
    return File(first.data + second.data, first.records + moved, dialect), damage.join(
        chance, first.data, second.data
    )


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_an_undamaged_file_is_recovered_whole(dialect: str, tmp_path: Path) -> None:
    """Records in pages, also copies with digests and lengths that lie, are never taken for records."""
    for seed in range(8):
        file = damage.make(random.Random(seed), dialect, embedded=0.7)
        found = findings(tmp_path / "file", file.data)
        assert [(f.kind, f.offset, f.end) for f in found] == [
            ("recovered", m.start, m.end) for m in file.records
        ]


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_one_damage_costs_only_what_it_hits(dialect: str, tmp_path: Path) -> None:
    """Sectors wiped, bits flipped, bytes cut out, cut off or put in."""
    count = Counter[str]()
    for seed in SEEDS:
        chance = random.Random(f"{dialect} {seed}")
        file = damage.make(chance, dialect)
        count += check(tmp_path / "file", file, damage.several(chance, file.data, 1))
    assert count["true recovered"] > (0.75 if dialect == "mixed" else 0.95) * (
        count["true recovered"] + count["true suspect"]
    )


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_a_file_with_four_damages(dialect: str, tmp_path: Path) -> None:
    count = Counter[str]()
    for seed in SEEDS:
        chance = random.Random(f"{dialect} {seed}")
        file = damage.make(chance, dialect)
        count += check(tmp_path / "file", file, damage.several(chance, file.data, 4))
    assert count["true recovered"] > 0.5 * (count["true recovered"] + count["true suspect"])


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_records_inside_the_page_of_a_destroyed_record_are_at_best_suspect(
    dialect: str, tmp_path: Path
) -> None:
    count = Counter[str]()
    for seed in SEEDS:
        chance = random.Random(f"{dialect} {seed}")
        file = damage.make(chance, dialect, embedded=0.8)
        count += check(tmp_path / "file", file, damage.destroy_header(chance, file))
    assert count["false recovered"] == 0 < count["true recovered"]


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_two_files_joined_in_the_middle_of_a_record(dialect: str, tmp_path: Path) -> None:
    count = Counter[str]()
    for seed in SEEDS:
        count += check(tmp_path / "file", *joined(random.Random(f"{dialect} {seed}"), dialect))
    assert count["false recovered"] == 0 < count["true recovered"]


@pytest.mark.parametrize(
    "tail", [b"", b"And so on.\n", b"\nversion: 1.0\nurl: http://liar/\n"], ids=["none", "text", "more"]
)
@pytest.mark.parametrize("copies", [1, 3, 40])
@pytest.mark.parametrize("dialect", ["tse", "own", "early"])
def test_a_page_that_is_a_tianwang_file_itself(
    dialect: str, copies: int, tail: bytes, tmp_path: Path
) -> None:
    """Its header is wiped, so nothing says where it ends: whole rows of proper records stand in it."""
    chance = random.Random(f"{dialect} {copies}")
    page = b"".join(
        damage.record(dialect, 700 + number, damage.page(chance, 300), damage.START.replace(year=2005))[0]
        for number in range(copies)
    )
    before, behind = damage.make(chance, dialect, 6), []
    out = bytearray(before.data)
    host, head, _ = damage.record(
        "tse" if dialect == "own" else dialect, 7, damage.response(page + tail), damage.START
    )
    victim = (len(out), len(out) + head + 30)
    out += host
    for serial in range(8, 14):
        date = damage.START.replace(year=2006)
        data, head, url = damage.record(dialect, serial, damage.page(chance, 900), date)
        behind.append(
            Made(len(out), len(out) + len(data), len(out) + head, url, dialect == "own", dialect == "own")
        )
        out += data
    file = File(bytes(out), (*before.records, *behind), dialect)
    hurt = damage.overwrite(file.data, victim[0], bytes(victim[1] - victim[0]), "header wiped")
    count = check(tmp_path / "file", file, hurt)
    # without a checksum nothing proves where the record before the wiped header ends
    assert count["true recovered"] == 12 - (dialect != "own") and count["false recovered"] == 0


def test_a_damaged_header_still_says_where_its_record_ends(tmp_path: Path) -> None:
    """So the records in its page are not even suspect."""
    chance = random.Random(5)
    inner = damage.make(chance, "tse", 4).data
    one, _, _ = damage.record("tse", 1, damage.page(chance, 500), damage.START)
    host, _, _ = damage.record("tse", 2, damage.response(inner), damage.START)
    rest = b"".join(damage.record("tse", n, damage.page(chance, 500), damage.START)[0] for n in range(3, 8))
    for old, new in ((b"version:", b"vers\0on:"), (b"url:", b"url\0"), (b"\nip", b"\0ip")):
        found = findings(tmp_path / "file", one + host.replace(old, new, 1) + rest)
        assert [f.kind for f in found] == ["recovered", found[1].kind, *["recovered"] * 5], old
        assert (found[1].offset, found[1].end, found[1].kind == "recovered") == (
            len(one),
            len(one + host),
            False,
        )


@pytest.mark.parametrize("dialect", ["own", "compressed"])
def test_a_wrong_length_is_put_right_where_a_checksum_proves_it(dialect: str, tmp_path: Path) -> None:
    chance = random.Random(6)
    file = damage.make(chance, dialect, 5, embedded=0)
    victim = file.records[2]
    head = file.data[victim.start : victim.data]
    length = re.search(rb"\nlength: (\d)", head)
    assert length is not None
    at = victim.start + length.start(1)
    broken = bytearray(file.data)
    broken[at] = ord("1") if broken[at] != ord("1") else ord("2")
    found = findings(tmp_path / "file", bytes(broken))
    assert [f.kind for f in found] == ["recovered", "recovered", "repaired", "recovered", "recovered"]


def test_what_single_bytes_do_to_a_sealed_record(tmp_path: Path) -> None:
    """Every byte of the middle one of three, changed in two ways: it is never called recovered, and the others are."""
    chance = random.Random(7)
    file = damage.make(chance, "own", 3, size=60, embedded=0)
    victim = file.records[1]
    for at in range(victim.start, victim.end):
        for bits in (1, 0x20):
            broken = bytearray(file.data)
            broken[at] ^= bits
            found = {(f.offset, f.end): f.kind for f in findings(tmp_path / "file", bytes(broken))}
            assert found.get((victim.start, victim.end)) != "recovered", at
            for other in (file.records[0], file.records[2]):
                assert found[other.start, other.end] in ("recovered", "suspect"), at


def test_damage_at_every_byte_of_a_plain_file_misses_nothing(tmp_path: Path) -> None:
    """Each byte in turn is taken out."""
    chance = random.Random(8)
    file = damage.make(chance, "tse", 6, size=200, embedded=0.4)
    count = Counter[str]()
    places = range(0, len(file.data), 7)
    for at in places:
        count += check(
            tmp_path / "file", file, damage.splice(file.data, at, at + 1, b"", f"byte {at} taken out")
        )
    assert count["true recovered"] + count["true suspect"] == 5 * len(places)


def test_a_wiped_sector_in_a_page_is_noticed_without_any_checksum(tmp_path: Path) -> None:
    chance = random.Random(9)
    file = damage.make(chance, "tse", 4, size=6000, embedded=0)
    victim = max(file.records, key=lambda made: made.end - made.data)
    at = (victim.data // 512 + 1) * 512
    found = findings(tmp_path / "file", damage.overwrite(file.data, at, bytes(512), "").data)
    kinds = {f.offset: f.kind for f in found}
    assert kinds.pop(victim.start) == "suspect" and set(kinds.values()) == {"recovered"}
    zeros, _, _ = damage.record("tse", 1, bytes(5000), damage.START)  # a page of zeros is no wiped sector
    assert [f.kind for f in findings(tmp_path / "file", zeros)] == ["recovered"]


def test_the_last_record_needs_no_newline(tmp_path: Path) -> None:
    file = damage.make(random.Random(10), "tse", 3)
    assert [f.kind for f in findings(tmp_path / "file", file.data[:-1])] == [
        "recovered",
        "recovered",
        "repaired",
    ]


@pytest.mark.timeout(60)
def test_hostile_bytes_take_no_longer_than_others(tmp_path: Path) -> None:
    """Beginnings of headers without an end, headers in headers, thousands of records in a page whose end is open."""
    inner = b"".join(damage.record("tse", n, b"<p>", damage.START)[0] for n in range(3000))
    host, _, _ = damage.record("tse", 1, inner, damage.START)
    for data in (
        b"version:" * 80_000,
        b"version: 1.0\n" * 40_000,
        b"version: 1.0\n" + b"xversion: 1.0\n" * 9_000 + b"length: 0\n\n\n",
        host + b"other text",
        b"version: 1.0\nurl: x\n" + inner + b"other text",
    ):
        assert {f.kind for f in findings(tmp_path / "file", data)} <= {"lost", "suspect"}


def test_a_scan_may_begin_at_any_record(tmp_path: Path) -> None:
    """What is known of the file then comes from the records from there on."""
    file = damage.make(random.Random(11), "own", 14, embedded=0)
    victim = file.records[9]
    hurt = damage.overwrite(file.data, victim.start, bytes(victim.data - victim.start), "header wiped")
    (tmp_path / "file").write_bytes(hurt.data)
    found = list(scan(tmp_path / "file", start=file.records[7].start))
    assert [(f.kind, f.offset) for f in found] == [
        ("lost" if made is victim else "recovered", made.start) for made in file.records[7:]
    ]


def test_bytes_that_are_no_records_are_lost(tmp_path: Path) -> None:
    for data in (b"\n", b"version:", b"version: 1.0\n\n", bytes(3000), random.Random(1).randbytes(5000)):
        assert [f.kind for f in findings(tmp_path / "file", data)] == ["lost"]
    assert findings(tmp_path / "file", b"") == []


def test_real_files_are_recovered_whole_and_their_damaged_copies_as_far_as_they_go(
    samples: Path, tmp_path: Path
) -> None:
    for name in ("tse-A-08", "tse-dup", "tse-quirks", "tse-A-link4SE"):
        path = samples / "tianwang" / f"{name}.raw"
        assert {f.kind for f in scan(path)} == {"recovered"}
        made = tuple(Made(f.offset, f.end, f.offset, f.url, False, False) for f in scan(path))
        file = File(path.read_bytes(), made, name)
        for seed in range(3):
            hurt = damage.several(random.Random(seed), file.data, 3)
            places = {(f.offset, f.end): f.kind for f in findings(tmp_path / "file", hurt.data)}
            for record in made:
                at = hurt.place(record.start, record.end)
                assert at is None or places[at, at + record.end - record.start] in ("recovered", "suspect")
    [*whole, cut] = scan(samples / "tianwang" / "tse-truncated.raw")
    assert {f.kind for f in whole} == {"recovered"} and (cut.kind, cut.end) == ("lost", 3072000)
