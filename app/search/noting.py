"""Stars, tags and notes of a person in a search: what they stand on as masks over the entries, without any index.

There are few of them beside the texts of an archive, so they are folded once and looked through in memory: with 100 000
notes a word takes 15 ms. They are read anew when their file has changed.
"""

from __future__ import annotations

import math
import re
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.archive.batches import parse_id
from app.archive.notes.marks import Mark
from app.archive.notes.notebook import Notebook
from app.archive.notes.state import Notes
from app.errors import StorageUnreadable
from app.search import snippets
from app.search.columns import Columns, Mask, Numbers
from app.search.query import Filter, Text
from app.search.snippets import Snippet
from app.search.store import key_of
from app.words.folding import fold

WEIGHT = 6.0
"""What a word of a note or tag counts for: more than one of a title, since a person chose it for this page."""

_END = "\nꙮ\n"  # between two texts: a letter, so that no phrase reaches over it
_ANY = "*"


class Said(NamedTuple):
    """Entries of pages whose notes or tags have a word, and what that adds to their scores."""

    mask: Mask
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class Noted:
    """The marks of an archive over the columns of its search index. `keys` and `entries` say for each mark which page
    it stands on and, of a mark on a version, which entry that says (else -1)."""

    notes: Notes
    held: Columns
    marks: Sequence[Mark] = ()
    keys: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    entries: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    tagged: dict[str, list[int]] = field(default_factory=dict)  # the marks with each tag, folded
    text: str = ""  # notes and tags, folded, one behind another
    begins: Sequence[int] = ()  # of each of them in the text
    owners: Sequence[tuple[int, bool]] = ()  # the mark of each, and whether it is its note
    _known: dict[Text, Said | None] = field(default_factory=dict)

    def filtered(self, one: Filter) -> Mask:
        """The entries that a condition on marks holds for."""
        if one.name == "tag":
            wanted = fold(one.value.rstrip(_ANY))
            begins = one.value.endswith(_ANY)
            tags = [tag for tag in self.tagged if tag == wanted or (begins and tag.startswith(wanted))]
            return self._mask({number for tag in tags for number in self.tagged[tag]})
        if one.name == "star":
            starred = self._mask(self._that("star"))
            return starred if one.value == "yes" else ~starred
        return self._mask(self._that({"starred": "star", "tagged": "tags", "noted": "note"}[one.value]))

    def _that(self, name: str) -> set[int]:
        """The marks that have a star, tags or a note."""
        return {number for number, mark in enumerate(self.marks) if getattr(mark, name)}

    def said(self, text: Text) -> Said | None:
        """The entries that stand under notes (or tags, where no field is named) with a text; None where none say it."""
        if text not in self._known:
            self._known[text] = self._weighed(self._found(text))
        return self._known[text]

    def _weighed(self, found: set[int]) -> Said | None:
        mask = self._mask(found)
        count, size = int(mask.sum()), max(self.held.size, 1)
        if not count:
            return None
        weight = WEIGHT * math.log(1 + (size - count + 0.5) / (count + 0.5))
        return Said(mask, mask.astype(np.float64) * weight)

    def snippet(self, url: str, sought: re.Pattern[str] | None) -> Snippet | None:
        """The lines of a note on a page in which words of a query stand."""
        for mark in self.notes.of_page(url) if self.marks and sought else ():
            shown = snippets.snippet(mark.note, sought)
            if shown is not None:
                return shown
        return None

    def tag_counts(self, entries: Numbers, most: int) -> list[tuple[str, int]]:
        """The most frequent tags of pages, each page once, by an entry of each."""
        if not self.tagged:
            return []
        found = self.held.keys[entries]
        counts = {
            tag: int(np.isin(np.unique(self.keys[numbers]), found).sum())
            for tag, numbers in self.tagged.items()
        }
        spelled = {fold(tag): tag for tag in self.notes.tags}
        ordered = sorted((-count, tag) for tag, count in counts.items() if count)
        return [(spelled[tag], -count) for count, tag in ordered[:most]]

    def _mask(self, which: set[int]) -> Mask:
        """The entries under some of the marks."""
        if not which:
            return np.zeros(self.held.size, np.bool_)
        chosen = np.fromiter(which, np.int64, len(which))
        one_version = self.entries[chosen] >= 0
        mask: Mask = np.isin(self.held.keys, self.keys[chosen[~one_version]])
        mask[self.entries[chosen[one_version]]] = True
        return mask

    def _found(self, text: Text) -> set[int]:
        """The marks that say a text."""
        if not self.marks or text.field not in ("", "note"):
            return set()
        if text.slop:  # how far words stand apart does not count in a note
            words = [Text(word, text.field) for word in text.text.split()]
            return set.intersection(*map(self._found, words)) if words else set()
        pattern = snippets.pattern([text])
        found = set[int]()
        for match in pattern.finditer(self.text) if pattern else ():
            owner, is_note = self.owners[bisect_right(self.begins, match.start()) - 1]
            if is_note or not text.field:
                found.add(owner)
        return found


class Noting:
    """Reads the notes of an archive for its searches; for one thread."""

    def __init__(self, archive: Path) -> None:
        self._book = Notebook(archive)
        self._noted: Noted | None = None
        self._keys: dict[str, int] = {}

    def over(self, held: Columns, entries: sqlite3.Connection) -> Noted:
        """The marks as they are at this moment; none where they cannot be read. `entries` is the database of the search
        index."""
        try:
            notes = self._book.read()
        except StorageUnreadable:
            notes = Notes({})
        if self._noted is None or self._noted.notes is not notes or self._noted.held is not held:
            self._noted = self._made(notes, held, entries)
        return self._noted

    def _made(self, notes: Notes, held: Columns, entries: sqlite3.Connection) -> Noted:
        marks = list(notes.marks())
        for mark in marks:
            if mark.target.url not in self._keys:
                self._keys[mark.target.url] = key_of(mark.target.url)
        texts, tagged = list(_texts(marks)), dict[str, list[int]]()
        for owner, is_note, text in texts:
            if not is_note:
                tagged.setdefault(text, []).append(owner)
        begins, at = list[int](), 0
        for _, _, text in texts:
            begins.append(at)
            at += len(text) + len(_END)
        return Noted(
            notes,
            held,
            marks,
            np.array([self._keys[mark.target.url] for mark in marks], np.int64),
            np.array([_entry(mark, held, entries) for mark in marks], np.int64),
            tagged,
            _END.join(text for _, _, text in texts),
            begins,
            [(owner, is_note) for owner, is_note, _ in texts],
        )


def _texts(marks: Sequence[Mark]) -> Iterable[tuple[int, bool, str]]:
    for number, mark in enumerate(marks):
        if mark.note:
            yield number, True, fold(mark.note)
        for tag in mark.tags:
            yield number, False, fold(tag)


def _entry(mark: Mark, held: Columns, entries: sqlite3.Connection) -> int:
    """The entry that a marked version says; -1 for other marks, and where the index does not know it."""
    place = parse_id(mark.target.capture) if mark.target.capture else None
    if place is None:
        return -1
    row = entries.execute("SELECT entry FROM versions WHERE batch = ? AND serial = ?", place).fetchone()
    return int(row[0]) if row and row[0] < held.size else -1
