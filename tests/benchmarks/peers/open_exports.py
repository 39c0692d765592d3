"""Peers at the files this program exports: run by bench_interchange.py with the Python of the peers' environment.

    python open_exports.py warcio|fastwarc FILE.warc[.gz]     counts the records, checks block and payload digests
    python open_exports.py wacz FILE.wacz                     `wacz validate`, the whole of it
    python open_exports.py index FILE.warc.gz FILE.cdxj       the index cdxj-indexer makes of the file against ours

Each prints one JSON object.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path


def of_warcio(path: Path) -> dict[str, object]:
    from warcio.archiveiterator import ArchiveIterator

    counts: Counter[str] = Counter()
    problems: list[str] = []
    bodies: Counter[str] = Counter()
    with path.open("rb") as file:
        for record in ArchiveIterator(file, check_digests=True):
            counts[record.rec_type] += 1
            payload = record.raw_stream.read()
            if record.rec_type in ("response", "resource"):
                bodies[hashlib.sha256(payload).hexdigest()] += 1
                if record.digest_checker.passed is not True:
                    problems += record.digest_checker.problems or ["no digest checked"]
    return {"counts": counts, "problems": problems[:20], "bodies": bodies}


def of_fastwarc(path: Path) -> dict[str, object]:
    from fastwarc.warc import ArchiveIterator

    counts: Counter[str] = Counter()
    problems: list[str] = []
    bodies: Counter[str] = Counter()
    for record in ArchiveIterator(str(path), parse_http=False):
        kind = record.headers["WARC-Type"]
        counts[kind] += 1
        if not record.verify_block_digest():
            problems.append(f"block digest of {record.record_id}")
        if kind == "response":  # for other kinds FastWARC knows no payload
            record.parse_http()
            if not record.verify_payload_digest():
                problems.append(f"payload digest of {record.record_id}")
    for record in ArchiveIterator(str(path)):
        if record.headers["WARC-Type"] in ("response", "resource"):
            bodies[hashlib.sha256(record.reader.read()).hexdigest()] += 1
    return {"counts": counts, "problems": problems[:20], "bodies": bodies}


def of_wacz(path: Path) -> dict[str, object]:
    from wacz.main import main

    said = StringIO()
    with redirect_stdout(said):
        code = main(["validate", "-f", str(path)])
    return {"valid": code == 0, "said": said.getvalue().strip()}


def of_index(warc: Path, index: Path) -> dict[str, object]:
    from cdxj_indexer.main import write_cdx_index

    made = StringIO()
    write_cdx_index(made, [str(warc)], {"sort": True})
    theirs, ours = made.getvalue().splitlines(), index.read_text("ascii").splitlines()
    return {
        "lines": len(ours),
        "equal": theirs == ours,
        "first": next((p for p in zip(theirs, ours, strict=False) if p[0] != p[1]), None),
    }


if __name__ == "__main__":
    began = time.perf_counter()
    what, *paths = sys.argv[1:]
    result = {"warcio": of_warcio, "fastwarc": of_fastwarc, "wacz": of_wacz, "index": of_index}[what](
        *map(Path, paths)
    )
    print(json.dumps({**result, "seconds": time.perf_counter() - began}))
