"""Reports of what changed on a site as files: HTML for people, CSV for spreadsheets, JSON for programs."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from string import Template
from typing import IO, NamedTuple

import resources
from app.archive.addresses import label
from app.archive.reader import ArchiveReader
from app.blocks.history.of_template import TemplateChange
from app.blocks.history.site_changes import STATES, Excerpt, SiteChanges, SiteRow, excerpts, sorted_rows
from app.blocks.noise.comparer import Cancelled, Stopped
from app.errors import FormatError, StorageFailed, UserError

Progress = Callable[[int, int], None]


class ChangedValue(NamedTuple):
    """What a field of pages said and says now ("": nothing), and the addresses of these pages."""

    name: str
    before: str
    after: str
    urls: tuple[str, ...]


FORMATS = ("html", "csv", "json")
COLUMNS = (
    "state",
    "reason",
    "url",
    "title",
    "real_share",
    "share",
    "real",
    "noise",
    "changed",
    "added",
    "removed",
    "moved",
    "layout",
    "id_a",
    "date_a",
    "id_b",
    "date_b",
    "moved_to",
    "moved_from",
    "likeness",
    "template",
)
WORDS: Mapping[str, str] = {
    "language": "en",
    "title": "What changed: {host}",
    "anywhere": "the whole archive",
    "span": "From {before} to {after} (UTC)",
    "crawls": "From crawl {before} to crawl {after}",
    "figures": "{new} new, {gone} gone, {changed} changed ({noise} of them by template, noise or markup), {same} the same.",
    "unvisited": "Pages that were not looked at in this time: {n}.",
    "stopped": "The report was stopped before its end.",
    "new": "new",
    "gone": "gone",
    "changed": "changed",
    "same": "the same",
    "moved": "moved",
    "added": "added",
    "removed": "removed",
    "layout": "layout",
    "not seen": "not seen any more",
    "damaged": "could not be compared",
    "moved to": "moved to {url}, {share} % alike",
    "moved from": "moved from {url}, {share} % alike",
    "search": "Title or address",
    "least": "At least",
    "state": "State",
    "page": "Page",
    "share": "Real change",
    "seen": "Last seen",
    "changes": "real changes: {n}",
    "noise": "noise: {n}",
    "of template": "template: {n}",
    "quiet": "template, noise or markup alone",
    "templates": "What changed in the template of a site",
    "template": "{site}: {before} → {after}, pages: {n}",
    "values": "Values that changed",
    "value": "{name}: {before} → {after}, pages: {n}",
    "nothing": "nothing",
}
"""What the HTML report says; another language gives its own values."""

_MARKS = {
    "new": "+",
    "gone": "−",
    "changed": "~",
    "quiet": "~",
    "same": "=",
    "added": "+",
    "removed": "−",
    "moved": "→",
    "layout": "#",
}
_GROUPS = ("new", "gone", "changed", "quiet", "same")
_FOLDED = ("quiet", "same")
_MOST_DETAILED = 300  # pages whose changes are shown; the others with their figures
_MOST_VALUES = 500  # changes of values that are listed
_CONTEXT = 80  # characters of what stayed that are shown before and after what did not
_LONGEST = 2000  # characters of one piece
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_PAGES = "<!-- pages -->"


def write_report(
    path: Path,
    reader: ArchiveReader,
    changes: SiteChanges,
    *,
    words: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    values: Sequence[ChangedValue] = (),
) -> None:
    """Write a report in that of FORMATS which is the file's suffix, with changed values of fields but in CSV; progress
    in pages (done, of all). There is a file only when it is complete. Stopped, StorageFailed; ValueError for another
    format."""
    chosen = path.suffix.lower().lstrip(".")
    if chosen not in FORMATS:
        raise ValueError(f"{chosen} is not one of {', '.join(FORMATS)}")
    unfinished = path.with_name(f"{path.name}.unfinished")
    tell = progress or (lambda done, of: None)
    stop = cancelled or (lambda: False)
    try:
        try:
            # a byte order mark, without which Excel takes the text for the local code page
            coding = "utf-8-sig" if chosen == "csv" else "utf-8"
            with unfinished.open("w", encoding=coding, errors="backslashreplace", newline="") as file:
                if chosen == "html":
                    _write_html(file, reader, changes, {**WORDS, **(words or {})}, tell, stop, values)
                elif chosen == "csv":
                    _write_csv(file, changes, tell, stop)
                else:
                    _write_json(file, changes, tell, stop, values)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def row_values(row: SiteRow) -> dict[str, object]:
    """A row as one object, by COLUMNS; shares from 0 to 1, dates in ISO 8601."""
    values: dict[str, object] = {name: getattr(row, name, None) for name in COLUMNS}
    values.update(
        {kind: row.counts.get(kind, 0) for kind in ("changed", "added", "removed", "moved", "layout")}
    )
    for name in ("date_a", "date_b"):
        moment = values[name]
        values[name] = moment.astimezone(UTC).isoformat() if isinstance(moment, datetime) else None
    for name in ("share", "real_share", "likeness"):
        values[name] = round(float(getattr(row, name)), 6)
    return values


def template_values(change: TemplateChange) -> dict[str, object]:
    """A change of a template as one object."""
    values = change._asdict()
    values["change"] = values.pop("kind")
    values["id_a"], values["id_b"] = values.pop("compared")
    return values


def _rows(changes: SiteChanges, progress: Progress, cancelled: Cancelled) -> Iterator[SiteRow]:
    for done, row in enumerate(sorted_rows(changes.rows)):
        if cancelled():
            raise Stopped
        progress(done, len(changes.rows))
        yield row


def _write_csv(file: IO[str], changes: SiteChanges, progress: Progress, cancelled: Cancelled) -> None:
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in _rows(changes, progress, cancelled):
        writer.writerow([_guarded(value) for value in row_values(row).values()])


def _guarded(value: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, str):
        value = value.replace("\0", "")
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value


def _write_json(
    file: IO[str],
    changes: SiteChanges,
    progress: Progress,
    cancelled: Cancelled,
    values: Sequence[ChangedValue],
) -> None:
    about = {
        "before": changes.before.isoformat() if changes.before else None,
        "after": changes.after.isoformat() if changes.after else None,
        "crawls": changes.crawls,
        "host": changes.host,
        **changes.counts,
        "unvisited": changes.totals.unvisited,
        "cancelled": changes.cancelled,
        "values": [one._asdict() for one in values],
        "template": [template_values(one) for one in changes.totals.template],
    }
    file.write(json.dumps(about, ensure_ascii=False)[:-1] + ', "pages": [')
    separator = "\n"
    for row in _rows(changes, progress, cancelled):
        file.write(separator + json.dumps(row_values(row), ensure_ascii=False))
        separator = ",\n"
    file.write("\n]}\n")


def _write_html(
    file: IO[str],
    reader: ArchiveReader,
    changes: SiteChanges,
    words: Mapping[str, str],
    progress: Progress,
    cancelled: Cancelled,
    values: Sequence[ChangedValue],
) -> None:
    page = resources.path("report", "site_changes.html").read_text("utf-8")
    head, foot = page.split(_PAGES)
    file.write(Template(head).substitute(_head(changes, words, values)))
    detailed = 0
    for row in _rows(changes, progress, cancelled):
        shown: tuple[Excerpt, ...] = ()
        if row.state == "changed" and row.real and detailed < _MOST_DETAILED:
            detailed += 1
            try:
                shown = excerpts(reader, row, level=changes.level, cancelled=cancelled)
            except (UserError, FormatError):
                shown = ()
        file.write(_row(row, shown, words))
    file.write(foot)


def _head(changes: SiteChanges, words: Mapping[str, str], values: Sequence[ChangedValue]) -> dict[str, str]:
    counts = changes.counts
    noise = sum(_group(row) == "quiet" for row in changes.rows)
    figures = words["figures"].format(
        noise=f"{noise:,}", **{name: f"{count:,}" for name, count in counts.items()}
    )
    if changes.crawls:
        span = words["crawls"].format(before=changes.crawls[0], after=changes.crawls[1])
    else:
        span = words["span"].format(before=_moment(changes.before), after=_moment(changes.after))
    notes = [words["unvisited"].format(n=f"{changes.totals.unvisited:,}")] if changes.totals.unvisited else []
    notes += [words["stopped"]] if changes.cancelled else []
    listed = Counter(map(_group, changes.rows))
    filters = "\n".join(
        f'<label class="{group}"><input type="checkbox" value="{group}"{"" if group in _FOLDED else " checked"}> '
        f'<span class="mark">{_MARKS[group]}</span> {escape(words[group])} ({listed[group]:,})</label>'
        for group in _GROUPS
    )
    texts = {
        "title": words["title"].format(host=changes.host or words["anywhere"]),
        "span": span,
        "figures": figures,
        **{name: words[name] for name in ("language", "search", "least", "state", "page", "share", "seen")},
    }
    ready = {name: escape(text) for name, text in texts.items()}
    return {
        **ready,
        "filters": filters,
        "notes": "\n".join(f'<p class="muted">{escape(note)}</p>' for note in notes)
        + _template(changes.totals.template, words)
        + _values(values, words),
    }


def _template(changes: Sequence[TemplateChange], words: Mapping[str, str]) -> str:
    """What changed in the templates of sites, each with its pages."""
    listed = []
    for one in changes[:_MOST_VALUES]:
        before, after = (text or words["nothing"] for text in (one.before, one.after))
        said = words["template"].format(site=one.site, before=before, after=after, n=f"{one.pages:,}")
        listed.append(_folded(said, one.urls))
    return _headed(words["templates"], listed)


def _values(values: Sequence[ChangedValue], words: Mapping[str, str]) -> str:
    """What changed in values of fields, each with its pages."""
    listed = []
    for one in values[:_MOST_VALUES]:
        before, after = (text[:_LONGEST] or words["nothing"] for text in (one.before, one.after))
        said = words["value"].format(name=one.name, before=before, after=after, n=f"{len(one.urls):,}")
        listed.append(_folded(said, one.urls))
    return _headed(words["values"], listed)


def _folded(said: str, urls: Sequence[str]) -> str:
    pages = "".join(f'<div class="url">{escape(url)}</div>' for url in urls[:_MOST_DETAILED])
    return f"<details><summary>{escape(said)}</summary>{pages}</details>"


def _headed(heading: str, listed: Sequence[str]) -> str:
    """Nothing where there is nothing to head."""
    return f"\n<h2>{escape(heading)}</h2>\n" + "\n".join(listed) if listed else ""


def _group(row: SiteRow) -> str:
    """The heading of a page in a report: its state, or "quiet" for changes of the template or noise alone."""
    return "quiet" if row.is_quiet else row.state


def _row(row: SiteRow, shown: tuple[Excerpt, ...], words: Mapping[str, str]) -> str:
    moment = _moment(row.date_b or row.date_a)
    name = escape(label(row.title, row.url))
    linked = row.url.startswith(("http://", "https://"))
    named = f'<a href="{escape(row.url)}" rel="noreferrer">{name}</a>' if linked else name
    reasons = [words.get(row.reason, row.reason)] if row.reason else []
    if row.moved_to or row.moved_from:
        place = words["moved to" if row.moved_to else "moved from"]
        reasons.append(place.format(url=row.moved_to or row.moved_from, share=int(row.likeness * 100)))
    reason = f" ({escape('; '.join(reasons))})" if reasons else ""
    figures = [words["changes"].format(n=row.real)] if row.state == "changed" and row.real else []
    figures += [words["of template"].format(n=row.template)] if row.template else []
    figures += [words["noise"].format(n=row.noise)] if row.noise else []
    told = escape(", ".join(figures))
    inside = "".join(_change(one, words) for one in shown)
    details = (
        f"<details><summary>{told}</summary>{inside}</details>" if inside else f'<p class="muted">{told}</p>'
    )
    page = escape(f"{row.title} {row.url}".lower())
    return (
        f'<tr class="{_group(row)}" data-state="{STATES.index(row.state)}" data-page="{page}" '
        f'data-share="{row.real_share:.6f}" data-date="{moment}">'
        f'<td class="state"><span class="mark">{_MARKS[row.state]}</span> {escape(words[row.state])}{reason}</td>'
        f'<td>{named}<div class="url">{escape(row.url)}</div>{details if told else ""}</td>'
        f'<td class="share">{row.real_share:.1%}<div class="bar"><i style="width:{row.real_share:.1%}"></i></div></td>'
        f'<td class="state">{moment}</td></tr>\n'
    )


def _change(change: Excerpt, words: Mapping[str, str]) -> str:
    said: list[str] = []
    for number, (op, a, b) in enumerate(change.words):
        if op == "unchanged":
            said.append(escape(_shortened(b, number > 0, number < len(change.words) - 1)))
            continue
        said += [f"<del>{escape(a[:_LONGEST])}</del>"] if a else []
        said += [f"<ins>{escape(b[:_LONGEST])}</ins>"] if b else []
    only_a, only_b = change.attributes
    said += [f"\n<del>{escape(one[:_LONGEST])}</del>" for one in only_a[:3]]
    said += [f"\n<ins>{escape(one[:_LONGEST])}</ins>" for one in only_b[:3]]
    return (
        f'<div class="change {change.kind}"><span class="mark">{_MARKS.get(change.kind, "~")}</span> '
        f'{escape(words.get(change.kind, change.kind))} · <span class="muted">{escape(change.topic)}</span>'
        f'<div class="said">{"".join(said)}</div></div>'
    )


def _shortened(text: str, before: bool, after: bool) -> str:
    """The ends of a text next to a change."""
    if len(text) <= 2 * _CONTEXT:
        return text
    head, tail = text[:_CONTEXT] if before else "", text[-_CONTEXT:] if after else ""
    return f"{head} … {tail}" if before or after else text[: 2 * _CONTEXT] + " …"


def _moment(when: datetime | None) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%d %H:%M") if when else "—"
