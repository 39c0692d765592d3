"""Captures of other archives below the time axis: which share a mark, how it looks, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from widgets.kit import theme
from widgets.words import formats

SIGN = "◇"
LANE, SIZE = 53.0, 5.0  # the y of their middles, and half of their width
TOGETHER = 2 * SIZE  # pixels between neighbours below which they are one mark
_TOLD = 8  # captures that a tooltip names


class Foreign(NamedTuple):
    """A capture elsewhere: when, the name of its archive, what else is known of it in words, and whether a version here has
    the same content."""

    date: datetime
    archive: str
    about: str = ""
    same: bool = False


class Mark(NamedTuple):
    """A mark at x, and the numbers of its captures."""

    x: float
    members: tuple[int, ...]


def marks(places: Sequence[float]) -> list[Mark]:
    """Rising places as marks that do not cover each other: each begins at its first capture."""
    found: list[Mark] = []
    for number, x in enumerate(places):
        if found and x - found[-1].x < TOGETHER:
            found[-1] = Mark(found[-1].x, (*found[-1].members, number))
        else:
            found.append(Mark(x, (number,)))
    return found


def hits(mark: Mark, point: QPointF) -> bool:
    """Whether a point is on a mark."""
    return abs(point.x() - mark.x) <= SIZE + 1 and abs(point.y() - LANE) <= SIZE + 2


def words(captures: Sequence[Foreign]) -> str:
    """The captures of a mark, as tooltip and for assistive technology."""
    translate = QCoreApplication.translate
    one = translate("foreign", "In “{archive}”, {date}")
    lines = [
        " · ".join(
            filter(None, (one.format(archive=each.archive, date=formats.date_exact(each.date)), each.about))
        )
        for each in captures[:_TOLD]
    ]
    if len(captures) > _TOLD:
        lines.append(translate("foreign", "and {count} more").format(count=len(captures) - _TOLD))
    return "\n".join(lines)


def paint(painter: QPainter, mark: Mark, ground: QColor, *, same: bool, focused: bool) -> None:
    """A hollow diamond; dotted where a version here has the same content, with a bar in it for several captures."""
    ink = QColor(theme.colors().layout)
    style = Qt.PenStyle.DotLine if same else Qt.PenStyle.SolidLine
    x, size = mark.x, SIZE + (1.5 if focused else 0.0)
    painter.setBrush(ground)
    painter.setPen(QPen(QColor(theme.colors().accent) if focused else ink, 2.0 if focused else 1.5, style))
    around = ((x, LANE - size), (x + size, LANE), (x, LANE + size), (x - size, LANE))
    painter.drawPolygon(QPolygonF([QPointF(*each) for each in around]))
    if len(mark.members) > 1:
        painter.setPen(QPen(ink, 1.5))
        painter.drawLine(QPointF(x - 2, LANE), QPointF(x + 2, LANE))
