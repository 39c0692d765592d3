"""Passes that the service gives out and knows again: the cookie of a person who signed in, the way into the replayed pages.

A pass is the moment at which it ends and an HMAC of it under a secret of this process. Nothing about it is stored, and
with the process all of them end. A pass of one kind is none of another.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Literal

Kind = Literal["person", "replay"]
LASTS = 12 * 3600
"""Seconds that a pass holds."""


class Signing:
    """Makes and checks passes; `token` is the secret that a person signs in with, "" for none."""

    def __init__(self, token: str = "") -> None:
        self._token = token.encode()
        self._secret = secrets.token_bytes(32)
        self.cookie = f"tianwang-{hashlib.sha256(self._secret).hexdigest()[:8]}"
        """Of this process alone: cookies are shared by all ports of a host."""

    @property
    def needed(self) -> bool:
        """Whether anybody has to sign in."""
        return bool(self._token)

    def is_token(self, given: bytes) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(given, self._token)

    def issue(self, kind: Kind, now: float | None = None) -> str:
        """A new pass, of the signs 0-9, a-f and “-”."""
        # whole hours, so that addresses with a pass stay the same for a while and a browser may keep what it has
        hour = int((time.time() if now is None else now) // 3600) * 3600
        ends = f"{hour + LASTS:x}"
        return f"{ends}-{self._code(kind, ends)}"

    def holds(self, kind: Kind, given: str, now: float | None = None) -> bool:
        """Whether this is a pass of this kind that has not ended."""
        ends, _, code = given.partition("-")
        if not hmac.compare_digest(code.encode(), self._code(kind, ends).encode()):
            return False
        return int(ends, 16) > (time.time() if now is None else now)

    def _code(self, kind: Kind, ends: str) -> str:
        return hmac.new(self._secret, f"{kind} {ends}".encode(), hashlib.sha256).hexdigest()[:40]
