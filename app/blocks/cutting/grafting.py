"""Make the tree of a page that of its next version, by putting in what was read of the changed stretches."""

from __future__ import annotations

from collections.abc import Sequence

from app.blocks.cutting.stretches import Part, Region
from app.blocks.page.building import LINE_END, Unusual, tag_of
from app.blocks.page.nodes import LAYOUT, MIXED, WORDS, Node, release
from app.blocks.page.reading import Reader
from app.blocks.page.spans import Scan

_TEXT = "-text"


def graft(page: Reader, regions: Sequence[Region], scan: Scan) -> set[int]:
    """Change the tree of a page that was read; `scan` is that of the new version, the regions have been read and kept.

    Returns the ids of the nodes around what has changed. Unusual where the new tree needs all of the page; the old one
    is of no use then.
    """
    changed: dict[int, Node] = {}
    tags: set[int] = set()  # with other attributes
    for region in reversed(regions):  # so that what lies before a region has its old numbers still
        if region.part is None:
            for number in region.around:
                tags.add(id(page.nodes[number]))
                page.nodes[number].choice = -1
            continue
        node: Node | None = _replace(page, region, region.part)
        while node is not None:
            node.weight += region.gain
            node.choice = -1
            changed[id(node)] = node
            node = node.parent
    _renumber(page, regions, scan)
    page.cover()
    for node in sorted(changed.values(), key=_depth, reverse=True):
        if node.parent is not None:
            _look_inside(node)
            weight = node.parent.weight
            page.sum_up(node, node.parent)
            node.parent.weight = weight
    return tags.union(changed)


def _replace(page: Reader, region: Region, part: Part) -> Node:
    """Put the new nodes of a region in. Returns the node they are in."""
    scan, nodes, hunk = page.scan, page.nodes, region.hunk
    container = part.container
    holder = nodes[region.around[-1]]
    inner = _child(holder, nodes[region.first - (region.first == region.last)])
    if inner is not None and inner.number < 0:  # a body of a table, say, without a start tag
        alone = container.children
        if len(alone) != 1 or alone[0].number >= 0 or alone[0].tag != inner.tag:
            raise Unusual
        holder, container = inner, alone[0]
    new = container.children
    if any(node.number < 0 and node.tag != _TEXT for node in new):
        raise Unusual
    children = holder.children
    if region.first < region.last and scan.starts[region.first] == hunk.start:
        first = children.index(nodes[region.first])
        texts = nodes[region.first].texts_before
    else:
        first, texts = _behind(page, holder, region)
    last = first
    number = region.first
    while last < len(children):
        child = children[last]
        if child.tag == _TEXT:
            if child.position > texts + region.texts:
                break
        elif child.number >= region.last:
            break
        elif child.number != number:
            raise Unusual
        else:
            number = child.last + 1
        last += 1
    if number != region.last:
        raise Unusual
    for child in children[first:last]:
        release(child)
    more = part.container.texts - region.texts
    if more:
        for child in children[last:]:
            if child.tag == _TEXT:
                child.position += more
            else:
                child.texts_before += more
    for child in new:
        child.parent = holder
        if child.tag == _TEXT:
            child.position += texts
        else:
            child.texts_before += texts
    children[first:last] = new
    container.children = []
    holder.texts += more
    holder.way = None
    return holder


def _behind(page: Reader, holder: Node, region: Region) -> tuple[int, int]:
    """Which child of its holder a region begins with, standing behind another one, and how many texts before it."""
    scan, start = page.scan, region.hunk.start
    before = _child(holder, page.nodes[region.first - 1])
    if before is None:
        if holder.number < 0 or scan.ends[holder.number] != start or tag_of(holder.tag).add & LINE_END:
            raise Unusual
        return 0, 0
    if before.number < 0 or scan.closes[before.number] != start:
        raise Unusual
    return holder.children.index(before) + 1, before.texts_before


def _child(holder: Node, inside: Node) -> Node | None:
    """The child of a node in which another node is, or which it is; None for the node itself."""
    node: Node | None = inside
    while node is not holder:
        if node is None:
            raise Unusual
        if node.parent is holder:
            return node
        node = node.parent
    return None


def _renumber(page: Reader, regions: Sequence[Region], scan: Scan) -> None:
    """Give all nodes their numbers and places in the new version."""
    old = page.nodes
    nodes: list[Node] = []
    place = added = 0
    for region in regions:
        nodes += _moved(old[place : region.first], added)
        if region.part is not None:
            nodes += _moved(region.part.nodes, region.first + added)
            page.implied += region.part.implied
        if region.added:
            for number in region.around:
                old[number].last += region.added
        place, added = region.last, added + region.added
    nodes += _moved(old[place:], added)
    if len(nodes) != len(scan.names):
        raise Unusual
    for node, start, end in zip(nodes, scan.starts, scan.closes, strict=True):
        node.start, node.end = start, end
        if node.way is not None:
            node.way.path = None
    for node in sorted(page.implied, key=_depth, reverse=True):
        node.first = node.last = node.start = node.end = -1
        node.count, node.mapped = 0, False
        if node.way is not None:
            node.way.path = None
        node.cover()
    page.nodes, page.scan, page.text = nodes, scan, scan.text


def _depth(node: Node) -> int:
    """How many nodes are around it."""
    depth = 0
    while node.parent is not None:
        node = node.parent
        depth += 1
    return depth


def _moved(nodes: list[Node], added: int) -> list[Node]:
    """Nodes with so many more start tags before them."""
    if added:
        for node in nodes:
            node.number += added
            node.last += added
    return nodes


def _look_inside(node: Node) -> None:
    """Make a node again what it was when its children had been read, and its end had not."""
    inside = 0
    for child in node.children:
        if child.kind == "layout":
            if child.weight or child.tag == "hr":
                inside |= LAYOUT if child.pure else LAYOUT | MIXED
        elif child.weight:
            inside |= WORDS
    node.inside, node.kind = inside, tag_of(node.tag).kind
