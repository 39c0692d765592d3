"""Qt views and models. They get their services by constructor and never know the composition root.

Rooms, each on those before it: `words`, `kit`, `web`, `travel`, `session` and `live`, the views, `shell`, `tour`.

Decisions:
- The day that a window shows is state of the session (`travel`): views read with `session.reader`, workers with
  `session.readers`; only what must be of now reads with `session.present` and `session.archive`.
- A start loads what the start page shows, and nothing of archives, crawls or QtWebEngine
  (`tests/app/test_main.py` holds it); the rest is loaded once the window is seen.
"""
