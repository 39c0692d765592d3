"""Two documents side by side: `diff`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, find_capture, reading
from app.cli.console import Refused, emit, say, warn

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from app.blocks import Change, Comparison
    from app.blocks.model import Kind

_MARKS = {"changed": "~", "added": "+", "removed": "-", "moved": ">", "unchanged": " "}
_KINDS: tuple[Kind, ...] = ("unchanged", "changed", "added", "removed", "moved")


def diff(
    operands: Annotated[
        list[str], typer.Argument(metavar="FILE FILE | ARCHIVE ID ID", help="Old one first.", show_default=False)
    ],
    everything: Annotated[bool, typer.Option("--all", help="Show unchanged blocks to people, too.")] = False,
    as_json: Json = False,
) -> None:
    """Compare two versions of a page block by block: two files, or two captures of an archive.

    Marks: ~ changed, + added, - removed, > moved. The exit code is 0 whenever the comparison worked, with or
    without differences.

    With --json an object for each block, unchanged ones included (kind, path_a, path_b, text_a, text_b; the
    paths are XPaths), and at the end a summary (kind "summary", the counts, similarity, warnings).
    """
    if len(operands) == 2:
        a, b = (from_file(Path(name)) for name in operands)
    elif len(operands) == 3:
        with reading(Path(operands[0])) as reader:
            a, b = (from_capture(reader, wanted) for wanted in operands[1:])
    else:
        raise typer.BadParameter("Give two files, or an archive and two ids.", param_hint="FILE FILE | ARCHIVE ID ID")
    comparison = _compare(a, b)
    for change in comparison.changes:
        if as_json:
            emit({name: getattr(change, name) for name in ("kind", "path_a", "path_b", "text_a", "text_b")})
        elif everything or change.kind != "unchanged":
            _show_change(change)
    counts: dict[str, int] = {kind: comparison.count(kind) for kind in _KINDS}
    if as_json:
        emit({"kind": "summary", **counts, "similarity": comparison.similarity, "warnings": comparison.warnings})
        return
    say(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f"; {comparison.similarity:.0%} alike")
    for warning in comparison.warnings:
        warn(warning)


class Side:
    """A file or a capture whose content is looked into."""

    def __init__(self, data: bytes, name: str, media_type: str | None, charset: str | None) -> None:
        self.data, self.name, self.media_type, self.charset = data, name, media_type, charset

    def is_html(self) -> bool:
        import extractors

        return extractors.sniff(self.data, self.media_type, self.name) == "html"

    def text(self) -> str:
        from extractors import guarded

        document = guarded.extract(self.data, declared_type=self.media_type, charset=self.charset, name=self.name)
        if document.error:
            raise Refused(detail=f"{self.name}: {document.error}")
        return document.text


def from_file(path: Path) -> Side:
    try:
        return Side(path.read_bytes(), path.name, None, None)
    except OSError as error:
        raise Refused(detail=f"{path} cannot be read: {error.strerror or error}.") from error


def from_capture(reader: ArchiveReader, wanted: str) -> Side:
    capture = find_capture(reader, wanted)
    message = reader.http(capture)
    damage = reader.damage(capture)
    if damage:
        warn(f"{capture.id} is damaged: {damage}. What can be read of it is compared.")
    name = capture.url.partition("?")[0].rpartition("/")[2]
    return Side(message.body, name or capture.id, message.media_type or None, message.charset)


def _compare(a: Side, b: Side) -> Comparison:
    from app.blocks import compare, compare_text

    if a.is_html() and b.is_html():
        return compare(a.data, b.data, charset_a=a.charset, charset_b=b.charset)
    return compare_text(a.text(), b.text())


def _show_change(change: Change) -> None:
    say(f"{_MARKS[change.kind]} {change.kind:<9} {change.path_b or change.path_a or ''}")
    if change.kind in ("changed", "removed"):
        _show_lines("-", change.text_a)
    if change.kind != "removed":
        _show_lines("+" if change.kind in ("changed", "added") else " ", change.text_b)


def _show_lines(mark: str, text: str) -> None:
    for line in text.splitlines():
        say(f"    {mark} {line}")
