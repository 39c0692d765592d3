"""Work on categories that is broken off: killed, or on a full disk. Nothing is lost, and it goes on where it was."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.classes import categories, runs
from app.classes.categories import Categories, Rule
from app.classes.clusters import Clustering, Settings
from app.classes.feeding import MODEL, feed, model_of, use
from app.classes.known import Known
from app.classes.model import Kind, Model
from app.classes.runs import Run
from app.classes.store import Row
from tests.app.classes.conftest import examples
from tests.conftest import capture

KILLED = 3
_FEED = """
import sys
from pathlib import Path
from app.archive.archive import Archive
from app.classes import feeding
feeding._COMMIT_SECONDS = 0.0
def told(done, total):
    print(done, flush=True)
    sys.stdin.readline()
feeding.feed(Archive.open(Path(sys.argv[1])), told)
"""
_FULL = """
import resource, signal, sys
from pathlib import Path
from app.archive.archive import Archive
from app.classes import categories, feeding, model
from app.errors import StorageFailed
archive, fresh = Archive.open(Path(sys.argv[1])), model.read(Path(sys.argv[2]))
tree = categories.default()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
for work in (
    lambda: feeding.feed(archive),
    lambda: feeding.use(archive.path, fresh),
    lambda: categories.write(archive.path, categories.Categories(tree, own=True)),
):
    try:
        work()
    except StorageFailed:
        print("told")
"""

_WORK = """
import sys
from pathlib import Path
from app.archive.archive import Archive
from app.classes import corpus, feeding, runs, training
from app.classes.clusters import Settings
archive = Archive.open(Path(sys.argv[1]))
def told(done, total):
    print(done, flush=True)
    sys.stdin.readline()
if sys.argv[2] == "group":
    runs.keep(archive.path, runs.run(archive, Settings(count=2), progress=told))
else:
    labelled = {label: [f"http://{label}.test/{label}/{one}.html" for one in range(6)] for label in ("sport", "money")}
    feeding.use(archive.path, training.train(corpus.of_urls(archive, labelled), progress=told))
"""


@pytest.fixture
def site(fill: Callable[..., Archive], models: dict[Kind, Model]) -> Archive:
    made = examples(6)
    archive = fill(
        *(
            capture(one.document.url, f"<title>{one.label}</title><main><p>{one.document.text}.</p></main>")
            for one in made
        )
    )
    use(archive.path, models["svm"])
    rule = Rule("sport", "words", "goal")
    tree = tuple(categories.Category(label, label) for label in ("sport", "money", "菜谱"))
    categories.write(archive.path, Categories(tree, (rule,), own=True))
    return archive


def rows(archive: Archive) -> list[Row]:
    with Known(archive.path) as known:
        return list(known.rows())


def test_a_feed_that_is_killed_again_and_again_ends_as_one_that_was_not(
    site: Archive, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.archive"
    shutil.copytree(site.path, whole)
    feed(Archive.open(whole))
    before = 0
    for time in range(KILLED):
        with subprocess.Popen(
            [sys.executable, "-c", _FEED, str(site.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            for _ in range(4 * (time + 1)):  # pages that are known are gone by again
                assert process.stdout.readline()
                process.stdin.write("\n")
                process.stdin.flush()
            process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        known = len(rows(site))
        assert known > before
        before = known
    assert feed(site).read == 18 - before
    assert rows(site) == rows(Archive.open(whole))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are those of POSIX")
def test_a_full_disk_is_told_and_leaves_what_was_there(
    site: Archive, models: dict[Kind, Model], tmp_path: Path
) -> None:
    from app.classes.model import write

    write(tmp_path / "fresh.model", models["strong"])
    own, model = (site.path / categories.NAME).read_bytes(), (site.path / MODEL).read_bytes()
    said = subprocess.run(
        [sys.executable, "-c", _FULL, str(site.path), str(tmp_path / "fresh.model")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == ["told"] * 3
    assert (site.path / categories.NAME).read_bytes() == own and (site.path / MODEL).read_bytes() == model
    kept = model_of(site.path)
    assert kept is not None and kept.digest == models["svm"].digest
    feed(site)
    assert len(rows(site)) == 18


@pytest.mark.parametrize("work", ["group", "train"])
def test_grouping_and_training_that_are_killed_leave_what_was_there(site: Archive, work: str) -> None:
    """They keep nothing before they are at their end: what was kept stands, and doing it again is doing it whole."""
    feed(site)
    runs.keep(site.path, Run("2026-01-01T00:00:00.000", Settings(), "", (), Clustering((), (), ())))
    before = {path.name: path.read_bytes() for path in (site.path / runs.NAME, site.path / MODEL)}
    with subprocess.Popen(
        [sys.executable, "-c", _WORK, str(site.path), work],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdout.readline(), "it has begun"
        process.send_signal(signal.SIGKILL)
    assert {name: (site.path / name).read_bytes() for name in before} == before
    subprocess.run(
        [sys.executable, "-c", _WORK, str(site.path), work],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    if work == "group":
        again, kept = runs.kept(site.path)
        assert len(again.clustering.clusters) == 2 and kept.made.startswith("2026-01-01")
    else:
        fresh = model_of(site.path)
        assert fresh is not None and fresh.about.labels == ("money", "sport")
    assert not [path.name for path in site.path.iterdir() if path.suffix in (".new", ".tmp", ".part")]
