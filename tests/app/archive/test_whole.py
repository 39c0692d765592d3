"""A small file is put in the place of another whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from app.archive.whole import write_whole
from app.errors import StorageFailed


def test_on_a_full_disk_what_stood_there_stays_and_nothing_is_left_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "marks.json"
    write_whole(path, b"before")
    write_whole(path, b"then")
    assert path.read_bytes() == b"then"

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed, match="No space left"):
        write_whole(path, b"after")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("marks.json", b"then")]
