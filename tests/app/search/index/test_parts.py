"""Small parts of an index become one, where that is worthwhile, and nothing is found otherwise than before."""

from __future__ import annotations

from pathlib import Path

import pytest
import tantivy

from app.archive.archive import Archive
from app.search.index import parts, store
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.search.conftest import filled, page, urls
from tests.app.search.conftest import store as keep
from tests.conftest import capture


@pytest.mark.parametrize(
    ("entries", "more"),
    [
        ([], 0),
        ([500], 0),
        ([500, 400], 6),
        ([500, 400, 3, 2, 1], 3),
        ([500, 60], 6),
        ([500, 40], 0),  # merged for each little that comes, the large part would be written over and over
        ([500] * 7, 1),
        ([500] * 8, 0),  # the engine does it by itself
        ([90_000, 500, 400], 6),
        ([16_000, 15_000], 6),
        ([90_000, 80_000], 0),  # what fills up the eight would have to be as large
    ],
)
def test_parts_are_added_until_the_engine_merges(entries: list[int], more: int) -> None:
    assert parts.missing(entries) == more


def parts_of(archive: Archive) -> dict[str, list[int]]:
    return {
        folder.name: parts.sizes(folder)
        for folder in (archive.path / store.FOLDER).iterdir()
        if folder.is_dir()
    }


def answers(archive: Archive) -> list[object]:
    with Searcher(archive) as search:
        every = [
            search.search(query)
            for query in ("museum", "内核", "-kernel", "label:main kernel", "page*", "treasure")
        ]
    return [(one.total, urls(one), [hit.url for hit in one.unfetched]) for one in every]


def test_a_search_finds_the_same_when_parts_became_one(tmp_path: Path, config: Path) -> None:
    def grown(name: str, *, by_turns: bool) -> Archive:
        archive = filled(Archive.create(tmp_path / name))
        for turn in range(4):
            if by_turns:
                feed(archive)
            new = (
                capture(f"http://more.example/{turn}/{number}", page("Page", f"Museum {turn} {number}"))
                for number in range(9)
            )
            keep(archive, *new)
        feed(archive)
        return archive

    once, turns = grown("once.archive", by_turns=False), grown("turns.archive", by_turns=True)
    for archive in (once, turns):
        assert not any(map(parts.missing, parts_of(archive).values()))
    assert all(len(sizes) < 4 for sizes in parts_of(turns).values())  # five were written
    assert answers(turns) == answers(once)
    before = parts_of(turns)
    assert feed(turns).versions == 0 and parts_of(turns) == before


def test_entries_that_fill_up_parts_do_not_gather(site: Archive) -> None:
    for turn in range(9):
        keep(site, capture(f"http://more.example/{turn}", page("Page", f"Museum {turn}")))
        feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    nothing = store.of_entry(store.NOTHING)
    hits = [index.searcher().search(nothing, limit=100).hits for index in indexes.values()]
    assert 0 < sum(map(len, hits)) < parts.MERGED


def values(index: tantivy.Index, field: str) -> list[int]:
    """A number of each document of an index of one part, in their order."""
    searcher = index.searcher()
    assert searcher.num_segments == 1
    places = [tantivy.DocAddress(0, place) for place in range(searcher.num_docs)]
    return [int(value or 0) for value in searcher.fast_field_values(field, places)]


def test_texts_stand_in_their_index_by_length_and_texts_of_links_by_number(site: Archive) -> None:
    feed(site)
    for turn in range(3):  # longer than the others, but written behind them
        long = page("Page", "A museum of clocks. " * (turn + 20), f'<a href="/there/{turn}">There {turn}</a>')
        keep(site, capture(f"http://more.example/{turn}", long))
        feed(site)
    base, indexes = store.opened(site.path)
    (texts,) = indexes.values()
    (links,) = (base.index(name) for name in base.folders(store.LINKS))
    lengths, numbers = values(texts, "length"), values(links, "entry")
    base.close()
    assert lengths == sorted(lengths, reverse=True) and lengths[0] > 2 * lengths[3] > 0
    assert numbers == sorted(numbers) and numbers[-1] > store.ANCHOR
