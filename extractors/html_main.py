"""The main text of a page (正文): the largest group of text in it, where links and what surrounds a text do not count.

Every element is valued by how much text it holds and how little else; the most valuable one is taken, and inside it
lists of links, announcements of other pages, and what stands before and after a text are left out. When that finds
nothing, or little of what the page has, trafilatura is asked, and whoever found more is believed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors import main_opinion, spacing
from extractors.html_blocks import Block
from extractors.html_tree import Page
from extractors.html_weights import LINKED, Place, Weight, places, weigh
from extractors.types import Part

# Announcements: so many short groups of text, with so few links between them.
_CHAIN, _GROUP, _MEMBERS, _BETWEEN = 5, 500, 4, 2
_ANNOUNCED = 0.2
_END = re.compile(
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
# What is said of rights and liability at the end.
_LEGAL = re.compile(
    r"©|[Cc]opyright|[Aa]ll [Rr]ights [Rr]eserved|版权(?:归|均|属|所有|声明|与)|不代表本[网站报刊]"
    r"|(?:本网|本站)站?(?:声明|转载)|如有侵权|(?:未经|須經).{0,12}(?:授权|授權|许可|許可|允许)|违法和不良信息"
)
_LONGEST_END, _LONGEST_LEGAL = 60, 300
_AFTERWARDS = 0.7
"""What ends a text with more than this share of it to come belongs to it."""
_ABOUT = re.compile(
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
# What only scripts would show (an article in JSON-LD) is told by its being so much more than all that was found.
_UNSEEN = 0.5


def main(page: Page, blocks: Sequence[Block]) -> tuple[Part, ...]:
    """The parts that are the main text, in their order; () when there is none."""
    weights = [weigh(block) for block in blocks]
    for number in _announcements(blocks, weights):
        weights[number] = weights[number]._replace(good=weights[number].good * _ANNOUNCED)
    kept = _largest(blocks, weights)
    size = _size(weights, kept)
    if size < _FEW:
        opinion = main_opinion.ask(page)
        other = main_opinion.matching(opinion, blocks)
        if _good(weights, other) > max(_CLEARLY * _good(weights, kept), LINKED * _size(weights, other)):
            kept = other
        elif max(size, _size(weights, other), _FEW) < len(opinion) * _UNSEEN:
            return tuple(Part("paragraph", line) for line in map(spacing.paragraph, opinion.split("\n")) if line)
    return tuple(blocks[number].part for number in kept)


def _size(weights: Sequence[Weight], kept: Sequence[int]) -> float:
    return sum(weights[number].size for number in kept)


def _good(weights: Sequence[Weight], kept: Sequence[int]) -> float:
    return sum(weights[number].good for number in kept)


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
            if len(part.text) < _LONGEST_END and _END.match(part.text):
                if done > most * _AFTERWARDS and not (left and _goes_on(blocks, weights, left[-1], number)):
                    break
                continue
            if done > most * 0.5 and len(part.text) < _LONGEST_LEGAL and _LEGAL.search(part.text):
                continue
            if len(part.text) < _LONGEST_ABOUT and done < most * _BEFORE and _ABOUT.match(part.text):
                continue
            if part.kind == "paragraph" and not any(map(str.isalnum, part.text)):
                continue
        done += weight.good
        left.append(number)
    return _without_empty_headings(blocks, left)


def _goes_on(blocks: Sequence[Block], weights: Sequence[Weight], last: int, number: int) -> bool:
    """Does the text go on after a line that points elsewhere, beside its `last` block?"""
    place = blocks[last].place.getparent()
    after = (
        weights[other].good
        for other in range(number + 1, len(blocks))
        if blocks[other].part.kind == "paragraph" and blocks[other].place.getparent() is place
    )
    return sum(1 for good in after if good >= _SENTENCE * 2) >= _TO_GO_ON


def _between_text(blocks: Sequence[Block], weights: Sequence[Weight], number: int) -> bool:
    """Is it a paragraph of links that stands between others of the same text?"""
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
