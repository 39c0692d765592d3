"""`export` on real archives: documents and lists for people, archives for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.cli.exporting import ExportFormat
from app.exporting import export
from app.interchange import exporting as interchange_exporting
from app.tianwang.reader import RecordReader

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
PNG = b"\x89PNG\r\n\x1a\n\xff"


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>Home</title><p>Words"),
        make_capture("http://a.test/logo.png", PNG, media_type="image/png"),
        make_capture("http://b.test/", "<title>Other</title><p>More words"),
        make_capture("http://b.test/gone", "", status=404),
    )


@pytest.fixture
def revisited(site: Archive, fill: Fill, make_capture: Make) -> Archive:
    """The site with a visit a day later, and a new version of one page two days later."""
    return fill(
        make_capture("http://a.test/", "<title>Home</title><p>Words", minutes=1440),
        make_capture("http://b.test/", "<title>New</title><p>Other words", minutes=2 * 1440),
    )


def written(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("manifest"))
    return sorted(path.relative_to(folder).as_posix() for path in found)


def test_the_command_line_offers_the_formats_of_the_engine() -> None:
    assert tuple(format.value for format in ExportFormat) == (*export.FORMATS, *interchange_exporting.FORMATS)


@pytest.mark.parametrize(
    ("format", "names"),
    [
        ("text", ["Home.txt", "Other.txt"]),
        ("markdown", ["Home.md", "Other.md"]),
        ("html", ["Home.html", "Other.html"]),
        ("original", ["a.test/index.html", "a.test/logo.png", "b.test/index.html"]),
        ("docx", ["Home.docx", "Other.docx"]),
        ("csv", ["pages.csv"]),
        ("json", ["pages.json"]),
        ("bibtex", ["pages.bib"]),
    ],
)
def test_export_writes_each_format(
    site: Archive, objects: Objects, tmp_path: Path, format: str, names: list[str]
) -> None:
    [summary] = objects("export", site.path, tmp_path / "out", "--format", format)
    assert written(tmp_path / "out") == names
    assert (summary["kind"], summary["files"], summary["skipped"], summary["cancelled"]) == (
        "summary",
        len(names),
        0,
        False,
    )
    assert Path(summary["manifest"]).is_file()


def test_export_takes_a_prefix_and_kinds(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("export", site.path, tmp_path / "a", "--format", "text", "--prefix", "b.test")
    assert written(tmp_path / "a") == ["Other.txt"]
    assert "1 files" in result.stdout
    tianwang("export", site.path, tmp_path / "b", "--format", "json", "--kind", "error")
    assert [row["url"] for row in json.loads((tmp_path / "b/pages.json").read_text())] == [
        "http://b.test/gone"
    ]


def test_export_of_nothing_readable_fails_and_says_why(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("export", site.path, tmp_path / "out", "--format", "text", "--kind", "resource", code=1)
    assert "Skipped http://a.test/logo.png: " in result.stderr
    assert result.stderr.endswith("tianwang: Nothing was exported.\n")


def test_export_names_files_by_a_pattern(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    arguments = ("--format", "text", "--names", "{host}/{title} {id}")
    tianwang("export", site.path, tmp_path / "a", *arguments)
    assert written(tmp_path / "a") == ["a.test/Home 202611-0000001.txt", "b.test/Other 202611-0000003.txt"]
    refused = tianwang("export", site.path, tmp_path / "b", "--format", "text", "--names", "{titel}", code=2)
    assert "there is no field" in refused.stderr
    assert not (tmp_path / "b").exists()


def test_export_takes_facets_main_text_and_each_content_once(
    site: Archive, fill: Fill, make_capture: Make, objects: Objects, tianwang: Run, tmp_path: Path
) -> None:
    fill(
        make_capture("http://c.test/", "<title>Home</title><p>Words"),
        make_capture("http://c.test/n", "Note", media_type="text/plain"),
    )
    [summary] = objects(
        "export", site.path, tmp_path / "a", "--format", "markdown", "--once", "--facet", "type=page"
    )
    assert (summary["files"], summary["duplicates"]) == (2, 1)
    assert written(tmp_path / "a") == ["Home.md", "Other.md"]
    tianwang("export", site.path, tmp_path / "b", "--format", "text", "--main", "--facet", "type=text")
    assert len(written(tmp_path / "b")) == 1
    for wrong in ("type=none", "colour=red", "type"):
        tianwang("export", site.path, tmp_path / "c", "--format", "text", "--facet", wrong, code=2)
    for format, option in (
        ("csv", ("--once",)),
        ("json", ("--names", "{id}")),
        ("warc", ("--facet", "type=pdf")),
    ):
        tianwang("export", site.path, tmp_path / "c", "--format", format, *option, code=2)


def test_export_needs_a_known_format(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    tianwang("export", site.path, tmp_path / "out", "--format", "odt", code=2)
    tianwang("export", site.path, tmp_path / "out", code=2)
    assert not (tmp_path / "out").exists()


def test_export_onto_a_file_is_one_sentence(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    result = tianwang("export", site.path, tmp_path / "file", "--format", "text", code=1)
    assert result.stderr.startswith(f"tianwang: {tmp_path / 'file'} could not be written: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("format", "names", "visits"),
    [
        ("tianwang", ["Test-00000.tw"], 0),
        ("warc", ["Test-00000.warc.gz", "Test.cdxj"], 1),
        ("wacz", ["Test.wacz"], 1),
        ("cdxj", ["Test.cdxj"], 1),
    ],
)
def test_archives_for_others(
    revisited: Archive, objects: Objects, tmp_path: Path, format: str, names: list[str], visits: int
) -> None:
    [summary] = objects("export", revisited.path, tmp_path / "out", "--format", format)
    assert written(tmp_path / "out") == names
    assert (summary["kind"], summary["files"], summary["skipped"], summary["cancelled"]) == (
        "summary",
        len(names),
        0,
        False,
    )
    assert (summary["records"], summary["visits"], summary["left_out"]) == (5 + visits, visits, 1 - visits)
    assert sorted(Path(path).name for path in summary["paths"]) == names
    assert summary["bytes"] == sum(Path(path).stat().st_size for path in summary["paths"])


def test_archives_take_all_versions_unless_told_otherwise(
    revisited: Archive, objects: Objects, tmp_path: Path
) -> None:
    def urls(name: str, *options: str) -> list[str]:
        objects("export", revisited.path, tmp_path / name, "--format", "tianwang", *options)
        with RecordReader(tmp_path / name) as reader:
            return [record.url for record in reader]

    assert urls("all.tw", "--prefix", "b.test") == ["http://b.test/", "http://b.test/", "http://b.test/gone"]
    assert urls("newest.tw", "--prefix", "http://b.test/", "--newest") == [
        "http://b.test/",
        "http://b.test/gone",
    ]
    assert urls("late.tw", "--since", "2026-11-22") == ["http://b.test/"]
    assert len(urls("early.tw", "--until", "2026-11-22")) == 4
    assert len(urls("visits.tw", "--until", "2026-11-22T08:00:00Z", "--visits")) == 5
    assert len(urls("before.tw", "--until", "2026-11-22T07:59:59Z", "--visits")) == 4


def test_people_read_what_was_written_and_what_was_not(
    revisited: Archive, tianwang: Run, tmp_path: Path
) -> None:
    result = tianwang("export", revisited.path, tmp_path / "out.tw", "--format", "tianwang")
    assert f"{tmp_path / 'out.tw'} (" in result.stdout
    assert "5 captures" in result.stdout and "1 visits that found nothing new were left out" in result.stdout
    again = tianwang("export", revisited.path, tmp_path / "out.tw", "--format", "tianwang", code=1)
    assert again.stderr.startswith(f"tianwang: {tmp_path / 'out.tw'} could not be written: it exists already")


def test_a_damaged_capture_is_a_note(site: Archive, objects: Objects, tianwang: Run, tmp_path: Path) -> None:
    with site.reader() as reader:
        victim = reader.versions("http://a.test/logo.png")[0]
    with (site.path / victim.file).open("r+b") as file:
        file.seek(victim.end - 3)
        file.write(b"??")
    note, summary = objects("export", site.path, tmp_path / "out", "--format", "warc")
    assert (note["kind"], note["id"], summary["skipped"], summary["records"]) == ("note", victim.id, 1, 3)
    result = tianwang("export", site.path, tmp_path / "out", "--format", "wacz")
    assert result.stderr.startswith(f"{victim.id}: It was left out because its record is damaged")


def test_an_export_of_nothing_fails_and_makes_no_file(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    result = tianwang(
        "export", site.path, tmp_path / "out.wacz", "--format", "wacz", "--prefix", "c.test", code=1
    )
    assert (
        result.stderr == "tianwang: Nothing was exported: the archive holds nothing of what was asked for.\n"
    )
    assert not (tmp_path / "out.wacz").exists()


@pytest.mark.parametrize(
    ("format", "option"),
    [
        ("warc", ["--kind", "document"]),
        ("cdxj", ["--kind", "error"]),
        ("text", ["--since", "2026-11-21"]),
        ("csv", ["--until", "2026-11-21"]),
        ("original", ["--newest"]),
        ("html", ["--visits"]),
        ("json", ["--no-visits"]),
    ],
)
def test_an_option_that_does_not_go_with_the_format_is_wrong_usage(
    site: Archive, tianwang: Run, tmp_path: Path, format: str, option: list[str]
) -> None:
    result = tianwang("export", site.path, tmp_path / "out", "--format", format, *option, code=2)
    words = " ".join(result.stderr.replace("│", " ").split())
    assert option[0].replace("--no-", "--") in words
    assert f"does not go with --format {format}" in words
    assert not (tmp_path / "out").exists()


def test_options_that_contradict_each_other_are_wrong_usage(
    site: Archive, tianwang: Run, tmp_path: Path
) -> None:
    for dest, *options in (["out", "--newest", "--visits"], ["out.wacz"], ["out.TW"]):
        tianwang("export", site.path, tmp_path / dest, "--format", "warc", *options, code=2)
        assert not (tmp_path / dest).exists()


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", "21.11.2026"])
def test_a_date_nobody_can_read_is_wrong_usage(
    site: Archive, tianwang: Run, tmp_path: Path, text: str
) -> None:
    result = tianwang("export", site.path, tmp_path / "out", "--format", "warc", "--until", text, code=2)
    assert "is not a date" in " ".join(result.stderr.replace("│", " ").split())
