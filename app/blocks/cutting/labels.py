"""Give the blocks of a page their texts, topics and labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.blocks.cutting.label_names import Label
from app.blocks.cutting.topics import topic_of
from app.blocks.page.tree import Block, BlockTree, shown_text
from app.words.stopwords import is_unspaced

_NEARLY = 0.9  # of the characters of a block: one line of a menu says where one is


_NAMES = re.compile(r"\b(?:class|id|role)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_NAME_WORD = re.compile(r"[a-z]+|[A-Z][a-z]*")
_HIDDEN = re.compile(r"type\s*=\s*[\"']?(?:hidden|submit|image)", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?]\s|[.!?]$|[。！？]", re.MULTILINE)
_DIGITS = re.compile(r"\d+")
_DATED = re.compile(
    r"\d|年|月|日|(?:星期|周)[一二三四五六日天末]|点|访问|浏览|阅读|次"
    r"|(?<![a-z])(?:views?|visits?|hits|posted|updated|modified|last|on|at|[ap]\.?m|jan(?:uary)?|feb(?:ruary)?"
    r"|mar(?:ch|s)?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?"
    r"|de[cz](?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:to|yester)day)(?![a-z])"
    r"|发表于?|更新于?|发布于?|分类于|时间|日期|[\s:/.,|()（）：\-–—]",
    re.IGNORECASE,
)
_ADVERTISED = re.compile(
    r"^\W*(?:advertisements?|sponsored(?: by| links)?|广告|赞助|推广|スポンサー\w*|PR)\W*(?:$|\n)", re.I
)
_RELATED = re.compile(
    r"^\W*(?:related|see also|you may|recommended|popular|most read|recent|latest|further reading|相关|推荐|热门"
    r"|最新|更多|猜你|延伸阅读|関連|人気|最近|最新の)",
    re.IGNORECASE,
)
_RIGHTS = re.compile(
    r"©|\(c\)\s*\d{4}|copyright|all rights|版权|著作権|ICP备|ICP证|powered by|驱动|备案", re.IGNORECASE
)
_COMMENTED = re.compile(
    r"(?:发表|添加|最新)评论|\d\s*(?:条评论|comments?\b|replies)|leave a (?:comment|reply)|コメント", re.I
)
_FIELDS = frozenset({"input", "select", "textarea"})
_ITEMS = frozenset({"li", "tr", "dt", "option"})
_HINTS: dict[Label, frozenset[str]] = {
    "advertisement": frozenset(
        {"ad", "ads", "adsbygoogle", "advert", "advertisement", "sponsor", "banner", "adbox"}
    ),
    "comments": frozenset(
        {"comment", "comments", "disqus", "respond", "replies", "guestbook", "pinglun", "valine"}
    ),
    "footer": frozenset({"footer", "foot", "copyright", "colophon", "contentinfo", "bottom"}),
    "related links": frozenset({"related", "recommend", "popular", "recent", "hot", "blogroll", "friends"}),
    "navigation": frozenset(
        {
            "nav",
            "navbar",
            "navigation",
            "menu",
            "breadcrumb",
            "breadcrumbs",
            "pagination",
            "pager",
            "toc",
            "sidebar",
        }
    ),
    "main text": frozenset({"article", "post", "entry", "content", "markdown"}),
    "header": frozenset({"header", "masthead", "logo", "banner", "top", "branding"}),
}
_TAGS: dict[str, Label] = {"nav": "navigation", "footer": "footer", "header": "header"}


class Siblings:
    """Other pages of the site as the lines they show (`lines_of`): lines that many share belong to the site."""

    def __init__(self, pages: Iterable[AbstractSet[str]] = ()) -> None:
        self._pages = list(pages)

    def __bool__(self) -> bool:
        return bool(self._pages)

    def share(self, block: Block) -> float:
        """The part of these pages that has nearly all of this block too, whatever its numbers are."""
        lines = lines_of(block.text)
        size = sum(map(len, lines))
        if not size or not self._pages:
            return 0.0
        found = [sum(len(line) for line in lines if line in page) >= _NEARLY * size for page in self._pages]
        return sum(found) / len(found)


def lines_of(text: str) -> list[str]:
    """The lines of a text, numbers apart."""
    return [_DIGITS.sub("0", line) for line in text.split("\n") if line]


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts about a block that decide its label."""

    text: str
    size: int  # characters shown
    links: int
    linked: float  # part of the characters that is links
    fields: int
    items: int
    pictures: int
    sentences: int
    begins: float  # where on the page, 0 to 1
    ends: float
    hints: frozenset[str]  # words of class, id and role, of the block and of what is around it
    tags: tuple[str, ...]  # elements around it, the innermost first
    shared: float  # part of the sibling pages that has it too

    def hinted(self, label: Label) -> bool:
        """Whether the page itself calls it so."""
        return bool(self.hints & _HINTS[label])


class Labeller:
    """Labels the blocks of one page; linear in the page for each level."""

    def __init__(self, tree: BlockTree, siblings: Siblings | None = None) -> None:
        self._tree = tree
        self._siblings = siblings
        scan = tree.scan
        self._around: list[int] = []  # number of the start tag around each start tag, or -1
        open_tags: list[int] = []
        for number, start in enumerate(scan.starts):
            while open_tags and scan.closes[open_tags[-1]] <= start:
                open_tags.pop()
            self._around.append(open_tags[-1] if open_tags else -1)
            open_tags.append(number)
        self._top = scan.starts[scan.names.index("body")] if "body" in scan.names else 0
        self._page = max(1, len(scan.text) - self._top)

    def label(self, block: Block) -> Label:
        """The part that a block plays. Its text must be there."""
        facts = self._facts(block)
        for label, fits in _DECISIONS:
            if fits(facts):
                return label
        return "other"

    def _facts(self, block: Block) -> _Facts:
        scan = self._tree.scan
        links = fields = items = pictures = linked = 0
        link_end = -1
        for number in range(*block.numbers):
            name = scan.names[number]
            if name == "a":
                links += 1
                if scan.starts[number] >= link_end:
                    link_end = scan.inner_ends[number]
                    linked += self._shown(scan.ends[number], link_end)
            elif name in _FIELDS:
                fields += _HIDDEN.search(scan.text, scan.name_ends[number], scan.ends[number]) is None
            elif name in _ITEMS:
                items += 1
            elif name == "img":
                pictures += 1
        hints, tags = self._surroundings(block)
        size = len(block.text)
        start, end = block.places
        return _Facts(
            block.text,
            size,
            links,
            min(1.0, linked / max(1, size)),
            fields,
            items,
            pictures,
            len(_SENTENCE.findall(block.text)),
            (start - self._top) / self._page,
            (end - self._top) / self._page,
            hints,
            tags,
            self._siblings.share(block) if self._siblings else 0.0,
        )

    def _shown(self, start: int, end: int) -> int:
        """Characters that a link shows, roughly: what is in tags is left out, entities are not resolved."""
        written = self._tree.scan.text[start:end]
        return len(_TAG.sub("", written).strip()) if "<" in written else len(written.strip())

    def _surroundings(self, block: Block) -> tuple[frozenset[str], tuple[str, ...]]:
        scan = self._tree.scan
        start, end = block.places
        numbers: list[int] = []
        first, stop = block.numbers
        # down, as long as one element is all of the block
        while first < stop and scan.closes[first] - scan.starts[first] > 0.8 * (end - start):
            numbers.append(first)
            first += 1
        if block.numbers[0] < stop:
            around = self._around[block.numbers[0]]
        else:  # words alone: they are in the last element before them that is still open
            around = stop - 1
            while around >= 0 and scan.closes[around] <= start:
                around = self._around[around]
        tags: list[str] = [scan.names[number] for number in numbers]
        while around >= 0:
            tags.append(scan.names[around])
            if scan.closes[around] - scan.starts[around] < self._page / 2:  # else it speaks of the whole page
                numbers.append(around)
            around = self._around[around]
        words: set[str] = set()
        for number in numbers:
            for value in _NAMES.findall(scan.text[scan.name_ends[number] : scan.ends[number]]):
                words.update(word.lower() for word in _NAME_WORD.findall("".join(value)))
        return frozenset(words), tuple(tags)


_TAG = re.compile(r"<[^>]*>")


def _within(facts: _Facts, tag: str) -> bool:
    """Whether it is in such an element of the page, not of one article."""
    return tag in facts.tags and not {"article", "section", "main"} & set(facts.tags[facts.tags.index(tag) :])


def _advertisement(facts: _Facts) -> bool:
    if _ADVERTISED.search(facts.text):
        return True
    if not facts.hinted("advertisement") or facts.sentences > 3:
        return False
    return "banner" not in facts.hints or (facts.links > 0 and facts.pictures > 0 and facts.size < 40)


def _comments(facts: _Facts) -> bool:
    return facts.hinted("comments") or (_COMMENTED.search(facts.text) is not None and facts.fields > 0)


def _form(facts: _Facts) -> bool:
    if facts.links > 3 * facts.fields:
        return False
    return facts.fields > 0 and facts.size < 120 * facts.fields + 60 and facts.sentences <= 2 * facts.fields


def _footer(facts: _Facts) -> bool:
    if _within(facts, "footer"):
        return True
    if "article" in facts.tags or facts.begins <= 0.5 or facts.size >= 1500:
        return False
    return facts.hinted("footer") or _RIGHTS.search(facts.text) is not None


def is_date(text: str) -> bool:
    """Whether a text is a date or the figure of a counter, and next to nothing else."""
    if not 0 < len(text) <= 80 or not _DIGITS.search(text) or text.count("\n") > 3:
        return False  # many lines of numbers number something
    return sum(3 if is_unspaced(letter) else 1 for letter in _DATED.sub("", text)) <= len(text) * 0.2


def _date(facts: _Facts) -> bool:
    return is_date(facts.text)


def _related(facts: _Facts) -> bool:
    if facts.links < 2 or facts.linked < 0.4:
        return False
    return _RELATED.search(facts.text) is not None or facts.hinted("related links")


def _navigation(facts: _Facts) -> bool:
    if facts.sentences > 5 or facts.linked < 0.3:
        return False
    if "nav" in facts.tags or facts.hinted("navigation"):
        return True
    short = facts.links >= 3 and facts.linked > 0.6 and facts.size / facts.links < 20
    return short and (facts.begins < 0.25 or facts.shared >= 0.5 or facts.ends > 0.9)


def _header(facts: _Facts) -> bool:
    if _within(facts, "header"):
        return True
    if "article" in facts.tags:
        return False
    return facts.begins < 0.3 and facts.size < 400 and facts.sentences < 3 and facts.hinted("header")


def _main(facts: _Facts) -> bool:
    if facts.shared >= 0.5 or facts.size == 0:
        return False
    if "article" in facts.tags or facts.hinted("main text"):
        return facts.linked < 0.9
    return facts.linked < 0.4 and (facts.sentences > 0 or facts.size >= 60)


def _list(facts: _Facts) -> bool:
    return facts.items >= 3 and (facts.linked > 0.3 or facts.size / facts.items < 80)


def _many_links(facts: _Facts) -> bool:
    return facts.links >= 4 and facts.linked > 0.5


# The first that fits; what the page says itself comes before what is guessed.
_DECISIONS: tuple[tuple[Label, Callable[[_Facts], bool]], ...] = (
    ("advertisement", _advertisement),
    ("comments", _comments),
    ("footer", _footer),
    ("form", _form),
    ("date/counter", _date),
    ("related links", _related),
    ("navigation", _navigation),
    ("header", _header),
    ("list", _list),
    ("main text", _main),
    ("list", _many_links),
    ("footer", lambda facts: facts.begins > 0.9 and facts.shared >= 0.5),
    ("header", lambda facts: facts.ends < 0.1 and facts.shared >= 0.5),
)


class Namer:
    """Names blocks of one page; `siblings` are other pages of the site."""

    def __init__(self, tree: BlockTree, siblings: Siblings | None = None) -> None:
        self._tree = tree
        self._labeller = Labeller(tree, siblings)

    def name(self, block: Block) -> None:
        """Fill in text, topic and label of a block."""
        block.text = shown_text(self._tree.scan, *block.places)
        block.topic = topic_of(self._tree, block)
        block.label = self._labeller.label(block)


def name_blocks(tree: BlockTree, siblings: Siblings | None = None) -> None:
    """Fill in text, topic and label of every block."""
    namer = Namer(tree, siblings)
    for block in tree.walk():
        namer.name(block)
