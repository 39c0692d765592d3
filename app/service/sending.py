"""Parts of files as answers: ranges, validators, and files that are still being written."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import BinaryIO, NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.replay.answer import span

PIECE = 256 * 1024  # bytes that are read at once
_PATIENCE = 0.05  # seconds between two looks at a file that grows


class Extent(NamedTuple):
    """Bytes `begin` to `end` of a file."""

    path: Path
    begin: int
    end: int


class Torn(Exception):
    """The files are no longer those that an answer was begun with; the connection is cut, so that nobody takes the rest
    for it."""


def matches(header: str, tag: str) -> bool:
    """Whether an `If-None-Match` names a validator, weak or strong (RFC 9110 section 13.1.2)."""
    return header.strip() == "*" or tag.removeprefix("W/") in (
        one.strip().removeprefix("W/") for one in header.split(",")
    )


def asked_span(request: Request, size: int, is_same: Callable[[str], bool]) -> tuple[int, int] | None:
    """The part that is asked for; None for the whole. `is_same` says whether an `If-Range` still holds."""
    condition = request.headers.get("if-range", "")
    if condition and not is_same(condition):
        return None
    return span(request.headers.get("range", ""), size)


def parts(extents: Sequence[Extent], start: int, stop: int) -> list[Extent]:
    """Bytes `start` to `stop` of files one behind another."""
    found, at = [], 0
    for one in extents:
        size = one.end - one.begin
        begin, end = max(start, at), min(stop, at + size)
        if begin < end:
            found.append(Extent(one.path, one.begin + begin - at, one.begin + end - at))
        at += size
    return found


def files(
    request: Request,
    extents: Sequence[Extent],
    tag: str,
    headers: dict[str, str],
    threads: Executor,
    *,
    is_same: Callable[[str], bool] | None = None,
    is_whole: Callable[[], bool] = lambda: True,
) -> Response:
    """Files one behind another, or the part that is asked for; while `is_whole`."""
    size = sum(one.end - one.begin for one in extents)
    headers = {**headers, "ETag": tag, "Accept-Ranges": "bytes"}
    if matches(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    asked = asked_span(request, size, is_same or (lambda given: given == tag))
    start, stop = asked or (0, size)
    if asked is not None:
        if start >= stop:
            return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{size}"})
        headers["Content-Range"] = f"bytes {start}-{stop - 1}/{size}"
    headers["Content-Length"] = str(stop - start)
    status = 206 if asked is not None else 200
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers)
    wanted = parts(extents, start, stop)
    return StreamingResponse(_read(wanted, threads, is_whole), status, headers)


async def _read(
    extents: Sequence[Extent], threads: Executor, is_whole: Callable[[], bool]
) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    for one in extents:
        file = await loop.run_in_executor(threads, _opened, one.path)
        try:
            at = one.begin
            while at < one.end:
                data = await loop.run_in_executor(threads, _piece, file, at, min(PIECE, one.end - at))
                if not data or not is_whole():
                    raise Torn(str(one.path))
                yield data
                at += len(data)
        finally:
            file.close()


async def growing(
    path: Path, finished: Path, is_done: Callable[[], bool], failed: Callable[[], bool], threads: Executor
) -> AsyncIterator[bytes]:
    """A file that is being written, from its beginning; it is called `finished` when all is there. Torn where it was
    not finished."""
    loop = asyncio.get_running_loop()
    file: BinaryIO | None = None
    at = 0
    try:
        while True:
            done = is_done()
            if file is None:
                file = await loop.run_in_executor(threads, _if_there, path, finished)
            data = await loop.run_in_executor(threads, _piece, file, at, PIECE) if file else b""
            if done and failed():
                raise Torn(str(finished))
            # a beginning alone may be all that there will be
            if len(data) == PIECE or (data and (at or done)):
                at += len(data)
                yield data
            elif done:
                return
            else:
                await asyncio.sleep(_PATIENCE)
    finally:
        if file is not None:
            file.close()


def _opened(path: Path) -> BinaryIO:
    return path.open("rb", buffering=0)


def _if_there(path: Path, finished: Path) -> BinaryIO | None:
    for each in (path, finished):
        try:
            return _opened(each)
        except FileNotFoundError:
            continue
    return None


def _piece(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    return file.read(size)
