"""Copies of archived pages for use outside the archive."""

from app.exporting.export import FORMATS, ExportReport, export

__all__ = ["FORMATS", "ExportReport", "export"]
