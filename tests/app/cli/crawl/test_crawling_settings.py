"""Every setting of a crawl as an option, from templates and files, and changed on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.cli.crawl.options import OPTIONS, size_of
from app.crawl.rules.settings import CrawlSettings
from app.sampleserver import SampleServer

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

# what each option makes of a text; the switches are tested by their two names
GIVEN: dict[str, tuple[tuple[object, ...], object]] = {
    "scope": (("--scope", "domain"), "domain"),
    "include": (("--include", "a", "--include", "b"), ["a", "b"]),
    "exclude": (("--exclude", "x"), ["x"]),
    "off_site_hops": (("--off-site-hops", 2), 2),
    "content_types": (
        ("--content-type", "application/pdf", "--content-type", "image/*"),
        ["application/pdf", "image/*"],
    ),
    "like_categories": (("--like-category", "culture"), ["culture"]),
    "follow_categories": (("--follow-category", "culture"), ["culture"]),
    "languages": (("--language", "zh"), ["zh"]),
    "ip_ranges": (("--ip", "10.0.0.0/8"), ["10.0.0.0/8"]),
    "max_pages": (("--max-pages", 5), 5),
    "max_depth": (("--max-depth", 3), 3),
    "max_bytes": (("--quota", "1.5K"), 1536),
    "max_minutes": (("--max-minutes", 2.5), 2.5),
    "size_cap": (("--size-cap", "20M"), 20 * 1024 * 1024),
    "max_hops": (("--max-redirect", 4), 4),
    "delay": (("--delay", 0.25), 0.25),
    "adaptive": (("--adaptive", 3), 3.0),
    "delay_ceiling": (("--delay-ceiling", 9), 9.0),
    "workers": (("--workers", 3), 3),
    "per_host": (("--per-host", 1), 1),
    "bandwidth": (("--limit-rate", "500k"), 512_000),
    "contact": (("--contact", "me@example.org"), "me@example.org"),
    "user_agent": (("--user-agent", "robot/1"), "robot/1"),
    "proxy": (("--proxy", "socks5://127.0.0.1:1080"), "socks5://127.0.0.1:1080"),
    "headers": (("--header", "Accept-Language: zh, en"), [["Accept-Language", "zh, en"]]),
    "timeout": (("--timeout", 7), 7.0),
    "retries": (("--retries", 0), 0),
    "backoff": (("--backoff", 1), 1.0),
    "patience": (("--patience", 60), 60.0),
    "order": (("--order", "best"), "best"),
    "backlink_weight": (("--backlink-weight", 2), 2.0),
    "form_weight": (("--form-weight", 0), 0.0),
    "depth_weight": (("--depth-weight", -1), -1.0),
    "guide_words": (("--guide-word", "lotus=2.5", "--guide-word", "pond"), [["lotus", 2.5], ["pond", 1.0]]),
    "topic_weights": (("--topic-weights", "1,2,3,4,0.5"), [1.0, 2.0, 3.0, 4.0, 0.5]),
    "topic_threshold": (("--topic-threshold", 1.5), 1.5),
    "canonical": (("--canonical", "www", "--canonical", "scheme"), ["www", "scheme"]),
    "trap_budget": (("--trap-budget", 0), 0),
    "trap_likeness": (("--trap-likeness", 80), 80),
    "browser": (("--browser", "auto"), "auto"),
    "browser_patterns": (("--browser-pattern", "/app/"), ["/app/"]),
    "browser_workers": (("--browser-workers", 2), 2),
    "browser_seconds": (("--browser-seconds", 10), 10.0),
    "forms": (("--forms", "post"), "post"),
    "form_patterns": (("--form-pattern", "/search$"), ["/search$"]),
    "form_words": (("--words", Path(__file__).with_name("form_words.txt")), ["harbour", "图书馆 目录"]),
    "form_limit": (("--form-limit", 40), 40),
    "form_pages": (("--form-pages", 0), 0),
    "page_types": (
        ("--page-type", "detail", "--page-type", "论坛"),
        ["article", "documentation", "product", "service", "forum"],
    ),
    "details_once": (("--details-once",), True),
    "revisit": (("--only-due",), "due"),
    "revisit_by_rank": (("--revisit-by-rank",), True),
    "revisit_floor": (("--revisit-floor", 2), 2.0),
    "revisit_ceiling": (("--revisit-ceiling", 48), 48.0),
}
OFF = ("revisit", "details_once", "revisit_by_rank")  # switches that are off at first
SWITCHES = [option for option in OPTIONS if "/" in option.spellings[0] and option.setting not in OFF]


def test_there_is_an_option_for_every_setting() -> None:
    settings = {field.name for field in fields(CrawlSettings)}
    assert {option.setting for option in OPTIONS} | {"seeds", "name"} == settings
    assert set(GIVEN) | {option.setting for option in SWITCHES} == {option.setting for option in OPTIONS}


def test_each_option_sets_its_setting_and_nothing_else(tmp_path: Path, objects: Objects) -> None:
    (usual,) = objects("crawl", tmp_path / "a", "http://a.test/", "--preview")
    typed = [text for options, _value in GIVEN.values() for text in options]
    (all_of_them,) = objects(
        "crawl", tmp_path / "a", "http://a.test/", "--preview", "--name", " my  crawl ", *typed
    )
    assert (usual["kind"], usual["job"]) == ("preview", None)
    expected = {
        **usual["settings"],
        **{name: value for name, (_, value) in GIVEN.items()},
        "name": "my crawl",
    }
    assert all_of_them["settings"] == expected
    assert all(usual["settings"][name] != value for name, (_, value) in GIVEN.items())
    off = [option.spellings[0].partition("/")[2] for option in SWITCHES]
    (switched,) = objects("crawl", tmp_path / "a", "http://a.test/", "--preview", *off)
    assert switched["settings"] == {**usual["settings"], **{option.setting: False for option in SWITCHES}}
    assert all(usual["settings"][option.setting] is True for option in SWITCHES)
    assert not (tmp_path / "a").exists()


def test_help_tells_the_true_defaults(tmp_path: Path, objects: Objects) -> None:
    usual = CrawlSettings(seeds=())
    for option in OPTIONS:
        value = getattr(usual, option.setting)
        if option.default == "no limit":
            assert value in (0, -1)
        elif option.default == "all":
            assert value == ()
        elif option.default == "100M":
            assert value == size_of("100M")
        elif isinstance(value, tuple) and option.default:
            assert tuple(part.strip() for part in str(option.default).split(",")) == tuple(
                f"{part:g}" if isinstance(part, float) else part for part in value
            )
        elif isinstance(value, float):
            assert float(option.default) == value
        elif option.default:
            assert str(option.default) == str(value)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bandwidth", "fast"], "is not a size"),
        (["--header", "Cookie: a=b"], "belongs to the stored"),
        (["--header", "nonsense"], "is no header"),
        (["--proxy", "http://me:secret@a.test/"], "belongs to the stored"),
        (["--guide-word", "a=b"], "is not a number"),
        (["--topic-weights", "1,2"], "Five weights"),
        (["--canonical", "upside-down"], "is none of the rules"),
        (["--browser-pattern", "("], "is not a regular"),
        (["--include", "\udcff"], "not valid UTF-8"),
        (["--contact", "\udcff"], "not valid UTF-8"),
        (["--name", "\udcff"], "not valid UTF-8"),
        (["--delay", "inf"], "is not a number"),
        (["--form-weight", "nan"], "is not a number"),
        (["--order", "topic"], "needs guide words"),
        (["--ip", "everywhere"], "is no IP address"),
        (["--revisit-floor", "9", "--revisit-ceiling", "3"], "must not exceed"),
        (["--browser", "often"], "often"),
        (["--page-type", "castle"], "is none of the kinds"),
    ],
)
def test_what_cannot_work_is_wrong_usage_and_creates_nothing(
    tmp_path: Path, tianwang: Run, arguments: list[str], told: str
) -> None:
    result = tianwang("crawl", tmp_path / "a", "http://a.test/", *arguments, code=2)
    assert told in " ".join(result.stderr.replace("│", " ").split())
    assert not (tmp_path / "a").exists()


def test_a_template_then_a_file_then_options(tmp_path: Path, objects: Objects, tianwang: Run) -> None:
    file = tmp_path / "my.json"
    file.write_text(
        json.dumps({"max_depth": 2, "guide_words": [["lotus", 2]], "delay": 3, "seeds": ["http://b.test/"]})
    )
    (shown,) = objects(
        "crawl", tmp_path / "a", "--template", "one-page", "--settings", file, "--delay", 5, "--preview"
    )
    settings = shown["settings"]
    assert (settings["max_depth"], settings["delay"], settings["sitemaps"]) == (2, 5.0, False)
    assert (settings["guide_words"], settings["seeds"]) == ([["lotus", 2.0]], ["http://b.test/"])
    # what a preview writes can be read back
    file.write_text(json.dumps(shown))
    assert objects("crawl", tmp_path / "a", "--settings", file, "--preview") == [shown]
    assert "max_depth: 2" in tianwang("crawl", tmp_path / "a", "--settings", file, "--preview").stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "is not JSON"),
        ("[]", "no object"),
        ('{"max_page": 3}', "“max_page” is not a setting"),
        ('{"max_pages": "3"}', "“max_pages” must be a whole number"),
        ('{"max_pages": true}', "a whole number"),
        ('{"max_pages": -1}', "“max_pages” must be at least 0"),
        ('{"delay": "soon"}', "a number"),
        ('{"delay": NaN}', "a number"),
        ('{"sitemaps": 1}', "true or false"),
        ('{"scope": "world"}', "one of host, prefix, domain, any"),
        ('{"include": "a"}', "a list"),
        ('{"guide_words": [["a"]]}', "a list of 2"),
        ('{"topic_weights": [1, 2]}', "a list of 5"),
        ('{"contact": "\\ud800"}', "halves of characters"),
    ],
)
def test_a_wrong_settings_file_is_refused_with_what_is_wrong(
    tmp_path: Path, tianwang: Run, content: str, told: str
) -> None:
    (tmp_path / "my.json").write_text(content)
    result = tianwang("crawl", tmp_path / "a", "http://a.test/", "--settings", tmp_path / "my.json", code=1)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "a").exists()


def test_a_job_goes_on_under_other_settings_as_the_preview_foretold(
    server: SampleServer, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    archive = tmp_path / "new.archive"
    *_, first = objects("crawl", archive, server.url, "--delay", 0, "--max-pages", 3)
    changes = ("--resume", first["job"], "--max-pages", 6, "--exclude", "news", "--exclude", "/zh/")
    (foretold,) = objects("crawl", archive, *changes, "--preview")
    assert foretold["returns"]["max-pages"] > 5 and foretold["settings"]["max_pages"] == 6
    shown = tianwang("crawl", archive, *changes, "--preview").stdout
    assert "max_pages: 3 → 6" in shown and "exclude: none → news, /zh/" in shown and "  + http" in shown
    assert objects("jobs", archive)[0]["pages"] == 3, "a preview does nothing"
    assert objects("jobs", archive)[0]["settings"]["max_pages"] == 3
    change, *_, end = objects("crawl", archive, *changes)
    assert change["kind"] == "change" and end["pages"] == 6
    assert {name: change[name] for name in ("queued", "stays", "leaves", "returns", "added")} == {
        name: foretold[name] for name in ("queued", "stays", "leaves", "returns", "added")
    }
    (one,) = objects("jobs", archive, first["job"])
    assert [event["text"] for event in one["events"]] == ["settings exclude max_pages"]
    # an empty text empties a list, and addresses behind the job are new ones to start from
    (emptied,) = objects("crawl", archive, *changes[:2], f"{server.url}zh/", "--exclude", "", "--preview")
    assert emptied["settings"]["exclude"] == []
    assert emptied["settings"]["seeds"] == [server.url, f"{server.url}zh/"]


def test_what_cannot_be_changed_any_more_is_said(
    server: SampleServer, tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    archive = tmp_path / "new.archive"
    *_, first = objects("crawl", archive, server.url, "--delay", 0, "--max-pages", 1)
    result = tianwang("crawl", archive, "--resume", first["job"], "--canonical", "none", code=1)
    assert "fixed once a crawl has begun" in result.stderr
    result = tianwang("crawl", archive, "--resume", "20200101-000000-abcdef", code=1)
    assert result.stderr.startswith("tianwang: There is no crawl 20200101-000000-abcdef in this archive")
