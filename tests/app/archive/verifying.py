"""An archive as `verify` sees it."""

from __future__ import annotations

from pathlib import Path

from app.archive.archive import Archive
from app.archive.upkeep.verifying import Problem

TEXT = "<title>荷塘月色</title>" + "这几天心里颇不宁静。" * 40


def batch(archive: Archive, number: int = 0) -> Path:
    return archive.path / f"batches/202611/{number:04d}.tw"


def problems(archive: Archive, **options: object) -> list[Problem]:
    with archive.reader() as reader:
        return list(reader.verify(**options))  # type: ignore[arg-type]


def rules(archive: Archive) -> list[tuple[str, str]]:
    return [(problem.rule, problem.id) for problem in problems(archive)]
