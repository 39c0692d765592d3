"""Near duplicates measured: all pairs of fingerprints, documents a second beside peers, recall and precision on real
documents against comparing all, planted duplicates.

    python tests/benchmarks/bench_likeness.py FOLDER…

FOLDER: folders of text documents (.md, .txt, or files without an ending), for example clones of LCTT/TranslateProject and
xitu/gold-miner. `TIANWANG_PEERS` names a Python that has datasketch and simhash; without it no peer runs. `--most N`:
documents taken, evenly from all.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy import sparse

from app.likeness import pairing, passages, shingles, simhash, tables
from app.likeness.prints import LEAST, Prints, of_text
from app.likeness.terms import SAMPLE, Weights

_PEER = """
import sys, time
from pathlib import Path
texts = [Path(name).read_text("utf-8", "replace")[:20000] for name in sys.stdin.read().splitlines()]
grams = lambda text: {text[at:at + 4] for at in range(max(1, len(text) - 3))}
from simhash import Simhash
began = time.process_time()
for text in texts: Simhash(list(grams(text)))
print("simhash (PyPI), documents a second:", round(len(texts) / (time.process_time() - began)))
from datasketch import MinHash
began = time.process_time()
for text in texts:
    made = MinHash(64)
    made.update_batch([one.encode() for one in grams(text)])
print("datasketch MinHash 64, documents a second:", round(len(texts) / (time.process_time() - began)))
"""


def documents(folders: list[Path], most: int) -> list[Path]:
    """Files of text, evenly over all folders."""
    found = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
        and (path.suffix in (".md", ".txt") or not path.suffix)
        and path.stat().st_size > 400
    )
    return found if len(found) <= most else [found[at * len(found) // most] for at in range(most)]


def exact_pairs(sets: list[shingles.Shingles], least: float) -> dict[tuple[int, int], float]:
    """All pairs from a Jaccard on, by the product of the matrix with itself, some rows at a time."""
    flat = np.concatenate(sets)
    _, columns = np.unique(flat, return_inverse=True)
    sizes = np.array([len(one) for one in sets])
    rows = np.repeat(np.arange(len(sets)), sizes)
    matrix = sparse.csr_matrix((np.ones(len(flat), np.int32), (rows, columns)))
    turned = matrix.T.tocsc()
    found = {}
    for start in range(0, len(sets), 250):
        shared = (matrix[start : start + 250] @ turned).tocoo()
        a, b = shared.row + start, shared.col
        jaccard = shared.data / (sizes[a] + sizes[b] - shared.data)
        keep = (jaccard >= least) & (a < b)
        found.update(
            ((int(i), int(j)), float(value))
            for i, j, value in zip(a[keep], b[keep], jaccard[keep], strict=True)
        )
    return found


def all_pairs() -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(0, 2**64, 10**6, dtype=np.uint64)
    values[500_000:570_000] = values[:70_000] ^ np.uint64(5)
    for layout in ("4x16", "16x28", "20x32"):
        began = time.process_time()
        found = tables.near_pairs(values, layout=layout)
        print(f"10^6 fingerprints, {layout}: {time.process_time() - began:.1f} s, {len(found)} pairs")
    print("memory of the process, MB:", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    some = np.concatenate((values[:40_000], values[500_000:510_000]))
    expected = sum(
        int(np.count_nonzero(np.bitwise_count(some[at + 1 :] ^ some[at]) <= 3)) for at in range(len(some))
    )
    shares = [len(tables.near_pairs(some, layout=layout)) / expected for layout in ("4x16", "16x28", "20x32")]
    print("recall on 50 000 against comparing all:", shares)


def planted(made: list[Prints], texts: list[str]) -> None:
    """Articles planted again: with another beginning and end, another advertisement in it, half of it quoted."""
    rng = random.Random(4)
    chosen = rng.sample([at for at, one in enumerate(made) if len(one.said) > 1500], 300)
    minhashes = np.stack([one.minhash for one in made])
    kinds: defaultdict[str, list[bool]] = defaultdict(list)
    for at in chosen:
        text = texts[at]
        advertisement = " ".join(rng.choice(texts).split()[:25])[:200]
        middle = len(text) // 2
        stranger = texts[rng.randrange(len(texts))]
        variants = {
            "print view": text.replace("\n", " "),
            "another advertisement": f"{text[:middle]}\n{advertisement}\n{text[middle:]}",
            "quoted half": f"{stranger[: len(text) // 2]}\n{text[middle:]}",
        }
        for kind, variant in variants.items():
            other = of_text(variant)
            assert other is not None
            if kind == "quoted half":
                found = passages.shared(other.marks, made[at].marks) >= 2
                found = found and any(one.size > 200 for one in passages.between(variant, text))
            else:
                near = pairing.agreeing(other.minhash, minhashes)
                both = shingles.alike(shingles.shingles(other.said), shingles.shingles(made[at].said))
                found = at in near and both.jaccard >= 0.8
            kinds[kind].append(found)
    for kind, hits in kinds.items():
        print(f"planted, {kind}: {sum(hits)} of {len(hits)} found")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--most", type=int, default=20_000)
    asked = parser.parse_args()
    all_pairs()
    files = documents(asked.folders, asked.most)
    if not files:
        return
    texts = [path.read_text("utf-8", "replace")[:20_000] for path in files]
    began = time.process_time()
    made, kept = [], []
    for text in texts:
        one = of_text(text)
        if one is not None and len(one.said) >= LEAST:
            made.append(one)
            kept.append(text)
    spent = time.process_time() - began
    print(
        f"{len(made)} documents, {sum(map(len, kept)) / len(kept):.0f} characters; all prints: {len(made) / spent:.0f}/s"
    )
    began = time.process_time()
    for text in texts[:2000]:
        shingles.minhash(shingles.shingles(shingles.normal(text)))
    print(f"MinHash 64 alone: {2000 / (time.process_time() - began):.0f} documents a second")
    weights = Weights.of(one.terms for one in made[:SAMPLE])
    began = time.process_time()
    hashes = np.array([simhash.simhash(weights.weighed(one.terms)) or 0 for one in made], np.uint64)
    print(f"SimHash of terms alone: {len(made) / (time.process_time() - began):.0f} documents a second")
    if peer := os.environ.get("TIANWANG_PEERS"):
        names = "\n".join(map(str, files[:500]))
        subprocess.run([peer, "-c", _PEER], input=names, text=True, check=False)
        sys.stdout.flush()
    sets = [shingles.shingles(one.said) for one in made]
    began = time.process_time()
    pairs = pairing.verified(
        pairing.candidates(np.stack([one.minhash for one in made]), 0), lambda at: made[at].said
    )
    found = {(a, b): both.jaccard for a, b, both in pairs}
    print(f"pairs by bands, compared exactly: {time.process_time() - began:.1f} s")
    began = time.process_time()
    exact = exact_pairs(sets, 0.5)
    print(f"comparing all: {time.process_time() - began:.1f} s")
    near = set(map(tuple, tables.near_pairs(hashes).tolist()))
    for least in (0.5, 0.8, 0.9):
        true = {pair for pair, value in exact.items() if value >= least}
        ours = {pair for pair, value in found.items() if value >= least}
        print(
            f"Jaccard >= {least}: {len(true)} pairs; bands: recall {len(true & ours) / max(1, len(true)):.4f}, "
            f"precision {len(true & ours) / max(1, len(ours)):.4f}; "
            f"SimHash <= 3: recall {len(true & near) / max(1, len(true)):.4f}, "
            f"precision {len(true & near) / max(1, len(near)):.4f}"
        )
    planted(made, kept)


if __name__ == "__main__":
    main()
