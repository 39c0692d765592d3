"""Every code of the engine is words in the window: reasons, states of hosts and addresses, phases, parts of a score."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.crawl.frontier.order import Features, Order
from app.crawl.frontier.replanning import FOR_GOOD
from app.crawl.frontier.schema import STATES
from app.crawl.rules.entries import REMARKS
from app.crawl.rules.model import HOST_MODES, CrawlState, HostState
from app.crawl.rules.settings import CrawlSettings
from widgets.crawl import words
from widgets.crawl.outcomes import kind_of
from widgets.words import reasons

ENGINE = Path(__file__).parents[3] / "app" / "crawl"
# calls whose first or second argument is a reason code
CALLS = {"Decision": 1, "FetchFailed": 0, "BrowserFailed": 0, "NameFailed": None}
CODE = re.compile(r"[a-z]+(-[a-z]+)*")


def codes_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        at = CALLS.get(name)
        given = [node.args[at]] if at is not None and len(node.args) > at else []
        given += [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
        for value in given:
            for part in ast.walk(value):
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, str)
                    and CODE.fullmatch(part.value)
                ):
                    yield part.value


def engine_codes() -> set[str]:
    found = {code for file in ENGINE.rglob("*.py") for code in codes_in(ast.parse(file.read_text("utf-8")))}
    return found | REMARKS | FOR_GOOD | {"http-404", "max-pages", "max-bytes", "max-minutes", "skipped-host"}


def test_every_reason_code_written_in_the_engine_has_a_sentence_and_short_words() -> None:
    codes = engine_codes()
    assert len(codes) > 15
    assert sorted(code for code in codes if " " not in reasons.reason(code)) == []
    assert sorted(code for code in codes if reasons.short(code) == code) == []


def test_sentences_and_short_words_are_of_the_same_codes() -> None:
    assert sorted(code for code in reasons._sentences() if reasons.short(code) == code) == []
    assert {kind_of(code) for code in reasons._sentences()} == {"stored", "error", "refused"}


@pytest.mark.parametrize("code", [*STATES])
def test_states_of_addresses_are_words(code: str) -> None:
    assert reasons.address_state(code) != code
    assert code in words.STATES


@pytest.mark.parametrize(
    "code", [*HostState.__args__, *CrawlState.__args__, *(mode for mode in HOST_MODES if mode != "normal")]
)
def test_states_of_hosts_and_crawls_are_words(code: str) -> None:
    assert reasons.crawl_state(code)[0].isupper()


def test_what_workers_do_is_said_in_words() -> None:
    tree = "\n".join(file.read_text("utf-8") for file in ENGINE.rglob("*.py"))
    phases = set(re.findall(r'\.phase = "([a-z]+)"', tree)) | {
        "robots",
        "fetching",
        "reading",
        "storing",
        "browser",
    }
    assert sorted(phase for phase in phases if words.phase(phase) == phase) == []


@pytest.mark.parametrize("order", ["breadth", "best", "topic"])
def test_the_parts_of_a_score_are_words(order: str) -> None:
    settings = CrawlSettings(seeds=("http://a.example/",), order=order, guide_words=(("history", 1.0),))
    parts = Order(settings).parts(Features("http://a.example/b", 1, 1, guess=True))
    codes = {code for code, _ in parts} | {"domain"}
    assert sorted(code for code in codes if words.part(code) == code) == []
