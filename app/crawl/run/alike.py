"""What a page says in short, by which a crawl notices nearly the same main text under many addresses of one pattern.

The text that a page shares with a hundred others differs in a date, an advertisement, a list of “see also”: a digest of it
is another each time, its MinHash (`app.likeness.shingles`) is nearly the same. Only the main text counts: pages of one site
are alike by their menus. Reading it takes 16 ms, five times as long as all else that is read of a page, and what reads it
takes 0.2 s to load. So it is done for pages alone that were found through each other and share stretches of their text
(their gists, 0.7 ms each); where those of a pattern all say something else even these are looked at only now and then.
The fingerprint of all text, by which the very same is noticed, takes a third of what reading a page takes; of a pattern
whose pages all differ one in sixteen has it, until one says what another has said.

So a trap that begins late in a pattern is noticed by its `2 * SAMPLED`th page where all of them say the very same, by its
`2 * RARELY + EVERY`th where they say nearly the same; from then on each page counts towards the budget of a trap.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Collection
from dataclasses import dataclass, field

from extractors.base.fingerprints import MOST_DIGITS, STRETCHES

LEAST = 100
"""Letters below which main texts are not compared: “nothing found” is said by many different pages."""
FIRST = 12
"""Pages in a row of a pattern that are like none before, after which most are left alone."""
RARELY = 64
"""Of those one of so many is still looked at,"""
EVERY = 16
"""and one of so many as long as the last one shared stretches with others: then its main text is read, too,"""
SELDOM = 128
"""of one of so many at most: menus are shared, too."""
DIFFERENT = 64
"""Pages in a row of a pattern whose fingerprints are all new, after which one in `SAMPLED` is looked at, until one is
not."""
SAMPLED = 16
SHARED = 0.3
"""Of stretches, from which on main texts may be nearly the same: a date more or less in each of a few sentences."""
_LARGEST = 1 << 20
_LONGEST = 50_000
"""Characters of a main text that are compared."""
_LAST = 8  # texts of a pattern with which the next is compared
_PATTERNS = 2000
_MARKS = 20_000
_DIGITS = {ord(digit): None for digit in "0123456789"}
_FEW = 8  # numbers with which nothing is told
_AT_ONCE = 2  # main texts that tell that pages are alike
_USUAL = 4  # gists from which on it is told what all pages of a pattern say


def sketch(body: bytes, charset: str | None, url: str) -> bytes:
    """The MinHash of the main text of an HTML page, without figures unless it has very many (so the days of a calendar
    are alike); empty where there is too little text, or too much page. Never raises for bad content."""
    if len(body) > _LARGEST:
        return b""
    # numpy and the parts of the extractors are for crawls that come across such pages
    from app.likeness.prints import main_text
    from app.likeness.shingles import minhash, normal, shingles
    from extractors.door import guarded

    document = guarded.extract(
        body,
        declared_type="text/html",
        charset=charset,
        base_url=url,
        main=True,
        links=False,
        guess_language=False,
    )
    said = normal(main_text(document)[:_LONGEST])
    letters = said.translate(_DIGITS)
    if len(said) - len(letters) <= MOST_DIGITS:
        said = letters
    return minhash(shingles(said)).astype("<u4").tobytes() if len(said) >= LEAST else b""


def may_be_alike(made: frozenset[int], others: Collection[frozenset[int]]) -> bool:
    """Whether the main text of a page may be nearly that of one of the others, by their gists."""
    usual = frozenset[int]()
    if len(others) >= _USUAL:
        counts = Counter(number for other in others for number in other)
        usual = frozenset(number for number, count in counts.items() if count * 2 > len(others))
    own = made - usual
    if len(own) < max(_FEW, len(made) // 4):  # too little to tell, or nearly all of it is what they all say
        return True
    for other in others:
        both = own & (other - usual)
        # of what both have only the smallest numbers were kept
        every = sorted(own | (other - usual))[:STRETCHES]
        if sum(number in both for number in every) >= SHARED * len(every):
            return True
    return False


@dataclass(slots=True)
class _Seen:
    pages: int = 0
    unlike: int = 0
    shares: bool = False  # the last one with others
    read: int = 0  # main texts of those that are looked at now and then
    texts: deque[bytes] = field(default_factory=lambda: deque(maxlen=_LAST))
    gists: deque[frozenset[int]] = field(default_factory=lambda: deque(maxlen=_LAST))


@dataclass(slots=True)
class _Counted:
    pages: int = 0
    different: int = 0


class Watch:
    """Which pages of a pattern are worth the reading of their main text. For several threads."""

    def __init__(self, least: float) -> None:
        self._least = least
        self._lock = threading.Lock()
        self._patterns: OrderedDict[bytes, _Seen] = OrderedDict()

    def looks(self, pattern: bytes) -> bool:
        """Whether the gist of the next page of a pattern is wanted: as long as some are alike of all, else of the first
        ones and a few later ones."""
        with self._lock:
            seen = self._of(pattern)
            seen.pages += 1
            return seen.unlike < FIRST or not seen.pages % (EVERY if seen.shares else RARELY)

    def wants(self, pattern: bytes, gist: Collection[int]) -> bool:
        """Whether the main text of a page that was looked at is to be compared: where it may be alike."""
        made = frozenset(gist)
        with self._lock:
            seen = self._of(pattern)
            alike = may_be_alike(made, seen.gists)
            seen.gists.append(made)
            seen.shares = alike
            if not alike:
                seen.unlike += 1
            elif seen.unlike >= FIRST:
                alike = seen.read < _AT_ONCE + seen.pages // SELDOM
                seen.read += alike
            return alike

    def note(self, pattern: bytes, made: bytes) -> None:
        """Note the sketch of a page."""
        if not made:
            return
        with self._lock:
            seen = self._of(pattern)
            if any(_share(made, other) >= self._least for other in seen.texts):
                seen.unlike = 0
            else:
                seen.unlike += 1
                seen.texts.append(made)

    def _of(self, pattern: bytes) -> _Seen:
        seen = self._patterns.setdefault(pattern, _Seen())
        self._patterns.move_to_end(pattern)
        if len(self._patterns) > _PATTERNS:
            self._patterns.popitem(last=False)
        return seen


class Repeats:
    """Which pages of a pattern are worth a fingerprint. For several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._patterns: OrderedDict[bytes, _Counted] = OrderedDict()
        self._marks: OrderedDict[bytes, None] = OrderedDict()

    def looks(self, pattern: bytes) -> bool:
        """Whether the next page of a pattern is to have a fingerprint."""
        with self._lock:
            counted = self._patterns.setdefault(pattern, _Counted())
            self._patterns.move_to_end(pattern)
            if len(self._patterns) > _PATTERNS:
                self._patterns.popitem(last=False)
            counted.pages += 1
            return counted.different < DIFFERENT or not counted.pages % SAMPLED

    def note(self, pattern: bytes, mark: bytes) -> None:
        """Note the fingerprint of a page."""
        with self._lock:
            counted = self._patterns.get(pattern)
            if counted is not None:
                counted.different = 0 if mark in self._marks else counted.different + 1
            self._marks[mark] = None
            self._marks.move_to_end(mark)
            if len(self._marks) > _MARKS:
                self._marks.popitem(last=False)


def _share(one: bytes, other: bytes) -> float:
    import numpy as np

    return float((np.frombuffer(one, "<u4") == np.frombuffer(other, "<u4")).mean())
