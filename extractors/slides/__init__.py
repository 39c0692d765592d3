"""Presentations: PPT, PPTX, ODP."""
