"""What the rows of a first page look like and say, as numbers: of one row, of a run of them, of the document.

The judge of titles (`judge`) was trained on these numbers and knows nothing else; `NAMES` are their names, in the order
of its columns.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.types import Candidate
from extractors.titles import against, covers, who, wording
from extractors.titles.ranking import key
from extractors.titles.rows import Row

LONGEST = 260
"""Characters of a title."""
POINTS = 60.0
"""Points of the weigher that are counted as one."""
_PERSONS = 120  # characters of names of persons
_MARKS = re.compile(
    r"[*†‡§¶∗⋆\d¹²³]+|\([^()]*\)|(?:\b(?:bc|ing|mgr|dr|prof|mr|mrs|ms|ph\.?d|m\.?sc|b\.?sc)\b\.?)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*[,;&/•·|]\s*|\s+(?:and|und|et|y|e|и|i|a)\s+|\s{3,}", re.IGNORECASE)
_NAME = re.compile(
    r"(?:(?:[^\W\d_a-zß-ÿа-я][^\W\d_]*[.’'-]?(?:[^\W\d_]*)|de|von|van|der|bin|al|la|da|dos)\s+){1,3}[^\W\d_a-zß-ÿа-я][^\W\d_]+(?:-[^\W\d_]+)?|[\u4e00-\u9fff]{2,3}"
)


class Seen(NamedTuple):
    """What is known of a document: the `rows` of its first page, the size of its running text, its format (0 = read by
    lines, 1 = slides, 2 = PDF), the title its properties hold, who wrote it, what its file is called without its ending,
    the beginning of its text with its case folded, and what the weigher found."""

    rows: Sequence[Row]
    body: float
    form: int
    named: str
    author: str
    file: str
    text: str
    found: Sequence[Candidate]


class RowSigns(NamedTuple):
    """What a row looks like and says."""

    size: float
    share: float
    bold: float
    centred: float
    level: float
    titled: float
    subtitle: float
    gap: float
    place: float
    cell: float
    listed: float
    again: float
    faint: float
    width: float
    words: float
    capitals: float
    upper: float
    lower: float
    digits: float
    against: float
    dated: float
    name: float
    names: float
    organ: float
    kind: float
    work: float
    work_only: float
    field: float
    label: float
    topic: float
    beside: float
    chapter: float
    part: float
    heading: float
    address: float
    code: float
    form: float
    quoted: float
    tells: float
    sentence: float
    stop: float
    colon: float
    comma: float
    open: float
    coverage: float
    society: float
    numbered: float
    alike: float
    masthead: float
    author: float


class RunSigns(NamedTuple):
    """What a run says as one text, and where it stands; `none` is 1 for "no title", `foreign` for a text of no row."""

    none: float
    foreign: float
    run_rows: float
    run_width: float
    run_words: float
    blocks: float
    uneven: float
    inner_gap: float
    at: float
    after_count: float
    points: float
    points_behind: float
    points_rank: float
    best: float
    holds_best: float
    in_best: float
    file: float
    properties: float
    said_again: float
    run_organ: float
    run_coverage: float
    run_work: float
    run_sentence: float
    goes_on: float
    goes_on_after: float
    same_before: float
    same_after: float
    larger: float
    as_large: float
    label_cut: float
    run_alike: float
    exact_file: float
    join: float


class EdgeSigns(NamedTuple):
    """How sharply a run stands apart from the rows before and after it."""

    ratio_before: float
    ratio_after: float
    gap_before: float
    gap_after: float
    turn_before: float
    turn_after: float
    person_in: float
    person_before: float
    person_after: float
    upper_before: float
    upper_after: float


class DocumentSigns(NamedTuple):
    """What the document is like."""

    format: float
    rows: float
    letters: float
    best_points: float
    second_points: float
    named: float
    file_words: float
    script: float
    title_rows: float
    levels: float
    largest_share: float
    bold_share: float
    centred_share: float
    text: float


NAMES = (
    *(
        f"{where}-{name}"
        for where in ("first", "last", "mean", "before", "after")
        for name in RowSigns._fields
    ),
    *RunSigns._fields,
    *EdgeSigns._fields,
    *DocumentSigns._fields,
)
"""The columns of a choice: five times what rows say (the first, the last and the mean of the run, those around it)."""


def of_row(row: Row, seen: Seen, largest: float) -> RowSigns:
    """The signs of a row of a page whose largest row has the size `largest`."""
    text = spacing.line(row.text)
    looks = _looks(row, seen, largest)
    if len(text) > LONGEST:  # than any title: no more is asked
        width = math.log1p(wording.width(text[:300]))
        return looks._replace(width=width, words=60.0, against=60.0, sentence=1.0)
    letters = sum(map(str.isalpha, text)) or 1
    return looks._replace(
        width=math.log1p(wording.width(text)),
        words=min(60, text.count(" ") + 1),
        capitals=sum(map(str.isupper, text)) / letters,
        upper=text.isupper(),
        lower=text[:1].islower(),
        digits=sum(map(str.isdigit, text)) / len(text) if text else 0.0,
        against=min(300.0, sum(worth for worth, _ in against.penalties(text))),
        dated=wording.dated(text),
        name=bool(who.name(text)),
        names=covers.names(text),
        organ=who.organ(text),
        kind=wording.kind(text),
        work=bool(wording.work(text)),
        work_only=covers.work_only(text),
        field=bool(wording.field(text)),
        label=_labelled(text),
        topic=covers.topic(text) > 0,
        beside=covers.beside(text),
        chapter=bool(wording.chaptered(text)),
        part=wording.part(text),
        heading=wording.heading(text),
        address=bool(wording.ADDRESS.search(text)),
        code=bool(wording.course_code(text)),
        form=wording.form_number(text),
        quoted=covers.quoted(text),
        tells=bool(wording.tells_kind(text)),
        sentence=bool(wording.sentences(text)),
        stop=text.endswith((".", "。", "!", "?", ";", "；")),
        colon=text.endswith((":", "：")),
        comma=text.count(",") + text.count("，") + text.count("、"),
        open=bool(wording.OPEN_END.search(text)),
        coverage=wording.coverage(text, seen.text),
        society=who.society(text),
        numbered=bool(wording.numbered(text)),
        alike=wording.alike(text, seen.file) if len(seen.file) > 3 else False,
        masthead=bool(wording.MASTHEAD.search(text)),
        author=bool(seen.author) and (key(text) == key(seen.author) or who.signed_by(text, seen.author)),
    )


def _looks(row: Row, seen: Seen, largest: float) -> RowSigns:
    """How a row looks; 0 for all that it says."""
    return RowSigns(*(0.0 for _ in RowSigns._fields))._replace(
        size=row.size / seen.body if seen.body else 1.0,
        share=row.size / largest if largest else 1.0,
        bold=row.bold,
        centred=row.centred,
        level=row.level,
        titled=row.titled,
        subtitle=row.subtitle,
        gap=min(9.0, row.gap),
        place=row.place,
        cell=row.cell,
        listed=row.listed,
        again=row.again,
        faint=row.faint,
    )


def _labelled(text: str) -> float:
    """0.0 = no label of a title, 0.5 = it begins with one, 1.0 = it is nothing else."""
    label = max(wording.subject(text), wording.titled(text))
    return 0.0 if not label else 1.0 if label >= len(text) else 0.5


def of_document(seen: Seen, rows: Sequence[Row], largest: float) -> DocumentSigns:
    """The signs of a document with `rows`, the largest of which has the size `largest`."""
    points = sorted((one.score for one in seen.found if one.source != "file name"), reverse=True)
    count = len(rows) or 1
    letters = sum(len(row.text) for row in rows)
    return DocumentSigns(
        format=seen.form,
        rows=len(rows),
        letters=math.log1p(letters),
        best_points=points[0] / POINTS if points else -9.0,
        second_points=points[1] / POINTS if len(points) > 1 else -9.0,
        named=float(bool(seen.named)) - float(bool(seen.named) and wording.junk(seen.named)) / 2,
        file_words=min(9, len(wording.words(seen.file))),
        script=_script(" ".join(row.text for row in rows)),
        title_rows=sum(row.titled for row in rows),
        levels=sum(row.level > 0 for row in rows),
        largest_share=sum(row.size == largest for row in rows) / count,
        bold_share=sum(row.bold for row in rows) / count,
        centred_share=sum(row.centred for row in rows) / count,
        text=math.log1p(len(seen.text)),
    )


def person(text: str) -> bool:
    """Could a line be names of persons, with the marks and degrees that stand at them?"""
    if len(text) > _PERSONS or ":" in text:
        return False
    pieces = [piece.strip(" .*") for piece in _BETWEEN.split(_MARKS.sub("", text)) if piece.strip(" .*")]
    return bool(pieces) and all(_NAME.fullmatch(piece) for piece in pieces)


def _script(text: str) -> int:
    """0 = Latin, 1 = Cyrillic or Greek, 2 = Chinese, Japanese or Korean, 3 = another."""
    counted = Counter(
        0 if c < "\u0370" else 1 if c < "\u0530" else 2 if c >= "\u2e80" and c < "\ud7b0" else 3
        for c in text
        if c.isalpha()
    )
    return max(counted, key=lambda one: counted[one]) if counted else 0
