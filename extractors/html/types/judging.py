"""The kind of a page: rules for what says so itself, learned weights for the rest, with confidence and reasons.

The weights (`types.npz`) were learned from the 1497 pages of the development part of WCXB (Web Content eXtraction
Benchmark, Murrough Foley, CC-BY-4.0) by `packaging/train_pages.py`, which prints the figure of a five-fold split by
site. Words are weighed first (logistic regression), and their verdict goes with the counts into trees.
"""

from __future__ import annotations

import re
from functools import cache
from heapq import nlargest
from math import log1p
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np

from extractors.base import forest
from extractors.base.forest import Rows
from extractors.base.types import PageType
from extractors.html.types import signals
from extractors.html.types.kinds import Kind
from extractors.html.types.signals import Signals

FORMS: tuple[Kind, ...] = (
    "article",
    "collection",
    "documentation",
    "forum",
    "listing",
    "product",
    "service",
)
"""How the content of a page is arranged, which the weights tell."""
_SURE = 0.4
"""A form that is less likely is not named."""
_LETTERS = signals.NAMES.index("letters")
_UNLINKED = signals.NAMES.index("unlinked")
_LINKED = signals.NAMES.index("linked")
_IMAGES = signals.NAMES.index("tag-img")
_ANCHORS = signals.NAMES.index("anchors")
_PASSWORD = signals.NAMES.index("password")
_LONG = signals.NAMES.index("long-blocks")
_ERROR = re.compile(
    r"\b(?:404|page not found|not found|does(?:n.t| not) exist|no longer (?:available|exists)|error 40\d)\b"
    r"|(?:页面|網頁|网页|内容)(?:不存在|未找到|找不到|已删除)|找不到(?:页面|网页|頁面)|访问的页面",
    re.IGNORECASE,
)
_LOGIN = re.compile(r"\b(?:log[ -]?in|sign[ -]?in|登录|登陆|登入)\b|登录|登入", re.IGNORECASE)
_SEARCH = re.compile(r"\bsearch results?\b|\bresults for\b|搜索结果|搜尋結果|检索结果", re.IGNORECASE)
_SEARCH_PATH = re.compile(r"/(?:search|suche|recherche|buscar|sousuo)(?:[/.]|$)", re.IGNORECASE)
_ASKED = re.compile(r"(?:^|&)(?:q|s|query|search|keyword|keywords|wd|kw|term)=[^&]", re.IGNORECASE)
_HOME = re.compile(r"/?(?:(?:index|default|home)\.\w+)?", re.IGNORECASE)
_LITTLE, _SHORT = 7.4, 6.2  # logarithms of letters that are not linked: about 1600 and 500


class Judgement(NamedTuple):
    """The `page_type`, and how likely each of `FORMS` is, whatever the type."""

    page_type: PageType
    forms: tuple[float, ...]


class _Weights:
    def __init__(self) -> None:
        arrays = forest.load(Path(__file__).with_name("types.npz"))
        self._words = {str(word): number for number, word in enumerate(arrays["words"].tolist())}
        self._rare = arrays["rare"].astype(np.float32)
        self._weights = arrays["weights"].astype(np.float32) * self._rare[:, None]
        self._others = self._weights.mean(axis=1)
        self._base = arrays["base"].astype(np.float32)
        self._trees = forest.Forest(arrays)

    def forms(self, read: Signals) -> tuple[Rows, list[tuple[str, int]]]:
        """How likely each form is, and the words that were weighed."""
        known = [(word, self._words[word]) for word in read.words & self._words.keys()]
        numbers = [number for _, number in known]
        length = max(1e-9, float(np.sqrt((self._rare[numbers] ** 2).sum())))
        scores = self._base + self._weights[numbers].sum(axis=0) / length
        spoken = np.clip(np.log(np.maximum(forest.chances(scores[None, :]), 1e-9)), -8, 0)
        row = np.concatenate((np.array(read.numbers, dtype=np.float32), spoken[0]))[None, :]
        return forest.chances(self._trees.scores(np.asarray(row, dtype=np.float32)))[0], known

    def telling(self, known: list[tuple[str, int]], form: int, most: int = 4) -> list[tuple[str, str]]:
        """The words that speak most for a form."""
        numbers = [number for _, number in known]
        weights = (self._weights[numbers, form] - self._others[numbers]).tolist()
        rated = nlargest(most, zip(weights, [word for word, _ in known], strict=True))
        return [("word", word) for weight, word in rated if weight > 0]


@cache
def _weights() -> _Weights:
    return _Weights()


def judge(utf8: bytes, address: str | None = None, title: str = "", *, shown: int = 0) -> Judgement:
    """The kind of a page in UTF-8 that was fetched from `address`; `shown` are the characters without links that its tree
    shows, where that was read: a thread of Discourse has them in what is for programs without scripts."""
    read = signals.read(utf8, address)
    forms, known = _weights().forms(read)
    likely = tuple(float(one) for one in forms)
    empty = log1p(shown) < _LITTLE
    for ruled in (_error, _login, _search, _picture, _home) if empty else (_search, _home):
        found = ruled(read, address or "", title)
        if found is not None:
            return Judgement(found, likely)
    best = int(forms.argmax())
    if likely[best] < _SURE or not read.numbers[_LETTERS]:
        return Judgement(PageType("unknown", 1 - likely[best], (("likeliest", FORMS[best]),)), likely)
    reasons = (
        *_weights().telling(known, best),
        ("linked", f"{read.numbers[_LINKED]:.2f}"),
        ("sentences", f"{np.expm1(read.numbers[signals.NAMES.index('sentences')]):.0f}"),
    )
    return Judgement(PageType(FORMS[best], likely[best], reasons), likely)


def _letters(read: Signals) -> tuple[str, str]:
    return "letters", f"{np.expm1(read.numbers[_UNLINKED]):.0f}"


def _error(read: Signals, address: str, title: str) -> PageType | None:
    """A page with little text whose title says that nothing was found."""
    found = _ERROR.search(title)
    if found and read.numbers[_UNLINKED] < _LITTLE:
        return PageType("error", 0.9, (("title", found[0]), _letters(read)))
    return None


def _login(read: Signals, address: str, title: str) -> PageType | None:
    """A field for a password, and little to read."""
    if not read.numbers[_PASSWORD] or read.numbers[_UNLINKED] >= _LITTLE:
        return None
    found = _LOGIN.search(title) or _LOGIN.search(urlsplit(signals.plain(address)).path)
    if found or (read.numbers[_UNLINKED] < _SHORT and read.numbers[_ANCHORS] < 3):
        said = (("title", found[0]),) if found else ()
        return PageType("login", 0.9 if found else 0.7, (("password", "1"), *said, _letters(read)))
    return None


def _search(read: Signals, address: str, title: str) -> PageType | None:
    """A title that speaks of results, or an address that asks for a word at a place of searches."""
    parts = urlsplit(signals.plain(address))
    found = _SEARCH.search(title)
    if found:
        return PageType("search", 0.9, (("title", found[0]),))
    asked, place = _ASKED.search(parts.query), _SEARCH_PATH.search(parts.path)
    if asked and (place or parts.path in ("", "/")):
        return PageType("search", 0.8, (("query", asked[0].strip("&")),))
    return None


def _picture(read: Signals, address: str, title: str) -> PageType | None:
    """Pictures, and hardly any text to go with them."""
    images = np.expm1(read.numbers[_IMAGES])
    letters = np.expm1(read.numbers[_LETTERS])
    if images >= 1 and letters < 400 and read.numbers[_LONG] == 0 and images * 150 > letters:
        return PageType("picture", 0.7, (("pictures", f"{images:.0f}"), _letters(read)))
    return None


def _home(read: Signals, address: str, title: str) -> PageType | None:
    """The address of the whole site."""
    parts = urlsplit(signals.plain(address))
    if parts.netloc and not parts.query and _HOME.fullmatch(parts.path):
        return PageType("home", 0.95, (("address", parts.path or "/"),))
    return None
