"""Where the index can tell which pages rank first it hands over these alone: the answers are those of all hits in order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.search import showing
from app.search.finding import foremost
from app.search.finding.evaluating import Evaluation
from app.search.finding.foremost import Foremost
from app.search.index import snapshot
from app.search.index.feeding import feed
from app.search.query import Node
from app.search.results import Results
from app.search.searching import Searcher
from tests.app.search.conftest import page, store
from tests.conftest import capture

WORDS = ["kernel", "price", "museum", "进程", "管理", "内核调度", "的", "free"]


def text(chance: random.Random) -> str:
    """Few words, so that many pages rank alike."""
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Each page has one version, and no links."""
    chance = random.Random(7)
    archive = Archive.create(tmp_path_factory.mktemp("plain") / "test.archive")
    pages = (
        capture(
            f"http://a.example/{number}", text(chance), minutes=chance.randint(0, 5), media_type="text/plain"
        )
        for number in range(40)
    )
    store(archive, *pages)
    feed(archive)
    yield archive


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Each page has one version, and links to others and to some that are not there."""
    chance = random.Random(9)
    archive = Archive.create(tmp_path_factory.mktemp("linked") / "test.archive")

    def link() -> str:
        return f"<a href='/{chance.randint(0, 44)}'>{text(chance)}</a>"

    def body() -> str:
        return page(text(chance), text(chance), " ".join(link() for _ in range(chance.randint(0, 2))))

    pages = (
        capture(f"http://a.example/{number}", body(), minutes=chance.randint(0, 5)) for number in range(40)
    )
    store(archive, *pages)
    feed(archive)
    yield archive


class Told:
    """Whether the index told the best pages, each time it was to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.often: list[bool] = []
        self.asks, itself = True, Evaluation.best

        def best(evaluation: Evaluation, node: Node, loose: Node | None, most: int) -> Foremost | None:
            found = itself(evaluation, node, loose, most) if self.asks else None
            self.often.append(found is not None)
            return found

        monkeypatch.setattr(Evaluation, "best", best)

    def both(self, search: Searcher, query: str, **more: object) -> tuple[Results, Results]:
        """The answer with the best pages alone, and out of all hits."""
        self.asks = True
        quick = search.search(query, **more)  # type: ignore[arg-type]
        self.asks = False
        whole = search.search(query, **more)  # type: ignore[arg-type]
        return replace(quick, milliseconds=0), replace(whole, milliseconds=0)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    return Told(monkeypatch)


def query(chance: random.Random) -> str:
    one, two, three = (text(chance) for _ in range(3))
    forms = [one, f'"{one}"', f"{one} OR {two}", f"({one} OR {two}) {three}", f"{one} -{two.split()[0]}"]
    forms += [f"{one[:2]}*", "nowhere", f"nowhere {one}", f"{''.join(one.split())}", f"title:{one}"]
    return chance.choice([*forms, f'near:"{one} {two}"'])


def compared(archive: Archive, told: Told) -> None:
    """What many queries find in both ways."""
    chance = random.Random(3)
    with Searcher(archive) as search:
        for _ in range(120):
            more = {"limit": chance.choice([0, 1, 3, 10, 200]), "offset": chance.choice([0, 0, 2, 15])}
            more |= {name: chance.random() < 0.2 for name in ("explain", "forms", "facets")}
            asked = query(chance)
            quick, whole = told.both(search, asked, **more)
            assert quick == whole, (asked, more)


def test_answers_are_those_of_all_hits(plain: Archive, told: Told) -> None:
    compared(plain, told)
    assert all(told.often[::2])


@pytest.mark.parametrize(("known", "scan"), [(foremost._ALL, foremost._SCAN), (0, 1 << 40), (0, 0)])
def test_pages_that_links_lead_to_stand_where_all_hits_have_them(
    linked: Archive, told: Told, monkeypatch: pytest.MonkeyPatch, known: int, scan: int
) -> None:
    """Whether their own scores are among those that the engine handed over, or asked for one by one, or all are."""
    monkeypatch.setattr(foremost, "_ALL", known)
    monkeypatch.setattr(foremost, "_SCAN", scan)
    compared(linked, told)
    assert told.often[::2].count(True) > 80


def test_the_engine_is_asked_again_where_too_many_rank_alike(
    plain: Archive, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_ALIKE", 2)
    with Searcher(plain) as search:
        for word in WORDS:
            quick, whole = told.both(search, word, limit=1)
            assert quick == whole and quick.total > 3


def test_pages_in_versions_and_notes_are_found_out_of_all_hits(archive: Archive, told: Told) -> None:
    """Where they are in the way, and not sooner."""
    store(
        archive,
        capture("http://a.example/", page("Welcome", "The kernel. <a href='/lost'>what it costs</a>")),
        capture("http://a.example/owl", page("Owls", "The kernel of an owl costs ten.")),
    )
    feed(archive)
    with Searcher(archive) as search:
        for asked in ("kernel", "costs", "cost*", "owl -welcome"):
            quick, whole = told.both(search, asked)
            assert quick == whole and told.often[-2], asked
        quick, whole = told.both(search, "owl -costs")  # a link says it
        assert quick == whole and not told.often[-2]
        Notebook(archive.path).write([Change(Target("http://a.example/"), note="An owl")])
        quick, whole = told.both(search, "owl")
        assert quick == whole and quick.total == 2 and not told.often[-2]
        store(
            archive, capture("http://a.example/owl", page("Owls", "The kernel of a younger owl."), minutes=5)
        )
        feed(archive)
        quick, whole = told.both(search, "kernel")
        assert quick == whole and quick.total == 2 and quick.hits[0].versions + quick.hits[1].versions == 3
        assert not told.often[-2]


def test_hits_have_their_captures_however_many_are_read_at_once(
    plain: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "_MOST_CAPTURES", 12)
    with Searcher(plain) as search, plain.reader() as reader:
        for limit in (2, 10, 40, 5):
            for hit in search.search("kernel OR price OR 的", limit=limit).hits:
                assert hit.capture is not None and hit.capture == reader.capture(hit.capture.id)
                assert hit.url == hit.capture.url
