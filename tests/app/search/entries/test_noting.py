"""Stars, tags and notes in a search: what they stand on is found at once, without being indexed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target, block
from app.archive.notes.notebook import NAME, Notebook
from app.search import current
from app.search.index.feeding import feed
from app.search.query import QueryFault
from app.search.searching import Searcher
from app.words.folding import fold
from tests.app.search.conftest import filled, page, store, urls
from tests.conftest import capture

HOME, PRICE, CHINESE = "http://a.example/", "http://a.example/docs/price.html", "http://a.example/zh.html"
PLAIN = "http://a.example/notes.txt"


def with_marks(archive: Archive) -> Archive:
    """The site of the tests, with marks on a page, a version and a block."""
    feed(filled(archive))
    with archive.reader() as reader:
        middle = reader.versions(PRICE)[1]
    Notebook(archive.path).write(
        [
            Change(Target(HOME), True, ("Linux", "to read"), note="Ask the curator about opening hours"),
            Change(Target(CHINESE), add=("內核",), note="要核对的段落"),
            Change(Target(PRICE, middle.id), add=("linux/old",), note="raised too much"),
            Change(block(PLAIN, "/p[1]", "Plain notes"), True),
        ]
    )
    return archive


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    """Of such an archive that nobody changes."""
    with Searcher(
        with_marks(Archive.create(tmp_path_factory.mktemp("marked") / "marked.archive"))
    ) as searcher:
        yield searcher


@pytest.fixture
def marking(archive: Archive, config: Path) -> Iterator[Searcher]:
    """Of one that a test may change."""
    del config
    with Searcher(with_marks(archive)) as searcher:
        yield searcher


def found(searcher: Searcher, query: str) -> set[str]:
    return set(urls(searcher.search(query, limit=100)))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("tag:linux", {"a.example/"}),
        ("tag:LINUX", {"a.example/"}),
        ("tag:linux*", {"a.example/", "a.example/docs/price.html"}),
        ('tag:"to read"', {"a.example/"}),
        ("tag：内核", {"a.example/zh.html"}),
        ("tag:*", {"a.example/", "a.example/zh.html", "a.example/docs/price.html"}),
        ("tag:nobody", set()),
        ("star:yes", {"a.example/", "a.example/notes.txt"}),
        ("is:starred -tag:linux", {"a.example/notes.txt"}),
        ("is:noted", {"a.example/", "a.example/zh.html", "a.example/docs/price.html"}),
        ("is:tagged museum", {"a.example/"}),
        ("tag:linux OR tag:内核", {"a.example/", "a.example/zh.html"}),
        ("note:curator", {"a.example/"}),
        ('note:"opening hours"', {"a.example/"}),
        ('note:"hours linux"', set()),
        ("note:linux", set()),
        ("note:cura*", {"a.example/"}),
        ("note:museum", set()),
        ("curator", {"a.example/"}),
        ("核對", {"a.example/zh.html"}),
        ("curator museum", {"a.example/"}),
        ("curator kernel", set()),
        ("kernel OR curator", {"a.example/", "a.example/notes.txt", "b.other.example/x"}),
        ("museum -curator", {"b.other.example/x"}),
        ("-curator -tag:内核 site:a.example", {"a.example/docs/price.html", "a.example/notes.txt"}),
        ('near:"curator hours"', {"a.example/"}),
        ("title:curator", set()),
    ],
)
def test_what_a_person_wrote_is_a_condition_and_is_found(
    marked: Searcher, query: str, expected: set[str]
) -> None:
    assert found(marked, query) == expected


def test_a_mark_on_a_version_stands_on_what_that_version_says(marked: Searcher) -> None:
    (hit,) = marked.search("tag:linux/old").hits
    assert hit.versions == 1 and "costs five" in hit.snippet.text
    assert not marked.search('tag:linux/old "free of charge"').hits


def test_a_hit_shows_its_marks_and_the_note_that_says_it(marked: Searcher) -> None:
    (hit,) = marked.search("curator").hits
    assert hit.noted and hit.snippet.text.startswith("Ask the curator")
    begin, end = hit.snippet.marks[0]
    assert hit.snippet.text[begin:end] == "curator"
    assert (hit.marked.star, hit.marked.tags) == (True, ("Linux", "to read"))
    (other,) = marked.search("museum prices").hits
    assert not other.noted and other.marked.star


def test_a_page_whose_note_says_it_comes_before_pages_that_say_it_in_passing(
    archive: Archive, config: Path
) -> None:
    del config
    pages = [
        capture(f"http://a.example/{number}", page("A", "Many words about a kernel and more."))
        for number in range(12)
    ]
    feed(store(archive, *pages))
    Notebook(archive.path).write([Change(Target("http://a.example/7"), note="the kernel page")])
    with Searcher(archive) as searcher:
        assert urls(searcher.search("kernel"))[0] == "a.example/7"


def test_the_score_of_a_note_is_explained(marked: Searcher) -> None:
    (hit,) = marked.search("curator", explain=True).hits
    assert [(one.words, one.field) for one in hit.said] == [("curator", "note")]
    assert hit.said[0].score == pytest.approx(hit.score)


def test_tags_are_counted_beside_the_hits(marked: Searcher) -> None:
    facets = marked.search("site:a.example", facets=True).facets
    assert facets["tag"] == [("Linux", 1), ("linux/old", 1), ("to read", 1), ("內核", 1)]
    assert marked.search("kernel", facets=True).facets["tag"] == []


def test_what_is_written_or_taken_back_counts_in_the_next_search(
    marking: Searcher, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Notebook(archive.path)
    book.write([Change(Target(PLAIN), add=("new",))])
    assert found(marking, "tag:new") == {"a.example/notes.txt"}
    book.undo()
    assert found(marking, "tag:new") == set()
    monkeypatch.setattr(current, "_NEWS", 0.0)  # for what others write
    (archive.path / NAME).write_bytes(b"\0\xff{{{\n")
    assert found(marking, "star:yes") == set()
    assert found(marking, "museum") == {"a.example/", "b.other.example/x"}


@pytest.mark.parametrize(("query", "place"), [("star:maybe", 5), ("a is:nice", 5), ("tag:", 0)])
def test_a_wrong_value_is_named_with_its_place(marked: Searcher, query: str, place: int) -> None:
    with pytest.raises(QueryFault) as fault:
        marked.search(query)
    assert fault.value.place == place


def test_notes_are_found_as_a_scan_over_them_finds(archive: Archive, config: Path) -> None:
    """Every stretch of Chinese and every word of a note finds its page, and nothing else."""
    del config
    dice = random.Random(18)
    letters = "内核调度进程管理系统操作"
    words = ["alpha", "Beta", "gamma", "naïve", "Straße"]
    notes = {
        f"http://a.example/{number}": "".join(dice.choices(letters, k=12))
        + " "
        + " ".join(dice.sample(words, 2))
        for number in range(60)
    }
    feed(store(archive, *(capture(url, page("P", "nothing")) for url in notes)))
    Notebook(archive.path).write([Change(Target(url), note=note) for url, note in notes.items()])
    with Searcher(archive) as searcher:
        for _ in range(60):
            note = dice.choice(list(notes.values()))
            begin = dice.randrange(11)
            text = dice.choice([note[begin : begin + dice.randint(1, 3)].strip(), dice.choice(words)])
            expected = {url.partition("://")[2] for url, one in notes.items() if fold(text) in fold(one)}
            assert found(searcher, f'note:"{text}"') == expected
            assert found(searcher, f'"{text}"') == expected
