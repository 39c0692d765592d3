"""A small web server on this machine for the sample site: two editions, traps included."""

import calendar
import hashlib
import json
import socket
import string
import sys
import threading
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import format_datetime, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

import resources

_HTML = "text/html; charset=utf-8"
_REMOVED = "removed.txt"  # in the folder of edition 2: lines of status and address
_NEW_MOON = date(2000, 1, 6).toordinal()
_MOON_MONTH = 29.530588


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says to one address: a file, a page made on the spot, a redirect or an error."""

    status: int
    body: bytes = b""
    media_type: str = _HTML
    location: str = ""
    modified: datetime | None = None  # None: made on the spot, sent without validators

    @property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'


class SampleSite:
    """The files of both editions, held in memory (under 2 MB), and the rules of site.json."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or resources.path("sample_site")
        self._rules: dict[str, Any] = json.loads((self._folder / "site.json").read_text("utf-8"))
        self._calendar_page = self._template("calendar.html")
        self._error_page = self._template("error.html")
        first = self._load(1)
        gone = self._removed()
        second = {path: answer for path, answer in first.items() if path not in gone}
        self._files = {1: first, 2: {**second, **self._load(2)}}
        self._gone = {1: {}, 2: gone}

    def _template(self, name: str) -> string.Template:
        return string.Template((self._folder / "templates" / name).read_text("utf-8"))

    def _load(self, edition: int) -> dict[str, Answer]:
        """Every file of an edition's folder under the address it is served at."""
        root = self._folder / f"edition{edition}"
        modified = datetime.fromisoformat(self._rules["editions"][str(edition)]["last_modified"])
        addresses = {name: address for address, name in self._rules["aliases"].items()}
        files = {}
        for file in sorted(root.rglob("*")):
            name = file.relative_to(root).as_posix()
            if not file.is_file() or name == _REMOVED:
                continue
            media_type = self._rules["type_of_file"].get(name) or self._rules["types"][file.suffix]
            address = addresses.get(name, "/" + name.removesuffix("index.html"))
            dynamic = name in self._rules["session_pages"]
            files[address] = Answer(200, file.read_bytes(), media_type, "", None if dynamic else modified)
        return files

    def _removed(self) -> dict[str, int]:
        lines = (self._folder / "edition2" / _REMOVED).read_text("utf-8").split("\n")
        pairs = [line.split(maxsplit=1) for line in lines if line.strip()]
        return {path: int(status) for status, path in pairs}

    def addresses(self, edition: int) -> list[str]:
        """The addresses of all files of an edition (not percent-encoded), without the calendar's."""
        return sorted(self._files[edition])

    def answer(self, edition: int, target: str) -> Answer:
        parts = urlsplit(target)
        path = unquote(parts.path) or "/"
        if path in self._rules["redirects"]:
            rule = self._rules["redirects"][path]
            to = rule.get(f"to_in_edition_{edition}", rule["to"])
            return Answer(rule["status"], location=to)
        if path == "/calendar/":
            return self._calendar(edition, parse_qs(parts.query))
        found = self._files[edition].get(path)
        if found is not None:
            return self._with_session(found, target) if found.modified is None else found
        if path + "/" in self._files[edition] or path == "/calendar":
            return Answer(301, location=quote(path + "/"))
        return self._error(self._gone[edition].get(path, 404))

    def _error(self, status: int) -> Answer:
        page = self._error_page.substitute(status=status, reason=HTTPStatus(status).phrase)
        return Answer(status, page.encode())

    @staticmethod
    def _with_session(page: Answer, target: str) -> Answer:
        """A page whose links carry a session id that depends on the address asked for: without end for
        a crawler that takes each id for a new page, yet the same bytes for the same address."""
        session = hashlib.sha256(target.encode()).hexdigest()[:26]
        return Answer(200, page.body.replace(b"{{session}}", session.encode()), page.media_type)

    def _calendar(self, edition: int, query: dict[str, list[str]]) -> Answer:
        """One month of the endless calendar; every page links to the next and the previous month."""
        today = self._rules["editions"][str(edition)]["month"].split("-")
        try:
            year = int(query.get("year", [today[0]])[0])
            month = int(query.get("month", [today[1]])[0])
            date(year, month, 1)
        except ValueError:
            return self._error(404)
        before, after = (year * 12 + month - 2), (year * 12 + month)
        page = self._calendar_page.substitute(
            month_name=calendar.month_name[month],
            year=year,
            rows=_month_rows(year, month),
            previous=f"?year={before // 12}&amp;month={before % 12 + 1}",
            next=f"?year={after // 12}&amp;month={after % 12 + 1}",
        )
        return Answer(200, page.encode())


def _month_rows(year: int, month: int) -> str:
    """The table rows of a month, Monday first, with the principal phases of the moon."""
    rows = []
    for week in calendar.monthcalendar(year, month):
        cells = [f"<td>{_day(date(year, month, day))}</td>" if day else "<td></td>" for day in week]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join(rows)


def _day(day: date) -> str:
    quarter = _MOON_MONTH / 4
    age = (day.toordinal() - _NEW_MOON) % _MOON_MONTH
    if age % quarter >= 1:
        return f"<b>{day.day}</b>"
    phase = int(age // quarter)
    name = ("new moon", "first quarter", "full moon", "last quarter")[phase]
    return f'<b>{day.day}</b><span class="moon" title="{name}">{"○◑●◐"[phase]}</span><small>{name}</small>'


class _Server(ThreadingTCPServer):
    """Knows its open connections, so that stopping does not wait for clients that keep theirs alive."""

    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, port: int, owner: "SampleServer") -> None:
        self.owner = owner
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def close_all(self) -> None:
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # the client was faster
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        # a client that hangs up in the middle is everyday life; anything else is a fault of ours
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "HetangServer/1.0"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = 1 << 16  # header and body leave in one packet
    timeout = 60
    server: _Server

    def do_GET(self) -> None:
        self._respond()

    def do_HEAD(self) -> None:
        self._respond()

    def _respond(self) -> None:
        owner = self.server.owner
        answer = owner.site.answer(owner.edition, self.path)
        status = 304 if self._unchanged(answer) else answer.status
        owner.requests.append((self.command, self.path, status))
        self.send_response(status)
        if answer.modified is not None:
            self.send_header("Last-Modified", format_datetime(answer.modified, usegmt=True))
            self.send_header("ETag", answer.etag)
        if answer.location:
            self.send_header("Location", answer.location)
        if status != 304:
            if answer.body:
                self.send_header("Content-Type", answer.media_type)
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if status != 304 and self.command != "HEAD":
            self.wfile.write(answer.body)

    def _unchanged(self, answer: Answer) -> bool:
        """Whether the client's copy is current; If-None-Match outranks If-Modified-Since (RFC 9110)."""
        if answer.modified is None:
            return False
        tags = self.headers.get("If-None-Match")
        if tags is not None:
            known = [tag.strip().removeprefix("W/") for tag in tags.split(",")]
            return answer.etag in known or "*" in known
        try:
            since = parsedate_to_datetime(self.headers.get("If-Modified-Since", ""))
        except ValueError:
            return False
        return answer.modified <= (since if since.tzinfo else since.replace(tzinfo=UTC))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing to stderr: `SampleServer.requests` is the log."""


class SampleServer:
    """The sample site on 127.0.0.1. `edition` may be switched while it runs; `requests` is what was asked."""

    def __init__(self, edition: int = 1, port: int = 0) -> None:
        self.site = SampleSite()
        self.requests: list[tuple[str, str, int]] = []
        self._edition = 1
        self.edition = edition
        self._port = port
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def edition(self) -> int:
        return self._edition

    @edition.setter
    def edition(self, edition: int) -> None:
        if edition not in (1, 2):
            raise ValueError(f"the sample site has editions 1 and 2, not {edition}")
        self._edition = edition

    @property
    def url(self) -> str:
        if self._server is None:
            raise RuntimeError("the sample server is not running")
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def start(self) -> None:
        if self._server is not None:
            return
        self._server = _Server(self._port, self)
        self._port = self._server.server_address[1]  # started again it keeps its address
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="sample site", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        if self._server is None or self._thread is None:
            return
        self._server.shutdown()
        self._thread.join()
        self._server.close_all()
        self._server = self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
