"""Star, tags and note as a few signs behind a title."""

from __future__ import annotations

from collections.abc import Iterable


def signs(star: bool, tags: Iterable[str], noted: bool) -> str:
    """“★ linux, to read ✎”; "" where there is nothing."""
    return " ".join(filter(None, ("★" if star else "", ", ".join(tags), "✎" if noted else "")))
