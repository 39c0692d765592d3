"""Which language a text is in, offline: by script where the script tells, else by letter sequences (langid).

Langid: Lui and Baldwin, "langid.py: An Off-the-shelf Language Identification Tool", ACL 2012.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SAMPLE = 20_000
"""Characters looked at; more of a text says nothing new."""
_LEAST_LETTERS = 20
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3041-\u30ff\u31f0-\u31ff]")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_LETTERS = re.compile(r"[^\W\d_]")
# frequent characters that one of the two ways of writing Chinese has and the other has not, pair by pair
_SIMPLIFIED = frozenset(
    "们这为国时说过对发会学个来后开见长现实话当经让从还进样问动两给点边变关头应该觉"
    "东车书马门间电业务产报导际选举总统万与专习义乐买卖亲仅价众优传伤体儿党兴养写军农"
    "冲决况净准减几击划则刚创办加劳势区医华单卫厂厅历压双号听团园图场坏块声处备复够"
)
_TRADITIONAL = frozenset(
    "們這為國時說過對發會學個來後開見長現實話當經讓從還進樣問動兩給點邊變關頭應該覺"
    "東車書馬門間電業務產報導際選舉總統萬與專習義樂買賣親僅價眾優傳傷體兒黨興養寫軍農"
    "衝決況淨準減幾擊劃則剛創辦加勞勢區醫華單衛廠廳歷壓雙號聽團園圖場壞塊聲處備復夠"
)
_BOTH = _SIMPLIFIED & _TRADITIONAL
_WESTERN = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "sk", "hu", "ro", "hr", "sl", "et",
    "lv", "lt", "tr", "ca", "ru", "uk", "bg", "sr", "el", "ar", "he", "fa", "hi", "th", "vi", "id", "la",
]  # fmt: skip


def detect(text: str) -> str:
    """A BCP 47 tag ("zh-Hans", "zh-Hant", "zh", "ja", "ko", "en" …), empty when there is too little text."""
    sample = text[:SAMPLE]
    letters = len(_LETTERS.findall(sample))
    han, kana, hangul = (len(script.findall(sample)) for script in (_HAN, _KANA, _HANGUL))
    cjk = han + kana + hangul
    # a few Chinese words say more than as many Latin letters
    if cjk >= 4 and cjk * 3 >= letters:
        if hangul * 3 >= cjk:
            return "ko"
        return "ja" if kana * 20 >= cjk else _chinese(sample)
    if letters < _LEAST_LETTERS:
        return ""
    tag, _score = _identifier().classify(sample)
    return str(tag)


def _chinese(sample: str) -> str:
    simplified = sum(character in _SIMPLIFIED for character in sample if character not in _BOTH)
    traditional = sum(character in _TRADITIONAL for character in sample if character not in _BOTH)
    if simplified == traditional:
        return "zh"
    return "zh-Hans" if simplified > traditional else "zh-Hant"


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """Reading the model takes half a second, so it is read when the first text needs it."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(_WESTERN)
    return identifier
