"""What the Integrity page has done in the background: looking at the batches, checking everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from app.archive import Archive
from app.archive.verifying import Checked
from widgets import formats, jobs
from widgets.courtesy import FIRST
from widgets.integrity import memory


@dataclass(slots=True)
class Check:
    """A check at work or ended: `problems` grows while it runs."""

    archive: Path
    strict: bool
    problems: list = field(default_factory=list)
    batches: list = field(default_factory=list)
    checked: Checked = field(default_factory=Checked)
    done: int = 0
    total: int = 0
    ended: str = ""
    complete: bool = False

    @property
    def records(self) -> int:
        """Records that were read."""
        return self.checked.records

    def remembered(self) -> memory.LastCheck:
        """What of it is kept."""
        found = Counter(batch_of(problem.file) for problem in self.problems)
        sizes = {batch.batch: batch.bytes for batch in self.batches}
        return memory.LastCheck(
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
    owner: QObject, archive: Archive, strict: bool, done: Callable[[Check], None], failed: Callable[[Exception], None]
) -> tuple[Check, jobs.Task[Check]]:
    """Check everything; `done` also gets what was found until it was called off."""
    running = Check(archive.path, strict)
    step = QCoreApplication.translate("integrity", "{done} of {total}")

    def work(task: jobs.Handle) -> Check:
        def progress(read: int, total: int) -> None:
            running.done, running.total = read, total
            FIRST.give_way()
            if task.due():
                text = step.format(done=formats.size(read), total=formats.size(total))
                task.progress(read / total if total else 1.0, text)

        with archive.reader() as reader:
            running.batches = reader.batches()
            found = reader.verify(progress, lambda: task.cancelled, strict=strict, checked=running.checked)
            for problem in found:
                running.problems.append(problem)
        running.ended, running.complete = memory.now(), not task.cancelled
        return running

    label = QCoreApplication.translate("integrity", "Checking the archive")
    return running, jobs.run(owner, work, done=done, stopped=lambda _: done(running), failed=failed, label=label)
