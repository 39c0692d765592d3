"""The folder for temporary files: gone with the program, and with the next one where the first was killed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import temporary

PROGRAM = """
import sys, tempfile
from app import temporary
tempfile.tempdir = sys.argv[1]
print(temporary.begin(), flush=True)
open(tempfile.mkdtemp() + "/copy", "w").close()
print("made", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(temporary, "_YOUNG", -1)
    return tmp_path


def program(place: Path) -> tuple[subprocess.Popen[str], Path]:
    begun = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert begun.stdout is not None
    folder = Path(begun.stdout.readline().strip())
    assert begun.stdout.readline() == "made\n"
    return begun, folder


@pytest.fixture
def living(place: Path) -> Iterator[Path]:
    begun, folder = program(place)
    yield folder
    begun.communicate("")
    assert begun.returncode == 0 and not folder.exists(), "it goes with its program"


def test_what_a_killed_program_left_is_removed_and_nothing_else(place: Path, living: Path) -> None:
    begun, dead = program(place)
    begun.kill()
    begun.communicate()
    (copy,) = dead.glob("*/copy")
    copy.chmod(0o400)
    others = [
        place / f"{temporary.PREFIX}unlocked",
        place / f"{temporary.PREFIX}open",
        place / "tianwang-view-1",
    ]
    for other in others:
        other.mkdir(mode=0o700)
    for other in others[1:]:
        (other / "writer.lock").touch()
    others[1].chmod(0o755)
    link = place / f"{temporary.PREFIX}link"
    link.symlink_to(others[2])
    assert temporary.sweep(place) == [dead]
    assert not dead.exists() and living.exists() and all(other.exists() for other in (*others, link))
    assert list(living.glob("*/copy"))


def test_a_program_that_has_just_begun_is_left_alone(
    place: Path, living: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A young folder whose lock nobody has written a name into may be about to be locked; with a name its program is dead
    if it can be locked, however young."""
    monkeypatch.setattr(temporary, "_YOUNG", 60)
    beginning = place / f"{temporary.PREFIX}beginning"
    beginning.mkdir(mode=0o700)
    (beginning / "writer.lock").touch()
    begun, dead = program(place)
    begun.kill()
    begun.communicate()
    assert temporary.sweep(place) == [dead] and beginning.exists() and living.exists()


def test_within_a_block_what_the_dead_left_is_gone_and_behind_it_its_own(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    begun, dead = program(place)
    begun.kill()
    begun.communicate()
    with temporary.held():
        assert not dead.exists() and Path(tempfile.mkdtemp()).parent.parent == place
        with temporary.held():
            pass
        assert Path(tempfile.mkdtemp()).parent.parent == place, "the outer block has it still"
    assert list(place.iterdir()) == [] and tempfile.tempdir == str(place)


def test_temporary_files_are_made_in_it_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = temporary.begin()
    assert folder is not None and temporary.begin() == folder
    assert Path(tempfile.mkdtemp()).parent == folder and folder.stat().st_mode & 0o077 == 0
    temporary.end(folder, str(tmp_path))
    assert not folder.exists() and Path(tempfile.mkdtemp()).parent == tmp_path


def test_without_room_for_it_files_are_made_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert temporary.begin() is None and tempfile.tempdir == str(tmp_path / "missing")
