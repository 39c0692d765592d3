"""Tianwang Explorer without pixels: record format, archive, crawler, replay, comparison, export."""

__version__ = "0.1.0"
