"""Secrets for servers: stored passwords and cookies, and the cookies of crawls that go on later.

All of them lie in the configuration folder of the person, in files for that person's eyes alone, and never in an
archive, which may be handed on.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.crawl.net.challenges import Login
from app.crawl.net.cookies import Cookie, read_cookies
from app.errors import StorageFailed, StorageUnreadable
from app.personal import config_folder

KEPT_RUNS = 90 * 24 * 3600
"""Seconds after which cookies of a crawl that never went on are deleted."""
_LOCK = threading.Lock()


class Vault:
    """Passwords and cookies by host, as a person stored them. Every call reads or writes the file anew.

    A host is a name, with its port when that is not the usual one ("lib.example.org", "localhost:8080"). Raises
    StorageUnreadable or StorageFailed when the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or config_folder() / "logins.json"

    def __repr__(self) -> str:
        return f"Vault({str(self._path)!r})"

    def logins(self) -> dict[str, str]:
        """Host → user name. Passwords are only given to `login`."""
        return {host: str(entry["user"]) for host, entry in self._read()["logins"].items()}

    def login(self, host: str) -> Login | None:
        """For a host with its port, or else for its name."""
        stored = self._read()["logins"]
        entry = stored.get(host) or stored.get(_name(host))
        return Login(str(entry["user"]), str(entry["password"])) if entry else None

    def set_login(self, host: str, user: str, password: str) -> None:
        def change(content: dict[str, Any]) -> None:
            content["logins"][host.strip().lower()] = {"user": user, "password": password}

        self._change(change)

    def import_cookies(self, path: Path) -> int:
        """How many cookies of a cookies.txt (Netscape) or JSON file were taken. Raises CookiesUnreadable."""
        return self.add_cookies(read_cookies(path))

    def add_cookies(self, cookies: Iterable[Cookie | Mapping[str, object]]) -> int:
        """Mappings have name, value and domain, and may have path, secure, http_only, host_only and expires."""
        added = []
        for cookie in cookies:
            values = cookie.to_json() if isinstance(cookie, Cookie) else dict(cookie)
            domain = str(values.get("domain", ""))
            values.setdefault("host_only", not domain.startswith("."))
            values["domain"] = domain.removeprefix(".").lower()
            with suppress(TypeError, ValueError):
                added.append(Cookie.from_json({**values, "imported": True}))

        def change(content: dict[str, Any]) -> None:
            kept = {(item["domain"], item["path"], item["name"]): item for item in content["cookies"]}
            kept.update({(item.domain, item.path, item.name): item.to_json() for item in added})
            content["cookies"] = list(kept.values())

        self._change(change)
        return len(added)

    def cookies(self) -> tuple[Cookie, ...]:
        return tuple(_valid(self._read()["cookies"]))

    def cookies_for(self, host: str) -> tuple[Cookie, ...]:
        """Those that would be sent to some page of a host."""
        name, now = _name(host), time.time()
        return tuple(
            cookie for cookie in self.cookies() if cookie.goes_to(name, cookie.path, secure=True, now=now)
        )

    def forget(self, host: str) -> None:
        """The log-in of a host, and all cookies that would be sent to it."""
        name = _name(host)
        gone = {
            (cookie.domain, cookie.path, cookie.name)
            for cookie in self.cookies()
            if cookie.goes_to(name, cookie.path, secure=True, now=0)  # those that have expired, too
        }

        def change(content: dict[str, Any]) -> None:
            content["logins"].pop(host.strip().lower(), None)
            content["cookies"] = [
                item
                for item in content["cookies"]
                if (item["domain"], item["path"], item["name"]) not in gone
            ]

        self._change(change)

    def _read(self) -> dict[str, Any]:
        content = _load(self._path)
        logins, cookies = content.get("logins"), content.get("cookies")
        return {
            "logins": {
                host: entry
                for host, entry in (logins.items() if isinstance(logins, dict) else ())
                if isinstance(entry, dict) and {"user", "password"} <= entry.keys()
            },
            "cookies": [cookie.to_json() for cookie in _valid(cookies)],
        }

    def _change(self, change: Callable[[dict[str, Any]], None]) -> None:
        with _LOCK:
            content = self._read()
            change(content)
            _save(self._path, {"version": 1, **content})


class RunCookies:
    """The cookies that servers gave to one crawl job, from one run of it to the next."""

    def __init__(self, job_id: str, folder: Path | None = None) -> None:
        self._folder = folder or config_folder() / "crawl-cookies"
        self._path = self._folder / f"{job_id}.json"

    def load(self) -> tuple[Cookie, ...]:
        """The secrets in a file; empty without one, and when it cannot be read: a crawl works without."""
        with suppress(StorageUnreadable):
            return tuple(_valid(_load(self._path).get("cookies")))
        return ()

    def save(self, cookies: Iterable[Cookie]) -> None:
        """Raises StorageFailed."""
        kept = [cookie.to_json() for cookie in cookies if not cookie.imported]
        if kept or self._path.exists():
            _save(self._path, {"version": 1, "cookies": kept})
            self._tidy()

    def forget(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _tidy(self) -> None:
        oldest = time.time() - KEPT_RUNS
        for path in self._folder.glob("*.json"):
            with suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()


def _name(host: str) -> str:
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


def _valid(items: object) -> list[Cookie]:
    found = []
    for item in items if isinstance(items, list) else ():
        with suppress(TypeError, ValueError):
            found.append(Cookie.from_json(item))
    return found


def _load(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StorageUnreadable(path=path, detail=str(error)) from error
    return content if isinstance(content, dict) else {}


def _save(path: Path, content: Mapping[str, object]) -> None:
    """Write a file: all or nothing, and from the first byte on for the person's eyes alone (mkstemp makes files of mode
    0600)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StorageFailed(path=path, detail=str(error)) from error
