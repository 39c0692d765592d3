"""After a crash: settle what the archive holds of a job and the frontier still has open."""

from __future__ import annotations

from collections.abc import Callable

from app.archive import ArchiveReader, Capture
from app.archive.addresses import is_rendered
from app.crawl.entries import Candidate, Entry, Outcome, is_redirect
from app.crawl.frontier import Frontier
from app.crawl.links import LinkJudge
from app.crawl.schema import IN_FLIGHT, QUEUED
from app.errors import FormatError
from app.tianwang import HttpMessage

AT_ONCE = 500


def recover(
    frontier: Frontier, reader: ArchiveReader, judge: LinkJudge, settle: Callable[[Outcome, Capture], None]
) -> None:
    """`settle` is called within a transaction, for each capture that was committed but not settled."""
    lost: list[tuple[Entry | None, Capture]] = []
    for capture in reader.captures_of_crawl(frontier.job_id):
        if is_rendered(capture.url):
            continue
        entry, state = _entry_of(frontier, capture)
        if entry is None or state in (QUEUED, IN_FLIGHT):
            lost.append((entry, capture))
    # parents before children, so that a lost child whose parent was lost as well finds its row
    for start in range(0, len(lost), AT_ONCE):
        with frontier.transaction():
            for entry, capture in lost[start : start + AT_ONCE]:
                again = entry or _entry_of(frontier, capture)[0]
                settle(_outcome_of(again, reader, judge, capture), capture)


def _entry_of(frontier: Frontier, capture: Capture) -> tuple[Entry | None, int]:
    for key in frontier.keys(capture.url):
        known = frontier.find(key)
        if known and known[0].url == capture.url:
            return known
    return None, -1


def _outcome_of(entry: Entry | None, reader: ArchiveReader, judge: LinkJudge, capture: Capture) -> Outcome:
    """The outcome as it must have been, from what the archive keeps."""
    if entry is None:
        return Outcome(None)
    try:
        http = reader.http(capture)
    except FormatError:  # it builds on what was damaged since; its links are known all the same
        http = HttpMessage(b"", b"", capture.status)
    location = http.header("location")
    found: list[Candidate] = []
    if location and is_redirect(capture.status):
        found = [judge.redirect(location, entry)]
    elif capture.status < 400:
        found = judge.candidates(reader.links(capture.base or capture.id), entry, follow=judge.follows(http))
    reason = f"http-{capture.status}" if capture.status >= 400 else ""
    return Outcome(entry, reason=reason, found=found, size=len(http.raw_body) if capture.base is None else 0)
