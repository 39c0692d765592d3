"""Chinese without spaces as words, by a dictionary and the probabilities of what stands beside what.

rjieba (0.2.2, MIT) was measured against jieba, jieba_next, jieba_fast_dat and cutword: as exact as jieba (F1 0.808 on the
same sentences) and 19 times as fast, 43 MB, loaded in 0.16 s when the first text is cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extractors.base.keeping import Kept

if TYPE_CHECKING:
    from rjieba import Jieba

_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(f"[{_HAN}]+")


def segmented(text: str) -> list[str]:
    """The words of the stretches of Chinese in a text, in order; what is written otherwise is left out. Simplified
    characters are known best. Where rjieba is missing a stretch is one word."""
    runs = _RUN.findall(text)
    cutter = _dictionary.get() if runs else None
    return runs if cutter is None else [word for run in runs for word in cutter.cut(run)]


def tagged(text: str) -> list[tuple[str, str]]:
    """The same words with the kind of each as the dictionary has it ("nr" a person, "ns" a place, "v" a verb), "" where
    rjieba is missing."""
    runs = _RUN.findall(text)
    cutter = _dictionary.get() if runs else None
    if cutter is None:
        return [(run, "") for run in runs]
    return [(str(word), str(kind)) for run in runs for word, kind in cutter.tag(run)]


def _segmenter() -> Jieba | None:
    try:
        from rjieba import Jieba
    except ImportError:  # the one thing that is lost without it: words of a stretch that stand apart
        return None
    return Jieba()


_dictionary = Kept(_segmenter)
release = _dictionary.release
"""Drop the dictionary if no text has needed it for so many seconds. Returns whether it was there."""
