"""The reading room: an archive as web pages for people, in English and Chinese.

The way in: `room.Room`, which answers everything below `/read/`. Pages are made on the server from the templates in
`resources/room/pages` (Jinja2, which escapes by itself; string.Template has neither loops nor escaping); they can be read
without scripts. Stands on the whole engine, through views of collections (`app.service.asking`).

Decisions:
- Sentences are English in templates and code; `resources/room/zh_CN.json` has the Chinese of each (`wording`). Qt's
  catalogue is read for the messages of the engine alone: a service has no Qt.
- Archived pages are shown in a frame from another port (`app.service.stage`), which knows no cookie; the room's own pages
  run one script, from a file.
- Stars, tags and notes of a person are left out, also of searches.
- What takes long (comparisons, site changes) ends at a limit of time, and says so.
"""
