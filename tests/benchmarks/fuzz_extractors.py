"""Spoils files of a folder and reads them: python tests/benchmarks/fuzz_extractors.py --cases 2000 --folder DIR

Prints what went wrong (exceptions, hangs, crashes, memory, files and descriptors left) and a count of each; the exit
code is 1 when anything did. --only SUFFIXES takes some of the files, --seed another series, --keep DIR writes the
spoilt files that showed something.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests import fuzzing

_LARGEST = 2 << 20
_AT_ONCE = 60  # files in memory


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="suffixes, separated by commas")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    wanted = {f".{suffix}" for suffix in asked.only.split(",") if suffix}
    paths = sorted(
        path
        for path in asked.folder.rglob("*")
        if path.is_file()
        and 0 < path.stat().st_size <= _LARGEST
        and (not wanted or path.suffix.lower() in wanted)
    )
    if not paths:
        sys.exit("There are no files of that kind.")
    random.Random(asked.seed).shuffle(paths)
    start = time.perf_counter()
    findings: list[fuzzing.Finding] = []
    done = 0
    for first in range(0, len(paths), _AT_ONCE):
        files = {
            str(path.relative_to(asked.folder)): path.read_bytes() for path in paths[first : first + _AT_ONCE]
        }
        count = asked.cases * min(len(paths), first + _AT_ONCE) // len(paths) - done
        cases = list(fuzzing.cases(sorted(files), count, asked.seed + done))
        found = fuzzing.run(files, cases)
        for finding in found:
            print(finding, flush=True)
            if asked.keep:
                others = [files[name] for name in sorted(files)]
                asked.keep.mkdir(parents=True, exist_ok=True)
                name = f"{finding.kind}-{finding.case.seed}-{Path(finding.case.name).name}"
                spoilt = fuzzing.spoilt(files[finding.case.name], finding.case.seed, others)
                (asked.keep / name).write_bytes(spoilt)
        findings += found
        done += count
    kinds = Counter((finding.kind, Path(finding.case.name).suffix) for finding in findings)
    print(
        f"{done} cases of {len(paths)} files in {time.perf_counter() - start:.0f} s: {len(findings)} findings"
    )
    for (kind, suffix), count in kinds.most_common():
        print(f"  {count:5} {kind} {suffix}")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
