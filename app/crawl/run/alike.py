"""What a page says in short, by which a crawl notices nearly the same main text under many addresses of one pattern.

The text that a page shares with a hundred others differs in a date, an advertisement, a list of “see also”: a digest of it
is another each time, its MinHash (`app.likeness.shingles`) is nearly the same. Only the main text counts: pages of one site
are alike by their menus. Reading it takes 16 ms, five times as long as all else that is read of a page, so it is done for
pages that were found through each other alone, and only now and then where those of a pattern all say something else.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, field

from extractors.base.fingerprints import MOST_DIGITS

LEAST = 100
"""Letters below which main texts are not compared: “nothing found” is said by many different pages."""
FIRST = 12
"""Pages in a row of a pattern that are like none before, after which most are left alone."""
EVERY = 32
"""Of those one of so many is still compared."""
_LARGEST = 1 << 20
_LONGEST = 50_000
"""Characters of a main text that are compared."""
_LAST = 8  # texts of a pattern with which the next is compared
_PATTERNS = 2000
_DIGITS = {ord(digit): None for digit in "0123456789"}


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


@dataclass(slots=True)
class _Seen:
    pages: int = 0
    unlike: int = 0
    texts: deque[bytes] = field(default_factory=lambda: deque(maxlen=_LAST))


class Watch:
    """Which pages of a pattern are worth the reading of their main text. For several threads."""

    def __init__(self, least: float) -> None:
        self._least = least
        self._lock = threading.Lock()
        self._patterns: OrderedDict[bytes, _Seen] = OrderedDict()

    def wants(self, pattern: bytes) -> bool:
        """Whether the next page of a pattern is to be compared: the first ones, and as long as some are alike all."""
        with self._lock:
            seen = self._of(pattern)
            seen.pages += 1
            return seen.unlike < FIRST or seen.pages % EVERY == 0

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


def _share(one: bytes, other: bytes) -> float:
    import numpy as np

    return float((np.frombuffer(one, "<u4") == np.frombuffer(other, "<u4")).mean())
