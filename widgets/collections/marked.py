"""Kinds of pages, and stars and tags of a person, as collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.archive.index.facets import FacetChoice
from app.archive.model import Page
from widgets.collections.section import Entry, Listed, Section
from widgets.kit import jobs
from widgets.notes.menu import SeveralPages
from widgets.tree import facets
from widgets.tree.facets import NOTED, STARRED, tag_counts, tagged
from widgets.tree.kinds import Kinds
from widgets.tree.nodes import DOCUMENTS
from widgets.words import formats, page_kinds

if TYPE_CHECKING:
    from app.archive.notes.state import Notes
    from app.archive.reader import ArchiveReader
    from widgets.session import Session


class KindsSection(Section):
    """What each page is: home page, list, article … A page dropped on a kind is of it from then on."""

    key, icon = "kinds", "kind-list"

    def __init__(self, session: Session, kinds: Kinds, parent: QObject) -> None:
        super().__init__(session, parent)
        self._kinds = kinds
        kinds.changed.connect(lambda: self.spoil())

    def name(self) -> str:
        return self.tr("Kinds of pages")

    def tip(self) -> str:
        return self.tr("Home pages, lists, articles, products and so on, found out from the pages")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return _kinds

    def nothing(self) -> Entry:
        return Entry("", self.tr("No page is known yet"), "info", tip=self.tr("Crawl or import pages first"))

    def takes(self, entry: Entry) -> bool:
        return entry.key not in ("", "unknown")

    def take(self, entry: Entry, pages: Sequence[Page]) -> None:
        own = [page for page in pages if page.kind == "document" and formats.type_kind(page.type) == "html"]
        if not own:
            self.told.emit(self.tr("Only web pages have a kind."), None)
        elif len(own) == 1:
            self._kinds.choose(own[0], entry.key, lambda text, act: self.told.emit(text, act))
        else:
            self._choose(own, entry)

    def _choose(self, pages: Sequence[Page], entry: Entry) -> None:
        from app.page_types.feeding import choose

        archive = self.session.archive

        def work(task: jobs.Handle) -> list[tuple[str, str | None]]:
            before = list[tuple[str, str | None]]()
            for number, page in enumerate(pages):
                task.step(number, len(pages), lambda: entry.name)
                before.append((page.url, choose(archive, page.url, entry.key)))
            return before

        def back(before: Sequence[tuple[str, str | None]]) -> None:
            def undo(task: jobs.Handle) -> None:
                for url, kind in before:
                    choose(archive, url, kind)

            jobs.run(self, undo, done=lambda _: self._kinds.forget())

        def done(before: list[tuple[str, str | None]]) -> None:
            self._kinds.forget()
            text = self.tr("%Ln page(s) are now: {kind}.", "", len(before)).format(kind=entry.name)
            self.told.emit(text, lambda: back(before))

        jobs.run(self, work, done=done, label=self.tr("Correcting kinds of pages"))


def _kinds(reader: ArchiveReader, task: jobs.Handle) -> tuple[Entry, ...]:
    counted = reader.facets(kinds=DOCUMENTS).get("page_type", ())
    # what is not clear, and what is no web page, is no kind: it comes last
    ordered = sorted(counted, key=lambda one: (one[0] in ("", "unknown"), one[0] == ""))
    return tuple(
        Entry(
            kind,
            page_kinds.name(kind),
            page_kinds.ICONS.get(kind, "html"),
            count,
            read=partial(_of_choice, FacetChoice(page_type=(kind,))),
        )
        for kind, count in ordered
    )


def _of_choice(choice: FacetChoice, reader: ArchiveReader, task: jobs.Handle) -> Listed:
    return Listed(reader.find_all("", DOCUMENTS, choice))


class TagsSection(Section):
    """Stars, notes and tags of a person. A page dropped on a tag gets it."""

    key, icon = "tags", "tag"
    teachable = True

    def __init__(self, session: Session, tag_wanted: Callable[[], object], parent: QObject) -> None:
        super().__init__(session, parent)
        self._tag_wanted = tag_wanted
        session.notes.changed.connect(lambda: self.spoil(soon=True))

    def name(self) -> str:
        return self.tr("Tags")

    def tip(self) -> str:
        return self.tr("Pages with a star, a note or a tag of yours")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return partial(_tags, self.session.notes.notes)

    def nothing(self) -> Entry:
        return Entry(
            "",
            self.tr("Give the page on screen a tag…"),
            "add",
            tip=self.tr("Tags, stars and notes are kept with the archive"),
            act=self._tag_wanted,
        )

    def takes(self, entry: Entry) -> bool:
        return bool(entry.key) and entry.key != NOTED

    def take(self, entry: Entry, pages: Sequence[Page]) -> None:
        several = SeveralPages(self.session.notes, [page.url for page in pages])
        if entry.key == STARRED:
            several.give_star(True)
        else:
            several.give_tags((entry.key,))


def _tags(notes: Notes, reader: ArchiveReader, task: jobs.Handle) -> tuple[Entry, ...]:
    marked = reader.numbered(list(notes.urls)) if notes.fields else {}
    icons = {STARRED: "starred", NOTED: "noted"}
    return tuple(
        Entry(
            tag,
            facets.value("tag", tag).removeprefix("★ ") if tag in icons else tag,
            icons.get(tag, "tag"),
            count,
            read=partial(_tagged, notes, tag),
        )
        for tag, count in tag_counts(notes, marked)
    )


def _tagged(notes: Notes, tag: str, reader: ArchiveReader, task: jobs.Handle) -> Listed:
    return Listed(list(reader.numbered(tagged(notes, (tag,))).values()))
