"""How much speaks for a block of the first page of a PDF as its title."""

from __future__ import annotations

from collections.abc import Iterator

from extractors import pdf_title_against
from extractors import pdf_title_words as words
from extractors.pdf_blocks import Block
from extractors.pdf_title_compared import alike, coverage, key
from extractors.pdf_title_page import LARGER, Page, Plain, centred
from extractors.types import Candidate

_WHITE = 0xFFFFFF
_SPARSE = 0.85  # sizes a letter is wide where blanks are columns
_SPARSE_SMALL = 0.7  # the same of small letters
_LISTED = 8  # lines of one look in several blocks that are a list
_MANY_LINES = 6
_WORDS = 40  # characters of what is a part of a title above
STAMPED = 5.0
Points = Iterator[tuple[float, str]]
"""How much speaks for a block, or against it, each with its reason; "" when that goes without saying."""
ELSEWHERE = "stands in the same place on other pages"
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
    reasons = ", ".join(reason for _, reason in found if reason)
    return Candidate(text, "largest text" if larger else "first line", sum(points for points, _ in found), reasons)


def _looks(block: Block, plain: Plain, ratio: float) -> Points:
    """Size, boldness and colour of the letters."""
    yield 4.0 * min(ratio - 1.0, 1.0), f"{ratio:.1f} times as large as the text" if ratio > LARGER else ""
    if block.size >= plain.largest - 0.05 and ratio > LARGER:
        yield 1.0, "the largest of the page"
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
            yield 2.0, "all that stands on a slide"
        if block.bold and plain.bold_rare and middle and alone and ratio <= LARGER:
            yield 0.8, "stands out on a cover"
        return
    yield 0.6 - above - (0.6 if above > 0.6 else 0.0), ""
    standing = (block.bold and (plain.bold_rare or plain.centred_rare)) or (text.isupper() and len(text) > 8)
    if standing and middle and alone and above < 0.4 and ratio > 0.85 and len(block.lines) <= 4:
        yield 1.7, "stands alone above the text"


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
    if words.numbered(text := block.text) and any(words.numbered(one.text) for one in rivals if one.text != text):
        yield -3.0, "the number of a section"
    first = block.top >= max(one.top for one in rivals) - 1
    if larger and (len(rivals) > _RIVALS or sum(len(one.lines) for one in rivals) > _LISTED):
        yield -1.5 if plain.running and first else -4.5, "one of many of this size"
    elif not first:
        yield -min(1.5, 0.5 * (len(rivals) - 1)), ""
    rare = (block.bold and plain.bold_rare) or (block.size > 1.15 * plain.body and len(rivals) < 3)
    if rare and _alone(block, plain) and block.top >= plain.highest - 1:
        yield 1.0 if block.bold else 0.4, "stands above all else"


def _above(block: Block, text: str, page: Page, plain: Plain) -> Points:
    """What stands above it."""
    if any(_below(block, other, plain.body) for other in page.blocks):
        yield -1.5, "stands below running text"
    higher = [one for one in plain.blocks if one.top > block.top]
    if (
        " " not in text
        and text.isascii()
        and any(one.size > 1.5 * plain.body and one.text.count(" ") > 1 for one in higher)
    ):
        yield -0.8, "a single word below others"
    if len(text) < _WORDS and any(one.text.count(" ") > text.count(" ") + 2 and text in one.text for one in higher):
        yield -1.0, "a part of what stands above"
    if block.bold and any(words.release(one.text) and one.size >= 0.97 * block.size for one in higher):
        yield 1.5, "stands below the words for such a document"
    if block.top < plain.contents:
        yield -2.5, "stands below a table of contents"


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
    if plain.later:
        yield -2.0, "on a page that is not the first by its number"
    if len(block.lines) > _MANY_LINES:
        yield -1.5, "many lines"


def _told(block: Block, text: str, page: Page, plain: Plain, labelled: bool) -> Points:
    """What its surroundings, the text and the outline say it is."""
    if labelled or any(_names(other, block) for other in plain.labels):
        yield 3.0, "the subject of a letter"
    if centred(block, page) and plain.agreed and _agreed(block, page) and not words.parties(text):
        yield 2.5, "an agreement"
    if words.form_number(text):
        if any(_beside(one, block) for one in plain.blocks):  # a title then, else it may be one
            yield -2.5, "the number of a form"
    elif any(words.form_number(one.text) and _beside(block, one) for one in page.blocks if one.size > 1.1 * plain.body):
        yield 2.0, "beside the number of a form"
    if text.count(" ") < _COMPANY_BLANKS and words.firm(text, page.text):
        yield -4.5, "the text names a company so"
    if _addressed(block, page):
        yield -3.0, "an address"
    yield coverage(text, page.text), ""
    if alike(text, page.outline):
        yield 0.7, "first entry of the outline"


def _again(block: Block, text: str, page: Page, plain: Plain) -> Points:
    """Whether it stands elsewhere too."""
    here = key(text), round(block.size)
    if here in page.stamped and not alike(text, page.named):
        yield -STAMPED, ELSEWHERE
    elif here[0] in page.repeated:
        yield -1.2, "stands on other pages too"
    if plain.often[here] > 1:
        apart = _APART * (page.top - page.bottom)
        others = [one for one in plain.blocks if one is not block and key(one.text) == here[0]]
        handout = len(others) < _SLIDES and all(
            block.top - one.top > apart and abs(one.left - block.left) < 0.1 * (page.right - page.left)
            for one in others
        )
        yield -0.5 if handout else -3.5, "stands on the page more than once"


def _alone(block: Block, plain: Plain) -> bool:
    """Does nothing else stand in its row?"""
    return not any(other is not block and abs(other.top - block.top) < 0.5 * block.size for other in plain.blocks)


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
    below = max((one for one in page.blocks if one.top < block.baseline), key=lambda one: one.top, default=None)
    return below is not None and words.parties(below.text)


def _names(label: Block, block: Block) -> bool:
    """Is the other block a label that stands before this one and says it is what the letter is about?"""
    return label is not block and abs(label.baseline - block.top) < 0.5 * block.size and label.right <= block.left


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
