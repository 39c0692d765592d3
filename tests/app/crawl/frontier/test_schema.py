"""Files of version 1: brought up to date in place, with nothing lost."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.crawl.frontier import schema as database
from app.crawl.frontier.joblist import jobs, refusal_counts, refusals
from app.crawl.frontier.schema import OUTSIDE, PARKED, VERSION, connect
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key
from app.crawl.run.crawl import Crawl
from app.errors import StorageFailed

VERSION_1 = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY, job_id TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, state TEXT NOT NULL,
    started REAL NOT NULL, updated REAL NOT NULL, pages INTEGER NOT NULL DEFAULT 0, versions INTEGER NOT NULL DEFAULT 0,
    visits INTEGER NOT NULL DEFAULT 0, errors INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, queued INTEGER NOT NULL DEFAULT 0,
    limit_reached TEXT NOT NULL DEFAULT ''
);
CREATE TABLE hosts (
    number INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES jobs, name TEXT NOT NULL,
    queued INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0, errors INTEGER NOT NULL DEFAULT 0,
    UNIQUE (job, name)
);
CREATE INDEX hosts_waiting ON hosts (job, number) WHERE queued > 0;
CREATE INDEX hosts_busiest ON hosts (job, done);
CREATE TABLE urls (
    number INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES jobs, key BLOB NOT NULL, url TEXT NOT NULL,
    host INTEGER NOT NULL REFERENCES hosts, depth INTEGER NOT NULL, level INTEGER NOT NULL, referrer INTEGER,
    origin TEXT, hops INTEGER NOT NULL, chain INTEGER NOT NULL, state INTEGER NOT NULL
);
CREATE UNIQUE INDEX urls_by_key ON urls (job, key);
CREATE INDEX urls_queued ON urls (host, depth, number) WHERE state = 0;
CREATE INDEX urls_in_flight ON urls (job) WHERE state = 1;
CREATE TABLE patterns (
    job INTEGER NOT NULL, pattern BLOB NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (job, pattern)
) WITHOUT ROWID;
CREATE TABLE log (
    number INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES jobs, time REAL NOT NULL, url TEXT NOT NULL,
    kind TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL, referrer TEXT NOT NULL
);
CREATE INDEX log_of_job ON log (job, number);
CREATE INDEX log_of_trouble ON log (job, number) WHERE kind IN ('refused', 'error');
CREATE TABLE reasons (
    job INTEGER NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (job, reason)
) WITHOUT ROWID;
"""


def old(path: Path, seed: str) -> None:
    """A version 1 file with one stopped job: a done page, two queued ones, one outside, one trap."""
    settings = f'{{"seeds": ["{seed}"], "delay": 0.0, "workers": 1, "sitemaps": false, "from the future": 1}}'
    rows = [
        ("", 0, 2, None),
        ("deep", 2, 0, 1),
        ("near", 1, 0, 1),
        ("outside", 1, 5, 1),
        ("trap", 1, 5, 1),
    ]
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1)
        db.execute(
            "INSERT INTO jobs (job_id, settings, state, started, updated, pages, queued)"
            " VALUES ('old', ?, 'stopped', 0, 0, 1, 2)",
            (settings,),
        )
        db.execute("INSERT INTO hosts VALUES (1, 1, ?, 2, 1, 0)", (seed.split("/")[2],))
        for name, depth, state, referrer in rows:
            url = seed + name
            db.execute(
                "INSERT INTO urls (job, key, url, host, depth, level, referrer, hops, chain, state)"
                " VALUES (1, ?, ?, 1, ?, 0, ?, 0, 0, ?)",
                (dedupe_key(url), url, depth, referrer, state),
            )
        for name, kind, reason in (
            ("", "stored", ""),
            ("outside", "refused", "scope"),
            ("trap", "refused", "trap"),
        ):
            db.execute(
                "INSERT INTO log (job, time, url, kind, reason, detail, referrer) VALUES (1, 0, ?, ?, ?, 'why', ?)",
                (seed + name, kind, reason, seed),
            )
        db.execute("INSERT INTO reasons VALUES (1, 'scope', 1), (1, 'trap', 1)")
        db.execute("PRAGMA user_version = 1")
        db.commit()


def test_a_version_1_file_is_migrated_in_place(archive: Archive) -> None:
    old(archive.crawl_db, "http://h.org/")
    (job,) = jobs(archive)
    assert (job.job_id, job.state, job.pages, job.queued, job.plan, job.name) == (
        "old",
        "stopped",
        1,
        2,
        0,
        "",
    )
    assert job.settings == CrawlSettings(seeds=("http://h.org/",), delay=0.0, workers=1, sitemaps=False)
    assert refusal_counts(archive, "old") == {"scope": 1, "trap": 1} and len(refusals(archive, "old")) == 3
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert db.execute(
            "SELECT url, score, inlinks, state, reason, detail FROM urls ORDER BY number"
        ).fetchall() == [
            ("http://h.org/", 0.0, 0, 2, "", ""),
            ("http://h.org/deep", -2.0, 1, 0, "", ""),
            ("http://h.org/near", -1.0, 1, 0, "", ""),
            ("http://h.org/outside", -1.0, 1, OUTSIDE, "scope", "why"),
            ("http://h.org/trap", -1.0, 1, PARKED, "trap", "why"),
        ]
        assert dict(db.execute("SELECT outcome, count FROM outcomes WHERE job = 1")) == {
            "stored": 1,
            "refused": 2,
        }
        migrated = set(db.execute("SELECT type, name FROM sqlite_master"))
        columns = {
            table: [row[1:4] for row in db.execute(f"PRAGMA table_info({table})")]
            for kind, table in migrated
            if kind == "table"
        }
    with closing(connect(archive.crawl_db.with_name("fresh.sqlite"))) as db:
        assert set(db.execute("SELECT type, name FROM sqlite_master")) == migrated
        for table, known in columns.items():
            assert [row[1:4] for row in db.execute(f"PRAGMA table_info({table})")] == known


def test_what_version_1_asked_for_under_another_key_is_not_asked_for_again(
    archive: Archive, site: object
) -> None:
    """It did not know these parameters for what they are."""
    site.pages["/near"] = "<a href='/?gclid=1'>x</a><a href='/?gclid=2'>x</a>"  # type: ignore[attr-defined]
    site.links(deep="")  # type: ignore[attr-defined]
    seed = site.url + "/"  # type: ignore[attr-defined]
    old(archive.crawl_db, seed)
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        url = f"{seed}?gclid=1"
        key = blake2b(url.encode(), digest_size=12).digest()
        db.execute("UPDATE urls SET url = ?, key = ? WHERE number = 1", (url, key))
        db.commit()
    Crawl.resume(archive, "old").run()
    asked = [path for path in site.requests if path != "/robots.txt"]  # type: ignore[attr-defined]
    # the seed itself stands in the settings, without the parameter
    assert asked == ["/near", "/deep"]


def test_an_old_job_goes_on(archive: Archive, site: object) -> None:
    site.links(near="", deep="")  # type: ignore[attr-defined]
    old(archive.crawl_db, site.url + "/")  # type: ignore[attr-defined]
    crawl = Crawl.resume(archive, "old")
    crawl.run()
    assert crawl.error is None and crawl.progress().state == "finished" and crawl.progress().pages == 3
    asked = [path for path in site.requests if path != "/robots.txt"]  # type: ignore[attr-defined]
    assert asked == ["/near", "/deep"]


def test_a_migration_that_fails_leaves_the_file_as_it_was(archive: Archive) -> None:
    old(archive.crawl_db, "http://h.org/")
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        db.execute("CREATE TABLE plans (unexpected)")
    with pytest.raises(StorageFailed):
        connect(archive.crawl_db)
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert "score" not in [row[1] for row in db.execute("PRAGMA table_info(urls)")]


def test_a_file_of_a_later_version_is_left_alone(archive: Archive) -> None:
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StorageFailed, match="later version"):
        jobs(archive)


def test_a_file_that_holds_programs_is_left_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of a stranger: looking at its crawls would run what they have written, which need not ever end."""
    old(archive.crawl_db, "http://h.org/")
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        db.execute("CREATE TRIGGER t BEFORE UPDATE ON jobs BEGIN DELETE FROM urls; END")
        before = list(db.execute("SELECT * FROM urls"))
    for writable in (True, False):
        monkeypatch.setattr(os, "access", lambda *_, writable=writable: writable)
        with pytest.raises(StorageFailed, match="triggers or views"):
            jobs(archive)
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        assert list(db.execute("SELECT * FROM urls")) == before


def test_an_old_file_on_a_disk_that_cannot_be_written_to_is_readable(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    old(archive.crawl_db, "http://h.org/")

    def refuse(path: Path) -> None:
        raise StorageFailed(path=path, detail="unable to open database file")

    monkeypatch.setattr(database, "connect", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert [job.job_id for job in jobs(archive)] == ["old"]
    with closing(sqlite3.connect(archive.crawl_db)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


def without_choices(db: sqlite3.Connection) -> None:
    """As before version 8."""
    db.execute("ALTER TABLE forms DROP COLUMN choices")
    db.execute("ALTER TABLE forms DROP COLUMN options")
    db.execute("DROP TABLE form_words")
    db.execute(
        "CREATE TABLE form_words (form INTEGER NOT NULL, word TEXT NOT NULL, results INTEGER NOT NULL DEFAULT 1, found"
        " INTEGER NOT NULL DEFAULT 0, idle INTEGER NOT NULL DEFAULT 0, answered INTEGER NOT NULL DEFAULT 0, refused"
        " INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (form, word))"
    )


def test_version_7_keeps_the_words_that_forms_were_asked_for(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_choices(db)
        db.executemany(
            "INSERT INTO form_words (form, word, found) VALUES (?, ?, ?)", [(1, "b", 4), (1, "a", 0)]
        )
        db.execute("PRAGMA user_version = 7")
    with closing(connect(archive.crawl_db)) as db:
        found = db.execute("SELECT word, found, choice FROM form_words ORDER BY rowid").fetchall()
        assert found == [("b", 4, 0), ("a", 0, 0)]
        assert db.execute("SELECT count(choices || options) FROM forms").fetchone() == (0,)


def without_other_crawls(db: sqlite3.Connection) -> None:
    """As before version 6."""
    without_choices(db)
    for table in ("shards", "outbox", "inbox", "sent", "sent_parcels", "widened"):
        db.execute(f"DROP TABLE {table}")
    db.execute("ALTER TABLE urls DROP COLUMN linked_from")


def test_version_5_gets_a_place_for_what_other_crawls_ask_for(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_other_crawls(db)
        db.execute("PRAGMA user_version = 5")
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT count(*) FROM outbox JOIN inbox JOIN shards").fetchone() == (0,)
        assert db.execute("SELECT count(linked_from) FROM urls").fetchone() == (0,)


def test_version_6_keeps_what_waits_for_other_crawls_and_what_they_have(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_choices(db)
        for table in ("outbox", "sent", "sent_parcels", "widened"):
            db.execute(f"DROP TABLE {table}")
        db.execute(
            "CREATE TABLE outbox (number INTEGER PRIMARY KEY, job INTEGER NOT NULL, key BLOB NOT NULL, message TEXT NOT"
            " NULL, node TEXT NOT NULL DEFAULT '', parcel INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0,"
            " UNIQUE (job, key))"
        )
        rows = [
            (1, b"a", "waits", "", 0, 0),
            (1, b"b", "under way", "n", 3, 0),
            (1, b"c", "there", "n", 2, 1),
        ]
        db.executemany(
            "INSERT INTO outbox (job, key, message, node, parcel, sent) VALUES (?, ?, ?, ?, ?, ?)", rows
        )
        db.execute("PRAGMA user_version = 6")
    with closing(connect(archive.crawl_db)) as db:
        # what is there is sent once more: its owner knows it
        found = db.execute("SELECT message, parcel FROM outbox ORDER BY number").fetchall()
        assert found == [("waits", 0), ("under way", 3), ("there", 0)]


def test_version_3_gets_ranks(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_other_crawls(db)
        db.execute("ALTER TABLE urls DROP COLUMN rank")
        db.execute("PRAGMA user_version = 3")
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT sum(rank) FROM urls").fetchone() == (None,)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_version_4_gets_a_place_for_main_texts(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_other_crawls(db)
        db.execute("DROP TABLE sketches")
        db.execute("PRAGMA user_version = 4")
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT count(*) FROM sketches").fetchone() == (0,)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_version_2_gets_what_search_forms_need(archive: Archive) -> None:
    with closing(connect(archive.crawl_db)) as db:
        without_other_crawls(db)
        for table in ("forms", "form_words", "site_words"):
            db.execute(f"DROP TABLE {table}")
        db.execute("ALTER TABLE urls DROP COLUMN rank")
        db.execute("PRAGMA user_version = 2")
    with closing(connect(archive.crawl_db)) as db:
        assert db.execute("SELECT count(*) FROM forms JOIN form_words JOIN site_words").fetchone() == (0,)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
