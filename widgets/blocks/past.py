"""The history of a block, made ready in a worker and written out as rich text. Translation context: "blocks"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets.blocks.work import Row
from widgets.kit import theme
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.blocks.compare.changes import Change, Noise
    from app.blocks.history.history import BlockEvent, BlockHistory, PageHistory


# Rich text of the card: the inner diff of a change in little room, names of events.

_AROUND = 36  # characters of unchanged text beside a change
_MOST = 900  # characters of a small diff
_LINE = 120
_EACH = 3  # links and pictures of one side that are listed


def small_diff(words: Sequence[tuple[str, str, str]], most: int = _MOST) -> str:
    """An inner diff as rich text: what went is struck through, what came is underlined, the rest is left out."""
    colors = theme.colors()
    parts: list[str] = []
    used, last = 0, len(words) - 1
    for at, (kind, before, after) in enumerate(words):
        if used >= most:
            parts.append("…")
            break
        if kind == "unchanged":
            shown = _context(after, first=at == 0, last=at == last)
            used += len(shown)
            parts.append(_plain(shown))
            continue
        if before and kind != "added":
            used += min(len(before), most)
            parts.append(f'<s style="background:{colors.removed_soft};">{_plain(_cut(before, most))}</s>')
        if after and kind != "removed":
            used += min(len(after), most)
            parts.append(f'<u style="background:{colors.added_soft};">{_plain(_cut(after, most))}</u>')
    return "".join(parts)


def sides(attributes: tuple[Sequence[str], Sequence[str]]) -> str:
    """Links and pictures that only one side has, a line each."""
    muted = theme.colors().muted
    listed = [
        (mark, each) for mark, side in (("−", attributes[0]), ("+", attributes[1])) for each in side[:_EACH]
    ]
    return "".join(
        f'<br><span style="color:{muted}">{mark} {escape(formats.shorten(each, _LINE))}</span>'
        for mark, each in listed
    )


def event_name(kind: str, differs: bool = False) -> str:
    """What happened to a block."""
    translate = QCoreApplication.translate
    if kind == "moved" and differs:
        return translate("blocks", "moved and changed")
    return {
        "first": translate("blocks", "first seen"),
        "changed": translate("blocks", "changed"),
        "markup": translate("blocks", "only its markup changed"),
        "moved": translate("blocks", "moved"),
        "removed": translate("blocks", "removed"),
        "reappeared": translate("blocks", "came back"),
    }.get(kind, kind)


def event_look(kind: str) -> tuple[str, str]:
    """Colour and sign of an event, those of changes everywhere."""
    known = {"first": "added", "reappeared": "added", "markup": "unchanged"}
    return theme.changes[known.get(kind, kind if kind in theme.changes else "changed")]


def why_noise(noise: Noise) -> str:
    """Why a change is noise, with the evidence."""
    translate = QCoreApplication.translate
    words = {
        "volatile": translate("blocks", "changed in {some} of {of} captures"),
        "sister": translate("blocks", "changes in the same way on {some} of {of} other pages of the site"),
        "year": translate("blocks", "says the year of its capture"),
        "rule": translate("blocks", "always ignored: {rule}"),
    }[noise.reason]
    some, of = map(formats.number, noise.counts)
    return words.format(some=some, of=of, rule=rule_of(noise))


def rule_of(noise: Noise) -> str:
    """The selector of a person's rule."""
    return noise.evidence.removeprefix("matches ")


def _context(text: str, *, first: bool, last: bool) -> str:
    if first and last:
        return _cut(text, 2 * _AROUND)
    if first:
        return text if len(text) <= _AROUND else f"…{text[-_AROUND:]}"
    if last:
        return _cut(text, _AROUND)
    return text if len(text) <= 2 * _AROUND + 3 else f"{text[:_AROUND]} … {text[-_AROUND:]}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _plain(text: str) -> str:
    return escape(text).replace("\n", "<br>")


HISTORY = "history"  # what the heading can be scrolled to by
MOST = 30  # events that are written out, the newest first
_DIFFS = 4  # changes inside the block that are written out for one event
Words = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a block in one version; `words` are the inner diffs of its changes."""

    kind: str
    id: str
    date: datetime
    previous: str | None
    differs: bool
    words: tuple[Words, ...] = ()
    attributes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    noise: Noise | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """The history of a block. `state` is "" (unknown yet), "busy", "there", "single" (only one version), "elsewhere" (no
    block is known at this place) or "failed"; `captures` are the versions with a change, and all later ones."""

    state: str = ""
    events: tuple[Event, ...] = ()
    more: int = 0
    captures: tuple[int, int] = (0, 0)
    note: str = ""

    def html(self) -> str:
        """The section of the card."""
        translate = QCoreApplication.translate
        if not self.state:
            return ""
        title = translate("blocks", "History")
        head = f'<h3><a name="{HISTORY}"></a>{escape(title)}</h3>'
        if self.state != "there":
            return f'{head}<p class="small">{escape(self._state())}</p>'
        lines: list[str] = []
        changed, later = self.captures
        if later:
            words = translate("blocks", "Captures since then in which it had changed: {some} of {all}.")
            said = words.format(some=formats.number(changed), all=formats.number(later))
            lines.append(f"<p>{escape(said)}</p>")
        rows = "".join(self._event(event) for event in self.events)
        lines.append(f'<table width="98%" cellspacing="0">{rows}</table>')
        if self.more:
            said = translate("blocks", "{n} older events are not shown.").format(n=formats.number(self.more))
            lines.append(f'<p class="small">{escape(said)}</p>')
        return head + "".join(lines)

    def _state(self) -> str:
        translate = QCoreApplication.translate
        return {
            "busy": translate("blocks", "Comparing the versions of this page… {note}"),
            "single": translate(
                "blocks", "There is one version of this page; a history begins with the second."
            ),
            "elsewhere": translate("blocks", "The history knows nothing that stands at this place."),
            "failed": translate("blocks", "The history could not be read. {note}"),
        }[self.state].format(note=self.note)

    def _event(self, event: Event) -> str:
        translate = QCoreApplication.translate
        colour, sign = event_look(event.kind)
        muted = theme.colors().muted
        name = escape(event_name(event.kind, event.differs))
        date = f'<a href="version:{event.id}">{escape(formats.date(event.date))}</a>'
        if event.previous and event.kind != "first":
            both = escape(translate("blocks", "compare"))
            date += f' · <a href="pair:{event.previous},{event.id}">{both}</a>'
        ink = muted if event.noise else colour
        line = f'<b style="color:{ink}">{sign} {name}</b> · {date}'
        if event.noise:
            said = translate("blocks", "noise: {why}").format(why=why_noise(event.noise))
            line += f'<br><span style="color:{muted}">{escape(said)}</span>'
        for diff in event.words:
            line += f"<br>{small_diff(diff)}"
        line += sides(event.attributes)
        return f'<tr><td style="padding-bottom:8px">{line}</td></tr>'


def gather(
    reader: ArchiveReader, history: PageHistory, row: Row, capture_id: str, cancelled: Callable[[], bool]
) -> Past:
    """The history of a block as version `capture_id` has it; in a worker."""
    from app.blocks.history.history import changes_of  # the whole comparison: not before it is needed

    if len(history.versions) < 2:
        return Past("single")
    block: BlockHistory | None
    if row.span[1]:
        block = history.of_span(capture_id, row.span, path=row.path, topic=row.topic, label=row.label)
    else:  # a part of a document, which has no place in its bytes
        block = history.block(row.path, capture_id)
    if block is None:
        return Past("elsewhere")
    events = []
    for event, changes in changes_of(reader, history, block, cancelled=cancelled):
        events.append(_event(event, changes))
        if len(events) >= MOST:
            break
    return Past("there", tuple(events), len(block.events) - len(events), block.changed)


def _event(event: BlockEvent, changes: Sequence[Change]) -> Event:
    shown = [] if event.kind in ("first", "markup") else changes
    return Event(
        event.kind,
        event.id,
        event.date,
        event.previous,
        event.differs,
        tuple(change.words for change in shown if change.size)[:_DIFFS],
        (
            tuple(each for change in shown for each in change.attributes_a),
            tuple(each for change in shown for each in change.attributes_b),
        ),
        event.noise,
    )
