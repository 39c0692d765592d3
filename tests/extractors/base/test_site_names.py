"""The name of a site is found in what its titles share, and taken off nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.base import site_names

NEWS = ["会见某国总统 - 新华网", "经济稳中向好 - 新华网", "北京今日降雪 - 新华网", "新华网"]


@pytest.mark.parametrize(
    ("titles", "stripped"),
    [
        (NEWS, ["会见某国总统", "经济稳中向好", "北京今日降雪", "新华网"]),
        (["荷花_百度百科", "北京大学_百度百科", "COVID-19_百度百科"], ["荷花", "北京大学", "COVID-19"]),
        (
            ["BBC News | Storm", "BBC News | Flood", "BBC News | Fire | Live", "Weather"],
            ["Storm", "Flood", "Fire | Live", "Weather"],
        ),
        (
            ["A day · Lotus Pond", "A night · Lotus Pond", "Lotus Pond", "B · Lotus Pond"],
            ["A day", "A night", "Lotus Pond", "B"],
        ),
        (
            ["降准_财经_新浪网", "大跌_财经_新浪网", "回暖_财经_新浪网", "开幕_新浪网"],
            ["降准", "大跌", "回暖", "开幕"],
        ),
        (["降准-财经-人民网", "大跌-财经-人民网", "回暖-财经-人民网"], ["降准", "大跌", "回暖"]),
    ],
)
def test_shared_names_are_taken_off(titles: list[str], stripped: list[str]) -> None:
    affixes = site_names.shared(titles)
    assert [site_names.strip(title, affixes) for title in titles] == stripped


@pytest.mark.parametrize(
    "titles",
    [
        ["COVID-19", "MP-19", "Vitamin-19", "X-19"],  # words with a hyphen
        ["One - Site", "Two - Site"],  # two are too few
        ["Page - A", "Page - B", "Page - B"],
        ["file_name", "other_name", "third_name"],
        ["北京大学", "清华大学", "南京大学"],
        [],
    ],
)
def test_nothing_is_taken_off_that_is_no_name(titles: list[str]) -> None:
    affixes = site_names.shared(titles)
    assert [site_names.strip(title, affixes) for title in titles] == titles


def test_names_come_with_their_share() -> None:
    (affix,) = site_names.shared(NEWS)
    assert (affix.text, affix.name, affix.end, affix.share) == (" - 新华网", "新华网", True, 0.75)


@pytest.mark.parametrize(
    ("title", "names", "host", "expected"),
    [
        ("Story of COVID-19 - Example", [], "www.example.com", "Story of COVID-19"),
        ("Story | example.com", [], "www.example.com", "Story"),
        ("Story - The Example", [], "example.com", "Story - The Example"),
        ("标题-人民网", ["人民网"], "", "标题"),
        ("标题_国内_新浪网", ["新浪网"], "", "标题_国内"),
        ("BBC News | Story", ["BBC News"], "", "Story"),
        ("Example - Example", [], "example.com", "Example - Example"),
        ("Story - Site", ["Other"], "other.org", "Story - Site"),
        ("Story - 10", [], "192.0.2.10", "Story - 10"),
        ("Lotus", ["Lotus"], "", "Lotus"),
        ("", ["x"], "x.org", ""),
    ],
)
def test_a_single_page_only_loses_what_it_calls_its_site(
    title: str, names: list[str], host: str, expected: str
) -> None:
    assert site_names.own(title, names, host) == expected


@settings(max_examples=75)
@given(st.lists(st.text("ab 北京-_|:· ", max_size=14), max_size=12), st.randoms())
def test_order_changes_nothing_and_titles_never_vanish(titles: list[str], chance: object) -> None:
    affixes = site_names.shared(titles)
    assert site_names.shared(list(reversed(titles))) == affixes
    for title in titles:
        assert bool(site_names.strip(title, affixes)) == bool(title)
