"""Captures elsewhere and here in one list, and taking some in; in workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.archive.archive import Archive
from app.archive.documents.preparing import to_timestamp
from app.archive.model import Capture
from app.remote.archives import Remote
from app.remote.asking import Client, RemoteCapture
from app.remote.taking import Taken, alike, moments, take
from widgets.kit import jobs
from widgets.words import engine, formats


class Line(NamedTuple):
    """A capture elsewhere with the one here of the same second and the one here with the same content; or one of here."""

    elsewhere: RemoteCapture | None
    here: Capture | None
    same: Capture | None = None


@dataclass(frozen=True)
class Asked:
    """What a remote archive and ours have of an address, by time."""

    remote: Remote
    url: str
    lines: Sequence[Line]

    @property
    def found(self) -> list[RemoteCapture]:
        """The captures elsewhere, as the remote archive told them."""
        return [line.elsewhere for line in self.lines if line.elsewhere is not None]


def ask(archive: Archive, remote: Remote, url: str, task: jobs.Handle) -> Asked:
    """Ask a remote archive, and look what is here. RemoteFailed."""
    with Client(remote) as client:
        found = client.captures(url)
    task.check()
    return among_ours(archive, remote, url, found)


def among_ours(archive: Archive, remote: Remote, url: str, found: Sequence[RemoteCapture]) -> Asked:
    """What a remote archive has told before, and what is here now."""
    with archive.reader() as reader:
        here = {
            one: moments(reader, one) for one in {url, *(one.url for one in found)}
        }  # http and https, www.
        same = alike(reader, found)
        page = reader.page_meant(url)
        ours = reader.versions(page.url) if page is not None else []
    lines = [Line(one, here[one.url].get(to_timestamp(one.date)), same.get(one)) for one in found]
    taken = {line.here.id for line in lines if line.here is not None}
    lines += [Line(None, one) for one in ours if one.id not in taken]
    return Asked(remote, url, sorted(lines, key=_date))


def _date(line: Line) -> float:
    one = line.elsewhere or line.here
    assert one is not None
    return one.date.timestamp()


def take_in(archive: Archive, remote: Remote, wanted: Sequence[RemoteCapture], task: jobs.Handle) -> Taken:
    """Store captures. ArchiveLocked, StorageFailed, RemoteFailed."""
    step = QCoreApplication.translate("elsewhere", "{done} of {total} captures")

    def told(done: int) -> None:
        text = step.format(done=formats.number(done), total=formats.number(len(wanted)))
        task.progress(done / len(wanted), text)

    with archive.writer() as writer, Client(remote) as client:
        return take(writer, client, wanted, told, lambda: task.cancelled)


def sentence_of(report: Taken, stored: str) -> str:
    """What was taken in (`stored`, a sentence), and why the rest was not."""
    parts = [stored]
    if report.failed:
        said = QCoreApplication.translate("elsewhere", "{count} not: {reason}")
        count, reason = formats.number(len(report.failed)), engine.say(report.failed[0][1])
        parts.append(said.format(count=count, reason=reason))
    return formats.sentences(parts)
