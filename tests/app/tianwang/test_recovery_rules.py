"""What decides between a record of the file and one that only looks like it: small files made for one rule each."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.tianwang.recovery.recovery import Finding, scan
from tests import damage


def findings(folder: Path, data: bytes) -> list[Finding]:
    (folder / "file").write_bytes(data)
    return list(scan(folder / "file"))


def kinds(folder: Path, data: bytes) -> list[str]:
    return [finding.kind for finding in findings(folder, data)]


def records(dialect: str, count: int, size: int = 200, first: int = 1) -> list[bytes]:
    """Records from serial `first` on, 20 seconds from each to the next."""
    chance = random.Random(f"{dialect} {first}")
    dates = [damage.START + timedelta(seconds=20 * (first + n)) for n in range(count)]
    return [
        damage.record(dialect, first + n, damage.page(chance, size), date)[0] for n, date in enumerate(dates)
    ]


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    "lines", [rb"header-check:.*\n", rb"digest:.*\nheader-check:.*\n", rb"id:.*\ndigest:.*\nhe.*\n"]
)
def test_a_record_that_lost_its_checks_among_others_is_suspect(
    lines: bytes, number: int, tmp_path: Path
) -> None:
    """Even in a file of three; the id may be lost with them where those of the others leave a place for it."""
    made = records("own", 3)
    made[number] = re.sub(b"\n" + lines, b"\n", made[number], count=1)
    expected = "recovered" if lines.startswith(b"id") and number != 1 else "suspect"
    assert kinds(tmp_path, b"".join(made)) == [expected if n == number else "recovered" for n in range(3)]


def test_records_of_an_older_program_before_those_with_checks_are_recovered(tmp_path: Path) -> None:
    data = b"".join(records("old own", 4) + records("own", 4, first=5))
    assert set(kinds(tmp_path, data)) == {"recovered"}


def test_ids_that_leap_further_than_the_lost_bytes_allow_are_of_another_file(tmp_path: Path) -> None:
    """A row in the page of a destroyed record that the end of the file cuts: digests and dates fit."""
    own = records("own", 12, 900)
    for first, expected in ((800, "suspect"), (14, "recovered")):
        inside = b"<p>" * 200 + b"".join(records("own", 3, 80, first))
        found = findings(tmp_path, b"".join(own) + inside + b"version: 1.0\nurl: http://cut.example/\nda")
        assert [f.kind for f in found if f.offset > sum(map(len, own))][:3] == [expected] * 3


def test_dates_that_leap_are_of_another_file_where_a_row_ends_in_damage(tmp_path: Path) -> None:
    own = records("tse", 12, 900)
    cut = b"version: 1.0\nurl: http://cut.example/\nda"
    for days, expected in ((0, "recovered"), (900, "suspect")):
        date = damage.START + timedelta(days=days, minutes=5)
        row = [damage.record("tse", 50 + n, b"<p>" * 20, date + timedelta(seconds=n))[0] for n in range(4)]
        found = findings(tmp_path, b"".join(own) + b"<p>" * 200 + b"".join(row) + cut)
        assert [f.kind for f in found if f.url.endswith(("50.html", "51.html"))] == [expected] * 2


def test_a_file_of_two_runs_may_go_back_in_time_without_every_date_fitting_then(tmp_path: Path) -> None:
    first = [damage.record("tse", n, b"<p>" * 99, damage.START.replace(year=2005))[0] for n in range(12)]
    second = records("tse", 12, 300)
    row = [damage.record("tse", 70 + n, b"x" * 20, damage.START - timedelta(days=90))[0] for n in range(4)]
    found = findings(
        tmp_path, b"".join(first + second) + b"<p>" * 50 + b"".join(row) + b"version: 1.0\nurl: "
    )
    assert [f.kind for f in found][-6:] == ["lost", *["suspect"] * 4, "lost"]
    assert {f.kind for f in found[:-7]} == {"recovered"}


def test_records_in_the_place_of_compressed_data_are_kept(tmp_path: Path) -> None:
    """The length of the first was changed so that it ends where the fourth does."""
    made = records("compressed", 6)
    inside = b"".join(made[1:4])
    length = re.search(rb"\nlength: (\d+)", made[0])
    assert length is not None
    longer = b"%d" % (int(length[1]) + len(inside))
    lying = made[0][: length.start(1)] + longer + made[0][length.end(1) :]
    spoilt = bytearray(lying + inside)
    spoilt[-20] ^= 1  # so that no whole row ends with it
    found = findings(tmp_path, bytes(spoilt) + b"".join(made[4:]))
    places = {(f.offset, f.end): f.kind for f in found}
    at = len(lying)
    for record in made[1:3]:
        assert places[at, at + len(record)] in ("recovered", "suspect")
        at += len(record)


def test_an_attribute_that_stands_twice_shows_two_headers_joined(tmp_path: Path) -> None:
    made = records("tse", 5)
    cut = made[1].index(b"\ndate") + 1
    made[1] = made[1][:cut] + made[1][made[1].index(b"url:") :]
    assert kinds(tmp_path, b"".join(made)) == ["recovered", "suspect", *["recovered"] * 3]


def test_an_early_record_without_data_is_whole(tmp_path: Path) -> None:
    data = b"".join(damage.record("early", n, b"", damage.START)[0] for n in range(3))
    assert kinds(tmp_path, data) == ["recovered"] * 3


def test_the_last_record_without_checks_may_have_lost_any_byte(tmp_path: Path) -> None:
    """One that ends in a newline where the file ends, but is a byte short."""
    whole, _, _ = damage.record("tse", 1, b"<p>one\ntwo\n", damage.START)
    for data in (whole[:-1], whole.replace(b"one", b"on")):
        assert kinds(tmp_path, data) == ["suspect"]
    sealed, _, _ = damage.record("own", 1, b"<p>one\ntwo\n", damage.START)
    assert kinds(tmp_path, sealed[:-1]) == ["repaired"]


def test_a_record_behind_the_rest_of_a_header_that_lies_is_kept(tmp_path: Path) -> None:
    """Two sectors changed places: the rest of a header tells of a record to the end, and another one is in it."""
    other = damage.record("own", 1, b"<p>" * 60, damage.START)[0]
    zeros, rest = bytes(300), b"\nlength: %d\n\n"
    body = b"x" * 50 + other + b"y" * 40
    found = findings(tmp_path, zeros + rest % len(body) + body + b"\n")
    assert [f.kind for f in found] == ["lost", "suspect", "lost"]


H = b"version: 1.0\nurl: http://a/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\n"


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"version: 1.0\n" + b"xversion: 1.0\n" * 30_000 + b"length: 0\n\n\n",
        lambda: b"version: 1.0\nurl: " + b"version: 1\nx" * 25_000 + b"\nlength: 0\n\n\n",
        lambda: b"version:\n" * 500_000,
        lambda: (
            b"".join(H + b"length: %09d\n\n" % (83 * (20_000 - n) - 83 + 1) for n in range(20_000))
            + b"x\ntext"
        ),
        lambda: b"".join(H + b"length: %d\n\n\n\n" % (n * 7919 % 1_600_000) for n in range(20_000)),
        lambda: (
            (H + b"x: " + b"crc32:00000000" * 250 + b"\nheader-check: crc32:00000000\nlength: 0\n\n\n") * 150
        ),
    ],
    ids=["nested", "one long line", "marks", "lengths to the end", "lengths anywhere", "checks"],
)
def test_time_grows_with_the_file_and_not_with_what_it_claims(
    make: Callable[[], bytes], tmp_path: Path
) -> None:
    """Seconds of processor time; what looks again at all that follows takes minutes for these."""
    data = make()
    begun = time.process_time()
    assert findings(tmp_path, data)[-1].end == len(data)
    assert time.process_time() - begun < 4


@pytest.mark.parametrize("first", [0, 1])
def test_text_of_a_page_that_the_walk_lands_on_is_suspect(first: int, tmp_path: Path) -> None:
    """Bytes were added to a page without checks, and its length now leads to one of the records in its text."""
    inside = [
        damage.record("tse", 800 + n, b"HTTP/1.1 200 OK\r\n\r\nx" * 9, damage.START)[0] for n in range(2)
    ]
    text = b"HTTP/1.1 200 OK\r\n\r\n" + b"<p>page\n" * 20 + b"".join(inside) + b"<p>end"
    whole = damage.record("tse", 9, text, damage.START + timedelta(seconds=200))[0]
    behind = len(whole) - whole.index(inside[first])
    at = whole.index(b"<p>page")
    data = b"".join([*records("tse", 8), whole[:at], b"*" * behind, whole[at:], *records("tse", 8, first=10)])
    found = findings(tmp_path, data)
    start = sum(map(len, records("tse", 8)))
    assert [f.kind for f in found if f.offset < start] == ["recovered"] * 8
    assert "recovered" not in [f.kind for f in found if start < f.offset < start + len(whole) + behind]
    assert [f.kind for f in found if f.offset >= start + len(whole) + behind] == ["recovered"] * 8


@pytest.mark.parametrize(
    ("dialect", "kind"), [("tse", "suspect"), ("compressed", "recovered"), ("own", "recovered")]
)
def test_one_record_of_another_run_before_damage_is_recovered_by_its_own_checks_alone(
    dialect: str, kind: str, tmp_path: Path
) -> None:
    """Its date lies before those of the file, and its length leads to bytes that are no record."""
    other = damage.record(dialect, 3, damage.page(random.Random(2), 900), damage.START - timedelta(days=90))[
        0
    ]
    data = b"".join(records("tse", 8)) + other + b"<p>text\n" * 90
    assert kinds(tmp_path, data) == ["recovered"] * 8 + [kind, "lost"]
