"""Cookies that other programs wrote to a file: Netscape's cookies.txt, and JSON as browsers' extensions write it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from app.crawl.cookies import Cookie
from app.errors import StorageUnreadable

MAX_SIZE = 16 * 1024 * 1024
_HTTP_ONLY = "#HttpOnly_"


class CookiesUnreadable(StorageUnreadable):
    """A file that was to be imported holds no cookies."""


def read_cookies(path: Path) -> list[Cookie]:
    """Raises CookiesUnreadable when there is none in the file, or no reading it."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SIZE + 1)
        if len(content) > MAX_SIZE:
            raise CookiesUnreadable(path=path, detail="the file is too large")
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CookiesUnreadable(path=path, detail=str(error)) from error
    found = _from_json(text) if text.lstrip()[:1] in ("[", "{") else _from_lines(text.splitlines())
    if not found:
        raise CookiesUnreadable(path=path, detail="there is no cookie in it")
    return found


def _from_lines(lines: Iterable[str]) -> list[Cookie]:
    """Seven fields separated by tabs: domain, whether for subdomains, path, secure, expiry, name, value."""
    found = []
    for line in lines:
        http_only = line.startswith(_HTTP_ONLY)
        line = line.removeprefix(_HTTP_ONLY)
        parts = line.split("\t")
        if line.startswith("#") or len(parts) not in (6, 7):
            continue
        domain, subdomains, path, secure, expires, name = parts[:6]
        with suppress(ValueError, TypeError):
            found.append(
                _cookie(
                    domain, name, parts[6] if len(parts) == 7 else "", path, float(expires or 0),
                    host_only=subdomains.upper() != "TRUE", secure=secure.upper() == "TRUE", http_only=http_only,
                )
            )  # fmt: skip
    return found


def _from_json(text: str) -> list[Cookie]:
    """A list of objects, or an object with such a list under "cookies" (Playwright's storage state)."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(content, dict):
        content = content.get("cookies")
    found = []
    for item in content if isinstance(content, list) else ():
        if not isinstance(item, Mapping):
            continue
        lasting = next((item[key] for key in ("expirationDate", "expires", "expiry") if item.get(key) is not None), 0)
        domain = str(item.get("domain", ""))
        with suppress(ValueError, TypeError):
            found.append(
                _cookie(
                    domain, str(item.get("name", "")), str(item.get("value", "")),
                    str(item.get("path") or "/"), float(lasting),
                    host_only=bool(item.get("hostOnly", not domain.startswith("."))),
                    secure=bool(item.get("secure")), http_only=bool(item.get("httpOnly")),
                )
            )  # fmt: skip
    return found


def _cookie(
    domain: str, name: str, value: str, path: str, expires: float, *, host_only: bool, secure: bool, http_only: bool
) -> Cookie:
    return Cookie.from_json(
        {
            "name": name, "value": value, "domain": domain.strip().removeprefix(".").lower(), "path": path or "/",
            "host_only": host_only, "secure": secure, "http_only": http_only,
            # 0 and -1 stand for “until the browser is closed”
            "expires": expires if expires > 0 else None, "imported": True,
        }
    )  # fmt: skip
