"""The main text of a page (正文): the largest group of text in it, where links and what surrounds a text do not count.

Every element is valued by how much text it holds and how little else; the most valuable one is taken, and inside it
lists of links, announcements of other pages, and what stands before and after a text are left out. When that finds
nothing, or little of what the page has, trafilatura is asked, and whoever found more is believed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lxml import etree

from extractors.base import spacing
from extractors.base.addresses import Resolver
from extractors.base.spacing import names
from extractors.base.types import Apart, Part
from extractors.html.parts import Walk
from extractors.html.tree import BLOCKS, Page

# The parts of a page with the places they stand in, for what has to weigh them.

# No characters of any text (Unicode, section 23.7); they mark where anchors begin and end.
_BEGIN, _ENDING = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"([{_BEGIN}{_ENDING}])")


class Block(NamedTuple):
    """A part, the innermost block element around it, how many of its characters are those of anchors, how many
    anchors it has, and whether the page shows it only when asked to (a tab, a part that unfolds)."""

    part: Part
    place: etree._Element
    linked: int
    anchors: int
    hidden: bool = False


def blocks(root: etree._Element, resolver: Resolver, *, unseen: bool = False) -> list[Block]:
    """The blocks of a page in their order; `unseen`: those out of sight too."""
    walk = _Placed(root, resolver, unseen=unseen)
    walk.run(root)
    return walk.blocks


class _Placed(Walk):
    def __init__(self, root: etree._Element, resolver: Resolver, *, unseen: bool) -> None:
        super().__init__(resolver, unseen=unseen)
        self.blocks: list[Block] = []
        self._places = [root]
        self._depth = 0  # of open anchors
        self._linked = self._anchors = 0

    def _enter(self, name: str, element: etree._Element) -> None:
        if name == "a":
            self._words.append(_BEGIN)
        super()._enter(name, element)
        if name in BLOCKS:
            self._places.append(element)

    def _leave(self, name: str, element: etree._Element, tail: str | None) -> None:
        super()._leave(name, element, tail)
        if name == "a":
            self._words.append(_ENDING)
        if name in BLOCKS:
            self._places.pop()

    def _table(self, table: etree._Element, rows: tuple[tuple[str, ...], ...]) -> None:
        super()._table(table, rows)
        anchors = list(table.iter("a"))
        self._linked = sum(len("".join("".join(anchor.itertext()).split())) for anchor in anchors)
        self._anchors = len(anchors)
        self._place(table)

    def _flush(self) -> None:
        super()._flush()
        self._place(self._places[-1])

    def _finish(self, words: str) -> None:
        if _BEGIN in words or _ENDING in words:
            pieces = _MARK.split(words)
            for piece in pieces:
                if piece == _BEGIN:
                    self._depth += 1
                    self._anchors += 1
                elif piece == _ENDING:
                    self._depth -= 1
                elif self._depth > 0:
                    self._linked += len("".join(piece.split()))
            words = "".join(piece for piece in pieces if piece not in (_BEGIN, _ENDING))
            if not words:
                return
        elif self._depth > 0:
            self._anchors += 1
            self._linked += len("".join(words.split()))
        super()._finish(words)

    def _place(self, place: etree._Element) -> None:
        for part in self.parts[len(self.blocks) :]:
            self.blocks.append(Block(part, place, self._linked, self._anchors, self.hidden is not None))
        self._linked = self._anchors = 0


# How much of a page's text its blocks and elements hold, where links and what surrounds a text do not count.

DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]")
_DENSITY = 1.5  # a Chinese character says as much as two and a half letters
PAUSE = re.compile(r"[,;:、，；：。！？…]|[.!?](?=\s|$)")
_RIGHTS = re.compile("©|版权|opyright")
_SHORT, _LONG, _LONGEST_RIGHTS = 60, 300, 2000
LINKED = 0.5
"""A block with a greater share of anchor text only leads elsewhere."""

# Names that authors of pages give to what is not the text itself.
_AROUND = re.compile(
    r"comment|disqus|repl(?:y|ies)|footer|side-?bar|crumbs?\b|\bnav|nav\b|navbar|menu|related|recommend|shar(?:e|ing)"
    r"|social|copyright|\bads?\b|\bad[-_]|advert|banner|popup|modal|cookie|consent|gdpr|privacy|disclaim|subscri"
    r"|newsletter|promo|sponsor|pager|paging|paginat|toolbar|tags?\b|taglist|hot(?:news|list)?\b|rank|widget|masthead"
    r"|byline|more-?(?:news|stor)|caption|gallery|slideshow|credit|print-|key-?points|correction"
    r"|xgxw|xgyd|xiangguan|tuijian|pinglun|fenxiang|shengming",
    re.IGNORECASE,
)
_SURELY_AROUND = re.compile(
    r"footer|cookie|consent|gdpr|privacy|\bnav\b|navbar|breadcrumb|comment|gallery", re.IGNORECASE
)
_TEXTUAL = re.compile(
    r"article|artibody|content|entry|post(?:-?body|-?text|\b)|story|text|trs_editor|zhengwen|main\b|body\b|detail"
    r"|news_?con|blog|cont\b|editor|markdown",
    re.IGNORECASE,
)
_AROUND_TAGS = names("figcaption nav footer aside form select menu dialog button fieldset textarea")
_NEVER_AROUND = frozenset(("html", "body", "main", "article"))
# Shares of a page from which an element of such a name is taken for the text all the same.
_MOST_AROUND, _MOST_SURELY = 0.4, 0.85
_AROUND_FACTOR = 0.15


class Weight(NamedTuple):
    """The weight of a block: `size` in letters, `good` those that count, `linked` the share of its characters in anchors."""

    size: float
    good: float
    linked: float


def weigh(block: Block) -> Weight:
    part = block.part
    if part.kind == "image":
        return Weight(0, 0, 0)
    text = part.text
    size = len(text) if text.isascii() else len(text) + len(DENSE.findall(text)) * _DENSITY
    linked = min(1.0, block.linked / max(1, len(text) - text.count(" ")))
    if linked > LINKED:
        return Weight(size, 0, linked)
    good = size * (1 - linked)
    if part.kind == "heading" and (size < _SHORT or block.place.tag[:1] == "h"):
        good *= 0.3
    elif part.kind == "table":
        good *= 0.5
    elif part.kind != "code" and not PAUSE.search(text):
        good *= 0.1 if size < _SHORT else 0.4
    elif size < _SHORT:
        good *= 0.5
    elif linked > (0.15 if part.kind == "item" else 0.2) and (part.kind == "item" or size < _LONG):
        good *= 0.4  # an announcement with its link
    if size < _LONGEST_RIGHTS and _RIGHTS.search(text):
        good *= 0.3
    return Weight(size, good, linked)


@lru_cache(maxsize=8192)
def _spoken(name: str) -> tuple[bool, bool, bool]:
    """Whether classes and id speak of what is around a text, surely so, of a text. Pages repeat their names."""
    return tuple(pattern.search(name) is not None for pattern in (_AROUND, _SURELY_AROUND, _TEXTUAL))  # type: ignore[return-value]


class Place:
    """An element and what stands inside: all letters, those that count, those in anchors."""

    __slots__ = ("all", "around", "bonus", "element", "good", "linked", "paragraph", "surely", "up")

    def __init__(self, element: etree._Element, up: Place | None) -> None:
        self.element, self.up = element, up
        self.good = self.all = self.linked = 0.0
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        tag = element.tag
        self.paragraph = tag == "p"
        around, surely, textual = _spoken(name)
        self.around = tag not in _NEVER_AROUND and (tag in _AROUND_TAGS or around)
        self.surely = self.around and (tag in ("nav", "footer", "textarea") or surely)
        self.bonus = 1.0
        if (
            tag in ("article", "main")
            or element.get("itemprop") == "articleBody"
            or element.get("role") == "main"
        ):
            self.bonus = 1.25
        elif not self.around and textual:
            self.bonus = 1.1

    @property
    def leading(self) -> bool:
        """Whether it holds little but links. A paragraph of links is weighed with those beside it."""
        return self.linked > self.all * LINKED and not self.paragraph

    @property
    def value(self) -> float:
        """Weight as the main text: letters that count, times their share of all letters."""
        return self.good * self.good / self.all * self.bonus if self.all else 0.0


def places(blocks: Sequence[Block], weights: Sequence[Weight]) -> tuple[list[Place], list[Place]]:
    """The place of each block, and all places above them, outer ones before those inside."""
    known: dict[etree._Element, Place] = {}
    own = [_place(block.place, known) for block in blocks]
    every = list(known.values())
    _add(own, weights, every)
    most = sum(weight.good for weight in weights)
    for place in every:
        few = place.good < (_MOST_SURELY if place.surely else _MOST_AROUND) * most
        place.around = (place.around and few) or (place.up is not None and place.up.around)
    for place in every:
        place.good = place.all = place.linked = 0.0
    _add(own, weights, every)
    return own, every


def _place(element: etree._Element, known: dict[etree._Element, Place]) -> Place:
    chain: list[etree._Element] = []
    at: etree._Element | None = element
    while at is not None and at not in known:
        if at.tag in BLOCKS or at is element:  # text beside a paragraph in <font> is beside the paragraph
            chain.append(at)
        at = at.getparent()
    place = known[at] if at is not None else None
    for inner in reversed(chain):
        place = known[inner] = Place(inner, place)
    return known[element]


def _add(own: Sequence[Place], weights: Sequence[Weight], every: Sequence[Place]) -> None:
    """Add each block to the place it stands in, and what a place holds to the one around it, from the inside out."""
    for place, weight in zip(own, weights, strict=True):
        place.good += weight.good * (_AROUND_FACTOR if place.around else 1)
        place.all += weight.size
        place.linked += weight.size * weight.linked
    for place in reversed(every):
        if place.up is not None:
            place.up.good += place.good
            place.up.all += place.all
            place.up.linked += place.linked


# What trafilatura takes for the main text of a page, as blocks of ours.
#
# It is asked about pages that are hard, and may need time with the square of their size: only so much of a
# page is shown to it. Its time is not limited otherwise, since nothing inside a process can end it.

_MOST_ELEMENTS = 6000
_MOST_DEPTH = 200
_MOST_CHARACTERS = 1_500_000
_MOST_ATTRIBUTES = 100
_SILENT = ("trafilatura", "htmldate", "courlan", "justext", "readability")


@cache
def _library() -> Any:
    for name in _SILENT:  # their remarks on a page belong into no log
        logging.getLogger(name).setLevel(logging.CRITICAL)
    import trafilatura

    return trafilatura


def ask(page: Page) -> str:
    """The main text in the opinion of trafilatura, a line a paragraph; "" when there is none or the page is too large."""
    if not _bearable(page):
        return ""
    try:
        return str(_library().extract(page.text, fast=True, include_comments=False) or "")
    except Exception:  # whatever it stumbles over, it is an opinion less
        return ""


def _bearable(page: Page) -> bool:
    if page.root is None or page.flattened or len(page.text) > _MOST_CHARACTERS:
        return False
    depth = 0
    for number, (event, element) in enumerate(etree.iterwalk(page.root, events=("start", "end"))):
        depth += 1 if event == "start" else -1
        if depth > _MOST_DEPTH or number > 2 * _MOST_ELEMENTS or len(element.attrib) > _MOST_ATTRIBUTES:
            return False
    return True


def matching(found: str, blocks: Sequence[Block]) -> list[int]:
    """The numbers of the blocks whose words stand in a text, in order: short words may stand anywhere."""
    text = "".join(found.split())
    kept: list[int] = []
    at = 0
    for number, block in enumerate(blocks):
        words = "".join(block.part.text.split())
        if block.part.kind == "image" or not words:
            continue
        place = text.find(words, at)
        if place >= 0 and (len(words) >= 20 or place - at < 200):
            kept.append(number)
            at = place + len(words)
    return kept


# Announcements: the least number of short groups of text, and the most links between two of them.
_CHAIN, _GROUP, _MEMBERS, _BETWEEN = 5, 500, 4, 2
_ANNOUNCED = 0.2
END = re.compile(
    r"[\W_]*(?:(?:免责|版权|特别)?声明|相关(?:新闻|阅读|链接|报道|专题|文章|推荐|内容)|更多(?:关于|新闻|精彩|相关)|分享[到至]"
    r"|延伸阅读|推荐阅读|热门(?:新闻|文章|推荐|评论)|网友评论|我要评论|发表评论|最新评论|评论\W*$|上一篇|下一篇|打印本页|编辑推荐|猜你喜欢"
    r"|related|share (?:this|on|your)|read (?:more|next)|more (?:from|on|stories|news|about)|you (?:may|might) also"
    r"|comments?\b|leave a|post a comment|advertisement|sponsored|recommended|trending|subscribe|sign up|follow us"
    r"|copyright|all rights reserved|filed under|tags?:|about the author|see also$|(?:view )?more$|up next$"
    r"|most (?:popular|read|viewed|shared|recent)|popular (?:posts|articles|stories|news)|editor.?s.? (?:picks?|choice)"
    r"|(?:our |the )?latest (?:news|posts|articles|stories|updates)|recent (?:posts|articles)"
    r"|similar (?:posts|articles)|(?:next|previous) (?:post|article|story)|join the (?:conversation|discussion)"
    r"|compartilh|comentários?|veja também|leia (?:mais|também)|posts? relacionad|artículos relacionados"
    r"|get the (?:latest|app)|te puede interesar"
    r"|compartir|comentarios?\b|lire aussi|à lire aussi|partager|commentaires?\b|articles? (?:liés|similaires)"
    r"|(?:das könnte|auch) interess|mehr zum thema|kommentare?\b|teilen$|weiterlesen|ähnliche (?:artikel|beiträge)"
    r"|читайте также|поделиться|похожие|комментари|関連記事|シェア|コメント|人気記事|こちらもおすすめ)",
    re.IGNORECASE,
)
# Rights and liability at the end of a text.
LEGAL = re.compile(
    r"©|[Cc]opyright|[Aa]ll [Rr]ights [Rr]eserved|版权(?:归|均|属|所有|声明|与)|不代表本[网站报刊]"
    r"|(?:本网|本站)站?(?:声明|转载)|如有侵权|(?:未经|須經).{0,12}(?:授权|授權|许可|許可|允许)|违法和不良信息"
)
_LONGEST_END, _LONGEST_LEGAL = 60, 300
_AFTERWARDS = 0.7
"""What ends a text with more than this share of it to come belongs to it."""
ABOUT = re.compile(
    r"\W*(?:(?:发布|更新|发表|发稿)?(?:时间|日期)?\W*(?:19|20)\d\d\s*[-年/.]\s*\d{1,2}\s*[-月/.]\s*\d{1,2}"
    r"|来源\s*[:：]|作者\s*[:：]|编辑\s*[:：]|责任编辑|字号|字体|浏览|点击|阅读)"
)
_LONGEST_ABOUT, _BEFORE = 80, 0.1
_REPEATED, _NEAR = 40, 12  # captions and their shortened forms, not refrains
_SENTENCE = 30
_TO_GO_ON = 2  # paragraphs after a line that points elsewhere
# Ours is doubted when it is this short.
_FEW = 250
_CLEARLY = 1.5
# A page that is a list, and has hardly more than a sentence about it.
_MOST_OF_PAGE, _INTRODUCTION, _MANY = 0.6, 0.05, 50
# Text that only scripts would show (an article in JSON-LD) is this share longer than all that was found.
_UNSEEN = 0.5


def ruled(blocks: Sequence[Block], weighed: Sequence[Weight]) -> tuple[list[int], list[int]]:
    """The numbers of the blocks that are the main text by the rules alone, of those in sight, and of those that announce
    other pages; each block with its weight."""
    numbers = [number for number, block in enumerate(blocks) if not block.hidden]
    seen = [blocks[number] for number in numbers]
    weights = [weighed[number] for number in numbers]
    announced = _announcements(seen, weights)
    for number in announced:
        weights[number] = weights[number]._replace(good=weights[number].good * _ANNOUNCED)
    return [numbers[number] for number in _largest(seen, weights)], [numbers[number] for number in announced]


def main(page: Page, blocks: Sequence[Block], *, here: bool = False) -> tuple[Part, ...]:
    """The parts that are the main text, in their order; () when there is none. Apart where that takes another opinion and
    the page is to be read `here`."""
    weights = [weigh(block) for block in blocks]
    for number in _announcements(blocks, weights):
        weights[number] = weights[number]._replace(good=weights[number].good * _ANNOUNCED)
    kept = _largest(blocks, weights)
    size, good = _sums(weights, kept)
    if size < _FEW:
        if here and _bearable(page):
            raise Apart
        opinion = ask(page)
        other = matching(opinion, blocks)
        more, better = _sums(weights, other)
        if better > max(_CLEARLY * good, LINKED * more):
            kept = other
        elif max(size, more, _FEW) < len(opinion) * _UNSEEN:
            return tuple(
                Part("paragraph", line) for line in map(spacing.paragraph, opinion.split("\n")) if line
            )
    return tuple(blocks[number].part for number in kept)


def _sums(weights: Sequence[Weight], kept: Sequence[int]) -> tuple[float, float]:
    """All letters of some blocks, and those that count."""
    return sum(weights[number].size for number in kept), sum(weights[number].good for number in kept)


def _largest(blocks: Sequence[Block], weights: Sequence[Weight]) -> list[int]:
    own, every = places(blocks, weights)
    best = max(reversed(every), key=lambda place: place.value, default=None)  # of equals the innermost
    if best is None or not best.value:
        return []
    catalogue = _catalogue(every, own)
    if catalogue is not None and best.good < _INTRODUCTION * catalogue.all:
        below = _below(catalogue, every)
        return [number for number, place in enumerate(own) if place in below]
    inside: set[Place] = {best}
    for place in every:
        if place.up in inside and not place.leading and (best.around or not place.around):
            inside.add(place)
    return _trimmed(blocks, weights, [number for number, place in enumerate(own) if place in inside])


def _catalogue(every: Sequence[Place], own: Sequence[Place]) -> Place | None:
    """The innermost place that holds most of a page, if that is one long list: of chapters, of articles."""
    whole = every[0].all
    inner = next((place for place in reversed(every) if place.all > _MOST_OF_PAGE * whole), None)
    if inner is None or inner.around or not inner.leading:
        return None
    entries = sum(1 for place in own if place.up is inner or place is inner)
    return inner if entries >= _MANY else None


def _below(outer: Place, every: Sequence[Place]) -> set[Place]:
    found = {outer}
    for place in every:
        if place.up in found:
            found.add(place)
    return found


def _announcements(blocks: Sequence[Block], weights: Sequence[Weight]) -> list[int]:
    """Blocks in short groups of text that take turns with links: other pages are announced there."""
    found: list[int] = []
    chain: list[list[int]] = []
    group: list[int] = []
    length, between, gap = 0.0, 0, 0

    def close() -> None:
        nonlocal chain
        fits = length < _GROUP and len(group) <= _MEMBERS
        alike = bool(chain) and abs(len(chain[-1]) - len(group)) <= 1
        if not (alike and fits and gap <= _BETWEEN):
            if len(chain) >= _CHAIN:
                found.extend(number for members in chain for number in members)
            chain = []
        if fits:
            chain.append(group)

    for number, weight in enumerate(weights):
        if blocks[number].part.kind == "image":
            continue
        if weight.linked > LINKED:
            if group:
                close()
                group = []
            between += 1
        else:
            if not group:
                length, gap, between = 0.0, between, 0
            group.append(number)
            length += weight.size
    if group:
        close()
    if len(chain) >= _CHAIN:
        found.extend(number for members in chain for number in members)
    return found


def _trimmed(blocks: Sequence[Block], weights: Sequence[Weight], kept: Sequence[int]) -> list[int]:
    """Without links, repetitions, and what stands before and after a text."""
    most = sum(weights[number].good for number in kept)
    left: list[int] = []
    seen: dict[str, int] = {}
    done = 0.0
    for number in kept:
        part, weight = blocks[number].part, weights[number]
        if weight.linked > LINKED and not _between_text(blocks, weights, number):
            continue
        if len(part.text) > _REPEATED and number - seen.get(part.text, -_NEAR) < _NEAR:
            continue
        seen[part.text] = number
        if part.kind != "image":
            if len(part.text) < _LONGEST_END and END.match(part.text):
                if done > most * _AFTERWARDS and not (left and _goes_on(blocks, weights, left[-1], number)):
                    break
                continue
            if done > most * 0.5 and len(part.text) < _LONGEST_LEGAL and LEGAL.search(part.text):
                continue
            if len(part.text) < _LONGEST_ABOUT and done < most * _BEFORE and ABOUT.match(part.text):
                continue
            if part.kind == "paragraph" and not any(map(str.isalnum, part.text)):
                continue
        done += weight.good
        left.append(number)
    return _without_empty_headings(blocks, left)


def _goes_on(blocks: Sequence[Block], weights: Sequence[Weight], last: int, number: int) -> bool:
    """Whether paragraphs beside the `last` block follow a line that points elsewhere."""
    place = blocks[last].place.getparent()
    after = (
        weights[other].good
        for other in range(number + 1, len(blocks))
        if blocks[other].part.kind == "paragraph" and blocks[other].place.getparent() is place
    )
    return sum(1 for good in after if good >= _SENTENCE * 2) >= _TO_GO_ON


def _between_text(blocks: Sequence[Block], weights: Sequence[Weight], number: int) -> bool:
    """Whether a paragraph of links stands between two others of the same text."""
    block = blocks[number]
    around = (number - 1, number + 1)
    return block.part.kind == "paragraph" and all(
        0 <= other < len(blocks)
        and weights[other].good >= _SENTENCE
        and blocks[other].place.tag == block.place.tag
        and blocks[other].place.getparent() is block.place.getparent()
        for other in around
    )


def _without_empty_headings(blocks: Sequence[Block], kept: Sequence[int]) -> list[int]:
    """Without headings that nothing follows, or only a heading as high."""
    left: list[int] = []
    after: Part | None = None
    for number in reversed(kept):
        part = blocks[number].part
        if part.kind == "heading" and part.level > 1:
            if after is None or (after.kind == "heading" and after.level <= part.level):
                continue
        elif part.kind == "heading" and after is None:
            continue
        if part.kind != "image":
            after = part
        left.append(number)
    return left[::-1]
