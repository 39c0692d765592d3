"""The main text of a page (正文): the largest group of text in it, where links and what surrounds a text do not count.

Every element is valued by how much text it holds and how little else; the most valuable one is taken, and inside it
lists of links, announcements of other pages, and what stands before and after a text are left out. When that finds
nothing, or little of what the page has, trafilatura is asked, and whoever found more is believed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from lxml import etree

from extractors.base import spacing
from extractors.base.spacing import names
from extractors.base.types import Apart, Part
from extractors.html.anycase import Anycase
from extractors.html.parts import Block
from extractors.html.tree import BLOCKS, Page

# How much of a page's text its blocks and elements hold, where links and what surrounds a text do not count.

_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+")
_DENSITY = 1.5  # a Chinese character says as much as two and a half letters
PAUSE = re.compile(r"[,;:、，；：。！？….!?](?:(?<![.!?])|(?=\s|$))")
_RIGHTS = ("©", "版权", "opyright")
_SHORT, _LONG, _LONGEST_RIGHTS = 60, 300, 2000
LINKED = 0.5
"""A block with a greater share of anchor text only leads elsewhere."""

# Names that authors of pages give to what is not the text itself. Where all words of a pattern begin with a letter and none
# with a boundary, the search skips to these letters.
_AROUND = Anycase(
    r"comment|disqus|repl(?:y|ies)|footer|side-?bar|crumbs?\b|nav(?:\b|bar|(?<=\bnav))|menu|related|recommend|shar(?:e|ing)"
    r"|social|copyright|ad(?<=\bad)(?:s?\b|[-_])|advert|banner|popup|modal|cookie|consent|gdpr|privacy|disclaim|subscri"
    r"|newsletter|promo|sponsor|pager|paging|paginat|toolbar|tags?\b|taglist|hot(?:news|list)?\b|rank|widget|masthead"
    r"|byline|more-?(?:news|stor)|caption|gallery|slideshow|credit|print-|key-?points|correction"
    r"|xgxw|xgyd|xiangguan|tuijian|pinglun|fenxiang|shengming"
)
_SURELY_AROUND = Anycase(
    r"footer|cookie|consent|gdpr|privacy|nav(?:bar|(?<=\bnav)\b)|breadcrumb|comment|gallery"
)
_TEXTUAL = Anycase(
    r"article|artibody|content|entry|post(?:-?body|-?text|\b)|story|text|trs_editor|zhengwen|main\b|body\b|detail"
    r"|news_?con|blog|cont\b|editor|markdown"
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


def dense(text: str) -> int:
    """How many of the characters are those of scripts of East Asia."""
    return 0 if text.isascii() else sum(map(len, _DENSE.findall(text)))


def weigh(block: Block) -> Weight:
    part = block.part
    if part.kind == "image":
        return Weight(0, 0, 0)
    text = part.text
    size = len(text) if text.isascii() else len(text) + dense(text) * _DENSITY
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
    if size < _LONGEST_RIGHTS and any(sign in text for sign in _RIGHTS):
        good *= 0.3
    return Weight(size, good, linked)


class Names(NamedTuple):
    """What an element is called: the same names are read once for all elements of a site."""

    tag: str
    classes: str | None
    id: str | None
    role: str | None
    itemprop: str | None
    itemtype: str | None


class _Said(NamedTuple):
    """What names say: they are those of what is `around` a text, `surely` so; how much more its letters count."""

    around: bool
    surely: bool
    bonus: float


@lru_cache(maxsize=8192)
def _said(names: Names) -> _Said:
    name = f"{names.classes or ''} {names.id or ''}"
    tag = names.tag
    named = name != " "
    around = tag not in _NEVER_AROUND and (tag in _AROUND_TAGS or (named and _AROUND.found(name)))
    surely = around and (tag in ("nav", "footer", "textarea") or (named and _SURELY_AROUND.found(name)))
    bonus = 1.0
    if tag in ("article", "main") or names.itemprop == "articleBody" or names.role == "main":
        bonus = 1.25
    elif named and not around and _TEXTUAL.found(name):
        bonus = 1.1
    return _Said(around, surely, bonus)


class Place:
    """An element and what stands inside: all letters, those that count, those in anchors. `value` is its weight as the main
    text: letters that count, times their share of all letters; `leading`, whether it holds little but links (a paragraph
    of links is weighed with those beside it)."""

    __slots__ = (
        "all",
        "around",
        "element",
        "good",
        "leading",
        "linked",
        "names",
        "number",
        "said",
        "up",
        "value",
    )

    def __init__(self, element: etree._Element, up: Place | None, number: int) -> None:
        self.element, self.up, self.number = element, up, number
        get = element.get
        self.names = Names(
            element.tag, get("class"), get("id"), get("role"), get("itemprop"), get("itemtype")
        )
        self.said = _said(self.names)
        self.around, self.leading = self.said.around, False
        self.good = self.all = self.linked = self.value = 0.0


class Places:
    """The places of the blocks of a page: `own` that of each block, `every` also those above them, outer ones before those
    inside, each with its number there. What they hold is told by `weigh`."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        known: dict[etree._Element, Place] = {}
        self.own = [_place(block.place, known) for block in blocks]
        self.every = list(known.values())
        self.up = [-1 if place.up is None else place.up.number for place in self.every]
        """The number of the place above each; -1 for none."""
        self._inner = [(at, up) for at, up in enumerate(self.up) if up >= 0][::-1]

    def weigh(self, weights: Iterable[Weight | None]) -> None:
        """Add up what stands in each place; None for a block that does not count."""
        held = [(place.number, weight) for place, weight in zip(self.own, weights, strict=True) if weight]
        said = [place.said for place in self.every]
        every = self._summed([(at, weight.size) for at, weight in held])
        linked = self._summed([(at, weight.size * weight.linked) for at, weight in held])
        named = [_AROUND_FACTOR if one.around else 1 for one in said]
        good = self._summed([(at, weight.good * named[at]) for at, weight in held])
        most = sum(weight.good for _, weight in held)
        around: list[bool] = []
        for at, (one, up) in enumerate(zip(said, self.up, strict=True)):
            few = one.around and good[at] < (_MOST_SURELY if one.surely else _MOST_AROUND) * most
            around.append(few or (up >= 0 and around[up]))
        good = self._summed(
            [(at, weight.good * (_AROUND_FACTOR if around[at] else 1)) for at, weight in held]
        )
        for at, place in enumerate(self.every):
            place.around = around[at]
            place.good, place.all, place.linked = good[at], every[at], linked[at]
            place.value = good[at] * good[at] / every[at] * said[at].bonus if every[at] else 0.0
            place.leading = linked[at] > every[at] * LINKED and place.names.tag != "p"

    def _summed(self, held: Iterable[tuple[int, float]]) -> list[float]:
        """What each place holds of what stands at these numbers, from the inside out."""
        sums = [0.0] * len(self.every)
        for at, value in held:
            sums[at] += value
        for at, up in self._inner:
            sums[up] += sums[at]
        return sums


def _place(element: etree._Element, known: dict[etree._Element, Place]) -> Place:
    place = known.get(element)
    if place is not None:
        return place
    chain = [element]
    at = element.getparent()
    while at is not None and at not in known:
        if at.tag in BLOCKS:  # text beside a paragraph in <font> is beside the paragraph
            chain.append(at)
        at = at.getparent()
    place = known[at] if at is not None else None
    for inner in reversed(chain):
        place = known[inner] = Place(inner, place, len(known))
    return known[element]


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
END = Anycase(
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
    r"|читайте также|поделиться|похожие|комментари|関連記事|シェア|コメント|人気記事|こちらもおすすめ)"
)
# Rights and liability at the end of a text.
LEGAL = re.compile(
    r"©|copyright|Copyright|all [Rr]ights [Rr]eserved|All [Rr]ights [Rr]eserved|版权(?:归|均|属|所有|声明|与)"
    r"|不代表本[网站报刊]|本网站?(?:声明|转载)|本站站?(?:声明|转载)|如有侵权|未经.{0,12}(?:授权|授權|许可|許可|允许)"
    r"|須經.{0,12}(?:授权|授權|许可|許可|允许)|违法和不良信息"
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


class Ruled(NamedTuple):
    """What the rules say of the blocks in sight: their `weights`, where announcements count little; the numbers of those
    that are the main text (`kept`), and of those that announce other pages."""

    weights: list[Weight]
    kept: list[int]
    announced: list[int]


def ruled(blocks: Sequence[Block], weights: list[Weight], standing: Places, hidden: Sequence[bool]) -> Ruled:
    """The main text of `blocks` in sight by the rules alone; `standing` has these and those that are `hidden`."""
    announced = _announcements(blocks, weights)
    for number in announced:
        weights[number] = weights[number]._replace(good=weights[number].good * _ANNOUNCED)
    left = iter(weights)
    standing.weigh(None if one else next(left) for one in hidden)
    own = [place for place, one in zip(standing.own, hidden, strict=True) if not one]
    return Ruled(weights, _largest(blocks, weights, own, standing.every), announced)


def main(
    page: Page, blocks: Sequence[Block], *, here: bool = False, known: Ruled | None = None
) -> tuple[Part, ...]:
    """The parts that are the main text of the blocks in sight, in their order; () when there is none. `known`: what the
    rules said of them. Apart where that takes another opinion and the page is to be read `here`."""
    if known is None:
        known = ruled(blocks, [*map(weigh, blocks)], Places(blocks), [False] * len(blocks))
    weights, kept, _ = known
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


def _largest(
    blocks: Sequence[Block], weights: Sequence[Weight], own: Sequence[Place], every: Sequence[Place]
) -> list[int]:
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
            if len(part.text) < _LONGEST_END and END.begins(part.text):
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
