"""Crawling: from a few settings to an archive of every page, with a frontier that survives anything.

The way in: `run.crawl.Crawl` with `rules.settings.CrawlSettings`; what stands in crawl.sqlite is read through
`frontier`. Rooms, each on those before it: `rules`, then `net` and `frontier`, then `run` and `plans`.

Decisions:
- The order of safety: a record is appended and synced, then indexed, then the frontier moves on, then it
  is announced (`run.ledger`). Two databases in WAL mode cannot commit as one, so the frontier is
  reconciled with the index when a crawl is resumed.
- Search forms (`rules.forms`, `frontier.harvest`) are asked when the queue is empty, five words each time: what they
  brought chooses the next. 500 hidden documents, ten a page of results: 20 words find 321 of them with five pages of
  results a word and 482 with all, 50 words 376 and 486. Other options of a form are tried behind its first five words, one
  at a time and not in combination: each is a part of what the site has. An answer to POST has the address that pywb and
  warcio give it (`__wb_method=POST` before its fields), so frontier, index and replay need no method; links and redirects
  with that name are dropped, else a page could have a form sent.
- The crawl runs in the window's process and shares its interpreter lock, so it takes a plain callback
  `give_way` and waits a moment between pages while the window works.
"""

from __future__ import annotations

import sys

# httpx loads its command line, 85 modules, where click happens to be installed: with None in its place it does without
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]
