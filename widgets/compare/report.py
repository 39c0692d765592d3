"""A comparison as one HTML file that stands on its own: list of the changes, their words, why some are noise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDir
from PySide6.QtWidgets import QFileDialog, QWidget

from app.archive.model import Capture
from app.errors import StorageFailed
from widgets.blocks.past import why_noise
from widgets.compare import kinds
from widgets.compare.entries import Entry
from widgets.compare.outcome import Outcome
from widgets.compare.words import CELLS, Run
from widgets.kit import jobs
from widgets.kit.messages import Notice
from widgets.kit.theme import LIGHT, MARKS
from widgets.words import engine as engine_words
from widgets.words import formats, translators

_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_LONGEST = 20_000  # characters of one side of one change


def save_report(parent: QWidget, pair: tuple[Capture, Capture], outcome: Outcome, notice: Notice) -> None:
    """Ask for a file and write the report there."""
    translate = QCoreApplication.translate
    title = _UNFIT.sub(" ", pair[1].title or formats.readable(pair[1].url)).strip(" .")[:80]
    proposed = QDir.home().filePath(f"{title}.html")
    kinds = translate("compare", "Web pages (*.html)")
    path, _ = QFileDialog.getSaveFileName(
        parent, translate("compare", "Save a report of the changes"), proposed, kinds
    )
    if path:
        write_report(parent, Path(path), pair, outcome, notice)


def write_report(
    parent: QWidget, path: Path, pair: tuple[Capture, Capture], outcome: Outcome, notice: Notice
) -> None:
    """Write the report in a worker; `notice` says when it is done."""
    translate = QCoreApplication.translate

    def write(task: jobs.Handle) -> None:
        try:
            with path.open("w", encoding="utf-8", errors="replace") as file:
                for piece in html_report(pair, outcome):
                    task.check()
                    file.write(piece)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error

    said = translate("compare", "The report was saved as {path}.").format(path=path)
    jobs.run(parent, write, done=lambda _: notice.info(said), label=translate("compare", "Saving the report"))


def html_report(pair: tuple[Capture, Capture], outcome: Outcome) -> Iterator[str]:
    """The report, piece by piece."""
    translate = QCoreApplication.translate
    a, b = pair
    title = b.title or a.title or formats.readable(b.url)
    real = [entry for entry in outcome.entries if entry.noise is None and not entry.silent]
    noise = [entry for entry in outcome.entries if entry.noise is not None]
    silent = [entry for entry in outcome.entries if entry.noise is None and entry.silent]
    yield f"<!DOCTYPE html>\n<html lang='{translators.spoken()}'><head><meta charset='utf-8'>"
    yield "<meta name='viewport' content='width=device-width'>\n"
    yield f"<title>{escape(title)}</title>\n<style>{_style()}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
    yield f"<p class=url><a href='{escape(b.url)}'>{escape(formats.readable(b.url))}</a></p>\n<table class=versions>"
    for name, capture in (
        (translate("compare", "Older version"), a),
        (translate("compare", "Newer version"), b),
    ):
        date = escape(formats.date_exact(capture.date))
        yield f"<tr><th>{name}</th><td>{date}</td><td>{escape(capture.id)}</td></tr>"
    yield "</table>\n<p>"
    yield "".join(_counted(kind, sum(entry.kind == kind for entry in real)) for kind in kinds.KINDS)
    if outcome.similarity is not None:
        share = int(outcome.similarity * 100)
        if share == 100 and (real or noise):
            yield translate(
                "compare", "Both versions have the same text; its order, links, pictures or code differ."
            )
        else:
            yield translate("compare", "{n} % of the text are the same.").format(n=share)
    yield "</p>\n"
    for warning in outcome.warnings:
        yield f"<p class=warning>{escape(engine_words.say(warning))}</p>\n"
    yield from _section("", real)
    yield from _section(translate("compare", "What always changes"), noise)
    yield from _section(translate("compare", "Differences in the code alone"), silent)
    yield "</body></html>\n"


def _counted(kind: str, count: int) -> str:
    if not count:
        return ""
    return f"<span class='chip {kind}'>{escape(MARKS[kind])} {count} {escape(kinds.name(kind))}</span> "


def _section(heading: str, found: Iterable[Entry]) -> Iterator[str]:
    entries = list(found)
    if not entries:
        return
    if heading:
        yield f"<details><summary>{escape(heading)} ({len(entries)})</summary>\n"
    for entry in entries:
        yield _change(entry)
    if heading:
        yield "</details>\n"


def _change(entry: Entry) -> str:
    facts = [kinds.name(entry.kind), kinds.label(entry.label)]
    facts += [kinds.several(len(entry.parts))] if entry.parts and not entry.swapped else []
    facts += [why_noise(entry.noise)] if entry.noise else []
    facts += [kinds.in_frame(entry.frame)] if entry.frame else []
    said = " · ".join(fact for fact in facts if fact)
    pieces = [
        f"<section class={entry.kind}><h2><b>{escape(MARKS[entry.kind])}</b> {escape(entry.title or said)}</h2>"
    ]
    if entry.title:
        pieces.append(f"<p class=facts>{escape(said)}</p>")
    differing = [any(differs for _, differs in entry.side(side)) for side in (0, 1)]
    for side, name in ((0, "del"), (1, "ins")):
        runs = entry.side(side)
        worth = differing[side] or (side == 1 and not any(differing))  # else the other side says it all
        if runs and worth:
            pieces.append(f"<blockquote>{_runs(runs, name)}</blockquote>")
        if entry.attributes[side]:
            only = "<br>".join(f"<{name}>{escape(one)}</{name}>" for one in entry.attributes[side])
            pieces.append(f"<p class=attributes>{only}</p>")
        if entry.linked[side]:
            pieces.append(f"<p class=attributes>{_runs(entry.linked[side], name)}</p>")
    places = " → ".join(dict.fromkeys(path for path in entry.paths if path))
    pieces.append(f"<p class=path>{escape(places)}</p></section>\n")
    return "".join(pieces)


def _runs(runs: Iterable[Run], name: str) -> str:
    pieces: list[str] = []
    left = _LONGEST
    for text, differs in runs:
        said = escape(text[:left]).replace("\n", "<br>").replace("\t", CELLS) + (
            "…" if len(text) > left else ""
        )
        pieces.append(f"<{name}>{said}</{name}>" if differs else said)
        left -= len(text)
        if left <= 0:
            break
    return "".join(pieces)


def _style() -> str:
    c = LIGHT
    rules = [
        f"body{{font:16px/1.5 system-ui,sans-serif;color:{c.text};max-width:60em;margin:2em auto;padding:0 1em}}",
        "h1{font-size:1.5em} h2{font-size:1em;margin:0}",
        f".url,.path,.facts{{color:{c.muted};font-size:.85em;margin:0;overflow-wrap:anywhere}}",
        f"section{{border:1px solid {c.border};border-left-width:6px;border-radius:4px;padding:.5em 1em;margin:1em 0}}",
        "blockquote{margin:.4em 0;white-space:normal;overflow-wrap:anywhere} th{text-align:left;padding-right:1em}",
        f"del{{background:{c.removed_soft};color:{c.removed}}} ins{{background:{c.added_soft};color:{c.added}}}",
        f".warning{{color:{c.warning}}} .chip{{border-radius:1em;padding:.1em .6em;margin-right:.3em}}",
        f"summary{{color:{c.muted};cursor:pointer}} td{{padding-right:1em}}",
    ]
    for kind in kinds.KINDS:
        ink, ground = getattr(c, kind), getattr(c, f"{kind}_soft")
        rules.append(
            f"section.{kind}{{border-left-color:{ink}}} .chip.{kind}{{color:{ink};background:{ground}}}"
        )
    return "\n".join(rules)
