"""The file of the notes: nothing that was told to be safe is lost, whatever happens to its writer or its end."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.notes.lines import HEADER
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import LOCK, NAME, Notebook
from app.errors import StorageFailed, StorageUnreadable
from tests.app.archive.verifying import problems

PAGE = Target("http://a.example/")
WRITER = """
import sys
from pathlib import Path
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
book = Notebook(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    book.write([Change(Target(f"http://{sys.argv[2]}.example/{number}"), True, ("t",), note="n" * 500)])
    print(number, flush=True)
"""


def writer(folder: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(folder), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def test_what_was_written_stands_there_for_another_reader(tmp_path: Path) -> None:
    book, other = Notebook(tmp_path), Notebook(tmp_path)
    assert not list(other.read().marks())
    act = book.write([Change(PAGE, True, ("Linux", "内核"), note="two\nlines")])
    assert act.targets == (PAGE,)
    mark = other.read().mark(PAGE)
    assert (mark.star, mark.tags, mark.note) == (True, ("Linux", "内核"), "two\nlines")
    other.write([Change(PAGE, False, remove=("LINUX",))])
    mark = book.read().mark(PAGE)
    assert (mark.star, mark.tags) == (False, ("内核",))


def test_what_stands_there_already_is_not_written_again(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, True, ("Linux",), note="n")])
    size = book.path.stat().st_size
    assert book.write([Change(PAGE, True, ("LINUX",), ("x",), "n")]).id == ""
    assert book.path.stat().st_size == size


def test_an_act_on_several_things_is_undone_and_done_again_as_one(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, note="first")])
    many = [Target(f"http://a.example/{number}") for number in range(3)]
    book.write([Change(one, True) for one in many])
    assert set(book.undo().targets) == set(many)
    assert [mark.target for mark in book.read().marks()] == [PAGE]
    assert set(book.redo().targets) == set(many)
    assert len(list(book.read().marks())) == 4
    assert book.redo().id == ""
    book.undo()
    book.undo()
    assert book.undo().id == "" and not list(book.read().marks())


def test_one_act_can_be_undone_by_its_name_after_others(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    first = book.write([Change(PAGE, add=("a",))])
    book.write([Change(PAGE, add=("b",))])
    assert book.undo(first.id).notes.mark(PAGE).tags == ("b",)
    assert book.undo(first.id).id == ""
    assert book.undo("nobody").id == ""


def test_a_clock_that_goes_back_does_not_make_a_new_word_an_old_one(tmp_path: Path) -> None:
    line = b'{"act": "x", "at": "2999-01-01T00:00:00.000000Z", "url": "http://a.example/", "star": true}\n'
    (tmp_path / NAME).write_bytes(HEADER + line)
    book = Notebook(tmp_path)
    assert book.read().mark(PAGE).star
    assert not book.write([Change(PAGE, False)]).notes.mark(PAGE).star


@pytest.mark.parametrize("kept", [0, 1, 20, len(HEADER), len(HEADER) + 1, -1, -40])
def test_a_cut_last_line_loses_no_other_and_is_moved_aside(tmp_path: Path, kept: int) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, True)])
    whole = book.path.read_bytes()
    book.write([Change(PAGE, add=("lost",))])
    last = book.path.read_bytes()[len(whole) :]
    rest = last[:kept] if kept < 0 else b""
    data = whole + rest if rest else whole[:kept]
    book.path.write_bytes(data)
    for reader in (book, Notebook(tmp_path)):
        assert reader.read().mark(PAGE).star == bool(rest)
        assert reader.read().cut == (not data.endswith(b"\n") and bool(data))
    Notebook(tmp_path).write([Change(PAGE, add=("new",))])
    mark = book.read().mark(PAGE)
    assert (mark.star, mark.tags, book.read().cut) == (bool(rest), ("new",), False)
    aside = b"".join(path.read_bytes() for path in tmp_path.glob(f"{NAME}.cut-*"))
    assert aside == data[data.rfind(b"\n") + 1 :]


def test_damaged_lines_are_passed_over_and_counted(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, True)])
    book.write([Change(PAGE, add=("a",))])
    data = book.path.read_bytes()
    book.path.write_bytes(data[: len(HEADER)] + b"\0\0\0{\n" + data[len(HEADER) :])
    notes = Notebook(tmp_path).read()
    assert (notes.mark(PAGE).star, notes.mark(PAGE).tags, notes.damaged) == (True, ("a",), 1)


def test_a_file_that_was_exchanged_is_read_anew(tmp_path: Path) -> None:
    book = Notebook(tmp_path)
    book.write([Change(PAGE, True)])
    assert book.read().mark(PAGE).star
    other = Notebook(tmp_path / "other")
    other.path.parent.mkdir()
    for number in range(5):
        other.write([Change(Target(f"http://b.example/{number}"), True)])
    book.path.write_bytes(other.path.read_bytes())  # in place, as “cp” does, and longer
    assert [mark.target.url for mark in book.read().marks()] == [f"http://b.example/{n}" for n in range(5)]


def test_two_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    both = [writer(tmp_path, name, 60) for name in "ab"]
    assert [process.wait() for process in both] == [0, 0]
    for process in both:
        assert process.stdout
        process.stdout.close()
    notes = Notebook(tmp_path).read()
    assert len(list(notes.marks())) == 120 and not notes.damaged and not notes.cut
    moments = [line.split(b'"at": "')[1][:27] for line in (tmp_path / NAME).read_bytes().splitlines()[1:]]
    assert moments == sorted(set(moments))


def test_what_a_killed_writer_told_to_be_safe_is_there(tmp_path: Path) -> None:
    dice, told = random.Random(5), dict[str, int]()
    for life in range(10):
        process = writer(tmp_path, f"w{life}", 100_000)
        assert process.stdout
        process.stdout.readline()
        time.sleep(dice.uniform(0, 0.03))
        process.kill()
        told[f"w{life}"] = process.stdout.read().count(b"\n")
        process.wait()
        process.stdout.close()
        if dice.random() < 0.5:  # as after a power cut
            with (tmp_path / NAME).open("ab") as file:
                file.write(b'{"act": "x", "at": "2026-')
    notes = Notebook(tmp_path).read()
    assert not notes.damaged
    for name, count in told.items():
        for number in range(count + 1):
            assert notes.mark(Target(f"http://{name}.example/{number}")).star


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / LOCK).mkdir()
    with pytest.raises(StorageFailed) as failed:
        Notebook(tmp_path).write([Change(PAGE, True)])
    assert str(tmp_path) in str(failed.value)
    assert not (tmp_path / NAME).exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders there")
def test_a_pipe_or_a_link_in_the_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(StorageUnreadable):
        Notebook(tmp_path).read()
    (tmp_path / NAME).unlink()
    (tmp_path / "victim").write_bytes(b"mine\n")
    (tmp_path / NAME).symlink_to(tmp_path / "victim")
    with pytest.raises(StorageUnreadable):
        Notebook(tmp_path).read()
    with pytest.raises(StorageFailed):
        Notebook(tmp_path).write([Change(PAGE, True)])
    assert (tmp_path / "victim").read_bytes() == b"mine\n"


def test_verification_names_damaged_and_cut_lines(filled: Archive) -> None:
    book = Notebook(filled.path)
    book.write([Change(PAGE, True)])
    assert problems(filled) == []
    end = book.path.stat().st_size
    with book.path.open("ab") as file:
        file.write(b"{}\n{")
    found = [(one.file, one.offset, one.rule) for one in problems(filled)]
    assert found == [(NAME, end, "notes-line"), (NAME, end + 3, "notes-cut")]


def test_a_writer_of_the_archive_and_its_notes_do_not_wait_for_each_other(filled: Archive) -> None:
    with filled.writer():
        assert Notebook(filled.path).write([Change(PAGE, True)]).id
