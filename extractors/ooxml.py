"""What the zipped Office formats have in common: the package, its main part, its properties (ECMA-376 part 2)."""

from __future__ import annotations

from lxml import etree

from extractors import dates, ole, spacing
from extractors.html_metadata import language
from extractors.packages import Package
from extractors.types import Document, Unreadable
from extractors.zip_rescue import readable

# Titles that programs fill in by themselves.
_EMPTY_TITLES = ("powerpoint presentation", "presentation", "document", "title", "untitled", "slide 1", "word document")
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
        from extractors.office_passwords import unlocked  # loads a library that few files need

        data = unlocked(ole.Container(data))
    data, damaged = readable(data)
    package = Package(data)
    package.damaged = damaged
    if not damaged and "[Content_Types].xml" not in package and "_rels/.rels" not in package:
        raise Unreadable("The file is not an Office document: its list of parts is missing.")
    return package


def main_part(package: Package, usual: str) -> str:
    """The name of the part that holds the document."""
    for kind, target in package.relations("").values():
        if kind == "officeDocument" and target in package:
            return target
    return usual


def fill_properties(document: Document, package: Package) -> str:
    """Take author, dates, language … of docProps; returns the title they hold, "" when a program wrote it."""
    named = dict(package.relations("").values())
    core = package.tree(named.get("core-properties", "docProps/core.xml"))
    app = package.tree(named.get("extended-properties", "docProps/app.xml"))
    document.author = _text(core, "creator")
    document.date = dates.iso(_text(core, "created"))
    document.language = language(_text(core, "language"))
    said = {name: _text(core, tag) for name, tag in _CORE.items()}
    said["modified"] = dates.iso(_text(core, "modified"))
    said |= {name: _text(app, tag) for name, tag in _APP.items()}
    document.metadata.update({name: value for name, value in said.items() if value})
    title = said["title"]
    return "" if title.lower() in _EMPTY_TITLES else title


def _text(root: etree._Element | None, tag: str) -> str:
    return "" if root is None else spacing.line(root.findtext(f"{{*}}{tag}"))
