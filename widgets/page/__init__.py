"""One page: as it looked, as text, as source, its links, its details, and its versions in time.

The way in: `area.PageArea`; `versions` is the strip below, `documents` shows what no browser does.

Decisions:
- A long document is shown a chapter at a time (400 000 characters): one text view of all would take
  gigabytes.
"""
