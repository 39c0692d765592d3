"""The line lexers: what is coloured, and what carries over to the next line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.page.code_view import LEXERS, lex_css, lex_html, lex_javascript, lex_json


def kinds(line: str, lexed: tuple[list[tuple[int, int, str]], int]) -> list[tuple[str, str]]:
    return [(line[start : start + length], kind) for start, length, kind in lexed[0]]


def test_tags_attributes_and_values_are_told_apart() -> None:
    line = '<a href="/x" id=y>A &amp; B</a>'
    found = kinds(line, lex_html(line, 0))
    assert ("<a", "tag") in found and ("href", "attribute") in found and ("y", "value") in found
    assert ("&amp;", "entity") in found and ("</a", "tag") in found


def test_a_comment_goes_on_in_the_next_line() -> None:
    _, state = lex_html("<p><!-- begins", 0)
    second = "ends --><b>"
    spans, state = lex_html(second, state)
    assert spans[0] == (0, 8, "comment") and state == 0


def test_script_is_lexed_as_javascript_until_its_end_tag() -> None:
    _, state = lex_html("<script>", 0)
    line = "const a = 1; </script><p>"
    found = kinds(line, lex_html(line, state))
    assert ("const", "keyword") in found and ("1", "number") in found and ("<p", "tag") in found


def test_a_comment_in_a_style_element_carries_over() -> None:
    _, state = lex_html("<style> /* one", 0)
    line = "two */ color: red; </style>"
    spans, state = lex_html(line, state)
    assert spans[0] == (0, 6, "comment") and state & 8 == 0


def test_a_template_string_goes_over_lines() -> None:
    _, state = lex_javascript("let a = `one", 0)
    assert lex_javascript("two` + 3", state)[0][0] == (0, 4, "string")


def test_keys_of_json_differ_from_its_strings() -> None:
    line = '{"a": "b", "n": -1.5e3, "t": true}'
    found = kinds(line, lex_json(line, 0))
    assert ('"a"', "property") in found and ('"b"', "string") in found
    assert ("-1.5e3", "number") in found and ("true", "keyword") in found


def test_css_declarations_are_properties() -> None:
    line = "#menu a { color: #fff; margin: 0 4px }"
    found = kinds(line, lex_css(line, 0))
    assert ("color", "property") in found and ("4px", "number") in found


@pytest.mark.parametrize("language", sorted(LEXERS))
@given(lines=st.lists(st.text(alphabet="<>/!-=\"'`*&;{}:#aé图 \\0.", max_size=40), max_size=8))
def test_any_text_is_lexed_without_spans_outside_the_line(language: str, lines: list[str]) -> None:
    state = 0
    for line in lines:
        spans, state = LEXERS[language](line, state)
        assert all(start >= 0 and start + length <= len(line) for start, length, _ in spans)
