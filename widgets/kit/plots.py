"""Charts in the colours of the theme."""

from __future__ import annotations

import pyqtgraph

from widgets.kit import theme


def dress_axes(plot: pyqtgraph.PlotItem) -> None:
    """Give the axes their colours; to be done again with another theme."""
    colors = theme.colors()
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(pyqtgraph.mkPen(colors.border))
        axis.setTextPen(pyqtgraph.mkPen(colors.muted))
