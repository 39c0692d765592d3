"""What stands beside the cells of an Excel sheet: comments, text boxes, titles of charts."""

from __future__ import annotations

from collections.abc import Iterator

from extractors import drawingml, spacing
from extractors.packages import Package
from extractors.types import Part
from extractors.xlsx_styles import string

_MOST = 20_000
_LEGACY = "[Threaded comment]"


def beside(package: Package, relations: dict[str, tuple[str, str]]) -> Iterator[Part]:
    """Text boxes and charts, then comments, of the sheet with these relations."""
    threaded = any(kind == "threadedComment" for kind, _ in relations.values())
    for kind, target in relations.values():
        if kind == "drawing":
            yield from _drawing(package, target)
    for kind, target in relations.values():
        if kind == "comments":
            yield from _comments(package, target, threaded)
        elif kind == "threadedComment":
            root = package.tree(target)
            for text in () if root is None else root.iterfind("{*}threadedComment/{*}text"):
                if spacing.paragraph(text.text or ""):
                    yield Part("paragraph", spacing.paragraph(text.text or ""), role="comment")


def _comments(package: Package, name: str, threaded: bool) -> Iterator[Part]:
    root = package.tree(name)
    for text in () if root is None else root.iterfind("{*}commentList/{*}comment/{*}text"):
        words = spacing.paragraph(string(text))
        if words and not (threaded and words.startswith(_LEGACY)):
            yield Part("paragraph", words, role="comment")


def _drawing(package: Package, name: str) -> Iterator[Part]:
    root = package.tree(name)
    if root is None:
        return
    drawingml.drop_fallbacks(root)
    for body in root.iter("{*}txBody"):
        for _, text in drawingml.paragraphs(body):
            yield Part("paragraph", text)
    for kind, target in package.relations(name).values():
        chart = package.tree(target) if kind in ("chart", "chartEx") else None
        for text in () if chart is None else drawingml.chart_texts(chart):
            yield Part("paragraph", text)
