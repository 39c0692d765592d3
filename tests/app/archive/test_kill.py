"""kill -9 at fifty random moments: nothing that was reported stored is lost, nothing is doubled."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.archive.archive import Archive
from tests.archives import everything

HELPER = Path(__file__).with_name("dying_writers.py")
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no kill -9 there")
def test_nothing_reported_is_lost_or_doubled(archive: Archive) -> None:
    command = [sys.executable, str(HELPER), str(archive.path), "50", "9"]
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=here, capture_output=True, text=True, check=False, timeout=170)
    assert done.returncode == 0, done.stderr
    lines = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    assert len(lines) == 50 and lines[-1][2] > 50
    assert sum(1 for _, said, _ in lines if said == 0) > 2, "some died before they had reported anything"
    ids = [row[0] for row in everything(archive)]
    assert len(ids) == len(set(ids)) >= lines[-1][2]
    with archive.reader() as reader:
        increments = reader.connection.execute("SELECT count(*) FROM captures WHERE full = 2").fetchone()[0]
        assert increments > 12, "changed pages are stored as what has changed"
        for capture in reader.captures(kind="version"):
            assert capture.digest == "sha256:" + hashlib.sha256(reader.body(capture)).hexdigest()
    # captures of one second in two batches may change places: they were not stored batch by batch
    before = sorted(everything(archive), key=str)
    assert Archive.reindex(archive.path).damaged == []
    assert sorted(everything(archive), key=str) == before
