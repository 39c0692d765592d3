"""What lines say together: the last word on each value, whatever their order; undo and redo."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.notes.lines import LONGEST, Line, packed, unpacked
from app.archive.notes.marks import Target
from app.archive.notes.state import Notes, extended, fold, last_done, last_undone

PAGE = "http://a.example/"


def at(number: int) -> str:
    return f"2026-11-23T08:00:{number // 10**6:02d}.{number % 10**6:06d}Z"


def said(number: int, **values: object) -> Line:
    return Line(f"act{number}", at(number), Target(PAGE), **values)  # type: ignore[arg-type]


TARGETS = st.sampled_from(
    [Target(PAGE), Target(PAGE, "202611-0000001"), Target("http://b.example/", "", "/html[1]", "d" * 32)]
)
TAGS = st.lists(st.sampled_from(["a", "A", "b", "内核", "內核"]), max_size=2).map(tuple)


@st.composite
def acts(draw: st.DrawFn) -> list[Line]:
    """Lines as a program writes them: each later than those before, and undone or done again what there is."""
    lines = list[Line]()
    for number in range(draw(st.integers(0, 25))):
        how = draw(st.integers(0, 9))
        act = last_done(lines) if how == 0 else last_undone(lines) if how == 1 else ""
        if act:
            named = {"undo": act} if how == 0 else {"redo": act}
            lines.append(Line(f"act{number}", at(number), **named))  # type: ignore[arg-type]
        else:
            star = draw(st.sampled_from([None, True, False]))
            note = draw(st.sampled_from([None, "", "one", "two"]))
            line = Line(f"act{number}", at(number), draw(TARGETS), star, draw(TAGS), draw(TAGS), note)
            lines.append(line)
    return lines


def shown(notes: Notes) -> list[object]:
    return [(mark.target, mark.star, mark.tags, mark.note) for mark in notes.marks()]


@given(acts(), st.randoms(use_true_random=False))
def test_the_order_of_lines_in_the_file_does_not_count(lines: list[Line], dice: random.Random) -> None:
    mixed = list(lines)
    dice.shuffle(mixed)
    assert shown(fold(mixed)) == shown(fold(lines))


@given(acts())
def test_what_is_read_piece_by_piece_is_what_is_read_at_once(lines: list[Line]) -> None:
    notes = fold([])
    for number, line in enumerate(lines):
        before = dict(notes.fields)
        new = extended(notes, [line])
        assert notes.fields == before
        notes = new or fold(lines[: number + 1])
    assert shown(notes) == shown(fold(lines))


@given(acts())
def test_an_undo_leaves_what_was_there_before_and_a_redo_brings_it_back(lines: list[Line]) -> None:
    act = last_done(lines)
    if not act:
        return
    undone = [*lines, Line("u", at(10**7), undo=act)]
    assert last_undone(undone) == act
    gone = {line.act for line in lines if line.target and line.act == act}
    without = [line for line in lines if line.act not in gone and act not in (line.undo, line.redo)]
    assert shown(fold(undone)) == shown(fold(without))
    again = [*undone, Line("r", at(10**7 + 1), redo=act)]
    assert shown(fold(again)) == shown(fold(lines))
    assert last_done(again) == act


def test_all_acts_can_be_undone_one_after_another_and_then_done_again() -> None:
    lines = [said(1, star=True), said(2, add=("a",)), said(3, note="x")]
    states = [shown(fold(lines))]
    for number in range(4, 7):
        lines.append(Line(f"u{number}", at(number), undo=last_done(lines)))
        states.append(shown(fold(lines)))
    assert states[-1] == [] and last_done(lines) == ""
    for number in range(7, 10):
        lines.append(Line(f"r{number}", at(number), redo=last_undone(lines)))
        assert shown(fold(lines)) == states[9 - number]
    assert last_undone(lines) == ""


def test_after_something_new_nothing_is_done_again() -> None:
    lines = [said(1, star=True), Line("u", at(2), undo="act1"), said(3, add=("a",))]
    assert last_undone(lines) == ""


@given(acts())
def test_lines_come_back_as_they_were_written(lines: list[Line]) -> None:
    named = [replace(line, capture=line.target.capture if line.target else "") for line in lines]
    assert [unpacked(packed(line)) for line in lines] == named


def test_what_a_newer_version_writes_beside_is_kept() -> None:
    newer = {"act": "n", "at": at(1), "url": PAGE, "star": True, "colour": "red", "v": 2}
    line = unpacked(json.dumps(newer).encode())
    assert line is not None
    mark = fold([line]).mark(Target(PAGE))
    assert (mark.star, mark.more) == (True, {"colour": "red", "v": 2})
    assert json.loads(packed(line)) == newer


@pytest.mark.parametrize(
    "data",
    [
        b"[]",
        b"7",
        b'{"act": "a"}',
        b'{"act": "a", "at": "yesterday", "url": "http://a.example/"}',
        b'{"act": "a", "at": "2026-11-23", "url": ""}',
        b'{"act": "a", "at": "2026-11-23", "url": "\\ud800"}',
        b'{"act": "a", "at": "2026-11-23", "url": "u", "block": {"path": "/"}}',
        b'{"act": "a", "at": "2026-11-23", "url": "u", "note": "' + b"x" * 30_000 + b'"}',
        b'{"url": "' + b"x" * LONGEST + b'"}',
        b"[" * 200_000,
        b"\xff\xfe{}",
    ],
)
def test_what_is_no_line_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        unpacked(data)


def test_tags_are_counted_by_pages_in_the_spelling_that_is_most_frequent() -> None:
    lines = [
        Line("1", at(1), Target("http://a.example/1"), add=("Linux",)),
        Line("2", at(2), Target("http://a.example/2"), add=("linux", "b")),
        Line("3", at(3), Target("http://a.example/3"), add=("linux",)),
        Line("4", at(4), Target("http://a.example/3", "202611-0000001"), add=("LINUX",)),
    ]
    notes = fold(lines)
    assert notes.tags == {"b": 1, "linux": 3}
    assert notes.summary("http://a.example/2").tags == ("linux", "b")
    assert not notes.summary("http://a.example/9").star
