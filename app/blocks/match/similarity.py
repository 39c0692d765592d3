"""The likeness of two blocks, at a bounded cost for any size."""

from __future__ import annotations

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import nsmallest

from app.words.wording import UNSPACED

Features = frozenset[str]

_WORD = re.compile(rf"[{UNSPACED}]+|[^\W{UNSPACED}]+|[^\w\s]")
_UNSPACED_START = re.compile(f"[{UNSPACED}]")
_FIRST_UNSPACED = UNSPACED[0]  # a quick look before the exact one
_MAX_FEATURES = 512  # larger blocks are judged by a sample, the same sample for the same words
_MANY_TIMES = 4  # so many, and most are sorted out before the smallest checksums are looked for
_ALL_SUMS = 1 << 32
_MAX_TEXT = 100_000
_COMMONEST = 8  # sets with a word, up to which it tells which of them is alike
_EACH = 4  # partners of a set


def all_words(text: str) -> Counter[str]:
    """Words, and pairs of neighbours in scripts without spaces."""
    return Counter(_words(text))


def _words(text: str) -> list[str]:
    found: list[str] = []
    for word in _WORD.findall(text[:_MAX_TEXT]):
        if len(word) > 1 and word[0] >= _FIRST_UNSPACED and _UNSPACED_START.match(word):
            found += [word[n : n + 2] for n in range(len(word) - 1)]
        else:
            found.append(word)
    return found


def features(text: str) -> Features:
    """Words, and pairs of neighbours in scripts without spaces; a repeated one counts as often as it occurs."""
    found = _words(text)
    distinct = frozenset(found)
    if len(distinct) < len(found):
        counts = Counter(found)
        repeated = [f"{word} {n}" for word, count in counts.items() for n in range(1, min(count, 50))]
        distinct = distinct.union(repeated)
    return _chosen(distinct) if len(distinct) > _MAX_FEATURES else distinct


def sample(text: str) -> Features:
    """Some of the words of a text of any length, at little cost."""
    return _chosen(frozenset(text.split()))


def _chosen(distinct: Features) -> Features:
    """The words chosen by the smallest checksums."""
    try:
        sums = list(map(zlib.crc32, map(str.encode, distinct)))
    except UnicodeEncodeError:  # a lone half of a pair of surrogates
        sums = [zlib.crc32(word.encode("utf-8", "replace")) for word in distinct]
    pairs: Iterable[tuple[int, str]] = zip(sums, distinct, strict=True)
    if len(distinct) > _MANY_TIMES * _MAX_FEATURES:
        most = _ALL_SUMS * 2 * _MAX_FEATURES // len(distinct)
        low = [pair for pair in pairs if pair[0] < most]
        pairs = low if len(low) >= _MAX_FEATURES else zip(sums, distinct, strict=True)
    return frozenset([word for _, word in nsmallest(_MAX_FEATURES, pairs)])


def likeness(a: Features, b: Features) -> float:
    """0 nothing in common, 1 the same words (Dice)."""
    total = len(a) + len(b)
    return 2 * len(a & b) / total if total else 0.0


def likely_partners(a: Sequence[Features], b: Sequence[Features]) -> Iterable[tuple[int, int]]:
    """For every set of a the few sets of b that share most of its rarer words; linear in the words."""
    holders: dict[str, list[int]] = defaultdict(list)
    for j, words in enumerate(b):
        for word in words:
            holders[word].append(j)
    for i, words in enumerate(a):
        shared: dict[int, int] = {}
        for word in words:
            places = holders.get(word)
            if places is not None and len(places) <= _COMMONEST:
                for j in places:
                    shared[j] = shared.get(j, 0) + 1
        # not most_common(): its order of equals would follow the order of a set of strings
        for j, _ in sorted(shared.items(), key=lambda entry: (-entry[1], entry[0]))[:_EACH]:
            yield i, j
