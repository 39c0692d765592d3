"""What all presentations have in common: shapes become parts slide by slide, a text of the first slide the title.

The text of a document is that of its slides one after the other, with what stands on all of them (footers, numbers);
its parts have each footer once and no numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple

from lxml import etree

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Part, table
from extractors.titles import covers, who, wording
from extractors.titles.ranking import ENOUGH, key
from extractors.titles.rows import MOST, Row
from extractors.titles.weigher import Features, Marks, settle, weigh

MAX_SLIDES = 5000
MOST_ROWS = 5000
_MAX_CHARACTERS = 48 << 20
_MOST_LINKS = 20_000
_LABELS = 3  # texts of one size that are those of a drawing
_TELLING = 300  # characters of slides that tell what they are about
_BAND = 0.04  # of the height: what begins at nearly the same height is read from left to right
_LONGEST_TITLE = 250
_TITLED = 200.0  # points by which the place for titles may be ahead when it only says what the work is
_LONGEST_HEADING = 150
_CLEARLY = 1.15  # letters so many times as large are clearly larger
_MUCH = 1.4  # times as large as a name in the place of the title
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_PLACEHOLDER = re.compile(
    r"(?:place|insert|put|add|type|enter)\s+(?:your|a|an|the)\s|click\s+to\s|(?:单击|点击)此处|lorem\s+ipsum",
    re.IGNORECASE,
)

Role = Literal["title", "subtitle", "body", "other", "footer"]


class Shape(NamedTuple):
    """A text on a slide: its paragraphs with their levels (0 = none, items from 1 on) or the rows of a table; the sizes
    of the largest letters of its paragraphs in points (0.0 = unknown); where its upper left corner is, as part of the
    slide's height."""

    role: Role = "other"
    paragraphs: Sequence[tuple[str, int]] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    sizes: Sequence[float] = ()
    top: float = 0.0
    left: float = 0.0

    @property
    def size(self) -> float:
        return max(self.sizes, default=0.0)

    @property
    def text(self) -> str:
        return "\n".join(text for text, _ in self.paragraphs)


@dataclass(slots=True)
class Slide:
    """One slide; `notes` and `comments` are paragraphs, `footers` what stands on many slides alike, its number too."""

    shapes: list[Shape] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    footers: list[str] = field(default_factory=list)

    def take(self, shapes: Iterable[Shape]) -> None:
        """Take shapes; the texts of footers stand apart."""
        for shape in shapes:
            if shape.role == "footer":
                self.footers += [text for text, _ in shape.paragraphs]
            else:
                self.shapes.append(shape)

    def sort(self) -> None:
        """Put the shapes into the order in which they are read: the title, then from the top, from the left."""
        self.shapes.sort(key=lambda shape: (shape.role != "title", round(shape.top / _BAND), shape.left))


class Deck:
    """The slides of a presentation as they are read, within the limits."""

    def __init__(self) -> None:
        self.slides: list[Slide] = []
        self.links: dict[Link, None] = {}
        self.hidden = 0
        self.warnings: list[str] = []
        self._characters = 0

    def add(self, slide: Slide) -> bool:
        """Take a slide; False when no more are taken."""
        self.slides.append(slide)
        self._characters += sum(len(shape.text) for shape in slide.shapes) + sum(map(len, slide.notes))
        if len(self.slides) >= MAX_SLIDES or self._characters >= _MAX_CHARACTERS:
            self.warn(Message("first-slides-shown", count=len(self.slides)))
            return False
        return True

    def link(self, address: str) -> None:
        """Take an address that a slide leads to."""
        if len(self.links) < _MOST_LINKS:
            self.links[Link(address.partition("#")[0], "a", "", False)] = None

    def cut_rows(self, rows: Iterator[etree._Element]) -> Iterator[etree._Element]:
        """The first rows of a table, with a warning when there are more."""
        yield from islice(rows, MOST_ROWS)
        if next(rows, None) is not None:
            self.warn(Message("first-rows-table", count=MOST_ROWS))

    def warn(self, sentence: str) -> None:
        if sentence not in self.warnings and len(self.warnings) < 20:
            self.warnings.append(sentence)

    def fill(self, document: Document, titled: str, name: str | None) -> None:
        """Put parts, text, title and candidates into a document; `titled` is the title its properties hold."""
        footers: set[str] = set()
        parts: list[Part] = []
        texts: list[str] = []
        for slide in self.slides:
            own = list(_parts(slide))
            parts += own
            texts += [part.text for part in own] + slide.footers
            for text in slide.footers:
                if text not in footers and sum(map(str.isalpha, text)) > 1:
                    footers.add(text)
                    parts.append(Part("paragraph", text, role="footer"))
        document.parts = tuple(parts)
        document.text = "\n".join(texts)
        document.links = tuple(self.links)
        document.metadata["slides"] = str(len(self.slides) + self.hidden)
        if self.hidden:
            document.metadata["hidden-slides"] = str(self.hidden)
        document.warnings = (*document.warnings, *self.warnings)
        _choose(document, self.slides[:1], titled, name)


def _parts(slide: Slide) -> Iterable[Part]:
    heading = next((shape for shape in slide.shapes if shape.role == "title" and shape.text), None)
    heading = heading or _standing_out(slide.shapes)
    if heading is not None:
        named, rest = _divided(heading)
        yield Part("heading", named, 2, role="slide")
        if rest:
            yield Part("paragraph", rest)
    for shape in slide.shapes:
        if shape.rows:
            yield table(shape.rows)
        elif shape is not heading:
            for text, level in shape.paragraphs:
                yield Part("item" if level else "paragraph", text, level)
    for text in slide.notes:
        yield Part("paragraph", text, role="note")
    for text in slide.comments:
        yield Part("paragraph", text, role="comment")


def _standing_out(shapes: Sequence[Shape]) -> Shape | None:
    """The text that serves as the heading of a slide that has no title: one line in the largest letters."""
    texts = [shape for shape in shapes if shape.paragraphs]
    largest = max((shape.size for shape in texts), default=0.0)
    found = [shape for shape in texts if shape.size == largest]
    if not largest or len(found) > 2 or len(found) == len(texts) > 1:
        return None
    best = min(found, key=lambda shape: (shape.top, shape.left))
    return best if len(best.text) <= _LONGEST_HEADING and len(best.paragraphs) <= 2 else None


def _choose(document: Document, first: Sequence[Slide], titled: str, name: str | None) -> None:
    shapes = [shape for slide in first for shape in slide.shapes if shape.paragraphs]
    largest = max((shape.size for shape in shapes), default=0.0)
    drawing = _labels(shapes)
    titled_slide = any(shape.role == "title" for shape in shapes)
    found: list[Candidate] = []
    told: list[int] = []
    for shape in shapes:
        lines = _unsigned(_title_lines(shape), document.author)
        if shape.role == "title" and len(lines) == 1 and _number_only(lines[0].strip()):
            lines += _named_below(shape, shapes)
        if shape.role != "title" and any(who.organ(line) for line in lines[1:]):
            others = [line.strip() for line in lines[1:]]
            if len(lines) > 2 and who.name(lines[0].strip()) and not any(map(_person, others)):
                continue  # who speaks, and from where
            lines = lines[:1]  # of a poster; who made it stands below
        text = spacing.line("\n".join(lines))
        label = wording.titled(text) or covers.topic(text)
        if 0 < label < len(text):
            text = text[label:]
            told.append(len(found))
        if sum(map(str.isalnum, text)) >= 2 and (len(text) <= _LONGEST_TITLE or shape.role == "title"):
            marks = (*_marks(shape, text, lines, largest, titled_slide), (-150.0 if drawing else 0.0, ""))
            place = min(1.0, max(0.0, shape.top))
            found.append(weigh(Features(text, place=place, source="slide 1", marks=marks)))
    found = covers.prefer(found, lambda work, other: not drawing, told, behind=_TITLED)
    untold = len(document.text) < _TELLING
    settle(
        document,
        found,
        titled,
        name=name,
        unseen=ENOUGH if untold else 15.0,
        rows=_rows(shapes),
        form=1,
        body=min((size for shape in shapes for size in shape.sizes if size), default=0.0),
    )


def _rows(shapes: Sequence[Shape]) -> list[Row]:
    """The texts of the first slide as the judge of titles sees them."""
    found: list[Row] = []
    for at, shape in enumerate(shapes):
        told = len(shape.sizes) == len(shape.paragraphs)
        for number, (text, level) in enumerate(shape.paragraphs):
            if text.strip():
                found.append(
                    Row(
                        text,
                        shape.sizes[number] if told else shape.size,
                        titled=shape.role == "title",
                        subtitle=shape.role == "subtitle",
                        gap=0.0 if number else 1.0,
                        place=min(1.0, max(0.0, shape.top)),
                        block=at,
                        listed=level > 0,
                    )
                )
    return found[:MOST]


def _labels(shapes: Sequence[Shape]) -> bool:
    """Whether the texts are labels of a drawing: none in the place of a title, and several of one size."""
    sizes = Counter(shape.size for shape in shapes)
    alike = sizes[max(sizes, default=0.0)]
    if any(shape.role in ("title", "subtitle") for shape in shapes):
        return False
    return alike >= _LABELS and (len(sizes) == 1 or alike >= 2 * _LABELS)


def _marks(shape: Shape, text: str, lines: Sequence[str], largest: float, titled: bool) -> Marks:
    """What speaks for a text of the first slide by its place, its letters and its kind."""
    if shape.role == "title":
        yield 120, Message("place-title")
    elif shape.role == "subtitle":
        yield 15, Message("place-subtitle")
    if largest and shape.size:
        yield (
            60 * (shape.size / largest) ** 2,
            Message("largest-letters") if shape.size == largest else "",
        )
    if shape.role != "title" and len(lines) > 2:
        yield -45, ""  # a list
    if shape.role != "title" and (who.organ(text) or wording.part(text)):
        yield -75, Message("institution-or-part")
    if shape.role == "title" and 0 < shape.size * _MUCH < largest and who.name(text):
        yield -120, Message("person")
    if shape.role == "subtitle" and ((titled and who.name(text)) or covers.beside(text)):
        yield -75, Message("person")
    if _PLACEHOLDER.match(text):
        yield -150, Message("mark-program")


def _title_lines(shape: Shape) -> list[str]:
    """What of a text could be a title: its paragraphs up to the first that is written clearly smaller, or to a blank
    line."""
    lines = [text for text, _ in shape.paragraphs]
    if len(shape.sizes) == len(lines) and shape.size:
        large = [size * _CLEARLY >= shape.size for size in shape.sizes]
        first = large.index(True)
        last = next((index for index in range(first, len(lines)) if not large[index]), len(lines))
        if last < len(lines) and lines[last - 1].endswith((":", "：")):
            last += 1
        lines = lines[first:last]
    parts = _BLANK_LINE.split("\n".join(lines).strip())
    if len(parts) > 1 and (parts[0].endswith((":", "：")) or (shape.role == "title" and _says(parts[1]))):
        parts[0] = f"{parts[0]}\n{parts[1]}"
    lines = parts[0].split("\n")
    first = next((at for at in range(1, len(lines)) if wording.chaptered(lines[at].strip())), len(lines))
    return lines if wording.numbered(lines[0]) else lines[:first]


def _number_only(line: str) -> bool:
    """Is this the number of a chapter, or the code of a course, of which the next text says what it is about?"""
    return bool(wording.chapter(line) or wording.course_code(line))


def _person(line: str) -> bool:
    """Could it be the name of a person, of two words?"""
    return line.count(" ") == 1 and bool(who.name(line))


def _says(text: str) -> bool:
    """Could this be the rest of a title, below a blank line? Not who made it, where and when."""
    lines = [line.strip() for line in text.split("\n")]
    apart = any(
        ":" in line or covers.beside(line) or who.organ(line) or wording.dated(line) for line in lines
    )
    return len(text.split()) > 2 and not apart and not any(map(who.name, lines))


def _unsigned(lines: list[str], author: str) -> list[str]:
    """The lines up to what tells who made it: the author the properties name, a label with a value, a number below a
    name."""
    signed = next((at for at in range(1, len(lines)) if all(map(covers.names, lines[at:]))), len(lines))
    lines = lines[:signed]
    for at in range(1, len(lines)):
        line = lines[at].strip()
        if (
            key(line) == key(author) != ""
            or who.signed_by(line, author)
            or (wording.field(line) and not line.endswith((":", "：")))
        ):
            last = at - 1 if at > 1 and who.name(lines[at - 1].strip()) else at
            return lines[:last]
    return lines


def _named_below(shape: Shape, shapes: Sequence[Shape]) -> list[str]:
    """What the chapter is called of which the title has the number: the next text in letters no smaller."""
    found = [
        one
        for one in shapes
        if one is not shape
        and one.top > shape.top
        and one.size >= 0.9 * shape.size
        and len(one.paragraphs) <= 2
    ]
    below = min(found, key=lambda one: one.top, default=None)
    return _title_lines(below) if below else []


def _divided(shape: Shape) -> tuple[str, str]:
    """The title in a text that begins with it, and what is written smaller behind it."""
    whole, title = shape.text.strip(), "\n".join(_title_lines(shape))
    if title and whole.startswith(title):
        return spacing.line(title), whole[len(title) :].strip()
    return spacing.line(whole), ""
