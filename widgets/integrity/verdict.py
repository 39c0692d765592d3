"""The state of an archive in words, from its contents, the last check and a running one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject

from widgets.integrity.checking import Check, LastCheck
from widgets.kit import messages
from widgets.words import formats


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` is one of StatusCard; `below` and `explanation` stand where the problems would be listed."""

    kind: str
    heading: str
    text: str
    below: str = ""
    explanation: str = ""


class VerdictWords(QObject):
    """A class, because the translation tool reads plural forms only from the calls of tr()."""

    def empty(self) -> Verdict:
        return Verdict(
            "none",
            self.tr("There is nothing to check yet"),
            self.tr("This archive holds no captures."),
            self.tr("What a check does"),
            self._explanation(),
        )

    def never(self) -> Verdict:
        return Verdict(
            "none",
            self.tr("Not checked yet"),
            self.tr("Nobody has checked this archive with this program on this computer."),
            self.tr("What a check does"),
            self._explanation(),
        )

    def _explanation(self) -> str:
        return self.tr(
            "Every record is read and compared with the check sums stored with it, and the index with the records. "
            "Nothing is changed. You can go on working meanwhile."
        )

    def running(self, check: Check) -> Verdict:
        if check.total:
            text = self.tr("{done} of {total} read; problems so far: {count}").format(
                done=formats.size(check.done),
                total=formats.size(check.total),
                count=formats.number(len(check.problems)),
            )
        else:
            text = self.tr("Looking at the batches…")
        return Verdict("busy", self.tr("Checking…"), text, self.tr("No problem so far"), self._explanation())

    def failed(self, error: Exception) -> Verdict:
        return Verdict(
            "error",
            self.tr("The check could not be made"),
            messages.sentence(error),
            self.tr("What a check does"),
            self._explanation(),
        )

    def stopped(self, check: Check) -> Verdict:
        text = self.tr(
            "{done} of {total} were read before the check was stopped; the rest is not known."
        ).format(done=formats.size(check.done), total=formats.size(check.total))
        if check.problems:
            return Verdict("error", self.tr("%Ln problem(s) so far", "", len(check.problems)), text)
        heading = self.tr("The check was stopped")
        return Verdict("info", heading, text, self.tr("No problem so far"), self._explanation())

    def problems(self, count: int, last: LastCheck, at_hand: bool) -> Verdict:
        text = self.tr("Found {date}, when {records} records ({size}) were checked.").format(
            date=formats.date_in_sentence(last.moment),
            records=formats.number(last.records),
            size=formats.size(last.bytes),
        )
        explanation = "" if at_hand else self.tr("Check again to see each of them.")
        advice = self.tr(
            "All other captures are not touched by them. Copy the damaged file from a backup, or recover it."
        )
        return Verdict(
            "error",
            self.tr("%Ln problem(s)", "", count),
            formats.sentences([text, advice]),
            self.tr("The problems are not listed here any more"),
            explanation,
        )

    def good(self, last: LastCheck) -> Verdict:
        facts = {
            "records": formats.number(last.records),
            "size": formats.size(last.bytes),
            "date": formats.date_in_sentence(last.moment),
        }
        if last.strict:
            text = self.tr("{records} records ({size}) were checked strictly {date}: no problem was found.")
        else:
            text = self.tr("{records} records ({size}) were checked {date}: no problem was found.")
        return Verdict(
            "ok",
            self.tr("Everything is in order"),
            text.format(**facts),
            self.tr("No problems"),
            self.tr("Check again from time to time, and after the archive was copied to another disk."),
        )

    def grown(self, last: LastCheck, more: int) -> Verdict:
        text = self.tr(
            "At the last check, {date}, all was in order. What has come since was not checked: {size}."
        )
        return Verdict(
            "info",
            self.tr("More has come since the last check"),
            text.format(date=formats.date_in_sentence(last.moment), size=formats.size(more)),
            self.tr("No problems at the last check"),
            self._explanation(),
        )

    def shrunk(self, last: LastCheck, less: int) -> Verdict:
        text = self.tr(
            "The batch files are {size} smaller than at the last check, {date}. Check everything now."
        )
        return Verdict(
            "warning",
            self.tr("Something is missing since the last check"),
            text.format(date=formats.date_in_sentence(last.moment), size=formats.size(less)),
            self.tr("What a check does"),
            self._explanation(),
        )


def verdict(
    batches: Sequence[Any],
    last: LastCheck | None,
    check: Check | None,
    running: bool,
    error: Exception | None,
) -> Verdict:
    """The state of an archive; a check of this session counts more than a remembered one."""
    words = VerdictWords()
    if running and check is not None:
        return words.running(check)
    if error is not None:
        return words.failed(error)
    if check is not None and not check.complete:
        return words.stopped(check)
    if not batches and last is None:
        return words.empty()
    if last is None:
        return words.never()
    if last.problems:
        return words.problems(last.problems, last, check is not None)
    more = sum(batch.bytes for batch in batches) - last.bytes
    if more < 0:
        return words.shrunk(last, -more)
    return words.grown(last, more) if more else words.good(last)
