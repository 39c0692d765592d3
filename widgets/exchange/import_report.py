"""The report of an import: per file the records stored, left out and damaged, with reason and place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.errors import shell_word
from extractors.base.messages import Message
from widgets.kit import files as saving
from widgets.kit.report import ReportRow, ReportSheet
from widgets.words import engine as engine_words
from widgets.words import formats

if TYPE_CHECKING:
    from app.interchange.arrivals import FileReport, ImportReport
    from app.tianwang.reader import Tail


# What an import did, in words: for the sheet, for a text file, for programs. Made in the worker, it may be
# long.

_FIRST = 5  # offsets that are named
_KINDS = 100  # reasons a file is shown with; the data for programs has all
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of one kind: the first of them, how many there are, where the first ones are, and whether they all
    say the same to the letter."""

    sentence: str
    count: int
    offsets: tuple[int, ...]
    alike: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """An import as the window shows it."""

    report: ImportReport
    rows: tuple[ReportRow, ...]
    summary: str
    bad: bool
    figures: dict[str, int]


def grouped(entries: Iterable[tuple[int, str]], most: int = _FIRST) -> list[Group]:
    """Entries (offset, sentence) by what they say, most frequent first; numbers and names in them do not count."""
    found: dict[str, tuple[str, int, list[int], bool]] = {}
    for offset, sentence in entries:
        key = sentence.sentence if isinstance(sentence, Message) else _DIGITS.sub("#", sentence)
        first, count, offsets, alike = found.get(key, (sentence, 0, [], True))
        if count < most:
            offsets.append(offset)
        found[key] = (first, count + 1, offsets, alike and sentence == first)
    groups = [Group(first, count, tuple(offsets), alike) for first, count, offsets, alike in found.values()]
    return sorted(groups, key=lambda group: -group.count)


def told(report: ImportReport, archive: Path) -> Told:
    """All texts and figures the window shows of an import into an archive."""
    words = ImportWords()
    files = report.files
    figures = {
        "files": len(files),
        "stored": sum(file.stored for file in files),
        "visits": sum(file.visits for file in files),
        "known": sum(file.known for file in files),
        "skipped": sum(len(file.skipped) for file in files if not _is_foreign(file)),
        "damaged": sum(len(file.damaged) for file in files),
        "failed": sum(1 for file in files if file.error),
        "cut": sum(1 for file in files if _is_cut(file)),
    }
    bad = report.cancelled or any(figures[name] for name in ("skipped", "damaged", "failed", "cut"))
    return Told(
        report,
        tuple(words.row(file) for file in files),
        words.summary(report, figures, archive),
        bad,
        figures,
    )


def as_text(seen: Told) -> str:
    """The report for reading."""
    words = ImportWords()
    lines = [words.heading(), seen.summary, ""]
    for file in seen.report.files:
        row = words.row(file)
        lines.append(str(file.path))
        lines.append("  " + words.facts(file))
        lines += [f"  - {text}" for _, _, text in row.lines]
    return "\n".join(lines) + "\n"


def as_data(seen: Told) -> dict[str, Any]:
    """The report for programs, with every offset and the engine's own English sentences."""
    return {
        **seen.figures,
        "cancelled": seen.report.cancelled,
        "reports": [
            {
                "path": str(file.path),
                "format": file.format,
                "stored": file.stored,
                "visits": file.visits,
                "known": file.known,
                "skipped": [{"offset": offset, "sentence": sentence} for offset, sentence in file.skipped],
                "damaged": [{"offset": offset, "sentence": sentence} for offset, sentence in file.damaged],
                "unlisted": file.unlisted,
                "remarks": [{"offset": offset, "sentence": sentence} for offset, sentence in file.remarks],
                "beside": dict(file.beside),
                "passed": dict(file.passed),
                "software": file.software,
                "tail": asdict(file.tail) if file.tail else None,
                "error": file.error,
            }
            for file in seen.report.files
        ],
    }


def _is_foreign(file: FileReport) -> bool:
    """A file of a folder that is no archive: told, but nothing that was lost."""
    return not file.format and not file.error and bool(file.skipped)


def _is_cut(file: FileReport) -> bool:
    """The file ends in the middle of a record."""
    return file.tail is not None and not file.error


class ImportWords(QObject):
    """A class, because the translation tool reads plural forms only from the calls of tr()."""

    def heading(self) -> str:
        return self.tr("Report of an import")

    def format(self, name: str) -> str:
        names = {
            "tianwang": self.tr("Tianwang file"),
            "warc": "WARC",
            "arc": "ARC",
            "wacz": "WACZ",
            "notes": self.tr("Stars, tags and notes"),
            "": self.tr("not known"),
        }
        return names.get(name, name)

    def facts(self, file: FileReport) -> str:
        text = self.tr(
            "{format}: {stored} new, {visits} unchanged, {known} already there, {skipped} left out, {damaged} damaged"
        )
        return text.format(
            format=self.format(file.format),
            stored=formats.number(file.stored),
            visits=formats.number(file.visits),
            known=formats.number(file.known),
            skipped=formats.number(len(file.skipped)),
            damaged=formats.number(len(file.damaged)),
        )

    def row(self, file: FileReport) -> ReportRow:
        if _is_foreign(file):
            line = ("info", "muted", engine_words.say(file.skipped[0][1]))
            return ReportRow((file.path.name, *"––––––"), str(file.path), ("binary", "muted"), (line,))
        counts = (file.stored, file.visits, file.known, len(file.skipped), len(file.damaged))
        cells = (
            file.path.name,
            self.format(file.format),
            *(formats.number(count) if count else "–" for count in counts),
        )
        error = engine_words.say(file.error).replace(str(file.path), file.path.name)
        lines = [("error", "error", error)] if file.error else []
        damaged, skipped = grouped(file.damaged), grouped(file.skipped)
        lines += [("warning", "error", self._damage(group)) for group in damaged[:_KINDS]]
        lines += [("refused", "warning", self._left_out(group)) for group in skipped[:_KINDS]]
        if file.tail is not None and _is_cut(file):
            lines.append(("warning", "warning", self._tail(file.tail)))
        unlisted = file.unlisted + sum(group.count for group in (*damaged[_KINDS:], *skipped[_KINDS:]))
        if unlisted:
            lines.append(("warning", "warning", self.tr("%Ln more like these are not listed.", "", unlisted)))
        lines += [("info", "muted", self._remark(group)) for group in grouped(file.remarks)[:_KINDS]]
        lines += [("info", "muted", self._beside(kind, count)) for kind, count in sorted(file.beside.items())]
        lines += [("info", "muted", self._passed(kind, count)) for kind, count in sorted(file.passed.items())]
        icon = ("stored", "ok")
        if file.error or file.damaged:
            icon = ("error", "error")
        elif file.skipped or file.tail:
            icon = ("warning", "warning")
        tip = f"{file.path}\n{file.software}" if file.software else str(file.path)
        return ReportRow(cells, tip, icon, tuple(lines))

    def _passed(self, kind: str, count: int) -> str:
        text = self.tr("%Ln record(s) of the kind “{kind}” hold no page and were passed over.", "", count)
        return text.format(kind=engine_words.say(kind))

    def _beside(self, kind: str, count: int) -> str:
        words = {
            "request": self.tr("%Ln request(s) were kept with their answers.", "", count),
            "metadata": self.tr("%Ln record(s) of metadata were kept with their captures.", "", count),
            "warcinfo": self.tr("%Ln description(s) of a file were kept.", "", count),
            "marks": self.tr("%Ln thing(s) got stars, tags or notes.", "", count),
            "posted": self.tr("%Ln answer(s) to POST and the like were kept beside the pages.", "", count),
        }
        others = self.tr("%Ln record(s) of other kinds were kept beside the pages.", "", count)
        return words.get(kind, others)

    def _remark(self, group: Group) -> str:
        return self._placed(
            self.tr("%Ln record(s) taken with a remark, {place}: {sentence}", "", group.count), group
        )

    def _left_out(self, group: Group) -> str:
        return self._placed(self.tr("%Ln record(s) left out, {place}: {sentence}", "", group.count), group)

    def _damage(self, group: Group) -> str:
        return self._placed(self.tr("%Ln damaged place(s), {place}: {sentence}", "", group.count), group)

    def _placed(self, text: str, group: Group) -> str:
        offsets = self.tr("; ", "between numbers").join(formats.number(offset) for offset in group.offsets)
        if group.count > len(group.offsets):
            place = self.tr("first at bytes {offsets} …").format(offsets=offsets)
        else:
            place = self.tr("at byte {offsets}", "", group.count).format(offsets=offsets)
        sentence = engine_words.say(group.sentence)
        if not group.alike:  # its numbers and names are those of the first place alone
            sentence = self.tr("the first of them: {sentence}").format(sentence=sentence)
        return text.format(place=place, sentence=sentence)

    def _tail(self, tail: Tail) -> str:
        text = self.tr("{size} at the end of the file, from byte {offset} on, could not be read: {reason}.")
        return text.format(
            size=formats.size(tail.size),
            offset=formats.number(tail.offset),
            reason=engine_words.say(tail.reason),
        )

    def summary(self, report: ImportReport, figures: dict[str, int], archive: Path) -> str:
        new = figures["stored"] + figures["visits"]
        if report.cancelled:
            head = self.tr(
                "The import was stopped. What had come in is kept; import the same files again to go on."
            )
        elif new:
            head = self.tr("%Ln record(s) came in.", "", new)
        elif figures["known"]:
            head = self.tr("Nothing new came in: everything was there already.")
        else:
            head = self.tr("Nothing came in.")
        parts = [head]
        if figures["skipped"]:
            parts.append(self.tr("%Ln record(s) were left out; the report says why.", "", figures["skipped"]))
        if figures["damaged"]:
            parts.append(self.tr("%Ln damaged place(s) were stepped over.", "", figures["damaged"]))
        if figures["cut"]:
            parts.append(self.tr("%Ln file(s) end in the middle of a record.", "", figures["cut"]))
        if report.could_shrink:
            said = self.tr(
                "Versions came in whole; “tianwang convert {archive} --to incremental” would store them "
                "as what has changed, in less room."
            )
            parts.append(said.format(archive=shell_word(archive)))
        if figures["failed"]:
            parts.append(self.tr("%Ln file(s) could not be read.", "", figures["failed"]))
        return formats.sentences(parts)


_SHOWN = ("files", "stored", "visits", "known", "skipped", "damaged")


class ImportSheet(ReportSheet):
    """The report of an import in a sheet."""

    show_requested = Signal()
    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        columns = (
            (self.tr("File"), 0),
            (self.tr("Format"), 104),
            (self.tr("New"), 64),
            (self.tr("Unchanged"), 100),
            (self.tr("Already there"), 112),
            (self.tr("Left out"), 76),
            (self.tr("Damaged"), 80),
        )
        super().__init__(self.tr("What came in"), columns, range(2, 7), parent)
        self._seen: Told | None = None
        for name, caption, tip in (
            ("files", self.tr("Files"), self.tr("Files that were read")),
            ("stored", self.tr("New versions"), self.tr("Records with new content")),
            ("visits", self.tr("Unchanged"), self.tr("Records whose content was that of the version before")),
            ("known", self.tr("Already there"), self.tr("Records that the archive had already")),
            ("skipped", self.tr("Left out"), self.tr("Records that could not be taken, with the reason")),
            ("damaged", self.tr("Damaged"), self.tr("Places that could not be read")),
        ):
            self.figures.add(name, caption, tip)
        self.button(
            "save", self.tr("Sa&ve report…"), self.tr("Write this report to a file"), self.save_report
        )
        self.show_button = self.button(
            "app", self.tr("&Show what came in"), self.tr("Go to it in the tree"), self._show, primary=True
        )

    def open_for(self, seen: Told) -> None:
        """Show a report."""
        self._seen = seen
        for name in _SHOWN:
            self.figures.set(name, formats.number(seen.figures[name]))
        self.show_rows(
            seen.rows, seen.summary, seen.bad and not seen.figures["stored"] + seen.figures["visits"]
        )
        self.show_button.setEnabled(bool(seen.figures["stored"] + seen.figures["visits"]))
        self.slide_in()
        (self.show_button if self.show_button.isEnabled() else self.tree).setFocus()

    def save_report(self) -> None:
        """Write the report to a file."""
        seen = self._seen
        if seen is not None:
            name = self.tr("import", "part of a file name")
            saving.save_report(self, name, lambda: as_text(seen), lambda: as_data(seen), self.told.emit)

    def _show(self) -> None:
        self.cancel()
        self.show_requested.emit()
