"""Stars and tags (`tag`) and notes (`note`) of a person on pages, versions and blocks."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, find_capture, option, reading, refuse, text, texts
from app.cli.console import Refused, counted, emit, say, warn

if TYPE_CHECKING:
    from app.archive.notes.marks import Change, Mark, Target
    from app.archive.notes.notebook import Act, Notebook
    from app.archive.notes.state import Notes
    from app.archive.reader import ArchiveReader

_LEVEL = 6  # the finest cut, which has the blocks of all levels
_WIDTH = 72

Block = Annotated[
    str | None,
    option(
        "--block",
        "PATH",
        "The block at this path, as “blocks” shows it, in place of the whole page.",
        callback=text,
    ),
]
Undo = Annotated[bool, typer.Option("--undo", help="Take back what was written last.")]
Redo = Annotated[bool, typer.Option("--redo", help="Write again what was taken back last.")]


def tag(
    archive: ArchivePath,
    given: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ADDRESS|ID…] [+TAG|-TAG…]",
            help="Pages by their addresses, versions by their ids; tags to be added and to be taken away.",
            show_default=False,
            callback=texts,
        ),
    ] = None,
    star: Annotated[
        bool | None,
        typer.Option("--star/--unstar", help="Give a star, or take it away.", show_default=False),
    ] = None,
    find: Annotated[
        str | None,
        option("--find", "TAG", "List what has this tag; TAG* for all that begin so.", callback=text),
    ] = None,
    starred: Annotated[bool, typer.Option("--starred", help="List what has a star.")] = False,
    block: Block = None,
    undo: Undo = False,
    redo: Redo = False,
    as_json: Json = False,
) -> None:
    """Give pages, versions and blocks tags and stars, show them, or list all tags of an archive.

    A tag keeps its spelling; case, full and half width and the way of writing Chinese do not count when tags are
    compared. Tags and stars are kept in the archive (notes.jsonl) and go with exports as Tianwang, WARC and WACZ files.
    “search” finds them by tag:linux, tag:lin*, star:yes and is:tagged.

    Without addresses all tags are listed, with the number of pages that have each; with addresses alone, what stands
    there.

    With --json an object for each tag (kind "tag": tag, pages) or each thing with marks (kind "mark": url, id and date
    of a version, block: path, digest and excerpt, or null, star, tags, note, changed); with --undo and --redo those
    that are others now.
    """
    wanted = [one for one in given or () if one[:1] not in "+-"]
    adding = [one[1:] for one in given or () if one.startswith("+")]
    removing = [one[1:] for one in given or () if one.startswith("-")]
    for one in removing:
        if one.startswith("-"):
            raise typer.BadParameter(f"There is no option -{one}.", param_hint="-TAG")
    changing = bool(adding or removing or star is not None)
    listing = find is not None or starred
    if undo or redo:
        _alone({"ADDRESS": wanted, "TAG": changing, "--block": block, "--find": find, "--starred": starred})
        refuse({"--redo": undo and redo}, "It does not go with --undo.")
    if listing:
        _alone({"ADDRESS": wanted, "TAG": changing, "--block": block})
    if changing and not wanted:
        raise typer.BadParameter("Name the pages or versions that this is for.", param_hint="ADDRESS|ID…")
    refuse({"--block": block is not None and len(wanted) != 1}, "It needs one page or version.")
    with reading(archive) as reader:
        book = _opened(reader)
        if undo or redo:
            _turn(book, redo, as_json)
        elif listing:
            _list(_found(book.read(), find, starred), as_json)
        elif not wanted:
            _list_tags(book.read(), as_json)
        else:
            things = [_thing(reader, book.read(), one, block) for one in wanted]
            if changing:
                things = [_with(one, star, adding, removing) for one in things]
                notes = _written(book, things).notes
            else:
                notes = book.read()
            _show([notes.mark(one.target) for one in things], as_json)


def note(
    archive: ArchivePath,
    where: Annotated[
        str | None,
        typer.Argument(
            metavar="[ADDRESS|ID]",
            help="A page by its address, or a version by its id; without it all notes are shown.",
            show_default=False,
            callback=text,
        ),
    ] = None,
    written: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]",
            help="The note, in place of the one before; “-” takes it from standard input. Without it the note is shown.",
            show_default=False,
            callback=text,
        ),
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Take the note away.")] = False,
    block: Block = None,
    undo: Undo = False,
    redo: Redo = False,
    as_json: Json = False,
) -> None:
    """Write a note on a page, a version or a block, or show what is written there.

    There is one note on each thing. It is kept in the archive (notes.jsonl), goes with exports as Tianwang, WARC and WACZ
    files, and is found by “search”, by its words alone or as note:words.

    With --json an object for each thing with marks: kind "mark", url, id and date of a version, block (path, digest and
    excerpt, or null), star, tags, note, changed.
    """
    if undo or redo:
        _alone({"ADDRESS|ID": where, "--delete": delete, "--block": block})
        refuse({"--redo": undo and redo}, "It does not go with --undo.")
    refuse({"--delete": delete and written is not None}, "It does not go with a text.")
    refuse({"--delete": delete and where is None}, "Name the page or version that this is for.")
    refuse({"--block": block is not None and where is None}, "It needs one page or version.")
    with reading(archive) as reader:
        book = _opened(reader)
        if undo or redo:
            _turn(book, redo, as_json)
            return
        if where is None:
            _list([mark for mark in book.read().marks() if mark.note], as_json)
            return
        thing = _thing(reader, book.read(), where, block)
        if written is not None or delete:
            from dataclasses import replace

            said = sys.stdin.read() if written == "-" else written or ""
            _written(book, [replace(thing, note="" if delete else said)])
        _show([book.read().mark(thing.target)], as_json)


def _alone(others: dict[str, object]) -> None:
    refuse(others, "It does not go with --undo, --redo, --find and --starred.")


def _opened(reader: ArchiveReader) -> Notebook:
    """The notes of an archive, with a warning where some cannot be read."""
    from app.archive.notes.notebook import Notebook

    book = Notebook(reader.path)
    notes = book.read()
    if notes.damaged:
        warn(f"{counted(notes.damaged, 'line')} of the notes cannot be read; “tianwang verify” says where.")
    if notes.cut:
        warn("The last line of the notes was cut off; it is moved to a side file when something is written.")
    return book


def _thing(reader: ArchiveReader, notes: Notes, wanted: str, path: str | None) -> Change:
    """What a person means: the page at an address, the version with an id, or a block of it."""
    from app.archive.batches import parse_id
    from app.archive.notes import marks

    capture = find_capture(reader, wanted)
    if capture.base:
        capture = reader.capture(capture.base)
    date = capture.date.isoformat()
    if path is not None:
        said = _text_of(reader, capture.id, path)
        target = marks.block(capture.url, path, said)
        known = [mark.target for mark in notes.of_page(capture.url) if mark.target.digest == target.digest]
        return marks.Change(
            known[0] if known else target, capture=capture.id, date=date, excerpt=marks.excerpt_of(said)
        )
    if parse_id(wanted):
        return marks.Change(marks.Target(capture.url, capture.id), capture=capture.id, date=date)
    return marks.Change(marks.Target(capture.url))


def _text_of(reader: ArchiveReader, id: str, path: str) -> str:
    """The text of a block of a version. Refused."""
    from app.blocks.compare.sides import side_of
    from app.blocks.cutting.cutting import cut
    from app.blocks.page.tree import shown_text

    side = side_of(reader, reader.capture(id))
    if not side.is_html():
        raise Refused(detail=f"{id} is no HTML page, and has no blocks.")
    tree = cut(side.data, side.charset, level=_LEVEL)
    found = next((block for block in tree.walk() if block.path == path), None)
    if found is None:
        raise Refused(detail=f"{id} has no block {path}. “tianwang blocks” lists them.")
    return shown_text(tree.scan, *found.places)


def _with(thing: Change, star: bool | None, adding: Sequence[str], removing: Sequence[str]) -> Change:
    from dataclasses import replace

    return replace(thing, star=star, add=tuple(adding), remove=tuple(removing))


def _written(book: Notebook, changes: Iterable[Change]) -> Act:
    """What was written; wrong usage for what is no tag, and for too long a note."""
    from app.archive.notes.marks import NoteTooLong, TagInvalid

    try:
        return book.write(changes)
    except (TagInvalid, NoteTooLong) as error:
        raise typer.BadParameter(str(error)) from error


def _turn(book: Notebook, redo: bool, as_json: bool) -> None:
    act = book.redo() if redo else book.undo()
    if not act.id:
        raise Refused(detail=f"There is nothing to {'write again' if redo else 'take back'}.")
    if not as_json:
        say("Written again. It is now:" if redo else "Taken back. It is now:")
    _show([act.notes.mark(target) for target in act.targets], as_json)


def _found(notes: Notes, tag: str | None, starred: bool) -> list[Mark]:
    """What has a tag or a star."""
    from app.archive.notes.marks import key_of

    wanted = key_of((tag or "").rstrip("*"))
    begins = (tag or "").endswith("*")

    def fits(mark: Mark) -> bool:
        keys = map(key_of, mark.tags)
        named = any(key == wanted or (begins and key.startswith(wanted)) for key in keys)
        return (tag is None or named) and (mark.star or not starred)

    return [mark for mark in notes.marks() if fits(mark)]


def _list(marks: Sequence[Mark], as_json: bool) -> None:
    _show(marks, as_json)
    if not marks and not as_json:
        raise Refused(detail="Nothing was found.")


def _list_tags(notes: Notes, as_json: bool) -> None:
    for name, pages in sorted(notes.tags.items(), key=lambda one: (-one[1], one[0])):
        if as_json:
            emit({"kind": "tag", "tag": name, "pages": pages})
        else:
            say(f"{pages:>8,}  {name}")
    if not notes.tags and not as_json:
        say("This archive has no tags.")


def _show(marks: Iterable[Mark], as_json: bool) -> None:
    for mark in marks:
        if as_json:
            emit(_values(mark))
            continue
        tags = "  ".join(f"+{tag}" for tag in mark.tags)
        shown = "  ".join(filter(None, ("★" if mark.star else "", tags)))
        say(f"{_name(mark.target)}  {shown or ('' if mark.note else '—')}".rstrip())
        if mark.excerpt and mark.target.digest:
            say(f"    “{mark.excerpt[:_WIDTH]}”")
        for line in mark.note.splitlines():
            say(f"    {line}")


def _name(target: Target) -> str:
    return "  ".join(filter(None, (target.capture, target.url, target.path if target.digest else "")))


def _values(mark: Mark) -> dict[str, object]:
    target = mark.target
    block = {"path": target.path, "digest": target.digest, "excerpt": mark.excerpt} if target.digest else None
    return {
        "kind": "mark",
        "url": target.url,
        "id": target.capture or mark.capture or None,
        "date": mark.date or None,
        "block": block,
        "star": mark.star,
        "tags": list(mark.tags),
        "note": mark.note,
        "changed": mark.changed or None,
    }
