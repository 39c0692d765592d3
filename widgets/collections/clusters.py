"""Groups of pages that nobody named as collections: found by a run, kept, compared, made categories or tags of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from widgets.collections import grouping
from widgets.collections.grouping import Asked
from widgets.collections.section import Entry, Listed, Section
from widgets.kit import jobs, theme
from widgets.words import formats

if TYPE_CHECKING:
    from pathlib import Path

    from app.archive.archive import Archive
    from app.archive.reader import ArchiveReader
    from app.classes.runs import Run
    from app.crawl.rules.model import Job
    from widgets.session import Session

_WORDS = 3  # of a group's name in a row
_TITLES = 3  # of the nearest pages in its tip
NEW = "new"
"""The key of the row that groups pages."""


class ClustersSection(Section):
    """`shown` carries the Run that is to be shown as a map, and the one that it is compared with, or None. The pages of
    a row can be dragged to a category or tag."""

    shown = Signal(object, object)
    categorise = Signal(object)  # the Entry whose pages are to be put into a category
    tag = Signal(object)
    key, icon = "clusters", "cluster"
    draggable = True

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(session, parent)
        self._task: jobs.Task[Any] | None = None

    def name(self) -> str:
        return self.tr("Groups found")

    def tip(self) -> str:
        return self.tr(
            "Pages grouped by what they say or how they are built, without anybody naming the groups"
        )

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return partial(_runs, self.session.path, self.shown.emit, self.ask)

    def nothing(self) -> Entry:
        return _new(self.ask)

    def spoil(self, *, soon: bool = False) -> None:
        """Runs stay as they are whatever is crawled: only a person's act makes others."""
        if soon:
            super().spoil(soon=True)

    # ---- a run ----------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Have a person choose how pages are grouped, and group them."""
        from app.crawl.frontier import joblist

        archive, owner = self.session.archive, self.parent()
        if self._task is not None or not isinstance(owner, QWidget):
            return

        def chosen(found: list[Job]) -> None:
            asked = grouping.ask([job for job in found if job.versions or job.visits], owner.window())
            if asked is not None:
                self.group(asked)

        jobs.run(self, lambda _: joblist.jobs(archive), done=chosen)

    def group(self, asked: Asked) -> None:
        """Group pages in the background; what is found is shown."""
        if self._task is not None:
            return
        archive = self.session.archive

        def ended(_: object) -> None:
            self._task = None

        def done(found: tuple[Run, Run | None]) -> None:
            self._task = None
            self.spoil(soon=True)
            self.look()
            self.shown.emit(*found)

        def failed(error: Exception) -> None:
            self._task = None
            jobs.center().failed.emit(error)

        self._task = jobs.run(
            self,
            lambda task: _grouped(archive, asked, task),
            done=done,
            failed=failed,
            stopped=ended,
            label=self.tr("Grouping pages"),
        )

    @property
    def grouping(self) -> bool:
        """Whether pages are being grouped."""
        return self._task is not None

    def rest(self) -> None:
        super().rest()
        if self._task is not None:
            self._task.cancel()

    # ---- what can be done with rows -------------------------------------------------------------------------------

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        if entry is None or entry.key == NEW:
            menu.addAction(theme.icon("add"), self.tr("&Group pages…"), self.ask)
        elif entry.read is not None:
            menu.addAction(
                theme.icon("category"), self.tr("Put into a cate&gory…"), lambda: self.categorise.emit(entry)
            )
            menu.addAction(theme.icon("tag"), self.tr("Add a &tag…"), lambda: self.tag.emit(entry))
        elif entry.act is not None:
            menu.addAction(theme.icon("map"), self.tr("Show as a &map"), entry.act)
            others = [one for one in self.entries if one.below and one.key != entry.key]
            if others:
                below = menu.addMenu(theme.icon("compare"), self.tr("&Compare with"))
                for one in others:
                    below.addAction(
                        one.name.replace("&", "&&"), partial(self._compare, entry.key, one.key)
                    ).setToolTip(one.tip)
            menu.addAction(
                theme.icon("remove"), self.tr("&Forget these groups"), partial(self._forget, entry)
            )

    def _compare(self, one: str, other: str) -> None:
        path = self.session.path

        def found(_: jobs.Handle) -> list[Run]:
            from app.classes import runs

            return [run for run in runs.kept(path) if run.made in (one, other)]

        def done(both: list[Run]) -> None:
            if len(both) == 2:  # newest first
                self.shown.emit(*both)

        jobs.run(self, found, done=done)

    def _forget(self, entry: Entry) -> None:
        path = self.session.path

        def forget(_: jobs.Handle) -> Run | None:
            from app.classes import runs

            gone = next((run for run in runs.kept(path) if run.made == entry.key), None)
            runs.forget(path, entry.key)
            return gone

        def done(gone: Run | None) -> None:
            self._again()
            said = self.tr("Forgotten: {name}").format(name=entry.name)
            self.told.emit(said, partial(self._remember, gone) if gone is not None else None)

        jobs.run(self, forget, done=done)

    def _remember(self, gone: Run) -> None:
        path = self.session.path

        def keep(_: jobs.Handle) -> None:
            from app.classes import runs

            runs.keep(path, gone)

        jobs.run(self, keep, done=lambda _: self._again())

    def _again(self) -> None:
        self.spoil(soon=True)
        self.look()


def _new(ask: Callable[[], object]) -> Entry:
    translate = QCoreApplication.translate
    return Entry(
        NEW,
        translate("collections", "Group pages…"),
        "add",
        tip=translate("collections", "By topic, or by how they are built; also to see what a crawl brought"),
        act=ask,
    )


def _grouped(archive: Archive, asked: Asked, task: jobs.Handle) -> tuple[Run, Run | None]:
    """The run, and that of the crawl it is compared with. GroupsUnfit, ClassesUnavailable, StorageFailed."""
    from app.classes import runs
    from app.classes.apart import Cancelled
    from app.likeness.feeding import feed
    from app.likeness.known import Known

    fingerprint = None
    if asked.settings.by == "fingerprints":
        text = QCoreApplication.translate("collections", "{done} of {total} versions")
        feed(archive, task.steps(text, formats.number), lambda: task.cancelled)
        task.check()
        fingerprint = Known(archive.path).fingerprint
    crawls = [asked.crawl, *([asked.before] if asked.before else [])]
    made: list[Run] = []
    for number, crawl in enumerate(crawls):

        def tell(done: int, total: int, number: int = number) -> None:
            task.progress((number + done / total) / len(crawls))

        try:
            found = runs.run(archive, asked.settings, crawl, tell, lambda: task.cancelled, fingerprint)
        except Cancelled:
            found = None
        if found is None:
            raise jobs.Cancelled
        made.append(found)
    runs.keep(archive.path, *made)
    return made[0], made[1] if len(made) > 1 else None


def name_of(words: tuple[str, ...], number: int) -> str:
    """A group in words: those that tell it from the others."""
    between = QCoreApplication.translate("collections", " · ", "between the words of a group")
    nameless = QCoreApplication.translate("collections", "Group {number}")
    return between.join(words[:_WORDS]) or nameless.format(number=formats.number(number + 1))


def run_name(run: Run, crawls: dict[str, str]) -> str:
    """A run in words: how, and what was grouped."""
    translate = QCoreApplication.translate
    settings = run.settings
    way = (
        translate("collections", "Built alike")
        if settings.by == "structure"
        else translate("collections", "Close fingerprints")
        if settings.by == "fingerprints"
        else translate("collections", "By topic")
        if settings.method == "topics"
        else translate("collections", "Nearly the same")
        if settings.method == "dbscan"
        else translate("collections", "Close groups")
    )
    what = crawls.get(run.crawl, run.crawl) if run.crawl else translate("collections", "all pages")
    return translate("collections", "{way}: {what}").format(way=way, what=what)


def crawl_names(archive: Path) -> dict[str, str]:
    """What crawls are called, by their ids; none where that cannot be read."""
    from app.archive.archive import Archive
    from app.crawl.frontier import joblist
    from app.errors import TianwangError

    try:
        found = joblist.jobs(Archive.open(archive))
    except TianwangError:
        return {}
    pattern = QCoreApplication.translate("collections", "crawl of {date}")
    return {job.job_id: pattern.format(date=formats.date(job.started)) for job in found}


def _runs(
    path: Path,
    show: Callable[[Run, Run | None], object],
    ask: Callable[[], object],
    reader: ArchiveReader,
    task: jobs.Handle,
) -> tuple[Entry, ...]:
    from app.classes import runs

    kept = runs.kept(path)
    named = crawl_names(path) if any(run.crawl for run in kept) else {}
    return (*(_entry(run, named, show, reader) for run in kept), *([_new(ask)] if kept else ()))


def _entry(
    run: Run, named: dict[str, str], show: Callable[[Run, Run | None], object], reader: ArchiveReader
) -> Entry:
    translate = QCoreApplication.translate
    made = formats.date(datetime.fromisoformat(run.made))
    below = [group(run, number, reader) for number in range(len(run.clustering.clusters))]
    if run.clustering.noise:
        below.append(
            Entry(
                f"{run.made}/noise",
                translate("collections", "In no group"),
                "info",
                len(run.clustering.noise),
                tip=translate("collections", "Pages that are not like enough others"),
                read=partial(pages_of, run, run.clustering.noise),
            )
        )
    return Entry(
        run.made,
        run_name(run, named),
        "cluster",
        len(run.urls),
        tip=translate("collections", "Found {date}. Click to see it as a map").format(date=made),
        act=partial(show, run, None),
        below=tuple(below),
    )


def group(run: Run, number: int, reader: ArchiveReader) -> Entry:
    """The row of a group: its words, its size, as a tip more words and the titles of the pages nearest to its middle."""
    found = run.clustering.clusters[number]
    nearest = (reader.page(run.urls[member]) for member in found.members[:_TITLES])
    titles = [formats.shorten(page.title or page.name, 80) for page in nearest if page is not None]
    words = QCoreApplication.translate("collections", " · ", "between the words of a group").join(found.name)
    return Entry(
        f"{run.made}/{number}",
        name_of(found.name, number),
        "category",
        found.size,
        tip="\n".join((words, *titles)),
        read=partial(pages_of, run, found.members),
    )


def pages_of(run: Run, members: tuple[int, ...], reader: ArchiveReader, task: jobs.Handle) -> Listed:
    """Some pages of a run, the nearest to the middle of their group first."""
    return listed([run.urls[member] for member in members], reader)


def listed(urls: list[str], reader: ArchiveReader) -> Listed:
    """Pages in this order, those that there are."""
    numbers = reader.numbered(urls)
    return Listed([numbers[url] for url in urls if url in numbers])
