"""Trees of a link map: each node below the folder it lies in, or below the first link that leads to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.graph.layout.mapped import LinkMap, tree_arcs
from app.graph.network import Arcs
from app.graph.store.addresses import domain_of

Numbers = npt.NDArray[np.int64]

UNREACHED = "?"
"""The name of the node above those that no way leads to."""


@dataclass(frozen=True, slots=True)
class Tree:
    """`parent` of each node, −1 for roots. The nodes from `size` on are folders that are no page, with their `folders`
    (addresses without scheme, ending in a slash; domains; `UNREACHED`)."""

    size: int
    parent: Numbers
    folders: list[str]

    def levels(self) -> list[Numbers]:
        """Nodes by their level, roots first, each in the order of its parent, then its own."""
        begins, order = self.children()
        roots = np.flatnonzero(self.parent < 0)
        found = []
        while len(roots):
            found.append(roots)
            counts = begins[roots + 1] - begins[roots]
            places = np.repeat(begins[roots] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
            roots = order[places]
        return found

    def children(self) -> tuple[Numbers, Numbers]:
        """Children of node i: `order[begins[i]:begins[i + 1]]`."""
        count = len(self.parent)
        inner = np.flatnonzero(self.parent >= 0)
        order = inner[np.argsort(self.parent[inner], kind="stable")]
        begins = np.concatenate(([0], np.cumsum(np.bincount(self.parent[inner], minlength=count))))
        return begins.astype(np.int64), order


def by_folder(shown: LinkMap) -> Tree:
    """Each page below its folder: the page of the folder's address where there is one, else a node for the folder that has
    two members or more. Hosts stand below their domain."""
    if shown.choice.level == "host":
        return _by_domain(shown)
    index = dict[str, int]()  # folders that are pages
    paths = list[tuple[str, ...]]()
    for node, name in enumerate(shown.names):
        segments = _segments(name)
        paths.append(segments)
        if segments[-1] == "" or _is_index(segments[-1]):
            index.setdefault("/".join(segments[:-1]) + "/", node)
    for node, segments in enumerate(paths):  # a page /news is that of the folder /news/
        if segments[-1]:
            index.setdefault("/".join(segments) + "/", node)
    return _hung(paths, index)


def _segments(url: str) -> tuple[str, ...]:
    rest = url.partition("://")[2]
    path, mark, query = rest.partition("?")
    parts = path.split("/")
    if mark:
        parts[-1] += f"?{query}"
    return tuple(parts)


def _is_index(name: str) -> bool:
    return name.split(".", 1)[0].lower() in ("index", "default", "home") and "?" not in name


def _hung(paths: list[tuple[str, ...]], index: dict[str, int]) -> Tree:
    """Nodes below the nearest folder above that is a page, or has several members."""
    size = len(paths)
    members = dict[str, set[str] | None]()  # direct members of folders that are no page; None: many
    for node, segments in enumerate(paths):
        own = "/".join(segments) + "/" if segments[-1] else "/".join(segments[:-1]) + "/"
        inside = str(node)
        depth = len(segments) - 1
        while depth > 0:
            folder = "/".join(segments[:depth]) + "/"
            if index.get(folder, -1) != node or folder != own:
                known = members.setdefault(folder, set())
                if known is None or folder in index:
                    break
                known.add(inside)
                if len(known) > 1:
                    members[folder] = None
            inside = folder
            depth -= 1
    made = dict[str, int]()
    folders = list[str]()
    parent = np.full(size, -1, np.int64)
    above = list[int]()

    def place(segments: tuple[str, ...], depth: int, node: int) -> int:
        """The node of the nearest folder from this depth up, other than the node itself."""
        while depth > 0:
            folder = "/".join(segments[:depth]) + "/"
            at = index.get(folder, -1)
            if at >= 0 and at != node:
                return at
            if at < 0 and members.get(folder, 0) is None:
                known = made.get(folder)
                if known is None:
                    known = made[folder] = size + len(folders)
                    folders.append(folder)
                    above.append(-1)
                    above[known - size] = place(segments, depth - 1, -1)
                return known
            depth -= 1
        return -1

    for node, segments in enumerate(paths):
        parent[node] = place(segments, len(segments) - 1, node)
    return _sound(Tree(size, np.concatenate((parent, np.array(above, np.int64))), folders))


def _sound(tree: Tree) -> Tree:
    """Cut circles, which two spellings of one folder could make: a node that no root reaches becomes one."""
    parent = tree.parent
    while True:
        reached = np.zeros(len(parent), np.bool_)
        for level in tree.levels():
            reached[level] = True
        lost = np.flatnonzero(~reached)
        if not len(lost):
            return tree
        parent[lost[0]] = -1


def _by_domain(shown: LinkMap) -> Tree:
    domains: dict[str, list[int]] = {}
    for node, host in enumerate(shown.names):
        domains.setdefault(domain_of(host), []).append(node)
    parent, folders = np.full(shown.size, -1, np.int64), list[str]()
    for domain, nodes in domains.items():
        if len(nodes) < 2:
            continue
        own = [node for node in nodes if shown.names[node] in (domain, f"www.{domain}")]
        top = own[0] if own else shown.size + len(folders)
        if not own:
            folders.append(domain)
        for node in nodes:
            if node != top:
                parent[node] = top
    return Tree(shown.size, np.concatenate((parent, np.full(len(folders), -1, np.int64))), folders)


def by_clicks(shown: LinkMap) -> Tree:
    """Each node below the page from which the fewest clicks lead to it: of several the one that says so in its text, then
    the one with the highest rank. Home pages are roots; without one the node with the highest rank is. What no way leads
    to stands below a node of its own."""
    graph = tree_arcs(shown)
    depth = _depths(shown, graph)
    parent = np.full(shown.size, -1, np.int64)
    forward = np.flatnonzero((depth[graph.target] == depth[graph.source] + 1) & (depth[graph.source] >= 0))
    order = np.lexsort((-shown.rank[graph.source[forward]], -graph.weight[forward], graph.target[forward]))
    targets, first = np.unique(graph.target[forward][order], return_index=True)
    parent[targets] = graph.source[forward][order][first]
    lost = np.flatnonzero(depth < 0)
    folders = list[str]()
    if len(lost):
        parent[lost] = shown.size
        parent = np.append(parent, -1)
        folders.append(UNREACHED)
    return Tree(shown.size, parent, folders)


def _depths(shown: LinkMap, graph: Arcs) -> Numbers:
    from app.graph.reports import clicks

    if not shown.size:
        return np.zeros(0, np.int64)
    homes = [] if shown.choice.level == "host" else [n for n, name in enumerate(shown.names) if _home(name)]
    if not homes:
        homes = [int(np.argmax(shown.rank))]
    return clicks(graph, homes)


def _home(url: str) -> bool:
    return url.partition("://")[2].partition("/")[2] == ""
