"""What the link map reads and works out in workers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader
from app.errors import ArchiveLocked, StorageFailed
from app.graph.layout import folding, places, trees
from app.graph.layout.folding import Folding, Groups, grouped, said
from app.graph.layout.forces import by_links
from app.graph.layout.mapped import Choice, LinkMap, mapped
from app.graph.network import Network
from app.graph.standing import bring_up_to_date
from app.graph.store.links import CONTENT, REDIRECT
from app.graph.store.store import stamp
from widgets.kit import jobs
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

FEW = 110
"""Nodes up to which layers are shown unless rings are asked for."""
PLACES: dict[str, Callable[[trees.Tree], places.Places]] = {"layers": places.layers, "rings": places.rings}
_WAIT = 0.3  # seconds between two tries while others gather the links
_PATIENCE = 600.0
_ALIKE = 2  # folders of one name
_FEW_TITLES, _MOST_TITLES = 20, 0.6  # titles that tell of what is common, and the share that has it
_MARKED = 2  # words that are no part of what a page says
_TITLES = 30_000  # that are freed from the name of their site


class Wanted(NamedTuple):
    """What is to be shown. `choice` None: as `load` chooses; `form` "": by the number of nodes. `moments` are the dates of
    one picture or of two beside each other (None: now), `since` is what changes are told against. `folded` are the names of
    nodes that are to stand for what lies below them, of pages for their community where the map is arranged by links."""

    choice: Choice | None = None
    arrangement: str = "folders"
    form: str = ""
    classes: frozenset[int] = frozenset((CONTENT, REDIRECT))
    moments: tuple[int | None, ...] = (None,)
    since: int | None = None
    changes: bool = False
    communities: bool = False
    folded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Arranged:
    """A tree with the places, labels and weights of its nodes, and what is folded of it; `form` is how they were placed,
    "" by links."""

    form: str
    tree: trees.Tree
    place: places.Places
    labels: list[str]
    weight: places.Places
    folding: Folding


@dataclass(frozen=True, slots=True)
class Standing:
    """One date: which nodes (with folders) were there and which of them are seen, how many pages (or hosts) that were there
    are folded into each; links that stood and those drawn (from `source` to `target`), and among how many nodes links lead
    into and out of each; the answers of servers, the changes, and for each link whether it is 0 old, 1 new, 2 gone."""

    there: Mask
    nodes: Mask
    inside: Numbers
    links: Mask
    drawn: Mask
    source: Numbers
    target: Numbers
    into: Numbers
    out: Numbers
    status: Numbers
    changes: Numbers
    tone: Numbers


@dataclass(frozen=True, slots=True)
class Listed:
    """Nodes for a list of them: what each is called, what is looked through for words, and its place in the order of names.
    A hundred thousand take too long for the thread of the window."""

    labels: list[str]
    said: list[str]
    by_name: Numbers

    @classmethod
    def of(cls, shown: LinkMap) -> Listed:
        """From a map."""
        labels = [label_of(shown, node) for node in range(shown.size)]
        keys = [label.casefold() for label in labels]
        by_name = np.empty(len(keys), np.int64)
        by_name[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
        both = zip(shown.titles, shown.names, strict=True)
        said = [f"{title}\n{formats.readable(name)}".casefold() for title, name in both]
        return cls(labels, said, by_name)


@dataclass(frozen=True, slots=True)
class Made:
    """What was worked out: the nodes as they were laid out and as they are arranged, which differs where some are folded;
    `groups` are there once they were wanted."""

    wanted: Wanted
    shown: LinkMap
    listed: Listed
    laid: Arranged
    arranged: Arranged
    standing: tuple[Standing, ...]
    groups: Groups | None = None


class Kept:
    """The graph that was read last, as long as it is that of the archive."""

    def __init__(self) -> None:
        self._stamp: object = None
        self._network: Network | None = None

    def of(self, archive: Archive) -> Network:
        """The graph of an archive. ArchiveError."""
        now = stamp(archive.path)
        if self._network is None or now != self._stamp:
            self._network, self._stamp = Network.of(archive.path), now
        return self._network


def load(
    session: Session, reader: ArchiveReader, kept: Kept, choice: Choice | None, task: jobs.Handle
) -> LinkMap:
    """Gather links that are new, and the map of a choice; without one, hosts where there are many sites and pages where
    there are few. ArchiveError."""
    _gather(session, task)
    network = kept.of(session.archive)
    task.check()
    if choice is None:
        choice = Choice("host") if len(reader.sites()) > 8 else Choice()
    shown = mapped(network, reader, choice, task.check)
    if choice.level == "page":
        for node in range(min(shown.size, _TITLES)):
            if shown.titles[node]:
                if node % 500 == 0:
                    task.check()
                shown.titles[node] = reader.bare_title(shown.titles[node], shown.names[node])
        shown.titles[:] = without_common_end(shown.titles)
    return shown


def without_common_end(titles: list[str]) -> list[str]:
    """Titles without the words that most of them end with, where others stand before: “Admin (kafka 3.9 API)”."""
    said = [title.split(" ") for title in titles if title]
    common = list[str]()
    while True:
        ends = Counter(words[-1 - len(common)] for words in said if len(words) > len(common) + 1)
        word, often = ends.most_common(1)[0] if ends else ("", 0)
        if often <= len(said) * _MOST_TITLES or len(said) < _FEW_TITLES:
            break
        common.insert(0, word)
        said = [words for words in said if words[-len(common) :] == common]
    end = " " + " ".join(common)
    if len(common) < _MARKED:
        return titles
    return [title.removesuffix(end).rstrip(" -–—|·:") or title for title in titles]


def _gather(session: Session, task: jobs.Handle) -> None:
    """Bring the graph up to date; while another worker does that, wait for it."""
    text = QCoreApplication.translate("linkmap", "{done} of {total} versions")
    told = task.steps(text, formats.number)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            bring_up_to_date(session.archive, told, lambda: task.cancelled, lambda: session.crawling)
            break
        except ArchiveLocked:
            task.check()
            if time.monotonic() > until:
                break
            time.sleep(_WAIT)
        except StorageFailed:
            break  # what is there is shown
    task.check()


def prepare(
    session: Session,
    reader: ArchiveReader,
    kept: Kept,
    wanted: Wanted,
    before: Made | None,
    task: jobs.Handle,
) -> Made:
    """All that a picture is made of; what has not changed is taken from the one before. ArchiveError."""
    if before is None or wanted.choice != before.shown.choice:
        shown = load(session, reader, kept, wanted.choice, task)
        before = None
    else:
        shown = before.shown
    listed = before.listed if before is not None else Listed.of(shown)
    wanted = wanted._replace(choice=shown.choice)
    task.check()
    same = before is not None and (wanted.arrangement, wanted.form) == (
        before.wanted.arrangement,
        before.wanted.form,
    )
    groups = before.groups if before is not None else None
    if groups is None and (wanted.communities or wanted.arrangement == "links"):
        groups = grouped(shown, task.check)
        task.check()
    if before is not None and same:
        laid = before.laid
    elif groups is not None and wanted.arrangement == "links":
        laid = by_forces(shown, groups, task)
    else:
        laid = arrange(shown, wanted, task)
    task.check()
    if before is not None and same and wanted.folded == before.wanted.folded:
        arranged = before.arranged
    else:
        arranged = folded(shown, laid, groups, wanted)
    standing = tuple(_standing(shown, arranged, wanted, number) for number in range(len(wanted.moments)))
    return Made(wanted, shown, listed, laid, arranged, standing, groups)


def arrange(shown: LinkMap, wanted: Wanted, task: jobs.Handle) -> Arranged:
    """A tree of the nodes with their places; without a form, layers where there are few nodes and rings where there are
    many."""
    tree = trees.by_clicks(shown) if wanted.arrangement == "clicks" else trees.by_folder(shown)
    task.check()
    form = form_for(wanted, len(tree.parent))
    place = PLACES[form](tree)
    task.check()
    labels = [label_of(shown, node) for node in range(shown.size)]
    labels += folder_labels(shown, tree)
    return Arranged(form, tree, place, labels, weights(shown, tree), _whole(tree))


def form_for(wanted: Wanted, count: int) -> str:
    """The form of a tree of so many nodes: layers where there are few and rings where there are many, unless one is
    wanted."""
    return wanted.form or ("layers" if count <= FEW else "rings")


def _whole(tree: trees.Tree) -> Folding:
    return Folding.of(np.arange(len(tree.parent)))


def names_of(shown: LinkMap, arranged: Arranged) -> list[str]:
    """What nodes are called among those that are folded: addresses, hosts, folders."""
    return [*shown.names, *arranged.tree.folders]


def foldable(made: Arranged, groups: Groups | None, *, all_at_once: bool = False) -> Numbers:
    """The nodes that can stand for others; those that do when all is folded."""
    if made.form:
        return folding.branches(made.tree) if all_at_once else folding.inner(made.tree)
    return np.array(groups.leaders if groups is not None else [], np.int64)


def folded(shown: LinkMap, laid: Arranged, groups: Groups | None, wanted: Wanted) -> Arranged:
    """The same with what is wanted as one node: a tree gets new places, discs of links keep theirs."""
    if not wanted.folded:
        return laid
    closed = [node for node, name in enumerate(names_of(shown, laid)) if name in wanted.folded]
    if laid.form or groups is None:
        found = folding.of_tree(laid.tree, closed)
    else:
        found = folding.of_groups(groups, shown.size, closed)
    if found.is_whole:
        return laid
    form = form_for(wanted, int(found.alone.sum())) if laid.form else ""
    place = folding.placed(laid.tree, found, PLACES[form]) if form else folding.gathered(laid.place, found)
    return replace(laid, form=form, place=place, folding=found)


def by_forces(shown: LinkMap, groups: Groups, task: jobs.Handle) -> Arranged:
    """Nodes that link to one another near by, without a tree."""
    place = by_links(said(shown), groups.member, task.check)
    tree = trees.Tree(shown.size, np.full(shown.size, -1, np.int64), [])
    labels = [label_of(shown, node) for node in range(shown.size)]
    return Arranged("", tree, place, labels, weights(shown, tree), _whole(tree))


def _standing(shown: LinkMap, arranged: Arranged, wanted: Wanted, number: int) -> Standing:
    tree, part = arranged.tree, arranged.folding
    moment = wanted.moments[number]
    of_class = np.isin(shown.kind, sorted(wanted.classes))
    every = shown.links_at(moment)
    links = every & of_class
    nodes = shown.nodes_at(moment, every)
    into, out = shown.counts(links)
    changes = np.zeros(shown.size, np.int64)
    tone = np.zeros(len(shown.source), np.int64)
    if wanted.changes:
        since, until = wanted.since, wanted.moments[-1]
        changes = shown.changes(since, until)
        old, new = shown.links_at(since), shown.links_at(until)
        tone[new & ~old], tone[old & ~new] = 1, 2
        if len(wanted.moments) == 1:  # what went is seen in the same picture
            links = (old | new) & of_class
            nodes = nodes | shown.nodes_at(since, old)
    seen = np.concatenate((nodes, np.zeros(len(tree.folders), np.bool_)))
    for level in reversed(tree.levels()):  # a folder is there as long as anything in it
        inner = level[(tree.parent[level] >= shown.size) & seen[level]]
        seen[tree.parent[inner]] = True
    nodes, drawn, source, target = seen, links, shown.source, shown.target
    inside = np.zeros(len(seen), np.int64)
    if not part.is_whole:
        away = (~part.alone & seen)[: shown.size]
        inside = np.bincount(part.stands_for[: shown.size][away], minlength=len(seen))
        nodes = np.zeros(len(seen), np.bool_)
        nodes[part.stands_for[seen]] = True
        source, target, drawn = folding.moved(source, target, links, part)
    return Standing(
        seen, nodes, inside, links, drawn, source, target, into, out, shown.status_at(moment), changes, tone
    )


def label_of(shown: LinkMap, node: int) -> str:
    """The title of a page, else the end of its address; a host by its name."""
    name = shown.names[node]
    if shown.choice.level == "host":
        return formats.readable(name)
    if shown.titles[node]:
        return shown.titles[node]
    path = formats.readable(name).partition("://")[2].rstrip("/")
    return path.rpartition("/")[2] or path


def folder_labels(shown: LinkMap, tree: trees.Tree) -> list[str]:
    """The names of folders that are no page; where many are called alike, with the folder above."""
    named = [formats.readable(folder).rstrip("/").rsplit("/", 2) for folder in tree.folders]
    often = Counter(parts[-1] for parts in named)
    found = []
    for folder, parts in zip(tree.folders, named, strict=True):
        if folder == trees.UNREACHED:
            found.append(QCoreApplication.translate("linkmap", "No way leads here"))
        elif shown.choice.level == "host":
            found.append(formats.readable(folder))
        else:
            last = parts[-2:] if often[parts[-1]] > _ALIKE else parts[-1:]
            found.append("/".join(last) + "/")
    return found


def weights(shown: LinkMap, tree: trees.Tree) -> places.Places:
    """Whose label comes first: high ranks and what has much below it; leaves of a folder come after the folder."""
    count = len(tree.parent)
    weight = np.zeros(count)
    if shown.size:
        weight[: shown.size] = shown.rank / max(float(shown.rank.max()), 1e-12)
    below = np.bincount(tree.parent[tree.parent >= 0], minlength=count)
    weight += np.log1p(below) * 0.25
    weight[tree.parent < 0] += 1.0
    return weight
