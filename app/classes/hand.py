"""Categories that a person gives to pages by hand: a value of the notes of the archive, so it is primary data, is only
appended, can be undone, and goes along where notes go (WACZ, WARC, Tianwang files).

What a person says holds against rules and classifiers, for the page with all its versions, and teaches: it is an example
for the next training (`corpus.of_hands`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from app.archive.notes.lines import Line
from app.archive.notes.marks import Target
from app.archive.notes.notebook import Act, Notebook
from app.archive.notes.state import MORE, Notes

VALUE = "category"
REFUSED = "category-not"
"""The name of the value that says what a page is not: a proposal that was refused."""


def assign(notebook: Notebook, urls: Iterable[str], category: str | None) -> Act:
    """Say of pages that they are of a category, or with None nothing any more; one act, to be undone by
    `Notebook.undo`. Nothing is written for what is said already. StorageFailed."""
    return _say(notebook, urls, VALUE, category or "")


def refuse(notebook: Notebook, urls: Iterable[str], category: str) -> Act:
    """Say of pages that they are not of a category: a model does not put them there again. StorageFailed."""
    return _say(notebook, urls, REFUSED, category)


def said(notes: Notes) -> dict[str, str]:
    """The categories of pages by their addresses, as persons gave them."""
    return _said(notes, VALUE)


def refused(notes: Notes) -> dict[str, str]:
    """What pages are not, by their addresses: the last refusal of each."""
    return _said(notes, REFUSED)


def read(archive: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """(What persons said that pages are, what they are not.) StorageUnreadable."""
    notes = Notebook(archive).read()
    return said(notes), refused(notes)


def _say(notebook: Notebook, urls: Iterable[str], name: str, value: str) -> Act:
    wanted = list(dict.fromkeys(urls))

    def lines(notes: Notes) -> list[Line]:
        known = _said(notes, name)
        return [
            Line("", "", Target(url), more={name: value}) for url in wanted if known.get(url, "") != value
        ]

    return notebook.put(lines)


def _said(notes: Notes, name: str) -> dict[str, str]:
    found = dict[str, str]()
    for target, fields in notes.fields.items():
        one = fields.get(MORE + name)
        if one is not None and isinstance(one.value, str) and one.value and not target.capture:
            found[target.url] = one.value
    return found
