"""Rules of noise that a person makes while looking at a comparison, each of which can be taken back at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.blocks.changes import Comparison
from widgets import jobs
from widgets.compare.entries import Entry
from widgets.compare.outcome import change_rules, ignore
from widgets.messages import Notice

if TYPE_CHECKING:
    from widgets.session import Session


class Ignoring(QObject):
    """Adds a rule for a block, and offers to undo that."""

    changed = Signal()  # other rules hold now: compare again

    def __init__(self, session: Session, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._path, self._notice = session.path, notice

    def start(self, comparison: Comparison, entry: Entry) -> None:
        """From now on changes of these blocks are noise."""
        jobs.run(self, lambda _task: ignore(self._path, comparison, entry), done=self._added)

    def _added(self, rule: str) -> None:
        if not rule:
            self._notice.warning(self.tr("No rule leads to this block: it is not an element of the page."))
            return
        words = self.tr("Changes of “{rule}” are noise from now on, in all pages of this archive.")
        self._notice.info(words.format(rule=rule), (self.tr("Undo"), lambda: self._undo(rule)))
        self.changed.emit()

    def stop(self, rule: str) -> None:
        """Take a rule back, and offer to undo that."""

        def done(_nothing: None) -> None:
            words = self.tr("“{rule}” is no longer ignored.")
            self._notice.info(words.format(rule=rule), (self.tr("Undo"), lambda: self._again(rule)))
            self.changed.emit()

        jobs.run(self, lambda _task: change_rules(self._path, lambda rules: _remove(rules, rule)), done=done)

    def _undo(self, rule: str) -> None:
        def work(_task: jobs.Handle) -> None:
            change_rules(self._path, lambda rules: _remove(rules, rule))

        jobs.run(self, work, done=lambda _: self.changed.emit())

    def _again(self, rule: str) -> None:
        def work(_task: jobs.Handle) -> None:
            change_rules(self._path, lambda rules: rules.append(rule))

        jobs.run(self, work, done=lambda _: self.changed.emit())


def _remove(rules: list[str], rule: str) -> None:
    if rule in rules:
        rules.remove(rule)
