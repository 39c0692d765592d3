"""Which program's way of writing a record shows."""

from __future__ import annotations

from typing import Protocol

DIALECTS = ("tianwang", "early", "infomall", "links", "explorer", "incremental", "unknown")
"""TSE 1.0 · TSE before February 2004 (`time:`, CRLF header lines) · CWT collections (always compressed) · TSE's lists
of links · this program · its version 2.0 records · anything else."""


class _Header(Protocol):
    @property
    def header(self) -> bytes: ...
    @property
    def fields(self) -> tuple[tuple[str, bytes], ...]: ...


def dialect_of(record: _Header) -> str:
    """One of `DIALECTS`."""
    values = dict(record.fields)
    version = values.get("version", b"").strip()
    if version == b"2.0":
        return "incremental" if "id" in values else "unknown"
    if version != b"1.0" or "url" not in values:
        return "unknown"
    if "outdegree" in values:
        return "links"
    if "header-check" in values or ("id" in values and "digest" in values):
        return "explorer"
    if record.header.endswith(b"\r\n") or ("time" in values and "date" not in values):
        return "early"
    return "infomall" if "unzip-length" in values or "id" in values else "tianwang"
