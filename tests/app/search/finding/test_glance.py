"""The first pages of words that very many say are those of the whole answer, with all that is told of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.search.entries.columns import Numbers
from app.search.finding import glance
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.search.conftest import DAY, page, store
from tests.conftest import capture

WORDS = ["kernel", "price", "museum", "进程", "管理", "内核调度", "free", "owl"]


class Ranks:
    """Some pages count for much more than others."""

    def __init__(self, most: float) -> None:
        self._most = most

    def __call__(self, pages: Numbers) -> np.ndarray:
        return 1 + self._most * (pages % 7 == 3)

    def bars(self, pages: Numbers) -> Numbers:
        return pages % 7

    def shares(self, pages: Numbers) -> np.ndarray:
        return self(pages)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Pages in versions, which link to one another."""
    chance = random.Random(11)
    archive = Archive.create(tmp_path_factory.mktemp("versions") / "test.archive")

    def made(number: int, version: int) -> object:
        links = " ".join(
            f"<a href='/{chance.randint(0, 70)}'>{chance.choice(WORDS)} {chance.choice(WORDS)}</a>"
            for _ in range(chance.randint(0, 2))
        )
        said = " ".join(chance.choices(WORDS, k=chance.randint(1, 9)))
        text = page(f"Page {number} {chance.choice(WORDS)}", f"{said}. {links}")
        return capture(f"http://a.example/{number}", text, minutes=version * DAY + chance.randint(0, 5))

    store(archive, *(made(number, 0) for number in range(60)))
    for version in (1, 2):
        store(archive, *(made(number, version) for number in range(60) if number % 3))
    feed(archive)
    yield archive


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few are many."""
    monkeypatch.setattr(glance, "MANY", 12)
    monkeypatch.setattr(glance, "_FIRST", 2)


def queries(chance: random.Random) -> str:
    one, two = chance.choice(WORDS), chance.choice(WORDS)
    return chance.choice([one, one, f"{one} {two}", f"{one} OR {two}", f"{one} -{two}", f"{one}{two}", "p*"])


@pytest.mark.parametrize("most", [None, 0.0, 0.5, 30.0])
def test_the_first_pages_are_those_of_the_whole_answer(
    many: None, versions: Archive, most: float | None
) -> None:
    chance, told = random.Random(5), 0
    with Searcher(versions, None if most is None else Ranks(most)) as search:  # type: ignore[arg-type]
        for _ in range(60):
            asked, limit = queries(chance), chance.choice([1, 3, 10])
            quick = search.search(asked, limit=limit, facets=True, at_once=True)
            whole = search.search(asked, limit=limit, facets=True)
            assert quick.hits == whole.hits, asked
            if quick.counted:
                assert replace(quick, milliseconds=0) == replace(whole, milliseconds=0)
            else:
                told += 1
                assert limit <= quick.total <= whole.total and not quick.facets
    assert told > 20


def test_where_too_many_others_may_come_first_the_whole_answer_is_given(
    many: None, versions: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "_SINGLE", 0)
    with Searcher(versions, Ranks(30.0)) as search:
        found = search.search("kernel", facets=True, at_once=True)
        assert found.counted and found.facets["site"] and found.total > 12


def test_few_are_counted_at_once(versions: Archive) -> None:
    with Searcher(versions) as search:
        assert search.search("kernel", facets=True, at_once=True).counted


@pytest.mark.parametrize("ways", [{"sort": "newest"}, {"fold": True}, {"known": {}}, {"offset": 5}])
def test_other_orders_are_answered_as_a_whole(many: None, versions: Archive, ways: dict[str, object]) -> None:
    with Searcher(versions) as search:
        one = search.search("kernel", at_once=True, **ways)  # type: ignore[arg-type]
        two = search.search("kernel", **ways)  # type: ignore[arg-type]
        assert one.hits == two.hits and one.counted == ("offset" not in ways)


def test_what_a_person_wrote_is_found_with_all_that_says_it(many: None, versions: Archive) -> None:
    with Searcher(versions) as search:
        Notebook(versions.path).write([Change(Target("http://a.example/1"), note="An owl of marble")])
        assert search.search("owl", at_once=True).counted
        assert not search.search("kernel", at_once=True).counted
