"""A page in blocks: `blocks`."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, argument, find_capture, open_archive, reading, refuse
from app.cli.changes.comparing import damage_of, from_file
from app.cli.console import Refused, counted, emit, plain, say, warn
from app.starting import MEASURING, command

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from app.blocks.compare.sides import Side
    from app.blocks.cutting.labels import Siblings
    from app.blocks.page.styles import RenderedStyle
    from app.blocks.page.tree import Block, BlockTree
    from app.blocks.vips.structure import VisualBlock
    from app.replay.server import ReplayServer
    from app.replay.source import ReadableArchive
    from app.tianwang.http import HttpMessage


# Boxes, fonts and colours of a page, measured by a browser.
#
# QtWebEngine is loaded by a process of its own, out of sight and only when it is asked for. The browser there
# reaches nothing but our replay server, which answers from an archive or, for a file, with that file alone.

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Measured:
    """The measured style of a page and the answer it was made of, and the number of `missing` addresses that the page
    asked for in vain."""

    style: RenderedStyle
    answer: str
    missing: int


class OnePage:
    """The replay source of a single file: this page at a made-up address, and nothing else."""

    def __init__(self, data: bytes, charset: str) -> None:
        from app.archive.model import Capture
        from app.tianwang.http import HttpMessage

        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={charset}\r\n\r\n"
        self._message = HttpMessage(head.encode(), data)
        self.capture = Capture(
            seq=0,
            id="",
            url="http://file.tianwang.invalid/",
            origin=None,
            date=datetime.now(UTC),
            ip=None,
            status=200,
            type="text/html",
            length=len(data),
            digest="",
            kind="version",
            base=None,
            title="",
            title_source="",
            file="",
            offset=0,
            end=0,
            crawl=None,
        )

    def reader(self) -> OnePage:
        return self

    def nearest(self, url: str, _date: datetime | None, /) -> Capture | None:
        return self.capture if url == self.capture.url else None

    def http(self, _capture: Capture, /) -> HttpMessage:
        return self._message

    def damaged(self, _capture: Capture, /) -> None:
        """It is what it is."""

    def close(self) -> None:
        """Nothing is open."""


def measure_file(data: bytes, seconds: float) -> Measured:
    """Measure a page that stands by itself. Refused."""
    from app.blocks.page.source import Source

    page = OnePage(data, Source(data).charset)
    return measure_capture(page, page.capture, seconds)


def measure_capture(archive: ReadableArchive, capture: Capture, seconds: float) -> Measured:
    """Measure a page with what the archive has of its parts, in so many seconds after the browser has started.
    Refused."""
    if capture.status in _REDIRECTS:
        raise Refused(detail=f"{capture.id} leads to another address: a browser has nothing to show of it.")
    return asyncio.run(_measure(archive, capture, seconds))


async def _measure(archive: ReadableArchive, capture: Capture, seconds: float) -> Measured:
    from app.blocks.page.styles import RenderedStyle, boxes_of
    from app.replay.server import ReplayServer

    with ReplayServer(archive) as server:
        token = server.open_view(None)
        server.set_view(token, capture.date, capture)
        text = await _ask(server, token, capture.url, seconds)
        if not server.served(token):
            made = f"the archive has nothing under what a browser makes of its address, {capture.url}"
            raise Refused(detail=f"The page cannot be measured: {made}.")
        try:
            return Measured(RenderedStyle(boxes_of(text)), text, len(server.missing(token)))
        except ValueError as error:
            raise Refused(detail=f"The page cannot be measured: {error}.") from error


async def _ask(server: ReplayServer, token: str, url: str, seconds: float) -> str:
    """What the browser says of an address. Refused."""
    from app.recording.child import Child, ChildGone

    about = {"certificate": server.ca_certificate_pem.decode(), "token": token}
    try:
        child = await Child.start(command(MEASURING), server.port, about, lambda _: None)
    except ChildGone as gone:
        raise Refused(
            detail=f"The page cannot be measured, because QtWebEngine does not start on this machine: {_ended(gone)}"
        ) from gone
    try:
        async with asyncio.timeout(seconds):
            answer = await child.ask({"do": "measure", "url": url})
    except TimeoutError as error:
        raise Refused(detail=f"The page could not be measured within {seconds:g} seconds.") from error
    except ChildGone as gone:
        raise Refused(detail=f"The page cannot be measured: {_ended(gone)}") from gone
    finally:
        await child.close()
    if "boxes" not in answer:
        raise Refused(detail=f"The page cannot be measured: {answer.get('failed')}.")
    return str(answer["boxes"])


def _ended(gone: Exception) -> str:
    """The end of a sentence: what the browser said last may be one already."""
    return f"{str(gone).rstrip('.')}."


_WIDTH = 100
_SECONDS = 30.0
_LEVEL = 3


Level = Annotated[
    int | None,
    typer.Option("--level", min=1, max=6, help="How finely the page is cut.", show_default=f"{_LEVEL}"),
]
Rendered = Annotated[
    bool, typer.Option("--rendered", help="Cut by boxes, fonts and colours as a browser measures them.")
]
Vips = Annotated[
    int | None,
    typer.Option(
        "--vips",
        metavar="COHERENCE",
        min=1,
        max=10,
        help="Cut by sight alone (VIPS), into blocks of at least this degree of coherence.",
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        metavar="SECONDS",
        min=0.1,
        help="How long measuring may take.",
        show_default=f"{_SECONDS:g}",
    ),
]


def blocks(
    operands: Annotated[list[str], argument("FILE | ARCHIVE ID", "A page.")],
    level: Level = None,
    rendered: Rendered = False,
    vips: Vips = None,
    timeout: Timeout = None,
    as_json: Json = False,
) -> None:
    """Show the blocks of a page: a file, or a capture of an archive.

    A line for each block says where it is in the tree, its label, its topic, how many bytes it has, and the rule
    that made it a block.

    With --rendered the page is laid out 960 pixels wide by a browser without a window (QtWebEngine, no screen is
    needed), from the archive and as of the date of the capture; of a file with nothing but what stands in it. Nothing
    is asked for in the network.

    With --vips the page is cut by what is seen of it: rules for tags, colours, sizes and texts, then the lines and empty
    bands between the parts. The degree says how much a block has to be one thing: 1 leaves the page whole, 5 to 7 give
    its regions, 10 its paragraphs and pictures. A line for each block says what it mostly is, its text in the largest
    letters, its size and place in pixels, and its own degree.

    With --json an object for each block (path, level, leaf, start, end, rule, why, coherence, label, topic, text;
    start and end in bytes of the page as it was received, coherence from 1 to 10; with --rendered box: x, y, width
    and height in pixels, or null), and at the end a summary (kind "summary", blocks, leaves, layout_bytes, charset,
    style: "static" or "rendered", warnings; with --rendered missing: how many addresses the page asked for in vain).
    With --vips these are level, leaf, coherence, type ("text", "links", "form", "picture"), layer (whether it
    stands over others), rule (null for what separators left together), why, paths, topic, text, box, separators (between
    the blocks in it: horizontal, start, end, weight, explicit); in the summary kind, blocks, leaves, coherence and
    missing.
    """
    if not rendered:
        refuse({"--timeout": timeout, "--vips": vips}, "It is for measuring, which takes --rendered.")
    if vips is not None:
        refuse({"--level": level}, "With --vips the degree of coherence says how finely the page is cut.")
    page, measured, siblings = _page(operands, (timeout or _SECONDS) if rendered else None)
    if measured and vips is not None:
        _show_visual(measured, vips, as_json)
        return
    from app.blocks.cutting.cutting import cut
    from app.blocks.cutting.labels import name_blocks

    tree = cut(page.data, page.charset, level=level or _LEVEL, style=measured.style if measured else None)
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
    say(
        f"{counted(len(leaves), 'block')} not divided further; {layout:,} of {len(page.data):,} bytes are layout."
    )
    if measured:
        say(
            f"Cut by what was measured; {placed:,} of {counted(len(leaves), 'block')} have a place on the page."
        )
    for warning in tree.warnings:
        warn(warning)
    if measured and measured.missing:
        warn(f"Measured without {counted(measured.missing, 'part')} of the page that cannot be had here.")


def _page(operands: list[str], seconds: float | None) -> tuple[Side, Measured | None, Siblings]:
    """The page that is meant, measured in so many seconds, or not at all; other pages of its site."""
    from app.blocks.cutting.labels import Siblings

    if len(operands) == 1:
        page = _checked(from_file(Path(operands[0])))
        if seconds is None:
            return page, None, Siblings()

        return page, measure_file(page.data, seconds), Siblings()
    if len(operands) != 2:
        raise typer.BadParameter("Give a file, or an archive and an id.", param_hint="FILE | ARCHIVE ID")
    path, wanted = Path(operands[0]), operands[1]
    from app.blocks.noise.siblings import siblings_of

    with reading(path) as reader:
        capture = find_capture(reader, wanted)
        page = _content(reader, capture, "measured" if seconds else "shown")
        siblings = siblings_of(reader, capture)
        if seconds is None:
            return page, None, siblings

        return page, measure_capture(open_archive(path), capture, seconds), siblings


def _content(reader: ArchiveReader, capture: Capture, use: str) -> Side:
    """The page of a capture, with a warning when that is damaged. Refused."""
    from app.blocks.compare.sides import side_of

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


def _show_visual(measured: Measured, degree: int, as_json: bool) -> None:
    """The blocks of a measured page by sight. Refused."""
    from app.blocks.vips.reading import read
    from app.blocks.vips.structure import segment

    try:
        seen = read(measured.answer)
    except ValueError as error:
        raise Refused(detail=f"The page cannot be measured: {error}.") from error
    if seen is None:
        raise Refused(detail="Nothing can be seen of the page.")
    total = leaves = 0
    for block, depth, leaf in segment(seen).walk(degree):
        total, leaves = total + 1, leaves + leaf
        if as_json:
            _emit_visual(block, depth, leaf)
        else:
            left, top, width, height = map(round, _sides(block))
            what = plain(block.topic) or block.nodes[0].path
            line = f"{'  ' * (depth - 1)}{block.kind}: {what}"
            say(f"{line[:_WIDTH]}  ({width} × {height} at {left}, {top}; coherence {block.doc})")
    if as_json:
        counts = {"blocks": total, "leaves": leaves, "coherence": degree}
        emit({"kind": "summary", **counts, "missing": measured.missing})
        return
    say(f"{counted(leaves, 'block')} of a coherence of {degree} or more, or not to be divided.")
    if measured.missing:
        warn(f"Measured without {counted(measured.missing, 'part')} of the page that cannot be had here.")


def _sides(block: VisualBlock) -> tuple[float, float, float, float]:
    rect = block.rect
    return rect.left, rect.top, round(rect.width, 1), round(rect.height, 1)


def _emit_visual(block: VisualBlock, depth: int, leaf: bool) -> None:
    separators = [] if leaf else [asdict(separator) for separator in block.separators]
    kept = {
        "coherence": block.doc,
        "type": block.kind,
        "layer": block.layer,
        "rule": block.rule or None,
        "why": block.why,
    }
    paths = [node.path for node in block.nodes]
    said = {"paths": paths, "topic": block.topic, "text": block.text}
    emit({"level": depth, "leaf": leaf, **kept, **said, "box": _sides(block), "separators": separators})
