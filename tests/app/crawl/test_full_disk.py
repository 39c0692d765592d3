"""A disk that fills up in the middle of a crawl: it ends with a sentence, and when resumed stores the rest once."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.index.indexing import Indexer
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run import committer
from app.crawl.run.crawl import Crawl
from app.errors import StorageFailed
from app.tianwang.writer import RecordWriter


@pytest.mark.parametrize("refused", ["record", "index", "sync"])
@pytest.mark.parametrize("number", [1, 4, 9])
def test_what_was_under_way_is_stored_exactly_once_afterwards(
    site: Any,
    archive: Archive,
    settings: Callable[..., CrawlSettings],
    monkeypatch: pytest.MonkeyPatch,
    refused: str,
    number: int,
) -> None:
    site.links(a="b c d", b="e f", c="g h", d="i j", e="", f="", g="", h="", i="", j="")
    monkeypatch.setattr(committer, "COMMIT_CAPTURES", 3)
    monkeypatch.setattr(committer, "GATHER_SECONDS", 0.0)
    owner, name, error = {
        "record": (RecordWriter, "write", StorageFailed(path="x.tw", detail="No space left on device")),
        "index": (Indexer, "add_version", sqlite3.OperationalError("database or disk is full")),
        "sync": (RecordWriter, "sync", StorageFailed(path="x.tw", detail="No space left on device")),
    }[refused]
    work, write, calls, written = (
        getattr(owner, name),
        RecordWriter.write,
        iter(range(1, 1000)),
        iter(range(1, 1000)),
    )
    records = [0]

    def count(self: RecordWriter, *values: Any, **named: Any) -> Any:
        records[0] = next(written)
        return write(self, *values, **named)

    def fail(self: object, *values: object, **named: object) -> object:
        # how many records one sync is for depends on how busy the machine is
        if (records[0] if refused == "sync" else next(calls)) >= number:
            raise error
        return work(self, *values, **named)

    crawl = Crawl.new(archive, settings("/a"))
    with monkeypatch.context() as broken:
        broken.setattr(RecordWriter, "write", count)
        broken.setattr(owner, name, fail)
        crawl.run()
    assert isinstance(crawl.error, StorageFailed) and crawl.progress().state == "failed"
    again = Crawl.resume(archive, crawl.job_id)
    again.run()
    assert again.error is None and again.progress().state == "finished"
    with archive.reader() as reader:
        assert list(reader.verify()) == []
        stored = Counter(
            capture.url.removeprefix(site.url) for capture in reader.captures_of_crawl(crawl.job_id)
        )
    assert stored == Counter([*(f"/{letter}" for letter in "abcdefghij"), "/robots.txt"])
