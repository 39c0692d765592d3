"""Tags and notes as they are kept, and blocks found again by their text."""

from __future__ import annotations

import pytest

from app.archive.notes.marks import (
    LONGEST_NOTE,
    LONGEST_TAG,
    Mark,
    NoteTooLong,
    Place,
    Standing,
    TagInvalid,
    block,
    digest_of,
    excerpt_of,
    key_of,
    note_of,
    standing,
    tag_of,
)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Linux ", "Linux"),
        ("#内核", "内核"),
        ("Ｌｉｎｕｘ", "Linux"),
        ("a\n b\u202e", "a b"),
        ("C++", "C++"),
    ],
)
def test_a_tag_is_kept_trimmed_on_one_line_with_its_case(typed: str, kept: str) -> None:
    assert tag_of(typed) == kept


@pytest.mark.parametrize("typed", ["", " ", "#", "\u202e", "\ud800", "x" * (LONGEST_TAG + 1)])
def test_what_is_no_tag_is_refused(typed: str) -> None:
    with pytest.raises(TagInvalid):
        tag_of(typed)


def test_tags_are_one_that_differ_in_case_or_in_the_way_of_writing() -> None:
    assert key_of("Linux") == key_of("LINUX")
    assert key_of("內核") == key_of("内核")
    assert key_of("linux") != key_of("linus")


def test_a_note_keeps_its_lines_and_has_an_end() -> None:
    assert note_of(" a\r\nb\x07\tc \n") == "a\nb\tc"
    with pytest.raises(NoteTooLong):
        note_of("x" * (LONGEST_NOTE + 1))


def test_a_block_is_found_where_its_text_stands_at_its_own_path_first() -> None:
    text = "The subsidy ends in May."
    mark = Mark(block("http://a.example/", "/html[1]/p[2]", text), excerpt=excerpt_of(text))
    assert mark.target.digest == digest_of("The  subsidy\nends in May.")
    moved = [("/html[1]/p[1]", text), ("/html[1]/p[2]", text), ("/html[1]/p[3]", text)]

    def found(*blocks: tuple[str, str]) -> Standing | None:
        return standing(mark, [Place(path, digest_of(said), said) for path, said in blocks])

    assert found(*moved) == Standing("/html[1]/p[2]", True)
    assert found(("/html[1]/p[7]", text)) == Standing("/html[1]/p[7]", True)
    assert found(("/html[1]/p[2]", "The subsidy ends in June.")) == Standing("/html[1]/p[2]", False)
    assert found(("/html[1]/p[2]", "Weather: sunny, 20 degrees")) is None
