"""The block tree: speed, number of blocks, and that every page comes back byte for byte.

python tests/benchmarks/bench_partition.py FOLDER-OF-PAIRS [number of mutated pages]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.blocks.compare.differing import cut_both  # noqa: E402
from app.blocks.cutting.cutting import cut  # noqa: E402
from app.blocks.cutting.labels import name_blocks  # noqa: E402
from app.blocks.page.tree import BlockTree, rebuild, shown_text  # noqa: E402

PAGE = 60_000
ENCODINGS = ("gb18030", "shift_jis", "big5", "euc_kr", "windows-1252", "utf-16", "utf-32", "iso2022_jp")
PIECES = (
    b"<",
    b">",
    b'"',
    b"'",
    b"<!--",
    b"-->",
    b"<div>",
    b"</div>",
    b"<p",
    b"<table><b>",
    b"<svg>",
    b"</script>",
    b"\xff",
)


def mutated(rng: random.Random, page: bytes) -> bytes:
    """The page with up to eight stretches cut out, doubled, moved, or broken."""
    data = bytearray(page)
    for _ in range(rng.randint(1, 8)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + int(rng.expovariate(1 / 200)))
        stretch = bytes(data[start:end])
        what = rng.randrange(4)
        if what != 1:
            del data[start:end]
        if what in (1, 2):
            place = rng.randrange(len(data) + 1)
            data[place:place] = stretch
        elif what == 3:
            data[start:start] = rng.choice(PIECES)
    return bytes(data)


def whole(tree: BlockTree) -> bool:
    """Whether layout and blocks give the page, and the blocks of each level lie in those above."""
    for block in tree.walk():
        ends = [block.span[0], *(place for child in block.children for place in child.span), block.span[1]]
        if ends != sorted(ends):
            return False
    return rebuild(tree.layout(), [tree.content(leaf) for leaf in tree.leaves()]) == tree.data


def seconds(data: bytes, runs: int = 3, old: bytes | None = None) -> float:
    """CPU time of cutting a page, or a page and its next version, the best of some runs."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        if old is None:
            cut(data)
        else:
            cut_both(old, data)
        taken.append(time.process_time() - start)
    return min(taken)


def second_versions(folder: Path) -> None:
    """Say what the trees of both versions of a page cost, the second one out of the first."""
    both, shares = [], []
    for path in sorted(folder.glob("**/a.html")):
        a, b = path.read_bytes(), path.with_name("b.html").read_bytes()
        first, anew, together = seconds(a), seconds(b), seconds(b, old=a)
        both.append(1000 * together)
        shares.append((together - first) / anew)
    tenths = statistics.quantiles(shares, n=10)
    print(
        f"{len(both)} pairs: both trees {statistics.median(both):.1f} ms at the median, the second one for "
        f"{statistics.median(shares):.2f} of a cut of its own (tenths {tenths[0]:.2f} and {tenths[-1]:.2f})"
    )


def main(argv: list[str]) -> None:
    pages = [path.read_bytes() for path in sorted(Path(argv[0]).glob("**/?.html"))]
    usual = [page for page in pages if 0.75 * PAGE < len(page) < 1.33 * PAGE]
    rates = [len(page) / PAGE / seconds(page) for page in usual]
    print(
        f"{len(usual)} pages of about 60 kB: "
        f"median {statistics.median(rates):.0f} pages/s of 60 kB, worst {min(rates):.0f}"
    )
    for page in sorted({len(page): page for page in pages}.items())[-3:]:
        print(f"  page of {page[0]:9,} bytes: {seconds(page[1]):.3f} s")
    large = b"".join(page for page in pages if len(page) < 200_000)[:3_000_000]
    print(f"  page of {len(large):9,} bytes: {seconds(large, 1):.3f} s (pages one after the other)")
    second_versions(Path(argv[0]))
    rng = random.Random(2008)
    trees = [cut(page) for page in pages]
    assert all(whole(tree) for tree in trees)
    leaves = sorted(len(tree.leaves()) for tree in trees if len(tree.data) < 200_000)
    fitting = sum(5 <= count <= 60 for count in leaves)
    tenths = statistics.quantiles(leaves, n=10)
    print(
        f"{len(pages)} pages rebuilt; {fitting} of {len(leaves)} below 200 kB have 5 to 60 leaf blocks at level 3:"
    )
    middle = f"median {statistics.median(leaves):.0f}, tenths {tenths[0]:.0f} and {tenths[-1]:.0f}"
    print(f"  {leaves[0]} to {leaves[-1]}, {middle}")

    covered = []
    for tree in trees:
        everything = len(shown_text(tree.scan, 0, len(tree.scan.text)).replace("\n", ""))
        inside = sum(len(shown_text(tree.scan, *leaf.places).replace("\n", "")) for leaf in tree.leaves())
        covered.append(inside / everything if everything else 1.0)
    print(f"shown text inside blocks: worst {min(covered):.1%}, median {statistics.median(covered):.1%}")

    start = time.process_time()
    for tree in trees:
        name_blocks(tree)
    print(
        f"texts, topics and labels: {1000 * (time.process_time() - start) / len(trees):.1f} ms a page; "
        f"{dict(Counter(leaf.label for tree in trees for leaf in tree.leaves()).most_common())}"
    )

    count = int(argv[1]) if len(argv) > 1 else 2000
    small = [page for page in pages if len(page) < 40_000]
    broken = single = 0
    for number in range(count):
        page = rng.choice(small)
        if number % 3 == 0:
            page = page.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "xmlcharrefreplace")
        tree = cut(mutated(rng, page))
        broken += not whole(tree)
        single += len(tree.leaves()) == 1
    print(f"{count} mutated pages: {count - broken} rebuilt byte for byte, {single} of them as one block")
    for encoding in ENCODINGS:
        texts = [page.decode("utf-8", "replace") for page in small[:40]]
        recoded = [cut(text.encode(encoding, "xmlcharrefreplace"), encoding) for text in texts]
        alike = sum(
            [block.path for block in one.walk()] == [block.path for block in cut(text.encode()).walk()]
            for one, text in zip(recoded, texts, strict=True)
        )
        print(
            f"  {encoding:12} {sum(map(whole, recoded))} of {len(recoded)} rebuilt, {alike} cut as in UTF-8"
        )
    assert not broken


if __name__ == "__main__":
    main(sys.argv[1:])
