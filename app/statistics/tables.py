"""All figures over time as named tables: for the command line, the window, the service and files.

Names of tables and columns are codes. A table has a row for each period, group or topic; intervals stand in `low` and `high`
behind what they are of, and what was counted in `n` or a column of its own.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from app.errors import StorageFailed
from app.statistics import change, mix, periods
from app.statistics.change import Cycle
from app.statistics.estimates import Lifetime
from app.statistics.observations import GROUPINGS, By, Observations
from app.statistics.periods import Period
from app.statistics.topics import Strength

Kind = Literal["period", "moment", "text", "url", "word", "number", "bytes", "share", "days", "rate", "yes"]
"""What stands in a column. A word is a code that is put in words; days may be infinite; of “yes” None is: not known."""

TABLES: Mapping[str, Mapping[str, Kind]] = {
    "topic": {
        "topic": "text",
        "period": "period",
        "pages": "number",
        "n": "number",
        "share": "share",
        "low": "share",
        "high": "share",
        "sites": "number",
        "n_sites": "number",
        "site_share": "share",
        "site_low": "share",
        "site_high": "share",
        "new": "number",
    },
    "topics": {
        "topic": "text",
        "pages": "number",
        "n": "number",
        "share": "share",
        "low": "share",
        "high": "share",
        "sites": "number",
        "n_sites": "number",
        "site_share": "share",
        "site_low": "share",
        "site_high": "share",
        "peak": "period",
        "peak_share": "share",
        "risen": "days",
        "fallen": "days",
        "lasting": "days",
        "lasting_low": "days",
        "lasting_high": "days",
        "looks": "number",
    },
    "first": {
        "topic": "text",
        "site": "text",
        "url": "url",
        "date": "moment",
        "since": "moment",
        "id": "text",
    },
    "growth": {
        "period": "period",
        "captures": "number",
        "versions": "number",
        "new_pages": "number",
        "bytes": "bytes",
        "pages": "number",
        "total": "bytes",
    },
    "change": {
        "group": "text",
        "pages": "number",
        "looks": "number",
        "changed": "number",
        "exposure": "number",
        "half_life": "days",
        "low": "days",
        "high": "days",
        "median": "days",
        "median_low": "days",
        "median_high": "days",
        "simple": "days",
        "fits": "yes",
        "reported": "word",
    },
    "hour": {
        "part": "word",
        "rate": "rate",
        "low": "rate",
        "high": "rate",
        "changes": "number",
        "exposure": "number",
        "looks": "number",
    },
    "errors": {
        "period": "period",
        "errors": "number",
        "n": "number",
        "share": "share",
        "low": "share",
        "high": "share",
        "gone": "number",
        "gone_share": "share",
        "gone_low": "share",
        "gone_high": "share",
    },
    "language": {
        "period": "period",
        "value": "text",
        "pages": "number",
        "n": "number",
        "share": "share",
        "low": "share",
        "high": "share",
    },
}
TABLES = {
    **TABLES,
    "weekday": TABLES["hour"],
    "rot": {name: kind for name, kind in TABLES["change"].items() if name != "reported"},
    "type": TABLES["language"],
}
OF_ARCHIVE = ("growth", "change", "rot", "hour", "weekday", "errors", "language", "type")
"""Those that need no topic."""
OF_TOPICS = ("topics", "topic", "first")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in the order of the columns. Moments are datetimes, infinite days `math.inf`; `begins` has for each row of a
    table by periods the first moment of its period, and the first behind it."""

    name: str
    rows: Sequence[tuple[Any, ...]]
    begins: Sequence[tuple[datetime, datetime]] = ()
    by: By = ""

    @property
    def columns(self) -> Mapping[str, Kind]:
        return TABLES[self.name]

    def data(self) -> Iterable[dict[str, Any]]:
        """Rows for programs: shares and days rounded, what is infinite null."""
        more = {"by": self.by or "all"} if self.name in ("change", "rot") else {}
        for row in self.rows:
            yield {**more, **{name: _plain(value) for name, value in zip(self.columns, row, strict=True)}}


def _plain(value: object) -> object:
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return value


def of_topics(found: Sequence[Strength]) -> list[Table]:
    """Topics in all, by period, and who spoke of them first."""
    summaries, rows, spans, first = [], [], [], []
    for one in found:
        peak = one.points[one.peak] if one.peak is not None else None
        summaries.append(
            (
                one.topic,
                *one.pages,
                *one.sites,
                periods.label(peak.period, one.period) if peak else None,
                peak.pages.share if peak else None,
                one.risen,
                one.fallen,
                *_life(one.lasting),
                one.lasting.intervals,
            )
        )
        for point in one.points:
            label = periods.label(point.period, one.period)
            rows.append((one.topic, label, *point.pages, *point.sites, point.new))
            spans.append(periods.span(point.period, one.period))
        first += [
            (one.topic, mover.site, mover.capture.url, mover.capture.date, mover.since, mover.capture.id)
            for mover in one.first
        ]
    return [Table("topics", summaries), Table("topic", rows, spans), Table("first", first)]


def _life(life: Lifetime) -> tuple[float | None, ...]:
    return (life.half_life, life.low, life.high) if life.intervals else (None, None, None)


def of_archive(
    seen: Observations,
    names: Sequence[str] = OF_ARCHIVE,
    period: Period | None = None,
    *,
    by: Sequence[By] = GROUPINGS,
    offset: int = 0,
    progress: Callable[[float], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> list[Table]:
    """Tables of `OF_ARCHIVE`; those of change and rot once for each way to put pages together. `check` may raise to stop."""
    chosen = period or (
        periods.usual(int(seen.date.min()), int(seen.date.max())) if len(seen.date) else "day"
    )
    found: list[Table] = []
    for number, name in enumerate(names):
        check()
        progress(number / len(names))
        if name in ("change", "rot"):
            found += [_lifetimes(seen, name, one) for one in by]
        elif name in ("hour", "weekday"):
            found.append(_cycle(seen, name, offset))
        else:
            found.append(_by_period(seen, name, chosen))
    progress(1.0)
    return found


def _by_period(seen: Observations, name: str, period: Period) -> Table:
    rows: list[tuple[Any, ...]]
    if name == "growth":
        rows = [tuple(one) for one in mix.growth(seen, period)]
    elif name == "errors":
        rows = [
            (one.period, *one.errors, one.gone.of, one.gone.share, one.gone.low, one.gone.high)
            for one in mix.errors(seen, period)
        ]
    else:
        aspect: mix.Aspect = "language" if name == "language" else "type"
        rows = [(one.period, one.value, *one.pages) for one in mix.shares(seen, aspect, period)]
    spans = [periods.span(row[0], period) for row in rows]
    return Table(name, [(periods.label(row[0], period), *row[1:]) for row in rows], spans)


def _lifetimes(seen: Observations, name: str, by: By) -> Table:
    rows = []
    for one in change.lifetimes(seen, by, rot=name == "rot"):
        life = one.life
        row = (
            one.group,
            one.pages,
            life.intervals,
            life.changed,
            round(life.exposure, 2),
            *(life.half_life, life.low, life.high),
            *(one.median, one.low, one.high),
            life.simple,
            life.fits,
        )
        reported = change.REPORTED.get(one.group) if by == "sector" else None
        rows.append((*row, reported) if name == "change" else row)
    return Table(name, rows, by=by)


def _cycle(seen: Observations, name: Cycle | str, offset: int) -> Table:
    cycle: Cycle = "hour" if name == "hour" else "weekday"
    rates, intervals = change.rates(seen, cycle, offset)
    rows = []
    for number, one in enumerate(rates):
        known = (
            (one.rate, one.low, one.high) if one.exposure > 0 else (None, None, None)
        )  # nobody watched then
        rows.append((number, *known, round(one.changes, 2), round(one.exposure, 2), intervals))
    return Table(cycle, rows if intervals else [])


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def write_csv(path: Path, tables: Sequence[Table]) -> None:
    """Tables of one name as a file for spreadsheets. There is a file only when it is complete. StorageFailed."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    grouped = tables[0].name in ("change", "rot")
    columns = [*(["by"] if grouped else []), *tables[0].columns]
    try:
        try:
            # a byte order mark, without which Excel takes the text for the local code page
            with unfinished.open("w", encoding="utf-8-sig", errors="backslashreplace", newline="") as file:
                writer = csv.writer(file, lineterminator="\r\n")
                writer.writerow(columns)
                for table in tables:
                    for row in table.data():
                        writer.writerow([_cell(row[name]) for name in columns])
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, str):  # a spreadsheet would run it
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value
