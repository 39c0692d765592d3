"""What the Blocks tab says: small diffs, histories, answers; and that no rule or label is without words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest

from app.blocks.compare.changes import Noise
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.label_names import Label
from app.blocks.history.origins import Occurrence, Occurrences
from app.blocks.page.tree import RULES
from app.messages import Message
from widgets.blocks import inquiry as sayings
from widgets.blocks import label_styles
from widgets.blocks import past as words
from widgets.blocks.past import Event, Past
from widgets.words import engine as engine_words

WHEN = datetime(2026, 11, 3, 8, 0, tzinfo=UTC)
URL = "http://a.example/"


def test_every_rule_is_known_to_the_window() -> None:
    for rule in RULES:
        assert isinstance(rule.sentence, Message), rule.sentence


def test_the_rule_that_decided_is_said_as_a_sentence_of_its_own(qapp: object) -> None:
    tree = cut(b"<p>Words that are enough to be a block of their own here.</p>")
    assert engine_words.say(tree.why(tree.leaves()[0])).startswith("Rule ")


def test_every_label_has_a_look_and_a_name(qapp: object) -> None:
    assert set(get_args(Label)) == set(label_styles.LABELS)
    assert all(
        label_styles.name(label) != label
        for label in (*label_styles.LABELS, *label_styles.KINDS)
        if label != "list"
    )


def test_a_small_diff_keeps_what_differs_and_a_little_around_it(qapp: object) -> None:
    told = words.small_diff(
        [
            ("unchanged", "a" * 500, "a" * 500),
            ("changed", "old <b>", "new"),
            ("unchanged", "b" * 500, "b" * 500),
        ]
    )
    assert told.count("a") < 60 and "…" in told
    assert "old &lt;b&gt;</s>" in told and "new</u>" in told
    assert words.small_diff([("added", "", "x" * 5000)], 100).count("x") == 100


@pytest.mark.parametrize(
    ("past", "said"),
    [
        (Past(), ""),
        (Past("busy", note="3 of 9"), "Comparing the versions of this page… 3 of 9"),
        (Past("single"), "one version"),
        (Past("elsewhere"), "nothing that stands at this place"),
        (Past("failed", note="No disk."), "could not be read. No disk."),
        (Past("there", (Event("first", "1", WHEN, None, False),), captures=(2, 7)), "had changed: 2 of 7."),
        (Past("there", (Event("moved", "2", WHEN, "1", True),), more=4), "4 older events"),
        (Past("there", (Event("moved", "2", WHEN, "1", True),)), "moved and changed"),
        (
            Past("there", (Event("changed", "2", WHEN, "1", True, noise=Noise("volatile", "", (9, 10))),)),
            "9 of 10 captures",
        ),
        (
            Past("there", (Event("changed", "2", WHEN, "1", True, noise=Noise("rule", "matches .ad")),)),
            "always ignored: .ad",
        ),
    ],
)
def test_a_history_is_told(qapp: object, past: Past, said: str) -> None:
    assert said in past.html() and (said or past.html() == "")


def saying(url: str = URL) -> Occurrence:
    return Occurrence(
        "202611-0000007", url, WHEN, "A page", "/html[1]/body[1]/p[1]", "main text", "The topic", "words"
    )


def test_an_answer_names_the_first_version_that_said_it(qapp: object) -> None:
    told = sayings.answer(Occurrences("words", (saying(),), searched=3), URL, site=False)
    assert "First said here" in told and 'href="version:202611-0000007"' in told and "The topic" in told
    assert 'href="wider:"' in told


def test_a_sentence_of_a_document_has_no_kind_of_block(qapp: object) -> None:
    bare = replace(saying(), label="", topic="")
    told = sayings.answer(Occurrences("words", (bare,), searched=3, unreadable=2), URL, site=False)
    assert "kind" not in told and told.count("words") == 1 and "could not be read: 2" in told


def test_an_answer_about_the_site_names_the_pages(qapp: object) -> None:
    found = tuple(saying(f"{URL}{number}") for number in range(9))
    told = sayings.answer(Occurrences("words", found, searched=90), URL, site=True)
    assert "on A page" in told and "and on 3 more pages" in told and "wider:" not in told


def test_what_nobody_said_and_what_is_too_short_is_told(qapp: object) -> None:
    assert "word for word" in sayings.answer(Occurrences("words", (), searched=3), URL, site=False)
    assert "any page of this site" in sayings.answer(Occurrences("words", (), searched=3), URL, site=True)
    assert "too short" in sayings.answer(Occurrences("a", (), too_short=True), URL, site=False)
