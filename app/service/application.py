"""The ASGI application: which address of the service is answered by what.

    /                                              the collections
    /api/v1/…                                      the InfoMall interface (`api`)
    /{collection}/{address}                        TimeGate
    /{collection}/timegate/{address}               TimeGate
    /{collection}/timemap/{link|json|cdxj}/{address}
    /{collection}/{digits}{|id_|mp_|if_}/{address} a memento
    /{collection}/cdx?url=…                        CDX server, pywb's dialect; also {collection}/index
    /{collection}/cdx/search/cdx?url=…             CDX server, the Wayback Machine's dialect; also /cdx/search/cdx

What comes from an archive is worked out in threads, never more than `THREADS` at once.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from app.archive.model import Capture
from app.errors import FormatError, StorageUnreadable, UserError
from app.replay.answer import span
from app.service import cdx, memento, rewriting
from app.service.api.routing import Interface
from app.service.collection import Collection, View, key_of, nearest
from app.service.guard import Guard, error
from app.service.memento import Places
from app.tianwang.http import HttpMessage

THREADS = 8
_MOST_ADDRESS = 32_768  # characters of a request's path and query
_MEMENTO = re.compile(r"(\d{1,14})([a-z]{2}_)?/(.+)", re.DOTALL | re.ASCII)
_BYTES = re.compile(r"^v1/.*/(?:content|record|stream|warc|wacz|page)$")  # of the interface
_HOST = re.compile(r"[A-Za-z0-9.\-]{1,253}(?::\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?")
_ONE_SLASH = re.compile(r"(https?|ftp):/(?!/)", re.IGNORECASE)
_NO_SCRIPTS = (
    "sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; "
    "default-src 'none'; img-src 'self' data:; media-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'"
)
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_NO_CONTENT = frozenset({204, 205, 304})

T = TypeVar("T")


def application(collections: Sequence[Collection], *, token: str = "", rate: float = 0) -> ASGIApp:
    """The service over some archives, behind a token and a rate where these are given."""
    service = _Service(collections)
    routes = [Route("/{rest:path}", service.answer, methods=["GET", "HEAD", "OPTIONS"])]
    inner = Starlette(routes=routes, lifespan=service.lifespan)
    return Guard(_Packing(inner), token, rate)


class _Packing:
    """Lists are sent compressed; a memento as it is, since its bytes may be asked for in ranges and by their digest."""

    def __init__(self, inner: ASGIApp) -> None:
        self._plain, self._packed = inner, GZipMiddleware(inner, minimum_size=1000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        rest = scope["path"].removeprefix("/").partition("/")[2] if scope["type"] == "http" else ""
        plain = _MEMENTO.fullmatch(rest) or _BYTES.search(rest)
        await (self._plain if plain else self._packed)(scope, receive, send)


class _Service:
    def __init__(self, collections: Sequence[Collection]) -> None:
        self._collections = {one.name: one for one in collections}
        self._threads = ThreadPoolExecutor(THREADS, "service")
        self._interface = Interface(self._collections)

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        try:
            yield
        finally:
            self._interface.close()
            self._threads.shutdown()

    async def _ask(self, collection: Collection, question: Callable[[View], T]) -> T:
        def look() -> T:
            with collection.view() as view:
                return question(view)

        return await asyncio.get_running_loop().run_in_executor(self._threads, look)

    async def answer(self, request: Request) -> Response:
        """One request; what is wrong with it, or with the archive, is told as an error."""
        try:
            response = await self._found(request)
        except cdx.QueryError as problem:
            response = error(400, problem.code, str(problem))
        except UserError as problem:
            response = error(503, "archive", str(problem), {"Retry-After": "10"})
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
        response.headers.setdefault("Access-Control-Allow-Origin", "*")
        return response

    async def _found(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            allowed = {
                "Allow": "GET, HEAD, OPTIONS",
                "Access-Control-Allow-Methods": "GET, HEAD",
                "Access-Control-Allow-Headers": "Accept-Datetime, Authorization, If-None-Match, If-Range, Range",
            }
            return Response(status_code=204, headers=allowed)
        path = _raw(request)
        if len(path) > _MOST_ADDRESS:
            return error(414, "address-long", f"An address has at most {_MOST_ADDRESS} characters.")
        if path.startswith("/api/"):
            return await self._interface.answer(request)
        path = path.removeprefix("/")
        if not path:
            return JSONResponse(
                {"collections": [self._about(request, one) for one in self._collections.values()]}
            )
        if path.startswith("cdx/search/cdx"):
            return await self._cdx(request, next(iter(self._collections.values())), "wayback")
        name, _, rest = path.partition("/")
        collection = self._collections.get(unquote(name.partition("?")[0]))
        if collection is None:
            return error(404, "collection", "There is no such collection here.")
        return await self._in_collection(request, collection, rest)

    def _about(self, request: Request, collection: Collection) -> dict[str, str]:
        root = _root(request, collection)
        return {
            "name": collection.name,
            "title": collection.archive.name,
            "timegate": f"{root}timegate/{{url}}",
            "timemap": f"{root}timemap/link/{{url}}",
            "cdx": f"{root}cdx?url={{url}}",
        }

    async def _in_collection(self, request: Request, collection: Collection, rest: str) -> Response:
        if not rest:
            return JSONResponse(self._about(request, collection))
        first = rest.partition("?")[0]
        if first in ("cdx", "index"):
            return await self._cdx(request, collection, "pywb")
        if first == "cdx/search/cdx":
            return await self._cdx(request, collection, "wayback")
        if rest.startswith("timemap/"):
            form, _, url = rest.removeprefix("timemap/").partition("/")
            return await self._timemap(request, collection, form, _meant(url))
        if found := _MEMENTO.fullmatch(rest):
            digits, modifier, url = found[1], found[2] or "", _meant(found[3])
            if modifier not in memento.MODIFIERS:
                return error(404, "modifier", f"“{modifier}” is not one of id_, mp_ and if_.")
            return await self._memento(request, collection, cdx.moment(digits), modifier, url)
        return await self._timegate(request, collection, _meant(rest.removeprefix("timegate/")))

    # ---- Memento -------------------------------------------------------------------------------------------------

    async def _timegate(self, request: Request, collection: Collection, url: str) -> Response:
        header = request.headers.get("accept-datetime", "")
        try:
            wanted = memento.accepted(header) if header else datetime.now(UTC)
        except ValueError:
            return error(
                400, "accept-datetime", "Accept-Datetime is a date like “Tue, 15 Apr 2003 08:13:06 GMT”."
            )
        captures = await self._ask(collection, lambda view: view.of_address(url))
        chosen = nearest(captures, wanted, url)
        places = Places(_root(request, collection))
        if chosen is None:
            return self._without(collection, url, {"Vary": "accept-datetime"})
        headers = {"Vary": "accept-datetime", "Link": memento.links(places, url, captures, chosen)}
        return RedirectResponse(places.of(chosen), 302, headers)

    def _without(self, collection: Collection, url: str, headers: dict[str, str] | None = None) -> Response:
        """The answer where no memento is shown."""
        hidden = collection.hidden(key_of(url))
        if hidden is None:
            return error(404, "no-memento", "This address is not in the archive.", headers)
        return error(451, "hidden", hidden.reason or "This address is not shown.", headers)

    async def _timemap(self, request: Request, collection: Collection, form: str, url: str) -> Response:
        if form not in memento.TIMEMAPS:
            return error(404, "timemap", "A list of mementos comes as link, json or cdxj.")
        captures = await self._ask(collection, lambda view: view.of_address(url))
        if not captures:
            return self._without(collection, url)
        text = "".join(memento.timemap(Places(_root(request, collection)), url, captures, form))
        return Response(
            text, headers={"X-Memento-Count": str(len(captures))}, media_type=memento.TIMEMAPS[form]
        )

    async def _memento(
        self, request: Request, collection: Collection, date: datetime, modifier: str, url: str
    ) -> Response:
        places = Places(_root(request, collection))

        def look(view: View) -> Response | None:
            captures = view.of_address(url)
            chosen = nearest(captures, date, url)
            if chosen is None:
                return None
            if chosen.date != date:
                links = memento.links(places, url, captures, None)
                return RedirectResponse(places.of(chosen, modifier), 302, {"Link": links})
            try:
                message = view.content(chosen)
            except (FormatError, StorageUnreadable) as problem:
                return error(502, "damaged", f"The record {chosen.id} is damaged: {problem}")
            headers = _stored(message)
            headers["Memento-Datetime"] = memento.http_date(chosen.date)
            headers["Link"] = memento.links(places, url, captures, chosen)
            headers["Content-Security-Policy"] = _NO_SCRIPTS
            headers["ETag"] = f'"{chosen.digest}"' if modifier == "id_" else f'W/"{chosen.id}"'
            return _replayed(request, chosen, message, places, modifier, headers)

        return await self._ask(collection, look) or self._without(collection, url)

    # ---- CDX -----------------------------------------------------------------------------------------------------

    async def _cdx(self, request: Request, collection: Collection, dialect: cdx.Dialect) -> Response:
        values = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        query = cdx.parse(values, dialect)
        headers = {"X-Row-Limit": str(cdx.MOST_ROWS)}
        if query.count_pages:
            count = await self._ask(collection, lambda view: cdx.pages(view, query))
            return Response(f"{count}\n", headers=headers, media_type="text/plain")
        if query.output == "link":
            return await self._timemap(request, collection, "link", query.url)
        answer = cdx.Answer(query)
        first = await self._ask(collection, answer.more)  # a wrong pattern is told before anything is sent
        if request.method == "HEAD":
            return Response(headers=headers, media_type=cdx.media_type(query))

        async def lines() -> AsyncIterator[str]:
            rows, any_row = first, False
            while rows is not None:
                pieces = []
                for row in rows:
                    pieces.append(cdx.written(query, row, not any_row))
                    any_row = True
                if pieces:
                    yield "".join(pieces)
                rows = await self._ask(collection, answer.more)
            yield cdx.ending(query, any_row, answer.resume)

        return StreamingResponse(lines(), headers=headers, media_type=cdx.media_type(query))


def _raw(request: Request) -> str:
    """Path and query as they were sent."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    query: bytes = request.scope["query_string"]
    path = raw.partition(b"?")[0].decode("latin-1")
    return f"{path}?{query.decode('latin-1')}" if query else path


def _meant(url: str) -> str:
    """An address in a path: some clients and proxies take one of its slashes away, or escape all of it."""
    if "://" not in url and "%3a" in url[:12].lower():
        url = unquote(url)
    url = _ONE_SLASH.sub(r"\1://", url, count=1) if not re.match(r"[a-zA-Z]+://", url) else url
    return url if re.match(r"[a-zA-Z][a-zA-Z0-9+.\-]*://", url) else f"http://{url}"


def _root(request: Request, collection: Collection) -> str:
    """The absolute address of a collection, by the name the client knows the service under."""
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        server = request.scope.get("server") or ("localhost", 80)
        host = f"{server[0]}:{server[1]}"
    return f"{request.scope['scheme']}://{host}{request.scope.get('root_path', '')}/{collection.name}/"


def _stored(message: HttpMessage) -> dict[str, str]:
    """The stored headers under names that no browser acts upon, and those that say what the body is."""
    headers: dict[str, str] = {}
    for name, value in message.headers:
        if re.fullmatch(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+", name):
            plain = re.sub(r"[^\x20-\x7e]", "?", value)
            known = headers.get(f"X-Archive-Orig-{name}")
            headers[f"X-Archive-Orig-{name}"] = f"{known}, {plain}" if known else plain
            if name.lower() in ("content-type", "content-language", "content-disposition"):
                headers[name] = plain
    return headers


def _replayed(
    request: Request,
    capture: Capture,
    message: HttpMessage,
    places: Places,
    modifier: str,
    headers: dict[str, str],
) -> Response:
    """A memento as it is sent: with its own status, redirects to the memento of their target."""
    status = message.status if 200 <= message.status <= 599 else 502
    if request.headers.get("if-none-match", "") == headers["ETag"]:
        return Response(status_code=304, headers={"ETag": headers["ETag"]})

    inside = Places(urlsplit(places.root).path)  # holds by whatever name and scheme a page was asked for

    def place(url: str) -> str:
        return inside.memento(url, capture.date, modifier)

    if 300 <= status < 400 and (location := message.header("location")):
        target = rewriting.absolute(capture.url, location)
        return Response(b"", status, {**headers, "Location": place(target) if target else location})
    body = b"" if status in _NO_CONTENT else message.body
    if modifier != "id_" and body:
        text = None
        if message.media_type in _HTML:
            text = rewriting.page(body, message.charset, capture.url, place)
        elif message.media_type == "text/css":
            text = rewriting.style_sheet(body, message.charset, capture.url, place)
        if text is not None:
            kept = {name: value for name, value in headers.items() if name.lower() != "content-type"}
            return Response(
                text.encode("utf-8", "replace"),
                status,
                {**kept, "Content-Type": f"{message.media_type}; charset=utf-8"},
            )
    headers["Accept-Ranges"] = "bytes"
    asked = span(request.headers.get("range", ""), len(body)) if status == 200 else None
    if asked is None:
        return Response(body, status, headers)
    start, stop = asked
    if start >= stop:
        return Response(b"", 416, {**headers, "Content-Range": f"bytes */{len(body)}"})
    return Response(
        body[start:stop], 206, {**headers, "Content-Range": f"bytes {start}-{stop - 1}/{len(body)}"}
    )
