"""Browsers on the living Web, each in a process of its own: one that captures pages out of sight, one to browse with.

Both reach nothing but the recording proxy of the process that started them. Archived pages are never shown here.

Decisions:
- Forms of a page that is captured are sent when it has loaded: Chromium ends the parsing as soon as one
  is sent, before anybody is asked.
"""
