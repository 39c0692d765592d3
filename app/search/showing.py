"""What of a version is shown of a hit: its capture, and the lines of its texts that say it. Those that were shown last are
kept, since who types finds the same pages again."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence

from app.archive.index import rows
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.search import snippets
from app.search.index.contents import Content, content_of
from app.search.index.division import Place
from app.search.snippets import Snippet
from extractors.base.types import Part

_KEPT = 4 << 20  # characters of texts
_MOST_CAPTURES = 4000
_CAPTURE = f"{rows.CAPTURE} WHERE c.seq = ?"
_CAPTURES = f"{rows.CAPTURE} WHERE c.seq IN (SELECT value FROM json_each(?))"
_FEW = 3  # that are quicker read one by one


class Showing:
    """For one reader of an archive, and its thread."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self._stored: sqlite3.Connection | None = None  # the archive's index that the captures were read from
        self._captures: dict[int, Capture] = {}
        self._texts: dict[str, tuple[Content, tuple[Part, ...]]] = {}
        self._length = 0  # of these texts

    def forget_captures(self) -> None:
        """Something was stored: a capture may have another title or address."""
        self._stored, self._captures = self._reader.connection, {}

    def captured(self, seq: int) -> Capture:
        """A capture by its number."""
        found = self._reader.connection.execute(_CAPTURE, (seq,)).fetchone()
        return self._reader.named([rows.capture(found)])[0]

    def read(self, seqs: Sequence[int]) -> None:
        """Those of several hits at once, for `capture`: in half of the time."""
        missing = [seq for seq in seqs if seq not in self._captures]
        if len(missing) < _FEW or self._stored is not self._reader.connection:
            return
        if len(self._captures) + len(missing) > _MOST_CAPTURES:
            self._captures.clear()
            missing = list(seqs[:_MOST_CAPTURES])
        found = self._reader.connection.execute(_CAPTURES, (json.dumps(missing),)).fetchall()
        self._captures |= {one.seq: one for one in self._reader.named([rows.capture(row) for row in found])}

    def capture(self, seq: int) -> Capture:
        """A capture for a hit: those that were found last are kept until something is stored."""
        if self._stored is not self._reader.connection:  # written anew since that was looked for
            return self.captured(seq)
        known = self._captures.get(seq)
        if known is None:
            if len(self._captures) >= _MOST_CAPTURES:
                self._captures.clear()
            known = self._captures[seq] = self.captured(seq)
        return known

    def shown(
        self, capture: Capture, sought: re.Pattern[str] | None, place: Place | None = None
    ) -> tuple[Snippet, tuple[str, ...]]:
        """The snippet of a version, of a certain block if there is one, and the headings above it."""
        try:
            content, parts = self._read(capture)
        except (FormatError, StorageUnreadable):
            return Snippet(""), ()
        own = (place.text,) if place else ()
        for text in (*own, content.main, content.rest, content.more, content.author):
            shown = snippets.snippet(text, sought)
            if shown is not None:
                return shown, _headings(parts, text, shown)
        return snippets.beginning(place.text if place else content.main), ()

    def content(self, capture: Capture) -> Content:
        """The texts of a version. FormatError, StorageUnreadable."""
        return self._read(capture)[0]

    def _read(self, capture: Capture) -> tuple[Content, tuple[Part, ...]]:
        """The texts of a version: those that were shown last are kept, since who types finds the same pages again."""
        known = self._texts.pop(capture.id, None)
        if known is None:
            document = self._reader.document(capture, main=True)
            known = content_of(document), document.parts
            self._length += _length(known[0])
        self._texts[capture.id] = known
        while len(self._texts) > 1 and self._length > _KEPT:
            self._length -= _length(self._texts.pop(next(iter(self._texts)))[0])
        return known


def _length(content: Content) -> int:
    return len(content.main) + len(content.rest)


def _headings(parts: Iterable[Part], text: str, shown: Snippet) -> tuple[str, ...]:
    """The headings of a document above the part in which a snippet begins."""
    at = shown.place + (shown.marks[0][0] if shown.marks else 0)
    line = text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0]
    above: dict[int, str] = {}
    for part in parts:
        if part.kind == "heading":
            above = {level: name for level, name in above.items() if level < part.level}
            if line in part.text:
                break
            above[part.level] = part.text
        elif line in part.text:
            break
    else:
        return ()
    return tuple(above[level] for level in sorted(above))
