"""The cookies of a profile, which WebEngine tells of one by one."""

from __future__ import annotations

from PySide6.QtNetwork import QNetworkCookie
from PySide6.QtWebEngineCore import QWebEngineCookieStore


class Cookies:
    """Holds what a store holds now."""

    def __init__(self, store: QWebEngineCookieStore) -> None:
        self._held: dict[tuple[str, str, str], QNetworkCookie] = {}
        store.cookieAdded.connect(self._note)
        store.cookieRemoved.connect(self._drop)

    def values(self) -> list[dict[str, object]]:
        """Each as the crawls' log-ins take it."""
        return [_as_values(cookie) for cookie in self._held.values()]

    def _note(self, cookie: QNetworkCookie) -> None:
        self._held[_key(cookie)] = QNetworkCookie(cookie)

    def _drop(self, cookie: QNetworkCookie) -> None:
        self._held.pop(_key(cookie), None)


def _key(cookie: QNetworkCookie) -> tuple[str, str, str]:
    return cookie.domain(), cookie.path(), bytes(cookie.name().data()).decode("latin-1")


def _as_values(cookie: QNetworkCookie) -> dict[str, object]:
    domain, path, name = _key(cookie)
    return {
        "name": name,
        "value": bytes(cookie.value().data()).decode("latin-1"),
        "domain": domain,
        "path": path,
        "secure": cookie.isSecure(),
        "http_only": cookie.isHttpOnly(),
        "expires": None if cookie.isSessionCookie() else cookie.expirationDate().toSecsSinceEpoch(),
    }
