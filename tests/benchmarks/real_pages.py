"""Pages of public repositories stored as an archive: documentation sites with the versions that they keep, articles.

    python tests/benchmarks/real_pages.py ARCHIVE REPOSITORY… [--most 30000]

REPOSITORY: bare repositories or checkouts, of which the .html and .md files of the last commit are taken, each repository
as a site of its own and about as many of each. Which files does not depend on chance: they are taken in the order of a
digest of their path without the folders that are a version's (`3.1`, `2.8.0`, `39`), so what was published in several
versions comes in all of them.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.model import NewCapture

_WHEN = datetime(2026, 11, 1, tzinfo=UTC)
_VERSION = re.compile(r"v?[\d.]+")
_TYPES = {".html": "text/html", ".htm": "text/html", ".md": "text/markdown"}
_SMALLEST = 400
_COMMIT = 1000


def listed(repository: Path) -> list[tuple[str, str]]:
    """(path, id) of all its pages."""
    command = ["git", "-C", str(repository), "ls-tree", "-r", "-z", "HEAD"]
    lines = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    rows = [line.partition("\t") for line in lines.split("\0") if line]
    return [(path, about.split()[2]) for about, _, path in rows if Path(path).suffix.lower() in _TYPES]


def chosen(pages: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """At most so many of them, all versions of a page together."""
    versions = defaultdict[bytes, list[tuple[str, str]]](list)
    for path, id in sorted(pages):
        folders = [part for part in path.split("/") if not _VERSION.fullmatch(part)]
        versions[blake2b("/".join(folders).encode(), digest_size=8).digest()].append((path, id))
    found = list[tuple[str, str]]()
    for _, some in sorted(versions.items()):
        if len(found) + len(some) <= most:
            found += some
    return found


def shared_out(counts: list[int], most: int) -> list[int]:
    """How many of each, evenly; what some have not the others give."""
    given = [0] * len(counts)
    while (left := most - sum(given)) > 0 and (
        open := [at for at, one in enumerate(counts) if given[at] < one]
    ):
        for at in open:
            given[at] = min(counts[at], given[at] + max(1, left // len(open)))
    return given


def contents(repository: Path, ids: list[str]) -> Iterator[bytes]:
    """The files with these ids; empty for one that the repository has not."""
    for start in range(0, len(ids), _COMMIT):
        some = ids[start : start + _COMMIT]
        command = ["git", "-C", str(repository), "cat-file", "--batch"]
        given = subprocess.run(
            command, input="\n".join(some).encode(), capture_output=True, check=True
        ).stdout
        at = 0
        for _ in some:
            end = given.index(b"\n", at)
            about = given[at:end].split()
            size = int(about[2]) if about[-1] != b"missing" else -1
            yield given[end + 1 : end + 1 + max(0, size)]
            at = end + 2 + size if size >= 0 else end + 1


def stored(path: Path, repositories: list[Path], most: int) -> int:
    """How many pages were stored in a new archive."""
    pages = [listed(one) for one in repositories]
    count = 0
    with Archive.create(path).writer() as writer:
        shares = shared_out([len(one) for one in pages], most)
        for number, (repository, some, share) in enumerate(zip(repositories, pages, shares, strict=True)):
            taken = chosen(some, share)
            for (name, _), body in zip(taken, contents(repository, [id for _, id in taken]), strict=True):
                if len(body) < _SMALLEST:
                    continue
                head = (
                    f"HTTP/1.1 200 OK\r\nContent-Type: {_TYPES[Path(name).suffix.lower()]}\r\n\r\n".encode()
                )
                url = f"http://site{number}.example/{quote(name)}"
                writer.store(NewCapture(url, _WHEN + timedelta(seconds=count), None, head + body))
                count += 1
                if count % _COMMIT == 0:
                    writer.commit()
            print(f"site{number}.example: {repository}, {len(taken)} of {len(some)} pages", flush=True)
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=30_000)
    given = parser.parse_args()
    print(stored(given.archive, given.repositories, given.most), "pages")
