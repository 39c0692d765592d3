"""An index is asked as it was when it was taken: what is written meanwhile is in the next one."""

from __future__ import annotations

import threading

import pytest

from app.archive.archive import Archive
from app.search.finding.compiling import compiled, compiled_for
from app.search.index import snapshot, store
from app.search.index.feeding import feed
from app.search.index.snapshot import Snapshot, Stopped
from app.search.query import parse
from tests.app.search.conftest import page
from tests.app.search.conftest import store as keep
from tests.conftest import capture


def test_what_is_written_later_is_in_the_next_one(site: Archive) -> None:
    feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    index = next(iter(indexes.values()))
    former, kernel = Snapshot(index), compiled(parse("kernel"))
    found = former.find(kernel)
    assert len(found.numbers) == len(set(found.numbers.tolist())) == 2 and not found.left_out
    assert (found.scores[:-1] >= found.scores[1:]).all() and len(found.places) == 2
    assert former.least("main", ("kernel", "scheduler")) == 1 and former.least("main", ()) == former.size
    assert not former.least("title", ("kernel",)) and not former.least("main", ("kernel", "owl"))

    keep(site, capture("http://a.example/owl", page("Owls", "The kernel of an owl")))
    feed(site)
    index.reload()
    assert not former.least("main", ("owl",)) and len(former.find(kernel).numbers) == 2
    now = Snapshot(index)
    assert now.least("main", ("owl",)) == 1 and len(now.find(kernel).numbers) == 3
    assert now.find(kernel, most=2).left_out == 1 and len(now.find(kernel, most=2).numbers) == 2
    first = now.foremost(kernel, 1)
    assert first.total == 3 and (first.scores == now.find(kernel).scores[0]).all() and len(first.entries) == 2
    assert now.foremost(kernel, 0).total == 3 and not len(now.foremost(kernel, 0).entries)
    assert sorted(now.foremost(kernel, 9).entries.tolist()) == sorted(now.find(kernel).numbers.tolist())
    assert now.has_entries(1, store.ANCHOR) and not now.has_entries(100, store.NOTHING)
    assert not len(now.find(kernel, bound=0).numbers) and not len(
        now.find(compiled(parse("nowhere"))).numbers
    )


QUERIES = "kernel, 内核, 核, sched*, 'kernel scheduler', kernel -museum, title:度, free OR 进程, -kernel, museum kernel"


def test_an_index_of_links_has_their_texts_alone(site: Archive) -> None:
    feed(site)
    base, _ = store.opened(site.path)
    (name,) = base.folders(store.LINKS)
    taken = Snapshot(base.index(name), of_links=True)
    base.close()
    assert taken.least("anchor", ("treasure",)) == 1 and taken.has_beginning("anchor", "treas")
    assert not taken.least("main", ()) and not taken.has_beginning("title", "treas")
    assert not compiled_for(taken, parse("title:treasure")).most
    (key,) = taken.find(compiled_for(taken, parse("treasure")).query).numbers.tolist()
    assert key == store.short(store.key_of("http://gone.example/lost"))


def test_what_an_index_has_nowhere_is_not_sought_and_no_more_hits_are_asked_for_than_there_can_be(
    site: Archive,
) -> None:
    feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    taken = Snapshot(next(iter(indexes.values())))
    for query in QUERIES.replace("'", '"').split(", "):
        asked, bound, _ = compiled_for(taken, parse(query))
        every, few = taken.find(compiled(parse(query))), taken.find(asked, bound=bound)
        assert len(every.numbers) and every.numbers.tolist() == few.numbers.tolist() and not few.left_out
        assert every.scores.tolist() == few.scores.tolist()
    begun = [taken.has_beginning(*one) for one in (("main", "sched"), ("main", "度"), ("title", "sched"))]
    assert begun == [True, False, False] and taken.has_beginning("main", "sched")
    for begins in ("nowh*", "author:sched*", "饕"):
        assert compiled_for(taken, parse(begins)).most == 0 and not len(
            taken.find(compiled(parse(begins))).numbers
        )
    assert compiled_for(taken, parse("kernel nowhere")).most == 0
    assert compiled_for(taken, parse("scheduler kernel")).most < taken.size


def test_a_query_is_given_up_while_an_index_is_asked(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine goes on; whoever asks next waits for it."""
    monkeypatch.setattr(snapshot, "MANY", 1)
    feed(site)
    base, indexes = store.opened(site.path)
    base.close()
    taken, goes_on, kernel = (
        Snapshot(next(iter(indexes.values()))),
        threading.Event(),
        compiled(parse("kernel")),
    )
    engine = taken.searcher

    class Slow:
        def search(self, *asked: object, **more: object) -> object:
            goes_on.wait()
            return engine.search(*asked, **more)  # type: ignore[arg-type]

        fast_field_values = engine.fast_field_values

    taken.searcher = Slow()  # type: ignore[assignment]
    with pytest.raises(Stopped):
        taken.find(kernel, lambda: True)
    goes_on.set()
    assert len(taken.find(kernel, lambda: False).numbers) == 2
