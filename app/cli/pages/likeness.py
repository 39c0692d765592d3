"""`duplicates` and `like`: what is the same, or nearly the same, in an archive; and whether a document was seen before."""

from __future__ import annotations

from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import up_to_date
from app.cli.arguments import ArchivePath, Json, argument, find_capture, open_archive, option, prefixes
from app.cli.console import Refused, counted, emit, moment, picked, say, size, stoppable
from app.errors import shell_word

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from app.blocks.page.tree import Block
    from app.likeness.passages import Passage
    from app.likeness.prints import Prints
    from app.likeness.seeking import Match

_MEMBER = ("id", "url", "date", "status", "type", "title", "length")
_MOST_PASSAGES = 20
_SHOWN = 20  # lines of a group for people


class Same(StrEnum):
    """What makes pages duplicates."""

    near = "near"
    letters = "letters"
    text = "text"
    meaning = "meaning"


def _checked_share(value: float) -> float:
    if not 0.5 <= value <= 1:
        raise typer.BadParameter("It is a number from 0.5 to 1.")
    return value


AtLeast = Annotated[
    float,
    typer.Option(
        "--at-least",
        metavar="SHARE",
        callback=_checked_share,
        help="How alike texts are to be: the share of their stretches of four characters that both have, from 0.5 to 1.",
    ),
]


def duplicates(
    archive: ArchivePath,
    prefix: Annotated[str, argument("URL-PREFIX", "Only addresses that begin so.")] = "",
    same: Annotated[
        Same,
        typer.Option(
            "--same",
            help="near: nearly the same text; letters: the same but for blanks, signs and case; text: the same text; "
            "meaning: the same five weightiest words.",
        ),
    ] = Same.near,
    at_least: AtLeast = 0.8,
    every: Annotated[
        bool, typer.Option("--all-versions", help="All versions of each page, not only the newest.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List pages of different addresses whose main text is the same or nearly the same, in groups.

    Groups of most addresses come first.
    Compared is the main text without what the site repeats on its pages, so an article in print view, with another
    advertisement or in another layout is found. What was stored since is read first. Synonyms in the file synonyms.txt of
    the archive (a line for each group: a = b = c) count as one word. The same bytes are listed by “ls --duplicates”.

    The JSON fields of a group are same, addresses, bytes (of all but the first), terms (its weightiest words) and
    members: id, url, date, status, type, title, length, jaccard (how alike it is to the member most like it) of each,
    oldest first; at the end a summary (kind "summary": groups, addresses, bytes).
    """
    from app.likeness.groups import groups

    opened = open_archive(archive)
    up_to_date.alike(opened)
    manner: Any = "normal" if same is Same.letters else same.value
    count = addresses = total = 0
    with opened.reader() as reader:
        for group in groups(
            reader, manner, at_least, prefixes=prefixes(prefix) if prefix else (), every=every
        ):
            places = len({one.capture.url for one in group.members})
            count, addresses, total = count + 1, addresses + places, total + group.bytes
            if as_json:
                members = [
                    {**picked(one.capture, _MEMBER), "jaccard": round(one.jaccard, 4)}
                    for one in group.members
                ]
                about = {"same": same.value, "addresses": places, "bytes": group.bytes, "terms": group.terms}
                emit({**about, "members": members})
                continue
            say(f"{places} addresses, {size(group.bytes)} beyond the first  {', '.join(group.terms)}")
            for one in group.members[:_SHOWN]:
                say(
                    f"  {one.jaccard:>4.0%}  {one.capture.id:<15} {moment(one.capture.date)}  "
                    f"{one.capture.title or '—'}  {one.capture.url}"
                )
            if len(group.members) > _SHOWN:
                say(f"        and {len(group.members) - _SHOWN:,} more (--json lists all)")
    if as_json:
        emit({"kind": "summary", "groups": count, "addresses": addresses, "bytes": total})
    elif count:
        say(
            f"{counted(count, 'group')}, {counted(addresses, 'address')}, {size(total)} beyond the first of each."
        )
    else:
        say(
            "No page is nearly the same as another."
            if same is Same.near
            else "No page is the same as another."
        )


def like(
    archive: ArchivePath,
    wanted: Annotated[
        str, argument("FILE|ID|URL", "A document on the disk, a capture by its id, or a page by its address.")
    ],
    at_least: AtLeast = 0.5,
    limit: Annotated[int, option("--limit", "N", "At most so many pages.", min=1)] = 50,
    parts: Annotated[
        bool,
        typer.Option(
            "--parts/--no-parts",
            help="Also pages that have only passages in common, or the weightiest words.",
        ),
    ] = True,
    passages: Annotated[
        bool,
        typer.Option(
            "--passages",
            help="Every page with a passage of it (forty letters or more), those that have most of it first.",
        ),
    ] = False,
    block: Annotated[
        str,
        typer.Option(
            "--block",
            metavar="PATH|LABEL",
            help="Of a page of the archive this block alone, as “blocks” lists it: its path, or a label such as “main "
            "text”. It means --passages.",
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Have we seen this? Find the pages that are like a document: the same, nearly the same, or with passages of it.

    The document may be of any format that “extract” reads. With --passages quotes, copied paragraphs and boilerplate are
    looked for in all pages, with how much of the document stands there, and in which block of the page; --at-least does not
    count then. What a site repeats on all of its pages, as menus, is no text of a page: it is not looked for there. The exit
    code is 1 when nothing is like it. The JSON fields are same ("text", "normal": the same but for blanks, signs and case,
    "near", "part", "meaning": the same weightiest words), jaccard, cosine, contained (the share of the shorter text that
    the other has, with --passages that of the document), distance (bits in which the SimHashes differ, null where there
    is none), id, url, date, title, addresses (all that have this text), and passages: begin and end in the document, in
    the page, the text, and with --passages path and label of the smallest block of the page that has it (null where the page
    is not in HTML). With --block the document is the text of that block.
    """
    from app.likeness import seeking

    opened = open_archive(archive)
    up_to_date.alike(opened)
    count = 0
    passages = passages or bool(block)
    with opened.reader() as reader:
        made, text, without = (
            _block(opened, reader, wanted, block) if block else _wanted(opened, reader, wanted)
        )
        if made is None:
            raise Refused(detail=f"“{wanted}” has no text that could be compared.")
        found = (
            seeking.standing(reader, text, without=without)
            if passages
            else seeking.like(reader, made, least=at_least, parts=parts, without=without)
        )
        for match in found:
            if count == limit:
                break
            count += 1
            _tell(reader, text, match, as_json, passages=passages)
    if not as_json:
        say(f"{counted(count, 'page')} like it." if count else "Nothing in the archive is like it.")
    if not count:
        raise typer.Exit(1)


def _wanted(archive: Archive, reader: ArchiveReader, wanted: str) -> tuple[Prints | None, str, str]:
    """The fingerprints of a document, its text, and the address that is itself."""
    from app.likeness import prints, seeking
    from app.likeness.synonyms import read_synonyms
    from extractors.door import guarded

    path = Path(wanted)
    if path.is_file():
        try:
            data = path.read_bytes()
        except OSError as error:
            raise Refused(detail=f"{path} cannot be read: {error.strerror or error}.") from error
        with stoppable() as stop:
            document = guarded.extract(data, name=path.name, main=True, cancelled=stop)
        if document.error:
            raise Refused(detail=f"{path}: {document.error}")
        return seeking.prints_of_document(reader, document), prints.main_text(document), ""
    capture = find_capture(reader, wanted)
    text = seeking.text_of(reader, capture)
    return prints.of_text(text, capture.title, read_synonyms(archive.path)), text, capture.url


def _block(
    archive: Archive, reader: ArchiveReader, wanted: str, block: str
) -> tuple[Prints | None, str, str]:
    """The same of a block of a page, or of all that have a label."""
    from app.blocks.compare.standing import chosen
    from app.blocks.noise.siblings import siblings_of
    from app.likeness import prints
    from app.likeness.synonyms import read_synonyms

    capture = find_capture(reader, wanted)
    blocks = chosen(reader, capture, block, siblings_of(reader, capture))
    if not blocks:
        raise Refused(
            detail=f"{capture.id} has no block “{block}”. “tianwang blocks {shell_word(archive.path)} {capture.id} --json” "
            "lists its blocks with their paths and labels."
        )
    text = "\n".join(one.text for one in blocks)
    return prints.of_text(text, "", read_synonyms(archive.path)), text, capture.url


def _tell(reader: ArchiveReader, text: str, match: Match, as_json: bool, *, passages: bool = False) -> None:
    from app.likeness import seeking

    capture = match.capture
    shared = []
    if passages or match.same in ("part", "near"):
        _, found = seeking.shared_passages(reader, text, capture)
        shared = sorted(found, key=lambda one: -one.size)[:_MOST_PASSAGES]
    holders = _holders(reader, text, capture, shared) if passages else []
    if as_json:
        emit(
            {
                "same": match.same,
                "jaccard": round(match.jaccard, 4),
                "cosine": round(match.cosine, 4),
                "contained": round(match.contained, 4),
                "distance": match.distance,
                **picked(capture, ("id", "url", "date", "title")),
                "addresses": match.addresses,
                "passages": [
                    {
                        "begin": one.begin_a,
                        "end": one.end_a,
                        "page_begin": one.begin_b,
                        "page_end": one.end_b,
                        "text": text[one.begin_a : one.end_a],
                        **(
                            {"path": at.path if at else None, "label": at.label if at else None}
                            if passages
                            else {}
                        ),
                    }
                    for one, at in zip_longest(shared, holders)
                ],
            }
        )
        return
    how = {
        "text": "the same text",
        "normal": "the same letters",
        "near": f"{match.jaccard:.0%} alike",
        "part": f"{match.contained:.0%} in common",
        "meaning": "the same weightiest words",
    }[match.same]
    say(f"{how:<26} {capture.id:<15} {moment(capture.date)}  {capture.title or '—'}  {capture.url}")
    for other in match.addresses:
        if other != capture.url:
            say(f"{'':26} also at {other}")
    if passages or match.same == "part":
        for one, at in zip_longest(shared[: _MOST_PASSAGES if passages else 3], holders):
            said = " ".join(text[one.begin_a : one.end_a].split())
            where = f"  {at.label}: {at.path}" if at is not None else ""
            say(f"{'':26} “{said[:100]}{'…' if len(said) > 100 else ''}”{where}")


def _holders(reader: ArchiveReader, text: str, capture: Capture, shared: list[Passage]) -> list[Block | None]:
    """The blocks of a version that have passages."""
    from app.blocks.compare.standing import held, holder, page_in_blocks

    tree = page_in_blocks(reader, capture)
    places = held(tree, text) if tree is not None else []
    return [holder(places, one.begin_a, one.end_a) for one in shared]
