"""The title of a PDF: what of its first page stands out, and what its outline, properties and the file's name say."""

from __future__ import annotations

import re

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document
from extractors.pdf import title_page as pages
from extractors.pdf.blocks import Block, joined
from extractors.pdf.title_page import Page, Plain, centred
from extractors.titles import against, covers, who
from extractors.titles import wording as words
from extractors.titles.ranking import ENOUGH, key
from extractors.titles.rows import MOST, Row
from extractors.titles.weigher import LARGER, Features, Marks, settle, weigh

_WHITE = 0xFFFFFF
_SPARSE = 0.85  # sizes a letter is wide where blanks are columns
_SPARSE_SMALL = 0.7  # the same of small letters
_FAR = 1.2  # sizes a letter is wide where words stand in columns
_LISTED = 8  # lines of one look in several blocks that are a list
STAMPED = 75.0
KIND = 65.0
ELSEWHERE = Message("stands-same-place")
_APART = 0.25  # of the page's height, by which slides printed on one sheet stand apart
_SLIDES = 4
_FILLING = 0.08  # of the page's height, from which letters are for people far away
_FEW = 4  # texts on a slide that has nothing but a title and who made it
_BESIDE = 0.5  # sizes by which rows may miss one another
_ADDRESS = 8  # sizes within which an address stands below a name
_COMPANY_BLANKS = 4  # in what can be the short name of a company
_COVERED = 8  # sizes within which the title of a work stands below what it is called
_RIVALS = 4  # as many texts of the largest size are labels, not titles
_TOP = 0.625  # the place of what stands at the top of a page: running heads do, too
_DIGITS = re.compile(r"\d+")
_COUNTING = words.numbered, re.compile(r"[(]?[A-Z][.)]\s+\S").match
_ABOUT = frozenset(("on", "titled", "entitled", "about"))
_PHRASE = re.compile(r"\w\s+\w|[\u3040-\u9fff\uac00-\ud7af]{4}")  # more than the name of a picture


def choose(document: Document, page: Page) -> None:
    """Set title and candidates of a PDF from its first page, its outline, its properties and its name."""
    plain = pages.plain(page)
    found = _heads(_about([weigh(_features(block, page, plain)) for block in plain.blocks], page, plain))
    best = max((one.score for one in found), default=0.0)
    if page.official:
        found.append(Candidate(page.official, "official title", best + 45, Message("official-mark")))
    if page.outline and not any(words.alike(page.outline, one.text) for one in found):
        found.append(Candidate(page.outline, "outline", 12.0, Message("first-entry-outline")))
    drawn = not plain.blocks and not page.blank and _PHRASE.search(page.named)
    large = "".join(block.text for block in page.blocks if block.size > 0.95 * page.body)
    settle(
        document,
        found,
        page.named,
        name=page.file_name,
        visible=key(large),
        unseen=ENOUGH if drawn else 15.0,
        rows=_rows(page),
        body=page.body,
        form=2,
    )


def _rows(page: Page) -> list[Row]:
    """The lines of the first page as the judge of titles sees them, from its top, those of a block together."""
    height = (page.top - page.bottom) or 1.0
    found: list[Row] = []
    before = page.top
    inside = [one for one in page.blocks if not one.turned and page.bottom <= one.top <= page.top]
    for number, block in enumerate(sorted(inside, key=lambda one: (-round(one.top), one.left))):
        middle = centred(block, page)
        step = (block.top - block.baseline) / max(1, len(block.lines) - 1)
        gap = (before - block.top) / block.size if block.size else 0.0
        for at, text in enumerate(block.lines):
            if text.strip():
                said = pages.uncounted(text)
                found.append(
                    Row(
                        text,
                        block.size,
                        block.bold,
                        middle,
                        gap=step / block.size if at and block.size else gap,
                        place=(page.top - block.top + at * step) / height,
                        block=number,
                        again=said in page.repeated or (said, round(block.size)) in page.stamped,
                        faint=block.faint,
                    )
                )
        before = block.baseline
        if len(found) >= MOST:
            break
    return found[:MOST]


def _about(found: list[Candidate], page: Page, plain: Plain) -> list[Candidate]:
    """The candidates of the blocks, what a work handed in is about before what it is called."""
    blocks = plain.blocks

    def near(work: int, other: int) -> bool:
        called, one = blocks[work], blocks[other]
        gap = called.baseline - one.top
        placed = centred(called, page) == centred(one, page) or one.size >= called.size
        return 0 < gap < _COVERED * called.size and placed

    told = [at for at, block in enumerate(blocks) if any(_names(label, block) for label in plain.labels)]
    told += [at for at, block in enumerate(blocks) if 0 < words.titled(block.text) < len(block.text)]
    running = [at for at, block in enumerate(blocks) if block.size <= page.body and not centred(block, page)]
    return covers.prefer(found, near, told, [at for at in running if at not in told])


def _features(block: Block, page: Page, plain: Plain) -> Features:
    """What makes a block stand out on its page."""
    text = words.without_marks(_unsigned(block))
    if len(block.lines) > 2 and who.apart(block.lines[-1].strip(), " ".join(block.lines[:-1]), page.text):
        text = text.removesuffix(spacing.line(block.lines[-1])).rstrip()
    if len(block.lines) > 1 and block.lines[0].strip().casefold() in _ABOUT:
        text = text[
            len(block.lines[0].strip()) :
        ].lstrip()  # it stands between what was handed in and its title
    named = any(_names(other, block) for other in plain.labels)
    label = max(words.subject(text), words.titled(text))
    text = text[label:] or text
    label = label if label < len(block.text) else 0
    named |= 0 < words.titled(block.text) < len(block.text)
    ratio = block.size / plain.body if plain.body else 1.0
    return Features(
        text,
        size=ratio,
        largest=block.size >= plain.largest - 0.05 and ratio > LARGER,
        bold=block.bold,
        centred=centred(block, page),
        place=_place(block, page, plain),
        coverage=words.coverage(text, page.text),
        marks=(
            *_colour(block, plain),
            *_standing(block, text, page, plain, ratio),
            *(() if named else _rivalry(block, page, plain, ratio > LARGER)),
            *_above(block, text, page, plain),
            *_lines(block, text, plain),
            *_told(block, text, page, plain, named or label > 0),
            *_again(block, text, page, plain),
        ),
    )


def _unsigned(block: Block) -> str:
    """The text of a block without the line before it, or the one behind it, that is who wrote it or when it is due."""
    lines = block.lines
    first = int(len(lines) > 1 and who.authors(lines[0]))
    beside = who.authors(lines[-1]) or words.asked_for(lines[-1])
    last = len(lines) - int(len(lines) - first > 1 and beside)
    return block.text if last - first == len(lines) else spacing.line(joined(lines[first:last]))


def _colour(block: Block, plain: Plain) -> Marks:
    if block.faint or (block.hidden and not plain.hidden):
        yield -8 if block.colour == _WHITE else -22, ""  # white letters stand on something dark


def _height(block: Block, page: Page) -> float:
    """Where the block stands: 0 = at the top, 1 = at the foot."""
    height = page.top - page.bottom
    return min(1.0, max(0.0, (page.top - block.top) / height)) if height > 0 else 0.0


def _place(block: Block, page: Page, plain: Plain) -> float:
    above = _height(block, page)
    if plain.cover:
        return 0.8 + 0.25 * abs(above - 0.3)
    return _TOP * (1 + above) + (0.375 if above > 0.6 else 0.0)


def _standing(block: Block, text: str, page: Page, plain: Plain, ratio: float) -> Marks:
    """Whether it stands alone where titles do."""
    alone, middle = _alone(block, plain), centred(block, page)
    height = page.top - page.bottom
    if plain.cover:
        wide, lone = page.right - page.left > height, len(plain.blocks) == 1 < len(block.lines)
        heads = 1 < len(plain.blocks) < _FEW and all(
            one is block or (one.size < 0.8 * block.size and one.top < block.top) for one in plain.blocks
        )
        if wide and _FILLING * height < block.size and (heads or (lone and text.count(" ") > 2)):
            yield 30, Message("stands-slide")
        if block.bold and plain.bold_rare and middle and alone and ratio <= LARGER:
            yield 12, Message("stands-out-cover")
        return
    standing = (block.bold and (plain.bold_rare or plain.centred_rare)) or (text.isupper() and len(text) > 8)
    high = _height(block, page) < 0.4 and ratio > 0.85 and len(block.lines) <= 4
    first = block.top >= plain.highest - 1 and len(block.lines) <= 2
    if first and not standing and middle and alone and plain.centred_rare:
        yield 14, Message("stands-alone-above-text")
    if first and not middle and alone and high and text.isupper() and text.count(" ") > 3:
        yield 18, Message("stands-alone-above-text")
    if standing and middle and alone and high:
        yield 33 if text.isupper() and text.count(" ") > 3 else 25, Message("stands-alone-above-text")


def _rivalry(block: Block, page: Page, plain: Plain, larger: bool) -> Marks:
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
            and not who.organ(one.text)
        )
    ]
    text = block.text
    counted, others = _DIGITS.sub("#", text), [one.text for one in rivals if one.text != text]
    if any(of(text) and any(map(of, others)) for of in _COUNTING) or (
        counted != text and any(_DIGITS.sub("#", other) == counted for other in others)
    ):
        yield -45, Message("number-section")
    first = block.top >= max(one.top for one in rivals) - 1
    if larger and (len(rivals) > _RIVALS or sum(len(one.lines) for one in rivals) > _LISTED):
        yield -22 if plain.running and first else -68, Message("many-size")
    elif not first:
        yield -min(22, 8 * (len(rivals) - 1)), ""
    elif len(rivals) > 2 and block.top < plain.highest - 1:
        yield -12, ""  # the first of the headings of sections, with something above it
    if any(_row_of(block, one) for one in rivals):
        yield -20, ""  # a head of columns
    rare = (block.bold and plain.bold_rare) or (block.size > 1.15 * plain.body and len(rivals) < 3)
    if rare and _alone(block, plain) and block.top >= plain.highest - 1:
        capitals = block.text.isupper() and block.text.count(" ") > 0
        yield (15 if block.bold else 6) + (4 if capitals else 0), Message("stands-above-else")


def _above(block: Block, text: str, page: Page, plain: Plain) -> Marks:
    """What stands above it."""
    if any(_below(block, other, plain.body) for other in page.blocks):
        yield -40, Message("stands-below-running")
    higher = [one for one in plain.blocks if one.top > block.top]
    nearest = min(higher, key=lambda one: one.baseline, default=None)
    if nearest is not None and who.signed(nearest.lines[-1]):
        yield -75, Message("person")
    if nearest is not None and _issues(nearest, block):
        yield 60, Message("says-kind")
    if any(_issues(block, one) for one in plain.blocks):
        yield -60, Message("institution")
    if block.bold and any(words.release(one.text) and one.size >= 0.97 * block.size for one in higher):
        yield 30, ""
    if block.top < plain.contents:
        yield -38, Message("stands-below-table")


def _lines(block: Block, text: str, plain: Plain) -> Marks:
    """What its lines look like as a whole."""
    width, letters = block.right - block.left, len(block.text) * block.size
    sparse = _SPARSE if text.isupper() else _SPARSE_SMALL
    blanks = text.count(" ")
    row = (blanks > 2 and text.isascii() and width > sparse * letters) or (
        0 < blanks < 3 and width > _FAR * letters
    )
    if row and len(block.lines) == 1:
        yield -45, ""  # cells
    if plain.later:
        yield -45, Message("page-not-first")
    if len(block.lines) > 2 and who.organ(block.lines[-1]) and not words.OPEN_END.search(block.lines[-2]):
        yield -30, Message("institution")  # who made it, and where
    if len(block.lines) > 2 and all(who.name(line.strip()) for line in block.lines):
        yield -75, Message("person")


def _told(block: Block, text: str, page: Page, plain: Plain, labelled: bool) -> Marks:
    """What its surroundings, the text and the outline say it is."""
    if labelled:
        yield 45, Message("subject-letter")
    if centred(block, page) and plain.agreed and _agreed(block, page) and not words.parties(text):
        yield 38, Message("agreement")
    if words.form_number(text):
        if any(_beside(one, block) for one in plain.blocks):  # a title then, else it may be one
            yield -38, Message("number-form")
    elif any(
        words.form_number(one.text) and _beside(block, one)
        for one in page.blocks
        if one.size > 1.1 * plain.body
    ):
        yield 30, Message("beside-number-form")
    if words.kind(text):
        yield -KIND, Message("kind-document")
    if text.count(" ") < _COMPANY_BLANKS and who.firm(text, page.text):
        yield -68, Message("company")
    if _addressed(block, page):
        yield -45, Message("address")
    if words.alike(text, page.outline):
        yield 10, Message("first-entry-outline")


def _again(block: Block, text: str, page: Page, plain: Plain) -> Marks:
    """Whether it stands elsewhere too."""
    here = pages.uncounted(text), round(block.size)
    if here in page.stamped and not words.alike(text, page.named):
        yield -STAMPED, ELSEWHERE
    elif here[0] in page.repeated:
        yield -18, Message("stands-pages")
    if plain.often[here] > 1:
        apart = _APART * (page.top - page.bottom)
        others = [one for one in plain.blocks if one is not block and pages.uncounted(one.text) == here[0]]
        handout = len(others) < _SLIDES and all(
            block.top - one.top > apart and abs(one.left - block.left) < 0.1 * (page.right - page.left)
            for one in others
        )
        yield -8 if handout else -52, Message("stands-page-once")


def _alone(block: Block, plain: Plain) -> bool:
    """Does nothing else stand in its row?"""
    return not any(
        other is not block and abs(other.top - block.top) < 0.5 * block.size for other in plain.blocks
    )


def _row_of(block: Block, other: Block) -> bool:
    """Do two blocks of one look stand side by side in a row?"""
    return (
        other is not block
        and other.size == block.size
        and abs(other.top - block.top) < 0.5 * block.size
        and (other.left > block.right or other.right < block.left)
    )


def _beside(block: Block, number: Block) -> bool:
    """Can the block be what a form is called whose number, no smaller, stands in the same rows?"""
    return (
        block is not number
        and number.size >= block.size
        and block.text.count(" ") > 1
        and not who.issuer(block.text)
        and (block.left > number.right or block.right < number.left)
        and min(block.top - number.baseline, number.top - block.baseline) > -_BESIDE * number.size
        and not against.penalties(block.text)
    )


def _addressed(block: Block, page: Page) -> bool:
    """Is this the name above a street and a town, at whose left borders it stands, or right above an address of the web?"""
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
    if any(words.town(line) for line in below[1:4]):
        return True
    after = max(
        (one for one in page.blocks if one.top < block.baseline), key=lambda one: one.top, default=None
    )
    return after is not None and after.lines[0].startswith(("http:", "https:", "www."))


def _agreed(block: Block, page: Page) -> bool:
    """Does the next block below begin to tell who agreed on it, and when?"""
    below = max(
        (one for one in page.blocks if one.top < block.baseline), key=lambda one: one.top, default=None
    )
    return below is not None and bool(words.parties(below.text))


def _issues(issuer: Block, block: Block) -> bool:
    """Is the other block, right above this one, the name of a society that issues it?"""
    near = 0 < issuer.baseline - block.top < 10 * issuer.size
    sizes = 0.5 * issuer.size < block.size
    said = block.text.rstrip(" :-–—")
    return near and sizes and bool(words.tells_kind(said)) and who.society(issuer.text)


def _names(label: Block, block: Block) -> bool:
    """Is the other block a label that stands before this one, or right above it, and says it is the title or what the
    letter is about?"""
    if label is block:
        return False
    above = 0 < label.baseline - block.top < 3 * block.size and words.titled(label.lines[-1]) > 0
    middle = abs(label.left + label.right - block.left - block.right) < 2 * block.size
    return (above and middle) or (
        abs(label.baseline - block.top) < 0.5 * block.size and label.right <= block.left
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
        and not who.organ(other.lines[0])
    )


def _heads(found: list[Candidate]) -> list[Candidate]:
    """The candidates; where none is a title, one is that says which kind of document this is and looks like one, or what
    stands above every page if it has words enough and is no name of who wrote it."""
    if not found or max(one.score for one in found) >= ENOUGH:
        return found
    best = max(found, key=lambda one: one.score)
    if words.kind(best.text) and best.score + KIND >= 2.5 * ENOUGH:
        found[found.index(best)] = best._replace(score=ENOUGH)
        return found
    return [
        one._replace(score=ENOUGH)
        if one.reason.endswith(ELSEWHERE)
        and one.score + STAMPED >= 2 * ENOUGH
        and one.text.count(" ") > 1
        and not who.issuer(one.text)
        else one
        for one in found
    ]
