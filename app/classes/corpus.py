"""Labelled documents to learn from: pages with tags, categories by hand, any lists of addresses, sections of a site, a
folder of files.

A section is a channel page: what it links to, and not every other channel page does, takes its label (section 10.1.1 of
the book). A page of several sections is of none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import Capture
from app.archive.notes.notebook import Notebook
from app.archive.reader import ArchiveReader
from app.classes import hand
from app.classes.clusters import MOST, By, Item
from app.classes.feeding import described, feed, is_wanted
from app.classes.store import Store
from app.classes.terms import LONGEST_TEXT, Described
from app.classes.training import Example
from app.errors import FormatError, StorageUnreadable
from app.templates.known import Templates, site_of
from app.templates.page import seen as seen_page
from extractors.door import guarded
from extractors.door.sniffing import sniff

Progress = Callable[[int, int], None]
Fingerprint = Callable[[str], int | None]
"""64 bits for the text of a version, by its id."""

_MOST_FILES = 200_000
_LARGEST_FILE = 32 << 20


def of_urls(
    archive: Archive,
    labelled: Mapping[str, Iterable[str]],
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Example]:
    """The pages at addresses, by their labels: what a search or a collection found. Those that the archive does not have
    or cannot read are left out; one with two labels has the first. StorageUnreadable."""
    wanted = dict[str, str]()
    for label, urls in labelled.items():
        for url in urls:
            wanted.setdefault(url, label)
    found = list[Example]()
    with (
        archive.reader() as reader,
        Store(archive.path) as store,
        Templates(archive.path) as templates,
    ):
        for done, (url, label) in enumerate(wanted.items()):
            if cancelled is not None and cancelled():
                break
            document = page(reader, store, templates, url)
            if document is not None:
                found.append(Example(document, label))
            if progress is not None:
                progress(done + 1, len(wanted))
    return found


def page(reader: ArchiveReader, store: Store, templates: Templates, url: str) -> Described | None:
    """The newest version of a page as it is classified: as the cache has it, or read now. None for what is not there or
    cannot be read."""
    version = reader.latest_version(url)
    if version is None:
        return None
    kept = store.text(url)
    if kept is not None and kept[0] == version.id:
        return kept[1]
    return described(reader, version, templates.of(url))


def tagged(archive: Path, tags: Iterable[str]) -> dict[str, list[str]]:
    """The addresses of the pages with each tag, for `of_urls`. StorageUnreadable."""
    notes = Notebook(archive).read()
    found = dict[str, list[str]]()
    for tag in tags:
        found[tag] = list(dict.fromkeys(mark.target.url for mark in notes.marks() if mark.has(tag)))
    return found


def of_hands(archive: Path) -> dict[str, list[str]]:
    """The addresses of the pages of each category that a person gave, for `of_urls`. StorageUnreadable."""
    found = dict[str, list[str]]()
    for url, category in sorted(hand.read(archive)[0].items()):
        found.setdefault(category, []).append(url)
    return found


def of_sections(reader: ArchiveReader, channels: Mapping[str, str]) -> dict[str, list[str]]:
    """The addresses of the pages that each channel page (by its label) links to on its own site, for `of_urls`: not what
    two channel pages link to, menus and news of all sections among them. CaptureMissing, FormatError,
    StorageUnreadable."""
    own = dict[str, list[str]]()
    met = dict[str, set[str]]()
    pages = set(channels.values())
    for label, url in channels.items():
        channel = reader.page_meant(url)
        address = channel.url if channel is not None else url
        pages.add(address)
        version = reader.nearest(address, None)
        targets = dict[str, None]()
        for link in reader.links(version) if version is not None else ():
            target = link.url.partition("#")[0]
            if not link.embed and not link.guess and site_of(target) == site_of(address):
                targets[target] = None
        own[label] = list(targets)
        for target in targets:
            met.setdefault(target, set()).add(label)
    return {
        label: [
            found.url
            for target in targets
            if len(met[target]) == 1
            and target not in pages
            and (found := reader.page_meant(target)) is not None
            and found.kind == "document"
        ]
        for label, targets in own.items()
    }


def of_folder(
    folder: Path, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None
) -> list[Example]:
    """The files of a folder, each labelled by the folder in it that it stands in; or a file with a line for each
    document, “label, text” with a tab between. What cannot be read is left out. StorageUnreadable."""
    try:
        if folder.is_file():
            return _of_lines(folder)
        files = sorted(path for path in folder.glob("*/**/*") if path.is_file())[:_MOST_FILES]
    except OSError as error:
        raise StorageUnreadable(path=folder, detail=error.strerror or str(error)) from error
    found = list[Example]()
    for done, path in enumerate(files):
        if cancelled is not None and cancelled():
            break
        document = of_file(path)
        if document is not None:
            label = path.relative_to(folder).parts[0]
            found.append(Example(document, label))
        if progress is not None:
            progress(done + 1, len(files))
    return found


def of_file(path: Path) -> Described | None:
    """A file as it is classified; None for one that cannot be read."""
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST_FILE else b""
    except OSError:
        return None
    if not data:
        return None
    document = guarded.extract(data, name=path.name, main=True)
    text = "\n".join(part.text for part in document.main if part.text) or document.text
    kind = document.page_type.name if document.page_type is not None else ""
    return Described(text[:LONGEST_TEXT], document.title, type=kind)


def items_of(
    archive: Archive,
    by: By = "words",
    crawl: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    fingerprint: Fingerprint | None = None,
) -> list[Item]:
    """The pages of an archive to be grouped, at most `clusters.MOST`, by address: their newest versions, or what a crawl
    saw of them; by structure also how each is built, by fingerprints those that are handed in, without the pages that have
    none. StorageFailed, StorageUnreadable."""
    structure = by == "structure"
    if not crawl:
        feed(archive, progress, cancelled)
    found = list[Item]()
    with archive.reader() as reader, Store(archive.path) as store, Templates(archive.path) as templates:
        wanted = list(islice(_versions(reader, store, crawl), MOST))
        for done, version in enumerate(wanted):
            if cancelled is not None and cancelled():
                break
            if progress is not None and (crawl or structure):  # else they are there already
                progress(done, len(wanted))
            kept = store.text(version.url)
            document = kept[1] if kept is not None and kept[0] == version.id else None
            document = document or described(reader, version, templates.of(version.url))
            paths = _outline(reader, version) if structure else ()
            bits = fingerprint(version.id) if by == "fingerprints" and fingerprint is not None else 0
            if document is not None and (paths or not structure) and bits is not None:
                found.append(Item(document, paths, bits))
    return found


def _versions(reader: ArchiveReader, store: Store, crawl: str) -> Iterator[Capture]:
    if not crawl:
        for _, one in store.texts():
            version = reader.latest_version(one.url)
            if version is not None:
                yield version
        return
    seen = dict[str, Capture]()
    for capture in reader.captures_of_crawl(crawl):
        page = reader.page(capture.url)
        if page is not None and is_wanted(page) and 200 <= capture.status < 300:
            seen[capture.url] = reader.capture(capture.base) if capture.base else capture
    for url in sorted(seen):
        yield seen[url]


def _outline(reader: ArchiveReader, version: Capture) -> tuple[str, ...]:
    """The paths of the elements of a page; none for what is no page."""
    try:
        message = reader.shown(version)
    except (FormatError, StorageUnreadable):
        return ()
    if sniff(message.body, message.media_type or None, version.url) != "html":
        return ()
    page = seen_page(message.body, message.charset, version.url)
    return tuple(page.outline) if page is not None else ()


def _of_lines(path: Path) -> list[Example]:
    found = list[Example]()
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            label, tab, text = line.rstrip("\r\n").partition("\t")
            if tab and label.strip() and text.strip():
                found.append(Example(Described(text[:LONGEST_TEXT]), label.strip()))
    return found
