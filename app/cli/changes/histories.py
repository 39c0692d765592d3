"""Histories of pages and their blocks, and the first source of a sentence: `history`. Rules of noise: `noise`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    argument,
    newest_version,
    option,
    reading,
    refuse,
    text,
    texts,
    typed,
)
from app.cli.changes.comparing import (
    USUAL_LEVEL,
    LevelIfAny,
    NoNoise,
    checked_host,
    show_inside,
)
from app.cli.console import Meter, Refused, counted, emit, moment, picked, plain, say, stoppable, warn

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.blocks.history.history import BlockEvent, BlockHistory, PageHistory, VersionChange
    from app.blocks.history.origins import Occurrences

_WIDTH = 72


Url = Annotated[
    str | None,
    argument("URL", "The address; with --said it may be left out."),
]
Block = Annotated[
    str | None,
    option(
        "--block",
        "PATH",
        "Only the block at this path: as “diff”, “blocks” or this command show it, or an XPath; "
        "with each of its changes.",
        callback=text,
    ),
]
Said = Annotated[
    str | None,
    option(
        "--said", "TEXT", "Find who said this first: the earliest version that holds the text.", callback=text
    ),
]
Host = Annotated[
    str | None,
    option("--host", "HOST", "With --said: only pages of this host.", callback=text),
]
EachPage = Annotated[
    bool, typer.Option("--each", help="With --said: the earliest version of every page that holds it.")
]


def history(
    archive: ArchivePath,
    url: Url = None,
    block: Block = None,
    said: Said = None,
    host: Host = None,
    each_page: EachPage = False,
    level: LevelIfAny = None,
    no_noise: NoNoise = False,
    as_json: Json = False,
) -> None:
    """Show since when each block of a page says what it says, and how much each version changed.

    The columns of versions are id, date (UTC), share of the page that really changed, changes by kind, noise; of blocks
    first seen, last really changed, changed in how many captures (noise too), label, topic, path, “(noise)” where there
    was nothing else. Blocks that are gone come last.

    With --json an object for each version (kind "version": id, date, previous, counts, noise, size, share, real_share,
    error) and each block (kind "block": path, topic, label, excerpt, gone, first and last_changed with id and date,
    changed: in how many captures, of how many, events), and a summary. With --block one for each event (kind first,
    changed, markup, moved, removed or reappeared: id, date, path, previous, previous_path, size, differs, noise,
    changes: kind, path_a, path_b, text_a, text_b, words). With --said one for each version found (kind "said": id, url,
    date, title, path, label, topic, excerpt) and a summary of what was searched.
    """
    if said is None:
        refuse({"--host": host, "--each": each_page}, "It belongs to --said.")
        if url is None:
            raise typer.BadParameter("Give an address, or a text with --said.", param_hint="URL")
    else:
        refuse(
            {"--block": block, "--level": level},
            "It does not go with --said: a search finds the block by itself.",
        )
        refuse({"--no-noise": no_noise}, "It does not go with --said: a search looks at all that is said.")
        if url:
            refuse(
                {"--host": host, "--each": each_page}, "A search in one address has one page and one host."
            )
    with reading(archive) as reader:
        address = newest_version(reader, url).url if url is not None else None
        if said is not None:
            _show_occurrences(reader, said, address, checked_host(host), each_page, as_json)
        elif address is not None:
            _show_history(reader, address, block, level or USUAL_LEVEL, not no_noise, as_json)


def noise(
    archive: ArchivePath,
    add: Annotated[
        list[str] | None,
        option("--add", "SELECTOR", "A CSS selector; may be repeated.", callback=texts),
    ] = None,
    remove: Annotated[
        list[str] | None,
        option("--remove", "SELECTOR", "As it is listed; may be repeated.", callback=texts),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the CSS selectors whose elements are noise in this archive, or add and remove some. Changes inside of such
    elements are folded away by “diff”, “history”, “changes” and the window.

    With --json one object for each selector: selector.
    """
    from app.blocks.noise.noise import SelectorInvalid, check_selector, read_rules, write_rules

    with reading(archive) as reader:
        folder = reader.path
    rules = list(read_rules(folder))
    for one in add or ():
        try:
            check_selector(one)
        except SelectorInvalid as error:
            raise typer.BadParameter(str(error), param_hint="--add") from error
    for one in remove or ():
        if one.strip() not in rules:
            raise Refused(detail=f"“{one}” is none of the selectors of this archive.")
        rules.remove(one.strip())
    if add or remove:
        write_rules(folder, [*rules, *(add or ())])
    for rule in read_rules(folder):
        emit({"selector": rule}) if as_json else say(rule)


def _show_history(
    reader: ArchiveReader, url: str, path: str | None, level: int, noise: bool, as_json: bool
) -> None:
    from app.blocks.history.history import changes_of, find_block, page_history
    from app.blocks.noise.judged import Stopped

    try:
        with stoppable() as stop, Meter("Comparing versions") as meter:
            found = page_history(
                reader,
                url,
                level=level,
                noise=noise,
                cancelled=stop,
                progress=lambda done, of: meter.show(done, f"Comparing versions, {done} of {of}"),
            )
            if path is None:
                _show_page(found, as_json)
                return
            block = find_block(reader, found, path)
            if block is None:
                raise Refused(
                    detail=f"No version of {url} has a block {path}. Without --block all are listed."
                )
            for event, inside in changes_of(reader, found, block, cancelled=stop):
                if as_json:
                    names = ("kind", "path_a", "path_b", "text_a", "text_b", "words")
                    changes = [picked(change, names) for change in inside]
                    emit({**_event_values(event), "changes": changes})
                    continue
                _say_event(event)
                for change in inside:
                    show_inside(change)
    except Stopped:
        raise Refused(detail="Stopped. What was compared until then is kept for the next time.") from None


def _show_page(found: PageHistory, as_json: bool) -> None:
    for version in found.versions:
        if as_json:
            names = ("id", "date", "previous", "counts", "noise", "size", "share", "real_share", "error")
            emit({"kind": "version", **picked(version, names)})
        else:
            _say_version(version)
    if not as_json:
        say("")
    for block in found.blocks:
        if as_json:
            emit(_block_values(block))
        else:
            _say_block(block)
    gone = sum(block.gone for block in found.blocks)
    if as_json:
        counts = {"versions": len(found.versions), "blocks": len(found.blocks) - gone, "gone": gone}
        emit({"kind": "summary", "url": found.url, **counts, "level": found.level})
    else:
        say(
            f"{counted(len(found.versions), 'version')}, {counted(len(found.blocks) - gone, 'block')}, {gone} gone."
        )


def _say_version(version: VersionChange) -> None:
    if version.error or version.previous is None:
        told = version.error or "first"
    else:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(version.counts.items())) or "nothing"
    share = f"{version.real_share:>6.1%}" if version.previous else "      "
    noise = f"  {version.noise} noise" if version.noise else ""
    say(f"{version.id:<15} {moment(version.date)}  {share}  {told}{noise}")


def _say_block(block: BlockHistory) -> None:
    changed, of = block.changed
    last = block.events[-1] if block.gone else block.last_changed
    name = plain(block.topic)[:_WIDTH] or "—"
    noise = "  (noise)" if changed and not block.gone and last is block.events[0] else ""
    say(
        f"{block.first.date:%Y-%m-%d}  {'gone ' if block.gone else ''}{last.date:%Y-%m-%d %H:%M}  "
        f"{changed:>4} of {of:>4}  {block.label or 'other'}: {name}  {block.path}{noise}"
    )


def _say_event(event: BlockEvent) -> None:
    noise = f"  (noise: {event.noise.evidence})" if event.noise else ""
    say(f"{event.id:<15} {moment(event.date)}  {event.kind:<10}  {event.path}{noise}")


def _event_values(event: BlockEvent) -> dict[str, object]:
    names = ("kind", "id", "date", "path", "previous", "previous_path", "size", "differs")
    from app.blocks.compare.telling import noise_values

    return {**picked(event, names), "noise": noise_values(event.noise)}


def _block_values(block: BlockHistory) -> dict[str, object]:
    names = ("path", "topic", "label", "excerpt", "gone")
    moments = {"first": block.first, "last_changed": block.last_changed}
    return {
        "kind": "block",
        **picked(block, names),
        **{name: {"id": event.id, "date": event.date} for name, event in moments.items()},
        "changed": block.changed,
        "events": [_event_values(event) for event in block.events],
    }


def _show_occurrences(
    reader: ArchiveReader, said: str, url: str | None, host: str | None, each_page: bool, as_json: bool
) -> None:
    from app.blocks.history.origins import first_said

    with stoppable() as stop, Meter("Searching") as meter:
        found = first_said(
            reader,
            typed(said),
            url=url,
            host=host,
            each_page=each_page,
            cancelled=stop,
            progress=lambda done, of: meter.show(done, f"Searching, version {done:,}"),
        )
    if found.too_short:
        raise typer.BadParameter(
            "Give at least four letters, or two Chinese characters.", param_hint="--said"
        )
    names = ("id", "url", "date", "title", "path", "label", "topic", "excerpt")
    for one in found.found:
        if as_json:
            emit({"kind": "said", **picked(one, names)})
        else:
            say(f"{one.id:<15} {moment(one.date)}  {one.url}")
            say(f"    {one.label or 'page'}: {plain(one.topic)[:_WIDTH] or '—'}  {one.path}")
            say(f"    {one.excerpt}")
    _say_searched(found, as_json)


def _say_searched(found: Occurrences, as_json: bool) -> None:
    if as_json:
        names = ("searched", "read", "passed", "silent", "unreadable", "cancelled")
        emit({"kind": "summary", "found": len(found.found), **picked(found, names)})
    else:
        say(
            f"{'Found' if found.found else 'Not found'}. {counted(found.searched, 'version')} searched in order of "
            f"their storing, {found.passed:,} later ones passed over, {found.silent:,} have no text."
        )
    if found.unreadable:
        warn(f"{counted(found.unreadable, 'version')} could not be read; an earlier one may be among them.")
    if found.cancelled:
        raise Refused(detail="Stopped. What is shown is the earliest of what was searched until then.")
