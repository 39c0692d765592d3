"""The queue on disk: order, deduplication, second thoughts, budgets, and memory that stays flat."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job, refusal_counts, refusals
from app.crawl.frontier.schema import DONE
from app.crawl.frontier.summaries import outcomes
from app.crawl.rules.entries import Candidate, Entry, Outcome
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key


@pytest.fixture
def frontier(archive: Archive) -> Iterator[Frontier]:
    made = Frontier(archive.crawl_db, create_job(archive, CrawlSettings(seeds=("http://h.org/",))))
    yield made
    made.close()


def page(
    url: str, depth: int = 0, reason: str = "", pattern: tuple[bytes, int] | None = None, level: int = 0
) -> Candidate:
    return Candidate(url, dedupe_key(url), depth, level, reason, pattern=pattern)


def add(frontier: Frontier, *found: Candidate, referrer: Entry | None = None) -> Counters:
    counters = Counters()
    with frontier.transaction():
        frontier.add(found, referrer, counters)
    return counters


def take_all(frontier: Frontier) -> list[str]:
    return [entry.url for host in frontier.waiting_hosts(100) for entry in frontier.take(host.number, 1000)]


def test_order_is_by_depth_then_arrival(frontier: Frontier) -> None:
    add(
        frontier,
        page("http://h.org/deep", 2),
        page("http://h.org/a", 1),
        page("http://h.org/b", 1),
        page("http://h.org/", 0),
    )
    assert take_all(frontier) == [f"http://h.org/{name}" for name in ("", "a", "b", "deep")]


def test_an_address_is_queued_once(frontier: Frontier) -> None:
    add(frontier, page("http://h.org/a"), page("http://h.org/a"))
    add(frontier, page("http://h.org/a?utm_source=x"))
    assert frontier.open == 1
    assert take_all(frontier) == ["http://h.org/a"]
    add(frontier, page("http://h.org/a"))
    assert take_all(frontier) == []


def test_what_was_refused_may_be_found_again_in_a_better_way(frontier: Frontier, archive: Archive) -> None:
    refused = add(frontier, page("http://h.org/a", 3, "depth"), page("http://h.org/a", 4, "depth"))
    assert refused.refused == 1 and frontier.open == 0
    assert add(frontier, page("http://h.org/a", 1)).refused == -1, "it counts as refused no more"
    assert take_all(frontier) == ["http://h.org/a"]
    assert refusal_counts(archive, frontier.job_id) == {"depth": 0}
    assert outcomes(archive, frontier.job_id) == {"refused": 0}, "the sum is that of the reasons"
    parked = add(frontier, page("http://h.org/t", reason="trap"))
    assert (parked.refused, parked.parked) == (1, 1)
    welcome = add(frontier, page("http://h.org/t", 1))
    assert (welcome.refused, welcome.parked) == (-1, -1)


def test_settling_logs_with_the_referrer(frontier: Frontier, archive: Archive) -> None:
    add(frontier, page("http://h.org/a"))
    (entry,) = frontier.take(frontier.waiting_hosts(1)[0][0], 10)
    with frontier.transaction():
        frontier.settle(Outcome(entry, found=[page("http://h.org/b", 1)]), DONE, "stored", Counters())
    (child,) = frontier.take(frontier.waiting_hosts(1)[0][0], 10)
    assert child.referrer == "http://h.org/a"
    (logged,) = refusals(archive, frontier.job_id)
    assert (logged.kind, logged.url, logged.reason) == ("stored", "http://h.org/a", "")
    assert refusals(archive, frontier.job_id, kinds=("refused", "error")) == []
    assert refusals(archive, frontier.job_id, after=logged.number) == []


def test_a_budget_is_spent_by_new_addresses_only_and_other_ways_stay_open(
    frontier: Frontier, archive: Archive
) -> None:
    add(frontier, page("http://h.org/c?m=0"))
    (entry,) = frontier.take(frontier.waiting_hosts(1)[0][0], 10)
    pattern = (b"pattern!", 3)
    months = [page(f"http://h.org/c?m={number}", 1, pattern=pattern) for number in range(6)]
    add(frontier, *months[:3], referrer=entry)
    add(frontier, *months, referrer=entry)
    assert frontier.open == 1 + 3
    assert refusal_counts(archive, frontier.job_id) == {"trap": 2}
    add(frontier, page("http://h.org/c?m=5", 1))
    assert "http://h.org/c?m=5" in take_all(frontier)


def test_what_was_in_flight_is_put_back(frontier: Frontier) -> None:
    add(frontier, page("http://h.org/a"), page("http://i.org/a"))
    assert len(take_all(frontier)) == 2
    assert frontier.waiting_hosts(10) == []
    frontier.release()
    assert frontier.open == 2
    assert sorted(take_all(frontier)) == ["http://h.org/a", "http://i.org/a"]


def test_a_limit_refuses_what_is_queued_a_portion_at_a_time(frontier: Frontier, archive: Archive) -> None:
    add(
        frontier,
        *(page(f"http://h.org/{number}") for number in range(25)),
        page("http://h.org/i.png", level=1),
    )
    counters = Counters()
    portions = []
    while not portions or portions[-1]:
        with frontier.transaction():
            portions.append(frontier.refuse_queued("max-pages", counters, pages_only=True, limit=10))
    assert portions == [10, 10, 5, 0] and counters.refused == 25 and frontier.open == 1
    assert refusal_counts(archive, frontier.job_id) == {"max-pages": 25}
    frontier.intake.closed_to_pages = "max-pages"
    add(frontier, page("http://h.org/late"))
    assert take_all(frontier) == ["http://h.org/i.png"]


def test_a_transaction_that_fails_leaves_nothing_behind(frontier: Frontier) -> None:
    with pytest.raises(ZeroDivisionError), frontier.transaction():
        frontier.add([page("http://h.org/a")], None, Counters())
        raise ZeroDivisionError
    assert frontier.waiting_hosts(10) == []


def test_memory_stays_flat_while_the_queue_grows(frontier: Frontier, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the short memory of recent keys is full, another 20 000 addresses on 500 hosts cost nothing."""
    monkeypatch.setattr("app.crawl.frontier.intake.RECENT_KEYS", 2000)

    def grow(first: int, last: int) -> None:
        for start in range(first, last, 2000):
            numbers = range(start, start + 2000)
            add(frontier, *(page(f"http://h{number % 500}.org/{number}", number % 5) for number in numbers))

    tracemalloc.start()
    grow(0, 10_000)
    before = tracemalloc.get_traced_memory()[0]
    grow(10_000, 30_000)
    assert len(frontier.take(frontier.waiting_hosts(1)[0][0], 50)) == 50
    growth = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert frontier.open == 30_000
    assert growth < 200_000
