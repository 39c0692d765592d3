"""Headers with one changed byte come back from their own check, and nothing else is called repaired."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app.tianwang.recovery.recovery import Finding, recover
from tests import damage
from tests.damage import File


def after(folder: Path, data: bytes) -> tuple[list[Finding], bytes]:
    """The findings in a file, and what is written to `out`."""
    (folder / "file").write_bytes(data)
    (folder / "out").unlink(missing_ok=True)
    found: list[Finding] = []
    recover(folder / "file", folder / "out", on_finding=found.append)
    return found, (folder / "out").read_bytes()


@pytest.fixture
def file() -> File:
    return damage.make(random.Random(21), "own", 3, size=80, embedded=0)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_any_changed_byte_of_a_header_is_put_back(number: int, file: File, tmp_path: Path) -> None:
    """Also in the check itself, in `length`, in a name, and in a line end; the report names the byte."""
    made = file.records[number]
    for at in range(made.start, made.data):
        bits = 1 + (at * 37) % 255
        broken = bytearray(file.data)
        broken[at] ^= bits
        found, out = after(tmp_path, bytes(broken))
        assert out == file.data, at
        assert [f.kind for f in found] == ["repaired" if n == number else "recovered" for n in range(3)], at
        said = f"Byte {at} was 0x{broken[at]:02x} and is 0x{file.data[at]:02x} again"
        assert found[number].reason.startswith(said)


def test_two_changed_bytes_are_not_put_right(file: File, tmp_path: Path) -> None:
    made, chance = file.records[1], random.Random(22)
    for _ in range(60):
        broken = bytearray(file.data)
        for at in chance.sample(range(made.start, made.data), 2):
            broken[at] ^= 1 << chance.randrange(8)
        assert "repaired" not in {finding.kind for finding in after(tmp_path, bytes(broken))[0]}


def test_a_header_is_not_put_right_when_data_is_changed_too(file: File, tmp_path: Path) -> None:
    made = file.records[1]
    broken = bytearray(file.data)
    broken[made.start + 20] ^= 4
    broken[made.data + 5] ^= 4
    found, _ = after(tmp_path, bytes(broken))
    assert [f.kind for f in found] == ["recovered", "lost", "recovered"]


def test_a_record_without_data_is_put_right_as_well(tmp_path: Path) -> None:
    data = b"".join(damage.record("own", n, b"", damage.START)[0] for n in range(1, 4))
    whole = len(data) // 3
    for at in range(whole, 2 * whole - 1, 7):
        broken = bytearray(data)
        broken[at] ^= 0x11
        found, out = after(tmp_path, bytes(broken))
        assert out == data and [f.kind for f in found] == ["recovered", "repaired", "recovered"], at
