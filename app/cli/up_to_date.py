"""What a command asks is brought up to date first: links, the search index, values of fields, kinds of pages, what is
alike, categories. Each says how far it is, and ends early where somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.arguments import open_archive
from app.cli.console import Meter, Refused, Stop, counted, stoppable, warn
from app.errors import ArchiveLocked, StorageFailed

if TYPE_CHECKING:
    from app.archive.archive import Archive

_LEARNED = 1000
"""Versions at most that are read at once for what sites repeat: a few seconds; the window reads all."""


def ready(path: Path, wanted: str = "", *, kinds: bool = False, ranked: bool = False) -> Archive:
    """An archive, its search index brought up to date where that can be done; also the kinds, categories and ranks by
    links of its pages where what is `wanted` asks for them, or they are counted or sorted by."""
    archive = open_archive(path)
    if ranked or "rank:" in wanted.lower():
        links(archive)
    try:
        search_index(archive)
        fields(archive)
        if kinds or "kind:" in wanted.replace("：", ":").lower():
            page_kinds(archive)
        if kinds or "category:" in wanted.replace("：", ":").lower():
            from app.classes.feeding import judges

            if judges(archive.path):
                categories(archive)
    except (ArchiveLocked, StorageFailed) as error:
        from app.search.index.feeding import unread

        left = unread(archive)
        told = f" {counted(left, 'version')} cannot be found yet." if left else ""
        warn(f"The search index is not brought up to date: {error}{told}")
    return archive


def links(archive: Archive) -> None:
    """Bring the graph and ranks of an archive up to date where that can be done."""
    from app.graph.standing import bring_up_to_date

    try:
        templates(archive)
        with stoppable() as stop, Meter("Gathering links", total=1) as meter:
            bring_up_to_date(archive, lambda done, total: meter.show(done, "", total), stop)
    except (ArchiveLocked, StorageFailed) as error:
        warn(f"The links are not brought up to date: {error}")


def templates(archive: Archive) -> None:
    """Learn what sites repeat on their pages, of so many versions that it takes seconds. StorageFailed."""
    from app.templates.feeding import feed

    with stoppable() as stop:
        feed(archive, stop, most=_LEARNED)


def search_index(archive: Archive) -> Any:
    """Bring the search index up to date. ArchiveLocked, StorageFailed."""
    from app.search.index.feeding import feed
    from app.templates.feeding import feed as learn

    with stoppable() as stop, Meter("Reading for the search", total=1) as meter:
        with suppress(StorageFailed):  # then pages are read with what their sites repeat
            learn(archive, stop)
        return feed(archive, lambda done, total: meter.show(done, "", total), stop)


def fields(archive: Archive) -> None:
    """Bring the values of fields up to date, where the archive has any. StorageFailed."""
    from app.fields.feeding import feed
    from app.fields.limited import FieldsUnavailable
    from app.fields.rules import NAME

    if (archive.path / NAME).exists():
        try:
            with stoppable() as stop, Meter("Looking for fields", total=1) as meter:
                feed(archive, lambda done, total: meter.show(done / max(1, total), ""), stop)
        except FieldsUnavailable as error:
            warn(str(error))


def page_kinds(archive: Archive) -> None:
    """Work out the kinds that are not known yet. StorageFailed."""
    from app.page_types.feeding import feed

    with shown_work("Working out the kinds of pages") as (progress, stop):
        feed(archive, progress, stop)


def alike(archive: Archive) -> None:
    """Make the fingerprints that are missing. StorageFailed."""
    from app.likeness.feeding import feed

    with shown_work("Looking for what is alike") as (progress, stop):
        feed(archive, progress, stop)


def categories(archive: Archive) -> None:
    """Work out the categories that are not known yet. StorageFailed, StorageUnreadable."""
    from app.classes.feeding import feed

    with shown_work("Working out categories") as (progress, stop):
        feed(archive, progress, stop)


@contextmanager
def shown_work(words: str) -> Iterator[tuple[Callable[[float, float], None], Stop]]:
    """Progress, and whether somebody asks to stop. Refused behind the block where somebody did; what it has done is
    kept."""
    with stoppable() as stop, Meter(words, total=1) as meter:
        yield lambda done, total: meter.show(done / max(1, total)), stop
        if stop():
            raise Refused(detail="Stopped. What was worked out until then is kept.")
