"""The first page of a PDF as the search for its title sees it: its blocks, joined where their words go on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from extractors.pdf.blocks import Block
from extractors.pdf.lines import Line
from extractors.titles import against, who
from extractors.titles import wording as words
from extractors.titles.ranking import LONGEST, key
from extractors.titles.weigher import LARGER


def keys(pages: Sequence[Sequence[Line]]) -> list[list[str]]:
    """The keys of the lines of pages, "" for those longer than a title."""
    return [[uncounted(line.text) if len(line.text) <= LONGEST else "" for line in page] for page in pages]


def uncounted(text: str) -> str:
    """The key of a line; of a running head of several words without the number of its page."""
    return key(_PAGE_NUMBER.sub("", text) if text.count(" ") >= _HEAD_WORDS else text)


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


_LITTLE = 350  # characters on a page that has no body: a cover
_COVER = 700  # characters on a page that may have a title of several paragraphs
_HEAD = 8  # characters of a running head that is nothing more
_TITLE_LINES = 5
_BACK = 4  # blocks among which lines of one look are looked for
_SMALLEST = 5.0  # points that can be read
_SAME = 0.03  # of a size
_MEASURED = 0.1  # of a size, by which recognition errs
_SHADE = 0x20
_HEAD_WORDS = 5
_PAGE_NUMBER = re.compile(r"\s\d{1,3}(?:\s*(?:/|of|von|de)\s*\d{1,3})?$")
_OF = re.compile(r"(?:of|for|on)(?:\s+the)?|pour|sur|für|para|для", re.IGNORECASE)
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
        often=Counter((uncounted(one.text), round(one.size)) for one in usable),
        agreed=any(words.parties(one.text) for one in page.blocks),
        labels=[
            one
            for one in page.blocks
            if len(one.lines[-1]) in (words.subject(one.lines[-1]), words.titled(one.lines[-1]))
        ],
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
    return sum(penalty for penalty, _ in against.penalties(text)) >= 22


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
                or _headed(before, block)
                or _joining(before, block)
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


def _joining(a: Block, b: Block) -> bool:
    """Do small words between two lines in the middle, that say of what the one above is, belong to them?"""
    middle = abs(a.left + a.right - b.left - b.right) < a.size
    if not middle or not 0 < a.baseline - b.top < 2.5 * a.size:
        return False
    if _OF.fullmatch(b.text):
        return 0.4 * a.size < b.size < a.size
    return len(a.lines) > 1 and bool(_OF.fullmatch(a.lines[-1])) and abs(a.size - b.size) < _SAME * a.size


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
        a.bold == b.bold
        and words.chapter(a.text) is not None
        and a.colour == b.colour
        and 0.65 * a.size <= b.size <= a.size
        and 0 < a.baseline - b.top < 2.0 * a.size
        and (abs(a.left - b.left) < 0.3 * a.size or abs(a.left + a.right - b.left - b.right) < a.size)
        and not words.against_all(b.text)
    )


def _headed(a: Block, b: Block) -> bool:
    """Does the block below, in capitals, say of what a word with blanks between its letters is?"""
    return (
        words.spread(a.lines[-1])
        and a.bold == b.bold
        and b.text.isupper()
        and abs(a.left + a.right - b.left - b.right) < 2 * a.size
        and 0 < a.baseline - b.top < 2.0 * a.size
    )


def _same(a: Block, b: Block, largest: float) -> bool:
    """Are these lines of one title, the largest on the page, with some words bold or in a colour of their own, or as
    recognition measured them?"""
    measured = a.bold == b.bold and a.colour == b.colour
    return (
        min(a.size, b.size) >= (1.0 - (_MEASURED if measured else _SAME)) * largest
        and (not measured or abs(a.left + a.right - b.left - b.right) < a.size)
        and (_alike(a.colour, b.colour) or _two_colours(a, b))
        and 0 < a.baseline - b.top < 1.6 * largest
        and b.left < a.right
        and b.right > a.left
        and not words.by_line(b.lines[0])
        and not words.against_all(b.text)
    )


def _two_colours(a: Block, b: Block) -> bool:
    """Are these lines of one size and in one middle in two colours, the lower one not who made it?"""
    middle = abs(a.left + a.right - b.left - b.right) < a.size
    return a.size == b.size and middle and not (who.name(b.text) or who.organ(b.text) or who.organ(a.text))


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
