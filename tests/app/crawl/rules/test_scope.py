"""What belongs to a crawl, and what looks like a trap."""

from __future__ import annotations

from typing import Any

import pytest

from app.crawl.rules.scope import Scope, in_domain, pattern_of, shape_of_trap
from app.crawl.rules.settings import CrawlSettings, PatternInvalid, SettingsInvalid
from app.errors import AddressInvalid


def decide(seed: str, url: str, depth: int = 1, embed: bool = False, **more: Any) -> str:
    decision = Scope(CrawlSettings(seeds=(seed,), **more)).decide(url, depth, embed)
    assert decision.ok == (not decision.reason)
    return decision.reason


@pytest.mark.parametrize(
    ("scope", "seed", "url", "inside"),
    [
        ("host", "http://h.org/a", "http://h.org/b", True),
        ("host", "http://h.org/a", "https://www.h.org/b", True),
        ("host", "http://www.h.org/a", "http://h.org/b", True),
        ("host", "http://h.org/a", "http://sub.h.org/b", False),
        ("host", "http://h.org/a", "http://h.org:8080/b", False),
        ("host", "http://h.org:8080/a", "http://h.org:8080/b", True),
        ("prefix", "http://www.lietu.com", "http://www.lietu.com/x", True),
        ("prefix", "http://www.lietu.com", "http://www.lietu.com.evil.org/", False),
        ("prefix", "http://h.org/docs", "http://h.org/docs/a", True),
        ("prefix", "http://h.org/docs", "http://h.org/docs", True),
        ("prefix", "http://h.org/docs", "http://h.org/docs2/a", False),
        ("prefix", "http://h.org/docs/", "http://h.org/docs/a", True),
        ("prefix", "http://h.org/docs/", "http://h.org/docs", False),
        ("prefix", "http://h.org/docs/index.html", "http://h.org/docs/b.html", True),
        ("prefix", "http://h.org/docs/index.html", "http://h.org/b.html", False),
        ("domain", "http://www.pku.edu.cn/", "http://lib.pku.edu.cn/", True),
        ("domain", "http://www.pku.edu.cn/", "http://www.fudan.edu.cn/", False),
        ("domain", "http://edu.cn/", "http://www.fudan.edu.cn/", True),
        ("domain", "http://edu.cn/", "http://fooedu.cn/", False),
        ("any", "http://h.org/", "http://elsewhere.net/", True),
    ],
)
def test_scope_has_exact_borders(scope: str, seed: str, url: str, inside: bool) -> None:
    assert decide(seed, url, scope=scope) == ("" if inside else "scope")


def test_edu_cn_does_not_match_fooedu_cn() -> None:
    assert in_domain("www.edu.cn", "edu.cn")
    assert in_domain("edu.cn", "edu.cn")
    assert not in_domain("fooedu.cn", "edu.cn")


def test_layers_end_at_the_limit_and_requisites_one_beyond() -> None:
    seed = "http://h.org/"
    assert decide(seed, "http://h.org/a", 1, max_depth=1) == ""
    assert decide(seed, "http://h.org/a", 2, max_depth=1) == "depth"
    assert decide(seed, "http://h.org/a.png", 2, embed=True, max_depth=1) == ""
    assert decide(seed, "http://h.org/a.png", 3, embed=True, max_depth=1) == "depth"


def test_requisites_come_from_any_host_unless_excluded() -> None:
    assert decide("http://h.org/", "http://cdn.net/a.css", embed=True) == ""
    assert decide("http://h.org/", "http://ads.net/a.gif", embed=True, exclude=(r"ads\.net",)) == "excluded"


def test_include_and_exclude_patterns_decide_for_pages() -> None:
    more = {"include": ("/docs/",), "exclude": (r"\.zip$",)}
    assert decide("http://h.org/", "http://h.org/docs/a", **more) == ""
    assert decide("http://h.org/", "http://h.org/docs/a.zip", **more) == "excluded"
    assert decide("http://h.org/", "http://h.org/news/a", **more) == "not-included"
    assert decide("http://h.org/", "http://h.org/", 0, **more) == "", "the seed itself need not match"


def test_other_schemes_are_refused_as_such() -> None:
    assert decide("http://h.org/", "ftp://h.org/a") == "scheme"


@pytest.mark.parametrize(
    ("path", "trap"),
    [
        ("/a/b/c/d", False),
        ("/a/a/b", False),
        ("/a/a/a", True),
        ("/x/a/b/a/b/a/b/y", True),
        ("/a/1/a/2/a/3/a/4/a/5", True),
        ("/2011/11/11/11/11/x", False),
        ("/" + "/".join(f"s{n}" for n in range(20)), False),
        ("/" + "/".join(f"s{n}" for n in range(21)), True),
        ("/" + "x" * 1900, False),
        ("/" + "x" * 2000, True),
        ("/?" + "x" * 2000, True),
    ],
)
def test_traps_show_in_repeated_folders_depth_and_length(path: str, trap: bool) -> None:
    assert bool(shape_of_trap("http://h.org" + path)) == trap
    assert decide("http://h.org/", "http://h.org" + path) == ("trap" if trap else "")


def test_calendars_get_a_small_budget_scripts_and_numbered_pages_a_wide_one() -> None:
    calendar = pattern_of("http://h.org/calendar/?year=2031&month=4")
    assert calendar and calendar.budget == 1
    assert pattern_of("http://h.org/calendar/?month=5&year=2031") == calendar
    path = pattern_of("http://h.org/cal/2031/04/")
    assert path and path.budget == 50
    wiki = pattern_of("http://h.org/index.php?title=Peking")
    assert wiki and wiki.budget > 100
    article = pattern_of("http://h.org/2024/05/123.html")
    assert article and article.budget == 0 and article.chain > 1
    assert pattern_of("http://h.org/about") is None


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"seeds": ()}, SettingsInvalid),
        ({"seeds": ("nonsense",)}, AddressInvalid),
        ({"include": ("(",)}, PatternInvalid),
        ({"workers": 0}, SettingsInvalid),
        ({"timeout": 0}, SettingsInvalid),
        ({"user_agent": "a\r\nb"}, SettingsInvalid),
        ({"delay": float("nan")}, SettingsInvalid),
        ({"max_minutes": float("inf")}, SettingsInvalid),
        ({"scope": "planet"}, SettingsInvalid),
        ({"max_pages": -1}, SettingsInvalid),
        ({"max_depth": -2}, SettingsInvalid),
        ({"backoff": -1.0}, SettingsInvalid),
    ],
)
def test_settings_that_cannot_work_are_refused_with_a_sentence(
    wrong: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        CrawlSettings(**{"seeds": ("http://h.org/",), **wrong}).checked()


def test_settings_survive_being_stored() -> None:
    settings = CrawlSettings(seeds=("http://h.org/",), exclude=("é",), max_minutes=1.5)
    assert CrawlSettings.from_json(settings.to_json()) == settings
    assert CrawlSettings.from_json('{"seeds": ["http://h.org/"], "of a later version": 1}').seeds == (
        "http://h.org/",
    )
