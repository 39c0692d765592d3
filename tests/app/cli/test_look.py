"""`ls`, `versions`, `cat` and `stats` on real archives."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Callable
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
