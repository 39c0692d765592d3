"""The history of a block, made ready in a worker and written out as rich text. Translation context: "blocks"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from widgets import formats, theme
from widgets.blocks import words
from widgets.blocks.work import Row

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from app.blocks.block_history import BlockEvent, BlockHistory
    from app.blocks.changes import Change
    from app.blocks.history import PageHistory

MOST = 30  # events that are written out, the newest first
_DIFFS = 4  # changes inside the block that are written out for one event
Words = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a block in one version; `words` are the inner diffs of what changed in it."""

    kind: str
    id: str
    date: datetime
    previous: str | None
    differs: bool
    words: tuple[Words, ...] = ()
    attributes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    noise: tuple[str, str, tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """`state` is "" (nothing is known yet), "busy", "there", "single" (one version has no history), "elsewhere" (it is
    not known what stood there) or "failed"; `captures` counts the versions in which the block changed, of how many."""

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
        head = f"<h3>{escape(title)}</h3>"
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
            "single": translate("blocks", "There is one version of this page; a history begins with the second."),
            "elsewhere": translate("blocks", "The history knows nothing that stands at this place."),
            "failed": translate("blocks", "The history could not be read. {note}"),
        }[self.state].format(note=self.note)

    def _event(self, event: Event) -> str:
        translate = QCoreApplication.translate
        colour, sign = words.event_look(event.kind)
        muted = theme.colors().muted
        name = escape(words.event_name(event.kind, event.differs))
        date = f'<a href="version:{event.id}">{escape(formats.date(event.date))}</a>'
        if event.previous and event.kind != "first":
            both = escape(translate("blocks", "compare"))
            date += f' · <a href="pair:{event.previous},{event.id}">{both}</a>'
        ink = muted if event.noise else colour
        line = f'<b style="color:{ink}">{sign} {name}</b> · {date}'
        if event.noise:
            said = translate("blocks", "noise: {why}").format(why=words.noise_words(*event.noise))
            line += f'<br><span style="color:{muted}">{escape(said)}</span>'
        for diff in event.words:
            line += f"<br>{words.small_diff(diff)}"
        line += words.sides(event.attributes)
        return f'<tr><td style="padding-bottom:8px">{line}</td></tr>'


def gather(
    reader: ArchiveReader, history: PageHistory, row: Row, capture_id: str, cancelled: Callable[[], bool]
) -> Past:
    """The history of a block as version `capture_id` has it; in a worker."""
    from app.blocks.history import changes_of  # the whole comparison: not before it is needed

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
    noise = event.noise
    shown = [] if event.kind in ("first", "markup") else changes
    return Event(
        event.kind, event.id, event.date, event.previous, event.differs,
        tuple(change.words for change in shown if change.size)[:_DIFFS],
        (
            tuple(each for change in shown for each in change.attributes_a),
            tuple(each for change in shown for each in change.attributes_b),
        ),
        (noise.reason, noise.evidence, noise.counts) if noise else None,
    )  # fmt: skip
