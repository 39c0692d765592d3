"""Files whose line ends a transfer in text mode converted: what comes back exactly, what nearly, what not."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from app.tianwang.recovery.recovery import RecoveryReport, recover, scan
from tests import damage

CONVERSIONS: dict[str, Callable[[bytes], bytes]] = {
    "CR before every LF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR before every LF without one": lambda data: re.sub(rb"(?<!\r)\n", b"\r\n", data),
    "CRLF to LF": lambda data: data.replace(b"\r\n", b"\n"),
    "no CR": lambda data: data.replace(b"\r", b""),
}


def converted(folder: Path, data: bytes) -> tuple[RecoveryReport, bytes]:
    """The report on a file and what was written to `out`; checks that the findings cover the file."""
    (folder / "file").write_bytes(data)
    (folder / "out").unlink(missing_ok=True)
    at = 0
    for finding in scan(folder / "file"):
        assert finding.offset == at < finding.end
        at = finding.end
    assert at == len(data)
    return recover(folder / "file", folder / "out"), (folder / "out").read_bytes()


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_added_returns_are_taken_out_again_exactly(dialect: str, tmp_path: Path) -> None:
    """Every byte of the file comes back, also of compressed DATA, of headers with CRLF, and of records in pages."""
    for seed in range(6):
        file = damage.make(random.Random(f"{dialect} {seed}"), dialect)
        report, out = converted(tmp_path, CONVERSIONS["CR before every LF"](file.data))
        assert out == file.data
        assert (report.text_mode, report.repaired, report.lost) == (True, len(file.records), 0)


def test_damage_in_a_converted_file_costs_what_it_hits(tmp_path: Path) -> None:
    missed = 0
    for seed in range(20):
        chance = random.Random(seed)
        file = damage.make(chance, "own")
        data = CONVERSIONS["CR before every LF"](file.data)
        hurt = damage.several(chance, data, 1)
        _, out = converted(tmp_path, hurt.data)
        missed += sum(file.data[made.start : made.end] not in out for made in file.records)
        for made in file.records:
            start = made.start + file.data.count(b"\n", 0, made.start)
            end = made.end + file.data.count(b"\n", 0, made.end)
            if hurt.place(start, end) is not None:
                assert file.data[made.start : made.end] in out, hurt.what
    assert missed


@pytest.mark.parametrize("conversion", CONVERSIONS)
@pytest.mark.parametrize("dialect", ["compressed", "own", "old own"])
def test_what_is_called_repaired_has_every_byte_it_had(dialect: str, conversion: str, tmp_path: Path) -> None:
    count = Counter[str]()
    for seed in range(6):
        file = damage.make(random.Random(f"{dialect} {seed}"), dialect, embedded=0)
        whole = {file.data[made.start : made.end] for made in file.records}
        report, out = converted(tmp_path, CONVERSIONS[conversion](file.data))
        exact = sum(record in out for record in whole)
        assert exact >= report.repaired + report.recovered
        count["exact"] += exact
        count["all"] += len(whole)
    if conversion != "no CR":  # that takes bytes out of compressed DATA that nothing can put back
        assert count["exact"] > 0.9 * count["all"]


def plain_file(body: bytes) -> bytes:
    pages = [damage.response(body + b"%d</p>" % number, b"\r\n\n") for number in range(6)]
    return b"".join(damage.record("tse", number, page, damage.START)[0] for number, page in enumerate(pages))


@pytest.mark.parametrize("conversion", ["CR before every LF without one", "CRLF to LF", "no CR"])
def test_http_headers_get_their_returns_back_where_just_those_are_missing(
    conversion: str, tmp_path: Path
) -> None:
    data = plain_file(b"<p>one\ntwo\nversion: three\n")
    report, out = converted(tmp_path, CONVERSIONS[conversion](data))
    assert out == data and (report.text_mode, report.repaired) == (True, 6)
    assert all("their number is what the length misses" in finding.reason for finding in report.findings)


def test_where_nothing_says_which_returns_are_missing_the_record_is_suspect(tmp_path: Path) -> None:
    """Its length is set to what is there, so that every reader can read it."""
    data = plain_file(b"<p>one\r\ntwo\nthree\r\nfour\n")
    report, out = converted(tmp_path, CONVERSIONS["CRLF to LF"](data))
    assert (report.text_mode, report.suspect, report.lost) == (True, 6, 0)
    (tmp_path / "again").write_bytes(out)
    assert {finding.kind for finding in scan(tmp_path / "again")} == {"recovered"}


@pytest.mark.parametrize("dialect", damage.DIALECTS)
def test_other_damage_is_not_taken_for_a_conversion(dialect: str, tmp_path: Path) -> None:
    for seed in range(40):
        chance = random.Random(f"{dialect} {seed}")
        (tmp_path / "file").write_bytes(damage.several(chance, damage.make(chance, dialect).data, 2).data)
        assert not recover(tmp_path / "file").text_mode
