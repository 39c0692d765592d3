"""What is measured of a page as a browser lays it out: boxes, fonts and colours.

QtWebEngine is loaded by a process of its own, out of sight and only when it is asked for. The browser there reaches
nothing but our replay server, which answers from an archive or, for a file, with that file alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.cli.console import Refused
from app.starting import MEASURING, command

if TYPE_CHECKING:
    from app.archive import Capture
    from app.blocks.styles import RenderedStyle
    from app.replay import ReadableArchive, ReplayServer
    from app.tianwang import HttpMessage

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Measured:
    """The style of a page as it was measured, and how many `missing` addresses it asked for in vain."""

    style: RenderedStyle
    missing: int


class OnePage:
    """What is replayed for a page that stands by itself: this page at an address that nobody has, and nothing else."""

    def __init__(self, data: bytes, charset: str) -> None:
        from app.archive.model import Capture
        from app.tianwang import HttpMessage

        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={charset}\r\n\r\n"
        self._message = HttpMessage(head.encode(), data)
        self.capture = Capture(
            seq=0, id="", url="http://file.tianwang.invalid/", origin=None, date=datetime.now(UTC), ip=None, status=200,
            type="text/html", length=len(data), digest="", kind="version", base=None, title="", title_source="",
            file="", offset=0, end=0, crawl=None,
        )  # fmt: skip

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
    from app.blocks.source import Source

    page = OnePage(data, Source(data).charset)
    return measure_capture(page, page.capture, seconds)


def measure_capture(archive: ReadableArchive, capture: Capture, seconds: float) -> Measured:
    """Measure a page with what the archive has of its parts, in so many seconds after the browser has started.
    Refused."""
    if capture.status in _REDIRECTS:
        raise Refused(detail=f"{capture.id} leads to another address: a browser has nothing to show of it.")
    return asyncio.run(_measure(archive, capture, seconds))


async def _measure(archive: ReadableArchive, capture: Capture, seconds: float) -> Measured:
    from app.blocks.boxes import boxes_of
    from app.blocks.styles import RenderedStyle
    from app.replay import ReplayServer

    with ReplayServer(archive) as server:
        token = server.open_view(None)
        server.set_view(token, capture.date, capture)
        text = await _ask(server, token, capture.url, seconds)
        if not server.served(token):
            made = f"the archive has nothing under what a browser makes of its address, {capture.url}"
            raise Refused(detail=f"The page cannot be measured: {made}.")
        try:
            return Measured(RenderedStyle(boxes_of(text)), len(server.missing(token)))
        except ValueError as error:
            raise Refused(detail=f"The page cannot be measured: {error}.") from error


async def _ask(server: ReplayServer, token: str, url: str, seconds: float) -> str:
    """What the browser says of an address. Refused."""
    from app.recording import Child, ChildGone

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
