"""Reports about links as files: a web page that needs nothing else, or a table for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from string import Template
from typing import IO

import resources
from app.errors import StorageFailed
from app.graph.findings import Finding, Findings
from app.graph.reports import Place

FORMATS = ("html", "csv")
WORDS: Mapping[str, str] = {
    "language": "en",
    "title": "Links of {archive}: {report}",
    "made": "As of {date} (UTC)",
    "found": "Findings: {n}",
    "left out": "Only the first {n} are listed.",
    "nothing": "Nothing was found.",
    "search": "Words or a part of an address",
    "more": "and {n} more",
    "broken": "broken links",
    "orphans": "pages that no page links to",
    "redirects": "redirects",
    "depth": "clicks from the home page",
    "most-linked": "most linked pages",
    "dead-ends": "pages that lead nowhere",
    "anchors": "words of links",
    "reciprocal": "hosts that link to each other",
    "farms": "hosts that are linked to only by one another",
    "rot": "dead links over time",
    "communities": "pages that belong together",
    "bridges": "pages without which others would be cut off",
    "column url": "Address",
    "column status": "Status",
    "column links": "Links",
    "column known": "Known from",
    "column steps": "Steps",
    "column loop": "Loop",
    "column clicks": "Clicks",
    "column pages": "Pages",
    "column hosts": "Other hosts",
    "column text": "Words",
    "column targets": "Addresses",
    "column host": "Host",
    "column other": "Other host",
    "column there": "Links there",
    "column back": "Links back",
    "column count": "Hosts",
    "column inside": "Links among them",
    "column outside": "Links from elsewhere",
    "column date": "Day",
    "column dead": "Dead",
    "column share": "Share",
    "no way": "no way",
    "unknown": "not in the archive",
    "start": "home page",
    "sitemap": "sitemap or feed",
    "redirect": "redirect",
    "former": "earlier versions",
    "": "unknown",
    "True": "yes",
    "False": "no",
    "content": "in the text",
    "navigation": "navigation",
    "embed": "part of the page",
    "canonical": "canonical address",
    "listed": "sitemap or feed",
}
"""What a web page says; another language gives its own values."""

_ROWS = "<!-- rows -->"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_MOST_PLACES = 500  # places of a row that a web page lists; a table has all
_WIDE, _HIGH = 640, 160  # of the drawing of dead links over time


def value_words(value: object, column: str, words: Mapping[str, str]) -> str:
    """A value of a report as people read it."""
    if column == "clicks":
        return words["no way"] if value is None else f"{value:,}"
    if column == "status":
        return str(value) if value else words["unknown"]
    if column == "share":
        return f"{value:.1%}"
    if column == "date":
        return f"{value:%Y-%m-%d}"
    if column in ("known", "loop"):
        return words[str(value)]
    return f"{value:,}" if isinstance(value, int) else str(value)


def write(
    path: Path,
    findings: Findings,
    *,
    form: str,
    archive: str,
    at: datetime | None = None,
    words: Mapping[str, str] | None = None,
) -> None:
    """Write a report as one of `FORMATS`. There is a file only when it is complete. StorageFailed."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    said = {**WORDS, **(words or {})}
    try:
        try:
            # a byte order mark, without which Excel takes the text for the local code page
            coding = "utf-8-sig" if form == "csv" else "utf-8"
            with unfinished.open("w", encoding=coding, errors="backslashreplace", newline="") as file:
                if form == "csv":
                    _write_csv(file, findings)
                else:
                    _write_html(file, findings, archive, at or datetime.now(UTC), said)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def _write_csv(file: IO[str], findings: Findings) -> None:
    """A line for each place of each row, or for each row that has none."""
    writer = csv.writer(file, lineterminator="\r\n")
    below = findings.shape.below
    more = {"places": ("page", "class", "words", "times", "target", "rel"), "": ()}.get(below, (below,))
    writer.writerow((*findings.shape.columns, *more))
    for row in findings.rows:
        values = [_guarded(value) for value in row.values]
        for place in row.places or (None,):
            writer.writerow((*values, *_cells(place, len(more))))


def _cells(place: Place | None, count: int) -> Sequence[object]:
    if place is None:
        return ("",) * count
    every = (place.url, place.kind, place.text, place.count, place.target, place.rel)
    return [_guarded(value) for value in every[:count]]


def _guarded(value: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, str):
        value = value.replace("\0", "")
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value


def _write_html(
    file: IO[str], findings: Findings, archive: str, at: datetime, words: Mapping[str, str]
) -> None:
    head, foot = resources.path("report", "links.html").read_text("utf-8").split(_ROWS)
    columns = findings.shape.columns
    notes = [words["found"].format(n=f"{len(findings.rows) + findings.left_out:,}")]
    if findings.left_out:
        notes.append(words["left out"].format(n=f"{len(findings.rows):,}"))
    heads = "\n".join(
        f'<th aria-sort="none"><button type="button">{escape(words[f"column {name}"])}</button></th>'
        for name in columns
    )
    texts = {
        "language": words["language"],
        "title": words["title"].format(archive=archive, report=words[findings.name]),
        "made": words["made"].format(date=f"{at:%Y-%m-%d %H:%M}"),
        "notes": " ".join(notes) if findings.rows else words["nothing"],
        "search": words["search"],
    }
    ready = {name: escape(text) for name, text in texts.items()}
    drawing = "".join(_drawing(findings)) if findings.name == "rot" else ""
    file.write(Template(head).substitute(ready, heads=heads, drawing=drawing))
    for row in findings.rows:
        file.write(_row(row, findings, words))
    file.write(foot)


def _row(row: Finding, findings: Findings, words: Mapping[str, str]) -> str:
    cells = list[str]()
    for number, ((name, kind), value) in enumerate(
        zip(findings.shape.columns.items(), row.values, strict=True)
    ):
        said = escape(value_words(value, name, words))
        if kind == "url":
            said = _link(str(value))
        if not number and row.places:
            said += "".join(_details(row, words))
        looks = ' class="number"' if kind in ("number", "status", "share") else ""
        cells.append(f'<td{looks} data-value="{escape(_sorted_by(value))}">{said}</td>')
    return f"<tr>{''.join(cells)}</tr>\n"


def _sorted_by(value: object) -> str:
    if value is None:
        return "-1"
    if isinstance(value, datetime):
        return value.isoformat()
    return str(int(value)) if isinstance(value, bool) else str(value).lower()


def _details(row: Finding, words: Mapping[str, str]) -> Iterator[str]:
    yield f"<details><summary>{len(row.places):,}</summary><ul>"
    for place in row.places[:_MOST_PLACES]:
        said = f" “{escape(place.text)}”" if place.text else ""
        said += f' <span class="muted">{escape(place.rel)}</span>' if place.rel else ""
        kind = (
            f' <span class="muted">{escape(words.get(place.kind, place.kind))}</span>' if place.kind else ""
        )
        yield f"<li>{_link(place.url)}{said}{kind}</li>"
    if len(row.places) > _MOST_PLACES:
        more = words["more"].format(n=f"{len(row.places) - _MOST_PLACES:,}")
        yield f'<li class="muted">{escape(more)}</li>'
    yield "</ul></details>"


def _link(url: str) -> str:
    said = escape(url)
    return (
        f'<a href="{said}" rel="noreferrer">{said}</a>' if url.startswith(("http://", "https://")) else said
    )


def _drawing(findings: Findings) -> Iterator[str]:
    """The share of dead links over time as a line."""
    points = [(row.values[0].timestamp(), float(row.values[3])) for row in findings.rows]
    if len(points) < 2:
        return
    begin, end = points[0][0], points[-1][0]
    top = max((share for _, share in points), default=0.0) or 1.0
    line = " ".join(
        f"{_WIDE * (when - begin) / (end - begin):.1f},{_HIGH * (1 - share / top):.1f}"
        for when, share in points
    )
    yield f'<figure><svg viewBox="-2 -4 {_WIDE + 4} {_HIGH + 8}" role="img" aria-hidden="true">'
    yield f'<polyline points="{line}"/></svg><figcaption class="muted">0–{top:.1%}</figcaption></figure>\n'
