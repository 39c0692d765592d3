"""`extract` on real files, folders and archives."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from typer.testing import Result

import resources
from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.graph.store.feeding import feed
from extractors.door.workers import Workers
from tests import mediasamples

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Process = Callable[..., subprocess.Popen[bytes]]
FIELDS = [
    "path",
    "format",
    "title",
    "title_source",
    "author",
    "date",
    "language",
    "text",
    "links",
    "unresolved_links",
    "warnings",
    "error",
    "media_type",
    "candidates",
    "metadata",
    "page_type",
    "official",
    "posts",
    "product",
    "members",
    "lyrics",
    "pictures",
    "parts",
]


def word_file() -> bytes:
    file, made = docx.Document(), io.BytesIO()
    file.add_heading("Report of the year", 0)
    file.add_paragraph("It was a good year for everybody who was there.")
    file.save(made)
    return made.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five documents, one of them in a folder below, one that cannot be read, and a link that leads round."""
    made = tmp_path / "docs"
    (made / "below").mkdir(parents=True)
    (made / "a.html").write_text("<title>Page</title><h1>Head</h1><p>Words of it")
    (made / "b.docx").write_bytes(word_file())
    (made / "below/c.txt").write_text("Plain words")
    (made / "d.pdf").write_bytes(b"%PDF-1.4 and nothing behind it")
    (made / "below/e.csv").write_text("a,b\n1,2\n")
    (made / "below/round").symlink_to(made)
    return made


def test_extract_gives_the_fields_of_a_document(tmp_path: Path, objects: Objects) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<html lang=zh><head><title>标题</title><meta name=author content='Li Hua'></head>"
        "<body><p>正文</p><a href='b.html'>next</a><img src='i.png'></body></html>"
    )
    [found] = objects("extract", page, "--base", "http://a.test/dir/")
    assert list(found) == FIELDS
    assert (found["path"], found["format"], found["title"], found["media_type"]) == (
        str(page),
        "html",
        "标题",
        "text/html",
    )
    assert found["title_source"]
    assert (found["author"], found["language"], found["error"]) == ("Li Hua", "zh", "")
    assert "正文" in found["text"]
    assert {"url": "http://a.test/dir/b.html", "element": "a", "text": "next", "embed": False} in found[
        "links"
    ]


def test_extract_goes_on_after_a_file_that_cannot_be_read(
    tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    (tmp_path / "a.txt").write_text("Hello there")
    found = objects("extract", tmp_path / "none.pdf", tmp_path / "a.txt", code=1)
    assert [bool(one["error"]) for one in found] == [True, False]
    assert found[1]["text"].strip() == "Hello there"
    shown = tianwang("extract", tmp_path / "none.pdf", tmp_path / "a.txt", code=1)
    assert "Hello there" in shown.stdout
    assert "none.pdf: The file cannot be read: No such file or directory." in shown.stderr
    assert "Traceback" not in shown.output


def test_an_error_names_its_file_however_it_is_shown(tmp_path: Path, tianwang: Run) -> None:
    file = tmp_path / "broken.docx"
    file.write_bytes(b"PK\x03\x04 and no more")
    for how in ((), ("--json",), ("--json", "--no-text"), ("--text",)):
        assert tianwang("extract", file, *how, code=1).stderr.startswith(f"{file}: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_extract_does_not_wait_for_what_is_no_file(tmp_path: Path, objects: Objects) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    found = objects("extract", tmp_path / "pipe.pdf", os.devnull, code=1)
    assert {one["error"] for one in found} == {"The file cannot be read: it is no regular file."}
    assert objects("extract", tmp_path) == []


def test_extract_reads_all_of_a_folder_in_order(folder: Path, objects: Objects) -> None:
    found = objects("extract", folder, code=1)
    assert [one["path"].removeprefix(f"{folder}/") for one in found] == [
        "a.html",
        "b.docx",
        "d.pdf",
        "below/c.txt",
        "below/e.csv",
    ]
    assert [one["title"] for one in found[:2]] == ["Page", "Report of the year"]
    assert [bool(one["error"]) for one in found] == [False, False, True, False, False]


def test_extract_shows_only_what_is_asked_for(folder: Path, tianwang: Run, objects: Objects) -> None:
    page = folder / "a.html"
    assert tianwang("extract", page, "--text").stdout == "Head\nWords of it\n"
    assert "# Head\n\nWords of it\n" in tianwang("extract", page, "--markdown").stdout
    assert tianwang("extract", page, "--html").stdout.startswith("<!DOCTYPE html>")
    [found] = objects("extract", page, "--markdown")
    assert found["markdown"].endswith("Words of it\n")
    [found] = objects("extract", page, "--no-text")
    assert not {"text", "links", "parts"} & found.keys()
    assert "Words" not in tianwang("extract", page, "--no-text").stdout
    tianwang("extract", page, "--text", "--html", code=2)


def test_extract_tells_people_whom_an_official_document_is_for_and_how_long_a_song_is(
    tmp_path: Path, tianwang: Run
) -> None:
    notice = resources.path("sample_site", "edition1", "downloads", "night-opening.docx")
    told = tianwang("extract", notice, "--no-text").stdout
    assert "  To:       各科室，各有关单位\n  Number:   荷观发〔2026〕3号\n  Issued:   2026-05-04\n" in told
    (tmp_path / "song.mp3").write_bytes(mediasamples.song())
    told = tianwang("extract", tmp_path / "song.mp3", "--no-text").stdout
    assert re.search(r"^  Duration: [\d.]+ s$", told, re.MULTILINE) and "Issued" not in told
    report = resources.path("sample_site", "edition1", "downloads", "annual-report.pdf")
    assert "  Pages:    2\n" in tianwang("extract", report, "--no-text").stdout


def test_extract_tells_what_was_given_up_and_refuses_an_empty_name(
    folder: Path, tianwang: Run, objects: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workers, "_ask", lambda *_: "Reading it took too long.")
    found = objects("extract", folder, code=1)
    assert [(one["format"], one["error"]) for one in found] == [
        (name, "Reading it took too long.") for name in ("html", "docx", "pdf", "text", "csv")
    ]
    monkeypatch.chdir(folder)
    assert "A name is empty" in tianwang("extract", "", code=2).output


def test_extract_gives_the_parts_with_the_formulas_of_sheets(tmp_path: Path, objects: Objects) -> None:
    book = openpyxl.Workbook()
    book.active["B2"], book.active["C2"] = 5, "=B2*2"
    book.save(tmp_path / "a.xlsx")
    [found] = objects("extract", tmp_path / "a.xlsx")
    assert found["parts"] == [
        {"kind": "table", "text": "5", "rows": [["5"]], "places": "2|B"},
        {"kind": "code", "text": "C2: =B2*2", "role": "formulas"},
    ]
    assert found["text"] == "5"


def test_extract_of_captures(fill: Fill, make_capture: Make, objects: Objects, tianwang: Run) -> None:
    archive = fill(
        make_capture("http://a.test/", "<title>Old</title><p>Words"),
        make_capture("http://a.test/", "<title>New</title><p>Other words", minutes=1),
        make_capture("http://a.test/b.docx", word_file(), media_type="application/octet-stream"),
        make_capture("http://a.test/x.css", "a{}", media_type="text/css"),
    )
    with archive.reader() as reader:
        old, new = reader.versions("http://a.test/")
    found = objects("extract", archive.path, old.id, "a.test/")
    assert [(one["id"], one["url"], one["title"]) for one in found] == [
        (old.id, "http://a.test/", "Old"),
        (new.id, "http://a.test/", "New"),
    ]
    assert [one["title"] for one in objects("extract", archive.path)] == ["New", "Report of the year"]
    tianwang("extract", archive.path, "202611-0009999", code=1)


def test_extract_writes_pictures_under_safe_names(tmp_path: Path, objects: Objects, png: bytes) -> None:
    from mutagen.id3 import APIC, ID3, TIT2

    song, out = tmp_path / "con.mp3", tmp_path / "out"
    song.write_bytes(b"\xff\xfb\x90\x64" + bytes(413))
    tags = ID3()
    tags.add(TIT2(encoding=3, text="Song"))
    tags.add(APIC(encoding=3, mime="image/png", type=3, desc="Cover", data=png))
    tags.save(song)
    [found] = objects("extract", song, "--pictures", out)
    [picture] = found["pictures"]
    assert (out / picture["file"]).read_bytes() == png
    assert picture["media_type"] == "image/png"
    assert found["title"] == "Song"


@pytest.fixture
def png() -> bytes:
    from PIL import Image

    made = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(made, "PNG")
    return made.getvalue()


def test_extract_in_a_process_of_its_own(folder: Path, process: Process) -> None:
    running = process("extract", folder, "--json", "--no-text")
    out, complaints = running.communicate(timeout=60)
    assert running.returncode == 1
    assert [json.loads(line)["format"] for line in out.splitlines()][:3] == ["html", "docx", "pdf"]
    assert complaints.decode().count("\n") == 1


@pytest.mark.parametrize("how", [(), ("--no-text",)])
def test_a_folder_gives_the_same_objects_as_its_files(
    folder: Path, objects: Objects, how: tuple[str, ...]
) -> None:
    together = objects("extract", folder, *how, code=1)
    assert len(together) == 5
    for one in together:
        assert [one] == objects("extract", one["path"], *how, code=1 if one["error"] else 0)


def test_extract_names_a_page_without_a_title_by_the_links_to_it(
    fill: Fill, make_capture: Make, objects: Objects
) -> None:
    archive = fill(
        make_capture("http://a.test/1", "<p>the harbour reopens on monday</p>"),
        make_capture(
            "http://a.test/2", "<title>List</title><p>Read: <a href='/1'>harbour reopens</a>, a text."
        ),
    )
    [before] = objects("extract", archive.path, "http://a.test/1")
    feed(archive)
    [after, titled] = objects("extract", archive.path, "http://a.test/1", "http://a.test/2")
    assert before["title_source"] != "links"
    assert (after["title"], after["title_source"]) == ("harbour reopens", "links")
    assert titled["title"] == "List" and titled["title_source"] != "links"
