"""What is handed over to other programs: texts and citations on the clipboard, documents opened there, files dragged out.

The way in: `copying.CopyMenu`. Every document is a copy; the archive is
only read.
"""
