"""A page in blocks: `blocks`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, reading
from app.cli.comparing import from_capture, from_file
from app.cli.console import Refused, counted, emit, plain, say, warn

if TYPE_CHECKING:
    from app.blocks.tree import Block, BlockTree

_WIDTH = 100


def blocks(
    operands: Annotated[list[str], typer.Argument(metavar="FILE | ARCHIVE ID", help="A page.", show_default=False)],
    level: Annotated[int, typer.Option("--level", min=1, max=6, help="How finely the page is cut.")] = 3,
    as_json: Json = False,
) -> None:
    """Show the blocks of a page: a file, or a capture of an archive.

    A line for each block says where it is in the tree, its label, its topic, how many bytes it has, and the rule
    that made it a block.

    With --json an object for each block (path, level, leaf, start, end, rule, why, coherence, label, topic, text;
    start and end in bytes of the page as it was received, coherence from 1 to 10), and at the end a summary (kind
    "summary", blocks, leaves, layout_bytes, charset, style, warnings).
    """
    if len(operands) == 1:
        page = from_file(Path(operands[0]))
    elif len(operands) == 2:
        with reading(Path(operands[0])) as reader:
            page = from_capture(reader, operands[1])
    else:
        raise typer.BadParameter("Give a file, or an archive and an id.", param_hint="FILE | ARCHIVE ID")
    if not page.is_html():
        raise Refused(detail=f"{page.name} is no HTML page.")
    from app.blocks.cutting import cut
    from app.blocks.naming import name_blocks

    tree = cut(page.data, page.charset, level=level)
    name_blocks(tree)
    for block in tree.walk():
        if as_json:
            _emit(tree, block)
        else:
            _show(tree, block)
    leaves = tree.leaves()
    layout = sum(map(len, tree.layout()))
    if as_json:
        total = sum(1 for _ in tree.walk())
        sizes = {"blocks": total, "leaves": len(leaves), "layout_bytes": layout}
        seen = {"charset": tree.charset, "style": tree.style.source, "warnings": tree.warnings}
        emit({"kind": "summary", **sizes, **seen})
        return
    say(f"{counted(len(leaves), 'block')} not divided further; {layout:,} of {len(page.data):,} bytes are layout.")
    for warning in tree.warnings:
        warn(warning)


def _emit(tree: BlockTree, block: Block) -> None:
    start, end = block.span
    place = {"path": block.path, "level": block.level, "leaf": not block.children, "start": start, "end": end}
    decided = {"rule": block.rule, "why": tree.why(block), "coherence": tree.coherence(block)}
    emit({**place, **decided, "label": block.label, "topic": block.topic, "text": block.text})


def _show(tree: BlockTree, block: Block) -> None:
    size = block.span[1] - block.span[0]
    line = f"{'  ' * (block.level - 1)}{block.label}: {plain(block.topic) or block.path}"
    say(f"{line[:_WIDTH]}  ({size:,} bytes; {tree.why(block)})")
