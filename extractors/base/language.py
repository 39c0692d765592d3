"""Which language a text is in, offline: by script where the script tells, else by letter sequences (langid).

Langid: Lui and Baldwin, "langid.py: An Off-the-shelf Language Identification Tool", ACL 2012.
"""

from __future__ import annotations

import mmap
import re
import tempfile
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from extractors.base.keeping import Kept
from extractors.base.spacing import listed, names

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SAMPLE = 6000
"""Characters looked at, half of them from the middle: licences and title pages may be in another language."""
_LEAST_LETTERS = 20
_LEAST_WORDS = 100
_PLAIN = (
    0.16  # share of the commonest English words in texts that are English beyond doubt; others reach 0.13
)
_FAIR = 0.08  # the same where those of other languages are a fifth of them at most
_ENGLISH = names("the of and to is that for with are be from this which by")
_OTHERS = names("""
    der die das und den von zu ist la le les des et en du est que el los las y del un una il di che per
    non os um uma het een van dat op te och att det som og af av til na w z je se că и в на не
    """)
_LAST_LATIN = "\u024f"
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3041-\u30ff\u31f0-\u31ff]")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_TAG = re.compile(r"[a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]{2,8})*\Z")
_LETTERS = re.compile(r"[^\W\d_]")
_WESTERN = listed("""
    en de fr es it pt nl sv da no fi pl cs sk hu ro hr sl et lv lt tr ca ru uk bg sr el ar he fa hi th
    vi id la
    """)


def usual_tag(tag: str | None) -> str:
    """A BCP 47 tag in its usual case, or ""."""
    tag = (tag or "").partition(",")[0].strip()
    if len(tag) > 35 or not _TAG.match(tag):
        return ""
    first, *others = tag.replace("_", "-").split("-")
    return "-".join([first.lower(), *(_subtag(other) for other in others)])


def _subtag(subtag: str) -> str:
    if len(subtag) == 2:
        return subtag.upper()
    return subtag.title() if len(subtag) == 4 and subtag.isalpha() else subtag.lower()


def detect(text: str) -> str:
    """A BCP 47 tag ("zh-Hans", "zh-Hant", "zh", "ja", "ko", "en" …), empty when there is too little text."""
    sample = sampled(text)
    tag = told(sample)
    return judged(sample) if tag is None else tag


def sampled(text: str) -> str:
    """What of a text is looked at."""
    if len(text) <= SAMPLE:
        return text
    return text[: SAMPLE // 2] + text[len(text) // 2 : (len(text) + SAMPLE) // 2]


def told(sample: str) -> str | None:
    """The language of a sample as `detect` has it; None where only `judged` can tell."""
    if not sample.isascii():
        han, kana, hangul = (len(script.findall(sample)) for script in (_HAN, _KANA, _HANGUL))
        cjk = han + kana + hangul
        # a few Chinese words say more than as many Latin letters
        if cjk >= 4 and cjk * 5 >= len(_LETTERS.findall(sample)):
            if hangul * 3 >= cjk:
                return "ko"
            return "ja" if kana * 20 >= cjk else _chinese(sample)
    if _plainly_english(sample):
        return "en"
    if len(_LETTERS.findall(sample)) < _LEAST_LETTERS:
        return ""
    return None


def judged(sample: str) -> str:
    """The same by letter sequences, which takes a model: half a second to read and thirty megabytes."""
    tag, _score = _model.get().classify(sample)
    return str(tag)


def _plainly_english(sample: str) -> bool:
    """Whether its commonest words are English. Langid gives the same answer for most such texts, in far longer."""
    words = sample.lower().split()
    english = sum(map(_ENGLISH.__contains__, words))
    if len(words) < _LEAST_WORDS or english <= _FAIR * len(words):
        return False
    return english > _PLAIN * len(words) or 5 * sum(map(_OTHERS.__contains__, words)) <= english


def is_foreign(sample: str) -> bool:
    """Whether a sample is plainly in another language than English: in letters that are not Latin, or with more of the
    commonest words of others."""
    letters = _LETTERS.findall(sample)
    if 2 * sum(letter > _LAST_LATIN for letter in letters) > len(letters):
        return True
    words = sample.lower().split()
    return sum(map(_OTHERS.__contains__, words)) > sum(map(_ENGLISH.__contains__, words))


def _chinese(sample: str) -> str:
    balance = sum(map(_writing, _HAN.findall(sample)))
    if not balance:
        return "zh"
    return "zh-Hans" if balance > 0 else "zh-Hant"


@lru_cache(maxsize=8192)
def _writing(character: str) -> int:
    """1 for a character of simplified Chinese alone (GB 2312 has it, Big5 has not), -1 for one of traditional Chinese
    alone, 0 for all others."""
    return _is_in(character, "gb2312") - _is_in(character, "big5")


def _is_in(character: str, charset: str) -> int:
    try:
        character.encode(charset)
    except UnicodeEncodeError:
        return 0
    return 1


def _read() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    every = LanguageIdentifier.from_model_file(MODEL_FILE)
    every.set_languages(_WESTERN)
    # one that has never known the others, whose figures take more room than these
    return LanguageIdentifier(
        every.nb_ptc,
        every.nb_pc,
        every.nb_classes,
        _mapped(every.tk_nextmove),
        every.tk_output,
        tk_row=every.tk_row,
    )


_model = Kept(_read)  # reading it takes half a second, so it is read when the first text needs it
release = _model.release
"""Drop the model if no text has needed it for so many seconds. Returns whether it was there."""


def _mapped(table: array[int]) -> Any:
    """The 39 MB of the transitions, of which a text touches few, in a file without a name that the system reads as it is
    needed and may drop; in memory where there is no room for it."""
    try:
        with tempfile.TemporaryFile() as file:
            table.tofile(file)
            file.flush()
            mapped: Any = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            return mapped.cast(table.typecode)
    except OSError:
        return table
