"""The work of a comparison, done in a worker: which way two captures can be compared, and what came out."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.blocks import Comparison, compare, compare_text
from widgets import formats, jobs
from widgets.compare.words import Words

Way = Literal["pages", "texts", "pictures", "nothing"]

_WORDS_BUDGET = 2.0  # seconds spent on word comparisons beforehand; the rest is done when it is looked at


@dataclass(frozen=True, slots=True)
class Outcome:
    """`way` says how the panes show the versions; `comparison` is None for pictures and what has no text."""

    way: Way
    identical: bool
    comparison: Comparison | None
    words: dict[int, Words] = field(default_factory=dict)


def way_of(a: Capture, b: Capture) -> Way:
    """How two captures are shown: pages as they looked, pictures as they are, all else as text."""
    kinds = {formats.type_kind(a.type), formats.type_kind(b.type)}
    if kinds == {"html"}:
        return "pages"
    return "pictures" if kinds == {"image"} else "texts"


def compare_captures(reader: ArchiveReader, a: Capture, b: Capture, task: jobs.Handle) -> Outcome:
    """Compare two versions; may take long, so it asks `task` whether it is still wanted."""
    way = way_of(a, b)
    identical = a.digest == b.digest
    if way == "pictures":
        return Outcome(way, identical, None)
    if way == "pages":
        http_a, http_b = reader.http(a), reader.http(b)
        task.check()
        found = compare(http_a.body, http_b.body, charset_a=http_a.charset, charset_b=http_b.charset)
    else:
        text_a = reader.document(a).text
        task.check()
        text_b = reader.document(b).text
        if not text_a.strip() and not text_b.strip():
            return Outcome("nothing", identical, None)
        found = compare_text(text_a, text_b)
    task.check()
    return Outcome(way, identical, found, _words(found, task))


def _words(found: Comparison, task: jobs.Handle) -> dict[int, Words]:
    """Word comparisons by number of the change, as many as there is time for."""
    words: dict[int, Words] = {}
    end = time.monotonic() + _WORDS_BUDGET
    for index, change in enumerate(found.changes):
        if change.kind == "changed" or (change.kind == "moved" and change.text_a != change.text_b):
            task.check()
            words[index] = list(found.words(change))
            if time.monotonic() > end:
                break
    return words
