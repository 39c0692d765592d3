"""Copies of archived pages for use outside the archive."""

from app.exporting.export import FORMATS, ExportReport, export
from app.exporting.naming import FIELDS, TemplateInvalid, check_template

__all__ = ["FIELDS", "FORMATS", "ExportReport", "TemplateInvalid", "check_template", "export"]
