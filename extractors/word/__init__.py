"""Text processors: DOC, DOCX, RTF, ODT, and what is left of WordPerfect."""
