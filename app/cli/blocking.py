"""A page in blocks: `blocks`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, find_capture, open_archive, reading, refuse
from app.cli.comparing import damage_of, from_file
from app.cli.console import Refused, counted, emit, plain, say, warn

if TYPE_CHECKING:
    from app.archive import ArchiveReader, Capture
    from app.blocks.labels import Siblings
    from app.blocks.sides import Side
    from app.blocks.tree import Block, BlockTree
    from app.cli.measuring import Measured

_WIDTH = 100
_SECONDS = 30.0


def blocks(
    operands: Annotated[list[str], typer.Argument(metavar="FILE | ARCHIVE ID", help="A page.", show_default=False)],
    level: Annotated[int, typer.Option("--level", min=1, max=6, help="How finely the page is cut.")] = 3,
    rendered: Annotated[
        bool, typer.Option("--rendered", help="Cut by boxes, fonts and colours as a browser measures them.")
    ] = False,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout", metavar="SECONDS", min=0.1, help="How long measuring may take.", show_default=f"{_SECONDS:g}"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the blocks of a page: a file, or a capture of an archive.

    A line for each block says where it is in the tree, its label, its topic, how many bytes it has, and the rule
    that made it a block.

    With --rendered the page is laid out 960 pixels wide by a browser without a window (QtWebEngine, no screen is
    needed), from the archive and as of the date of the capture; of a file with nothing but what stands in it. Nothing
    is asked for in the network.

    With --json an object for each block (path, level, leaf, start, end, rule, why, coherence, label, topic, text;
    start and end in bytes of the page as it was received, coherence from 1 to 10; with --rendered box: x, y, width
    and height in pixels, or null), and at the end a summary (kind "summary", blocks, leaves, layout_bytes, charset,
    style: "static" or "rendered", warnings; with --rendered missing: how many addresses the page asked for in vain).
    """
    if not rendered:
        refuse({"--timeout": timeout}, "It is for measuring, which takes --rendered.")
    page, measured, siblings = _page(operands, (timeout or _SECONDS) if rendered else None)
    from app.blocks.cutting import cut
    from app.blocks.naming import name_blocks

    tree = cut(page.data, page.charset, level=level, style=measured.style if measured else None)
    name_blocks(tree, siblings)
    leaves = tree.leaves()
    placed = sum(_box(block, measured) is not None for block in leaves) if measured else 0
    if measured and leaves and not placed:
        raise Refused(detail="The page cannot be measured: scripts or styles hide or rebuild all of it.")
    for block in tree.walk():
        if as_json:
            _emit(tree, block, measured)
        else:
            _show(tree, block)
    layout = sum(map(len, tree.layout()))
    if as_json:
        total = sum(1 for _ in tree.walk())
        sizes = {"blocks": total, "leaves": len(leaves), "layout_bytes": layout}
        seen = {"charset": tree.charset, "style": tree.style.source, "warnings": tree.warnings}
        emit({"kind": "summary", **sizes, **seen, **({"missing": measured.missing} if measured else {})})
        return
    say(f"{counted(len(leaves), 'block')} not divided further; {layout:,} of {len(page.data):,} bytes are layout.")
    if measured:
        say(f"Cut by what was measured; {placed:,} of {counted(len(leaves), 'block')} have a place on the page.")
    for warning in tree.warnings:
        warn(warning)
    if measured and measured.missing:
        warn(f"Measured without {counted(measured.missing, 'part')} of the page that cannot be had here.")


def _page(operands: list[str], seconds: float | None) -> tuple[Side, Measured | None, Siblings]:
    """The page that is meant, measured in so many seconds, or not at all; other pages of its site."""
    from app.blocks.labels import Siblings

    if len(operands) == 1:
        page = _checked(from_file(Path(operands[0])))
        if seconds is None:
            return page, None, Siblings()
        from app.cli.measuring import measure_file

        return page, measure_file(page.data, seconds), Siblings()
    if len(operands) != 2:
        raise typer.BadParameter("Give a file, or an archive and an id.", param_hint="FILE | ARCHIVE ID")
    path, wanted = Path(operands[0]), operands[1]
    from app.blocks.siblings import siblings_of

    with reading(path) as reader:
        capture = find_capture(reader, wanted)
        page = _content(reader, capture, "measured" if seconds else "shown")
        siblings = siblings_of(reader, capture)
        if seconds is None:
            return page, None, siblings
        from app.cli.measuring import measure_capture

        return page, measure_capture(open_archive(path), capture, seconds), siblings


def _content(reader: ArchiveReader, capture: Capture, use: str) -> Side:
    """The page of a capture, with a warning when that is damaged. Refused."""
    from app.blocks.sides import side_of

    damage = damage_of(reader, capture, use)
    page = side_of(reader, capture, received=use == "measured")
    if not damage:
        return _checked(page)
    damaged = f"{capture.id} is damaged: {damage}."
    if not page.is_html():
        raise Refused(detail=f"{damaged} What can be read of it is no HTML page.")
    if use == "measured":
        raise Refused(detail=f"{damaged} A browser is shown only what is as it was stored.")
    warn(f"{damaged} What can be read of it is shown.")
    return page


def _checked(page: Side) -> Side:
    if not page.is_html():
        raise Refused(detail=f"{page.name} is no HTML page.")
    return page


def _box(block: Block, measured: Measured) -> tuple[float, float, float, float] | None:
    return measured.style.rectangle(range(*block.numbers))


def _emit(tree: BlockTree, block: Block, measured: Measured | None) -> None:
    start, end = block.span
    place = {"path": block.path, "level": block.level, "leaf": not block.children, "start": start, "end": end}
    decided = {"rule": block.rule, "why": tree.why(block), "coherence": tree.coherence(block)}
    box = {"box": _box(block, measured)} if measured else {}
    emit({**place, **decided, "label": block.label, "topic": block.topic, **box, "text": block.text})


def _show(tree: BlockTree, block: Block) -> None:
    size = block.span[1] - block.span[0]
    line = f"{'  ' * (block.level - 1)}{block.label}: {plain(block.topic) or block.path}"
    say(f"{line[:_WIDTH]}  ({size:,} bytes; {tree.why(block)})")
