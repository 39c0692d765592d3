"""Templates into pages: what every page of the room has, its headers, and the files that belong to it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

import resources
from app.service.cdx import stamp
from app.service.room import names
from app.service.room.wording import LANGUAGES, Wording, preferred, wording

THEMES = ("auto", "light", "dark")
Theme = Literal["auto", "light", "dark"]
COOKIE = "tianwang-room"
"""What a person chose: language and theme, as “zh.dark”."""
_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True)
class Visit:
    """A request to the room: who asks, how they want it, and what the pages around it need."""

    request: Request
    words: Wording
    theme: Theme
    stage: str  # address of the second port with the pass, without a slash at its end
    signed_in: bool  # by a token: then there is a way out

    @property
    def path(self) -> str:
        return self.request.url.path

    def here(self, **changes: object) -> str:
        """The address of this page with other values; None leaves one out."""
        given = self.request.query_params.multi_items()
        values = [one for one in given if one[0] not in changes] + list(changes.items())
        kept = [(name, value) for name, value in values if value not in (None, "")]
        return f"{self.path}?{urlencode(kept)}" if kept else self.path


def chosen(request: Request) -> tuple[Wording, Theme]:
    """Language and theme: what the person chose, else what the browser says."""
    language, _, theme = request.cookies.get(COOKIE, "").partition(".")
    if language not in LANGUAGES:
        language = preferred(request.headers.get("accept-language", ""))
    return wording(language), theme if theme in THEMES else "auto"  # type: ignore[return-value]


def page(visit: Visit, template: str, *, status: int = 200, **values: Any) -> Response:
    """A page of the room."""
    words = visit.words
    text = (
        _environment()
        .get_template(template)
        .render(
            visit=visit,
            words=words,
            _=words.say,
            count=words.count,
            languages=LANGUAGES,
            kinds={name: words.say(title) for name, title in names.CHANGES.items()},
            states={name: words.say(title) for name, title in names.STATES.items()},
            facet_names=names.FACETS,
            themes=THEMES,
            **values,
        )
    )
    frames = visit.stage.partition("://")[2].partition("/")[0]
    scheme = visit.stage.partition("://")[0]
    policy = (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; "
        f"frame-src {scheme}://{frames}; base-uri 'none'; frame-ancestors 'none'"
    )
    return Response(
        text,
        status,
        {
            "Content-Security-Policy": policy,
            "Cache-Control": "private, no-cache",
            "Vary": "Accept-Language, Cookie",
            "Content-Language": words.tag,
            **SAFE,
        },
        "text/html",
    )


SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of everything that the room sends."""


def static(name: str) -> Response | None:
    """A file of the room, named “room.css” or “room-1a2b3c4d.css”; None where there is none of that name."""
    plain, _, ending = name.rpartition(".")
    known = _files()
    found = known.get(f"{plain.rpartition('-')[0] or plain}.{ending}")
    if found is None:
        return None
    data, stamped = found
    lasting = "public, max-age=31536000, immutable" if name == stamped else "no-cache"
    return Response(data, 200, {"Cache-Control": lasting, **SAFE}, _KINDS[ending])


@cache
def _files() -> Mapping[str, tuple[bytes, str]]:
    """The files by name, each with its name that changes when it does."""
    found = {}
    for file in sorted(resources.path("room", "static").iterdir()):
        data = file.read_bytes()
        mark = hashlib.sha256(data).hexdigest()[:8]
        found[file.name] = data, f"{file.stem}-{mark}{file.suffix}"
    return found


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(resources.path("room", "pages")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["stamp"] = stamp
    made.filters["in_path"] = lambda text: quote(str(text), safe="")
    made.globals["asset"] = lambda name: f"/read/static/{_files()[name][1]}"
    made.globals["query"] = urlencode_kept
    made.globals["marks"] = marks
    return made


def urlencode_kept(**values: object) -> str:
    """The query of an address, without values that are empty."""
    return urlencode({name: value for name, value in values.items() if value not in (None, "")})


def marks(text: str, places: tuple[tuple[int, int], ...]) -> Markup:
    """A text with what was sought in it marked."""
    pieces, last = list[Markup](), 0
    for begin, end in sorted(places):
        if begin < last:
            continue
        pieces += (Markup.escape(text[last:begin]), Markup("<mark>%s</mark>") % text[begin:end])
        last = end
    pieces.append(Markup.escape(text[last:]))
    return Markup("").join(pieces)
