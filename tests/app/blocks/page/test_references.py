"""Character references: of many, equal ones are looked up once, and mean what each means by itself."""

from __future__ import annotations

import html
import random
from html.entities import html5

import pytest

from app.blocks.page import source as references

WRITTEN = """&amp; &amp &lt; &lt &nbsp; &nbsp &#38; &#38 &#x26; &#0; &#xd800; &#1234567890; &foo &fo &notit; &not
&eacutex &eacute lt; amp x & # ; é \ue0fe"""
PIECES = (*WRITTEN.split(), " ", "&" + 40 * "a", "&" + 31 * "a")


def test_many_mean_what_each_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one becomes the begin of another, or is the begin of a longer one, and in texts that are looked at
    part by part."""
    monkeypatch.setattr(references, "_MOST", 60)
    rng = random.Random(38)
    for _ in range(3000):
        text = "".join(rng.choices(PIECES, k=rng.randint(1, 30))) * rng.choice((1, 3))
        assert references.unescape(text) == html.unescape(text), text


def test_every_name_is_known_also_as_the_begin_of_a_word() -> None:
    for name in html5:
        for written in (f"&{name}", f"&{name}x", f"&{name[:-1]}1x;"):
            assert references.unescape(written) == html.unescape(written), written


def test_of_many_equal_ones_each_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def unescape(text: str) -> str:
        asked.append(text)
        return html.unescape(text)

    monkeypatch.setattr(references, "unescape_each", unescape)
    monkeypatch.setattr(references, "_MEANINGS", type(references._MEANINGS)())
    assert references.unescape("a &amp; b &eacute;" * 5000) == "a & b é" * 5000
    assert sorted(asked) == ["&amp;", "&eacute;"]


def test_no_more_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "_MOST_KNOWN", 10)
    monkeypatch.setattr(references, "_MEANINGS", type(references._MEANINGS)())
    text = "".join(f"&#{number};" for number in range(200, 300))
    assert references.unescape(text) == html.unescape(text)
    assert len(references._MEANINGS) == 10


def test_a_text_is_blank_when_what_it_means_is() -> None:
    rng = random.Random(39)
    pieces = (" ", "\n", "&nbsp;", "&#32;", "&nbsp", "&ensp;", "&amp;", "&", "x", "&#160")
    for _ in range(3000):
        text = "".join(rng.choices(pieces, k=rng.randint(1, 5)))
        assert references.is_blank(text) == html.unescape(text).isspace(), text
