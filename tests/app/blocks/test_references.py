"""Character references: of many, equal ones are looked up once, and mean what each means by itself."""

from __future__ import annotations

import html
import random

import pytest

from app.blocks import references

WRITTEN = """&amp; &amp &lt; &lt &nbsp; &nbsp &#38; &#38 &#x26; &#0; &#xd800; &#1234567890; &foo &fo &notit; &not
&eacutex &eacute lt; amp x & # ; é \ue0fe"""
PIECES = (*WRITTEN.split(), " ", "&" + 40 * "a", "&" + 31 * "a")


def test_many_mean_what_each_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one becomes the begin of another, or is the begin of a longer one."""
    monkeypatch.setattr(references, "_MANY", 1)
    rng = random.Random(38)
    for _ in range(3000):
        text = "".join(rng.choices(PIECES, k=rng.randint(1, 12))) * rng.choice((1, 3))
        assert references.unescape(text) == html.unescape(text), text


def test_of_many_equal_ones_each_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def unescape(text: str) -> str:
        asked.append(text)
        return html.unescape(text)

    monkeypatch.setattr(references, "unescape_each", unescape)
    assert references.unescape("a &amp; b &eacute;" * 5000) == "a & b é" * 5000
    assert sorted(asked) == ["&amp;", "&eacute;"]


def test_of_the_usual_ones_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no others are; one that is written becomes none that is meant: &amp;lt; is &lt;."""
    monkeypatch.setattr(references, "unescape_each", lambda text: pytest.fail(text))
    assert references.unescape("a &amp;lt; b &nbsp;" * 5000) == "a &lt; b \xa0" * 5000
