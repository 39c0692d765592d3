"""What every extractor gives back: a Document made of Parts and Links."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from extractors.base.sentences import Message

# How much a document may cost together with all the documents inside it.

MOST_BYTES = 128 << 20
MOST_SECONDS = 15.0
MOST_MEMBERS = 1000
MOST_TEXT = 16 << 20
"""Characters."""
DEEPEST = 2
"""Archives inside archives are read up to here; of those further in only the names."""


class Budget:
    """What is left for the members of an archive, their members and so on. `spent` is the sentence that says what has
    run out, or ""."""

    def __init__(self) -> None:
        self.depth = 0
        self.spent = ""
        self._bytes = MOST_BYTES
        self._members = MOST_MEMBERS
        self._text = MOST_TEXT
        self._until = time.monotonic() + MOST_SECONDS

    @property
    def bytes(self) -> int:
        """Bytes that may still be unpacked."""
        return 0 if self._over() else self._bytes

    def take_member(self) -> bool:
        """Count one more member. Returns whether it may be read."""
        self._members -= 1
        if self._members < 0:
            self.spent = self.spent or Message("many-files-inside", count=MOST_MEMBERS)
        return not self._over()

    def take_bytes(self, count: int) -> None:
        self._bytes -= count
        if self._bytes <= 0:
            self.spent = self.spent or (Message("files-inside-unpack", size=MOST_BYTES >> 20))

    def take_text(self, count: int) -> None:
        self._text -= count
        if self._text <= 0:
            self.spent = self.spent or Message("files-inside-hold")

    def _over(self) -> bool:
        if not self.spent and time.monotonic() > self._until:
            self.spent = Message("reading-files-inside", seconds=f"{MOST_SECONDS:.0f}")
        return bool(self.spent)


PartKind = Literal["heading", "paragraph", "item", "table", "quote", "code", "image"]


class Link(NamedTuple):
    """One reference to another resource, without its fragment.

    `url` is absolute when the address of the document is known. `element` says where it stood ("a", "img",
    "link:stylesheet", "css", "js"…). `embed` is true for what a page needs to look whole. `rel` are the relation words
    of an anchor in lower case ("nofollow ugc"). A `guess` was found in the text of a script. `modified` is when a
    sitemap or feed says that what is there was changed (ISO 8601), or "".
    """

    url: str
    element: str
    text: str
    embed: bool
    rel: str = ""
    guess: bool = False
    modified: str = ""


class Candidate(NamedTuple):
    """A text that could be the title: where it came from ("metadata", "largest text" …), how much speaks for it (30
    points are enough for a title, of all formats alike), and a sentence that says why."""

    text: str
    source: str
    score: float
    reason: str = ""


def several(reasons: Iterable[str]) -> str:
    """Reasons with commas between them, without the empty ones."""
    marks = tuple(filter(None, reasons))
    if len(marks) > 1:
        return Message("several", marks=marks)
    return marks[0] if marks else ""


class Picture(NamedTuple):
    """A picture that belongs to a document: its cover, or a key frame of a film (`seconds` from the beginning, else
    -1). Width and height in pixels, 0 when unknown."""

    data: bytes
    media_type: str
    width: int = 0
    height: int = 0
    seconds: float = -1.0
    caption: str = ""


class Line(NamedTuple):
    """A line of lyrics: `seconds` from the beginning, -1 when the words have no times."""

    seconds: float
    text: str


class Member(NamedTuple):
    """A file inside an archive or an attachment of a mail. `size` in bytes once unpacked, -1 when unknown; `date` is
    ISO 8601 or ""."""

    name: str
    size: int = -1
    media_type: str = ""
    date: str = ""


class ScriptLink(NamedTuple):
    """A link that only running a script would tell: the expression it leads to, in which element (with the attribute,
    "a onclick") and line of the source it stands."""

    expression: str
    element: str
    line: int = 0


class Official(NamedTuple):
    """What an official document (公文) says of itself: who issued it, to whom, under which number (as it stands there),
    when (ISO 8601 or "")."""

    issuer: str = ""
    recipient: str = ""
    number: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One block of a document in reading order.

    `level` is the depth of a heading (1–6) or of a list item (1 = outermost), `rows` are the cells of a table as they
    are seen (its `text` may hold the values behind them), `url` is the address of an image. `role` says what else it
    is: "note" (footnotes, speaker notes), "comment", "header", "footer", "slide" (the title of a slide), "sheet" (the
    name of a sheet), "hidden" (the table of a hidden sheet), "formulas" (of a sheet, a line each: “A1: =SUM(B1:B3)”;
    they are not in the text of the document), "subtitle" (“1:05  Hello”; its text in the document is without the
    time), "page". `places` tells where it stands: rows and columns of the table of a sheet (extractors.sheet.notation), the
    number of an item as the page shows it, "3." (when its text does not bring it along).
    """

    kind: PartKind
    text: str
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()
    url: str = ""
    role: str = ""
    places: str = ""


def table(rows: tuple[tuple[str, ...], ...], role: str = "") -> Part:
    """The part of a table whose text is what its cells show."""
    return Part("table", "\n".join(map("\t".join, rows)), rows=rows, role=role)


class PageType(NamedTuple):
    """What kind of page something is: "article", "listing" … (`html.types.judging`), with a confidence (0–1) and
    reasons, codes with their values."""

    name: str
    confidence: float
    reasons: tuple[tuple[str, str], ...] = ()


class Post(NamedTuple):
    """A post of a thread: its author ("" when unknown), when it was written (ISO 8601 or ""), and the number of the part
    of the main text (of the parts, where that is all of them) that it begins with; it goes on to the next one."""

    author: str
    date: str
    part: int


class Product(NamedTuple):
    """What a page says of the product it offers: `price` as digits and signs that stand there ("1.299,00"), `currency` in
    three letters or "", `specification` as names with values."""

    name: str
    price: str = ""
    currency: str = ""
    description: str = ""
    specification: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Document:
    """What could be read from some bytes.

    `title` is "" when none was found, else `title_source` says where it came from; `candidates` are all that were
    weighed, best first. `date` is ISO 8601 or "", `language` BCP 47 or "". `parts` are the whole document, `main` those
    of a page that are its main text (when asked for; empty when the whole is; what the page shows only when asked to, as
    a tab, may be in it), `page_type` what kind of page it is then. `pictures` are the cover and key frames,
    `members` the files inside (of a compressed tar only with its text). `error` is a sentence when the content could
    not be read at all; `warnings` are sentences about what could be read only in part. `directives` are what a page
    asks of crawlers: (name, words), the name being "robots" or that of one crawler. `unresolved` are links that scripts
    put together, found where text and links are wanted. `template` are the numbers of the parts that the site repeats on
    its pages, as far as its template was given. With the main text come the `posts` of a thread, and the `product` that
    a page offers.
    """

    format: str
    media_type: str
    title: str = ""
    title_source: str = ""
    text: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    links: tuple[Link, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    error: str = ""
    directives: tuple[tuple[str, str], ...] = ()
    candidates: tuple[Candidate, ...] = ()
    main: tuple[Part, ...] = ()
    official: Official | None = None
    pictures: tuple[Picture, ...] = ()
    lyrics: tuple[Line, ...] = ()
    members: tuple[Member, ...] = ()
    unresolved: tuple[ScriptLink, ...] = ()
    template: tuple[int, ...] = ()
    page_type: PageType | None = None
    posts: tuple[Post, ...] = ()
    product: Product | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes to read and everything the caller knows about them; `page_url` is the page that loads a script.

    `main` asks for the main text of a page, `pictures` for cover and key frames: both cost far more than the rest.
    `budget` is shared by an archive and everything inside it. What is read `here` has no limits of time and memory:
    libraries of others are not asked. `template` are the keys of units and signs of regions that the site repeats on its
    pages (`html.units`): what they tell is in no main text. `ocr` asks for the letters of a first page that is a picture,
    and holds the languages that are expected there (BCP 47); None: they are not recognised.
    """

    data: bytes
    media_type: str
    format: str
    charset: str | None = None
    name: str | None = None
    base_url: str | None = None
    text: bool = True
    links: bool = True
    page_url: str | None = None
    main: bool = False
    pictures: bool = False
    budget: Budget | None = None
    here: bool = False
    template: Collection[int] = ()
    ocr: tuple[str, ...] | None = None

    @property
    def summary(self) -> bool:
        """Whether only the fields of the index are wanted: no text, no structure, no links."""
        return not self.text and not self.links

    def document(self) -> Document:
        """An empty document of this format, to be filled by the extractor."""
        return Document(format=self.format, media_type=self.media_type)

    def decoded(self) -> tuple[Document, str]:
        """A document of a format that is text, and the text; the document says in which charset, and what is lost."""
        from extractors.base.charset import decode  # its tables are needed by texts alone

        document = self.document()
        text, document.metadata["charset"], document.metadata["charset-source"] = decode(
            self.data, self.charset
        )
        if "\ufffd" in text:
            document.warnings = (Message("characters-replaced"),)
        return document, text


class Apart(Exception):
    """Raised inside an extractor of a `Source` that is to be read `here`, where that takes libraries of others."""


class Unreadable(Exception):
    """Raised inside an extractor; its message is the sentence shown as `Document.error`."""
