"""The pairs of pages that are judged by eye: which, in what order, kept in an archive, and what is known of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.archive.archive import Archive
from app.archive.model import NewCapture

CUT, MOST_TEXTS = 200, 60  # characters of a text of the truth, and texts of either side, in the index


def address(folder: Path) -> str:
    return f"http://{folder.name}.pairs.example/"


def store(archive: Archive, folders: list[Path]) -> None:
    """Both versions of each pair, a day apart; the header says the charset, for some pages declare a wrong one."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    with archive.writer() as writer:
        for folder in folders:
            truth = json.loads((folder / "meta.json").read_bytes())
            for number, side in enumerate("ab"):
                body = (folder / f"{side}.html").read_bytes()
                charset = (
                    (truth.get(f"encoding_{side}") or {}).get("used") or truth.get("encoding") or "utf-8"
                )
                head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={charset}\r\nContent-Length: {len(body)}"
                date = start + timedelta(days=number)
                writer.store(NewCapture(address(folder), date, None, head.encode() + b"\r\n\r\n" + body))
        writer.commit()


def chosen(pairs: Path, count: int, only: str) -> list[Path]:
    """The pairs in the fixed order that the module says."""
    folders = sorted(meta.parent for meta in pairs.glob("[0-9]*/meta.json"))
    if only:
        return [folder for folder in folders if folder.name in only.split(",")]
    cells: defaultdict[tuple[str, str], list[Path]] = defaultdict(list)
    for folder in folders:
        truth = json.loads((folder / "meta.json").read_bytes())
        cells[str(truth.get("repo")), str(truth.get("class"))].append(folder)
    orders = [_middle_first(cells[cell]) for cell in sorted(cells)]
    rounds = range(max((len(order) for order in orders), default=0))
    return [order[n] for n in rounds for order in orders if n < len(order)][:count]


def _middle_first(folders: list[Path]) -> list[Path]:
    """The page of middle size, the smallest, the largest, the others by number."""
    sized = sorted(folders, key=lambda folder: ((folder / "a.html").stat().st_size, folder.name))
    first = list(dict.fromkeys([sized[len(sized) // 2], sized[0], sized[-1]]))
    return first + [folder for folder in folders if folder not in first]


def truth_of(folder: Path) -> dict[str, Any]:
    """What a judge needs of the truth."""
    truth = json.loads((folder / "meta.json").read_bytes())
    said = {key: truth.get(key) for key in ("class", "repo", "language", "changed_share", "chars_changed")}
    for side in ("removed", "added"):
        parts = truth.get(side) or []
        said[side] = [
            ("(moved) " if part.get("moved") else "") + part["text"][:CUT] for part in parts[:MOST_TEXTS]
        ]
        said[f"more_{side}"] = max(0, len(parts) - MOST_TEXTS)
    return said


def as_text(entry: Any, changes: Sequence[Any]) -> str:
    """A row of the list: its title, and the inner difference of each of its blocks."""
    blocks = f"{len(entry.parts)} blocks" if entry.parts else ""
    folded = "code alone, folded away" if entry.silent else ""
    facts = [f"[{entry.kind}]", entry.title, blocks, folded]
    inner = [_block(changes[part.number]) for part in entry.each]
    return "\n".join([" | ".join(fact for fact in facts if fact), *inner])


def _block(change: Any) -> str:
    inner = "".join(
        before
        if how == "unchanged"
        else (f"[-{before}-]" if before else "") + (f"{{+{after}+}}" if after else "")
        for how, before, after in change.words
    )
    links = [f"[-{one}-]" for one in change.attributes_a] + [f"{{+{one}+}}" for one in change.attributes_b]
    kind = "moved and changed" if change.moved and change.differs else change.kind
    noise = f"noise: {change.noise.evidence}" if change.noise else ""
    facts = [kind, change.label, noise, f"{change.path_a} > {change.path_b}"]
    said = " | ".join(fact for fact in facts if fact)
    return f"  {said}\n    " + " ".join([inner, *links]).replace("\n", "⏎")
