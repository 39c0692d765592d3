"""The language of a text is told offline, simplified and traditional Chinese apart."""

from __future__ import annotations

import subprocess
import sys

import pytest

from extractors.base import language
from extractors.base.language import detect

TEXTS = {
    "zh-Hans": "中国国家图书馆收藏了许多珍贵的古籍，这些书对研究历史的人来说非常重要。",
    "zh-Hant": "國家圖書館收藏了許多珍貴的古籍，這些書對研究歷史的人來說非常重要。",
    "ja": "図書館には多くの貴重な古書が所蔵されています。研究者にとって大切なものです。",
    "ko": "도서관에는 귀중한 고서가 많이 소장되어 있으며 연구자에게 매우 중요하다.",
    "en": "The library keeps many rare old books, and they matter a great deal to historians.",
    "de": "Die Bibliothek bewahrt viele seltene alte Bücher, die für Historiker sehr wichtig sind.",
    "fr": "La bibliothèque conserve de nombreux livres anciens, très importants pour les historiens.",
    "es": "La biblioteca conserva muchos libros antiguos que son muy importantes para los historiadores.",
    "it": "La biblioteca conserva molti libri antichi, molto importanti per gli storici di oggi.",
    "pt": "A biblioteca guarda muitos livros antigos que são muito importantes para os historiadores.",
    "nl": "De bibliotheek bewaart veel zeldzame oude boeken die voor historici erg belangrijk zijn.",
    "ru": "Библиотека хранит много редких старинных книг, которые очень важны для историков.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_is_enough(language: str) -> None:
    assert detect(TEXTS[language]) == language


def test_foreign_names_in_a_text_do_not_change_its_language() -> None:
    assert detect(TEXTS["zh-Hans"] + " Peking University Library") == "zh-Hans"
    assert detect(TEXTS["en"] + " 北京大学") == "en"


@pytest.mark.parametrize("text", ["", "   ", "2026-11-21 12:00", "ok", "!!!???"])
def test_too_little_text_has_no_language(text: str) -> None:
    assert detect(text) == ""


def test_chinese_that_is_written_alike_in_both_ways_is_just_chinese() -> None:
    assert detect("北京人文地理") == "zh"


def test_plain_english_needs_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_model", None)  # whoever asks it fails
    assert detect(" ".join([TEXTS["en"], "That is the end of this, and it is for all of them."] * 6)) == "en"
    with pytest.raises(AttributeError):
        detect(TEXTS["de"])


def test_few_common_words_are_english_only_where_others_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists and tables in English go without the model, texts in two languages do not."""
    table = "Item size colour price stock number of boxes for the shelf. " * 12
    both = " ".join([TEXTS["en"], "That is the end of this.", TEXTS["de"], TEXTS["fr"]] * 8)
    assert detect(both) != ""
    monkeypatch.setattr(language, "_model", None)
    assert detect(table) == "en"
    with pytest.raises(AttributeError):
        detect(both)


def test_the_model_is_let_go_of_when_no_text_has_needed_it_and_read_again() -> None:
    assert detect(TEXTS["de"]) == "de"
    assert not language.release(3600.0), "it was needed a moment ago"
    assert language.release(0.0) and not language.release(0.0)
    assert detect(TEXTS["fr"]) == "fr"


def test_the_model_answers_as_the_library_does() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    whole = LanguageIdentifier.from_model_file(MODEL_FILE)
    whole.set_languages(language._WESTERN)
    for text in TEXTS.values():
        assert language._model.get().classify(text) == whole.classify(text)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is told by /proc")
def test_the_model_takes_little_memory_of_its_own() -> None:
    """Most of it lies in a file that the system reads as it is needed; the answers are those of the whole model."""
    code = """
import sys
from pathlib import Path
import numpy
from py3langid.langid import LanguageIdentifier, MODEL_FILE
from extractors.base import language
def own():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if "RssAnon" in line)
before = own()
texts = ["Der Ausschuss trat am Dienstag zusammen. " * 9, "La commission s'est réunie mardi dernier. " * 9]
found = [language.judged(text) for text in texts]
print(own() - before)
whole = LanguageIdentifier.from_model_file(MODEL_FILE)
whole.set_languages(language._WESTERN)
print(found == [whole.classify(text)[0] for text in texts] == ["de", "fr"])
"""
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert int(said[0]) < 32_000 and said[1] == "True"  # KB; 57 000 with all of it


@pytest.mark.parametrize(
    ("text", "is_foreign"),
    [
        ("The boats of the harbour are counted by four people, and it is a good year.", False),
        ("Лодки гавани считают четыре человека", True),
        ("Łodzie w porcie liczą cztery osoby, i to jest dobry rok na wodzie", True),
        ("Die Boote des Hafens werden von vier Leuten gezählt, und das ist gut", True),
        ("Canon EOS 5D 2499", False),
        ("", False),
    ],
)
def test_texts_plainly_in_another_language_than_english(text: str, is_foreign: bool) -> None:
    assert language.is_foreign(text) is is_foreign
