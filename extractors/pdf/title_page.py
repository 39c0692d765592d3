"""The first page of a PDF as the search for its title sees it: its blocks, joined where their words go on."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.pdf import title_words as words
from extractors.pdf.blocks import Block
from extractors.pdf.lines import Line

# What speaks against a line being the title of a PDF, and how much.

_PERIODICAL = re.compile(
    r"^(?:the\s+)?(?:\w+\s+){0,3}(?:journal|transactions|proceedings|annals|bulletin)\s+(?:of|on|in)\b(?!.*:)|^acta\s\w+"
    r"|^lecture\s+notes\s+in|\bjournal$|学报$|學報$|雑誌$",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\d+(?:\.\d{1,2})+\.?\s|(?:[2-9]|1\d)\.\s+\S|(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|section|unit|lesson|principle|step|exercise|question|example)\s+[\divxlc]+\W*$|第.{1,3}[章节節編编]$",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|[表图圖])\s*\w{0,2}\d", re.IGNORECASE
)
_GARBLED = re.compile(
    r"[a-z][A-Z]{2,}[a-z]|[^\W_][\]\[<>^\\+=?@#$%][^\W_]|\w[^\w\s'’.,&/:-]{2,}\w|[A-Z]{2,}[a-z]+[A-Z]{2,}|[^\W\d]\d[^\W\d]\w*\d"
)
_PROGRAM = re.compile(
    r"""(?:machine.translated\s+by|(?:created|produced|generated|powered|converted|edited)\s+(?:with|by|using|from)\s|evaluation\s+(?:copy|only
    |version)|(?:un(?:registered|licensed)|trial|demo)\s+version)""",
    re.IGNORECASE | re.VERBOSE,
)
_SENTENCES = re.compile(r"[a-z]{3}\. [A-Z][a-z]+ [a-z]+ ")
# What letters of fonts that do not tell their names come out as: signs of Latin-1, rare characters of GB standards.
_UNREAD = re.compile("[¢£¤¥¦§¨ª¬¯±´¶·¸¹º×÷ˆ˜†‡•…‰ƒ\\\\\u7280-\u72ab]")
_ACCENTED = re.compile("[\u00c0-\u00ff]")  # no language has them for half of its letters
_RARE = re.compile("[\u3400-\u4dbf]")  # ideographs no text has several of
_ENDLESS = re.compile("[A-Za-z]{36}")  # longer than words are
_LABEL = re.compile(r"(?:[:：#]|\b(?:N[°ºo]|Nr|No|Num|br)[.:]*)\s*$")
_NUMBER = re.compile(r"\d{6}|\d{3}[ -]\d{3,}")
_NAME = re.compile(r"(?:[A-Z][\w'’-]*\.?\s+){1,3}[A-Z][\w'’-]+")
_BETWEEN = re.compile(r"[\d*†‡∗]*\s*(?:[,;&·]|\band\b|\bund\b|\bet\b)[\d*†‡∗,\s]*")
_ATTACHED = re.compile(
    r"(?:attachment|exhibit|annex|appendix|schedule|anlage|annexe|anexo|приложение|附件|附录|附表)\s*[\dA-Zivx]{0,4}(?:\W|$)",
    re.I,
)
_HOST = re.compile(
    r"(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|io|eu|int|mil|ac|co|[fb]r|de|cn|uk|it|es|nl|ch|at|jp|ru|pl|in|au|ca|se|no|fi|dk|be|kr|tw)/?"
)
_COMPANY_NAME = 4  # blanks in what is no more than the name of a company
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|[(（][^()（）]{,12}\d{4,12}[)）]")


def _says_again(said: list[str]) -> bool:
    """Are the words mostly the same ones: a drill, or the short name of a language at both sides of the page's foot?"""
    different = len(set(said))
    return different < 0.4 * len(said) if len(said) > 7 else different == 1 < len(said) and len(said[0]) < 4


@lru_cache(1024)
def against(text: str) -> tuple[tuple[float, str], ...]:
    """Penalties of a text as a title, each with its reason."""
    found: list[tuple[float, str]] = []
    if words.HEADINGS.fullmatch(text):
        found.append((7.0, Message("heading-every-document")))
    if words.dated(text):
        found.append((7.0, Message("date-version")))
    if _CAPTION.match(text):
        found.append((3.0, Message("caption")))
    if _PERIODICAL.search(text):
        found.append((4.0, Message("name-periodical")))
    elif words.MASTHEAD.search(text):
        found.append((1.5, Message("masthead")))
    if _HOST.fullmatch(text):
        found.append((7.0, Message("address")))
    elif words.ADDRESS.search(text):
        found.append((1.5 if " " in text else 7.0, Message("address")))
    if _ATTACHED.match(text):
        found.append((1.5, Message("attachment")))
    people = [person.strip(" *†‡∗0123456789") for person in _BETWEEN.split(text)]
    if len(people) > 1 and all(not person or _NAME.fullmatch(person) for person in people):
        found.append((1.0, "names"))
    if words.person(text):
        found.append((5.0, "a name"))
    if words.COMPANY.search(text):
        found.append((3.0 if text.count(" ") > _COMPANY_NAME else 5.0, Message("company")))
    elif words.organ(text):
        found.append((4.0, Message("institution")))
    elif words.PLACE.search(text) and len(text) < 80:
        found.append((0.6, Message("institution")))
    said = text.casefold().split()
    if _says_again(said):
        found.append((5.0, Message("same-words-again")))
    if _PROGRAM.match(text):
        found.append((5.0, Message("mark-program")))
    odd = sum(1 for character in text if character in "<>?=@#$%^|{}[]~\\")
    odd_words = sum(1 for word in text.split() if _GARBLED.search(word))
    strange = odd_words > 0.3 * len(said) and (
        odd_words > 1 or len(said) < 3
    )  # one may be the name of a product
    unread = (
        len(_UNREAD.findall(text)) > max(2, 0.12 * len(text))
        or len(_ACCENTED.findall(text)) > max(3, 0.4 * len(text))
        or len(_RARE.findall(text)) > max(2, 0.3 * len(text))
    )
    if strange or unread or odd > 2 or _ENDLESS.search(text):
        found.append((7.0, "garbled"))
    single = sum(1 for word in said if len(word) == 1 and word.isascii())
    if single > max(3, 0.4 * len(said)) and any(map(str.isdigit, text)):
        found.append((3.0, Message("single-letters")))
    if len(text) > 25 and (
        "。" in text or text.count("，") > 2 or (len(text) > 80 and _SENTENCES.search(text))
    ):
        found.append((2.0, "sentences"))
    if words.KIND.fullmatch(text):
        found.append((3.0, Message("kind-document")))
    elif words.STANDARD.fullmatch(text):
        found.append((4.0, Message("number-standard")))
    if _LABEL.search(text):
        found.append((2.0, Message("label")))
    elif words.OPEN_END.search(text):
        found.append((0.6, Message("breaks-off")))
    elif text.endswith("。") and len(text) > 20:
        found.append((1.5, Message("sentence")))
    elif text.endswith((".", "。")) and text.count(" ") > 3:
        found.append((0.6 if text.count(" ") < 8 else 1.5, Message("sentence")))
    letters = [c for c in text if c.isalnum()]
    yearless = _YEAR.sub("", text)
    if sum(1 for c in yearless if c.isalpha()) < 3:
        yearless = text
    figures = sum(1 for c in yearless if c.isdigit())
    if letters and figures > 0.3 * len(letters):
        found.append((1.5, Message("mostly-figures")))
    elif _NUMBER.search(yearless):
        found.append((1.0, Message("number")))
    if letters and len(letters) < 0.6 * len(text.replace(" ", "")):
        found.append((1.0, Message("mostly-signs")))
    if len(letters) < (4 if text.isascii() else 3):
        found.append((1.0, Message("very-short")))
    if _SECTION.match(text):
        found.append((1.0 if len(text) > 16 else 2.0, Message("number-section")))
    if text.count("(") > text.count(")"):
        found.append((1.2, Message("open-bracket")))
    if len(text) > (220 if text.isupper() else 180):
        found.append((1.0, Message("very-long")))
    if text[:1].islower():
        found.append((2.5 if len(letters) < 6 else 1.5 if len(text) > 60 else 0.5, Message("begins-middle")))
    return tuple(found)


# Titles of PDFs compared: with each other, with what the text is about, with what stands on other pages.

_LONGEST = 300
_ENDING = re.compile(
    r"\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|key|pages|numbers|html?|txt|tex|dvi|indd|pub)$", re.I
)
_MODE = re.compile(r"\s*\[[^\[\]]{4,40}\]$")  # [Compatibility Mode], as Office says it
_PDF_TITLE_COMPARED_PROGRAM = re.compile(
    r"(?:Microsoft )?(?:Office )?(?:Word|PowerPoint|Excel|Publisher|Visio) - ", re.I
)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3400-\u9fff]")
_NO_WORD = re.compile(r"[\W_]+")
_NO_ASCII_WORD = {code: None for code in range(128) if not chr(code).isalnum()}


def alike(a: str, b: str) -> bool:
    """Do two titles say the same, but for case, white space, punctuation, or a subtitle?"""
    a, b = key(a), key(b)
    if not a or not b:
        return False
    short, long = sorted((a, b), key=len)
    if short in long and (len(short) >= 0.5 * len(long) or len(short) >= 12):
        return True
    if len(long) > 300 or len(short) <= 0.7 * len(long):
        return False
    # no ratio is above what the letters alone allow, whatever their order: that is seen far sooner
    if 2 * (Counter(a) & Counter(b)).total() / (len(a) + len(b)) <= 0.85:
        return False
    return SequenceMatcher(None, a, b, False).ratio() > 0.85


def key(text: str) -> str:
    """A title without what two ways to write it differ in."""
    if text.isascii():
        return text.lower().translate(_NO_ASCII_WORD)
    return _NO_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


def coverage(text: str, whole: str, itself: bool = True) -> float:
    """How much of what the title says the text (its case folded) comes back to: 0–0.6. `itself`: is the title in it?"""
    said = set(_WORD.findall(text.casefold())) - words.EMPTY
    if not said:
        return 0.0
    found = 0
    for word in said:
        at = whole.find(word)
        if itself and at >= 0:
            at = whole.find(word, at + len(word))
        found += at >= 0
    return 0.6 * found / len(said)


def is_document(name: str) -> bool:
    """Is this the name of a file that holds a document, or what a program makes of it?"""
    return bool(_ENDING.search(_MODE.sub("", name)) or _PDF_TITLE_COMPARED_PROGRAM.match(name))


def file_title(name: str) -> str:
    """What the name of a file says, without its ending."""
    stem = _ENDING.sub(
        "", _MODE.sub("", _PDF_TITLE_COMPARED_PROGRAM.sub("", name)).replace("\\", "/").rpartition("/")[2]
    )
    return spacing.line(stem.replace("_", " "))


def keys(pages: Sequence[Sequence[Line]]) -> list[list[str]]:
    """The keys of the lines of pages, "" for those longer than a title."""
    return [[key(line.text) if len(line.text) <= _LONGEST else "" for line in page] for page in pages]


def repeated(pages: Sequence[Sequence[str]]) -> frozenset[str]:
    """Of the keys of the pages after the first those of first and last lines, and of what stands on several of them:
    running heads and feet, watermarks."""
    edges = {line for page in pages for line in (*page[:2], *page[-2:])}
    often = Counter(one for page in pages for one in set(page))
    return frozenset(edges | {one for one, times in often.items() if times > 1})


def stamped(pages: Sequence[Sequence[Line]], told: Sequence[Sequence[str]]) -> frozenset[tuple[str, int]]:
    """Of pages and the keys of their lines, the keys and rounded sizes of what the first page shares with another in
    place and size: letterheads, marks of programs. None when that is most of the page, as with slides that fill step by
    step."""
    if len(pages) < 2:
        return frozenset()
    places = [
        {(said, round(line[4]), round(line[1])) for line, said in zip(page, page_keys, strict=True)}
        for page, page_keys in zip(pages, told, strict=True)
    ]
    first = places[0]
    shared = first & set().union(*places[1:])
    return (
        frozenset((text, size) for text, _, size in shared) if 2 * len(shared) < len(first) else frozenset()
    )


LONGEST = 300
_LITTLE = 350  # characters on a page that has no body: a cover
_COVER = 700  # characters on a page that may have a title of several paragraphs
LARGER = 1.04
_HEAD = 8  # characters of a running head that is nothing more
_TITLE_LINES = 5
_BACK = 4  # blocks among which lines of one look are looked for
_SMALLEST = 5.0  # points that can be read
_SAME = 0.03  # of a size
_SHADE = 0x20
_CENTRED = 0.04  # of the page's width


@dataclass(slots=True)
class Page:
    """What is known when a title is looked for. `body` is the size of running text in the document, `left` … `top` the
    borders of the first page, `blank` whether nothing is drawn there, `text` the beginning of the whole text with its
    case folded, `repeated` the keys of what stands on other pages too, `stamped` of what stands there in the same
    place."""

    blocks: list[Block]
    body: float
    left: float
    bottom: float
    right: float
    top: float
    text: str
    blank: bool = False
    repeated: frozenset[str] = field(default_factory=frozenset)
    stamped: frozenset[tuple[str, int]] = field(default_factory=frozenset)
    outline: str = ""
    named: str = ""
    official: str = ""
    file_name: str = ""


class Plain(NamedTuple):
    """The page at large: size of its text, largest size, is it a cover, are bold type and centred lines rare, has it
    running text, is its text that of a scan, does it say that it is not the first, where what is no running head and
    where its table of contents begins, how often texts come, does it tell who agreed on it, which blocks are
    labels of a letter's subject, and all blocks."""

    body: float
    largest: float
    cover: bool
    bold_rare: bool
    centred_rare: bool
    running: bool
    hidden: bool
    later: bool
    highest: float
    contents: float
    often: Counter[tuple[str, int]]
    agreed: bool
    labels: list[Block]
    blocks: list[Block]


def plain(page: Page) -> Plain:
    """The page at large; without blocks when none of them can be a title."""
    usable = [one for one in _grouped(page) if _short(one) and words.sayable(one.text)]
    letters = sum(len(line) for one in page.blocks for line in one.lines)
    largest = max((one.size for one in usable if not _doubtful(one.text)), default=0.0)
    bold = sum(len(line) for one in page.blocks if one.bold for line in one.lines)
    cover = letters < _LITTLE
    return Plain(
        body=_body(page, usable, cover),
        largest=largest,
        cover=cover,
        bold_rare=bold < (0.6 if cover else 0.3) * letters,
        centred_rare=sum(len(line) for one in page.blocks if centred(one, page, 0.6) for line in one.lines)
        < 0.15 * letters,
        running=any(len(line) > 60 for one in page.blocks for line in one.lines if len(one.lines) > 2),
        hidden=sum(len(line) for one in page.blocks if one.hidden for line in one.lines) > 0.8 * letters,
        later=any(words.later_page(line) for one in page.blocks for line in one.lines),
        highest=max(
            (one.top for one in usable if len(one.text) > _HEAD or one.size > page.body), default=page.bottom
        ),
        contents=max((one.top for one in usable if words.contents(one.text)), default=page.bottom),
        often=Counter((key(one.text), round(one.size)) for one in usable),
        agreed=any(words.parties(one.text) for one in page.blocks),
        labels=[one for one in usable if words.subject(one.lines[-1]) == len(one.lines[-1])],
        blocks=usable,
    )


def _body(page: Page, usable: list[Block], cover: bool) -> float:
    """The size of running text. Where a cover is all there is to tell it, that of what is not its largest."""
    largest = max((one.size for one in usable), default=0.0)
    if not cover or page.body < 0.95 * largest:
        return page.body or largest
    others = [one for one in usable if _SMALLEST < one.size < 0.95 * largest]
    smaller = sorted(one.size for one in others for _ in one.text)
    lines = sum(len(one.lines) for one in usable if one.size >= 0.95 * largest)
    if len(others) < 2 and not any(one.bold for one in usable if one.size >= 0.95 * largest):
        return page.body
    if lines > _TITLE_LINES or len(smaller) <= 0.2 * sum(len(one.text) for one in usable):
        return page.body
    return (
        min(page.body, max(smaller[len(smaller) // 2], page.body / 2))
        if smaller[-1] < 0.85 * largest
        else page.body
    )


def centred(block: Block, page: Page, most: float = 0.9) -> bool:
    """Does the block stand in the middle between the borders of the page, no wider than `most` of its width?"""
    width = page.right - page.left
    middle = (block.left + block.right - page.left - page.right) / 2
    return abs(middle) < _CENTRED * width and block.right - block.left < most * width


def _doubtful(text: str) -> bool:
    return sum(penalty for penalty, _ in against(text)) >= 1.5


def _short(block: Block) -> bool:
    return sum(map(len, block.lines)) <= LONGEST


def _grouped(page: Page) -> list[Block]:
    """The blocks on the page that are not turned; those larger than the text with the neighbours that go on with their
    sentence in nearly their size."""
    letters = sum(len(line) for one in page.blocks if not one.turned for line in one.lines)
    cover = letters < _COVER
    least = page.body * LARGER if letters >= _LITTLE else 0.0
    largest = max((one.size for one in page.blocks if not one.turned), default=0.0)
    found: list[Block] = []
    for block in page.blocks:
        outside = (
            not page.bottom <= block.top <= page.top or block.left > page.right or block.right < page.left
        )
        if block.turned or outside:
            continue
        before = found[-1] if found else None
        if (
            before is not None
            and _short(before)
            and _short(block)
            and (
                (
                    min(before.size, block.size) > least
                    and (_goes_on(before, block) or _same(before, block, largest))
                )
                or (cover and _belongs(before, block))
            )
        ):
            found[-1] = _together(before, block)
            continue
        at = next(
            (at for at, one in enumerate(found[-_BACK:-1]) if block.size > least and _column(one, block)),
            None,
        )
        if at is None:
            found.append(block)
        else:
            at += max(0, len(found) - _BACK)
            found[at] = _together(found[at], block)
    return found


def _together(a: Block, b: Block) -> Block:
    return replace(
        a,
        size=max(a.size, b.size),
        left=min(a.left, b.left),
        right=max(a.right, b.right),
        baseline=b.baseline,
        lines=a.lines + b.lines,
    )


def _column(a: Block, b: Block) -> bool:
    """Are these lines of one look, one right below the other, between which something else was drawn?"""
    return (
        a.size == b.size
        and a.bold == b.bold
        and a.colour == b.colour
        and 0 < a.baseline - b.top < 1.35 * a.size
        and abs(a.left - b.left) < 0.2 * a.size
        and len(a.lines) == len(b.lines) == 1
        and words.sayable(a.text)
        and words.sayable(b.text)
        and not words.against_all(b.text)
    )


def _goes_on(a: Block, b: Block) -> bool:
    """Is the block below the rest of a sentence, or what the chapter is called of which there is the number?"""
    if words.by_line(b.lines[0]):
        return False
    return (_near(a, b) and words.goes_on(a.text, b.text)) or (
        words.chapter(a.text)
        and a.bold == b.bold
        and a.colour == b.colour
        and 0.65 * a.size <= b.size <= a.size
        and 0 < a.baseline - b.top < 2.0 * a.size
        and (abs(a.left - b.left) < 0.3 * a.size or abs(a.left + a.right - b.left - b.right) < a.size)
        and not words.against_all(b.text)
    )


def _same(a: Block, b: Block, largest: float) -> bool:
    """Are these lines of one title, the largest on the page, with some words bold or in a colour of their own?"""
    return (
        min(a.size, b.size) >= (1.0 - _SAME) * largest
        and (a.bold != b.bold or a.colour != b.colour)
        and _alike(a.colour, b.colour)
        and 0 < a.baseline - b.top < 1.6 * largest
        and b.left < a.right
        and b.right > a.left
        and not words.by_line(b.lines[0])
        and not words.against_all(b.text)
    )


def _alike(a: int, b: int) -> bool:
    """Can two colours 0xRRGGBB hardly be told apart?"""
    return all(abs((a >> shift & 0xFF) - (b >> shift & 0xFF)) <= _SHADE for shift in (16, 8, 0))


def _belongs(a: Block, b: Block) -> bool:
    """Are these paragraphs of one title in capitals on a cover?"""
    return (
        a.size == b.size
        and a.bold
        and b.bold
        and a.colour == b.colour
        and a.text.isupper()
        and b.text.isupper()
        and min(a.text.count(" "), b.text.count(" ")) > 3
        and 0 < a.baseline - b.top < 3.5 * a.size
        and abs(a.left + a.right - b.left - b.right) < 4 * a.size
        and not words.against_all(b.text)
    )


def _near(a: Block, b: Block) -> bool:
    size = max(a.size, b.size)
    return (
        (a.bold == b.bold or abs(a.size - b.size) <= _SAME * size)
        and (_alike(a.colour, b.colour) or a.size == b.size)
        and min(a.size, b.size) >= (0.6 if a.text.endswith(":") else 0.75) * size
        and 0 < a.baseline - b.top < 2.2 * size
        and b.left < a.right
        and b.right > a.left
        and len(a.lines) + len(b.lines) <= 8
    )
