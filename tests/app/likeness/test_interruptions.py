"""Fingerprints where something goes wrong: the process is killed while they are made, the disk is full."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.likeness.feeding import feed
from app.likeness.groups import groups
from app.likeness.store import NAME, Store
from tests.app.likeness.test_feeding import SITE, page, story
from tests.conftest import capture

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")

# as often written as possible, and killed behind so many writings
_KILLED = """
import os, signal, sys
from app.archive.archive import Archive
from app.likeness import feeding, store
feeding._COMMIT_TEXTS = 1
left = int(sys.argv[2])
written = store.Store._writing
def counting(self):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return written(self)
store.Store._writing = counting
feeding.feed(Archive.open(sys.argv[1]))
print("complete")
"""

_SHORT = """
import resource, signal, sys
from app.archive.archive import Archive
from app.errors import StorageFailed
from app.likeness.feeding import feed
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    feed(Archive.open(sys.argv[1]))
except StorageFailed as error:
    sys.exit(f"told: {error}")
"""


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    captures = [capture(f"{SITE}/{number}", page(story(number))) for number in range(8)]
    copies = [capture(f"{SITE}/copy/{number}", page(f"{story(number)} copied")) for number in range(3)]
    return fill(*captures, *copies)


def run(script: str, archive: Archive, number: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, str(archive.path), str(number)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def columns(archive: Archive) -> dict[str, bytes]:
    with Store(archive.path) as store:
        return {name: made.tobytes() for name, made in store.columns().items()}


def forget(archive: Archive) -> None:
    for file in archive.path.glob(f"{NAME}*"):
        file.unlink()


def test_killed_again_and_again_it_comes_to_the_same_columns(site: Archive) -> None:
    feed(site)
    whole = columns(site)
    forget(site)
    for behind in (7, 4):
        assert run(_KILLED, site, behind).returncode == -signal.SIGKILL
    assert run(_KILLED, site, 10_000).stdout == "complete\n"
    assert columns(site) == whole


def test_a_full_disk_is_told_loses_nothing_and_is_gone_on_from(site: Archive) -> None:
    feed(site)
    whole = columns(site)
    size = (site.path / NAME).stat().st_size
    forget(site)
    primary = {file.name: file.read_bytes() for file in site.path.rglob("*.tw")}
    told = run(_SHORT, site, size // 2)
    assert told.returncode == 1 and told.stderr.startswith("told: ") and NAME not in told.stdout
    assert {file.name: file.read_bytes() for file in site.path.rglob("*.tw")} == primary
    with site.reader() as reader:
        assert list(groups(reader)) == [], "nothing half known is believed"
    assert feed(site).complete and columns(site) == whole


def test_the_cache_of_another_persons_archive_is_made_anew(
    site: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(site)
    whole = columns(site)
    copied = tmp_path / "copied.archive"
    shutil.copytree(site.path, copied)
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "somebody else"))
    other = Archive.open(copied)
    assert columns(other) == {}
    with other.reader() as reader:
        assert list(groups(reader)) == []
    assert feed(other).versions == 11 and columns(other) == whole
