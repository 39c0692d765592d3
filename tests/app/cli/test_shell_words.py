"""Commands that sentences name can be copied into a shell, whatever the path is called."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.errors import shell_word
from tests.app.archive.increments import filled
from tests.app.cli.looking import OLD

Run = Callable[..., Result]
NAME = "pages of Ann's & Bob's"


def command(text: str) -> list[str]:
    """The words of the command in a sentence, as a shell takes them apart."""
    found = re.search(r"tianwang ([^”\n]+)", text)
    assert found is not None, text
    return shlex.split(found[1])


@pytest.fixture(autouse=True)
def _posix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("subprocess.list2cmdline", shlex.join)


def test_of_files(tianwang: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{NAME}.raw"
    path.write_bytes(OLD + b"rubbish" + OLD)
    listed = tianwang("ls", path, code=1)
    assert command(listed.stderr) == ["recover", str(path), "--out", "FILE"]
    assert command(tianwang("cat", path, 3, code=1).stderr) == ["ls", str(path)]


def test_of_archives(tianwang: Run, tmp_path: Path) -> None:
    source, path = Archive.create(tmp_path / "full", policy="full"), tmp_path / NAME
    filled(source, 4)
    imported = tianwang("import", path, source.path / "batches")
    assert command(imported.stdout) == ["convert", str(path), "--to", "incremental"]
    with closing(sqlite3.connect(path / "index.sqlite")) as db, db:
        db.execute("CREATE VIEW v AS SELECT 1")
    assert command(tianwang("ls", path, code=1).stderr) == ["reindex", str(path)]
    tianwang("reindex", path)
    assert Archive.open(path).name == NAME


def test_in_the_shell_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("app.errors.os.name", "nt")
    words = [shell_word("C:\\a b"), shell_word("a")]
    monkeypatch.undo()
    assert words == ['"C:\\a b"', "a"]
