"""Of equal neighbours the one is gone whose siblings are gone."""

from __future__ import annotations

import random
from itertools import pairwise

from app.blocks.compare.differing import compare
from app.blocks.match.order import slide
from app.words.sequences import align

FRAME = "<!DOCTYPE html><html><head><title>T</title></head><body><main>{}</main><p>The end of it</p></body></html>"


def card(title: str, date: str, address: str = "") -> str:
    text = f"{title} is told of at some length here, so that each card is several blocks of its own. " * 3
    picture = (
        f"<div><a href='{address or title}'><img src='{title}.png' width=400 height=300 alt=''></a></div>"
    )
    return f"<section>{picture}<div><h3>{title}</h3><p>{text}</p></div><div><p>{date}</p></div></section>"


def test_a_card_that_moved_takes_its_own_date_and_picture_along() -> None:
    """The card before it has the same date, and keeps it; the picture is known though its link is new."""
    cards = [card(title, "May 06, 2024") for title in ("Anchor", "Basket", "Candle", "Dovetail")]
    moved = card("Candle", "August 26, 2024", "later/Candle")
    a, b = (FRAME.format("".join(each)).encode() for each in (cards, [moved, *cards[:2], cards[3]]))
    found = [change for change in compare(a, b).changes if change.kind not in ("unchanged", "layout")]
    assert {change.kind for change in found} == {"moved"}
    assert all((change.path_a or "").startswith("/html[1]/body[1]/main[1]/section[3]") for change in found)
    assert all((change.path_b or "").startswith("/html[1]/body[1]/main[1]/section[1]") for change in found)


def test_a_gap_moves_to_where_elements_meet() -> None:
    paths = ["/m/s[1]/t", "/m/s[1]/d", "/m/s[2]/t", "/m/s[2]/d", "/m/s[3]/t", "/m/s[3]/d"]
    keys = ["a", "x", "b", "x", "c", "x"]
    shorter, short_paths = ["a", "x", "c", "x"], ["/m/s[1]/t", "/m/s[1]/d", "/m/s[2]/t", "/m/s[2]/d"]
    pairs = [(0, 0), (3, 1), (4, 2), (5, 3)]
    pairs = slide(pairs, paths, short_paths, keys, shorter)
    assert pairs == [(0, 0), (1, 1), (4, 2), (5, 3)]
    back = [(0, 0), (1, 3), (2, 4), (3, 5)]
    back = slide(back, short_paths, paths, shorter, keys)
    assert back == [(0, 0), (1, 1), (2, 4), (3, 5)]


def test_pairs_stay_equal_and_in_order() -> None:
    chance = random.Random(7)
    for _ in range(300):
        a = [chance.choice("xyz") for _ in range(chance.randrange(1, 30))]
        b = [each for each in a if chance.random() < 0.7]
        paths = [
            ["/".join(["", *chance.choices("pqr", k=chance.randrange(1, 4))]) for _ in side]
            for side in (a, b)
        ]
        pairs = align(a, b)
        size = len(pairs)
        pairs = slide(pairs, paths[0], paths[1], a, b)
        assert len(pairs) == size
        assert all(a[i] == b[j] for i, j in pairs)
        assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
