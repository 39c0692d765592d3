"""Titles of documents that are read line by line: what of the first lines stands out, and in what surroundings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document
from extractors.titles import against, covers, official, who, wording
from extractors.titles.ranking import ENOUGH, key
from extractors.titles.rows import MOST, Row
from extractors.titles.weigher import LARGER, Features, Marks, settle, weigh

_CANDIDATES = 30  # lines among which the title is
_TITLE_LINES_LONGEST = 250
_NUMBERED = 60  # characters of a line that may be one of a series
_DIGITS = re.compile(r"\d+")
_COUNTED = re.compile(r"\d+|\b[A-ZА-Я]$")
_MERGED = 6  # lines a title is broken into at most
_BODY_BEFORE = 60  # characters of plain text above a title at most; above others, it is one of a section
_FORM_BEFORE = 480  # the same, of fields on a cover, above its largest letters
_SIGNED = 6  # letters of a name that are no chance
_LIKENESS = 40_000  # characters in which the words of a title come again
_ENTRY = re.compile(r"\s(?!(?:19|20)\d\d$)\d{1,4}$")  # not a year
# A field of a form or of a cover: its label and what stands there.
_FIELD = re.compile(r"((?:[\u3040-\u30ff\u3400-\u9fff][ \u3000]*){2,8})[:：]\s*(\S.*)")
_NAMING = re.compile(
    r"(?!课\s*程(?!\s*设\s*计)|专\s*业|学\s*[院部]|院\s*系).*(?:名\s*称|题\s*目|标\s*题|課題名?|课题|主题|題目|件名|タイトル)\s*"
)
_SAYS_WHAT = re.compile(r"«[^«»]{3,}»|“[^“”]{3,}”|《[^《》]{2,}》")
_HAN_ONLY = re.compile(r"[\u4e00-\u9fff]{3}")
_LABELLED = re.compile(r"[\u4e00-\u9fff]{2,6}\s|.*[【\[]")  # what another label of a form names
_COURSE_WORK = re.compile(r"[\u4e00-\u9fff\w+#]{2,20}(?:实验|课程设计|实训|实习|课设|程序设计)")
_TERM = re.compile(r"(?:学期|学年度?)\s*$")  # before what was asked or handed in then
_NAMED_SO = re.compile(r"名\s*称\s*[:：]")  # may be that of a course where something else is the subject
_SUBJECT_SO = re.compile(r"题\s*目\s*[:：]")
_JOINING = re.compile(r"(?:for|of|on|für|zu|para|pour|sur|sobre|для|по)", re.IGNORECASE)
_FIELDS = 2
_DOUBTS = 15.0  # points against a line that is no part of a title with a label
_COVER = 13.0  # points from which letters at the margin may be those of a cover
_BETWEEN = 2  # lines between what a work is called and what it is about
_ITEMS = 3  # of a list the program counts
_ENTRIES = 4  # lines with the number of a page that are a table of contents
_QUOTED = re.compile(
    r"(?:<{1,2}[^<>]{1,40}>{1,2}|《[^《》]{1,40}》|«[^«»]{1,40}»|【[^【】]{1,40}】|\[[^\[\]]{2,40}\])"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line or paragraph of the body with what makes it stand out."""

    text: str
    size: float = 0.0  # in points, or any one unit
    bold: bool = False
    centred: bool = False
    level: int = 0  # of a heading; 0 = none
    named: bool = False  # is it in the style for titles?
    red: bool = False
    gap: int = 0  # empty lines above
    cell: bool = False  # is it in a table or a text box?
    listed: bool = False  # is it an item of a list?
    field: bool = False  # does it, or did it, begin with a label?

    @property
    def look(self) -> tuple[float, bool, bool, int]:
        return self.size, self.bold, self.centred, self.level


@dataclass(frozen=True, slots=True)
class _Body:
    """What most of the text looks like, and the text itself, its case folded."""

    size: float
    bold: bool
    centred: bool
    length: int
    whole: int
    capitals: bool
    said: str

    def exceeded(self, line: Line) -> bool:
        """Does the line stand out?"""
        return bool(
            line.named
            or line.level
            or self.ratio(line) > LARGER
            or (line.bold and not self.bold)
            or (line.centred and not self.centred)
        )

    def ratio(self, line: Line) -> float:
        return line.size / self.size if self.size else 1.0


@dataclass(slots=True)
class _Above:
    """What stands above a line: characters of plain text, whether a sentence is among it, the largest of the candidates,
    the level of a heading of a series, whether there was one in the style for titles, whether a
    table of contents began there, whether a candidate stood above that, whether a section began, and whether a cover tells
    what students hand in."""

    plain: int = 0
    running: bool = False
    largest: float = 0.0
    part: int = 0
    entitled: bool = False
    contents: bool = False
    listing: bool = False
    section: bool = False
    work: bool = False


def choose(
    document: Document,
    lines: Sequence[Line],
    named: str,
    *,
    source: str = "metadata",
    name: str | None = None,
) -> None:
    """Set title, candidates and what an official document says of itself, from the first lines of the body and the
    title its properties hold (`named`; `source` says which properties)."""
    lines = [line for line in lines if line.text.strip()]
    rows, body = _rows(lines)
    lines = _rejoined(lines, named)
    found = candidates(_unsigned(lines, document.author))
    found += _repeated(lines, found, name)
    issued = official.find(
        official.Line(line.text, line.size, line.red, line.centred, line.bold) for line in lines
    )
    if issued:
        document.official = issued.official
        if issued.title:
            reason = Message("official")
            found.append(Candidate(spacing.line(issued.title), "official title", 95.0, reason))
    if all(one.score < ENOUGH for one in found):
        found += _headers(document)
    settle(document, found, named, source=source, name=name, rows=rows, body=body)


def _rows(lines: Sequence[Line]) -> tuple[list[Row], float]:
    """The first lines as the judge of titles sees them, and the size of running text."""
    sizes: Counter[float] = Counter()
    for line in lines[: 20 * MOST]:
        sizes[line.size] += len(line.text)
    return [
        Row(
            line.text,
            line.size,
            line.bold,
            line.centred,
            line.level,
            line.named,
            gap=float(line.gap),
            place=at / MOST,
            block=at,
            cell=line.cell,
            listed=line.listed,
        )
        for at, line in enumerate(lines[:MOST])
    ], max(sizes, key=sizes.__getitem__, default=0.0)


def candidates(lines: Sequence[Line]) -> list[Candidate]:
    """The lines that could be the title, with how much speaks for them."""
    lines = _unlabelled([line for line in lines if line.text.strip()])
    if not lines:
        return []
    body, series, above = _body(lines), _series(lines), _Above()
    entries = sum(
        1 for line in lines[: 3 * _ENTRIES] if _ENTRY.search(line.text) and len(line.text) <= _NUMBERED
    )
    above.contents = entries >= _ENTRIES
    labelled = any(line.field and not line.listed for line in lines[:_CANDIDATES])
    sizes = sorted({line.size for line in lines[:_CANDIDATES]})[-2:]
    letter = any(wording.salutation(line.text.strip()) for line in lines[:_CANDIDATES])
    alone, shouted = _alone(lines), _shouted(lines)
    found: list[Candidate] = []
    places: list[tuple[int, int, Line]] = []
    index, place = 0, 0.0
    while index < min(len(lines), _CANDIDATES):
        line, count = _merged(lines, index, body)
        one = _features(line, body, place, alone and not index, above.plain, shouted)
        if one and _sayable(line.text):
            largest = line.size == sizes[-1] > 1.25 * sizes[0] and above.plain <= _FORM_BEFORE
            marks = [*_surroundings(line, above, series), *_itself(line, body)]
            if count > 2 and all(who.name(one.text.strip()) for one in lines[index : index + count]):
                marks.append((-75, Message("person")))
            if index and who.signed(spacing.line(lines[index - 1].text)) and not line.named:
                marks.append((-75, Message("person")))
            weighed = weigh(one._replace(largest=largest and one.size > LARGER, marks=(*one.marks, *marks)))
            if labelled and (wording.kind_of_work(one.text) or covers.work_only(one.text)):
                weighed = weighed._replace(score=weighed.score - 40)
            if letter and not line.named:
                weighed = weighed._replace(score=weighed.score - 30)
            found.append(weighed)
            places.append((index, index + count, line))
            told = line.field and not line.listed
            above.work |= told or (line.centred and weighed.score > ENOUGH and bool(wording.work(one.text)))
            above.section |= bool(line.level) and one.text in series
            above.largest = max(above.largest, line.size) if weighed.score > ENOUGH else above.largest
            above.part = line.level if line.level and one.text in series else above.part
            above.entitled |= line.named
        head = who.letterhead(spacing.line(line.text))
        if not body.exceeded(line) and not line.cell and not head:
            above.plain += len(line.text)
            above.running |= len(line.text) > _BODY_BEFORE and bool(wording.sentences(line.text))
        above.contents |= bool(wording.contents(line.text.strip()))
        above.listing |= above.contents and any(one.score > 20 for one in found[:-1])
        index, place = index + count, place + (0.0 if head else 0.25 if line.cell else 1.0)
    return _about(found, places)


def _about(found: list[Candidate], places: Sequence[tuple[int, int, Line]]) -> list[Candidate]:
    """The candidates, what a work handed in is about before what it is called; `places` are their first lines, those
    after their last, and how they look."""

    def near(work: int, other: int) -> bool:
        (_, after, called), (first, _, line) = places[work], places[other]
        return (
            first - after <= _BETWEEN
            and (line.centred == called.centred or line.size >= called.size)
            and (line.centred or line.size > _COVER)
            and (not line.level or called.level > 0)
        )

    told = [at for at, (_, _, line) in enumerate(places) if line.field and not line.listed]
    beside = [
        at for at, (_, _, line) in enumerate(places) if line.listed or (line.level and not line.centred)
    ]
    return covers.prefer(found, near, told, beside)


def _features(
    line: Line, body: _Body, place: float, alone: bool, before: int, shouted: bool
) -> Features | None:
    """What makes a line stand out; None when nothing does."""
    text, first = spacing.line(line.text), not place
    capitals = place < 3 and wording.capitals(line.text) and not body.capitals and not shouted
    label = line.field and not line.listed and before <= _FORM_BEFORE
    says = len(text) <= 2 * _NUMBERED and bool(wording.tells_kind(text))
    stands = body.exceeded(line) or capitals
    if not stands and not label and not alone and not (first and says):
        return None
    marks: list[tuple[float, str]] = []
    if not stands and alone:
        marks.append((19, Message("stands-alone-above")))
    elif label or not stands:
        marks.append((20, Message("label-says") if label else ""))
    return Features(
        text,
        size=body.ratio(line),
        bold=line.bold and not body.bold,
        centred=line.centred and not body.centred,
        capitals=capitals,
        level=line.level,
        titled=line.named,
        kind=says,
        place=min(1.0, place / 10),
        coverage=wording.coverage(text, body.said),
        marks=marks,
    )


def _surroundings(line: Line, above: _Above, series: set[str]) -> Marks:
    """What speaks for or against a line by what stands above it and what else looks like it."""
    text = spacing.line(line.text)
    if text in series:
        yield -100, Message("number-section")
    elif not line.named and wording.chaptered(text):
        points = -60 if above.contents and line.level else -45 if wording.first_part(text) else -15
        yield points, Message("number-section")
    elif above.section and not line.named:
        yield -50, Message("number-section")
    if above.listing or (above.contents and _ENTRY.search(line.text)):
        yield -60 if _ENTRY.search(line.text) else -40, Message("stands-below-table")
    if line.named and line.size < above.largest and (above.entitled or wording.chaptered(line.text)):
        yield -60, ""  # a style for titles that sections are written in
    elif line.named and above.entitled:
        yield -15, ""
    exact = (
        wording.tells_kind(text)
        and 4 < len(text) <= _NUMBERED
        and len(wording.words(text)) < 4
        and (line.centred or line.bold)
    )
    share = 3 if exact and above.plain <= _FORM_BEFORE else 1
    yield -min(60, max(0, above.plain - _BODY_BEFORE) / 8) / share, ""
    if line.level and not line.named and not line.centred and above.running:
        yield -90, ""  # of a section below running text
    if line.level and not line.named and above.largest > line.size * LARGER:
        yield -25, ""  # something larger stands above
    if above.work and line.level and not line.named:
        yield -90, ""  # of a section below the cover
    if above.part and line.level > above.part:
        yield -50, ""  # of a section inside a part


def _itself(line: Line, body: _Body) -> Marks:
    """What speaks against a line by the place it has in the text."""
    length = len(line.text.strip())
    if line.listed:
        yield -30 if line.field else -12, ""
    if wording.course_code(line.text.strip()) and not wording.kind(line.text.strip()):
        yield -125, Message("label")  # of a course
    if line.cell:
        yield -14, ""
    if wording.work(line.text) and _SAYS_WHAT.search(line.text):
        yield 8, ""  # what was handed in, and what it is about
    if body.whole <= length:
        yield 0 if line.named else -35, ""  # nothing it could be the title of
    elif body.length <= 2 * length and not line.named and not line.level:
        yield -8, ""


def _unsigned(lines: Sequence[Line], author: str) -> Sequence[Line]:
    """The lines; one that is nothing but the name of who wrote it is no title."""
    signed = key(author)

    def is_name(text: str) -> bool:
        return (len(signed) >= _SIGNED and key(text) == signed) or who.signed_by(text.strip(), author)

    return [
        replace(line, field=True, listed=True) if at < _CANDIDATES and is_name(line.text) else line
        for at, line in enumerate(lines)
    ]


def _repeated(lines: Sequence[Line], found: Sequence[Candidate], name: str | None) -> list[Candidate]:
    """The line that says what the file is called, where nothing makes it stand out."""
    stem = key(wording.file_title(name or ""))
    if len(stem) < _SIGNED or any(key(one.text) == stem for one in found):
        return []
    texts = [spacing.line(line.text) for line in lines[:_CANDIDATES] if key(line.text) == stem]
    texts = [text for text in texts if not text.endswith((":", "："))]
    return [Candidate(text, "first line", ENOUGH, Message("name-file-says")) for text in texts[:1]]


def _rejoined(lines: Sequence[Line], named: str) -> Sequence[Line]:
    """The lines; those of a cover that the text, or its properties, say again in one line are one."""
    whole = {
        key(line.text) for line in lines[: 4 * _CANDIDATES] if _SIGNED < len(line.text) < _TITLE_LINES_LONGEST
    }
    whole.add(key(named))
    found: list[Line] = []
    at = 0
    while at < len(lines):
        joined, last = key(lines[at].text), at
        for after in range(at + 1, min(at + _MERGED, len(lines), _CANDIDATES)):
            joined += key(lines[after].text)
            last = after if len(joined) > _SIGNED and joined in whole else last
        part = lines[at : last + 1]
        size = max(line.size for line in part)
        text = spacing.join_lines([line.text for line in part]) if len(part) > 1 else lines[at].text
        found.append(replace(lines[at], text=text, size=size))
        at = last + 1
    return found


def _alone(lines: Sequence[Line]) -> bool:
    """Is the first line a short one, with a long paragraph below?"""
    text = lines[0].text.strip()
    if len(lines) < 2 or lines[0].listed or lines[0].cell or lines[1].cell:
        return False
    weight = wording.width(text)
    below = wording.width(lines[1].text[:500])
    whole = text[:1].isalnum() and text[-1:] not in ".,;。，；" and not wording.sentences(text)
    return whole and weight <= 80 and below >= 150 and below >= 3 * weight


def _unlabelled(lines: list[Line]) -> list[Line]:
    """The lines, those that name the document without the label before the name; other fields tell that they are
    none where several stand together."""
    found = [
        _FIELD.fullmatch(line.text.strip()) if len(line.text) < _TITLE_LINES_LONGEST else None
        for line in lines[:_CANDIDATES]
    ]
    several = sum(map(bool, found)) >= _FIELDS
    if any(_SUBJECT_SO.search(line.text) for line in lines[:_CANDIDATES]):
        lines = [
            replace(one, field=True, listed=True) if _NAMED_SO.search(one.text) else one for one in lines
        ]
    for at, labelled in enumerate(found):
        text = lines[at].text.strip()
        told = text.endswith(("目", ":", "：")) or (" " in text and text.isascii())
        label = 0 if lines[at].cell and not told else wording.titled(text)
        label = label or covers.topic(text)
        if lines[at].listed and lines[at].field:
            continue
        if labelled and _NAMING.fullmatch(labelled[1]):
            lines[at] = replace(lines[at], text=labelled[2], field=True)
        elif 0 < label < len(text):
            lines[at] = replace(lines[at], text=text[label:], field=True)
        elif label and at + 1 < len(lines):
            lines[at] = replace(lines[at], field=True, listed=True)
            lines[at + 1] = replace(lines[at + 1], field=True)
        elif labelled and several:
            lines[at] = replace(lines[at], field=True, listed=True)
    return lines


def _series(lines: Sequence[Line]) -> set[str]:
    """Items of a list, lines that differ from another of the same look in their numbers alone (TEST 1, TEST 2), and
    headings of one look whose numbers the text or the program that wrote it counts."""
    kin: dict[tuple[object, ...], set[str]] = {}
    for line in lines:
        text = spacing.line(line.text)
        if line.level and not line.named and (line.listed or wording.numbered(text)):
            kin.setdefault(("counted", *line.look[1:]), set()).add(text)
        if (line.level or line.bold) and text.endswith((":", "：")) and len(text) <= _NUMBERED:
            kin.setdefault(("label", *line.look), set()).add(text)
        if len(text) <= _NUMBERED and _DIGITS.search(text) and not line.named:
            kin.setdefault((_DIGITS.sub("#", text), *line.look), set()).add(text)
        label, colon, _ = text.replace("：", ":").partition(":")
        if colon and line.level and len(text) <= _NUMBERED and not line.named:
            kin.setdefault((_COUNTED.sub("#", label), *line.look), set()).add(text)
        if line.listed and not line.named and not line.field:
            kin.setdefault(("listed", *line.look), set()).add(text)
    kin |= {("heads", *look): texts for look, texts in _heads(lines).items()}
    return {
        text
        for kind, texts in kin.items()
        if len(texts) >= (_ITEMS if kind[0] in ("listed", "heads") else 2)
        for text in texts
    }


def _heads(lines: Sequence[Line]) -> dict[tuple[object, ...], set[str]]:
    """Of each look the bold lines at the margin that stand above plain text, but for the first bold line of all: headings
    of sections."""
    found: dict[tuple[object, ...], set[str]] = {}
    bold = [at for at, line in enumerate(lines[:-1]) if line.bold and not line.centred]
    for at in bold[1:]:
        line, below = lines[at], lines[at + 1]
        if line.text == lines[bold[0]].text:
            continue  # the title again, on the page behind the cover
        if line.named or line.cell or line.field or line.level or len(line.text) > _NUMBERED:
            continue
        if not below.bold and below.size == line.size and not below.centred:
            found.setdefault(line.look, set()).add(spacing.line(line.text))
    return found


def _shouted(lines: Sequence[Line]) -> bool:
    """Do several lines in capitals stand above plain ones, each as the heading of a part?"""
    loud = [
        wording.capitals(line.text) and not line.bold and not line.centred for line in lines[:_CANDIDATES]
    ]
    return sum(1 for a, b in pairwise(loud) if a and not b) >= _ITEMS


def _body(lines: Sequence[Line]) -> _Body:
    sizes: Counter[float] = Counter()
    bold = centred = capitals = total = 0
    plain = [line for line in lines if not line.level and not line.named] or lines
    for line in plain:
        length = len(line.text)
        sizes[line.size] += length
        bold += length * line.bold
        centred += length * line.centred
        capitals += length * wording.capitals(line.text)
        total += length
    whole = sum(len(line.text) for line in lines)
    said = "\n".join(line.text[:5000] for line in lines)[:_LIKENESS].casefold()
    size = sizes.most_common(1)[0][0]
    return _Body(size, bold * 2 > total, centred * 2 > total, total, whole, capitals * 2 > total, said)


def _merged(lines: Sequence[Line], index: int, body: _Body) -> tuple[Line, int]:
    """A line with those that go on with it: the same looks, nothing between."""
    first = line = lines[index]
    count = 1
    if first.field and not first.listed and index + 1 < len(lines) and _continued(first, lines[index + 1]):
        return replace(first, text=spacing.join_lines([first.text, lines[index + 1].text])), 2
    if (
        not body.exceeded(first)
        or first.listed
        or wording.field(first.text)
        or (first.level and not first.named and not first.centred)
        or (first.field and (first.listed or not first.centred))
    ):
        return first, 1
    if index + 1 < len(lines) and who.school(first.text.strip(), lines[index + 1].text.strip()):
        return replace(first, text=first.text.strip() + lines[index + 1].text.strip()), 2
    if wording.spread(spacing.line(first.text)):
        return _opened(lines, index)
    quoted = _QUOTED.fullmatch(first.text.strip()) and not who.organ(first.text)
    if (
        (quoted or (first.centred and _TERM.search(first.text) and not wording.dated(first.text.strip())))
        and index + 1 < len(lines)
        and not who.organ(lines[index + 1].text)
    ):
        after = lines[index + 1]
        if covers.beside(after.text):
            return first, 1
        if (
            after.gap <= 1
            and after.size > 0.8 * first.size
            and (after.bold, after.centred) == (first.bold, first.centred)
        ):
            return replace(first, text=spacing.join_lines([first.text, after.text])), 2
    if _COURSE_WORK.fullmatch(first.text.strip()) and index + 1 < len(lines):
        after = lines[index + 1]
        same = (after.size, after.bold, after.centred) == (first.size, first.bold, first.centred)
        if same and after.gap <= 1 and covers.work_only(after.text):
            return replace(first, text=spacing.join_lines([first.text, after.text])), 2
    if joined := _joined(lines, index):
        return joined
    numbered = wording.chapter(first.text.strip()) is not None
    for following in lines[index + 1 : index + _MERGED]:
        if (
            (following.gap and not numbered)
            or (following.look, following.named, following.cell) != (first.look, first.named, first.cell)
            or not (first.centred or first.named or first.size > body.size * 1.2)
            or following.listed
            or following.field
            or (first.field and any(points >= _DOUBTS for points, _ in against.penalties(following.text)))
            or (
                who.organ(line.text)
                and not (_cyrillic(line.text) and who.organ(f"{line.text} {following.text}"))
            )
            or (who.organ(following.text) and not who.organ(line.text))
            or (wording.work(following.text) and not wording.OPEN_END.search(line.text))
            or wording.field(following.text)
            or who.authors(line.text)
            or who.authors(following.text)
            or wording.asked_for(following.text)
            or wording.chaptered(following.text)
            or wording.heading(following.text.strip())
            or wording.ADDRESS.search(following.text)
            or wording.dated(following.text.strip())
            or len(line.text) + len(following.text) > 160
        ):
            break
        line = replace(line, text=spacing.join_lines([line.text, following.text]))
        count, numbered = count + 1, False
    last = lines[index + count - 1].text.strip()
    rest = spacing.join_lines([one.text for one in lines[index : index + count - 1]]) if count > 2 else ""
    if rest and who.apart(last, rest, body.said):
        line, count = replace(line, text=rest), count - 1
    if count == _MERGED and index + count < len(lines):
        after = lines[index + count]
        if not after.gap and (after.size, after.bold, after.centred) == (
            first.size,
            first.bold,
            first.centred,
        ):
            return first, 1  # a whole page that looks like this: its lines are no title together
    return line, count


def _continued(first: Line, after: Line) -> bool:
    """Does what a label of a cover names go on in the next line, as on a line drawn to write on?"""
    text = after.text.strip()
    return (
        _HAN_ONLY.match(text) is not None
        and wording.width(text) <= _NUMBERED
        and wording.width(first.text) <= _NUMBERED
        and after.size == first.size
        and not _LABELLED.match(text)
        and not (after.field or after.level or after.cell or covers.beside(text) or covers.names(text))
        and not (
            wording.part(text)
            or wording.dated(text)
            or wording.sentences(text)
            or ":" in text
            or "：" in text
        )
    )


def _joined(lines: Sequence[Line], index: int) -> tuple[Line, int] | None:
    """A line with what it is for, where a preposition stands alone between the two."""
    first, rest = lines[index], lines[index + 1 : index + 1 + _MERGED]
    if len(rest) < 2 or not _JOINING.fullmatch(rest[0].text.strip()) or wording.field(rest[1].text):
        return None
    told = [first.text, rest[0].text]
    for following in rest[1:]:
        if (following.named, following.centred) != (first.named, first.centred) or following.level:
            break
        if (
            (following.gap and len(told) > 2)
            or following.size < rest[1].size
            or wording.field(following.text)
        ):
            break
        told.append(following.text)
    return (replace(first, text=spacing.join_lines(told)), len(told)) if len(told) > 2 else None


def _opened(lines: Sequence[Line], index: int) -> tuple[Line, int]:
    """A word with blanks between its letters, and the lines in capitals below that say of what it is."""
    first = lines[index]
    told = [wording.closed(spacing.line(first.text))]
    for following in lines[index + 1 : index + _MERGED]:
        if (
            following.gap
            or (following.centred, following.bold) != (first.centred, first.bold)
            or not following.text.isupper()
            or who.organ(following.text)
            or wording.field(following.text)
        ):
            break
        told.append(following.text)
    return replace(first, text=spacing.join_lines(told)), len(told)


def _cyrillic(text: str) -> bool:
    """Is it in a script in which the names of institutions fill several lines?"""
    return "\u0400" <= text.rstrip(' .,»"')[-1:] <= "\u04ff"


def _sayable(text: str) -> bool:
    return len(text) <= _TITLE_LINES_LONGEST and sum(1 for c in text if c.isalnum()) >= 2


def _headers(document: Document) -> list[Candidate]:
    """What stands above each page and says what kind of document this is: the title where the pages are a form."""
    texts = [
        spacing.line(part.text) for part in document.parts if part.role == "header" and "\n" not in part.text
    ]
    return [
        Candidate(text, "header", 35.0, Message("above-says-kind"))
        for text in texts[:1]
        if 4 < len(text) <= _NUMBERED and wording.tells_kind(text) and not who.organ(text)
    ]
