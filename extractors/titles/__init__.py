"""Titles of documents that name none: the first lines weighed, and the wording of official documents
(公文)."""
