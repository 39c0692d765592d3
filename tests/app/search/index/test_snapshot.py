"""An index is asked as it was when it was taken: what is written meanwhile is in the next one."""

from __future__ import annotations

import pytest

from app.archive.archive import Archive
from app.search.evaluating import compiled
from app.search.index import snapshot, store
from app.search.index.feeding import feed
from app.search.index.snapshot import Snapshot
from app.search.query import parse
from tests.app.search.conftest import page
from tests.app.search.conftest import store as keep
from tests.conftest import capture


def test_what_is_written_later_is_in_the_next_one(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    index = next(iter(indexes.values()))
    former, kernel = Snapshot(index), compiled(parse("kernel"))
    found = former.find(kernel)
    assert len(found.entries) == len(set(found.entries.tolist())) == 2 and not found.left_out
    assert (found.scores[:-1] >= found.scores[1:]).all() and len(found.places) == 2
    assert former.has_all("main", ("kernel", "scheduler")) and former.has_all("main", ())
    assert not former.has_all("title", ("kernel",)) and not former.has_all("main", ("kernel", "owl"))

    keep(site, capture("http://a.example/owl", page("Owls", "The kernel of an owl")))
    feed(site)
    index.reload()
    assert not former.has_all("main", ("owl",)) and len(former.find(kernel).entries) == 2
    now = Snapshot(index)
    assert now.has_all("main", ("owl",)) and len(now.find(kernel).entries) == 3
    monkeypatch.setattr(snapshot, "MOST_HITS", 2)
    assert now.find(kernel).left_out == 1 and len(now.find(kernel).entries) == 2
    assert not len(now.find(compiled(parse("nowhere"))).entries)


def test_words_that_a_field_does_not_have_are_not_sought_there(site: Archive) -> None:
    feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    taken = Snapshot(next(iter(indexes.values())))
    for query in (
        "kernel",
        "内核",
        "核",
        "sched*",
        '"kernel scheduler"',
        "kernel -museum",
        "title:度",
        "free OR 进程",
    ):
        every, few = taken.find(compiled(parse(query))), taken.find(compiled(parse(query), holder=taken))
        assert len(every.entries) and every.entries.tolist() == few.entries.tolist()
        assert every.scores.tolist() == few.scores.tolist()
