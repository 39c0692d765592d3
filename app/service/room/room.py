"""Everything below `/read/`: which page answers an address, signing in and out, what a person chose, errors as pages."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.errors import CaptureMissing, UserError
from app.service import cdx
from app.service.asking import CollectionThreads, host_of, raw
from app.service.collection import View
from app.service.figures import Figures
from app.service.guard import SIGN_IN, SIGN_OUT, Budgets, raw_path
from app.service.lanes import Busy, Lane
from app.service.room import browsing, comparing, figures, gathering, searching
from app.service.room.rendering import COOKIE, SAFE, THEMES, Visit, chosen, page, static
from app.service.room.shown import Refusal
from app.service.room.wording import LANGUAGES
from app.service.searchers import Searchers
from app.service.signing import LASTS, Signing

_PAGES: dict[str, Callable[[View, Visit], Response]] = {
    "": browsing.archive,
    "browse": browsing.tree,
    "calendar": browsing.calendar,
    "day": browsing.day,
    "page": comparing.shown,
    "versions": comparing.versions,
    "compare": comparing.compare,
    "changes": comparing.changes,
    "statistics": gathering.statistics,
    "categories": gathering.categories,
    "collections": gathering.collections,
}
_SLOW = frozenset({"search", "compare", "changes", "statistics", "over-time", "categories", "collections"})
THREADS = 3
"""In which pages are worked out that may take long."""
SECONDS = 25.0
"""For one of these."""
_MOST_FORM = 4096  # bytes of a form
_YEAR = 365 * 24 * 3600
_TRIES, _AT_ONCE = 0.2, 50.0  # to sign in: one in five seconds, ten at once


class Room:
    """The reading room over some collections; `stage_at` is the address of the other port, where a proxy gives it one."""

    def __init__(
        self, threads: CollectionThreads, signing: Signing, kept: Figures, stage_at: str = ""
    ) -> None:
        self._threads, self._signing, self._stage_at = threads, signing, stage_at
        self._searchers = Searchers()
        self._pages = {
            **_PAGES,
            "search": searching.Searching(self._searchers).page,
            "over-time": figures.OverTime(self._searchers, kept).page,
        }
        self._tries = Budgets(_TRIES, _AT_ONCE)
        self._lane = Lane(THREADS, "room")
        self.stage_port = 0

    def close(self) -> None:
        self._lane.close()
        self._searchers.close()

    async def answer(self, request: Request) -> Response:
        """The response to a request below `/read`."""
        visit = self._visit(request)
        try:
            return await self._found(request, visit)
        except Refusal as refusal:
            return _refused(visit, refusal.status, refusal.sentence, refusal.values)
        except (Busy, TimeoutError) as problem:
            sentence = "This takes too long to be worked out here."
            if isinstance(problem, Busy):
                sentence = "Too many are waiting. Try again in a moment."
            response = _refused(visit, 503, sentence)
            response.headers["Retry-After"] = "30"
            return response
        except CaptureMissing:
            return _refused(visit, 404, "This is not in the archive.")
        except cdx.QueryError:
            return _refused(visit, 400, "This address of the reading room cannot be understood.")
        except UserError as problem:
            return page(visit, "error.html", status=503, title=visit.words.engine(problem.message), detail="")

    def _visit(self, request: Request) -> Visit:
        words, theme = chosen(request)
        base = self._stage_at or f"{request.scope['scheme']}://{host_of(request)[1]}:{self.stage_port}"
        ticket = self._signing.issue("replay") if self._signing.needed else "-"
        return Visit(request, words, theme, f"{base}/{ticket}", self._signing.needed)

    async def _found(self, request: Request, visit: Visit) -> Response:
        path = raw_path(request)
        if path == "/read":
            return RedirectResponse("/read/", 308)
        if path in (SIGN_IN, SIGN_OUT):
            return await self._sign(request, visit, path)
        if request.method not in ("GET", "HEAD"):
            raise Refusal(405, "This archive can only be read.")
        if len(raw(request)) > 32_768:
            raise Refusal(414, "This address is too long.")
        first, _, rest = path.removeprefix("/read/").partition("/")
        if first == "static":
            found = static(rest)
            if found is None:
                raise Refusal(404, "There is no such page here.")
            return found
        if first == "choose":
            return _choose(request)
        if not first:
            return await self._start(visit)
        collection = self._threads.collections.get(unquote(first))
        if collection is None:
            raise Refusal(404, "There is no such archive here.")
        if rest not in self._pages:
            raise Refusal(404, "There is no such page here.")
        if rest in _SLOW:
            return await self._lane.ask(
                collection, lambda view: self._pages[rest](view, visit), SECONDS, request
            )
        return await self._threads.ask(collection, lambda view: self._pages[rest](view, visit))

    async def _start(self, visit: Visit) -> Response:
        found = list(self._threads.collections.values())
        if len(found) == 1:
            return RedirectResponse(f"/read/{found[0].name}/", 303)
        cards = [await self._threads.ask(one, browsing.card) for one in found]
        return page(visit, "start.html", cards=cards, collection=None)

    async def _sign(self, request: Request, visit: Visit, path: str) -> Response:
        if path == SIGN_OUT:
            response = RedirectResponse(SIGN_IN, 303, SAFE)
            if request.method == "POST":
                response.delete_cookie(self._signing.cookie)
            return response
        there = _inside(request.query_params.get("next", ""))
        if not self._signing.needed:
            return RedirectResponse(there, 303, SAFE)
        wrong = False
        if request.method == "POST":
            if self._tries.take(request.client.host if request.client else "").wait > 0:
                raise Refusal(429, "Too many attempts. Wait a minute, then try again.")
            given = (await _form(request)).get("token", "")
            if self._signing.is_token(given.strip().encode("utf-8", "replace")):
                response = RedirectResponse(there, 303, SAFE)
                response.set_cookie(
                    self._signing.cookie,
                    self._signing.issue("person"),
                    max_age=LASTS,
                    secure=request.scope["scheme"] == "https",
                    httponly=True,
                    samesite="lax",
                )
                return response
            wrong = True
        return page(visit, "sign_in.html", status=403 if wrong else 200, wrong=wrong, collection=None)


def _refused(visit: Visit, status: int, sentence: str, values: dict[str, object] | None = None) -> Response:
    return page(
        visit,
        "error.html",
        status=status,
        title=visit.words.say(sentence, **(values or {})),
        detail="",
        collection=None,
    )


def _choose(request: Request) -> Response:
    """Keep language or theme, and go back to where that was chosen."""
    asked = request.query_params
    words, theme = chosen(request)
    language = asked.get("language", words.language)
    theme_asked = asked.get("theme", theme)
    if language not in LANGUAGES or theme_asked not in THEMES:
        raise Refusal(400, "This address of the reading room cannot be understood.")
    response = RedirectResponse(_inside(asked.get("next", "")), 303, SAFE)
    response.set_cookie(COOKIE, f"{language}.{theme_asked}", max_age=_YEAR, httponly=True, samesite="lax")
    return response


def _inside(there: str) -> str:
    """An address of the room; its start for anything else."""
    parts = urlsplit(there)
    plain = all(" " <= sign != "\\" for sign in there)
    inside = not parts.scheme and not parts.netloc and parts.path.startswith("/read/") and plain
    return there if inside else "/read/"


async def _form(request: Request) -> dict[str, str]:
    """The fields of a short form."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST_FORM:
            raise Refusal(413, "This form is too long.")
    return {name: values[0] for name, values in parse_qs(body.decode("latin-1"), encoding="utf-8").items()}
