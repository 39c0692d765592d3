"""The report of a check, for reading and for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from PySide6.QtCore import QCoreApplication

from widgets import engine_words, formats
from widgets.integrity import words
from widgets.integrity.checking import Check


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
        lines.append(f"{formats.number(count):>10}  {words.rule(rule)}")
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
