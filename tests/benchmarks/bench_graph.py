"""The graph of links: its size, how fast it is gathered, loaded and asked, and PageRank beside scipy's power iteration.

    python tests/benchmarks/bench_graph.py [ARCHIVE ...] [--links 5000000 [50000000 ...]] [--edges FILE ...]

Archives are gathered anew in a folder of their own: links a second of processor, bytes a link without and with its words.
Generated graphs (four of five links near by, a heavy tail, a third of the addresses without links) are built, written,
loaded, asked for the links into one address, and ranked; PageRank to 1e-8 in turns with plain power iteration on a scipy
matrix, processor time, the least of three; with igraph installed the greatest difference of a score (up to a million
arcs). Memory is the most that the process had. `--edges` are public graphs, a pair of numbers a line (SNAP's form): PageRank
beside igraph's, and communities beside igraph's Leiden and Louvain by their modularity.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.graph.network import Arcs, Network
from app.graph.rank.pagerank import pagerank
from app.graph.store.feeding import feed
from app.graph.store.files import LinksFile, write
from app.graph.store.links import Links
from app.graph.store.store import FOLDER, opened


class Numbered(Sequence[str]):
    """Addresses made when they are asked for."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number):  # type: ignore[no-untyped-def]
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(self._size))]
        return f"example.h{number // 1000:08d}/page/{number % 1000:04d}.html\thttp"


def generated(count: int, seed: int = 1) -> Links:
    """About so many links of a tenth as many addresses, each in one version of its page."""
    random = np.random.default_rng(seed)
    size = count // 10
    degrees = np.minimum(random.pareto(1.2, size) * 4, 5000).astype(np.int64)
    degrees[random.random(size) < 1 / 3] = 0
    degrees = (degrees * (count / degrees.sum())).astype(np.int64)
    source = np.repeat(np.arange(size, dtype=np.uint32), degrees)
    near = random.random(len(source)) < 0.8
    target = (
        np.abs(source.astype(np.int64) + (random.standard_cauchy(len(source)) * 30).astype(np.int64)) % size
    )
    far = np.minimum(random.pareto(1.0, int((~near).sum())) * size / 1000, size - 1).astype(np.int64)
    target[~near] = far
    both = np.unique(source * np.int64(size) + target)
    source, target = both // size, (both % size).astype(np.uint32)
    rows = len(target)
    zeros = np.zeros(rows, np.uint32)
    ends = np.arange(size + 1, dtype=np.int64)
    return Links(
        keys=Numbered(size),
        seen=ends,
        when=np.full(size, 1_700_000_000, np.int64) + ends[:-1] // 10,
        status=np.full(size, 200, np.uint16),
        begins=np.concatenate(([0], np.cumsum(np.bincount(source, minlength=size)))),
        target=target,
        kind=(random.random(rows) < 0.5).astype(np.uint8),
        count=np.ones(rows, np.uint8),
        first=zeros,
        last=zeros,
        text=zeros,
        rel=np.zeros(rows, np.uint16),
        texts=[""],
        rels=[""],
    )


def plain(graph: Arcs, damping: float = 0.85, tolerance: float = 1e-8) -> tuple[np.ndarray, int]:
    """Power iteration as a textbook has it."""
    size = graph.size
    out = np.bincount(graph.source, graph.weight, size)
    share = graph.weight / out[graph.source]
    matrix = sparse.csr_matrix((share, (graph.target, graph.source)), shape=(size, size))
    scores, dangling = np.full(size, 1 / size), out == 0
    rounds = 0
    while True:
        new = damping * (matrix @ scores) + (1 - damping + damping * scores[dangling].sum()) / size
        rounds += 1
        if np.abs(new - scores).sum() < tolerance:
            return new, rounds
        scores = new


def memory() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20):.2f} GB at most so far"


def of_archive(path: Path) -> None:
    """Gather the links of an archive anew."""
    folder = path / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    began = time.process_time()
    fed = feed(Archive.open(path))
    spent = time.process_time() - began
    file = opened(path)
    held = {end: sum(one.stat().st_size for one in folder.glob(f"*{end}")) for end in (".links", ".texts")}
    rows = max(file.rows, 1)
    print(
        f"{path.name}: {fed.versions:,} versions, {fed.links:,} links, {fed.links / spent:,.0f} links/s; "
        f"{held['.links'] / rows:.2f} bytes a link with addresses, {held['.texts'] / rows:.2f} of words"
    )
    file.close()


def of_links(count: int) -> None:
    """Build, write, load, ask and rank a generated graph."""
    links = generated(count)
    rows = links.size
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "1")
        began = time.process_time()
        write(path, links)
        spent = time.process_time() - began
        held = path.with_suffix(".links").stat().st_size
        del links
        file = LinksFile(path)
        names = int(file._places["keys"][0][1])
        print(f"{rows:,} links: written in {spent:.1f} s ({spent / rows * 1e9:.0f} ns a link), ", end="")
        print(f"{(held - names) / rows:.2f} bytes a link, addresses {names / rows:.2f} more")
        began = time.process_time()
        loaded = file.load()
        spent = time.process_time() - began
        print(f"  loaded in {spent:.2f} s ({spent / rows * 1e9:.0f} ns a link); {memory()}")
        random = np.random.default_rng(2)
        times = []
        for node in random.integers(0, file.nodes, 200).tolist():
            began = time.perf_counter()
            file.into(node)
            times.append(time.perf_counter() - began)
        print(
            f"  links into an address: {np.median(times) * 1000:.2f} ms, slowest of 200 {max(times) * 1000:.2f}"
        )
        file.close()
    began = time.process_time()
    graph = Network(loaded).arcs()
    print(f"  arcs in {time.process_time() - began:.2f} s")
    del loaded
    ours, clock, theirs = [], [], []
    for _ in range(3):
        began, shown = time.process_time(), time.perf_counter()
        rank = pagerank(graph)
        ours.append(time.process_time() - began)
        clock.append(time.perf_counter() - shown)
        began = time.process_time()
        scores, rounds = plain(graph)
        theirs.append(time.process_time() - began)
    print(
        f"  PageRank {min(ours):.2f} s ({rank.rounds} rounds, {min(ours) / rows * 1e9:.0f} ns a link; by the "
        f"clock {min(clock):.2f} s, {min(clock) / rows * 1e9:.0f} ns), "
        f"plain scipy {min(theirs):.2f} s ({rounds}): {min(ours) / min(theirs):.2f}; "
        f"L1 between them {np.abs(rank.scores - scores).sum():.1e}; {memory()}"
    )
    if rows <= 1_200_000:
        import igraph

        other = igraph.Graph(n=graph.size, edges=np.stack((graph.source, graph.target), 1), directed=True)
        exact = np.array(other.pagerank(damping=0.85, weights=graph.weight.tolist()))
        print(
            f"  igraph: greatest difference {np.abs(pagerank(graph, tolerance=1e-12).scores - exact).max():.1e}"
        )


def of_edges(path: Path) -> None:
    """PageRank and communities of a public graph beside igraph's."""
    import igraph

    from app.graph.network import arcs
    from app.graph.rank.communities import communities

    pairs = np.loadtxt(path, dtype=np.int64, comments="#")[:, :2]
    numbers, places = np.unique(pairs, return_inverse=True)
    places = places.reshape(-1, 2)
    graph = arcs(len(numbers), places[:, 0], places[:, 1], np.ones(len(places)))
    other = igraph.Graph(n=graph.size, edges=np.stack((graph.source, graph.target), 1), directed=True)
    exact = np.array(other.pagerank(damping=0.85, weights=graph.weight.tolist()))
    usual, close = pagerank(graph).scores, pagerank(graph, tolerance=1e-12).scores
    print(
        f"{path.name}: {graph.size:,} nodes, {len(graph):,} links; PageRank and igraph's differ by "
        f"{np.abs(usual - exact).max():.1e} at most ({np.abs(close - exact).max():.1e} with a tolerance of 1e-12)"
    )
    other.es["weight"] = graph.weight.tolist()
    whole = other.as_undirected(combine_edges="sum")
    whole.simplify(combine_edges="sum")
    leiden = whole.community_leiden("modularity", weights="weight", n_iterations=2)
    louvain = whole.community_multilevel(weights="weight")
    theirs = [whole.modularity(one.membership, weights="weight") for one in (leiden, louvain)]
    print(
        f"  modularity {communities(graph)[1]:.4f}, igraph's Leiden as it comes {theirs[0]:.4f}, Louvain {theirs[1]:.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="*", type=Path)
    parser.add_argument("--links", nargs="*", type=int, default=[5_000_000])
    parser.add_argument("--edges", nargs="*", type=Path, default=[])
    chosen = parser.parse_args()
    for path in chosen.edges:
        of_edges(path)
    for path in chosen.archives:
        of_archive(path)
    for count in chosen.links:
        of_links(count)


if __name__ == "__main__":
    main()
