"""Browsers on the living Web, each in a process of its own: one that captures pages out of sight, one to browse with.

Both reach nothing but the recording proxy of the process that started them. Archived pages are never shown here.
"""
