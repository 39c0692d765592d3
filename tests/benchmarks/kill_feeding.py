"""An index that is fed by a process that is killed again and again, against one that was fed undisturbed.

    python tests/benchmarks/kill_feeding.py [--captures 10000] [--kills 20] [--longest 6]

Each process is killed with SIGKILL after a random time, at most so many seconds; the last one is let go on to the end.
Both indexes have to know the same texts, versions, texts of links and blocks, and to answer the same queries alike.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.index.labels import EVERY
from app.search.index.store import Database
from app.search.query import parse
from app.search.searching import Searcher
from tests.benchmarks import large_archive
from tests.benchmarks.bench_search import QUERIES, contents, cut_queries

FEED = """
import sys
from pathlib import Path
from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.index.labels import EVERY
feed(Archive.open(Path(sys.argv[1])))
"""
_SAID = (
    "SELECT v.batch, v.serial, e.page, e.digest FROM versions v JOIN entries e USING (entry) ORDER BY 1, 2"
)
_BLOCKS = "SELECT key FROM blocks ORDER BY key"
_LINKS = "SELECT anchor FROM anchors ORDER BY anchor"


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--captures", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--longest", type=float, default=6.0)
    given = options.parse_args()
    chance = random.Random(4)
    with tempfile.TemporaryDirectory() as place:
        calm, killed = (Path(place) / f"{name}.archive" for name in ("calm", "killed"))
        archive = Archive.create(calm)
        large_archive.fill(archive, given.captures)
        shutil.copytree(calm, killed)
        print(f"undisturbed: {feed(archive)}", flush=True)
        met = sum(was_killed(killed, chance.uniform(0.3, given.longest)) for _ in range(given.kills))
        print(f"killed {met} times in the middle; then: {feed(Archive.open(killed))}", flush=True)
        queries = cut_queries(chance, contents(archive).values(), QUERIES)
        differing = [name for name, same in compared(calm, killed, queries).items() if not same]
    print(f"different: {', '.join(differing)}" if differing else "both are the same in all that was compared")
    return 1 if differing else 0


def was_killed(archive: Path, seconds: float) -> bool:
    """Feed for so long; whether it was not at its end by then."""
    process = subprocess.Popen([sys.executable, "-c", FEED, str(archive)])
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def compared(one: Path, other: Path, queries: list[str]) -> dict[str, bool]:
    """What was compared, and whether it is the same."""
    same = {}
    for name, statement in (("versions", _SAID), ("texts of links", _LINKS), ("blocks", _BLOCKS)):
        found = []
        for path in (one, other):
            base = Database(path)
            found.append(base.db.execute(statement).fetchall())
            base.close()
        same[name] = found[0] == found[1]
    with Searcher(Archive.open(one)) as first, Searcher(Archive.open(other)) as second:
        for query in queries:
            pages = [set(each.held.keys[each.entries(parse(query))[0]].tolist()) for each in (first, second)]
            same[f"pages of {query}"] = pages[0] == pages[1]
            blocks = [each.labels_saying(parse(query), EVERY).sum() for each in (first, second)]
            same[f"labels of {query}"] = bool(blocks[0] == blocks[1])
    return same


if __name__ == "__main__":
    sys.exit(main())
