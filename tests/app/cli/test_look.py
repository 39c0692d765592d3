"""`ls`, `versions`, `cat` and `stats` on real archives."""

from __future__ import annotations

import base64
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
from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.app.cli.looking import HOME, PNG
from tests.processes import started

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Refused = Callable[..., str]
Objects = Callable[..., list[dict[str, Any]]]
Process = Callable[..., subprocess.Popen[bytes]]

ROOT = Path(__file__).parents[3]


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
        "page_type": None,
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


def test_versions_lists_oldest_first_and_visits_on_request(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    assert [one["title"] for one in objects("versions", site.path, "http://a.test/")] == [
        "Before",
        "主页 Home",
    ]
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


def test_cat_reads_a_wrongly_declared_page_in_another_charset(
    tianwang: Run, refused: Refused, archive: Archive, fill: Fill, make_capture: Make
) -> None:
    """Of an archive and of its file; options that fit nothing are refused."""
    body = "<meta charset=iso-8859-1><p>北京大学</p>".encode("gbk")
    fill(make_capture("http://a.test/", body, media_type="text/html; charset=iso-8859-1"))
    file = next(archive.path.glob("batches/*/*.tw"))
    for source, id in ((archive.path, "a.test"), (file, "0")):
        assert tianwang("cat", source, id, "--as", "text").stdout != "北京大学\n"
        assert tianwang("cat", source, id, "--as", "text", "--encoding", "GBK").stdout == "北京大学\n"
        assert tianwang("cat", source, id, "--encoding", "gb2312").stdout_bytes == body.decode("gbk").encode()
    assert "rot13" in refused("cat", archive.path, "a.test", "--encoding", "rot13")
    assert "--encoding" in refused("cat", archive.path, "a.test", "--encoding", "gbk", "--as", "headers")


@pytest.mark.parametrize(
    "command", [["ls"], ["versions", "a.test"], ["cat", "202611-0000001"], ["stats"], ["verify"]]
)
def test_a_missing_archive_is_one_sentence_on_stderr_and_exit_code_1(
    tianwang: Run, tmp_path: Any, command: list[str]
) -> None:
    result = tianwang(command[0], tmp_path / "none", *command[1:], code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("tianwang: There is no archive at ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("wanted", ["202611-0099999", "http://nowhere.test/", "not an address"])
def test_what_the_archive_does_not_hold_is_said_in_one_sentence(
    site: Archive, tianwang: Run, wanted: str
) -> None:
    result = tianwang("cat", site.path, wanted, code=1)
    assert result.stderr == f"tianwang: The archive holds nothing under {wanted}.\n"


def test_wrong_usage_is_exit_code_2(site: Archive, tianwang: Run, refused: Refused) -> None:
    assert "--kind: “pictures” is not one of document, resource" in refused(
        "ls", site.path, "--kind", "pictures"
    )
    assert "'poem' is not one of 'body', 'text'" in refused("cat", site.path, "a.test", "--as", "poem")
    assert "No such command 'no-such-command'" in refused("no-such-command")
    assert "Usage: " in tianwang("ls", code=2).output


def test_a_reader_that_stops_early_is_not_an_error(fill: Fill, make_capture: Make, process: Process) -> None:
    archive = fill(
        *(make_capture(f"http://a.test/{'x' * 200}/{n}", "t", media_type="text/plain") for n in range(800))
    )
    with process("ls", archive.path) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        assert b"http://a.test/" in listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
        assert listing.wait() == 0


def test_a_pipe_gets_utf_8_under_any_locale(
    site: Archive, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "POSIX")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    out, err = process("ls", site.path).communicate()
    assert "主页 Home" in out.decode("utf-8")
    assert err == b""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["ls"], ["stats", "--json"], ["cat", "a.test"]])
def test_output_that_cannot_be_written_is_a_failure(
    site: Archive, process: Process, arguments: list[str]
) -> None:
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
def test_a_terminal_gets_nothing_it_would_obey(
    fill: Fill, make_capture: Make, body: bytes, shown: str
) -> None:
    archive = fill(make_capture("http://a.test/", body, media_type="text/plain"))
    screen, terminal = os.openpty()
    command = [sys.executable, "-m", "app", "cat", str(archive.path), "a.test"]
    with started(command, cwd=ROOT, stdout=terminal, stderr=subprocess.STDOUT) as running:
        running.wait(30)
    written = os.read(screen, 10_000)
    os.close(screen)
    os.close(terminal)
    assert (
        shown in written.decode()
        and b"\x1b" not in written
        and b"\x9b" not in written.replace(b"\xc2\x9b", b"")
    )


def test_the_version_is_told(tianwang: Run) -> None:
    assert tianwang("--version").stdout == f"tianwang {__version__}\n"


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
def test_an_address_that_is_no_text_is_wrong_usage(
    site: Archive, file: Path, process: Process, command: str
) -> None:
    for place in [site.path, file][: 1 if command == "versions" else 2]:
        running = process(command, place, "http://a.test/\udcff")
        assert b"not valid UTF-8" in running.communicate()[1] and running.returncode == 2


def test_a_batch_that_cannot_be_one_is_wrong_usage(site: Archive, tianwang: Run) -> None:
    tianwang("ls", site.path, "--batch", "2026-11", code=2)
    assert tianwang("ls", site.path, "--batch", "202601").stdout == ""


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
    assert [one["title"] for one in objects("ls", site.path, "--until", "2026-11", "--type", "text/html")][
        :2
    ] == ["Before", "主页 Home"]
    assert [one["id"] for one in objects("ls", site.path, "--batch", "202612")] == ["202612-0000001"]
    everything = objects("ls", site.path, "--visits")
    assert [one["kind"] for one in everything] == ["version", "version", "visit", *["version"] * 5]
    assert everything[2]["base"] == everything[1]["id"]
    assert [one["url"] for one in objects("ls", site.path, "b.test", "--since", "2026")] == [
        "https://b.test/x"
    ]
    assert len(objects("ls", site.path, "--since", "2026-11-21T08:05", "--until", "2026-11-21")) == 1
    assert [one["status"] for one in objects("ls", site.path, "--visits", "--kind", "redirect")] == [301]


def test_ls_takes_media_types(site: Archive, objects: Objects) -> None:
    assert [one["url"] for one in objects("ls", site.path, "--type", "image/")] == ["http://a.test/logo.png"]
    assert len(objects("ls", site.path, "--type", "image", "--type", "text/html")) == 5


@pytest.mark.parametrize("text", ["yesterday", "2026-13", "26-1-1", "2026-02-30", "0000", "9999-12"])
def test_a_date_that_is_none_is_wrong_usage(site: Archive, refused: Refused, text: str) -> None:
    assert f"Invalid value for --since: “{text}” is not a date." in refused("ls", site.path, "--since", text)


def test_stats_show_languages_growth_and_the_url_index(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    [figures] = objects("stats", site.path)
    size = (site.path / "batches/202611/0000.tw").stat().st_size
    assert figures["growth"] == [["2026-11", 6, 1, size]]
    assert figures["batches"] == [
        {
            "batch": "202611",
            "files": 1,
            "versions": 6,
            "visits": 1,
            "bytes": size,
            "first": "2026-11-21T08:00:00+00:00",
            "last": "2026-11-21T08:20:00+00:00",
        }
    ]
    assert sum(figures["by_language"].values()) == 6
    index = figures["url_index"]
    assert (index["kind"], index["added"], index["path"]) == ("bits", 5, str(site.path / "visited.bits"))
    assert index["fill"] == index["expected_error"] == 5 / 2**28
    shown = tianwang("stats", site.path).stdout
    assert "URL index             5   bits, " in shown and "\n  2026-11 " in shown and "Languages" in shown


def test_stats_and_verify_say_what_is_missing_and_what_can_be_done(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    path = site.path / "batches/202611/0000.tw"
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    [figures] = objects("stats", site.path)
    [lost] = figures["lost"]
    assert lost["path"] == "batches/202611/0000.tw" and not lost["gone"] and 0 < lost["captures"] < 7
    path.unlink()
    [figures] = objects("stats", site.path)
    assert figures["lost"] == [{"path": "batches/202611/0000.tw", "gone": True, "captures": 7, "versions": 6}]
    shown = tianwang("stats", site.path).stdout
    assert "versions, since batches/202611/0000.tw is gone" in shown and "Copy missing files back" in shown
    assert "Copy missing files back" in tianwang("verify", site.path, code=1).stdout


def test_ls_lists_what_stands_at_several_addresses(
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
    tianwang: Run,
    objects: Objects,
    refused: Any,
) -> None:
    archive = fill(
        *(make_capture(f"http://a.test/{n}", "<title>Same</title>") for n in range(3)),
        make_capture("http://b.test/", "<title>Same</title>"),
        make_capture("http://b.test/x", "<title>Other</title>"),
    )
    [group] = objects("ls", archive.path, "--duplicates")
    assert (group["pages"], group["length"], group["repeated"]) == (4, 19, 57)
    assert [one["url"] for one in group["captures"]] == [
        *(f"http://a.test/{n}" for n in range(3)),
        "http://b.test/",
    ]
    assert set(group["captures"][0]) == {"id", "url", "date", "status", "type", "title"}
    shown = tianwang("ls", archive.path, "a.test", "--duplicates").stdout.splitlines()
    assert shown[0].startswith("3 addresses, 19 B each, 38 B beyond the first  sha256:") and len(shown) == 5
    assert (
        tianwang("ls", archive.path, "b.test", "--duplicates").stdout
        == "No content stands at more than one address.\n"
    )
    assert "--duplicates" in refused("ls", archive.path, "--duplicates", "--visits")
