"""What several archives say to one query, in one order."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.merging import merged
from app.search.searching import Searcher, Sort
from tests.app.search.conftest import filled, page, store
from tests.conftest import capture


@pytest.mark.parametrize("sort", ["relevance", "newest", "oldest", "title", "size"])
def test_hits_of_all_archives_come_in_one_order_and_name_the_other_one(
    site: Archive, tmp_path: Path, sort: Sort
) -> None:
    other = filled(Archive.create(tmp_path / "other.archive"))
    store(other, capture("http://k.example/", page("Kernel", "The kernel of all kernels, the kernel.")))
    found = []
    for archive in (site, other):
        feed(archive)
        with Searcher(archive) as search:
            found.append(search.search("kernel", limit=4, facets=True, sort=sort))
    results = merged(found[0], [(other.path, found[1])], sort, 1, 3)
    every = merged(found[0], [(other.path, found[1])], sort, 0, 10)
    assert (results.total, len(every.hits)) == (5, 5) and results.hits == every.hits[1:4]
    assert sum(hit.archive is None for hit in every.hits) == 2
    assert dict(results.facets["type"]) == {"page": 3, "text": 2} and results.months == {"202611": 5}
    if sort == "relevance":
        assert every.hits[0].title == "Kernel" and every.hits[0].archive == other.path
        assert [hit.score for hit in every.hits] == sorted((hit.score for hit in every.hits), reverse=True)
