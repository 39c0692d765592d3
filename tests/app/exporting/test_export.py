"""Exports of real archives into real folders."""

from __future__ import annotations

import csv
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.errors import StorageFailed
from app.exporting.export import FORMATS, ExportReport, export

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def run(archive: Archive, dest: Path, format: str, **more: object) -> ExportReport:
    with archive.reader() as reader:
        return export(reader, reader.all_pages(), dest, format, **more)  # type: ignore[arg-type]


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def page(title: str, text: str = "Some words.") -> str:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>"


@pytest.mark.parametrize(("format", "ext"), [("text", ".txt"), ("markdown", ".md"), ("html", ".html")])
def test_documents_are_named_by_title_with_the_extension_of_the_format(
    fill: Fill, make_capture: Make, tmp_path: Path, format: str, ext: str
) -> None:
    archive = fill(
        make_capture("http://a.test/", page("北京大学", "未名湖<script>evil()</script>")),
        make_capture("http://a.test/two", page("Second page")),
    )
    report = run(archive, tmp_path / "out", format)
    assert files(tmp_path / "out") == sorted(
        ["manifest.csv", "manifest.json", f"Second page{ext}", f"北京大学{ext}"]
    )
    text = (tmp_path / "out" / f"北京大学{ext}").read_text("utf-8")
    assert "未名湖" in text
    assert "<script" not in text
    assert (report.files, report.skipped, report.cancelled) == (2, [], False)
    assert report.bytes == sum(
        (tmp_path / "out" / name).stat().st_size for name in files(tmp_path / "out") if name[0] != "m"
    )


@pytest.mark.parametrize("format", ["original", "markdown"])
def test_a_damaged_page_is_left_out_and_said(
    fill: Fill, make_capture: Make, tmp_path: Path, format: str
) -> None:
    archive = fill(
        make_capture("http://a.test/", page("Home")), make_capture("http://a.test/two", page("Second"))
    )
    with archive.reader() as reader:
        second = reader.versions("http://a.test/two")[0]
    path = archive.path / second.file
    data = bytearray(path.read_bytes())
    data[second.end - 3] ^= 1
    path.write_bytes(data)
    report = run(archive, tmp_path / "out", format)
    assert report.files == 1
    assert [url for url, _reason in report.skipped] == ["http://a.test/two"]
    assert report.skipped[0][1].startswith("Its record is damaged: ")


def test_originals_stand_in_the_tree_of_their_site_byte_for_byte(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(
        make_capture("http://a.test/", page("Home")),
        make_capture("http://a.test/img/logo.png", PNG, media_type="image/png"),
        make_capture("http://a.test/list.php?page=2", page("List")),
        make_capture("http://a.test/style.css?v=3", "b{}", media_type="text/css"),
        make_capture("http://a.test/docs", page("Docs, a file")),
        make_capture("http://a.test/docs/", page("Docs, a folder")),
        make_capture("http://a.test/%D6%D0%CE%C4/a.htm", page("GBK path")),
        make_capture("http://b.test:8080/x.TXT", "plain", media_type="text/plain"),
    )
    run(archive, tmp_path / "out", "original")
    assert files(tmp_path / "out") == sorted(
        [
            "manifest.csv",
            "manifest.json",
            "a.test/index.html",
            "a.test/img/logo.png",
            "a.test/list.php_page=2.html",
            "a.test/style_v=3.css",
            "a.test/docs.html",
            "a.test/docs/index.html",
            "a.test/中文/a.htm",
            "b.test_8080/x.TXT",
        ]
    )
    assert (tmp_path / "out/a.test/img/logo.png").read_bytes() == PNG


def test_the_manifest_names_every_file_with_its_capture(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(
        make_capture("http://a.test/old", page("Old")),
        make_capture("http://a.test/old", page("New"), minutes=5),
        make_capture("http://a.test/b.png", PNG, media_type="image/png"),
    )
    report = run(archive, tmp_path / "out", "original")
    rows = json.loads((tmp_path / "out/manifest.json").read_text("utf-8"))
    assert report.manifest == (tmp_path / "out/manifest.csv").resolve()
    with report.manifest.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.DictReader(file)) == [
            {name: str(value) for name, value in row.items()} for row in rows
        ]
    for row in rows:
        content = (tmp_path / "out" / row["file"]).read_bytes()
        assert row["digest"] == "sha256:" + hashlib.sha256(content).hexdigest()
    with archive.reader() as reader:
        newest = reader.latest_version("http://a.test/old")
    assert newest is not None
    assert [(row["id"], row["date"]) for row in rows if row["url"] == "http://a.test/old"] == [
        (newest.id, "2026-11-21T08:05:00+00:00")
    ]


@pytest.mark.parametrize(
    "address",
    [
        "http://a.test/%2e%2e/%2e%2e/evil.txt",
        "http://a.test/..%2f..%2f..%2fevil.txt",
        "http://a.test/C:%5CWindows%5Cevil.txt",
        "http://a.test//etc/passwd",
        "http://../evil.txt",
        "http://a.test/con/nul.txt",
        "http://a.test/" + "deep/" * 60 + "x.txt",
        "http://a.test/" + "x" * 600 + "/" + "长" * 300 + ".txt",
        "http://a.test/a%00b%0A%E2%80%AEtxt.exe",
    ],
)
def test_no_address_leads_out_of_the_folder_or_over_the_limits(
    fill: Fill, make_capture: Make, tmp_path: Path, address: str
) -> None:
    archive = fill(make_capture(address, "text", media_type="text/plain"))
    (tmp_path / "around").mkdir()
    run(archive, tmp_path / "around/out", "original")
    assert [entry.name for entry in (tmp_path / "around").iterdir()] == ["out"]
    [name] = [name for name in files(tmp_path / "around/out") if not name.startswith("manifest")]
    assert len(name) <= 200
    for part in name.split("/"):
        assert len(part.encode()) <= 255
        assert part not in ("..", ".")
        assert part.split(".")[0].casefold() not in ("con", "nul")


def test_addresses_that_differ_in_case_only_get_files_and_folders_of_their_own(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(
        *(
            make_capture(f"http://a.test/{path}", path, media_type="text/plain")
            for path in ("A/x.txt", "a/x.txt", "a/X.txt")
        )
    )
    run(archive, tmp_path / "out", "original")
    found = [name for name in files(tmp_path / "out") if not name.startswith("manifest")]
    assert len(found) == len({name.casefold() for name in found}) == 3
    assert sorted((tmp_path / "out" / name).read_text() for name in found) == [
        "A/x.txt",
        "a/X.txt",
        "a/x.txt",
    ]


def test_nothing_that_stands_in_the_folder_is_overwritten(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(make_capture("http://a.test/", page("Mine")))
    dest = tmp_path / "out"
    dest.mkdir()
    (dest / "MINE.TXT").write_text("a person's own file")
    run(archive, dest, "text")
    run(archive, dest, "text")
    assert (dest / "MINE.TXT").read_text() == "a person's own file"
    assert files(dest) == sorted(
        [
            "MINE.TXT",
            "Mine (2).txt",
            "Mine (3).txt",
            "manifest (2).csv",
            "manifest (2).json",
            "manifest.csv",
            "manifest.json",
        ]
    )


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_in_the_folder_are_not_followed(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(make_capture("http://a.test/x.txt", "new", media_type="text/plain"))
    outside, dest = tmp_path / "outside", tmp_path / "out"
    outside.mkdir()
    dest.mkdir()
    (dest / "a.test").symlink_to(outside)
    (dest / "manifest.csv").symlink_to(outside / "not there")
    run(archive, dest, "original")
    assert list(outside.iterdir()) == []
    assert (dest / "a.test (2)/x.txt").read_text() == "new"


def test_a_page_that_is_gone_is_exported_as_it_last_was(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(
        make_capture("http://a.test/p", page("Report", "The facts.")),
        make_capture("http://a.test/p", page("Not found"), status=404, minutes=9),
    )
    run(archive, tmp_path / "out", "text")
    assert "The facts." in (tmp_path / "out/Report.txt").read_text("utf-8")


def test_what_holds_no_text_is_skipped_with_a_sentence(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(
        make_capture("http://a.test/", page("Home")),
        make_capture("http://a.test/b.png", PNG, media_type="image/png"),
    )
    report = run(archive, tmp_path / "out", "markdown")
    assert report.files == 1
    [(url, sentence)] = report.skipped
    assert url == "http://a.test/b.png"
    assert sentence.endswith(".")


def test_a_record_that_cannot_be_read_is_skipped_and_the_others_are_written(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(make_capture("http://a.test/1", page("One")), make_capture("http://b.test/2", page("Two")))
    with archive.reader() as reader:
        broken = reader.latest_version("http://a.test/1")
    assert broken is not None
    with (archive.path / broken.file).open("r+b") as file:
        file.seek(broken.offset)
        file.write(b"XXXXXXX")
    report = run(archive, tmp_path / "out", "text")
    assert [url for url, _ in report.skipped] == ["http://a.test/1"]
    assert report.files == 1


def test_cancelling_keeps_what_was_written_and_lists_it(
    fill: Fill, make_capture: Make, tmp_path: Path
) -> None:
    archive = fill(*(make_capture(f"http://a.test/{n}", page(f"Page {n}")) for n in range(6)))
    seen: list[tuple[int, str]] = []
    report = run(
        archive,
        tmp_path / "out",
        "text",
        progress=lambda number, url: seen.append((number, url)),
        cancelled=lambda: len(seen) == 3,
    )
    assert report.cancelled
    assert seen == [(n, f"http://a.test/{n}") for n in range(3)]
    rows = json.loads((tmp_path / "out/manifest.json").read_text("utf-8"))
    assert [row["file"] for row in rows] == ["Page 0.txt", "Page 1.txt", "Page 2.txt"]
    assert not list((tmp_path / "out").glob(".*"))


def test_csv_opens_in_excel_and_runs_no_formula(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(
        make_capture("http://a.test/", page("=HYPERLINK('http://evil.test')")),
        make_capture("http://a.test/cn", page("中文, “quoted” and\nbroken")),
        make_capture("http://a.test/gone", "", status=404),
    )
    report = run(archive, tmp_path / "out", "csv")
    raw = report.manifest.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert report.bytes == len(raw)
    with report.manifest.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows][:2] == [
        "'=HYPERLINK('http://evil.test')",
        "中文, “quoted” and broken",
    ]
    assert [row["kind"] for row in rows] == ["document", "document", "error"]
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]


def test_json_lists_the_exact_values(fill: Fill, make_capture: Make, tmp_path: Path) -> None:
    archive = fill(
        make_capture("http://a.test/", page("=1+1")), make_capture("http://a.test/", page("=2"), minutes=2)
    )
    report = run(archive, tmp_path / "out", "json")
    [row] = json.loads(report.manifest.read_text("utf-8"))
    with archive.reader() as reader:
        newest = reader.latest_version("http://a.test/")
    assert newest is not None
    assert (row["title"], row["versions"], row["id"], row["digest"]) == ("=2", 2, newest.id, newest.digest)
    assert files(tmp_path / "out") == ["pages.json"]


def test_an_empty_choice_of_pages_makes_valid_files(archive: Archive, tmp_path: Path) -> None:
    for format in FORMATS:
        run(archive, tmp_path / format, format)
    assert json.loads((tmp_path / "json/pages.json").read_text()) == []
    assert json.loads((tmp_path / "text/manifest.json").read_text()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_disk_that_refuses_is_told_as_such_and_leaves_no_half_file(
    fill: Fill, make_capture: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = fill(make_capture("http://a.test/", page("Home")), make_capture("http://a.test/b", page("B")))
    plain_open = Path.open
    written = 0

    def full_after_three(self: Path, mode: str = "r", *args: object, **more: object) -> object:
        nonlocal written
        written += mode == "xb"
        if mode == "xb" and written == 4:  # two manifests and the first page had room
            plain_open(self, mode).close()
            return plain_open(Path("/dev/full"), "wb", buffering=0)
        return plain_open(self, mode, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "open", full_after_three)
    with pytest.raises(StorageFailed, match="No space left"):
        run(archive, tmp_path / "out", "text")
    assert files(tmp_path / "out") == ["Home.txt", "manifest.csv", "manifest.json"]
    assert [row["file"] for row in json.loads((tmp_path / "out/manifest.json").read_text())] == ["Home.txt"]


def test_a_destination_that_is_a_file_is_refused_with_a_sentence(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageFailed, match="file could not be written"):
        run(archive, tmp_path / "file", "csv")
    assert (tmp_path / "file").read_text() == "x"


def test_an_unknown_format_is_a_mistake_of_the_caller(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such format"):
        run(archive, tmp_path / "out", "odt")


MENU = "".join(f"<li><a href='/{n}'>Menu {n}</a></li>" for n in range(12))
WORDS = "tells at some length what happened in the hills when the snow came, and who saw it."
ARTICLE = (
    "<title>{title}</title><body><nav><ul>"
    + MENU
    + "</ul></nav><main><h1>The snow of the year</h1>"
    + "".join(f"<p>Paragraph {n} {WORDS}</p>" for n in range(8))
    + "</main><footer>Imprint and contact</footer>"
)


@pytest.mark.parametrize(("format", "ext"), [("text", ".txt"), ("markdown", ".md"), ("html", ".html")])
@pytest.mark.parametrize("whole", [False, True])
def test_documents_begin_with_address_and_time_and_have_menus_only_when_whole(
    fill: Fill, make_capture: Make, tmp_path: Path, format: str, ext: str, whole: bool
) -> None:
    archive = fill(make_capture("http://a.test/%E9%9B%AA", ARTICLE.format(title="The snow of the year")))
    with archive.reader() as reader:
        export(reader, reader.all_pages(), tmp_path / "out", format, **({"main": False} if whole else {}))
    made = (tmp_path / "out" / f"The snow of the year{ext}").read_text("utf-8")
    said = made.partition("<body>")[2] if format == "html" else made
    first = said.strip().splitlines()[0]
    assert "http://a.test/%E9%9B%AA" in first and "2026-11-21 08:00:00 UTC" in first
    assert "Paragraph 7" in made
    assert ("Menu 3" in made, "Imprint" in made) == (whole, whole)


@pytest.mark.parametrize(
    "title", ["The snow of the year", "THE SNOW of the  year", "The snow of the year | A paper"]
)
@pytest.mark.parametrize("main", [False, True])
@pytest.mark.parametrize(("format", "ext"), [("markdown", ".md"), ("html", ".html")])
def test_a_title_that_the_page_says_itself_is_not_written_twice(
    fill: Fill, make_capture: Make, tmp_path: Path, title: str, main: bool, format: str, ext: str
) -> None:
    archive = fill(make_capture("http://a.test/1", ARTICLE.format(title=title)))
    with archive.reader() as reader:
        export(reader, reader.all_pages(), tmp_path / "out", format, main=main)
    [path] = (tmp_path / "out").glob(f"*{ext}")
    said = path.read_text("utf-8").rpartition("<body>")[2]
    assert said.casefold().replace("  ", " ").count("the snow of the year") == 1


@pytest.mark.parametrize(
    ("address", "media_type", "name"),
    [
        ("atom.xml", "application/xml", "atom.xml"),
        ("atom.xml", "application/atom+xml", "atom.xml"),
        ("news.rss", "text/xml", "news.rss"),
        ("feed", "application/rss+xml", "feed.xml"),
        ("feed", "application/xml", "feed.xml"),
        ("data.geojson", "application/json", "data.geojson"),
        ("app.mjs", "application/javascript", "app.mjs"),
        ("report.docx", "application/zip", "report.docx"),
        ("film", "video/quicktime", "film.mov"),
        ("figure", "application/postscript", "figure.ps"),
        ("page.php", "text/html", "page.php.html"),
    ],
)
def test_originals_keep_or_get_the_ending_that_opens_them(
    fill: Fill, make_capture: Make, tmp_path: Path, address: str, media_type: str, name: str
) -> None:
    archive = fill(make_capture(f"http://a.test/{address}", b"<x/>", media_type=media_type))
    run(archive, tmp_path / "out", "original")
    assert (tmp_path / "out" / "a.test" / name).exists(), files(tmp_path / "out")
