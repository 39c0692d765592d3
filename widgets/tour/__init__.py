"""The tour: the real windows, driven on the sample site from the first click to the export, with pictures."""

from widgets.tour.play import play

__all__ = ["play"]
