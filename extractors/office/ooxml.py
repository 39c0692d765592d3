"""What the zipped Office formats have in common: the package, its main part, its properties (ECMA-376 part 2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol

from lxml import etree

from extractors.base import dates, ole, spacing
from extractors.base.language import usual_tag
from extractors.base.sentences import Message
from extractors.base.types import Document, Unreadable
from extractors.office.numbers import general
from extractors.office.packages import Package, readable

# Text in DrawingML, the drawings of all zipped Office formats: shapes, charts, diagrams (ECMA-376 part 1, 21).

_MOST_POINTS = 2000
_MOST_SERIES = 500


def local(element: etree._Element) -> str:
    """The name of an element without its namespace; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def paragraphs(body: etree._Element) -> Iterator[tuple[etree._Element, str]]:
    """The paragraphs (a:p) in an element with their texts, those without any left out."""
    for paragraph in body.iter("{*}p"):
        text = spacing.paragraph(paragraph_text(paragraph))
        if text:
            yield paragraph, text


def paragraph_text(paragraph: etree._Element) -> str:
    pieces: list[str] = []
    for run in paragraph:
        name = local(run)
        if name == "br":
            pieces.append("\n")
        elif name in ("r", "fld"):
            pieces += [text.text or "" for text in run.iterfind("{*}t")]
        elif name in ("AlternateContent", "m", "oMath", "oMathPara"):
            pieces += [text.text or "" for text in run.iter("{*}t") if not _in_fallback(text)]
    return "".join(pieces).replace("\v", "\n").replace("_x000B_", "\n").replace("_x000D_", "\n")


def _in_fallback(element: etree._Element) -> bool:
    return any(local(ancestor) == "Fallback" for ancestor in element.iterancestors())


def drop_fallbacks(root: etree._Element) -> None:
    """Where a drawing is there in two forms, keep the one of newer programs."""
    for fallback in list(root.iter("{*}Fallback")):
        parent = fallback.getparent()
        if parent is not None and any(local(child) == "Choice" and len(child) for child in parent):
            parent.remove(fallback)


def chart_texts(root: etree._Element) -> Iterator[str]:
    """Title, titles of the axes and labels written by hand in a chart."""
    for element in root.iter("{*}title", "{*}dLbl"):
        text = " ".join(text for _, text in paragraphs(element))
        text = text or " ".join(v.text or "" for v in element.iterfind(".//{*}strCache/{*}pt/{*}v"))
        if text:
            yield spacing.paragraph(text)


def chart_table(root: etree._Element) -> tuple[tuple[str, ...], ...]:
    """The data of a chart as the file keeps them: a row of categories where there are any, one row a series."""
    rows: list[tuple[str, ...]] = []
    categories: tuple[str, ...] = ()
    for series in root.iter("{*}ser"):
        own = _points(series, "cat") or _points(series, "xVal")
        if own and own != categories:
            categories = own
            rows.append(("", *own))
        name = " ".join(_points(series, "tx")) or spacing.line(series.findtext("{*}tx/{*}v"))
        values = _points(series, "val") or _points(series, "yVal")
        if name or values:
            rows.append((name, *values))
        if len(rows) > _MOST_SERIES:
            break
    return tuple(rows)


def _points(series: etree._Element, tag: str) -> tuple[str, ...]:
    element = series.find(f"{{*}}{tag}")
    found = [] if element is None else [_point(v.text) for v in islice(element.iter("{*}v"), _MOST_POINTS)]
    return tuple(found)


def _point(text: str | None) -> str:
    try:
        return general(float(f"{float(text or ''):.10g}"))
    except (ValueError, OverflowError):
        return spacing.line(text)


# Titles that programs fill in by themselves.
_EMPTY_TITLES = (
    "powerpoint presentation",
    "presentation",
    "document",
    "title",
    "untitled",
    "slide 1",
    "word document",
)
_CORE = {
    "title": "title",
    "subject": "subject",
    "keywords": "keywords",
    "category": "category",
    "comments": "description",
    "last-author": "lastModifiedBy",
}
_APP = {"company": "Company", "manager": "Manager", "program": "Application"}


def open_package(data: bytes) -> Package:
    """The parts of an Office file, of a cut one those that are left. Raises Unreadable for what is none, is damaged
    beyond that, or needs a password."""
    if data.startswith(ole.SIGNATURE):
        from extractors.office.passwords import unlocked  # loads a library that few files need

        data = unlocked(data)
    data, damaged = readable(data)
    package = Package(data)
    package.damaged = damaged
    if not damaged and "[Content_Types].xml" not in package and "_rels/.rels" not in package:
        raise Unreadable(Message("file-not-office"))
    return package


class Parts(Protocol):
    """The parts of a package, opened with python-docx or by `packages`."""

    damaged: bool

    def __contains__(self, name: str) -> bool: ...
    def names(self) -> list[str]: ...
    def read(self, name: str) -> bytes: ...
    def tree(self, name: str) -> Any: ...
    def relations(self, name: str) -> dict[str, tuple[str, str]]: ...


def relation(element: etree._Element, ending: str = "}id") -> str:
    """The id of a relation that an element names, by the end of the attribute's name; ""."""
    return next((value for name, value in element.items() if name.endswith(ending)), "")


def main_part(package: Parts, usual: str) -> str:
    """The name of the part that holds the document."""
    for kind, target in package.relations("").values():
        if kind == "officeDocument" and target in package:
            return target
    return usual


def fill_properties(document: Document, package: Parts) -> str:
    """Take author, dates, language … of docProps; returns the title they hold, "" when a program wrote it."""
    named = dict(package.relations("").values())
    core = package.tree(named.get("core-properties", "docProps/core.xml"))
    app = package.tree(named.get("extended-properties", "docProps/app.xml"))
    document.author = _text(core, "creator")
    document.date = dates.iso(_text(core, "created"))
    document.language = usual_tag(_text(core, "language"))
    said = {name: _text(core, tag) for name, tag in _CORE.items()}
    said["modified"] = dates.iso(_text(core, "modified"))
    said |= {name: _text(app, tag) for name, tag in _APP.items()}
    document.metadata.update({name: value for name, value in said.items() if value})
    title = said["title"]
    return "" if title.lower() in _EMPTY_TITLES else title


def _text(root: etree._Element | None, tag: str) -> str:
    return "" if root is None else spacing.line(root.findtext(f"{{*}}{tag}"))
