"""Copies of archived pages for use outside the archive. The way in: `export.export`."""
