"""Graphs of other programs: GraphML, GEXF, CSV, JSON, lines of text, and the lists of links of the TSE crawler (“link4SE”).

What a file is tells its beginning. In text the arrow stands between two addresses with a space on either side; the number
behind them is the weight and may be left out, as in every other form. An edge without a direction is two arcs.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, TextIO

import numpy as np
from lxml import etree

from app.graph.network import Arcs, arcs
from app.tianwang.reader import RecordReader

Found = Iterator[tuple[str, str, object] | None]
"""Source, target and weight of each arc; None for what says nothing of the kind."""

_LINE = re.compile(r"(\S+) -> (\S+)(?:[ \t]+([0-9.eE+-]+))?")
_NAMES = ("label", "name", "url")  # of what a node may be called
_LOOK = 4096


def read_file(path: Path) -> tuple[Arcs, int]:
    """The graph of a file, and how many of its lines, records or edges said no link. OSError, FormatError."""
    with path.open("rb") as file:
        begin = file.read(_LOOK).lstrip(b"\xef\xbb\xbf").lstrip()
    if begin[:8].lower() == b"version:":
        wrong = [0]
        with RecordReader(path) as reader:
            graph, unread = read_text(_listed(reader, wrong))
        return graph, unread + wrong[0]
    if begin[:1] == b"<":
        with path.open("rb") as file:
            return _gathered(_of_xml(file))
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as lines:
        if begin[:1] in (b"{", b"["):
            return _gathered(_of_json(lines))
        first = begin.partition(b"\n")[0].decode("utf-8", "replace")
        if _LINE.fullmatch(first.strip()) or not re.search("[,;\t]", first):
            return read_text(lines)
        return _gathered(_of_table(lines, first))


def _gathered(found: Found) -> tuple[Arcs, int]:
    """A graph, its nodes in the order in which they appear."""
    names: dict[str, int] = {}
    ends: list[tuple[int, int]] = []
    weights: list[float] = []
    wrong = 0
    for one in found:
        try:
            weight = float(str(one[2] if one[2] not in (None, "") else 1.0)) if one else 0.0
        except ValueError:
            weight = 0.0
        if one is None or not one[0] or not one[1] or not 0 < weight < float("inf"):
            wrong += 1
            continue
        ends.append((names.setdefault(one[0], len(names)), names.setdefault(one[1], len(names))))
        weights.append(weight)
    both = np.array(ends, np.int64).reshape(-1, 2)
    return arcs(len(names), both[:, 0], both[:, 1], np.array(weights, np.float64), list(names)), wrong


def read_text(lines: Iterable[str] | TextIO) -> tuple[Arcs, int]:
    """A graph of lines of text, its nodes in the order in which they appear, and how many lines said nothing of the
    kind (empty ones do not count)."""

    def found() -> Found:
        for line in lines:
            said = line.strip()
            if said:
                parts = _LINE.fullmatch(said)
                yield (parts[1], parts[2], parts[3]) if parts else None

    return _gathered(found())


def _listed(reader: RecordReader, wrong: list[int]) -> Iterator[str]:
    """The links of each record as lines; `wrong` counts the records that list none."""
    for record in reader:
        if record.raw("outdegree") is None or not record.url:
            wrong[0] += 1
            continue
        body = record.http().body.decode("utf-8", "replace")
        yield from (f"{record.url} -> {url.strip()}" for url in body.splitlines() if url.strip())


def _of_table(lines: TextIO, first: str) -> Found:
    """Rows of source, target and weight; with a line of heads in any order, as Gephi writes it."""
    delimiter = max(",;\t", key=first.count)
    rows = csv.reader(lines, delimiter=delimiter)
    places = [0, 1, 2]
    try:
        heads = [head.strip().lower() for head in next(rows)]
        if "source" in heads and "target" in heads:
            places = [heads.index(head) if head in heads else -1 for head in ("source", "target", "weight")]
        else:
            rows = chain([heads], rows)  # type: ignore[assignment]
        for row in rows:
            if row:
                cells = [row[place].strip() if 0 <= place < len(row) else "" for place in places]
                yield cells[0], cells[1], cells[2]
    except csv.Error:
        yield None


def _of_json(lines: TextIO) -> Found:
    """Objects of nodes and arcs, one a line, or one object with lists of both (“node-link”, as NetworkX and D3 have it)."""
    text = lines.read()
    try:
        whole = json.loads(text)
        several = whole if isinstance(whole, list) else [whole]
    except ValueError:
        several = [_object(line) for line in text.splitlines() if line.strip()]
    except RecursionError:
        several = [None]
    names: dict[str, str] = {}
    for one in several:
        if not isinstance(one, dict):
            yield None
        elif one.get("kind") == "node":
            names[str(one.get("id"))] = _called(one)
        elif "source" in one:
            yield _ends(one, names)
        elif isinstance(one.get("nodes"), list):
            nodes = [node for node in one["nodes"] if isinstance(node, dict)]
            names |= {str(node.get("id", place)): _called(node) for place, node in enumerate(nodes)}
            edges = one.get("links", one.get("edges"))
            for edge in edges if isinstance(edges, list) else ():
                ends = _ends(edge, names) if isinstance(edge, dict) else None
                yield ends
                if ends and one.get("directed") is False:
                    yield ends[1], ends[0], ends[2]
        else:
            yield None


def _object(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _called(node: dict[str, Any]) -> str:
    return str(next((node[name] for name in _NAMES if node.get(name)), node.get("id", "")))


def _ends(edge: dict[str, Any], names: dict[str, str]) -> tuple[str, str, object]:
    a, b = str(edge.get("source", "")), str(edge.get("target", ""))
    return names.get(a, a), names.get(b, b), edge.get("weight")


def _of_xml(file: IO[bytes]) -> Found:
    """GraphML or GEXF, read piece by piece: nothing from elsewhere."""
    names: dict[str, str] = {}
    keys: dict[str, str] = {}
    both = False
    events = etree.iterparse(file, events=("start", "end"), resolve_entities=False, no_network=True)
    while True:
        try:
            event, element = next(events)
        except StopIteration:
            return
        except etree.XMLSyntaxError:  # what stands before is good
            yield None
            return
        kind = etree.QName(element).localname if isinstance(element.tag, str) else ""
        if event == "start":
            if kind == "graph":
                both = "undirected" in (element.get("edgedefault"), element.get("defaultedgetype"))
            continue
        if kind == "key":
            keys[element.get("id", "")] = element.get("attr.name", "").lower()
        elif kind == "node":
            said = _data(element, keys)
            called = next((said[name] for name in _NAMES if said.get(name)), element.get("label"))
            names[element.get("id", "")] = called or element.get("id", "")
        elif kind == "edge":
            a, b = element.get("source", ""), element.get("target", "")
            weight = element.get("weight") or _data(element, keys).get("weight")
            yield names.get(a, a), names.get(b, b), weight
            lone = element.get("directed") == "false" or element.get("type") == "undirected"
            if lone or (both and element.get("directed") != "true" and element.get("type") != "directed"):
                yield names.get(b, b), names.get(a, a), weight
        else:
            continue
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def _data(element: Any, keys: dict[str, str]) -> dict[str, str]:
    """The data of a node or edge of GraphML by their names."""
    return {
        keys.get(one.get("key", ""), ""): (one.text or "").strip()
        for one in element
        if isinstance(one.tag, str) and etree.QName(one).localname == "data"
    }
