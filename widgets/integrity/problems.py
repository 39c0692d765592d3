"""Problems found by a check: the rules in words, the model of the list, the report as text and as data."""

from __future__ import annotations

from collections import Counter
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from extractors.base.messages import Message
from widgets.integrity.checking import Check
from widgets.kit import theme
from widgets.kit.tables import GrowingModel, Role
from widgets.words import engine as engine_words
from widgets.words import formats

# Words for the rules a record can break. Translation context: "integrity".


def rule_words(name: str) -> str:
    """A few words for a rule of the engine; one that is not known is shown by its own name."""
    if name not in _rules() and name.startswith("index-"):
        return QCoreApplication.translate("integrity", "Index and record differ")
    return _rules().get(name, name.replace("-", " "))


def _rules() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "bad-ip": translate("integrity", "The ip is no address"),
        "bad-name": translate("integrity", "A name that is none"),
        "base-elsewhere": translate("integrity", "A visit of another batch"),
        "base-missing": translate("integrity", "The confirmed version is missing"),
        "notes-unreadable": translate("integrity", "Stars, tags and notes cannot be read"),
        "notes-cut": translate("integrity", "Last line of the notes cut off"),
        "notes-line": translate("integrity", "Damaged line of the notes"),
        "control-byte": translate("integrity", "A control byte in a value"),
        "cr-in-header": translate("integrity", "Wrong line ends in the header"),
        "data-does-not-inflate": translate("integrity", "The content does not unpack"),
        "date-not-rfc822": translate("integrity", "The date is not written as it should be"),
        "digest-mismatch": translate("integrity", "The content is damaged"),
        "duplicate-attribute": translate("integrity", "An attribute stands twice"),
        "file-misplaced": translate("integrity", "A file under a wrong name"),
        "file-missing": translate("integrity", "A file is missing"),
        "header-check-mismatch": translate("integrity", "The header is damaged"),
        "header-check-missing": translate("integrity", "The check of the header is missing"),
        "id-taken": translate("integrity", "The number is another one’s"),
        "id-twice": translate("integrity", "A number stands twice"),
        "index-base": translate("integrity", "Index and record confirm different versions"),
        "index-without-record": translate("integrity", "The record is missing"),
        "length-not-canonical": translate("integrity", "The length is not a plain number"),
        "length-not-last": translate("integrity", "length is not the last attribute"),
        "missing-date": translate("integrity", "There is no date"),
        "missing-url": translate("integrity", "There is no address"),
        "name-not-lower-case": translate("integrity", "A name is not in lower case"),
        "no-record": translate("integrity", "Bytes that are no record"),
        "no-space-after-colon": translate("integrity", "There is no space behind a colon"),
        "not-closed": translate("integrity", "The closing line feed is missing"),
        "not-indexed": translate("integrity", "Not in the index yet"),
        "record-without-index": translate("integrity", "Not in the index"),
        "relative-url": translate("integrity", "The address is relative"),
        "surrounding-space": translate("integrity", "White space around a value"),
        "time-instead-of-date": translate("integrity", "time instead of date"),
        "unknown-version": translate("integrity", "A version nobody knows"),
        "unreadable": translate("integrity", "The file cannot be read"),
        "unzip-length-mismatch": translate("integrity", "The announced length is wrong"),
        "unzip-length-not-canonical": translate("integrity", "The length is not a plain number"),
        "unzip-length-without-compression": translate(
            "integrity", "The content is not compressed as announced"
        ),
        "other": translate("integrity", "Other problems"),
    }


# The problems a check found: any number of them, filtered by kind, each with its place in the files.

FILE, OFFSET, ID, SENTENCE = range(4)
_DAMAGED = "record-damaged"  # which the kind of a problem says already


class ProblemsModel(GrowingModel):
    """Rows are Problems of the engine."""

    numbers = frozenset({OFFSET})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("File"), self.tr("At byte"), self.tr("Capture"), self.tr("What is wrong"))

    def kind_of(self, row: Any) -> str:
        return row.rule or "other"

    def cell(self, row: Any, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            texts = (row.file.removeprefix("batches/"), formats.number(row.offset), row.id or "–")
            return texts[column] if column < SENTENCE else self._what(row, "\n")
        if role == Role.ToolTipRole:
            if column == SENTENCE:
                return self._what(row, "\n")
            return self.tr("Double click shows this capture") if column == ID and row.id else row.file
        if role == Role.DecorationRole and column == FILE:
            return theme.icon("error", "error")
        return None

    def _what(self, row: Any, between: str) -> str:
        """In plain words first, then exactly."""
        exact = row.sentence
        if isinstance(exact, Message) and exact.code == _DAMAGED:
            exact = exact.arguments["reason"]
        return f"{rule_words(self.kind_of(row))}{between}{engine_words.say(exact)}"


def as_text(check: Check) -> str:
    """Head, problems by kind, then each problem on a line."""
    translate = QCoreApplication.translate
    lines = [translate("integrity", "Check of the archive {archive}").format(archive=check.archive)]
    facts = (
        (translate("integrity", "Ended"), check.ended),
        (translate("integrity", "Strict"), _yes(check.strict)),
        (translate("integrity", "Complete"), _yes(check.complete)),
        (translate("integrity", "Records"), formats.number(check.records)),
        (translate("integrity", "Bytes"), formats.number(check.total)),
        (translate("integrity", "Problems"), formats.number(len(check.problems))),
    )
    lines += [f"{name}: {value}" for name, value in facts] + [""]
    for rule, count in Counter(problem.rule or "other" for problem in check.problems).most_common():
        lines.append(f"{formats.number(count):>10}  {rule_words(rule)}")
    lines += [""] if check.problems else [translate("integrity", "Everything is in order.")]
    for problem in check.problems:
        place = f"{problem.file}, {problem.offset}"
        lines.append("  ".join(filter(None, (place, problem.id, engine_words.say(problem.sentence)))))
    return "\n".join(lines) + "\n"


def as_data(check: Check) -> dict[str, Any]:
    """The same with the engine's own English sentences: other programs are to read it alike everywhere."""
    return {
        "archive": str(check.archive),
        "ended": check.ended,
        "strict": check.strict,
        "complete": check.complete,
        "records": check.records,
        "bytes": check.total,
        "problems": [
            {
                "file": problem.file,
                "offset": problem.offset,
                "id": problem.id,
                "rule": problem.rule,
                "sentence": problem.sentence,
            }
            for problem in check.problems
        ],
    }


def _yes(value: bool) -> str:
    translate = QCoreApplication.translate
    return translate("integrity", "yes") if value else translate("integrity", "no")
