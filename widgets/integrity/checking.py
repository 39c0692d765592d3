"""Checks of an archive in the background, and the memory of the last one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QSettings

from app.archive.archive import Archive
from app.archive.upkeep.verifying import Checked
from widgets.kit import jobs
from widgets.words import formats

# What the last check of an archive found, remembered in the preferences: the archive itself is never
# written to.

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
        for row in json.loads(str(settings.value(_KEY, "[]", str))):
            batches = {name: (int(size), int(count)) for name, (size, count) in row.pop("batches").items()}
            check = LastCheck(**row, batches=batches)
            datetime.fromisoformat(check.checked)
            found.append(check)
        return found
    except (ValueError, TypeError, KeyError, AttributeError):
        return []


@dataclass(slots=True)
class Check:
    """A check at work or ended: `problems` grows while it runs."""

    archive: Path
    strict: bool
    problems: list[Any] = field(default_factory=list[Any])
    batches: list[Any] = field(default_factory=list[Any])
    checked: Checked = field(default_factory=Checked)
    done: int = 0
    total: int = 0
    ended: str = ""
    complete: bool = False

    @property
    def records(self) -> int:
        """Records that were read."""
        return self.checked.records

    def remembered(self) -> LastCheck:
        """What of it is kept."""
        found = Counter(batch_of(problem.file) for problem in self.problems)
        sizes = {batch.batch: batch.bytes for batch in self.batches}
        return LastCheck(
            path=str(self.archive),
            checked=self.ended,
            strict=self.strict,
            records=self.records,
            bytes=sum(sizes.values()),
            problems=len(self.problems),
            batches={name: (sizes.get(name, 0), found.get(name, 0)) for name in {*sizes, *found}},
        )


def batch_of(file: str) -> str:
    """The batch a file of the archive belongs to, "" for none: batches/202611/0000.tw → 202611."""
    parts = Path(file).parts
    return parts[-2] if len(parts) >= 3 and parts[-3] == "batches" else ""


def check(
    owner: QObject,
    archive: Archive,
    strict: bool,
    done: Callable[[Check], None],
    failed: Callable[[Exception], None],
) -> tuple[Check, jobs.Task[Check]]:
    """Check everything; `done` also gets what was found until it was called off."""
    running = Check(archive.path, strict)
    step = QCoreApplication.translate("integrity", "{done} of {total}")

    def work(task: jobs.Handle) -> Check:
        tell = task.steps(step, formats.size)

        def progress(read: int, total: int) -> None:
            running.done, running.total = read, total
            tell(read, total)

        with archive.reader() as reader:
            running.batches = reader.batches()
            found = reader.verify(progress, lambda: task.cancelled, strict=strict, checked=running.checked)
            for problem in found:
                running.problems.append(problem)
        running.ended, running.complete = now(), not task.cancelled
        return running

    label = QCoreApplication.translate("integrity", "Checking the archive")
    return running, jobs.run(
        owner, work, done=done, stopped=lambda _: done(running), failed=failed, label=label
    )
