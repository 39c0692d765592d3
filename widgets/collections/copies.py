"""Pages that are copies of one another as collections: the same content, the same text, nearly the same text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QMenu

from widgets.collections.section import Entry, Listed, Said, Section
from widgets.duplicates import name_of
from widgets.kit import jobs, theme
from widgets.tree.nodes import DOCUMENTS
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.index.statistics import Duplicates
    from app.archive.reader import ArchiveReader
    from app.likeness.groups import Group
    from app.likeness.known import Known, Manner
    from widgets.session import Session

MOST = 200
"""Groups that have a row: those with most bytes in copies."""
_LONGEST = 5000  # groups whose pages are listed


class CopiesSection(Section):
    """`kept` asks to export one page of each group of a row."""

    kept = Signal(object)
    key, icon = "copies", "copy"

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(session, parent)
        self._comparing: jobs.Task[Any] | None = None

    def name(self) -> str:
        return self.tr("Duplicates")

    def tip(self) -> str:
        return self.tr("Pages that are copies of one another")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return partial(_rows, self.session.archive, self.compare)

    def compare(self) -> None:
        """Read the texts that were not compared yet, in the background."""
        if self._comparing is not None:
            return
        session, archive = self.session, self.session.archive
        text = self.tr("{done} of {total} versions")

        def work(task: jobs.Handle) -> None:
            from app.likeness.feeding import feed

            feed(archive, task.steps(text, formats.number), lambda: task.cancelled, lambda: session.crawling)

        def ended(_: object) -> None:
            self._comparing = None
            self.spoil(soon=True)

        def failed(error: Exception) -> None:
            ended(None)
            jobs.center().failed.emit(error)

        self._comparing = jobs.run(
            self, work, done=ended, stopped=ended, failed=failed, label=self.tr("Comparing texts")
        )

    def rest(self) -> None:
        super().rest()
        if self._comparing is not None:
            self._comparing.cancel()

    def nothing(self) -> Entry:
        return Entry(
            "",
            self.tr("Every content stands at one address"),
            "ok",
            tip=self.tr("As far as this archive goes, documents alone"),
        )

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        if entry is not None and entry.read is not None:
            keep = menu.addAction(
                theme.icon("export"),
                self.tr("Keep &one of each for an export…"),
                lambda: self.kept.emit(entry),
            )
            keep.setToolTip(self.tr("Write one page of each group, and leave out its copies"))


def _rows(
    archive: Archive, begin: Callable[[], object], reader: ArchiveReader, task: jobs.Handle
) -> tuple[Entry, ...]:
    from app.likeness.feeding import behind
    from app.likeness.known import Known, is_there

    translate = QCoreApplication.translate
    found = list(_exact(reader, task))
    there, left = is_there(archive.path), behind(archive)
    if there:
        known = Known(archive.path)
        # each holds more than the one before
        same, near = (_alike(known, manner, reader, task) for manner in _MANNERS)
        found += [*same, *near]
    if left:
        said = (
            translate("collections", "Compare {count} new versions…").format(count=formats.number(left))
            if there
            else translate("collections", "Look for copies of the text…")
        )
        tip = translate(
            "collections", "Finds pages with the same text, and nearly the same; goes on in the background"
        )
        found.append(Entry("", said, "alike", tip=tip, act=begin))
    return tuple(found)


_MANNERS: tuple[Manner, ...] = ("normal", "near")


def _alike(known: Known, manner: Manner, reader: ArchiveReader, task: jobs.Handle) -> tuple[Entry, ...]:
    """The groups of pages with the same text, or nearly the same."""
    from app.likeness.groups import groups

    translate = QCoreApplication.translate
    made: list[Group] = []
    for group in islice(groups(reader, manner, known=known), _LONGEST):
        task.check()
        made.append(group)
    if not made:
        return ()
    name, tip = (
        (
            translate("collections", "Same text"),
            translate("collections", "The same letters and figures in the main text, however the page looks"),
        )
        if manner == "normal"
        else (
            translate("collections", "Nearly the same text"),
            translate(
                "collections", "Texts that have most of their words in common and in order, the same ones too"
            ),
        )
    )
    below = tuple(
        Entry(
            f"{manner}:{group.members[0].capture.id}",
            _name(group),
            formats.type_icon(group.members[0].capture.type),
            len({member.capture.url for member in group.members}),
            tip=", ".join(group.terms),
            read=partial(_members, (group,)),
        )
        for group in made[:MOST]
    )
    pages = len({member.capture.url for group in made for member in group.members})
    return (Entry(manner, name, "alike", pages, tip=tip, read=partial(_members, made), below=below),)


def _name(group: Group) -> str:
    title = next((member.capture.title for member in group.members if member.capture.title), "")
    return title or formats.readable(group.members[0].capture.url)


def _members(groups: Sequence[Group], reader: ArchiveReader, task: jobs.Handle) -> Listed:
    translate = QCoreApplication.translate
    members = {member.capture.url: member for group in groups for member in group.members}
    numbers = reader.numbered(list(members))
    grouped = [
        list(dict.fromkeys(numbers[one.capture.url] for one in group.members if one.capture.url in numbers))
        for group in groups
    ]
    own = {number: members[url] for url, number in numbers.items()}
    alike = translate(
        "collections", "{share} of its stretches of four letters are those of the page most like it"
    )
    said = Said(
        translate("collections", "Alike"),
        translate(
            "collections", "How much of the text is the same as in the page of the group that is most like it"
        ),
        {number: formats.percent(one.jaccard) for number, one in own.items()},
        {number: one.jaccard for number, one in own.items()},
        {number: alike.format(share=formats.percent(one.jaccard)) for number, one in own.items()},
    )
    captures = {number: one.capture.id for number, one in own.items()}
    return Listed(list(dict.fromkeys(one for group in grouped for one in group)), said, captures, grouped)


def _exact(reader: ArchiveReader, task: jobs.Handle) -> tuple[Entry, ...]:
    groups: list[Duplicates] = []
    for group in islice(reader.duplicates(kinds=DOCUMENTS), _LONGEST):
        task.check()
        groups.append(group)
    if not groups:
        return ()
    translate = QCoreApplication.translate
    pages = sum(len(group.captures) for group in groups)
    tip = translate(
        "collections", "{contents} contents at {addresses} addresses; {size} beyond the first copies"
    )
    said = tip.format(
        contents=formats.number(len(groups)),
        addresses=formats.number(pages),
        size=formats.size(sum(group.repeated for group in groups)),
    )
    below = tuple(
        Entry(
            f"exact:{group.digest}",
            name_of(group),
            formats.type_icon(group.captures[0].type),
            len(group.captures),
            tip=formats.size_exact(group.length),
            read=partial(_copies, (group,)),
        )
        for group in groups[:MOST]
    )
    name = translate("collections", "Exact copies")
    return (Entry("exact", name, "copy", pages, tip=said, read=partial(_copies, groups), below=below),)


def _copies(groups: Sequence[Duplicates], reader: ArchiveReader, task: jobs.Handle) -> Listed:
    urls = {capture.url: capture.id for group in groups for capture in group.captures}
    numbers = reader.numbered(list(urls))
    grouped = [[numbers[one.url] for one in group.captures if one.url in numbers] for group in groups]
    captures = {number: urls[url] for url, number in numbers.items()}
    pages = list(dict.fromkeys(number for group in grouped for number in group))
    return Listed(pages, captures=captures, groups=grouped)
