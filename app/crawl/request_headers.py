"""The headers that every request of a crawl carries."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.tianwang.codings import ACCEPTED

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")
_SECRET = frozenset({"authorization", "proxy-authorization", "cookie"})
_OURS = frozenset(
    {
        "accept-encoding", "connection", "content-length", "expect", "host", "if-match", "if-modified-since",
        "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "proxy-connection", "range", "te", "trailer",
        "transfer-encoding", "upgrade", "user-agent",
    }
)  # fmt: skip


def agent(user_agent: str, contact: str) -> str:
    """The user agent with the address at which its operator is reached, where others have it: "(…; +address)"."""
    if not contact:
        return user_agent
    told = contact if contact.startswith("+") else f"+{contact}"
    return f"{user_agent[:-1]}; {told})" if user_agent.endswith(")") else f"{user_agent} ({told})"


def common(user_agent: str, contact: str, extra: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """What stands in every request, with the headers of the settings in place of ours of the same name."""
    own = {name.lower() for name, _ in extra}
    usual = [("User-Agent", agent(user_agent, contact)), ("Accept", "*/*"), ("Accept-Encoding", ACCEPTED)]
    return [(name, value) for name, value in usual if name.lower() not in own] + list(extra)


def problem(headers: Iterable[tuple[str, str]]) -> str:
    """What is wrong with the extra headers of the settings; "" when they can be sent."""
    for name, value in headers:
        lower = name.lower()
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            return f"“{name}” is no header that can be sent"
        if lower in _SECRET:
            return f"“{name}” belongs to the stored log-ins: settings are kept in the archive folder"
        if lower in _OURS:
            return f"“{name}” is set by the program itself"
    return ""
