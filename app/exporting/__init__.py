"""Copies of archived pages for use outside the archive: documents, original files, lists, citations.

The ways in: `export.export`, `copying.copied` for the clipboard, `outside` for other programs, `office.Converter` for the
pages of Office documents. Names are safe on every file system, and nothing outside the folder is touched (`naming`).

Decisions:
- LibreOffice is a program beside this one, never a library in it: it is ended with all that it started. Its own settings
  keep it from the network as well as the namespace does; without both it asked the server of the test.
"""
