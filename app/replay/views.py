"""The views that may ask: each has a token, a date, and a list of the addresses it missed."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from app.archive.model import Capture

_TOKEN = re.compile(r"\bTianwangReplay/([0-9a-f]{32})\b")


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of a view: a date, and the capture that it was opened for. The capture matters where its date alone
    leaves open which: a visit confirms an older version, though a newer one may be nearer in time."""

    date: datetime | None = None
    capture: Capture | None = None


@dataclass(slots=True)
class _View:
    moment: Moment
    on_missing: Callable[[int], None] | None
    missing: dict[str, None] = field(default_factory=dict)  # keeps the order, drops repetitions
    served: int = 0
    parts: dict[str, str] = field(default_factory=dict)  # address → digest of the content served under it


class Views:
    """A thread-safe table of views. `on_missing` is called, in a server thread, with the new count."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._views: dict[str, _View] = {}

    def open(self, moment: Moment, on_missing: Callable[[int], None] | None = None) -> str:
        token = secrets.token_hex(16)
        with self._lock:
            self._views[token] = _View(moment, on_missing)
        return token

    def set_moment(self, token: str, moment: Moment) -> None:
        with self._lock:
            old = self._views[token]
            self._views[token] = _View(moment, old.on_missing)

    def close(self, token: str) -> None:
        with self._lock:
            self._views.pop(token, None)

    def token_in(self, user_agent: str) -> str | None:
        """The token of an open view that a User-Agent header carries."""
        match = _TOKEN.search(user_agent)
        with self._lock:
            return match[1] if match and match[1] in self._views else None

    def moment(self, token: str) -> Moment:
        with self._lock:
            view = self._views.get(token)
            return view.moment if view else Moment()

    def add_served(self, token: str, url: str, digest: str) -> None:
        with self._lock:
            if token in self._views:
                self._views[token].served += 1
                self._views[token].parts[url] = digest

    def add_missing(self, token: str, url: str) -> None:
        with self._lock:
            view = self._views.get(token)
            if view is None or url in view.missing:
                return
            view.missing[url] = None
            # Called under the lock, so that no callback runs once close() has returned.
            if view.on_missing is not None:
                view.on_missing(len(view.missing))

    def missing(self, token: str) -> list[str]:
        with self._lock:
            view = self._views.get(token)
            return list(view.missing) if view else []

    def parts(self, token: str) -> dict[str, str]:
        with self._lock:
            view = self._views.get(token)
            return dict(view.parts) if view else {}

    def served(self, token: str) -> int:
        with self._lock:
            view = self._views.get(token)
            return view.served if view else 0
