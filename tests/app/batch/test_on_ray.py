"""Jobs on a Ray cluster: the bytes of the result are those of one process, on one, two and three nodes, with a worker and a
node killed half-way; the command line goes there, too."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from app.archive.archive import Archive
from app.batch.job import Pair
from app.batch.on_ray import OnRay
from app.batch.run import run
from app.batch.shipped import WordCount
from app.batch.splits import Item, splits
from app.batch.workers import Here
from app.cli import app
from app.errors import JobRefused
from tests import rays
from tests.conftest import capture

pytestmark = pytest.mark.skipif(rays.MISSING, reason=rays.NEEDED)


@dataclass(frozen=True)
class Falling(WordCount):
    """Kills its worker at one page, the first time."""

    name: ClassVar[str] = "falling"
    flag: str = ""

    def map(self, item: Item) -> Iterable[Pair]:
        if item.capture.url.endswith("/7") and not Path(self.flag).exists():
            Path(self.flag).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().map(item)


@pytest.fixture
def site(archive: Archive) -> Path:
    with archive.writer() as writer:
        for number in range(12):
            body = f"<title>Page {number}</title><p>word{number % 4} common text of {number}</p>"
            writer.store(capture(f"http://{'ab'[number % 2]}.example/{number}", body))
    return archive.path


def bytes_of(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.glob("part-*"))}


def test_the_command_line_works_there(ray_cluster: Any, site: Path, tmp_path: Path) -> None:
    asked = [
        "job",
        "count",
        str(site),
        "--out",
        str(tmp_path / "out"),
        "--cluster",
        ray_cluster.address,
        "--json",
    ]
    said = CliRunner().invoke(app, asked)
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout.splitlines()[-1])["counters"]["records"] == 12


def test_one_two_and_three_nodes_give_the_same_bytes_also_when_some_are_killed(
    ray_cluster: Any, site: Path, tmp_path: Path
) -> None:
    import ray

    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    plain = run(WordCount(), [site], tmp_path / "plain", Here(), size=1000)
    assert len(splits([site], 1000)) > 4
    expected = bytes_of(tmp_path / "plain")
    workers = OnRay(ray_cluster.address)
    try:
        run(WordCount(), [site], tmp_path / "one", workers, size=1000)
        second = ray_cluster.add_node(**rays.NODE)
        falling = Falling(flag=str(tmp_path / "flag"))
        fallen = run(falling, [site], tmp_path / "two", workers, size=1000)
        assert fallen.again >= 1
        third = ray_cluster.add_node(**rays.NODE)

        def lose_one(done: int, _: int) -> None:
            if done == 4:
                ray_cluster.remove_node(third, allow_graceful=False)

        lost = run(WordCount(), [site], tmp_path / "three", workers, size=1000, progress=lose_one)
    finally:
        workers.close()
    ray_cluster.remove_node(second)
    for name in ("one", "two", "three"):
        assert bytes_of(tmp_path / name) == expected
    assert fallen.counters == lost.counters == plain.counters


def test_an_address_at_which_nobody_listens_is_told_at_once(ray_cluster: Any) -> None:
    with pytest.raises(JobRefused, match="No cluster answers"):
        OnRay("127.0.0.1:9")
