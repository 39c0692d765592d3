"""Charts in the colours of the theme."""

from __future__ import annotations

from datetime import UTC, datetime

import pyqtgraph
from PySide6.QtCore import Qt

from widgets.kit import theme


def keep_still(plot: pyqtgraph.PlotWidget) -> None:
    """Have a plot be a picture, which neither mouse nor keyboard moves."""
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.hideButtons()
    plot.setMouseEnabled(x=False, y=False)


def with_lines(plot: pyqtgraph.PlotItem) -> None:
    """Give a plot faint lines across."""
    plot.showGrid(y=True, alpha=0.12)


def dress_axes(plot: pyqtgraph.PlotItem) -> None:
    """Give the axes their colours; to be done again with another theme."""
    colors = theme.colors()
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(pyqtgraph.mkPen(colors.border))
        axis.setTextPen(pyqtgraph.mkPen(colors.muted))


def said_time(seconds: float, form: str = "%Y-%m-%d") -> str:
    """Seconds since 1970 in the words of an axis; "" for what is no date."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):{form}}"
    except (ValueError, OverflowError, OSError):
        return ""
