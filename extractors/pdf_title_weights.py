"""How much speaks for a block of the first page of a PDF as its title."""

from __future__ import annotations

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
ELSEWHERE = "stands in the same place on other pages"
_RIVALS = 4  # as many texts of the largest size are labels, not titles


def weigh(block: Block, page: Page, plain: Plain) -> Candidate:
    """How much speaks for a block of the first page, and what."""
    text = words.without_marks(block.text)
    label = words.subject(text)
    text = text[label:] or text
    ratio = block.size / plain.body if plain.body else 1.0
    larger = ratio > LARGER
    score = 4.0 * min(ratio - 1.0, 1.0)
    reasons = [f"{ratio:.1f} times as large as the text"] if larger else []
    if block.size >= plain.largest - 0.05 and larger:
        score += 1.0
        reasons.append("the largest of the page")
    height = page.top - page.bottom
    above = min(1.0, max(0.0, (page.top - block.top) / height)) if height > 0 else 0.0  # 0 = at the top
    wide = block.right - block.left
    if block.bold:
        score += 0.5
        reasons.append("bold")
    middle = centred(block, page)
    if middle:
        score += 0.4
        reasons.append("centred")
    alone = not any(other is not block and abs(other.top - block.top) < 0.5 * block.size for other in plain.blocks)
    if plain.cover:
        score += 0.3 - 0.4 * abs(above - 0.3)
        if block.bold and plain.bold_rare and middle and alone and not larger:
            score += 0.8
            reasons.append("stands out on a cover")
    else:
        score += 0.6 - above - (0.6 if above > 0.6 else 0.0)
        bold = block.bold and (plain.bold_rare or plain.centred_rare)
        standing = bold or (text.isupper() and len(text) > 8)
        if standing and middle and alone and above < 0.4 and ratio > 0.85 and len(block.lines) <= 4:
            score += 1.7
            reasons.append("stands alone above the text")
    heads = middle and block.top >= plain.highest - 1  # centred above headings at the margin
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
    first = block.top >= max(one.top for one in rivals) - 1
    if larger and (len(rivals) > _RIVALS or sum(len(one.lines) for one in rivals) > _LISTED):
        score -= 1.5 if plain.running and first else 4.5
        reasons.append("one of many of this size")
    elif not first:
        score -= min(1.5, 0.5 * (len(rivals) - 1))
    stands_out = (block.bold and plain.bold_rare) or (ratio > 1.15 and len(rivals) < 3)
    if stands_out and alone and block.top >= plain.highest - 1:
        score += 1.0 if block.bold else 0.4
        reasons.append("stands above all else")
    if any(_below(block, other, plain.body) for other in page.blocks):
        score -= 1.5
        reasons.append("stands below running text")
    if (
        " " not in text
        and text.isascii()
        and any(one.top > block.top and one.size > 1.5 * plain.body and one.text.count(" ") > 1 for one in plain.blocks)
    ):
        score -= 0.8
        reasons.append("a single word below others")
    if (
        len(block.lines) == 1
        and text.isascii()
        and text.count(" ") > 2
        and (_SPARSE if text.isupper() else _SPARSE_SMALL) * len(block.text) * block.size < wide
    ):
        score -= 1.5  # a row of cells
    if plain.later:
        score -= 2.0
        reasons.append("on a page that is not the first by its number")
    if len(block.lines) > _MANY_LINES:
        score -= 1.5
        reasons.append("many lines")
    if len(text) < _WORDS and any(
        one.top > block.top and one.text.count(" ") > text.count(" ") + 2 and text in one.text for one in plain.blocks
    ):
        score -= 1.0
        reasons.append("a part of what stands above")
    if label or any(_names(other, block) for other in plain.labels):
        score += 3.0
        reasons.append("the subject of a letter")
    if middle and plain.agreed and _agreed(block, page) and not words.parties(text):
        score += 2.5
        reasons.append("an agreement")
    if block.top < plain.contents:
        score -= 2.5
        reasons.append("stands below a table of contents")
    score += coverage(text, page.text)
    if alike(text, page.outline):
        score += 0.7
        reasons.append("first entry of the outline")
    for penalty, reason in pdf_title_against.against(text):
        score -= penalty
        reasons.append(reason)
    if (key(text), round(block.size)) in page.stamped and not alike(text, page.named):
        score -= STAMPED
        reasons.append(ELSEWHERE)
    elif key(text) in page.repeated:
        score -= 1.2
        reasons.append("stands on other pages too")
    if plain.often[key(text), round(block.size)] > 1:
        score -= 3.5
        reasons.append("stands on the page more than once")
    if block.faint or (block.hidden and not plain.hidden):
        score -= 0.5 if block.colour == _WHITE else 1.5  # white letters stand on something dark
    return Candidate(text, "largest text" if larger else "first line", score, ", ".join(reasons))


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
    )
