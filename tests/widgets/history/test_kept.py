"""What was looked at is kept for a person, in a file that stays small and survives being damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from app.personal import config_folder
from widgets.history import kept as keeping
from widgets.history.kept import Kept, clear_all


@pytest.fixture
def captures(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> list[Capture]:
    archive = fill(
        *(make_capture(f"http://a.test/{n}", f"<title>Page {n}</title>", minutes=n) for n in range(3))
    )
    with archive.reader() as reader:
        return [reader.versions(f"http://a.test/{n}")[0] for n in range(3)]


def test_looks_are_read_newest_first_and_twice_in_a_row_is_once(
    tmp_path: Path, captures: list[Capture]
) -> None:
    kept = Kept(tmp_path / "one.archive", tmp_path / "kept")
    for number in (0, 1, 1, 0):
        kept.add(captures[number])
    assert [(look.title, look.id) for look in kept.read()] == [
        (f"Page {n}", captures[n].id) for n in (0, 1, 0)
    ]
    assert kept.read()[0].captured == captures[0].date
    assert kept.path.stat().st_mode & 0o077 == 0  # nobody else reads it


def test_each_archive_has_a_list_of_its_own_and_none_stands_in_it(
    tmp_path: Path, captures: list[Capture]
) -> None:
    one, two = Kept(tmp_path / "one.archive"), Kept(tmp_path / "two.archive")
    one.add(captures[0])
    assert two.read() == [] and one.path.is_relative_to(config_folder())
    clear_all()
    assert one.read() == []


def test_lines_that_are_no_looks_are_left_out(tmp_path: Path, captures: list[Capture]) -> None:
    kept = Kept(tmp_path / "one.archive", tmp_path / "kept")
    kept.add(captures[0])
    good = json.loads(kept.path.read_text())
    bad = [
        "",
        "{",
        "[]",
        "null",
        "{}",
        json.dumps({**good, "at": "soon"}),
        json.dumps({**good, "url": 7}),
        json.dumps({**good, "more": 1}),
    ]
    with kept.path.open("ab") as file:
        file.write("\n".join(bad).encode() + b"\n\xff\xfe\n")
    kept.add(captures[1])
    assert [look.title for look in kept.read()] == ["Page 1", "Page 0"]


def test_the_list_is_bounded_and_so_are_the_lists(
    tmp_path: Path, captures: list[Capture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST", 5)
    monkeypatch.setattr(keeping, "_FILES", 3)
    kept = Kept(tmp_path / "one.archive", tmp_path / "kept")
    for turn in range(12):
        kept.add(captures[turn % 3])
    assert len(kept.read()) == 5 and len(kept.path.read_text().splitlines()) == 5
    for name in "abcdef":
        Kept(tmp_path / name, tmp_path / "kept").add(captures[0])
    assert len(list((tmp_path / "kept").iterdir())) == 3


def test_looks_are_forgotten_one_by_one_and_all(tmp_path: Path, captures: list[Capture]) -> None:
    kept = Kept(tmp_path / "one.archive", tmp_path / "kept")
    for number in (0, 1, 2):
        kept.add(captures[number])
    kept.forget(lambda look: look.title == "Page 1")
    assert [look.title for look in kept.read()] == ["Page 2", "Page 0"]
    kept.clear()
    assert kept.read() == []
    kept.add(captures[2])
    assert [look.title for look in kept.read()] == ["Page 2"]


def test_where_nothing_can_be_written_nobody_is_stopped(tmp_path: Path, captures: list[Capture]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    kept = Kept(tmp_path / "one.archive", blocked)
    kept.add(captures[0])
    kept.clear()
    assert kept.read() == []
