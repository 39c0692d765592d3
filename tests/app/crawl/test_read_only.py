"""An archive on a disk that cannot be written to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.crawl.frontier import joblist
from app.crawl.frontier import schema as database
from app.crawl.frontier.joblist import jobs, refusals
from app.crawl.rules.settings import CrawlSettings
from app.errors import StorageFailed


def test_its_crawls_can_be_read_and_none_begun(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    job_id = joblist.create_job(archive, CrawlSettings(seeds=("http://a.example/",)))

    def refuse(path: Path) -> None:
        raise StorageFailed(path=path, detail="unable to open database file")

    # root may write anywhere, so the disk is only played
    monkeypatch.setattr(database, "connect", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert [job.job_id for job in jobs(archive)] == [job_id]
    assert refusals(archive, job_id) == []
    with pytest.raises(StorageFailed):
        joblist.create_job(archive, CrawlSettings(seeds=("http://b.example/",)))
