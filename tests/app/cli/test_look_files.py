"""`ls` and `cat` of files of records."""

from __future__ import annotations

import base64
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.app.cli.looking import HOME, OLD, PNG

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Refused = Callable[..., str]
Objects = Callable[..., list[dict[str, Any]]]


def test_ls_of_a_file_lists_every_record_as_it_stands(file: Path, objects: Objects, tianwang: Run) -> None:
    listed = objects("ls", file)
    whole = file.read_bytes()
    assert [one["offset"] for one in listed][1:] == [one["end"] for one in listed][:-1]
    assert [(one["status"], one["dialect"]) for one in listed] == [
        (200, "explorer"),
        (200, "explorer"),
        (200, "incremental"),
        (200, "explorer"),
        (301, "explorer"),
        (404, "explorer"),
        (200, "explorer"),
        (404, "tianwang"),
    ]
    assert listed[-1] == {
        "offset": len(whole) - len(OLD),
        "end": len(whole),
        "url": "http://a.test/北",
        "status": 404,
        "type": "",
        "date": "2003-04-15T08:13:06+00:00",
        "length": 46,
        "unzip_length": None,
        "dialect": "tianwang",
        "version": "1.0",
        "id": None,
        "base": None,
        "ip": "1.2.3.4",
        "origin": None,
    }
    assert listed[2]["base"] == listed[1]["id"] == "202611-0000002"
    assert len(tianwang("ls", file).stdout.splitlines()) == 8


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress], ids=["gz", "xz"])
def test_a_compressed_file_is_listed_and_read_by_the_same_offsets(
    file: Path, objects: Objects, tianwang: Run, tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(pack(file.read_bytes()))
    listed = objects("ls", file)
    assert objects("ls", packed) == listed
    image = next(one for one in listed if one["type"] == "image/png")
    assert tianwang("cat", packed, image["offset"]).stdout_bytes == PNG


@pytest.mark.parametrize(
    ("options", "statuses"),
    [
        (["a.test"], [200, 200, 200, 200, 301, 404, 404]),
        (["https://"], [200]),
        (["--kind", "error"], [404, 404]),
        (["--type", "image"], [200]),
        (["--type", "text/html", "--since", "2026-11-21T08:01"], [200]),
        (["--until", "2003"], [404]),
        (["--since", "2004", "--until", "2026-10"], []),
    ],
)
def test_ls_of_a_file_takes_a_choice(
    file: Path, objects: Objects, options: list[str], statuses: list[int]
) -> None:
    assert [one["status"] for one in objects("ls", file, *options)] == statuses


def test_ls_of_a_damaged_file_lists_the_rest_and_fails(file: Path, tianwang: Run, tmp_path: Path) -> None:
    whole = file.read_bytes()
    second = whole.index(b"version: 2.0")
    file.write_bytes(whole[:second] + b"?" + whole[second + 1 :])
    result = tianwang("ls", file, code=1)
    assert len(result.stdout.splitlines()) == 7
    assert f"bytes from byte {second} on are no record" in result.stderr
    assert result.stderr.endswith(
        f"{file} is damaged. What is left of it: tianwang recover {file} --out FILE\n"
    )
    file.write_bytes(b"Dear diary,\n")
    assert tianwang("ls", file, code=1).stderr.endswith(f"tianwang: {file} is no Tianwang file.\n")


def test_ls_of_a_file_makes_no_status_up_for_data_that_does_not_inflate(
    fill: Fill, make_capture: Make, tianwang: Run, objects: Objects
) -> None:
    archive = fill(make_capture("http://a.test/", HOME * 9))
    path = archive.path / "batches/202611/0000.tw"
    assert objects("ls", path)[0]["status"] == 200
    data = bytearray(path.read_bytes())
    data[data.index(b"\n\n") + 2] ^= 0xFF
    path.write_bytes(data)
    assert objects("ls", path)[0]["status"] is None
    assert tianwang("ls", path).stderr.startswith("The record at byte 0 is damaged: DATA does not inflate")


def test_ls_of_a_file_refuses_what_only_an_archive_has(file: Path, refused: Refused) -> None:
    for option in (("--batch", "202611"), ("--visits",)):
        told = refused("ls", file, *option)
        assert f"Invalid value for {option[0]}: " in told
        assert "is a file; only an archive has that" in told


@pytest.mark.parametrize("wanted", ["0", "202611-0000001"])
def test_cat_of_a_file_takes_an_offset_or_an_id(file: Path, tianwang: Run, wanted: str) -> None:
    assert tianwang("cat", file, wanted).stdout == "<title>Before</title>"


def test_cat_of_a_file_takes_an_address_and_every_aspect(file: Path, tianwang: Run, objects: Objects) -> None:
    assert tianwang("cat", file, "b.test/x", "--as", "body").stdout == "<title>X</title>"
    assert tianwang("cat", file, "http://a.test/北", "--as", "headers").stdout.startswith("HTTP/1.0 404")
    assert tianwang("cat", file, "http://a.test/北", "--as", "text").stdout == "Gone\n"
    assert tianwang("cat", file, "http://a.test/北", "--as", "record").stdout_bytes == OLD
    [told] = objects("cat", file, "a.test/logo.png")
    assert base64.b64decode(told["content"]) == PNG
    assert told["id"] == "202611-0000004" and file.read_bytes()[told["offset"] :].startswith(b"version: 1.0")


def test_cat_of_a_file_says_what_it_does_not_find(file: Path, tianwang: Run) -> None:
    told = tianwang("cat", file, "7", code=1).stderr
    assert told.startswith(f"tianwang: No record begins at byte 7 of {file}: ") and "tianwang ls" in told
    assert tianwang("cat", file, "http://c.test/", code=1).stderr.endswith(
        "holds no record of http://c.test/.\n"
    )


def test_an_offset_of_any_size_is_one_that_is_not_there(file: Path, tianwang: Run) -> None:
    assert tianwang("cat", file, "9" * 5000, code=1).stderr.startswith(
        "tianwang: No record begins at byte 999"
    )


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_what_is_no_file_is_said_to_be_none(tianwang: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for command in (["ls"], ["verify"], ["cat", "0"]):
        told = tianwang(command[0], tmp_path / "pipe", *command[1:], code=1).stderr
        assert told.startswith(f"tianwang: {tmp_path / 'pipe'} is no file that can be read at any place.")
