"""What an import has to tell: of every file what was taken, what not, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.tianwang.reader import Tail

MAX_FINDINGS = 100_000
"""Sentences kept of one file; further ones are only counted."""


@dataclass(slots=True)
class FileReport:
    """What became of the records of one file.

    `format` is tianwang, warc, arc, wacz or "". `visits` had the content of a version before them, `known` were in the
    archive already (same address, second, headers and content). `beside` counts records that are kept beside the pages
    (requests, metadata, answers to POST and the like), by type or kind. `skipped` (records left out) and `damaged`
    (what is broken, or taken in spite of a fault) pair an offset with a sentence, `remarks` are of records that were
    taken; those beyond MAX_FINDINGS are only counted, in `unlisted`. `passed` counts records an archive has no use
    for, by their type; `software` wrote the file, where it says so; `tail` is a cut end; `error` is set when the file
    could not be read.
    """

    path: Path
    format: str = ""
    stored: int = 0
    visits: int = 0
    known: int = 0
    skipped: list[tuple[int, str]] = field(default_factory=list)
    damaged: list[tuple[int, str]] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    unlisted: int = 0
    beside: dict[str, int] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)
    software: str = ""
    tail: Tail | None = None
    error: str = ""

    def skip(self, offset: int, sentence: str) -> None:
        """A record was left out."""
        self._note(self.skipped, offset, sentence)

    def damage(self, offset: int, sentence: str) -> None:
        """Something is broken."""
        self._note(self.damaged, offset, sentence)

    def remark(self, offset: int, sentence: str) -> None:
        """A record was taken, and something is to be said of it."""
        self._note(self.remarks, offset, sentence)

    def keep(self, type: str) -> None:
        """A record was kept that is no page: with the capture it belongs to, or by itself."""
        self.beside[type] = self.beside.get(type, 0) + 1

    def passing(self, type: str) -> None:
        """A record was of no use."""
        self.passed[type] = self.passed.get(type, 0) + 1

    def _note(self, findings: list[tuple[int, str]], offset: int, sentence: str) -> None:
        if len(findings) < MAX_FINDINGS:
            findings.append((offset, sentence))
        else:
            self.unlisted += 1

    @property
    def taken(self) -> int:
        """Records that are in the archive now."""
        return self.stored + self.visits + self.known + sum(self.beside.values())


@dataclass(slots=True)
class ImportReport:
    """One entry a file, in the order they were read; files not reached when the person cancelled are missing. With
    `could_shrink` some versions were stored in full that would be smaller as what has changed (`Archive.convert`)."""

    files: list[FileReport] = field(default_factory=list)
    cancelled: bool = False
    could_shrink: bool = False

    @property
    def stored(self) -> int:
        return sum(file.stored for file in self.files)

    @property
    def visits(self) -> int:
        return sum(file.visits for file in self.files)
