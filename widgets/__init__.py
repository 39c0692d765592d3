"""Qt views and models. They get their services by constructor and never know the composition root.

Rooms, each on those before it: `words`, `kit`, `web`, `session` and `live`, the views, `shell`, `tour`.

Decisions:
- A start loads what the start page shows, and nothing of archives, crawls or QtWebEngine
  (`tests/app/test_main.py` holds it); the rest is loaded once the window is seen.
"""
