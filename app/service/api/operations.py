"""What can be asked of the interface, and what its parameters may be."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from app.archive.model import Capture
from app.service import cdx
from app.service.collection import View
from app.service.keys import key_of

PAGE, MOST_PAGE = 100, 1000
"""Rows of one page of a list: by default, and at most."""
_MOST_TEXT = 4096  # characters of a value
_ID = re.compile(r"\d{6}-\d{7,10}", re.ASCII)
_BATCH = re.compile(r"\d{6}", re.ASCII)
_OFFSET = re.compile(r"([+\- ])(0\d|1[0-4]):([0-5]\d)", re.ASCII)  # a plus that was not escaped is a blank

Kind = Literal["text", "address", "number", "share", "date", "id", "batch", "cursor", "switch", "offset"]


class Refusal(Exception):
    """A question that is not answered: the status of the answer, a code for programs, a sentence for people."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        self.status, self.code = status, code
        super().__init__(detail)


@dataclass(frozen=True)
class Parameter:
    """A value of a question. `least` and `most` bound a number, `choices` a text; `example` is a value for the
    description."""

    name: str
    kind: Kind
    about: str
    required: bool = False
    default: Any = None
    least: float = 0
    most: float = 0
    choices: tuple[str, ...] = ()
    example: Any = None

    def value(self, text: str) -> Any:
        """What is meant by a text. Refusal, cdx.QueryError."""
        if len(text) > _MOST_TEXT or "\0" in text:
            raise self._refused(f"has at most {_MOST_TEXT} characters, and no NUL")
        match self.kind:
            case "number":
                if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not self.least <= int(text) <= self.most:
                    raise self._refused(f"is a number from {self.least:g} to {self.most:g}")
                return int(text)
            case "share":
                if not re.fullmatch(r"[01](\.\d{1,6})?", text, re.ASCII) or not (
                    self.least <= float(text) <= self.most
                ):
                    raise self._refused(f"is a number from {self.least:g} to {self.most:g}")
                return float(text)
            case "date":
                return text if cdx.moment(_digits(text), self.name) else None
            case "id" | "batch":
                if not (_ID if self.kind == "id" else _BATCH).fullmatch(text):
                    shape = "like 202611-0000001" if self.kind == "id" else "six digits like 202611"
                    raise self._refused(f"is {shape}")
            case "switch":
                if text not in ("true", "false"):
                    raise self._refused("is true or false")
                return text == "true"
            case "cursor":
                return _place(text)
            case "offset":
                found = _OFFSET.fullmatch(text)
                if found is None:
                    raise self._refused("is like +08:00 or -05:30")
                seconds = int(found[2]) * 3600 + int(found[3]) * 60
                return -seconds if found[1] == "-" else seconds
            case "text" | "address":
                if not text.strip():
                    raise self._refused("is empty")
                if self.choices and text not in self.choices:
                    raise self._refused(f"is one of {', '.join(self.choices)}")
        return text

    def _refused(self, why: str) -> Refusal:
        return Refusal(400, "parameter", f"“{self.name}” {why}.")


def _digits(text: str) -> str:
    return re.sub(r"[-:TZ ]", "", text) if re.fullmatch(r"[\d:TZ \-]{1,25}", text, re.ASCII) else text


def begin(text: str) -> datetime:
    """The first moment of a date that was checked."""
    return cdx.moment(_digits(text))


def end(text: str) -> datetime:
    """The moment behind a date."""
    last = cdx.moment(_digits(text), last=True)
    return last + timedelta(seconds=1) if last.year < 9999 else last


def cursor(*place: int) -> str:
    """A place in a list, to go on from."""
    return urlsafe_b64encode(".".join(map(str, place)).encode()).decode().rstrip("=")


def _place(text: str) -> tuple[int, ...]:
    try:
        plain = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
        if len(plain) > 60 or not re.fullmatch(r"\d{1,18}(\.\d{1,18})*", plain, re.ASCII):
            raise ValueError(plain)
    except ValueError:
        raise Refusal(400, "cursor", "This cursor was not made here.") from None
    return tuple(map(int, plain.split(".")))


@dataclass(frozen=True)
class Asked:
    """A question: the archive as it is now, the values of the parameters, the path of the collection in the
    interface."""

    view: View
    values: dict[str, Any]
    root: str

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def capture(self, name: str = "id") -> Capture:
        """The capture with an id. CaptureMissing, Refusal for a hidden one."""
        found = self.view.reader.capture(self.values[name])
        self.shown(found.url)
        return found

    def shown(self, url: str) -> None:
        """Refusal for a hidden address."""
        hidden = self.view.collection.hidden_address(url)
        if hidden is not None:
            raise Refusal(451, "hidden", hidden.reason or "This address is not shown.")

    def is_shown(self, url: str) -> bool:
        return self.view.collection.hidden_address(url) is None

    def listed(self, captures: Sequence[Capture]) -> list[dict[str, Any]]:
        return [told(self.root, one) for one in captures]


@dataclass
class Answer:
    """What is sent: an object of JSON, or bytes with their media type. `tag` is the strong validator of bytes, `after`
    the cursor of the rest of a list."""

    body: dict[str, Any] = field(default_factory=dict)
    data: bytes | None = None
    media_type: str = "application/json"
    tag: str = ""
    after: str = ""
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Operation:
    """One thing to ask: `path` below the collection, with names of parameters in braces; `answer` works it out in a
    thread, `heavy` in one of a few. `example` is the body of an answer."""

    name: str
    path: str
    about: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Asked], Answer] | None
    example: Any = None
    media_type: str = "application/json"
    heavy: bool = False
    paged: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))

    def values(self, named: dict[str, str], given: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The values of all parameters. Refusal."""
        known = {one.name: one for one in self.parameters}
        texts = dict(named)
        for name, text in given:
            if name not in known or f"{{{name}}}" in self.path:
                allowed = ", ".join(one for one in known if f"{{{one}}}" not in self.path)
                raise Refusal(
                    400,
                    "parameter",
                    f"There is no parameter “{name[:40]}” here."
                    + (f" There are {allowed}." if allowed else ""),
                )
            if name in texts:
                raise Refusal(400, "parameter", f"“{name}” is given twice.")
            texts[name] = text
        for one in self.parameters:
            if one.required and one.name not in texts:
                raise Refusal(400, "parameter", f"The parameter “{one.name}” is missing.")
        return {
            one.name: one.value(texts[one.name]) if one.name in texts else one.default
            for one in self.parameters
        }


ID = Parameter("id", "id", "The global id of a capture.", required=True, example="202001-0000001")
LIMIT = Parameter(
    "limit", "number", "At most so many rows.", default=PAGE, least=1, most=MOST_PAGE, example=100
)
CURSOR = Parameter(
    "cursor", "cursor", "Where to go on: “next” of the answer before.", default=(), example="MTAw"
)


def told(root: str, capture: Capture) -> dict[str, Any]:
    """A capture as an object of JSON."""
    here = f"{root}/captures/{capture.id}"
    return {
        "id": capture.id,
        "url": capture.url,
        "key": key_of(capture.url),
        "date": moment(capture.date),
        "kind": capture.kind,
        "confirms": capture.base,
        "status": capture.status,
        "type": capture.type,
        "length": capture.length,
        "digest": capture.digest,
        "title": capture.title,
        "origin": capture.origin,
        "self": here,
        "content": f"{here}/content",
    }


def moment(date: datetime | None) -> str | None:
    return None if date is None else date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
