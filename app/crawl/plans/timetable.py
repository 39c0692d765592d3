"""Timetables of repeated crawls: "hourly", "every 6 hours", "daily 03:00", "weekly mon 03:00", "monthly 15 03:00",
"yearly 06-01 03:00", "startup" (whenever the archive is opened), and "" (only by hand)."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from app.errors import UserError

Kind = Literal["", "startup", "hours", "daily", "weekly", "monthly", "yearly"]
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FORMS: tuple[tuple[Kind, str], ...] = (
    ("", r""),
    ("startup", r"startup"),
    ("hours", r"hourly|every (?P<every>\d{1,3}) hours?"),
    ("daily", r"daily(?: (?P<time>\d\d?:\d\d))?"),
    ("weekly", rf"weekly (?P<weekday>{'|'.join(WEEKDAYS)})(?: (?P<time>\d\d?:\d\d))?"),
    ("monthly", r"monthly (?P<day>\d\d?)(?: (?P<time>\d\d?:\d\d))?"),
    ("yearly", r"yearly (?P<month>\d\d?)-(?P<day>\d\d?)(?: (?P<time>\d\d?:\d\d))?"),
)


class TimetableInvalid(UserError):
    """A timetable was written in no form that is known."""

    code = "timetable-invalid"


@dataclass(frozen=True, slots=True)
class Timetable:
    """`every` in hours; `at` is local time; `weekday` 0 is Monday. A day that a month lacks means its last one."""

    kind: Kind = ""
    every: int = 1
    at: time = time(3, 0)
    weekday: int = 0
    day: int = 1
    month: int = 1

    def __str__(self) -> str:
        clock = f"{self.at:%H:%M}"
        return {
            "": "",
            "startup": "startup",
            "hours": "hourly" if self.every == 1 else f"every {self.every} hours",
            "daily": f"daily {clock}",
            "weekly": f"weekly {WEEKDAYS[self.weekday]} {clock}",
            "monthly": f"monthly {self.day} {clock}",
            "yearly": f"yearly {self.month:02}-{self.day:02} {clock}",
        }[self.kind]


def parse(text: str) -> Timetable:
    """Raises TimetableInvalid."""
    wanted = " ".join(text.lower().split())
    for kind, form in _FORMS:
        match = re.fullmatch(form, wanted)
        if match:
            found = {name: value for name, value in match.groupdict().items() if value is not None}
            try:
                return _made(kind, found)
            except ValueError:
                break
    raise TimetableInvalid(text=text)


def _made(kind: Kind, found: dict[str, str]) -> Timetable:
    made = Timetable(
        kind,
        int(found.get("every", 1)),
        time.fromisoformat(found["time"].zfill(5)) if "time" in found else time(3, 0),
        WEEKDAYS.index(found["weekday"]) if "weekday" in found else 0,
        int(found.get("day", 1)),
        int(found.get("month", 1)),
    )
    if not (made.every >= 1 and 1 <= made.day <= 31 and 1 <= made.month <= 12):
        raise ValueError(kind)
    return made


def next_run(timetable: Timetable, after: datetime) -> datetime | None:
    """The first moment after `after` (with a time zone; the clock is that of this machine), None when there is none.

    A time that the clock skips in spring means the moment after the gap; one that comes twice in autumn counts once.
    """
    if timetable.kind in ("", "startup"):
        return None
    if timetable.kind == "hours":
        return after + timedelta(hours=timetable.every)
    today = after.astimezone().date()
    # the next year's 29 February may be four years away (eight around 1900 and 2100), but its stand-in is not
    for ahead in range(800):
        day = today + timedelta(days=ahead)
        if _falls_on(timetable, day):
            moment = _on_the_clock(datetime.combine(day, timetable.at))
            if moment > after:
                return moment
    return None


def _on_the_clock(local: datetime) -> datetime:
    moment = local.astimezone()
    if moment.replace(tzinfo=None) == local:
        return moment
    # skipped: the two readings lie on both sides of the gap
    return max(moment, local.replace(fold=1).astimezone())


def _falls_on(timetable: Timetable, day: date) -> bool:
    if timetable.kind == "daily":
        return True
    if timetable.kind == "weekly":
        return day.weekday() == timetable.weekday
    wanted = min(timetable.day, calendar.monthrange(day.year, day.month)[1])
    return day.day == wanted and (timetable.kind == "monthly" or day.month == timetable.month)
