"""The pieces of work behind the commit, each with what it has to do in which order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from app.archive.archive import Archive
from app.errors import ArchiveLocked, StorageFailed

Progress = Callable[[int, int], None]
Question = Callable[[], bool]
Job = Callable[[Archive, Progress, Question, Question], int]
"""With progress in steps (done, of about so many), whether it is called off, and whether a crawl stores; it says how many
versions it took. StorageFailed."""


def links(archive: Archive, progress: Progress, cancelled: Question, busy: Question) -> int:
    """What sites repeat, then links and ranks; each ends with work on all that is known, which cannot be cut into
    slices."""
    from app.graph.standing import bring_up_to_date
    from app.templates.feeding import feed

    with suppress(StorageFailed):  # then links and pages are read with what their sites repeat
        feed(archive, cancelled, busy)
    # another program does the same: it is left to it
    with suppress(ArchiveLocked, StorageFailed):
        return bring_up_to_date(archive, None, cancelled, busy).versions
    return 0


def search(archive: Archive, progress: Progress, cancelled: Question, busy: Question) -> int:
    """Texts, then blocks, for the search."""
    from app.search.index.feeding import feed

    with suppress(ArchiveLocked):
        fed = feed(archive, progress, cancelled, busy)
        return fed.versions + fed.cut
    return 0


def kinds(archive: Archive, progress: Progress, cancelled: Question, busy: Question) -> int:
    """Kinds of pages; none in a folder that cannot be written."""
    from app.page_types.feeding import feed

    with suppress(StorageFailed):
        return feed(archive, progress, cancelled, busy).versions
    return 0


def fields(archive: Archive, progress: Progress, cancelled: Question, busy: Question) -> int:
    """Values of the fields that a person has defined."""
    from app.fields.feeding import feed

    return feed(archive, progress, cancelled, busy).versions


JOBS: dict[str, Job] = {"links": links, "search": search, "kinds": kinds, "fields": fields}
