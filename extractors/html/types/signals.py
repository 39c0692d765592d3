"""What a page shows of its kind: counts, shares and words, read off its source without a tree.

Nothing here walks elements: tags, names and runs of text are found by three patterns,
in the first `MOST` bytes. No pattern may need more than linear time: a tag ends where the next begins, what is never
closed ends with the page, runs are bounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import log1p
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from extractors.base.spacing import listed, names

MOST = 400_000
"""Bytes of a page that are looked at."""
_LONGEST_WORD = 24
_MOST_WORDS = 1500  # words of the text, from its beginning
_SILENT = re.compile(rb"<(script|style|noscript|template|svg)\b[^<>]*>", re.IGNORECASE)
_AUDIBLE = {
    name: re.compile(rb"</(?i:" + name + rb")\s*>")
    for name in (b"script", b"style", b"noscript", b"template", b"svg")
}
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_PIECE = re.compile(rb"<(/?[a-zA-Z][a-zA-Z0-9]*+)([^<>]*+)>([^<]*+)")
_NAMED = re.compile(rb"""\b(?:class|id|itemprop|itemtype|role|rel)\s*=\s*["']?([^"'>]+)""", re.IGNORECASE)
# The same where no blank stands before an equals sign, which is found three times as fast.
_TIGHTLY_NAMED = re.compile(
    rb"""=(?:(?<=\bclass=)|(?<=\bid=)|(?<=\bitemprop=)|(?<=\bitemtype=)|(?<=\brole=)|(?<=\brel=))\s*["']?([^"'>]+)""",
    re.IGNORECASE,
)
_LOOSE = (b" =", b"\n=", b"\t=", b"\r=", b"\v=", b"\f=")
_META = re.compile(rb"<meta\b([^<>]+)>", re.IGNORECASE)
_OG_TYPE = re.compile(r"""(?:property|name)=["']og:type["']""", re.IGNORECASE)
_GENERATOR = re.compile(r"""name=["']generator["']""", re.IGNORECASE)
_CONTENT = re.compile(r"""content=["']([^"']{1,60})""", re.IGNORECASE)
_SCHEMA = re.compile(rb'"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([A-Za-z]{3,40})"')
_TITLE = re.compile(rb"<title[^<>]*>([^<]{1,300})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}|\d+")
_NAME = re.compile(r"[a-z]{3,}|[A-Z][a-z]{2,}|[A-Z]{3,}")
# Each of these begins with a set of characters, which the search skips to: two to three times as fast as a list of words.
_SENTENCE = re.compile(r"[.!?。！？](?:(?<=[。！？])|(?=\s|$))")
PRICE = re.compile(r"[$€£¥￥₹\d](?:(?<=\d)[\d.,]{0,15}\s?(?:€|£|元|USD|EUR|kr|zł)\b|(?<!\d)\s?\d)")
_DATE = re.compile(
    r"[\djfmasondJFMASONDſ](?<!\w.)(?:"
    r"(?:(?<=1)9|(?<=2)0)\d\d[-/.年]\d{1,2}"
    r"|(?<=\d)\d{0,2} (?i:hours?|days?|weeks?|months?|years?) (?i:ago)"
    r"|(?i:(?<=j)(?:an|u[nl])|(?<=f)eb|(?<=m)a[ry]|(?<=a)(?:pr|ug)|(?<=s)ep|(?<=o)ct|(?<=n)ov|(?<=d)ec)"
    r"(?i:[a-z]*)\.? \d{1,2}\b)"
)
_TAGS = listed("""
    a p li ul ol h1 h2 h3 h4 table tr pre code img form input button select article section nav header footer
    aside main time figure video iframe dl blockquote details label textarea span div br strong option
    """)


class Signals(NamedTuple):
    """Signs of a page's kind: `numbers` in the order of NAMES, and its distinct `words`, each with where it stands
    ("c:reply" in a class, "u:" address, "t:" title, "s:" schema.org, "o:" og:type, "g:" generator, "w:" text, "a:"
    anchors)."""

    numbers: tuple[float, ...]
    words: frozenset[str]


NAMES = (
    *(f"tag-{tag}" for tag in _TAGS),
    *listed("""
        size letters linked anchors anchor-length paragraph-letters paragraph-share item-share heading-share
        code-share cell-share long-blocks longest mean-sentence sentences prices dates questions
        pictures-for-text repeated-class repeated-share second-class inputs-shown password depth
        address-length address-digits address-query address-page title-length text-before-heading unlinked
        anchors-with-sentence picture-anchors words-distinct headings linked-headings text-in-main
        text-in-article
        """),
)


def read(utf8: bytes, address: str | None) -> Signals:
    """The signals of a page in UTF-8 that was fetched from `address`."""
    whole = utf8[:MOST]
    tally = _Tally(_PIECE.findall(_audible(_COMMENT.sub(b"", whole) if b"<!--" in whole else whole)))
    words = tally.words()
    title = _TITLE.search(whole)
    name = title[1].decode("utf-8", "replace") if title else ""
    words.update(f"t:{word}" for word in _WORD.findall(name.lower()))
    parts = urlsplit(plain(address))
    words.update(_address(parts.path, parts.query, parts.netloc))
    words.update(_said(whole))
    path = [piece for piece in parts.path.split("/") if piece]
    numbers = (
        *tally.numbers(len(whole)),
        float(len(path)),
        float(len(parts.path)),
        float(sum(letter.isdigit() for letter in parts.path)),
        float(bool(parts.query)),
        float(bool(re.search(r"\.(?:html?|php|aspx?)$", parts.path))),
        float(len(name)),
        *tally.more(),
    )
    return Signals(numbers, frozenset(words))


def plain(address: str | None) -> str:
    try:
        urlsplit(address or "")
    except ValueError:
        return ""
    return address or ""


def _address(path: str, query: str, host: str) -> Iterator[str]:
    pieces = [piece for piece in unquote(path).lower().split("/") if piece]
    for number, piece in enumerate(pieces):
        last = "l" if number == len(pieces) - 1 else "u"
        for word in _WORD.findall(piece)[:12]:
            yield f"{last}:{'0' * min(len(word), 5) if word.isdigit() else word[:_LONGEST_WORD]}"
    yield f"u:depth{min(len(pieces), 5)}"
    yield f"u:words{min(len(_WORD.findall(pieces[-1])), 8) if pieces else 0}"
    for word in _WORD.findall(query.lower())[:8]:
        if not word.isdigit():
            yield f"q:{word[:_LONGEST_WORD]}"
    for piece in host.lower().split(".")[:-1]:
        yield f"h:{piece[:_LONGEST_WORD]}"


def _said(utf8: bytes) -> Iterator[str]:
    for kind in _SCHEMA.findall(utf8):
        yield f"s:{kind.decode('ascii').lower()}"
    for tag in _META.findall(utf8):
        text = tag.decode("utf-8", "replace")
        kind = "o" if _OG_TYPE.search(text) else "g" if _GENERATOR.search(text) else ""
        content = _CONTENT.search(text) if kind else None
        if content:
            yield f"{kind}:{content[1].lower().split()[0] if content[1].split() else ''}"


def _audible(source: bytes) -> bytes:
    """A page with `<x>` in place of what it does not show."""
    pieces: list[bytes] = []
    at = 0
    while (begin := _SILENT.search(source, at)) is not None:
        pieces.append(source[at : begin.start()])
        end = _AUDIBLE[begin[1].lower()].search(source, begin.end())
        at = end.end() if end is not None else len(source)
    pieces.append(source[at:])
    return b"<x>".join(pieces)


_AROUND = ("p", "li", "td", "pre", "main", "article")
_INLINE = names("""
    a b i em strong span u small sup sub font code br mark abbr wbr img cite q s label time kbd var big del
    ins x
    """)
_COUNTED = {name: number for number, name in enumerate((*_AROUND, "a", "h1", "h2", "h3", "h4"))}
"""The elements of which it is known whether they are open."""
_ANCHOR, _H1, _H2, _H3, _H4 = (_COUNTED[name] for name in ("a", "h1", "h2", "h3", "h4"))


@lru_cache(maxsize=16384)
def _tightly_named(attributes: bytes) -> list[bytes]:
    """How the element of these attributes calls itself. The frame of a site is the same on every page."""
    return _TIGHTLY_NAMED.findall(attributes)


@lru_cache(maxsize=16384)
def _called(name: bytes) -> tuple[str, ...]:
    """The words of a name."""
    words = _NAME.findall(name.decode("utf-8", "replace"))
    return tuple([f"c:{word.lower()[:_LONGEST_WORD]}" for word in words])


class _Role(NamedTuple):
    """What a tag does: it opens (1) or closes (-1) the element of a number of `_COUNTED`, it ends a run of text, it is
    looked at more closely."""

    step: int
    counted: int
    ends: bool
    special: str


class _Roles(dict[bytes, _Role]):
    def __missing__(self, tag: bytes) -> _Role:
        name = tag.decode("ascii").lower()
        opens = name[0] != "/"
        bare = name if opens else name[1:]
        special = name if opens and name in ("a", "img", "input", "h1") else ""
        role = _Role(1 if opens else -1, _COUNTED.get(bare, -1), bare not in _INLINE, special)
        if len(self) < _MOST_ROLES:
            self[tag] = role
        return role


_MOST_ROLES = 1000
_roles = _Roles()


class _Tally:
    """Counts over the pieces of a page (tag, attributes, text behind it), in their order."""

    def __init__(self, pieces: list[tuple[bytes, bytes, bytes]]) -> None:
        self._tags: Counter[str] = Counter()
        for tag, count in Counter(map(itemgetter(0), pieces)).items():
            if tag[0] != 47:  # a slash
                self._tags[tag.decode("ascii").lower()] += count
        self._classes: Counter[bytes] = Counter()
        self._names: set[bytes] = set()
        self._call(Counter(map(itemgetter(1), pieces)))
        self._linked = self._anchor_sentences = 0
        self._runs: list[str] = []
        self._anchored: list[str] = []
        self._blocks: list[int] = []
        self._shown = self._password = 0
        self._picture_anchors = self._linked_headings = 0
        self._before_heading = -1
        self._in: dict[str, int] = {}
        self._letters = 0
        self._take(pieces)

    def _call(self, every: Counter[bytes]) -> None:
        """Count how elements call themselves, from their attributes."""
        joined = b">".join(every)
        named = _NAMED.findall if any(sign in joined for sign in _LOOSE) else _tightly_named
        for attributes, count in every.items():
            if b"=" in attributes and (spoken := named(attributes)):
                self._names.update(spoken)
                if b"class" in attributes:
                    self._classes[spoken[0]] += count

    def _take(self, pieces: list[tuple[bytes, bytes, bytes]]) -> None:
        inside = [0] * len(_COUNTED)
        held = [0] * len(_COUNTED)
        letters = linked = block = in_headings = 0
        roles, runs, anchored, blocks = _roles, self._runs, self._anchored, self._blocks
        for tag, attributes, text in pieces:
            step, counted, ends, special = roles[tag]
            if counted >= 0 and (step > 0 or inside[counted] > 0):
                inside[counted] += step
            if special:
                if special == "a":
                    self._linked_headings += bool(inside[_H2] or inside[_H3] or inside[_H4])
                elif special == "img":
                    self._picture_anchors += inside[_ANCHOR] > 0
                elif special == "input":
                    self._shown += b"hidden" not in attributes
                    self._password += b'"password"' in attributes
                elif self._before_heading < 0:
                    self._before_heading = letters
            if ends and block:
                blocks.append(block)
                block = 0
            if not text or text.isspace():
                continue
            words = text.decode("utf-8", "replace").strip()
            size = len(words)
            letters += size
            if inside[_ANCHOR]:
                linked += size
                if len(anchored) < _MOST_WORDS:
                    anchored.append(words)
                self._anchor_sentences += size > 80
            else:
                block += size
                runs.append(words)
            for number in range(len(_AROUND)):
                if inside[number]:
                    held[number] += size
            if inside[_H1] or inside[_H2] or inside[_H3] or inside[_H4]:
                in_headings += size
        self._letters, self._linked = letters, linked
        self._in = {name: held[number] for number, name in enumerate(_AROUND)}
        self._in["h"] = in_headings

    def words(self) -> set[str]:
        words = set[str]().union(*map(_called, self._names))
        for sign, runs in (("w:", self._runs), ("a:", self._anchored)):
            found = _WORD.findall(" ".join(runs)[: _MOST_WORDS * 10].lower())
            words.update(
                [sign + word[:_LONGEST_WORD] for word in set(found[:_MOST_WORDS]) if not word.isdigit()]
            )
        return words

    def numbers(self, size: int) -> tuple[float, ...]:
        """The counts up to `password` (logarithms), and shares."""
        letters = max(1, self._letters)
        anchors = self._tags["a"]
        text = " ".join(self._runs)
        sentences = len(_SENTENCE.findall(text))
        repeated = [*sorted(self._classes.values(), reverse=True)[:3], 0, 0, 0]
        return (
            *(log1p(self._tags[tag]) for tag in _TAGS),
            log1p(size),
            log1p(self._letters),
            self._linked / letters,
            log1p(anchors),
            self._linked / max(1, anchors),
            log1p(self._in["p"]),
            self._in["p"] / letters,
            self._in["li"] / letters,
            self._in["h"] / letters,
            self._in["pre"] / letters,
            self._in["td"] / letters,
            log1p(sum(1 for block in self._blocks if block > 150)),
            log1p(max(self._blocks, default=0)),
            len(text) / max(1, sentences),
            log1p(sentences),
            log1p(len(PRICE.findall(text))),
            log1p(len(_DATE.findall(text))),
            log1p(text.count("?") + text.count("？")),
            log1p(self._tags["img"] / letters * 1000),
            log1p(repeated[0]),
            repeated[0] / max(1, sum(self._classes.values())),
            log1p(repeated[2]),
            float(self._shown),
            float(self._password),
        )

    def more(self) -> tuple[float, ...]:
        letters = max(1, self._letters)
        headings = sum(self._tags[one] for one in ("h2", "h3", "h4"))
        return (
            self._before_heading / letters,
            log1p(self._letters - self._linked),
            log1p(self._anchor_sentences),
            self._picture_anchors / max(1, self._tags["a"]),
            len({word for run in self._runs[:400] for word in run.split()[:20]}) / letters,
            log1p(headings),
            self._linked_headings / max(1, headings),
            self._in["main"] / letters,
            self._in["article"] / letters,
        )
