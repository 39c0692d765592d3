"""Two documents side by side: `diff`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from app.cli.arguments import Json, argument, find_capture, option, reading, refuse, texts
from app.cli.console import Refused, counted, emit, say, warn
from app.errors import AddressInvalid, FormatError, StorageUnreadable

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from app.blocks.compare.changes import Change, Comparison
    from app.blocks.compare.sides import Side

MARKS = {
    "changed": "~",
    "added": "+",
    "removed": "-",
    "moved": ">",
    "markup": "<",
    "layout": "#",
    "unchanged": " ",
}

USUAL_LEVEL = 3
_LEVEL = typer.Option(
    "--level", min=1, max=6, help="How finely pages are cut into blocks.", show_default=f"{USUAL_LEVEL}"
)
Level = Annotated[int, _LEVEL]
LevelIfAny = Annotated[int | None, _LEVEL]
NoNoise = Annotated[
    bool, typer.Option("--no-noise", help="Tell no noise from other changes: every change counts.")
]
Ignored = Annotated[
    list[str] | None,
    option(
        "--ignore", "SELECTOR", "What this CSS selector matches is noise; may be repeated.", callback=texts
    ),
]


def diff(
    operands: Annotated[
        list[str],
        argument(
            "FILE FILE | ARCHIVE ID ID",
            "Old one first; an address is its newest version, and two may differ.",
        ),
    ],
    level: Level = USUAL_LEVEL,
    ignore: Ignored = None,
    no_noise: NoNoise = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show unchanged blocks and noise to people, too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Compare two versions of a page block by block: two files, or two captures of an archive.

    An address stands for its newest version, and the two may be of different addresses.

    Marks: ~ changed, + added, - removed, > moved, < only its markup, # outside of all blocks. Noise, which other
    versions of the page and its sister pages or a selector tell (see “tianwang noise”), is counted and not shown;
    changes in the menus and feet of the site are counted in one line, too, and shown with --all. The exit code is 0
    whenever the comparison worked, with or without differences.

    With --json an object for each block, unchanged ones included: kind, path_a, path_b (XPaths), text_a, text_b,
    span_a, span_b (bytes of the page as it was received), topic, label, level, differs, size (characters marked),
    words (the inner diff: kind, text in a, text in b), attributes_a, attributes_b (links and media that only one side
    has), links (those of both sides that lost or gained words of a text that stays: href, text_a, text_b), noise (null,
    or reason, evidence, counts), template (whether it stands in what the site repeats on its pages, as far as that was
    learned, see “tianwang template”). At the end a summary (kind "summary", the counts, noise, similarity,
    changed_share, real_share, level, style, warnings, template: how many changes stand in it).
    """
    _check_rules(ignore)
    if no_noise:
        refuse({"--ignore": ignore}, "It does not go with --no-noise: every change counts then.")
    if as_json:
        refuse({"--all": everything}, "It does not go with --json, which has all blocks.")
    if len(operands) == 2:
        refuse({"--no-noise": no_noise}, "Of files only what --ignore matches is noise.")
    if len(operands) == 2 and not Path(operands[0]).is_dir():
        a, b = (from_file(Path(name)) for name in operands)
        comparison = _of_files(a, b, level, tuple(ignore or ()))
        of_site = [False] * len(comparison.changes)
    elif len(operands) == 3:
        from app.blocks.compare import telling
        from app.blocks.noise.judged import compare_captures

        with reading(Path(operands[0])) as reader:
            one, two = (_readable(reader, wanted) for wanted in operands[1:])
            comparison = compare_captures(
                reader, one, two, level=level, noise=not no_noise, rules=ignore or ()
            )
            of_site = telling.of_template(reader, one, two, comparison)
    else:
        raise typer.BadParameter(
            "Give two files, or an archive and two ids or addresses.", param_hint="FILE FILE | ARCHIVE ID ID"
        )
    if as_json:
        _emit(comparison, of_site)
    else:
        _show(comparison, everything, of_site)


def from_file(path: Path) -> Side:
    """The content of a file."""
    from app.blocks.compare.sides import Side

    try:
        return Side(path.read_bytes(), path.name)
    except OSError as error:
        raise Refused(detail=f"{path} cannot be read: {error.strerror or error}.") from error


def damage_of(reader: ArchiveReader, capture: Capture, use: str) -> str | None:
    """What is wrong with a capture of which something is left to `use` (“shown”); None when it is whole. Refused when
    nothing is left."""
    reason = reader.damage_reason(capture)
    if reason is not None and not _is_left(reader, capture):
        raise Refused(detail=f"{capture.id} is damaged: {reason}. Nothing of it can be {use}.")
    return reason


def _is_left(reader: ArchiveReader, capture: Capture) -> bool:
    """Whether a response can be made out in a damaged record: not where compressed DATA does not inflate."""
    with suppress(FormatError, StorageUnreadable):
        return bool(reader.http(capture).status_line)
    return False


def checked_host(host: str | None) -> str | None:
    """A host as addresses of the archive have it; None for None."""
    from app.crawl.rules.url import from_input

    if host is None:
        return None
    try:
        return urlsplit(from_input(host)).netloc
    except AddressInvalid as error:
        raise typer.BadParameter(f"“{host}” is no host.", param_hint="--host") from error


def show_inside(change: Change) -> None:
    """The lines of a change in which something differs, and links and media."""
    lines_a, lines_b = _marked_lines(change)
    moved = change.kind == "moved" and not change.differs
    for mark, lines in ((" " if moved else "-", () if moved else lines_a), (" " if moved else "+", lines_b)):
        for line in lines:
            say(f"    {mark} {line}")
    for mark, attributes in (("-", change.attributes_a), ("+", change.attributes_b)):
        for attribute in attributes:
            say(f"    {mark} {attribute}")
    for link in change.links:
        for mark, text in (("-", link.text_a), ("+", link.text_b)):
            say(f'    {mark} [a href="{link.address}"] {text}')


def _check_rules(rules: list[str] | None) -> None:
    from app.blocks.noise.noise import SelectorInvalid, check_selector

    for rule in rules or ():
        try:
            check_selector(rule)
        except SelectorInvalid as error:
            raise typer.BadParameter(str(error), param_hint="--ignore") from error


def _of_files(a: Side, b: Side, level: int, rules: tuple[str, ...]) -> Comparison:
    from app.blocks.compare.sides import compare_sides
    from app.blocks.noise.noise import find_noise

    for side in (a, b):
        if not (a.is_html() and b.is_html()) and (error := side.document().error):
            raise Refused(detail=f"{side.name}: {error}")
    comparison = compare_sides(a, b, level=level)
    if rules:
        find_noise(comparison, rules)
    return comparison


def _readable(reader: ArchiveReader, wanted: str) -> Capture:
    capture = find_capture(reader, wanted)
    damage = damage_of(reader, capture, "compared")
    if damage:
        warn(f"{capture.id} is damaged: {damage}. What can be read of it is compared.")
    return capture


def _emit(comparison: Comparison, of_site: list[bool]) -> None:
    from app.blocks.compare import telling

    for change, template in zip(comparison.changes, of_site, strict=True):
        emit(telling.values(change, template))
    emit({"kind": "summary", **telling.summary(comparison, of_site)})


def _show(comparison: Comparison, everything: bool, of_site: list[bool]) -> None:
    from app.blocks.compare.telling import counts

    noise: dict[str, int] = {}
    folded = 0
    for change, template in zip(comparison.changes, of_site, strict=True):
        if change.noise is not None:
            noise[change.noise.evidence] = noise.get(change.noise.evidence, 0) + 1
        elif template:
            folded += 1
            if not everything:
                continue
        if everything or (change.kind != "unchanged" and change.noise is None):
            _show_change(change)
    said = ", ".join(f"{count} {kind}" for kind, count in counts(comparison).items())
    say(f"{said}; {comparison.similarity:.0%} alike" if comparison.has_text else said)
    if noise:
        reasons = "; ".join(f"{count} {evidence}" for evidence, count in noise.items())
        hidden = "" if everything else " --all shows it."
        say(f"Noise: {counted(sum(noise.values()), 'change')} ({reasons}).{hidden}")
    if folded:
        hidden = "" if everything else " --all shows them."
        say(f"Template of the site: {counted(folded, 'change')}.{hidden}")
    for warning in comparison.warnings:
        warn(warning)


def _show_change(change: Change) -> None:
    path = change.path_b or change.path_a or ""
    if change.kind == "moved":
        path = f"{change.path_a} -> {change.path_b}"
    evidence = f"  (noise: {change.noise.evidence})" if change.noise else ""
    say(f"{MARKS[change.kind]} {change.kind:<9} {path}{evidence}")
    if change.kind == "unchanged":
        for line in change.text_b.splitlines():
            say(f"      {line}")
    elif change.kind != "markup" or change.links:
        show_inside(change)


def _marked_lines(change: Change) -> tuple[list[str], list[str]]:
    """The lines of both texts in which the inner difference marks something; all of what is only moved."""
    if change.kind == "moved" and not change.differs:
        return [], change.text_b.splitlines()
    marked: tuple[list[str], list[str]] = ([], [])
    for side in (0, 1):
        line, touched = "", False
        for op, *pieces in change.words:
            for number, piece in enumerate(pieces[side].split("\n")):
                if number:
                    marked[side].extend([line] if touched and line.strip() else [])
                    line, touched = "", False
                line += piece
                touched = touched or (op != "unchanged" and bool(piece.strip()))
        marked[side].extend([line] if touched and line.strip() else [])
    return marked
