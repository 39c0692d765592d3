"""The ASGI application: which address of the service is answered by what.

    /                                              the collections; for a browser the reading room
    /read/…                                        the reading room (`room`)
    /api/v1/…                                      the InfoMall interface (`api`)
    /{collection}/{address}                        TimeGate
    /{collection}/timegate/{address}               TimeGate
    /{collection}/timemap/{link|json|cdxj}/{address}
    /{collection}/{digits}{|id_|mp_|if_}/{address} a memento
    /{collection}/cdx?url=…                        CDX server, pywb's dialect; also {collection}/index
    /{collection}/cdx/search/cdx?url=…             CDX server, the Wayback Machine's dialect; also /cdx/search/cdx

What comes from an archive is worked out in threads (`asking`). Archived pages in the reading room come from a second port
(`stage`).
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from collections.abc import Collection as Collected
from datetime import UTC, datetime
from urllib.parse import parse_qsl, unquote

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from app.errors import FormatError, StorageUnreadable, UserError
from app.service import cdx, memento, replaying
from app.service.api.routing import Interface
from app.service.asking import CollectionThreads, meant, origin, raw
from app.service.collection import Collection, View, nearest
from app.service.figures import Figures
from app.service.guard import Guard, error, raw_path, wants_page
from app.service.keys import key_of
from app.service.memento import Places
from app.service.room.room import Room
from app.service.signing import Signing
from app.service.stage import Stage

_MOST_ADDRESS = 32_768  # characters of a request's path and query
_MEMENTO = re.compile(r"(\d{1,14})([a-z]{2}_)?/(.+)", re.DOTALL | re.ASCII)
_BYTES = re.compile(r"^v1/.*/(?:content|record|stream|warc|wacz|page)$")  # of the interface
_TOLD = (
    "Accept-Ranges, Content-Length, Content-Range, ETag, Link, Memento-Datetime, RateLimit, RateLimit-Policy, Retry-After, "
    "X-Row-Limit, X-Time-Limit"
)
_LEVEL = 5  # of compression: half the work of the usual 9, two per cent more bytes
_FONT = re.compile(r"^(?:font/|application/(?:x-)?font|application/vnd\.ms-fontobject)", re.IGNORECASE)


class Doors:
    """The service over some archives, behind a token and a rate where these are given: an ASGI application for two ports.

    At the second one, once `second` has told which that is, archived pages are shown to people, in an origin that holds
    nothing (`stage`). `stage_at` is its address where a proxy in front has another one for it. Scripts of the `origins`
    (“https://replayweb.page”, "*" for any) may read what the first one says."""

    def __init__(
        self,
        collections: Sequence[Collection],
        *,
        token: str = "",
        rate: float = 0,
        stage_at: str = "",
        origins: Collected[str] = (),
    ) -> None:
        signing = Signing(token)
        self._threads = CollectionThreads(collections)
        figures = Figures()
        self._room = Room(self._threads, signing, figures, stage_at)
        self._interface = Interface(self._threads.collections, figures)
        service = _Service(self._threads, self._room, self._interface, frozenset(origins))
        self._main = Guard(_Packing(service), signing, rate)
        self._stage = Stage(self._threads, signing, rate)

    def second(self, port: int) -> None:
        """Tell which the second port is."""
        self._room.stage_port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lasting(receive, send)
            return
        server = scope.get("server")
        at_stage = server is not None and server[1] == self._room.stage_port
        await (self._stage if at_stage else self._main)(scope, receive, send)

    async def _lasting(self, receive: Receive, send: Send) -> None:
        """From the beginning of the service to its end."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._interface.close()
        self._room.close()
        self._stage.close()
        self._threads.close()
        await send({"type": "lifespan.shutdown.complete"})


class _Packing:
    """Lists are sent compressed; a memento as it is, since its bytes may be asked for in ranges and by their digest."""

    def __init__(self, inner: ASGIApp) -> None:
        self._plain, self._packed = inner, GZipMiddleware(inner, minimum_size=1000, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        rest = scope["path"].removeprefix("/").partition("/")[2]
        plain = _MEMENTO.fullmatch(rest) or _BYTES.search(rest)
        await (self._plain if plain else self._packed)(scope, receive, send)


class _Service:
    def __init__(
        self, threads: CollectionThreads, room: Room, interface: Interface, origins: frozenset[str]
    ) -> None:
        self._threads, self._room, self._interface = threads, room, interface
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """One request; what is wrong with it, or with the archive, is told as an error."""
        path = raw_path(request)
        if path == "/read" or path.startswith("/read/"):
            return await self._room.answer(request)
        try:
            response = await self._found(request)
        except cdx.QueryError as problem:
            response = error(400, problem.code, str(problem))
        except UserError as problem:
            response = error(503, "archive", str(problem), {"Retry-After": "10"})
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
        self._share(request, response)
        return response

    def _share(self, request: Request, response: Response) -> None:
        """Let scripts of the origins that were named read an answer: no others, or any page open in a browser could read
        what is served on this machine alone. Fonts are for all: pages here have an origin without a name."""
        origin = request.headers.get("origin", "")
        if origin and (origin in self._origins or "*" in self._origins):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = _TOLD
        elif _FONT.search(response.headers.get("content-type", "")):
            response.headers["Access-Control-Allow-Origin"] = "*"
        if self._origins:
            response.headers.add_vary_header("Origin")

    async def _found(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            allowed = {
                "Allow": "GET, HEAD, OPTIONS",
                "Access-Control-Allow-Methods": "GET, HEAD",
                "Access-Control-Allow-Headers": "Accept-Datetime, Authorization, If-None-Match, If-Range, Range",
            }
            return Response(status_code=204, headers=allowed)
        path = raw(request)
        if len(path) > _MOST_ADDRESS:
            return error(414, "address-long", f"An address has at most {_MOST_ADDRESS} characters.")
        if path.startswith("/api/"):
            return await self._interface.answer(request)
        path = path.removeprefix("/")
        if not path:
            if wants_page(request):
                return RedirectResponse("/read/", 303, {"Vary": "Accept"})
            return JSONResponse(
                {"collections": [self._about(request, one) for one in self._threads.collections.values()]}
            )
        if path.startswith("cdx/search/cdx"):
            return await self._cdx(request, next(iter(self._threads.collections.values())), "wayback")
        name, _, rest = path.partition("/")
        collection = self._threads.collections.get(unquote(name.partition("?")[0]))
        if collection is None:
            return error(404, "collection", "There is no such collection here.")
        return await self._in_collection(request, collection, rest)

    def _about(self, request: Request, collection: Collection) -> dict[str, str]:
        root = root_of(request, collection)
        return {
            "name": collection.name,
            "title": collection.archive.name,
            "timegate": f"{root}timegate/{{url}}",
            "timemap": f"{root}timemap/link/{{url}}",
            "cdx": f"{root}cdx?url={{url}}",
        }

    async def _in_collection(self, request: Request, collection: Collection, rest: str) -> Response:
        if not rest:
            if wants_page(request):
                return RedirectResponse(f"/read/{collection.name}/", 303, {"Vary": "Accept"})
            return JSONResponse(self._about(request, collection))
        first = rest.partition("?")[0]
        if first in ("cdx", "index"):
            return await self._cdx(request, collection, "pywb")
        if first == "cdx/search/cdx":
            return await self._cdx(request, collection, "wayback")
        if rest.startswith("timemap/"):
            form, _, url = rest.removeprefix("timemap/").partition("/")
            return await self._timemap(request, collection, form, meant(url))
        if found := _MEMENTO.fullmatch(rest):
            digits, modifier, url = found[1], found[2] or "", meant(found[3])
            if modifier not in memento.MODIFIERS:
                return error(404, "modifier", f"“{modifier}” is not one of id_, mp_ and if_.")
            return await self._memento(request, collection, cdx.moment(digits), modifier, url)
        return await self._timegate(request, collection, meant(rest.removeprefix("timegate/")))

    # ---- Memento -------------------------------------------------------------------------------------------------

    async def _timegate(self, request: Request, collection: Collection, url: str) -> Response:
        header = request.headers.get("accept-datetime", "")
        try:
            wanted = memento.accepted(header) if header else datetime.now(UTC)
        except ValueError:
            return error(
                400, "accept-datetime", "Accept-Datetime is a date like “Tue, 15 Apr 2003 08:13:06 GMT”."
            )
        captures = await self._threads.ask(collection, lambda view: view.moments(url))
        chosen = nearest(captures, wanted, url)
        places = Places(root_of(request, collection))
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
        places = Places(root_of(request, collection))

        def look(view: View) -> tuple[int, str]:
            captures = view.moments(url)
            return len(captures), "".join(memento.timemap(places, url, captures, form)) if captures else ""

        count, text = await self._threads.ask(collection, look)
        if not count:
            return self._without(collection, url)
        return Response(text, headers={"X-Memento-Count": str(count)}, media_type=memento.TIMEMAPS[form])

    async def _memento(
        self, request: Request, collection: Collection, date: datetime, modifier: str, url: str
    ) -> Response:
        places = Places(root_of(request, collection))

        def look(view: View) -> Response | None:
            captures = view.moments(url)
            found = nearest(captures, date, url)
            if found is None:
                return None
            if found.date != date:
                links = memento.links(places, url, captures, None)
                return RedirectResponse(places.of(found, modifier), 302, {"Link": links})
            chosen = view.reader.capture_at(found.seq)
            try:
                message = view.content(chosen)
            except (FormatError, StorageUnreadable) as problem:
                return error(502, "damaged", f"The record {chosen.id} is damaged: {problem}")
            headers = replaying.stored(message)
            headers["Memento-Datetime"] = memento.http_date(chosen.date)
            headers["Link"] = memento.links(places, url, captures, found)
            headers["Content-Security-Policy"] = replaying.NO_SCRIPTS
            headers["ETag"] = f'"{chosen.digest}"' if modifier == "id_" else f'W/"{chosen.id}"'
            return replaying.answer(request, chosen, message, places, modifier, headers)

        return await self._threads.ask(collection, look) or self._without(collection, url)

    # ---- CDX -----------------------------------------------------------------------------------------------------

    async def _cdx(self, request: Request, collection: Collection, dialect: cdx.Dialect) -> Response:
        values = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        query = cdx.parse(values, dialect)
        headers = {"X-Row-Limit": str(cdx.MOST_ROWS)}
        if query.count_pages:
            count = await self._threads.ask(collection, lambda view: cdx.pages(view, query))
            return Response(f"{count}\n", headers=headers, media_type="text/plain")
        if query.output == "link":
            return await self._timemap(request, collection, "link", query.url)
        writing = cdx.Writing(query)
        first = await self._threads.ask(
            collection, writing.more
        )  # a wrong pattern is told before anything is sent
        media_type = cdx.media_type(query)
        if request.method == "HEAD":
            return Response(headers=headers, media_type=media_type)
        if writing.is_done:
            return Response(first, headers=headers, media_type=media_type)

        async def lines() -> AsyncIterator[str]:
            yield first
            while not writing.is_done:
                yield await self._threads.ask(collection, writing.more)

        return StreamingResponse(lines(), headers=headers, media_type=media_type)


def root_of(request: Request, collection: Collection) -> str:
    """The absolute address of a collection, by the name the client knows the service under."""
    return f"{origin(request)}/{collection.name}/"
