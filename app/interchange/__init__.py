"""Archives of others: Tianwang, WARC, ARC and WACZ files in and out."""

from app.interchange.exporting import FORMATS, SUFFIXES, export_archive
from app.interchange.importing import import_files
from app.interchange.job import InterchangeReport
from app.interchange.report import FileReport, ImportReport
from app.interchange.sniffing import recognise

__all__ = [
    "FORMATS", "SUFFIXES", "FileReport", "ImportReport", "InterchangeReport", "export_archive", "import_files",
    "recognise",
]  # fmt: skip
