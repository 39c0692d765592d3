"""Text processors: DOC, DOCX, RTF, ODT."""
