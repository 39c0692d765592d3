"""`extract`: documents of files, folders and archives, by all processors."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from app.cli.arguments import Json, NoOcr, argument, find_capture, open_archive, option, refuse
from app.cli.console import Refused, Stop, emit, emit_line, say, say_text, stoppable, warn

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.reader import ArchiveReader
    from app.exporting.naming import ExportFolder
    from extractors.base.types import Document
    from extractors.door.described import Undecided
    from extractors.door.workers import Workers


# Documents read by several processes, given in the order of the questions.

_AHEAD = 4  # documents for each process that may be read before it is their turn, and objects:
_OBJECTS = 32  # while the model of languages is read, which takes a second, the processes go on
_HELD = 64 << 20  # characters of objects whose turn has not come, beyond which no more are read

Reading = Callable[[], "Document | str | Undecided"]
Read = tuple[str, dict[str, Any], "Document | str"]
"""Name of a document, further JSON fields, and the document or its JSON object."""


class Item(NamedTuple):
    """A document to come: its name, further JSON fields, and the call that reads it."""

    name: str
    about: dict[str, Any]
    read: Reading


def in_order(
    items: Iterable[Item], pool: Executor, processes: int, stop: Stop, *, objects: bool
) -> Iterator[Read]:
    """All of them, read by `pool`, until `stop`; `objects`: will they mostly be JSON objects? The language of those
    that leave it to a model is found out here, once they are taken."""
    from extractors.door.described import Undecided

    waiting: deque[tuple[Item, Future[Document | str | Undecided]]] = deque()
    ahead = processes * (_OBJECTS if objects else _AHEAD)

    def first() -> Read:
        item, future = waiting.popleft()
        found = future.result()
        return item.name, item.about, found.told() if isinstance(found, Undecided) else found

    def held() -> int:
        done = (future.result() for _, future in waiting if future.done())
        lines = (found.line if isinstance(found, Undecided) else found for found in done)
        return sum(len(line) for line in lines if isinstance(line, str))

    for item in items:
        if stop():
            break
        waiting.append((item, pool.submit(item.read)))
        while len(waiting) > ahead or held() > _HELD:
            yield first()
    while waiting and not stop():
        yield first()
    for _, future in waiting:
        future.cancel()


_FEW = 3  # files for which no processes are started unless one of them needs it
_LARGEST = 1 << 30  # bytes of a file
_VIEWS = ("text", "markdown", "html")
_NO_TEXT = ("text", "links", "unresolved_links", "parts")  # what is left out with --no-text


class _Wish(NamedTuple):
    base: str
    main: bool
    pictures: bool
    ocr: bool
    without: (
        tuple[str, ...] | None
    )  # fields that JSON objects have not; None: it takes documents to show them


def extract(
    operands: Annotated[
        list[str],
        argument(
            "FILE|FOLDER… | ARCHIVE [ID…]",
            "HTML, PDF, Office files, …, or folders with all in them; or an archive, with ids or addresses of its "
            "captures, without them all of its documents.",
        ),
    ],
    base: Annotated[str, option("--base", "URL", "Address that makes links absolute.")] = "",
    text: Annotated[
        bool, typer.Option("--text", help="Only the text, without what is known about it.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="The reading view as Markdown.")] = False,
    html: Annotated[bool, typer.Option("--html", help="The reading view as an HTML page.")] = False,
    main: Annotated[bool, typer.Option("--main", help="Of pages only the main text.")] = False,
    no_text: Annotated[
        bool, typer.Option("--no-text", help="Only what is known about it: no text, no links.")
    ] = False,
    no_ocr: NoOcr = False,
    pictures: Annotated[
        Path | None,
        option("--pictures", "DIR", "Write covers and key frames there."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show title, author, date, language, text and links of documents.

    Main text of captures comes without what the site repeats on its pages, as far as that was learned (“tianwang
    template”). Captures without a title of their own have that of the links to them (title_source: links), where “tianwang
    graph” has gathered them.

    Each is read in a process of its own with a limit of 30 seconds and 1 GiB of memory, by all processors.

    The first page of a PDF that holds no letters is recognised where Tesseract is installed, within a minute.

    With --json an object for each file: path (of a capture: id, url), format, title, title_source, author, date,
    language, text, links (url, element, text, embed), unresolved_links (expression, element, line: what scripts put
    together), warnings, error, media_type, candidates (text, source, score, reason), metadata, official (issuer,
    recipient, number, date), page_type (with --main: name, confidence, reasons), with --main also posts (of a thread:
    author, date, part: the number of the part it begins with) and product (name, price, currency, description,
    specification), members, lyrics, pictures, parts
    (kind, text, level, rows, url, role, places; formulas of sheets are there); with --markdown or --html also that.
    The exit code is 1 when a document could not be read; the others are shown all the same.
    """
    if "" in operands:
        raise typer.BadParameter("A name is empty.", param_hint="FILE|FOLDER… | ARCHIVE")
    views = [name for name, wanted in zip(_VIEWS, (text, markdown, html), strict=True) if wanted]
    if len(views) + no_text > 1:
        raise typer.BadParameter("Only one of them goes.", param_hint="--text, --markdown, --html, --no-text")
    refuse({"--main": no_text and main}, "It does not go with --no-text.")
    refuse(
        {"--text": as_json and text},
        "It does not go with --json, which has the text and what is known about it.",
    )
    from extractors.door.workers import CANCELLED

    shown = _Shown("none" if no_text else views[0] if views else "", as_json, pictures, main)
    plainly = as_json and not (main or pictures or views)
    wish = _Wish(
        base, main, pictures is not None, not no_ocr, (_NO_TEXT if no_text else ()) if plainly else None
    )
    with stoppable() as stop:
        for name, about, document in _read(operands, wish, stop):
            if isinstance(document, str):
                emit_line(f"{json.dumps(about, ensure_ascii=False)[:-1]}, {document[1:]}")
            elif not (stop() and document.error == CANCELLED):
                shown.show(name, about, document)
        if stop():
            raise Refused(detail="Stopped. What was read until then is shown.")
    if shown.failed:
        raise typer.Exit(1)


def _read(operands: list[str], wish: _Wish, stop: Stop) -> Iterator[Read]:
    from extractors.door.workers import Workers

    first = Path(operands[0])
    with Workers() as workers, ThreadPoolExecutor(workers.size + 1, "extract") as pool:
        archive = (
            open_archive(first)
            if (first / "archive.json").is_file() or first.name == "archive.json"
            else None
        )
        refuse({"--base": archive and wish.base}, "Captures have addresses of their own.")
        items = (
            _captures(archive, operands[1:], wish, stop) if archive else _files(operands, wish, workers, stop)
        )
        objects = archive is None and wish.without is not None
        yield from in_order(items, pool, workers.size, stop, objects=objects)


def _files(operands: list[str], wish: _Wish, workers: Workers, stop: Stop) -> Iterator[Item]:
    from app.archive.documents import recognising
    from extractors.door import guarded

    paths = [Path(name) for name in operands]
    ocr = recognising.expected(wish.base) if wish.ocr else None
    many = len(paths) > _FEW or any(path.is_dir() for path in paths)  # read by all processors, pages too

    def reading(path: Path) -> Reading:
        if many and (without := wish.without) is not None:
            return lambda: guarded.described(
                _bytes_of(path),
                without,
                workers=workers,
                cancelled=stop,
                ocr=ocr,
                name=path.name,
                base_url=wish.base or None,
            )
        return lambda: guarded.extract(
            _bytes_of(path),
            workers=workers,
            cancelled=stop,
            all_apart=many,
            ocr=ocr,
            name=path.name,
            base_url=wish.base or None,
            main=wish.main,
            pictures=wish.pictures,
        )

    for path in paths:
        for found in _walk(path) if path.is_dir() else [path]:
            yield Item(str(found), {"path": str(found)}, _told(reading(found)))


def _captures(archive: Archive, wanted: list[str], wish: _Wish, stop: Stop) -> Iterator[Item]:
    from app.templates.known import template_of

    def reading(id: str) -> Reading:
        def read() -> Document:
            with archive.reader() as reader:
                damage = reader.damage(id)
                template = template_of(reader.path, reader.capture(id).url) if wish.main else frozenset[int]()
                document = reader.document(
                    id,
                    main=wish.main,
                    pictures=wish.pictures,
                    template=template,
                    cancelled=stop,
                    ocr=wish.ocr,
                )
                document = _titled(document, reader, reader.capture(id).url)
            return (
                replace(document, warnings=(f"Its record is damaged: {damage}.", *document.warnings))
                if damage
                else document
            )

        return _told(read)

    with archive.reader() as reader:
        if wanted:
            captures = [find_capture(reader, one) for one in wanted]
        else:
            newest = (reader.latest_version(page.url) for page in reader.all_pages(kinds=("document",)))
            captures = (capture for capture in newest if capture is not None)  # type: ignore[assignment]
        for capture in captures:
            about = {"path": str(archive.path), "id": capture.id, "url": capture.url}
            yield Item(f"{capture.id} {capture.url}", about, reading(capture.id))


def _titled(document: Document, reader: ArchiveReader, url: str) -> Document:
    """With the title that links to it give, where it has none of its own."""
    from app.graph.naming import title_of

    found = title_of(reader, url, document.title, document.text) if document.format else None
    return document if found is None else replace(document, title=found.text, title_source="links")


def _told(read: Callable[[], Document] | Reading) -> Reading:
    """`read`, with what the disk or the archive says as the error of a document."""

    def reading() -> Document | str | Undecided:
        from app.errors import TianwangError
        from extractors.base.types import Document

        try:
            return read()
        except TianwangError as error:
            return Document("", "", error=str(error))
        except OSError as error:
            return Document("", "", error=f"The file cannot be read: {error.strerror or error}.")

    return reading


def _bytes_of(path: Path) -> bytes:
    """OSError."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):  # a pipe may never say a word, a device may never end
        raise OSError("it is no regular file")
    if about.st_size > _LARGEST:
        raise OSError("it is larger than 1 GiB")
    return path.read_bytes()


def _walk(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those in it, by name. Links are not followed: they may lead anywhere, and back."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield path


class _Shown:
    """Writes documents as objects, or as lines for people."""

    def __init__(self, view: str, as_json: bool, pictures: Path | None, main: bool) -> None:
        self.failed = False
        self._view, self._json, self._main = view, as_json, main
        self._folder: ExportFolder | None = None
        if pictures:
            from app.exporting.naming import ExportFolder  # only now: all that archives take comes with it

            self._folder = ExportFolder(pictures)

    def show(self, name: str, about: dict[str, Any], document: Document) -> None:
        from extractors.door import described

        if self._main:
            from app.exporting.formats import main_part

            document = main_part(document)
        files = self._pictures(
            Path(name).stem if "path" in about and len(about) == 1 else about["id"], document
        )
        if self._json:
            fields = {**about, **described.fields(document, files)}
            if self._view == "none":
                for left_out in _NO_TEXT:
                    del fields[left_out]
            elif self._view in ("markdown", "html"):
                fields[self._view] = _view_of(document, self._view)
            emit(fields)
        elif document.format and self._view in _VIEWS:
            content = _view_of(document, self._view)
            if sys.stdout.isatty():
                say_text(content)
            else:
                sys.stdout.write(content.encode("utf-8", "replace").decode())
        elif document.format:
            _show_document(name, document, text=self._view != "none")
        if document.error:
            self.failed = True
            warn(f"{name}: {document.error}")

    def _pictures(self, stem: str, document: Document) -> list[str]:
        if self._folder is None:
            return []
        from app.exporting.naming import Place

        written = []
        for number, picture in enumerate(document.pictures, 1):
            what = f"{picture.seconds:.1f} s" if picture.seconds >= 0 else picture.caption or f"{number}"
            ending = picture.media_type.partition("/")[2].partition("+")[0] or "bin"
            place = Place((), f"{stem} {what}", "." + {"jpeg": "jpg"}.get(ending, ending))
            written.append(self._folder.write(place, picture.data))
        return written


def _view_of(document: Document, view: str) -> str:
    from app.exporting.formats import text_of

    return text_of(document, view)


def _show_document(name: str, document: Document, *, text: bool) -> None:
    say(f"{name}  ({document.format or 'unknown'})")
    official = document.official
    for label, value in (
        ("Title", f"{document.title}  [{document.title_source}]" if document.title else ""),
        ("Author", document.author),
        ("Date", document.date),
        ("Language", document.language),
        ("Kind", f"{judged.name}  [{judged.confidence:.2f}]" if (judged := document.page_type) else ""),
        ("Issuer", official.issuer if official else ""),
        ("To", official.recipient if official else ""),
        ("Number", official.number if official else ""),
        ("Issued", official.date if official else ""),
        ("Posts", str(len(document.posts)) if document.posts else ""),
        ("Product", product.name if (product := document.product) else ""),
        ("Price", f"{product.price} {product.currency}".strip() if product else ""),
        ("Pages", document.metadata.get("pages", "")),
        ("Duration", f"{seconds} s" if (seconds := document.metadata.get("duration")) else ""),
        ("Links", str(len(document.links)) if document.links else ""),
        ("Members", str(len(document.members)) if document.members else ""),
    ):
        if value:
            say(f"  {label + ':':<10}{value}")
    for warning in document.warnings:
        say(f"  Note:     {warning}")
    if text:
        say("")
        say_text(document.text)
        if document.text:
            sys.stdout.write("\n")
