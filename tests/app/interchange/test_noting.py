"""Stars, tags and notes go out with an archive and come in again, once, and none is lost."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.notes.lines import Line, packed
from app.archive.notes.marks import Change, Mark, Target, block
from app.archive.notes.notebook import LOCK, NAME, Notebook
from app.errors import StorageFailed
from app.interchange.arrivals import ImportReport
from app.interchange.exporting import export_archive
from app.interchange.importing import import_files

Make = Callable[..., NewCapture]
Fill = Callable[..., Archive]
A, B = "http://a.example/", "http://a.example/b"


@pytest.fixture
def marked(fill: Fill, make_capture: Make) -> Archive:
    """A page in two versions and another one, with marks on all kinds of things."""
    archive = fill(
        make_capture(A, "<title>A</title><p>one"),
        make_capture(A, "<title>A</title><p>two", minutes=1),
        make_capture(B, "<title>B</title><p>three", minutes=2),
    )
    with archive.reader() as reader:
        second = reader.versions(A)[1]
    book = Notebook(archive.path)
    book.write([Change(Target(A), True, ("Linux", "内核"), note="first note")])
    version = Change(
        Target(A, second.id), add=("v",), note="of two", capture=second.id, date=second.date.isoformat()
    )
    book.write([version])
    book.write([Change(block(A, "/html[1]/body[1]/p[1]", "two"), True, excerpt="two", capture=second.id)])
    book.write([Change(Target(B), add=("b",), note="about b")])
    book.write([Change(Target(B), add=("secret",))])
    book.write([Change(Target(B), remove=("secret",))])
    book.write([Change(Target(B), star=True)])
    book.undo()
    return archive


def taken(archive: Archive, *paths: Path) -> ImportReport:
    with archive.writer() as writer:
        return import_files(writer, paths)


def shown(archive: Archive) -> list[tuple[object, ...]]:
    """All marks, with versions by their dates: ids differ between archives."""

    def known(mark: Mark) -> tuple[object, ...]:
        target = mark.target
        version = mark.date[:19] if target.capture else ""
        return target.url, version, target.digest, mark.star, mark.tags, mark.note, mark.excerpt

    return sorted(map(known, Notebook(archive.path).read().marks()), key=str)


def export(archive: Archive, dest: Path, format: str, **ways: object) -> list[Path]:
    with archive.reader() as reader:
        return export_archive(reader, dest, format, **ways).files  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("format", "name"), [("tianwang", "x.tw"), ("warc", "x.warc.gz"), ("wacz", "x.wacz"), ("tianwang", "out")]
)
def test_marks_come_back_with_what_they_stand_on_and_only_once(
    marked: Archive, tmp_path: Path, format: str, name: str
) -> None:
    files = export(marked, tmp_path / name, format)
    assert [path.name.endswith(".notes.jsonl") for path in files] == [False] * (len(files) - 1) + [
        format != "wacz"
    ]
    other = Archive.create(tmp_path / "other.archive")
    named = [path for path in files if path.suffix != ".jsonl" and path.suffix != ".cdxj"]
    report = taken(other, *named)
    assert shown(other) == shown(marked) and len(shown(other)) == 4
    assert sum(file.beside.get("marks", 0) for file in report.files) == 4
    size = (other.path / NAME).stat().st_size
    again = taken(other, *named)
    assert (other.path / NAME).stat().st_size == size
    assert not any(file.beside for file in again.files)


def test_nothing_that_was_taken_back_or_away_leaves_the_archive(marked: Archive, tmp_path: Path) -> None:
    export(marked, tmp_path / "x.wacz", "wacz")
    export(marked, tmp_path / "x.tw", "tianwang")
    with zipfile.ZipFile(tmp_path / "x.wacz") as package:
        said = b"".join(package.read(name) for name in package.namelist() if name.endswith(".jsonl"))
    assert b"about b" in said and b"secret" not in said
    assert b"secret" not in (tmp_path / "x.notes.jsonl").read_bytes()


def test_only_what_is_exported_takes_its_marks_along_and_none_if_so_wished(
    marked: Archive, tmp_path: Path
) -> None:
    export(marked, tmp_path / "b.tw", "tianwang", urls=[B])
    said = (tmp_path / "b.notes.jsonl").read_text("utf-8")
    assert "about b" in said and "first note" not in said
    export(marked, tmp_path / "newest.tw", "tianwang", newest=True)
    assert "of two" in (tmp_path / "newest.notes.jsonl").read_text("utf-8")
    assert len(export(marked, tmp_path / "none.tw", "tianwang", notes=False)) == 1
    export(marked, tmp_path / "none.wacz", "wacz", notes=False)
    with zipfile.ZipFile(tmp_path / "none.wacz") as package:
        assert b"first note" not in package.read("pages/pages.jsonl")
        assert "tianwang/notes.jsonl" not in package.namelist()


def test_the_list_of_pages_of_a_wacz_file_names_marks_for_other_programs(
    marked: Archive, tmp_path: Path
) -> None:
    export(marked, tmp_path / "x.wacz", "wacz")
    with zipfile.ZipFile(tmp_path / "x.wacz") as package:
        rows = [json.loads(line) for line in package.read("pages/pages.jsonl").splitlines()[1:]]
        about = json.loads(package.read("datapackage.json"))
    assert [(row["star"], row["tags"]) for row in rows if row["url"] == A] == [
        (True, ["Linux", "内核", "v"])
    ] * 2
    assert {row.get("note") for row in rows if row["url"] == B} == {"about b"}
    assert "tianwang/notes.jsonl" in [one["path"] for one in about["resources"]]


def test_the_folder_of_an_archive_brings_its_marks(marked: Archive, tmp_path: Path) -> None:
    other = Archive.create(tmp_path / "other.archive")
    taken(other, marked.path)
    assert shown(other) == shown(marked)


def test_marks_of_pages_that_are_not_there_are_left_out_and_told(marked: Archive, tmp_path: Path) -> None:
    export(marked, tmp_path / "x.tw", "tianwang")
    export(marked, tmp_path / "b.tw", "tianwang", urls=[B])
    other = Archive.create(tmp_path / "other.archive")
    report = taken(other, tmp_path / "b.tw", tmp_path / "x.notes.jsonl")
    assert [row[0] for row in shown(other)] == [B]
    told = [sentence for file in report.files for _, sentence in file.remarks]
    assert [getattr(sentence, "code", "") for sentence in told] == ["import-marks-elsewhere"]


def test_what_stands_in_both_is_put_together_and_no_note_is_lost(marked: Archive, tmp_path: Path) -> None:
    other = Archive.create(tmp_path / "other.archive")
    taken(other, marked.path)
    theirs = Notebook(other.path)
    theirs.write([Change(Target(A), add=("theirs",), note="another note"), Change(Target(B), False)])
    theirs.write([Change(Target(A), remove=("linux",))])
    taken(other, marked.path)
    mark = theirs.read().mark(Target(A))
    assert mark.tags == ("内核", "theirs"), "what was taken away later does not come back"
    assert mark.note == "another note\n\nfirst note"
    taken(other, marked.path)
    assert theirs.read().mark(Target(A)).note == mark.note
    taken(marked, other.path)
    assert Notebook(marked.path).read().mark(Target(A)).note == mark.note


def test_an_import_of_marks_is_one_act_that_can_be_undone(marked: Archive, tmp_path: Path) -> None:
    other = Archive.create(tmp_path / "other.archive")
    taken(other, marked.path)
    assert len(Notebook(other.path).undo().targets) == 4
    assert shown(other) == []


def test_lists_of_pages_of_others_bring_what_they_have(marked: Archive, tmp_path: Path) -> None:
    export(marked, tmp_path / "x.wacz", "wacz", notes=False)
    rows: list[object] = [
        {"format": "json-pages-1.0", "id": "pages", "title": "All"},
        {"url": A, "ts": "2026-11-21T08:00:00Z", "tags": ["one", "  ", 7], "favorite": True},
        {"url": B, "ts": 5, "tags": "two, three", "notes": "from elsewhere"},
        {"url": "http://c.example/", "tags": ["nowhere"]},
        {"tags": ["x"]},
        [],
        {"url": B, "text": "not a note"},
    ]
    changed = tmp_path / "y.wacz"
    with zipfile.ZipFile(tmp_path / "x.wacz") as old, zipfile.ZipFile(changed, "w") as new:
        for info in old.infolist():
            lines = "\n".join([*map(json.dumps, rows), "{broken"])
            new.writestr(info, lines if info.filename == "pages/pages.jsonl" else old.read(info))
    other = Archive.create(tmp_path / "other.archive")
    taken(other, changed)
    assert [(row[0], row[3], row[4], row[5]) for row in shown(other)] == [
        (A, True, ("one", "7"), ""),
        (B, False, ("two", "three"), "from elsewhere"),
    ]


def test_an_import_without_marks_leaves_no_trace_of_them(marked: Archive, tmp_path: Path) -> None:
    (file,) = export(marked, tmp_path / "x.wacz", "wacz", notes=False)
    other = Archive.create(tmp_path / "other.archive")
    taken(other, file)
    assert not (other.path / NAME).exists() and not (other.path / LOCK).exists()


def test_marks_that_say_to_be_of_a_later_day_do_not_win_for_ever(marked: Archive, tmp_path: Path) -> None:
    line = Line("x", "2999-01-01T00:00:00.000000Z", Target(A), add=("future",))
    file = tmp_path / "z.notes.jsonl"
    file.write_bytes(b'{"format": "tianwang-notes", "version": 1}\n' + packed(line) + b"damaged\n")
    report = taken(marked, file)
    assert [sentence.code for _, sentence in report.files[0].damaged] == ["import-marks-damaged"]  # type: ignore[attr-defined]
    notes = Notebook(marked.path).read()
    assert "future" in notes.mark(Target(A)).tags and notes.last < "2999"


def test_a_name_that_is_taken_is_told_before_anything_is_written(marked: Archive, tmp_path: Path) -> None:
    (tmp_path / "x.notes.jsonl").write_bytes(b"mine")
    with pytest.raises(StorageFailed):
        export(marked, tmp_path / "x.tw", "tianwang")
    assert sorted(path.name for path in tmp_path.glob("x*")) == ["x.notes.jsonl"]
