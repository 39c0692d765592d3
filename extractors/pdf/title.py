"""The title of a PDF: candidates from the first page, the properties, the outline and the file's name, weighed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.base.sentences import Message
from extractors.base.types import Candidate, several
from extractors.pdf import title_page as pdf_title_against
from extractors.pdf import title_page as pdf_title_page
from extractors.pdf import title_words as words
from extractors.pdf.blocks import Block
from extractors.pdf.title_page import (
    LARGER,
    LONGEST,
    Page,
    Plain,
    alike,
    centred,
    coverage,
    file_title,
    is_document,
    key,
)
from extractors.titles import first_lines as titles

# How much speaks for a block of the first page of a PDF as its title.

_WHITE = 0xFFFFFF
_SPARSE = 0.85  # sizes a letter is wide where blanks are columns
_SPARSE_SMALL = 0.7  # the same of small letters
_FAR = 1.2  # sizes a letter is wide where words stand in columns
_LISTED = 8  # lines of one look in several blocks that are a list
_MANY_LINES = 6
_WORDS = 40  # characters of what is a part of a title above
STAMPED = 5.0
Points = Iterator[tuple[float, str]]
"""How much speaks for a block, or against it, each with its reason; "" when that goes without saying."""
ELSEWHERE = Message("stands-same-place")
_APART = 0.25  # of the page's height, by which slides printed on one sheet stand apart
_SLIDES = 4
_FILLING = 0.08  # of the page's height, from which letters are for people far away
_BESIDE = 0.5  # sizes by which rows may miss one another
_ADDRESS = 8  # sizes within which an address stands below a name
_COMPANY_BLANKS = 4  # in what can be the short name of a company
_RIVALS = 4  # as many texts of the largest size are labels, not titles


def weigh(block: Block, page: Page, plain: Plain) -> Candidate:
    """The block as a candidate: what speaks for it, and what against it."""
    text = words.without_marks(block.text)
    label = words.subject(text)
    text = text[label:] or text
    ratio = block.size / plain.body if plain.body else 1.0
    larger = ratio > LARGER
    found = [
        *_looks(block, plain, ratio),
        *_place(block, text, page, plain, ratio),
        *_rivalry(block, page, plain, larger),
        *_above(block, text, page, plain),
        *_lines(block, text, plain),
        *_told(block, text, page, plain, label > 0),
        *((-penalty, reason) for penalty, reason in pdf_title_against.against(text)),
        *_again(block, text, page, plain),
    ]
    reasons = several(reason for _, reason in found)
    return Candidate(
        text, "largest text" if larger else "first line", sum(points for points, _ in found), reasons
    )


def _looks(block: Block, plain: Plain, ratio: float) -> Points:
    """Size, boldness and colour of the letters."""
    yield (
        4.0 * min(ratio - 1.0, 1.0),
        Message("times-large-text", times=f"{ratio:.1f}") if ratio > LARGER else "",
    )
    if block.size >= plain.largest - 0.05 and ratio > LARGER:
        yield 1.0, Message("largest-page")
    if block.bold:
        yield 0.5, "bold"
    if block.faint or (block.hidden and not plain.hidden):
        yield -0.5 if block.colour == _WHITE else -1.5, ""  # white letters stand on something dark


def _place(block: Block, text: str, page: Page, plain: Plain, ratio: float) -> Points:
    """Where on the page it stands."""
    height = page.top - page.bottom
    above = min(1.0, max(0.0, (page.top - block.top) / height)) if height > 0 else 0.0  # 0 = at the top
    middle = centred(block, page)
    if middle:
        yield 0.4, "centred"
    alone = _alone(block, plain)
    if plain.cover:
        yield 0.3 - 0.4 * abs(above - 0.3), ""
        if (
            len(plain.blocks) == 1 < len(block.lines)
            and text.count(" ") > 2
            and _FILLING * height < block.size
            and page.right - page.left > height
        ):
            yield 2.0, Message("stands-slide")
        if block.bold and plain.bold_rare and middle and alone and ratio <= LARGER:
            yield 0.8, Message("stands-out-cover")
        return
    yield 0.6 - above - (0.6 if above > 0.6 else 0.0), ""
    standing = (block.bold and (plain.bold_rare or plain.centred_rare)) or (text.isupper() and len(text) > 8)
    if standing and middle and alone and above < 0.4 and ratio > 0.85 and len(block.lines) <= 4:
        yield 2.2 if text.isupper() and text.count(" ") > 3 else 1.7, Message("stands-alone-above-text")


def _rivalry(block: Block, page: Page, plain: Plain, larger: bool) -> Points:
    """What else looks like it, and whether it stands above all of that."""
    heads = centred(block, page) and block.top >= plain.highest - 1  # centred above headings at the margin
    rivals = [
        one
        for one in plain.blocks
        if one is block
        or (
            one.bold == block.bold
            and one.size >= 0.97 * block.size
            and (not heads or one.size > 1.03 * block.size or centred(one, page))
            and not words.kind(one.text)
            and not words.organ(one.text)
        )
    ]
    if words.numbered(text := block.text) and any(
        words.numbered(one.text) for one in rivals if one.text != text
    ):
        yield -3.0, Message("number-section")
    first = block.top >= max(one.top for one in rivals) - 1
    if larger and (len(rivals) > _RIVALS or sum(len(one.lines) for one in rivals) > _LISTED):
        yield -1.5 if plain.running and first else -4.5, Message("many-size")
    elif not first:
        yield -min(1.5, 0.5 * (len(rivals) - 1)), ""
    rare = (block.bold and plain.bold_rare) or (block.size > 1.15 * plain.body and len(rivals) < 3)
    if rare and _alone(block, plain) and block.top >= plain.highest - 1:
        capitals = block.text.isupper() and block.text.count(" ") > 0
        yield (1.0 if block.bold else 0.4) + (0.3 if capitals else 0.0), Message("stands-above-else")


def _above(block: Block, text: str, page: Page, plain: Plain) -> Points:
    """What stands above it."""
    if any(_below(block, other, plain.body) for other in page.blocks):
        yield -1.5, Message("stands-below-running")
    higher = [one for one in plain.blocks if one.top > block.top]
    if (
        " " not in text
        and text.isascii()
        and any(one.size > 1.5 * plain.body and one.text.count(" ") > 1 for one in higher)
    ):
        yield -0.8, Message("single-word-below")
    if len(text) < _WORDS and any(
        one.text.count(" ") > text.count(" ") + 2 and text in one.text for one in higher
    ):
        yield -1.0, Message("part-stands-above")
    if block.bold and any(words.release(one.text) and one.size >= 0.97 * block.size for one in higher):
        yield 1.5, "stands below the words for such a document"
    if block.top < plain.contents:
        yield -2.5, Message("stands-below-table")


def _lines(block: Block, text: str, plain: Plain) -> Points:
    """What its lines look like as a whole."""
    sparse = _SPARSE if text.isupper() else _SPARSE_SMALL
    if (
        len(block.lines) == 1
        and text.isascii()
        and text.count(" ") > 2
        and sparse * len(block.text) * block.size < block.right - block.left
    ):
        yield -1.5, ""  # a row of cells
    if (
        len(block.lines) == 1
        and 0 < text.count(" ") < 3
        and _FAR * len(block.text) * block.size < block.right - block.left
    ):
        yield -3.0, "words far apart"
    if plain.later:
        yield -2.0, Message("page-not-first")
    if len(block.lines) > _MANY_LINES:
        yield -1.5, Message("many-lines")


def _told(block: Block, text: str, page: Page, plain: Plain, labelled: bool) -> Points:
    """What its surroundings, the text and the outline say it is."""
    if labelled or any(_names(other, block) for other in plain.labels):
        yield 3.0, Message("subject-letter")
    if centred(block, page) and plain.agreed and _agreed(block, page) and not words.parties(text):
        yield 2.5, Message("agreement")
    if words.form_number(text):
        if any(_beside(one, block) for one in plain.blocks):  # a title then, else it may be one
            yield -2.5, Message("number-form")
    elif any(
        words.form_number(one.text) and _beside(block, one)
        for one in page.blocks
        if one.size > 1.1 * plain.body
    ):
        yield 2.0, Message("beside-number-form")
    if text.count(" ") < _COMPANY_BLANKS and words.firm(text, page.text):
        yield -4.5, "the text names a company so"
    if _addressed(block, page):
        yield -3.0, Message("address")
    yield coverage(text, page.text), ""
    if alike(text, page.outline):
        yield 0.7, Message("first-entry-outline")


def _again(block: Block, text: str, page: Page, plain: Plain) -> Points:
    """Whether it stands elsewhere too."""
    here = key(text), round(block.size)
    if here in page.stamped and not alike(text, page.named):
        yield -STAMPED, ELSEWHERE
    elif here[0] in page.repeated:
        yield -1.2, Message("stands-pages")
    if plain.often[here] > 1:
        apart = _APART * (page.top - page.bottom)
        others = [one for one in plain.blocks if one is not block and key(one.text) == here[0]]
        handout = len(others) < _SLIDES and all(
            block.top - one.top > apart and abs(one.left - block.left) < 0.1 * (page.right - page.left)
            for one in others
        )
        yield -0.5 if handout else -3.5, Message("stands-page-once")


def _alone(block: Block, plain: Plain) -> bool:
    """Does nothing else stand in its row?"""
    return not any(
        other is not block and abs(other.top - block.top) < 0.5 * block.size for other in plain.blocks
    )


def _beside(block: Block, number: Block) -> bool:
    """Can the block be what a form is called whose number, no smaller, stands in the same rows?"""
    return (
        block is not number
        and number.size >= block.size
        and block.text.count(" ") > 1
        and not words.issuer(block.text)
        and (block.left > number.right or block.right < number.left)
        and min(block.top - number.baseline, number.top - block.baseline) > -_BESIDE * number.size
        and not pdf_title_against.against(block.text)
    )


def _addressed(block: Block, page: Page) -> bool:
    """Is this the name above a street and a town, at whose left borders it stands?"""
    if block.text.count(" ") > 3 or len(block.lines) > 1:
        return False
    below = [
        line
        for one in sorted(page.blocks, key=lambda one: -one.top)
        if 0 < block.top - one.top < _ADDRESS * block.size
        and abs(one.left - block.left) < 2
        and one.size > 0.75 * block.size
        for line in one.lines
    ]
    return any(words.town(line) for line in below[1:4])


def _agreed(block: Block, page: Page) -> bool:
    """Does the next block below begin to tell who agreed on it, and when?"""
    below = max(
        (one for one in page.blocks if one.top < block.baseline), key=lambda one: one.top, default=None
    )
    return below is not None and words.parties(below.text)


def _names(label: Block, block: Block) -> bool:
    """Is the other block a label that stands before this one and says it is what the letter is about?"""
    return (
        label is not block
        and abs(label.baseline - block.top) < 0.5 * block.size
        and label.right <= block.left
    )


def _below(block: Block, other: Block, body: float) -> bool:
    """Is the other block running text above this one?"""
    return (
        other.top > block.top
        and other.size <= 1.05 * body
        and len(other.lines) > 2
        and other.left < block.right
        and other.right > block.left
        and sum(map(len, other.lines)) > 45 * len(other.lines)
        and not words.organ(other.lines[0])
    )


__all__ = ["Page", "candidates"]

_MOST = 12
_ENOUGH = 2.0
_TELLING = 8  # characters of a file's name that are no chance when the page says the same
_ABOUT = 1000  # characters of a text that is about something
_PHRASE = re.compile(r"\w\s+\w|[\u3040-\u9fff\uac00-\ud7af]{4}")  # more than the name of a picture
# The name of a file that is a title.
_SAYING = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{2,}\s+[^\W\d_]{3,}|[\u3040-\u9fff\uac00-\ud7af]{5}")
_MARK = re.compile(r"\s+[-–—|·]+\s")
_BEFORE_SIGN = re.compile(r"\s+(?=[:;,.!?])|\s+[-–—:|/·](?=\s)")


def candidates(page: Page) -> tuple[list[Candidate], str]:
    """All that was weighed, best first, and the title: the first one's text when enough speaks for it, else ""."""
    plain = pdf_title_page.plain(page)
    found = [weigh(block, page, plain) for block in plain.blocks]
    found.sort(key=lambda one: -one.score)
    found = _heads(found)
    named = page.named if titles.believable(page.named) and not words.junk(page.named) else ""
    if named:
        found = _with_named(found, named, page)
    elif page.named:
        stem = file_title(page.named)
        said = (
            not found and is_document(page.named) and _SAYING.search(stem)
        )  # drawn, or in fonts that do not tell their letters
        found = (
            _with_named([], stem, page)
            if said
            else _supported(found, stem, 2.0, Message("properties-say-same"))
        )
    found = _supported(found, page.file_name, 0.7, Message("name-file-says"))
    if page.official:
        score = (found[0].score if found else 0.0) + 3.0
        found.append(Candidate(page.official, "official title", score, Message("official-mark")))
    if page.outline and not any(alike(page.outline, one.text) for one in found):
        found.append(Candidate(page.outline, "outline", 0.8, Message("first-entry-outline")))
    if page.named and not named:
        found.append(Candidate(page.named, "metadata", -1.0, Message("properties-hold-program")))
    if page.file_name:
        found.append(Candidate(page.file_name, "file name", -2.0, Message("name-file-never")))
    found.sort(key=lambda one: -one.score)
    found = [one._replace(text=one.text[:LONGEST], score=round(one.score, 2)) for one in found[:_MOST]]
    title = found[0].text if found and found[0].score >= _ENOUGH else ""
    return found, title


def _heads(found: list[Candidate]) -> list[Candidate]:
    """The candidates; where none is a title, what stands above every page is one if it has words enough and is no name
    of who wrote it."""
    if not found or found[0].score >= _ENOUGH:
        return found
    heads = [
        one._replace(score=_ENOUGH)
        if one.reason.endswith(ELSEWHERE)
        and one.score + STAMPED >= 2 * _ENOUGH
        and one.text.count(" ") > 1
        and not words.issuer(one.text)
        else one
        for one in found
    ]
    return sorted(heads, key=lambda one: -one.score)


def _spelled(shown: str, named: str) -> bool:
    """Are the two the same letters, the blanks of what is shown at least as good?"""
    gaps = shown.count(" ")
    return (
        key(shown) == key(named)
        and shown.casefold() != named.casefold()
        and not shown.isupper()
        and (gaps == _BEFORE_SIGN.sub("", named).count(" ") or " " not in named)
        and len(shown) > 4 * gaps
    )


def _added(shown: str, named: str) -> bool:
    """Does the title of the properties add to what is shown, after a mark that is not shown, what stands below it?"""
    return named.casefold().startswith(shown.casefold()) and bool(_MARK.match(named, len(shown)))


def _signed(shown: str, named: str, page: Page) -> bool:
    """Is the title of the properties what is shown, with who wrote it before that, who is shown apart?"""
    before = key(named).removesuffix(key(shown))
    return before != key(named) and any(key(block.text) == before for block in page.blocks)


def _dated(shown: str, named: str) -> bool:
    """Is the title of the properties what is shown, with a date after it?"""
    rest = named[len(shown) :].strip(" ,-–—")
    return bool(rest) and named.casefold().startswith(shown.casefold()) and words.dated(rest)


def _supported(found: list[Candidate], stem: str, worth: float, reason: str) -> list[Candidate]:
    """The candidates, that of them stronger which the name of a file repeats."""
    if len(key(stem)) < _TELLING or not words.sayable(stem):
        return found
    for at, one in enumerate(found):
        if alike(stem, one.text):
            better = one._replace(score=one.score + worth, reason=several((one.reason, reason)))
            return sorted([*found[:at], better, *found[at + 1 :]], key=lambda one: -one.score)
    return found


def _with_named(found: list[Candidate], named: str, page: Page) -> list[Candidate]:
    """The candidates with the title of the properties: on its own, or supporting what the page shows."""
    for at, one in enumerate(found):
        if alike(named, one.text) and len(key(one.text)) <= 2 * len(key(named)):
            large = key("".join(block.text for block in page.blocks if block.size > 0.95 * page.body))
            exact = (
                key(named) in large and len(key(named)) >= len(key(one.text)) and not _dated(one.text, named)
            )
            reason = several((one.reason, Message("properties-say-same")))
            kept = _spelled(one.text, named) or _added(one.text, named) or _signed(one.text, named, page)
            text, source = (named, "metadata") if exact and not kept else (one.text, one.source)
            supported = Candidate(text, source, one.score + 2.0, reason)
            return sorted([*found[:at], supported, *found[at + 1 :]], key=lambda one: -one.score)
    if page.blank:
        return [*found, Candidate(named, "metadata", 1.0, Message("properties-say-page"))]
    if not found and _PHRASE.search(named):
        if page.text:
            return [Candidate(named, "metadata", _ENOUGH, Message("properties-say-first"))]
        return [Candidate(named, "metadata", _ENOUGH, Message("properties-say-pages"))]
    if len(page.text) >= _ABOUT and coverage(named, page.text, itself=False) > 0.5:
        return [
            *found,
            Candidate(named, "metadata", _ENOUGH, Message("properties-say-text")),
        ]
    return [*found, Candidate(named, "metadata", 1.0, Message("properties-say-text-not"))]
