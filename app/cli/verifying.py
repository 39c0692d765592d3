"""Whether an archive or a Tianwang file is whole: `verify`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, Source, is_file, reading
from app.cli.console import LOST, Meter, Refused, Stop, counted, emit, say, size, stoppable

if TYPE_CHECKING:
    from app.archive.verifying import Checked, Problem

_DIALECTS = {
    "tianwang": "Tianwang 1.0",
    "early": "Tianwang of before 2004",
    "infomall": "Web InfoMall",
    "links": "lists of links",
    "explorer": "this program's",
    "incremental": "this program's 2.0",
    "unknown": "unknown",
}


def verify(
    path: Source,
    strict: Annotated[
        bool, typer.Option("--strict", help="Also name every departure from the rules of the format.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check every record of an archive or of one Tianwang file; the exit code is 1 when something is damaged.

    Checked are the form and the lengths of each record, that DATA inflates, the checks stored with it (digest,
    header-check), its id; in an archive also that index and records tell the same.

    With --json an object for each problem (kind "problem", file, offset, id, sentence, rule) and a summary at the end
    (kind "summary", path, problems, complete, records, bytes, dialects).
    """
    from app.archive.verifying import Checked

    problems, lost, checked = 0, False, Checked()
    with stoppable() as stop:
        for problem in _problems(path, stop, strict, checked):
            problems += 1
            lost = lost or problem.rule == "file-missing"
            if as_json:
                emit({"kind": "problem", **asdict(problem)})
            else:
                where = f"{problem.file}, byte {problem.offset}"
                say(f"{where}{f' ({problem.id})' if problem.id else ''}: {problem.sentence}{_rule(problem, strict)}")
    if as_json:
        emit(
            {"kind": "summary", "path": str(path), "problems": problems, "complete": not stop(),
             "records": checked.records, "bytes": checked.bytes, "dialects": dict(checked.dialects)}
        )  # fmt: skip
    else:
        say(_checked(checked))
        if lost:
            say(LOST)
        if not stop():
            say(f"{path}: {counted(problems, 'problem')}." if problems else f"{path}: everything is in order.")
    if stop():
        raise Refused(detail="Stopped before everything was checked.")
    if problems:
        raise typer.Exit(1)


def _rule(problem: Problem, strict: bool) -> str:
    return f" [{problem.rule}]" if strict and problem.rule else ""


def _checked(checked: Checked) -> str:
    if not checked.records:
        return "No records."
    each = (f"{count:,} {_DIALECTS.get(name, name)}" for name, count in checked.dialects.most_common())
    return f"{counted(checked.records, 'record')}, {size(checked.bytes)}: {', '.join(each)}."


def _problems(path: Path, stop: Stop, strict: bool, checked: Checked) -> Iterator[Problem]:
    with Meter("Checking", total=1) as meter:

        def show(done: int, total: int) -> None:
            meter.show(done, "", total)

        if is_file(path):
            from app.archive.verifying import verify_file

            yield from verify_file(path, show, stop, strict=strict, checked=checked)
            return
        with reading(path) as reader:
            yield from reader.verify(show, stop, strict=strict, checked=checked)
