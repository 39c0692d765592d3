"""Near duplicates measured: all pairs of fingerprints, documents a second beside peers, recall and precision on real
documents against comparing all, planted duplicates.

    python tests/benchmarks/bench_likeness.py FOLDER…
    python tests/benchmarks/bench_likeness.py --archive ARCHIVE [FOLDER…]    (that has been fed, as `tianwang duplicates`
                                           does, or is being fed; with the files of folders as further texts)
    python tests/benchmarks/bench_likeness.py --archive ARCHIVE --plant FOLDER    (in a copy, made there)

FOLDER: folders of text documents (.md, .txt, or files without an ending), for example clones of LCTT/TranslateProject and
xitu/gold-miner. `TIANWANG_PEERS` names a Python that has datasketch and simhash; without it no peer runs. `--most N`:
documents taken, evenly from all.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.likeness import pairing, passages, seeking, shingles, simhash, tables
from app.likeness.feeding import feed
from app.likeness.known import Known
from app.likeness.prints import LEAST, Prints, of_text
from app.likeness.store import Store, id_of
from app.likeness.terms import SAMPLE, Weights

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
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
    """All pairs from a Jaccard on, none left out: two sets that share so much share one of the rarest shingles of each, as
    many as the larger may have alone and one more (prefix filter, Xiao et al. 2008); those that do are compared."""
    flat = np.concatenate(sets)
    _, numbers, counts = np.unique(flat, return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.int64)
    rank[np.lexsort((np.arange(len(counts)), counts))] = np.arange(len(counts))
    ranked = np.split(rank[numbers], np.cumsum([len(one) for one in sets])[:-1])
    sizes = np.array([len(one) for one in sets])
    heads = [np.sort(one)[: len(one) - int(np.ceil(least * len(one))) + 1] for one in ranked]
    rows = np.repeat(np.arange(len(sets)), [len(one) for one in heads])
    flat_heads = np.concatenate(heads)
    matrix = sparse.csr_matrix((np.ones(len(rows), np.int32), (rows, flat_heads)), (len(sets), len(counts)))
    turned = matrix.T.tocsr()
    found = {}
    for start in range(0, len(sets), 250):
        shared = (matrix[start : start + 250] @ turned).tocoo()
        a, b = shared.row + start, shared.col
        smaller, larger = np.minimum(sizes[a], sizes[b]), np.maximum(sizes[a], sizes[b])
        may = (a < b) & (smaller >= least * larger)
        for one, other in zip(a[may].tolist(), b[may].tolist(), strict=True):
            value = shingles.alike(sets[one], sets[other]).jaccard
            if value >= least:
                found[one, other] = value
    return found


def brute_force(sets: list[shingles.Shingles], least: float) -> dict[tuple[int, int], float]:
    """The same by comparing each with each, to check the filter on few."""
    every = ((a, b) for a in range(len(sets)) for b in range(a + 1, len(sets)))
    found = {(a, b): shingles.alike(sets[a], sets[b]).jaccard for a, b in every}
    return {pair: value for pair, value in found.items() if value >= least}


def of_archive(path: Path, more: list[Path]) -> None:
    """The pairs that the feed of an archive has found, against all pairs of its texts. With further texts, or before the
    feed has come to its end, those that it would find."""
    known = Known(path)
    with Store(path) as store:
        texts, rows = known.texts.tolist(), list(store.prints())
        said = [store.said(text) for text in texts or [text for text, _, _ in rows]]
        minhashes = np.array([np.frombuffer(one, "<u4") for _, one, _ in rows], np.uint32)
    made = [one for file in more if (one := of_text(file.read_text("utf-8", "replace"))) is not None]
    if made:
        said += [one.said for one in made]
        minhashes = np.concatenate((minhashes, [one.minhash for one in made]))
        told = {one: at for at, one in enumerate(said)}  # a text is kept once
        minhashes, said = minhashes[list(told.values())], list(told)
    if texts and not made:
        rows = zip(known.pairs.a.tolist(), known.pairs.b.tolist(), known.pairs.jaccard.tolist(), strict=True)
        ours = {(a, b): value for a, b, value in rows}
    else:
        verified = pairing.verified(pairing.candidates(minhashes, 0), lambda at: said[at])
        ours = {(a, b): both.jaccard for a, b, both in verified if min(len(said[a]), len(said[b])) >= LEAST}
    sets = [shingles.shingles(one) if len(one) >= LEAST else shingles.shingles("") for one in said]
    kept = [at for at, one in enumerate(sets) if len(one)]
    few = [sets[at] for at in kept[:: max(1, len(kept) // 600)]][:600]
    assert exact_pairs(few, 0.8) == brute_force(few, 0.8), "the filter leaves none out"
    began = time.process_time()
    exact = {
        (kept[a], kept[b]): value for (a, b), value in exact_pairs([sets[at] for at in kept], 0.8).items()
    }
    print(
        f"{len(said)} texts; all pairs of Jaccard >= 0.8: {len(exact)}, {time.process_time() - began:.0f} s"
    )
    near = {pair for pair, value in ours.items() if value >= 0.8}
    groups = _groups(len(said), near)
    together = sum(groups[a] == groups[b] for a, b in exact)
    print(
        f"found {len(near)}: recall {len(near & exact.keys()) / max(1, len(exact)):.4f}, precision "
        f"{len(near & exact.keys()) / max(1, len(near)):.4f}; in one group {together / max(1, len(exact)):.4f}"
    )


def _groups(count: int, pairs: set[tuple[int, int]]) -> list[int]:
    a, b = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    matrix = sparse.coo_matrix((np.ones(len(a), np.int8), (a, b)), (count, count))
    return list(csgraph.connected_components(matrix, directed=False)[1])


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


_BARE = "<!DOCTYPE html><title>{title}</title><body>{body}"
_FRAMED = (
    "<!DOCTYPE html><title>{title} - Herald</title><body><div class=top>Herald of the valley</div><ul class=menu>"
    "<li><a href=/>Start</a><li><a href=/news>News</a><li><a href=/shop>Shop</a></ul><div class=column>{body}</div>"
    "<div class=side><p>Most read this week in the Herald of the valley<p>Write to us about what you saw</div>"
    "<div class=foot>All rights reserved, printed at the old mill</div>"
)


def planted_pages(path: Path, folder: Path) -> None:
    """Articles of an archive stored again as pages of other sites, in a copy of it, which is then fed: in another template,
    in print view, with an advertisement in the middle, with half of it behind another text. Found is what stands in one
    group with its article; of quotes what `like` tells of the page."""
    rng = random.Random(4)
    copy = Archive.open(Path(shutil.copytree(path, folder / "planted.archive")))
    known = Known(copy.path)
    chosen = rng.sample(np.flatnonzero((known.sizes > 1500) & (known.sizes < 20_000)).tolist(), 75)
    with copy.reader() as reader:
        firsts = [id_of(int(known.keys[np.flatnonzero(known.of == at)[0]])) for at in chosen]
        captures = [reader.capture(id) for id in firsts]
        texts = [seeking.text_of(reader, capture) for capture in captures]
    variants: dict[str, list[str]] = defaultdict(list)
    for at, text in enumerate(texts):
        lines = [line for line in text.split("\n") if line.strip()]
        middle, other = len(lines) // 2, texts[at - 1]
        advertisement = " ".join(rng.choice(texts).split()[:25])[:200]
        stranger = [line for line in other[: len(text) // 2].split("\n") if line.strip()]
        variants["another template"].append(_page(_FRAMED, at, lines))
        variants["print view"].append(_page(_BARE, at, lines))
        variants["another advertisement"].append(
            _page(_FRAMED, at, [*lines[:middle], advertisement, *lines[middle:]])
        )
        variants["quoted half"].append(_page(_FRAMED, at, [*stranger, *lines[middle:]]))
    ids: dict[str, list[str]] = {}
    with copy.writer() as writer:
        for kind, made in variants.items():
            site = f"http://{kind.replace(' ', '-')}.example"
            news = [
                NewCapture(f"{site}/{at}", datetime(2026, 11, 2, tzinfo=UTC), None, _HEAD + one.encode())
                for at, one in enumerate(made)
            ]
            ids[kind] = [writer.store(one).id for one in news]
    feed(copy)
    known = Known(copy.path)
    groups = known.groups()
    with copy.reader() as reader:
        for kind, stored in ids.items():
            found = 0
            for id, original, capture in zip(stored, firsts, captures, strict=True):
                a, b = known.place(id), known.place(original)
                if kind != "quoted half":
                    found += a >= 0 and b >= 0 and bool(groups[a] == groups[b])
                    continue
                made_of = of_text(seeking.text_of(reader, reader.capture(id)))
                matches = seeking.like(reader, made_of, known=known) if made_of is not None else iter(())
                found += any(capture.url in match.addresses for match in matches)
            print(f"planted as pages, {kind}: {found} of {len(stored)} found")


def _page(frame: str, at: int, lines: list[str]) -> str:
    return frame.format(title=f"Article {at}", body="".join(f"<p>{escape(line)}</p>" for line in lines))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--most", type=int, default=20_000)
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--plant", type=Path)
    asked = parser.parse_args()
    if asked.archive is not None and asked.plant is not None:
        planted_pages(asked.archive, asked.plant)
        return
    if asked.archive is not None:
        of_archive(asked.archive, documents(asked.folders, asked.most))
        return
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
