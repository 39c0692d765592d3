"""Requests below `/api/`: what is asked, and how the answer is sent: validators, ranges, cursors, limits.

Answers are worked out in threads of their own, `THREADS` at once; what takes longer in `HEAVY` others, so that no
search holds up a page. Whoever waits longer than `PATIENCE` seconds, or finds too many before him, is told to come again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from app.archive.settling import making_of
from app.errors import CaptureMissing
from app.replay.answer import span
from app.service import packages
from app.service.api import figures, lists, openapi, streams
from app.service.api.operations import PAGE, Answer, Asked, Operation, Refusal
from app.service.api.table import OPERATIONS
from app.service.collection import Collection, View
from app.service.figures import Figures
from app.service.guard import error
from app.service.lanes import Busy, Lane
from app.service.searchers import Searchers
from app.service.sending import Extent, Torn, files, growing, matches

ROOT = "/api/v1"
THREADS, HEAVY = 6, 3
PATIENCE = 30.0
"""Seconds for one answer."""
_MOST_BYTES = 32 << 20  # of one answer in JSON
_BUILDING = 300.0  # seconds in which a package is waited for

T = TypeVar("T")


class Interface:
    """The InfoMall interface over some collections, with the figures over time that are kept; to be closed."""

    def __init__(self, collections: Mapping[str, Collection], kept: Figures) -> None:
        self._collections = collections
        self._lanes = {False: Lane(THREADS, "interface"), True: Lane(HEAVY, "heavy")}
        self._searchers = Searchers()
        self._works: Mapping[str, Callable[[Asked], Answer]] = {
            "search": partial(lists.search, self._searchers),
            "over-time": partial(figures.over_time, kept, self._searchers),
            "topics": partial(figures.topics, self._searchers),
        }
        self._packages: packages.Packages | None = None

    def close(self) -> None:
        if self._packages is not None:
            self._packages.close()
        for lane in self._lanes.values():
            lane.close()
        self._searchers.close()

    async def answer(self, request: Request) -> Response:
        """The answer to a request below `/api/`."""
        try:
            response = await self._found(request)
        except Refusal as refusal:
            response = error(refusal.status, refusal.code, str(refusal))
        except CaptureMissing as problem:
            response = error(404, "capture", str(problem))
        except TimeoutError:
            response = error(503, "slow", "This takes too long.", {"Retry-After": "30"})
        response.headers.setdefault("X-Time-Limit", f"{PATIENCE:g}")
        response.headers.setdefault("Vary", "Accept-Encoding")
        return response

    async def _found(self, request: Request) -> Response:
        path = request.scope["path"].removeprefix("/api").strip("/")
        version, _, rest = path.partition("/")
        if not version:
            return RedirectResponse(f"{ROOT}/", 307)
        if version != "v1":
            raise Refusal(404, "version", "There is version 1 alone: /api/v1/.")
        if rest == "openapi.json":
            return _sent(request, _json(openapi.document(ROOT)), {})
        if not rest:
            return _sent(request, _json(self._about()), {})
        name, _, below = rest.partition("/")
        collection = self._collections.get(unquote(name))
        if collection is None:
            raise Refusal(404, "collection", "There is no such collection here.")
        for operation in OPERATIONS:
            found = operation.pattern.fullmatch(below)
            if found is not None:
                return await self._asked(request, collection, operation, found.groupdict())
        raise Refusal(404, "operation", f"There is no such thing to ask; see {ROOT}/openapi.json.")

    def _about(self) -> dict[str, Any]:
        return {
            "interface": "InfoMall",
            "version": 1,
            "openapi": f"{ROOT}/openapi.json",
            "collections": [
                {"name": name, "title": one.archive.name, "self": f"{ROOT}/{name}"}
                for name, one in self._collections.items()
            ],
        }

    async def _asked(
        self, request: Request, collection: Collection, operation: Operation, named: dict[str, str]
    ) -> Response:
        query = request.scope["query_string"].decode("latin-1")
        try:
            given = parse_qsl(query, keep_blank_values=True, max_num_fields=50, errors="replace")
        except ValueError:
            raise Refusal(400, "parameter", "There are too many parameters.") from None
        values = operation.values(named, given)
        root = f"{ROOT}/{collection.name}"

        def about(view: Any) -> Asked:
            return Asked(view, values, root)

        if operation.name == "batch-stream":
            return await self._batch(request, collection, about)
        if operation.name in ("warc", "wacz"):
            return await self._package(request, collection, about, operation)
        work = self._works.get(operation.name, operation.answer)
        assert work is not None
        found = await self._ask(request, collection, lambda view: work(about(view)), heavy=operation.heavy)
        return self._answered(request, operation, values, found)

    def _answered(
        self, request: Request, operation: Operation, values: dict[str, Any], found: Answer
    ) -> Response:
        headers = dict(found.headers)
        if operation.paged:
            headers["X-Row-Limit"] = str(values.get("limit", PAGE))
            found.body["next"] = found.after or None
            if found.after:
                query = {
                    name: text
                    for name, text in parse_qsl(request.scope["query_string"].decode("latin-1"))
                    if name != "cursor"
                }
                again = urlencode({**query, "cursor": found.after})
                headers["Link"] = f'<{request.scope["raw_path"].decode("latin-1")}?{again}>; rel="next"'
        if found.data is None:
            return _sent(request, _json(found.body), headers)
        return _sent(request, found.data, headers, found.media_type, f'"{found.tag}"')

    async def _ask(
        self, request: Request, collection: Collection, question: Callable[[View], T], *, heavy: bool
    ) -> T:
        """The answer to a question. TimeoutError, Refusal."""
        try:
            return await self._lanes[heavy].ask(collection, question, PATIENCE, request)
        except Busy:
            raise Refusal(503, "busy", "Too many are waiting. Come again.") from None

    # ---- many bytes ----------------------------------------------------------------------------------------------

    async def _batch(
        self, request: Request, collection: Collection, about: Callable[[Any], Asked]
    ) -> Response:
        found = await self._ask(request, collection, lambda view: streams.batch(about(view)), heavy=True)
        making = making_of(collection.archive.path)
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Disposition": f'attachment; filename="{about(None)["batch"]}.tw"',
        }
        return files(
            request,
            found.extents,
            found.tag,
            headers,
            self._lanes[False].threads,
            is_same=found.continues,
            is_whole=lambda: making_of(collection.archive.path) == making,
        )

    async def _package(
        self, request: Request, collection: Collection, about: Callable[[Any], Asked], operation: Operation
    ) -> Response:
        form: packages.Format = "wacz" if operation.name == "wacz" else "warc"
        wanted = await self._ask(
            request, collection, lambda view: streams.wanted(about(view), form), heavy=True
        )
        if self._packages is None:
            self._packages = packages.Packages()
        is_part = "range" in request.headers
        try:
            package = self._packages.get(collection, wanted, part=is_part)
        except packages.Busy:
            return error(503, "busy", "Other packages are being made. Come again.", {"Retry-After": "30"})
        name = f"{collection.name}{packages.SUFFIX[form]}"
        headers = {
            "Content-Type": operation.media_type,
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        if form == "warc" and not is_part and request.method == "GET" and not package.done.done():
            begun = growing(
                package.growing,
                package.path,
                package.done.done,
                package.has_failed,
                self._lanes[False].threads,
            )
            try:
                first = await anext(begun)
            except (StopAsyncIteration, Torn):
                return _failed(package)
            return StreamingResponse(_after(first, begun), headers={**headers, "Accept-Ranges": "bytes"})
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(package.done)), _BUILDING)
        except TimeoutError:
            return error(503, "building", "The package is being made. Come again.", {"Retry-After": "60"})
        except Exception:
            return _failed(package)
        extents = [Extent(package.path, 0, package.size)]
        return files(request, extents, f'"{package.digest}"', headers, self._lanes[False].threads)


async def _after(first: bytes, rest: Any) -> Any:
    yield first
    async for each in rest:
        yield each


def _failed(package: packages.Package) -> Response:
    problem = package.done.exception() if package.done.done() else None
    return error(*packages.reason(problem or TimeoutError()))


def _json(body: dict[str, Any]) -> bytes:
    """An object as it is sent. Refusal where it is larger than an answer may be."""
    data = json.dumps(body, ensure_ascii=False, default=str).encode("utf-8", "replace")
    if len(data) > _MOST_BYTES:
        raise Refusal(413, "answer-large", "The answer is too large; ask for fewer rows.")
    return data


def _sent(
    request: Request,
    data: bytes,
    headers: dict[str, str],
    media_type: str = "application/json",
    tag: str = "",
) -> Response:
    """Bytes with a validator; those with a `tag` of their own also in parts."""
    headers = {"Content-Security-Policy": "default-src 'none'", **headers, "Content-Type": media_type}
    headers["ETag"] = tag or f'W/"sha256:{sha256(data).hexdigest()}"'
    headers["Cache-Control"] = "no-cache"  # to be asked for again, by the validator
    if matches(request.headers.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    if not tag:
        return Response(data, headers=headers)
    headers["Accept-Ranges"] = "bytes"
    condition = request.headers.get("if-range", tag)
    asked = span(request.headers.get("range", ""), len(data)) if condition == tag else None
    if asked is None:
        return Response(data, headers=headers)
    start, stop = asked
    if start >= stop:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{len(data)}"})
    headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(data)}"
    return Response(data[start:stop], 206, headers)
