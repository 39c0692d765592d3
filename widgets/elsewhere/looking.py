"""A capture elsewhere, fetched to be looked at: what it says, or what differs from a version here; in workers.

It is stored in an archive of its own, as it would be here, which is gone when the work is done.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from app.blocks.noise.noise import read_rules, write_rules
from app.remote.archives import Remote
from app.remote.asking import Client, RemoteCapture, RemoteFailed
from app.remote.taking import take
from extractors.base.types import Document
from widgets.compare.outcome import Outcome, compare_captures
from widgets.kit import jobs

_LEVEL = 3  # size of blocks, as comparisons begin with


@dataclass(frozen=True)
class Looked:
    """A capture elsewhere as it is answered: its document; compared, `ours` and what differs, the older first."""

    elsewhere: RemoteCapture
    status: int
    document: Document | None = None
    ours: Capture | None = None
    outcome: Outcome | None = None


def look(remote: Remote, one: RemoteCapture, task: jobs.Handle) -> Looked:
    """What a capture elsewhere says. RemoteFailed."""
    with tempfile.TemporaryDirectory(prefix="tianwang-elsewhere-") as folder:
        aside = Archive.create(Path(folder) / "aside.archive")
        there = _fetched(aside, remote, one)
        task.check()
        with aside.reader() as reader:
            document = reader.document(there, cancelled=lambda: task.cancelled)
        aside.close()
    return Looked(one, there.status, document)


def compare(archive: Archive, remote: Remote, one: RemoteCapture, ours: Capture, task: jobs.Handle) -> Looked:
    """What differs between a capture elsewhere and a version here, with the rules of noise of here. RemoteFailed."""
    with archive.reader() as reader:
        data = reader.data(reader.record(ours))
    with tempfile.TemporaryDirectory(prefix="tianwang-elsewhere-") as folder:
        aside = Archive.create(Path(folder) / "aside.archive")
        write_rules(aside.path, read_rules(archive.path))
        there = _fetched(aside, remote, one)
        task.check()
        with aside.writer() as writer:
            here = writer.store(NewCapture(ours.url, ours.date, None, data))
            writer.commit()
        with aside.reader() as reader:
            a, b = (reader.capture(each.id) for each in sorted((there, here), key=lambda each: each.date))
            outcome = compare_captures(reader, a, b, _LEVEL, task)
        aside.close()
    return Looked(one, there.status, ours=ours, outcome=outcome)


def _fetched(aside: Archive, remote: Remote, one: RemoteCapture) -> Capture:
    with aside.writer() as writer, Client(remote) as client:
        report = take(writer, client, [one])
    if not report.stored:
        raise RemoteFailed(name=remote.name, detail=report.failed[0][1])
    return report.stored[0]
