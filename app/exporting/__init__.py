"""Copies of archived pages for use outside the archive: documents, original files, lists.

The way in: `export.export`. Names are safe on every file system, and nothing outside the folder is touched (`naming`).
"""
