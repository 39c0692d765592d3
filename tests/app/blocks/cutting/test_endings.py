"""Where pages with very many tags are cut: where both say the same, and never inside of what is no markup."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from app.blocks.cutting import rough as endings
from app.blocks.cutting.rough import cuts_of, scan_texts
from tests.app.blocks.cutting.test_rough import made, said

WORDS = [f"{kind}{number}" for number in range(700) for kind in ("river", "stone")]


def rows(words: list[str]) -> str:
    return "".join(f"<li><b>{word}</b></li>\n" for word in words)


def parts(text: str, cuts: list[int]) -> list[str]:
    return [text[start:end] for start, end in pairwise([0, *cuts, len(text)])]


def test_a_change_moves_no_cut_but_its_own() -> None:
    a, b = rows(WORDS), rows([*WORDS[:300], "something", "new", *WORDS[301:]])
    cut_a, cut_b = cuts_of((a, b), 100)
    assert 40 < len(cut_a) < 400
    assert all(part.endswith("</li>") for part in parts(a, cut_a)[:-1])
    assert len(set(parts(a, cut_a)) ^ set(parts(b, cut_b))) <= 3


def test_each_version_is_cut_where_they_say_nothing_in_common() -> None:
    a, b = rows(WORDS), rows([f"{number}brook{number}e" for number in range(1400)])
    assert all(len(cuts) > 20 for cuts in cuts_of((a, b), 100))


def test_equal_entries_are_told_by_their_order_and_equal_pages_by_nothing() -> None:
    rng = random.Random(4)
    kinds = [rng.choice(("<p>one</p>", "<p>two</p>")) for _ in range(3000)]
    a, b = "".join(kinds), "".join([*kinds[:1500], "<p>one</p>", *kinds[1500:]])
    cut_a, cut_b = cuts_of((a, b), 100)
    assert len(cut_a) > 20
    assert len(set(parts(a, cut_a)) ^ set(parts(b, cut_b))) <= 3
    same = "<br>" * 3000
    assert [len(cuts) for cuts in cuts_of((same, same[:6000]), 100)] == [99, 49]


def test_what_stands_between_things_that_stay_whole_is_cut() -> None:
    text = "".join(f"<noscript><p>{word}</p></noscript>" for word in WORDS)
    cuts, _ = cuts_of((text, text), 100)
    assert len(cuts) > 20
    assert all(part.endswith("</noscript>") for part in parts(text, cuts))


def test_signs_are_no_tags() -> None:
    """And are passed over at once: the next tag is not looked for from each of them."""
    text = "a < b <3 " * 4000 + rows(WORDS)
    found = [cut for cuts in cuts_of((text, text[9:]), 100) for cut in cuts]
    assert found
    assert min(found) > 35_000


def test_pages_without_tags_are_not_cut() -> None:
    assert cuts_of(("", ""), 100) == [[], []]
    assert cuts_of(("words", "other words"), 4) == [[], []]


@pytest.mark.parametrize(
    "inside", ["<!-- {} -->", "<script>{}</script>", "<p title='{}'>", '<p title="{}">', "<?{}?>"]
)
def test_what_is_no_markup_stays_whole(inside: str) -> None:
    text = rows(WORDS[:300]) + inside.format(rows(WORDS[300:1000])) + rows(WORDS[1000:])
    begin = text.index(inside.partition("{")[0]) + 1
    end = begin + len(rows(WORDS[300:1000]))
    cuts, _ = cuts_of((text, text), 200)
    assert len(cuts) > 20
    if inside != "<?{}?>":  # it ends at the first ">"
        assert not [cut for cut in cuts if begin <= cut < end]


def test_the_parts_of_a_page_show_what_the_page_shows() -> None:
    """Whatever it is made of: nothing is hidden, or seen, because of a cut."""
    found = 0
    for seed in range(200):
        rng = random.Random(seed)
        text = "".join(made(random.Random(seed * 7 + n)) for n in range(rng.randint(1, 4)))
        cuts, _ = cuts_of((text, text[len(text) // 3 :]), 8)
        found += len(cuts)
        shown = scan_texts(text, list(pairwise([0, *cuts, len(text)])))
        assert "".join(line for line, _ in said(shown)) == "".join(
            line for line, _ in said(scan_texts(text))
        ), seed
    assert found > 400


def test_behind_many_tags_with_tags_inside_there_is_no_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are not looked at one by one."""
    monkeypatch.setattr(endings, "_MOST_DOUBTFUL", 10)
    text = rows(WORDS[:100]) + "<a <b>" * 20 + rows(WORDS[100:])
    cuts, _ = cuts_of((text, text), 100)
    assert cuts
    assert max(cuts) <= text.index("<a ") + 11 * len("<a <b>")
