"""Markdown: structure, front matter, title, addresses."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base.types import Document
from extractors.door.registry import extract

TEXT = """---
title: "The title: here"
author: [Ann, Bob]
date: 2024-02-29
lang: en-gb
tags:
  - x
  - y
---
# Heading *one* `code` #

Some **bold** text with [a link](/x "t") and ![pic](p.png)
that wraps. 中文
换行。\x20\x20
broken line

* item 1
* [x] item 2
  continued
    - nested [ref][r]

1. first

> quote line
> second

```python
def f(): pass  # not a heading
```

    indented code

| a | b |
|---|:-:|
| 1 | `x\\|y` |

Setext
------

See https://e.org/auto. snake_case_name, 2 * 3 * 4 &amp; <b>x</b><br>y[^1] \\*kept\\*

[^1]: the note
[r]: http://e.org/ref
<!-- hidden -->
"""


def read(text: str, /, **options: object) -> Document:
    return extract(text.encode(), name="x.md", base_url="http://e.org/d/", **options)  # type: ignore[arg-type]


def test_structure() -> None:
    parts = [(part.kind, part.level, part.text) for part in read(TEXT).parts]
    assert parts == [
        ("heading", 1, "Heading one code"),
        ("paragraph", 0, "Some bold text with a link and that wraps. 中文换行。\nbroken line"),
        ("image", 0, "pic"),
        ("item", 1, "item 1"),
        ("item", 1, "item 2 continued"),
        ("item", 2, "nested ref"),
        ("item", 1, "first"),
        ("quote", 0, "quote line second"),
        ("code", 0, "def f(): pass  # not a heading"),
        ("code", 0, "indented code"),
        ("table", 0, "a\tb\n1\tx|y"),
        ("heading", 2, "Setext"),
        ("paragraph", 0, "See https://e.org/auto. snake_case_name, 2 * 3 * 4 & x\ny *kept*"),
        ("paragraph", 0, "the note"),
    ]


def test_front_matter_and_addresses() -> None:
    document = read(TEXT)
    assert (document.title, document.title_source) == ("The title: here", "metadata")
    assert (document.author, document.date, document.language) == ("Ann, Bob", "2024-02-29", "en-GB")
    assert document.metadata["tags"] == "x, y"
    assert [candidate.text for candidate in document.candidates] == ["The title: here", "Heading one code"]
    assert {link.url for link in document.links} == {
        *("http://e.org/x", "http://e.org/d/p.png", "http://e.org/ref", "https://e.org/auto"),
    }
    assert not read(TEXT, links=False).links and not read(TEXT, text=False).parts


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n\n## Two", "One"),
        ("words\n\n## Two", "Two"),
        ("+++\ntitle = 'Toml'\ndate = 2024-01-02\n+++\nwords", "Toml"),
        ("% Pandoc\n% Ann\n% 2024\n\nwords", "Pandoc"),
        ('<h1 align="center">In <b>HTML</b></h1>\n\nwords', "In HTML"),
        ("Underlined\n===\n\nwords", "Underlined"),
        ("only words\n\nand more", ""),
        ("---\n\nafter a rule\n\n---\n", ""),
        ("one\ntwo\nthree\nfour\n---\n", ""),
        ("```\n# a comment\n```", ""),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert read(text).title == title


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "*a",
        "_a ",
        "`",
        "![[",
        "<a ",
        "> ",
        "- ",
        "[a](",
        "\\",
        "[a][b",
        "<!--",
        "**a *b",
        "``a`",
        "|",
        "<h1>",
    ],
)
def test_marks_without_end_take_bounded_time(piece: str) -> None:
    start = time.process_time()
    assert not read(piece * (50_000 // len(piece))).error
    assert time.process_time() - start < 3


@given(st.text(st.sampled_from("#*_`[]()!<>|-=~ \n\\1.a中"), max_size=200))
def test_any_marks(text: str) -> None:
    assert not read(text).error


def test_what_is_left_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("extractors.plain.markdown._MOST_PARTS", 3)
    whole, cut = (extract(b"\n\n".join([b"# Leaves", *[b"words"] * count]), name="a.md") for count in (2, 3))
    assert whole.text == cut.text
    assert whole.warnings == ()
    assert cut.warnings == ("There are too many elements in the page; what follows is left out.",)


def test_lists_code_and_headings_stay_what_they_are_inside_others() -> None:
    """Fences in items and quotes, lists in quotes, HTML in code, a heading of HTML around Markdown."""
    text = "- a\n\n  ```\n  <h1>x</h1>\n  ```\n\n> said\n> - b\n\n<h2>\n\nIn *HTML*\n\n</h2>\n\n<script>x()</script>"
    assert [(part.kind, part.level, part.text) for part in read(text).parts] == [
        *(("item", 1, "a"), ("code", 0, "<h1>x</h1>"), ("quote", 0, "said"), ("item", 1, "b")),
        ("heading", 2, "In HTML"),
    ]


def test_footnotes_of_one_word_and_marks_beside_chinese_quotation_marks() -> None:
    text = "正文[^1]见**“引用”**处。\n\n[^1]: 注\n[^2]: second\n[x]: http://e.org/y\n"
    assert [(part.role, part.text) for part in read(text).parts] == [
        *(("", "正文见“引用”处。"), ("note", "注"), ("note", "second")),
    ]
