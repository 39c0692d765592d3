"""The search index itself: `search --build` and `search --status`."""

from __future__ import annotations

from pathlib import Path

from app.cli import up_to_date
from app.cli.arguments import open_archive
from app.cli.console import counted, emit, say, warn
from app.errors import ArchiveError


def build(path: Path, as_json: bool) -> None:
    """Bring it up to date and say what came."""
    fed = up_to_date.search_index(open_archive(path))
    if as_json:
        counts = {"versions": fed.versions, "entries": fed.entries, "links": fed.anchors}
        more = {
            "characters": fed.characters,
            "unreadable": fed.unreadable,
            "cut": fed.cut,
            "blocks": fed.blocks,
        }
        emit({"kind": "summary", "path": path, **counts, **more})
        return
    say(
        f"{path}: {counted(fed.versions, 'version')} read, {counted(fed.entries, 'different text')}, "
        f"{counted(fed.anchors, 'text')} of links; {counted(fed.cut, 'text')} cut into "
        f"{counted(fed.blocks, 'different block')}."
    )
    if fed.unreadable:
        warn(f"{counted(fed.unreadable, 'version')} could not be read.")


def status(path: Path, as_json: bool) -> None:
    """Say how far it is."""
    from app.search.index.blocks import behind as behind_blocks
    from app.search.index.feeding import behind
    from app.search.index.store import FOLDER, opened

    archive = open_archive(path)
    left, known = behind(archive)
    problem = ""
    uncut = cut = 0
    try:
        base, _ = opened(archive.path)
        uncut, cut = behind_blocks(base.db)
        base.close()
    except ArchiveError as error:
        problem = str(error.message.arguments["detail"])
    held = sum(file.stat().st_size for file in (archive.path / FOLDER).rglob("*") if file.is_file())
    if as_json:
        counts = {"known": known - left, "left": left, "bytes": held, "cut": cut - uncut, "uncut": uncut}
        emit({"kind": "summary", "path": path, **counts})
        return
    said = f", {problem}" if problem else ""
    say(f"{path}: {counted(known - left, 'version')} in the search index, {left:,} not yet{said}.")
    if cut:
        say(f"    blocks of {counted(cut - uncut, 'different text')} in it, of {uncut:,} not yet")
