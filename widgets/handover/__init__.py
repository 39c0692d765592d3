"""What is handed over to other programs: texts and citations on the clipboard, documents opened there, files dragged out.

The ways in: `copying.CopyMenu`, `opening.open_outside`, `dragging.drag_out`. Every document is a copy; the archive is
only read.
"""
