"""The archives opened lately, kept in the preferences."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QSettings

_KEY = "recent"
_MOST = 12


@dataclass(frozen=True, slots=True)
class Recent:
    """One archive; `opened` is an ISO 8601 moment."""

    path: str
    name: str
    pages: int
    opened: str

    @property
    def moment(self) -> datetime:
        """When it was opened last."""
        return datetime.fromisoformat(self.opened)


def load(settings: QSettings) -> list[Recent]:
    """The list, newest first; entries that cannot be read are left out."""
    try:
        rows = json.loads(settings.value(_KEY, "[]", str))
        return [Recent(**row) for row in rows]
    except (ValueError, TypeError):
        return []


def remember(settings: QSettings, path: Path, name: str, pages: int) -> None:
    """Put an archive at the head of the list."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entry = Recent(str(path), name, pages, now)
    _save(settings, [entry, *(other for other in load(settings) if other.path != entry.path)])


def forget(settings: QSettings, path: str) -> None:
    """Take an archive off the list; the archive itself stays."""
    _save(settings, [entry for entry in load(settings) if entry.path != path])


def _save(settings: QSettings, entries: list[Recent]) -> None:
    settings.setValue(_KEY, json.dumps([asdict(entry) for entry in entries[:_MOST]], ensure_ascii=False))
