"""`ls`, `versions`, `cat` and `stats` on real archives."""

from __future__ import annotations

import base64
import gzip
import lzma
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app import __version__
from app.archive import Archive, NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Process = Callable[..., subprocess.Popen[bytes]]

HOME = "<html><head><title>主页 Home</title></head><body><p>Hello 世界</p></body></html>"
ROOT = Path(__file__).parents[3]
PNG = b"\x89PNG\r\n\x1a\n\xff\xfe"


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    """Five addresses on two hosts; the home page has two versions and one visit."""
    return fill(
        make_capture("http://a.test/", "<title>Before</title>"),
        make_capture("http://a.test/", HOME, minutes=10),
        make_capture("http://a.test/", HOME, minutes=20),
        make_capture("http://a.test/logo.png", PNG, media_type="image/png"),
        make_capture("http://a.test/old", "", status=301, Location="/"),
        make_capture("http://a.test/gone", "no", status=404),
        make_capture("https://b.test/x", "<title>X</title>"),
    )


def test_ls_lists_every_address_with_its_newest_version(site: Archive, objects: Objects) -> None:
    listed = objects("ls", site.path)
    assert [(one["url"], one["status"]) for one in listed] == [
        ("http://a.test/", 200),
        ("http://a.test/gone", 404),
        ("http://a.test/logo.png", 200),
        ("http://a.test/old", 301),
        ("https://b.test/x", 200),
    ]
    with site.reader() as reader:
        newest = reader.latest_version("http://a.test/")
    assert newest is not None
    assert listed[0] == {
        "id": newest.id,
        "url": "http://a.test/",
        "date": "2026-11-21T08:10:00+00:00",
        "status": 200,
        "type": "text/html",
        "length": len(HOME.encode()),
        "title": "主页 Home",
        "title_source": "title",
        "digest": newest.digest,
    }


def test_ls_takes_a_prefix_with_or_without_scheme_and_kinds(site: Archive, objects: Objects) -> None:
    assert [one["url"] for one in objects("ls", site.path, "b.test")] == ["https://b.test/x"]
    assert [one["url"] for one in objects("ls", site.path, "http://a.test/l")] == ["http://a.test/logo.png"]
    found = objects("ls", site.path, "--kind", "error", "--kind", "redirect")
    assert [one["url"] for one in found] == ["http://a.test/gone", "http://a.test/old"]


def test_ls_writes_a_line_a_page_for_people(site: Archive, tianwang: Run) -> None:
    lines = tianwang("ls", site.path).stdout.splitlines()
    assert len(lines) == 5
    assert "2026-11-21 08:10:00" in lines[0]
    assert lines[0].endswith("主页 Home  http://a.test/")


def test_a_title_cannot_command_the_terminal(fill: Fill, make_capture: Make, tianwang: Run) -> None:
    archive = fill(make_capture("http://a.test/", "<title>&#27;[31mred\u202egnp.exe\u009b2J</title>"))
    for arguments in (["ls", archive.path], ["ls", archive.path, "--json"]):
        written = tianwang(*arguments).stdout
        assert not set(written) & {"\x1b", "\x9b"}
        assert len(written.splitlines()) == 1


def test_versions_lists_oldest_first_and_visits_on_request(site: Archive, objects: Objects, tianwang: Run) -> None:
    assert [one["title"] for one in objects("versions", site.path, "http://a.test/")] == ["Before", "主页 Home"]
    with_visits = objects("versions", site.path, "a.test", "--visits")
    assert [one["kind"] for one in with_visits] == ["version", "version", "visit"]
    assert with_visits[2]["base"] == with_visits[1]["id"]
    assert tianwang("versions", site.path, "a.test", "--visits").stdout.count("(unchanged)") == 1


def test_cat_writes_the_body_byte_for_byte(site: Archive, tianwang: Run, process: Process) -> None:
    assert tianwang("cat", site.path, "http://a.test/logo.png").stdout_bytes == PNG
    with site.reader() as reader:
        id = reader.versions("http://a.test/logo.png")[0].id
    out, err = process("cat", site.path, id).communicate()
    assert (out, err) == (PNG, b"")


def test_cat_shows_text_headers_and_the_whole_record(site: Archive, tianwang: Run) -> None:
    assert tianwang("cat", site.path, "a.test", "--as", "text").stdout == "Hello 世界\n"
    headers = tianwang("cat", site.path, "a.test", "--as", "headers").stdout_bytes
    assert headers.startswith(b"HTTP/1.1 200 Whatever\r\nContent-Type: text/html")
    with site.reader() as reader:
        capture = reader.versions("http://a.test/", visits=True)[2]
    record = tianwang("cat", site.path, capture.id, "--as", "record").stdout_bytes
    assert record == (site.path / capture.file).read_bytes()[capture.offset : capture.end]
    assert tianwang("cat", site.path, capture.id).stdout_bytes == HOME.encode()


def test_cat_as_json_says_how_the_content_is_written(site: Archive, objects: Objects) -> None:
    [text] = objects("cat", site.path, "http://a.test/")
    assert (text["as"], text["encoding"], text["content"]) == ("body", "utf-8", HOME)
    [image] = objects("cat", site.path, "http://a.test/logo.png")
    assert image["encoding"] == "base64"
    assert base64.b64decode(image["content"]) == PNG


def test_stats_counts_what_the_archive_holds(site: Archive, objects: Objects, tianwang: Run) -> None:
    [figures] = objects("stats", site.path)
    assert (figures["pages"], figures["documents"], figures["versions"], figures["visits"]) == (5, 2, 6, 1)
    assert figures["by_status"] == {"200": 3, "301": 1, "404": 1}
    assert figures["first"] == "2026-11-21T08:00:00+00:00"
    assert "documents: 2" in tianwang("stats", site.path).stdout


@pytest.mark.parametrize("command", [["ls"], ["versions", "a.test"], ["cat", "202611-0000001"], ["stats"], ["verify"]])
def test_a_missing_archive_is_one_sentence_on_stderr_and_exit_code_1(
    tianwang: Run, tmp_path: Any, command: list[str]
) -> None:
    result = tianwang(command[0], tmp_path / "none", *command[1:], code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("tianwang: There is no archive at ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("wanted", ["202611-0099999", "http://nowhere.test/", "not an address"])
def test_what_the_archive_does_not_hold_is_said_in_one_sentence(site: Archive, tianwang: Run, wanted: str) -> None:
    result = tianwang("cat", site.path, wanted, code=1)
    assert result.stderr == f"tianwang: The archive holds nothing under {wanted}.\n"


def test_wrong_usage_is_exit_code_2(site: Archive, tianwang: Run) -> None:
    tianwang("ls", site.path, "--kind", "pictures", code=2)
    tianwang("cat", site.path, "a.test", "--as", "poem", code=2)
    tianwang("no-such-command", code=2)
    tianwang("ls", code=2)


def test_a_reader_that_stops_early_is_not_an_error(fill: Fill, make_capture: Make, process: Process) -> None:
    archive = fill(*(make_capture(f"http://a.test/{'x' * 200}/{n}", "t", media_type="text/plain") for n in range(800)))
    with process("ls", archive.path) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        assert b"http://a.test/" in listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
        assert listing.wait() == 0


def test_a_pipe_gets_utf_8_under_any_locale(site: Archive, process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "POSIX")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    out, err = process("ls", site.path).communicate()
    assert "主页 Home" in out.decode("utf-8")
    assert err == b""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["ls"], ["stats", "--json"], ["cat", "a.test"]])
def test_output_that_cannot_be_written_is_a_failure(site: Archive, process: Process, arguments: list[str]) -> None:
    command, *more = arguments
    with Path("/dev/full").open("wb") as full:
        running = process(command, site.path, *more, stdout=full)
        _, err = running.communicate()
    assert running.returncode == 1
    assert err.decode().startswith("tianwang: ")
    assert "No space left on device" in err.decode()
    assert err.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("body", "shown"),
    [(b"plain \x1b]0;owned\x07\x9b31m\xff\r\nnext\n", "next"), (b"\x89PNG\0\0\x1b[2J", "is no text")],
)
def test_a_terminal_gets_nothing_it_would_obey(fill: Fill, make_capture: Make, body: bytes, shown: str) -> None:
    archive = fill(make_capture("http://a.test/", body, media_type="text/plain"))
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "app", "cat", str(archive.path), "a.test"]
    with subprocess.Popen(command, cwd=ROOT, stdout=terminal, stderr=subprocess.STDOUT) as running:
        running.wait(30)
    written = os.read(screen, 10_000)
    os.close(screen)
    os.close(terminal)
    assert shown in written.decode() and b"\x1b" not in written and b"\x9b" not in written.replace(b"\xc2\x9b", b"")


def test_the_version_is_told(tianwang: Run) -> None:
    assert tianwang("--version").stdout == f"tianwang {__version__}\n"


OLD = (
    b"version: 1.0\nurl: http://a.test/\xb1\xb1\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 46\n\n"
    b"HTTP/1.0 404 Not Found\r\nServer: Apache\r\n\r\nGone\n"
)


@pytest.fixture
def file(site: Archive, tmp_path: Path) -> Path:
    """A Tianwang file by itself: the batch of the site, and a record of 2003."""
    path = tmp_path / "some.raw"
    path.write_bytes((site.path / "batches/202611/0000.tw").read_bytes() + OLD)
    return path


def test_ls_of_a_file_lists_every_record_as_it_stands(file: Path, objects: Objects, tianwang: Run) -> None:
    listed = objects("ls", file)
    whole = file.read_bytes()
    assert [one["offset"] for one in listed][1:] == [one["end"] for one in listed][:-1]
    assert [(one["status"], one["dialect"]) for one in listed] == [
        (200, "explorer"), (200, "explorer"), (200, "incremental"), (200, "explorer"), (301, "explorer"),
        (404, "explorer"), (200, "explorer"), (404, "tianwang"),
    ]  # fmt: skip
    assert listed[-1] == {
        "offset": len(whole) - len(OLD), "end": len(whole), "url": "http://a.test/北", "status": 404, "type": "",
        "date": "2003-04-15T08:13:06+00:00", "length": 46, "unzip_length": None, "dialect": "tianwang",
        "version": "1.0", "id": None, "base": None, "ip": "1.2.3.4", "origin": None,
    }  # fmt: skip
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
def test_ls_of_a_file_takes_a_choice(file: Path, objects: Objects, options: list[str], statuses: list[int]) -> None:
    assert [one["status"] for one in objects("ls", file, *options)] == statuses


def test_ls_of_a_damaged_file_lists_the_rest_and_fails(file: Path, tianwang: Run, tmp_path: Path) -> None:
    whole = file.read_bytes()
    second = whole.index(b"version: 2.0")
    file.write_bytes(whole[:second] + b"?" + whole[second + 1 :])
    result = tianwang("ls", file, code=1)
    assert len(result.stdout.splitlines()) == 7
    assert f"bytes from byte {second} on are no record" in result.stderr
    assert result.stderr.endswith(f"{file} is damaged. What is left of it: tianwang recover {file} --out FILE\n")
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


def test_ls_of_a_file_refuses_what_only_an_archive_has(file: Path, tianwang: Run) -> None:
    tianwang("ls", file, "--batch", "202611", code=2)
    tianwang("ls", file, "--visits", code=2)


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
    assert tianwang("cat", file, "http://c.test/", code=1).stderr.endswith("holds no record of http://c.test/.\n")


def spoil(path: Path, end: int) -> None:
    """Change a byte of the DATA of the record that ends there."""
    data = bytearray(path.read_bytes())
    data[end - 3] ^= 1
    path.write_bytes(data)


def test_cat_of_a_damaged_record_warns_and_fails(site: Archive, tianwang: Run, objects: Objects) -> None:
    with site.reader() as reader:
        image = reader.versions("http://a.test/logo.png")[0]
    spoil(site.path / image.file, image.end)
    reason = "DATA does not have the digest stored with it"
    result = tianwang("cat", site.path, image.id, code=1)
    assert result.stdout_bytes == PNG[:-2] + bytes([PNG[-2] ^ 1, PNG[-1]])
    assert result.stderr == f"tianwang: {image.id} (image/png) is damaged: {reason}.\n"
    [told] = objects("cat", site.path, image.id, code=1)
    assert told["damage"] == reason
    result = tianwang("cat", site.path / image.file, image.offset, code=1)
    assert result.stderr == f"tianwang: The record at byte {image.offset} is damaged: {reason}.\n"
    tianwang("cat", site.path, image.id, "--as", "record")
    warned = tianwang("diff", site.path, image.id, "http://a.test/").stderr
    assert f"{image.id} is damaged: {reason}. What can be read of it is compared." in warned
    warned = tianwang("blocks", site.path, image.id, code=1).stderr
    assert f"{image.id} is damaged: {reason}. What can be read of it is shown." in warned


def test_a_damaged_version_is_read_from_the_record_that_restates_it(
    fill: Fill, make_capture: Make, tianwang: Run
) -> None:
    """The visit of the next month was written in full."""
    month = 60 * 24 * 30
    archive = fill(make_capture("http://a.test/", HOME), make_capture("http://a.test/", HOME, minutes=month))
    with archive.reader() as reader:
        first = reader.versions("http://a.test/")[0]
    spoil(archive.path / first.file, first.end)
    assert tianwang("cat", archive.path, first.id).stdout == HOME
    (archive.path / first.file).unlink()
    assert tianwang("cat", archive.path, first.id).stdout == HOME
    assert tianwang("cat", archive.path, first.id, "--as", "record", code=1).stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["ls", "cat", "versions"])
def test_an_address_that_is_no_text_is_wrong_usage(site: Archive, file: Path, process: Process, command: str) -> None:
    for place in [site.path, file][: 1 if command == "versions" else 2]:
        running = process(command, place, "http://a.test/\udcff")
        assert b"not valid UTF-8" in running.communicate()[1] and running.returncode == 2


def test_an_offset_of_any_size_is_one_that_is_not_there(file: Path, tianwang: Run) -> None:
    assert tianwang("cat", file, "9" * 5000, code=1).stderr.startswith("tianwang: No record begins at byte 999")


def test_a_batch_that_cannot_be_one_is_wrong_usage(site: Archive, tianwang: Run) -> None:
    tianwang("ls", site.path, "--batch", "2026-11", code=2)
    assert tianwang("ls", site.path, "--batch", "202601").stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_what_is_no_file_is_said_to_be_none(tianwang: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for command in (["ls"], ["verify"], ["cat", "0"]):
        told = tianwang(command[0], tmp_path / "pipe", *command[1:], code=1).stderr
        assert told.startswith(f"tianwang: {tmp_path / 'pipe'} is no file that can be read at any place.")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
def test_closed_streams_lead_nowhere(site: Archive, closed: str) -> None:
    """Not into a traceback, and not into a file that would be opened under their number."""
    command = f"exec {sys.executable} -m app ls {site.path} {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0 and done.stderr == b""


def test_a_damaged_index_is_one_sentence_that_says_what_to_do(site: Archive, tianwang: Run) -> None:
    with closing(sqlite3.connect(site.path / "index.sqlite")) as db, db:
        db.execute("UPDATE pages SET title = CAST(x'ff' AS TEXT) WHERE page_id = 1")
    for command in (["ls"], ["export", site.path.parent / "out", "--format", "csv"]):
        told = tianwang(command[0], site.path, *command[1:], code=1).stderr
        assert told.startswith(f"tianwang: The index of the archive {site.path} cannot be used: ")
        assert f"“tianwang reindex {site.path}”" in told and told.count("\n") == 1
    assert "index-page" in tianwang("verify", site.path, "--json", code=1).stdout


def test_ls_lists_all_versions_of_a_time_a_batch_or_with_visits(
    site: Archive, objects: Objects, fill: Fill, make_capture: Make
) -> None:
    fill(make_capture("http://a.test/", "<title>Later</title>", minutes=60 * 24 * 20))
    assert [one["title"] for one in objects("ls", site.path, "--until", "2026-11", "--type", "text/html")][:2] == [
        "Before", "主页 Home"
    ]  # fmt: skip
    assert [one["id"] for one in objects("ls", site.path, "--batch", "202612")] == ["202612-0000001"]
    everything = objects("ls", site.path, "--visits")
    assert [one["kind"] for one in everything] == ["version", "version", "visit", *["version"] * 5]
    assert everything[2]["base"] == everything[1]["id"]
    assert [one["url"] for one in objects("ls", site.path, "b.test", "--since", "2026")] == ["https://b.test/x"]
    assert len(objects("ls", site.path, "--since", "2026-11-21T08:05", "--until", "2026-11-21")) == 1
    assert [one["status"] for one in objects("ls", site.path, "--visits", "--kind", "redirect")] == [301]


def test_ls_takes_media_types(site: Archive, objects: Objects) -> None:
    assert [one["url"] for one in objects("ls", site.path, "--type", "image/")] == ["http://a.test/logo.png"]
    assert len(objects("ls", site.path, "--type", "image", "--type", "text/html")) == 5


@pytest.mark.parametrize("text", ["yesterday", "2026-13", "26-1-1", "2026-02-30", "0000", "9999-12"])
def test_a_date_that_is_none_is_wrong_usage(site: Archive, tianwang: Run, text: str) -> None:
    tianwang("ls", site.path, "--since", text, code=2)


def test_stats_show_languages_growth_and_the_url_index(site: Archive, objects: Objects, tianwang: Run) -> None:
    [figures] = objects("stats", site.path)
    size = (site.path / "batches/202611/0000.tw").stat().st_size
    assert figures["growth"] == [["2026-11", 6, 1, size]]
    assert figures["batches"] == [
        {"batch": "202611", "files": 1, "versions": 6, "visits": 1, "bytes": size,
         "first": "2026-11-21T08:00:00+00:00", "last": "2026-11-21T08:20:00+00:00"}
    ]  # fmt: skip
    assert sum(figures["by_language"].values()) == 6
    index = figures["url_index"]
    assert (index["kind"], index["added"], index["path"]) == ("bits", 5, str(site.path / "visited.bits"))
    assert index["fill"] == index["expected_error"] == 5 / 2**28
    shown = tianwang("stats", site.path).stdout
    assert "URL index             5   bits, " in shown and "\n  2026-11 " in shown and "Languages" in shown
