"""What is told as noise, and what never is."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.compare.changes import Comparison
from app.blocks.compare.differing import compare
from app.blocks.cutting.cutting import cut
from app.blocks.noise import noise as noise_rules
from app.blocks.noise.judged import Stopped, compare_captures, judge_displayed
from app.blocks.noise.noise import find_noise
from app.blocks.noise.summaries import common_mask, masked
from app.errors import StorageFailed

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
URL = "http://a.test/"
STORY = (
    "It is a long story about the weather in the mountains, and how it rains there every day of the year.",
    "The second part of the story tells of a river that nobody has ever seen, since it flows below the ground.",
)


def page(*, head: str = "", main: str = "", side: str = "", foot: str = "") -> str:
    story = "".join(f"<p>{text}</p>" for text in STORY)
    return (
        f"<html><head><title>A</title>{head}</head><body><header><h1>The paper of the valley</h1></header>"
        f"<main><article><h2>Rain</h2>{story}{main}</article></main><div class=side>{side}</div>"
        f"<footer><p>{foot or 'Printed nowhere, by nobody, for everybody who reads it.'}</p></footer></body></html>"
    )


def pages_of(make: Make, bodies: list[str], url: str = URL) -> list[NewCapture]:
    return [make(url, body, minutes=60 * n) for n, body in enumerate(bodies)]


def compared(archive: Archive, a: int, b: int, url: str = URL) -> Comparison:
    with archive.reader() as reader:
        versions = reader.versions(url)
        return compare_captures(reader, versions[a], versions[b])


def told(comparison: Comparison) -> dict[str, tuple[str, tuple[int, int]] | None]:
    """Noise by the end of the newer text."""
    return {
        change.text_b[-20:]: (change.noise.reason, change.noise.counts) if change.noise else None
        for change in comparison.changes
        if change.kind != "unchanged"
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Visitors: 1,234", "Visitors:  99"),
        ("Mon, 3 Nov 2026 08:05 am", "Tuesday, 21 December 2026 11:15 PM"),
        ("今天是2026年11月21日 星期六 农历十月十三", "今天是2026年1月1日 星期日 农历九月初三"),
        ("3 hours ago", "yesterday"),
        ("session 0123456789abcdef0123", "session fedcba98765432100000"),
        ("更新于 5分钟前", "更新于 三天前"),
    ],
)
def test_dates_counters_and_tokens_have_one_mask(one: str, other: str) -> None:
    assert masked(one) == masked(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It rains in Beijing", "It snows in Beijing"),
        ("You may go", "You must go"),
        ("$ 12.50 each", "$ 13.50 each"),
        ("票价 120元", "票价 150元"),
        ("decade after decade", "facade after facade"),
    ],
)
def test_words_and_amounts_of_money_are_no_mask(one: str, other: str) -> None:
    assert masked(one) != masked(other)


@given(st.text(), st.integers(0, 10**9), st.integers(0, 10**9))
def test_another_number_between_words_is_mechanical(text: str, one: int, other: int) -> None:
    assert common_mask(f"{text} visits {one} in all", f"{text} visits {other} in all") is not None


def test_a_table_of_results_is_no_counter_and_a_list_of_times_is_none() -> None:
    tables = ["\n".join(f"Team {name}  {n * ord(name)} points" for name in "abcdefghij") for n in (3, 5)]
    times = ["\n".join(f"{name} said this at 08:{n}{n}" for name in "abcdefghij") for n in (3, 5)]
    assert masked(tables[0]) == masked(tables[1])
    assert common_mask(*tables) is None
    assert common_mask(*times) is not None


def test_links_and_pictures_that_differ_in_tokens_are_mechanical() -> None:
    one, other = ('[a href="/x?sid=0123456789abcdef00"]',), ('[a href="/x?sid=fedcba9876543210ff"]',)
    assert common_mask("Words", "Words", one, other) is not None
    assert common_mask("Words", "Words", ('[img src="ad1.png"]',), ('[img src="ad27.png"]',)) is not None
    assert common_mask("Words", "Words", ('[a href="/about"]',), ('[a href="/sale"]',)) is None


@given(st.text(max_size=300), st.text(max_size=300))
def test_masks_are_stable_under_white_space(one: str, other: str) -> None:
    assert masked(f"{one} {other}") == masked(f" {one}\n\t{other} ")


@pytest.mark.timeout(5)
@pytest.mark.parametrize("piece", ["一", "a1", "1 ", "几", "-", "1-", "1年", "1.", "1:", "mon ", "USD ", "#"])
def test_masking_takes_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    assert common_mask(text, text) is not None


def test_a_counter_that_changes_in_each_capture_is_noise_and_new_words_are_not(
    fill: Fill, make_capture: Make
) -> None:
    bodies = [
        page(side=f"<p>Visitors so far: {100 * n}</p>", main="<p>Snow has fallen.</p>" if n >= 5 else "")
        for n in range(8)
    ]
    archive = fill(*pages_of(make_capture, bodies))
    found = compared(archive, 4, 5)
    assert told(found).pop("Visitors so far: 500") == ("volatile", (7, 7))
    assert [change.noise for change in found.changes if "Snow" in change.text_b] == [None]
    assert 0 < found.real_share < found.changed_share
    assert compared(archive, 5, 6).real_share == 0 < compared(archive, 5, 6).changed_share


def test_three_captures_are_too_few_and_visits_count_as_seen(fill: Fill, make_capture: Make) -> None:
    bodies = [page(side=f"<p>Visitors so far: {100 * n}</p>") for n in range(4)]
    archive = fill(*pages_of(make_capture, bodies[:3]))
    assert compared(archive, 0, 1).real_share > 0
    seldom = [body for body in bodies for _ in range(3)]  # each is confirmed by two visits
    fill(*pages_of(make_capture, seldom, "http://a.test/seldom"))
    assert compared(archive, 0, 1, "http://a.test/seldom").real_share > 0
    fill(make_capture(URL, bodies[3], minutes=300))
    assert compared(archive, 0, 1).real_share == 0


def test_a_front_page_with_news_each_time_is_never_noise(fill: Fill, make_capture: Make) -> None:
    words = ["rain", "snow", "wind", "storm", "frost", "hail", "fog", "sun", "cloud", "dew", "ice", "heat"]
    bodies = [
        page(side=f"<p>Today there was {words[n]} in the valley, and then {words[-n]}.</p>")
        for n in range(1, 9)
    ]
    found = compared(fill(*pages_of(make_capture, bodies)), 6, 7)
    assert set(told(found).values()) == {None}
    assert found.real_share == pytest.approx(found.changed_share) != 0


def test_a_number_in_the_main_text_needs_more_evidence(fill: Fill, make_capture: Make) -> None:
    bodies = [
        page(main=f"<p>The storm in the valley has hit {n} houses so far, they say.</p>") for n in range(7)
    ]
    archive = fill(*pages_of(make_capture, bodies[:5]))
    assert compared(archive, 3, 4).real_share > 0
    fill(*pages_of(make_capture, bodies)[5:])
    assert compared(archive, 3, 4).real_share == 0


def test_contents_that_come_by_turns_are_noise_and_new_ones_are_not(fill: Fill, make_capture: Make) -> None:
    said = ["Drink more tea", "Buy a red boat", "Sleep on wool"]
    bodies = [page(side=f"<p>{said[n % 3]}</p>") for n in range(8)] + [
        page(side="<p>The bridge is closed</p>")
    ]
    archive = fill(*pages_of(make_capture, bodies))
    assert told(compared(archive, 6, 7)) == {"Buy a red boat": ("volatile", (8, 8))}
    assert told(compared(archive, 7, 8)) == {"The bridge is closed": None}


def test_advertisements_and_shuffled_blocks_are_noise(fill: Fill, make_capture: Make) -> None:
    goods = ["boats", "tea", "wool", "glass", "bread", "paper", "stone"]
    named = [
        f"<section><h3>{word} and more</h3><p>All about the {word} of the valley.</p></section>"
        for word in goods[:3]
    ]
    bodies = [
        page(side=f'<div class="advertisement"><a href="/{word}">Buy our {word} today!</a></div>{named[0]}')
        for word in goods
    ]
    found = compared(fill(*pages_of(make_capture, bodies)), 5, 6)
    assert {noise and noise[0] for noise in told(found).values()} == {"volatile"}
    shuffled = [page(side="".join(named[n % 3 :] + named[: n % 3])) for n in range(7)]
    found = compared(
        fill(*pages_of(make_capture, shuffled, "http://a.test/list")), 4, 5, "http://a.test/list"
    )
    moved = [change for change in found.changes if change.kind == "moved"]
    assert moved
    assert all(change.noise for change in moved)


def test_scripts_with_a_new_number_each_time_are_noise(fill: Fill, make_capture: Make) -> None:
    bodies = [page(head=f"<script>var now = {n};</script>") for n in range(5)]
    found = compared(fill(*pages_of(make_capture, bodies)), 1, 2)
    assert [(change.kind, bool(change.noise)) for change in found.changes if change.kind != "unchanged"] == [
        ("layout", True)
    ]


def test_what_sister_pages_do_in_the_same_way_is_noise(fill: Fill, make_capture: Make) -> None:
    captures = []
    for n in range(2):
        for number in range(5):
            body = page(
                side=f"<p>Online now: {number * 7 + n}</p>",
                main=f"<p>Page {'abcde'[number]} of the site.</p>",
            )
            if n and number == 0:
                body = body.replace("flows below", "runs under").replace("nowhere", "here")
            captures.append(make_capture(f"{URL}{number}", body, minutes=n * 600))
    found = compared(fill(*captures), 0, 1, f"{URL}0")
    by_label = {change.text_b[-15:]: change.noise for change in found.changes if change.kind != "unchanged"}
    sibling = by_label.pop("Online now: 1")
    assert sibling is not None
    assert (sibling.reason, sibling.counts) == ("sister", (4, 4))
    assert sibling.evidence == "changes in the same way on 4 of 4 other pages of the site"
    assert list(by_label.values()) == [None, None]


def test_what_a_page_did_once_may_still_be_what_all_pages_did(fill: Fill, make_capture: Make) -> None:
    def body(number: int, n: int) -> str:
        year = "2026" if n < 5 else "2027"
        more = (
            f"<section><h3>More</h3><p>It is said that {'abcdefgh'[n]} comes before the next.</p></section>"
        )
        return page(
            side=more if number == 0 else "", foot=f"All rights are kept until the end of {year} by us."
        )

    captures = [
        make_capture(f"{URL}{number}", body(number, n), minutes=n * 600)
        for n in range(6)
        for number in range(5)
    ]
    archive = fill(*captures)
    [footer] = [one for one in compared(archive, 4, 5, f"{URL}0").changes if "rights" in one.text_b]
    assert footer.noise is not None
    assert (footer.noise.reason, footer.noise.counts) == ("sister", (4, 4))


def test_rules_hold_what_their_elements_hold_and_nothing_else() -> None:
    a = page(
        side="<p class=ad>Buy this</p>",
        main="<p>The count is <b class=n>one</b>, and we go on from there.</p>",
    )
    b = page(
        side="<p class=ad>Eat that</p>",
        main="<p>The count is <b class=n>two</b>, and we go on from there.</p>",
    )
    c = b.replace("go on from", "come back to")
    rules = (".ad", "article .n")
    for newer, noisy in ((b, [True, True]), (c, [False, True])):
        found = compare(a.encode(), newer.encode())
        find_noise(found, rules)
        assert [change.noise is not None for change in found.changes if change.kind != "unchanged"] == noisy
    last = found.changes[-2]
    assert last.noise is not None
    assert (last.noise.reason, last.noise.evidence) == ("rule", "matches .ad")


def test_rules_of_an_archive_hold_for_its_comparisons(fill: Fill, make_capture: Make) -> None:
    bodies = [page(side="<p class=ad>Buy this thing</p>"), page(side="<p class=ad>Eat that one</p>")]
    archive = fill(*pages_of(make_capture, bodies))
    assert compared(archive, 0, 1).real_share > 0
    noise_rules.write_rules(archive.path, [" .ad ", ".ad"])
    assert noise_rules.read_rules(archive.path) == (".ad",)
    assert compared(archive, 0, 1).real_share == 0


@pytest.mark.parametrize(
    "written", [b"", b"[]", b"{", b'{"rules": 7}', b'{"rules": [7, "[[", ".ok"]}', b"\xff"]
)
def test_broken_rules_are_none(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "noise.json").write_bytes(written)
    assert noise_rules.read_rules(tmp_path) == ((".ok",) if b".ok" in written else ())


def test_rules_that_are_no_selectors_are_refused(tmp_path: Path) -> None:
    for selector in ("", "[[", ">"):
        with pytest.raises(noise_rules.SelectorInvalid):
            noise_rules.write_rules(tmp_path, [selector])
    with pytest.raises(StorageFailed):
        noise_rules.write_rules(tmp_path / "none", [".ad"])
    with pytest.raises(StorageFailed, match="at most"):  # more than are read
        noise_rules.write_rules(tmp_path, [f"#n{number}" for number in range(501)])


def test_rules_are_read_as_they_are_listed_and_removed(tmp_path: Path) -> None:
    (tmp_path / "noise.json").write_text('{"rules": ["  .ad ", ".ad", "p"]}')
    assert noise_rules.read_rules(tmp_path) == (".ad", "p")


def test_rules_of_many_elements_take_linear_time() -> None:
    """Each stretch looks at the elements near it."""
    data = b"".join(b"<ul><li>Item %d</li></ul><p>Between %d</p>" % (n, n) for n in range(15_000))
    matched = noise_rules.Matched(cut(data), ["li", "p"])
    places = list(matched.spans[0])
    began = time.process_time()
    assert len(places) == 15_000
    assert all(matched.rest(place, 0) == (b"", True) for place in places)
    assert not any(matched.rest(place, 1)[1] for place in places)
    assert time.process_time() - began < 5


def test_a_comparison_is_made_once_until_something_new_is_known(fill: Fill, make_capture: Make) -> None:
    archive = fill(*pages_of(make_capture, [page(side=f"<p>Visitors so far: {n}</p>") for n in range(4)]))
    first = compared(archive, 2, 3)
    assert compared(archive, 2, 3) is first
    noise_rules.write_rules(archive.path, [".side"])
    assert {noise and noise[0] for noise in told(compared(archive, 2, 3)).values()} == {"rule"}
    fill(make_capture(URL, page(main="<p>More.</p>"), minutes=900))
    assert compared(archive, 2, 3) is not first
    with archive.reader() as reader:
        a, b = reader.versions(URL)[2:4]
        plain = compare_captures(reader, a.id, b.id, noise=False)
        assert {change.noise for change in plain.changes} == {None}
        with pytest.raises(Stopped):
            compare_captures(reader, a, b, level=1, cancelled=lambda: True)


def test_what_is_noise_in_the_code_is_noise_in_what_is_displayed(fill: Fill, make_capture: Make) -> None:
    """Also where a script has put something before it; what only the script says is none, nor is a new sentence."""
    bodies = [
        page(side=f"<p>Visitors: {90 + 7 * n}</p>", foot=f"Printed in the year {2010 + n}.") for n in range(8)
    ]
    archive = fill(*pages_of(make_capture, bodies))
    added = "<p>In those days a script says that there are {} seats left.</p>"
    shown = [
        bodies[n].replace("<div class=side>", f"<div class=side>{added.format(40 - n)}").encode()
        for n in (6, 7)
    ]
    shown[1] = shown[1].replace(
        STORY[0].encode(), b"It is quite another story, about the sea and those who live by it."
    )
    with archive.reader() as reader:
        versions = reader.versions(URL)
        found = compare(*shown, charset_a="utf-8", charset_b="utf-8")
        found.settle()
        judge_displayed(reader, versions[6], versions[7], found)
        code = told(compare_captures(reader, versions[6], versions[7]))
    assert told(found) == code | {"e are 33 seats left.": None, "hose who live by it.": None}
    assert list(code.values()) == [("volatile", (7, 7))] * 2


def test_a_year_that_only_a_script_writes_is_noise_where_it_is_that_of_the_captures(
    fill: Fill, make_capture: Make
) -> None:
    """In a footer; not in a heading, not where more than the year differs, not of another year."""
    bodies = [page(main=f"<p>Edition {n}.</p>") for n in range(2)]
    year = 60 * 24 * 366
    archive = fill(*(make_capture(URL, body, minutes=n * year) for n, body in enumerate(bodies)))
    footer = "Printed nowhere, by nobody, for everybody who reads it."

    def noise(head: str, *feet: str) -> dict[str, tuple[str, tuple[int, int]] | None]:
        with archive.reader() as reader:
            versions = reader.versions(URL)
            dates = [version.date.year for version in versions]
            shown = [
                bodies[n]
                .replace(footer, feet[n].format(dates[n]))
                .replace("Rain", head.format(dates[n]))
                .encode()
                for n in (0, 1)
            ]
            found = compare(*shown, charset_a="utf-8", charset_b="utf-8")
            found.settle()
            judge_displayed(reader, versions[0], versions[1], found)
        return told(found)

    said = "Copyright {} by the paper of the valley, all rights reserved."
    assert noise("Rain", said, said)["all rights reserved."] == ("year", (0, 0))
    assert noise("Rain", said, said.replace("valley", "canyon"))["all rights reserved."] is None
    older, newer = (f"Copyright {n} by the paper of the valley, all rights reserved." for n in (1990, 1991))
    assert noise("Rain", older, newer)["all rights reserved."] is None
    heading = noise("Report of {}", footer, footer)
    assert heading and not any(heading.values())
