"""The title of a PDF: candidates from the first page, the properties, the outline and the file's name, weighed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from extractors import pdf_title_words as words
from extractors import titles
from extractors.pdf_blocks import Block
from extractors.pdf_title_compared import alike, coverage, file_title, key
from extractors.types import Candidate

_LONGEST = 300
_MOST = 12
_ENOUGH = 2.0
_LITTLE = 350  # characters on a page that has no body: a cover
_LARGER = 1.04
_WHITE = 0xFFFFFF
_TELLING = 8  # characters of a file's name that are no chance when the page says the same
_ABOUT = 1000  # characters of a text that is about something
_SPARSE = 0.85  # sizes a letter is wide where blanks are columns
_BEFORE_SIGN = re.compile(r"\s+(?=[:;,.!?])")
_RIVALS = 4  # as many texts of the largest size are labels, not titles


@dataclass(slots=True)
class Page:
    """What is known when a title is looked for. `body` is the size of running text in the document, `left` … `top` the
    borders of the first page, `text` the beginning of the whole text with its case folded, `repeated` the keys of what
    stands on other pages too, `stamped` of what stands there in the same place."""

    blocks: list[Block]
    body: float
    left: float
    bottom: float
    right: float
    top: float
    text: str
    repeated: frozenset[str] = field(default_factory=frozenset)
    stamped: frozenset[tuple[str, int]] = field(default_factory=frozenset)
    outline: str = ""
    named: str = ""
    official: str = ""
    file_name: str = ""


def candidates(page: Page) -> tuple[list[Candidate], str]:
    """All that was weighed, best first, and the title: the first one's text when enough speaks for it, else ""."""
    found = _shown(page)
    named = page.named if titles.believable(page.named) and not words.junk(page.named) else ""
    if named:
        found = _with_named(found, named, page)
    elif page.named:
        found = _supported(found, file_title(page.named), 2.0, "the properties say the same")
    found = _supported(found, page.file_name, 0.7, "the name of the file says the same")
    if page.official:
        score = (found[0].score if found else 0.0) + 3.0
        found.append(Candidate(page.official, "official title", score, "reads like the title of an official document"))
    if page.outline and not any(alike(page.outline, one.text) for one in found):
        found.append(Candidate(page.outline, "outline", 0.8, "first entry of the outline"))
    if page.named and not named:
        found.append(Candidate(page.named, "metadata", -1.0, "the properties hold what a program wrote there"))
    if page.file_name:
        found.append(Candidate(page.file_name, "file name", -2.0, "the name of the file is never taken"))
    found.sort(key=lambda one: -one.score)
    found = [one._replace(text=one.text[:_LONGEST], score=round(one.score, 2)) for one in found[:_MOST]]
    title = found[0].text if found and found[0].score >= _ENOUGH else ""
    return found, title


def _shown(page: Page) -> list[Candidate]:
    """What the first page shows, best first."""
    usable = [one for one in _grouped(page) if _short(one) and words.sayable(one.text)]
    if not usable:
        return []
    letters = sum(len(line) for one in page.blocks for line in one.lines)
    largest = max((one.size for one in usable if not _doubtful(one.text)), default=0.0)
    bold = sum(len(line) for one in page.blocks if one.bold for line in one.lines)
    plain = _Plain(
        body=page.body or max(one.size for one in usable),
        largest=largest,
        cover=letters < _LITTLE,
        bold_rare=bold < 0.3 * letters,
        running=any(len(line) > 60 for one in page.blocks for line in one.lines if len(one.lines) > 2),
        hidden=sum(len(line) for one in page.blocks if one.hidden for line in one.lines) > 0.8 * letters,
        contents=max((one.top for one in usable if words.contents(one.text)), default=page.bottom),
        often=Counter((key(one.text), round(one.size)) for one in usable),
        blocks=usable,
    )
    return sorted((_weigh(block, page, plain) for block in usable), key=lambda one: -one.score)


def _doubtful(text: str) -> bool:
    return sum(penalty for penalty, _ in words.against(text)) >= 1.5


def _short(block: Block) -> bool:
    return sum(map(len, block.lines)) <= _LONGEST


def _grouped(page: Page) -> list[Block]:
    """The blocks on the page that are not turned; those larger than the text with the neighbours that go on with their
    sentence in nearly their size."""
    letters = [(sum(map(len, one.lines)), one.turned) for one in page.blocks]
    turned = sum(n for n, one in letters if one) > 0.8 * sum(n for n, _ in letters)  # the whole page lies on its side
    least = page.body * _LARGER if sum(n for n, _ in letters) >= _LITTLE else 0.0
    found: list[Block] = []
    for block in page.blocks:
        outside = not page.bottom <= block.top <= page.top or block.left > page.right or block.right < page.left
        if block.turned != turned or (outside and not turned):
            continue
        before = found[-1] if found else None
        if (
            before is not None
            and _short(before)
            and _short(block)
            and min(before.size, block.size) > least
            and _near(before, block)
            and words.goes_on(before.text, block.text)
        ):
            found[-1] = replace(
                before,
                size=max(before.size, block.size),
                left=min(before.left, block.left),
                right=max(before.right, block.right),
                baseline=block.baseline,
                lines=before.lines + block.lines,
            )
        else:
            found.append(block)
    return found


class _Plain(NamedTuple):
    """The page at large: size of its text, largest size, is it a cover, is bold type rare, has it running text, is its
    text that of a scan, where its table of contents begins, how often texts come, and all blocks."""

    body: float
    largest: float
    cover: bool
    bold_rare: bool
    running: bool
    hidden: bool
    contents: float
    often: Counter[tuple[str, int]]
    blocks: list[Block]


def _weigh(block: Block, page: Page, plain: _Plain) -> Candidate:
    """How much speaks for a block of the first page, and what."""
    text = words.without_marks(block.text)
    ratio = block.size / plain.body if plain.body else 1.0
    larger = ratio > _LARGER
    score = 4.0 * min(ratio - 1.0, 1.0)
    reasons = [f"{ratio:.1f} times as large as the text"] if larger else []
    if block.size >= plain.largest - 0.05 and larger:
        score += 1.0
        reasons.append("the largest of the page")
    height, width = page.top - page.bottom, page.right - page.left
    above = min(1.0, max(0.0, (page.top - block.top) / height)) if height > 0 else 0.0  # 0 = at the top
    wide = block.right - block.left
    middle = (block.left + block.right - page.left - page.right) / 2
    centred = abs(middle) < 0.04 * width and block.right - block.left < 0.9 * width
    if block.bold:
        score += 0.5
        reasons.append("bold")
    if centred:
        score += 0.4
        reasons.append("centred")
    alone = not any(other is not block and abs(other.top - block.top) < 0.5 * block.size for other in plain.blocks)
    if plain.cover:
        score += 0.3 - 0.4 * abs(above - 0.3)
        if block.bold and plain.bold_rare and centred and alone and not larger:
            score += 0.8
            reasons.append("stands out on a cover")
    else:
        score += 0.6 - above - (0.6 if above > 0.6 else 0.0)
        standing = (block.bold and plain.bold_rare) or (text.isupper() and len(text) > 8)
        if standing and centred and alone and above < 0.4 and ratio > 0.85 and len(block.lines) <= 4:
            score += 1.7
            reasons.append("stands alone above the text")
    rivals = [
        one
        for one in plain.blocks
        if one is block or (one.bold == block.bold and one.size >= 0.97 * block.size and not words.kind(one.text))
    ]
    first = block.top >= max(one.top for one in rivals) - 1
    if larger and len(rivals) > _RIVALS:
        score -= 1.5 if plain.running and first else 4.5
        reasons.append("one of many of this size")
    elif not first:
        score -= min(1.5, 0.5 * (len(rivals) - 1))
    stands_out = (block.bold and plain.bold_rare) or (ratio > 1.15 and len(rivals) < 3)
    if stands_out and alone and block.top >= max(one.top for one in plain.blocks) - 1:
        score += 0.8 if block.bold else 0.4
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
    if len(block.lines) == 1 and text.isascii() and text.count(" ") > 2 and _SPARSE * len(text) * block.size < wide:
        score -= 1.5  # a row of cells
    if block.top < plain.contents:
        score -= 2.5
        reasons.append("stands below a table of contents")
    score += coverage(text, page.text)
    if alike(text, page.outline):
        score += 0.7
        reasons.append("first entry of the outline")
    for penalty, reason in words.against(text):
        score -= penalty
        reasons.append(reason)
    if (key(text), round(block.size)) in page.stamped and not alike(text, page.named):
        score -= 5.0
        reasons.append("stands in the same place on other pages")
    elif key(text) in page.repeated:
        score -= 1.2
        reasons.append("stands on other pages too")
    if plain.often[key(text), round(block.size)] > 1:
        score -= 3.5
        reasons.append("stands on the page more than once")
    if block.faint or (block.hidden and not plain.hidden):
        score -= 0.5 if block.colour == _WHITE else 1.5  # white letters stand on something dark
    return Candidate(text, "largest text" if larger else "first line", score, ", ".join(reasons))


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


def _near(a: Block, b: Block) -> bool:
    size = max(a.size, b.size)
    return (
        a.bold == b.bold
        and a.colour == b.colour
        and min(a.size, b.size) >= 0.75 * size
        and 0 < a.baseline - b.top < 2.2 * size
        and b.left < a.right
        and b.right > a.left
        and len(a.lines) + len(b.lines) <= 8
    )


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


def _supported(found: list[Candidate], stem: str, worth: float, reason: str) -> list[Candidate]:
    """The candidates, that of them stronger which the name of a file repeats."""
    if len(key(stem)) < _TELLING or not words.sayable(stem):
        return found
    for at, one in enumerate(found):
        if alike(stem, one.text):
            better = one._replace(score=one.score + worth, reason=", ".join(filter(None, (one.reason, reason))))
            return sorted([*found[:at], better, *found[at + 1 :]], key=lambda one: -one.score)
    return found


def _with_named(found: list[Candidate], named: str, page: Page) -> list[Candidate]:
    """The candidates with the title of the properties: on its own, or supporting what the page shows."""
    for at, one in enumerate(found):
        if alike(named, one.text) and len(key(one.text)) <= 2 * len(key(named)):
            large = key("".join(block.text for block in page.blocks if block.size > 0.95 * page.body))
            exact = key(named) in large and len(key(named)) >= len(key(one.text))
            reason = ", ".join(filter(None, (one.reason, "the properties say the same")))
            text, source = (named, "metadata") if exact and not _spelled(one.text, named) else (one.text, one.source)
            supported = Candidate(text, source, one.score + 2.0, reason)
            return sorted([*found[:at], supported, *found[at + 1 :]], key=lambda one: -one.score)
    if not page.text:
        return [Candidate(named, "metadata", _ENOUGH, "the properties say so; the pages hold no text")]
    if len(page.text) >= _ABOUT and coverage(named, page.text, itself=False) > 0.5:
        return [*found, Candidate(named, "metadata", _ENOUGH, "the properties say so, and the text is about it")]
    return [*found, Candidate(named, "metadata", 1.0, "the properties say so, but the text does not")]
