"""Stars, tags and notes of a person in a search: what they stand on as masks over the entries, without any index.

There are few of them beside the texts of an archive, so they are folded once and looked through in memory: with 100 000
notes `note:` and a word take 2–10 ms. They are read anew when their file has changed.
"""

from __future__ import annotations

import math
import re
import sqlite3
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.archive.batches import parse_id
from app.archive.notes.marks import Mark, Target
from app.archive.notes.notebook import Notebook
from app.archive.notes.state import NOTHING, Fields, Notes, Summary, has_any
from app.errors import StorageUnreadable
from app.search import snippets
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.index.store import key_of
from app.search.query import Filter, Text
from app.search.snippets import Snippet
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
        if not self.marks:
            return None
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

    def summary(self, url: str) -> Summary:
        """What stands on a page and in it."""
        return self.notes.summary(url) if self.marks else NOTHING

    def tag_counts(self, entries: Numbers, most: int) -> list[tuple[str, int]]:
        """The most frequent tags of pages, each page once, by an entry of each."""
        if not self.tagged:
            return []
        numbers = np.concatenate([np.full(len(marks), tag) for tag, marks in enumerate(self.tagged.values())])
        keys = self.keys[np.concatenate([np.array(marks) for marks in self.tagged.values()])]
        met = np.isin(keys, self.held.keys[entries])
        pairs = np.unique(np.stack([numbers[met], keys[met]]), axis=1)  # a page has a tag once
        counts = np.bincount(pairs[0], minlength=len(self.tagged)).tolist()
        spelled = {fold(tag): tag for tag in self.notes.tags}
        found = sorted((-count, tag) for tag, count in zip(self.tagged, counts, strict=True) if count)
        return [(spelled[tag], -count) for count, tag in found[:most]]

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
        self._folded: dict[Target, _Folded] = {}

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
        former, self._folded = self._folded, {}
        for target, fields in notes.fields.items():
            known = former.get(target)  # a mark that nobody has touched is the same object as before
            if known is None or known.fields is not fields:
                known = _folded(notes.mark(target), fields)
            self._folded[target] = known
        every = [one for one in self._folded.values() if has_any(one.mark)]
        marks = [one.mark for one in every]
        tagged, texts = dict[str, list[int]](), list[str]()
        begins, owners, at = list[int](), list[tuple[int, bool]](), 0
        for owner, one in enumerate(every):
            for tag in one.tags:
                tagged.setdefault(tag, []).append(owner)
            for is_note, text in ((True, one.note), *((False, tag) for tag in one.tags)):
                if text:
                    begins.append(at)
                    owners.append((owner, is_note))
                    texts.append(text)
                    at += len(text) + len(_END)
        return Noted(
            notes,
            held,
            marks,
            np.array([one.key for one in every], np.int64),
            np.array([_entry(mark, held, entries) for mark in marks], np.int64),
            tagged,
            _END.join(texts),
            begins,
            owners,
        )


class _Folded(NamedTuple):
    """A mark as it is searched; `fields` are what it was made of."""

    fields: Fields
    mark: Mark
    key: int
    note: str
    tags: tuple[str, ...]


def _folded(mark: Mark, fields: Fields) -> _Folded:
    return _Folded(fields, mark, key_of(mark.target.url), fold(mark.note), tuple(map(fold, mark.tags)))


def _entry(mark: Mark, held: Columns, entries: sqlite3.Connection) -> int:
    """The entry that a marked version says; -1 for other marks, and where the index does not know it."""
    place = parse_id(mark.target.capture) if mark.target.capture else None
    if place is None:
        return -1
    row = entries.execute("SELECT entry FROM versions WHERE batch = ? AND serial = ?", place).fetchone()
    return int(row[0]) if row and row[0] < held.size else -1
