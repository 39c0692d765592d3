"""A capture elsewhere, fetched to be looked at or compared; in workers. It is stored beside, never in the archive."""

from __future__ import annotations

from dataclasses import dataclass

from app.archive.archive import Archive
from app.archive.model import Capture
from app.blocks.noise.noise import read_rules, write_rules
from app.remote.archives import Remote
from app.remote.asking import RemoteCapture
from app.remote.looking import Looking
from extractors.base.types import Document
from widgets.kit import jobs


@dataclass(frozen=True)
class Looked:
    """A capture elsewhere as it is answered, which whoever takes it closes: its document where it is looked at alone."""

    looking: Looking
    document: Document | None = None


def look(remote: Remote, one: RemoteCapture, near: bool, task: jobs.Handle) -> Looked:
    """What a capture elsewhere says; with `near` the one that there is nearest to its moment. RemoteFailed."""
    looking = Looking(remote, one)
    try:
        looking.begin(near=near)
        task.check()
        with looking.archive.reader() as reader:
            document = reader.document(looking.there, cancelled=lambda: task.cancelled)
        task.check()
    except BaseException:
        looking.close()
        raise
    return Looked(looking, document)


def compare(archive: Archive, remote: Remote, one: RemoteCapture, ours: Capture, task: jobs.Handle) -> Looked:
    """A capture elsewhere and a version here in one archive, with the rules of noise of here. RemoteFailed."""
    looking = Looking(remote, one, (archive, ours))
    try:
        write_rules(looking.archive.path, read_rules(archive.path))
        looking.begin()
        task.check()
    except BaseException:
        looking.close()
        raise
    return Looked(looking)
