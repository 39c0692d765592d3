"""Graphs as files: GraphML, GEXF, CSV, JSON, and lines of text (`http://a -> http://b 1.0`), written piece by piece. What
reads them is `taking`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from app.graph.network import Arcs

Format = Literal["graphml", "gexf", "csv", "json", "text"]
FORMATS: tuple[Format, ...] = ("graphml", "gexf", "csv", "json", "text")

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_SOME = 1 << 16


def export(
    path: Path, form: Format, graph: Arcs, names: Sequence[str], scores: Sequence[float] | None = None
) -> int:
    """Write a graph to a file; how many arcs it has. Nodes without arcs are not written to formats of arcs alone (CSV and
    text). `scores` of the nodes are written where there are nodes. OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        for piece in _WRITERS[form](graph, names, scores):
            file.write(piece)
    return len(graph)


def _walked(graph: Arcs) -> Iterator[tuple[int, int, float]]:
    for begin in range(0, len(graph), _SOME):
        some = slice(begin, begin + _SOME)
        yield from zip(
            graph.source[some].tolist(), graph.target[some].tolist(), graph.weight[some].tolist(), strict=True
        )


def _named(
    graph: Arcs, names: Sequence[str], scores: Sequence[float] | None
) -> Iterator[tuple[int, str, float]]:
    used = np.zeros(graph.size, np.bool_)
    used[graph.source] = used[graph.target] = True
    for node in np.flatnonzero(used).tolist():
        yield node, _NOT_XML.sub("\ufffd", names[node]), 0.0 if scores is None else float(scores[node])


def _graphml(graph: Arcs, names: Sequence[str], scores: Sequence[float] | None) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    yield '<key id="label" for="node" attr.name="label" attr.type="string"/>\n'
    yield '<key id="rank" for="node" attr.name="rank" attr.type="double"/>\n'
    yield '<key id="weight" for="edge" attr.name="weight" attr.type="double"/>\n<graph edgedefault="directed">\n'
    for node, name, score in _named(graph, names, scores):
        rank = "" if scores is None else f'<data key="rank">{score!r}</data>'
        yield f'<node id="n{node}"><data key="label">{escape(name)}</data>{rank}</node>\n'
    for a, b, weight in _walked(graph):
        yield f'<edge source="n{a}" target="n{b}"><data key="weight">{weight!r}</data></edge>\n'
    yield "</graph>\n</graphml>\n"


def _gexf(graph: Arcs, names: Sequence[str], scores: Sequence[float] | None) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
    yield '<graph defaultedgetype="directed">\n'
    if scores is not None:
        yield '<attributes class="node"><attribute id="rank" title="rank" type="double"/></attributes>\n'
    yield "<nodes>\n"
    for node, name, score in _named(graph, names, scores):
        rank = "" if scores is None else f'<attvalues><attvalue for="rank" value="{score!r}"/></attvalues>'
        yield f'<node id="{node}" label={quoteattr(name)}>{rank}</node>\n'
    yield "</nodes>\n<edges>\n"
    for number, (a, b, weight) in enumerate(_walked(graph)):
        yield f'<edge id="{number}" source="{a}" target="{b}" weight="{weight!r}"/>\n'
    yield "</edges>\n</graph>\n</gexf>\n"


class _Rows:
    """A file for `csv` that keeps the last row."""

    def __init__(self) -> None:
        self.row = ""

    def write(self, row: str) -> int:
        self.row = row
        return len(row)


def _csv(graph: Arcs, names: Sequence[str], _: Sequence[float] | None) -> Iterator[str]:
    rows = _Rows()
    writer = csv.writer(rows)
    writer.writerow(("source", "target", "weight"))
    yield rows.row
    for a, b, weight in _walked(graph):
        writer.writerow((names[a], names[b], repr(weight)))
        yield rows.row


def _json(graph: Arcs, names: Sequence[str], scores: Sequence[float] | None) -> Iterator[str]:
    """One object a line: nodes, then arcs."""
    for node, name, score in _named(graph, names, scores):
        more = {} if scores is None else {"rank": score}
        yield json.dumps({"kind": "node", "id": node, "name": name, **more}, ensure_ascii=False) + "\n"
    for a, b, weight in _walked(graph):
        yield json.dumps({"kind": "arc", "source": a, "target": b, "weight": weight}) + "\n"


def _text(graph: Arcs, names: Sequence[str], _: Sequence[float] | None) -> Iterator[str]:
    for a, b, weight in _walked(graph):
        yield f"{names[a]} -> {names[b]} {weight!r}\n"


_WRITERS = {"graphml": _graphml, "gexf": _gexf, "csv": _csv, "json": _json, "text": _text}
