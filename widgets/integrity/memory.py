"""What the last check of an archive found, remembered in the preferences: the archive itself is never written to."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QSettings

_KEY = "integrity"
_MOST = 20


@dataclass(frozen=True, slots=True)
class LastCheck:
    """One check of a whole archive. `batches`: batch → (bytes it had, problems found in it); "" stands for the rest."""

    path: str
    checked: str
    strict: bool
    records: int
    bytes: int
    problems: int
    batches: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def moment(self) -> datetime:
        """When it ended."""
        return datetime.fromisoformat(self.checked)


def load(settings: QSettings, path: Path) -> LastCheck | None:
    """The last check of the archive at `path`, if one is remembered."""
    return next((check for check in _all(settings) if check.path == str(path)), None)


def remember(settings: QSettings, check: LastCheck) -> None:
    """Remember a check; of each archive only the last one, and not of more archives than anybody has."""
    kept = [check, *(other for other in _all(settings) if other.path != check.path)]
    settings.setValue(_KEY, json.dumps([asdict(each) for each in kept[:_MOST]], ensure_ascii=False))


def now() -> str:
    """This moment as it is remembered."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _all(settings: QSettings) -> list[LastCheck]:
    try:
        found = []
        for row in json.loads(settings.value(_KEY, "[]", str)):
            batches = {name: (int(size), int(count)) for name, (size, count) in row.pop("batches").items()}
            check = LastCheck(**row, batches=batches)
            datetime.fromisoformat(check.checked)
            found.append(check)
        return found
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
